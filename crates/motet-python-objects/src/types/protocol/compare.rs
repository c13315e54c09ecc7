//! Comparisons.

use std::cmp::Ordering;

use crate::model::code::CODE_ADDRESS;
use crate::model::instance_layout::is_boxed;
use crate::model::names;
use crate::types::protocol::compare;
use crate::types::protocol::inherited;
use crate::types::protocol::truth;

use crate::model::class::InstanceKind;
use crate::types::host::need_native_stack;
use crate::types::prelude::*;
use crate::types::protocol::operator::Comparison;
use crate::types::special_methods::is_wider;
use crate::types::{buffer, complex, dict, list, number, range, set, slice, string, tuple};
use crate::types::{calendar, decimal, weak_references};

/// What the error says of containers that are nested too deeply.
pub(crate) const TOO_DEEP: &str = "in comparison";

/// Whether two values are one or are equal, as containers compare; `None` if Python code must say.
///
/// # Errors
/// `RecursionError`.
#[inline]
pub fn equal_leaf(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Outcome<Option<bool>> {
    if a == b {
        return Ok(Some(true));
    }
    holds_leaf(thread, Comparison::Equal, a, b)
}

/// Whether a comparison holds; `None` if Python code must say, or if it is an error.
///
/// # Errors
/// `RecursionError`.
#[inline]
pub fn holds_leaf(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Outcome<Option<bool>> {
    if let (Some(a), Some(b)) = (a.as_integer(), b.as_integer()) {
        return Ok(Some(comparison.holds(Some(a.cmp(&b)))));
    }
    if let (Some(a), Some(b)) = (a.as_float(), b.as_float()) {
        return Ok(Some(comparison.holds(a.partial_cmp(&b))));
    }
    if let (Some(a), Some(b)) = (
        string::exact_string(thread, a),
        string::exact_string(thread, b),
    ) {
        return Ok(Some(match comparison {
            Comparison::Equal => string::equal(thread, a, b),
            Comparison::NotEqual => !string::equal(thread, a, b),
            _ => comparison.holds(Some(string::compare(thread, a, b))),
        }));
    }
    holds_other(thread, comparison, a, b)
}

/// Whether two bound methods bind the same function to the same object; `None` if one is none.
fn methods_equal(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Option<bool> {
    Some(thread.bound_parts(a)? == thread.bound_parts(b)?)
}

/// Whether a comparison holds of values one of which is no built-in one; `None` if Python code must
/// say.
#[inline(never)]
fn holds_of_others(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Option<bool> {
    if let Some(holds) = decimal::compare(thread, comparison, a, b) {
        return Some(holds);
    }
    if !comparison.is_equality() {
        return None;
    }
    if let Some(equal) = methods_equal(thread, a, b) {
        return Some(equal == (comparison == Comparison::Equal));
    }
    if is_equal_to_itself_alone(thread, a, b) {
        return identity(comparison, a, b);
    }
    None
}

/// Whether the `==` or `!=` of a value is a function of the program, which must be called.
#[inline]
fn is_asked(thread: &Thread, comparison: Comparison, value: Value<'_>) -> bool {
    let name = match comparison {
        Comparison::Equal => names::EQ,
        Comparison::NotEqual => names::NE,
        _ => return false,
    };
    let class = thread.class_of(value);
    class >= CLASS_USER_FIRST
        && !decimal::is_class(thread, class)
        && thread
            .look_up(class, name)
            .is_some_and(|found| thread.object_of(found.value, CLASS_FUNCTION).is_some())
}

/// The same before classes are asked whose `==` or `<` is that of a built-in one.
fn holds_of_instances(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Outcome<Option<bool>> {
    if let Some(holds) = calendar::compare(thread, comparison, a, b) {
        return Ok(Some(holds));
    }
    if let Some((a, b)) = inherited::compared_of_one_shape(thread, comparison, a, b) {
        return holds_leaf(thread, comparison, a, b);
    }
    if is_asked(thread, comparison, a) || is_asked(thread, comparison, b) {
        return Ok(None);
    }
    if let Some((a, b)) = inherited::compared(thread, comparison, a, b) {
        return holds_leaf(thread, comparison, a, b);
    }
    Ok(holds_of_others(thread, comparison, a, b))
}

/// The values inside of two members of an `IntEnum`, or of alike instances of one class, if those
/// are what is compared.
#[inline]
fn inside_of_one_shape<'a>(
    thread: &'a Thread,
    comparison: Comparison,
    a: Value<'a>,
    b: Value<'a>,
) -> Option<(Value<'a>, Value<'a>)> {
    is_boxed(thread.layout_id(a.as_object()?))
        .then(|| inherited::compared_of_one_shape(thread, comparison, a, b))?
}

/// The comparison of two tuples, lists or sets.
#[inline(always)]
fn of_containers(
    thread: &Thread,
    comparison: Comparison,
    a: Object<'_>,
    b: Object<'_>,
) -> Option<Outcome<Option<bool>>> {
    match (thread.host_of(a), thread.host_of(b)) {
        (CLASS_TUPLE, CLASS_TUPLE) | (CLASS_LIST, CLASS_LIST) => {
            let room = need_native_stack(thread, TOO_DEEP);
            Some(room.and_then(|()| sequences(thread, comparison, a, b)))
        }
        (CLASS_SET | CLASS_FROZENSET, CLASS_SET | CLASS_FROZENSET) => {
            Some(set::compare_leaf(thread, comparison, a.value(), b.value()))
        }
        _ => None,
    }
}

fn holds_other(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Outcome<Option<bool>> {
    if let Some((a, b)) = inside_of_one_shape(thread, comparison, a, b) {
        return holds_leaf(thread, comparison, a, b);
    }
    if let (Some(first), Some(second)) = (a.as_object(), b.as_object()) {
        if let Some(answer) = of_containers(thread, comparison, first, second) {
            return answer;
        }
        if let Some(answer) = of_plain_instances(thread, comparison, first, second) {
            return Ok(answer);
        }
    }
    if !is_builtin(thread, a) || !is_builtin(thread, b) {
        return match weak_references::targets(thread, a, b) {
            Some((a, b)) if comparison.is_equality() => holds_leaf(thread, comparison, a, b),
            _ => holds_of_instances(thread, comparison, a, b),
        };
    }
    let (kind_a, kind_b) = (kind(thread, a), kind(thread, b));
    if is_number(kind_a)
        && is_number(kind_b)
        && let Some(holds) = number::compare_leaf(thread, comparison, a, b)
    {
        return Ok(Some(holds));
    }
    let (Some(first), Some(second)) = (a.as_object(), b.as_object()) else {
        if comparison.is_equality()
            && let Some(equal) = complex::equal(thread, a, b)
        {
            return Ok(Some(equal == (comparison == Comparison::Equal)));
        }
        return Ok(identity(comparison, a, b));
    };
    let equality = |equal: bool| {
        comparison
            .is_equality()
            .then_some(equal == (comparison == Comparison::Equal))
    };
    match (kind_a, kind_b) {
        (CLASS_DICT, CLASS_DICT) if comparison.is_equality() => {
            need_native_stack(thread, TOO_DEEP)?;
            let equal = dicts(thread, first, second)?;
            Ok(equal.map(|equal| equal == (comparison == Comparison::Equal)))
        }
        _ if set::is_set_like(kind_a) && set::is_set_like(kind_b) => {
            set::compare_leaf(thread, comparison, a, b)
        }
        (CLASS_BYTES | CLASS_BYTEARRAY, CLASS_BYTES | CLASS_BYTEARRAY) => {
            let order = buffer::content(thread, a).cmp(&buffer::content(thread, b));
            Ok(Some(comparison.holds(Some(order))))
        }
        (CLASS_MEMORYVIEW, _) | (_, CLASS_MEMORYVIEW) => Ok(None),
        (CLASS_COMPLEX, _) | (_, CLASS_COMPLEX) => {
            Ok(complex::equal(thread, a, b).map_or_else(|| identity(comparison, a, b), equality))
        }
        (CLASS_RANGE, CLASS_RANGE) => {
            let (first, second) = (range::parts(thread, first), range::parts(thread, second));
            Ok(equality(range::equal(first, second)))
        }
        (CLASS_CODE, CLASS_CODE) => Ok(equality(codes_are_equal(thread, first, second))),
        (CLASS_SLICE, CLASS_SLICE) => slices(thread, comparison, first, second),
        _ => Ok(by_identity(thread, comparison, a, b)),
    }
}

/// The comparison of two values that are equal if they are one; of natives that are bound, if their
/// functions and receivers are.
fn by_identity(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Option<bool> {
    match methods_equal(thread, a, b) {
        Some(equal) if comparison.is_equality() => Some(equal == (comparison == Comparison::Equal)),
        _ => identity(comparison, a, b),
    }
}

fn codes_are_equal(thread: &Thread, a: Object<'_>, b: Object<'_>) -> bool {
    let code = |object| thread.code_at(thread.read(object).raw(CODE_ADDRESS));
    code(a).is_equal(code(b))
}

fn is_number(kind: u32) -> bool {
    matches!(kind, CLASS_INT | CLASS_FLOAT | CLASS_BOOL)
}

/// Compares slices as the tuples of their parts.
fn slices(
    thread: &Thread,
    comparison: Comparison,
    a: Object<'_>,
    b: Object<'_>,
) -> Outcome<Option<bool>> {
    let a = tuple::from_values(thread, &slice::parts(thread, a))?;
    let b = tuple::from_values(thread, &slice::parts(thread, b))?;
    holds_leaf(thread, comparison, a, b)
}

/// The parts of a slice as a tuple.
fn slice_parts(thread: &Thread, slice: Root) -> Outcome<Root> {
    let parts = match thread.get(slice).as_object() {
        Some(slice) => tuple::from_values(thread, &slice::parts(thread, slice))?,
        None => thread.get(slice),
    };
    Ok(thread.root(parts))
}

/// The comparison of two instances of one class of a program, which have the same shape: by
/// identity, or (the inner `None`) by a method of the class. The outer `None`: more must be asked.
fn of_plain_instances(
    thread: &Thread,
    comparison: Comparison,
    a: Object<'_>,
    b: Object<'_>,
) -> Option<Option<bool>> {
    let host = thread.host_of(a);
    if host < CLASS_USER_FIRST || host != thread.host_of(b) {
        return None;
    }
    let class = thread.class_of_object(a);
    if thread.class(class).kind != InstanceKind::Plain || thread.layout_id(a) == LAYOUT_CLASS {
        return None;
    }
    if comparison.is_equality() {
        let from_object = |name| {
            let found = thread.look_up(class, name);
            found.is_none_or(|found| found.class == CLASS_OBJECT)
        };
        if from_object(names::EQ) && from_object(names::NE) {
            return Some(identity(comparison, a.value(), b.value()));
        }
    }
    if decimal::is_class(thread, class) {
        return None;
    }
    Some(calendar::compare(thread, comparison, a.value(), b.value()))
}

/// Whether neither of two values has an `__eq__` or `__ne__` of its own to be asked: instances of a
/// user's classes that inherit those of `object`, beside anything built-in.
fn is_equal_to_itself_alone(thread: &Thread, a: Value<'_>, b: Value<'_>) -> bool {
    let inherits = |value: Value<'_>| {
        let class = thread.class_of(value);
        let from_object = |name| {
            let found = thread.look_up(class, name);
            found.is_none_or(|found| found.class == CLASS_OBJECT)
        };
        class >= CLASS_USER_FIRST && from_object(names::EQ) && from_object(names::NE)
    };
    (inherits(a) || is_builtin(thread, a)) && (inherits(b) || is_builtin(thread, b))
}

fn identity(comparison: Comparison, a: Value<'_>, b: Value<'_>) -> Option<bool> {
    comparison
        .is_equality()
        .then_some((a == b) == (comparison == Comparison::Equal))
}

/// The items of a list or tuple, and how many there are.
fn items<'a>(thread: &'a Thread, sequence: Object<'a>) -> (u64, impl Fn(u64) -> Value<'a>) {
    let (array, length) = if thread.host_of(sequence) == CLASS_LIST {
        list::items(thread, sequence)
    } else {
        (sequence, tuple::length(thread, sequence))
    };
    (length, move |place| thread.read_element(array, place))
}

fn sequences(
    thread: &Thread,
    comparison: Comparison,
    a: Object<'_>,
    b: Object<'_>,
) -> Outcome<Option<bool>> {
    let ((length, item), (other_length, other)) = (items(thread, a), items(thread, b));
    if comparison.is_equality() && length != other_length {
        return Ok(Some(comparison == Comparison::NotEqual));
    }
    for place in 0..length.min(other_length) {
        let (first, second) = (item(place), other(place));
        match equal_leaf(thread, first, second)? {
            Some(true) => {}
            Some(false) if comparison.is_equality() => {
                return Ok(Some(comparison == Comparison::NotEqual));
            }
            Some(false) => return holds_leaf(thread, comparison, first, second),
            None => return Ok(None),
        }
    }
    Ok(Some(comparison.holds(Some(length.cmp(&other_length)))))
}

fn dicts(thread: &Thread, a: Object<'_>, b: Object<'_>) -> Outcome<Option<bool>> {
    if dict::length(thread, a) != dict::length(thread, b) {
        return Ok(Some(false));
    }
    let (first, second) = (dict::table(thread, a), dict::table(thread, b));
    for (entry, key, hash) in dict::hashed_keys(thread, a) {
        let other = match second.find_folded(thread, key, hash, 0)? {
            dict::Found::Entry(other) => second.value(thread, other),
            dict::Found::Missing(_) => return Ok(Some(false)),
            dict::Found::Ask(_) => return Ok(None),
        };
        match equal_leaf(thread, first.value(thread, entry), other)? {
            Some(true) => {}
            answer => return Ok(answer),
        }
    }
    Ok(Some(true))
}

/// `a comparison b`: any value, as the special methods return it.
///
/// # Errors
/// `TypeError` if they have no order; any exception of special methods.
pub fn compare(thread: &mut Thread, comparison: Comparison, a: Root, b: Root) -> Outcome<Root> {
    if let Some(holds) = holds_leaf(thread, comparison, thread.get(a), thread.get(b))? {
        return Ok(thread.root(boolean(holds)));
    }
    compare_asking(thread, comparison, a, b)
}

/// [`compare`] of values of which [`holds_leaf`] knows nothing.
fn compare_asking(thread: &mut Thread, comparison: Comparison, a: Root, b: Root) -> Outcome<Root> {
    if is_one_shape_of_a_program(thread, a, b) {
        return match ask(thread, comparison, a, b)? {
            Some(result) => Ok(result),
            None => after_refusal(thread, comparison, a, b),
        };
    }
    let is_view = |root| kind(thread, thread.get(root)) == CLASS_MEMORYVIEW;
    let views = is_view(a) || is_view(b);
    if !views && is_builtin(thread, thread.get(a)) && is_builtin(thread, thread.get(b)) {
        if let Some(result) = containers(thread, comparison, a, b)? {
            return Ok(result);
        }
        return unordered(thread, comparison, a, b);
    }
    let reflected_first = is_below(thread, b, a);
    if reflected_first && let Some(result) = ask(thread, comparison.swapped(), b, a)? {
        return Ok(result);
    }
    if let Some(result) = ask(thread, comparison, a, b)? {
        return Ok(result);
    }
    if !reflected_first && let Some(result) = ask(thread, comparison.swapped(), b, a)? {
        return Ok(result);
    }
    unordered(thread, comparison, a, b)
}

/// Whether two values are instances of a program's class with the same attributes, and so of one
/// class: neither goes first.
fn is_one_shape_of_a_program(thread: &Thread, a: Root, b: Root) -> bool {
    let kind = kind(thread, thread.get(a));
    kind >= CLASS_USER_FIRST && kind == compare::kind(thread, thread.get(b))
}

/// The result of a comparison when the method of `a` has refused, and `b` is of the same class or
/// of a built-in one.
///
/// # Errors
/// As [`compare`].
pub fn after_refusal(
    thread: &mut Thread,
    comparison: Comparison,
    a: Root,
    b: Root,
) -> Outcome<Root> {
    if let Some(result) = ask(thread, comparison.swapped(), b, a)? {
        return Ok(result);
    }
    unordered(thread, comparison, a, b)
}

/// Whether the type of `a` is a proper subclass of that of `b`: then its method goes first.
pub(crate) fn is_below(thread: &Thread, a: Root, b: Root) -> bool {
    let (a, b) = (thread.get(a), thread.get(b));
    let (class_a, class_b) = (thread.class_of(a), thread.class_of(b));
    class_a != class_b && thread.is_subclass(class_a, class_b)
}

/// The result of the special method of `a`, unless it is `NotImplemented` or there is no such
/// method.
fn ask(thread: &mut Thread, comparison: Comparison, a: Root, b: Root) -> Outcome<Option<Root>> {
    if is_builtin(thread, thread.get(a)) && kind(thread, thread.get(a)) != CLASS_MEMORYVIEW {
        return of_type(thread, comparison, a, b);
    }
    if let Some(result) = thread.call_special(a, comparison.method(), &[b])? {
        return Ok((thread.get(result) != NOT_IMPLEMENTED).then_some(result));
    }
    if comparison != Comparison::NotEqual {
        return Ok(None);
    }
    // A class without `__ne__` means the opposite of its `__eq__`.
    match ask(thread, Comparison::Equal, a, b)? {
        Some(equal) => {
            let equal = truth::truth(thread, equal)?;
            Ok(Some(thread.root(boolean(!equal))))
        }
        None => Ok(None),
    }
}

/// The order of a `bytearray` and a view; none if the view is closed.
fn order_by_view(thread: &Thread, bytes: Value<'_>, view: Value<'_>) -> Option<Ordering> {
    let (bytes, view) = (
        buffer::content(thread, bytes)?,
        buffer::content(thread, view)?,
    );
    Some(bytes.cmp(&view))
}

/// The result of the built-in type of `a` for a `b` of that type or of a class below it; `None` if
/// it leaves the comparison to the type of `b`.
///
/// # Errors
/// Any exception of comparisons of items.
pub fn of_type(
    thread: &mut Thread,
    comparison: Comparison,
    a: Root,
    b: Root,
) -> Outcome<Option<Root>> {
    let b = thread.root(plain(thread, thread.get(b)));
    let (first, second) = (thread.get(a), thread.get(b));
    let (kind_a, kind_b) = (kind(thread, first), kind(thread, second));
    if kind_a == CLASS_BYTEARRAY && kind_b == CLASS_MEMORYVIEW && !comparison.is_equality() {
        let order = order_by_view(thread, first, second);
        let holds = order.map(|order| comparison.holds(Some(order)));
        return Ok(holds.map(|holds| thread.root(boolean(holds))));
    }
    let is_bytes = |kind| matches!(kind, CLASS_BYTES | CLASS_BYTEARRAY);
    let is_complex = |kind| is_number(kind) || kind == CLASS_COMPLEX;
    let alike = is_number(kind_a) && is_number(kind_b)
        || set::is_set_like(kind_a) && set::is_set_like(kind_b)
        || is_bytes(kind_a) && is_bytes(kind_b)
        || comparison.is_equality() && is_complex(kind_a) && is_complex(kind_b)
        || kind_a == kind_b && is_builtin(thread, first)
        || first == second && comparison.is_equality();
    let is_refused = is_wider(thread, second, first)
        || !comparison.is_equality() && matches!(kind_a, CLASS_DICT | CLASS_COMPLEX);
    if !alike || is_refused {
        return Ok(None);
    }
    match holds_leaf(thread, comparison, first, second)? {
        Some(holds) => Ok(Some(thread.root(boolean(holds)))),
        None => containers(thread, comparison, a, b),
    }
}

fn unordered(thread: &mut Thread, comparison: Comparison, a: Root, b: Root) -> Outcome<Root> {
    let (first, second) = (thread.get(a), thread.get(b));
    if let Some(holds) = identity(comparison, first, second) {
        return Ok(thread.root(boolean(holds)));
    }
    let (first, second) = (type_name(thread, first), type_name(thread, second));
    let symbol = comparison.symbol();
    let message = format!("'{symbol}' not supported between instances of '{first}' and '{second}'");
    Err(type_error(thread, message))
}

/// Compares containers whose items have special methods; `None` if they are no such containers.
fn containers(
    thread: &mut Thread,
    comparison: Comparison,
    a: Root,
    b: Root,
) -> Outcome<Option<Root>> {
    need_native_stack(thread, TOO_DEEP)?;
    let kinds = (kind(thread, thread.get(a)), kind(thread, thread.get(b)));
    let holds = match kinds {
        (CLASS_TUPLE, CLASS_TUPLE) | (CLASS_LIST, CLASS_LIST) => {
            return sequences_calling(thread, comparison, a, b).map(Some);
        }
        (CLASS_SLICE, CLASS_SLICE) => {
            let (a, b) = (slice_parts(thread, a)?, slice_parts(thread, b)?);
            return sequences_calling(thread, comparison, a, b).map(Some);
        }
        (CLASS_DICT, CLASS_DICT) if comparison.is_equality() => {
            dicts_calling(thread, a, b)? == (comparison == Comparison::Equal)
        }
        (first, second) if set::is_set_like(first) && set::is_set_like(second) => {
            set::compare(thread, comparison, a, b)?
        }
        _ => return Ok(None),
    };
    Ok(Some(thread.root(boolean(holds))))
}

fn item_at(thread: &Thread, sequence: Root, place: u64) -> Option<Root> {
    let object = thread.object_at(sequence);
    let item = if thread.host_of(object) == CLASS_LIST {
        list::get(thread, object, place)
    } else {
        (place < tuple::length(thread, object)).then(|| tuple::get(thread, object, place))
    };
    item.map(|item| thread.root(item))
}

/// The result is that of comparing the first items that differ, which may be no `bool`.
fn sequences_calling(
    thread: &mut Thread,
    comparison: Comparison,
    a: Root,
    b: Root,
) -> Outcome<Root> {
    let answer = |thread: &Thread, holds| thread.root(boolean(holds));
    let lengths = |thread: &Thread| {
        let length = |root: Root| truth::length_leaf(thread, thread.get(root));
        (length(a), length(b))
    };
    let (length_a, length_b) = lengths(thread);
    if comparison.is_equality() && length_a != length_b {
        return Ok(answer(thread, comparison == Comparison::NotEqual));
    }
    let mut place = 0;
    loop {
        let mark = thread.root_count();
        let (Some(first), Some(second)) = (item_at(thread, a, place), item_at(thread, b, place))
        else {
            let (length_a, length_b) = lengths(thread);
            let holds = comparison.holds(Some(length_a.cmp(&length_b)));
            return Ok(answer(thread, holds));
        };
        if !same_or_equal(thread, first, second)? {
            if comparison.is_equality() {
                return Ok(answer(thread, comparison == Comparison::NotEqual));
            }
            return compare(thread, comparison, first, second);
        }
        thread.truncate_roots(mark);
        place += 1;
    }
}

fn dicts_calling(thread: &mut Thread, a: Root, b: Root) -> Outcome<bool> {
    let length = |root: Root| truth::length_leaf(thread, thread.get(root));
    if length(a) != length(b) {
        return Ok(false);
    }
    let mut entry = 0;
    loop {
        let first = thread.object_at(a);
        if entry >= dict::used(thread, first) {
            return Ok(true);
        }
        if let Some((key, value)) = dict::entry_at(thread, first, entry) {
            let mark = thread.root_count();
            let (key, value) = (thread.root(key), thread.root(value));
            let Some(other) = dict::get(thread, b, key)? else {
                return Ok(false);
            };
            if !same_or_equal(thread, value, other)? {
                return Ok(false);
            }
            thread.truncate_roots(mark);
        }
        entry += 1;
    }
}

/// Whether a comparison holds.
///
/// # Errors
/// As [`compare`].
pub fn holds(thread: &mut Thread, comparison: Comparison, a: Root, b: Root) -> Outcome<bool> {
    match holds_leaf(thread, comparison, thread.get(a), thread.get(b))? {
        Some(holds) => Ok(holds),
        None => holds_asking(thread, comparison, a, b),
    }
}

/// [`holds`] of values of which [`holds_leaf`] has just said that Python code must tell.
///
/// # Errors
/// As [`compare`].
pub fn holds_asking(
    thread: &mut Thread,
    comparison: Comparison,
    a: Root,
    b: Root,
) -> Outcome<bool> {
    let mark = thread.root_count();
    let result = compare_asking(thread, comparison, a, b)?;
    let holds = truth::truth(thread, result)?;
    thread.truncate_roots(mark);
    Ok(holds)
}

/// Whether two values are one or are equal, as containers compare.
///
/// # Errors
/// Any exception of `__eq__`.
pub fn same_or_equal(thread: &mut Thread, a: Root, b: Root) -> Outcome<bool> {
    match equal_leaf(thread, thread.get(a), thread.get(b))? {
        Some(answer) => Ok(answer),
        None => holds_asking(thread, Comparison::Equal, a, b),
    }
}
