//! `_foreign`: memory outside of the heap, libraries of the system and calls of their functions,
//! the native half of `_ctypes`.
//!
//! A call follows the convention of System V for x86-64: the first six whole numbers and addresses
//! lie in registers, the first eight floating-point numbers in others, all that is left on the
//! stack. One Rust type of function has all of these, so any function can be called by it: what it
//! does not take it does not look at.
//!
//! I-FOREIGN-1: addresses, and what functions do with them, are the program's own responsibility, as
//! with CPython's `ctypes`: a wrong address ends the process. All that is promised here is that no
//! object of the heap lies where such an address points.
//!
//! Each function makes the transaction inevitable first: nothing of this can be taken back.

#![allow(
    unsafe_code,
    reason = "the program itself names the addresses that are read, written and called"
)]

use std::ffi::{CStr, CString};

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, int, string, tuple};

type Whole = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, ...) -> u64;
type Double = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, ...) -> f64;
type Single = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, ...) -> f32;

/// So many words can lie on the stack.
const STACK_WORDS: usize = 24;

fn word(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<u64> {
    let value = arguments.get(thread, index);
    let number = int::to_big(thread, value);
    match number.and_then(|number| u64::try_from(number).ok()) {
        Some(number) => Ok(number),
        None => integer_argument(thread, value).map(|number| number as u64),
    }
}

fn name(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<Option<CString>> {
    let value = arguments.get(thread, index);
    if value == NONE {
        return Ok(None);
    }
    let text = string::as_text(thread, value).unwrap_or_default();
    let made = CString::new(text).map_err(|_| value_error(thread, "embedded null character"))?;
    Ok(Some(made))
}

/// What the system's loader says went wrong.
fn loader_error() -> String {
    // SAFETY: the text, if there is one, is terminated and lives until the thread's next call of the
    // loader.
    let text = unsafe {
        let text = libc::dlerror();
        (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
    };
    text.unwrap_or_default()
}

/// `open(path or None, flags)`: the number of a library, or what went wrong.
fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let path = name(thread, arguments, 0)?;
    let flags = integer_argument(thread, arguments.get(thread, 1))? as i32;
    thread.become_inevitable()?;
    let path = path.as_ref().map_or(std::ptr::null(), |path| path.as_ptr());
    // SAFETY: the path is terminated, or null; what the library does when it is loaded is its own.
    let handle = unsafe { libc::dlopen(path, flags) };
    if handle.is_null() {
        return string::new(thread, &loader_error());
    }
    Ok(int::from_u64(thread, handle as u64))
}

/// `close(library)`.
fn close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let handle = word(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // SAFETY: I-FOREIGN-1.
    let result = unsafe { libc::dlclose(handle as *mut _) };
    Ok(int::from_i64(thread, result.into()))
}

/// `symbol(library, name)`: an address, or what went wrong.
fn symbol<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let handle = word(thread, arguments, 0)?;
    let wanted = name(thread, arguments, 1)?.unwrap_or_default();
    thread.become_inevitable()?;
    // SAFETY: the name is terminated; the number came from `open` (I-FOREIGN-1).
    let found = unsafe { libc::dlsym(handle as *mut _, wanted.as_ptr()) };
    if found.is_null() {
        return string::new(thread, &loader_error());
    }
    Ok(int::from_u64(thread, found as u64))
}

/// `allocate(length)`: the address of so many zeroes.
fn allocate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let length = word(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // SAFETY: the call takes numbers.
    let made = unsafe { libc::calloc(1, (length as usize).max(1)) };
    if made.is_null() {
        return Err(runtime_error(thread, "there is no memory of that size"));
    }
    Ok(int::from_u64(thread, made as u64))
}

fn free<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let address = word(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // SAFETY: I-FOREIGN-1; the library frees what `allocate` gave it, once.
    unsafe { libc::free(address as *mut _) };
    Ok(NONE)
}

/// `peek(address, length)`: bytes; up to the first zero if the length is negative.
fn peek<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let address = word(thread, arguments, 0)?;
    let length = integer_argument(thread, arguments.get(thread, 1))?;
    thread.become_inevitable()?;
    let content = match usize::try_from(length) {
        // SAFETY: I-FOREIGN-1.
        Ok(length) => unsafe {
            let mut out: Vec<u8> = Vec::with_capacity(length);
            std::ptr::copy_nonoverlapping(address as *const u8, out.as_mut_ptr(), length);
            out.set_len(length);
            out
        },
        // SAFETY: I-FOREIGN-1.
        Err(_) => unsafe { CStr::from_ptr(address as *const _).to_bytes().to_vec() },
    };
    bytes::new(thread, &content)
}

