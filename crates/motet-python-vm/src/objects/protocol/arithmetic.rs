//! Operators of any objects.

use super::compare::is_below;
use super::operator::{Operator, Unary};
use super::{item, iterate};
use crate::objects::decimal;
use crate::objects::prelude::*;
use crate::objects::tables::is_wider;
use crate::objects::{
    buffer, bytearray, bytes, dict, dict_methods, int, list, number, percent, set, string, tuple,
};

/// `a operator b` of built-in types; `None` if Python code must run, or if it is an error that
/// [`binary`] raises.
///
/// # Errors
/// `ZeroDivisionError`, `OverflowError`, `ValueError`, `TypeError`, `MemoryError`.
#[inline]
pub fn binary_leaf<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if let Some(text) = string::exact_string(thread, a) {
        return match operator {
            Operator::Add => concat(thread, a, b),
            Operator::Modulo => percent::format_plain(thread, string::text(thread, text), b),
            Operator::Multiply => match int::small(b) {
                Some(count) => repeat(thread, a, count),
                None => Ok(None),
            },
            _ => Ok(None),
        };
    }
    if let Some(result) = decimal::binary(thread, operator, a, b)? {
        return Ok(Some(result));
    }
    if let Some(result) = number::binary(thread, operator, a, b)? {
        return Ok(Some(result));
    }
    match operator {
        Operator::Add => concat(thread, a, b),
        Operator::Multiply => match (int::small(b), int::small(a)) {
            (Some(count), _) => repeat(thread, a, count),
            (_, Some(count)) => repeat(thread, b, count),
            _ => Ok(None),
        },
        Operator::Subtract | Operator::And | Operator::Or | Operator::Xor => {
            set::binary_leaf(thread, operator, a, b)
        }
        _ => Ok(None),
    }
}

fn concat<'a>(thread: &'a Thread, a: Value<'a>, b: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let (Some(first), Some(second)) = (a.as_object(), b.as_object()) else {
        return Ok(None);
    };
    let kind = thread.host_of(first);
    if kind == CLASS_BYTEARRAY || kind == CLASS_BYTES {
        return bytes::concat(thread, a, b);
    }
    if kind != thread.host_of(second) {
        return Ok(None);
    }
    match kind {
        CLASS_STR => string::concat(thread, first, second),
        CLASS_LIST => list::concat(thread, first, second),
        CLASS_TUPLE => tuple::concat(thread, first, second),
        _ => return Ok(None),
    }
    .map(Some)
}

fn repeat<'a>(thread: &'a Thread, sequence: Value<'a>, count: i64) -> Outcome<Option<Value<'a>>> {
    let Some(object) = sequence.as_object() else {
        return Ok(None);
    };
    match thread.host_of(object) {
        CLASS_STR | CLASS_TUPLE | CLASS_BYTES if count == 1 => Ok(sequence),
        CLASS_STR => string::repeat(thread, object, count),
        CLASS_LIST => list::repeat(thread, object, count),
        CLASS_TUPLE => tuple::repeat(thread, object, count),
        CLASS_BYTES | CLASS_BYTEARRAY => bytes::repeat(thread, sequence, count),
        _ => return Ok(None),
    }
    .map(Some)
}

/// `a operator b`.
///
/// # Errors
/// `TypeError` if the operands do not have the operator; what special methods raise.
pub fn binary(thread: &mut Thread, operator: Operator, a: Root, b: Root) -> Outcome<Root> {
    match try_binary(thread, operator, a, b)? {
        Some(result) => Ok(result),
        None => Err(unsupported(thread, operator, a, b, false)),
    }
}

/// `a operator b`, or `None` if the operands do not have the operator.
///
/// # Errors
/// What special methods raise.
pub fn try_binary(
    thread: &mut Thread,
    operator: Operator,
    a: Root,
    b: Root,
) -> Outcome<Option<Root>> {
    if let Some(result) = binary_leaf(thread, operator, thread.get(a), thread.get(b))? {
        return Ok(Some(thread.root(result)));
    }
    let names = operator.names();
    let reflected_first = is_below(thread, b, a)
        && has_another(thread, names.reflected, a, b)
        && !is_filled_in(thread, operator, a, b);
    if reflected_first && let Some(result) = ask(thread, names.reflected, b, a)? {
        return Ok(Some(result));
    }
    if let Some(result) = ask(thread, names.method, a, b)? {
        return Ok(Some(result));
    }
    if let Some(result) = builtin_of_plain(thread, operator, a, b)? {
        return Ok(Some(result));
    }
    let same_class = thread.class_of(thread.get(a)) == thread.class_of(thread.get(b));
    if !reflected_first && !same_class {
        return ask(thread, names.reflected, b, a);
    }
    Ok(None)
}

