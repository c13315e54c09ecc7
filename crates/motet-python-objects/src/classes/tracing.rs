//! Trace and profile functions (`sys.settrace`, `sys.setprofile`).
//!
//! A thread with such a function runs generic operations only (`motet_vm::driver`), and each of
//! them comes by [`before`], which tells the function what happens. Without one, nothing is asked.
//!
//! The object of a frame is the same at each event, and holds `f_trace` (`running_frames.rs`).
//! While a thread is traced, it keeps an entry of each of its running frames too, which says what
//! the function has heard of.
//!
//! Events happen once: the transaction is inevitable before the first of them, so that no entry
//! is ever undone.

use std::cell::{Cell, RefCell};

use motet_python_bytecode::{CodeKind, Opcode};
use motet_tm::{Root, Unwind, Value};

use crate::classes::{frame_object, monitoring, profiling, running_frames};
use crate::model::exception;
use crate::model::layouts::{NONE, UNBOUND};
use crate::model::native::{Arguments, Outcome};
use crate::model::thread::{ROOT_RAISED, Thread, WaitRequest};
use crate::types::{list, string, tuple};

/// Place of the trace function in the list of [`ROOT_TRACE`].
const TRACE: i64 = 0;
/// Place of the profile function.
const PROFILE: i64 = 1;

/// A running frame whose object is known.
struct Entry {
    /// The index of its registers on the value stack.
    registers: usize,
    /// The line of the last event.
    line: u32,
    /// The instruction that came last.
    instruction: usize,
}

/// The native half of a thread's tracing.
#[derive(Default)]
pub struct Tracing {
    entries: RefCell<Vec<Entry>>,
    /// A trace or profile function runs: it is not traced itself.
    is_busy: Cell<bool>,
    /// Whether tools watched all threads when the last operation came by.
    was_watched: Cell<bool>,
    pub(super) monitored: monitoring::Monitored,
    /// The registers of the frame that came last; a frame above them is a new one.
    last_registers: Cell<usize>,
}

/// A function of the thread's, or None.
fn function(thread: &Thread, place: i64) -> Value<'_> {
    let state = running_frames::state(thread);
    let found = state.and_then(|state| list::get(thread, state, place as u64));
    found.unwrap_or(NONE)
}

/// `sys.gettrace()`
///
/// # Errors
/// None.
pub fn get_trace<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(function(thread, TRACE))
}

/// `sys.getprofile()`
///
/// # Errors
/// None.
pub fn get_profile<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(function(thread, PROFILE))
}

/// `sys.settrace(function)`
///
/// # Errors
/// A wait, after which it is called again; an abort.
pub fn set_trace<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    set(thread, arguments, TRACE)
}

/// `sys.setprofile(function)`
///
/// # Errors
/// A wait, after which it is called again; an abort.
pub fn set_profile<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    set(thread, arguments, PROFILE)
}

fn set<'a>(thread: &'a mut Thread, arguments: Arguments, place: i64) -> Outcome<Value<'a>> {
    if arguments.get(thread, 0) != NONE {
        leave_handlers(thread)?;
    }
    thread.become_inevitable()?;
    let was_traced = is_traced(thread);
    let state = running_frames::make_state(thread)?;
    list::set_index(thread, state, place, arguments.get(thread, 0))?;
    if is_traced(thread) {
        thread.tracing.last_registers.set(thread.registers_index());
    }
    // (A trace function may put another one in its place, or take itself away first: the entries of
    // the frames below it stay, and its own frames are not traced.)
    if !is_busy(thread) {
        if !was_traced {
            thread.tracing.entries.borrow_mut().clear();
        }
        if is_traced(thread) {
            know_frames(thread, thread.index_of_instruction(thread.pc()), false)?;
        }
    }
    update_plain(thread);
    Ok(NONE)
}

/// Makes the thread run generic operations only, each of which comes by [`before`].
///
/// # Errors
/// A wait, after which the native that needs it is called again.
pub(crate) fn leave_handlers(thread: &Thread) -> Outcome<()> {
    if !thread.runs_plainly() && !thread.is_atomic() {
        // Handlers run now, which would not come by there: a wait of no length leaves them.
        thread.set_plain(true);
        if let Some(now) = thread.deadline_in(Some(std::time::Duration::ZERO)) {
            thread.request_wait(WaitRequest::Until(now));
            return Err(Unwind::Wait);
        }
    }
    thread.forget_deadline();
    Ok(())
}

