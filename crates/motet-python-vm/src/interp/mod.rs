//! The interpreter: a loop over whole operations, with fast halves in front of it.
//!
//! Every operation has a *whole* form: an ordinary function over the thread ([`execute`]), complete
//! and correct. The hot ones have a *fast half* too (`fast.rs`): it does the common case in a few
//! machine instructions, jumps on to the next, and gives up before its first side effect. The loop
//! here then runs the whole form and whatever has to be done between operations:
//!
//! ```text
//!   fast halves ──gives up──▶ whole operation ──▶ events: collection, yield point ──▶ fast halves
//!                                   │ Err
//!                                   ├─ Raise: to the handler of this or an outer frame
//!                                   ├─ Abort: back to the checkpoint (outermost loop only)
//!                                   └─ Wait:  end the transaction, wait, run the operation again
//! ```
//!
//! Only the outermost loop of a thread commits; a loop below native code (a callback of `sorted`)
//! lets its transaction go on.

mod calls;
mod containers;
pub(crate) mod coroutines;
pub(crate) mod drain;
pub(crate) mod effects;
mod execute;
#[cfg(handlers)]
mod fast;
#[cfg(handlers)]
mod fast_attributes;
#[cfg(handlers)]
mod fast_bound;
#[cfg(handlers)]
mod fast_calls;
#[cfg(handlers)]
mod fast_generators;
#[cfg(handlers)]
mod fast_iteration;
#[cfg(handlers)]
mod fast_leaves;
#[cfg(handlers)]
mod fast_quick;
#[cfg(handlers)]
pub(crate) mod fast_special;
#[cfg(handlers)]
mod fast_table;
#[cfg(handlers)]
mod fast_values;
pub(crate) mod generators;
mod matching;
mod operators;
#[cfg(simulated)]
pub(crate) mod simulated;
mod statements;
mod variables;

use motet_python_bytecode::Opcode;
use motet_python_bytecode::encode::Instruction;
use motet_tm::{Due, Unwind};

use crate::exception;
use crate::native::Outcome;
use crate::thread::{Thread, WaitRequest};

/// Runs until the outermost frame of this loop has returned.
///
/// # Errors
/// The exception that leaves that frame; `Abort` and `Wait` for a loop further out.
pub(crate) fn run(thread: &mut Thread) -> Outcome<()> {
    let bottom = thread.registers.get();
    let mark = thread.root_count();
    let outcome = match enter_polled(thread) {
        Ok(()) => run_operations(thread, mark),
        failed => failed,
    };
    go_on(thread, bottom, mark, outcome)
}

/// The entry into a frame from native code is a yield point: that may call short functions again
/// and again, which have none.
fn enter_polled(thread: &mut Thread) -> Outcome<()> {
    if thread.is_polled() {
        thread.announce_frame();
        thread.pc.set(place_before_next(thread));
        attend(thread)?;
    }
    Ok(())
}

/// As [`run`], where the current frame begins by raising what is set as raised.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_raising(thread: &mut Thread) -> Outcome<()> {
    let bottom = thread.registers.get();
    if unwind(thread, bottom)? {
        return run_above(thread, bottom);
    }
    Err(Unwind::Raise)
}

/// As [`run`], where the outermost frame of this loop is not the current one.
///
/// # Errors
/// As [`run`].
pub(crate) fn run_above(thread: &mut Thread, bottom: *mut motet_tm::Word) -> Outcome<()> {
    effects::called();
    let mark = thread.root_count();
    let outcome = run_operations(thread, mark);
    go_on(thread, bottom, mark, outcome)
}

