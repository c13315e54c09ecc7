//! `_posix_core`: files, folders, descriptors and processes of the system. `posix`, `select`,
//! `fcntl` and others (in the library, Python) are made of it.
//!
//! A function that changes the system, or takes something from it, cannot be undone: it makes the
//! transaction inevitable first. A function that only looks does not. A call that would block ends
//! its transaction and is tried again later, so that other threads run meanwhile.

pub mod calls;
pub mod files;
pub mod identities;
pub mod opening;
pub mod paths;
pub mod processes;
pub mod signal_calls;
pub mod spawning;
pub mod system;
pub mod terminal;
pub mod waiting;

use motet_python_objects::model::borrowed_file;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::exception_fields;
use std::ffi::CString;
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::OsStringExt as _;

use motet_tm::{Unwind, Value};

use motet_python_objects::model::exception;
use motet_python_objects::model::exception::{OVERFLOW_ERROR, TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::{Thread, WaitRequest};
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{bytes, codecs, int, string};

pub(crate) use crate::modules::posix::files::fill_random;
use crate::modules::weak_module::collect_and_finalize;

/// The functions of `_time_core` that need the system's calendar.
pub(crate) use system::local_fields;

pub(crate) const CALENDAR: &[NativeFunction] = system::CALENDAR;

// ---- errors

const BAD_DESCRIPTOR: i32 = 9;
const INVALID: i32 = 22;

/// The class of an error of the system.
fn class_of_error(number: i32) -> ClassNumber {
    match number {
        1 | 13 => exception::PERMISSION_ERROR,
        2 => exception::FILE_NOT_FOUND_ERROR,
        3 => exception::PROCESS_LOOKUP_ERROR,
        4 => exception::INTERRUPTED_ERROR,
        10 => exception::CHILD_PROCESS_ERROR,
        11 | 114 | 115 => exception::BLOCKING_IO_ERROR,
        17 => exception::FILE_EXISTS_ERROR,
        20 => exception::NOT_A_DIRECTORY_ERROR,
        21 => exception::IS_A_DIRECTORY_ERROR,
        32 | 108 => exception::BROKEN_PIPE_ERROR,
        103 => exception::CONNECTION_ABORTED_ERROR,
        104 => exception::CONNECTION_RESET_ERROR,
        110 => exception::TIMEOUT_ERROR,
        111 => exception::CONNECTION_REFUSED_ERROR,
        _ => exception::OS_ERROR,
    }
}

/// The system's text for an error.
fn reason(number: i32) -> String {
    let text = std::io::Error::from_raw_os_error(number).to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// Raises the error of the system with a number, about up to two files.
pub(crate) fn system_error(thread: &Thread, number: i32, about: &[Value<'_>]) -> Unwind {
    if matches!(number, libc::EMFILE | libc::ENFILE) {
        thread.note_lack_of_descriptors();
    }
    let reason = match string::new(thread, &reason(number)) {
        Ok(reason) => reason,
        Err(unwind) => return unwind,
    };
    let class = class_of_error(number);
    let error = exception::new(
        thread,
        class,
        &[int::from_i64(thread, number.into()), reason],
    );
    let object = exception::as_exception(thread, error)
        .expect("exception::new makes nothing but exceptions");
    for (name, value) in ["filename", "filename2"].into_iter().zip(about) {
        if let Err(unwind) = exception_fields::set(thread, object, name, *value) {
            return unwind;
        }
    }
    thread.raise_value(error)
}

/// Raises an error that is about no file.
pub(crate) fn plain_error(thread: &Thread, error: rustix::io::Errno) -> Unwind {
    system_error(thread, error.raw_os_error(), &[])
}

// ---- arguments

/// A path as the system takes it: of a `str` or of bytes. One of the library is that of its file.
pub(crate) fn path(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<CString> {
    let value = arguments.get(thread, index);
    let content = if let Some(text) = string::as_text(thread, value) {
        codecs::encode(thread, text, "utf-8", "surrogateescape")?
    } else if let Some(object) = bytes::as_bytes(thread, value) {
        bytes::content(thread, object).to_vec()
    } else {
        let name = thread.bare_type_name(value);
        let message = format!("expected str, bytes or os.PathLike object, not {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let content = match motet_python_library::place_of(&content) {
        Some(place) => place.into_os_string().into_vec(),
        None => content,
    };
    CString::new(content).map_err(|_| thread.raise(VALUE_ERROR, "embedded null byte"))
}

/// A name that the system gave, of the kind (`str` or bytes) of an argument.
fn name_like<'a>(thread: &'a Thread, like: Value<'_>, name: &[u8]) -> Outcome<Value<'a>> {
    if bytes::as_bytes(thread, like).is_some() {
        bytes::new(thread, name)
    } else {
        decoded(thread, name)
    }
}

/// The text of a name that the system gave.
pub(crate) fn decoded<'a>(thread: &'a Thread, name: &[u8]) -> Outcome<Value<'a>> {
    codecs::decode(thread, name, "utf-8", "surrogateescape")
}

pub(crate) fn number(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<i64> {
    integer_argument(thread, arguments.get(thread, index))
}

/// Opens descriptors. If the process has none left, those are closed that no object refers to any
/// more, and it is tried again. The inner error is the system's.
///
/// # Errors
/// [`Unwind::Wait`], then the operation is to run again; an abort; as `open`.
pub(crate) fn opened<T>(
    thread: &mut Thread,
    arguments: Arguments,
    mut open: impl FnMut(&mut Thread) -> Outcome<Result<T, i32>>,
) -> Outcome<Result<T, i32>> {
    let result = open(thread)?;
    if matches!(result, Err(libc::EMFILE | libc::ENFILE)) {
        collect_and_finalize(thread, arguments)?;
        return open(thread);
    }
    if thread.has_deadline_here() {
        thread.forget_deadline();
    }
    Ok(result)
}

/// The number of a descriptor that the program has opened.
pub(crate) fn new_descriptor(thread: &Thread, number: i64) -> Value<'_> {
    thread.note_descriptor(number);
    int::from_i64(thread, number)
}

/// A number of 32 bits.
pub(crate) fn small(thread: &Thread, value: Value<'_>) -> Outcome<i32> {
    let number = integer_argument(thread, value)?;
    i32::try_from(number).map_err(|_| {
        let word = if number < 0 {
            "less than minimum"
        } else {
            "greater than maximum"
        };
        thread.raise(OVERFLOW_ERROR, format!("signed integer is {word}"))
    })
}

/// The descriptor that an argument is.
fn descriptor(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<BorrowedFd<'static>> {
    let number = small(thread, arguments.get(thread, index))?;
    borrowed_file::borrowed(number).ok_or_else(|| system_error(thread, BAD_DESCRIPTOR, &[]))
}

/// The folder that a relative path starts from: the current one for None. `name` is the number of
/// the argument that is the path.
fn folder(
    thread: &Thread,
    arguments: Arguments,
    index: usize,
    name: usize,
) -> Outcome<BorrowedFd<'static>> {
    match folder_number(thread, arguments.get(thread, index))? {
        libc::AT_FDCWD => Ok(rustix::fs::CWD),
        number => borrowed_file::borrowed(number)
            .ok_or_else(|| system_error(thread, BAD_DESCRIPTOR, &[arguments.get(thread, name)])),
    }
}

/// The descriptor of the folder that a relative path starts from, as the system takes it.
fn folder_number(thread: &Thread, value: Value<'_>) -> Outcome<i32> {
    if value == NONE {
        return Ok(libc::AT_FDCWD);
    }
    let Some(number) = int::to_i128(thread, value) else {
        if int::is_int(thread, value) {
            return Err(thread.raise(OVERFLOW_ERROR, "fd is out of range"));
        }
        let name = thread.bare_type_name(value);
        let message = format!("argument should be integer or None, not {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    i32::try_from(number).map_err(|_| {
        let relation = if number < 0 {
            "less than minimum"
        } else {
            "greater than maximum"
        };
        thread.raise(OVERFLOW_ERROR, format!("fd is {relation}"))
    })
}

// ---- waiting

/// How long a thread waits before it tries again a call that was not ready.
const PATIENCE_US: u64 = 300;

/// The calling function is to be tried again soon: other threads go on meanwhile.
fn try_again_soon(thread: &Thread) -> Unwind {
    let soon = std::time::Instant::now() + std::time::Duration::from_micros(PATIENCE_US);
    thread.request_wait(WaitRequest::Until(soon));
    Unwind::Wait
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_posix_core")
    .functions(&[
        calls::FUNCTIONS,
        files::FUNCTIONS,
        paths::FUNCTIONS,
        identities::FUNCTIONS,
        opening::FUNCTIONS,
        processes::FUNCTIONS,
        spawning::FUNCTIONS,
        terminal::FUNCTIONS,
        waiting::FUNCTIONS,
    ])
    .filled_by(files::fill)
    .listed_as(&["posix", "errno"])];
