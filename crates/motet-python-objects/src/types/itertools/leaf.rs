//! The steps of this module's iterators that run no Python code: a `for` tries them first. Where
//! more than the common case is needed they answer [`Next::Call`], before they change anything.

use crate::model::native::Next;
use crate::types::iterators::next_flat;
use crate::types::itertools::*;
use crate::types::list;

/// The next item, if it can be had without a call.
///
/// # Errors
/// As the iterators it asks; an abort.
pub(crate) fn next_leaf<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    match thread.host_of(iterator) {
        CLASS_COUNT => next_count(thread, iterator),
        CLASS_CYCLE => next_cycle(thread, iterator),
        CLASS_REPEAT => next_repeat(thread, iterator),
        CLASS_CHAIN => next_chain(thread, iterator),
        CLASS_ISLICE => next_islice(thread, iterator),
        CLASS_PRODUCT => combining::next_product(thread, iterator),
        CLASS_COMBINATIONS => combining::next_combinations(thread, iterator),
        CLASS_PERMUTATIONS => combining::next_permutations(thread, iterator),
        CLASS_COMBINATIONS_REPLACING => combining::next_combinations_replacing(thread, iterator),
        _ => Ok(Next::Call),
    }
}

fn next_count<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let number = view.get(FIRST);
    let (Some(small), Some(step)) = (number.as_integer(), view.get(SECOND).as_integer()) else {
        return Ok(Next::Call);
    };
    let Some(after) = Value::from_integer(small + step) else {
        return Ok(Next::Call);
    };
    thread.write(iterator)?.set(FIRST, after);
    Ok(Next::Item(number))
}

fn next_repeat<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(object) = unboxed(thread, view.get(FIRST)) else {
        return Ok(Next::End);
    };
    if let Some(left) = view.get(SECOND).as_integer() {
        if left == 0 {
            return Ok(Next::End);
        }
        let after = int::from_length(left as u64 - 1);
        thread.write(iterator)?.set(SECOND, after);
    }
    Ok(Next::Item(object))
}

fn next_cycle<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let (Some(seen), Some(place)) = (view.get(SECOND).as_object(), view.get(THIRD).as_integer())
    else {
        return Ok(Next::Call);
    };
    // In the first round the items are to be kept.
    if view.get(FIRST) != TRUE {
        return Ok(Next::Call);
    }
    let Some(item) = list::get(thread, seen, place as u64) else {
        return Ok(Next::Call);
    };
    let after = (place as u64 + 1) % list::length(thread, seen);
    thread.write(iterator)?.set(THIRD, int::from_length(after));
    Ok(Next::Item(item))
}

fn next_chain<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(current) = view.get(SECOND).as_object() else {
        return Ok(Next::Call);
    };
    if view.get(FIRST) == NONE {
        return Ok(Next::End);
    }
    match next_flat(thread, current)? {
        Next::End => {
            thread.write(iterator)?.set(SECOND, NONE);
            Ok(Next::Call)
        }
        next => Ok(next),
    }
}

fn next_islice<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let (Some(source), Some(places)) = (view.get(FIRST).as_object(), view.get(THIRD).as_object())
    else {
        return Ok(Next::Call);
    };
    let place = |index| tuple::get(thread, places, index).as_integer();
    let passed = view.get(SECOND).as_integer();
    let (Some(passed), Some(first), Some(step)) = (passed, place(0), place(2)) else {
        return Ok(Next::Call);
    };
    let stop = tuple::get(thread, places, 1);
    let is_over = match stop.as_integer() {
        Some(stop) => passed >= stop,
        None if stop == NONE => false,
        None => return Ok(Next::Call),
    };
    if passed < first || is_over || step != 1 {
        return Ok(Next::Call);
    }
    let next = next_flat(thread, source)?;
    match next {
        Next::Item(_) => {
            let passed = int::from_length(passed as u64 + 1);
            thread.write(iterator)?.set(SECOND, passed);
        }
        Next::End => thread.write(iterator)?.set(FIRST, NONE),
        Next::Call => {}
    }
    Ok(next)
}
