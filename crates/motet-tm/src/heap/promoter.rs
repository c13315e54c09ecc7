//! Allocation in the old space, by the collectors of threads.
//!
//! A *promoter* has groups open, one for each class of size and mutability that it has met: some
//! ten of 64 KB, each with a private copy in every segment if objects of it are written. So it
//! belongs to a segment, not to a thread: a server with a thread for each of its 2,000 connections
//! would have 20,000 groups open, of which a few hundred bytes each are used, and no collection
//! sweeps an open group or takes its private copies away.
//!
//! ```text
//!              take (a thread has got the segment)
//!   resting ──────────────────────────────────────▶ in the thread's heap
//!      ▲  │                                            │
//!      │  │ retire (a major collection)                │
//!      │  └────▶ without an open group, resting        │
//!      └───────────────────────────────────────────────┘
//!              give (before the thread gives the segment back)
//! ```
//!
//! (Under hardware transactions a thread keeps its promoter until its end: there the objects of two
//! threads in one line of the cache are a conflict.)
//!
//! Why that is right: a segment has one thread at a time, and the promoter changes hands only
//! between two transactions of that thread (under a lock: while the thread has settled all that it
//! has promoted). Then nothing is promoted that is not published, and a bump is just a free run, in
//! which any thread may go on. A collector reads the promoters of threads that are parked inside
//! of a transaction; so a thread takes its promoter after it has ended its parking, and lets it
//! rest before it parks.

use std::sync::{Mutex, MutexGuard};

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

/// A segment's allocation state in the old space, used by the collector of its thread.
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
            ..Promoter::NONE
        }
    }

    /// In place of a promoter that rests: it has no classes.
    pub(crate) const NONE: Promoter = Promoter {
        bumps: Vec::new(),
        open: Vec::new(),
        touched: Vec::new(),
        closed: Vec::new(),
        filled: Vec::new(),
        entered: Vec::new(),
        is_pinned: false,
    };

    /// Whether it is [`Promoter::NONE`].
    pub(crate) fn is_none(&self) -> bool {
        self.bumps.is_empty()
    }

    /// Reserves room for an object of `bytes` (a multiple of 16): see
    /// [`SharedHeap::reserve`](crate::heap::shared::SharedHeap::reserve). `None` when the old space
    /// is full.
    pub(super) fn reserve(
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

    /// Leaves the rest of its groups to others.
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

/// The promoters of segments in which no thread runs. (Under the lock there is one, of segment 0.)
pub(crate) struct Resting {
    /// By segment; none while a thread has it, and before the first.
    /// Writers: the segment's thread, and a major collection.
    by_segment: Vec<Mutex<Option<Promoter>>>,
}

impl Resting {
    /// `segments`: how many there are beside segment 0.
    pub(crate) fn new(segments: usize) -> Resting {
        Resting {
            by_segment: (0..=segments).map(|_| Mutex::new(None)).collect(),
        }
    }

    fn place(&self, segment: usize) -> MutexGuard<'_, Option<Promoter>> {
        let place = self.by_segment[segment].lock();
        place.expect("no panic under this lock")
    }

    /// Takes the promoter of a segment that a thread has got.
    pub(crate) fn take(&self, segment: usize) -> Promoter {
        let resting = self.place(segment).take();
        resting.unwrap_or_else(Promoter::new)
    }

    /// Lets the promoter of a segment rest, which its thread is about to give back.
    pub(crate) fn give(&self, segment: usize, promoter: Promoter) {
        debug_assert!(!promoter.is_none(), "the thread had taken one");
        debug_assert!(!promoter.has_promoted() && promoter.filled.is_empty());
        let before = self.place(segment).replace(promoter);
        debug_assert!(before.is_none(), "a segment has one promoter");
    }

    /// Leaves the open groups of all promoters that rest to others. The world is stopped.
    pub(crate) fn retire(&self, space: &OldSpace) {
        for segment in 0..self.by_segment.len() {
            if let Some(promoter) = self.place(segment).as_mut() {
                promoter.retire(space);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::space::small_space;

    #[test]
    fn the_next_thread_of_a_segment_goes_on_in_its_open_groups() {
        let space = small_space();
        let resting = Resting::new(2);
        let reserve = |segment| {
            let mut promoter = resting.take(segment);
            let place = promoter.reserve(&space, 32, true).expect("room");
            promoter.commit();
            resting.give(segment, promoter);
            place
        };
        let (first, other) = (reserve(1), reserve(2));
        assert_eq!(reserve(1), Offset(first.0 + 32));
        assert_eq!(space.groups().in_use(), 2);
        resting.retire(&space);
        let all = [first, other].map(|place| space.group_of(place));
        assert!(all.iter().all(|group| !space.groups().is_owned(*group)));
        let next = reserve(2);
        let free = [Offset(first.0 + 64), Offset(other.0 + 32)];
        assert!(free.contains(&next), "it goes on in a group that is there");
        assert_eq!(space.groups().in_use(), 2);
    }

    #[test]
    fn an_abort_gives_the_room_back() {
        let space = small_space();
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
        let space = small_space();
        let mut promoter = Promoter::new();
        let mut count = 0;
        while promoter.reserve(&space, 40_000 / 16 * 16, true).is_some() {
            count += 1;
            assert!(count <= 32);
        }
        assert_eq!(count, 32);
    }
}
