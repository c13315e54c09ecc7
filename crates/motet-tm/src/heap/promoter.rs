//! A thread's allocation in the old space, by its collector.

use crate::heap::groups::{GroupIndex, Partial, Run};
use crate::heap::size_class::{CLASSES, SHARED_BYTES_MAX, room_of, size_class};
use crate::heap::space::OldSpace;
use crate::object::value::Offset;

/// The place at which a promoter goes on in one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bump {
    /// The beginning of the running transaction's promotions into this group.
    since: Offset,
    next: Offset,
    end: Offset,
}

const BUMP_NONE: Bump = Bump {
    since: Offset(0),
    next: Offset(0),
    end: Offset(0),
};

/// A stretch of a group that the running transaction has promoted objects into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PromotedRange {
    /// First byte.
    pub(crate) start: Offset,
    /// Byte after the last.
    pub(crate) end: Offset,
}

/// A thread's allocation state in the old space. Owned by the mutator, used by its collector.
///
/// Its groups are marked as *owned*, so that a major collection does not sweep them: the ones that
/// are open, and until the end of the transaction also those that it has filled.
pub(crate) struct Promoter {
    /// By class; the immutable classes first, then the mutable ones.
    bumps: Vec<Bump>,
    /// By class: the group that the bump lies in, with the free runs behind it, last first.
    open: Vec<Option<Partial>>,
    /// Exactly the classes whose bump has `since < next`. Empty between transactions.
    touched: Vec<usize>,
    /// Ranges of this transaction in runs that are full, and its large objects.
    closed: Vec<PromotedRange>,
    /// Exactly the owned groups that are not open (of large objects the first).
    filled: Vec<GroupIndex>,
    /// Exactly the groups whose gates the running collection holds.
    pub(crate) entered: Vec<GroupIndex>,
    /// Whether its objects are pinned: their groups have no owner and are never swept.
    is_pinned: bool,
}

impl Promoter {
    /// Allocates pinned objects: their groups have no owner and are never swept.
    pub(crate) fn of_pinned() -> Promoter {
        Promoter {
            is_pinned: true,
            ..Promoter::new()
        }
    }

    pub(crate) fn new() -> Promoter {
        Promoter {
            bumps: vec![BUMP_NONE; 2 * CLASSES],
            open: vec![None; 2 * CLASSES],
            touched: Vec::new(),
            closed: Vec::new(),
            filled: Vec::new(),
            entered: Vec::new(),
            is_pinned: false,
        }
    }

    /// Reserves room for an object of `bytes` (a multiple of 16).
    /// `None` when the old space is full.
    pub(crate) fn reserve(
        &mut self,
        space: &OldSpace,
        bytes: u64,
        mutable: bool,
    ) -> Option<Offset> {
        if bytes > SHARED_BYTES_MAX {
            let start = space.take_large(bytes, self.is_pinned)?;
            if !self.is_pinned {
                self.filled.push(space.group_of(start));
            }
            self.closed.push(PromotedRange {
                start,
                end: Offset(start.0 + bytes),
            });
            return Some(start);
        }
        let (size_class, room) = size_class(bytes);
        let class = size_class + if mutable { CLASSES } else { 0 };
        let bump = self.bumps[class];
        if bump.next.0 + room > bump.end.0 {
            self.refill(space, class)?;
        }
        let bump = &mut self.bumps[class];
        if bump.since == bump.next {
            self.touched.push(class);
        }
        let start = bump.next;
        bump.next = Offset(start.0 + room);
        Some(start)
    }

    /// Goes on in the next free run of the open group, or in another group.
    fn refill(&mut self, space: &OldSpace, class: usize) -> Option<()> {
        let next = self.open[class].as_mut().and_then(|group| group.runs.pop());
        let run = match next {
            Some(run) => run,
            None => {
                let mut taken = space.take_small(class, self.is_pinned)?;
                let run = taken.runs.pop().expect("a group with a free run");
                let full = self.open[class].replace(taken);
                if let Some(full) = full.filter(|_| !self.is_pinned) {
                    self.filled.push(full.group);
                }
                run
            }
        };
        let full = self.bumps[class];
        if full.since < full.next {
            self.closed.push(PromotedRange {
                start: full.since,
                end: full.next,
            });
            self.touched.retain(|touched| *touched != class);
        }
        self.bumps[class] = Bump {
            since: run.start,
            next: run.start,
            end: run.end,
        };
        Some(())
    }

    /// Whether the running transaction has promoted anything.
    pub(crate) fn has_promoted(&self) -> bool {
        !self.touched.is_empty() || !self.closed.is_empty()
    }

    /// Releases the groups that the transaction, which is over, has filled: they may be swept.
    pub(crate) fn release_filled(&mut self, space: &OldSpace) {
        for group in self.filled.drain(..) {
            space.groups().release(group);
        }
    }

    /// Leaves the rest of the thread's groups to others at its end.
    pub(crate) fn retire(&mut self, space: &OldSpace) {
        debug_assert!(self.entered.is_empty(), "gates are left before the end");
        self.release_filled(space);
        for class in 0..self.open.len() {
            let bump = std::mem::replace(&mut self.bumps[class], BUMP_NONE);
            if let Some(mut group) = self.open[class].take() {
                if bump.next.0 + room_of(class) <= bump.end.0 {
                    group.runs.push(Run {
                        start: bump.next,
                        end: bump.end,
                    });
                }
                space.groups().give_back(class, group);
            }
        }
    }

    /// The ranges that the running transaction has promoted.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = PromotedRange> + '_ {
        let open = self.touched.iter().map(|class| {
            let bump = self.bumps[*class];
            PromotedRange {
                start: bump.since,
                end: bump.next,
            }
        });
        self.closed.iter().copied().chain(open)
    }

    /// Ends a transaction that has committed: its promoted objects are now visible to all.
    pub(crate) fn commit(&mut self) {
        debug_assert!(self.entered.is_empty(), "gates are left before the end");
        for class in self.touched.drain(..) {
            let bump = &mut self.bumps[class];
            bump.since = bump.next;
        }
        self.closed.clear();
    }

    /// Ends a transaction that has aborted: its promotions into groups that are still open are free
    /// again. (Groups filled meanwhile are left to the major collection.)
    pub(crate) fn abort(&mut self) {
        debug_assert!(self.entered.is_empty(), "gates are left before the end");
        for class in self.touched.drain(..) {
            let bump = &mut self.bumps[class];
            bump.next = bump.since;
        }
        self.closed.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::memory::Extent;

    #[test]
    fn an_abort_gives_the_room_back() {
        let space = OldSpace::new(Extent::new(1 << 20, 1 << 20), 1 << 20, 1 << 20);
        let mut promoter = Promoter::new();
        let first = promoter.reserve(&space, 32, true).expect("room");
        promoter.commit();
        let second = promoter.reserve(&space, 32, true).expect("room");
        let third = promoter.reserve(&space, 32, true).expect("room");
        assert_eq!((second.0 - first.0, third.0 - second.0), (32, 32));
        promoter.abort();
        assert_eq!(promoter.reserve(&space, 32, true), Some(second));
    }

    #[test]
    fn the_end_of_the_space_is_an_answer_not_a_crash() {
        let space = OldSpace::new(Extent::new(1 << 20, 1 << 20), 1 << 20, 1 << 20);
        let mut promoter = Promoter::new();
        let mut count = 0;
        while promoter.reserve(&space, 40_000 / 16 * 16, true).is_some() {
            count += 1;
            assert!(count <= 16);
        }
        assert_eq!(count, 16);
    }
}
