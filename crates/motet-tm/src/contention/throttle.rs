//! Whether a thread runs freely, or takes turns with others that it keeps colliding with.
//!
//! Two threads that change the same things all the time lose more to aborts than they gain by
//! running at once; as adaptive transaction scheduling (Yoo and Lee, 2008) does, they are then run
//! one after the other: who takes turns runs only while it has *the turn* (`turns.rs`), for some
//! milliseconds each. So the worst case costs what a global lock costs.
//!
//! ```text
//!            more is lost than turns would cost               the turns are open for a while
//!   Free ───────────────────────────────────────▶ InTurns ────────────────────────────────▶ Trying
//!    ▲                                               ▲                                       │  │
//!    │                                               └───────────────── it is no better ─────┘  │
//!    └─────────────────────────────────────────────────────────────────────── it is better ─────┘
//! ```
//!
//! All that take turns try to run freely at the same moments: one that tried alone would only
//! collide with the long transactions of those that have the turn.
//!
//! A pure state machine: it is told what happens and when.

use crate::contention::length::TRANSACTION_COST_NS;

/// What happens is judged when so much time was spent, and so many attempts have aborted …
const WINDOW_NS: u64 = 2_000_000;
const WINDOW_ABORTS: u64 = 8;
/// … or so much time, whatever has aborted.
const LONG_WINDOW_NS: u64 = 20_000_000;
/// No abort or wait counts for more: one that is longer tells of a thread that the operating system
/// has stopped for a while, not of how often they collide.
const LOSS_NS_MAX: u64 = 200_000;
/// How much of the time must be lost before turns are thought of, in percent.
const LOST_PERCENT_MIN: u64 = 15;

/// How a thread runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// Beside all others.
    Free,
    /// Only while it has the turn.
    InTurns,
    /// Freely, to see whether that is better than turns.
    Trying,
}

/// What has happened since the last judgement.
#[derive(Clone, Copy, Default, Debug)]
struct Window {
    useful_ns: u64,
    lost_ns: u64,
    commits: u64,
    aborts: u64,
    yield_points: u64,
}

impl Window {
    fn spent_ns(&self) -> u64 {
        self.useful_ns + self.lost_ns
    }

    fn is_full(&self) -> bool {
        let spent_ns = self.spent_ns();
        spent_ns >= WINDOW_NS && self.aborts >= WINDOW_ABORTS || spent_ns >= LONG_WINDOW_NS
    }

    /// Yield points passed for good in a second.
    fn rate(&self, of_ns: u64) -> u64 {
        self.yield_points.saturating_mul(1_000_000_000) / of_ns.max(1)
    }
}

/// How one thread runs, and why.
#[derive(Debug)]
pub(crate) struct Pace {
    way: Way,
    window: Window,
    /// Yield points in a second while it has the turn; 0 unknown.
    turn_rate: u64,
}

impl Pace {
    pub(crate) fn new() -> Pace {
        Pace {
            way: Way::Free,
            window: Window::default(),
            turn_rate: 0,
        }
    }

    pub(crate) fn way(&self) -> Way {
        self.way
    }

    /// A transaction has committed, `spent_ns` after its begin.
    pub(crate) fn committed(&mut self, spent_ns: u64, yield_points: u64) {
        self.window.useful_ns += spent_ns;
        self.window.commits += 1;
        self.window.yield_points += yield_points;
    }

    /// Time was lost to a collision: `aborted` tells whether to an attempt, or to a wait.
    pub(crate) fn lost(&mut self, lost_ns: u64, aborted: bool) {
        self.window.lost_ns += lost_ns.min(LOSS_NS_MAX);
        self.window.aborts += u64::from(aborted);
    }

    /// Whether it is time for [`Pace::judge`].
    #[inline]
    pub(crate) fn is_to_be_judged(&self) -> bool {
        self.way != Way::Trying && self.window.is_full()
    }

    /// Judges the last while, in which `runners` threads ran at once. Whether the thread takes
    /// turns from now on, and has not before.
    pub(crate) fn judge(&mut self, runners: u64) -> bool {
        let window = std::mem::take(&mut self.window);
        match self.way {
            Way::InTurns => {
                if window.yield_points > 0 {
                    let rate = window.rate(window.useful_ns);
                    let known = if self.turn_rate == 0 {
                        rate
                    } else {
                        self.turn_rate
                    };
                    self.turn_rate = (3 * known + rate) / 4;
                }
                false
            }
            Way::Free | Way::Trying => {
                let is_worse = self.turns_are_better(window, runners);
                self.way = if is_worse { Way::InTurns } else { Way::Free };
                is_worse
            }
        }
    }

    /// With turns each of the runners would get its part of the time and lose none.
    fn turns_are_better(&self, window: Window, runners: u64) -> bool {
        let spent_ns = window.spent_ns();
        let lost_ns = window.lost_ns + window.commits * TRANSACTION_COST_NS.min(window.useful_ns);
        if window.aborts == 0 || lost_ns < spent_ns / 100 * LOST_PERCENT_MIN {
            return false;
        }
        if self.turn_rate > 0 {
            return window.rate(spent_ns).saturating_mul(runners) < self.turn_rate;
        }
        lost_ns.min(spent_ns) * runners > spent_ns * (runners - 1)
    }

    /// The turns are open: the thread runs freely from now on, to see how that is.
    pub(crate) fn try_freely(&mut self) {
        if self.way == Way::InTurns {
            self.judge(1);
            self.way = Way::Trying;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(pace: &mut Pace, transactions: u64, lost_percent: u64, yield_points: u64) -> bool {
        for number in 0..transactions {
            pace.committed(100_000 - 1_000 * lost_percent, yield_points);
            if number % 2 == 0 {
                pace.lost(2_000 * lost_percent, true);
            }
        }
        pace.is_to_be_judged() && pace.judge(2)
    }

    #[test]
    fn who_loses_most_of_its_time_takes_turns() {
        let mut pace = Pace::new();
        assert!(!run(&mut pace, 20, 30, 100), "a third is not enough");
        assert_eq!(pace.way(), Way::Free);
        assert!(run(&mut pace, 20, 60, 100));
        assert_eq!(pace.way(), Way::InTurns);
    }

    #[test]
    fn trying_is_judged_by_how_far_the_thread_comes() {
        let mut pace = Pace::new();
        assert!(run(&mut pace, 20, 60, 100));
        // In its turn it comes 1,000 yield points far in 100 µs.
        (0..300).for_each(|_| pace.committed(100_000, 1_000));
        assert!(pace.is_to_be_judged() && !pace.judge(2));
        pace.try_freely();
        assert_eq!(pace.way(), Way::Trying);
        // Freely less than half as far: two in turns do better.
        (0..20).for_each(|_| pace.committed(60_000, 400));
        (0..4).for_each(|_| pace.lost(LOSS_NS_MAX, true));
        assert!(pace.judge(2));
        assert_eq!(pace.way(), Way::InTurns);
        pace.try_freely();
        (0..20).for_each(|_| pace.committed(60_000, 700));
        (0..4).for_each(|_| pace.lost(LOSS_NS_MAX, true));
        assert!(!pace.judge(2));
        assert_eq!(pace.way(), Way::Free);
    }

    #[test]
    fn a_thread_that_collides_with_nobody_stays_free() {
        let mut pace = Pace::new();
        (0..1_000).for_each(|_| pace.committed(2_000, 1));
        assert!(!pace.is_to_be_judged() || !pace.judge(2));
        assert_eq!(pace.way(), Way::Free);
    }
}
