//! Natives of asynchronous generators: `asend`, `athrow`, `aclose` and their results, iterators
//! that drive the generator until its next item.
//!
//! The generator suspends at a `yield` with an item, at an `await` with a value of the awaited
//! iterator; the instruction there tells which. An item ends the `asend` with a `StopIteration`
//! that has it as its value; a value of an awaited iterator goes to the caller that drives.

use motet_python_bytecode::{Opcode, encode};
use motet_python_objects::model::thread;
use motet_python_objects::model::type_def::TypeDef;
use motet_tm::{Object, Root, Unwind, Value};

use motet_python_interp::calling::generators as operations;
use motet_python_interp::calling::generators::Resumed;
use motet_python_objects::classes::generator;
use motet_python_objects::classes::generator::{AsyncState, State};
use motet_python_objects::classes::generator::{
    STEP_ARGUMENT as ARGUMENT, STEP_GENERATOR as GENERATOR, STEP_STAGE as STAGE,
};
use motet_python_objects::classes::generator::{raise_stop, raise_stop_async};
use motet_python_objects::model::exception;
use motet_python_objects::model::exception::{
    GENERATOR_EXIT, RUNTIME_ERROR, STOP_ASYNC_ITERATION, STOP_ITERATION, TYPE_ERROR,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::tuple;

use crate::type_natives::coroutines::{field, identity};
use crate::type_natives::generators::{given_behind_receiver, receiver};

/// Methods of asynchronous generators.
const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__aiter__", 1, 1, identity),
    NativeFunction::calling("__anext__", 1, 1, make_next),
    NativeFunction::calling("asend", 2, 2, make_send),
    NativeFunction::calling("athrow", 1, u8::MAX, make_throw),
    NativeFunction::calling("aclose", 1, 1, make_close),
    NativeFunction::leaf(
        "__repr__",
        1,
        1,
        crate::type_natives::generators::method_repr,
    ),
];

/// Methods of the results of `__anext__` and `asend`.
const SEND_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__iter__", 1, 1, identity),
    NativeFunction::leaf("__await__", 1, 1, identity),
    NativeFunction::calling("__next__", 1, 1, send_next),
    NativeFunction::calling("send", 2, 2, send_send),
    NativeFunction::calling("throw", 1, u8::MAX, send_throw),
    NativeFunction::calling("close", 1, 1, close),
];

/// Methods of the results of `athrow` and `aclose`.
const THROW_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__iter__", 1, 1, identity),
    NativeFunction::leaf("__await__", 1, 1, identity),
    NativeFunction::calling("__next__", 1, 1, throw_next),
    NativeFunction::calling("send", 2, 2, throw_send),
    NativeFunction::calling("throw", 1, u8::MAX, throw_throw),
    NativeFunction::calling("close", 1, 1, close),
];

/// The stages of an `asend`, `athrow` or `aclose`.
const BEFORE: Value<'static> = NONE;
const BEGUN: Value<'static> = TRUE;
const OVER: Value<'static> = FALSE;

/// One `asend`, `athrow` or `aclose` that is being driven.
#[derive(Clone, Copy)]
struct Step {
    step: Root,
    generator: Root,
    argument: Root,
    is_send: bool,
}

impl Step {
    fn of(thread: &Thread, arguments: Arguments, class: ClassNumber) -> Outcome<Step> {
        Ok(Step {
            generator: field(thread, arguments, class, GENERATOR)?,
            argument: field(thread, arguments, class, ARGUMENT)?,
            step: thread.root(arguments.get(thread, 0)),
            is_send: class == CLASS_ASYNC_GENERATOR_SEND,
        })
    }

    fn is_close(self, thread: &Thread) -> bool {
        !self.is_send && thread.get(self.argument) == NONE
    }

