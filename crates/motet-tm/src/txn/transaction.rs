//! The transaction of a thread: its sets, and the protocols begin, safepoint, commit, abort.
//!
//! ```text
//!                 begin                     safepoint: Err(Abort)
//!   (none) ───────────────────▶ Open ────────────────────────────────▶ doomed
//!      ▲                        │  │ become_inevitable                   │
//!      │         commit         │  ▼                        roll_back    │
//!      └────────────────────────┘  Open, cannot abort      ◀─────────────┘  (begins again)
//! ```
//!
//! The language's loop owns the checkpoint of its own state (program counter, frame); the words of
//! the stack and the roots are saved and restored here.

use std::sync::atomic::Ordering;

use crate::config::Control;
use crate::contention::length::LengthControl;
use crate::heap::finalizers::FinalizerChanges;
use crate::heap::written::Written;
use crate::object::value::{Offset, Word};
use crate::observe::WaitFor;
use crate::observe::statistics::AbortCause;
use crate::runtime::mutator::{Mutator, THREAD_ROOTS};
use crate::support::unwind::Unwind;
use crate::threads::segment::{Segment, SegmentState, lane};

/// Whom an aborted transaction gave way to, and should wait for before it tries again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GaveWayTo {
    pub(crate) segment: usize,
    pub(crate) serial: u64,
}

impl GaveWayTo {
    /// The transaction that runs in a segment now.
    pub(crate) fn of(number: usize, segment: &Segment) -> GaveWayTo {
        GaveWayTo {
            segment: number,
            serial: segment.serial.load(Ordering::Acquire),
        }
    }

    /// Whether the transaction still runs in its segment. (If none ran there, it was through
    /// already: who waited for it would wait for the one that comes next.)
    pub(crate) fn runs_in(self, segment: &Segment) -> bool {
        self.serial & 1 == 1 && segment.serial.load(Ordering::Acquire) == self.serial
    }
}

/// The sets of a transaction.
#[derive(Default)]
pub(crate) struct Transaction {
    /// Exactly the old objects and cards whose write lock this transaction owns.
    pub(crate) written: Vec<Written>,
    /// Contains every old object that was written since the last minor collection: they may refer
    /// to young objects.
    pub(crate) remembered: Vec<Offset>,
    /// Exactly the cards that were written since the last collection: those whose lock has
    /// [`CARD_REMEMBERED`] set.
    pub(crate) cards: Vec<Written>,
    /// Exactly the mutable old objects that this transaction made, in minor collections before its
    /// end. (Under the GIL nobody asks.)
    pub(crate) overflow: Vec<Offset>,
    pub(crate) finalizers: FinalizerChanges,
    /// Age of the transaction: number of its first attempt. Kept over attempts.
    pub(crate) age: u64,
    /// How many attempts have aborted.
    pub(crate) attempts: u32,
    /// Set when this transaction gave way.
    pub(crate) gave_way_to: Option<GaveWayTo>,
    /// Whether the transaction holds the runtime's one inevitability.
    pub(crate) is_inevitable: bool,
    /// Whether its length was used up.
    pub(crate) used_up: bool,
    /// Whether a thread waits for what this transaction has changed (a lock let go).
    pub(crate) wakes_waiters: bool,
    /// Whether all others must start again when this one commits.
    pub(crate) dooms_all: bool,
}

impl Transaction {
    /// Forgets the sets, not the age. (The finalizers are dealt with by then.)
    pub(crate) fn clear(&mut self) {
        self.written.clear();
        self.remembered.clear();
        self.cards.clear();
        self.overflow.clear();
        self.is_inevitable = false;
        self.used_up = false;
        self.wakes_waiters = false;
        self.dooms_all = false;
    }

    pub(crate) fn has_nothing_to_publish(&self) -> bool {
        self.written.is_empty() && !self.dooms_all
    }
}

/// What a safepoint asks the language's loop to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Due {
    /// Go on.
    Nothing,
    /// End the transaction here if this is a yield point. Never inside of an atomic region.
    Commit,
}

/// As [`PATIENCE`], under stepping: there each step of waiting is a switch of threads.
const PATIENCE_STEPPED: u32 = 20;
/// How many steps of waiting an aborted transaction grants the one that it gave way to, and a
/// contender the owner of a lock whom it has doomed: up to a second. (Scripts cannot wait.)
pub(crate) const PATIENCE: u32 = if cfg!(test) { 3 } else { 2_000 };

/// After so many aborted attempts a transaction runs inevitably: it gets through in the end.
const ATTEMPTS_MAX: u32 = 24;

