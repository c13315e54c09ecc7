//! Generic operations: generators, coroutines and asynchronous generators. The place to which a
//! yielded value goes:
//!
//! | resumed by    | it yields                 | it ends                                      |
//! |---------------|---------------------------|----------------------------------------------|
//! | `ForLoop`     | into `r[a]`, and it jumps | goes on after the loop                       |
//! | `Send`        | into `r[a]`, and goes on  | result into `r[a]`, and it jumps             |
//! | a call        | is the call's result      | `StopIteration` there                        |
//! | native code   | is the result             | the mark of an end there; result in the heap |
//! | `async for`   | an item: as a `Send` ends | `StopAsyncIteration` there                   |
//!
//! All but native code push a frame and go on in the same loop: no native recursion, and a
//! transaction may end inside of the generator.

use motet_python_bytecode::encode;
use motet_python_objects::classes::attribute;
use motet_python_objects::model::exception_classes::BASE_EXCEPTION;
use motet_python_objects::types::protocol::repr;
use motet_python_objects::types::tuple;
use motet_tm::{Root, Unwind};

use motet_python_objects::classes::generator;
use motet_python_objects::classes::generator::State;
use motet_python_objects::model::exception;
use motet_python_objects::model::exception::STOP_ITERATION;
use motet_python_objects::model::exception::{
    DEPRECATION_WARNING, GENERATOR_EXIT, RUNTIME_ERROR, TYPE_ERROR,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Call, Entered};
use motet_python_objects::model::native::{Outcome, Resume};
use motet_python_objects::model::thread::{HEADER_RESULT, ROOT_HANDLED, ROOT_RAISED, Thread};
use motet_python_objects::model::upcalls;

/// Words of a `ForLoop` or `Send` instruction.
pub(crate) const TWO_WORDS: usize = 2;

/// The header of a frame above the current one.
pub(crate) fn header_above(thread: &Thread) -> usize {
    thread.registers_index() + thread.code().register_count as usize
}

/// The exception being raised leaves the frame of a generator, the current one, at an instruction.
/// What is thrown into one before its first step does not come from its code: it keeps its class.
pub(crate) fn leave_raising(thread: &Thread, instruction: usize, is_at_start: bool) -> Outcome<()> {
    generator::finish_running(thread, NONE, instruction)?;
    if is_at_start {
        return Ok(());
    }
    let kind = thread.code().source.generator;
    generator::convert_raised(
        thread,
        generator::class_of_kind(kind.expect("only frames of generators come here")),
    );
    Ok(())
}

/// `ForLoop` over a generator: its frame, or the end of the loop.
pub(crate) fn for_loop(thread: &Thread, b: u8) -> Outcome<()> {
    let generator = thread.register(b).known_object();
    if generator::state(thread, generator) == State::Finished {
        return Ok(());
    }
    let header = header_above(thread);
    let returns = thread.next();
    generator::resume(thread, generator, NONE, State::InFor, header, returns)?;
    thread.reach_yield_point();
    Ok(())
}

/// How `Send` resumes an object of a class, if that is a suspended frame.
pub(crate) fn delegated(class: ClassNumber) -> Option<State> {
    match class {
        CLASS_GENERATOR | CLASS_COROUTINE => Some(State::InSend),
        CLASS_ASYNC_GENERATOR => Some(State::InAsync),
        _ => None,
    }
}

/// Ends a `Send`, the current instruction, with an iterator's answer.
pub(crate) fn finish_send(thread: &mut Thread, a: u8, answer: Outcome<Root>) -> Outcome<()> {
    match answer {
        Ok(value) => thread.set_register(a, thread.get(value)),
        Err(unwind) => {
            let result = taken_result(thread, unwind)?;
            thread.set_register(a, thread.get(result));
            thread.jump(thread.extension() as i32);
        }
    }
    Ok(())
}

/// The value of the `StopIteration` being raised, if it is one.
pub(crate) fn taken_result(thread: &Thread, unwind: Unwind) -> Outcome<Root> {
    if unwind != Unwind::Raise {
        return Err(unwind);
    }
    let raised = thread.thread_root(ROOT_RAISED);
    if !thread.take_exception_of(STOP_ITERATION) {
        return Err(unwind);
    }
    let object = exception::as_exception(thread, raised)
        .expect("only instances of exception classes are raised");
    let given = exception::arguments(thread, object);
    Ok(thread.root(given.first().copied().unwrap_or(NONE)))
}

// ---- calls of next, send and throw

