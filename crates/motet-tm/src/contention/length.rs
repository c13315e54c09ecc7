//! How long transactions are, in yield points.
//!
//! A short transaction pays its begin and commit too often, a long one loses more when it aborts.
//! Both costs are added up, and forgotten by halves: where more is lost than paid, the length is
//! halved; where more is paid than lost, it doubles, until the paid cost does not matter. A thread
//! whose transactions do not abort thus hardly ever commits, and whose commits are dear (as it
//! writes the same things again and again) even less often.
//!
//! The lengths per yield point of Odaira et al. (figure 3) come with the hardware mode; they will
//! use this component's place.

/// A transaction of this many yield points costs less than its begin and commit: no shorter.
const LENGTH_MIN: i32 = 64;
/// The length with which threads start.
const LENGTH_START: i32 = 4_096;
/// About ten milliseconds of a bare loop: a longer one delays threads that wait.
const LENGTH_MAX: i32 = 1 << 22;
/// The cost of a transaction beside its work: its begin and commit, and its application by others.
pub(crate) const TRANSACTION_COST_NS: u64 = 1_500;
/// A transaction that has run for so many times its cost is long enough.
const TIMES_COST_MAX: u64 = 128;
/// No abort counts for more, half the time of a transaction that is long enough: one that is rare
/// should not make all that follow short.
const LOSS_NS_MAX: u64 = TIMES_COST_MAX / 2 * TRANSACTION_COST_NS;
/// The part of the endings' time that counts as paid, one in so many: most of the time goes to the
/// places written, and is paid for each of them however long transactions are.
const ENDING_PARTS: u64 = 2;
/// The one sum must be so many times the other before the length changes.
const MARGIN: u64 = 2;

/// The transaction length of one thread.
#[derive(Debug)]
pub(crate) struct LengthControl {
    length: i32,
    /// The cost of recent begins and commits, in nanoseconds.
    paid_ns: u64,
    /// The cost of recent aborts, in nanoseconds.
    lost_ns: u64,
}

impl LengthControl {
    pub(crate) fn new() -> LengthControl {
        LengthControl {
            length: LENGTH_START,
            paid_ns: 0,
            lost_ns: 0,
        }
    }

    /// How many yield points the next transaction may pass.
    pub(crate) fn length(&self) -> i32 {
        self.length
    }

    /// Whether aborts keep transactions short now.
    pub(crate) fn is_cautious(&self) -> bool {
        self.lost_ns > 0
    }

    /// Accounts for a transaction that has committed: it has run for `spent_ns`, of which its end
    /// took `ending_ns`; `used_up`: it ended because its length was used up.
    pub(crate) fn committed(&mut self, used_up: bool, spent_ns: u64, ending_ns: u64) {
        // (Others apply the commit.)
        let cost_ns = TRANSACTION_COST_NS + 2 * ending_ns;
        self.paid_ns += TRANSACTION_COST_NS + ending_ns / ENDING_PARTS;
        self.balance(used_up && spent_ns < TIMES_COST_MAX * cost_ns);
    }

    /// Accounts for a transaction that has aborted after so many nanoseconds.
    pub(crate) fn aborted(&mut self, lost_ns: u64) {
        self.lost_ns += lost_ns.clamp(TRANSACTION_COST_NS, LOSS_NS_MAX);
        self.balance(false);
    }

    fn balance(&mut self, may_grow: bool) {
        if self.lost_ns > MARGIN * self.paid_ns {
            self.length = (self.length / 2).max(LENGTH_MIN);
            // Half as long, they abort half as often and lose half as much by it: less is to be
            // made up for than was lost.
            self.lost_ns /= 2;
            self.forget();
        } else if self.paid_ns > MARGIN * self.lost_ns && may_grow {
            self.length = (self.length * 2).min(LENGTH_MAX);
            self.forget();
        } else if self.paid_ns > 64 * TRANSACTION_COST_NS {
            self.forget();
        }
        debug_assert!((LENGTH_MIN..=LENGTH_MAX).contains(&self.length));
    }

    fn forget(&mut self) {
        self.paid_ns /= 2;
        self.lost_ns /= 2;
        if self.lost_ns < TRANSACTION_COST_NS / 16 {
            self.lost_ns = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_grows_while_nothing_aborts_and_shrinks_when_something_does() {
        let mut control = LengthControl::new();
        for _ in 0..100 {
            control.committed(true, 1_000, 0);
        }
        assert_eq!(control.length(), LENGTH_MAX);
        assert!(!control.is_cautious());
        control.aborted(1_000_000);
        assert!(control.length() <= LENGTH_MAX / 2 && control.is_cautious());
        for _ in 0..100 {
            control.aborted(10_000);
        }
        assert_eq!(control.length(), LENGTH_MIN);
        for _ in 0..200 {
            control.committed(true, 1_000, 0);
        }
        assert_eq!(control.length(), LENGTH_MAX, "forgotten");
    }

    #[test]
    fn dear_commits_make_longer_transactions_than_cheap_ones() {
        let settled = |ending_ns: u64| {
            let mut control = LengthControl::new();
            for _ in 0..100 {
                let spent_ns = 10 * control.length() as u64 + ending_ns;
                control.committed(true, spent_ns, ending_ns);
            }
            control.length()
        };
        let (cheap, dear) = (settled(0), settled(200_000));
        assert!((10_000..100_000).contains(&cheap), "{cheap}");
        assert!(dear > 1_000_000, "{dear}");
    }

    /// Each yield point takes 50 ns and aborts its transaction with a probability of one to
    /// `rarity`: the time lost to aborts about equals the time spent on commits.
    fn settled_length(rarity: i32) -> i32 {
        let random = crate::support::random::Random::new(7);
        let mut control = LengthControl::new();
        let mut lengths: Vec<i32> = (0..4_000)
            .map(|_| {
                let length = control.length();
                let failed_at = (0..length).find(|_| random.below(rarity as usize) == 0);
                match failed_at {
                    Some(at) => control.aborted(50 * at as u64),
                    None => control.committed(true, 50 * length as u64, 0),
                }
                length
            })
            .collect();
        lengths.sort_unstable();
        lengths[lengths.len() / 2]
    }

    #[test]
    fn rarer_collisions_make_longer_transactions() {
        let (often, rarely) = (settled_length(500), settled_length(50_000));
        assert!((64..=512).contains(&often), "{often}");
        assert!((1_024..=8_192).contains(&rarely), "{rarely}");
    }
}
