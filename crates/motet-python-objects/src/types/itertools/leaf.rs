//! The steps of this module's iterators that run no Python code: a `for` tries them first. Where
//! more than the common case is needed they answer [`Next::Call`], before they change anything.

use crate::model::native::Next;
use crate::model::short_call::ShortCallable;
use crate::types::iterators::next_flat;
use crate::types::itertools::*;
use crate::types::protocol::operator::Operator;
use crate::types::{list, number};

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
        CLASS_ACCUMULATE => next_accumulate(thread, iterator),
        CLASS_PAIRWISE => next_pairwise(thread, iterator),
        CLASS_STAR_MAP => next_star_map(thread, iterator),
        CLASS_BATCHED => next_batched(thread, iterator),
        CLASS_ZIP_LONGEST => next_zip_longest(thread, iterator),
        CLASS_PRODUCT => combining::next_product(thread, iterator),
        CLASS_COMBINATIONS => combining::next_combinations(thread, iterator),
        CLASS_PERMUTATIONS => combining::next_permutations(thread, iterator),
        CLASS_COMBINATIONS_REPLACING => combining::next_combinations_replacing(thread, iterator),
        _ => Ok(Next::Call),
    }
}

fn next_count<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    // The barrier comes before the first read: where many threads count, they wait here.
    let written = thread.write(iterator)?;
    let view = written.read();
    let number = view.get(FIRST);
    let (Some(small), Some(step)) = (number.as_integer(), view.get(SECOND).as_integer()) else {
        return Ok(Next::Call);
    };
    let Some(after) = Value::from_integer(small + step) else {
        return Ok(Next::Call);
    };
    written.set(FIRST, after);
    Ok(Next::Item(number))
}

fn next_repeat<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(object) = unboxed(thread, view.get(FIRST)) else {
        return Ok(Next::End);
    };
    match view.get(SECOND) {
        NONE => {}
        left => match left.as_integer() {
            None => return Ok(Next::Call),
            Some(0) => return Ok(Next::End),
            Some(left) => {
                let after = int::from_length(left as u64 - 1);
                thread.write(iterator)?.set(SECOND, after);
            }
        },
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
    loop {
        let view = thread.read(iterator);
        let Some(sources) = view.get(FIRST).as_object() else {
            return Ok(Next::End);
        };
        if let Some(current) = view.get(SECOND).as_object() {
            match next_flat(thread, current)? {
                Next::End => {}
                next => return Ok(next),
            }
        }
        if !iterators::is_indexed(thread, sources) {
            thread.write(iterator)?.set(SECOND, NONE);
            return Ok(Next::Call);
        }
        let Next::Item(iterable) = iterators::next_leaf(thread, sources)? else {
            let view = thread.write(iterator)?;
            view.set(FIRST, NONE);
            view.set(SECOND, NONE);
            return Ok(Next::End);
        };
        let Some(current) = iterate::iter_leaf(thread, iterable)? else {
            // The iterable is asked by whoever may call.
            iterators::step_back(thread, sources)?;
            thread.write(iterator)?.set(SECOND, NONE);
            return Ok(Next::Call);
        };
        thread.write(iterator)?.set(SECOND, current);
    }
}

/// Sums of small numbers and floats.
fn next_accumulate<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(source) = view.get(FIRST).as_object() else {
        return Ok(Next::End);
    };
    let state = view.get(SECOND).as_object();
    let total = state.filter(|state| tuple::length(thread, *state) == 1);
    let Some(total) = total.filter(|_| view.get(THIRD) == NONE) else {
        return Ok(Next::Call);
    };
    let total = tuple::get(thread, total, 0);
    if !number::is_plain(thread, total) || !iterators::steps_back(thread, source) {
        return Ok(Next::Call);
    }
    let Next::Item(item) = next_flat(thread, source)? else {
        thread.write(iterator)?.set(FIRST, NONE);
        return Ok(Next::End);
    };
    if !number::is_plain(thread, item) {
        iterators::step_back(thread, source)?;
        return Ok(Next::Call);
    }
    let Some(sum) = number::binary(thread, Operator::Add, total, item)? else {
        iterators::step_back(thread, source)?;
        return Ok(Next::Call);
    };
    let state = boxed(thread, sum)?;
    thread.write(iterator)?.set(SECOND, state);
    Ok(Next::Item(sum))
}

/// The next result of a native whose shortcut knows it, of the items of a tuple.
fn next_star_map<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let source = view.get(FIRST).as_object();
    let source = source.filter(|source| iterators::steps_back(thread, *source));
    let Some((source, native)) = source.zip(ShortCallable::of(thread, view.get(SECOND))) else {
        return Ok(Next::Call);
    };
    let Next::Item(item) = iterators::next_leaf(thread, source)? else {
        return Ok(Next::End);
    };
    let arguments = tuple::as_tuple(thread, item).map(|item| tuple::values(thread, item));
    let result = arguments.and_then(|arguments| native.call(thread, &arguments));
    match result {
        Some(result) => Ok(Next::Item(result)),
        None => {
            iterators::step_back(thread, source)?;
            Ok(Next::Call)
        }
    }
}