/// `a operator b` as the types of this crate define it, without asking users' classes; `None` if
/// they do not.
///
/// # Errors
/// What texts, hashes and comparisons of items raise.
pub fn builtin_binary(
    thread: &mut Thread,
    operator: Operator,
    a: Root,
    b: Root,
) -> Outcome<Option<Root>> {
    match binary_leaf(thread, operator, thread.get(a), thread.get(b))? {
        Some(result) => Ok(Some(thread.root(result))),
        None => builtin_calling(thread, operator, a, b),
    }
}

/// Whether the class of `b` has a method that is not the one of the class of `a`.
fn has_another(thread: &Thread, method: &'static str, a: Root, b: Root) -> bool {
    let Some(name) = thread.known_symbol(method) else {
        return false;
    };
    let found = |root| thread.look_up(thread.class_of(thread.get(root)), name);
    found(b).map(|found| found.class) != found(a).map(|found| found.class)
}

/// Whether `a` is a template that `b` is to be written into: the whole of `b`, unless its class
/// has a `__rmod__` of its own.
fn is_filled_in(thread: &Thread, operator: Operator, a: Root, b: Root) -> bool {
    let class = thread.class_of(thread.get(b));
    operator == Operator::Modulo
        && matches!(kind(thread, thread.get(a)), CLASS_STR | CLASS_BYTES)
        && thread
            .known_symbol("__rmod__")
            .and_then(|name| thread.look_up(class, name))
            .is_none_or(|found| found.class < CLASS_USER_FIRST)
}

/// What the type of `a` makes of a `b` that stands for a built-in value. (What a class below a
/// built-in one makes of an operator as its first operand was asked for before.)
fn builtin_of_plain(
    thread: &mut Thread,
    operator: Operator,
    a: Root,
    b: Root,
) -> Outcome<Option<Root>> {
    let (first, second) = (thread.get(a), thread.get(b));
    let is_template = operator == Operator::Modulo && kind(thread, first) == CLASS_STR;
    let value = plain(thread, second);
    let number = plain(thread, first);
    if number != first && value == second && is_wider(thread, second, number) {
        // The first leaves it to the type of the second: `IntEnum.MEMBER * 1.5`.
        let a = thread.root(number);
        return builtin_binary(thread, operator, a, b);
    }
    if value == second || is_template || !is_builtin(thread, first) {
        return builtin_calling(thread, operator, a, b);
    }
    let b = thread.root(value);
    builtin_binary(thread, operator, a, b)
}

/// Operators of built-in types that may run Python code.
fn builtin_calling(
    thread: &mut Thread,
    operator: Operator,
    a: Root,
    b: Root,
) -> Outcome<Option<Root>> {
    let kinds = (kind(thread, thread.get(a)), kind(thread, thread.get(b)));
    match (operator, kinds) {
        (Operator::Modulo, (CLASS_BYTES | CLASS_BYTEARRAY, _)) => {
            percent::format_bytes(thread, a, b).map(Some)
        }
        (Operator::Modulo, (CLASS_STR, _)) => percent::format(thread, a, b).map(Some),
        (Operator::Or, (CLASS_DICT, CLASS_DICT)) => {
            let object = thread.get(a).as_object().expect("a dict");
            let merged = dict::copy(thread, object, CLASS_DICT)?;
            let merged = thread.root(merged);
            dict_methods::update(thread, merged, b)?;
            Ok(Some(merged))
        }
        (
            Operator::Or | Operator::And | Operator::Subtract | Operator::Xor,
            (CLASS_DICT_KEYS | CLASS_DICT_ITEMS, _) | (_, CLASS_DICT_KEYS | CLASS_DICT_ITEMS),
        ) if set::is_set_like(kinds.0) != set::is_set_like(kinds.1) => {
            // A view takes any iterable on the other side.
            let a = set::from_iterable(thread, CLASS_SET, a)?;
            let b = set::from_iterable(thread, CLASS_SET, b)?;
            set::binary(thread, operator, a, b)
        }
        (_, (first, second)) if set::is_set_like(first) && set::is_set_like(second) => {
            set::binary(thread, operator, a, b)
        }
        (Operator::Or, _) => crate::upcalls::union(thread, a, b),
        (Operator::Multiply, (first, second)) => {
            let is_sequence = |kind| {
                matches!(
                    kind,
                    CLASS_STR | CLASS_LIST | CLASS_TUPLE | CLASS_BYTES | CLASS_BYTEARRAY
                )
            };
            let (sequence, count) = match (is_sequence(first), is_sequence(second)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                _ => return Ok(None),
            };
            if is_builtin(thread, thread.get(count)) {
                return Ok(None);
            }
            let class = thread.class_of(thread.get(count));
            if !crate::objects::host::has_special(thread, class, "__index__") {
                return Ok(None);
            }
            let count = item::index(thread, count)?;
            let result = binary_leaf(thread, operator, thread.get(sequence), thread.get(count))?;
            Ok(result.map(|result| thread.root(result)))
        }
        _ => Ok(None),
    }
}

