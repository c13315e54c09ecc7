//! Software transactional memory: the common part of both ways to publish a commit. The
//! [`Publication`] makes a commit visible to all.
//!
//! # The places of data
//!
//! Segment 0 always shows the committed state. A transaction writes old objects in its segment's
//! private copy of the group, as its publication prepares it; an abort copies them from segment 0,
//! and a commit changes them there.
//!
//! `contention/arbitration.rs` decides which of two transactions in conflict gives way.

use std::sync::atomic::Ordering;

use crate::engine::copies::{self, Touched};
use crate::engine::publication::Publication;
use crate::engine::segments::{
    check_doomed, close, end_serial, enter_safe, enter_world, give_segment_back, has_had_segment,
    next_read_version, run_again, take_segment,
};
use crate::engine::writes::{forget_marks, is_written, note_heat, note_written, remember_card};
use crate::gc::minor::Purpose;
use crate::heap::written::Written;
use crate::object::layout::{FLAG_OVERFLOW, FLAG_WRITE_BARRIER};
use crate::object::value::Offset;
use crate::observe::WaitFor;
use crate::observe::statistics::AbortCause;
use crate::runtime::Runtime;
use crate::runtime::engine::Engine;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;
use crate::threads::segment::{SegmentState, lane};
use crate::txn::transaction::GaveWayTo;

/// Software transactional memory, with one of the two publications.
pub(crate) struct Stm<P>(pub(crate) P);

/// A thread looks so often for the right to be inevitable before it claims that it is next: it has
/// spun, and has slept for the first time.
const LOOKS_BEFORE_CLAIM: u32 = 410;

/// Asks the transaction that is inevitable to end soon; `claims`: and to let this segment be next.
#[cold]
fn ask_for_inevitability(runtime: &Runtime, number: usize, claims: bool) {
    if claims {
        runtime.world().claim_inevitability(number);
    }
    if let Some(holder) = runtime.world().inevitable() {
        runtime.pool().get(holder).request(lane::COMMIT_SOON);
    }
}

impl<P: Publication> Engine for Stm<P> {
    fn enter(&self, mutator: &mut Mutator) {
        let number = take_segment(mutator, &self.0.participants());
        let runtime = mutator.runtime.clone();
        let segment = runtime.pool().get(number);
        segment.thread.store(mutator.thread, Ordering::Relaxed);
        enter_world(mutator, number);
        mutator.use_segment(number);
        mutator.heap.take_promoter(runtime.heap());
        mutator.tenancy.last.set(number);
        self.0.join(mutator);
    }

    fn leave(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        mutator.heap.rest_promoter(runtime.heap());
        // The end or the abort of the transaction has cleared the stack above its top.
        mutator.park_outside_cleared();
        let number = mutator.heap.segment.replace(0);
        let segment = runtime.pool().get(number);
        assert!(!segment.is_open(), "no transaction is open");
        segment
            .since_ns
            .store(runtime.clock_ns(), Ordering::Relaxed);
        segment.transition(SegmentState::Running, SegmentState::Idle);
        give_segment_back(&runtime, number);
    }

    fn open(&self, mutator: &mut Mutator) {
        assert!(mutator.is_running());
        let number = mutator.heap.segment.get();
        let segment = mutator.runtime.pool().get(number);
        let version = next_read_version(mutator, segment, number);
        mutator.heap.read_version.set(version);
        let mut transaction = mutator.heap.transaction.borrow_mut();
        let (attempts, is_serial) = (
            transaction.attempts,
            mutator.contention.has_serial_right.get(),
        );
        // (Only of transactions that have aborted the ages are compared. To draw one for each would
        // move a cache line between all threads.)
        if transaction.age == 0 && attempts > 0 {
            transaction.age = mutator.runtime.draw_age();
        }
        segment.age.store(transaction.age, Ordering::Relaxed);
        segment.attempts.store(attempts, Ordering::Relaxed);
        segment.has_serial_right.store(is_serial, Ordering::Relaxed);
        let pool = mutator.runtime.pool();
        pool.note_elder(number, attempts > 0 || is_serial);
        segment.clear(lane::COMMIT_SOON | lane::DOOMED);
        drop(transaction);
        self.0.open(mutator, segment);
        assert!(segment.is_open());
        mutator.reset_nursery();
    }

    fn must_let_go(&self, mutator: &Mutator) -> bool {
        let runtime = &mutator.runtime;
        let has_waiters = || runtime.pool().has_waiters();
        runtime.config().injection.segments || has_waiters() && has_had_segment(mutator)
    }

    /// Listing 4 of the paper.
    fn write_slow(
        &self,
        mutator: &Mutator,
        object: Offset,
        start: Offset,
        bytes: u64,
    ) -> Result<(), Unwind> {
        debug_assert!(mutator.is_open() && start >= object);
        let header = mutator.base().header(object);
        let target = Written {
            start,
            bytes,
            position: mutator.recorder.position_of_write(header),
            is_card: start != object,
        };
        mutator.inject_abort()?;
        let touched = Touched {
            object,
            start,
            bytes,
        };
        // No other thread knows a new object before its commit copies it to all views.
        let own = 1 << mutator.heap.segment.get();
        let is_overflow = header.has(FLAG_OVERFLOW);
        if is_overflow && start == object {
            copies::make_private(mutator, own, touched);
        } else if !is_written(mutator, start) {
            mutator.note_write(start, target.position);
            let heat = note_heat(mutator, start);
            let wanted = self.0.prepare_write(mutator, target, heat)?;
            note_written(mutator, target);
            copies::make_private(mutator, if is_overflow { own } else { wanted }, touched);
        }
        if start != object {
            remember_card(mutator, target);
            return Ok(());
        }
        mutator
            .heap
            .transaction
            .borrow_mut()
            .remembered
            .push(object);
        let base = mutator.base();
        base.set_header(object, base.header(object).without(FLAG_WRITE_BARRIER));
        Ok(())
    }

