//! The old space: groups of 64 KB, each of one size class and one mutability.
//!
//! A *group* is the unit of privatising: the first write of a segment to an object of a group gives
//! that segment its own copy of the whole group (page costs make single pages far dearer), or of
//! the part that a large object takes of it. Objects that may be written are kept apart from
//! immutable ones, so that groups of the latter are never privatised.
//!
//! A thread promotes into groups that its segment has for itself (`heap/promoter.rs`), by bumping
//! over runs of free slots; only the taking of a group is global (`heap/groups.rs`). Each group has
//! a *gate*, held by a thread that promotes into it and by one that privatises it, so that neither
//! sees the other's work half done (`engine/copies.rs`).
//!
//! Memory that a major collection finds dead is handed out again: whole groups, and runs of slots.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use crate::heap::groups::{GroupIndex, GroupRange, Groups, Kind, Partial, Run};
use crate::heap::memory::Extent;
use crate::heap::place_bytes::table_of_zeros;
use crate::heap::size_class::room_of;
use crate::object::layout::round_up;
use crate::object::value::Offset;

/// Size of a group.
pub(crate) const GROUP_BYTES: u64 = 64 * 1024;

/// As [`OldSpace::limit_step_bytes`], in heaps that are not tiny.
const NEAR_LIMIT_STEP_BYTES: u64 = 1 << 20;

/// What the nurseries hold at most when the heap limit is noticed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nurseries {
    pub(crate) count: u32,
    /// Of one nursery, with what size classes waste.
    pub(crate) bytes_each: u64,
}

impl Nurseries {
    pub(crate) fn bytes(self) -> u64 {
        u64::from(self.count) * self.bytes_each
    }
}

/// The old space's global state.
pub(crate) struct OldSpace {
    extent: Extent,
    limit_bytes: u64,
    /// What is to have room behind the limit and its grace.
    nurseries: Nurseries,
    /// The use of each group, and the free ones.
    groups: Groups,
    /// A major collection is due when so much is in use. Writers: collections, and threads that
    /// are refused memory. Relaxed: it does not matter which thread sees it when.
    due_bytes: AtomicU64,
    /// For each group one bit for each segment that has a private copy of it.
    /// Writers: threads that privatise, under the group's gate (sets); a major collection (clears).
    /// Readers: any thread. AcqRel/Acquire.
    private_in: Box<[AtomicU64]>,
    /// For each group whether its private copies have been written since the last major collection.
    /// Writers: threads that write, and the collection. Relaxed: only memory and speed hang on it.
    copies_used: Box<[AtomicBool]>,
    /// For each group its gate: 0, or the number of the segment whose thread holds it.
    /// Writers: takers by compare-and-swap from 0, the holder. Acquire/Release.
    gates: Box<[AtomicU8]>,
}

impl OldSpace {
    /// `limit_bytes`: how much of the extent may be used. `due_bytes`: when the first major
    /// collection is due.
    pub(crate) fn new(
        extent: Extent,
        limit_bytes: u64,
        nurseries: Nurseries,
        due_bytes: u64,
    ) -> OldSpace {
        let groups = extent.old_bytes() / GROUP_BYTES;
        let count = groups as usize;
        assert!(
            limit_bytes + nurseries.bytes() <= extent.old_bytes(),
            "the limit, and what the nurseries hold, lie inside the mapping"
        );
        OldSpace {
            extent,
            limit_bytes,
            nurseries,
            groups: Groups::new(groups as u32),
            due_bytes: AtomicU64::new(due_bytes),
            private_in: table_of_zeros(count),
            copies_used: table_of_zeros(count),
            gates: table_of_zeros(count),
        }
    }

    /// The use of each group.
    #[inline]
    pub(crate) fn groups(&self) -> &Groups {
        &self.groups
    }

    /// Takes enough consecutive groups for a large object, or none when the space is full.
    pub(super) fn take_large(&self, bytes: u64, is_pinned: bool) -> Option<Offset> {
        let count = (round_up(bytes, GROUP_BYTES) / GROUP_BYTES) as u32;
        let kind = if is_pinned {
            Kind::Pinned
        } else {
            Kind::Head { groups: count }
        };
        let first = self.groups.take(count, kind)?;
        Some(self.group_start(first))
    }

