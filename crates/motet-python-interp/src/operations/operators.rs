//! Generic forms: arithmetic, comparisons, jumps on them.
//!
//! Each tries the leaf first, which holds values freely and allocates no roots.

use super::family::operations;
use motet_python_bytecode::encode;
use motet_python_bytecode::encode::sj;
use motet_tm::{Root, Value};

use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::operator::{Comparison, Operator, Unary};
use motet_python_objects::types::protocol::{
    arithmetic, compare as comparing, contains as containing, truth,
};

operations! {
    // tidy: wide because a row is an opcode
    Add => |thread, _| binary(thread, Operator::Add);
    Subtract => |thread, _| binary(thread, Operator::Subtract);
    Multiply => |thread, _| binary(thread, Operator::Multiply);
    TrueDivide => |thread, _| binary(thread, Operator::TrueDivide);
    FloorDivide => |thread, _| binary(thread, Operator::FloorDivide);
    Modulo => |thread, _| binary(thread, Operator::Modulo);
    Power => |thread, _| binary(thread, Operator::Power);
    ShiftLeft => |thread, _| binary(thread, Operator::ShiftLeft);
    ShiftRight => |thread, _| binary(thread, Operator::ShiftRight);
    BitAnd => |thread, _| binary(thread, Operator::And);
    BitOr => |thread, _| binary(thread, Operator::Or);
    BitXor => |thread, _| binary(thread, Operator::Xor);
    MatrixMultiply => |thread, _| binary(thread, Operator::MatrixMultiply);
    InplaceAdd => |thread, _| inplace(thread, Operator::Add);
    InplaceSubtract => |thread, _| inplace(thread, Operator::Subtract);
    InplaceMultiply => |thread, _| inplace(thread, Operator::Multiply);
    InplaceTrueDivide => |thread, _| inplace(thread, Operator::TrueDivide);
    InplaceFloorDivide => |thread, _| inplace(thread, Operator::FloorDivide);
    InplaceModulo => |thread, _| inplace(thread, Operator::Modulo);
    InplacePower => |thread, _| inplace(thread, Operator::Power);
    InplaceShiftLeft => |thread, _| inplace(thread, Operator::ShiftLeft);
    InplaceShiftRight => |thread, _| inplace(thread, Operator::ShiftRight);
    InplaceBitAnd => |thread, _| inplace(thread, Operator::And);
    InplaceBitOr => |thread, _| inplace(thread, Operator::Or);
    InplaceBitXor => |thread, _| inplace(thread, Operator::Xor);
    InplaceMatrixMultiply => |thread, _| inplace(thread, Operator::MatrixMultiply);
    AddInt => |thread, _| binary_small(thread, Operator::Add);
    SubtractInt => |thread, _| binary_small(thread, Operator::Subtract);
    MultiplyInt => |thread, _| binary_small(thread, Operator::Multiply);
    FloorDivideInt => |thread, _| binary_small(thread, Operator::FloorDivide);
    ModuloInt => |thread, _| binary_small(thread, Operator::Modulo);
    ShiftLeftInt => |thread, _| binary_small(thread, Operator::ShiftLeft);
    ShiftRightInt => |thread, _| binary_small(thread, Operator::ShiftRight);
    BitAndInt => |thread, _| binary_small(thread, Operator::And);
    InplaceAddInt => |thread, _| inplace_small(thread, Operator::Add);
    InplaceSubtractInt => |thread, _| inplace_small(thread, Operator::Subtract);
    Negate => |thread, _| unary(thread, Unary::Negate);
    Positive => |thread, _| unary(thread, Unary::Positive);
    Invert => |thread, _| unary(thread, Unary::Invert);
    Not => |thread, _| not(thread);
    Less => |thread, _| compare(thread, Comparison::Less);
    LessEqual => |thread, _| compare(thread, Comparison::LessEqual);
    Equal => |thread, _| compare(thread, Comparison::Equal);
    NotEqual => |thread, _| compare(thread, Comparison::NotEqual);
    Greater => |thread, _| compare(thread, Comparison::Greater);
    GreaterEqual => |thread, _| compare(thread, Comparison::GreaterEqual);
    Is => |thread, _| is(thread, true);
    IsNot => |thread, _| is(thread, false);
    Contains => |thread, _| contains(thread, true);
    NotContains => |thread, _| contains(thread, false);
    Jump => |thread, word| thread.jump(sj(word));
    Loop => |thread, word| take_jump(thread, sj(word), true);
    JumpIfTrue => |thread, _| jump_if(thread, true, false);
    JumpIfFalse => |thread, _| jump_if(thread, false, false);
    LoopIfTrue => |thread, _| jump_if(thread, true, true);
    LoopIfFalse => |thread, _| jump_if(thread, false, true);
    JumpIfLess => |thread, _| jump_compare(thread, Comparison::Less, true, false);
    JumpIfLessEqual => |thread, _| jump_compare(thread, Comparison::LessEqual, true, false);
    JumpIfEqual => |thread, _| jump_compare(thread, Comparison::Equal, true, false);
    JumpIfNotEqual => |thread, _| jump_compare(thread, Comparison::NotEqual, true, false);
    JumpIfGreater => |thread, _| jump_compare(thread, Comparison::Greater, true, false);
    JumpIfGreaterEqual => |thread, _| jump_compare(thread, Comparison::GreaterEqual, true, false);
    JumpUnlessLess => |thread, _| jump_compare(thread, Comparison::Less, false, false);
    JumpUnlessLessEqual => |thread, _| jump_compare(thread, Comparison::LessEqual, false, false);
    JumpUnlessEqual => |thread, _| jump_compare(thread, Comparison::Equal, false, false);
    JumpUnlessNotEqual => |thread, _| jump_compare(thread, Comparison::NotEqual, false, false);
    JumpUnlessGreater => |thread, _| jump_compare(thread, Comparison::Greater, false, false);
    JumpUnlessGreaterEqual => |thread, _| jump_compare(thread, Comparison::GreaterEqual, false, false);
    JumpIfLessInt => |thread, _| jump_small(thread, Comparison::Less, true, false);
    JumpIfLessEqualInt => |thread, _| jump_small(thread, Comparison::LessEqual, true, false);
    JumpIfEqualInt => |thread, _| jump_small(thread, Comparison::Equal, true, false);
    JumpIfNotEqualInt => |thread, _| jump_small(thread, Comparison::NotEqual, true, false);
    JumpIfGreaterInt => |thread, _| jump_small(thread, Comparison::Greater, true, false);
    JumpIfGreaterEqualInt => |thread, _| jump_small(thread, Comparison::GreaterEqual, true, false);
    JumpUnlessLessInt => |thread, _| jump_small(thread, Comparison::Less, false, false);
    JumpUnlessLessEqualInt => |thread, _| jump_small(thread, Comparison::LessEqual, false, false);
    JumpUnlessEqualInt => |thread, _| jump_small(thread, Comparison::Equal, false, false);
    JumpUnlessNotEqualInt => |thread, _| jump_small(thread, Comparison::NotEqual, false, false);
    JumpUnlessGreaterInt => |thread, _| jump_small(thread, Comparison::Greater, false, false);
    JumpUnlessGreaterEqualInt => |thread, _| jump_small(thread, Comparison::GreaterEqual, false, false);
    LoopIfLess => |thread, _| jump_compare(thread, Comparison::Less, true, true);
    LoopIfLessEqual => |thread, _| jump_compare(thread, Comparison::LessEqual, true, true);
    LoopIfEqual => |thread, _| jump_compare(thread, Comparison::Equal, true, true);
    LoopIfNotEqual => |thread, _| jump_compare(thread, Comparison::NotEqual, true, true);
    LoopIfGreater => |thread, _| jump_compare(thread, Comparison::Greater, true, true);
    LoopIfGreaterEqual => |thread, _| jump_compare(thread, Comparison::GreaterEqual, true, true);
    LoopIfLessInt => |thread, _| jump_small(thread, Comparison::Less, true, true);
    LoopIfLessEqualInt => |thread, _| jump_small(thread, Comparison::LessEqual, true, true);
    LoopIfEqualInt => |thread, _| jump_small(thread, Comparison::Equal, true, true);
    LoopIfNotEqualInt => |thread, _| jump_small(thread, Comparison::NotEqual, true, true);
    LoopIfGreaterInt => |thread, _| jump_small(thread, Comparison::Greater, true, true);
    LoopIfGreaterEqualInt => |thread, _| jump_small(thread, Comparison::GreaterEqual, true, true);
    JumpIfNone => |thread, word| jump_if_none(thread, word, true);
    JumpUnlessNone => |thread, word| jump_if_none(thread, word, false);
    // tidy: end of wide
}

