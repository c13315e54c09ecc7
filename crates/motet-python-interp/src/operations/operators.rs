//! Whole operations: arithmetic, comparisons, jumps on them.
//!
//! Each tries the leaf first, which holds values freely and allocates no roots.

use motet_python_bytecode::encode;
use motet_tm::Value;

use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::operator::{Comparison, Operator, Unary};
use motet_python_objects::types::protocol::{
    arithmetic, compare as comparing, contains as containing, truth,
};

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

/// The small number that an operand byte is.
fn small(byte: u8) -> Value<'static> {
    Value::from_small(i32::from(byte as i8))
}

pub(crate) fn binary(thread: &mut Thread, operator: Operator) -> Outcome<()> {
    let Operands { a, b, c } = operands(thread);
    let (left, right) = (thread.register(b), thread.register(c));
    if let Some(result) = arithmetic::binary_leaf(thread, operator, left, right)? {
        thread.set_register(a, result);
        return Ok(());
    }
    let (left, right) = (thread.root_register(b), thread.root_register(c));
    let result = arithmetic::binary(thread, operator, left, right)?;
    thread.set_register(a, thread.get(result));
    Ok(())
}

pub(crate) fn binary_small(thread: &mut Thread, operator: Operator) -> Outcome<()> {
    let Operands { a, b, c } = operands(thread);
    let left = thread.register(b);
    if let Some(result) = arithmetic::binary_leaf(thread, operator, left, small(c))? {
        thread.set_register(a, result);
        return Ok(());
    }
    let (left, right) = (thread.root_register(b), thread.root(small(c)));
    let result = arithmetic::binary(thread, operator, left, right)?;
    thread.set_register(a, thread.get(result));
    Ok(())
}

pub(crate) fn inplace(thread: &mut Thread, operator: Operator) -> Outcome<()> {
    let Operands { a, b, c } = operands(thread);
    let (left, right) = (thread.register(b), thread.register(c));
    if let Some(result) = arithmetic::inplace_leaf(thread, operator, left, right)? {
        thread.set_register(a, result);
        return Ok(());
    }
    let (left, right) = (thread.root_register(b), thread.root_register(c));
    let result = arithmetic::inplace(thread, operator, left, right)?;
    thread.set_register(a, thread.get(result));
    Ok(())
}

pub(crate) fn inplace_small(thread: &mut Thread, operator: Operator) -> Outcome<()> {
    let Operands { a, b, c } = operands(thread);
    let left = thread.register(b);
    if let Some(result) = arithmetic::inplace_leaf(thread, operator, left, small(c))? {
        thread.set_register(a, result);
        return Ok(());
    }
    let (left, right) = (thread.root_register(b), thread.root(small(c)));
    let result = arithmetic::inplace(thread, operator, left, right)?;
    thread.set_register(a, thread.get(result));
    Ok(())
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
    let (item, container) = (thread.register(b), thread.register(c));
    let found = match containing::contains_leaf(thread, container, item)? {
        Some(found) => found,
        None => {
            let (item, container) = (thread.root_register(b), thread.root_register(c));
            containing::contains(thread, container, item)?
        }
    };
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
