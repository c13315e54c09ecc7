//! The global lock, elided by hardware transactions ([`crate::elision`]).
//!
//! All threads run in segment 0's view, as under the GIL: no marks, no write locks, no copies. The
//! processor, which sees every access, keeps them apart; a stretch that it cannot finish runs under
//! the lock. A stretch between two yield points is a hardware transaction that has read the lock,
//! or runs with the lock.
//!
//! # Data that must not conflict
//!
//! A thread has a number from the pool of segments: to it belong a poll word, event words and a
//! part of the view's nursery. The nursery is empty between two stretches, so an object that others
//! can reach is never young. Counters, sets and frames are the thread's own; so is its handle to
//! the runtime. The allocator hands out places of the old space by group, one thread each.
//!
//! # Where a thread is when its transaction aborts
//!
//! At its begin: [`Engine::open`] parks the thread, begins, and says inside of the transaction that
//! the thread runs. An abort takes that back with all else. So the holder of the lock finds all
//! others parked, but for those that have just ended a transaction and have not begun the next:
//! these are away, and a major collection waits for them.
//!
//! # Acts outside of transactions
//!
//! An act that cannot be undone asks for the lock first ([`Engine::become_inevitable`],
//! [`Engine::enter_safe`], the stop of the others): the transaction aborts, and its next attempt
//! takes the lock. A system call that was not announced makes the processor abort it, which comes
//! to the same.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::config::Hardware;
use crate::elision::{
    ElidingThread, GlobalLock, HardwareCause, HardwareStatus, HardwareTransactions, Running,
};
use crate::engine::imagined::ImaginedMachine;
use crate::engine::publication::Participants;
use crate::engine::rtm;
use crate::engine::segments::{give_segment_back, take_segment};
use crate::gc::minor::Purpose;
use crate::heap::memory::NULL_BYTES;
use crate::object::layout::round_up;
use crate::object::value::Offset;
use crate::observe::WaitFor;
use crate::runtime::Runtime;
use crate::runtime::engine::Engine;
use crate::runtime::mutator::Mutator;
use crate::support::ThreadNumber;
use crate::support::random::Random;
use crate::support::unwind::Unwind;
use crate::threads::scheduler::Bell;
use crate::threads::segment::lane;

/// How many steps a thread waits for the lock to become free before it gets into the queue for it.
const SPINS: u32 = 300;
/// The same for stepped threads, where each is a switch.
const SPINS_STEPPED: u32 = 20;
/// The longest pause after an abort, in spins, as a power of two.
const BACK_OFF_BITS_MAX: u32 = 12;
/// How often the imagined machine aborts at a begin, if the injection does not say.
const IMAGINED_ABORT_PROBABILITY: f64 = 0.05;
/// How many of the imagined machine's aborts are persistent.
const IMAGINED_PERSISTENT: f64 = 0.2;

/// Whether this processor has hardware transactions that work.
///
/// # Errors
/// The reason why not, in words.
pub fn hardware_transactions() -> Result<(), &'static str> {
    rtm::try_out()
}

/// How many yield points the stretch may pass: one less than it has.
pub(crate) fn fuel(eliding: &ElidingThread) -> i32 {
    i32::try_from(eliding.length() - 1).unwrap_or(i32::MAX)
}

/// The elided lock.
pub(crate) struct HtmEngine {
    hardware: Hardware,
    imagined: ImaginedMachine,
}

impl HtmEngine {
    pub(crate) fn real() -> HtmEngine {
        HtmEngine {
            hardware: Hardware::Real,
            imagined: ImaginedMachine::new(),
        }
    }

    pub(crate) fn imagined() -> HtmEngine {
        HtmEngine {
            hardware: Hardware::Imagined,
            ..HtmEngine::real()
        }
    }

    fn processor<'a>(&'a self, mutator: &'a Mutator) -> Processor<'a> {
        Processor {
            engine: self,
            runtime: &mutator.runtime,
            random: &mutator.random,
            thread: mutator.thread,
            bell: &mutator.bell,
            status: HardwareStatus::transient(HardwareCause::Unknown),
        }
    }

    /// Makes the thread hold the lock from here on.
    fn need_lock(&self, mutator: &Mutator) {
        let mut eliding = mutator.eliding.borrow_mut();
        eliding.need_lock(&mut self.processor(mutator));
    }

