//! Memory outside of the heap, by address, and the libraries that are loaded.
//!
//! I-FOREIGN-1: an address that a program gives is what the program says it is: of memory that may
//! be read or written at that length, or of a function. Nothing can check this; the documentation
//! of `ctypes` leaves it to programs.

#![allow(unsafe_code, reason = "programs name memory by its address")]

use std::ffi::{CStr, CString};

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, int, string};

use crate::modules::posix::path;

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("allocate", 1, 1, allocate),
    NativeFunction::calling("release", 1, 1, release),
    NativeFunction::calling("read", 2, 2, read),
    NativeFunction::calling("write", 2, 2, write),
    NativeFunction::calling("text_length", 2, 2, text_length),
    NativeFunction::calling("open", 2, 2, open),
    NativeFunction::calling("symbol", 2, 2, symbol),
    NativeFunction::calling("close", 1, 1, close),
    NativeFunction::leaf("known_addresses", 0, 0, known_addresses),
];

/// The bits of an address or of a word.
pub(super) fn word(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<i64> {
    let value = arguments.get(thread, index);
    match int::to_i128(thread, value) {
        // (Programs may give the bits of an address as a signed number.)
        Some(number) => Ok(number as i64),
        None => integer_argument(thread, value),
    }
}

fn length(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<usize> {
    let length = integer_argument(thread, arguments.get(thread, index))?;
    usize::try_from(length).map_err(|_| value_error(thread, "negative size"))
}

/// `allocate(size)`: the address of so many bytes, all zero.
fn allocate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let size = length(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // SAFETY: the call takes numbers.
    let address = unsafe { libc::calloc(size.max(1), 1) };
    if address.is_null() {
        return Err(thread.no_memory());
    }
    Ok(int::from_u64(thread, address as u64))
}

fn release<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let address = word(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // SAFETY: the library gives what `allocate` has given, once.
    unsafe { libc::free(address as *mut libc::c_void) };
    Ok(NONE)
}

/// `read(address, size)`: bytes.
fn read<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (address, size) = (word(thread, arguments, 0)?, length(thread, arguments, 1)?);
    thread.become_inevitable()?;
    let mut content: Vec<u8> = Vec::new();
    if content.try_reserve_exact(size).is_err() {
        return Err(thread.no_memory());
    }
    // SAFETY: I-FOREIGN-1, and the vector has room for so many bytes.
    unsafe {
        std::ptr::copy_nonoverlapping(address as *const u8, content.as_mut_ptr(), size);
        content.set_len(size);
    }
    bytes::new(thread, &content)
}

/// `write(address, content)`.
fn write<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let address = word(thread, arguments, 0)?;
    thread.become_inevitable()?;
    let content = buffer::required(thread, arguments.get(thread, 1))?;
    // SAFETY: I-FOREIGN-1; the content lies in the heap or in a copy.
    unsafe {
        std::ptr::copy(content.as_ptr(), address as *mut u8, content.len());
    }
    Ok(NONE)
}

/// `text_length(address, unit)`: how many units of 1 or 4 bytes there are before the one that is
/// zero.
fn text_length<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (address, unit) = (word(thread, arguments, 0)?, length(thread, arguments, 1)?);
    thread.become_inevitable()?;
    // SAFETY: I-FOREIGN-1.
    let found = unsafe {
        if unit == 1 {
            libc::strlen(address as *const libc::c_char)
        } else {
            let units = address as *const u32;
            (0..)
                .take_while(|place| units.add(*place).read_unaligned() != 0)
                .count()
        }
    };
    Ok(int::from_length(found as u64))
}

// ---- libraries

/// Why the last call of the loader has failed, if it says so.
fn loader_text() -> Option<String> {
    // SAFETY: the text is the loader's, for this thread, until its next call.
    unsafe {
        let text = libc::dlerror();
        (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
    }
}

fn loader_error() -> String {
    loader_text().unwrap_or_else(|| "dlopen() error".to_owned())
}

/// Why a symbol was not found: empty if the loader has found it, at no address.
fn symbol_error() -> String {
    loader_text().unwrap_or_default()
}

/// A number, or a text that says why there is none.
fn found<'a>(thread: &'a Thread, result: Result<u64, String>) -> Outcome<Value<'a>> {
    match result {
        Ok(number) => Ok(int::from_u64(thread, number)),
        Err(message) => string::new(thread, &message),
    }
}

/// `open(name, mode)`: the handle of a library, of the program itself for None; a text if it fails.
fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name: Option<CString> = match arguments.get(thread, 0) {
        NONE => None,
        _ => Some(path(thread, arguments, 0)?),
    };
    let mode = word(thread, arguments, 1)? as i32;
    thread.become_inevitable()?;
    let name = name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr());
    // SAFETY: the name is terminated, or null; what a library does when it is loaded is its own.
    let handle = unsafe { libc::dlopen(name, mode | libc::RTLD_NOW) };
    let result = if handle.is_null() {
        Err(loader_error())
    } else {
        Ok(handle as u64)
    };
    found(thread, result)
}

/// `symbol(handle, name)`: an address; a text if there is none, empty if the symbol has no address.
fn symbol<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (handle, name) = (word(thread, arguments, 0)?, path(thread, arguments, 1)?);
    thread.become_inevitable()?;
    // SAFETY: the handle is one that the loader gave (I-FOREIGN-1); the name is terminated.
    let address = unsafe {
        libc::dlerror();
        libc::dlsym(handle as *mut libc::c_void, name.as_ptr())
    };
    let result = if address.is_null() {
        Err(symbol_error())
    } else {
        Ok(address as u64)
    };
    found(thread, result)
}

fn close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let handle = word(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // SAFETY: the handle is one that the loader gave (I-FOREIGN-1).
    let result = unsafe { libc::dlclose(handle as *mut libc::c_void) };
    let result = if result == 0 {
        Ok(0)
    } else {
        Err(loader_error())
    };
    found(thread, result)
}

/// The addresses of `memmove` and `memset`.
fn known_addresses<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let both = [
        libc::memmove as *const () as u64,
        libc::memset as *const () as u64,
    ];
    let both = both.map(|address| int::from_u64(thread, address));
    motet_python_objects::types::tuple::from_values(thread, &both)
}