impl Mutator {
    /// Begins a transaction: takes a segment, fixes the snapshot, saves the current frame.
    /// Waits while there is no segment (or while others hold the GIL).
    pub fn begin(&mut self) {
        assert!(!self.is_open(), "no transaction in a transaction");
        self.take_turn();
        self.runtime.clone().engine().enter(self);
        self.open(None);
        let tired = self.transaction.borrow().attempts >= ATTEMPTS_MAX;
        if tired && self.become_inevitable().is_err() {
            self.roll_back();
        }
    }

    /// As [`Mutator::begin`]; the transaction is inevitable from its first operation on. For hosts
    /// that go on in the middle of code that cannot be begun again.
    pub fn begin_inevitable(&mut self) {
        self.begin();
        while self.become_inevitable().is_err() {
            self.roll_back();
        }
    }

    /// `since_ns`: the time, if it was looked up just now.
    fn open(&mut self, since_ns: Option<u64>) {
        let runtime = self.runtime.clone();
        runtime.engine().open(self);
        self.length_begins();
        self.stack.checkpoint(self.transactional);
        self.roots_at_begin.clear();
        self.roots_at_begin.extend_from_slice(&self.roots.borrow());
        for (saved, root) in self
            .thread_roots_at_begin
            .iter_mut()
            .zip(&self.thread_roots)
        {
            *saved = root.get();
        }
        self.atomic_depth_at_begin = self.atomic_depth.get();
        self.holds_at_begin = self.holds.get();
        let began_ns = since_ns.unwrap_or_else(|| self.clock_ns());
        self.began_ns.set(began_ns);
        self.record_begin(began_ns);
        #[cfg(simulated)]
        if self.eliding.borrow().is_holding() {
            let settled = self.become_inevitable();
            assert!(settled.is_ok(), "nobody dooms the holder of the lock");
        }
    }

    fn length_begins(&mut self) {
        let length = match self.control {
            Control::Htm => crate::engine::htm::fuel(&self.eliding.borrow()),
            #[cfg(simulated)]
            Control::Stm if self.eliding.borrow().running().is_some() => {
                crate::engine::htm::fuel(&self.eliding.borrow())
            }
            Control::Gil | Control::Stm => self.length_control().length(),
        };
        self.fuel.set(length);
        self.fuel_at_begin.set(length);
        self.is_end_put_off.set(false);
        self.is_cut_short.set(false);
    }

    pub(crate) fn length_control(&mut self) -> &mut LengthControl {
        if self.has_turn.get() {
            &mut self.turn_length
        } else {
            &mut self.length
        }
    }

    /// Ends the transaction and begins the next: at a yield point.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction cannot commit; call [`Mutator::roll_back`].
    ///
    /// # Panics
    /// When an atomic region is open.
    pub fn commit_and_begin(&mut self) -> Result<(), Unwind> {
        self.commit_and_begin_after(|| {})
    }

    /// As [`Mutator::commit_and_begin`]; `then` runs between the two, before the thread waits for
    /// anything: for what others wait for while they have the right to run.
    ///
    /// # Errors
    /// As there; `then` has not run.
    pub fn commit_and_begin_after(&mut self, then: impl FnOnce()) -> Result<(), Unwind> {
        let runtime = self.runtime.clone();
        let (committed_ns, is_now) = self.commit()?;
        then();
        let mut now_ns = is_now.then_some(committed_ns);
        let has_hooks = !self.hooks.is_empty();
        let is_turn_over = self.turn_is_over(committed_ns);
        if has_hooks || is_turn_over || runtime.engine().must_let_go(self) {
            runtime.engine().leave(self);
            if has_hooks || is_turn_over {
                // (A hook may wait for another thread.)
                self.pass_turn();
            }
            if has_hooks {
                self.hooks.run_committed();
            }
            self.take_turn();
            runtime.engine().enter(self);
            now_ns = None;
        }
        self.open(now_ns);
        Ok(())
    }

    /// Ends the transaction; the thread must not touch the heap until [`Mutator::begin`].
    ///
    /// # Errors
    /// As [`Mutator::commit_and_begin`].
    ///
    /// # Panics
    /// When an atomic region is open.
    pub fn end(&mut self) -> Result<(), Unwind> {
        self.commit()?;
        self.runtime.clone().engine().leave(self);
        self.pass_turn();
        if !self.hooks.is_empty() {
            self.hooks.run_committed();
        }
        Ok(())
    }

