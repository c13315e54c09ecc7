//! Calls of functions in C.
//!
//! The System V calling convention of x86-64 hands whole numbers and addresses over in six
//! registers, floating-point numbers in eight, each in their order, and what has no room there on
//! the stack. So one kind of call does for all functions: six words, eight numbers, then the words
//! of the stack. What a function does not look at does it no harm. `_ctypes` sorts arguments (and
//! the parts of structures) into these places.

#![allow(unsafe_code, reason = "functions in C are called by their addresses")]

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{buffer, bytes};
use motet_vm::driver::call_outside;

use crate::modules::foreign::callbacks;
use crate::modules::foreign::memory::word;

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[NativeFunction::calling("call", 5, 5, call)];

/// How many words go into registers.
pub(super) const WORDS: usize = 6;
/// How many floating-point numbers do.
pub(super) const NUMBERS: usize = 8;
/// How many words the stack of a call may have.
const STACK_MAX: usize = 64;

/// Where the two halves of a result are: of which kinds the registers are that hold it.
#[derive(Clone, Copy)]
enum Kind {
    Words = 0,
    Numbers = 1,
    WordNumber = 2,
    NumberWord = 3,
}

/// Two registers that hold a result.
#[repr(C)]
struct Pair<A, B>(A, B);

/// A function as it is called; `R` says where its result is. (All functions may be called as those
/// of variable arguments are: that only tells how many numbers are in registers.)
type Function<R> = unsafe extern "C" fn(i64, i64, i64, i64, i64, i64, ...) -> R;

macro_rules! with_stack {
    ($function:expr, $w:expr, $n:expr, $s:expr, [$($place:literal)*]) => {
        $function(
            $w[0], $w[1], $w[2], $w[3], $w[4], $w[5],
            $n[0], $n[1], $n[2], $n[3], $n[4], $n[5], $n[6], $n[7],
            $($s[$place],)*
        )
    };
}

/// The places of a call: words, numbers, and the stack.
struct Places {
    words: [i64; WORDS],
    numbers: [f64; NUMBERS],
    stack: [i64; STACK_MAX],
    stack_length: usize,
}

impl Places {
    fn read(content: &[u8]) -> Option<Places> {
        let all: Vec<i64> = content
            .as_chunks::<8>()
            .0
            .iter()
            .map(|word| i64::from_le_bytes(*word))
            .collect();
        let (words, rest) = all.split_at_checked(WORDS)?;
        let (numbers, rest) = rest.split_at_checked(NUMBERS)?;
        let mut stack = [0; STACK_MAX];
        stack.get_mut(..rest.len())?.copy_from_slice(rest);
        let mut places = Places {
            words: [0; WORDS],
            numbers: [0.0; NUMBERS],
            stack,
            stack_length: rest.len(),
        };
        places.words.copy_from_slice(words);
        for (place, bits) in places.numbers.iter_mut().zip(numbers) {
            *place = f64::from_bits(*bits as u64);
        }
        Some(places)
    }

    /// Calls a function.
    ///
    /// # Safety
    /// The function is there, and takes what the places hold.
    unsafe fn call<R>(&self, function: Function<R>) -> R {
        let (w, n, s) = (&self.words, &self.numbers, &self.stack);
        // SAFETY: the caller's. More words on the stack than the function takes are the caller's
        // own (this convention leaves them to the caller).
        unsafe {
            match self.stack_length {
                0 => with_stack!(function, w, n, s, []),
                1..=8 => with_stack!(function, w, n, s, [0 1 2 3 4 5 6 7]),
                9..=24 => with_stack!(function, w, n, s, [
                    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
                ]),
                _ => with_stack!(function, w, n, s, [
                    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28
                    29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54
                    55 56 57 58 59 60 61 62 63
                ]),
            }
        }
    }

    /// As [`Places::call`], of a function whose result is of a kind: the bits of its halves.
    unsafe fn call_for(&self, address: i64, kind: Kind) -> (i64, i64) {
        let address = address as *const ();
        // SAFETY: the caller says that this is the address of a function (I-FOREIGN-1) whose result
        // is in registers of these kinds; a pointer and a function pointer have the same bits.
        unsafe {
            match kind {
                Kind::Words => {
                    type F = Function<Pair<i64, i64>>;
                    let Pair(a, b) = self.call(std::mem::transmute::<*const (), F>(address));
                    (a, b)
                }
                Kind::Numbers => {
                    type F = Function<Pair<f64, f64>>;
                    let Pair(a, b) = self.call(std::mem::transmute::<*const (), F>(address));
                    (a.to_bits() as i64, b.to_bits() as i64)
                }
                Kind::WordNumber => {
                    type F = Function<Pair<i64, f64>>;
                    let Pair(a, b) = self.call(std::mem::transmute::<*const (), F>(address));
                    (a, b.to_bits() as i64)
                }
                Kind::NumberWord => {
                    type F = Function<Pair<f64, i64>>;
                    let Pair(a, b) = self.call(std::mem::transmute::<*const (), F>(address));
                    (a.to_bits() as i64, b)
                }
            }
        }
    }
}

/// Calls a function with a value of `errno`; the halves of the result, and `errno` after it.
fn call_with_errno(address: i64, places: &Places, kind: Kind, errno: i32) -> [i64; 3] {
    // SAFETY: the place of `errno` is this thread's; for the call: I-FOREIGN-1.
    unsafe {
        *libc::__errno_location() = errno;
        let (a, b) = places.call_for(address, kind);
        [a, b, (*libc::__errno_location()).into()]
    }
}

/// `call(address, places, kind, is_inside, errno)`: the words of the places one after the other, as
/// bytes; the result likewise, with `errno` behind it. `is_inside`: within the transaction.
fn call<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let address = word(thread, arguments, 0)?;
    let content = buffer::required(thread, arguments.get(thread, 1))?.into_owned();
    let kind = match word(thread, arguments, 2)? {
        0 => Kind::Words,
        1 => Kind::Numbers,
        2 => Kind::WordNumber,
        _ => Kind::NumberWord,
    };
    let is_inside = word(thread, arguments, 3)? != 0;
    let errno = word(thread, arguments, 4)? as i32;
    let Some(places) = Places::read(&content) else {
        return Err(value_error(thread, "too many arguments for a call"));
    };
    if address == 0 {
        return Err(value_error(
            thread,
            "attempt to call a NULL function pointer",
        ));
    }
    thread.become_inevitable()?;
    let result = if is_inside || callbacks::are_there() {
        callbacks::while_entered(thread, || call_with_errno(address, &places, kind, errno))
    } else {
        call_outside(thread, || call_with_errno(address, &places, kind, errno))
    };
    let result: Vec<u8> = result.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes::new(thread, &result)
}
