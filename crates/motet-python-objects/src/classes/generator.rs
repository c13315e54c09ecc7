//! Generators, coroutines and asynchronous generators: how a suspended frame lies in the heap, and
//! how it becomes a frame on the value stack and a suspended one again.
//!
//! ```text
//!   heap:   state  instruction  code  function  …  r[0] r[1] …   (registers in use at its yield)
//!   stack:  generator  return pc  caller regs  code  function  r[0] r[1] …
//! ```
//!
//! A running generator is an ordinary frame whose header has the generator where the result will be
//! ([`Thread::running_generator`]). Its state says by which instruction or call it was resumed,
//! hence where a value goes that it yields (`generators.rs`). All of it is in the heap, so an abort
//! restores it, and of two threads that resume one generator, one finds it running or has its
//! transaction undone.

use crate::classes::code_object;
use crate::classes::frame_object;
use crate::classes::running_frames;
use crate::model::names;
use crate::model::text;
use motet_tm::{Object, Root, Unwind, Value, Word, WriteView};
use motet_vm::symbol::Symbol;

use motet_python_bytecode::{FRAME_HEADER_WORDS, GeneratorKind, Opcode, encode};

use crate::model::code::LoadedCode;
use crate::model::exception;
use crate::model::exception::{RUNTIME_ERROR, STOP_ASYNC_ITERATION, STOP_ITERATION};
use crate::model::exception::{TYPE_ERROR, VALUE_ERROR};
use crate::model::function::{FUNCTION_NAME, FUNCTION_QUALIFIED_NAME};
use crate::model::layouts::*;
use crate::model::native::Outcome;
use crate::model::thread::{HEADER_CALLABLE, HEADER_RESULT};
use crate::model::thread::{
    ROOT_ASYNC_HOOKS, ROOT_HANDLED, ROOT_HANDLED_OUTSIDE, ROOT_ORIGIN_DEPTH, ROOT_RAISED, Thread,
};
use crate::types::tuple;

/// Words of a generator: its [`State`].
pub const GENERATOR_STATE: u64 = 1;
/// The address of the instruction where it goes on.
pub const GENERATOR_INSTRUCTION: u64 = 2;
/// The address of its code.
pub const GENERATOR_CODE: u64 = 3;
/// The function that it is a call of; None when it has ended.
pub const GENERATOR_FUNCTION: u64 = 4;
/// While suspended: the exception that it is handling. While running: the object of its frame, if
/// that was asked for. (The handlers resume, suspend and end only generators that have neither.)
pub const GENERATOR_HANDLED: u64 = 5;
/// While running: the exception that its caller was handling.
pub const GENERATOR_CALLER_HANDLED: u64 = 6;
/// While running: the exception handled further out, of its caller. Else the object of its frame.
pub const GENERATOR_CALLER_OUTSIDE: u64 = 7;
/// `__name__` and `__qualname__`.
pub const GENERATOR_NAME: u64 = 8;
/// Word of a generator: its qualified name.
pub const GENERATOR_QUALIFIED_NAME: u64 = 9;
/// The value that it has returned, until native code has taken it. Of an asynchronous generator
/// that has not ended, the state of its hooks: None before it was iterated over, then the
/// finalizer, or True without one.
pub const GENERATOR_RESULT: u64 = 10;
/// Of an asynchronous generator: see [`AsyncState`].
pub const GENERATOR_ASYNC: u64 = 11;
/// Of a coroutine: where it was made, if that is noted.
const GENERATOR_ORIGIN: u64 = 11;
/// The registers.
pub const GENERATOR_REGISTERS: u64 = 12;

/// The state of a generator; while it runs, how it was resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum State {
    /// Its body has not begun.
    Created = 0,
    /// At a `yield` or `await`.
    Suspended = 1,
    /// Its body has ended.
    Finished = 2,
    /// Runs, resumed by a `ForLoop` instruction.
    InFor = 3,
    /// Runs, resumed by a `Send` instruction.
    InSend = 4,
    /// Runs, resumed by a call in interpreted code.
    InCall = 5,
    /// Runs, resumed by native code.
    InNative = 6,
    /// An asynchronous generator that runs, resumed by the `Send` of an `async for`.
    InAsync = 7,
}