/// What the special method of an object of a user's class says, unless it says nothing.
fn ask(
    thread: &mut Thread,
    method: &'static str,
    receiver: Root,
    other: Root,
) -> Outcome<Option<Root>> {
    if is_builtin(thread, thread.get(receiver)) {
        return Ok(None);
    }
    let result = thread.call_special(receiver, method, &[other])?;
    Ok(result.filter(|result| thread.get(*result) != NOT_IMPLEMENTED))
}

/// What `a operator b` is when the method of `a` has refused, and `b` is of the same class or of a
/// built-in one: its own method is not asked.
///
/// # Errors
/// As [`binary`].
pub fn after_refusal(thread: &mut Thread, operator: Operator, a: Root, b: Root) -> Outcome<Root> {
    match builtin_of_plain(thread, operator, a, b)? {
        Some(result) => Ok(result),
        None => Err(unsupported(thread, operator, a, b, false)),
    }
}

/// The `TypeError` of operands that do not have an operator.
fn unsupported(thread: &Thread, operator: Operator, a: Root, b: Root, augmented: bool) -> Unwind {
    let (a, b) = (thread.get(a), thread.get(b));
    let (first, second) = (type_name(thread, a), type_name(thread, b));
    let (a, b) = (plain(thread, a), plain(thread, b));
    let is_sequence = |value| {
        matches!(
            kind(thread, value),
            CLASS_STR | CLASS_LIST | CLASS_TUPLE | CLASS_BYTES | CLASS_BYTEARRAY
        )
    };
    let is_count = |value| int::is_int(thread, value);
    if operator == Operator::Multiply
        && (is_sequence(a) && is_count(b) || is_count(a) && is_sequence(b))
    {
        // Only a number beyond all lengths comes here.
        let message = "cannot fit 'int' into an index-sized integer";
        return overflow_error(thread, message);
    }
    let message = match (operator, kind(thread, a)) {
        (Operator::Add, CLASS_STR) => {
            format!("can only concatenate str (not \"{second}\") to str")
        }
        (Operator::Add, CLASS_LIST) => {
            format!("can only concatenate list (not \"{second}\") to list")
        }
        (Operator::Add, CLASS_TUPLE) => {
            format!("can only concatenate tuple (not \"{second}\") to tuple")
        }
        (Operator::Add, CLASS_BYTES | CLASS_BYTEARRAY) => {
            format!("can't concat {second} to {first}")
        }
        (Operator::Multiply, _) if is_sequence(a) => {
            format!("can't multiply sequence by non-int of type '{second}'")
        }
        (Operator::Multiply, _) if is_sequence(b) => {
            format!("can't multiply sequence by non-int of type '{first}'")
        }
        _ => {
            let names = operator.names();
            let symbol = match operator {
                _ if augmented => names.augmented_symbol,
                Operator::Power => "** or pow()",
                _ => names.symbol,
            };
            format!("unsupported operand type(s) for {symbol}: '{first}' and '{second}'")
        }
    };
    type_error(thread, message)
}

