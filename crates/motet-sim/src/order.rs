//! The order in which stretches took effect, written down; and a run in which they come one after
//! the other in that order, each by a thread that has the GIL.
//!
//! If the transactions of a run were strictly serialisable, a serial run in the order of their
//! commits does the same operations, stretch by stretch, and prints the same. Each stretch has a
//! *trace*, a hash of its operations and the lines that they stand on.

use std::fmt::Write as _;

use crate::scheduler::ThreadId;

/// The operations of a thread between getting the right to run and giving it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stretch {
    pub(crate) thread: ThreadId,
    /// How many operations; those of attempts that were aborted do not count.
    pub(crate) operations: u64,
    pub(crate) trace: u64,
}

/// The use that a run makes of the order.
#[derive(Debug, Default)]
pub(crate) enum Order {
    /// Nothing.
    #[default]
    Ignored,
    /// It is written down.
    Recorded(Vec<Stretch>),
    /// It is followed.
    Followed(Followed),
}

/// An order that is being followed.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    stretches: Vec<Stretch>,
    next: usize,
    /// How many stretches each thread has left.
    left: Vec<usize>,
    /// The time of the last change.
    progress_at: u64,
    /// The first difference.
    difference: Option<String>,
}

/// After so many cycles no thread waits any more for the one whose turn it is.
const PATIENCE_CYCLES: u64 = 10_000_000_000;

impl Order {
    /// The stretch of a thread is over, or a part of it in a run that follows an order. Whether the
    /// thread's account of it begins anew.
    pub(crate) fn stretch_over(&mut self, stretch: Stretch, now: u64) -> bool {
        match self {
            Order::Ignored => true,
            Order::Recorded(stretches) => {
                if stretch.operations > 0 {
                    stretches.push(stretch);
                }
                true
            }
            Order::Followed(followed) => followed.stretch_over(stretch, now),
        }
    }

    /// Whether a thread may take the GIL.
    pub(crate) fn allows(&self, thread: ThreadId) -> bool {
        match self {
            Order::Followed(followed) => followed.allows(thread),
            Order::Ignored | Order::Recorded(_) => true,
        }
    }

    /// Whether an order is followed.
    pub(crate) fn is_followed(&self) -> bool {
        matches!(self, Order::Followed(_))
    }

    /// Whether traces are wanted.
    pub(crate) fn is_ignored(&self) -> bool {
        matches!(self, Order::Ignored)
    }

    /// Whether the thread whose turn it is has not come for long.
    pub(crate) fn is_stuck(&self, now: u64) -> bool {
        match self {
            Order::Followed(followed) => now > followed.progress_at + PATIENCE_CYCLES,
            Order::Ignored | Order::Recorded(_) => false,
        }
    }

    /// How a run has differed from the order that it had to follow, if it has.
    pub(crate) fn difference(&self) -> Option<String> {
        let Order::Followed(followed) = self else {
            return None;
        };
        let rest = followed.stretches.len() - followed.next;
        let is_short = rest > 0;
        let short = is_short.then(|| format!("{rest} stretches were not reached"));
        followed.difference.clone().or(short)
    }

    /// One stretch a line: thread, operations, trace.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        if let Order::Recorded(stretches) = self {
            for stretch in stretches {
                // Writing to a string cannot fail.
                let _ = writeln!(
                    out,
                    "{} {} {:016x}",
                    stretch.thread, stretch.operations, stretch.trace
                );
            }
        }
        out
    }

    /// Reads a text of [`Order::text`], as an order to be followed.
    pub(crate) fn parse(text: &str) -> Option<Order> {
        let mut followed = Followed::default();
        for line in text.lines() {
            let mut words = line.split(' ');
            let stretch = Stretch {
                thread: words.next()?.parse().ok()?,
                operations: words.next()?.parse().ok()?,
                trace: u64::from_str_radix(words.next()?, 16).ok()?,
            };
            followed.stretches.push(stretch);
            if followed.left.len() <= stretch.thread {
                followed.left.resize(stretch.thread + 1, 0);
            }
            followed.left[stretch.thread] += 1;
        }
        Some(Order::Followed(followed))
    }
}

impl Followed {
    /// A thread that has no stretch left has nothing to do but to end.
    fn allows(&self, thread: ThreadId) -> bool {
        let left = self.left.get(thread).copied().unwrap_or(0);
        left == 0
            || self
                .stretches
                .get(self.next)
                .is_none_or(|stretch| stretch.thread == thread)
    }

    fn stretch_over(&mut self, done: Stretch, now: u64) -> bool {
        if done.operations == 0 || self.difference.is_some() {
            return true;
        }
        let Some(wanted) = self.stretches.get(self.next) else {
            self.difference = Some(format!("{done:?} comes after the last one"));
            return true;
        };
        if done.thread == wanted.thread && done.operations < wanted.operations {
            return false;
        }
        if done != *wanted {
            self.difference = Some(format!("number {}: {done:?}, not {wanted:?}", self.next));
            return true;
        }
        self.left[done.thread] -= 1;
        self.next += 1;
        self.progress_at = now;
        true
    }
}

/// Adds a number to a hash.
pub(crate) fn mix(hash: u64, number: u64) -> u64 {
    (hash ^ number)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(23)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretch(thread: ThreadId, operations: u64, trace: u64) -> Stretch {
        Stretch {
            thread,
            operations,
            trace,
        }
    }

    fn recorded() -> Order {
        let mut order = Order::Recorded(Vec::new());
        for (thread, operations) in [(0, 5), (1, 0), (1, 3), (0, 2)] {
            assert!(order.stretch_over(stretch(thread, operations, 7), 0));
        }
        order
    }

    #[test]
    fn a_recorded_order_is_followed_turn_by_turn() {
        let text = recorded().text();
        assert_eq!(text.lines().count(), 3, "stretches of nothing are left out");
        let mut order = Order::parse(&text).expect("what was written");
        assert!(order.allows(0) && !order.allows(1));
        assert!(!order.stretch_over(stretch(0, 4, 9), 1), "one is missing");
        assert!(!order.allows(1));
        assert!(order.stretch_over(stretch(0, 5, 7), 2));
        assert!(order.allows(1) && !order.allows(0));
        assert!(order.stretch_over(stretch(1, 3, 7), 3));
        assert!(order.allows(1), "it may end");
        assert_ne!(order.difference(), None, "not at the end yet");
        assert!(order.stretch_over(stretch(0, 2, 7), 4));
        assert_eq!(order.difference(), None);
    }

    #[test]
    fn differences_are_told() {
        let text = recorded().text();
        for wrong in [stretch(0, 6, 7), stretch(0, 5, 8), stretch(1, 5, 7)] {
            let mut order = Order::parse(&text).expect("what was written");
            order.stretch_over(wrong, 1);
            assert!(
                order
                    .difference()
                    .is_some_and(|text| text.starts_with("number 0"))
            );
        }
    }
}
