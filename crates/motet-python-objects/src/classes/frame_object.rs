//! Frames and entries of tracebacks as programs see them.
//!
//! A frame object is a picture of a frame at the time when it was asked for: frames themselves are
//! windows on the value stack.

use crate::classes::code_object::{number, object};
use crate::classes::generator::{self, State};
use crate::classes::globals;
use crate::classes::tracing;
use crate::classes::weak;
use crate::model::type_def::TypeDef;
use crate::types::namespace_dict;

use motet_python_bytecode::CodeKind;
use motet_tm::{Object, Value};

use crate::model::code::LoadedCode;
use crate::model::exception::{
    ATTRIBUTE_ERROR, RUNTIME_ERROR, TRACEBACK_NEXT, TYPE_ERROR, VALUE_ERROR, traceback_place,
};
use crate::model::function::FUNCTION_GLOBALS;
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::{FrameView, Thread};
use crate::model::upcalls;
use crate::types::prelude::exact;
use crate::types::{dict, string, tuple};

/// Words of a frame object: the callable whose code runs in it (a function, or the address of
/// code), the instruction, a tuple of the frame that it returns to and the mapping of its local
/// names.
const FRAME_CALLABLE: u64 = 1;
const FRAME_INSTRUCTION: u64 = 2;
const FRAME_REST: u64 = 3;

/// Methods of frames.
const FRAME_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__repr__", 1, 1, repr_frame),
    NativeFunction::calling("clear", 1, 1, clear),
];

/// Makes the object of a frame that does not run: its callable and instruction, the mapping of its
/// local variables, and the generator whose frame it is.
pub(crate) fn new_frame<'a>(
    thread: &'a Thread,
    (callable, instruction): (Value<'_>, usize),
    locals: Value<'_>,
    generator: Value<'_>,
) -> Outcome<Value<'a>> {
    let rest = [NONE, locals, NONE, NONE, TRUE, FALSE, NONE, NONE, generator];
    let rest = tuple::from_values(thread, &rest)?;
    let made = thread.new_small(CLASS_FRAME, callable, number(instruction), rest);
    Ok(made)
}

/// What is known of a running frame, for its object.
#[derive(Clone, Copy)]
pub(crate) struct Running<'a> {
    pub(crate) callable: Value<'a>,
    /// Where its registers lie.
    registers: usize,
    instruction: usize,
    /// The generator whose frame it is, or None.
    generator: Value<'a>,
}

impl<'a> Running<'a> {
    /// What is known of a frame, which stands at an instruction.
    pub(crate) fn of(thread: &'a Thread, frame: &FrameView<'a>, instruction: usize) -> Running<'a> {
        Running {
            callable: frame.callable,
            registers: frame.registers,
            instruction,
            generator: frame.generator(thread),
        }
    }
}

/// Makes the object of a running frame.
pub(crate) fn running_frame<'a>(
    thread: &'a Thread,
    frame: Running<'a>,
    (back, locals): (Value<'_>, Value<'_>),
) -> Outcome<Value<'a>> {
    new_running(thread, frame, (back, locals), NONE)
}

/// As above; the outer frame may be told by facts, from an index on.
fn new_running<'a>(
    thread: &'a Thread,
    frame: Running<'a>,
    (back, locals): (Value<'_>, Value<'_>),
    index: Value<'_>,
) -> Outcome<Value<'a>> {
    let (registers, generator) = (number(frame.registers), frame.generator);
    let rest = [
        back, locals, NONE, NONE, TRUE, FALSE, registers, index, generator,
    ];
    let rest = tuple::from_values(thread, &rest)?;
    let instruction = number(frame.instruction);
    Ok(thread.new_small(CLASS_FRAME, frame.callable, instruction, rest))
}

