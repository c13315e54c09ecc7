//! Exceptions: how they lie in the heap, and the steps of raising one.

use crate::model::code;
use motet_tm::{Object, Unwind, Value};

pub use crate::model::exception_classes::*;
use crate::model::layouts::*;
use crate::model::native::Outcome;
use crate::model::thread::{ROOT_HANDLED, ROOT_HANDLED_OUTSIDE, ROOT_RAISED, Thread};

/// Words of an exception.
pub const EXCEPTION_ARGS: u64 = 1;
/// Word of an exception: `__cause__`.
pub const EXCEPTION_CAUSE: u64 = 2;
/// Word of an exception: `__context__`.
pub const EXCEPTION_CONTEXT: u64 = 3;
/// Word of an exception: `__suppress_context__`.
pub const EXCEPTION_SUPPRESS: u64 = 4;
/// The outermost entry of the traceback, or None.
pub const EXCEPTION_TRACEBACK: u64 = 5;
/// Attributes that a program has set.
pub const EXCEPTION_ATTRIBUTES: u64 = 6;
/// A tuple of the fields that its class has beside the arguments (`exception_fields.rs`), or None.
pub const EXCEPTION_FIELDS: u64 = 7;
const EXCEPTION_WORDS: u64 = 10;

/// Words of a traceback entry: the entry of the callee, the function that ran (or the address of
/// code that is no function's), the instruction.
pub const TRACEBACK_NEXT: u64 = 1;
pub(crate) const TRACEBACK_CALLABLE: u64 = 2;
const TRACEBACK_INSTRUCTION: u64 = 3;

/// Longer chains of contexts are not searched for cycles.
const CONTEXTS_MAX: usize = 100;

/// Makes an exception.
pub fn new<'a>(thread: &'a Thread, class: ClassNumber, arguments: &[Value<'_>]) -> Value<'a> {
    let arguments = thread.new_tuple(arguments);
    new_with(thread, class, arguments)
}

/// Makes an exception with a tuple of arguments.
pub fn new_with<'a>(thread: &'a Thread, class: ClassNumber, arguments: Value<'_>) -> Value<'a> {
    let shape = thread.class(class).instances.root();
    let fresh = thread.allocate_filled(LAYOUT_EXCEPTION, shape, EXCEPTION_WORDS, NONE);
    fresh.set(EXCEPTION_ARGS, arguments);
    fresh.set(EXCEPTION_SUPPRESS, FALSE);
    fresh.object().value()
}

/// The object of a value, if it is an exception.
pub fn as_exception<'a>(thread: &Thread, value: Value<'a>) -> Option<Object<'a>> {
    let object = value.as_object()?;
    (thread.layout_id(object) == LAYOUT_EXCEPTION).then_some(object)
}

/// The arguments of an exception.
pub fn arguments<'a>(thread: &'a Thread, exception: Object<'a>) -> Vec<Value<'a>> {
    thread.tuple_items(thread.read(exception).get(EXCEPTION_ARGS))
}

/// The exception being handled; None if there is none.
pub fn handled(thread: &Thread) -> Value<'_> {
    match thread.thread_root(ROOT_HANDLED) {
        NONE => thread.thread_root(ROOT_HANDLED_OUTSIDE),
        handled => handled,
    }
}

/// Sets `__context__` to the exception being handled.
pub fn set_context(thread: &Thread, raised: Value<'_>) -> Outcome<()> {
    set_context_to(thread, raised, handled(thread))
}

/// Sets `__context__` of an exception to another, unless they are the same.
pub fn set_context_to(thread: &Thread, raised: Value<'_>, handled: Value<'_>) -> Outcome<()> {
    let (Some(object), Some(_)) = (as_exception(thread, raised), as_exception(thread, handled))
    else {
        return Ok(());
    };
    if handled == raised || thread.read(object).get(EXCEPTION_CONTEXT) == handled {
        return Ok(());
    }
    // If the raised one stands in the chain already, the chain is cut.
    let mut link = handled;
    for _ in 0..CONTEXTS_MAX {
        let Some(exception) = as_exception(thread, link) else {
            break;
        };
        let next = thread.read(exception).get(EXCEPTION_CONTEXT);
        if next == raised {
            thread.write(exception)?.set(EXCEPTION_CONTEXT, NONE);
            break;
        }
        link = next;
    }
    thread.write(object)?.set(EXCEPTION_CONTEXT, handled);
    Ok(())
}

