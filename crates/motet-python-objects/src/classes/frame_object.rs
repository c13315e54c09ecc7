//! Frames and entries of tracebacks as programs see them.
//!
//! Frames themselves are windows on the value stack. The object of one that runs is found again
//! (`running_frames.rs`), and looks there when it is asked; when the frame ends, it keeps the last
//! state. Of a frame that runs on another thread it only knows where it was when it was asked for.

use crate::classes::code_object::{number, object};
use crate::classes::frame_locals;
use crate::classes::generator::{self, State};
use crate::classes::globals;
use crate::classes::running_frames;
use crate::classes::weak;
use crate::model::type_def::TypeDef;
use crate::types::namespace_dict;

use motet_python_bytecode::CodeKind;
use motet_tm::{Object, Value};

use crate::model::code::{LoadedCode, OFFSETS_PER_WORD};
use crate::model::exception::{
    ATTRIBUTE_ERROR, MEMORY_ERROR, RUNTIME_ERROR, TRACEBACK_CALLABLE, TRACEBACK_NEXT, TYPE_ERROR,
    VALUE_ERROR, as_exception, first_entry, traceback_place,
};
use crate::model::function::FUNCTION_GLOBALS;
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::{
    FRAME_CALLABLE, FrameView, ROOT_HANDLED, ROOT_HANDLED_OUTSIDE, ROOT_RAISED, Thread,
};
use crate::model::upcalls;
use crate::types::prelude::exact;
use crate::types::{dict, string, tuple};

/// Word of a frame object, behind [`FRAME_CALLABLE`]: the instruction where it stands; of a frame
/// that runs on this thread it is not asked, unless [`FRAME_LINE`] says a line.
const FRAME_INSTRUCTION: u64 = 2;
/// The place of its registers on the value stack while it runs; None of one that has ended, and of
/// a generator's.
const FRAME_REGISTERS: u64 = 3;
/// Of a frame that has ended: the object of its caller.
const FRAME_BACK: u64 = 4;
/// Of a frame that has ended: its namespace, or of a function's the tuple of the registers of its
/// variables.
const FRAME_LOCALS: u64 = 5;
/// The function that hears of its events.
const FRAME_TRACE: u64 = 6;
/// The line that is shown in the place of the instruction's.
const FRAME_LINE: u64 = 7;
/// See [`WANTS_LINES`] and the like.
const FRAME_FLAGS: u64 = 8;
/// The generator whose frame it is.
const FRAME_GENERATOR: u64 = 9;
/// The dict of what the program has stored beside the variables, or None.
const FRAME_EXTRA: u64 = 10;

/// Flag: its function hears of lines.
const WANTS_LINES: i32 = 1;
/// Flag: its function hears of instructions.
const WANTS_OPERATIONS: i32 = 2;
/// Flag: the registers of all its variables hold a value or the mark of none.
const IS_CLEARED: i32 = 4;

/// Methods of frames.
const FRAME_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__repr__", 1, 1, repr_frame),
    NativeFunction::calling("clear", 1, 1, clear),
];

/// Makes the object of a frame that does not run: its callable and instruction, and the generator
/// whose frame it is.
pub(crate) fn new_frame<'a>(
    thread: &'a Thread,
    (callable, instruction): (Value<'_>, usize),
    generator: Value<'_>,
) -> Value<'a> {
    new(thread, (callable, instruction), NONE, generator)
}

/// Makes the object of a running frame that is no generator's.
pub(super) fn running<'a>(thread: &'a Thread, frame: &FrameView<'a>) -> Value<'a> {
    let place = (frame.callable, frame.instruction);
    new(thread, place, number(frame.registers), NONE)
}

fn new<'a>(
    thread: &'a Thread,
    (callable, instruction): (Value<'_>, usize),
    registers: Value<'_>,
    generator: Value<'_>,
) -> Value<'a> {
    let fields = [
        callable,
        number(instruction),
        registers,
        NONE,
        NONE,
        NONE,
        NONE,
        Value::from_small(WANTS_LINES),
        generator,
        NONE,
    ];
    let made = thread.allocate(LAYOUT_FRAME, CLASS_FRAME, &fields);
    made.value()
}