    /// Takes a group with free slots of a class: one that is partly in use, else a free one.
    pub(super) fn take_small(&self, class: usize, is_pinned: bool) -> Option<Partial> {
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

    /// Bytes in use, without the slots of groups that the last sweep has found free. Where objects
    /// of different ages lie side by side, half of the groups in use may be such slots: if they
    /// made the next collection due later, they would only become more.
    pub(crate) fn filled_bytes(&self) -> u64 {
        self.used_bytes()
            .saturating_sub(self.groups.partial_bytes())
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

    /// Whether the limit is passed, or the free groups are so scattered that what the nurseries
    /// hold might have no room.
    pub(crate) fn is_limit_passed(&self) -> bool {
        self.would_pass_limit(0) || !self.has_room_for_nurseries()
    }

    /// Whether the limit is passed by no more than a transaction may that is about to end. (The
    /// last third of the grace is left to small pinned objects.)
    pub(crate) fn is_within_grace(&self) -> bool {
        let grace_bytes = self.limit_bytes.min(self.grace_bytes() / 3 * 2);
        self.used_bytes() <= self.limit_bytes + grace_bytes && self.has_room_for_nurseries()
    }

    /// By how much the limit may be passed.
    fn grace_bytes(&self) -> u64 {
        self.extent.old_bytes() - self.limit_bytes - self.nurseries.bytes()
    }

    /// A nursery may hold one large object, so there is room for it only where enough consecutive
    /// groups are free.
    fn has_room_for_nurseries(&self) -> bool {
        let groups = self.nurseries.bytes_each.div_ceil(GROUP_BYTES);
        self.groups.times(groups as u32) >= self.nurseries.count
    }

    /// Near the limit a collection is due when so much more is in use.
    pub(crate) fn limit_step_bytes(&self) -> u64 {
        NEAR_LIMIT_STEP_BYTES.min(self.limit_bytes / 16)
    }

    /// Whether the limit is passed by less than small pinned objects may pass it: they leave room
    /// for the objects of nurseries.
    pub(crate) fn is_within_pinned_grace(&self) -> bool {
        self.used_bytes() < self.limit_bytes + self.grace_bytes()
    }

    /// When a major collection is due, in bytes that are filled.
    pub(crate) fn due_bytes(&self) -> u64 {
        self.due_bytes.load(Ordering::Relaxed)
    }

    /// A major collection is not due before `bytes` more are filled.
    pub(crate) fn put_off(&self, bytes: u64) {
        let due_bytes = self.filled_bytes() + bytes;
        self.set_due_bytes(due_bytes.max(self.due_bytes()));
    }

    pub(crate) fn set_due_bytes(&self, bytes: u64) {
        self.due_bytes.store(bytes, Ordering::Relaxed);
    }

    /// The start of the object to which the object or card at `offset` belongs. Pinned objects lie
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

    /// The start of a range of groups, and its length in bytes.
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

    /// The start of a group.
    pub(crate) fn group_start(&self, group: GroupIndex) -> Offset {
        Offset(self.extent.nursery_end + u64::from(group.0) * GROUP_BYTES)
    }

    /// One bit for each segment that has a private copy of the group.
    #[inline]
    pub(crate) fn private_in(&self, group: GroupIndex) -> &AtomicU64 {
        &self.private_in[group.0 as usize]
    }

    /// The private copies of a group are written.
    #[inline]
    pub(crate) fn note_use_of_copies(&self, group: GroupIndex) {
        let used = &self.copies_used[group.0 as usize];
        // (A look that changes nothing disturbs no other thread.)
        if !used.load(Ordering::Relaxed) {
            used.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the private copies of a group have been written since the last call. The world is
    /// stopped.
    pub(crate) fn end_use_of_copies(&self, group: GroupIndex) -> bool {
        self.copies_used[group.0 as usize].swap(false, Ordering::Relaxed)
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

/// A space for tests: sixteen groups up to the limit, and as many behind it.
#[cfg(test)]
pub(crate) fn small_space() -> OldSpace {
    let nurseries = Nurseries {
        count: 1,
        bytes_each: GROUP_BYTES,
    };
    OldSpace::new(Extent::new(1 << 20, 2 << 20), 1 << 20, nurseries, 1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_cut_at_the_borders_of_groups() {
        let space = small_space();
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
        let (space, group) = (small_space(), GroupIndex(3));
        assert!(space.try_enter_gate(group, 1));
        assert!(space.holds_gate(group, 1) && !space.holds_gate(group, 2));
        assert!(!space.try_enter_gate(group, 2));
        space.leave_gate(group, 1);
        assert!(space.try_enter_gate(group, 2));
    }
}
