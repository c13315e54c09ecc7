//! Generic forms: the tests of the patterns of `match` on a subject.

use super::family::operations;
use motet_python_bytecode::encode::{a, b, c};
use motet_python_objects::model::text;
use motet_python_objects::types::dict;
use motet_python_objects::types::protocol::repr;
use motet_tm::{Root, Value};

use motet_python_objects::classes::attribute;
#[cfg(handlers)]
use motet_python_objects::classes::attribute::Attribute;
use motet_python_objects::model::exception::{TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::{compare, truth};
use motet_python_objects::types::{int, tuple};
#[cfg(handlers)]
use motet_vm::symbol::Symbol;

operations! {
    IsSequence => |thread, word| is_sequence(thread, a(word), b(word));
    IsMapping => |thread, word| is_mapping(thread, a(word), b(word));
    GetLength => |thread, word| get_length(thread, a(word), b(word));
    MatchKeys => |thread, word| match_keys(thread, a(word), b(word), c(word));
    MatchClass => |thread, word| match_class(thread, a(word), b(word), c(word));
}

/// The bits of `__abc_tpflags__`: which kinds of patterns instances of a class match.
const SEQUENCE: i64 = 1 << 5;
const MAPPING: i64 = 1 << 6;

/// The kinds of patterns that instances of a class match: the nearest class in its order of lookup
/// that has flags decides. `Sequence` and `Mapping` have flags, and so have the classes that are
/// registered with them.
fn pattern_flags(thread: &Thread, class: ClassNumber) -> i64 {
    for number in thread.class(class).mro.iter() {
        let class = thread.class(*number);
        let flags = match class.definition {
            built_in if built_in.is_sequence() => SEQUENCE,
            built_in if built_in.is_mapping() => MAPPING,
            _ if *number >= CLASS_USER_FIRST => {
                let flags = class.namespace.get(thread, names::PATTERN_FLAGS);
                flags.and_then(Value::as_integer).unwrap_or(0)
            }
            _ => 0,
        };
        if flags & (SEQUENCE | MAPPING) != 0 {
            return flags;
        }
    }
    0
}

pub(crate) fn is_sequence(thread: &Thread, a: u8, b: u8) {
    let class = thread.class_of(thread.register(b));
    let is_one = pattern_flags(thread, class) & SEQUENCE != 0;
    thread.set_register(a, boolean(is_one));
}

pub(crate) fn is_mapping(thread: &Thread, a: u8, b: u8) {
    let class = thread.class_of(thread.register(b));
    let is_one = pattern_flags(thread, class) & MAPPING != 0;
    thread.set_register(a, boolean(is_one));
}

pub(crate) fn get_length(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let value = thread.root_register(b);
    let length = truth::length(thread, value)?;
    thread.set_register(a, int::from_length(length));
    Ok(())
}

/// The values of the keys, or None if one is missing.
pub(crate) fn match_keys(thread: &mut Thread, a: u8, b: u8, c: u8) -> Outcome<()> {
    let subject = thread.root_register(b);
    let keys: Vec<Root> = roots(thread, thread.register(c));
    let mut found = Vec::with_capacity(keys.len());
    for (index, key) in keys.iter().enumerate() {
        for before in &keys[..index] {
            if compare::same_or_equal(thread, *before, *key)? {
                let mut text = String::new();
                repr::repr_into(thread, *key, &mut text)?;
                let message = format!("mapping pattern checks duplicate key ({text})");
                return Err(thread.raise(VALUE_ERROR, message));
            }
        }
        match value_of(thread, subject, *key)? {
            Some(value) => found.push(value),
            None => {
                thread.set_register(a, NONE);
                return Ok(());
            }
        }
    }
    thread.set_register(a, tuple::from_roots(thread, &found)?);
    Ok(())
}

/// The value of a key, if there is one: read by `get`, so that a missing one is not made.
fn value_of(thread: &mut Thread, subject: Root, key: Root) -> Outcome<Option<Root>> {
    if thread.object_of(thread.get(subject), CLASS_DICT).is_some() {
        return dict::get(thread, subject, key);
    }
    let absent = thread.root(thread.new_small(CLASS_OBJECT, NONE, NONE, NONE));
    let name = thread.symbol_of("get");
    let get = attribute::get(thread, subject, name)?;
    let value = thread.call(get, &[key, absent])?;
    Ok((thread.get(value) != thread.get(absent)).then_some(value))
}

fn roots(thread: &Thread, of: Value<'_>) -> Vec<Root> {
    thread
        .tuple_items(of)
        .into_iter()
        .map(|value| thread.root(value))
        .collect()
}

/// More attributes than this are looked for one after the other.
#[cfg(handlers)]
const MATCHED_AT_ONCE: usize = 8;

/// As [`match_class`], where the class does not override the test for instances and all attributes
/// are found without a call; false if that is not so.
#[cfg(handlers)]
pub(crate) fn match_class_leaf(thread: &Thread, a: u8, b: u8, count: u8) -> Outcome<bool> {
    let subject = thread.register(b);
    let Some(class) = thread.class_number_of(thread.register(b + 1)) else {
        return Ok(false);
    };
    if !thread.is_subclass(thread.shown_class_of(subject), class) {
        let is_plain = thread.class(class).metaclass.get() == CLASS_TYPE;
        if is_plain {
            thread.set_register(a, NONE);
        }
        return Ok(is_plain);
    }
    let mut found = [NONE; MATCHED_AT_ONCE];
    match attributes_leaf(thread, (b, count), class, &mut found) {
        Some(total) => {
            thread.set_register(a, tuple::from_values(thread, &found[..total])?);
            Ok(true)
        }
        None => Ok(false),
    }
}

/// The attributes that the subpatterns of a class pattern match, and how many of them there are.
#[cfg(handlers)]
fn attributes_leaf<'a>(
    thread: &'a Thread,
    (b, count): (u8, u8),
    class: ClassNumber,
    found: &mut [Value<'a>; MATCHED_AT_ONCE],
) -> Option<usize> {
    let subject = thread.register(b);
    let of = thread.class_of(subject);
    if of < CLASS_USER_FIRST || thread.has_own_getattribute(of) {
        return None;
    }
    let named = thread.register(b + 2).as_object()?;
    let mut names = [Symbol(0); MATCHED_AT_ONCE];
    let mut total = 0;
    let mut add = |name: Value<'a>| -> Option<()> {
        let symbol = thread.symbol_of_name(name)?;
        // An attribute named twice is an error, which the generic operation raises.
        let is_new = !names[..total].contains(&symbol);
        *names.get_mut(total).filter(|_| is_new)? = symbol;
        let Attribute::Value(value) = attribute::find(thread, subject, symbol) else {
            return None;
        };
        found[total] = value;
        total += 1;
        Some(())
    };
    if count > 0 {
        let all = thread.look_up(class, thread.known_symbol("__match_args__")?)?;
        let all = thread.object_of(all.value, CLASS_TUPLE)?;
        if u64::from(count) > tuple::length(thread, all) {
            return None;
        }
        for place in 0..count {
            add(tuple::get(thread, all, place.into()))?;
        }
    }
    for place in 0..tuple::length(thread, named) {
        add(tuple::get(thread, named, place))?;
    }
    Some(total)
}