    /// Returns the time of the commit, and whether that is now.
    fn commit(&mut self) -> Result<(u64, bool), Unwind> {
        assert!(!self.is_atomic(), "an atomic region is one transaction");
        let since_ns = self.clock_ns();
        self.runtime.clone().engine().commit(self)?;
        let now_ns = self.clock_ns();
        self.committed(since_ns, now_ns);
        self.record_commit(now_ns);
        let is_later = crate::protocol::collection::collect_if_due(self);
        Ok((now_ns, !is_later))
    }

    fn committed(&mut self, ending_since_ns: u64, now_ns: u64) {
        let used_up = self.transaction.borrow().used_up;
        self.account_commit(used_up, ending_since_ns, now_ns);
        let mut transaction = self.transaction.borrow_mut();
        let wakes = transaction.wakes_waiters;
        self.runtime
            .finalizers()
            .commit(&mut transaction.finalizers);
        transaction.clear();
        transaction.age = 0;
        transaction.attempts = 0;
        drop(transaction);
        self.forget_begin();
        self.count(|counters| &counters.commits, 1);
        self.promoter
            .borrow_mut()
            .release_filled(self.runtime.space());
        if wakes {
            self.runtime.announce_change();
        }
    }

    /// Nothing is restored any more: what was live at the begin need not live on.
    fn forget_begin(&mut self) {
        self.stack.forget_checkpoint();
        self.roots_at_begin.clear();
        self.thread_roots_at_begin = [Word(0); THREAD_ROOTS];
    }

    /// Undoes the transaction and begins it again: the stack, the thread roots and the root stack
    /// are as they were at its begin. The language's loop restores its own state after this.
    pub fn roll_back(&mut self) {
        let cause = self.cause_of_doom();
        self.account_abort(!matches!(cause, AbortCause::Injected | AbortCause::Wait));
        self.undo();
        self.wait_for_winner();
        let now_ns = self.clock_ns();
        if self.has_turn.get() && self.turn_is_over(now_ns) {
            self.pass_turn();
        }
        self.begin();
    }

    /// As [`Mutator::roll_back`], but does not begin: for a thread that must wait first.
    pub fn roll_back_and_end(&mut self) {
        self.doom_self(AbortCause::Wait);
        let attempts = self.transaction.borrow().attempts;
        self.undo();
        // To wait is not to fail: who turned inevitable of it would shut out whom it waits for.
        self.transaction.borrow_mut().attempts = attempts;
        self.pass_turn();
        #[cfg(simulated)]
        self.eliding.borrow_mut().forget_abort();
    }

    /// Undoes the transaction, in the heap and in the thread, and gives its segment back.
    fn undo(&mut self) {
        assert!(self.transactional, "nothing aborts under the GIL");
        let runtime = self.runtime.clone();
        let mut transaction = self.transaction.borrow_mut();
        runtime.finalizers().abort(&mut transaction.finalizers);
        drop(transaction);
        runtime.engine().abort(self);
        self.promoter.borrow_mut().release_filled(runtime.space());
        self.stack.restore();
        self.roots.borrow_mut().clone_from(&self.roots_at_begin);
        for (saved, root) in self.thread_roots_at_begin.iter().zip(&self.thread_roots) {
            root.set(*saved);
        }
        self.atomic_depth.set(self.atomic_depth_at_begin);
        self.holds.set(self.holds_at_begin);
        runtime.engine().leave(self);
        if !self.hooks.is_empty() {
            self.pass_turn();
            self.hooks.run_aborted();
        }
    }

    /// The older transaction that this one gave way to is let finish first (for a while): trying
    /// again at once would only collide again.
    fn wait_for_winner(&mut self) {
        let Some(winner) = self.transaction.borrow_mut().gave_way_to.take() else {
            return;
        };
        let runtime = self.runtime.clone();
        let segment = runtime.pool().get(winner.segment);
        let mut patience = if runtime.is_stepped() {
            PATIENCE_STEPPED
        } else {
            PATIENCE
        };
        let (waits_since_ns, since_ns) = (self.clock_ns(), self.event_clock());
        runtime.scheduler().wait_until(self.thread, || {
            patience -= 1;
            patience == 0 || !winner.runs_in(segment)
        });
        self.pace
            .lost(self.clock_ns().saturating_sub(waits_since_ns), false);
        self.record_wait(WaitFor::Winner, since_ns, winner.segment);
    }

