//! The driver: it runs operations inside of transactions, and commits, rolls back and waits.
//!
//! Every operation has a *generic* form, complete and correct. Hot ones have *handlers* too
//! (`handlers.rs`): a handler does the common case in a few machine instructions, jumps to the
//! next, and gives up before its first side effect. The loop here runs the generic form then, and
//! the work that is due between operations:
//!
//! ```text
//!   handlers ──give up──▶ generic form ──▶ events: collection, yield point ──▶ handlers
//!                              │ Err
//!                              ├─ Raise: to the handler of this or an outer frame
//!                              ├─ Abort: back to the checkpoint (outermost loop only)
//!                              └─ Wait:  end the transaction, wait, run the operation again
//! ```
//!
//! A loop below native code (a callback of a sort) lets its transaction go on, since an abort could
//! not go back into the middle of native code. When it may end there all the same,
//! `may_end_below_native` says.
//!
//! # How a commit happens
//!
//! 1. An operation reaches a yield point; `events` asks the runtime (`Mutator::safepoint`).
//! 2. [`commit`] takes the gate of the output, if the transaction has printed (`output.rs`).
//! 3. The runtime validates, publishes the writes and begins the next transaction; right after
//!    publishing, the output is published and the gate opened.
//! 4. `after_commit`: signals are handled for good, changes of classes are over, threads that were
//!    started begin to run, and the keys of locks that were let go wake their sleepers.
//! 5. The checkpoint is taken: an abort of the new transaction leads back here.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use motet_tm::{Due, Unwind, Word};

use crate::acts::{Asked, Place};
use crate::language::{Language, Outcome};
use crate::thread::Thread;
use crate::waits::WaitRequest;
use crate::{output, signals, threads, waits, weak};

/// The state that a roll-back restores beside the runtime's.
#[derive(Clone, Copy)]
struct Checkpoint {
    next: *const u32,
    /// The place of exceptions that come up before `next`.
    pc: *const u32,
    registers: *mut Word,
    /// Of the wait that the transaction comes from: a thread that has slept does not sleep again.
    deadline: Option<(Instant, *const u32)>,
}

/// The part of a thread that the driver owns.
pub(crate) struct Progress {
    /// Set by an operation that has reached a yield point.
    at_yield_point: Cell<bool>,
    /// The language wants to see each operation: none runs by a handler.
    is_plain: Cell<bool>,
    /// Finalizers run.
    pub(crate) is_finalizing: Cell<bool>,
    /// Many descriptors are open: unreachable ones are to be closed at the next yield point.
    pub(crate) lacks_descriptors: Cell<bool>,
    /// The failure for which handlers have stopped, if not for an event.
    failure: Cell<Option<Unwind>>,
    checkpoint: Cell<Checkpoint>,
    /// The language's thread, while handlers run: see `handlers::own`.
    pub(crate) own: Cell<*mut ()>,
    /// The runtime's count of changes before the transaction began.
    pub(crate) changes_at_begin: Cell<u64>,
}

impl Progress {
    /// A thread without frames.
    pub(crate) fn new(start: *mut Word) -> Progress {
        Progress {
            at_yield_point: Cell::new(false),
            is_plain: Cell::new(false),
            is_finalizing: Cell::new(false),
            lacks_descriptors: Cell::new(false),
            failure: Cell::new(None),
            checkpoint: Cell::new(Checkpoint {
                next: std::ptr::null(),
                pc: std::ptr::null(),
                registers: start,
                deadline: None,
            }),
            own: Cell::new(std::ptr::null_mut()),
            changes_at_begin: Cell::new(0),
        }
    }
}

// ---- running operations

/// Runs until the outermost frame of this loop has returned.
///
/// # Errors
/// The exception that leaves that frame; `Abort` and `Wait` for a loop further out.
pub fn run<L: Language>(thread: &mut L) -> Outcome<()> {
    let bottom = thread.registers();
    run_from(thread, bottom)
}

