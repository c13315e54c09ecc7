//! What builtins make of the results of special methods: `len` of that of `__len__`, and so on. For
//! handlers, which run the method as a frame.

use crate::model::native::Special;
use crate::types::prelude::*;
use crate::types::protocol::{hash, iterate, repr, truth};
use crate::types::{int, string};

/// Whether the builtin returns the result as it is, for sure.
#[inline]
pub fn is_common(thread: &Thread, special: Special, result: Value<'_>) -> bool {
    match special {
        Special::Length => result.as_integer().is_some_and(|length| length >= 0),
        Special::Hash => result.as_integer().is_some_and(|hash| hash != -1),
        Special::Text | Special::String => string::exact_string(thread, result).is_some(),
        Special::Iterator => iterate::is_iterator(thread, result),
        Special::Next | Special::Absolute | Special::Attribute => true,
    }
}

/// What the builtin returns.
///
/// # Errors
/// `TypeError`, `ValueError` or `OverflowError` for a result that the method may not have.
pub fn result_of(thread: &mut Thread, special: Special, result: Root) -> Outcome<Root> {
    match special {
        Special::Length => {
            let length = truth::length_of_result(thread, result)?;
            return Ok(thread.root(int::from_u64(thread, length)));
        }
        Special::Hash => {
            let hash = hash::hash_of_result(thread, thread.get(result))?;
            return Ok(thread.root(int::from_i64(thread, hash)));
        }
        Special::Text | Special::String => {
            repr::check_text(thread, thread.get(result), special.method())?
        }
        Special::Iterator => iterate::check_iterator(thread, thread.get(result))?,
        Special::Next | Special::Absolute | Special::Attribute => {}
    }
    Ok(result)
}