    /// Answers whatever the poll word asks for. To be called at operation borders.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed; call [`Mutator::roll_back`].
    pub fn safepoint(&mut self) -> Result<Due, Unwind> {
        assert!(self.is_open(), "a safepoint is inside a transaction");
        let runtime = self.runtime.clone();
        self.collect_if_due();
        self.inject_major();
        // Under the elided lock nobody else gets on before this stretch ends: to step would only
        // take time. Its engine steps where a stretch begins.
        if runtime.is_stepped() && self.control != Control::Htm {
            runtime.scheduler().yield_point(self.thread);
        }
        runtime.engine().safepoint(self)?;
        let injection = runtime.config().injection;
        if self.can_abort() && self.random.chance(injection.abort_probability) {
            self.doom_self(AbortCause::Injected);
            return Err(Unwind::Abort);
        }
        let segment = runtime.pool().get(self.segment.get());
        if segment.is_requested(lane::ALWAYS) {
            // The fast path saw the poll word and did not count.
            self.use_fuel();
        }
        let asked = segment.is_requested(lane::COMMIT_SOON | lane::DROP_GIL);
        let turn = self.control == Control::Gil && runtime.is_stepped();
        let used_up = self.fuel.get() < 0 || injection.commit || turn;
        if used_up {
            let is_by_length = self.fuel.get() < 0 && !self.is_cut_short.get();
            self.transaction.borrow_mut().used_up = is_by_length;
        }
        if asked && self.transactional && self.is_atomic() {
            // At the region's end: until then each yield point would come here.
            segment.clear(lane::COMMIT_SOON);
            self.is_end_put_off.set(true);
        }
        if used_up && self.is_atomic() {
            self.go_on_for_a_while();
        }
        let is_due = (used_up || asked) && !self.is_atomic();
        #[cfg(simulated)]
        if is_due && self.is_simulated() {
            return Ok(Due::Commit);
        }
        if is_due && (injection.commit || !self.put_off_end()) {
            return Ok(Due::Commit);
        }
        Ok(Due::Nothing)
    }

    fn inject_major(&mut self) {
        let every = self.runtime.config().injection.major_safepoints;
        if every > 0 {
            self.safepoints_to_major -= 1;
            if self.safepoints_to_major == 0 {
                self.safepoints_to_major = every;
                self.collect_major();
            }
        }
    }

    /// Does a minor collection if one is due, and a major one if that is due then. The frame of the
    /// stack must be set.
    pub fn collect_if_due(&mut self) {
        if self.is_collection_due() {
            crate::gc::minor::collect_minor(self, crate::gc::minor::Purpose::Overflow);
            crate::protocol::collection::collect_if_due(self);
        }
    }

    /// The transaction cannot abort any more (paper §2.2): before what cannot be undone.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed already.
    pub fn become_inevitable(&mut self) -> Result<(), Unwind> {
        if !self.can_abort() && self.control != Control::Htm {
            return Ok(());
        }
        let runtime = self.runtime.clone();
        runtime.engine().become_inevitable(self)?;
        if !self.can_abort() {
            return Ok(());
        }
        self.transaction.borrow_mut().is_inevitable = true;
        self.forget_begin();
        self.count(|counters| &counters.inevitable, 1);
        Ok(())
    }

    /// Brings the snapshot up to date: what the transaction has read until now is still so. A
    /// [`Mutator::safepoint`] does this too.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed; call [`Mutator::roll_back`].
    pub fn validate(&mut self) -> Result<(), Unwind> {
        assert!(self.is_open(), "a transaction is validated");
        self.runtime.clone().engine().safepoint(self)
    }

    /// Asks for the transaction's end at its next yield point, also in the middle of what it holds.
    pub fn commit_soon(&self) {
        self.is_end_put_off.set(true);
        self.poll_word()
            .fetch_or(lane::COMMIT_SOON, Ordering::Relaxed);
    }

    /// Runs `task` while all other threads are stopped at safepoints or run outside of
    /// transactions: for what they read without barriers. Threads that wait in the middle of an
    /// operation may go on with it afterwards. The transaction may be doomed by one that commits
    /// while this thread waits for its turn.
    pub fn while_others_are_stopped<T>(&mut self, task: impl FnOnce(&Mutator) -> T) -> T {
        assert!(self.is_open(), "who stops others has the right to run");
        let runtime = self.runtime.clone();
        self.park_inside();
        runtime.engine().stop_others(self);
        self.unpark();
        let result = task(self);
        runtime.engine().resume_others(self);
        result
    }

    /// Whether the transaction may still abort.
    pub fn can_abort(&self) -> bool {
        self.transactional && !self.transaction.borrow().is_inevitable
    }

    /// Whether a transaction is open.
    pub fn is_open(&self) -> bool {
        match self.control {
            Control::Stm => self.segment.get() != 0,
            Control::Gil => self.runtime.gil().is_held_by(self.thread),
            Control::Htm => self.eliding.borrow().running().is_some(),
        }
    }