/// Whether the thread has a trace or profile function.
fn is_traced(thread: &Thread) -> bool {
    function(thread, TRACE) != NONE || has_profile_function(thread)
}

/// Whether the thread has a profile function.
pub(crate) fn has_profile_function(thread: &Thread) -> bool {
    function(thread, PROFILE) != NONE
}

/// Whether a trace or profile function runs.
pub(crate) fn is_busy(thread: &Thread) -> bool {
    thread.tracing.is_busy.get()
}

/// The thread runs generic operations as long as it is traced, profiled, recorded or watched. To be
/// called when one of these changes, and when a thread begins.
pub(crate) fn update_plain(thread: &Thread) {
    let is_watched = thread.machine().vm.is_watched();
    thread.set_plain(is_watched || is_traced(thread) || thread.is_recorded());
}

/// Runs a function of the machine's own, of which trace and profile functions hear nothing.
pub(crate) fn unheard<T>(
    thread: &mut Thread,
    run: impl FnOnce(&mut Thread) -> Outcome<T>,
) -> Outcome<T> {
    thread.tracing.is_busy.set(true);
    let outcome = run(thread);
    thread.tracing.is_busy.set(false);
    outcome
}

/// Whether an operation leaves its frame, or suspends it.
pub(crate) fn leaves_frame(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Return
            | Opcode::ReturnInstance
            | Opcode::EndGenerator
            | Opcode::YieldFrom
            | Opcode::Yield
    )
}

/// Tells the profile function of a native that the current frame calls.
///
/// # Errors
/// An exception of the function; an abort.
pub(crate) fn tell_profile(thread: &mut Thread, event: &str, native: Root) -> Outcome<()> {
    if !has_profile_function(thread) || is_busy(thread) {
        return Ok(());
    }
    know_frames(thread, thread.index_of_instruction(thread.pc()), false)?;
    let Some(frame) = running_frames::current(thread) else {
        return Ok(());
    };
    let frame = thread.root(frame);
    match event {
        "c_exception" => with_raised_aside(thread, |thread| {
            tell(thread, PROFILE, None, frame, event, native).map(drop)
        }),
        _ => tell(thread, PROFILE, None, frame, event, native).map(drop),
    }
}

/// Forgets the entries of frames that have been left.
fn leave_above(thread: &Thread, registers: usize) {
    let mut entries = thread.tracing.entries.borrow_mut();
    let kept = entries.partition_point(|entry| entry.registers <= registers);
    entries.truncate(kept);
}

/// Makes entries of all running frames that have none, and says where each of them is. The
/// innermost one has just begun, or is in the middle of a line as the others are.
fn know_frames(thread: &Thread, innermost: usize, begins: bool) -> Outcome<()> {
    leave_above(thread, thread.registers_index());
    let known = thread
        .tracing
        .entries
        .borrow()
        .last()
        .map(|entry| entry.registers);
    let frames = thread.walk_frames();
    let mut unknown: Vec<_> = frames
        .take_while(|frame| Some(frame.registers) != known)
        .collect();
    if let Some(frame) = unknown.first_mut() {
        frame.instruction = innermost;
    }
    for (depth, frame) in unknown.iter().enumerate().rev() {
        running_frames::object_of(thread, frame)?;
        thread.tracing.entries.borrow_mut().push(Entry {
            registers: frame.registers,
            line: if begins && depth == 0 {
                0
            } else {
                frame.code.line(frame.instruction)
            },
            instruction: frame.instruction,
        });
    }
    Ok(())
}