impl State {
    /// As it lies in the heap.
    pub fn value(self) -> Value<'static> {
        Value::from_small(self as i32)
    }

    fn of(value: Value<'_>) -> State {
        match value.as_integer() {
            Some(0) => State::Created,
            Some(1) => State::Suspended,
            Some(3) => State::InFor,
            Some(4) => State::InSend,
            Some(5) => State::InCall,
            Some(6) => State::InNative,
            Some(7) => State::InAsync,
            _ => State::Finished,
        }
    }

    /// Whether its frame is on the stack of some thread.
    pub(crate) fn is_running(self) -> bool {
        !matches!(self, State::Created | State::Suspended | State::Finished)
    }
}

/// The state of an asynchronous generator that concerns its iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsyncState {
    /// An `asend`, `athrow` or `aclose` of it has begun and has not ended.
    pub is_busy: bool,
    /// It is closed: nothing more comes.
    pub is_closed: bool,
}

/// Reads the state of an asynchronous generator.
pub fn async_state(thread: &Thread, generator: Object<'_>) -> AsyncState {
    let word = thread.read(generator).get(GENERATOR_ASYNC).as_integer();
    let bits = word.unwrap_or(0);
    AsyncState {
        is_busy: bits & 1 != 0,
        is_closed: bits & 2 != 0,
    }
}

/// Changes the state of an asynchronous generator.
///
/// # Errors
/// An abort.
pub fn set_async_state(thread: &Thread, generator: Object<'_>, state: AsyncState) -> Outcome<()> {
    let bits = i32::from(state.is_busy) | i32::from(state.is_closed) << 1;
    let view = thread.write(generator)?;
    view.set(GENERATOR_ASYNC, Value::from_small(bits));
    Ok(())
}

/// An asynchronous generator is going to be iterated over: the first time, the hooks of the thread
/// hear of it (`sys.set_asyncgen_hooks`).
///
/// # Errors
/// The exception of the hook, or an abort.
pub fn tell_hooks(thread: &mut Thread, generator: Root) -> Outcome<()> {
    let Some(object) = thread.get(generator).as_object() else {
        return Ok(());
    };
    if thread.read(object).get(GENERATOR_RESULT) != NONE || state(thread, object) == State::Finished
    {
        return Ok(());
    }
    let hooks = thread.thread_root(ROOT_ASYNC_HOOKS);
    let hooks = tuple::as_tuple(thread, hooks).map(|hooks| tuple::values(thread, hooks));
    let Some(&[first, finalizer]) = hooks.as_deref() else {
        thread.write(object)?.set(GENERATOR_RESULT, TRUE);
        return Ok(());
    };
    let kept = if finalizer == NONE { TRUE } else { finalizer };
    thread.write(object)?.set(GENERATOR_RESULT, kept);
    if finalizer != NONE && !owes_end(code(thread, object)) {
        thread.enable_finalizer(object);
    }
    if first != NONE {
        let first = thread.root(first);
        thread.call(first, &[generator])?;
    }
    Ok(())
}

/// The hook that is to be called with an asynchronous generator that is unreachable; none if the
/// generator has nothing left to do.
pub fn dropped_hook(thread: &Thread, generator: Object<'_>) -> Option<Root> {
    let is_open = thread.host_of(generator) == CLASS_ASYNC_GENERATOR
        && state(thread, generator) == State::Suspended
        && !async_state(thread, generator).is_closed;
    let hook = thread.read(generator).get(GENERATOR_RESULT);
    (is_open && hook != NONE && hook != TRUE).then(|| thread.root(hook))
}

/// No iteration over an asynchronous generator is under way any more.
///
/// # Errors
/// An abort.
pub fn set_idle(thread: &Thread, generator: Object<'_>) -> Outcome<()> {
    let state = async_state(thread, generator);
    let is_busy = false;
    set_async_state(thread, generator, AsyncState { is_busy, ..state })
}

/// Layouts by size: how many words an object of each has.
const LAYOUTS: [(LayoutOfGenerator, u64); 6] = [
    (LAYOUT_GENERATOR_4, 16),
    (LAYOUT_GENERATOR_12, 24),
    (LAYOUT_GENERATOR_28, 40),
    (LAYOUT_GENERATOR_60, 72),
    (LAYOUT_GENERATOR_124, 136),
    (LAYOUT_GENERATOR_252, 264),
];
type LayoutOfGenerator = motet_tm::LayoutId;

