//! The old space: groups of 64 KB, each of one size class and one mutability.
//!
//! A *group* is the unit of privatising: the first write of a segment to an object of a group gives
//! that segment its own copy of the whole group (page costs make single pages far dearer), or of
//! what a large object takes of it.
//! Objects that may be written are kept apart from immutable ones, so that groups of the latter are
//! never privatised.
//!
//! A thread promotes into groups that it has taken for itself ([`Promoter`]), by bumping over runs
//! of free slots; only the taking of a group is global (`heap/groups.rs`). Each group has a
//! *gate*, which whoever promotes into it and whoever privatises it hold, so that neither sees the
//! other's work half done (`engine/copies.rs`).
//!
//! What a major collection finds dead is handed out again: whole groups, and runs of slots.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::heap::groups::{GroupRange, Groups, Kind, Partial, Run};
use crate::heap::memory::Extent;
use crate::layout::round_up;
use crate::value::Offset;

/// Size of a group.
pub(crate) const GROUP_BYTES: u64 = 64 * 1024;

/// Index of a group in the old space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) struct GroupIndex(pub(crate) u32);

/// The old space's global state.
pub(crate) struct OldSpace {
    extent: Extent,
    limit_bytes: u64,
    /// What each group is used for, and which are free.
    groups: Groups,
    /// A major collection is due when so much is in use. Writers: collections, and whoever is
    /// refused memory. Relaxed: it does not matter who sees it when.
    due_bytes: AtomicU64,
    /// For each group one bit for each segment that has a private copy of it.
    /// Writers: whoever privatises, under the group's gate (sets); a major collection (clears).
    /// Readers: any thread. AcqRel/Acquire.
    private_in: Vec<AtomicU64>,
    /// For each group its gate: 0, or the number of the segment whose thread holds it.
    /// Writers: takers by compare-and-swap from 0, the holder. Acquire/Release.
    gates: Vec<AtomicU8>,
}

impl OldSpace {
    /// `limit_bytes`: how much of the extent may be used. `due_bytes`: when the first major
    /// collection is due.
    pub(crate) fn new(extent: Extent, limit_bytes: u64, due_bytes: u64) -> OldSpace {
        let groups = extent.old_bytes() / GROUP_BYTES;
        let private_in = (0..groups).map(|_| AtomicU64::new(0)).collect();
        let gates = (0..groups).map(|_| AtomicU8::new(0)).collect();
        assert!(
            limit_bytes <= extent.old_bytes(),
            "the limit lies inside the mapping"
        );
        OldSpace {
            extent,
            limit_bytes,
            groups: Groups::new(groups as u32),
            due_bytes: AtomicU64::new(due_bytes),
            private_in,
            gates,
        }
    }

    /// What each group is used for.
    #[inline]
    pub(crate) fn groups(&self) -> &Groups {
        &self.groups
    }

    /// Takes enough consecutive groups for a large object, or none when the space is full.
    fn take_large(&self, bytes: u64, is_pinned: bool) -> Option<Offset> {
        let count = (round_up(bytes, GROUP_BYTES) / GROUP_BYTES) as u32;
        let kind = if is_pinned {
            Kind::Pinned
        } else {
            Kind::Head { groups: count }
        };
        let first = self.groups.take(count, kind)?;
        self.assert_shared(first, count);
        Some(self.group_start(first))
    }

    /// Free groups have no private copies: those were taken away when they became free.
    fn assert_shared(&self, first: GroupIndex, count: u32) {
        for group in first.0..first.0 + count {
            let mask = self.private_in(GroupIndex(group)).load(Ordering::Relaxed);
            debug_assert_eq!(mask, 0, "a free group is shared");
        }
    }