struct Operands {
    a: u8,
    b: u8,
    c: u8,
}

fn operands(thread: &Thread) -> Operands {
    let word = thread.word();
    Operands {
        a: encode::a(word),
        b: encode::b(word),
        c: encode::c(word),
    }
}

/// The small number in an operand byte.
fn small(byte: u8) -> Value<'static> {
    Value::from_small(i32::from(byte as i8))
}

/// Runs an operator with two operands: without calling code of the program, if possible; else in
/// its generic form.
struct Way {
    leaf: for<'a> fn(&'a Thread, Operator, Value<'a>, Value<'a>) -> Outcome<Option<Value<'a>>>,
    whole: fn(&mut Thread, Operator, Root, Root) -> Outcome<Root>,
}

const BINARY: Way = Way {
    leaf: arithmetic::binary_leaf,
    whole: arithmetic::binary_asking,
};
const INPLACE: Way = Way {
    leaf: arithmetic::inplace_leaf,
    whole: arithmetic::inplace,
};

#[inline(always)]
fn operate(
    thread: &mut Thread,
    operator: Operator,
    way: Way,
    right: impl Fn(&Thread, u8) -> Value<'_>,
) -> Outcome<()> {
    let Operands { a, b, c } = operands(thread);
    if let Some(result) = (way.leaf)(thread, operator, thread.register(b), right(thread, c))? {
        thread.set_register(a, result);
        return Ok(());
    }
    let (left, right) = (thread.root_register(b), thread.root(right(thread, c)));
    let result = (way.whole)(thread, operator, left, right)?;
    thread.set_register(a, thread.get(result));
    Ok(())
}

