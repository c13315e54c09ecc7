//! Iterators that choose among the items of another, or change them.

use crate::model::exception;
use crate::model::type_def::TypeDef;
use crate::types::iterator_types::MADE_WITHOUT_LENGTH;
use crate::types::itertools::itertool;
use crate::types::itertools::*;
use crate::types::protocol::arithmetic;
use crate::types::protocol::operator::Operator;
use crate::types::protocol::truth;
use crate::types::tables::{NAMES_ONLY, check_keywords, keyword, parameter};

fn make_accumulate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(
        thread,
        arguments,
        "accumulate",
        &["iterable", "func", NAMES_ONLY, "initial"],
    )?;
    let Some(source) = parameter(thread, arguments, 1, "iterable") else {
        return Err(missing_argument(thread, "accumulate", "iterable", 1));
    };
    let source = thread.root(source);
    let function = parameter(thread, arguments, 2, "func").unwrap_or(NONE);
    let function = thread.root(function);
    let initial = keyword(thread, arguments, "initial").unwrap_or(NONE);
    let initial = thread.root(initial);
    let source = iterate::iter(thread, source)?;
    // A pair says that the total is still to be given out.
    let total = match thread.get(initial) {
        NONE => NONE,
        initial => tuple::from_values(thread, &[initial, NONE])?,
    };
    Ok(made(
        thread,
        CLASS_ACCUMULATE,
        source,
        total,
        thread.get(function),
    ))
}

pub(crate) fn next_accumulate(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let state = value(thread, iterator, SECOND);
    if let Some(initial) = tuple::as_tuple(thread, state)
        && tuple::length(thread, initial) == 2
    {
        let total = thread.root(tuple::get(thread, initial, 0));
        let state = boxed(thread, thread.get(total))?;
        set(thread, iterator, SECOND, state)?;
        return Ok(Some(total));
    }
    let Some(item) = next_of_source(thread, iterator)? else {
        return Ok(None);
    };
    // Behind the call: the source may have asked this iterator.
    let total = unboxed(thread, value(thread, iterator, SECOND)).map(|total| thread.root(total));
    let result = match total {
        None => item,
        Some(total) => {
            let function = field(thread, iterator, THIRD);
            if thread.get(function) == NONE {
                arithmetic::binary(thread, Operator::Add, total, item)?
            } else {
                thread.call(function, &[total, item])?
            }
        }
    };
    let state = boxed(thread, thread.get(result))?;
    set(thread, iterator, SECOND, state)?;
    Ok(Some(result))
}

fn make_compress<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "compress", &["data", "selectors"])?;
    let (Some(data), Some(selectors)) = (
        parameter(thread, arguments, 1, "data"),
        parameter(thread, arguments, 2, "selectors"),
    ) else {
        let (name, place) = match parameter(thread, arguments, 1, "data") {
            None => ("data", 1),
            Some(_) => ("selectors", 2),
        };
        return Err(missing_argument(thread, "compress", name, place));
    };
    let (data, selectors) = (thread.root(data), thread.root(selectors));
    let data = iterate::iter(thread, data)?;
    let selectors = iterate::iter(thread, selectors)?;
    Ok(made(
        thread,
        CLASS_COMPRESS,
        data,
        thread.get(selectors),
        NONE,
    ))
}

pub(crate) fn next_compress(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let selectors = field(thread, iterator, SECOND);
    loop {
        let mark = thread.root_count();
        let Some(item) = next_of_source(thread, iterator)? else {
            return Ok(None);
        };
        let Some(selector) = iterate::next(thread, selectors)? else {
            return finish(thread, iterator);
        };
        if truth::truth(thread, selector)? {
            return Ok(Some(item));
        }
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
}

/// `(function, iterable)`.
fn make_of_function(
    thread: &mut Thread,
    arguments: Arguments,
    class: ClassNumber,
) -> Outcome<Value<'_>> {
    let source = iterator_over(thread, arguments, 2)?;
    let function = arguments.get(thread, 1);
    Ok(made(thread, class, source, function, FALSE))
}

fn make_drop_while<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    make_of_function(thread, arguments, CLASS_DROP_WHILE)
}

fn make_take_while<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    make_of_function(thread, arguments, CLASS_TAKE_WHILE)
}

fn make_filter_false<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    make_of_function(thread, arguments, CLASS_FILTER_FALSE)
}

fn make_star_map<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    make_of_function(thread, arguments, CLASS_STAR_MAP)
}

/// The predicate's answer for an item; None stands for the item's own truth.
fn verdict(thread: &mut Thread, function: Root, item: Root) -> Outcome<bool> {
    let answer = if thread.get(function) == NONE {
        item
    } else {
        thread.call(function, &[item])?
    };
    truth::truth(thread, answer)
}