/// `sys._getframe(depth)`
pub fn get_frame<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let depth = arguments.optional(thread, 0);
    let depth = depth.and_then(Value::as_integer).unwrap_or(0).max(0) as usize;
    let Some(frame) = thread.walk_frames().nth(depth) else {
        return Err(thread.raise(VALUE_ERROR, "call stack is not deep enough"));
    };
    running_frames::object_of(thread, &frame)
}

/// The place of the registers of a frame that has not ended.
pub(super) fn registers(thread: &Thread, frame: Value<'_>) -> Option<usize> {
    let registers = thread.read(as_frame(frame)).get(FRAME_REGISTERS);
    registers.as_integer().map(|place| place as usize)
}

/// The generator whose frame it is.
pub(super) fn generator_of<'a>(thread: &'a Thread, frame: Object<'a>) -> Option<Object<'a>> {
    thread.read(frame).get(FRAME_GENERATOR).as_object()
}

/// The current frame, whose object this is, ends.
pub(super) fn end(
    thread: &Thread,
    frame: Object<'_>,
    instruction: usize,
    back: Value<'_>,
) -> Outcome<()> {
    let source = &thread.code().source;
    let locals = match source.kind {
        CodeKind::Module => NONE,
        CodeKind::Dynamic | CodeKind::ClassBody => thread.register(0),
        CodeKind::Function | CodeKind::Annotation => {
            let count = source.local_names.len();
            let values = thread
                .stack_values(thread.registers_index(), count)
                .to_vec();
            tuple::from_values(thread, &values)?
        }
    };
    let view = thread.write(frame)?;
    view.set(FRAME_INSTRUCTION, number(instruction));
    view.set(FRAME_REGISTERS, NONE);
    view.set(FRAME_BACK, back);
    view.set(FRAME_LOCALS, locals);
    view.set(FRAME_LINE, NONE);
    Ok(())
}