/// The class of the objects that calls of code of a kind give.
pub fn class_of_kind(kind: GeneratorKind) -> ClassNumber {
    match kind {
        GeneratorKind::Generator => CLASS_GENERATOR,
        GeneratorKind::Coroutine => CLASS_COROUTINE,
        GeneratorKind::AsyncGenerator => CLASS_ASYNC_GENERATOR,
    }
}

/// Whether objects of a class are suspended frames.
#[inline]
pub fn is_generator_class(class: ClassNumber) -> bool {
    matches!(
        class,
        CLASS_GENERATOR | CLASS_COROUTINE | CLASS_ASYNC_GENERATOR
    )
}

/// The word for the objects of a class in messages.
pub fn kind_name(class: ClassNumber) -> &'static str {
    match class {
        CLASS_COROUTINE => "coroutine",
        CLASS_ASYNC_GENERATOR => "async generator",
        _ => "generator",
    }
}

/// Makes a generator of the current frame, whose body has not begun: it keeps the arguments.
pub fn new(thread: &Thread) -> Value<'_> {
    let code = thread.code();
    let kind = code
        .source
        .generator
        .expect("the verifier lets only code of generators make one");
    let words = GENERATOR_REGISTERS + u64::from(*code.kept_registers);
    let (layout, words) = *LAYOUTS
        .iter()
        .find(|(_, size)| *size >= words)
        .expect("registers have numbers of 8 bits, and the last layout holds all");
    let fresh = thread.allocate_filled(layout, class_of_kind(kind), words, NONE);
    fresh.set(GENERATOR_STATE, State::Created.value());
    fresh.set_raw(GENERATOR_INSTRUCTION, thread.next() as u64);
    fresh.set_raw(GENERATOR_CODE, std::ptr::from_ref(code) as u64);
    let callable = thread.callable();
    fresh.set(GENERATOR_FUNCTION, callable);
    let function = thread.read(callable.known_object());
    fresh.set(GENERATOR_NAME, function.get(FUNCTION_NAME));
    let qualified_name = function.get(FUNCTION_QUALIFIED_NAME);
    fresh.set(GENERATOR_QUALIFIED_NAME, qualified_name);
    for register in 0..code.parameters().in_registers() {
        let place = GENERATOR_REGISTERS + register as u64;
        fresh.set(place, thread.register(register as u8));
    }
    let generator = fresh.object();
    if owes_end(code) || kind == GeneratorKind::Coroutine {
        thread.enable_finalizer(generator);
    }
    if kind == GeneratorKind::Coroutine && thread.thread_root(ROOT_ORIGIN_DEPTH) != NONE {
        let origin = origin(thread);
        fresh.set(GENERATOR_ORIGIN, origin.unwrap_or(NONE));
    }
    generator.value()
}

/// Where the current frame, that of a coroutine being made, has been called: a tuple of a file, a
/// line and the name of a function for each of the frames further out, the innermost first, as many
/// as `sys.set_coroutine_origin_tracking_depth` wants. None without enough memory.
#[cold]
fn origin(thread: &Thread) -> Option<Value<'_>> {
    let depth = thread.thread_root(ROOT_ORIGIN_DEPTH).as_integer()?;
    let frames = thread.frames();
    let mut places = Vec::new();
    let wanted = usize::try_from(depth).unwrap_or(usize::MAX);
    for frame in frames.iter().skip(1).take(wanted) {
        let code = frame.code;
        let line = Value::from_small(code.line(frame.instruction) as i32);
        let file = text::new_str(thread, &code.source.filename);
        let name = text::new_str(thread, &code.source.name);
        places.push(tuple::from_values(thread, &[file, line, name]).ok()?);
    }
    tuple::from_values(thread, &places).ok()
}

/// Whether it may be dropped inside of a `try` or `with`, whose end must run then.
fn owes_end(code: &LoadedCode) -> bool {
    !code.source.exception_table.is_empty()
}

/// The body of a generator begins: a coroutine needs no warning of being forgotten any more. Most
/// are awaited as soon as they are made.
#[inline]
pub fn begin(thread: &Thread, generator: Object<'_>, code: &LoadedCode) {
    if code.source.generator == Some(GeneratorKind::Coroutine) && !owes_end(code) {
        thread.retire_finalizer(generator);
    }
}