/// As [`run`], where frames have been entered above the outermost one, whose registers begin at
/// `bottom`.
///
/// # Errors
/// As [`run`].
pub fn run_from<L: Language>(thread: &mut L, bottom: *mut Word) -> Outcome<()> {
    let mark = thread.root_count();
    let outcome = match enter_polled(thread) {
        Ok(()) => run_operations(thread, mark),
        failed => failed,
    };
    go_on(thread, bottom, mark, outcome)
}

/// Polls at the entry into a frame from native code, which is a yield point: native code may call
/// short functions, which have none, again and again.
fn enter_polled<L: Language>(thread: &mut L) -> Outcome<()> {
    if thread.is_polled() {
        thread.announce_frame();
        thread.frames.pc.set(thread.place_before_next());
        attend(thread)?;
    }
    Ok(())
}

/// As [`run`], where the current frame begins by raising the exception that is set.
///
/// # Errors
/// As [`run`].
pub fn run_raising<L: Language>(thread: &mut L) -> Outcome<()> {
    let bottom = thread.registers();
    run_raising_from(thread, bottom)
}

/// As [`run_raising`], where frames have been entered above the outermost one, whose registers
/// begin at `bottom`.
///
/// # Errors
/// As [`run`].
pub fn run_raising_from<L: Language>(thread: &mut L, bottom: *mut Word) -> Outcome<()> {
    if thread.unwind(bottom)? {
        return run_above(thread, bottom);
    }
    Err(Unwind::Raise)
}

/// As [`run`], where the outermost frame of this loop is not the current one.
///
/// # Errors
/// As [`run`].
pub fn run_above<L: Language>(thread: &mut L, bottom: *mut Word) -> Outcome<()> {
    let mark = thread.root_count();
    let outcome = run_operations(thread, mark);
    go_on(thread, bottom, mark, outcome)
}

/// Goes on after operations have ended, in the way that their end asks for.
fn go_on<L: Language>(
    thread: &mut L,
    bottom: *mut Word,
    mark: usize,
    mut outcome: Outcome<()>,
) -> Outcome<()> {
    loop {
        outcome = match outcome {
            Ok(()) => return Ok(()),
            Err(Unwind::Raise) => {
                thread.truncate_roots(mark);
                thread
                    .acts
                    .forget_in_frame(thread.registers().cast_const().cast());
                match thread.unwind(bottom) {
                    Ok(true) => run_operations(thread, mark),
                    Ok(false) | Err(Unwind::Raise) => return Err(Unwind::Raise),
                    Err(unwind) => Err(unwind),
                }
            }
            Err(unwind) => match abort_or_leave(thread, unwind) {
                // Signals whose handling was undone are handled where they were.
                Ok(()) => match deliver_again(thread) {
                    Ok(()) => run_operations(thread, mark),
                    failed => failed,
                },
                // The handler of a signal has raised it where the thread has waited.
                Err(Unwind::Raise) => Err(Unwind::Raise),
                Err(unwind) => return Err(unwind),
            },
        };
    }
}

/// Handles the signals that a transaction which is begun again has given back.
fn deliver_again<L: Language>(thread: &mut L) -> Outcome<()> {
    if !thread.acts.is_result_due() && thread.vm().signals.is_pending_for(thread) {
        thread.announce_frame();
        signals::deliver_after_wait(thread)?;
    }
    Ok(())
}

/// Runs until the outermost frame returns or something goes wrong.
fn run_operations<L: Language>(thread: &mut L, mark: usize) -> Outcome<()> {
    loop {
        if L::HAS_HANDLERS && !thread.vm().plain_loop() && !thread.runs_plainly() {
            thread.run_handlers()?;
            if thread.next().is_null() {
                return Ok(());
            }
            events(thread)?;
            continue;
        }
        thread.run_operation()?;
        thread.truncate_roots(mark);
        if thread.next().is_null() {
            return Ok(());
        }
        if thread.is_polled() || thread.is_at_yield_point() {
            events(thread)?;
        }
    }
}