/// Makes a call that resumes a generator, if its first argument is one that has not ended.
///
/// # Errors
/// Any exception of resuming.
pub(crate) fn enter(
    thread: &mut Thread,
    call: Call<'_>,
    resume: Resume,
) -> Outcome<Option<Entered>> {
    if !call.names.is_empty() || call.count == 0 {
        return Ok(None);
    }
    let receiver = thread.stack_value(call.first());
    let class = thread.class_of(receiver);
    let is_fitting = match resume {
        Resume::Next => class == CLASS_GENERATOR && call.count == 1,
        Resume::Send => call.count == 2 && matches!(class, CLASS_GENERATOR | CLASS_COROUTINE),
        Resume::Throw => {
            (2..=4).contains(&call.count) && matches!(class, CLASS_GENERATOR | CLASS_COROUTINE)
        }
    };
    let Some(generator) = receiver.as_object().filter(|_| is_fitting) else {
        return Ok(None);
    };
    if generator::state(thread, generator) == State::Finished {
        return Ok(None);
    }
    let sent = match resume {
        Resume::Next => NONE,
        Resume::Send => thread.stack_value(call.first() + 1),
        Resume::Throw => {
            let generator = thread.root(receiver);
            let given: Vec<Root> = (call.first() + 1..call.first() + call.count)
                .map(|index| thread.root(thread.stack_value(index)))
                .collect();
            let exception = thrown(thread, &given, "throw")?;
            return enter_throw(thread, generator, exception, call, State::InCall).map(Some);
        }
    };
    let (header, returns) = (call.header, call.returns);
    generator::resume(thread, generator, sent, State::InCall, header, returns)?;
    Ok(Some(Entered::Frame))
}

/// Goes on with a generator by raising an exception where it stands: pushes its frame, and those of
/// the generators that it delegates to.
///
/// # Errors
/// If it runs already or has ended; an abort.
pub(crate) fn enter_throw(
    thread: &mut Thread,
    generator: Root,
    exception: Root,
    call: Call<'_>,
    how: State,
) -> Outcome<Entered> {
    thread.set_thread_root(ROOT_RAISED, thread.get(exception));
    let is_exit = thread.is_instance(thread.get(exception), GENERATOR_EXIT);
    let (mut generator, mut how) = (generator, how);
    let (mut header, mut returns) = (call.header, call.returns);
    let mut is_inside = false;
    let mut context = None;
    loop {
        let object = thread.object_at(generator);
        let state = generator::state(thread, object);
        if state == State::Finished {
            return if is_inside {
                Ok(Entered::Raising)
            } else {
                Err(Unwind::Raise)
            };
        }
        let delegate = generator::delegate(thread, object);
        let delegate = delegate.map(|delegate| thread.root(delegate));
        let raised = match delegate {
            Some(delegate) if is_exit => close_delegate(thread, delegate, exception)?,
            _ => exception,
        };
        let object = thread.object_at(generator);
        match generator::resume(thread, object, NONE, how, header, returns) {
            Err(Unwind::Raise) if is_inside => return Ok(Entered::Raising),
            resumed => resumed?,
        }
        thread.set_thread_root(ROOT_RAISED, thread.get(raised));
        is_inside = true;
        let handled = thread.thread_root(ROOT_HANDLED);
        if handled != NONE {
            context = Some(thread.root(handled));
        }
        if state == State::Created {
            thread.set_pc(thread.next());
            return Ok(Entered::Raising);
        }
        // The instruction that has suspended it; it stands behind a `Send` if it delegates.
        let suspended = thread.next().wrapping_sub(1);
        thread.set_pc(suspended);
        let Some(delegate) = delegate.filter(|_| !is_exit) else {
            raise_in_context(thread, raised, context)?;
            return Ok(Entered::Raising);
        };
        thread.set_pc(suspended.wrapping_sub(TWO_WORDS));
        thread.set_next(suspended);
        let class = thread.class_of(thread.get(delegate));
        let Some(inner) = delegated(class) else {
            return throw_into_iterator(thread, delegate, exception, context);
        };
        (generator, how) = (delegate, inner);
        (header, returns) = (header_above(thread), suspended);
    }
}

/// Closes the iterator to which a generator delegates, because the generator is being closed
/// itself. Returns the exception that is then raised in the generator: that of the closing, if
/// there is one.
fn close_delegate(thread: &mut Thread, delegate: Root, exception: Root) -> Outcome<Root> {
    match close_iterator(thread, delegate) {
        Ok(()) => Ok(exception),
        Err(Unwind::Raise) => Ok(thread.root(thread.take_raised())),
        Err(unwind) => Err(unwind),
    }
}

