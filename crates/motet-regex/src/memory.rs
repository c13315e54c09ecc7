//! The memory of a matcher: the ways that it could still try, and the counts of repeats. Both lists
//! may be long, so they go from one matcher of a thread to the next.

use std::cell::Cell;

/// The purpose of an entry of the stack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Restore mark `index` to `place`, and the last group to `extra`.
    Restore,
    /// Go on from there.
    Continue,
    /// Try the alternative at `index`.
    Branch,
    /// Give back one character, down to `extra`, and go on.
    Greedy,
    /// Take one character more than `extra` and go on.
    Lazy,
    /// Pass the body of a lazy repeat once more.
    LazyBody,
    /// Barriers, by the sub-pattern that stands above them.
    LookAround,
    LookAroundNot,
    Atomic,
    Possessive,
}

/// What is to be taken back or tried when an operation fails.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) way: Way,
    pub(crate) index: u32,
    pub(crate) place: usize,
    pub(crate) extra: usize,
    /// The state before: the current repeat, the number of repeats, the barrier.
    pub(crate) repeat: u32,
    pub(crate) repeats: u32,
    pub(crate) barrier: u32,
}

/// How often the body of a repeat was passed.
#[derive(Clone, Copy)]
pub(crate) struct Repeat {
    /// The index of the repeat in the code.
    pub(crate) index: u32,
    pub(crate) count: u32,
    /// The start of the last pass that need not have been.
    pub(crate) last: usize,
    /// The repeat around it.
    pub(crate) previous: u32,
}

/// Longer lists go back to the system.
const KEPT_ENTRIES_MAX: usize = 1 << 16;

type Lists = (Vec<Entry>, Vec<Repeat>);

thread_local! {
    /// The lists of a matcher of this thread that is over; empty.
    static KEPT: Cell<Lists> = const { Cell::new((Vec::new(), Vec::new())) };
}

/// The lists of a matcher.
pub(crate) struct Memory {
    pub(crate) stack: Vec<Entry>,
    pub(crate) repeats: Vec<Repeat>,
}

impl Memory {
    /// Empty lists.
    pub(crate) fn of_thread() -> Memory {
        // A thread that ends has none any more.
        let (stack, repeats) = KEPT.try_with(Cell::take).unwrap_or_default();
        debug_assert!(stack.is_empty() && repeats.is_empty(), "a matcher begins");
        Memory { stack, repeats }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let most = self.stack.capacity().max(self.repeats.capacity());
        if !(1..=KEPT_ENTRIES_MAX).contains(&most) {
            return;
        }
        let mut lists = (
            std::mem::take(&mut self.stack),
            std::mem::take(&mut self.repeats),
        );
        lists.0.clear();
        lists.1.clear();
        // In a thread that ends they go back to the system.
        let _ = KEPT.try_with(|kept| kept.set(lists));
    }
}
