//! The built-in objects' interface to the rest of the virtual machine: kinds of values, names of
//! types, exceptions. It stands in one place, so that the objects do not depend on the interpreter.

use crate::model::class;
pub use crate::model::thread::allocated;
use crate::model::upcalls;
use motet_tm::{Object, OutOfMemory, Unwind, Value};

use crate::model::exception_classes as exception;
use crate::model::layouts::*;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use motet_vm::threads;

/// The shape number of a value: for built-in types the number of its class.
#[inline]
pub fn kind(thread: &Thread, value: Value<'_>) -> u32 {
    if let Some(object) = value.as_object() {
        return thread.host_of(object);
    }
    if value.as_integer().is_some() {
        return CLASS_INT;
    }
    if value.as_float().is_some() {
        return CLASS_FLOAT;
    }
    match value.as_special() {
        Some(0) => CLASS_NONE,
        Some(1 | 2) => CLASS_BOOL,
        Some(3) => CLASS_ELLIPSIS,
        Some(4) => CLASS_NOT_IMPLEMENTED,
        _ => CLASS_OBJECT,
    }
}

/// The object of a value, if it is of a built-in class itself (and of no class below it).
#[inline]
pub fn exact<'a>(thread: &Thread, value: Value<'a>, class: ClassNumber) -> Option<Object<'a>> {
    let object = value
        .as_object()
        .filter(|object| thread.host_of(*object) == class)?;
    debug_assert!(
        thread.is_laid_out_as(object, class),
        "{}",
        thread.class_name(class)
    );
    Some(object)
}

/// Whether a value is of a built-in type whose operators do not depend on its class. (Two bound
/// methods are equal if their functions and receivers are: only the class knows.)
#[inline]
pub fn is_builtin(thread: &Thread, value: Value<'_>) -> bool {
    let kind = kind(thread, value);
    kind < CLASS_ASKED_FIRST && !matches!(kind, CLASS_METHOD | CLASS_MAPPING_PROXY | CLASS_CELL)
}

/// The name of the type of a value, as error messages show it.
pub fn type_name(thread: &Thread, value: Value<'_>) -> String {
    class::type_name(thread, value)
}