/// Runs the generic form of the next operation for handlers. True if they may go on: no error, no
/// events, no end.
#[inline(never)]
pub fn generic_operation<L: Language>(thread: &mut L) -> bool {
    let mark = thread.root_count();
    let control = thread.control();
    if let Err(unwind) = thread.run_operation() {
        thread.fail(unwind);
        return false;
    }
    thread.truncate_roots(mark);
    let has_changed = thread.control() != control;
    if thread.is_polled() || thread.next().is_null() || thread.runs_plainly() || has_changed {
        return false;
    }
    if thread.is_at_yield_point() {
        if thread.is_used_up() {
            if thread.may_commit() || thread.may_end_below_native() {
                return false;
            }
            thread.go_on_for_a_while();
        }
        thread.progress.at_yield_point.set(false);
    }
    true
}

/// Does the work that is due between operations.
///
/// # Errors
/// An exception of a signal's handler; exhausted memory; an abort.
#[cold]
pub fn events<L: Language>(thread: &mut L) -> Outcome<()> {
    if thread.is_collection_due() {
        thread.announce_frame();
        thread.collect_if_due();
        if thread.take_out_of_memory() {
            thread.frames.pc.set(thread.place_of_event());
            return Err(thread.raise_out_of_memory());
        }
    }
    if thread.progress.at_yield_point.take() && (thread.is_polled() || thread.is_used_up()) {
        thread.announce_frame();
        thread.frames.pc.set(thread.place_of_event());
        attend(thread)?;
    }
    Ok(())
}

/// Answers the requests that a yield point finds. `pc` says where exceptions are raised.
fn attend<L: Language>(thread: &mut L) -> Outcome<()> {
    if thread.vm().signals.is_pending() || thread.has_attention() {
        signals::deliver(thread)?;
    }
    let due = thread.safepoint()?;
    if due == Due::Commit && !thread.may_commit() && !thread.may_end_below_native() {
        thread.go_on_for_a_while();
    } else if due == Due::Commit {
        if thread.may_commit() {
            commit(thread)?;
        } else {
            thread.become_inevitable()?;
            outside(thread, |_| ());
        }
        if thread.take_out_of_memory() {
            return Err(thread.raise_out_of_memory());
        }
        // A signal that another thread of the program has sent is sent when its transaction has
        // committed.
        if thread.vm().signals.is_pending() {
            signals::deliver(thread)?;
        }
    }
    thread.attend_to_finalizers();
    weak::close_unreachable_descriptors(thread)?;
    if !thread.puts_finalizers_off() {
        weak::run_finalizers(thread)?;
    }
    Ok(())
}

/// Runs a function that native code calls back: `enter` enters a frame and runs it (with [`run`]),
/// or does the call otherwise. The thread stands where it stood before, afterwards.
///
/// # Errors
/// An exception of `enter`, calls that are too deep, or an abort.
pub fn run_nested<L: Language>(
    thread: &mut L,
    enter: impl FnOnce(&mut L) -> Outcome<()>,
) -> Outcome<()> {
    let depth = thread.native_depth();
    if depth as usize >= thread.vm().recursion_limit() || !threads::has_native_stack() {
        return Err(thread.raise_too_deep());
    }
    let saved = thread.save_frame();
    thread.enter_native();
    let result = enter(thread);
    thread.leave_native(depth);
    thread.restore_frame(saved);
    result
}

impl Thread {
    /// Counts a yield point; whether the transaction's length is used up.
    fn is_used_up(&self) -> bool {
        self.counts_yield_points() && self.use_fuel()
    }

    /// Whether all operations run in their generic forms now, because the language wants to see
    /// them.
    #[inline]
    pub fn runs_plainly(&self) -> bool {
        self.progress.is_plain.get()
    }

