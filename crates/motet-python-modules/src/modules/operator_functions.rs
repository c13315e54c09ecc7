//! `_operator`: the operators as functions. Each does what the operator does; a native shortcut
//! answers for numbers, and for lists, tuples, texts and dicts, without the ceremony of a call.

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::operator::{Comparison, Operator, Unary};
use motet_python_objects::types::protocol::{arithmetic, compare, contains, item, truth};
use motet_python_objects::types::{int, number};

use super::{digests, getters};

fn both(thread: &Thread, arguments: Arguments) -> [Root; 2] {
    [0, 1].map(|place| thread.root(arguments.get(thread, place)))
}

/// `a operator b` of plain numbers; operators that may fail are not among those that ask this.
fn quick_binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    [a, b, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    if !number::is_plain(thread, a) || !number::is_plain(thread, b) {
        return None;
    }
    number::binary(thread, operator, a, b).ok()?
}

fn quick_comparison<'a>(
    thread: &'a Thread,
    comparison: Comparison,
    [a, b, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    if !number::is_plain(thread, a) || !number::is_plain(thread, b) {
        return None;
    }
    let holds = compare::holds_leaf(thread, comparison, a, b).ok()??;
    Some(boolean(holds))
}

fn quick_unary<'a>(thread: &'a Thread, operator: Unary, value: Value<'a>) -> Option<Value<'a>> {
    if !number::is_plain(thread, value) {
        return None;
    }
    number::unary(thread, operator, value).ok()?
}

/// Declares functions of two arguments: name, function, body with two roots, and a shortcut.
macro_rules! of_two {
    ($table:ident: $($function:ident $name:literal |$thread:ident, $a:ident, $b:ident| $body:expr
        $(, shortcut $quick:expr)?;)*) => {
        $(fn $function<'a>($thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
            let [$a, $b] = both($thread, arguments);
            let result: Root = $body;
            Ok($thread.get(result))
        })*

        const $table: &[NativeFunction] =
            &[$(NativeFunction::calling($name, 2, 2, $function)$(.with_quick($quick))?,)*];
    };
}

of_two! { ARITHMETIC:
    add "add" |thread, a, b| arithmetic::binary(thread, Operator::Add, a, b)?,
        shortcut |thread, arguments| quick_binary(thread, Operator::Add, arguments);
    sub "sub" |thread, a, b| arithmetic::binary(thread, Operator::Subtract, a, b)?,
        shortcut |thread, arguments| quick_binary(thread, Operator::Subtract, arguments);
    mul "mul" |thread, a, b| arithmetic::binary(thread, Operator::Multiply, a, b)?,
        shortcut |thread, arguments| quick_binary(thread, Operator::Multiply, arguments);
    truediv "truediv" |thread, a, b| arithmetic::binary(thread, Operator::TrueDivide, a, b)?;
    floordiv "floordiv" |thread, a, b| arithmetic::binary(thread, Operator::FloorDivide, a, b)?;
    modulo "mod" |thread, a, b| arithmetic::binary(thread, Operator::Modulo, a, b)?;
    pow "pow" |thread, a, b| arithmetic::binary(thread, Operator::Power, a, b)?;
    lshift "lshift" |thread, a, b| arithmetic::binary(thread, Operator::ShiftLeft, a, b)?;
    rshift "rshift" |thread, a, b| arithmetic::binary(thread, Operator::ShiftRight, a, b)?;
    and "and_" |thread, a, b| arithmetic::binary(thread, Operator::And, a, b)?;
    or "or_" |thread, a, b| arithmetic::binary(thread, Operator::Or, a, b)?;
    xor "xor" |thread, a, b| arithmetic::binary(thread, Operator::Xor, a, b)?;
    matmul "matmul" |thread, a, b| arithmetic::binary(thread, Operator::MatrixMultiply, a, b)?;
}

of_two! { IN_PLACE:
    iadd "iadd" |thread, a, b| arithmetic::inplace(thread, Operator::Add, a, b)?;
    isub "isub" |thread, a, b| arithmetic::inplace(thread, Operator::Subtract, a, b)?;
    imul "imul" |thread, a, b| arithmetic::inplace(thread, Operator::Multiply, a, b)?;
    itruediv "itruediv" |thread, a, b| arithmetic::inplace(thread, Operator::TrueDivide, a, b)?;
    ifloordiv "ifloordiv" |thread, a, b| arithmetic::inplace(thread, Operator::FloorDivide, a, b)?;
    imod "imod" |thread, a, b| arithmetic::inplace(thread, Operator::Modulo, a, b)?;
    ipow "ipow" |thread, a, b| arithmetic::inplace(thread, Operator::Power, a, b)?;
    ilshift "ilshift" |thread, a, b| arithmetic::inplace(thread, Operator::ShiftLeft, a, b)?;
    irshift "irshift" |thread, a, b| arithmetic::inplace(thread, Operator::ShiftRight, a, b)?;
    iand "iand" |thread, a, b| arithmetic::inplace(thread, Operator::And, a, b)?;
    ior "ior" |thread, a, b| arithmetic::inplace(thread, Operator::Or, a, b)?;
    ixor "ixor" |thread, a, b| arithmetic::inplace(thread, Operator::Xor, a, b)?;
    imatmul "imatmul" |thread, a, b| {
        arithmetic::inplace(thread, Operator::MatrixMultiply, a, b)?
    };
}

