//! The use of each group of the old space, and the free groups and slots.
//!
//! ```text
//!          take: small, large, pinned              sweep: all dead
//!   Free ───────────────────────────────▶ in use ────────────────────▶ Free ──▶ Returned
//!    ▲                                      ▲ │ sweep: partly dead      (its memory is given back)
//!    │                                      │ ▼
//!    └── Returned counts as free         partial: its free slots are handed out as runs
//! ```
//!
//! A group that a promoter fills is *owned* by it, and not swept until it is released.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::heap::place_bytes::table_of_zeros;
use crate::heap::size_class::CLASSES;
use crate::object::value::Offset;

/// Index of a group in the old space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) struct GroupIndex(pub(crate) u32);

/// The use of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Nothing.
    Free,
    /// Nothing, and its memory was given back to the system.
    Returned,
    /// Slots of a size class (of a promoter: immutable ones first, then the mutable ones).
    Small { class: usize },
    /// The first of the groups of a large object.
    Head { groups: u32 },
    /// A later one: so many groups behind the first.
    Tail { distance: u32 },
    /// Pinned objects.
    Pinned,
}

/// Bit of a group's word: a promoter fills it.
const OWNED: u32 = 1 << 31;
const ARGUMENT_SHIFT: u32 = 3;

impl Kind {
    fn encode(self) -> u32 {
        let (tag, argument) = match self {
            Kind::Free => (0, 0),
            Kind::Returned => (1, 0),
            Kind::Small { class } => (2, class as u32),
            Kind::Head { groups } => (3, groups),
            Kind::Tail { distance } => (4, distance),
            Kind::Pinned => (5, 0),
        };
        let word = tag | argument << ARGUMENT_SHIFT;
        assert!(word & OWNED == 0 && argument == word >> ARGUMENT_SHIFT);
        word
    }

    fn decode(word: u32) -> Kind {
        let argument = (word & !OWNED) >> ARGUMENT_SHIFT;
        match word & ((1 << ARGUMENT_SHIFT) - 1) {
            0 => Kind::Free,
            1 => Kind::Returned,
            2 => Kind::Small {
                class: argument as usize,
            },
            3 => Kind::Head { groups: argument },
            4 => Kind::Tail { distance: argument },
            5 => Kind::Pinned,
            other => unreachable!("group kind {other}"),
        }
    }

    /// Whether one object has it for itself.
    pub(crate) fn is_of_large_object(self) -> bool {
        matches!(self, Kind::Head { .. } | Kind::Tail { .. })
    }

    /// Whether objects may lie in it.
    pub(crate) fn is_in_use(self) -> bool {
        !matches!(self, Kind::Free | Kind::Returned)
    }
}

/// Consecutive groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GroupRange {
    pub(crate) start: u32,
    pub(crate) count: u32,
}

/// Consecutive free slots of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) start: Offset,
    pub(crate) end: Offset,
}

/// A group with its free slots, last first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Partial {
    pub(crate) group: GroupIndex,
    pub(crate) runs: Vec<Run>,
}

impl Partial {
    fn free_bytes(&self) -> u64 {
        self.runs.iter().map(|run| run.end.0 - run.start.0).sum()
    }
}

/// The free groups and slots.
pub(crate) struct Free {
    /// The first group that was never handed out.
    next: u32,
    /// Exactly the free groups before that; sorted, none adjacent to another.
    ranges: Vec<GroupRange>,
    /// By class: groups without an owner, with free slots.
    partial: Vec<Vec<Partial>>,
}

impl Free {
    pub(crate) fn next(&self) -> u32 {
        self.next
    }

    fn replace(&mut self, ranges: Vec<GroupRange>, mut partial: Vec<Vec<Partial>>) {
        let is_sorted = ranges
            .windows(2)
            .all(|pair| pair[0].start + pair[0].count < pair[1].start);
        assert!(is_sorted && partial.len() == 2 * CLASSES);
        // The fullest are used first (from the end): the others may become free altogether.
        for class in &mut partial {
            class.sort_by_key(|partial| std::cmp::Reverse(partial.free_bytes()));
        }
        (self.ranges, self.partial) = (ranges, partial);
    }