/// `poke(address, content)`.
fn poke<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let address = word(thread, arguments, 0)?;
    let content = buffer::required(thread, arguments.get(thread, 1))?.into_owned();
    thread.become_inevitable()?;
    // SAFETY: I-FOREIGN-1; regions may overlap, so nothing is said of that.
    unsafe { std::ptr::copy(content.as_ptr(), address as *mut u8, content.len()) };
    Ok(NONE)
}

/// What a function gives back.
#[derive(Clone, Copy)]
enum Gives {
    Whole,
    Double,
    Single,
}

/// What goes into a call.
struct Call {
    address: u64,
    words: [u64; 6],
    doubles: [f64; 8],
    stack: [u64; STACK_WORDS],
    gives: Gives,
}

impl Call {
    /// The register of the result, and the error that the function left.
    fn run(&self) -> (u64, i32) {
        let [a, b, c, d, e, f] = self.words;
        let [p, q, r, s, t, u, v, w] = self.doubles;
        macro_rules! call {
            ($kind:ty) => {{
                let [
                    s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15, s16, s17,
                    s18, s19, s20, s21, s22, s23,
                ] = self.stack;
                // SAFETY: I-FOREIGN-1: the program says that a function is there. By the convention
                // a function takes from registers and stack what it declares and no more.
                unsafe {
                    let function: $kind = std::mem::transmute(self.address as *const ());
                    function(
                        a, b, c, d, e, f, p, q, r, s, t, u, v, w, s0, s1, s2, s3, s4, s5, s6, s7,
                        s8, s9, s10, s11, s12, s13, s14, s15, s16, s17, s18, s19, s20, s21, s22,
                        s23,
                    )
                }
            }};
        }
        // SAFETY: the address of `errno` is the thread's own.
        let errno = unsafe { &mut *libc::__errno_location() };
        *errno = 0;
        let result = match self.gives {
            Gives::Whole => call!(Whole),
            Gives::Double => call!(Double).to_bits(),
            Gives::Single => u64::from(call!(Single).to_bits()),
        };
        (result, last_error())
    }
}

fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

/// Words from bytes.
fn words<const N: usize>(content: &[u8]) -> [u64; N] {
    let mut out = [0; N];
    for (word, bytes) in out.iter_mut().zip(content.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    out
}

/// `call(address, words, doubles, stack, kind of result)`: (register of the result, error).
fn call<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let address = word(thread, arguments, 0)?;
    if address == 0 {
        return Err(value_error(thread, "NULL pointer access"));
    }
    let part = |index| buffer::required(thread, arguments.get(thread, index));
    let (first, second, third) = (part(1)?, part(2)?, part(3)?);
    if first.len() > 48 || second.len() > 64 || third.len() > STACK_WORDS * 8 {
        return Err(value_error(thread, "too many arguments"));
    }
    let call = Call {
        address,
        words: words(&first),
        doubles: words(&second).map(f64::from_bits),
        stack: words(&third),
        gives: match string::as_text(thread, arguments.get(thread, 4)) {
            Some("double") => Gives::Double,
            Some("single") => Gives::Single,
            _ => Gives::Whole,
        },
    };
    drop((first, second, third));
    thread.become_inevitable()?;
    // The function may take long, or wait.
    let (result, error) = thread.while_safe(|| call.run());
    let parts = [
        int::from_u64(thread, result),
        int::from_i64(thread, error.into()),
    ];
    tuple::from_values(thread, &parts)
}

const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("open", 2, 2, open),
    NativeFunction::calling("close", 1, 1, close),
    NativeFunction::calling("symbol", 2, 2, symbol),
    NativeFunction::calling("allocate", 1, 1, allocate),
    NativeFunction::calling("free", 1, 1, free),
    NativeFunction::calling("peek", 2, 2, peek),
    NativeFunction::calling("poke", 2, 2, poke),
    NativeFunction::calling("call", 5, 5, call),
];

/// What the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_foreign").functions(&[FUNCTIONS])];
