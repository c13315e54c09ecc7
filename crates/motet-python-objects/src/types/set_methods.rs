//! The methods of sets and frozensets.

use crate::model::call_loops::Looping;
use crate::model::type_def::TypeDef;
use crate::types::host;
use crate::types::prelude::*;
use crate::types::protocol::hash;
use crate::types::protocol::operator::Operator;
use crate::types::special_methods::{CONTAINER, EQUALITY, HASH, ORDER, SET_INPLACE, SET_OPERATORS};
use crate::types::tables::{refuse_subclass, wrong_receiver};
use crate::types::whole_methods;
use crate::types::{dict, native_shortcut as quick, set};

fn receiver(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<Root> {
    let value = arguments.get(thread, 0);
    match set::as_set(thread, value) {
        Some(set) => Ok(thread.root(set.value())),
        None => Err(wrong_receiver(thread, "set", name, value)),
    }
}

fn object(thread: &Thread, set: Root) -> Object<'_> {
    thread.object_at(set)
}

fn construct<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    refuse_subclass(thread, arguments, CLASS_SET)?;
    construct_as(thread, arguments, CLASS_SET)
}

fn construct_frozen<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    refuse_subclass(thread, arguments, CLASS_FROZENSET)?;
    if let Some(source) = arguments.optional(thread, 1)
        && thread.class_of(source) == CLASS_FROZENSET
    {
        // A frozenset never changes: the copy is the object itself.
        return Ok(thread.get(thread.root(source)));
    }
    construct_as(thread, arguments, CLASS_FROZENSET)
}

fn construct_as<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    class: ClassNumber,
) -> Outcome<Value<'a>> {
    let Some(source) = arguments.optional(thread, 1) else {
        return set::new(thread, class);
    };
    let source = thread.root(source);
    let set = set::from_iterable(thread, class, source)?;
    Ok(thread.get(set))
}

/// The constructor of `set`.
pub const CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("set", 1, 2, construct).looping(Looping::Set);
/// The constructor of `frozenset`.
pub const FROZEN_CONSTRUCTOR: NativeFunction =
    NativeFunction::calling("frozenset", 1, 2, construct_frozen).looping(Looping::FrozenSet);

fn add<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if let Some(set) = exact(thread, arguments.get(thread, 0), CLASS_SET)
        && !hash::is_of_program(thread, arguments.get(thread, 1))
        && set::add_leaf(thread, set, arguments.get(thread, 1))?
    {
        return Ok(NONE);
    }
    let set = receiver(thread, arguments, "add")?;
    let item = thread.root(arguments.get(thread, 1));
    set::add(thread, set, item)?;
    Ok(NONE)
}

/// Takes an item out of a set without calling Python code. Returns whether it was in the set, or
/// `None` if a call is needed.
fn take_leaf(thread: &Thread, arguments: Arguments) -> Outcome<Option<bool>> {
    let item = arguments.get(thread, 1);
    let Some(set) = exact(thread, arguments.get(thread, 0), CLASS_SET) else {
        return Ok(None);
    };
    if kind(thread, item) == CLASS_SET {
        // A frozenset with the same items is looked for.
        return Ok(None);
    }
    dict::remove_leaf(thread, set, item)
}

fn discard<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if take_leaf(thread, arguments)?.is_some() {
        return Ok(NONE);
    }
    let set = receiver(thread, arguments, "discard")?;
    let item = thread.root(arguments.get(thread, 1));
    let item = set::item_to_find(thread, item)?;
    dict::take(thread, set, item)?;
    Ok(NONE)
}

fn remove<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match take_leaf(thread, arguments)? {
        Some(true) => return Ok(NONE),
        Some(false) => return Err(key_error(thread, arguments.get(thread, 1))),
        None => {}
    }
    let set = receiver(thread, arguments, "remove")?;
    let item = thread.root(arguments.get(thread, 1));
    let sought = set::item_to_find(thread, item)?;
    match dict::take(thread, set, sought)? {
        Some(_) => Ok(NONE),
        None => Err(key_error(thread, thread.get(item))),
    }
}

fn pop(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let set = receiver(thread, arguments, "pop")?;
    match dict::take_first(thread, object(thread, set))? {
        Some((item, _)) => Ok(item),
        None => Err(host::key_error_text(thread, "pop from an empty set")),
    }
}

fn clear(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let set = receiver(thread, arguments, "clear")?;
    dict::clear(thread, object(thread, set))?;
    Ok(NONE)
}

fn copy(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let set = receiver(thread, arguments, "copy")?;
    let set = object(thread, set);
    if thread.host_of(set) == CLASS_FROZENSET {
        return Ok(set.value());
    }
    dict::copy(thread, set, thread.host_of(set))
}

/// The others that a method takes, by position.
fn others(thread: &Thread, arguments: Arguments) -> Vec<Root> {
    (1..arguments.len())
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect()
}