pub(crate) fn binary(thread: &mut Thread, operator: Operator) -> Outcome<()> {
    operate(thread, operator, BINARY, |thread, byte| {
        thread.register(byte)
    })
}

pub(crate) fn binary_small(thread: &mut Thread, operator: Operator) -> Outcome<()> {
    operate(thread, operator, BINARY, |_, byte| small(byte))
}

pub(crate) fn inplace(thread: &mut Thread, operator: Operator) -> Outcome<()> {
    operate(thread, operator, INPLACE, |thread, byte| {
        thread.register(byte)
    })
}

pub(crate) fn inplace_small(thread: &mut Thread, operator: Operator) -> Outcome<()> {
    operate(thread, operator, INPLACE, |_, byte| small(byte))
}

pub(crate) fn unary(thread: &mut Thread, operator: Unary) -> Outcome<()> {
    let Operands { a, b, .. } = operands(thread);
    if let Some(result) = arithmetic::unary_leaf(thread, operator, thread.register(b))? {
        thread.set_register(a, result);
        return Ok(());
    }
    let value = thread.root_register(b);
    let result = arithmetic::unary(thread, operator, value)?;
    thread.set_register(a, thread.get(result));
    Ok(())
}

fn is_true(thread: &mut Thread, register: u8) -> Outcome<bool> {
    if let Some(truth) = truth::truth_leaf(thread, thread.register(register)) {
        return Ok(truth);
    }
    let value = thread.root_register(register);
    truth::truth(thread, value)
}

