//! Arithmetic, comparisons and jumps on them: the handlers. One that gives up tries a leaf of the
//! built-in types, and then a special method of the program's class.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_tm::Value;

use super::handler_support::*;
use super::operator_trampoline::*;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::operator::Comparison;
use motet_python_objects::types::protocol::{
    arithmetic, compare as comparing, contains, truth as truths,
};
use motet_python_objects::types::{float, string};

handled! {
    Add => binary<ADD>;
    Subtract => binary<SUBTRACT>;
    Multiply => binary<MULTIPLY>;
    TrueDivide => binary<TRUE_DIVIDE>;
    FloorDivide => binary<FLOOR_DIVIDE>;
    Modulo => binary<MODULO>;
    Power => binary_leaf<POWER>;
    ShiftLeft => binary<SHIFT_LEFT>;
    ShiftRight => binary<SHIFT_RIGHT>;
    BitAnd => binary<AND>;
    BitOr => binary<OR>;
    BitXor => binary<XOR>;
    InplaceAdd => binary<ADD>;
    InplaceSubtract => binary<SUBTRACT>;
    InplaceMultiply => binary<MULTIPLY>;
    InplaceTrueDivide => binary<TRUE_DIVIDE>;
    InplaceFloorDivide => binary<FLOOR_DIVIDE>;
    InplaceModulo => binary<MODULO>;
    InplacePower => binary_leaf<POWER>;
    InplaceShiftLeft => binary<SHIFT_LEFT>;
    InplaceShiftRight => binary<SHIFT_RIGHT>;
    InplaceBitAnd => binary<AND>;
    InplaceBitOr => binary<OR>;
    InplaceBitXor => binary<XOR>;
    AddInt => binary_small<ADD>;
    SubtractInt => binary_small<SUBTRACT>;
    MultiplyInt => binary_small<MULTIPLY>;
    FloorDivideInt => binary_small<FLOOR_DIVIDE>;
    ModuloInt => binary_small<MODULO>;
    ShiftLeftInt => binary_small<SHIFT_LEFT>;
    ShiftRightInt => binary_small<SHIFT_RIGHT>;
    BitAndInt => binary_small<AND>;
    InplaceAddInt => binary_small<ADD>;
    InplaceSubtractInt => binary_small<SUBTRACT>;
    Negate => negate;
    Not => not;
    Less => compare_values<LESS>;
    LessEqual => compare_values<LESS_EQUAL>;
    Equal => compare_values<EQUAL>;
    NotEqual => compare_values<NOT_EQUAL>;
    Greater => compare_values<GREATER>;
    GreaterEqual => compare_values<GREATER_EQUAL>;
    Is => is<true>;
    IsNot => is<false>;
    Contains => contains_leaf<true>;
    NotContains => contains_leaf<false>;
    Jump => jump;
    Loop => loop_back;
    JumpIfTrue => jump_if<true, false>;
    JumpIfFalse => jump_if<false, false>;
    LoopIfTrue => jump_if<true, true>;
    LoopIfFalse => jump_if<false, true>;
    JumpIfLess => jump_compare<LESS, true, false, false>;
    JumpIfLessEqual => jump_compare<LESS_EQUAL, true, false, false>;
    JumpIfEqual => jump_compare<EQUAL, true, false, false>;
    JumpIfNotEqual => jump_compare<NOT_EQUAL, true, false, false>;
    JumpIfGreater => jump_compare<GREATER, true, false, false>;
    JumpIfGreaterEqual => jump_compare<GREATER_EQUAL, true, false, false>;
    JumpUnlessLess => jump_compare<LESS, false, false, false>;
    JumpUnlessLessEqual => jump_compare<LESS_EQUAL, false, false, false>;
    JumpUnlessEqual => jump_compare<EQUAL, false, false, false>;
    JumpUnlessNotEqual => jump_compare<NOT_EQUAL, false, false, false>;
    JumpUnlessGreater => jump_compare<GREATER, false, false, false>;
    JumpUnlessGreaterEqual => jump_compare<GREATER_EQUAL, false, false, false>;
    JumpIfLessInt => jump_compare<LESS, true, false, true>;
    JumpIfLessEqualInt => jump_compare<LESS_EQUAL, true, false, true>;
    JumpIfEqualInt => jump_compare<EQUAL, true, false, true>;
    JumpIfNotEqualInt => jump_compare<NOT_EQUAL, true, false, true>;
    JumpIfGreaterInt => jump_compare<GREATER, true, false, true>;
    JumpIfGreaterEqualInt => jump_compare<GREATER_EQUAL, true, false, true>;
    JumpUnlessLessInt => jump_compare<LESS, false, false, true>;
    JumpUnlessLessEqualInt => jump_compare<LESS_EQUAL, false, false, true>;
    JumpUnlessEqualInt => jump_compare<EQUAL, false, false, true>;
    JumpUnlessNotEqualInt => jump_compare<NOT_EQUAL, false, false, true>;
    JumpUnlessGreaterInt => jump_compare<GREATER, false, false, true>;
    JumpUnlessGreaterEqualInt => jump_compare<GREATER_EQUAL, false, false, true>;
    LoopIfLess => jump_compare<LESS, true, true, false>;
    LoopIfLessEqual => jump_compare<LESS_EQUAL, true, true, false>;
    LoopIfEqual => jump_compare<EQUAL, true, true, false>;
    LoopIfNotEqual => jump_compare<NOT_EQUAL, true, true, false>;
    LoopIfGreater => jump_compare<GREATER, true, true, false>;
    LoopIfGreaterEqual => jump_compare<GREATER_EQUAL, true, true, false>;
    LoopIfLessInt => jump_compare<LESS, true, true, true>;
    LoopIfLessEqualInt => jump_compare<LESS_EQUAL, true, true, true>;
    LoopIfEqualInt => jump_compare<EQUAL, true, true, true>;
    LoopIfNotEqualInt => jump_compare<NOT_EQUAL, true, true, true>;
    LoopIfGreaterInt => jump_compare<GREATER, true, true, true>;
    LoopIfGreaterEqualInt => jump_compare<GREATER_EQUAL, true, true, true>;
    JumpIfNone => jump_if_none<true>;
    JumpUnlessNone => jump_if_none<false>;
}

