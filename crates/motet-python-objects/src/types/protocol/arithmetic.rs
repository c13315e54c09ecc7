//! Operators of any objects.

use crate::model::exception_classes::DEPRECATION_WARNING;
use crate::model::layouts;
use crate::model::names;
use crate::model::upcalls;
use crate::types::decimal;
use crate::types::host;
use crate::types::prelude::*;
use crate::types::protocol::compare::is_below;
use crate::types::protocol::inherited::inherited;
use crate::types::protocol::operator::{Operator, Unary};
use crate::types::protocol::{item, iterate};
use crate::types::special_methods::is_wider;
use crate::types::{
    buffer, bytearray, bytes, dict_methods, int, list, number, percent, percent_plain, set, string,
    tuple,
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
            Operator::Modulo => percent_plain::format_plain(thread, string::text(thread, text), b),
            Operator::Multiply => match int::small(b) {
                Some(count) => repeat(thread, a, count),
                None => Ok(None),
            },
            _ => Ok(None),
        };
    }
    if operator == Operator::Add
        && let Some(second) = string::exact_string(thread, b)
        && let Some(first) = text_added(thread, a)
    {
        return string::concat(thread, first, second).map(Some);
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

/// The text inside of an instance of a class below `str`, whose `__add__` is that of `str` and
/// which has no `__iadd__` either.
#[inline(never)]
fn text_added<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    let object = value.as_object()?;
    let inside = inherited(thread, object, names::ADD)?;
    let text = string::exact_string(thread, inside)?;
    let class = thread.class_of_object(object);
    let in_place = thread.look_up(class, names::ADD_IN_PLACE);
    in_place.is_none().then_some(text)
}

fn concat<'a>(thread: &'a Thread, a: Value<'a>, b: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let (Some(first), Some(second)) = (a.as_object(), b.as_object()) else {
        return Ok(None);
    };
    let kind = thread.host_of(first);
    if kind == CLASS_BYTEARRAY || kind == CLASS_BYTES {
        // The order of the two operands is not decided here: `b` may be of a class below `bytes`.
        return match is_builtin(thread, b) {
            true => bytes::concat(thread, a, b),
            false => Ok(None),
        };
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
/// `TypeError` if the operands do not have the operator; any exception of special methods.
pub fn binary(thread: &mut Thread, operator: Operator, a: Root, b: Root) -> Outcome<Root> {
    if let Some(result) = binary_leaf(thread, operator, thread.get(a), thread.get(b))? {
        return Ok(thread.root(result));
    }
    binary_asking(thread, operator, a, b)
}

/// [`binary`] where [`binary_leaf`] has given no result.
///
/// # Errors
/// As [`binary`].
pub fn binary_asking(thread: &mut Thread, operator: Operator, a: Root, b: Root) -> Outcome<Root> {
    let is_text = || string::exact_string(thread, thread.get(a)).is_some();
    if operator == Operator::Modulo && is_text() {
        // A text alone decides, unless the class of `b` has a method for it.
        let class = thread.class_of(thread.get(b));
        if owner(thread, class, operator.names().reflected).is_none() {
            return format_text(thread, a, a, b);
        }
    }
    if let Some(result) = by_methods(thread, operator, a, b)? {
        return Ok(result);
    }
    match of_sequences(thread, operator, a, b, false)? {
        Some(result) => Ok(result),
        None => Err(unsupported(thread, operator, a, b, false)),
    }
}

/// The result of the methods of the two types, the more special type first; `None` if all refuse.
///
/// This is where the order of operands is decided. A type whose methods for the operator are those
/// of a built-in type (its own, or inherited) answers as that type does, and only for operands that
/// this type knows. The methods of any other type are called by name.
fn by_methods(thread: &mut Thread, operator: Operator, a: Root, b: Root) -> Outcome<Option<Root>> {
    let names = operator.names();
    let same_class = thread.class_of(thread.get(a)) == thread.class_of(thread.get(b));
    let left = is_asked(thread, operator, a);
    let right = if same_class {
        left
    } else {
        is_asked(thread, operator, b)
    };
    let reflected_first =
        right && is_below(thread, b, a) && (!left || has_another(thread, names.reflected, a, b));
    if reflected_first && let Some(result) = ask(thread, names.reflected, b, a)? {
        return Ok(Some(result));
    }
    let result = if left {
        ask(thread, names.method, a, b)?
    } else {
        of_type(thread, operator, a, b, Side::Left)?
    };
    if result.is_some() || same_class {
        return Ok(result);
    }
    if !right {
        return of_type(thread, operator, a, b, Side::Right);
    }
    if reflected_first {
        return Ok(None);
    }
    ask(thread, names.reflected, b, a)
}

/// One of two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first.
    Left,
    /// The second.
    Right,
}