    /// The thread's number: see the top of this file.
    fn take_number(mutator: &Mutator) {
        let number = take_segment(mutator, &Participants::ALL);
        let segment = mutator.runtime.pool().get(number);
        segment.thread.store(mutator.thread, Ordering::Relaxed);
        mutator.use_segment(number);
        let config = mutator.runtime.config();
        let reserve = round_up(config.nursery_reserve_bytes, NULL_BYTES);
        mutator.heap.nursery.move_to_part(number, reserve);
        mutator.tenancy.last.set(number);
    }

    fn give_number_back(mutator: &Mutator) {
        let number = mutator.heap.segment.replace(0);
        give_segment_back(&mutator.runtime, number);
    }

    /// Ends the stretch; a holder gives the lock back. The thread is parked if it holds it.
    fn end(&self, mutator: &Mutator) {
        let mut eliding = mutator.eliding.borrow_mut();
        eliding.end(&mut self.processor(mutator));
    }
}

impl Engine for HtmEngine {
    fn enter(&self, mutator: &mut Mutator) {
        HtmEngine::take_number(mutator);
        // It stays with the thread: what two threads allocate in turn would lie in the same lines
        // of the cache, and conflict.
        mutator.heap.own_promoter();
    }

    fn leave(&self, mutator: &mut Mutator) {
        mutator.park_outside();
        if mutator.eliding.borrow().is_holding() {
            self.end(mutator);
        }
        let counts = mutator.eliding.borrow().counts().clone();
        let published = mutator.recorder.counters.elision.lock();
        *published.expect("no panic under this lock") = counts;
        HtmEngine::give_number_back(mutator);
    }

    fn open(&self, mutator: &mut Mutator) {
        let number = mutator.heap.segment.get();
        // Before the look at which threads live: a thread that makes another one sets it
        // afterwards.
        mutator.runtime.pool().get(number).clear(lane::COMMIT_SOON);
        mutator.park_outside();
        let since_ns = mutator.recorder.clock();
        let running = {
            let mut eliding = mutator.eliding.borrow_mut();
            let elision = mutator.runtime.elision();
            let position = mutator.position();
            eliding.begin(&mut self.processor(mutator), elision, position)
        };
        mutator.unpark();
        mutator.reset_nursery();
        if running != Running::Speculating {
            mutator.record_wait(WaitFor::Gil, since_ns, 0);
        }
    }

    fn must_let_go(&self, mutator: &Mutator) -> bool {
        let runtime = &mutator.runtime;
        mutator.eliding.borrow().is_holding()
            || runtime.config().injection.segments
            || runtime.pool().has_waiters()
    }

    fn write_slow(
        &self,
        mutator: &Mutator,
        object: Offset,
        start: Offset,
        bytes: u64,
    ) -> Result<(), Unwind> {
        super::gil::remember(mutator, object, start, bytes);
        Ok(())
    }

    fn safepoint(&self, _: &mut Mutator) -> Result<(), Unwind> {
        Ok(())
    }

    fn become_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        self.need_lock(mutator);
        Ok(())
    }

    fn commit(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        mutator.collect_minor(Purpose::Commit);
        mutator.heap.promoter.borrow_mut().commit();
        // A holder lets go when it has dealt with all that follows: `must_let_go`.
        if mutator.eliding.borrow().is_speculating() {
            self.end(mutator);
        }
        Ok(())
    }

    fn abort(&self, _: &mut Mutator) {
        unreachable!("the processor undoes hardware transactions");
    }

    fn enter_safe(&self, mutator: &mut Mutator) {
        self.need_lock(mutator);
        mutator.collect_minor(Purpose::Commit);
        mutator.park_inside();
        self.end(mutator);
        // Any number of threads may block; there are not that many numbers.
        HtmEngine::give_number_back(mutator);
    }

    fn leave_safe(&self, mutator: &mut Mutator) {
        HtmEngine::take_number(mutator);
        let since_ns = mutator.recorder.clock();
        let mut eliding = mutator.eliding.borrow_mut();
        eliding.hold(&mut self.processor(mutator));
        drop(eliding);
        mutator.record_wait(WaitFor::Gil, since_ns, 0);
        mutator.unpark();
        mutator.reset_nursery();
    }

    fn stop_others(&self, mutator: &Mutator) {
        self.need_lock(mutator);
        if mutator.eliding.borrow().running().is_none() {
            self.processor(mutator).acquire();
        }
    }

    fn keep_only(&self) {
        self.imagined.forget_claimant();
    }

    fn resume_others(&self, mutator: &Mutator) {
        if mutator.eliding.borrow().running().is_none() {
            self.processor(mutator).release();
        }
    }
}

