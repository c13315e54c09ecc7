//! The effects of a thread on the heap, in builds with assertions: a host that declares the effects
//! of its operations checks the declarations against this. Without assertions nothing is counted,
//! and nothing of it costs anything.
//!
//! Each thread of the system counts its own barriers and allocations. An access to an object that
//! was allocated since counting began does not count: no other thread sees that object.

/// The effects since the last [`observe`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// Objects allocated.
    pub allocations: u64,
    /// Read barriers of objects that may change. Only transactions have read barriers.
    pub reads: u64,
    /// Words stored.
    pub writes: u64,
    /// Minor collections: new objects have moved.
    pub collections: u64,
}

#[cfg(all(debug_assertions, not(simulated), not(loom)))]
mod counting {
    use std::cell::RefCell;
    use std::ops::Range;

    use super::Observed;

    /// More new objects than these are not remembered apart: an access to anything above the first
    /// of them is taken for one to a new object.
    const REMEMBERED: usize = 64;

    #[derive(Default)]
    struct Log {
        observed: Observed,
        fresh: Vec<Range<u64>>,
    }

    impl Log {
        fn is_fresh(&self, offset: u64) -> bool {
            self.fresh.iter().any(|range| range.contains(&offset))
        }
    }

    thread_local! {
        static LOG: RefCell<Log> = const {
            RefCell::new(Log {
                observed: Observed { allocations: 0, reads: 0, writes: 0, collections: 0 },
                fresh: Vec::new(),
            })
        };
    }

    /// Returns the effects of this thread of the system since the last call.
    pub fn observe() -> Observed {
        LOG.with_borrow_mut(|log| {
            log.fresh.clear();
            std::mem::take(&mut log.observed)
        })
    }

    pub(crate) fn allocated(offset: u64, bytes: u64) {
        LOG.with_borrow_mut(|log| {
            log.observed.allocations += 1;
            let range = offset..offset + bytes;
            let is_full = log.fresh.len() == REMEMBERED;
            match log.fresh.last_mut() {
                // Allocation goes upwards: most objects lie right behind the one before.
                Some(last) if last.end == range.start => last.end = range.end,
                Some(last) if is_full => last.end = range.end,
                _ => log.fresh.push(range),
            }
        });
    }

    pub(crate) fn collected() {
        LOG.with_borrow_mut(|log| log.observed.collections += 1);
    }

    pub(crate) fn read(offset: u64) {
        LOG.with_borrow_mut(|log| {
            if !log.is_fresh(offset) {
                log.observed.reads += 1;
            }
        });
    }

    pub(crate) fn written(offset: u64) {
        LOG.with_borrow_mut(|log| {
            if !log.is_fresh(offset) {
                log.observed.writes += 1;
            }
        });
    }
}

#[cfg(not(all(debug_assertions, not(simulated), not(loom))))]
mod counting {
    use super::Observed;

    /// Returns no effects: nothing is counted.
    pub fn observe() -> Observed {
        Observed::default()
    }

    #[cfg(not(simulated))]
    #[inline(always)]
    pub(crate) fn allocated(_: u64, _: u64) {}
    #[inline(always)]
    pub(crate) fn collected() {}
    #[inline(always)]
    pub(crate) fn read(_: u64) {}
    #[cfg(not(simulated))]
    #[inline(always)]
    pub(crate) fn written(_: u64) {}
}

pub use counting::observe;
#[cfg(not(simulated))]
pub(crate) use counting::{allocated, written};
pub(crate) use counting::{collected, read};
