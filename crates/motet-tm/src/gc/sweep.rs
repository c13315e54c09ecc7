//! Sweeping, re-sharing, and giving memory back: the work that follows marking.

use std::sync::atomic::Ordering;

use crate::gc::marks::Marks;
use crate::gc::parking::Parked;
use crate::gc::thread_heap::ThreadHeap;
use crate::heap::groups::{GroupIndex, GroupRange, Kind, Partial, Run};
use crate::heap::shared::SharedHeap;
use crate::heap::size_class::{CLASSES, room_of};
use crate::heap::space::GROUP_BYTES;
use crate::object::value::Offset;

/// Free memory that is never given back, in groups.
const KEPT_GROUPS_MIN: u32 = 16;

/// The contents of free slots in debug builds: no layout has this number, and no reference this
/// tag.
const POISON: u64 = 0xdead_dead_dead_dead;

/// A running sweep. Holds the lock of the free groups.
struct Sweep<'a> {
    heap: &'a SharedHeap,
    marks: &'a Marks,
    ranges: Vec<GroupRange>,
    partial: Vec<Vec<Partial>>,
}

/// Finds the free groups and slots. Returns the bytes that were found dead.
pub(crate) fn sweep(heap: &SharedHeap, marks: &Marks) -> u64 {
    let groups = heap.space().groups();
    let mut free = groups.lock();
    let before = heap.space().filled_bytes();
    let mut sweep = Sweep {
        heap,
        marks,
        ranges: Vec::new(),
        partial: vec![Vec::new(); 2 * CLASSES],
    };
    let mut index = 0;
    while index < free.next() {
        index += sweep.group(GroupIndex(index));
    }
    let Sweep {
        ranges, partial, ..
    } = sweep;
    groups.replace_free(&mut free, ranges, partial);
    before.saturating_sub(heap.space().filled_bytes())
}

impl Sweep<'_> {
    /// Returns how many groups to go on.
    fn group(&mut self, group: GroupIndex) -> u32 {
        let groups = self.heap.space().groups();
        let is_owned = groups.is_owned(group);
        match groups.kind(group) {
            Kind::Free | Kind::Returned => {
                self.add_free(group, 1);
                1
            }
            Kind::Pinned => 1,
            Kind::Small { class } => {
                if !is_owned {
                    self.small(group, class);
                }
                1
            }
            Kind::Head { groups: count } => {
                let start = self.heap.space().group_start(group);
                if !is_owned && !self.marks.is_set(start) {
                    self.free(group, count);
                }
                count
            }
            Kind::Tail { .. } => unreachable!("a large object is swept as one"),
        }
    }

    fn free(&mut self, first: GroupIndex, count: u32) {
        let space = self.heap.space();
        for number in first.0..first.0 + count {
            space.groups().set_free(GroupIndex(number), Kind::Free);
            self.poison(space.group_start(GroupIndex(number)), GROUP_BYTES);
        }
        self.add_free(first, count);
    }

    fn add_free(&mut self, first: GroupIndex, count: u32) {
        match self.ranges.last_mut() {
            Some(last) if last.start + last.count == first.0 => last.count += count,
            _ => self.ranges.push(GroupRange {
                start: first.0,
                count,
            }),
        }
    }

    fn small(&mut self, group: GroupIndex, class: usize) {
        if !self.marks.is_any_set(group) {
            self.free(group, 1);
            return;
        }
        let room = room_of(class);
        let start = self.heap.space().group_start(group).0;
        let mut runs: Vec<Run> = Vec::new();
        // Runs are used from the end of the list.
        for slot in (0..GROUP_BYTES / room).rev() {
            let slot = start + slot * room;
            if self.marks.is_set(Offset(slot)) {
                continue;
            }
            self.poison(Offset(slot), room);
            match runs.last_mut() {
                Some(run) if run.start.0 == slot + room => run.start = Offset(slot),
                _ => runs.push(Run {
                    start: Offset(slot),
                    end: Offset(slot + room),
                }),
            }
        }
        if !runs.is_empty() {
            self.partial[class].push(Partial { group, runs });
        }
    }

    /// Fills free slots in debug builds, so that a use by mistake is noticed.
    fn poison(&self, start: Offset, bytes: u64) {
        if cfg!(debug_assertions) {
            for view in self.heap.views_of(start) {
                view.fill(start, 0, bytes / 8, POISON);
            }
        }
    }
}

/// Which private copies outlive a collection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Those of groups in which an open transaction has written, and of groups that a promoter
    /// fills: objects that its thread makes there are written next, and to make a copy costs as
    /// much as to fill it.
    Needed,
    /// Also those of groups that have been written since the last collection. Threads work on in
    /// the same groups mostly, be it that all objects of a group are dead and others take their
    /// places; and so much memory had to be there already.
    Used,
}