    /// Says whether all operations are to run in their generic forms from the next on that the
    /// driver begins.
    pub fn set_plain(&self, is_plain: bool) {
        self.progress.is_plain.set(is_plain);
    }

    /// Whether a transaction may end at this place.
    #[inline]
    pub fn may_commit(&self) -> bool {
        !self.is_atomic() && self.native_depth() == 0
    }

    /// The operation that runs has reached a yield point: the driver looks for events behind it.
    #[inline(always)]
    pub fn reach_yield_point(&self) {
        self.progress.at_yield_point.set(true);
    }

    /// Whether the operation has reached a yield point that the driver has not dealt with yet.
    #[inline(always)]
    pub fn is_at_yield_point(&self) -> bool {
        self.progress.at_yield_point.get()
    }

    /// Sets the failure for which a handler stops.
    #[inline(always)]
    pub fn fail(&self, unwind: Unwind) {
        self.progress.failure.set(Some(unwind));
    }

    /// Whether a handler has stopped because something has happened.
    #[inline(always)]
    pub fn has_failed(&self) -> bool {
        self.progress.failure.get().is_some()
    }

    /// The failure of the operation at which handlers have stopped, if there is one.
    ///
    /// # Errors
    /// That failure.
    #[inline(always)]
    pub fn take_failure(&self) -> Outcome<()> {
        match self.progress.failure.take() {
            None => Ok(()),
            Some(unwind) => Err(unwind),
        }
    }

    /// Remembers where a transaction begins.
    pub fn take_checkpoint(&self) {
        self.progress.checkpoint.set(Checkpoint {
            next: self.next(),
            pc: self.pc(),
            registers: self.registers(),
            deadline: self.waits.deadline.get(),
        });
    }

    fn restore_checkpoint(&mut self) {
        let checkpoint = self.progress.checkpoint.get();
        self.set_registers(checkpoint.registers);
        self.set_next(checkpoint.next);
        self.frames.pc.set(checkpoint.pc);
        self.waits.deadline.set(checkpoint.deadline);
        self.progress.at_yield_point.set(false);
        threads::forget_pending(self);
        self.waits.forget_released();
        self.acts.give_back();
        self.claims.forget();
        signals::give_back(self);
        self.class_changes_are_over();
        output::rolled_back(self);
    }
}

// ---- transactions

/// Ends the transaction and begins the next one here.
///
/// # Errors
/// An abort.
pub fn commit(thread: &mut Thread) -> Outcome<()> {
    commit_and_begin_after(thread, || {})
}

/// As [`commit`]; `then` runs between the two transactions, and not at all after an error.
fn commit_and_begin_after(thread: &mut Thread, then: impl FnOnce()) -> Outcome<()> {
    // Nothing may come between the end and the threads that it sets free: a simulated thread waits
    // at a begin.
    #[cfg(simulated)]
    if motet_tm::simulation::simulator().is_some() {
        end(thread)?;
        then();
        begin(thread);
        thread.take_checkpoint();
        return Ok(());
    }
    // (This may wait for the owner of a lock: before the gate.)
    settle_claims(thread)?;
    let is_gated = output::enter_gate(thread)?;
    let changes = thread.runtime().change_count();
    // The end of the transaction's own changes is one step more.
    let steps = thread.class_change_steps() + u64::from(thread.has_class_changes());
    let printed = output::take(thread);
    let output = &thread.vm().output;
    let committed = thread.commit_and_begin_after(|| {
        output.publish(printed);
        if is_gated {
            output.leave_gate();
        }
        then();
    });
    if committed.is_ok() {
        thread.progress.changes_at_begin.set(changes);
        thread.retries.begin();
        thread.lookups.begin_at(steps);
        after_commit(thread);
        thread.take_checkpoint();
        signals::mind(thread);
    } else if is_gated {
        output.leave_gate();
    }
    committed
}