of_two! { COMPARISONS:
    lt "lt" |thread, a, b| compare::compare(thread, Comparison::Less, a, b)?,
        shortcut |thread, arguments| quick_comparison(thread, Comparison::Less, arguments);
    le "le" |thread, a, b| compare::compare(thread, Comparison::LessEqual, a, b)?,
        shortcut |thread, arguments| quick_comparison(thread, Comparison::LessEqual, arguments);
    eq "eq" |thread, a, b| compare::compare(thread, Comparison::Equal, a, b)?,
        shortcut |thread, arguments| quick_comparison(thread, Comparison::Equal, arguments);
    ne "ne" |thread, a, b| compare::compare(thread, Comparison::NotEqual, a, b)?,
        shortcut |thread, arguments| quick_comparison(thread, Comparison::NotEqual, arguments);
    ge "ge" |thread, a, b| compare::compare(thread, Comparison::GreaterEqual, a, b)?,
        shortcut |thread, arguments| quick_comparison(thread, Comparison::GreaterEqual, arguments);
    gt "gt" |thread, a, b| compare::compare(thread, Comparison::Greater, a, b)?,
        shortcut |thread, arguments| quick_comparison(thread, Comparison::Greater, arguments);
}

of_two! { ITEMS:
    getitem "getitem" |thread, a, b| item::get_item(thread, a, b)?,
        shortcut |thread, [a, b, _]| getters::quick_item(thread, a, b);
    delitem "delitem" |thread, a, b| {
        item::delete_item(thread, a, b)?;
        thread.root(NONE)
    };
    contains_in "contains" |thread, a, b| {
        let answer = boolean(contains::contains(thread, a, b)?);
        thread.root(answer)
    };
    is "is_" |thread, a, b| thread.root(boolean(thread.get(a) == thread.get(b)));
    is_not "is_not" |thread, a, b| thread.root(boolean(thread.get(a) != thread.get(b)));
}

fn unary<'a>(thread: &'a mut Thread, arguments: Arguments, operator: Unary) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let result = arithmetic::unary(thread, operator, value)?;
    Ok(thread.get(result))
}

fn truth_of<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    truth::truth(thread, value).map(boolean)
}

fn not<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    truth::truth(thread, value).map(|truth| boolean(!truth))
}

/// `index(a)`: an instance of `int` itself.
fn index<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let made = item::index(thread, value)?;
    let made = thread.get(made);
    if kind(thread, made) == CLASS_INT {
        return Ok(made);
    }
    match int::to_big(thread, made) {
        Some(number) => int::from_big(thread, &number),
        None => Ok(made),
    }
}

fn set_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [container, key] = both(thread, arguments);
    let value = thread.root(arguments.get(thread, 2));
    item::set_item(thread, container, key, value)?;
    Ok(NONE)
}

fn length_hint<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    upcalls::delegate(thread, arguments, "_operator_more", "length_hint")
}

const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("neg", 1, 1, |thread, all| unary(thread, all, Unary::Negate))
        .with_quick(|thread, [value, ..]| quick_unary(thread, Unary::Negate, value)),
    NativeFunction::calling("pos", 1, 1, |thread, all| {
        unary(thread, all, Unary::Positive)
    }),
    NativeFunction::calling("inv", 1, 1, |thread, all| unary(thread, all, Unary::Invert)),
    NativeFunction::calling("invert", 1, 1, |thread, all| {
        unary(thread, all, Unary::Invert)
    }),
    NativeFunction::calling("truth", 1, 1, truth_of)
        .with_quick(|thread, [value, ..]| truth::truth_leaf(thread, value).map(boolean)),
    NativeFunction::calling("not_", 1, 1, not)
        .with_quick(|thread, [value, ..]| truth::truth_leaf(thread, value).map(|it| boolean(!it))),
    NativeFunction::leaf("is_none", 1, 1, |thread, all| {
        Ok(boolean(all.get(thread, 0) == NONE))
    }),
    NativeFunction::leaf("is_not_none", 1, 1, |thread, all| {
        Ok(boolean(all.get(thread, 0) != NONE))
    }),
    NativeFunction::calling("index", 1, 1, index)
        .with_quick(|_, [value, ..]| value.as_integer().map(|_| value)),
    NativeFunction::calling("setitem", 3, 3, set_item),
    NativeFunction::calling("length_hint", 1, 2, length_hint),
    NativeFunction::leaf("_compare_digest", 2, 2, digests::compare_digest),
];

/// The module that `operator` takes all of this from.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_operator")
    .functions(&[ARITHMETIC, IN_PLACE, COMPARISONS, ITEMS, FUNCTIONS])
    .types(getters::TYPES)
    .shows(getters::SHOWN)];
