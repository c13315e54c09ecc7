//! Private copies of groups, and copying between the views.
//!
//! # Promotion beside privatising
//!
//! A minor collection writes survivors into groups of the old space: through the segment's own view
//! where it has a private copy of the group, else through segment 0. Nobody can reach them before
//! their transaction commits. Another thread may want to privatise the same group meanwhile (for
//! objects that it knows), and would copy half an object. Hence each group has a *gate*
//! (`heap/space.rs`), held by a collection while it promotes into the group, and by a thread that
//! privatises it. So which segments have private copies cannot change under a collection.
//!
//! At commit, promoted objects are copied from the view that wrote them to segment 0 and to all
//! private copies of the group ([`settle_promotions`]), without a stop: to all other threads that
//! memory is free until the objects that refer to it are published.

use std::sync::atomic::Ordering;

use crate::gc::sweep::{self, Keep};
use crate::heap::groups::GroupIndex;
use crate::heap::memory::PAGE_BYTES;
use crate::heap::space::GROUP_BYTES;
use crate::heap::written::Written;
use crate::object::layout::FLAG_OVERFLOW;
use crate::object::value::Offset;
use crate::runtime::mutator::Mutator;

/// The part of an object that is about to be written: all of it, or one card.
#[derive(Clone, Copy)]
pub(crate) struct Touched {
    /// The object that it belongs to.
    pub(crate) object: Offset,
    /// Its start.
    pub(crate) start: Offset,
    /// How long it is.
    pub(crate) bytes: u64,
}

/// Gives the segments `wanted` (a bit each) private copies of the groups that a part of an object
/// touches.
pub(crate) fn make_private(mutator: &Mutator, wanted: u64, touched: Touched) {
    let runtime = &mutator.runtime;
    let space = runtime.space();
    for group in space.groups_of(touched.start, touched.bytes) {
        let mask = space.private_in(group);
        space.note_use_of_copies(group);
        if mask.load(Ordering::Acquire) & wanted == wanted {
            continue;
        }
        let (first, bytes) = used_part(mutator, group, touched.object);
        enter_gate(mutator, group);
        // Pinned objects are initialised in all views under this lock.
        let guard = runtime.heap().pinned().lock_privatising();
        let mut missing = wanted & !mask.load(Ordering::Acquire);
        while missing != 0 {
            let number = missing.trailing_zeros() as usize;
            missing &= missing - 1;
            runtime.memory().privatise(number, first, bytes);
            mutator
                .recorder
                .count(|counters| &counters.privatised_groups, 1);
        }
        mask.fetch_or(wanted, Ordering::AcqRel);
        drop(guard);
        leave_gates(mutator);
    }
}

/// The part of a group that is ever used as long as the object lies in it: a large object has its
/// groups for itself, and the last is seldom full.
fn used_part(mutator: &Mutator, group: GroupIndex, object: Offset) -> (Offset, u64) {
    let space = mutator.runtime.space();
    let first = space.group_start(group);
    if !space.groups().kind(group).is_of_large_object() {
        return (first, GROUP_BYTES);
    }
    let end = object.0 + mutator.size_bytes_at(object);
    assert!(end > first.0, "the object lies in its groups");
    (
        first,
        (end - first.0)
            .next_multiple_of(PAGE_BYTES)
            .min(GROUP_BYTES),
    )
}

/// Gives this segment private copies of all groups that are private in others. The world is
/// stopped.
pub(crate) fn privatise_as_others(mutator: &Mutator) {
    let runtime = &mutator.runtime;
    let space = runtime.space();
    let number = mutator.heap.segment.get();
    let guard = runtime.heap().pinned().lock_privatising();
    for group in space.groups_handed_out() {
        let mask = space.private_in(group);
        let is_private = mask.load(Ordering::Acquire) & !(1 << number) != 0;
        // (No transaction knows an object of a free group.)
        if is_private && space.groups().kind(group).is_in_use() {
            let first = space.group_start(group);
            runtime.memory().privatise(number, first, GROUP_BYTES);
            mask.fetch_or(1 << number, Ordering::AcqRel);
            mutator
                .recorder
                .count(|counters| &counters.privatised_groups, 1);
        }
    }
    drop(guard);
}

