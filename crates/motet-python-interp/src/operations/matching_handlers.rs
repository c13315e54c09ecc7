//! Patterns: the handlers.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use super::handler_support::*;
use super::matching;
use motet_python_objects::model::thread::Thread;

handled! {
    IsSequence => is_sequence;
    IsMapping => is_mapping;
    MatchClass => match_class;
}

leaves! {
    match_class = match_class_step;
    is_sequence = is_sequence_step;
    is_mapping = is_mapping_step;
}

#[inline(never)]
fn match_class_step(thread: &Thread, word: u32) -> Step {
    let (a, b, count) = (a(word) as u8, b(word) as u8, c(word) as u8);
    finish(thread, matching::match_class_leaf(thread, a, b, count))
}

#[inline(never)]
fn is_sequence_step(thread: &Thread, word: u32) -> Step {
    matching::is_sequence(thread, a(word) as u8, b(word) as u8);
    Step::Done
}

#[inline(never)]
fn is_mapping_step(thread: &Thread, word: u32) -> Step {
    matching::is_mapping(thread, a(word) as u8, b(word) as u8);
    Step::Done
}