pub(crate) fn next_drop_while(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let function = field(thread, iterator, SECOND);
    loop {
        let mark = thread.root_count();
        let Some(item) = next_of_source(thread, iterator)? else {
            return Ok(None);
        };
        if value(thread, iterator, THIRD) == TRUE {
            return Ok(Some(item));
        }
        let answer = thread.call(function, &[item])?;
        if !truth::truth(thread, answer)? {
            set(thread, iterator, THIRD, TRUE)?;
            return Ok(Some(item));
        }
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
}

pub(crate) fn next_take_while(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let function = field(thread, iterator, SECOND);
    let Some(item) = next_of_source(thread, iterator)? else {
        return Ok(None);
    };
    let answer = thread.call(function, &[item])?;
    if truth::truth(thread, answer)? {
        return Ok(Some(item));
    }
    finish(thread, iterator)
}

pub(crate) fn next_filter_false(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let function = field(thread, iterator, SECOND);
    loop {
        let mark = thread.root_count();
        let Some(item) = next_of_source(thread, iterator)? else {
            return Ok(None);
        };
        if !verdict(thread, function, item)? {
            return Ok(Some(item));
        }
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
}

pub(crate) fn next_star_map(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let function = field(thread, iterator, SECOND);
    let Some(arguments) = next_of_source(thread, iterator)? else {
        return Ok(None);
    };
    let pool = pool_of(thread, arguments)?;
    let items = tuple::values(thread, thread.object_at(pool));
    let items: Vec<Root> = items.into_iter().map(|item| thread.root(item)).collect();
    thread.call(function, &items).map(Some)
}

/// One of `start`, `stop`, `step`; none: it is missing or None. What is no number is -1.
fn slice_argument(thread: &mut Thread, arguments: Arguments, index: usize) -> Outcome<Option<i64>> {
    let argument = match arguments.optional(thread, index) {
        None | Some(NONE) => return Ok(None),
        Some(argument) => thread.root(argument),
    };
    let number = match item::index(thread, argument) {
        Ok(number) => int::to_i64(thread, thread.get(number)),
        Err(Unwind::Raise) if take_exception(thread, exception::TYPE_ERROR) => None,
        Err(unwind) => return Err(unwind),
    };
    Ok(Some(number.unwrap_or(-1)))
}

fn make_islice<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let bounds = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    let stops = "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    let steps = "Step for islice() must be a positive integer or None.";
    let (start, stop) = if arguments.len() == 3 {
        (None, slice_argument(thread, arguments, 2)?)
    } else {
        let start = slice_argument(thread, arguments, 2)?;
        (start, slice_argument(thread, arguments, 3)?)
    };
    if stop == Some(-1) {
        return Err(value_error(thread, stops));
    }
    if start.is_some_and(|start| start < 0) || stop.is_some_and(|stop| stop < 0) {
        return Err(value_error(thread, bounds));
    }
    let step = slice_argument(thread, arguments, 4)?;
    if step.is_some_and(|step| step < 1) {
        return Err(value_error(thread, steps));
    }
    let source = iterator_over(thread, arguments, 1)?;
    let places = slice_places(thread, start.unwrap_or(0), stop, step.unwrap_or(1))?;
    Ok(made(
        thread,
        CLASS_ISLICE,
        source,
        Value::from_small(0),
        thread.get(places),
    ))
}

fn slice_places(thread: &Thread, next: i64, stop: Option<i64>, step: i64) -> Outcome<Root> {
    let number = |number: i64| int::from_i64(thread, number);
    let places = [number(next), stop.map_or(NONE, number), number(step)];
    Ok(thread.root(tuple::from_values(thread, &places)?))
}

/// The place of the next item, the stop and the step of an `islice`.
fn places_of(thread: &Thread, iterator: Root) -> (i64, Option<i64>, i64) {
    let places = tuple::as_tuple(thread, value(thread, iterator, THIRD))
        .expect("the constructor has stored a tuple");
    let place = |index| int::to_i64(thread, tuple::get(thread, places, index));
    (place(0).unwrap_or(0), place(1), place(2).unwrap_or(1))
}

/// The source may ask the same `islice`: places are read again after each of its answers.
pub(crate) fn next_islice(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let source = field(thread, iterator, FIRST);
    let mut passed = number(thread, iterator, SECOND);
    while passed < places_of(thread, iterator).0 {
        let mark = thread.root_count();
        if iterate::next(thread, source)?.is_none() {
            return finish(thread, iterator);
        }
        passed = pass_one(thread, iterator)?;
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
    let (_, stop, _) = places_of(thread, iterator);
    if stop.is_some_and(|stop| passed >= stop) {
        return finish(thread, iterator);
    }
    let Some(item) = iterate::next(thread, source)? else {
        return finish(thread, iterator);
    };
    pass_one(thread, iterator)?;
    let (next, stop, step) = places_of(thread, iterator);
    if step > 1 {
        let after = next.saturating_add(step);
        let after = stop.map_or(after, |stop| after.min(stop));
        let places = slice_places(thread, after, stop, step)?;
        set(thread, iterator, THIRD, thread.get(places))?;
    }
    Ok(Some(item))
}

/// Counts an item of the source; returns how many there have been.
fn pass_one(thread: &Thread, iterator: Root) -> Outcome<i64> {
    let passed = number(thread, iterator, SECOND) + 1;
    set(thread, iterator, SECOND, int::from_i64(thread, passed))?;
    Ok(passed)
}

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    itertool("accumulate", CLASS_ACCUMULATE)
        .constructor(NativeFunction::calling("accumulate", 1, 3, make_accumulate).with_keywords())
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("compress", CLASS_COMPRESS)
        .constructor(NativeFunction::calling("compress", 1, 3, make_compress).with_keywords())
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("dropwhile", CLASS_DROP_WHILE)
        .constructor(NativeFunction::calling("dropwhile", 3, 3, make_drop_while))
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("takewhile", CLASS_TAKE_WHILE)
        .constructor(NativeFunction::calling("takewhile", 3, 3, make_take_while))
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("filterfalse", CLASS_FILTER_FALSE)
        .constructor(NativeFunction::calling(
            "filterfalse",
            3,
            3,
            make_filter_false,
        ))
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("starmap", CLASS_STAR_MAP)
        .constructor(NativeFunction::calling("starmap", 3, 3, make_star_map))
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("islice", CLASS_ISLICE)
        .constructor(NativeFunction::calling("islice", 3, 5, make_islice))
        .methods(&[MADE_WITHOUT_LENGTH]),
];