/// Whether an unreachable generator is a coroutine that was never awaited, which is surely a
/// mistake of the program.
pub fn is_forgotten(thread: &Thread, generator: Object<'_>) -> bool {
    thread.host_of(generator) == CLASS_COROUTINE && state(thread, generator) == State::Created
}

/// Words of an `asend`, `athrow` or `aclose`: the generator.
pub const STEP_GENERATOR: u64 = 1;
/// The value that is sent, or the tuple of the arguments that tell what is thrown (None: closed).
pub const STEP_ARGUMENT: u64 = 2;
/// None before it begins; see `type_natives/async_generators.rs`.
pub const STEP_STAGE: u64 = 3;

/// The complaint about an unreachable `asend`, `athrow` or `aclose` that was never awaited.
pub fn forgotten_step(thread: &Thread, object: Object<'_>) -> Option<String> {
    let class = thread.host_of(object);
    let is_send = class == CLASS_ASYNC_GENERATOR_SEND;
    if !is_send && class != CLASS_ASYNC_GENERATOR_THROW {
        return None;
    }
    let view = thread.read(object);
    if view.get(STEP_STAGE) != NONE {
        return None;
    }
    let method = match view.get(STEP_ARGUMENT) {
        _ if is_send => "asend",
        NONE => "aclose",
        _ => "athrow",
    };
    let generator = view.get(STEP_GENERATOR).as_object()?;
    let name = thread.read(generator).get(GENERATOR_QUALIFIED_NAME);
    let name = text::as_text(thread, name)?;
    Some(format!(
        "coroutine method '{method}' of '{name}' was never awaited"
    ))
}

/// The state of a generator.
pub fn state(thread: &Thread, generator: Object<'_>) -> State {
    State::of(thread.read(generator).get(GENERATOR_STATE))
}

/// The code of a generator.
pub fn code(thread: &Thread, generator: Object<'_>) -> &'static LoadedCode {
    thread.code_at(thread.read(generator).raw(GENERATOR_CODE))
}

/// The instruction after which a suspended generator goes on.
pub fn suspended_word(thread: &Thread, generator: Object<'_>) -> u32 {
    let next = thread.read(generator).raw(GENERATOR_INSTRUCTION) as *const u32;
    code(thread, generator).word_at(next.wrapping_sub(1))
}

/// The iterator that a suspended generator delegates to: by `yield from` or `await`.
pub fn delegate<'a>(thread: &'a Thread, generator: Object<'a>) -> Option<Value<'a>> {
    if state(thread, generator) != State::Suspended {
        return None;
    }
    let word = suspended_word(thread, generator);
    if encode::opcode(word) != Some(Opcode::YieldFrom) {
        return None;
    }
    let place = GENERATOR_REGISTERS + u64::from(encode::b(word));
    Some(thread.read(generator).get(place))
}

/// The instruction at which a generator stands that does not run: before the body, or the one that
/// has suspended it.
pub(super) fn instruction(thread: &Thread, generator: Object<'_>) -> usize {
    let next = thread.read(generator).raw(GENERATOR_INSTRUCTION) as usize;
    let start = code(thread, generator).instructions.as_ptr() as usize;
    ((next - start) / size_of::<u32>()).saturating_sub(1)
}

/// How many registers a generator keeps that does not run.
pub(super) fn kept_registers(thread: &Thread, generator: Object<'_>) -> usize {
    match state(thread, generator) {
        State::Created => code(thread, generator).parameters().in_registers(),
        _ => usize::from(encode::c(suspended_word(thread, generator))),
    }
}

/// A register of a generator that does not run.
pub(super) fn kept_register<'a>(
    thread: &'a Thread,
    generator: Object<'a>,
    register: usize,
) -> Value<'a> {
    match register < kept_registers(thread, generator) {
        true => thread
            .read(generator)
            .get(GENERATOR_REGISTERS + register as u64),
        false => UNBOUND,
    }
}

/// Changes a register of a generator that does not run; false if it does not keep that one.
///
/// # Errors
/// An abort.
pub(super) fn set_kept_register(
    thread: &Thread,
    generator: Object<'_>,
    register: usize,
    value: Value<'_>,
) -> Outcome<bool> {
    let is_kept = register < kept_registers(thread, generator);
    if is_kept {
        let place = GENERATOR_REGISTERS + register as u64;
        thread.write(generator)?.set(place, value);
    }
    Ok(is_kept)
}