    /// Takes a group with free slots of a class: one that is partly in use, else a free one.
    fn take_small(&self, class: usize, is_pinned: bool) -> Option<Partial> {
        let partial = if is_pinned {
            None
        } else {
            self.groups.take_partial(class)
        };
        if partial.is_some() {
            return partial;
        }
        let kind = if is_pinned {
            Kind::Pinned
        } else {
            Kind::Small { class }
        };
        let group = self.groups.take(1, kind)?;
        self.assert_shared(group, 1);
        let start = self.group_start(group);
        let run = Run {
            start,
            end: Offset(start.0 + GROUP_BYTES),
        };
        Some(Partial {
            group,
            runs: vec![run],
        })
    }

    /// Bytes in use, in whole groups.
    pub(crate) fn used_bytes(&self) -> u64 {
        u64::from(self.groups.in_use()) * GROUP_BYTES
    }

    /// The heap limit.
    pub(crate) fn limit_bytes(&self) -> u64 {
        self.limit_bytes
    }

    /// Whether `bytes` more would pass the heap limit.
    pub(crate) fn would_pass_limit(&self, bytes: u64) -> bool {
        self.used_bytes() + bytes > self.limit_bytes
    }

    /// All groups that were ever handed out.
    pub(crate) fn groups_handed_out(&self) -> impl Iterator<Item = GroupIndex> + use<> {
        let count = self.groups.lock().next();
        (0..count).map(GroupIndex)
    }

    /// Whether the limit is passed by no more than a transaction may that is about to end.
    pub(crate) fn is_within_grace(&self) -> bool {
        let slack_bytes = self.extent.old_bytes() - self.limit_bytes;
        self.used_bytes() <= self.limit_bytes + self.limit_bytes.min(slack_bytes / 2)
    }

    /// Whether the limit is passed by less than small pinned objects may pass it: they leave room
    /// for what nurseries hold.
    pub(crate) fn is_within_pinned_grace(&self) -> bool {
        let slack_bytes = self.extent.old_bytes() - self.limit_bytes;
        self.used_bytes() < self.limit_bytes + slack_bytes / 4 * 3
    }

    /// When a major collection is due, in bytes in use.
    pub(crate) fn due_bytes(&self) -> u64 {
        self.due_bytes.load(Ordering::Relaxed)
    }

    /// A major collection is not due before `bytes` more are in use.
    pub(crate) fn put_off(&self, bytes: u64) {
        self.set_due_bytes(self.used_bytes() + bytes);
    }

    pub(crate) fn set_due_bytes(&self, bytes: u64) {
        self.due_bytes.store(bytes, Ordering::Relaxed);
    }

    /// Where the object begins that the object or card at `offset` belongs to. Pinned objects lie
    /// one after another: of those only the list of them knows, so `None`.
    pub(crate) fn object_start(&self, offset: Offset) -> Option<Offset> {
        let group = self.group_of(offset);
        let start = self.group_start(group);
        match self.groups.kind(group) {
            Kind::Small { class } => {
                let room = room_of(class);
                Some(Offset(start.0 + (offset.0 - start.0) / room * room))
            }
            Kind::Head { .. } => Some(start),
            Kind::Tail { distance } => Some(self.group_start(GroupIndex(group.0 - distance))),
            Kind::Pinned => None,
            other => unreachable!("{offset:?} lies in a {other:?} group"),
        }
    }

    /// Where a range of groups begins, and how long it is in bytes.
    pub(crate) fn extent_of(&self, range: GroupRange) -> (Offset, u64) {
        let start = self.group_start(GroupIndex(range.start));
        (start, u64::from(range.count) * GROUP_BYTES)
    }

    /// The group that an offset of the old space lies in.
    #[inline]
    pub(crate) fn group_of(&self, offset: Offset) -> GroupIndex {
        debug_assert!(offset.0 >= self.extent.nursery_end && offset.0 < self.extent.end);
        GroupIndex(((offset.0 - self.extent.nursery_end) / GROUP_BYTES) as u32)
    }

    /// Where a group begins.
    pub(crate) fn group_start(&self, group: GroupIndex) -> Offset {
        Offset(self.extent.nursery_end + u64::from(group.0) * GROUP_BYTES)
    }

