//! Combinatorics: `product`, `permutations`, `combinations`.
//!
//! The places that the items of the last result were taken from lie in a list; the first result
//! makes it.

use super::*;
use crate::objects::list;
use crate::objects::tables::{check_keywords, keyword, parameter};

/// The numbers in a list of the iterator's.
fn numbers(thread: &Thread, iterator: Root, word: u64) -> Vec<usize> {
    let list = value(thread, iterator, word).as_object().expect("a list");
    list::values(thread, list)
        .into_iter()
        .map(|number| number.as_integer().unwrap_or(0) as usize)
        .collect()
}

fn set_numbers(thread: &Thread, iterator: Root, word: u64, numbers: &[usize]) -> Outcome<()> {
    let values: Vec<Value<'_>> = numbers
        .iter()
        .map(|number| int::from_length(*number as u64))
        .collect();
    let list = thread.root(list::from_values(thread, &values)?);
    set(thread, iterator, word, thread.get(list))
}

fn pool_length(thread: &Thread, iterator: Root) -> usize {
    let pool = value(thread, iterator, FIRST).as_object().expect("a tuple");
    tuple::length(thread, pool) as usize
}

/// The items of the pool at these places.
fn picked(thread: &Thread, iterator: Root, places: &[usize]) -> Outcome<Option<Root>> {
    let pool = value(thread, iterator, FIRST).as_object().expect("a tuple");
    let items: Vec<Value<'_>> = places
        .iter()
        .map(|place| tuple::get(thread, pool, *place as u64))
        .collect();
    Ok(Some(thread.root(tuple::from_values(thread, &items)?)))
}

fn make_product<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "product", &["repeat"])?;
    let repeat = match keyword(thread, arguments, "repeat") {
        None => 1,
        Some(repeat) => {
            let repeat = thread.root(repeat);
            count_argument(thread, repeat)?
        }
    };
    if repeat < 0 {
        return Err(value_error(thread, "repeat argument cannot be negative"));
    }
    let mut pools = Vec::new();
    if repeat > 0 {
        for index in 1..arguments.len() {
            let source = thread.root(arguments.get(thread, index));
            pools.push(pool_of(thread, source)?);
        }
    }
    let once: Vec<Value<'_>> = pools.iter().map(|pool| thread.get(*pool)).collect();
    let all = once.repeat(repeat.max(0) as usize);
    let pools = tuple::from_values(thread, &all)?;
    Ok(iterators::new(thread, CLASS_PRODUCT, pools, NONE, NONE))
}

pub(super) fn next_product(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let pools = value(thread, iterator, FIRST).as_object().expect("a tuple");
    let pools = tuple::values(thread, pools);
    let pools: Vec<_> = pools.iter().filter_map(|pool| pool.as_object()).collect();
    let lengths: Vec<usize> = pools
        .iter()
        .map(|pool| tuple::length(thread, *pool) as usize)
        .collect();
    let mut places = if value(thread, iterator, SECOND) == NONE {
        if lengths.contains(&0) {
            return finish(thread, iterator);
        }
        vec![0; pools.len()]
    } else {
        let mut places = numbers(thread, iterator, SECOND);
        let last = (0..places.len())
            .rev()
            .find(|index| places[*index] + 1 < lengths[*index]);
        let Some(last) = last else {
            return finish(thread, iterator);
        };
        places[last] += 1;
        places[last + 1..].fill(0);
        places
    };
    let items: Vec<Value<'_>> = pools
        .iter()
        .zip(&mut places)
        .map(|(pool, place)| tuple::get(thread, *pool, *place as u64))
        .collect();
    let result = thread.root(tuple::from_values(thread, &items)?);
    set_numbers(thread, iterator, SECOND, &places)?;
    Ok(Some(result))
}

/// The pool and how many items a result has.
fn pool_and_count(
    thread: &mut Thread,
    arguments: Arguments,
    name: &str,
    is_optional: bool,
) -> Outcome<(Root, Option<i64>)> {
    check_keywords(thread, arguments, name, &["iterable", "r"])?;
    let Some(source) = parameter(thread, arguments, 1, "iterable") else {
        return Err(missing_argument(thread, name, "iterable", 1));
    };
    let source = thread.root(source);
    let count = parameter(thread, arguments, 2, "r");
    let count = match count {
        None if !is_optional => return Err(missing_argument(thread, name, "r", 2)),
        None => None,
        Some(NONE) if is_optional => None,
        Some(count) => {
            let count = thread.root(count);
            if is_optional && !int::is_int(thread, thread.get(count)) {
                return Err(type_error(thread, "Expected int as r"));
            }
            Some(count_argument(thread, count)?)
        }
    };
    let pool = pool_of(thread, source)?;
    if count.is_some_and(|count| count < 0) {
        return Err(value_error(thread, "r must be non-negative"));
    }
    Ok((pool, count))
}

