//! Iterators that put items together: `pairwise`, `batched`, `groupby`, `zip_longest`.

use crate::model::type_def::TypeDef;
use crate::types::iterator_types::{MADE_WITHOUT_LENGTH, METHODS};
use crate::types::itertools::itertool;
use crate::types::itertools::*;
use crate::types::list;
use crate::types::protocol::{compare, truth};
use crate::types::tables::{NAMES_ONLY, check_keywords, keyword, parameter};

fn make_pairwise<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = iterator_over(thread, arguments, 1)?;
    Ok(made(thread, CLASS_PAIRWISE, source, NONE, NONE))
}

pub(crate) fn next_pairwise(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let mut previous = unboxed(thread, value(thread, iterator, SECOND)).map(|it| thread.root(it));
    if previous.is_none() {
        previous = next_of_source(thread, iterator)?;
        let Some(first) = previous else {
            return Ok(None);
        };
        let first = boxed(thread, thread.get(first))?;
        set(thread, iterator, SECOND, first)?;
    }
    // Getting the first item may have finished the iterator.
    if value(thread, iterator, FIRST) == NONE {
        return Ok(None);
    }
    let Some(item) = next_of_source(thread, iterator)? else {
        return Ok(None);
    };
    let last = boxed(thread, thread.get(item))?;
    set(thread, iterator, SECOND, last)?;
    let previous = previous.expect("the previous item was there or was got above");
    let pair = tuple::from_roots(thread, &[previous, item])?;
    Ok(Some(thread.root(pair)))
}

fn make_batched<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(
        thread,
        arguments,
        "batched",
        &["iterable", "n", NAMES_ONLY, "strict"],
    )?;
    let Some(source) = parameter(thread, arguments, 1, "iterable") else {
        return Err(missing_argument(thread, "batched", "iterable", 1));
    };
    let source = thread.root(source);
    let Some(size) = parameter(thread, arguments, 2, "n") else {
        return Err(missing_argument(thread, "batched", "n", 2));
    };
    let size = thread.root(size);
    let strict = keyword(thread, arguments, "strict").unwrap_or(FALSE);
    let strict = thread.root(strict);
    let size = count_argument(thread, size)?;
    if size < 1 {
        return Err(value_error(thread, "n must be at least one"));
    }
    let strict = truth::truth(thread, strict)?;
    let source = iterate::iter(thread, source)?;
    // There are no longer tuples.
    let size = int::from_length(size.min(1 << 40) as u64);
    Ok(made(thread, CLASS_BATCHED, source, size, boolean(strict)))
}

pub(crate) fn next_batched(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let size = number(thread, iterator, SECOND);
    let source = field(thread, iterator, FIRST);
    let mut items = Vec::new();
    while (items.len() as i64) < size && iterate::push_next(thread, source, &mut items)? {}
    if (items.len() as i64) < size {
        finish(thread, iterator)?;
        if items.is_empty() {
            return Ok(None);
        }
        if value(thread, iterator, THIRD) == TRUE {
            return Err(value_error(thread, "batched(): incomplete batch"));
        }
    }
    let batch = tuple::from_roots(thread, &items)?;
    Ok(Some(thread.root(batch)))
}

/// Places in the state of a `groupby`: the key of the last item that was got, the item, the key of
/// the group that was given out, and the group. What is not there is `UNBOUND`, no group is None.
const KEY: u64 = 0;
const ITEM: u64 = 1;
const TARGET: u64 = 2;
const GROUP: u64 = 3;
const STATE_WORDS: u64 = 4;

fn make_group_by<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "groupby", &["iterable", "key"])?;
    let Some(source) = parameter(thread, arguments, 1, "iterable") else {
        return Err(missing_argument(thread, "groupby", "iterable", 1));
    };
    let source = thread.root(source);
    let key = parameter(thread, arguments, 2, "key").unwrap_or(NONE);
    let key = thread.root(key);
    let source = iterate::iter(thread, source)?;
    let state = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, STATE_WORDS, UNBOUND);
    let state = allocated(thread, state)?.object().value();
    Ok(made(thread, CLASS_GROUP_BY, source, thread.get(key), state))
}

fn state_of(thread: &Thread, iterator: Root, place: u64) -> Value<'_> {
    let state = value(thread, iterator, THIRD).known_object();
    thread.read_element(state, place)
}

fn set_state(thread: &Thread, iterator: Root, place: u64, new: Value<'_>) -> Outcome<()> {
    let state = value(thread, iterator, THIRD).known_object();
    thread.write_element(state, place, new)
}

/// Gets the next item and its key; false at the end.
fn step_group(thread: &mut Thread, iterator: Root) -> Outcome<bool> {
    let source = field(thread, iterator, FIRST);
    if thread.get(source) == NONE {
        return Ok(false);
    }
    let Some(item) = iterate::next(thread, source)? else {
        return Ok(false);
    };
    let function = field(thread, iterator, SECOND);
    let key = if thread.get(function) == NONE {
        item
    } else {
        thread.call(function, &[item])?
    };
    set_state(thread, iterator, ITEM, thread.get(item))?;
    set_state(thread, iterator, KEY, thread.get(key))?;
    Ok(true)
}