/// Notes that the exception being raised has passed an instruction of the current frame, whose
/// object is given if it is known.
pub fn add_traceback(thread: &Thread, instruction: usize, frame: Option<Value<'_>>) -> Outcome<()> {
    let code = thread.code();
    if code.is_untraced {
        return Ok(());
    }
    let raised = thread.thread_root(ROOT_RAISED);
    let Some(object) = as_exception(thread, raised) else {
        return Ok(());
    };
    let next = thread.read(object).get(EXCEPTION_TRACEBACK);
    let callable = match frame {
        Some(frame) => frame,
        None => thread.callable_or_code(thread.callable(), code),
    };
    let index = Value::from_small(instruction as i32);
    let entry = thread.new_small(CLASS_TRACEBACK, next, callable, index);
    thread.write(object)?.set(EXCEPTION_TRACEBACK, entry);
    Ok(())
}

/// One line of a traceback.
pub struct Place {
    pub(crate) code: &'static code::LoadedCode,
    pub(crate) instruction: usize,
}

/// The traceback of an exception, outermost frame first.
pub fn traceback(thread: &Thread, exception: Object<'_>) -> Vec<Place> {
    entries(thread, thread.read(exception).get(EXCEPTION_TRACEBACK))
}

/// The outermost entry of an exception's traceback, or None.
pub(crate) fn first_entry<'a>(thread: &'a Thread, exception: Object<'a>) -> Value<'a> {
    thread.read(exception).get(EXCEPTION_TRACEBACK)
}

/// The places from an entry of a traceback on; none if it is no entry.
pub fn entries(thread: &Thread, first: Value<'_>) -> Vec<Place> {
    let mut places = Vec::new();
    let mut link = first;
    while let Some(entry) = thread.object_of(link, CLASS_TRACEBACK) {
        let (place, _, next) = traceback_place(thread, entry);
        places.push(place);
        link = next;
    }
    places
}

/// An entry of a traceback: the place, the callable whose code ran there (or the object of the
/// frame), the entry of the callee.
pub fn traceback_place<'a>(thread: &'a Thread, entry: Object<'a>) -> (Place, Value<'a>, Value<'a>) {
    let view = thread.read(entry);
    let instruction = view.get(TRACEBACK_INSTRUCTION).as_integer().unwrap_or(0) as usize;
    let place = Place {
        code: thread.code_of_callable(entry, TRACEBACK_CALLABLE),
        instruction,
    };
    (
        place,
        view.get(TRACEBACK_CALLABLE),
        view.get(TRACEBACK_NEXT),
    )
}

impl Thread {
    /// The exception being raised.
    pub fn raised(&self) -> Value<'_> {
        self.thread_root(ROOT_RAISED)
    }

    /// The exception being raised, which is not raised any more.
    pub fn take_raised(&self) -> Value<'_> {
        let raised = self.thread_root(ROOT_RAISED);
        self.set_thread_root(ROOT_RAISED, NONE);
        raised
    }

    /// Raises the error that there is no memory.
    #[cold]
    pub fn no_memory(&self) -> Unwind {
        self.raise(MEMORY_ERROR, "")
    }
}

/// Class, value and traceback of an exception.
pub fn exception_triple(thread: &Thread, exception: motet_tm::Root) -> [motet_tm::Root; 3] {
    let value = thread.get(exception);
    let class = thread.class_object(thread.class_of(value));
    let traceback = match as_exception(thread, value) {
        Some(object) => thread.read(object).get(EXCEPTION_TRACEBACK),
        None => NONE,
    };
    [thread.root(class), exception, thread.root(traceback)]
}