/// Whether a class is a built-in one whose operators [`of_type`] knows.
fn is_known(class: ClassNumber) -> bool {
    class < CLASS_ASKED_FIRST && class != CLASS_MAPPING_PROXY
}

/// Whether the methods of a class for an operator have to be called by name. Concatenation and
/// repetition of sequences come after those: [`of_sequences`].
fn is_asked(thread: &Thread, operator: Operator, value: Root) -> bool {
    let value = thread.get(value);
    if is_builtin(thread, value) {
        return false;
    }
    let class = thread.class_of(value);
    let names = operator.names();
    [names.method, names.reflected].into_iter().any(|method| {
        owner(thread, class, method)
            .is_some_and(|owner| !is_known(owner) && !is_sequence_method(operator, owner))
    })
}

/// The class that a special method of another comes from.
fn owner(thread: &Thread, class: ClassNumber, method: &'static str) -> Option<ClassNumber> {
    let found = thread.look_up(class, thread.known_symbol(method)?)?;
    Some(found.class)
}

fn is_sequence_class(class: ClassNumber) -> bool {
    matches!(
        class,
        CLASS_STR
            | CLASS_LIST
            | CLASS_TUPLE
            | CLASS_BYTES
            | CLASS_BYTEARRAY
            | CLASS_DEQUE
            | CLASS_ARRAY
    )
}

fn is_sequence_method(operator: Operator, owner: ClassNumber) -> bool {
    matches!(operator, Operator::Add | Operator::Multiply) && is_sequence_class(owner)
}