    fn stage(self, thread: &Thread) -> Value<'_> {
        let object = thread.object_at(self.step);
        thread.read(object).get(STAGE)
    }

    fn set_stage(self, thread: &Thread, stage: Value<'_>) -> Outcome<()> {
        let object = thread.object_at(self.step);
        let view = thread.write(object)?;
        // One that has begun needs no warning any more.
        if view.read().get(STAGE) == BEFORE {
            thread.retire_finalizer(object);
        }
        view.set(STAGE, stage);
        Ok(())
    }

    fn generator(self, thread: &Thread) -> Object<'_> {
        let generator = thread.get(self.generator).as_object();
        generator.expect("the root was made of a generator by new")
    }

    fn state(self, thread: &Thread) -> AsyncState {
        generator::async_state(thread, self.generator(thread))
    }

    fn set_busy(self, thread: &Thread, is_busy: bool) -> Outcome<()> {
        let state = self.state(thread);
        let state = AsyncState { is_busy, ..state };
        generator::set_async_state(thread, self.generator(thread), state)
    }

    fn set_closed(self, thread: &Thread) -> Outcome<()> {
        let state = self.state(thread);
        let is_closed = true;
        let state = AsyncState { is_closed, ..state };
        generator::set_async_state(thread, self.generator(thread), state)
    }

    /// The error that it was driven to its end before, if so.
    fn check_reuse(self, thread: &Thread) -> Outcome<()> {
        if self.stage(thread) != OVER {
            return Ok(());
        }
        let what = if self.is_send {
            "__anext__()/asend()"
        } else {
            "aclose()/athrow()"
        };
        Err(thread.raise(
            RUNTIME_ERROR,
            format!("cannot reuse already awaited {what}"),
        ))
    }

    /// Begins, if no other operation has begun on this generator.
    fn begin(self, thread: &Thread) -> Outcome<()> {
        if self.state(thread).is_busy {
            self.set_stage(thread, OVER)?;
            let what = match (self.is_send, self.is_close(thread)) {
                (true, _) => "anext",
                (false, true) => "aclose",
                (false, false) => "athrow",
            };
            let message = format!("{what}(): asynchronous generator is already running");
            return Err(thread.raise(RUNTIME_ERROR, message));
        }
        self.set_stage(thread, BEGUN)?;
        self.set_busy(thread, true)
    }

    fn resume(self, thread: &mut Thread, sent: Root) -> Outcome<Resumed> {
        let object = self.generator(thread);
        if generator::state(thread, object) == State::Finished {
            return Err(raise_stop_async(thread));
        }
        let resumed = operations::resume_here(thread, self.generator, Some(sent))?;
        ended(thread, resumed)
    }

    fn throw(self, thread: &mut Thread, exception: Root) -> Outcome<Resumed> {
        let resumed = operations::throw_here(thread, self.generator, exception)?;
        ended(thread, resumed)
    }

    /// Whether the generator has suspended with an item.
    fn has_item(self, thread: &Thread) -> bool {
        let word = generator::suspended_word(thread, self.generator(thread));
        encode::opcode(word) == Some(Opcode::Yield)
    }

    /// Turns the generator's answer into the outcome of driving it one step.
    fn unwrapped(self, thread: &Thread, answer: Outcome<Resumed>) -> Outcome<Root> {
        match answer {
            Ok(Resumed::Yielded(value)) if !self.has_item(thread) => Ok(value),
            Ok(Resumed::Yielded(value) | Resumed::Returned(value)) => {
                self.set_busy(thread, false)?;
                self.set_stage(thread, OVER)?;
                Err(raise_stop(thread, thread.get(value)))
            }
            Err(Unwind::Raise) => {
                if is_raised(thread, STOP_ASYNC_ITERATION) || is_raised(thread, GENERATOR_EXIT) {
                    self.set_closed(thread)?;
                }
                self.set_busy(thread, false)?;
                self.set_stage(thread, OVER)?;
                Err(Unwind::Raise)
            }
            Err(unwind) => Err(unwind),
        }
    }

    /// The same for `aclose`: it ends well when the generator has ended.
    fn unwrap_close(self, thread: &Thread, answer: Outcome<Resumed>) -> Outcome<Root> {
        match answer {
            Ok(Resumed::Yielded(value)) if !self.has_item(thread) => return Ok(value),
            Ok(_) => {
                self.set_busy(thread, false)?;
                self.set_stage(thread, OVER)?;
                let message = "async generator ignored GeneratorExit";
                return Err(thread.raise(RUNTIME_ERROR, message));
            }
            Err(Unwind::Raise) => {}
            Err(unwind) => return Err(unwind),
        }
        self.set_busy(thread, false)?;
        self.set_stage(thread, OVER)?;
        if thread.take_exception_of(STOP_ASYNC_ITERATION)
            || thread.take_exception_of(GENERATOR_EXIT)
        {
            return Err(raise_stop(thread, NONE));
        }
        Err(Unwind::Raise)
    }

    fn send(self, thread: &mut Thread, sent: Root) -> Outcome<Root> {
        self.check_reuse(thread)?;
        if !self.is_send {
            return self.send_to_throw(thread, sent);
        }
        let mut sent = sent;
        if self.stage(thread) == BEFORE {
            self.begin(thread)?;
            if thread.get(sent) == NONE {
                sent = self.argument;
            }
        }
        let answer = self.resume(thread, sent);
        self.unwrapped(thread, answer)
    }

    fn send_to_throw(self, thread: &mut Thread, sent: Root) -> Outcome<Root> {
        if generator::state(thread, self.generator(thread)) == State::Finished {
            self.set_stage(thread, OVER)?;
            return Err(raise_stop(thread, NONE));
        }
        let is_close = self.is_close(thread);
        let answer = if self.stage(thread) == BEFORE {
            if !self.state(thread).is_busy && self.state(thread).is_closed {
                self.set_stage(thread, OVER)?;
                return Err(raise_stop_async(thread));
            }
            if thread.get(sent) != NONE {
                let message = "can't send non-None value to a just-started coroutine";
                return Err(thread.raise(RUNTIME_ERROR, message));
            }
            self.begin(thread)?;
            if is_close {
                self.set_closed(thread)?;
            }
            let exception = self.own_exception(thread, is_close);
            exception.and_then(|exception| self.throw(thread, exception))
        } else {
            let answer = self.resume(thread, sent);
            if !is_close {
                // As in CPython, an `athrow` that ends at a later step may be driven again.
                let answer = self.unwrapped(thread, answer);
                self.set_stage(thread, BEGUN)?;
                return answer;
            }
            answer
        };
        if is_close {
            return self.unwrap_close(thread, answer);
        }
        self.unwrapped(thread, answer)
    }

    /// The exception that an `athrow` or `aclose` throws.
    fn own_exception(self, thread: &mut Thread, is_close: bool) -> Outcome<Root> {
        if is_close {
            return Ok(thread.root(exception::new(thread, GENERATOR_EXIT, &[])));
        }
        let given = thread.object_at(self.argument);
        let given = tuple::values(thread, given);
        let given: Vec<Root> = given.iter().map(|value| thread.root(*value)).collect();
        exception_of(thread, &given, "athrow")
    }

    /// Throws the exception that `thrown` makes, if the step is not over.
    fn throw_into(
        self,
        thread: &mut Thread,
        thrown: impl FnOnce(&mut Thread) -> Outcome<Root>,
    ) -> Outcome<Root> {
        self.check_reuse(thread)?;
        if self.stage(thread) == BEFORE {
            self.begin(thread)?;
        }
        let answer = thrown(thread).and_then(|exception| self.throw(thread, exception));
        if self.is_close(thread) {
            return self.unwrap_close(thread, answer);
        }
        self.unwrapped(thread, answer)
    }
}