/// Ends the transaction.
///
/// # Errors
/// An abort.
pub fn end(thread: &mut Thread) -> Outcome<()> {
    settle_claims(thread)?;
    let is_gated = output::enter_gate(thread)?;
    let ended = thread.end();
    if ended.is_ok() {
        after_commit(thread);
    }
    if is_gated {
        thread.vm().output.leave_gate();
    }
    ended
}

/// Takes the locks really that the transaction holds and has only claimed (`claims.rs`).
fn settle_claims(thread: &Thread) -> Outcome<()> {
    let heat = &thread.vm().lock_heat;
    thread.claims.settle(thread, heat, thread.ident())
}

/// Sets free all that has waited for the commit.
fn after_commit(thread: &mut Thread) {
    thread.acts.forget_taken();
    signals::keep_handled(thread);
    thread.class_changes_are_over();
    output::committed(thread);
    threads::start_pending(thread);
    waits::wake_released(thread);
}

/// Begins a transaction: the frame is set.
pub fn begin(thread: &mut Thread) {
    note_begin(thread);
    thread.begin();
    thread.take_lookup_tables();
    signals::mind(thread);
    // Finalizers run where a yield point attends to requests. Transactions that are short and end
    // with a wait have no such yield point.
    thread.request_finalizers();
}

/// Notes the count of changes that the beginning transaction starts from.
fn note_begin(thread: &Thread) {
    let changes = thread.runtime().change_count();
    thread.progress.changes_at_begin.set(changes);
    thread.retries.begin();
    thread.lookups.begin_at(thread.class_change_steps());
}

/// Undoes the transaction and begins it again.
pub fn roll_back<L: Language>(thread: &mut L) {
    let changes = thread.runtime().change_count();
    let steps = thread.class_change_steps();
    thread.claims.note_abort(thread, &thread.vm().lock_heat);
    thread.roll_back();
    thread.progress.changes_at_begin.set(changes);
    thread.retries.begin_again();
    thread.lookups.begin_at(steps);
    restore(thread);
}

fn restore<L: Language>(thread: &mut L) {
    thread.restore_checkpoint();
    thread.rolled_back();
}

/// Deals with an abort, or with an operation that must wait; in a loop below native code the
/// outermost loop does.
fn abort_or_leave<L: Language>(thread: &mut L, unwind: Unwind) -> Outcome<()> {
    let is_outermost = thread.native_depth() == 0;
    if unwind == Unwind::Wait {
        // To become inevitable may empty the nursery: the runtime must know the frame, of which
        // handlers have not told it.
        thread.announce_frame();
    }
    let may_wait = unwind == Unwind::Wait && (is_outermost || may_wait_below_native(thread)?);
    match unwind {
        Unwind::Abort if is_outermost => roll_back(thread),
        Unwind::Wait if may_wait => return wait(thread),
        _ => {
            thread.note_nested(unwind);
            return Err(unwind);
        }
    }
    Ok(())
}

/// Whether the thread may wait where native code that has called back is in the middle of its work:
/// the work cannot be begun again, so no effect of the transaction may be undone any more. (An
/// atomic region can only be undone: the event that it waits for may depend on its own writes.)
///
/// # Errors
/// [`Unwind::Abort`] when the transaction is doomed already.
pub fn may_wait_below_native(thread: &mut Thread) -> Outcome<bool> {
    if thread.can_abort() && !thread.is_atomic() {
        thread.waits.is_nested.set(false);
        thread.become_inevitable()?;
    }
    Ok(!thread.can_abort())
}

// ---- waiting

