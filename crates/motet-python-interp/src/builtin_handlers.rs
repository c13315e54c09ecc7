//! The second halves of operations on built-in values: what needs a call, but no Python code.
//! Strings, dicts, large integers, iterators, slices.
//!
//! The rules and the safety contract are those of `handlers.rs`; these handlers may call functions,
//! none of which collects.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_tm::Value;

use crate::handlers::*;
use crate::iteration_handlers::spread_at;
use crate::operator_trampoline::*;
use crate::{containers, statements};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::native::{Next, NextPair};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::iterators;
use motet_python_objects::types::protocol::operator::{Comparison, Operator};
use motet_python_objects::types::protocol::{arithmetic, compare, contains, item, iterate, truth};
use motet_python_objects::types::{float, list, string, tuple};

/// What a leaf has come to.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Step {
    /// It is done; of a question: no.
    Done,
    /// The answer is yes.
    Yes,
    /// The whole operation must run.
    Whole,
    /// It has failed; the thread knows how.
    Failed,
}

/// Begins an operation of so many words that calls a leaf.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn begin(thread: &Thread, pc: Pc, registers: Registers, words: usize) {
    // SAFETY: I-FRAME-3: another instruction follows.
    thread.set_next(unsafe { pc.add(words) });
    thread.set_registers(registers);
    thread.set_pc(pc);
}

#[cold]
fn failed(thread: &Thread, unwind: motet_tm::Unwind) -> Step {
    thread.fail(unwind);
    Step::Failed
}