/// The exception that one to three arguments of `athrow` or `throw` tell.
fn exception_of(thread: &mut Thread, given: &[Root], method: &str) -> Outcome<Root> {
    let bound = match given.len() {
        0 => "at least 1 argument",
        1..=3 => return operations::thrown(thread, given, method),
        _ => "at most 3 arguments",
    };
    let message = format!("{method} expected {bound}, got {}", given.len());
    Err(thread.raise(TYPE_ERROR, message))
}

fn is_raised(thread: &Thread, class: ClassNumber) -> bool {
    thread.is_instance(thread.thread_root(thread::ROOT_RAISED), class)
}

/// The end of an asynchronous generator is an exception.
fn ended(thread: &Thread, resumed: Resumed) -> Outcome<Resumed> {
    match resumed {
        Resumed::Returned(_) => Err(raise_stop_async(thread)),
        yielded => Ok(yielded),
    }
}

fn make<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    class: ClassNumber,
    argument: Root,
) -> Outcome<Value<'a>> {
    let generator = receiver(thread, arguments)?.value();
    let generator = thread.root(generator);
    generator::tell_hooks(thread, generator)?;
    let (generator, argument) = (thread.get(generator), thread.get(argument));
    let step = thread.new_small(class, generator, argument, BEFORE);
    thread.enable_finalizer(step.known_object());
    Ok(step)
}