/// Whether a value has these methods from a built-in sequence.
fn is_sequence(thread: &Thread, value: Root, methods: &[&'static str]) -> bool {
    let value = thread.get(value);
    let class = thread.class_of(value);
    if is_builtin(thread, value) {
        return is_sequence_class(class);
    }
    let mut methods = methods.iter();
    methods.all(|method| owner(thread, class, method).is_some_and(is_sequence_class))
}

/// Whether the class of `b` has a method that is not the one of the class of `a`.
fn has_another(thread: &Thread, method: &'static str, a: Root, b: Root) -> bool {
    let Some(name) = thread.known_symbol(method) else {
        return false;
    };
    let found = |root| thread.look_up(thread.class_of(thread.get(root)), name);
    found(b).map(|found| found.value) != found(a).map(|found| found.value)
}

/// The result of an operator by the built-in type of one operand (its class may be below that);
/// `None` if it leaves the operands to the other operand's type.
///
/// # Errors
/// Any exception of texts, hashes and comparisons of items.
pub fn of_type(
    thread: &mut Thread,
    operator: Operator,
    a: Root,
    b: Root,
    side: Side,
) -> Outcome<Option<Root>> {
    let (first, second) = (plain(thread, thread.get(a)), plain(thread, thread.get(b)));
    let (own, other) = match side {
        Side::Left => (first, second),
        Side::Right => (second, first),
    };
    let kinds = (kind(thread, first), kind(thread, second));
    let is_of_sets = matches!(
        operator,
        Operator::Or | Operator::And | Operator::Subtract | Operator::Xor
    );
    match kind(thread, own) {
        CLASS_INT | CLASS_BOOL | CLASS_FLOAT | CLASS_COMPLEX => {
            if !is_number(thread, other) || is_wider(thread, other, own) {
                return Ok(None);
            }
            let result = if operator == Operator::DivMod {
                number::divmod(thread, first, second)?
            } else {
                number::binary(thread, operator, first, second)?
            };
            Ok(result.map(|result| thread.root(result)))
        }
        CLASS_STR if operator == Operator::Modulo && kinds.0 == CLASS_STR => {
            let template = thread.root(first);
            format_text(thread, a, template, b).map(Some)
        }
        own @ (CLASS_BYTES | CLASS_BYTEARRAY) if operator == Operator::Modulo && kinds.0 == own => {
            let template = thread.root(first);
            percent::format_bytes(thread, template, b).map(Some)
        }
        CLASS_SET | CLASS_FROZENSET if is_of_sets => {
            let is_set = |kind| matches!(kind, CLASS_SET | CLASS_FROZENSET);
            if !is_set(kinds.0) || !is_set(kinds.1) {
                return Ok(None);
            }
            let (a, b) = (thread.root(first), thread.root(second));
            set::binary(thread, operator, a, b)
        }
        CLASS_DICT_KEYS | CLASS_DICT_ITEMS if is_of_sets => {
            let makes_set = set::is_set_like(kinds.0) && kinds.0 != CLASS_FROZENSET;
            if makes_set && set::is_set_like(kinds.1) {
                return set::binary(thread, operator, a, b);
            }
            // A view takes any iterable on the other side.
            let a = set::from_iterable(thread, CLASS_SET, a)?;
            let b = set::from_iterable(thread, CLASS_SET, b)?;
            set::binary(thread, operator, a, b)
        }
        CLASS_DICT if operator == Operator::Or => {
            if kinds != (CLASS_DICT, CLASS_DICT) {
                return Ok(None);
            }
            merged(thread, a, b).map(Some)
        }
        _ if operator == Operator::Or => upcalls::union(thread, a, b),
        _ => Ok(None),
    }
}

/// `a % b` of a text with this template.
fn format_text(thread: &mut Thread, a: Root, template: Root, b: Root) -> Outcome<Root> {
    let result = percent::format(thread, template, b)?;
    let text = string::as_text(thread, thread.get(template)).expect("a template is a str");
    // A template without directives is the result itself.
    Ok(if text.contains('%') { result } else { a })
}

/// `a | b` of dicts.
fn merged(thread: &mut Thread, a: Root, b: Root) -> Outcome<Root> {
    let merged = dict_methods::copied(thread, a)?;
    dict_methods::update(thread, merged, b)?;
    Ok(merged)
}

/// Whether a value is a number of a built-in class itself.
pub fn is_number(thread: &Thread, value: Value<'_>) -> bool {
    matches!(
        kind(thread, value),
        CLASS_INT | CLASS_BOOL | CLASS_FLOAT | CLASS_COMPLEX
    )
}

/// `+` and `*` of sequences, which are tried when all methods of numbers have refused.
fn of_sequences(
    thread: &mut Thread,
    operator: Operator,
    a: Root,
    b: Root,
    augmented: bool,
) -> Outcome<Option<Root>> {
    const REPEAT: &[&str] = &["__mul__", "__rmul__"];
    let may_hold_items = |thread: &Thread, value: Root| {
        let class = thread.class_of(thread.get(value));
        class >= CLASS_USER_FIRST || set::is_set_like(class) || class == CLASS_DICT
    };
    match operator {
        Operator::Add if is_sequence(thread, a, &["__add__"]) => {
            concatenated(thread, a, b).map(Some)
        }
        Operator::Multiply if is_sequence(thread, a, REPEAT) => repeated(thread, a, b).map(Some),
        // An object that may hold items is no count of repetitions for a sequence that is changed
        // in place.
        Operator::Multiply if augmented && may_hold_items(thread, a) => Ok(None),
        Operator::Multiply if is_sequence(thread, b, REPEAT) => repeated(thread, b, a).map(Some),
        _ => Ok(None),
    }
}

/// `a + b` of a sequence, as its type defines it.
///
/// # Errors
/// `TypeError` if `b` is no such sequence; `MemoryError`.
pub fn concatenated(thread: &mut Thread, a: Root, b: Root) -> Outcome<Root> {
    let (first, second) = (plain(thread, thread.get(a)), plain(thread, thread.get(b)));
    let kind = kind(thread, first);
    let result = match kind {
        CLASS_BYTEARRAY | CLASS_BYTES => bytes::concat(thread, first, second)?,
        _ => concat(thread, first, second)?,
    };
    if let Some(result) = result {
        return Ok(thread.root(result));
    }
    if matches!(kind, CLASS_DEQUE | CLASS_ARRAY) {
        let result = thread.call_special(a, "__add__", &[b])?;
        return Ok(result.expect("call_special finds the method that the class has"));
    }
    let other = type_name(thread, thread.get(b));
    let message = match kind {
        CLASS_BYTEARRAY | CLASS_BYTES => {
            let own = type_name(thread, thread.get(a));
            format!("can't concat {other} to {own}")
        }
        kind => {
            let own = thread.class_name(kind);
            format!("can only concatenate {own} (not \"{other}\") to {own}")
        }
    };
    Err(type_error(thread, message))
}

/// The number of times that a sequence is to be repeated.
///
/// # Errors
/// `TypeError` if it stands for no integer, `OverflowError`; any exception of `__index__`.
pub fn count_of(thread: &mut Thread, count: Root) -> Outcome<i64> {
    let index = item::index(thread, count)?;
    match int::to_i64(thread, thread.get(index)) {
        Some(count) => Ok(count),
        None => {
            let name = type_name(thread, thread.get(count));
            let message = format!("cannot fit '{name}' into an index-sized integer");
            Err(overflow_error(thread, message))
        }
    }
}

/// Refuses a count of repetitions of a sequence that stands for no integer.
fn check_count(thread: &Thread, count: Root) -> Outcome<()> {
    let value = thread.get(count);
    if int::is_int(thread, value) || thread.has_special(thread.class_of(value), "__index__") {
        return Ok(());
    }
    let name = type_name(thread, value);
    let message = format!("can't multiply sequence by non-int of type '{name}'");
    Err(type_error(thread, message))
}

fn repeated(thread: &mut Thread, sequence: Root, count: Root) -> Outcome<Root> {
    check_count(thread, count)?;
    repeated_by(thread, sequence, count)
}

/// `sequence * count`, as the type of the sequence defines it.
///
/// # Errors
/// `TypeError`, `OverflowError`, `MemoryError`; any exception of `__index__`.
pub fn repeated_by(thread: &mut Thread, sequence: Root, count: Root) -> Outcome<Root> {
    let times = count_of(thread, count)?;
    let value = plain(thread, thread.get(sequence));
    if let Some(result) = repeat(thread, value, times)? {
        return Ok(thread.root(result));
    }
    let times = thread.root(int::from_i64(thread, times));
    let result = thread.call_special(sequence, "__mul__", &[times])?;
    Ok(result.expect("call_special finds the method that the class has"))
}

/// The result of an object's special method, unless it is `NotImplemented` or there is no such
/// method.
fn ask(
    thread: &mut Thread,
    method: &'static str,
    receiver: Root,
    other: Root,
) -> Outcome<Option<Root>> {
    let result = thread.call_special(receiver, method, &[other])?;
    Ok(result.filter(|result| thread.get(*result) != NOT_IMPLEMENTED))
}

/// The result of `a operator b` when the method of `a` has refused, and `b` is of the same class or
/// of a built-in one: its own method is not called.
///
/// # Errors
/// As [`binary`].
pub fn after_refusal(
    thread: &mut Thread,
    operator: Operator,
    a: Root,
    b: Root,
    augmented: bool,
) -> Outcome<Root> {
    if is_builtin(thread, thread.get(b)) {
        if let Some(result) = of_type(thread, operator, a, b, Side::Right)? {
            return Ok(result);
        }
        if let Some(result) = of_sequences(thread, operator, a, b, augmented)? {
            return Ok(result);
        }
    }
    Err(unsupported(thread, operator, a, b, augmented))
}

/// The `TypeError` of operands that do not have an operator.
fn unsupported(thread: &Thread, operator: Operator, a: Root, b: Root, augmented: bool) -> Unwind {
    let names = operator.names();
    let symbol = match operator {
        _ if augmented => names.augmented_symbol,
        Operator::Power => "** or pow()",
        _ => names.symbol,
    };
    let [first, second] = [a, b].map(|root| type_name(thread, thread.get(root)));
    let message = format!("unsupported operand type(s) for {symbol}: '{first}' and '{second}'");
    type_error(thread, message)
}

/// `a operator= b`: the value that is to be stored in `a`'s place.
///
/// # Errors
/// As [`binary`]; an abort.
pub fn inplace(thread: &mut Thread, operator: Operator, a: Root, b: Root) -> Outcome<Root> {
    let method = operator.names().inplace;
    let class = thread.class_of(thread.get(a));
    let of_built_in = is_builtin(thread, thread.get(a));
    if of_built_in && is_builtin(thread, thread.get(b)) {
        if operator == Operator::Multiply && is_sequence_class(class) {
            check_count(thread, b)?;
        }
        if let Some(result) = inplace_of_type(thread, operator, a, b)? {
            return Ok(result);
        }
    }
    let is_sequence_method = is_sequence(thread, a, &[method]);
    // A program's class below a sequence uses the `+=` of the sequence before the methods of
    // numbers.
    let goes_first = !is_sequence_method || operator == Operator::Add && class >= CLASS_USER_FIRST;
    if goes_first {
        let result = if of_built_in {
            inplace_of_type(thread, operator, a, b)?
        } else {
            ask(thread, method, a, b)?
        };
        if let Some(result) = result {
            return Ok(result);
        }
    }
    if let Some(result) = binary_leaf(thread, operator, thread.get(a), thread.get(b))? {
        return Ok(thread.root(result));
    }
    if let Some(result) = by_methods(thread, operator, a, b)? {
        return Ok(result);
    }
    if is_sequence_method {
        if operator == Operator::Multiply {
            check_count(thread, b)?;
        }
        let result = if of_built_in {
            inplace_of_type(thread, operator, a, b)?
        } else {
            ask(thread, method, a, b)?
        };
        if let Some(result) = result {
            return Ok(result);
        }
    }
    if let Some(result) = of_sequences(thread, operator, a, b, true)? {
        return Ok(result);
    }
    Err(unsupported(thread, operator, a, b, true))
}

/// `a operator= b` of a built-in type that changes in place; `None` if it does not, or leaves it to
/// the type of `b`.
///
/// # Errors
/// Any exception of iterating, hashes and comparisons of items; an abort.
pub fn inplace_of_type(
    thread: &mut Thread,
    operator: Operator,
    a: Root,
    b: Root,
) -> Outcome<Option<Root>> {
    let whole = a;
    let a = thread.root(plain(thread, thread.get(a)));
    let target = thread.get(a);
    match (operator, kind(thread, target)) {
        (Operator::Add, CLASS_LIST) => iterate::extend_list_asking(thread, a, b)?,
        (Operator::Multiply, CLASS_LIST) => {
            let count = count_of(thread, b)?;
            let object = thread.object_at(a);
            let repeated = list::repeat(thread, object, count)?;
            let repeated = list::values(thread, repeated.known_object());
            list::set_all(thread, object, &repeated)?;
        }
        (Operator::Add, CLASS_BYTEARRAY) => {
            let others = plain(thread, thread.get(b));
            let Some(content) = buffer::content(thread, others) else {
                let [own, name] = [whole, b].map(|root| type_name(thread, thread.get(root)));
                let message = format!("can't concat {name} to {own}");
                return Err(type_error(thread, message));
            };
            let object = target.known_object();
            bytearray::extend(thread, object, &content)?;
        }
        (Operator::Multiply, CLASS_BYTEARRAY) => {
            let count = count_of(thread, b)?;
            let object = thread.object_at(a);
            let repeated = bytes::repeated(thread, &bytearray::content(thread, object), count)?;
            let length = bytearray::length(thread, object);
            bytearray::splice(thread, object, 0, length, &repeated)?;
        }
        (Operator::Or, CLASS_DICT) => dict_methods::update(thread, a, b)?,
        (Operator::Or | Operator::And | Operator::Subtract | Operator::Xor, CLASS_SET)
            if matches!(
                kind(thread, plain(thread, thread.get(b))),
                CLASS_SET | CLASS_FROZENSET
            ) =>
        {
            let others = thread.root(plain(thread, thread.get(b)));
            set::inplace(thread, operator, a, others)?;
        }
        _ => return Ok(None),
    }
    Ok(Some(whole))
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
        // This warns.
        Some(_) if operator == Unary::Invert && is_boolean(value) => Ok(None),
        Some(result) => Ok(Some(result)),
        None => decimal::unary(thread, operator, value),
    }
}