/// Where a frame is.
pub(super) enum Place<'a> {
    /// On the stack of this thread.
    Running(FrameView<'a>),
    /// In its generator, which is suspended or has not begun.
    Suspended(Object<'a>),
    /// It has ended, or runs on another thread: what its object knows of it.
    Kept,
}

pub(super) fn place<'a>(thread: &'a Thread, frame: Object<'a>) -> Place<'a> {
    if let Some(view) = running_frames::view_of(thread, frame) {
        return Place::Running(view);
    }
    match generator_of(thread, frame) {
        Some(generator)
            if matches!(
                generator::state(thread, generator),
                State::Created | State::Suspended
            ) =>
        {
            Place::Suspended(generator)
        }
        _ => Place::Kept,
    }
}

/// The instruction where a frame stands.
fn instruction_of(thread: &Thread, frame: Object<'_>) -> usize {
    match place(thread, frame) {
        Place::Running(view) => view.instruction,
        Place::Suspended(generator) => generator::instruction(thread, generator),
        Place::Kept => kept_instruction(thread, frame),
    }
}

pub(super) fn kept_instruction(thread: &Thread, frame: Object<'_>) -> usize {
    let kept = thread.read(frame).get(FRAME_INSTRUCTION);
    kept.as_integer().unwrap_or(0) as usize
}

/// `frame.f_locals`: of a function's frame a `FrameLocalsProxy`.
fn locals_of<'a>(thread: &'a Thread, frame: Object<'a>) -> Outcome<Value<'a>> {
    let (view, code) = (thread.read(frame), frame_code(thread, frame));
    let kept = view.get(FRAME_LOCALS);
    let place = place(thread, frame);
    let namespace = match (code.source.kind, &place) {
        (CodeKind::Module, _) => NONE,
        (CodeKind::Dynamic | CodeKind::ClassBody, Place::Running(running)) => {
            thread.stack_value(running.registers)
        }
        (CodeKind::Dynamic | CodeKind::ClassBody, _) => kept,
        (CodeKind::Function | CodeKind::Annotation, _) => {
            return Ok(frame_locals::new(thread, frame));
        }
    };
    if namespace != NONE {
        return Ok(namespace);
    }
    if code.source.kind == CodeKind::ClassBody {
        return dict::new(thread);
    }
    let globals = globals_of(thread, view.get(FRAME_CALLABLE), code);
    globals.map_or_else(|| dict::new(thread), Ok)
}

/// The object of the frame that this one returns to, or None.
fn outer_frame<'a>(thread: &'a Thread, frame: Object<'a>) -> Option<Value<'a>> {
    let Some(view) = running_frames::view_of(thread, frame) else {
        return Some(thread.read(frame).get(FRAME_BACK));
    };
    match running_frames::caller_of(thread, view.registers) {
        // An abort in the middle is found again at the next safepoint: the transaction is doomed.
        Some(caller) => running_frames::object_of(thread, &caller).ok(),
        None => Some(NONE),
    }
}

/// The code of a frame object.
pub(super) fn frame_code(thread: &Thread, object: Object<'_>) -> &'static LoadedCode {
    thread.code_of_callable(object, FRAME_CALLABLE)
}

/// The line that a frame object shows.
fn line_of(thread: &Thread, frame: Object<'_>) -> Value<'static> {
    match thread.read(frame).get(FRAME_LINE).as_integer() {
        Some(line) => number(line as usize),
        None => {
            let instruction = instruction_of(thread, frame);
            number(frame_code(thread, frame).line(instruction) as usize)
        }
    }
}

/// The globals of the code that runs in a frame, as a dict.
pub(crate) fn globals_of<'a>(
    thread: &'a Thread,
    callable: Value<'a>,
    code: &'static LoadedCode,
) -> Option<Value<'a>> {
    if code.globals_in_dict
        && let Some(function) = thread.object_of(callable, CLASS_FUNCTION)
    {
        return Some(thread.read(function).get(FUNCTION_GLOBALS));
    }
    namespace_dict::of(thread, code.namespace).ok()
}

/// An attribute of a frame.
pub(crate) fn frame_attribute<'a>(
    thread: &'a Thread,
    frame: Object<'a>,
    name: &str,
) -> Option<Value<'a>> {
    let view = thread.read(frame);
    let code = frame_code(thread, frame);
    Some(match name {
        "f_code" => object(thread, code),
        "f_lineno" => line_of(thread, frame),
        "f_lasti" if view.get(FRAME_LINE) != NONE => {
            number(OFFSETS_PER_WORD * kept_instruction(thread, frame))
        }
        "f_lasti" => number(OFFSETS_PER_WORD * instruction_of(thread, frame)),
        "f_back" => outer_frame(thread, frame)?,
        "f_globals" => globals_of(thread, view.get(FRAME_CALLABLE), code)?,
        "f_builtins" => {
            let globals = globals_of(thread, view.get(FRAME_CALLABLE), code)?;
            globals::builtins_of(thread, globals).ok()?
        }
        "f_locals" => locals_of(thread, frame).ok()?,
        "f_trace" => view.get(FRAME_TRACE),
        "f_trace_lines" => boolean(flags(thread, frame) & WANTS_LINES != 0),
        "f_trace_opcodes" => boolean(flags(thread, frame) & WANTS_OPERATIONS != 0),
        "f_generator" => match generator_of(thread, frame) {
            // The frame of a generator that has ended is its own.
            Some(generator) if generator::state(thread, generator) != State::Finished => {
                generator.value()
            }
            _ => NONE,
        },
        _ => return None,
    })
}

/// Whether an attribute of a frame, or of a generator, is found by a look at the stack: it may only
/// be asked for where the thread knows its current frame.
pub fn is_on_stack(name: &str) -> bool {
    matches!(
        name,
        "f_lineno"
            | "f_lasti"
            | "f_back"
            | "f_locals"
            | "tb_frame"
            | "gi_frame"
            | "cr_frame"
            | "ag_frame"
    )
}