    /// Where the free groups at the end begin: those that were never handed out, and a free range
    /// in front of them.
    fn last_start(&self) -> u32 {
        let last = self.ranges.last();
        let adjoins = last.filter(|range| range.start + range.count == self.next);
        adjoins.map_or(self.next, |range| range.start)
    }

    /// How often so many consecutive groups can be taken, of `total` groups.
    fn times(&self, count: u32, total: u32) -> u32 {
        let last = self.last_start();
        let before = self.ranges.iter().filter(|range| range.start < last);
        let times = before.map(|range| range.count / count).sum::<u32>();
        times + (total - last) / count
    }

    /// First fit; else the free groups at the end.
    fn take(&mut self, count: u32, total: u32) -> Option<u32> {
        if let Some(place) = self.ranges.iter().position(|range| range.count >= count) {
            let range = &mut self.ranges[place];
            let start = range.start;
            range.start += count;
            range.count -= count;
            if range.count == 0 {
                self.ranges.remove(place);
            }
            return Some(start);
        }
        let start = self.last_start();
        let end = start.checked_add(count).filter(|end| *end <= total)?;
        if start < self.next {
            self.ranges.pop();
        }
        self.next = end;
        Some(start)
    }
}

/// The table of groups.
pub(crate) struct Groups {
    /// For each group its [`Kind`], and whether it is [`OWNED`]. Writers: the thread that takes it,
    /// under the lock; its owner (release); a sweep, under the lock, with the world stopped.
    /// Relaxed: the lock and the stop order all accesses that need it.
    words: Box<[AtomicU32]>,
    /// How many groups are in use. As `words`.
    in_use: AtomicU32,
    /// Bytes in free slots of groups without an owner. Writers: under the lock. Relaxed: a sum for
    /// decisions.
    partial_bytes: AtomicU64,
    free: Mutex<Free>,
}

impl Groups {
    pub(crate) fn new(count: u32) -> Groups {
        Groups {
            words: table_of_zeros(count as usize),
            in_use: AtomicU32::new(0),
            partial_bytes: AtomicU64::new(0),
            free: Mutex::new(Free {
                next: 0,
                ranges: Vec::new(),
                partial: vec![Vec::new(); 2 * CLASSES],
            }),
        }
    }

    fn word(&self, group: GroupIndex) -> &AtomicU32 {
        &self.words[group.0 as usize]
    }

    /// The use of a group.
    #[inline]
    pub(crate) fn kind(&self, group: GroupIndex) -> Kind {
        Kind::decode(self.word(group).load(Ordering::Relaxed))
    }

    /// Whether a promoter fills it.
    pub(crate) fn is_owned(&self, group: GroupIndex) -> bool {
        self.word(group).load(Ordering::Relaxed) & OWNED != 0
    }

    pub(crate) fn in_use(&self) -> u32 {
        self.in_use.load(Ordering::Relaxed)
    }

    /// How often so many consecutive groups can be taken.
    pub(crate) fn times(&self, count: u32) -> u32 {
        self.lock().times(count, self.words.len() as u32)
    }