/// `sys._getframe(depth)`
pub fn get_frame<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let depth = arguments.optional(thread, 0);
    let depth = depth.and_then(Value::as_integer).unwrap_or(0).max(0) as usize;
    let frames = thread.frames();
    if depth >= frames.len() {
        return Err(thread.raise(VALUE_ERROR, "call stack is not deep enough"));
    }
    // Of frames that are not running now it is not known which registers hold a value.
    // (The body of a class keeps its namespace in the first as long as it runs.)
    let locals_of = |index: usize, frame: &FrameView<'a>| -> Outcome<Value<'a>> {
        Ok(match index {
            0 => match globals::locals_here(thread)? {
                Some(locals) => thread.get(locals),
                None => NONE,
            },
            _ if is_class_body(thread, frame.callable) => thread.stack_value(frame.registers),
            _ => NONE,
        })
    };
    if !tracing::knows_frames(thread) {
        return picture(thread, &frames, depth, locals_of);
    }
    let mut back = NONE;
    for (index, frame) in frames.iter().enumerate().skip(depth).rev() {
        let locals = locals_of(index, frame)?;
        if let Some(known) = tracing::known_frame(thread, frame.registers) {
            move_frame(thread, known, frame.instruction, None)?;
            if locals != NONE {
                set_frame_locals(thread, known, locals)?;
            }
            back = known;
            continue;
        }
        let known = Running::of(thread, frame, frame.instruction);
        back = running_frame(thread, known, (back, locals))?;
    }
    Ok(back)
}

/// Makes the object of one of the running frames, with the facts of those further out in a tuple:
/// their objects are made when a program asks for them (see [`outer_frame`]).
fn picture<'a>(
    thread: &'a Thread,
    frames: &[FrameView<'a>],
    depth: usize,
    locals_of: impl Fn(usize, &FrameView<'a>) -> Outcome<Value<'a>>,
) -> Outcome<Value<'a>> {
    let frame = &frames[depth];
    let locals = locals_of(depth, frame)?;
    let mut facts = Vec::with_capacity((frames.len() - depth - 1) * FACTS);
    for (index, outer) in frames.iter().enumerate().skip(depth + 1) {
        let (registers, instruction) = (number(outer.registers), number(outer.instruction));
        facts.extend([
            outer.callable,
            instruction,
            registers,
            locals_of(index, outer)?,
            outer.generator(thread),
        ]);
    }
    let known = Running::of(thread, frame, frame.instruction);
    if facts.is_empty() {
        return running_frame(thread, known, (NONE, locals));
    }
    let facts = tuple::from_values(thread, &facts)?;
    new_running(thread, known, (facts, locals), number(0))
}

/// How many values of a tuple of facts tell of one frame: its callable, its instruction, the place
/// of its registers, the mapping of its local names, the generator.
const FACTS: usize = 5;

/// The facts of the frame that this one returns to, where its object has not been made yet.
fn facts_of_outer<'a>(thread: &'a Thread, frame: Object<'a>) -> Option<(Object<'a>, u64)> {
    let rest = exact(thread, thread.read(frame).get(FRAME_REST), CLASS_TUPLE)?;
    let facts = exact(thread, tuple::get(thread, rest, 0), CLASS_TUPLE)?;
    let index = tuple::get(thread, rest, REST_OUTER as u64).as_integer()?;
    Some((facts, index as u64))
}

/// The object of the frame that this one returns to, or None.
fn outer_frame<'a>(thread: &'a Thread, frame: Object<'a>) -> Option<Value<'a>> {
    let Some((facts, index)) = facts_of_outer(thread, frame) else {
        return Some(thread.tuple_items(thread.read(frame).get(FRAME_REST))[REST_BACK]);
    };
    let fact = |place: u64| tuple::get(thread, facts, index + place);
    let whole = |place: u64| fact(place).as_integer().map(|number| number as usize);
    let known = Running {
        callable: fact(0),
        registers: whole(2)?,
        instruction: whole(1)?,
        generator: fact(4),
    };
    let next = index + FACTS as u64;
    let made = if next < tuple::length(thread, facts) {
        new_running(
            thread,
            known,
            (facts.value(), fact(3)),
            number(next as usize),
        )
    } else {
        running_frame(thread, known, (NONE, fact(3)))
    };
    let made = made.ok()?;
    // An abort in the middle is found again at the next safepoint: the transaction is doomed.
    let _ = set_rest(thread, frame.value(), REST_BACK, made);
    Some(made)
}

/// Whether a frame's code is the body of a class.
fn is_class_body(thread: &Thread, callable: Value<'_>) -> bool {
    let function = thread.object_of(callable, CLASS_FUNCTION);
    function
        .is_some_and(|function| thread.function_code(function).source.kind == CodeKind::ClassBody)
}