fn next_pairwise<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(source) = view.get(FIRST).as_object() else {
        return Ok(Next::End);
    };
    let Some(previous) = unboxed(thread, view.get(SECOND)) else {
        return Ok(Next::Call);
    };
    let item = match next_flat(thread, source)? {
        Next::Item(item) => item,
        Next::End => {
            thread.write(iterator)?.set(FIRST, NONE);
            return Ok(Next::End);
        }
        Next::Call => return Ok(Next::Call),
    };
    let last = boxed(thread, item)?;
    let pair = tuple::from_values(thread, &[previous, item])?;
    thread.write(iterator)?.set(SECOND, last);
    Ok(Next::Item(pair))
}

/// A batch of the items of an iterator that never calls; an incomplete one only if that is allowed.
fn next_batched<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(source) = view.get(FIRST).as_object() else {
        return Ok(Next::End);
    };
    let size = view.get(SECOND).as_integer().unwrap_or(0);
    if view.get(THIRD) == TRUE || !iterators::never_calls(thread.host_of(source)) {
        return Ok(Next::Call);
    }
    let mut items = Vec::with_capacity(size.min(BATCH_ROOM) as usize);
    while (items.len() as i64) < size {
        let Next::Item(item) = iterators::next_leaf(thread, source)? else {
            thread.write(iterator)?.set(FIRST, NONE);
            break;
        };
        items.push(item);
    }
    match items.is_empty() {
        true => Ok(Next::End),
        false => tuple::from_values(thread, &items).map(Next::Item),
    }
}

/// Room for the items of a batch before it is known how many there are.
const BATCH_ROOM: i64 = 64;

/// More iterators than this are not zipped in one go.
const ZIPPED_MAX: usize = 8;

/// Zips iterators that never call: before one moves it is known whether all can.
fn next_zip_longest<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let (Some(sources), Some(mut left)) =
        (view.get(FIRST).as_object(), view.get(THIRD).as_integer())
    else {
        return Ok(Next::Call);
    };
    if left == 0 {
        return Ok(Next::End);
    }
    let count = list::length(thread, sources);
    let mut items = [view.get(SECOND); ZIPPED_MAX];
    let source = |place| list::get(thread, sources, place).unwrap_or(NONE);
    let is_flat = |value: Value<'_>| match value.as_object() {
        Some(source) => iterators::never_calls(thread.host_of(source)),
        None => true,
    };
    if count as usize > ZIPPED_MAX || !(0..count).all(|place| is_flat(source(place))) {
        return Ok(Next::Call);
    }
    for place in 0..count {
        let Some(source) = source(place).as_object() else {
            continue;
        };
        if let Next::Item(item) = iterators::next_leaf(thread, source)? {
            items[place as usize] = item;
            continue;
        }
        left -= 1;
        let view = thread.write(iterator)?;
        view.set(THIRD, int::from_i64(thread, left));
        if left == 0 {
            return Ok(Next::End);
        }
        list::set_index(thread, sources, place as i64, NONE)?;
    }
    tuple::from_values(thread, &items[..count as usize]).map(Next::Item)
}

/// The iterator that a chain is at, and which may be at its end.
pub(crate) fn current_of_chain<'a>(thread: &'a Thread, chain: Object<'a>) -> Option<Object<'a>> {
    thread.read(chain).get(SECOND).as_object()
}

/// The iterator over the iterables of a chain, if it is one over a list or tuple and none of the
/// items of the chain's current one is left.
pub(crate) fn sources_of_ended<'a>(thread: &'a Thread, chain: Object<'a>) -> Option<Object<'a>> {
    let view = thread.read(chain);
    let sources = view.get(FIRST).as_object()?;
    let is_ended = match view.get(SECOND).as_object() {
        None => true,
        Some(current) => {
            let source = thread.read(current).get(iterators::SOURCE);
            source == NONE && iterators::is_indexed(thread, current)
        }
    };
    (is_ended && iterators::is_indexed(thread, sources)).then_some(sources)
}

/// The source of an `islice` whose next item is the source's next one, and how many items it may
/// still give at most.
pub(crate) fn open_slice<'a>(
    thread: &'a Thread,
    slice: Object<'a>,
) -> Option<(Object<'a>, Option<u64>)> {
    let view = thread.read(slice);
    let (source, places) = (view.get(FIRST).as_object()?, view.get(THIRD).as_object()?);
    let place = |index| tuple::get(thread, places, index).as_integer();
    let (passed, first, step) = (view.get(SECOND).as_integer()?, place(0)?, place(2)?);
    let stop = tuple::get(thread, places, 1);
    let left = match stop.as_integer() {
        Some(stop) if passed < stop => Some((stop - passed) as u64),
        None if stop == NONE => None,
        _ => return None,
    };
    (passed >= first && step == 1).then_some((source, left))
}

/// Counts items that an open `islice` has given, and finishes it at its end.
///
/// # Errors
/// An abort.
pub(crate) fn pass_in_slice(
    thread: &Thread,
    slice: Object<'_>,
    count: u64,
    is_end: bool,
) -> Outcome<()> {
    let view = thread.write(slice)?;
    let passed = view.read().get(SECOND).known_integer() as u64;
    view.set(SECOND, int::from_length(passed + count));
    if is_end {
        view.set(FIRST, NONE);
    }
    Ok(())
}

fn next_islice<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let Some((source, _)) = open_slice(thread, iterator) else {
        return Ok(Next::Call);
    };
    let next = next_flat(thread, source)?;
    match next {
        Next::Item(_) => pass_in_slice(thread, iterator, 1, false)?,
        Next::End => thread.write(iterator)?.set(FIRST, NONE),
        Next::Call => {}
    }
    Ok(next)
}