/// The object of a frame.
fn as_frame(frame: Value<'_>) -> Object<'_> {
    frame.known_object()
}

/// The flags of a frame.
fn flags(thread: &Thread, frame: Object<'_>) -> i32 {
    let flags = thread.read(frame).get(FRAME_FLAGS);
    flags.as_integer().unwrap_or(0) as i32
}

fn set_flag(thread: &Thread, frame: Object<'_>, flag: i32, is_set: bool) -> Outcome<()> {
    let flags = flags(thread, frame) & !flag | if is_set { flag } else { 0 };
    thread
        .write(frame)?
        .set(FRAME_FLAGS, Value::from_small(flags));
    Ok(())
}

/// The registers of all variables of the frame hold a value or the mark of none from now on.
pub(super) fn set_cleared(thread: &Thread, frame: Object<'_>) -> Outcome<()> {
    set_flag(thread, frame, IS_CLEARED, true)
}

/// Whether the registers of all variables of the frame hold a value or the mark of none.
pub(super) fn is_cleared(thread: &Thread, frame: Object<'_>) -> bool {
    flags(thread, frame) & IS_CLEARED != 0
}

/// Until further notice the frame shows a line, and this instruction, in the place of its own.
pub(super) fn show_line(
    thread: &Thread,
    frame: Value<'_>,
    instruction: usize,
    line: u32,
) -> Outcome<()> {
    let view = thread.write(as_frame(frame))?;
    view.set(FRAME_INSTRUCTION, number(instruction));
    view.set(FRAME_LINE, number(line as usize));
    Ok(())
}

/// The frame shows its own line again.
pub(super) fn show_own_line(thread: &Thread, frame: Value<'_>) -> Outcome<()> {
    thread.write(as_frame(frame))?.set(FRAME_LINE, NONE);
    Ok(())
}

/// The function that hears of a frame's events, or None.
pub(crate) fn frame_trace<'a>(thread: &'a Thread, frame: Value<'a>) -> Value<'a> {
    thread.read(as_frame(frame)).get(FRAME_TRACE)
}

/// Whether a frame's function hears of lines.
pub(crate) fn wants_lines(thread: &Thread, frame: Value<'_>) -> bool {
    flags(thread, as_frame(frame)) & WANTS_LINES != 0
}

/// Whether a frame's function hears of instructions.
pub(crate) fn wants_operations(thread: &Thread, frame: Value<'_>) -> bool {
    flags(thread, as_frame(frame)) & WANTS_OPERATIONS != 0
}

/// Sets the function that hears of a frame's events.
pub(crate) fn set_frame_trace(
    thread: &Thread,
    frame: Value<'_>,
    function: Value<'_>,
) -> Outcome<()> {
    thread.write(as_frame(frame))?.set(FRAME_TRACE, function);
    Ok(())
}

/// Of a frame that has ended: the registers of its variables.
pub(super) fn kept_registers<'a>(thread: &'a Thread, frame: Object<'a>) -> Option<Object<'a>> {
    let kept = thread.read(frame).get(FRAME_LOCALS);
    exact(thread, kept, CLASS_TUPLE)
}

/// Puts other values in the place of the registers that it keeps.
pub(super) fn keep_registers(
    thread: &Thread,
    frame: Object<'_>,
    registers: &[Value<'_>],
) -> Outcome<()> {
    let registers = tuple::from_values(thread, registers)?;
    thread.write(frame)?.set(FRAME_LOCALS, registers);
    Ok(())
}

/// The dict of what the program has stored beside the variables.
pub(super) fn extra<'a>(thread: &'a Thread, frame: Object<'a>) -> Option<Object<'a>> {
    dict::as_dict(thread, thread.read(frame).get(FRAME_EXTRA))
}

/// The dict of what the program stores beside the variables, which is made if there is none yet.
pub(super) fn make_extra<'a>(thread: &'a Thread, frame: Object<'a>) -> Outcome<Object<'a>> {
    if let Some(extra) = extra(thread, frame) {
        return Ok(extra);
    }
    let made = dict::new(thread)?;
    thread.write(frame)?.set(FRAME_EXTRA, made);
    Ok(made.known_object())
}

/// What runs in a frame.
pub(super) fn callable<'a>(thread: &'a Thread, frame: Object<'a>) -> Value<'a> {
    thread.read(frame).get(FRAME_CALLABLE)
}

/// Sets (or deletes) an attribute of a frame.
///
/// # Errors
/// `AttributeError`, `TypeError`, or `ValueError` for a line to jump to.
pub(crate) fn set_frame_attribute(
    thread: &Thread,
    frame: Object<'_>,
    name: &str,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    let flag = match name {
        "f_trace" => {
            set_frame_trace(thread, frame.value(), value.unwrap_or(NONE))?;
            return Ok(true);
        }
        "f_trace_lines" => WANTS_LINES,
        "f_trace_opcodes" => WANTS_OPERATIONS,
        "f_lineno" if value.is_none() => {
            return Err(thread.raise(ATTRIBUTE_ERROR, "cannot delete attribute"));
        }
        "f_lineno" if value.and_then(Value::as_integer).is_none() => {
            return Err(thread.raise(VALUE_ERROR, "lineno must be an integer"));
        }
        "f_lineno" => {
            let message = "f_lineno can only be set in a trace function";
            return Err(thread.raise(VALUE_ERROR, message));
        }
        _ => return Ok(false),
    };
    match value {
        Some(value @ (TRUE | FALSE)) => set_flag(thread, frame, flag, value == TRUE)?,
        Some(_) => return Err(thread.raise(TYPE_ERROR, "attribute value type must be bool")),
        None => return Err(thread.raise(TYPE_ERROR, "can't delete numeric/char attribute")),
    }
    Ok(true)
}

fn repr_frame<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let frame = as_frame(arguments.get(thread, 0));
    let code = frame_code(thread, frame);
    let (file, name) = (&code.source.filename, &code.source.name);
    let line = line_of(thread, frame).as_integer().unwrap_or(0);
    let identity = thread.identity(frame);
    let text = format!("<frame at {identity:#x}, file '{file}', line {line}, code {name}>");
    string::new(thread, &text)
}

/// `frame.clear()`: forgets the variables of a frame that has ended, and closes a generator that
/// has not begun.
fn clear<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let frame = as_frame(arguments.get(thread, 0));
    let generator = generator_of(thread, frame);
    let state = generator.map(|generator| generator::state(thread, generator));
    let refused = match state {
        Some(State::Created) => None,
        Some(State::Suspended) => Some("cannot clear a suspended frame"),
        None if registers(thread, frame.value()).is_none() => None,
        Some(State::Finished) => None,
        _ => Some("cannot clear an executing frame"),
    };
    if let Some(message) = refused {
        return Err(thread.raise(RUNTIME_ERROR, message));
    }
    let Some(object) = generator.filter(|_| state == Some(State::Created)) else {
        let view = thread.write(frame)?;
        view.set(FRAME_LOCALS, NONE);
        view.set(FRAME_EXTRA, NONE);
        return Ok(NONE);
    };
    let root = thread.root(object.value());
    if generator::is_forgotten(thread, object) {
        weak::warn_forgotten(thread, root)?;
    }
    upcalls::generator_close(thread, root)?;
    Ok(NONE)
}

