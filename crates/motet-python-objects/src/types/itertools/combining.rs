//! Combinatorics: `product`, `permutations`, `combinations`.
//!
//! The places that the items of the last result were taken from lie in a list; the first result
//! makes it.

use crate::model::native::Next;
use crate::model::type_def::TypeDef;
use crate::types::host;
use crate::types::iterator_types::MADE_WITHOUT_LENGTH;
use crate::types::itertools::itertool;
use crate::types::itertools::*;
use crate::types::list;
use crate::types::tables::{NAMES_ONLY, check_keywords, keyword, parameter};

fn make_product<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "product", &[NAMES_ONLY, "repeat"])?;
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
        let most = i64::MAX / 8 / repeat;
        if arguments.len() as i64 - 1 > most {
            return Err(overflow_error(thread, "repeat argument too large"));
        }
        for index in 1..arguments.len() {
            let source = thread.root(arguments.get(thread, index));
            pools.push(pool_of(thread, source)?);
        }
    }
    let bytes = pools
        .len()
        .saturating_mul(repeat.max(1) as usize)
        .saturating_mul(8);
    host::check_length(thread, bytes)?;
    let once: Vec<Value<'_>> = pools.iter().map(|pool| thread.get(*pool)).collect();
    let all = once.repeat(repeat.max(0) as usize);
    let pools = tuple::from_values(thread, &all)?;
    Ok(iterators::new(thread, CLASS_PRODUCT, pools, NONE, NONE))
}

pub(crate) fn next_product<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(pools) = view.get(FIRST).as_object() else {
        return Ok(Next::End);
    };
    let count = tuple::length(thread, pools);
    let pool = |index| tuple::get(thread, pools, index).known_object();
    let is_going = match view.get(SECOND).as_object() {
        None => {
            host::check_length(thread, (count as usize).saturating_mul(8))?;
            let zeros = vec![Value::from_small(0); count as usize];
            let places = list::from_values(thread, &zeros)?;
            thread.write(iterator)?.set(SECOND, places);
            (0..count).all(|index| tuple::length(thread, pool(index)) > 0)
        }
        Some(_) => {
            let places = places_of(thread, iterator);
            move_on(thread, places, count, |index| {
                tuple::length(thread, pool(index))
            })?
        }
    };
    if !is_going {
        thread.write(iterator)?.set(FIRST, NONE);
        return Ok(Next::End);
    }
    let places = places_of(thread, iterator);
    let item = |index| tuple::get(thread, pool(index), place_at(thread, places, index));
    tuple_of(thread, count, item).map(Next::Item)
}

/// Results of so many items are put together without memory of their own.
const FEW: usize = 8;

/// A tuple of so many items.
#[inline(always)]
fn tuple_of<'a>(
    thread: &'a Thread,
    count: u64,
    item: impl Fn(u64) -> Value<'a>,
) -> Outcome<Value<'a>> {
    let mut few = [NONE; FEW];
    if count as usize > FEW {
        let items: Vec<Value<'_>> = (0..count).map(item).collect();
        return tuple::from_values(thread, &items);
    }
    let items = &mut few[..count as usize];
    for (index, place) in (0..).zip(&mut *items) {
        *place = item(index);
    }
    tuple::from_values(thread, items)
}

/// The array with the places, which an iterator that has begun has.
fn places_of<'a>(thread: &'a Thread, iterator: Object<'a>) -> Object<'a> {
    let places = thread.read(iterator).get(SECOND);
    list::items(thread, places.known_object()).0
}

#[inline]
fn place_at(thread: &Thread, places: Object<'_>, index: u64) -> u64 {
    let place = thread.read_element(places, index).as_integer();
    place.expect("only numbers are stored in the places") as u64
}

/// Counts one up, the last place first. False when all have been there.
fn move_on(
    thread: &Thread,
    places: Object<'_>,
    count: u64,
    length: impl Fn(u64) -> u64,
) -> Outcome<bool> {
    for index in (0..count).rev() {
        let after = place_at(thread, places, index) + 1;
        let is_there = after < length(index);
        let place = if is_there { after } else { 0 };
        thread.write_element(places, index, int::from_length(place))?;
        if is_there {
            return Ok(true);
        }
    }
    Ok(false)
}

/// There is memory for the places of a result of so many items.
const COUNT_UNCHECKED_MAX: i64 = 1 << 20;

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
    // As in CPython there must be memory for so many places, so the count fits into a word, too.
    if let Some(count) = count
        && count > COUNT_UNCHECKED_MAX
    {
        host::check_native_memory(thread, (count as usize).saturating_mul(8))?;
    }
    Ok((pool, count))
}

fn make_permutations<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (pool, count) = pool_and_count(thread, arguments, "permutations", true)?;
    let length = tuple::length(thread, thread.object_at(pool));
    let count = count.unwrap_or(length as i64);
    let count = int::from_i64(thread, count);
    Ok(made(thread, CLASS_PERMUTATIONS, pool, NONE, count))
}

