//! What a transaction has written: the list of it, and the marks that tell what is in the list.

use std::sync::atomic::Ordering;

use crate::contention::hot_spots::Heat;
use crate::heap::written::{WRITTEN, Written};
use crate::object::value::Offset;
use crate::runtime::mutator::Mutator;
use crate::simulation;

/// Whether the open transaction has written a place already.
#[inline]
pub(crate) fn is_written(mutator: &Mutator, start: Offset) -> bool {
    mutator.heap.write_marks.get().load(start) & WRITTEN != 0
}

/// Notes a place that the open transaction is going to write.
#[inline]
pub(crate) fn note_written(mutator: &Mutator, target: Written) {
    debug_assert!(!is_written(mutator, target.start));
    // The commit compares with segment 0 and writes there: lines that another processor has written
    // last, mostly. They come while the transaction goes on (decision 19).
    let shared = mutator.runtime.shared_base();
    shared.fetch(target.start, target.bytes);
    let mark = mutator
        .heap
        .write_mark(mutator.runtime.heap(), target.start);
    mark.store(WRITTEN, Ordering::Relaxed);
    mutator.heap.transaction.borrow_mut().written.push(target);
    mutator.recorder.count(|counters| &counters.first_writes, 1);
}

/// The next collection looks at the card, which this transaction has written.
pub(crate) fn remember_card(mutator: &Mutator, card: Written) {
    debug_assert!(is_written(mutator, card.start));
    let mark = mutator.heap.write_mark(mutator.runtime.heap(), card.start);
    mark.store(mutator.heap.card_mark(), Ordering::Relaxed);
    mutator.heap.transaction.borrow_mut().cards.push(card);
}

/// The transaction is over: no place is written.
pub(crate) fn forget_marks(mutator: &Mutator) {
    let heap = mutator.runtime.heap();
    for target in &mutator.heap.transaction.borrow().written {
        let mark = mutator.heap.write_mark(heap, target.start);
        mark.store(0, Ordering::Relaxed);
    }
}

/// Notes that the transaction writes a place: a hot one ends it soon (`contention/hot_spots.rs`).
#[inline]
pub(crate) fn note_heat(mutator: &Mutator, start: Offset) -> Heat {
    if simulation::is_simulated() || mutator.contention.has_serial_right.get() {
        return Heat::Cold;
    }
    let hot_writes = &mutator.contention.hot_writes;
    let heat = mutator.runtime.hot_spots().write(start, hot_writes);
    if heat != Heat::Cold {
        let yield_points = mutator.contention.cut_length.yield_points();
        let now_ns = || mutator.runtime.clock_ns();
        mutator.budget.cut_to(yield_points, now_ns);
    }
    heat
}