/// Goes on in whatever way operations have ended.
fn go_on(
    thread: &mut Thread,
    bottom: *mut motet_tm::Word,
    mark: usize,
    mut outcome: Outcome<()>,
) -> Outcome<()> {
    loop {
        outcome = match outcome {
            Ok(()) => return Ok(()),
            Err(Unwind::Raise) => {
                thread.truncate_roots(mark);
                match unwind(thread, bottom) {
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
                // A signal's handler has raised it where the thread has waited.
                Err(Unwind::Raise) => Err(Unwind::Raise),
                Err(unwind) => return Err(unwind),
            },
        };
    }
}

/// Handles the signals that a transaction which is begun again has given back.
fn deliver_again(thread: &mut Thread) -> Outcome<()> {
    if crate::signals::is_pending_for(thread) {
        thread.announce_frame();
        crate::signals::deliver_after_wait(thread)?;
    }
    Ok(())
}

/// Runs until the outermost frame returns or something goes wrong.
fn run_operations(thread: &mut Thread, mark: usize) -> Outcome<()> {
    loop {
        #[cfg(handlers)]
        if !thread.machine().plain_loop {
            fast::run(thread)?;
            if thread.next.get().is_null() {
                return Ok(());
            }
            events(thread)?;
            continue;
        }
        #[cfg(simulated)]
        simulated::before_operation(thread)?;
        let opcode = fetch(thread);
        execute(thread, opcode)?;
        thread.truncate_roots(mark);
        if thread.next.get().is_null() {
            return Ok(());
        }
        if thread.is_polled() || thread.at_yield_point.get() {
            events(thread)?;
        }
    }
}

/// Does the whole of the next operation for the fast halves. True if they may go on: no error, no
/// events, no end.
#[cfg(handlers)]
#[inline(never)]
fn whole_operation(thread: &mut Thread) -> bool {
    let mark = thread.root_count();
    let opcode = fetch(thread);
    if let Err(unwind) = execute(thread, opcode) {
        thread.failure.set(Some(unwind));
        return false;
    }
    thread.truncate_roots(mark);
    if thread.is_polled() || thread.next.get().is_null() {
        return false;
    }
    if thread.at_yield_point.get() {
        if thread.is_used_up() {
            if thread.may_commit() {
                return false;
            }
            thread.go_on_for_a_while();
        }
        thread.at_yield_point.set(false);
    }
    true
}

/// Executes the operation that `fetch` has begun; its effects are those that the op table declares.
#[inline(always)]
fn execute(thread: &mut Thread, opcode: Opcode) -> Outcome<()> {
    if cfg!(any(not(debug_assertions), simulated)) {
        return execute::execute(thread, opcode);
    }
    let before = effects::begin(thread, opcode);
    let outcome = execute::execute(thread, opcode);
    effects::check(thread, &before, outcome);
    outcome
}

/// Begins the next operation.
fn fetch(thread: &Thread) -> Opcode {
    let pc = thread.next.get();
    let word = thread.fetch_word(pc);
    let opcode = Opcode::ALL[usize::from(word as u8)];
    thread.word.set(word);
    thread.set_pc(pc);
    thread.next.set(pc.wrapping_add(opcode.form().words()));
    thread.announce_frame();
    opcode
}

/// Does what is to be done between operations.
#[cold]
pub(crate) fn events(thread: &mut Thread) -> Outcome<()> {
    if thread.is_collection_due() {
        thread.announce_frame();
        thread.collect_if_due();
        if thread.take_out_of_memory() {
            thread.pc.set(place_of_event(thread));
            return Err(thread.no_memory());
        }
    }
    if thread.at_yield_point.take() && (thread.is_polled() || thread.is_used_up()) {
        thread.announce_frame();
        thread.pc.set(place_of_event(thread));
        attend(thread)?;
    }
    Ok(())
}

/// Answers what is asked at a yield point. `pc` says where exceptions are raised.
fn attend(thread: &mut Thread) -> Outcome<()> {
    if crate::signals::is_pending() {
        crate::signals::deliver(thread)?;
    }
    let due = thread.safepoint()?;
    if due == Due::Commit && !thread.may_commit() {
        thread.go_on_for_a_while();
    } else if due == Due::Commit {
        commit(thread)?;
        if thread.take_out_of_memory() {
            return Err(thread.no_memory());
        }
        // `signal.raise_signal` of another thread sends when its transaction has committed.
        if crate::signals::is_pending() {
            crate::signals::deliver(thread)?;
        }
    }
    if thread.native_depth.get() == 0 {
        crate::weak::run_finalizers(thread)?;
    }
    Ok(())
}

/// The instruction at which an exception is raised that comes up between two operations, after
/// the one at `pc`: it belongs to the operation that is over (a `try` that ends behind a call is
/// around what the call brings), as long as that was one of the frame that goes on.
fn place_of_event(thread: &Thread) -> *const u32 {
    let (pc, next) = (thread.pc.get(), thread.next.get());
    let words = &thread.code().instructions;
    let is_known = words.as_ptr_range().contains(&pc);
    let done = is_known.then(|| Instruction::decode(words, thread.index_of_instruction(pc)));
    let done = done.and_then(Result::ok);
    let index = thread.index_of_instruction(next);
    match done {
        Some(done) if done.next() as usize == index && has_entered(thread, done, index) => next,
        Some(done) if done.next() as usize == index => pc,
        Some(done) if done.jump_target() == Some(index as i64) => pc,
        _ => place_before_next(thread),
    }
}

/// Whether an operation was the call of a manager's `__enter__` by `with`: what comes up after it
/// is for `__exit__` to see.
fn has_entered(thread: &Thread, done: Instruction, next: usize) -> bool {
    let code = thread.code();
    done.opcode == Opcode::CallMethod
        && code.sites[done.extension as usize].name == crate::names::ENTER
        && (code.source.exception_table.iter()).any(|range| range.start as usize == next)
}

/// As [`place_of_event`], where a frame is entered: it goes on behind what has suspended it, or
/// begins.
fn place_before_next(thread: &Thread) -> *const u32 {
    let next = thread.next.get();
    match thread.index_of_instruction(next) {
        0 => next,
        _ => next.wrapping_sub(1),
    }
}

/// Ends the transaction and begins the next one here.
pub(crate) fn commit(thread: &mut Thread) -> Outcome<()> {
    // Nothing may come between the end and what it sets free: a simulated thread waits at a begin.
    #[cfg(simulated)]
    if motet_tm::simulation::simulator().is_some() {
        end(thread)?;
        begin(thread);
        thread.take_checkpoint();
        return Ok(());
    }
    let is_gated = crate::output::enter_gate(thread)?;
    let changes = thread.runtime().change_count();
    // The end of the transaction's own changes is one step more.
    let steps = thread.class_change_steps() + u64::from(thread.class_changes.get() > 0);
    let printed = crate::output::take(thread);
    let committed = thread.commit_and_begin_after(|| {
        crate::output::publish(printed);
        if is_gated {
            crate::output::leave_gate();
        }
    });
    if committed.is_ok() {
        thread.changes_at_begin.set(changes);
        thread.lookups.steps_at_begin.set(steps);
        after_commit(thread);
        thread.take_checkpoint();
        mind_signals(thread);
    } else if is_gated {
        crate::output::leave_gate();
    }
    committed
}

/// Ends the transaction.
pub(crate) fn end(thread: &mut Thread) -> Outcome<()> {
    let is_gated = crate::output::enter_gate(thread)?;
    let ended = thread.end();
    if ended.is_ok() {
        after_commit(thread);
    }
    if is_gated {
        crate::output::leave_gate();
    }
    ended
}

/// What a commit sets free.
fn after_commit(thread: &mut Thread) {
    thread.signals_taken.set(0);
    thread.class_changes_are_over();
    crate::output::committed(thread);
    crate::threads::start_pending(thread);
    for key in thread.released.borrow_mut().drain(..) {
        thread.machine().waiting.wake(key);
    }
}

/// Undoes the transaction and begins it again.
pub(crate) fn roll_back(thread: &mut Thread) {
    let changes = thread.runtime().change_count();
    let steps = thread.class_change_steps();
    thread.roll_back();
    thread.changes_at_begin.set(changes);
    thread.lookups.steps_at_begin.set(steps);
    restore_checkpoint(thread);
}

/// Deals with an abort, or with an operation that must wait; in a loop below native code the
/// outermost loop does.
fn abort_or_leave(thread: &mut Thread, unwind: Unwind) -> Outcome<()> {
    let is_outermost = thread.native_depth.get() == 0;
    if unwind == Unwind::Wait {
        // To become inevitable may empty the nursery: the frame must be known, whose fast halves
        // have told nobody.
        thread.announce_frame();
    }
    let may_wait = unwind == Unwind::Wait && (is_outermost || may_wait_below_native(thread)?);
    match unwind {
        Unwind::Abort if is_outermost => roll_back(thread),
        Unwind::Wait if may_wait => return wait(thread),
        _ => {
            thread.wait_is_nested.set(unwind == Unwind::Wait);
            return Err(unwind);
        }
    }
    Ok(())
}

/// Whether the thread may wait where native code that has called back is in the middle of what it
/// does: that cannot be begun again, so nothing that was done may be undone any more. (An atomic
/// region can only be undone: what it waits for may hang on what it has written.)
///
/// # Errors
/// [`Unwind::Abort`] when the transaction is doomed already.
pub(crate) fn may_wait_below_native(thread: &mut Thread) -> Outcome<bool> {
    if thread.can_abort() && !thread.is_atomic() {
        thread.wait_is_nested.set(false);
        thread.become_inevitable()?;
    }
    Ok(!thread.can_abort())
}

/// An operation must wait: the transaction ends before it, and the operation runs again after.
fn wait(thread: &mut Thread) -> Outcome<()> {
    let request = thread
        .wait_request
        .take()
        .expect("who must wait says for what");
    thread.next.set(thread.pc.get());
    thread.announce_frame();
    // Native code that has called back may have done half of what it does.
    let is_nested = thread.wait_is_nested.take();
    if thread.may_commit() && !is_nested {
        if let Err(unwind) = end(thread) {
            return abort_or_leave(thread, unwind);
        }
        crate::threads::wait(thread, request);
        begin(thread);
        thread.take_checkpoint();
        return crate::signals::deliver_after_wait(thread);
    }
    if !thread.can_abort() && !thread.is_atomic() {
        wait_between(thread, request);
        return crate::signals::deliver_after_wait(thread);
    }
    if crate::threads::only_takes_time(request)
        && thread.can_abort()
        && let Err(unwind) = thread.become_inevitable()
    {
        return abort_or_leave(thread, unwind);
    }
    if thread.can_abort() {
        thread.roll_back_and_end();
        // The operation may never be tried again.
        thread.stop_waiting(false);
        crate::threads::wait_rolled_back(thread, request);
        begin(thread);
        restore_checkpoint(thread);
        // The region that waits lies behind this.
        thread.pc.set(thread.next.get());
        return crate::signals::deliver_after_wait(thread);
    }
    publish_output(thread);
    crate::threads::wait_inside(thread, request);
    crate::signals::deliver_after_wait(thread)
}

/// Waits in the middle of native code: what was done until now is everybody's, and what comes after
/// the wait cannot be undone either. So nobody waits for what this thread has written meanwhile.
pub(crate) fn wait_between(thread: &mut Thread, request: WaitRequest) {
    end(thread).expect("an inevitable transaction commits");
    crate::threads::wait(thread, request);
    note_begin(thread);
    thread.begin_inevitable();
    mind_signals(thread);
}

/// Publishes what an inevitable transaction has printed: before it blocks.
pub(crate) fn publish_output(thread: &mut Thread) {
    if crate::output::enter_gate(thread) == Ok(true) {
        crate::output::committed(thread);
        crate::output::leave_gate();
    }
}

/// Begins a transaction: the frame is set.
pub(crate) fn begin(thread: &mut Thread) {
    note_begin(thread);
    thread.begin();
    mind_signals(thread);
}

/// What is known of the world when a transaction begins.
fn note_begin(thread: &Thread) {
    thread.changes_at_begin.set(thread.runtime().change_count());
    let steps = thread.class_change_steps();
    thread.lookups.steps_at_begin.set(steps);
}

/// A signal that came while the thread had no segment has asked others for attention only.
fn mind_signals(thread: &Thread) {
    if crate::signals::is_pending_for(thread) {
        thread.request_own_attention();
    }
}

/// Finds the handler of the exception being raised, in this frame or one further out. False when it
/// leaves the outermost frame of this loop.
fn unwind(thread: &mut Thread, bottom: *mut motet_tm::Word) -> Outcome<bool> {
    if thread.registers.get() < bottom {
        // A generator that this loop was for has ended by raising.
        return Ok(false);
    }
    let mut index = thread.index_of_instruction(thread.pc.get());
    loop {
        let code = thread.code();
        if !thread.keeps_traceback.take() {
            exception::add_traceback(thread, index)?;
        }
        let table = &code.source.exception_table;
        let covers = |start: u32, end: u32| (start as usize..end as usize).contains(&index);
        if let Some(range) = table.iter().find(|range| covers(range.start, range.end)) {
            let exception = thread.take_raised().word();
            thread.set_register_word(range.register, exception);
            thread.go_to(range.target as usize);
            return Ok(true);
        }
        if code.source.generator.is_some() && index > 0 {
            generators::leave_raising(thread)?;
        }
        let is_last = thread.registers.get() == bottom;
        let returns = thread.pop_frame();
        if is_last || returns.is_null() {
            return Ok(false);
        }
        // Internal code around an initialiser is returned to at its very beginning.
        index = thread.index_of_instruction(returns).saturating_sub(1);
    }
}

/// Goes back to where the transaction began.
fn restore_checkpoint(thread: &mut Thread) {
    let checkpoint = thread.checkpoint.get();
    thread.next.set(checkpoint.next);
    thread.pc.set(checkpoint.pc);
    thread.registers.set(checkpoint.registers);
    thread.deadline.set(checkpoint.deadline);
    thread.at_yield_point.set(false);
    thread.keeps_traceback.set(false);
    thread.keyword_names.clear();
    crate::threads::forget_pending(thread);
    thread.released.borrow_mut().clear();
    crate::signals::give_back(thread);
    thread.class_changes_are_over();
    crate::output::rolled_back(thread);
}