pub(crate) fn not(thread: &mut Thread) -> Outcome<()> {
    let Operands { a, b, .. } = operands(thread);
    let truth = is_true(thread, b)?;
    thread.set_register(a, boolean(!truth));
    Ok(())
}

pub(crate) fn compare(thread: &mut Thread, comparison: Comparison) -> Outcome<()> {
    let Operands { a, b, c } = operands(thread);
    let (left, right) = (thread.register(b), thread.register(c));
    if let Some(holds) = comparing::holds_leaf(thread, comparison, left, right)? {
        thread.set_register(a, boolean(holds));
        return Ok(());
    }
    let (left, right) = (thread.root_register(b), thread.root_register(c));
    let result = comparing::compare(thread, comparison, left, right)?;
    thread.set_register(a, thread.get(result));
    Ok(())
}

pub(crate) fn is(thread: &Thread, positive: bool) {
    let Operands { a, b, c } = operands(thread);
    let (left, right) = (thread.register(b), thread.register(c));
    // Two boxes of one float (0.0) are one value to a program that was told it is immediate.
    let same = left == right;
    thread.set_register(a, boolean(same == positive));
}

pub(crate) fn contains(thread: &mut Thread, positive: bool) -> Outcome<()> {
    let Operands { a, b, c } = operands(thread);
    let (item, container) = (thread.root_register(b), thread.root_register(c));
    let found = containing::contains(thread, container, item)?;
    thread.set_register(a, boolean(found == positive));
    Ok(())
}

pub(crate) fn jump_if(thread: &mut Thread, wanted: bool, backward: bool) -> Outcome<()> {
    let word = thread.word();
    if is_true(thread, encode::a(word))? == wanted {
        take_jump(thread, encode::sbx(word).into(), backward);
    }
    Ok(())
}

fn take_jump(thread: &Thread, distance: i32, backward: bool) {
    debug_assert_eq!(
        distance < 0,
        backward,
        "the verifier has looked at the direction"
    );
    thread.jump(distance);
    if backward {
        thread.reach_yield_point();
    }
}

pub(crate) fn jump_compare(
    thread: &mut Thread,
    comparison: Comparison,
    wanted: bool,
    backward: bool,
) -> Outcome<()> {
    let Operands { a, b, .. } = operands(thread);
    let distance = thread.extension() as i32;
    let (left, right) = (thread.register(a), thread.register(b));
    let holds = match comparing::holds_leaf(thread, comparison, left, right)? {
        Some(holds) => holds,
        None => {
            let (left, right) = (thread.root_register(a), thread.root_register(b));
            let result = comparing::compare(thread, comparison, left, right)?;
            truth::truth(thread, result)?
        }
    };
    if holds == wanted {
        take_jump(thread, distance, backward);
    }
    Ok(())
}

pub(crate) fn jump_small(
    thread: &mut Thread,
    comparison: Comparison,
    wanted: bool,
    backward: bool,
) -> Outcome<()> {
    let Operands { a, b, .. } = operands(thread);
    let distance = thread.extension() as i32;
    let holds = match comparing::holds_leaf(thread, comparison, thread.register(a), small(b))? {
        Some(holds) => holds,
        None => {
            let (left, right) = (thread.root_register(a), thread.root(small(b)));
            let result = comparing::compare(thread, comparison, left, right)?;
            truth::truth(thread, result)?
        }
    };
    if holds == wanted {
        take_jump(thread, distance, backward);
    }
    Ok(())
}

fn jump_if_none(thread: &Thread, word: u32, wanted: bool) {
    if (thread.register(encode::a(word)) == NONE) == wanted {
        thread.jump(encode::sbx(word).into());
    }
}