/// Takes the private copies away that are not to be kept; returns how many.
pub(crate) fn share_again(
    heap: &SharedHeap,
    threads: &[Parked<'_>],
    groups: u32,
    keep: Keep,
) -> u64 {
    let mut is_needed = vec![false; groups as usize];
    if keep == Keep::Used {
        note_used(heap, &mut is_needed);
    }
    for thread in threads {
        if let Parked::Inside(own, _) = thread {
            note_needed(heap, own, &mut is_needed);
        }
    }
    let segments = 1..=heap.memory().segment_count();
    segments
        .map(|segment| {
            share_segment_again(heap, segment, groups, |group| {
                !is_needed[group as usize] && !heap.space().groups().is_owned(GroupIndex(group))
            })
        })
        .sum()
}

/// Takes a segment's private copies of those groups below `groups` away that are chosen; returns
/// how many. The world is stopped, and the segment's view settled.
pub(crate) fn share_segment_again(
    heap: &SharedHeap,
    segment: usize,
    groups: u32,
    is_chosen: impl Fn(u32) -> bool,
) -> u64 {
    let (space, bit) = (heap.space(), 1 << segment);
    let mask = |group: u32| space.private_in(GroupIndex(group));
    let is_private = |group: u32| mask(group).load(Ordering::Relaxed) & bit != 0;
    let mut count = 0;
    for range in ranges_where(groups, |group| is_chosen(group) && is_private(group)) {
        let (start, bytes) = space.extent_of(range);
        heap.memory().share_again(segment, start, bytes);
        for group in range.start..range.start + range.count {
            mask(group).fetch_and(!bit, Ordering::AcqRel);
        }
        count += u64::from(range.count);
    }
    count
}

/// The groups of small objects that have been written since the last collection. (Of a large object
/// the copies go with it: they may have only its part of the last group.)
fn note_used(heap: &SharedHeap, is_needed: &mut [bool]) {
    let space = heap.space();
    for (group, is_needed) in (0..).map(GroupIndex).zip(is_needed) {
        let is_used = space.end_use_of_copies(group);
        *is_needed = is_used && !space.groups().kind(group).is_of_large_object();
    }
}

/// The groups in which an open transaction has written, or made objects.
fn note_needed(heap: &SharedHeap, own: &ThreadHeap, is_needed: &mut [bool]) {
    let space = heap.space();
    let transaction = own.transaction.borrow();
    let mut note = |start: Offset, bytes: u64| {
        for group in space.groups_of(start, bytes) {
            is_needed[group.0 as usize] = true;
        }
    };
    for target in &transaction.written {
        note(target.start, target.bytes);
    }
    for range in own.promoter.borrow().ranges() {
        note(range.start, range.end.0 - range.start.0);
    }
}

/// Gives the memory of free groups back to the system, but for those that are going to be used
/// until the next collection is due: to get them again would cost a page fault for each page and
/// view.
pub(crate) fn give_back(heap: &SharedHeap) {
    let space = heap.space();
    let groups = space.groups();
    let free = groups.lock();
    let until_next_bytes = space.due_bytes().saturating_sub(space.filled_bytes());
    let until_next = u32::try_from(until_next_bytes / GROUP_BYTES).unwrap_or(u32::MAX);
    let mut kept = until_next.max(KEPT_GROUPS_MIN);
    let mut is_wanted = |group: u32| {
        if groups.kind(GroupIndex(group)) != Kind::Free {
            return false;
        }
        // The first free groups are the first to be used again.
        let is_kept = kept > 0;
        kept = kept.saturating_sub(1);
        !is_kept
    };
    for range in ranges_where(free.next(), &mut is_wanted) {
        let (start, bytes) = space.extent_of(range);
        heap.share_free_again(start, bytes);
        heap.memory().give_back(start, bytes);
        for group in range.start..range.start + range.count {
            groups.set_free(GroupIndex(group), Kind::Returned);
        }
    }
}

/// The maximal ranges of groups below `count` for which `holds`, which is asked once for each.
fn ranges_where(count: u32, mut holds: impl FnMut(u32) -> bool) -> Vec<GroupRange> {
    let mut ranges: Vec<GroupRange> = Vec::new();
    for group in 0..count {
        if !holds(group) {
            continue;
        }
        match ranges.last_mut() {
            Some(range) if range.start + range.count == group => range.count += 1,
            _ => ranges.push(GroupRange {
                start: group,
                count: 1,
            }),
        }
    }
    ranges
}
