//! Whether a thread runs freely, or is serialised with others that it keeps conflicting with.
//!
//! Two threads that change the same things all the time lose more to aborts than they gain by
//! running at once; as adaptive transaction scheduling (Yoo and Lee, 2008) does, they then run one
//! after the other: a serialised thread runs only while it has the *serial right*
//! (`serialisation.rs`), for some milliseconds each time. So the worst case costs as much as a
//! global lock. What a thread loses are aborted transactions, waits for others that write the same,
//! and commits. How fast a thread runs when it is serialised is known only after it has been: a
//! thread that loses much and has never been serialised is serialised once, and the next probe
//! compares both.
//!
//! ```text
//!            more is lost than serialisation costs            a probe begins
//!   Free ───────────────────────────────────────▶ Serialised ─────────────────▶ Probing
//!    ▲                                               ▲                           │  │
//!    │                                               └───── it is no better ─────┘  │
//!    └─────────────────────────────────────────────────────────── it is better ─────┘
//! ```
//!
//! A pure state machine: it is told of events and their times.

use crate::contention::length::TRANSACTION_COST_NS;

/// The window is judged when so much time was spent, and so many attempts have aborted …
const WINDOW_NS: u64 = 2_000_000;
const WINDOW_ABORTS: u64 = 8;
/// … or so much time, with any number of aborts.
const LONG_WINDOW_NS: u64 = 20_000_000;
/// No abort or wait counts for more: one that is longer tells of a thread that the operating system
/// has stopped for a while, not of how often they conflict.
const LOSS_NS_MAX: u64 = 200_000;
/// A thread that loses less of its time than this, in percent, is not serialised.
const LOST_PERCENT_MIN: u64 = 15;

/// A thread that loses so much, and has not been serialised before, is: only so it is known how far
/// it comes then.
const LOST_PERCENT_TO_TRY: u64 = 35;

/// How a thread runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Regime {
    /// Beside all others.
    Free,
    /// Only while it has the serial right.
    Serialised,
    /// Freely, to see whether that is better than being serialised.
    Probing,
}

/// The events since the last judgement.
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
pub(crate) struct Throttle {
    regime: Regime,
    window: Window,
    /// Yield points in a second while it has the serial right; 0: unknown.
    serial_rate: u64,
}

impl Throttle {
    pub(crate) fn new() -> Throttle {
        Throttle {
            regime: Regime::Free,
            window: Window::default(),
            serial_rate: 0,
        }
    }

    pub(crate) fn regime(&self) -> Regime {
        self.regime
    }

    /// Accounts for a transaction that has committed `spent_ns` after its begin.
    pub(crate) fn committed(&mut self, spent_ns: u64, yield_points: u64) {
        self.window.useful_ns += spent_ns;
        self.window.commits += 1;
        self.window.yield_points += yield_points;
    }

    /// Accounts for time that was lost to a conflict, by an abort if `aborted`, else by a wait.
    pub(crate) fn lost(&mut self, lost_ns: u64, aborted: bool) {
        self.window.lost_ns += lost_ns.min(LOSS_NS_MAX);
        self.window.aborts += u64::from(aborted);
    }

    /// Whether it is time for [`Throttle::judge`].
    #[inline]
    pub(crate) fn is_to_be_judged(&self) -> bool {
        self.regime != Regime::Probing && self.window.is_full()
    }

    /// Judges the last while, in which `runners` threads ran at once. Whether the thread is
    /// serialised from now on, and was not before.
    pub(crate) fn judge(&mut self, runners: u64) -> bool {
        assert!(runners > 0, "this thread runs");
        let window = std::mem::take(&mut self.window);
        match self.regime {
            Regime::Serialised => {
                if window.yield_points > 0 {
                    let rate = window.rate(window.useful_ns);
                    let known = if self.serial_rate == 0 {
                        rate
                    } else {
                        self.serial_rate
                    };
                    self.serial_rate = (3 * known + rate) / 4;
                }
                false
            }
            Regime::Free | Regime::Probing => {
                let is_worse = self.serial_is_better(window, runners);
                self.regime = if is_worse {
                    Regime::Serialised
                } else {
                    Regime::Free
                };
                is_worse
            }
        }
    }

    /// Whether the thread would come further serialised: each of the runners would then get its
    /// part of the time and lose none of it. By what it has lost that is sure; where the serial
    /// rate is known, it also counts that the thread runs slower beside others. (The rate alone
    /// misleads where the work changes: operations that let a large container grow take a hundred
    /// times as long as others.)
    fn serial_is_better(&self, window: Window, runners: u64) -> bool {
        let spent_ns = window.spent_ns();
        let lost_ns = window.lost_ns + window.commits * TRANSACTION_COST_NS.min(window.useful_ns);
        if window.lost_ns == 0 || lost_ns < spent_ns / 100 * LOST_PERCENT_MIN {
            return false;
        }
        // What it would gain is not known before it has been tried.
        if self.serial_rate == 0 && lost_ns >= spent_ns / 100 * LOST_PERCENT_TO_TRY {
            return true;
        }
        let loses_most = lost_ns.min(spent_ns) * runners > spent_ns * (runners - 1);
        let is_slower = window.rate(spent_ns).saturating_mul(runners) < self.serial_rate;
        loses_most || is_slower
    }

