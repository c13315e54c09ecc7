//! The global interpreter lock: one thread at a time, handed over at yield points when a timer
//! asks.
//!
//! Everybody runs in segment 0; there are no conflicts, no markers, no locks, no aborts. It is the
//! honest baseline of every speed-up: same heap, same collector, without the transactional barrier.
//! A thread empties the nursery before it lets go, so that a collection only ever scans its own
//! stack.
//!
//! The sole thread of software transactions runs by these rules too (`engine/sole.rs`).

use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::gc::minor::Purpose;
use crate::heap::written::Written;
use crate::object::value::Offset;
use crate::observe::WaitFor;
use crate::runtime::engine::Engine;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;
use crate::threads::segment::lane;

/// The GIL control.
pub(crate) struct GilEngine;

impl Engine for GilEngine {
    fn enter(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        if runtime.gil().try_take(mutator.thread) {
            mutator.unpark();
            mutator.heap.take_promoter(runtime.heap());
            return;
        }
        let since_ns = mutator.recorder.clock();
        runtime.gil().take(
            runtime.pool(),
            runtime.scheduler(),
            (mutator.thread, &mutator.bell),
            runtime.switch_interval(),
        );
        mutator.record_wait(WaitFor::Gil, since_ns, 0);
        mutator.unpark();
        mutator.heap.take_promoter(runtime.heap());
    }

    fn leave(&self, mutator: &mut Mutator) {
        mutator.heap.rest_promoter(mutator.runtime.heap());
        mutator.park_outside();
        hand_over(mutator);
    }

    fn open(&self, mutator: &mut Mutator) {
        mutator.use_segment(0);
        mutator.reset_nursery();
        mutator.runtime.pool().get(0).clear(lane::COMMIT_SOON);
    }

    fn must_let_go(&self, mutator: &Mutator) -> bool {
        let runtime = &mutator.runtime;
        let is_due = || {
            let interval = runtime.switch_interval();
            runtime.gil().is_due(runtime.pool(), interval, Instant::now)
        };
        runtime.pool().get(0).is_requested(lane::DROP_GIL) || runtime.is_stepped() || is_due()
    }

    fn write_slow(
        &self,
        mutator: &Mutator,
        object: Offset,
        start: Offset,
        bytes: u64,
    ) -> Result<(), Unwind> {
        remember(mutator, object, start, bytes);
        Ok(())
    }

    /// A hand-over ends the transaction, which an open atomic block forbids: `Due::Commit` asks for
    /// it.
    fn safepoint(&self, _: &mut Mutator) -> Result<(), Unwind> {
        Ok(())
    }

    fn become_inevitable(&self, _: &mut Mutator) -> Result<(), Unwind> {
        Ok(())
    }

    fn commit(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        mutator.collect_minor(Purpose::Commit);
        mutator.heap.promoter.borrow_mut().commit();
        Ok(())
    }

    fn abort(&self, _: &mut Mutator) {
        unreachable!("nothing aborts under the GIL");
    }

    fn enter_safe(&self, mutator: &mut Mutator) {
        mutator.collect_minor(Purpose::Commit);
        mutator.heap.rest_promoter(mutator.runtime.heap());
        mutator.park_inside();
        hand_over(mutator);
    }

    fn leave_safe(&self, mutator: &mut Mutator) {
        self.enter(mutator);
        mutator.reset_nursery();
    }

    /// A thread that does not hold the lock is parked.
    fn stop_others(&self, _: &Mutator) {}

    fn resume_others(&self, _: &Mutator) {}
}

fn hand_over(mutator: &Mutator) {
    let runtime = &mutator.runtime;
    let (pool, scheduler) = (runtime.pool(), runtime.scheduler());
    let interval = runtime.switch_interval();
    if runtime
        .gil()
        .let_go(pool, scheduler, mutator.thread, interval)
    {
        mutator
            .recorder
            .count(|counters| &counters.gil_handovers, 1);
    }
}

/// Remembers, for the collector alone, the words that are going to be written.
pub(super) fn remember(mutator: &Mutator, object: Offset, start: Offset, bytes: u64) {
    let mut transaction = mutator.heap.transaction.borrow_mut();
    if start == object {
        transaction.remembered.push(object);
        let base = mutator.base();
        base.set_header(
            object,
            base.header(object)
                .without(crate::object::layout::FLAG_WRITE_BARRIER),
        );
    } else {
        let mark = mutator.heap.write_mark(mutator.runtime.heap(), start);
        debug_assert_eq!(mark.load(Ordering::Relaxed), 0);
        mark.store(mutator.heap.card_mark(), Ordering::Relaxed);
        let position = mutator.position();
        transaction.cards.push(Written {
            start,
            bytes,
            position,
            is_card: true,
        });
    }
}