/// Makes the objects that this transaction has promoted old from now on, and the same in all views.
pub(crate) fn settle_promotions(mutator: &Mutator) {
    let space = mutator.runtime.space();
    let parts: Vec<_> = mutator
        .heap
        .promoter
        .borrow()
        .ranges()
        .flat_map(|range| space.parts(range.start, range.end.0 - range.start.0))
        .collect();
    for (start, _) in &parts {
        enter_gate(mutator, space.group_of(*start));
    }
    clear_overflow_flags(mutator);
    for (start, bytes) in parts {
        publish(mutator, start, bytes);
    }
    leave_gates(mutator);
}

/// The gates of the groups are held: the views cannot change.
fn clear_overflow_flags(mutator: &Mutator) {
    for offset in &mutator.heap.transaction.borrow().overflow {
        let view = mutator.heap.old_view(mutator.runtime.heap(), *offset);
        view.set_header(*offset, view.header(*offset).without(FLAG_OVERFLOW));
    }
}

/// Copies a range, all in one group, from this segment's view to segment 0 and to the private
/// copies of all other segments.
pub(crate) fn publish(mutator: &Mutator, start: Offset, bytes: u64) {
    let runtime = &mutator.runtime;
    debug_assert_eq!(runtime.space().groups_of(start, bytes).count(), 1);
    let memory = runtime.memory();
    let source = mutator.heap.old_view(mutator.runtime.heap(), start);
    if source != memory.base(0) {
        source.copy_to(start, memory.base(0), start, bytes);
    }
    let group = runtime.space().group_of(start);
    let own = 1 << mutator.heap.segment.get();
    let mut mask = runtime.space().private_in(group).load(Ordering::Acquire) & !own;
    while mask != 0 {
        let other = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        source.copy_to(start, memory.base(other), start, bytes);
    }
}

/// Undoes the writes to old objects, which no other thread changes in segment 0 meanwhile.
pub(crate) fn restore(mutator: &Mutator, written: &[Written]) {
    let memory = mutator.runtime.memory();
    let own = mutator.base();
    for target in written {
        memory
            .base(0)
            .copy_to(target.start, own, target.start, target.bytes);
    }
}

/// Takes away the private copies that no open transaction needs, if all other threads are at
/// borders. The world is stopped, all views are settled, this thread has no transaction open.
pub(crate) fn share_again(mutator: &Mutator) {
    let runtime = &mutator.runtime;
    let heap = runtime.heap();
    mutator.park_outside();
    let shared = runtime.major().with_parked(|threads| {
        let groups = heap.space().groups().lock().next();
        sweep::share_again(heap, threads, groups, Keep::Needed)
    });
    mutator
        .recorder
        .count(|counters| &counters.reshared_groups, shared.unwrap_or(0));
    mutator.unpark();
}

/// Takes all private copies of a segment away. The world is stopped, the segment is idle, and its
/// view is settled.
pub(crate) fn share_segment_again(mutator: &Mutator, number: usize) {
    let heap = mutator.runtime.heap();
    let groups = heap.space().groups().lock().next();
    // Pinned objects are initialised in all views under this lock.
    let guard = heap.pinned().lock_privatising();
    let shared = sweep::share_segment_again(heap, number, groups, |_| true);
    drop(guard);
    mutator
        .recorder
        .count(|counters| &counters.reshared_groups, shared);
}

/// Enters the gate of a group, unless this thread is in it already.
fn enter_gate(mutator: &Mutator, group: GroupIndex) {
    let runtime = &mutator.runtime;
    let waiter = (runtime.scheduler(), mutator.thread);
    if mutator.heap.enter_gate(runtime.heap(), waiter, group) {
        mutator.heap.promoter.borrow_mut().entered.push(group);
    }
}

fn leave_gates(mutator: &Mutator) {
    mutator.heap.leave_gates(mutator.runtime.heap());
}