/// Where the object of its frame lies in a generator that has not ended.
fn place_of_frame(thread: &Thread, generator: Object<'_>) -> u64 {
    match state(thread, generator).is_running() {
        true => GENERATOR_HANDLED,
        false => GENERATOR_CALLER_OUTSIDE,
    }
}

/// The object of the frame of a generator that has not ended, if it was asked for.
pub(super) fn known_frame<'a>(thread: &'a Thread, generator: Object<'a>) -> Option<Value<'a>> {
    let place = place_of_frame(thread, generator);
    let frame = thread.read(generator).get(place);
    thread.object_of(frame, CLASS_FRAME).map(|_| frame)
}

/// The frame object of a generator: `None` when it has ended.
///
/// # Errors
/// An abort.
pub fn frame<'a>(thread: &'a Thread, generator: Object<'a>) -> Outcome<Value<'a>> {
    if state(thread, generator) == State::Finished {
        return Ok(NONE);
    }
    if let Some(frame) = known_frame(thread, generator) {
        return Ok(frame);
    }
    let function = thread.read(generator).get(GENERATOR_FUNCTION);
    let callable = thread.callable_or_code(function, code(thread, generator));
    let place = (callable, instruction(thread, generator));
    let made = frame_object::new_frame(thread, place, generator.value());
    let place = place_of_frame(thread, generator);
    thread.write(generator)?.set(place, made);
    Ok(made)
}

/// Pushes the frame of a generator that has not ended, its header at stack index `header`. The
/// `yield` at which it stands has the value `sent`.
///
/// # Errors
/// If it runs; if it has not begun and something is sent; `RecursionError`; an abort.
pub fn resume(
    thread: &Thread,
    generator: Object<'_>,
    sent: Value<'_>,
    how: State,
    header: usize,
    returns: *const u32,
) -> Outcome<()> {
    let view = thread.read(generator);
    let state = State::of(view.get(GENERATOR_STATE));
    check_resumable(thread, generator, state, sent)?;
    let code = thread.code_at(view.raw(GENERATOR_CODE));
    let first = header + FRAME_HEADER_WORDS;
    if !thread.reserve_stack(first + code.register_count as usize) {
        return Err(thread.too_deep());
    }
    let view = thread.write(generator)?;
    let fields = view.read();
    enter_handling(thread, &view);
    view.set(GENERATOR_STATE, how.value());
    let next = fields.raw(GENERATOR_INSTRUCTION) as *const u32;
    let word = code.word_at(next.wrapping_sub(1));
    let kept = match state {
        State::Created => code.parameters().in_registers(),
        _ => usize::from(encode::c(word)),
    };
    for register in 0..kept {
        let value = fields.get(GENERATOR_REGISTERS + register as u64);
        thread.set_stack_value(first + register, value);
    }
    match state {
        State::Suspended => thread.set_stack_value(first + usize::from(encode::a(word)), sent),
        _ => begin(thread, generator, code),
    }
    thread.set_stack_value(header + HEADER_RESULT, generator.value());
    thread.set_stack_value(header + HEADER_CALLABLE, fields.get(GENERATOR_FUNCTION));
    thread.push_frame(header, code, returns);
    thread.set_next(next);
    Ok(())
}

/// Whether a generator that has not ended can go on with the value that is sent to it.
fn check_resumable(
    thread: &Thread,
    generator: Object<'_>,
    state: State,
    sent: Value<'_>,
) -> Outcome<()> {
    let name = || kind_name(thread.host_of(generator));
    if state.is_running() {
        return Err(already_executing(thread, generator));
    }
    if state == State::Created && sent != NONE {
        let message = format!("can't send non-None value to a just-started {}", name());
        return Err(thread.raise(TYPE_ERROR, message));
    }
    Ok(())
}

/// The error that a generator runs already.
#[cold]
pub fn already_executing(thread: &Thread, generator: Object<'_>) -> motet_tm::Unwind {
    let name = kind_name(thread.host_of(generator));
    thread.raise(VALUE_ERROR, format!("{name} already executing"))
}

