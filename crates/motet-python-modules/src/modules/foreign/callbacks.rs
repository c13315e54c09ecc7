//! Functions in C that call the program.
//!
//! Each has its own code, which tells it from the others: there is a fixed number of them, made by
//! the compiler ([`SLOTS`]), of which the program takes those that are free. All are of one kind:
//! they take what any function may take (`calls.rs`), and leave a word in the register of words and
//! a number in that of numbers. What they were given goes to the function `_enter` of `_ctypes`,
//! which knows the program's function.
//!
//! I-CALLBACK-1: [`ENTERED`] names the thread that is in [`while_entered`] on this system thread.
//! That has lent its mutator for the time, and does not touch it until the foreign function
//! returns.

#![allow(
    unsafe_code,
    reason = "a function in C finds the thread by which it was entered"
)]

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{bytes, int, module};

use crate::modules::foreign::calls::{NUMBERS, WORDS};
use crate::modules::foreign::memory::word;

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("take_callback", 0, 0, take),
    NativeFunction::calling("free_callback", 1, 1, free),
    NativeFunction::leaf("callback_address", 1, 1, address),
];

/// How many functions in C a program can have at a time.
const SLOTS: usize = 256;
/// How many words of the stack are handed on.
const STACK: usize = 16;

thread_local! {
    /// See I-CALLBACK-1; null: none.
    static ENTERED: Cell<*mut Thread> = const { Cell::new(std::ptr::null_mut()) };
}

/// Which functions are free, the next one last. Any thread, under the lock, in a transaction.
static FREE: Mutex<Option<Vec<usize>>> = Mutex::new(None);
/// How many are taken. Writers: under the lock. Readers: any thread, relaxed: its own are enough.
static TAKEN: AtomicUsize = AtomicUsize::new(0);

fn free_ones() -> MutexGuard<'static, Option<Vec<usize>>> {
    FREE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the program has functions for C to call.
pub(super) fn are_there() -> bool {
    TAKEN.load(Ordering::Relaxed) > 0
}

/// Runs a foreign function, which may call the program, within the transaction.
pub(super) fn while_entered<T>(thread: &mut Thread, call: impl FnOnce() -> T) -> T {
    let before = ENTERED.replace(std::ptr::from_mut(thread));
    let result = call();
    ENTERED.set(before);
    result
}

/// What a function leaves: in the register of words, and in that of numbers.
#[repr(C)]
struct Answer(i64, f64);

/// The first words of the stack of a call.
#[repr(C)]
struct OnStack([i64; STACK]);

type Slot = extern "C" fn(
    i64,
    i64,
    i64,
    i64,
    i64,
    i64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    OnStack,
) -> Answer;

macro_rules! slots {
    ($($high:literal)*) => {
        [$(
            slot::<{ $high * 8 }>, slot::<{ $high * 8 + 1 }>, slot::<{ $high * 8 + 2 }>,
            slot::<{ $high * 8 + 3 }>, slot::<{ $high * 8 + 4 }>, slot::<{ $high * 8 + 5 }>,
            slot::<{ $high * 8 + 6 }>, slot::<{ $high * 8 + 7 }>,
        )*]
    };
}

/// The code of the functions.
static CODE: [Slot; SLOTS] = slots![
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
];

/// A function in C. (The words of the stack are a structure that is handed over on it.)
extern "C" fn slot<const NUMBER: usize>(
    a: i64,
    b: i64,
    c: i64,
    d: i64,
    e: i64,
    f: i64,
    n0: f64,
    n1: f64,
    n2: f64,
    n3: f64,
    n4: f64,
    n5: f64,
    n6: f64,
    n7: f64,
    stack: OnStack,
) -> Answer {
    entered(
        NUMBER,
        [a, b, c, d, e, f],
        [n0, n1, n2, n3, n4, n5, n6, n7],
        &stack.0,
    )
}

#[inline(never)]
fn entered(
    number: usize,
    words: [i64; WORDS],
    numbers: [f64; NUMBERS],
    stack: &[i64; STACK],
) -> Answer {
    let thread = ENTERED.get();
    if thread.is_null() {
        motet_vm::output::report("motet: a thread of a library has called the program\n");
        return Answer(0, 0.0);
    }
    let all = words
        .into_iter()
        .chain(numbers.map(|number| number.to_bits() as i64))
        .chain(*stack);
    let content: Vec<u8> = all.flat_map(i64::to_le_bytes).collect();
    // SAFETY: I-CALLBACK-1: the thread is in `while_entered`, below this call on the same stack,
    // and does not use its borrow until this has returned.
    let thread = unsafe { &mut *thread };
    let mark = thread.root_count();
    let answer = ask(thread, number, &content).unwrap_or(Answer(0, 0.0));
    thread.truncate_roots(mark);
    answer
}

/// Has `_ctypes` call the program's function, and report what that raises.
fn ask(thread: &mut Thread, number: usize, content: &[u8]) -> Option<Answer> {
    let name = thread.machine().symbols.find("_enter")?;
    let enter = {
        let module = module::find_module(thread, "_ctypes")?;
        let function = module::namespace_of(thread, module).get(thread, name)?;
        thread.root(function)
    };
    let number = thread.root(int::from_length(number as u64));
    let content = bytes::new(thread, content).ok()?;
    let content = thread.root(content);
    let Ok(answer) = thread.call(enter, &[number, content]) else {
        thread.take_raised();
        return None;
    };
    let answer = bytes::as_bytes(thread, thread.get(answer))?;
    let halves = bytes::content(thread, answer).as_chunks::<8>().0;
    let [first, second] = [*halves.first()?, *halves.get(1)?];
    Some(Answer(
        i64::from_le_bytes(first),
        f64::from_le_bytes(second),
    ))
}

/// `take_callback()`: the number of a function that was free; None if all are taken.
fn take<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    let mut free = free_ones();
    let free = free.get_or_insert_with(|| (0..SLOTS).rev().collect());
    let taken = free.pop();
    TAKEN.store(SLOTS - free.len(), Ordering::Relaxed);
    Ok(taken.map_or(NONE, |number| int::from_length(number as u64)))
}

/// `free_callback(number)`.
fn free<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = word(thread, arguments, 0)? as usize;
    thread.become_inevitable()?;
    if let Some(free) = free_ones().as_mut()
        && number < SLOTS
        && !free.contains(&number)
    {
        free.push(number);
        TAKEN.store(SLOTS - free.len(), Ordering::Relaxed);
    }
    Ok(NONE)
}

/// `callback_address(number)`: where its code is.
fn address<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = word(thread, arguments, 0)? as usize;
    let Some(code) = CODE.get(number) else {
        return Err(value_error(thread, "no such function"));
    };
    Ok(int::from_u64(thread, *code as *const () as u64))
}