/// Says what happens in the current frame, before an operation of it. `opcode` is that operation,
/// which has been fetched.
///
/// # Errors
/// An exception of the trace function; an abort.
#[cold]
pub fn before(thread: &mut Thread, opcode: Opcode) -> Outcome<()> {
    if is_busy(thread) {
        return Ok(());
    }
    if thread.is_recorded() {
        profiling::before(thread, opcode)?;
    }
    if thread.machine().vm.is_watched() {
        thread.tracing.was_watched.set(true);
        monitoring::before(thread, opcode)?;
    } else if thread.tracing.was_watched.take() {
        update_plain(thread);
    }
    if !is_traced(thread) {
        return Ok(());
    }
    if thread.can_abort() {
        thread.become_inevitable()?;
    }
    let registers = thread.registers_index();
    leave_above(thread, registers);
    let code = thread.code();
    let instruction = thread.index_of_instruction(thread.pc());
    let is_new = is_new(thread, registers);
    let makes_generator = opcode == Opcode::MakeGenerator;
    if code.is_internal || code.is_untraced || makes_generator {
        // (A native that has called for the generator may run it in this very place.)
        if leaves_frame(opcode) || makes_generator {
            forget_last_frame(thread);
        }
        return Ok(());
    }
    if is_new {
        enter(thread, registers, instruction)?;
    }
    line(thread, registers, instruction)?;
    operation(thread, instruction)?;
    if !leaves_frame(opcode) {
        return Ok(());
    }
    let given = match opcode {
        Opcode::Yield => thread.word() >> 16,
        _ => thread.word() >> 8,
    };
    let given = thread.root_register(given as u8);
    leave(thread, instruction, given)
}

/// Whether the frame with these registers is a new one, or a generator that goes on: the last one
/// lay below it, or it has no entry. (A native may call for one frame after the other in this very
/// place, or a little below.)
fn is_new(thread: &Thread, registers: usize) -> bool {
    let is_above = registers > thread.tracing.last_registers.replace(registers);
    let entries = thread.tracing.entries.borrow();
    let has_entry = entries
        .last()
        .is_some_and(|entry| entry.registers == registers);
    is_above || !has_entry
}

/// A frame is entered, or a generator goes on.
fn enter(thread: &mut Thread, registers: usize, instruction: usize) -> Outcome<()> {
    leave_above(thread, registers.saturating_sub(1));
    know_frames(thread, instruction, true)?;
    let Some(frame) = running_frames::current(thread) else {
        return Ok(());
    };
    let code = thread.code();
    // A call is told of at the line of the definition, a generator that goes on at the line of
    // the instruction that has suspended it.
    let begins = instruction == 0 && code.source.kind != CodeKind::Module;
    if begins && code.source.kind == CodeKind::Function {
        // Registers that no instruction has written hold what earlier calls have left there: the
        // compiler has seen that none is read, but the local variables of the frame are shown.
        let parameters = code.source.parameters.names.len();
        for register in parameters..code.source.local_names.len() {
            thread.set_register(register as u8, UNBOUND);
        }
        frame_object::set_cleared(thread, frame.known_object())?;
    }
    let before = instruction.saturating_sub(1);
    if begins {
        let none = code.source.positions.len();
        frame_object::show_line(thread, frame, none, code.source.first_line)?;
    } else {
        frame_object::show_line(thread, frame, before, code.line(before))?;
    }
    if instruction > 0
        && let Some(entry) = thread.tracing.entries.borrow_mut().last_mut()
    {
        entry.line = code.line(before);
    }
    let frame = thread.root(frame);
    let told = tell_call(thread, frame);
    frame_object::show_own_line(thread, thread.get(frame))?;
    told
}

/// Tells that the current frame is entered.
fn tell_call(thread: &mut Thread, frame: Root) -> Outcome<()> {
    let none = thread.root(NONE);
    if function(thread, TRACE) != NONE {
        let local = tell(thread, TRACE, None, frame, "call", none)?;
        let local = thread.get(local);
        if local != NONE {
            frame_object::set_frame_trace(thread, thread.get(frame), local)?;
        }
    }
    if function(thread, PROFILE) != NONE {
        tell(thread, PROFILE, None, frame, "call", none)?;
    }
    Ok(())
}

/// Tells of a new line of the current frame.
fn line(thread: &mut Thread, registers: usize, instruction: usize) -> Outcome<()> {
    let line = thread.code().begun_line(instruction);
    {
        let mut entries = thread.tracing.entries.borrow_mut();
        let Some(entry) = entries.last_mut().filter(|it| it.registers == registers) else {
            return Ok(());
        };
        let goes_back = instruction < entry.instruction;
        entry.instruction = instruction;
        let Some(line) = line.filter(|line| *line != entry.line || goes_back) else {
            return Ok(());
        };
        entry.line = line;
    }
    let Some(frame) = running_frames::current(thread) else {
        return Ok(());
    };
    let local = frame_object::frame_trace(thread, frame);
    if local == NONE || !frame_object::wants_lines(thread, frame) {
        return Ok(());
    }
    let (frame, local) = (thread.root(frame), thread.root(local));
    let none = thread.root(NONE);
    know_frames(thread, instruction, false)?;
    tell_locally(thread, local, frame, "line", none)
}