/// A coroutine that has ended is not to be used again.
///
/// # Errors
/// `RuntimeError` if it is a coroutine.
pub fn check_reuse(thread: &Thread, generator: Object<'_>) -> Outcome<()> {
    if thread.host_of(generator) != CLASS_COROUTINE {
        return Ok(());
    }
    Err(thread.raise(RUNTIME_ERROR, "cannot reuse already awaited coroutine"))
}

/// The handled exception is from now on the generator's; the caller's is seen behind it.
fn enter_handling(thread: &Thread, view: &WriteView<'_>) {
    let frame = view.read().get(GENERATOR_CALLER_OUTSIDE);
    let handled = thread.thread_root(ROOT_HANDLED);
    let outside = thread.thread_root(ROOT_HANDLED_OUTSIDE);
    view.set(GENERATOR_CALLER_HANDLED, handled);
    view.set(GENERATOR_CALLER_OUTSIDE, outside);
    if handled != NONE {
        thread.set_thread_root(ROOT_HANDLED_OUTSIDE, handled);
    }
    thread.set_thread_root(ROOT_HANDLED, view.read().get(GENERATOR_HANDLED));
    view.set(GENERATOR_HANDLED, frame);
}

/// The handled exception is the caller's again. Returns the generator's own.
fn leave_handling<'a>(thread: &'a Thread, view: &WriteView<'a>) -> Value<'a> {
    let own = thread.thread_root(ROOT_HANDLED);
    let fields = view.read();
    thread.set_thread_root(ROOT_HANDLED, fields.get(GENERATOR_CALLER_HANDLED));
    thread.set_thread_root(ROOT_HANDLED_OUTSIDE, fields.get(GENERATOR_CALLER_OUTSIDE));
    view.set(GENERATOR_CALLER_HANDLED, NONE);
    view.set(GENERATOR_CALLER_OUTSIDE, fields.get(GENERATOR_HANDLED));
    own
}

/// The object of the generator whose frame is the current one.
fn running(thread: &Thread) -> Object<'_> {
    let generator = thread.running_generator();
    generator.known_object()
}

/// Keeps the current frame, a generator's, in the heap: it will go on after the instruction that is
/// being executed. Returns how it had been resumed. `is_item`: it suspends by `yield`, not because
/// it awaits.
///
/// # Errors
/// An abort.
pub fn suspend(thread: &Thread, kept: u8, is_item: bool) -> Outcome<State> {
    let view = thread.write(running(thread))?;
    let how = State::of(view.read().get(GENERATOR_STATE));
    for register in 0..kept {
        let place = GENERATOR_REGISTERS + u64::from(register);
        view.set(place, thread.register(register));
    }
    view.set_raw(GENERATOR_INSTRUCTION, thread.next() as u64);
    view.set(GENERATOR_STATE, State::Suspended.value());
    if is_item && how == State::InAsync {
        view.set(GENERATOR_ASYNC, NONE);
    }
    let own = leave_handling(thread, &view);
    view.set(GENERATOR_HANDLED, own);
    Ok(how)
}

/// The body of the generator whose frame is the current one has ended, at this instruction. Returns
/// how it had been resumed.
///
/// # Errors
/// An abort.
pub fn finish_running(thread: &Thread, result: Value<'_>, instruction: usize) -> Outcome<State> {
    let generator = running(thread);
    running_frames::generator_ended(thread, generator, instruction)?;
    let view = thread.write(generator)?;
    let how = State::of(view.read().get(GENERATOR_STATE));
    leave_handling(thread, &view);
    clear(thread, generator)?;
    if how == State::InNative {
        view.set(GENERATOR_RESULT, result);
    }
    if how == State::InAsync {
        let (is_busy, is_closed) = (false, true);
        set_async_state(thread, generator, AsyncState { is_busy, is_closed })?;
    }
    Ok(how)
}

/// Makes a generator one that has ended: it keeps nothing alive.
///
/// # Errors
/// An abort.
pub fn clear(thread: &Thread, generator: Object<'_>) -> Outcome<()> {
    let code = code(thread, generator);
    let kept = *code.kept_registers;
    let view = thread.write(generator)?;
    if owes_end(code) || code.source.generator == Some(GeneratorKind::Coroutine) {
        thread.retire_finalizer(generator);
    }
    view.set(GENERATOR_STATE, State::Finished.value());
    view.set(GENERATOR_FUNCTION, NONE);
    view.set(GENERATOR_HANDLED, NONE);
    view.set(GENERATOR_CALLER_OUTSIDE, NONE);
    for register in 0..u64::from(kept) {
        view.set(GENERATOR_REGISTERS + register, NONE);
    }
    Ok(())
}