/// The current frame delegates to an iterator that is no generator: calls its `throw`, if it has
/// one, and goes on as `Send` would.
fn throw_into_iterator(
    thread: &mut Thread,
    iterator: Root,
    exception: Root,
    context: Option<Root>,
) -> Outcome<Entered> {
    let name = thread.symbol_of("throw");
    thread.announce_frame();
    let raised = thread.root(thread.take_raised());
    let method = match attribute::get(thread, iterator, name) {
        Err(Unwind::Raise) if thread.take_exception_of(exception::ATTRIBUTE_ERROR) => {
            thread.set_thread_root(ROOT_RAISED, thread.get(raised));
            raise_in_context(thread, raised, context)?;
            return Ok(Entered::Raising);
        }
        method => method,
    };
    let answer = method.and_then(|method| thread.call(method, &[exception]));
    let register = encode::a(thread.fetch_word(thread.pc()));
    match finish_send(thread, register, answer) {
        Ok(()) => Ok(Entered::Frame),
        Err(Unwind::Raise) => {
            let raised = thread.root(thread.thread_root(ROOT_RAISED));
            raise_in_context(thread, raised, context)?;
            Ok(Entered::Raising)
        }
        Err(unwind) => Err(unwind),
    }
}

/// An exception is thrown into the current frame, that of a generator: its context is the exception
/// that the frame handles, or one that those handle which delegate to it.
fn raise_in_context(thread: &Thread, raised: Root, context: Option<Root>) -> Outcome<()> {
    match context {
        Some(handled) => exception::set_context_to(thread, thread.get(raised), thread.get(handled)),
        None => Ok(()),
    }
}

// ---- from native code

/// The answer of a generator.
pub enum Resumed {
    /// It has yielded this.
    Yielded(Root),
    /// It has ended with this.
    Returned(Root),
}

/// Resumes a generator that has not ended, in a loop of its own.
///
/// # Errors
/// As [`generator::resume`], and any exception of the body.
pub fn resume_here(thread: &mut Thread, generator: Root, sent: Option<Root>) -> Outcome<Resumed> {
    let header = thread.top_index();
    super::nested::run_nested(thread, |thread| {
        let object = thread.object_at(generator);
        let sent = sent.map_or(NONE, |sent| thread.get(sent));
        let how = State::InNative;
        generator::resume(thread, object, sent, how, header, std::ptr::null())?;
        Ok(Entered::Frame)
    })?;
    answer(thread, generator, header)
}

/// As [`resume_here`], by raising an exception where the generator stands.
///
/// # Errors
/// As [`resume_here`].
pub fn throw_here(thread: &mut Thread, generator: Root, exception: Root) -> Outcome<Resumed> {
    let header = thread.top_index();
    super::nested::run_nested_from(thread, header, |thread| {
        let call = Call {
            header,
            count: 0,
            names: &[],
            returns: std::ptr::null(),
        };
        enter_throw(thread, generator, exception, call, State::InNative)
    })?;
    answer(thread, generator, header)
}

/// Takes the answer of a generator that native code has resumed.
fn answer(thread: &Thread, generator: Root, header: usize) -> Outcome<Resumed> {
    let value = thread.stack_value(header + HEADER_RESULT);
    if value != UNBOUND {
        return Ok(Resumed::Yielded(thread.root(value)));
    }
    let object = thread.object_at(generator);
    let result = thread.root(thread.read(object).get(generator::GENERATOR_RESULT));
    thread.write(object)?.set(generator::GENERATOR_RESULT, NONE);
    Ok(Resumed::Returned(result))
}

/// The next value of a generator; none at its end, where its result is lost.
///
/// # Errors
/// As [`resume_here`].
pub fn next(thread: &mut Thread, generator: Root) -> Outcome<Option<Root>> {
    let object = thread.object_at(generator);
    if generator::state(thread, object) == State::Finished {
        return Ok(None);
    }
    match resume_here(thread, generator, None)? {
        Resumed::Yielded(value) => Ok(Some(value)),
        Resumed::Returned(_) => Ok(None),
    }
}

/// `generator.close()`: its result, if it returns.
///
/// # Errors
/// If it runs or yields; any exception of the body.
pub fn close(thread: &mut Thread, generator: Root) -> Outcome<Root> {
    let object = thread.object_at(generator);
    match generator::state(thread, object) {
        State::Created => generator::clear(thread, object)?,
        State::Finished => {}
        State::Suspended => return close_suspended(thread, generator),
        _ => return Err(generator::already_executing(thread, object)),
    }
    Ok(thread.root(NONE))
}