/// The class of an argument, as messages about wrong arguments name it.
pub fn argument_type(thread: &Thread, value: Value<'_>) -> &'static str {
    if value == NONE {
        return "None";
    }
    thread.type_name(value)
}

/// Raises `TypeError`.
#[cold]
pub fn type_error(thread: &Thread, message: impl AsRef<str>) -> Unwind {
    thread.raise(exception::TYPE_ERROR, message)
}

/// Raises `ValueError`.
#[cold]
pub fn value_error(thread: &Thread, message: impl AsRef<str>) -> Unwind {
    thread.raise(exception::VALUE_ERROR, message)
}

/// Raises `IndexError`.
#[cold]
pub fn index_error(thread: &Thread, message: impl AsRef<str>) -> Unwind {
    thread.raise(exception::INDEX_ERROR, message)
}

/// Raises `OverflowError`.
#[cold]
pub fn overflow_error(thread: &Thread, message: impl AsRef<str>) -> Unwind {
    thread.raise(exception::OVERFLOW_ERROR, message)
}

/// Raises `ZeroDivisionError`.
#[cold]
pub fn zero_division(thread: &Thread, message: impl AsRef<str>) -> Unwind {
    thread.raise(exception::ZERO_DIVISION_ERROR, message)
}

/// Raises `RuntimeError`.
#[cold]
pub fn runtime_error(thread: &Thread, message: impl AsRef<str>) -> Unwind {
    thread.raise(exception::RUNTIME_ERROR, message)
}

/// Raises `RecursionError`.
#[cold]
pub fn recursion_error(thread: &Thread) -> Unwind {
    thread.raise(
        exception::RECURSION_ERROR,
        "maximum recursion depth exceeded",
    )
}

/// Makes sure that native code may recurse further. `what` ends the message.
///
/// # Errors
/// `RecursionError`.
#[inline]
pub fn need_native_stack(thread: &Thread, what: &str) -> Outcome<()> {
    if threads::has_native_stack() {
        return Ok(());
    }
    let message = format!("Stack overflow {what}");
    Err(thread.raise(exception::RECURSION_ERROR, message))
}

/// Raises `KeyError` with the key that is missing.
#[cold]
pub fn key_error(thread: &Thread, key: Value<'_>) -> Unwind {
    thread.raise_with(exception::KEY_ERROR, key)
}

/// Raises `KeyError` with a text in place of a key.
#[cold]
pub fn key_error_text(thread: &Thread, message: impl AsRef<str>) -> Unwind {
    thread.raise(exception::KEY_ERROR, message)
}

/// Whether the exception being raised is of a built-in class (or one below it); if so it is
/// dropped, as if it had never been raised.
pub fn take_exception(thread: &Thread, class: ClassNumber) -> bool {
    thread.take_exception_of(class)
}

/// No text or bytes are longer than this: one operation may not allocate more.
pub const LONGEST: usize = 1 << 31;

/// How many bytes one operation may allocate here: less than [`LONGEST`] where the system limits
/// the addresses of the process.
#[inline]
pub fn longest(thread: &Thread) -> usize {
    let reserve = thread.runtime().config().nursery_reserve_bytes;
    LONGEST.min(usize::try_from(reserve).unwrap_or(LONGEST))
}

/// Refuses an object of more bytes than one operation may allocate, before they are filled. What
/// is collected in native memory first is asked too: a vector that cannot grow ends the process.
///
/// # Errors
/// `MemoryError`.
#[inline]
pub fn check_length(thread: &Thread, bytes: usize) -> Outcome<()> {
    allocated(
        thread,
        if bytes <= longest(thread) {
            Ok(())
        } else {
            Err(OutOfMemory)
        },
    )
}

/// Refuses to go on if the process cannot have so many bytes of native memory.
///
/// # Errors
/// `MemoryError`.
pub fn check_native_memory(thread: &Thread, bytes: usize) -> Outcome<()> {
    let mut probe = Vec::<u8>::new();
    let is_there = probe.try_reserve_exact(bytes).is_ok();
    // The compiler may leave out an allocation that nothing uses: there would always be room.
    std::hint::black_box(&mut probe);
    allocated(thread, if is_there { Ok(()) } else { Err(OutOfMemory) })
}

/// A source up to this length takes little memory to be compiled.
const SHORT_SOURCE_BYTES: usize = 1 << 18;
/// The native memory that the compiler takes for each byte of a source (measured on names, each a
/// statement or an operand; the compiler cannot fail for want of memory).
pub const CODE_BYTES_PER_BYTE: usize = 160;
/// The same, where the tree is wanted.
pub const TREE_BYTES_PER_BYTE: usize = 480;

/// Refuses to compile a source for which there is not the memory.
///
/// # Errors
/// `MemoryError`.
pub fn check_compiler_memory(thread: &Thread, source: &str, bytes_per_byte: usize) -> Outcome<()> {
    if source.len() <= SHORT_SOURCE_BYTES {
        return Ok(());
    }
    check_native_memory(thread, source.len().saturating_mul(bytes_per_byte))
}

/// Appends to a vector whose length a program decides.
///
/// # Errors
/// `MemoryError`, where the vector alone would end the process.
#[inline]
pub fn push<T>(thread: &Thread, items: &mut Vec<T>, item: T) -> Outcome<()> {
    if items.len() == items.capacity() {
        check_length(thread, (2 * items.len()).saturating_mul(size_of::<T>()))?;
        let room = items.try_reserve(1).map_err(|_| OutOfMemory);
        allocated(thread, room)?;
    }
    items.push(item);
    Ok(())
}

/// Whether a class or one above it defines a special method.
pub fn has_special(thread: &Thread, class: ClassNumber, name: &'static str) -> bool {
    thread.has_special(class, name)
}

/// Raises `StopIteration`.
#[cold]
pub fn stop_iteration(thread: &Thread) -> Unwind {
    thread.raise_value(crate::model::exception::new(
        thread,
        exception::STOP_ITERATION,
        &[],
    ))
}

/// `getattr(receiver, name)`.
///
/// # Errors
/// `AttributeError`; any exception of properties.
pub fn get_attribute(
    thread: &mut Thread,
    receiver: motet_tm::Root,
    name: &'static str,
) -> Outcome<motet_tm::Root> {
    let symbol = thread.symbol_of(name);
    upcalls::get_attribute(thread, receiver, symbol)
}
