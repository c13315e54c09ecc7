//! A thread's access to the heap: a composition of parts, each with its owner.
//!
//! # The two borrows
//!
//! - `&Mutator`: allocation, reads, writes. **Allocation never collects**: when the nursery is used
//!   up, the next operation of the language's loop finds a collection due
//!   ([`Mutator::collect_if_due`]), and until then allocation goes on in the nursery's reserve. So
//!   a builtin may hold as many [`Value`]s as it likes, without rooting.
//! - `&mut Mutator`: all that may collect, commit, abort or wait. No value survives it; one that
//!   must is in a register of the value stack, a thread root, or a [`Root`].
//!
//! [`Value`]: crate::Value
//! [`Root`]: crate::Root
//!
//! # When memory runs out
//!
//! An allocation that passes the heap limit is granted, if the nursery can hold it, and makes a
//! major collection due; an object that can never be held is refused ([`crate::OutOfMemory`]). If
//! at the next border ([`Mutator::collect_if_due`], or the end of the transaction, whose state at
//! its begin is still held until then) the limit is passed even after that collection,
//! [`Mutator::take_out_of_memory`] tells, and the language raises its error there. So are pinned
//! objects: a language asks before it pins a large one ([`Mutator::check_room_to_pin`]).
//!
//! A language that was told, or refused, is let off once: until the next collection at a border its
//! handlers may allocate, though objects that the transaction has promoted are not swept before it
//! ends.
//!
//! The alternative, allocation that collects, was tried on paper with three builtins (decision
//! record on rooting): each needed a handle for every intermediate value.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::config::Control;
use crate::contention::thread::ThreadContention;
use crate::elision::ElidingThread;
use crate::gc::parking::Parking;
use crate::gc::state::GcState;
use crate::gc::thread_heap::ThreadHeap;
use crate::heap::memory::Base;
use crate::object::value::Offset;
use crate::observe::recorder::Recorder;
use crate::observe::statistics::{AbortCause, Counters};
use crate::runtime::Runtime;
use crate::support::ThreadNumber;
use crate::support::random::Random;
use crate::support::sync::AtomicU32;
use crate::support::unwind::Unwind;
use crate::threads::scheduler::Bell;
use crate::threads::segment::{Segment, SegmentState, Tenancy, lane};
use crate::threads::stack::Stack;
use crate::txn::budget::Budget;
use crate::txn::deferral::Deferral;
use crate::txn::hooks::Hooks;

/// A thread's access to the heap. The purpose of each part stands in the module that owns it.
pub struct Mutator {
    /// The poll word of the segment. Points into the runtime, which `runtime` keeps alive.
    pub(crate) poll: Cell<*const AtomicU32>,
    /// The thread's part of the heap: view, nursery, roots, the sets of its transaction.
    pub(crate) heap: ThreadHeap,
    /// The value stack.
    pub stack: Stack,
    /// How long the transaction may go on.
    pub(crate) budget: Budget,
    /// The state that forbids or defers its end.
    pub(crate) deferral: Deferral,
    /// The host's calls for its end.
    pub(crate) hooks: Hooks,
    /// The thread's knowledge of its conflicts.
    pub(crate) contention: ThreadContention,
    /// The segment that the thread had last, and since when.
    pub(crate) tenancy: Tenancy,
    /// The bell at which the thread sleeps when it waits in a line.
    pub(crate) bell: Arc<Bell>,
    /// Its state between collections.
    pub(crate) gc: GcState,
    /// The parking at which a major collection finds it.
    pub(crate) parking: Arc<Parking>,
    /// Its counters and events.
    pub(crate) recorder: Recorder,
    /// For injected faults.
    pub(crate) random: Random,
    /// How the thread runs: as configured, but for the sole thread under [`Control::Stm`].
    control: Cell<Control>,
    /// Under [`Control::Htm`]: how this thread runs.
    pub(crate) eliding: RefCell<ElidingThread>,
    pub(crate) thread: ThreadNumber,
    /// A thread's own handle: all others would count its copies in the word that this one counts
    /// them in, at each transaction.
    #[allow(
        clippy::redundant_allocation,
        reason = "the outer one is the thread's own count"
    )]
    pub(crate) runtime: Arc<Arc<Runtime>>,
}