/// Whether an object that `sys._getframe` has made shows this running frame, whose caller is at the
/// given instruction. (Another frame that lies at the same place has been called from elsewhere.)
pub(crate) fn shows(
    thread: &Thread,
    object: Value<'_>,
    frame: (usize, Value<'_>),
    caller: Option<usize>,
) -> bool {
    let view = thread.read(as_frame(object));
    let rest = thread.tuple_items(view.get(FRAME_REST));
    let instruction = |back: Value<'_>| {
        let instruction = match facts_of_outer(thread, as_frame(object)) {
            Some((facts, index)) => tuple::get(thread, facts, index + 1).as_integer()?,
            None => thread
                .read(back.as_object()?)
                .get(FRAME_INSTRUCTION)
                .as_integer()?,
        };
        usize::try_from(instruction).ok()
    };
    rest[REST_REGISTERS] == number(frame.0)
        && view.get(FRAME_CALLABLE) == frame.1
        && instruction(rest[REST_BACK]) == caller
}

/// The code and the instruction of a frame object.
fn frame_code(thread: &Thread, object: Object<'_>) -> (&'static LoadedCode, usize) {
    let view = thread.read(object);
    let instruction = view.get(FRAME_INSTRUCTION).as_integer().unwrap_or(0) as usize;
    (thread.code_of_callable(object, FRAME_CALLABLE), instruction)
}

/// The line of an instruction of a frame's code.
pub(crate) fn line_at(thread: &Thread, frame: Value<'_>, instruction: usize) -> u32 {
    frame_code(thread, as_frame(frame)).0.line(instruction)
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
    let (code, instruction) = frame_code(thread, frame);
    let rest = thread.tuple_items(view.get(FRAME_REST));
    Some(match name {
        "f_code" => object(thread, code),
        "f_lineno" if rest[REST_LINE] != NONE => rest[REST_LINE],
        "f_lineno" => number(code.line(instruction) as usize),
        "f_lasti" if rest[REST_LINE] != NONE => number(2 * code.source.positions.len()),
        "f_lasti" => number(2 * instruction),
        "f_back" => outer_frame(thread, frame)?,
        "f_globals" => globals_of(thread, view.get(FRAME_CALLABLE), code)?,
        "f_builtins" => {
            let globals = globals_of(thread, view.get(FRAME_CALLABLE), code)?;
            globals::builtins_of(thread, globals).ok()?
        }
        "f_locals" if rest[1] != NONE => rest[1],
        "f_locals" if matches!(code.source.kind, CodeKind::Module | CodeKind::Dynamic) => {
            globals_of(thread, view.get(FRAME_CALLABLE), code)?
        }
        "f_locals" => dict::new(thread).ok()?,
        "f_trace" => rest[REST_TRACE],
        "f_trace_lines" => rest[REST_TRACE_LINES],
        "f_trace_opcodes" => rest[REST_TRACE_OPCODES],
        "f_generator" => match rest[REST_GENERATOR].as_object() {
            // The frame of a generator that has ended is its own.
            Some(generator) if generator::state(thread, generator) != State::Finished => {
                generator.value()
            }
            _ => NONE,
        },
        _ => return None,
    })
}

/// Places in the tuple of a frame: the frame further out (or a tuple of facts of all those further
/// out, and at the last place the index of the first in it), the local variables, the function that
/// hears of its events, the line that is shown in the place of the instruction's, whether events of
/// lines and of instructions are wanted, the place of the registers of a running frame, and the
/// generator whose frame it is.
const REST_BACK: usize = 0;
const REST_LOCALS: usize = 1;
const REST_TRACE: usize = 2;
const REST_LINE: usize = 3;
const REST_TRACE_LINES: usize = 4;
const REST_TRACE_OPCODES: usize = 5;
const REST_REGISTERS: usize = 6;
const REST_OUTER: usize = 7;
const REST_GENERATOR: usize = 8;