    /// One bit for each segment that has a private copy of the group.
    #[inline]
    pub(crate) fn private_in(&self, group: GroupIndex) -> &AtomicU64 {
        &self.private_in[group.0 as usize]
    }

    /// Whether the thread that runs in segment `number` holds the gate of a group.
    #[inline]
    pub(crate) fn holds_gate(&self, group: GroupIndex, number: usize) -> bool {
        usize::from(self.gates[group.0 as usize].load(Ordering::Relaxed)) == number
    }

    pub(crate) fn try_enter_gate(&self, group: GroupIndex, number: usize) -> bool {
        assert!(number != 0, "gates are for threads in private segments");
        self.gates[group.0 as usize]
            .compare_exchange(0, number as u8, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
    }

    pub(crate) fn leave_gate(&self, group: GroupIndex, number: usize) {
        let holder = self.gates[group.0 as usize].swap(0, Ordering::Release);
        assert_eq!(usize::from(holder), number, "only its holder leaves a gate");
    }

    /// A range, cut at the borders of groups: start and length of each part.
    pub(crate) fn parts(
        &self,
        start: Offset,
        bytes: u64,
    ) -> impl Iterator<Item = (Offset, u64)> + '_ {
        let end = start.0 + bytes;
        self.groups_of(start, bytes).map(move |group| {
            let first = self.group_start(group).0;
            let from = first.max(start.0);
            (Offset(from), (first + GROUP_BYTES).min(end) - from)
        })
    }

    /// The groups that a range of bytes touches.
    pub(crate) fn groups_of(
        &self,
        start: Offset,
        bytes: u64,
    ) -> impl Iterator<Item = GroupIndex> + use<> {
        debug_assert!(bytes > 0);
        let first = self.group_of(start).0;
        let last = self.group_of(Offset(start.0 + bytes - 1)).0;
        (first..=last).map(GroupIndex)
    }
}

/// Number of size classes; larger objects take whole groups of their own.
pub(crate) const CLASSES: usize = 44;
/// The largest object that shares a group.
pub(crate) const SHARED_BYTES_MAX: u64 = 32 * 1024;
/// Up to here, classes are 16 bytes apart.
const FINE_BYTES_MAX: u64 = 256;

/// The size class of an object and the bytes that it takes in its group.
/// Fine classes by 16 bytes, then four classes to each doubling.
fn size_class(bytes: u64) -> (usize, u64) {
    debug_assert!(bytes > 0 && bytes.is_multiple_of(16) && bytes <= SHARED_BYTES_MAX);
    if bytes <= FINE_BYTES_MAX {
        return ((bytes / 16 - 1) as usize, bytes);
    }
    let doubling = (bytes - 1).ilog2();
    let step = 1u64 << (doubling - 2);
    let rounded = round_up(bytes, step);
    let class =
        16 + (doubling as usize - 8) * 4 + ((rounded - (1 << doubling)) / step) as usize - 1;
    (class, rounded)
}

/// The bytes that an object of a class (of either mutability) takes in its group.
pub(crate) fn room_of(class: usize) -> u64 {
    let class = class % CLASSES;
    if class < 16 {
        return (class as u64 + 1) * 16;
    }
    let doubling = 8 + (class - 16) / 4;
    let quarters = (class - 16) as u64 % 4 + 1;
    (1 << doubling) + quarters * (1 << (doubling - 2))
}

/// Where a promoter goes on in one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bump {
    /// What the running transaction has promoted into this group begins here.
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
    /// Whether what it makes is pinned: nobody owns or sweeps the groups of pinned objects.
    is_pinned: bool,
}

impl Promoter {
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

    /// The transaction is over: the groups that it has filled may be swept.
    pub(crate) fn release_filled(&mut self, space: &OldSpace) {
        for group in self.filled.drain(..) {
            space.groups.release(group);
        }
    }

