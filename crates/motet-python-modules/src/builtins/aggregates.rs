//! Built-in functions that take many values and answer one: `sum`, `min`, `any` …

use super::sums::sum;
use motet_python_objects::model::call_loops::Looping;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome, Special};
use motet_python_objects::model::short_call;
use motet_python_objects::types::native_loops;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::operator::Comparison;
use motet_python_objects::types::protocol::{compare, iterate, truth};
use motet_python_objects::types::tables::{NAMES_ONLY, check_keywords, keyword};
use motet_python_objects::types::{int, list, list_methods, sort, tuple};

fn any<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = thread.root(arguments.get(thread, 0));
    if native_loops::is_drained(thread, source) {
        return native_loops::has(thread, source, true).map(boolean);
    }
    let mut found = false;
    iterate::for_each(thread, source, |thread, value| {
        found = truth::truth(thread, value)?;
        Ok(!found)
    })?;
    Ok(boolean(found))
}

fn all<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = thread.root(arguments.get(thread, 0));
    if native_loops::is_drained(thread, source) {
        return native_loops::has(thread, source, false).map(|found| boolean(!found));
    }
    let mut holds = true;
    iterate::for_each(thread, source, |thread, value| {
        holds = truth::truth(thread, value)?;
        Ok(holds)
    })?;
    Ok(boolean(holds))
}

/// `min` and `max`: the first value that no other goes before.
fn extreme(
    thread: &mut Thread,
    arguments: Arguments,
    name: &str,
    comparison: Comparison,
) -> Outcome<Root> {
    check_keywords(thread, arguments, name, &[NAMES_ONLY, "key", "default"])?;
    if arguments.keyword_count() == 0 && arguments.len() > 1 {
        return extreme_of_arguments(thread, arguments, comparison);
    }
    let key = keyword(thread, arguments, "key").filter(|key| *key != NONE);
    let key = key.map(|key| thread.root(key));
    let default = keyword(thread, arguments, "default").map(|default| thread.root(default));
    let source = if arguments.len() == 1 {
        thread.root(arguments.get(thread, 0))
    } else {
        if default.is_some() {
            let message =
                format!("Cannot specify a default for {name}() with multiple positional arguments");
            return Err(type_error(thread, message));
        }
        let values: Vec<Value<'_>> = (0..arguments.len())
            .map(|index| arguments.get(thread, index))
            .collect();
        thread.root(tuple::from_values(thread, &values)?)
    };
    if key.is_none()
        && let Some(number) = extreme_small(thread, source, comparison)
    {
        return Ok(thread.root(motet_python_objects::types::int::from_i64(thread, number)));
    }
    if key.is_none()
        && let Some(found) = extreme_leaf(thread, thread.get(source), comparison)?
    {
        return Ok(thread.root(found));
    }
    if key.is_none() && native_loops::is_fed(thread, source) {
        let found = extreme_fed(thread, source, comparison)?;
        return found.or(default).ok_or_else(|| no_items(thread, name));
    }
    let best = thread.root(NONE);
    let best_key = thread.root(NONE);
    let mut is_empty = true;
    iterate::for_each(thread, source, |thread, value| {
        let value_key = match key {
            Some(key) => key_of(thread, key, value)?,
            None => value,
        };
        let goes_first = is_empty || compare::holds(thread, comparison, value_key, best_key)?;
        if goes_first {
            thread.set_root(best, thread.get(value));
            thread.set_root(best_key, thread.get(value_key));
        }
        is_empty = false;
        Ok(true)
    })?;
    match (is_empty, default) {
        (false, _) => Ok(best),
        (true, Some(default)) => Ok(default),
        (true, None) => Err(no_items(thread, name)),
    }
}

/// What a key function gives for an item.
fn key_of(thread: &mut Thread, key: Root, item: Root) -> Outcome<Root> {
    let found = short_call::call_shortly(thread, thread.get(key), &[thread.get(item)]);
    match found {
        Some(found) => Ok(thread.root(found)),
        None => thread.call(key, &[item]),
    }
}

/// The extreme of the items of a built-in container; none if there are no items, or if it takes
/// Python code to compare two of them: then nothing has been asked yet.
fn extreme_leaf<'a>(
    thread: &'a Thread,
    source: Value<'a>,
    comparison: Comparison,
) -> Outcome<Option<Value<'a>>> {
    let Some(values) = iterate::values_leaf(thread, source) else {
        return Ok(None);
    };
    let mut values = values.into_iter();
    let Some(mut best) = values.next() else {
        return Ok(None);
    };
    for value in values {
        match compare::holds_leaf(thread, comparison, value, best)? {
            Some(true) => best = value,
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(best))
}

fn no_items(thread: &Thread, name: &str) -> Unwind {
    value_error(thread, format!("{name}() iterable argument is empty"))
}

/// One step of `min` or `max`: the best so far (`UNBOUND` before the first), and the next item.
/// False if it takes Python code to compare them.
fn extreme_step(
    thread: &Thread,
    arguments: Arguments,
    comparison: Comparison,
) -> Outcome<Value<'_>> {
    let (best, item) = (arguments.get(thread, 0), arguments.get(thread, 1));
    let goes_first = best == UNBOUND
        || match compare::holds_leaf(thread, comparison, item, best)? {
            Some(holds) => holds,
            None => return Ok(FALSE),
        };
    if goes_first {
        arguments.set(thread, 0, item);
    }
    Ok(TRUE)
}

