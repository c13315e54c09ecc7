//! The steps of iterators over deques.

use super::{COUNT_BITS, PLACES, ring_of};
use crate::model::exception::RUNTIME_ERROR;
use crate::model::native;
use crate::types::int;
use crate::types::prelude::*;

/// How many items an iterator over a deque has yet to yield: none once it has failed.
pub(crate) fn left(thread: &Thread, iterator: Object<'_>) -> u64 {
    let view = thread.read(iterator);
    let Some(packed) = view.get(3).as_integer() else {
        return 0;
    };
    let (_, passed) = passed(view.get(2));
    (packed as u64 & ((1 << COUNT_BITS) - 1)).saturating_sub(passed)
}

/// Whether an iterator comes from the end, and how many items it has passed.
fn passed(word: Value<'_>) -> (bool, u64) {
    let number = word.as_integer().unwrap_or(0);
    match number < 0 {
        true => (true, (-1 - number) as u64),
        false => (false, number as u64),
    }
}

/// The next item of an iterator over a deque.
///
/// # Errors
/// `RuntimeError` when the deque has changed.
pub(crate) fn next_leaf<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<native::Next<'a>> {
    let view = thread.read(iterator);
    let Some(deque) = view.get(1).as_object() else {
        return Ok(native::Next::End);
    };
    let ring = ring_of(thread, deque);
    let (from_end, passed) = passed(view.get(2));
    if thread.read(deque).get(PLACES) != view.get(3) {
        thread.write(iterator)?.set(3, NONE);
        return Err(thread.raise(RUNTIME_ERROR, "deque mutated during iteration"));
    }
    if passed >= ring.count {
        thread.write(iterator)?.set(1, NONE);
        return Ok(native::Next::End);
    }
    let index = if from_end {
        ring.count - 1 - passed
    } else {
        passed
    };
    let item = thread.read_element(ring.items, ring.place(index));
    let after = match from_end {
        true => int::from_i64(thread, -2 - passed as i64),
        false => int::from_length(passed + 1),
    };
    thread.write(iterator)?.set(2, after);
    Ok(native::Next::Item(item))
}