/// The values for the subpatterns of a class pattern: positional ones first, then the named
/// attributes.
pub(crate) fn match_class(thread: &mut Thread, a: u8, b: u8, count: u8) -> Outcome<()> {
    let subject = thread.root_register(b);
    let Some(class) = thread.class_number_of(thread.register(b + 1)) else {
        return Err(thread.raise(TYPE_ERROR, "called match pattern must be a class"));
    };
    let mut named = roots(thread, thread.register(b + 2));
    // Empty names stand for further positional subpatterns.
    let is_empty = |name: &Root| text::as_text(thread, thread.get(*name)) == Some("");
    let further = named.iter().take_while(|name| is_empty(name)).count();
    named.drain(..further);
    if !is_instance(thread, subject, class)? {
        thread.set_register(a, NONE);
        return Ok(());
    }
    let mut found = Vec::new();
    let positional = usize::from(count) + further;
    let mut names = Vec::new();
    if positional > 0 {
        match match_arguments(thread, class)? {
            None if is_matched_whole(thread, class) => {
                check_count(thread, class, positional, 1)?;
                found.push(subject);
            }
            all => {
                let all = all.unwrap_or_default();
                check_count(thread, class, positional, all.len())?;
                names.extend_from_slice(&all[..positional]);
            }
        }
    }
    names.extend(named);
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        let text = text::as_text(thread, thread.get(name))
            .unwrap_or("")
            .to_owned();
        if seen.contains(&text) {
            let class = thread.class_name(class);
            let message = format!("{class}() got multiple sub-patterns for attribute '{text}'");
            return Err(thread.raise(TYPE_ERROR, message));
        }
        seen.push(text);
        match attribute_of(thread, subject, name)? {
            Some(value) => found.push(value),
            None => {
                thread.set_register(a, NONE);
                return Ok(());
            }
        }
    }
    thread.set_register(a, tuple::from_roots(thread, &found)?);
    Ok(())
}