    /// The thread is over: what is left of its groups is for others.
    pub(crate) fn retire(&mut self, space: &OldSpace) {
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
                space.groups.give_back(class, group);
            }
        }
    }

    /// What the running transaction has promoted.
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

    /// The transaction has committed: what it promoted is now everybody's.
    pub(crate) fn commit(&mut self) {
        for class in self.touched.drain(..) {
            let bump = &mut self.bumps[class];
            bump.since = bump.next;
        }
        self.closed.clear();
    }

    /// The transaction has aborted: what it promoted into groups that are still open is free again.
    /// (Groups filled meanwhile are left to the major collection.)
    pub(crate) fn abort(&mut self) {
        for class in self.touched.drain(..) {
            let bump = &mut self.bumps[class];
            bump.next = bump.since;
        }
        self.closed.clear();
    }
}

/// Allocation of objects that never move and never go away, shared by all threads.
///
/// Its lock is also held by whoever privatises a group: so a pinned object is complete in every
/// view when the lock is let go, and an ordinary old object from then on.
pub(crate) struct PinnedAllocator {
    state: Mutex<PinnedState>,
}

/// What the lock of the [`PinnedAllocator`] guards.
pub(crate) struct PinnedState {
    pub(crate) promoter: Promoter,
    /// All pinned objects: roots of the major collection.
    pub(crate) objects: Vec<Offset>,
}

impl PinnedAllocator {
    pub(crate) fn new() -> PinnedAllocator {
        let mut promoter = Promoter::new();
        promoter.is_pinned = true;
        PinnedAllocator {
            state: Mutex::new(PinnedState {
                promoter,
                objects: Vec::new(),
            }),
        }
    }

    /// Nobody allocates pinned objects while the guard lives.
    pub(crate) fn lock_privatising(&self) -> MutexGuard<'_, PinnedState> {
        self.state.lock().expect("no panic under this lock")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> OldSpace {
        OldSpace::new(Extent::new(1 << 20, 1 << 20), 1 << 20, 1 << 20)
    }

    #[test]
    fn size_classes_are_dense_and_monotonous() {
        let mut last = None;
        for bytes in (16..=SHARED_BYTES_MAX).step_by(16) {
            let (class, room) = size_class(bytes);
            assert!(room >= bytes && class < CLASSES);
            assert_eq!(room_of(class), room);
            assert_eq!(room_of(class + CLASSES), room);
            assert!(room <= bytes + bytes / 4, "at most a quarter is wasted");
            if let Some((last_class, last_room)) = last {
                assert!(class == last_class && room == last_room || class == last_class + 1);
            }
            last = Some((class, room));
        }
        assert_eq!(last.map(|(class, _)| class), Some(CLASSES - 1));
    }

    #[test]
    fn an_abort_gives_the_room_back() {
        let space = space();
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
    fn ranges_are_cut_at_the_borders_of_groups() {
        let space = space();
        let start = space.group_start(GroupIndex(0));
        let parts: Vec<_> = space.parts(Offset(start.0 + 16), 2 * GROUP_BYTES).collect();
        let second = space.group_start(GroupIndex(1));
        let third = space.group_start(GroupIndex(2));
        assert_eq!(
            parts,
            [
                (Offset(start.0 + 16), GROUP_BYTES - 16),
                (second, GROUP_BYTES),
                (third, 16)
            ]
        );
    }

    #[test]
    fn a_gate_has_one_holder() {
        let (space, group) = (space(), GroupIndex(3));
        assert!(space.try_enter_gate(group, 1));
        assert!(space.holds_gate(group, 1) && !space.holds_gate(group, 2));
        assert!(!space.try_enter_gate(group, 2));
        space.leave_gate(group, 1);
        assert!(space.try_enter_gate(group, 2));
    }

    #[test]
    fn the_end_of_the_space_is_an_answer_not_a_crash() {
        let space = space();
        let mut promoter = Promoter::new();
        let mut count = 0;
        while promoter.reserve(&space, 40_000 / 16 * 16, true).is_some() {
            count += 1;
            assert!(count <= 16);
        }
        assert_eq!(count, 16);
    }
}