/// Tells of an instruction of the current frame, if its function wants to hear of them.
fn operation(thread: &mut Thread, instruction: usize) -> Outcome<()> {
    let Some(frame) = running_frames::current(thread) else {
        return Ok(());
    };
    let local = frame_object::frame_trace(thread, frame);
    if local == NONE || !frame_object::wants_operations(thread, frame) {
        return Ok(());
    }
    let (frame, local) = (thread.root(frame), thread.root(local));
    let none = thread.root(NONE);
    know_frames(thread, instruction, false)?;
    tell_locally(thread, local, frame, "opcode", none)
}

/// The current frame is left: another call may be entered at its very place.
fn forget_last_frame(thread: &Thread) {
    let below = thread.registers_index().saturating_sub(1);
    thread.tracing.last_registers.set(below);
}

/// Tells the frame's own function, whose result takes its place.
fn tell_locally(
    thread: &mut Thread,
    local: Root,
    frame: Root,
    event: &str,
    argument: Root,
) -> Outcome<()> {
    let answer = tell(thread, TRACE, Some(local), frame, event, argument)?;
    let answer = thread.get(answer);
    if answer != NONE {
        frame_object::set_frame_trace(thread, thread.get(frame), answer)?;
    }
    Ok(())
}

/// The current frame is left, or suspended, with a value.
fn leave(thread: &mut Thread, instruction: usize, given: Root) -> Outcome<()> {
    let registers = thread.registers_index();
    if let Some(frame) = running_frames::current(thread) {
        let frame = thread.root(frame);
        know_frames(thread, instruction, false)?;
        // The return at a body's end belongs to the line that came last.
        if thread.code().begun_line(instruction).is_none()
            && let Some(line) = line_of_entry(thread, registers)
        {
            frame_object::show_line(thread, thread.get(frame), instruction, line)?;
        }
        let told = tell_return(thread, frame, given);
        frame_object::show_own_line(thread, thread.get(frame))?;
        told?;
    }
    forget_last_frame(thread);
    leave_above(thread, registers.saturating_sub(1));
    Ok(())
}

/// The line of the last event of the frame with these registers.
fn line_of_entry(thread: &Thread, registers: usize) -> Option<u32> {
    let entries = thread.tracing.entries.borrow();
    let entry = entries.last().filter(|entry| entry.registers == registers);
    entry.map(|entry| entry.line).filter(|line| *line != 0)
}

/// Tells that the current frame is left with a value.
fn tell_return(thread: &mut Thread, frame: Root, given: Root) -> Outcome<()> {
    let local = frame_object::frame_trace(thread, thread.get(frame));
    let local = thread.root(local);
    if thread.get(local) != NONE && function(thread, TRACE) != NONE {
        tell_locally(thread, local, frame, "return", given)?;
    }
    if function(thread, PROFILE) != NONE {
        tell(thread, PROFILE, None, frame, "return", given)?;
    }
    Ok(())
}

/// Calls a trace or profile function. One that raises is never called again.
fn tell(
    thread: &mut Thread,
    place: i64,
    local: Option<Root>,
    frame: Root,
    event: &str,
    argument: Root,
) -> Outcome<Root> {
    let called = match local {
        Some(local) => local,
        None => thread.root(function(thread, place)),
    };
    let event = string::new(thread, event)?;
    let event = thread.root(event);
    let answer = unheard(thread, |thread| {
        thread.call(called, &[frame, event, argument])
    });
    if answer == Err(Unwind::Raise) {
        stop(thread, place)?;
    }
    answer
}

/// Takes a function away that has raised.
fn stop(thread: &Thread, place: i64) -> Outcome<()> {
    let state = running_frames::make_state(thread)?;
    list::set_index(thread, state, place, NONE)?;
    if !is_traced(thread) {
        leave_above(thread, 0);
        update_plain(thread);
    }
    Ok(())
}