/// Whether the one positional pattern of a class matches the subject itself.
fn is_matched_whole(thread: &Thread, class: ClassNumber) -> bool {
    let mut mro = thread.class(class).mro.iter();
    mro.any(|class| thread.class(*class).definition.is_matched_whole())
}

/// `isinstance(subject, class)`: a metaclass may override it.
fn is_instance(thread: &mut Thread, subject: Root, class: ClassNumber) -> Outcome<bool> {
    let shown = thread.shown_class_of(thread.get(subject));
    if thread.is_subclass(shown, class) {
        return Ok(true);
    }
    if thread.class(class).metaclass.get() == CLASS_TYPE {
        return Ok(false);
    }
    let machine = thread.machine();
    let name = machine.symbols.intern(thread, "isinstance");
    let Some(function) = machine.builtins.get(thread, name) else {
        return Ok(false);
    };
    let function = thread.root(function);
    let class = thread.root(thread.class_object(class));
    let answer = thread.call(function, &[subject, class])?;
    Ok(thread.get(answer) == TRUE)
}

fn check_count(thread: &Thread, class: ClassNumber, given: usize, allowed: usize) -> Outcome<()> {
    if given <= allowed {
        return Ok(());
    }
    let name = thread.class_name(class);
    let plural = if allowed == 1 { "" } else { "s" };
    let message =
        format!("{name}() accepts {allowed} positional sub-pattern{plural} ({given} given)");
    Err(thread.raise(TYPE_ERROR, message))
}

/// The names in a class's `__match_args__`.
fn match_arguments(thread: &Thread, class: ClassNumber) -> Outcome<Option<Vec<Root>>> {
    let symbol = thread.symbol_of("__match_args__");
    let Some(found) = thread.look_up(class, symbol).map(|found| found.value) else {
        return Ok(None);
    };
    if tuple::as_tuple(thread, found).is_some() {
        return Ok(Some(roots(thread, found)));
    }
    let (name, got) = (thread.class_name(class), thread.type_name(found));
    let message = format!("{name}.__match_args__ must be a tuple (got {got})");
    Err(thread.raise(TYPE_ERROR, message))
}

fn attribute_of(thread: &mut Thread, subject: Root, name: Root) -> Outcome<Option<Root>> {
    let text = text::as_text(thread, thread.get(name)).map(str::to_owned);
    let Some(text) = text else {
        let got = thread.type_name(thread.get(name));
        let message = format!("__match_args__ elements must be strings (got {got})");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let symbol = thread.intern(&text)?;
    attribute::get_optional(thread, subject, symbol)
}