fn is_boolean(value: Value<'_>) -> bool {
    value == TRUE || value == FALSE
}

const INVERSION_OF_BOOLEAN: &str = "Bitwise inversion '~' on bool is deprecated and will be \
    removed in Python 3.16. This returns the bitwise inversion of the underlying int object and is \
    usually not what you expect from negating a bool. Use the 'not' operator for boolean negation \
    or ~int(x) if you really want the bitwise inversion of the underlying int.";

/// A unary operator.
///
/// # Errors
/// `TypeError` if the operand does not have it; any exception of special methods.
pub fn unary(thread: &mut Thread, operator: Unary, value: Root) -> Outcome<Root> {
    if let Some(result) = unary_leaf(thread, operator, thread.get(value))? {
        return Ok(thread.root(result));
    }
    if operator == Unary::Invert && is_boolean(thread.get(value)) {
        upcalls::warn(thread, DEPRECATION_WARNING, INVERSION_OF_BOOLEAN)?;
        let result = number::unary(thread, operator, thread.get(value))?;
        return Ok(thread.root(result.unwrap_or(NOT_IMPLEMENTED)));
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
    let is_complex = |value: Value<'_>| thread.class_of(value) == layouts::CLASS_COMPLEX;
    let is_number = |value: Value<'_>| number::classify(thread, value).is_some();
    let any_float = [base, exponent]
        .map(|value| thread.class_of(value))
        .contains(&layouts::CLASS_FLOAT);
    let is_asked_of_complex = is_complex(base)
        || is_complex(exponent)
        || is_complex(modulus) && !any_float && is_number(base) && is_number(exponent);
    if is_asked_of_complex {
        return Err(host::value_error(thread, "complex modulo"));
    }
    if is_number(base) && is_number(exponent) && (any_float || is_number(modulus)) {
        let message = "pow() 3rd argument not allowed unless all arguments are integers";
        return Err(type_error(thread, message));
    }
    let names = [base, exponent, modulus].map(|value| type_name(thread, value));
    let [first, second, third] = names;
    let message =
        format!("unsupported operand type(s) for ** or pow(): '{first}', '{second}', '{third}'");
    Err(type_error(thread, message))
}