/// Whether two keys are equal; false if one is missing.
fn same_key(thread: &mut Thread, first: Root, second: Root) -> Outcome<bool> {
    let (a, b) = (thread.get(first), thread.get(second));
    if a == UNBOUND || b == UNBOUND {
        return Ok(false);
    }
    match compare::equal_leaf(thread, a, b)? {
        Some(is_equal) => Ok(is_equal),
        None => compare::same_or_equal(thread, first, second),
    }
}

pub(crate) fn next_group_by(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    set_state(thread, iterator, GROUP, NONE)?;
    loop {
        let mark = thread.root_count();
        if state_of(thread, iterator, KEY) != UNBOUND {
            let key = thread.root(state_of(thread, iterator, KEY));
            let target = thread.root(state_of(thread, iterator, TARGET));
            if thread.get(target) == UNBOUND || !same_key(thread, key, target)? {
                break;
            }
        }
        if !step_group(thread, iterator)? {
            return Ok(None);
        }
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
    let key = thread.root(state_of(thread, iterator, KEY));
    set_state(thread, iterator, TARGET, thread.get(key))?;
    let group = iterators::new(
        thread,
        CLASS_GROUPER,
        thread.get(iterator),
        thread.get(key),
        NONE,
    );
    let group = thread.root(group);
    set_state(thread, iterator, GROUP, thread.get(group))?;
    let pair = tuple::from_values(thread, &[thread.get(key), thread.get(group)])?;
    Ok(Some(thread.root(pair)))
}

pub(crate) fn next_grouper(thread: &mut Thread, group: Root) -> Outcome<Option<Root>> {
    let parent = field(thread, group, FIRST);
    if state_of(thread, parent, GROUP) != thread.get(group) {
        return Ok(None);
    }
    if state_of(thread, parent, ITEM) == UNBOUND && !step_group(thread, parent)? {
        return Ok(None);
    }
    let key = thread.root(state_of(thread, parent, KEY));
    let target = field(thread, group, SECOND);
    if !same_key(thread, target, key)? {
        return Ok(None);
    }
    let item = state_of(thread, parent, ITEM);
    if item == UNBOUND {
        return Ok(None);
    }
    let item = thread.root(item);
    set_state(thread, parent, ITEM, UNBOUND)?;
    Ok(Some(item))
}

fn make_zip_longest<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "zip_longest", &[NAMES_ONLY, "fillvalue"])?;
    let mut sources = Vec::new();
    for index in 1..arguments.len() {
        sources.push(iterator_over(thread, arguments, index)?);
    }
    let fill = keyword(thread, arguments, "fillvalue").unwrap_or(NONE);
    let values: Vec<Value<'_>> = sources.iter().map(|source| thread.get(*source)).collect();
    let count = int::from_length(values.len() as u64);
    let sources = list::from_values(thread, &values)?;
    Ok(iterators::new(
        thread,
        CLASS_ZIP_LONGEST,
        sources,
        fill,
        count,
    ))
}

pub(crate) fn next_zip_longest(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let sources = field(thread, iterator, FIRST);
    let mut left = number(thread, iterator, THIRD);
    if left == 0 {
        return Ok(None);
    }
    let count = list::length(thread, thread.object_at(sources));
    let mut items = Vec::with_capacity(count as usize);
    for place in 0..count {
        let list = thread.object_at(sources);
        let source = thread.root(list::get(thread, list, place).unwrap_or(NONE));
        if thread.get(source) != NONE {
            if let Some(item) = iterate::next(thread, source)? {
                items.push(item);
                continue;
            }
            left -= 1;
            set(thread, iterator, THIRD, int::from_i64(thread, left))?;
            if left == 0 {
                return Ok(None);
            }
            let list = thread.object_at(sources);
            list::set_index(thread, list, place as i64, NONE)?;
        }
        items.push(field(thread, iterator, SECOND));
    }
    let items = tuple::from_roots(thread, &items)?;
    Ok(Some(thread.root(items)))
}

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    itertool("pairwise", CLASS_PAIRWISE)
        .constructor(NativeFunction::calling("pairwise", 2, 2, make_pairwise))
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("batched", CLASS_BATCHED)
        .constructor(NativeFunction::calling("batched", 1, 3, make_batched).with_keywords())
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("groupby", CLASS_GROUP_BY)
        .constructor(NativeFunction::calling("groupby", 1, 3, make_group_by).with_keywords())
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("zip_longest", CLASS_ZIP_LONGEST)
        .constructor(
            NativeFunction::calling("zip_longest", 1, u8::MAX, make_zip_longest).with_keywords(),
        )
        .methods(&[MADE_WITHOUT_LENGTH]),
    itertool("_grouper", CLASS_GROUPER).methods(&[METHODS]),
];