/// An exception travels through the current frame, whose instruction it has come from. `is_again`
/// says that the frame raises one that it has caught.
///
/// # Errors
/// An abort. An exception of the trace function takes the place of the one that travels.
#[cold]
pub fn raised(thread: &mut Thread, instruction: usize, is_again: bool) -> Outcome<()> {
    profiling::forget_wait(thread);
    if thread.is_recorded() && !is_busy(thread) {
        profiling::raised(thread)?;
    }
    if is_monitored(thread) {
        monitoring::raised(thread, instruction, is_again)?;
    }
    resumed_by_exception(thread, instruction)?;
    passing(thread, instruction, |thread, frame| {
        if is_again {
            return Ok(());
        }
        let local = frame_object::frame_trace(thread, thread.get(frame));
        if local == NONE || function(thread, TRACE) == NONE {
            return Ok(());
        }
        let local = thread.root(local);
        let given = {
            let raised = thread.thread_root(ROOT_RAISED);
            let kind = thread.class_object(thread.class_of(raised));
            let traceback = exception::as_exception(thread, raised)
                .map_or(NONE, |object| exception::first_entry(thread, object));
            let made = tuple::from_values(thread, &[kind, raised, traceback])?;
            thread.root(made)
        };
        with_raised_aside(thread, |thread| {
            tell_locally(thread, local, frame, "exception", given)
        })
    })
}

/// Whether tools hear of what happens in this thread now.
fn is_monitored(thread: &Thread) -> bool {
    thread.machine().vm.is_watched() && !is_busy(thread)
}

/// Tells of a generator that goes on by raising what was thrown into it, if the current frame is
/// one: no operation of it has come by yet.
fn resumed_by_exception(thread: &mut Thread, instruction: usize) -> Outcome<()> {
    let code = thread.code();
    if is_busy(thread) || !is_traced(thread) || code.is_untraced {
        return Ok(());
    }
    let registers = thread.registers_index();
    leave_above(thread, registers);
    if !is_new(thread, registers) {
        return Ok(());
    }
    if thread.can_abort() {
        thread.become_inevitable()?;
    }
    thread.set_pc(thread.code_head().instructions.address_of(instruction));
    with_raised_aside(thread, |thread| enter(thread, registers, instruction + 1))
}

/// The current frame is left because no handler of it catches the exception.
///
/// # Errors
/// As [`raised`].
#[cold]
pub fn left_by_exception(thread: &mut Thread, instruction: usize) -> Outcome<()> {
    if thread.is_recorded() && !is_busy(thread) {
        profiling::leave_frame(thread);
    }
    if is_monitored(thread) {
        monitoring::left_by_exception(thread, instruction)?;
    }
    passing(thread, instruction, |thread, _| {
        let none = thread.root(NONE);
        with_raised_aside(thread, |thread| leave(thread, instruction, none))
    })
}

/// The current frame, through which an exception travels, stands at an instruction: it may be one
/// further out than the last that ran, at its call. To be called before any function is.
pub(super) fn stand_at(thread: &Thread, instruction: usize) {
    thread.set_pc(thread.code_head().instructions.address_of(instruction));
    thread.announce_frame();
}

/// Runs `tell` for the frame in which an exception is, if it is one that is traced.
fn passing(
    thread: &mut Thread,
    instruction: usize,
    tell: impl FnOnce(&mut Thread, Root) -> Outcome<()>,
) -> Outcome<()> {
    let code = thread.code();
    if is_busy(thread) || !is_traced(thread) || code.is_untraced {
        return Ok(());
    }
    if thread.can_abort() {
        thread.become_inevitable()?;
    }
    let registers = thread.registers_index();
    leave_above(thread, registers);
    let Some(frame) = running_frames::current(thread) else {
        return Ok(());
    };
    let frame = thread.root(frame);
    stand_at(thread, instruction);
    know_frames(thread, instruction, false)?;
    tell(thread, frame)
}

/// Runs a function with the travelling exception put aside; its own takes the place of that.
pub(super) fn with_raised_aside(
    thread: &mut Thread,
    run: impl FnOnce(&mut Thread) -> Outcome<()>,
) -> Outcome<()> {
    let raised = {
        let raised = thread.take_raised();
        thread.root(raised)
    };
    match run(thread) {
        Ok(()) => {
            let raised = thread.get(raised);
            thread.set_thread_root(ROOT_RAISED, raised);
            Ok(())
        }
        Err(Unwind::Raise) => Ok(()),
        Err(unwind) => Err(unwind),
    }
}