    /// Whether the thread has been serialised before, and for long enough to be compared with.
    pub(crate) fn knows_serial_rate(&self) -> bool {
        self.serial_rate > 0
    }

    /// What has happened since the last judgement does not count.
    pub(crate) fn forget_window(&mut self) {
        self.window = Window::default();
    }

    /// Begins a probe: the thread runs freely, to see how far it comes.
    pub(crate) fn probe(&mut self) {
        if self.regime == Regime::Serialised {
            self.judge(1);
            self.regime = Regime::Probing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(
        throttle: &mut Throttle,
        transactions: u64,
        lost_percent: u64,
        yield_points: u64,
    ) -> bool {
        for number in 0..transactions {
            throttle.committed(100_000 - 1_000 * lost_percent, yield_points);
            if number % 2 == 0 {
                throttle.lost(2_000 * lost_percent, true);
            }
        }
        throttle.is_to_be_judged() && throttle.judge(2)
    }

    #[test]
    fn a_thread_that_loses_most_of_its_time_is_serialised() {
        let mut throttle = Throttle::new();
        assert!(!run(&mut throttle, 20, 30, 100), "a third is not enough");
        assert_eq!(throttle.regime(), Regime::Free);
        assert!(run(&mut throttle, 20, 60, 100));
        assert_eq!(throttle.regime(), Regime::Serialised);
    }

    #[test]
    fn a_thread_that_loses_much_by_waits_is_serialised_to_see_how_far_it_comes_then() {
        let waits_for = |throttle: &mut Throttle, lost_percent: u64| {
            for _ in 0..300 {
                throttle.committed(100_000 - 1_000 * lost_percent, 100);
                throttle.lost(1_000 * lost_percent, false);
            }
            throttle.is_to_be_judged() && throttle.judge(2)
        };
        let mut throttle = Throttle::new();
        assert!(!waits_for(&mut throttle, LOST_PERCENT_TO_TRY - 5));
        assert!(waits_for(&mut throttle, LOST_PERCENT_TO_TRY));
        // Serialised, it does not come so far that it would be worth it: not tried again.
        (0..300).for_each(|_| throttle.committed(100_000, 150));
        assert!(throttle.is_to_be_judged() && !throttle.judge(2));
        throttle.probe();
        assert!(!waits_for(&mut throttle, LOST_PERCENT_TO_TRY));
        assert!(!waits_for(&mut throttle, LOST_PERCENT_TO_TRY));
    }

    #[test]
    fn what_was_lost_before_the_window_was_forgotten_does_not_count() {
        let mut throttle = Throttle::new();
        (0..20).for_each(|_| throttle.lost(LOSS_NS_MAX, true));
        throttle.forget_window();
        assert!(!run(&mut throttle, 20, 10, 100));
        assert_eq!(throttle.regime(), Regime::Free);
    }

    #[test]
    fn a_probe_is_judged_by_how_far_the_thread_comes() {
        let mut throttle = Throttle::new();
        assert!(run(&mut throttle, 20, 60, 100));
        // Serialised, it comes 1,000 yield points far in 100 µs.
        (0..300).for_each(|_| throttle.committed(100_000, 1_000));
        assert!(throttle.is_to_be_judged() && !throttle.judge(2));
        throttle.probe();
        assert_eq!(throttle.regime(), Regime::Probing);
        // Freely less than half as far: two serialised threads do better.
        (0..20).for_each(|_| throttle.committed(60_000, 400));
        (0..4).for_each(|_| throttle.lost(LOSS_NS_MAX, true));
        assert!(throttle.judge(2));
        assert_eq!(throttle.regime(), Regime::Serialised);
        throttle.probe();
        (0..20).for_each(|_| throttle.committed(60_000, 700));
        (0..4).for_each(|_| throttle.lost(LOSS_NS_MAX, true));
        assert!(!throttle.judge(2));
        assert_eq!(throttle.regime(), Regime::Free);
    }

    #[test]
    fn a_thread_that_loses_most_is_serialised_though_its_turns_were_slow() {
        let mut throttle = Throttle::new();
        assert!(run(&mut throttle, 20, 60, 100));
        // In its turns it has let a large container grow: 10 yield points in 100 µs.
        (0..300).for_each(|_| throttle.committed(100_000, 10));
        assert!(throttle.is_to_be_judged() && !throttle.judge(2));
        throttle.probe();
        (0..20).for_each(|_| throttle.committed(30_000, 100));
        (0..4).for_each(|_| throttle.lost(LOSS_NS_MAX, true));
        assert!(throttle.judge(2));
        assert_eq!(throttle.regime(), Regime::Serialised);
    }

    #[test]
    fn a_thread_that_collides_with_nobody_stays_free() {
        let mut throttle = Throttle::new();
        (0..1_000).for_each(|_| throttle.committed(2_000, 1));
        assert!(!throttle.is_to_be_judged() || !throttle.judge(2));
        assert_eq!(throttle.regime(), Regime::Free);
    }
}