fn close_suspended(thread: &mut Thread, generator: Root) -> Outcome<Root> {
    let exit = thread.root(exception::new(thread, GENERATOR_EXIT, &[]));
    match throw_here(thread, generator, exit) {
        Ok(Resumed::Returned(value)) => Ok(value),
        Ok(Resumed::Yielded(_)) => {
            let class = thread.class_of(thread.get(generator));
            let name = generator::kind_name(class);
            Err(thread.raise(RUNTIME_ERROR, format!("{name} ignored GeneratorExit")))
        }
        Err(Unwind::Raise) if thread.take_exception_of(GENERATOR_EXIT) => Ok(thread.root(NONE)),
        Err(unwind) => Err(unwind),
    }
}

/// Closes the iterator to which a generator delegates, if it can be closed.
fn close_iterator(thread: &mut Thread, iterator: Root) -> Outcome<()> {
    let class = thread.class_of(thread.get(iterator));
    if delegated(class).is_some() {
        let closed = close(thread, iterator).map(|_| ());
        if class == CLASS_ASYNC_GENERATOR {
            let object = thread.object_at(iterator);
            generator::set_idle(thread, object)?;
        }
        return closed;
    }
    let name = thread.symbol_of("close");
    match attribute::get(thread, iterator, name) {
        Ok(method) => thread.call(method, &[]).map(|_| ()),
        Err(Unwind::Raise) if thread.take_exception_of(exception::ATTRIBUTE_ERROR) => Ok(()),
        Err(unwind) => Err(unwind),
    }
}

/// The exception that the arguments of `throw` stand for: one, or a class, a value and a
/// traceback, which warns.
///
/// # Errors
/// `TypeError` if they stand for none; any exception of the class.
pub fn thrown(thread: &mut Thread, given: &[Root], method: &str) -> Outcome<Root> {
    if given.len() > 1 {
        let message = format!(
            "the (type, exc, tb) signature of {method}() is deprecated, \
             use the single-arg signature instead."
        );
        upcalls::warn(thread, DEPRECATION_WARNING, &message)?;
    }
    let kind = given[0];
    let traceback = given.get(2).map_or(NONE, |root| thread.get(*root));
    if traceback != NONE && thread.class_of(traceback) != CLASS_TRACEBACK {
        let message = "throw() third argument must be a traceback object";
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let value = given.get(1).copied();
    let value = value.filter(|value| thread.get(*value) != NONE);
    let exception = if thread.is_exception(thread.get(kind)) {
        if value.is_some() {
            let message = "instance exception may not have a separate value";
            return Err(thread.raise(TYPE_ERROR, message));
        }
        kind
    } else {
        made(thread, kind, value)?
    };
    if let Some(traceback) = given.get(2).filter(|root| thread.get(**root) != NONE) {
        let object = exception::as_exception(thread, thread.get(exception));
        let view = thread.write(object.expect("only instances of exception classes are raised"))?;
        let traceback = thread.get(*traceback);
        view.set(exception::EXCEPTION_TRACEBACK, traceback);
    }
    Ok(exception)
}

/// The complaint of a class of exceptions that has made something else.
pub(crate) fn makes_no_exception(class: &str, made: &str) -> String {
    format!("calling {class} should have returned an instance of BaseException, not {made}")
}

/// The exception of a class and a value.
fn made(thread: &mut Thread, class: Root, value: Option<Root>) -> Outcome<Root> {
    let number = thread.class_number_of(thread.get(class));
    let Some(number) = number.filter(|number| thread.is_subclass(*number, BASE_EXCEPTION)) else {
        let name = thread.type_name(thread.get(class));
        let message = format!(
            "exceptions must be classes or instances deriving from BaseException, not {name}"
        );
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let arguments = match value {
        None => Vec::new(),
        Some(value) if thread.is_instance(thread.get(value), number) => return Ok(value),
        Some(value) => match tuple::as_tuple(thread, thread.get(value)) {
            Some(items) => tuple::values(thread, items)
                .into_iter()
                .map(|item| thread.root(item))
                .collect(),
            None => vec![value],
        },
    };
    let made = thread.call(class, &arguments)?;
    if thread.is_exception(thread.get(made)) {
        return Ok(made);
    }
    let class = repr::repr_text(thread, class)?;
    let name = thread.type_name(thread.get(made));
    Err(thread.raise(TYPE_ERROR, makes_no_exception(&class, name)))
}
