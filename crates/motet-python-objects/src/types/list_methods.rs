//! The methods of lists.

use crate::model::call_loops::Looping;
use crate::model::type_def::TypeDef;
use crate::types::int;
use crate::types::prelude::*;
use crate::types::protocol::truth;
use crate::types::protocol::{contains, iterate};
use crate::types::slice;
use crate::types::special_methods::{
    CONCATENATION, CONTAINER, EQUALITY, LIST_INPLACE, ORDER, REPETITION, REVERSED, SUBSCRIPT,
    SUBSCRIPT_STORE, TEXT,
};
use crate::types::tables;
use crate::types::tables::{NAMES_ONLY, check_keywords, integer_argument, keyword, wrong_receiver};
use crate::types::whole_methods;
use crate::types::{list, sort};

fn receiver<'a>(thread: &'a Thread, arguments: Arguments, name: &str) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    list::as_list(thread, value).ok_or_else(|| wrong_receiver(thread, "list", name, value))
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    tables::refuse_subclass(thread, arguments, CLASS_LIST)?;
    let Some(source) = arguments.optional(thread, 1) else {
        return list::new(thread);
    };
    let source = thread.root(source);
    let list = iterate::to_list_asking(thread, source)?;
    Ok(thread.get(list))
}

/// The constructor.
pub const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("list", 1, 2, construct).looping(Looping::List);

fn append(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let list = receiver(thread, arguments, "append")?;
    list::push(thread, list, arguments.get(thread, 1))?;
    Ok(NONE)
}

/// `append` to a list that this transaction has written and that has room.
fn quick_append<'a>(thread: &'a Thread, [list, item, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let list = exact(thread, list, CLASS_LIST)?;
    list::push_open(thread, list, item).then_some(NONE)
}

/// `pop()` of such a list.
fn quick_pop<'a>(thread: &'a Thread, [list, place, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let list = exact(thread, list, CLASS_LIST)?;
    if place == UNBOUND {
        list::pop_open(thread, list)
    } else {
        None
    }
}

fn extend<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "extend")?;
    let list = thread.root(arguments.get(thread, 0));
    let source = thread.root(arguments.get(thread, 1));
    iterate::extend_list_asking(thread, list, source)?;
    Ok(NONE)
}

fn insert(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let list = receiver(thread, arguments, "insert")?;
    let index = integer_argument(thread, arguments.get(thread, 1))?;
    let place = slice::insertion_place(index, list::length(thread, list));
    list::replace(thread, list, place, place, &[arguments.get(thread, 2)])?;
    Ok(NONE)
}

fn pop(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let list = receiver(thread, arguments, "pop")?;
    let index = tables::index_to_pop(thread, arguments)?;
    let is_empty = || index_error(thread, "pop from empty list");
    if index == -1 {
        return list::pop_last(thread, list)?.ok_or_else(is_empty);
    }
    if list::length(thread, list) == 0 {
        return Err(is_empty());
    }
    list::remove(thread, list, index, "pop index out of range")
}

fn remove<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let list = thread.root(receiver(thread, arguments, "remove")?.value());
    let item = thread.root(arguments.get(thread, 1));
    match contains::place_in(thread, list, item, 0..u64::MAX)? {
        Some(place) => {
            let object = thread.object_at(list);
            // An `__eq__` may have taken the item away already.
            if place < list::length(thread, object) {
                list::remove(thread, object, place as i64, "list index out of range")?;
            }
            Ok(NONE)
        }
        None => Err(value_error(thread, "list.remove(x): x not in list")),
    }
}

fn index<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let list = thread.root(receiver(thread, arguments, "index")?.value());
    let start = slice::limit_argument(thread, arguments, 2)?;
    let stop = slice::limit_argument(thread, arguments, 3)?;
    let length = list::length(thread, receiver(thread, arguments, "index")?) as i64;
    let place = |limit: i64| match limit < 0 {
        true => (limit + length).max(0) as u64,
        false => limit as u64,
    };
    // `__eq__` may change the list: where it ends then, the search ends.
    let places = start.map_or(0, place)..stop.map_or(u64::MAX, place);
    let item = thread.root(arguments.get(thread, 1));
    if let Some(place) = contains::place_in(thread, list, item, places)? {
        return Ok(int::from_length(place));
    }
    Err(value_error(thread, "list.index(x): x not in list"))
}

fn count<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "count")?;
    let list = thread.root(arguments.get(thread, 0));
    let item = thread.root(arguments.get(thread, 1));
    contains::count_of(thread, list, item)
}

fn reverse(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let list = receiver(thread, arguments, "reverse")?;
    let mut values = list::values(thread, list);
    values.reverse();
    list::replace(thread, list, 0, values.len() as u64, &values)?;
    Ok(NONE)
}

fn sort<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "sort")?;
    check_keywords(thread, arguments, "sort", &[NAMES_ONLY, "key", "reverse"])?;
    let list = thread.root(arguments.get(thread, 0));
    let (key, reverse) = sort_options(thread, arguments)?;
    sort::sort(thread, list, key, reverse)?;
    Ok(NONE)
}

/// The keyword arguments of `sort` and `sorted`.
///
/// # Errors
/// Any exception of `__bool__` of `reverse`.
pub fn sort_options(thread: &mut Thread, arguments: Arguments) -> Outcome<(Option<Root>, bool)> {
    let key = keyword(thread, arguments, "key").filter(|key| *key != NONE);
    let key = key.map(|key| thread.root(key));
    let reverse = match keyword(thread, arguments, "reverse") {
        Some(reverse) => {
            let reverse = thread.root(reverse);
            truth::truth(thread, reverse)?
        }
        None => false,
    };
    Ok((key, reverse))
}

fn copy(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let list = receiver(thread, arguments, "copy")?;
    list::from_values(thread, &list::values(thread, list))
}

fn clear(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    list::set_all(thread, receiver(thread, arguments, "clear")?, &[])?;
    Ok(NONE)
}

/// Methods that are no operators.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("append", 2, 2, append).with_quick(quick_append),
    NativeFunction::calling("extend", 2, 2, extend).looping(Looping::Extend),
    NativeFunction::leaf("insert", 3, 3, insert).asking_index(&[1]),
    NativeFunction::leaf("pop", 1, 2, pop)
        .with_quick(quick_pop)
        .asking_index(&[1]),
    NativeFunction::calling("remove", 2, 2, remove),
    NativeFunction::calling("index", 2, 4, index),
    NativeFunction::calling("count", 2, 2, count),
    NativeFunction::leaf("reverse", 1, 1, reverse),
    NativeFunction::calling("sort", 1, 1, sort).with_keywords(),
    NativeFunction::leaf("copy", 1, 1, copy),
    NativeFunction::leaf("clear", 1, 1, clear),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("list", CLASS_LIST)
    .layouts(&[LAYOUT_LIST])
    .constructor(CONSTRUCTOR)
    .filled_by_init(list::new)
    .methods(&[
        METHODS,
        whole_methods::LIST,
        CONCATENATION,
        REPETITION,
        LIST_INPLACE,
        EQUALITY,
        ORDER,
        TEXT,
        CONTAINER,
        SUBSCRIPT,
        SUBSCRIPT_STORE,
        REVERSED,
    ])
    .public()
    .unhashable()
    .parameterised()
    .sequence_pattern()
    .matched_whole()];