/// Puts the result of an operation into register `a`.
#[inline(always)]
fn put(thread: &Thread, word: u32, result: Outcome<Option<Value<'_>>>) -> Step {
    match result {
        Ok(Some(value)) => {
            thread.set_register(a(word) as u8, value);
            Step::Done
        }
        Ok(None) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

#[inline(always)]
fn answer(thread: &Thread, result: Outcome<Option<bool>>) -> Step {
    match result {
        Ok(Some(true)) => Step::Yes,
        Ok(Some(false)) => Step::Done,
        Ok(None) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

#[inline(always)]
fn finish(thread: &Thread, result: Outcome<bool>) -> Step {
    match result {
        Ok(true) => Step::Done,
        Ok(false) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

#[inline(never)]
fn get_item_step(thread: &Thread, word: u32) -> Step {
    let (container, key) = (
        thread.register(b(word) as u8),
        thread.register(c(word) as u8),
    );
    put(thread, word, item::get_item_leaf(thread, container, key))
}

#[inline(never)]
fn set_item_step(thread: &Thread, word: u32) -> Step {
    let (container, key) = (
        thread.register(a(word) as u8),
        thread.register(b(word) as u8),
    );
    let value = thread.register(c(word) as u8);
    finish(thread, item::set_item_leaf(thread, container, key, value))
}

#[inline(never)]
fn contains_step(thread: &Thread, word: u32) -> Step {
    let (item, container) = (
        thread.register(b(word) as u8),
        thread.register(c(word) as u8),
    );
    answer(thread, contains::contains_leaf(thread, container, item))
}

#[inline(never)]
fn get_iter_step(thread: &Thread, word: u32) -> Step {
    put(
        thread,
        word,
        iterate::iter_leaf(thread, thread.register(b(word) as u8)),
    )
}

#[inline(never)]
fn unpack_step(thread: &Thread, word: u32) -> Step {
    let (a, b, count) = (a(word) as u8, b(word) as u8, c(word) as u8);
    if containers::unpack_exactly(thread, a, b, count) {
        Step::Done
    } else {
        Step::Whole
    }
}

/// An item of an iteration that is a pair, put where the next instruction would spread it.
#[inline(never)]
fn pair_step(thread: &Thread, word: u32, unpack: u32) -> Step {
    match iterators::next_pair(thread, thread.register(b(word) as u8)) {
        Ok(NextPair::Items(first, second)) => {
            let register = a(unpack) as u8;
            thread.set_register(register, first);
            thread.set_register(register + 1, second);
            Step::Yes
        }
        Ok(NextPair::End) => Step::Done,
        Ok(NextPair::Other) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

#[inline(never)]
fn feed_step(thread: &Thread, word: u32) -> Step {
    answer(
        thread,
        containers::feed_leaf(thread, a(word) as u8, b(word) as u8).map(Some),
    )
}

#[inline(never)]
fn list_append_step(thread: &Thread, word: u32) -> Step {
    let done = containers::list_append(thread, a(word) as u8, b(word) as u8);
    finish(thread, done.map(|()| true))
}

#[inline(never)]
fn set_add_step(thread: &Thread, word: u32) -> Step {
    let done = containers::set_add_leaf(thread, a(word) as u8, b(word) as u8);
    finish(thread, done)
}

#[inline(never)]
fn dict_set_step(thread: &Thread, word: u32) -> Step {
    let (dict, key, value) = (a(word) as u8, b(word) as u8, c(word) as u8);
    finish(thread, containers::dict_set_leaf(thread, dict, key, value))
}

#[inline(never)]
fn list_extend_step(thread: &Thread, word: u32) -> Step {
    let done = containers::list_extend_leaf(thread, a(word) as u8, b(word) as u8);
    finish(thread, done)
}

#[inline(never)]
fn dict_update_step(thread: &Thread, word: u32) -> Step {
    let done = containers::dict_update_leaf(thread, a(word) as u8, b(word) as u8);
    finish(thread, done)
}

#[inline(never)]
fn build_dict_step(thread: &Thread, word: u32) -> Step {
    let (a, b, count) = (a(word) as u8, b(word) as u8, c(word) as u8);
    finish(thread, containers::build_dict_leaf(thread, a, b, count))
}

#[inline(never)]
fn check_manager_step(thread: &Thread, word: u32) -> Step {
    let checked = statements::check_manager(thread, a(word) as u8, b(word) as u8);
    finish(thread, checked.map(|()| true))
}

#[inline(never)]
fn build_slice_step(thread: &Thread, word: u32) -> Step {
    containers::build_slice(thread, a(word) as u8, b(word) as u8);
    Step::Done
}

#[inline(never)]
fn make_function_step(thread: &Thread, word: u32) -> Step {
    crate::calls::make_function(thread, a(word) as u8, (word >> 16) as usize);
    Step::Done
}

#[inline(never)]
fn match_class_step(thread: &Thread, word: u32) -> Step {
    let (a, b, count) = (a(word) as u8, b(word) as u8, c(word) as u8);
    finish(
        thread,
        crate::matching::match_class_leaf(thread, a, b, count),
    )
}

#[inline(never)]
fn make_cell_step(thread: &Thread, word: u32) -> Step {
    crate::variables::make_cell(thread, a(word) as u8);
    Step::Done
}

#[inline(never)]
fn load_closure_step(thread: &Thread, word: u32) -> Step {
    crate::variables::load_closure(thread, a(word) as u8, (word >> 16) as usize);
    Step::Done
}

#[inline(never)]
fn build_list_step(thread: &Thread, word: u32) -> Step {
    let items = thread.registers_from(b(word) as u8, c(word) as u8);
    put(thread, word, list::from_values(thread, items).map(Some))
}

#[inline(never)]
fn build_tuple_step(thread: &Thread, word: u32) -> Step {
    let items = thread.registers_from(b(word) as u8, c(word) as u8);
    put(thread, word, tuple::from_values(thread, items).map(Some))
}

#[inline(never)]
fn build_string_step(thread: &Thread, word: u32) -> Step {
    let parts = thread.registers_from(b(word) as u8, c(word) as u8);
    put(thread, word, string::join_all(thread, parts).map(Some))
}

#[inline(never)]
fn format_value_step(thread: &Thread, word: u32) -> Step {
    let (a, b, how) = (a(word) as u8, b(word) as u8, c(word) as u8);
    finish(thread, containers::format_leaf(thread, a, b, how))
}

#[inline(always)]
fn enter_handler_step(thread: &Thread, word: u32) -> Step {
    statements::enter_handler(thread, a(word) as u8);
    Step::Done
}

#[inline(always)]
fn leave_handler_step(thread: &Thread, word: u32) -> Step {
    statements::leave_handler(thread, a(word) as u8);
    Step::Done
}

#[inline(never)]
fn exception_matches_step(thread: &Thread, word: u32) -> Step {
    let (a, b, c) = (a(word) as u8, b(word) as u8, c(word) as u8);
    let found = statements::matches(thread, a, b, c);
    finish(thread, found.map(|()| true))
}

#[inline(never)]
fn is_sequence_step(thread: &Thread, word: u32) -> Step {
    crate::matching::is_sequence(thread, a(word) as u8, b(word) as u8);
    Step::Done
}

#[inline(never)]
fn is_mapping_step(thread: &Thread, word: u32) -> Step {
    crate::matching::is_mapping(thread, a(word) as u8, b(word) as u8);
    Step::Done
}

#[inline(never)]
fn list_to_tuple_step(thread: &Thread, word: u32) -> Step {
    let made = containers::list_to_tuple(thread, a(word) as u8, b(word) as u8);
    finish(thread, made.map(|()| true))
}

#[inline(never)]
fn next_step(thread: &Thread, word: u32) -> Step {
    match iterate::next_leaf(thread, thread.register(b(word) as u8)) {
        Ok(Next::Item(value)) => {
            thread.set_register(a(word) as u8, value);
            Step::Yes
        }
        Ok(Next::End) => Step::Done,
        Ok(Next::Call) => Step::Whole,
        Err(unwind) => failed(thread, unwind),
    }
}

#[inline(never)]
fn binary_step(thread: &Thread, word: u32, operator: u8, right: Value<'_>) -> Step {
    let left = thread.register(b(word) as u8);
    let operator = operator_of(operator);
    // 0.0 and what is as rare in size are no immediate values.
    if let (Some(left), Some(right)) = (
        float::exact_f64(thread, left),
        float::exact_f64(thread, right),
    ) && let Some(result) = float::simple_binary(operator, left, right)
    {
        return put(thread, word, Ok(Some(float::from_f64(thread, result))));
    }
    put(
        thread,
        word,
        arithmetic::inplace_leaf(thread, operator, left, right),
    )
}

#[inline(never)]
fn compare_step(thread: &Thread, comparison: u8, left: Value<'_>, right: Value<'_>) -> Step {
    let comparison = comparison_of(comparison);
    if let (Some(left), Some(right)) = (
        float::exact_f64(thread, left),
        float::exact_f64(thread, right),
    ) {
        return answer(thread, Ok(Some(float::holds(comparison, left, right))));
    }
    answer(thread, compare::holds_leaf(thread, comparison, left, right))
}

#[inline(never)]
fn truth_step(thread: &Thread, value: Value<'_>) -> Step {
    answer(thread, Ok(truth::truth_leaf(thread, value)))
}

pub(crate) fn operator_of(operator: u8) -> Operator {
    match operator {
        ADD => Operator::Add,
        SUBTRACT => Operator::Subtract,
        MULTIPLY => Operator::Multiply,
        TRUE_DIVIDE => Operator::TrueDivide,
        FLOOR_DIVIDE => Operator::FloorDivide,
        MODULO => Operator::Modulo,
        AND => Operator::And,
        OR => Operator::Or,
        XOR => Operator::Xor,
        SHIFT_LEFT => Operator::ShiftLeft,
        SHIFT_RIGHT => Operator::ShiftRight,
        _ => Operator::Power,
    }
}

pub(crate) fn comparison_of(comparison: u8) -> Comparison {
    match comparison {
        LESS => Comparison::Less,
        LESS_EQUAL => Comparison::LessEqual,
        EQUAL => Comparison::Equal,
        NOT_EQUAL => Comparison::NotEqual,
        GREATER => Comparison::Greater,
        _ => Comparison::GreaterEqual,
    }
}

/// Declares handlers of operations of one word that are done by a leaf.
macro_rules! leaves {
    ($($name:ident = $step:ident $(else $otherwise:ident)?;)*) => {
        handlers! {
            $($name<M>(pc, registers, thread, word) $(else $otherwise)? {
                begin(thread, pc, registers, 1);
                match $step(thread, word) {
                    Step::Done | Step::Yes => Some((pc.add(1), registers)),
                    Step::Whole => None,
                    Step::Failed => Some((to_loop(), registers)),
                }
            })*
        }
    };
}

leaves! {
    get_item_leaf = get_item_step else get_item_special;
    set_item_leaf = set_item_step else set_item_special;
    get_iter = get_iter_step;
    unpack_leaf = unpack_step;
    list_append_leaf = list_append_step;
    set_add = set_add_step;
    dict_set = dict_set_step;
    list_extend = list_extend_step;
    dict_update = dict_update_step;
    build_dict = build_dict_step;
    build_slice = build_slice_step;
    check_manager = check_manager_step;
    make_function = make_function_step;
    make_cell = make_cell_step;
    match_class = match_class_step;
    load_closure = load_closure_step;
    build_list = build_list_step;
    build_tuple = build_tuple_step;
    build_string = build_string_step;
    format_value = format_value_step;
    enter_handler = enter_handler_step;
    leave_handler = leave_handler_step;
    exception_matches = exception_matches_step;
    is_sequence = is_sequence_step;
    is_mapping = is_mapping_step;
    list_to_tuple = list_to_tuple_step;
}

handlers! {
    binary_leaf<M, const OP: u8>(pc, registers, thread, word) else binary_special<OP> {
        begin(thread, pc, registers, 1);
        match binary_step(thread, word, OP, get(registers, c(word))) {
            Step::Done | Step::Yes => Some((pc.add(1), registers)),
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }

    binary_small_leaf<M, const OP: u8>(pc, registers, thread, word) {
        begin(thread, pc, registers, 1);
        match binary_step(thread, word, OP, Value::from_small((word as i32) >> 24)) {
            Step::Done | Step::Yes => Some((pc.add(1), registers)),
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }

    contains_leaf<M, const WANTED: bool>(pc, registers, thread, word)
    else contains_special<WANTED> {
        begin(thread, pc, registers, 1);
        let step = contains_step(thread, word);
        match step {
            Step::Done | Step::Yes => {
                set(registers, a(word), boolean((step == Step::Yes) == WANTED));
                Some((pc.add(1), registers))
            }
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }

    compare_leaf<M, const C: u8>(pc, registers, thread, word) else compare_special<C> {
        begin(thread, pc, registers, 1);
        let step = compare_step(thread, C, get(registers, b(word)), get(registers, c(word)));
        match step {
            Step::Done | Step::Yes => {
                set(registers, a(word), boolean(step == Step::Yes));
                Some((pc.add(1), registers))
            }
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }

    not_leaf<M>(pc, registers, thread, word) {
        begin(thread, pc, registers, 1);
        let step = truth_step(thread, get(registers, b(word)));
        if step == Step::Whole {
            return None;
        }
        set(registers, a(word), boolean(step != Step::Yes));
        Some((pc.add(1), registers))
    }

    jump_if_leaf<M, const WANTED: bool, const BACK: bool>(pc, registers, thread, word) {
        begin(thread, pc, registers, 1);
        let step = truth_step(thread, get(registers, a(word)));
        if step == Step::Whole {
            return None;
        }
        if (step == Step::Yes) != WANTED {
            return Some((pc.add(1), registers));
        }
        if BACK && must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(1 + ((word as i32) >> 16) as isize), registers))
    }

    jump_compare_leaf<M, const C: u8, const WANTED: bool, const BACK: bool, const SMALL: bool>
    (pc, registers, thread, word) else jump_compare_special<C, WANTED, BACK, SMALL> {
        begin(thread, pc, registers, 2);
        let right = if SMALL {
            Value::from_small(i32::from(b(word) as u8 as i8))
        } else {
            get(registers, b(word))
        };
        let step = compare_step(thread, C, get(registers, a(word)), right);
        match step {
            Step::Done | Step::Yes => {}
            Step::Whole => return None,
            Step::Failed => return Some((to_loop(), registers)),
        }
        if (step == Step::Yes) != WANTED {
            return Some((pc.add(2), registers));
        }
        if BACK && must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers))
    }

    feed_any<M>(pc, registers, thread, word) {
        begin(thread, pc, registers, 2);
        match feed_step(thread, word) {
            Step::Yes => Some((pc.add(2), registers)),
            Step::Failed => Some((to_loop(), registers)),
            _ => Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers)),
        }
    }

    for_pair<M>(pc, registers, thread, word) else for_leaf {
        let (top, unpack) = spread_at(pc, word, 2)?;
        if must_yield::<M>(thread) {
            return None;
        }
        begin(thread, pc, registers, 2);
        match pair_step(thread, word, unpack) {
            Step::Yes => Some((top.add(1), registers)),
            Step::Done => Some((pc.add(2), registers)),
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }

    for_leaf<M>(pc, registers, thread, word) else for_special {
        if must_yield::<M>(thread) {
            return None;
        }
        begin(thread, pc, registers, 2);
        match next_step(thread, word) {
            Step::Yes => Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers)),
            Step::Done => Some((pc.add(2), registers)),
            Step::Whole => None,
            Step::Failed => Some((to_loop(), registers)),
        }
    }
}