/// The exception being raised leaves a generator: a `StopIteration` would look like its end.
pub fn convert_raised(thread: &Thread, class: ClassNumber) {
    let raised = thread.thread_root(ROOT_RAISED);
    let name = if thread.is_instance(raised, STOP_ITERATION) {
        "StopIteration"
    } else if class == CLASS_ASYNC_GENERATOR && thread.is_instance(raised, STOP_ASYNC_ITERATION) {
        "StopAsyncIteration"
    } else {
        return;
    };
    let message = format!("{} raised {name}", kind_name(class));
    let text = text::new_str(thread, &message);
    let error = exception::new(thread, RUNTIME_ERROR, &[text]);
    let object = error.known_object();
    let view = thread
        .write(object)
        .expect("an object of this transaction can be written");
    view.set(exception::EXCEPTION_CAUSE, raised);
    view.set(exception::EXCEPTION_CONTEXT, raised);
    view.set(exception::EXCEPTION_SUPPRESS, TRUE);
    thread.set_thread_root(ROOT_RAISED, error);
}

/// The mark that takes the place of a value when a generator that native code has resumed has
/// ended.
pub fn end_mark() -> Word {
    UNBOUND.word()
}

/// Raises `StopIteration` with the result of a generator.
pub fn raise_stop(thread: &Thread, value: Value<'_>) -> Unwind {
    let given = [value];
    let arguments = if value == NONE { &[] } else { &given[..] };
    thread.raise_value(exception::new(thread, STOP_ITERATION, arguments))
}

/// Raises `StopAsyncIteration`.
pub fn raise_stop_async(thread: &Thread) -> Unwind {
    thread.raise_value(exception::new(thread, STOP_ASYNC_ITERATION, &[]))
}

/// An attribute of a suspended frame, by its name without the prefix that tells the kind.
pub fn attribute<'a>(thread: &'a Thread, generator: Object<'a>, name: Symbol) -> Option<Value<'a>> {
    match name {
        names::NAME => return Some(thread.read(generator).get(GENERATOR_NAME)),
        names::QUALNAME => return Some(thread.read(generator).get(GENERATOR_QUALIFIED_NAME)),
        names::DOC => return Some(NONE),
        _ => {}
    }
    let (prefix, delegate_name) = match thread.host_of(generator) {
        CLASS_GENERATOR => ("gi_", "yieldfrom"),
        CLASS_COROUTINE => ("cr_", "await"),
        _ => ("ag_", "await"),
    };
    let text = thread.machine().symbols.text(name).strip_prefix(prefix)?;
    let state = state(thread, generator);
    match text {
        "running" if prefix == "ag_" => Some(boolean(async_state(thread, generator).is_busy)),
        "running" => Some(boolean(state.is_running())),
        "code" => Some(code_object::object(thread, code(thread, generator))),
        "frame" => frame(thread, generator).ok(),
        "suspended" => Some(boolean(state == State::Suspended)),
        "origin" if prefix == "cr_" => Some(thread.read(generator).get(GENERATOR_ORIGIN)),
        _ if text == delegate_name => Some(delegate(thread, generator).unwrap_or(NONE)),
        _ => None,
    }
}

/// Sets an attribute of a suspended frame; false if it has none of that name.
///
/// # Errors
/// `TypeError` if a name is not a string; an abort.
pub fn set_attribute(
    thread: &Thread,
    generator: Object<'_>,
    name: Symbol,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    let (word, text) = match name {
        names::NAME => (GENERATOR_NAME, "__name__"),
        names::QUALNAME => (GENERATOR_QUALIFIED_NAME, "__qualname__"),
        _ => return Ok(false),
    };
    match value.filter(|value| text::as_text(thread, *value).is_some()) {
        Some(value) => {
            thread.write(generator)?.set(word, value);
            Ok(true)
        }
        None => Err(thread.raise(TYPE_ERROR, format!("{text} must be set to a string object"))),
    }
}