#[allow(
    unsafe_code,
    reason = "one pointer into the runtime that the mutator keeps alive"
)]
mod poll_word {
    use super::{AtomicU32, Mutator};

    // SAFETY: `poll` points into `runtime`, which the mutator owns a share of; all else is Send.
    unsafe impl Send for Mutator {}

    impl Mutator {
        /// The poll word: not 0 when the fast path must be left at the next yield point.
        #[inline(always)]
        pub(crate) fn poll_word(&self) -> &AtomicU32 {
            // SAFETY: set by `use_segment` to a word of the runtime, which `self.runtime` keeps.
            unsafe { &*self.poll.get() }
        }
    }
}

impl Mutator {
    pub(crate) fn new(
        runtime: Arc<Runtime>,
        thread: ThreadNumber,
        counters: Arc<Counters>,
        stack: Stack,
    ) -> Mutator {
        let config = runtime.config();
        let mutator = Mutator {
            poll: Cell::new(&raw const runtime.pool().get(0).poll.0),
            heap: ThreadHeap::new(runtime.heap(), config.control == Control::Stm),
            stack,
            budget: Budget::new(),
            deferral: Deferral::default(),
            hooks: Hooks::default(),
            contention: ThreadContention::new(),
            tenancy: Tenancy::default(),
            bell: Arc::default(),
            gc: GcState::new(config.injection.major_safepoints),
            parking: Arc::new(Parking::new()),
            recorder: runtime.new_recorder(thread, counters),
            random: Random::new(config.injection.seed ^ (thread << 32)),
            control: Cell::new(config.control),
            eliding: RefCell::new(ElidingThread::new()),
            thread,
            runtime: Arc::new(runtime),
        };
        mutator.runtime.major().register(&mutator.parking);
        mutator
    }

    /// The runtime.
    pub fn runtime(&self) -> &Arc<Runtime> {
        &self.runtime
    }

    /// The number of this thread; the first is 0.
    pub fn thread_number(&self) -> u64 {
        self.thread
    }

    /// Start of the segment's view, for interpreters that keep it in a register.
    #[inline(always)]
    pub fn base(&self) -> Base {
        self.heap.base.get()
    }

    // ---- how it runs

    /// How the thread runs at present: as the runtime is configured, but for the sole thread under
    /// [`Control::Stm`], which runs as under [`Control::Gil`]. It may change where a transaction
    /// ends and begins.
    #[inline(always)]
    pub fn control(&self) -> Control {
        self.control.get()
    }

    /// Whether the thread is the only one with the right to run, and makes use of it
    /// (`engine/sole.rs`).
    #[inline]
    pub fn is_sole(&self) -> bool {
        self.control() == Control::Gil && self.runtime.config().control == Control::Stm
    }

    /// Keeps the thread from being sole while there are other threads. To be called before an
    /// atomic region, in which the thread may have to wait for another one (I-SOLE-3).
    pub fn refuse_to_be_sole(&self) {
        self.tenancy.refuses_to_be_sole.set(true);
    }

    /// Makes the thread the sole one, or one among others. No transaction is open.
    pub(crate) fn set_sole(&self, is_sole: bool) {
        debug_assert!(!self.is_open(), "a thread changes between transactions");
        self.control.set(match is_sole {
            true => Control::Gil,
            false => Control::Stm,
        });
        self.heap.set_transactional(!is_sole);
    }

    // ---- the state of the transaction

    /// Whether a transaction is open.
    pub fn is_open(&self) -> bool {
        match self.control() {
            Control::Stm => self.heap.segment.get() != 0,
            Control::Gil => self.runtime.gil().is_held_by(self.thread),
            Control::Htm => self.eliding.borrow().running().is_some(),
        }
    }