/// What the entry of a traceback names in the place of the callable, if an exception leaves the
/// current frame at an instruction: the registers of the variables with it, for
/// `tb_frame.f_locals`. None if there are none to keep.
///
/// ```text
///   entry.callable:  (callable, instruction, r0, r1 …)
/// ```
pub fn kept_variables(thread: &Thread, instruction: usize) -> Option<Value<'_>> {
    let code = thread.code();
    let count = code.source.local_names.len();
    let is_function = matches!(code.source.kind, CodeKind::Function | CodeKind::Annotation);
    // Where memory is short, what the variables hold is to be free again.
    let is_short = thread.class_of(thread.thread_root(ROOT_RAISED)) == MEMORY_ERROR;
    let has_none = count == 0 && code.source.free_names.is_empty();
    if code.is_untraced || has_none || !is_function || is_short {
        return None;
    }
    let callable = thread.callable_or_code(thread.callable(), code);
    let registers = thread.stack_values(thread.registers_index(), count);
    let place = [callable, number(instruction)];
    tuple::if_room(thread, [&place, registers])
}

/// The current frame is left by an exception at an instruction that raises it again: its entry
/// keeps the registers of the variables.
///
/// # Errors
/// An abort.
pub fn keep_variables(thread: &Thread, instruction: usize) -> Outcome<()> {
    let raised = thread.thread_root(ROOT_RAISED);
    let Some(object) = as_exception(thread, raised) else {
        return Ok(());
    };
    let Some(entry) = thread.object_of(first_entry(thread, object), CLASS_TRACEBACK) else {
        return Ok(());
    };
    let callable = thread.read(entry).get(TRACEBACK_CALLABLE);
    let is_known = thread.object_of(callable, CLASS_FRAME).is_some()
        || thread.object_of(callable, CLASS_TUPLE).is_some();
    let code = thread.code_of_callable(entry, TRACEBACK_CALLABLE);
    if !is_known
        && std::ptr::eq(code, thread.code())
        && let Some(kept) = kept_variables(thread, instruction)
    {
        thread.write(entry)?.set(TRACEBACK_CALLABLE, kept);
    }
    Ok(())
}