handlers! {
    binary<M, const OP: u8>(pc, registers, _thread, word) else binary_leaf<OP> {
        let result = arithmetic::<OP>(get(registers, b(word)), get(registers, c(word)))?;
        set(registers, a(word), result);
        Some((pc.add(1), registers))
    }

    binary_small<M, const OP: u8>(pc, registers, _thread, word) else binary_small_leaf<OP> {
        let right = Value::from_small((word as i32) >> 24);
        let result = arithmetic::<OP>(get(registers, b(word)), right)?;
        set(registers, a(word), result);
        Some((pc.add(1), registers))
    }

    negate<M>(pc, registers, _thread, word) {
        let value = get(registers, b(word));
        let result = match value.as_float() {
            Some(number) => Value::from_float(-number)?,
            None => Value::from_integer(-value.as_integer()?)?,
        };
        set(registers, a(word), result);
        Some((pc.add(1), registers))
    }

    not<M>(pc, registers, _thread, word) else not_leaf {
        let truth = truth(get(registers, b(word)))?;
        set(registers, a(word), boolean(!truth));
        Some((pc.add(1), registers))
    }

    compare_values<M, const C: u8>(pc, registers, _thread, word) else compare_leaf<C> {
        let holds = compare::<C>(get(registers, b(word)), get(registers, c(word)))?;
        set(registers, a(word), boolean(holds));
        Some((pc.add(1), registers))
    }

    is<M, const WANTED: bool>(pc, registers, _thread, word) {
        let same = get(registers, b(word)) == get(registers, c(word));
        set(registers, a(word), boolean(same == WANTED));
        Some((pc.add(1), registers))
    }

    jump<M>(pc, registers, _thread, word) {
        Some((pc.offset(1 + ((word as i32) >> 8) as isize), registers))
    }

    loop_back<M>(pc, registers, thread, word) {
        if must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(1 + ((word as i32) >> 8) as isize), registers))
    }

    jump_if<M, const WANTED: bool, const BACK: bool>(pc, registers, thread, word)
    else jump_if_leaf<WANTED, BACK> {
        if truth(get(registers, a(word)))? != WANTED {
            return Some((pc.add(1), registers));
        }
        if BACK && must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(1 + ((word as i32) >> 16) as isize), registers))
    }

    jump_if_none<M, const WANTED: bool>(pc, registers, _thread, word) {
        if (get(registers, a(word)) == NONE) != WANTED {
            return Some((pc.add(1), registers));
        }
        Some((pc.offset(1 + ((word as i32) >> 16) as isize), registers))
    }

    jump_compare<M, const C: u8, const WANTED: bool, const BACK: bool, const SMALL: bool>
    (pc, registers, thread, word) else jump_compare_leaf<C, WANTED, BACK, SMALL> {
        let right = if SMALL {
            Value::from_small(i32::from(b(word) as u8 as i8))
        } else {
            get(registers, b(word))
        };
        if compare::<C>(get(registers, a(word)), right)? != WANTED {
            return Some((pc.add(2), registers));
        }
        if BACK && must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers))
    }

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

    not_leaf<M>(pc, registers, thread, word) else not_special {
        begin(thread, pc, registers, 1);
        let step = truth_step(thread, get(registers, b(word)));
        if step == Step::Whole {
            return None;
        }
        set(registers, a(word), boolean(step != Step::Yes));
        Some((pc.add(1), registers))
    }

    jump_if_leaf<M, const WANTED: bool, const BACK: bool>(pc, registers, thread, word)
    else jump_if_special {
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
fn binary_step(thread: &Thread, word: u32, operator: u8, right: Value<'_>) -> Step {
    let left = thread.register(b(word) as u8);
    let operator = operator_of(operator);
    // 0.0 and floats of similarly rare size are no immediate values.
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
    if comparison == Comparison::Equal
        && let Some(left) = string::exact_string(thread, left)
        && let Some(right) = string::exact_string(thread, right)
    {
        return answer(thread, Ok(Some(string::equal(thread, left, right))));
    }
    if let (Some(left), Some(right)) = (
        float::exact_f64(thread, left),
        float::exact_f64(thread, right),
    ) {
        return answer(thread, Ok(Some(float::holds(comparison, left, right))));
    }
    answer(
        thread,
        comparing::holds_leaf(thread, comparison, left, right),
    )
}

#[inline(never)]
fn truth_step(thread: &Thread, value: Value<'_>) -> Step {
    answer(thread, Ok(truths::truth_leaf(thread, value)))
}