pub(crate) fn next_permutations<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(pool) = view.get(FIRST).as_object() else {
        return Ok(Next::End);
    };
    let length = tuple::length(thread, pool);
    let count = match view.get(THIRD).as_object() {
        Some(cycles) => list::length(thread, cycles),
        None => view.get(THIRD).as_integer().unwrap_or(0) as u64,
    };
    let is_going = match view.get(SECOND).as_object() {
        None if count > length => false,
        None => {
            let places: Vec<Value<'_>> = (0..length).map(int::from_length).collect();
            let cycles = (0..count).map(|index| int::from_length(length - index));
            let cycles: Vec<Value<'_>> = cycles.collect();
            let places = list::from_values(thread, &places)?;
            let cycles = list::from_values(thread, &cycles)?;
            let view = thread.write(iterator)?;
            view.set(SECOND, places);
            view.set(THIRD, cycles);
            true
        }
        Some(_) => permute(thread, iterator, length, count)?,
    };
    if !is_going {
        thread.write(iterator)?.set(FIRST, NONE);
        return Ok(Next::End);
    }
    let places = places_of(thread, iterator);
    let item = |index| tuple::get(thread, pool, place_at(thread, places, index));
    tuple_of(thread, count, item).map(Next::Item)
}

/// Makes the places of one permutation those of the next. False when all have been there.
fn permute(thread: &Thread, iterator: Object<'_>, length: u64, count: u64) -> Outcome<bool> {
    let places = places_of(thread, iterator);
    let cycles = thread.read(iterator).get(THIRD);
    let cycles = list::items(thread, cycles.known_object()).0;
    for index in (0..count).rev() {
        let left = place_at(thread, cycles, index) - 1;
        let first = thread.read_element(places, index);
        if left == 0 {
            // Those behind it are in order again.
            thread.move_elements(places, index + 1, index, length - index - 1)?;
            thread.write_element(places, length - 1, first)?;
            thread.write_element(cycles, index, int::from_length(length - index))?;
            continue;
        }
        let other = length - left;
        let second = thread.read_element(places, other);
        thread.write_element(places, index, second)?;
        thread.write_element(places, other, first)?;
        thread.write_element(cycles, index, int::from_length(left))?;
        return Ok(true);
    }
    Ok(false)
}

fn make_combinations<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (pool, count) = pool_and_count(thread, arguments, "combinations", false)?;
    let count = int::from_i64(thread, count.unwrap_or(0));
    Ok(made(thread, CLASS_COMBINATIONS, pool, NONE, count))
}

pub(crate) fn next_combinations<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(pool) = view.get(FIRST).as_object() else {
        return Ok(Next::End);
    };
    let length = tuple::length(thread, pool);
    let count = view.get(THIRD).as_integer().unwrap_or(0) as u64;
    let is_going = match view.get(SECOND).as_object() {
        None if count > length => false,
        None => {
            let first: Vec<Value<'_>> = (0..count).map(int::from_length).collect();
            let places = list::from_values(thread, &first)?;
            thread.write(iterator)?.set(SECOND, places);
            true
        }
        Some(_) => {
            let places = places_of(thread, iterator);
            let movable = |index: &u64| place_at(thread, places, *index) != index + length - count;
            let index = (0..count).rev().find(movable);
            if let Some(index) = index {
                let after = place_at(thread, places, index) + 1;
                for later in index..count {
                    let place = int::from_length(after + later - index);
                    thread.write_element(places, later, place)?;
                }
            }
            index.is_some()
        }
    };
    if !is_going {
        thread.write(iterator)?.set(FIRST, NONE);
        return Ok(Next::End);
    }
    let places = places_of(thread, iterator);
    let item = |index| tuple::get(thread, pool, place_at(thread, places, index));
    tuple_of(thread, count, item).map(Next::Item)
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

pub(crate) fn next_combinations_replacing<'a>(
    thread: &'a Thread,
    iterator: Object<'a>,
) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(pool) = view.get(FIRST).as_object() else {
        return Ok(Next::End);
    };
    let length = tuple::length(thread, pool);
    let count = view.get(THIRD).as_integer().unwrap_or(0) as u64;
    let is_going = match view.get(SECOND).as_object() {
        None if length == 0 && count > 0 => false,
        None => {
            host::check_length(thread, (count as usize).saturating_mul(8))?;
            let zeros = vec![Value::from_small(0); count as usize];
            let places = list::from_values(thread, &zeros)?;
            thread.write(iterator)?.set(SECOND, places);
            true
        }
        Some(_) => {
            let places = places_of(thread, iterator);
            let movable = |index: &u64| place_at(thread, places, *index) + 1 != length;
            let index = (0..count).rev().find(movable);
            if let Some(index) = index {
                let place = int::from_length(place_at(thread, places, index) + 1);
                for later in index..count {
                    thread.write_element(places, later, place)?;
                }
            }
            index.is_some()
        }
    };
    if !is_going {
        thread.write(iterator)?.set(FIRST, NONE);
        return Ok(Next::End);
    }
    let places = places_of(thread, iterator);
    let item = |index| tuple::get(thread, pool, place_at(thread, places, index));
    tuple_of(thread, count, item).map(Next::Item)
}

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    itertool("product", CLASS_PRODUCT)
        .constructor(NativeFunction::calling("product", 1, u8::MAX, make_product).with_keywords())
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("permutations", CLASS_PERMUTATIONS)
        .constructor(
            NativeFunction::calling("permutations", 1, 3, make_permutations).with_keywords(),
        )
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("combinations", CLASS_COMBINATIONS)
        .constructor(
            NativeFunction::calling("combinations", 1, 3, make_combinations).with_keywords(),
        )
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool(
        "combinations_with_replacement",
        CLASS_COMBINATIONS_REPLACING,
    )
    .constructor(
        NativeFunction::calling(
            "combinations_with_replacement",
            1,
            3,
            make_combinations_replacing,
        )
        .with_keywords(),
    )
    .methods(&[MADE_WITHOUT_LENGTH]),
];
