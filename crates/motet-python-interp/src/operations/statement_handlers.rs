//! Exceptions and `with`: the handlers.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use super::handler_support::*;
use super::statements;
use motet_python_objects::model::thread::Thread;

handled! {
    EnterHandler => enter_handler;
    LeaveHandler => leave_handler;
    ExceptionMatches => exception_matches;
    ImportName => import_name;
    ImportFrom => import_from;
}

leaves! {
    enter_handler = enter_handler_step;
    leave_handler = leave_handler_step;
    exception_matches = exception_matches_step;
    import_name = import_name_step;
    import_from = import_from_step;
}

#[inline(always)]
fn enter_handler_step(thread: &Thread, word: u32) -> Step {
    let entered = statements::enter_handler(thread, a(word) as u8);
    finish(thread, entered.map(|()| true))
}

#[inline(always)]
fn leave_handler_step(thread: &Thread, word: u32) -> Step {
    let left = statements::leave_handler(thread, a(word) as u8);
    finish(thread, left.map(|()| true))
}

#[inline(never)]
fn exception_matches_step(thread: &Thread, word: u32) -> Step {
    let (a, b, c) = (a(word) as u8, b(word) as u8, c(word) as u8);
    let found = statements::matches(thread, a, b, c);
    finish(thread, found.map(|()| true))
}

#[inline(never)]
fn import_name_step(thread: &Thread, word: u32) -> Step {
    let module = statements::import_name_leaf(thread, a(word) as u8, (word >> 16) as usize);
    put(thread, word, Ok(module))
}

#[inline(never)]
fn import_from_step(thread: &Thread, word: u32) -> Step {
    let b = b(word) as u8;
    let (module, name) = (thread.register(b), thread.register(b + 1));
    put(
        thread,
        word,
        Ok(crate::import::import_from_leaf(thread, module, name)),
    )
}
