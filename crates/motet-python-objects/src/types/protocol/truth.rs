//! Truth and length.

use crate::model::names;
use crate::types::decimal;
use crate::types::deque;
use crate::types::dict_views;
use crate::types::element;
use crate::types::float;
use crate::types::protocol;
use crate::types::protocol::inherited::inherited;
use crate::types::protocol::item;
use motet_tm::INTEGER_MAX;

use crate::types::prelude::*;
use crate::types::{
    array, bytearray, bytes, complex, dict, int, list, memoryview, range, string, tuple,
};

/// The length of a built-in container.
///
/// # Errors
/// None: a value without a length gives `None`.
#[inline]
pub fn length_leaf(thread: &Thread, value: Value<'_>) -> Option<u64> {
    let object = value.as_object()?;
    Some(match thread.host_of(object) {
        CLASS_LIST => list::length(thread, object),
        CLASS_TUPLE => tuple::length(thread, object),
        CLASS_STR => string::length(thread, object),
        CLASS_DICT | CLASS_SET | CLASS_FROZENSET => dict::length(thread, object),
        CLASS_BYTES => bytes::length(thread, object),
        CLASS_BYTEARRAY => bytearray::length(thread, object),
        CLASS_MEMORYVIEW => memoryview::open(thread, object)?.1.shape.first().copied()?,
        CLASS_RANGE => range::parts(thread, object).length_clamped(),
        CLASS_DICT_KEYS | CLASS_DICT_VALUES | CLASS_DICT_ITEMS => {
            dict::length(thread, dict_views::dict_of(thread, object))
        }
        CLASS_DEQUE => deque::length(thread, object),
        CLASS_ARRAY => array::length(thread, object),
        CLASS_ELEMENT => element::count(thread, object),
        _ => return length_leaf(thread, inherited(thread, object, names::LEN)?),
    })
}

/// `len(value)`.
///
/// # Errors
/// `TypeError` if it has none; any exception of `__len__`.
pub fn length(thread: &mut Thread, value: Root) -> Outcome<u64> {
    if let Some(length) = length_leaf(thread, thread.get(value)) {
        if length == INTEGER_MAX as u64 {
            // Only a range can be so long.
            let message = "Python int too large to convert to C ssize_t";
            return Err(overflow_error(thread, message));
        }
        return Ok(length);
    }
    let has_special = !is_builtin(thread, thread.get(value))
        || kind(thread, thread.get(value)) == CLASS_MEMORYVIEW;
    if has_special && let Some(length) = special_length(thread, value)? {
        return Ok(length);
    }
    let name = type_name(thread, thread.get(value));
    Err(type_error(
        thread,
        format!("object of type '{name}' has no len()"),
    ))
}

fn special_length(thread: &mut Thread, value: Root) -> Outcome<Option<u64>> {
    let mark = thread.root_count();
    let Some(result) = thread.call_special(value, "__len__", &[])? else {
        return Ok(None);
    };
    let length = length_of_result(thread, result)?;
    thread.truncate_roots(mark);
    Ok(Some(length))
}

fn negative_length(thread: &Thread) -> Unwind {
    value_error(thread, "__len__() should return >= 0")
}

fn is_below_zero(thread: &Thread, value: Value<'_>) -> bool {
    int::to_big(thread, value).is_some_and(|number| number.sign() == num_bigint::Sign::Minus)
}

/// The length that the result of a `__len__` says.
///
/// # Errors
/// `TypeError`, `ValueError` or `OverflowError` for what is no length.
pub(crate) fn length_of_result(thread: &mut Thread, result: Root) -> Outcome<u64> {
    let result = item::index(thread, result)?;
    match int::to_i64(thread, thread.get(result)) {
        Some(length) if length >= 0 => Ok(length as u64),
        Some(_) => Err(negative_length(thread)),
        None if is_below_zero(thread, thread.get(result)) => Err(negative_length(thread)),
        None => Err(overflow_error(
            thread,
            "cannot fit 'int' into an index-sized integer",
        )),
    }
}

/// The truth of an object whose `__bool__`, or `__len__` if it has no `__bool__`, has returned this
/// result.
///
/// # Errors
/// `TypeError` or `ValueError` for a result that such a method must not have; any exception of its
/// `__index__`.
pub fn truth_of_result(thread: &mut Thread, result: Root, is_length: bool) -> Outcome<bool> {
    if is_length {
        return Ok(length_of_result(thread, result)? != 0);
    }
    let result = thread.get(result);
    if result == TRUE || result == FALSE {
        return Ok(result == TRUE);
    }
    let name = type_name(thread, result);
    let message = format!("__bool__ should return bool, returned {name}");
    Err(type_error(thread, message))
}

/// Whether a value of a built-in type counts as true; `None` if its class must be asked.
#[inline]
pub fn truth_leaf(thread: &Thread, value: Value<'_>) -> Option<bool> {
    if let Some(special) = value.as_special() {
        if value == NOT_IMPLEMENTED {
            return None;
        }
        return Some(special != 0 && special != 1);
    }
    if let Some(number) = value.as_integer() {
        return Some(number != 0);
    }
    let Some(object) = value.as_object() else {
        // Zero is no immediate float.
        return Some(true);
    };
    let kind = thread.host_of(object);
    if kind == CLASS_FLOAT {
        return Some(float::to_f64(thread, value) != Some(0.0));
    }
    if kind == CLASS_COMPLEX {
        return complex::as_complex(thread, value).map(|number| number.is_true());
    }
    if kind >= CLASS_USER_FIRST {
        let class = thread.class_of_object(object);
        if thread.look_up(class, names::BOOL).is_some() {
            return match inherited(thread, object, names::BOOL) {
                Some(value) => truth_leaf(thread, value),
                None => decimal::truth(thread, value),
            };
        }
        if thread.look_up(class, names::LEN).is_none() {
            return Some(true);
        }
        return length_leaf(thread, value).map(|length| length != 0);
    }
    if kind == CLASS_MAPPING_PROXY {
        return None;
    }
    if kind >= CLASS_ASKED_FIRST && !matches!(kind, CLASS_DEQUE | CLASS_ARRAY) {
        let class = thread.class_of(value);
        let is_plain = thread.look_up(class, names::BOOL).is_none()
            && thread.look_up(class, names::LEN).is_none();
        return is_plain.then_some(true);
    }
    Some(length_leaf(thread, value).is_none_or(|length| length != 0))
}

/// Whether a value counts as true.
///
/// # Errors
/// Any exception of `__bool__` and `__len__`.
pub fn truth(thread: &mut Thread, value: Root) -> Outcome<bool> {
    if let Some(truth) = truth_leaf(thread, thread.get(value)) {
        return Ok(truth);
    }
    if thread.get(value) == NOT_IMPLEMENTED {
        let message = "NotImplemented should not be used in a boolean context";
        return Err(type_error(thread, message));
    }
    let mark = thread.root_count();
    let called = protocol::call_unblocked(thread, value, "__bool__", &[])?;
    if called == Some(None) {
        let name = type_name(thread, thread.get(value));
        let message = format!("'{name}' cannot be interpreted as a boolean");
        return Err(type_error(thread, message));
    }
    if let Some(result) = called.flatten() {
        let truth = truth_of_result(thread, result, false)?;
        thread.truncate_roots(mark);
        return Ok(truth);
    }
    Ok(special_length(thread, value)?.is_none_or(|length| length != 0))
}