fn make_next<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let argument = thread.root(NONE);
    make(thread, arguments, CLASS_ASYNC_GENERATOR_SEND, argument)
}

fn make_send<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let sent = thread.root(arguments.get(thread, 1));
    make(thread, arguments, CLASS_ASYNC_GENERATOR_SEND, sent)
}

fn make_throw<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = given_behind_receiver(thread, arguments);
    let given = thread.root(tuple::from_roots(thread, &given)?);
    make(thread, arguments, CLASS_ASYNC_GENERATOR_THROW, given)
}

fn make_close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let argument = thread.root(NONE);
    make(thread, arguments, CLASS_ASYNC_GENERATOR_THROW, argument)
}

fn drive<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    class: ClassNumber,
) -> Outcome<Value<'a>> {
    let step = Step::of(thread, arguments, class)?;
    let sent = arguments.optional(thread, 1).unwrap_or(NONE);
    let sent = thread.root(sent);
    let value = step.send(thread, sent)?;
    Ok(thread.get(value))
}

fn send_next<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    drive(thread, arguments, CLASS_ASYNC_GENERATOR_SEND)
}

fn send_send<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    drive(thread, arguments, CLASS_ASYNC_GENERATOR_SEND)
}

fn throw_next<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    drive(thread, arguments, CLASS_ASYNC_GENERATOR_THROW)
}

fn throw_send<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    drive(thread, arguments, CLASS_ASYNC_GENERATOR_THROW)
}

fn throw<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    class: ClassNumber,
) -> Outcome<Value<'a>> {
    let step = Step::of(thread, arguments, class)?;
    let value = step.throw_into(thread, |thread| {
        let given = given_behind_receiver(thread, arguments);
        exception_of(thread, &given, "throw")
    })?;
    Ok(thread.get(value))
}

fn send_throw<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    throw(thread, arguments, CLASS_ASYNC_GENERATOR_SEND)
}

fn throw_throw<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    throw(thread, arguments, CLASS_ASYNC_GENERATOR_THROW)
}

fn close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.class_of(arguments.get(thread, 0));
    let step = Step::of(thread, arguments, class)?;
    if step.stage(thread) == OVER {
        return Ok(NONE);
    }
    let exit = |thread: &mut Thread| Ok(thread.root(exception::new(thread, GENERATOR_EXIT, &[])));
    match step.throw_into(thread, exit) {
        Ok(_) => Err(thread.raise(RUNTIME_ERROR, "coroutine ignored GeneratorExit")),
        Err(Unwind::Raise)
            if thread.take_exception_of(STOP_ITERATION)
                || thread.take_exception_of(STOP_ASYNC_ITERATION)
                || thread.take_exception_of(GENERATOR_EXIT) =>
        {
            Ok(NONE)
        }
        Err(unwind) => Err(unwind),
    }
}

/// The definitions.
pub(crate) const TYPES: &[TypeDef] = &[
    TypeDef::new("async_generator", CLASS_ASYNC_GENERATOR)
        .layouts(GENERATOR_LAYOUTS)
        .methods(&[METHODS])
        .closed()
        .parameterised()
        .weakly_referenced(),
    TypeDef::new("async_generator_asend", CLASS_ASYNC_GENERATOR_SEND)
        .methods(&[SEND_METHODS])
        .closed()
        .checked(),
    TypeDef::new("async_generator_athrow", CLASS_ASYNC_GENERATOR_THROW)
        .methods(&[THROW_METHODS])
        .closed()
        .checked(),
];