/// The object of a frame.
fn as_frame(frame: Value<'_>) -> Object<'_> {
    frame.known_object()
}

/// Changes one of the places of a frame's tuple.
fn set_rest(thread: &Thread, frame: Value<'_>, place: usize, value: Value<'_>) -> Outcome<()> {
    let frame = as_frame(frame);
    let mut rest = thread.tuple_items(thread.read(frame).get(FRAME_REST));
    if rest[place] == value {
        return Ok(());
    }
    rest[place] = value;
    let made = tuple::from_values(thread, &rest)?;
    thread.write(frame)?.set(FRAME_REST, made);
    Ok(())
}

/// The frame executes this instruction now, and shows its line, or another one.
pub(crate) fn move_frame(
    thread: &Thread,
    frame: Value<'_>,
    instruction: usize,
    line: Option<u32>,
) -> Outcome<()> {
    let object = as_frame(frame);
    thread
        .write(object)?
        .set(FRAME_INSTRUCTION, number(instruction));
    set_rest(
        thread,
        frame,
        REST_LINE,
        line.map_or(NONE, |line| number(line as usize)),
    )
}

/// The function that hears of a frame's events, or None.
pub(crate) fn frame_trace<'a>(thread: &'a Thread, frame: Value<'a>) -> Value<'a> {
    let frame = as_frame(frame);
    thread.tuple_items(thread.read(frame).get(FRAME_REST))[REST_TRACE]
}

/// Whether a frame's function hears of lines.
pub(crate) fn wants_lines(thread: &Thread, frame: Value<'_>) -> bool {
    let frame = as_frame(frame);
    thread.tuple_items(thread.read(frame).get(FRAME_REST))[REST_TRACE_LINES] == TRUE
}

/// Whether a frame's function hears of instructions.
pub(crate) fn wants_operations(thread: &Thread, frame: Value<'_>) -> bool {
    let frame = as_frame(frame);
    thread.tuple_items(thread.read(frame).get(FRAME_REST))[REST_TRACE_OPCODES] == TRUE
}

/// Sets the function that hears of a frame's events.
pub(crate) fn set_frame_trace(
    thread: &Thread,
    frame: Value<'_>,
    function: Value<'_>,
) -> Outcome<()> {
    set_rest(thread, frame, REST_TRACE, function)
}

/// Sets the mapping that shows a frame's local variables.
pub(crate) fn set_frame_locals(
    thread: &Thread,
    frame: Value<'_>,
    locals: Value<'_>,
) -> Outcome<()> {
    set_rest(thread, frame, REST_LOCALS, locals)
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
    let place = match name {
        "f_trace" => {
            set_frame_trace(thread, frame.value(), value.unwrap_or(NONE))?;
            tracing::prepare(thread, frame.value())?;
            return Ok(true);
        }
        "f_trace_lines" => REST_TRACE_LINES,
        "f_trace_opcodes" => REST_TRACE_OPCODES,
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
        Some(value @ (TRUE | FALSE)) => set_rest(thread, frame.value(), place, value)?,
        Some(_) => return Err(thread.raise(TYPE_ERROR, "attribute value type must be bool")),
        None => return Err(thread.raise(TYPE_ERROR, "can't delete numeric/char attribute")),
    }
    Ok(true)
}

fn repr_frame<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let frame = as_frame(arguments.get(thread, 0));
    let (code, instruction) = frame_code(thread, frame);
    let (file, name) = (&code.source.filename, &code.source.name);
    let line = code.line(instruction);
    let identity = thread.identity(frame);
    let text = format!("<frame at {identity:#x}, file '{file}', line {line}, code {name}>");
    string::new(thread, &text)
}

/// `frame.clear()`: closes the generator that has not begun. (Of other frames there is nothing to
/// forget: their variables are not kept here.)
fn clear<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let frame = as_frame(arguments.get(thread, 0));
    let rest = thread.tuple_items(thread.read(frame).get(FRAME_REST));
    let Some(object) = rest[REST_GENERATOR].as_object() else {
        return Ok(NONE);
    };
    let refused = match generator::state(thread, object) {
        State::Finished => return Ok(NONE),
        State::Created => None,
        State::Suspended => Some("cannot clear a suspended frame"),
        _ => Some("cannot clear an executing frame"),
    };
    if let Some(message) = refused {
        return Err(thread.raise(RUNTIME_ERROR, message));
    }
    let root = thread.root(object.value());
    if generator::is_forgotten(thread, object) {
        weak::warn_forgotten(thread, root)?;
    }
    upcalls::generator_close(thread, root)?;
    Ok(NONE)
}

/// An attribute of an entry of a traceback.
pub(crate) fn traceback_attribute<'a>(
    thread: &'a Thread,
    entry: Object<'a>,
    name: &str,
) -> Option<Value<'a>> {
    let (place, callable, next) = traceback_place(thread, entry);
    Some(match name {
        "tb_next" => next,
        "tb_lineno" => number(place.code.line(place.instruction) as usize),
        "tb_lasti" => number(2 * place.instruction),
        "tb_frame" => new_frame(thread, (callable, place.instruction), NONE, NONE).ok()?,
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