/// The native that compares one item with the least so far.
pub const LEAST_STEP: NativeFunction = NativeFunction::leaf("min", 3, 3, |thread, arguments| {
    extreme_step(thread, arguments, Comparison::Less)
});

/// The native that compares one item with the greatest so far.
pub const GREATEST_STEP: NativeFunction = NativeFunction::leaf("max", 3, 3, |thread, arguments| {
    extreme_step(thread, arguments, Comparison::Greater)
});

/// The result of `min` or `max`, in the place of the best item: of that (`UNBOUND` if there was
/// none), the last item, and the default (`UNBOUND` if none is given).
fn extreme_end<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Value<'a>> {
    if arguments.get(thread, 0) == UNBOUND {
        let default = arguments.get(thread, 2);
        if default == UNBOUND {
            return Err(no_items(thread, name));
        }
        arguments.set(thread, 0, default);
    }
    Ok(TRUE)
}

/// The native that gives the least item.
pub const LEAST_END: NativeFunction = NativeFunction::leaf("min", 3, 3, |thread, arguments| {
    extreme_end(thread, arguments, "min")
});

/// The native that gives the greatest item.
pub const GREATEST_END: NativeFunction = NativeFunction::leaf("max", 3, 3, |thread, arguments| {
    extreme_end(thread, arguments, "max")
});

/// The extreme of the items of a generator or a map; none if there are no items.
fn extreme_fed(thread: &mut Thread, source: Root, comparison: Comparison) -> Outcome<Option<Root>> {
    let (best, nothing) = (thread.root(UNBOUND), thread.root(NONE));
    let loops = thread.machine().loops();
    let step = match comparison {
        Comparison::Less => loops.least_step,
        _ => loops.greatest_step,
    };
    let mark = thread.root_count();
    loop {
        let fed = native_loops::feed(thread, source, (best, nothing), step)?;
        thread.set_root(best, thread.get(fed.state));
        let Some(item) = fed.refused else {
            thread.truncate_roots(mark);
            return Ok((thread.get(best) != UNBOUND).then_some(best));
        };
        if compare::holds(thread, comparison, item, best)? {
            thread.set_root(best, thread.get(item));
        }
        thread.truncate_roots(mark);
    }
}

/// The extreme of the arguments themselves.
fn extreme_of_arguments(
    thread: &mut Thread,
    arguments: Arguments,
    comparison: Comparison,
) -> Outcome<Root> {
    let mut best = 0;
    for index in 1..arguments.len() {
        let (value, before) = (arguments.get(thread, index), arguments.get(thread, best));
        let goes_first = match compare::holds_leaf(thread, comparison, value, before)? {
            Some(holds) => holds,
            None => {
                let mark = thread.root_count();
                let (value, before) = (thread.root(value), thread.root(before));
                let holds = compare::holds(thread, comparison, value, before)?;
                thread.truncate_roots(mark);
                holds
            }
        };
        if goes_first {
            best = index;
        }
    }
    Ok(thread.root(arguments.get(thread, best)))
}

/// The extreme of a built-in container of immediate integers that is not empty.
fn extreme_small(thread: &Thread, source: Root, comparison: Comparison) -> Option<i64> {
    let values = iterate::values_leaf(thread, thread.get(source))?;
    let numbers: Option<Vec<i64>> = values.iter().map(|value| value.as_integer()).collect();
    let numbers = numbers?.into_iter();
    if comparison == Comparison::Less {
        numbers.min()
    } else {
        numbers.max()
    }
}

fn min<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let result = extreme(thread, arguments, "min", Comparison::Less)?;
    Ok(thread.get(result))
}

fn max<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let result = extreme(thread, arguments, "max", Comparison::Greater)?;
    Ok(thread.get(result))
}

fn len<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if let Some(length) = truth::length_leaf(thread, arguments.get(thread, 0))
        && length < motet_tm::INTEGER_MAX as u64
    {
        return Ok(motet_python_objects::types::int::from_length(length));
    }
    let value = thread.root(arguments.get(thread, 0));
    // `__len__` may return more than any container can hold.
    let length = truth::length(thread, value)?;
    Ok(motet_python_objects::types::int::from_u64(thread, length))
}

/// `len` of a built-in container.
fn quick_len<'a>(thread: &'a Thread, [value, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let length = truth::length_leaf(thread, value)?;
    (length < motet_tm::INTEGER_MAX as u64).then(|| int::from_length(length))
}

fn sorted<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "sort", &[NAMES_ONLY, "key", "reverse"])?;
    let (key, reverse) = list_methods::sort_options(thread, arguments)?;
    let source = thread.root(arguments.get(thread, 0));
    let result = iterate::to_list_asking(thread, source)?;
    sort::sort(thread, result, key, reverse)?;
    debug_assert!(list::as_list(thread, thread.get(result)).is_some());
    Ok(thread.get(result))
}

/// The functions of this module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("any", 1, 1, any).looping(Looping::Any),
    NativeFunction::calling("all", 1, 1, all).looping(Looping::All),
    NativeFunction::calling("sum", 1, 2, sum)
        .with_keywords()
        .looping(Looping::Sum),
    NativeFunction::calling("min", 1, u8::MAX, min)
        .with_keywords()
        .looping(Looping::Least),
    NativeFunction::calling("max", 1, u8::MAX, max)
        .with_keywords()
        .looping(Looping::Greatest),
    NativeFunction::calling("len", 1, 1, len)
        .with_quick(quick_len)
        .asking(Special::Length),
    NativeFunction::calling("sorted", 1, 1, sorted)
        .with_keywords()
        .looping(Looping::Sorted),
];