    /// Whether the transaction may still abort.
    pub fn can_abort(&self) -> bool {
        self.heap.is_transactional() && !self.heap.transaction.borrow().is_inevitable
    }

    /// The state of the thread's segment, for assertions.
    pub(crate) fn is_running(&self) -> bool {
        self.segment().state() == SegmentState::Running
    }

    /// Dooms the transaction for a reason that this thread has found itself. The abort comes with
    /// the `Err` that the caller returns; and if code above drops that, as a shortcut does that
    /// then goes another way, the next safepoint, act or commit still finds the transaction doomed:
    /// what is half done is never committed.
    pub(crate) fn doom_self(&self, cause: AbortCause) {
        let segment = self.segment();
        segment.doom_cause.store(cause as u32, Ordering::Relaxed);
        segment.request(lane::DOOMED);
    }

    /// Asks for the transaction's end at its next yield point, also while it holds things.
    pub fn commit_soon(&self) {
        self.deferral.is_deferred.set(true);
        self.poll_word()
            .fetch_or(lane::COMMIT_SOON, Ordering::Relaxed);
    }

    /// Asks for the transaction's end at its next yield point, since a section that others conflict
    /// over is left. A thread with the serial right has no need to: none of those that it conflicts
    /// with runs beside it, and those that wait for the right ask for the end themselves.
    pub fn commit_after_section(&self) {
        if !self.contention.has_serial_right.get() {
            self.commit_soon();
        }
    }

    /// Aborts the transaction with the probability that is injected.
    pub(crate) fn inject_abort(&self) -> Result<(), Unwind> {
        let probability = self.runtime.config().injection.abort_probability;
        if probability > 0.0 && self.can_abort() && self.random.chance(probability) {
            self.doom_self(AbortCause::Injected);
            return Err(Unwind::Abort);
        }
        Ok(())
    }

    // ---- its segment

    /// The segment that the thread runs in.
    #[inline]
    pub(crate) fn segment(&self) -> &Segment {
        self.runtime.pool().get(self.heap.segment.get())
    }

    /// Makes the thread run in a segment from now on.
    pub(crate) fn use_segment(&self, number: usize) {
        self.heap.use_segment(self.runtime.heap(), number);
        self.poll.set(&raw const self.segment().poll.0);
    }

    /// Parks the thread at a border inside of its transaction (I-PARK-1).
    pub(crate) fn park_inside(&self) {
        self.parking.park_inside(&self.heap, &self.stack);
    }

    /// Waits at a border, where others may collect meanwhile.
    pub(crate) fn parked<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.park_inside();
        let result = wait();
        self.unpark();
        result
    }

    /// Parks the thread outside of any transaction (I-PARK-2).
    pub(crate) fn park_outside(&self) {
        self.stack.clear_above_top();
        self.park_outside_cleared();
    }

    /// As [`Mutator::park_outside`], where the stack was cleared just now.
    pub(crate) fn park_outside_cleared(&self) {
        self.parking.park_outside(&self.heap, &self.stack);
    }

    /// Ends the parking: the thread runs. No collection can be running: the thread holds the right
    /// to run.
    pub(crate) fn unpark(&self) {
        self.parking.unpark(self.runtime.heap(), &self.heap);
    }

    // ---- its heap

    /// [`ThreadHeap::size_bytes_at`].
    pub(crate) fn size_bytes_at(&self, offset: Offset) -> u64 {
        self.heap.size_bytes_at(self.runtime.heap(), offset)
    }
}

impl Drop for Mutator {
    fn drop(&mut self) {
        self.parking.leave();
        self.runtime.major().deregister(&self.parking);
        self.runtime.thread_ends();
        let mut promoter = self.heap.promoter.borrow_mut();
        promoter.retire(self.runtime.space());
    }
}