    /// Locks the free groups: no thread takes or gives back a group while the guard lives.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Free> {
        self.free.lock().expect("no panic under this lock")
    }

    /// Bytes in free slots of groups in use that no promoter fills.
    pub(crate) fn partial_bytes(&self) -> u64 {
        self.partial_bytes.load(Ordering::Relaxed)
    }

    /// Replaces the free ranges and slots by those that a sweep has found.
    pub(crate) fn replace_free(
        &self,
        free: &mut Free,
        ranges: Vec<GroupRange>,
        partial: Vec<Vec<Partial>>,
    ) {
        let partial_bytes = partial.iter().flatten().map(Partial::free_bytes).sum();
        self.partial_bytes.store(partial_bytes, Ordering::Relaxed);
        free.replace(ranges, partial);
    }

    /// Takes consecutive groups; the first gets `kind`. The caller owns it, unless pinned.
    pub(crate) fn take(&self, count: u32, kind: Kind) -> Option<GroupIndex> {
        let mut free = self.lock();
        let first = free.take(count, self.words.len() as u32)?;
        for distance in 0..count {
            let kind = match kind {
                Kind::Head { .. } if distance > 0 => Kind::Tail { distance },
                _ => kind,
            };
            let is_owned = kind != Kind::Pinned && distance == 0;
            let owned = if is_owned { OWNED } else { 0 };
            let group = GroupIndex(first + distance);
            let before = self
                .word(group)
                .swap(kind.encode() | owned, Ordering::Relaxed);
            assert!(!Kind::decode(before).is_in_use(), "a free group is taken");
        }
        self.in_use.fetch_add(count, Ordering::Relaxed);
        drop(free);
        Some(GroupIndex(first))
    }

    /// Takes a group with free slots of a class. The caller owns it.
    pub(crate) fn take_partial(&self, class: usize) -> Option<Partial> {
        let mut free = self.lock();
        let taken = free.partial[class].pop()?;
        self.partial_bytes
            .fetch_sub(taken.free_bytes(), Ordering::Relaxed);
        let before = self.word(taken.group).fetch_or(OWNED, Ordering::Relaxed);
        assert_eq!(before, Kind::Small { class }.encode(), "nobody owned it");
        Some(taken)
    }

    /// Gives a group of the caller's up; its free slots are left to the next sweep.
    pub(crate) fn release(&self, group: GroupIndex) {
        let before = self.word(group).fetch_and(!OWNED, Ordering::Relaxed);
        assert!(before & OWNED != 0, "only the owner releases a group");
    }

    /// Gives a group of the caller's up, with its free slots.
    pub(crate) fn give_back(&self, class: usize, partial: Partial) {
        let mut free = self.lock();
        self.release(partial.group);
        if !partial.runs.is_empty() {
            self.partial_bytes
                .fetch_add(partial.free_bytes(), Ordering::Relaxed);
            free.partial[class].push(partial);
        }
    }

    /// A sweep has found that a group is free, or has given its memory back.
    pub(crate) fn set_free(&self, group: GroupIndex, kind: Kind) {
        assert!(!kind.is_in_use() && !self.is_owned(group));
        let before = self.word(group).swap(kind.encode(), Ordering::Relaxed);
        if Kind::decode(before).is_in_use() {
            self.in_use.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_survive_their_coding() {
        for kind in [
            Kind::Free,
            Kind::Returned,
            Kind::Small { class: 87 },
            Kind::Head { groups: 1 << 22 },
            Kind::Tail { distance: 7 },
            Kind::Pinned,
        ] {
            assert_eq!(Kind::decode(kind.encode()), kind);
            assert_eq!(Kind::decode(kind.encode() | OWNED), kind);
        }
    }

    #[test]
    fn free_groups_are_taken_first_fit_and_before_fresh_ones() {
        let groups = Groups::new(8);
        assert_eq!(
            groups.take(6, Kind::Head { groups: 6 }),
            Some(GroupIndex(0))
        );
        for number in [1, 3, 4] {
            groups.set_free(GroupIndex(number), Kind::Free);
        }
        let ranges = [(1, 1), (3, 2)].map(|(start, count)| GroupRange { start, count });
        groups
            .lock()
            .replace(ranges.to_vec(), vec![Vec::new(); 2 * CLASSES]);
        assert_eq!(groups.in_use(), 3);
        let small = Kind::Small { class: 2 };
        assert_eq!(
            groups.take(2, Kind::Head { groups: 2 }),
            Some(GroupIndex(3))
        );
        assert_eq!(groups.take(1, small), Some(GroupIndex(1)));
        assert_eq!((groups.times(1), groups.times(2)), (2, 1));
        assert_eq!(groups.take(1, small), Some(GroupIndex(6)));
        assert_eq!(groups.take(2, Kind::Head { groups: 2 }), None);
    }

    #[test]
    fn a_free_range_at_the_end_goes_together_with_fresh_groups() {
        let groups = Groups::new(8);
        let large = |count| Kind::Head { groups: count };
        assert_eq!(groups.take(6, large(6)), Some(GroupIndex(0)));
        for number in [4, 5] {
            groups.set_free(GroupIndex(number), Kind::Free);
        }
        let range = GroupRange { start: 4, count: 2 };
        groups
            .lock()
            .replace(vec![range], vec![Vec::new(); 2 * CLASSES]);
        assert_eq!([2, 4, 5].map(|count| groups.times(count)), [2, 1, 0]);
        assert_eq!(groups.take(3, large(3)), Some(GroupIndex(4)));
        assert_eq!(groups.take(1, large(1)), Some(GroupIndex(7)));
        assert_eq!(groups.take(1, large(1)), None);
    }
}