    /// Runs a blocking call inside an inevitable transaction: others may commit meanwhile.
    /// `call` must not touch the heap (it does not get the mutator).
    pub fn while_safe<T>(&mut self, call: impl FnOnce() -> T) -> T {
        assert!(!self.can_abort(), "only an inevitable transaction blocks");
        let runtime = self.runtime.clone();
        self.pass_turn();
        runtime.engine().enter_safe(self);
        let since_ns = self.event_clock();
        let result = call();
        self.record_wait(WaitFor::Host, since_ns, 0);
        runtime.engine().leave_safe(self);
        result
    }

    /// Waits inside of an inevitable transaction until `condition` holds: as
    /// [`Mutator::while_safe`], where nothing but time or another thread ends the wait.
    pub fn wait_safe(&mut self, condition: impl FnMut() -> bool) {
        let (runtime, thread) = (self.runtime.clone(), self.thread);
        self.while_safe(|| runtime.scheduler().wait_until(thread, condition));
    }

    /// Waits, outside of a transaction, until `condition` holds.
    pub fn wait_until(&mut self, condition: impl FnMut() -> bool) {
        assert!(
            !self.is_open(),
            "waiting inside a transaction would hold others up"
        );
        let since_ns = self.event_clock();
        self.runtime.scheduler().wait_until(self.thread, condition);
        self.record_wait(WaitFor::Host, since_ns, 0);
    }

    // ---- atomic regions

    /// Opens an atomic region: until it is left, nothing ends the transaction, and the GIL is not
    /// handed over: [`Mutator::safepoint`] does not ask for it, and whoever ends it all the same
    /// panics. (A blocking call, [`Mutator::while_safe`], still hands the GIL over.) Regions nest.
    /// An abort leaves those that were opened since the transaction began.
    #[inline]
    pub fn enter_atomic(&self) {
        self.atomic_depth.set(self.atomic_depth.get() + 1);
    }

    /// Leaves an atomic region.
    ///
    /// # Panics
    /// When none is open.
    #[inline]
    pub fn leave_atomic(&self) {
        let depth = self.atomic_depth.get().checked_sub(1);
        let depth = depth.expect("an atomic region is open");
        self.atomic_depth.set(depth);
        if depth == 0 {
            self.end_of_section();
        }
    }

    /// Whether an atomic region is open.
    #[inline]
    pub fn is_atomic(&self) -> bool {
        self.atomic_depth.get() != 0
    }

    /// When this transaction commits, whoever waits for a change looks again: see
    /// [`crate::Runtime::change_count`].
    pub fn wake_waiters_at_commit(&self) {
        self.transaction.borrow_mut().wakes_waiters = true;
        self.commit_soon();
    }

    /// When this transaction commits, all other running ones start again: for changes to what the
    /// language reads without barriers (inline caches).
    pub fn doom_all_at_commit(&self) {
        self.transaction.borrow_mut().dooms_all = true;
        self.commit_soon();
    }

    fn cause_of_doom(&self) -> AbortCause {
        let segment = self.runtime.pool().get(self.segment.get());
        AbortCause::from_number(segment.doom_cause.load(Ordering::Relaxed))
    }

    pub(crate) fn doom_self(&self, cause: AbortCause) {
        self.runtime
            .pool()
            .get(self.segment.get())
            .doom_cause
            .store(cause as u32, Ordering::Relaxed);
    }

    /// Whether a simulated machine runs the thread: then its transactions are as the HTM paper has
    /// them, without what the software's own have besides.
    #[cfg(simulated)]
    pub(crate) fn is_simulated(&self) -> bool {
        crate::simulation::simulator().is_some()
    }

    /// Counts a yield point that does not end the transaction; false if the transaction has to end
    /// at it, which is not counted.
    #[cfg(simulated)]
    pub fn passes_yield_point(&self) -> bool {
        let fuel = self.fuel.get();
        if fuel > 0 {
            self.fuel.set(fuel - 1);
        }
        fuel > 0
    }

    /// Whether others have committed what this view does not show yet. A simulated thread looks
    /// before each operation: on a real machine it would see it at once.
    #[cfg(simulated)]
    pub fn has_news(&self) -> bool {
        self.poll_word().load(Ordering::Relaxed) & lane::LOG != 0
    }

    /// The simulated machine has doomed the transaction: the language's loop rolls back.
    #[cfg(simulated)]
    pub fn doom_by_machine(&self) {
        self.doom_self(AbortCause::ReadWrite);
    }

    /// The state of the thread's segment, for assertions.
    pub(crate) fn is_running(&self) -> bool {
        self.runtime.pool().get(self.segment.get()).state() == SegmentState::Running
    }
}