fn fold(
    thread: &mut Thread,
    arguments: Arguments,
    operator: Operator,
    name: &str,
) -> Outcome<Root> {
    let set = receiver(thread, arguments, name)?;
    let class = thread.host_of(object(thread, set));
    let copied = |thread: &Thread| -> Outcome<Root> {
        Ok(thread.root(dict::copy(thread, object(thread, set), class)?))
    };
    let mut result = None;
    for other in others(thread, arguments) {
        let before = result.unwrap_or(set);
        let made = set::binary_leaf(thread, operator, thread.get(before), thread.get(other))?;
        let made = made.filter(|made| thread.host_of(made.known_object()) == class);
        result = Some(match (made, result) {
            (Some(made), _) => thread.root(made),
            // Code of the program may change the set meanwhile.
            (None, before) => {
                let before = before.map_or_else(|| copied(thread), Ok)?;
                set::binary(thread, operator, before, other)?
                    .expect("the four operators of sets are all that come here")
            }
        });
    }
    result.map_or_else(|| copied(thread), Ok)
}

macro_rules! folding {
    ($($function:ident $changing:ident $operator:ident $name:literal $changing_name:literal;)*) => {
        $(
            fn $function(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
                let result = fold(thread, arguments, Operator::$operator, $name)?;
                Ok(thread.get(result))
            }

            fn $changing(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
                let result = fold(thread, arguments, Operator::$operator, $changing_name)?;
                let set = thread.root(arguments.get(thread, 0));
                set::replace(thread, set, result)?;
                Ok(NONE)
            }
        )*
    };
}

folding! {
    intersection intersection_update And "intersection" "intersection_update";
    difference difference_update Subtract "difference" "difference_update";
    symmetric_difference symmetric_difference_update Xor
        "symmetric_difference" "symmetric_difference_update";
}

fn union<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let result = fold(thread, arguments, Operator::Or, "union")?;
    Ok(thread.get(result))
}

fn update<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let set = receiver(thread, arguments, "update")?;
    for other in others(thread, arguments) {
        set::update(thread, set, other)?;
    }
    Ok(NONE)
}

/// The argument as a set, so that membership can be asked.
fn as_container(thread: &mut Thread, other: Root) -> Outcome<Root> {
    if set::is_set_like(kind(thread, thread.get(other))) {
        return Ok(other);
    }
    set::from_iterable(thread, CLASS_SET, other)
}

fn is_subset<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let set = receiver(thread, arguments, "issubset")?;
    let other = thread.root(arguments.get(thread, 1));
    let other = as_container(thread, other)?;
    Ok(boolean(set::is_subset(thread, set, other)?))
}

fn is_superset<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let set = receiver(thread, arguments, "issuperset")?;
    let other = thread.root(arguments.get(thread, 1));
    Ok(boolean(set::is_subset(thread, other, set)?))
}

fn is_disjoint<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let set = receiver(thread, arguments, "isdisjoint")?;
    let other = thread.root(arguments.get(thread, 1));
    Ok(boolean(set::is_disjoint(thread, set, other)?))
}

/// Methods that both types have.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("copy", 1, 1, copy),
    NativeFunction::calling("union", 1, u8::MAX, union),
    NativeFunction::calling("intersection", 1, u8::MAX, intersection),
    NativeFunction::calling("difference", 1, u8::MAX, difference),
    NativeFunction::calling("symmetric_difference", 2, 2, symmetric_difference),
    NativeFunction::calling("issubset", 2, 2, is_subset),
    NativeFunction::calling("issuperset", 2, 2, is_superset),
    NativeFunction::calling("isdisjoint", 2, 2, is_disjoint),
];

/// Methods that change the set.
pub const CHANGING: &[NativeFunction] = &[
    NativeFunction::calling("add", 2, 2, add).with_quick(quick::add),
    NativeFunction::calling("discard", 2, 2, discard).with_quick(quick::discard),
    NativeFunction::calling("remove", 2, 2, remove),
    NativeFunction::leaf("pop", 1, 1, pop),
    NativeFunction::leaf("clear", 1, 1, clear),
    NativeFunction::calling("update", 1, u8::MAX, update),
    NativeFunction::calling("intersection_update", 1, u8::MAX, intersection_update),
    NativeFunction::calling("difference_update", 1, u8::MAX, difference_update),
    NativeFunction::calling(
        "symmetric_difference_update",
        2,
        2,
        symmetric_difference_update,
    ),
];

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    TypeDef::new("set", CLASS_SET)
        .layouts(&[LAYOUT_DICT])
        .constructor(CONSTRUCTOR)
        .filled_by_init(|thread| set::new(thread, CLASS_SET))
        .methods(&[
            METHODS,
            CHANGING,
            whole_methods::SET,
            whole_methods::TEXT_OF_SETS,
            SET_OPERATORS,
            SET_INPLACE,
            EQUALITY,
            ORDER,
            CONTAINER,
        ])
        .public()
        .unhashable()
        .weakly_referenced()
        .parameterised()
        .matched_whole(),
    TypeDef::new("frozenset", CLASS_FROZENSET)
        .checked()
        .layouts(&[LAYOUT_DICT])
        .constructor(FROZEN_CONSTRUCTOR)
        .methods(&[
            METHODS,
            whole_methods::TEXT_OF_SETS,
            SET_OPERATORS,
            EQUALITY,
            ORDER,
            HASH,
            CONTAINER,
        ])
        .public()
        .weakly_referenced()
        .parameterised()
        .matched_whole(),
];