/// The frame object of an entry of a traceback.
fn frame_of_entry<'a>(thread: &'a Thread, entry: Object<'a>) -> Outcome<Value<'a>> {
    let (place, callable, _) = traceback_place(thread, entry);
    if thread.object_of(callable, CLASS_FRAME).is_some() {
        return Ok(callable);
    }
    let frame = if let Some(kept) = exact(thread, callable, CLASS_TUPLE) {
        let values = thread.tuple_items(kept.value());
        let instruction = values[1].as_integer().unwrap_or(0) as usize;
        let frame = new_frame(thread, (values[0], instruction), NONE);
        keep_registers(thread, as_frame(frame), &values[2..])?;
        if instruction != place.instruction {
            // A block has raised the exception again that it had cleaned up behind.
            let line = place.code.line(place.instruction);
            show_line(thread, frame, instruction, line)?;
        }
        frame
    } else if let Some(view) = catching_frame(thread, entry) {
        running_frames::object_of(thread, &view)?
    } else {
        new_frame(thread, (callable, place.instruction), NONE)
    };
    thread.write(entry)?.set(TRACEBACK_CALLABLE, frame);
    Ok(frame)
}

/// The running frame of an entry whose exception it handles just now: a register of the handler
/// holds that. Of others the entry does not know whether they run.
fn catching_frame<'a>(thread: &'a Thread, entry: Object<'a>) -> Option<FrameView<'a>> {
    let handled = [ROOT_HANDLED, ROOT_HANDLED_OUTSIDE].map(|root| thread.thread_root(root));
    let exception = handled.into_iter().find(|exception| {
        let exception = as_exception(thread, *exception);
        exception.is_some_and(|it| first_entry(thread, it) == entry.value())
    })?;
    let (place, callable, _) = traceback_place(thread, entry);
    let range = place.code.handler_of(place.instruction)?;
    thread.walk_frames().find(|view| {
        let register = view.registers + usize::from(range.register);
        std::ptr::eq(view.code, place.code)
            && view.callable == callable
            && thread.stack_value(register) == exception
    })
}

/// An attribute of an entry of a traceback.
pub(crate) fn traceback_attribute<'a>(
    thread: &'a Thread,
    entry: Object<'a>,
    name: &str,
) -> Option<Value<'a>> {
    let (place, _, next) = traceback_place(thread, entry);
    Some(match name {
        "tb_next" => next,
        "tb_lineno" => number(place.code.line(place.instruction) as usize),
        "tb_lasti" => number(2 * place.instruction),
        "tb_frame" => frame_of_entry(thread, entry).ok()?,
        _ => return None,
    })
}

/// Sets (or deletes) an attribute of an entry of a traceback: only `tb_next` can be set.
///
/// # Errors
/// `AttributeError`, `TypeError`, or `ValueError` for a circle.
pub(crate) fn set_traceback_attribute(
    thread: &Thread,
    entry: Object<'_>,
    name: &str,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    match name {
        "tb_next" => {}
        "tb_frame" | "tb_lasti" => return Err(thread.raise(ATTRIBUTE_ERROR, "readonly attribute")),
        "tb_lineno" => {
            let message = "attribute 'tb_lineno' of 'traceback' objects is not writable";
            return Err(thread.raise(ATTRIBUTE_ERROR, message));
        }
        _ => return Ok(false),
    }
    let Some(value) = value else {
        return Err(thread.raise(TYPE_ERROR, "can't delete tb_next attribute"));
    };
    if value != NONE && thread.object_of(value, CLASS_TRACEBACK).is_none() {
        let got = thread.type_name(value);
        let message = format!("expected traceback object, got '{got}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let mut link = value;
    while let Some(other) = thread.object_of(link, CLASS_TRACEBACK) {
        if other.value() == entry.value() {
            return Err(thread.raise(VALUE_ERROR, "traceback loop detected"));
        }
        link = thread.read(other).get(TRACEBACK_NEXT);
    }
    thread.write(entry)?.set(TRACEBACK_NEXT, value);
    Ok(true)
}

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    TypeDef::new("traceback", CLASS_TRACEBACK)
        .attributes(&["tb_frame", "tb_lasti", "tb_lineno", "tb_next"])
        .closed(),
    TypeDef::new("frame", CLASS_FRAME)
        .layouts(&[LAYOUT_FRAME])
        .methods(&[FRAME_METHODS])
        .attributes(&[
            "f_back",
            "f_builtins",
            "f_code",
            "f_generator",
            "f_globals",
            "f_lasti",
            "f_lineno",
            "f_locals",
            "f_trace",
            "f_trace_lines",
            "f_trace_opcodes",
        ]),
];