/// Waits for an operation: the transaction ends before it, and the operation runs again after.
fn wait<L: Language>(thread: &mut L) -> Outcome<()> {
    thread.repeat_instruction();
    thread.announce_frame();
    if let Some(asked) = thread.acts.take_asked() {
        return act(thread, asked);
    }
    let request = thread.take_wait_request();
    // Native code that has called back may have done half of its work.
    let is_nested = thread.waits.is_nested.take();
    if thread.may_commit() && !is_nested {
        if let Err(unwind) = end(thread) {
            return abort_or_leave(thread, unwind);
        }
        waits::wait(thread, request);
        begin(thread);
        thread.take_checkpoint();
        return signals::deliver_after_wait(thread);
    }
    if !thread.can_abort() && !thread.is_atomic() {
        wait_between(thread, request);
        return signals::deliver_after_wait(thread);
    }
    if request.only_takes_time()
        && thread.can_abort()
        && let Err(unwind) = thread.become_inevitable()
    {
        return abort_or_leave(thread, unwind);
    }
    if thread.can_abort() {
        thread.roll_back_and_end();
        // The operation may never be tried again.
        thread.stop_waiting(false);
        waits::wait_rolled_back(thread, request);
        begin(thread);
        restore(thread);
        // The region that waits lies behind this.
        thread.frames.pc.set(thread.next());
        return signals::deliver_after_wait(thread);
    }
    publish_output(thread);
    waits::wait_inside(thread, request);
    signals::deliver_after_wait(thread)
}

/// Acts between two transactions, as an operation has asked that runs again then. (Signals are
/// delivered behind it.)
fn act<L: Language>(thread: &mut L, asked: Asked) -> Outcome<()> {
    let done = Cell::new(None);
    let committed = commit_and_begin_after(thread, || done.set(Some(asked.perform())));
    match committed {
        Ok(()) => {
            // ---- point of no return: the act has happened.
            thread.acts.keep(done.take());
            Ok(())
        }
        Err(unwind) => abort_or_leave(thread, unwind),
    }
}

impl Thread {
    /// Makes a call whose effect cannot be undone, once, and returns its result. The call must not
    /// block for long, nor touch the heap. Output that was printed before comes before it.
    ///
    /// # Errors
    /// [`Unwind::Wait`]: the transaction ends, the call is made, and the operation runs again,
    /// which gets the result here. [`Unwind::Abort`] when the transaction is doomed already.
    pub fn act<T: 'static>(&mut self, call: impl FnOnce() -> T + 'static) -> Result<Rc<T>, Unwind> {
        let here = self.place_of_act();
        if let Some(result) = self.acts.take(here) {
            return Ok(result);
        }
        let may_end = self.can_abort() && self.may_commit() && self.has_company();
        if may_end && !self.acts.is_result_due() {
            self.acts.ask(here, call);
            return Err(Unwind::Wait);
        }
        self.become_inevitable()?;
        publish_output(self);
        Ok(Rc::new(call()))
    }

    /// Whether the operation that runs has made its call already: [`Thread::act`] will answer at
    /// once.
    pub fn has_acted_here(&self) -> bool {
        let here = self.place_of_act();
        self.acts.is_due_at(here)
    }

    fn place_of_act(&self) -> Place {
        Place {
            pc: self.pc(),
            registers: self.registers().cast_const().cast(),
        }
    }
}

/// Waits, in the middle of native code, as the operation that has just failed has asked.
///
/// # Errors
/// An exception of a handler of a signal that has come meanwhile.
pub fn wait_here<L: Language>(thread: &mut L) -> Outcome<()> {
    let request = thread.take_wait_request();
    if thread.is_atomic() {
        publish_output(thread);
        waits::wait_inside(thread, request);
    } else {
        wait_between(thread, request);
    }
    signals::deliver_after_wait(thread)
}

/// Waits in the middle of native code: the effects until now are committed, and those after the
/// wait cannot be undone either. So no thread waits meanwhile for an object that this thread has
/// written.
fn wait_between(thread: &mut Thread, request: WaitRequest) {
    outside(thread, |thread| waits::wait(thread, request));
}

/// Ends an inevitable transaction in the middle of native code and begins the next.
pub(crate) fn outside<T>(thread: &mut Thread, run: impl FnOnce(&mut Thread) -> T) -> T {
    go_outside(thread);
    let result = run(thread);
    come_back(thread);
    result
}