/// `a operator= b`: what is to be stored in `a`'s place.
///
/// # Errors
/// As [`binary`]; an abort.
pub fn inplace(thread: &mut Thread, operator: Operator, a: Root, b: Root) -> Outcome<Root> {
    let target = thread.get(a);
    if operator == Operator::Multiply
        && matches!(kind(thread, target), CLASS_LIST | CLASS_BYTEARRAY)
        && !is_builtin(thread, thread.get(b))
        && !int::is_int(thread, thread.get(b))
        && !thread.has_special(thread.class_of(thread.get(b)), "__rmul__")
    {
        let count = super::item::index(thread, b)?;
        return inplace(thread, operator, a, count);
    }
    match (operator, kind(thread, target)) {
        (Operator::Add, CLASS_LIST) => {
            iterate::extend_list(thread, a, b)?;
            return Ok(a);
        }
        (Operator::Multiply, CLASS_LIST) if int::is_int(thread, thread.get(b)) => {
            let count = int::to_i64_clamped(thread, thread.get(b)).expect("an int");
            let object = target.as_object().expect("a list");
            let repeated = list::repeat(thread, object, count)?;
            let repeated = list::values(thread, repeated.as_object().expect("a list"));
            list::set_all(thread, object, &repeated)?;
            return Ok(a);
        }
        (Operator::Add, CLASS_BYTEARRAY) => {
            if let Some(content) = buffer::content(thread, thread.get(b)) {
                let object = target.as_object().expect("a bytearray");
                bytearray::extend(thread, object, &content)?;
                return Ok(a);
            }
        }
        (Operator::Multiply, CLASS_BYTEARRAY) if int::is_int(thread, thread.get(b)) => {
            let count = int::to_i64_clamped(thread, thread.get(b)).expect("an int");
            let object = target.as_object().expect("a bytearray");
            let repeated = bytes::repeated(thread, &bytearray::content(thread, object), count)?;
            let length = bytearray::length(thread, object);
            bytearray::splice(thread, object, 0, length, &repeated)?;
            return Ok(a);
        }
        (Operator::Or, CLASS_DICT) => {
            dict_methods::update(thread, a, b)?;
            return Ok(a);
        }
        (Operator::Or | Operator::And | Operator::Subtract | Operator::Xor, CLASS_SET)
            if set::is_set_like(kind(thread, thread.get(b))) =>
        {
            set::inplace(thread, operator, a, b)?;
            return Ok(a);
        }
        _ => {}
    }
    if let Some(result) = ask(thread, operator.names().inplace, a, b)? {
        return Ok(result);
    }
    match try_binary(thread, operator, a, b)? {
        Some(result) => Ok(result),
        None => Err(unsupported(thread, operator, a, b, true)),
    }
}

/// `a operator= b` of types that do not change in place; `None` as for [`binary_leaf`].
///
/// # Errors
/// As [`binary_leaf`].
#[inline]
pub fn inplace_leaf<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    match kind(thread, a) {
        CLASS_LIST | CLASS_DICT | CLASS_SET | CLASS_BYTEARRAY => Ok(None),
        _ => binary_leaf(thread, operator, a, b),
    }
}

/// A unary operator of a number; `None` for anything else.
///
/// # Errors
/// `MemoryError`.
#[inline]
pub fn unary_leaf<'a>(
    thread: &'a Thread,
    operator: Unary,
    value: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    match number::unary(thread, operator, value)? {
        Some(result) => Ok(Some(result)),
        None => decimal::unary(thread, operator, value),
    }
}

/// A unary operator.
///
/// # Errors
/// `TypeError` if the operand does not have it; what special methods raise.
pub fn unary(thread: &mut Thread, operator: Unary, value: Root) -> Outcome<Root> {
    if let Some(result) = unary_leaf(thread, operator, thread.get(value))? {
        return Ok(thread.root(result));
    }
    if !is_builtin(thread, thread.get(value))
        && let Some(result) = thread.call_special(value, operator.method(), &[])?
    {
        return Ok(result);
    }
    let name = type_name(thread, thread.get(value));
    let symbol = operator.symbol();
    Err(type_error(
        thread,
        format!("bad operand type for unary {symbol}: '{name}'"),
    ))
}

/// `pow(base, exponent, modulus)` of integers.
///
/// # Errors
/// `TypeError` if one of them is none; as `int::power_modulo`.
pub fn power_modulo<'a>(
    thread: &'a Thread,
    base: Value<'a>,
    exponent: Value<'a>,
    modulus: Value<'a>,
) -> Outcome<Value<'a>> {
    if let [Some(base), Some(exponent), Some(modulus)] =
        [base, exponent, modulus].map(|value| value.as_integer())
        && let (Ok(exponent), Ok(modulus @ 1..)) = (u64::try_from(exponent), u64::try_from(modulus))
    {
        let power = int::power_modulo_small(base, exponent, modulus);
        return Ok(int::from_length(power));
    }
    let numbers = [base, exponent, modulus].map(|value| int::to_big(thread, value));
    if let [Some(base), Some(exponent), Some(modulus)] = &numbers {
        return int::power_modulo(thread, base, exponent, modulus);
    }
    let is_complex = |value: Value<'_>| thread.class_of(value) == crate::kinds::CLASS_COMPLEX;
    if is_complex(base) || is_complex(exponent) {
        return Err(crate::objects::host::value_error(thread, "complex modulo"));
    }
    let is_number = |value: Value<'_>| number::classify(thread, value).is_some();
    if is_number(base) && is_number(exponent) {
        let message = "pow() 3rd argument not allowed unless all arguments are integers";
        return Err(type_error(thread, message));
    }
    let names = [base, exponent, modulus].map(|value| type_name(thread, value));
    let [first, second, third] = names;
    let message =
        format!("unsupported operand type(s) for ** or pow(): '{first}', '{second}', '{third}'");
    Err(type_error(thread, message))
}