fn make_permutations<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (pool, count) = pool_and_count(thread, arguments, "permutations", true)?;
    let length = tuple::length(thread, thread.get(pool).as_object().expect("a tuple"));
    let count = count.unwrap_or(length as i64);
    let count = int::from_i64(thread, count);
    Ok(made(thread, CLASS_PERMUTATIONS, pool, NONE, count))
}

pub(super) fn next_permutations(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let length = pool_length(thread, iterator);
    if value(thread, iterator, SECOND) == NONE {
        let count = number(thread, iterator, THIRD) as usize;
        if count > length {
            return finish(thread, iterator);
        }
        let places: Vec<usize> = (0..length).collect();
        let cycles: Vec<usize> = (0..count).map(|index| length - index).collect();
        set_numbers(thread, iterator, SECOND, &places)?;
        set_numbers(thread, iterator, THIRD, &cycles)?;
        return picked(thread, iterator, &places[..count]);
    }
    let mut places = numbers(thread, iterator, SECOND);
    let mut cycles = numbers(thread, iterator, THIRD);
    let count = cycles.len();
    for index in (0..count).rev() {
        cycles[index] -= 1;
        if cycles[index] == 0 {
            places[index..].rotate_left(1);
            cycles[index] = length - index;
        } else {
            places.swap(index, length - cycles[index]);
            set_numbers(thread, iterator, SECOND, &places)?;
            set_numbers(thread, iterator, THIRD, &cycles)?;
            return picked(thread, iterator, &places[..count]);
        }
    }
    finish(thread, iterator)
}

fn make_combinations<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (pool, count) = pool_and_count(thread, arguments, "combinations", false)?;
    let count = int::from_i64(thread, count.unwrap_or(0));
    Ok(made(thread, CLASS_COMBINATIONS, pool, NONE, count))
}

pub(super) fn next_combinations(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let length = pool_length(thread, iterator);
    let count = number(thread, iterator, THIRD) as usize;
    let places = if value(thread, iterator, SECOND) == NONE {
        if count > length {
            return finish(thread, iterator);
        }
        (0..count).collect()
    } else {
        let mut places = numbers(thread, iterator, SECOND);
        let movable = (0..count)
            .rev()
            .find(|index| places[*index] != index + length - count);
        let Some(index) = movable else {
            return finish(thread, iterator);
        };
        places[index] += 1;
        for later in index + 1..count {
            places[later] = places[later - 1] + 1;
        }
        places
    };
    set_numbers(thread, iterator, SECOND, &places)?;
    picked(thread, iterator, &places)
}

fn make_combinations_replacing<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
) -> Outcome<Value<'a>> {
    let name = "combinations_with_replacement";
    let (pool, count) = pool_and_count(thread, arguments, name, false)?;
    let count = int::from_i64(thread, count.unwrap_or(0));
    Ok(made(
        thread,
        CLASS_COMBINATIONS_REPLACING,
        pool,
        NONE,
        count,
    ))
}

pub(super) fn next_combinations_replacing(
    thread: &mut Thread,
    iterator: Root,
) -> Outcome<Option<Root>> {
    let length = pool_length(thread, iterator);
    let count = number(thread, iterator, THIRD) as usize;
    let places = if value(thread, iterator, SECOND) == NONE {
        if length == 0 && count > 0 {
            return finish(thread, iterator);
        }
        vec![0; count]
    } else {
        let mut places = numbers(thread, iterator, SECOND);
        let Some(index) = (0..count).rev().find(|index| places[*index] + 1 != length) else {
            return finish(thread, iterator);
        };
        let place = places[index] + 1;
        places[index..].fill(place);
        places
    };
    set_numbers(thread, iterator, SECOND, &places)?;
    picked(thread, iterator, &places)
}

pub(super) const CONSTRUCTORS: &[(ClassNumber, NativeFunction)] = &[
    (
        CLASS_PRODUCT,
        NativeFunction::calling("product", 1, u8::MAX, make_product).with_keywords(),
    ),
    (
        CLASS_PERMUTATIONS,
        NativeFunction::calling("permutations", 1, 3, make_permutations).with_keywords(),
    ),
    (
        CLASS_COMBINATIONS,
        NativeFunction::calling("combinations", 1, 3, make_combinations).with_keywords(),
    ),
    (
        CLASS_COMBINATIONS_REPLACING,
        NativeFunction::calling(
            "combinations_with_replacement",
            1,
            3,
            make_combinations_replacing,
        )
        .with_keywords(),
    ),
];