    fn safepoint(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        let runtime = mutator.runtime.clone();
        let segment = runtime.pool().get(mutator.heap.segment.get());
        if segment.is_requested(lane::STOP) {
            self.enter_safe(mutator);
            self.leave_safe(mutator);
        }
        self.0.catch_up(mutator);
        check_doomed(mutator)
    }

    fn become_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        let runtime = mutator.runtime.clone();
        let number = mutator.heap.segment.get();
        let segment = runtime.pool().get(number);
        let mut taken = false;
        let since_ns = mutator.recorder.clock();
        let holder = runtime.world().inevitable();
        self.enter_safe(mutator);
        let waits_since_ns = mutator.recorder.clock();
        let mut looks = 0_u32;
        runtime.scheduler().wait_until(mutator.thread, || {
            let is_doomed = segment.is_requested(lane::DOOMED);
            taken = !is_doomed && runtime.world().try_take_inevitability(number);
            looks += 1;
            if !taken && (looks == 1 || looks.is_multiple_of(LOOKS_BEFORE_CLAIM)) {
                ask_for_inevitability(&runtime, number, looks > 1);
            }
            taken || is_doomed
        });
        if looks >= LOOKS_BEFORE_CLAIM {
            runtime.world().stop_claiming(number);
        }
        mutator.record_wait(WaitFor::Inevitability, waits_since_ns, holder.unwrap_or(0));
        self.leave_safe(mutator);
        let settled = check_doomed(mutator).and_then(|()| self.0.settle_inevitable(mutator));
        if settled.is_err() && taken {
            runtime.world().give_back_inevitability(number);
        }
        if settled.is_ok() {
            mutator.recorder.inevitable(since_ns);
        }
        settled
    }

    fn has_company(&self, mutator: &Mutator) -> bool {
        self.0.has_company(mutator)
    }

    /// The commit protocol (paper §4.9).
    fn commit(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        assert!(mutator.is_running());
        check_doomed(mutator)?;
        mutator.collect_minor(Purpose::Commit);
        copies::settle_promotions(mutator);
        if mutator.heap.transaction.borrow().has_nothing_to_publish() {
            // ---- point of no return: nothing was written that others know.
            mutator
                .recorder
                .count(|counters| &counters.commits_unpublished, 1);
            close(mutator);
            return Ok(());
        }
        self.0.publish(mutator)
    }

    /// The abort protocol (paper §4.8).
    fn abort(&self, mutator: &mut Mutator) {
        assert!(
            mutator.can_abort(),
            "an inevitable transaction does not abort"
        );
        let cause = note_cause(mutator);
        self.0.restore(mutator);
        forget_marks(mutator);
        mutator.heap.promoter.borrow_mut().abort();
        let mut transaction = mutator.heap.transaction.borrow_mut();
        transaction.aborted();
        drop(transaction);
        mutator.reset_nursery();
        mutator.record_abort(cause);
        end_serial(mutator);
    }

    fn enter_safe(&self, mutator: &mut Mutator) {
        enter_safe(mutator);
    }

    fn leave_safe(&self, mutator: &mut Mutator) {
        run_again(mutator);
        self.0.catch_up(mutator);
    }

    fn stop_others(&self, mutator: &Mutator) {
        let runtime = &mutator.runtime;
        let (pool, scheduler) = (runtime.pool(), runtime.scheduler());
        runtime
            .world()
            .stop(pool, scheduler, mutator.thread, mutator.heap.segment.get());
        self.0.settle_all(mutator);
    }

    fn resume_others(&self, mutator: &Mutator) {
        mutator.runtime.world().resume(mutator.runtime.pool());
        mutator.runtime.scheduler().ring();
    }
}

fn note_cause(mutator: &Mutator) -> AbortCause {
    let segment = mutator.segment();
    let mut cause = AbortCause::from_number(segment.doom_cause.load(Ordering::Relaxed));
    let over = Offset(segment.doomed_over.swap(0, Ordering::Relaxed));
    if cause == AbortCause::ReadWrite
        && let Some(target) = mutator.heap.transaction.borrow().written_at(over)
    {
        cause = AbortCause::WriteWrite;
        // (An object is hot already: the thread that applied the entry has noted it.)
        if target.is_card {
            mutator.runtime.hot_spots().collided(target.start);
        }
        segment.blame_own_write(target.position);
        // The winner has committed: there is nothing to wait for.
        segment.doomed_by.store(0, Ordering::Relaxed);
    }
    let index = AbortCause::ALL
        .iter()
        .position(|known| *known == cause)
        .expect("listed");
    mutator
        .recorder
        .count(|counters| &counters.aborts[index], 1);
    let by = segment.doomed_by.swap(0, Ordering::Relaxed) as usize;
    if by != 0 && mutator.heap.transaction.borrow().gave_way_to.is_none() {
        // The winner has committed already (read-write) or is about to go on (write-write).
        if cause == AbortCause::WriteWrite {
            let winner = GaveWayTo::of(by, mutator.runtime.pool().get(by));
            mutator.heap.transaction.borrow_mut().gave_way_to = Some(winner);
        }
    }
    cause
}