fn go_outside(thread: &mut Thread) {
    end(thread).expect("an inevitable transaction commits");
}

fn come_back(thread: &mut Thread) {
    note_begin(thread);
    thread.begin_inevitable();
    thread.take_lookup_tables();
    signals::mind(thread);
}

/// The place of a call that is mostly short: inside of the transaction, until it says that it takes
/// long.
pub struct Stay<'a> {
    thread: &'a mut Thread,
    is_outside: bool,
}

impl Stay<'_> {
    /// From here on the call runs outside of any transaction, as under [`call_outside`]. (Not in an
    /// atomic block, whose transaction cannot end.)
    pub fn leave(&mut self) {
        if !self.is_outside && !self.thread.is_atomic() {
            go_outside(self.thread);
            self.is_outside = true;
        }
    }
}

/// Runs a call that is mostly short in the middle of a native, which has become inevitable: to end
/// the transaction would cost more than the call. Once the call finds that it takes long it leaves
/// the transaction; else the same holds for it as under [`call_outside`].
pub fn call_staying<T>(thread: &mut Thread, call: impl FnOnce(&mut Stay<'_>) -> T) -> T {
    debug_assert!(!thread.can_abort(), "what is called happens once");
    let mut stay = Stay {
        thread,
        is_outside: false,
    };
    let result = call(&mut stay);
    if stay.is_outside {
        come_back(stay.thread);
    }
    result
}

/// Runs a call that may take long in the middle of a native, which has become inevitable: outside
/// of any transaction, so that other threads may become inevitable meanwhile. (In an atomic block
/// inside of the transaction, which cannot end.) As for [`wait_here`], the effects until now are
/// committed, and those after the call cannot be undone either. `call` must not touch the
/// heap, nor wait for a thread that needs this one.
pub fn call_outside<T>(thread: &mut Thread, call: impl FnOnce() -> T) -> T {
    debug_assert!(!thread.can_abort(), "what is called happens once");
    if thread.is_atomic() {
        publish_output(thread);
        return thread.while_safe(call);
    }
    outside(thread, |_| call())
}

/// As [`call_outside`], until a condition holds that only time or another thread brings about.
pub fn wait_outside(thread: &mut Thread, condition: impl FnMut() -> bool) {
    debug_assert!(!thread.can_abort(), "what comes before happens once");
    if thread.is_atomic() {
        publish_output(thread);
        return thread.wait_safe(condition);
    }
    outside(thread, |thread| thread.wait_until(condition));
}

/// Publishes the output of an inevitable transaction before it blocks.
pub fn publish_output(thread: &mut Thread) {
    if output::enter_gate(thread) == Ok(true) {
        output::committed(thread);
        thread.vm().output.leave_gate();
    }
}

/// Runs a thread whose first frame is laid out and ends its last transaction. `finish` gets the
/// result, inside of the transaction; it runs again if that aborts. It deals with all exceptions,
/// also those that signals bring while it runs.
pub fn run_to_end<L: Language, R>(
    thread: &mut L,
    mut finish: impl FnMut(&mut L, Outcome<()>) -> Outcome<R>,
) -> R {
    // Not the current frame: after an abort at the very end that is wherever the last transaction
    // began, and exceptions would be taken to leave the thread when they leave that.
    let bottom = thread.first_registers();
    loop {
        let result = run_above(thread, bottom);
        thread.clear_frames();
        let finished = finish(thread, result);
        // Atomic blocks that the program has not left end with the thread.
        while thread.is_atomic() {
            thread.leave_block(false);
        }
        match finished.and_then(|answer| end(thread).map(|()| answer)) {
            Ok(answer) => return answer,
            Err(Unwind::Abort) => roll_back(thread),
            Err(unwind) => unreachable!("the end of a thread lets {unwind:?} through"),
        }
    }
}