/// Machine and lock, as one thread sees them.
struct Processor<'a> {
    engine: &'a HtmEngine,
    runtime: &'a Runtime,
    random: &'a Random,
    thread: ThreadNumber,
    bell: &'a Arc<Bell>,
    status: HardwareStatus,
}

impl HardwareTransactions for Processor<'_> {
    fn begin(&mut self) -> bool {
        let status = match self.engine.hardware {
            Hardware::Real => rtm::begin(),
            Hardware::Imagined => self.imagine_begin(),
        };
        self.status = status.unwrap_or(self.status);
        status.is_none()
    }

    fn end(&mut self) {
        match self.engine.hardware {
            Hardware::Real => rtm::end(),
            Hardware::Imagined => self.let_others_run(),
        }
    }

    fn abort(&mut self, cause: HardwareCause) {
        match self.engine.hardware {
            Hardware::Real => rtm::abort(cause),
            Hardware::Imagined if cause == HardwareCause::NeedsLock => {
                // Nothing can be undone, and no other thread runs: it goes on as if it had the
                // lock.
            }
            Hardware::Imagined => {
                self.status = HardwareStatus::transient(cause);
                self.let_others_run();
            }
        }
    }

    fn test(&self) -> bool {
        match self.engine.hardware {
            Hardware::Real => rtm::test(),
            Hardware::Imagined => self.runs_alone(),
        }
    }

    fn status(&self) -> HardwareStatus {
        self.status
    }
}

impl Processor<'_> {
    fn imagine_begin(&mut self) -> Option<HardwareStatus> {
        let injected = self.runtime.config().injection.abort_probability;
        let probability = if injected > 0.0 {
            injected
        } else {
            IMAGINED_ABORT_PROBABILITY
        };
        if self.random.chance(probability) {
            let cause = HardwareCause::ALL[self.random.below(HardwareCause::ALL.len())];
            let is_persistent = self.random.chance(IMAGINED_PERSISTENT);
            return Some(HardwareStatus {
                cause,
                is_persistent,
            });
        }
        let scheduler = self.runtime.scheduler();
        if scheduler.is_stepped() {
            // A thread that has just let others run would be the next again: only a switch lets
            // them look.
            scheduler.step(self.thread);
        }
        let imagined = &self.engine.imagined;
        imagined.wait(self.runtime, self.thread, || {});
        None
    }

    fn runs_alone(&self) -> bool {
        self.engine.imagined.is_run_by(self.thread)
    }

    fn let_others_run(&self) {
        self.engine.imagined.let_go(self.thread);
        self.runtime.scheduler().ring();
    }

    fn steps(&self, steps: u32) -> u32 {
        if self.runtime.is_stepped() {
            SPINS_STEPPED
        } else {
            steps
        }
    }
}

impl GlobalLock for Processor<'_> {
    fn is_held(&self) -> bool {
        self.runtime.gil().is_held()
    }

    fn spin_while_held(&mut self) -> bool {
        let mut steps = self.steps(SPINS);
        self.runtime.scheduler().wait_until(self.thread, || {
            steps -= 1;
            steps == 0 || !self.is_held()
        });
        !self.is_held()
    }

    fn acquire(&mut self) {
        if self.engine.hardware == Hardware::Imagined && self.runs_alone() {
            return;
        }
        let (runtime, thread) = (self.runtime, self.thread);
        let interval = runtime.switch_interval();
        let (pool, scheduler) = (runtime.pool(), runtime.scheduler());
        let own = (thread, self.bell);
        runtime.gil().take(pool, scheduler, own, interval);
        if self.engine.hardware == Hardware::Imagined {
            // A real machine's transactions abort now; this one's go on to their end.
            let imagined = &self.engine.imagined;
            imagined.wait(runtime, thread, || runtime.request_commits());
        }
    }

    fn release(&mut self) {
        let (runtime, thread) = (self.runtime, self.thread);
        if self.engine.hardware == Hardware::Imagined {
            self.let_others_run();
            if !runtime.gil().is_held_by(thread) {
                return;
            }
        }
        let (pool, scheduler) = (runtime.pool(), runtime.scheduler());
        let interval = runtime.switch_interval();
        runtime.gil().let_go(pool, scheduler, thread, interval);
    }

    fn is_alone(&self) -> bool {
        self.runtime.live_threads() <= 1
    }

    fn back_off(&mut self, attempts: u32) {
        let most = 1 << (attempts + 4).min(BACK_OFF_BITS_MAX);
        for _ in 0..self.random.below(most) {
            std::hint::spin_loop();
        }
    }
}
