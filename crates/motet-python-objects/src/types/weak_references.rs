//! Plain weak references as values: their hash and their comparison are those of what they refer
//! to. How they are made and what becomes of them: `classes/weak.rs`.

use crate::types::int;
use crate::types::prelude::*;
use crate::types::protocol::hash;
use motet_vm::weak::{HASH, target};

/// The hash of a weak reference, which is that of its target, also when that has gone; none if
/// Python code must say, or if it is an error.
///
/// # Errors
/// `TypeError` for a target that has no hash; an abort.
pub(crate) fn hash_leaf(thread: &Thread, reference: Object<'_>) -> Outcome<Option<i64>> {
    let known = thread.read(reference).get(HASH);
    if known != NONE {
        return Ok(int::to_i64(thread, known));
    }
    let Some(target) = target(thread, reference) else {
        return Ok(None);
    };
    let Some(hash) = hash::hash_leaf(thread, target)? else {
        return Ok(None);
    };
    let known = int::from_i64(thread, hash);
    thread.write(reference)?.set(HASH, known);
    Ok(Some(hash))
}

/// What two plain weak references to objects that are there refer to.
pub(crate) fn targets<'a>(
    thread: &'a Thread,
    a: Value<'a>,
    b: Value<'a>,
) -> Option<(Value<'a>, Value<'a>)> {
    let target = |value| target(thread, exact(thread, value, CLASS_WEAK_REFERENCE)?);
    target(a).zip(target(b))
}
