//! The callable objects of `_operator` that fetch items and attributes, or call a
//! method.
//!
//! ```text
//!   itemgetter    tuple of the keys    the key, if it is one      whether it is one
//!   attrgetter    tuple of the names   the path, or a tuple of    whether it is one
//!                                      paths
//!   methodcaller  name                 tuple of arguments         dict of named ones, or None
//!
//!   path          a name, or a tuple of names where dots were
//! ```
//!
//! Nothing changes an object after it is made, so threads that share one do not conflict.

use motet_python_interp::calling::call;
use motet_python_interp::operations::read_by_name::quick_get_attribute;
use motet_python_objects::classes::attribute::{self, Method};
use motet_python_objects::model::native::{Call, Entered};
use motet_python_objects::model::thread::HEADER_CALLABLE;
use motet_python_objects::model::type_def::TypeDef;
use motet_python_objects::model::{short_call, text};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::{item, repr};
use motet_python_objects::types::{dict, list, native_shortcut, string, tuple};
use motet_vm::symbol::Symbol;

use super::partial_objects::is_entered_once;

const CLASS_ITEM_GETTER: ClassNumber = 251;
const CLASS_ATTRIBUTE_GETTER: ClassNumber = 252;
const CLASS_METHOD_CALLER: ClassNumber = 253;

const ALL: u64 = 1;
const ONE: u64 = 2;
const IS_ONE: u64 = 3;

const NAME: u64 = 1;
const POSITIONAL: u64 = 2;
const NAMED: u64 = 3;

/// Results of so many parts are put together without memory of their own.
const FEW: usize = 8;

/// A word of the object that is called. (A method checks its receiver, so there is always one.)
fn word<'a>(thread: &'a Thread, own: Value<'a>, place: u64) -> Outcome<Value<'a>> {
    let object = own.as_object();
    let word = object.map(|object| thread.read(object).get(place));
    word.ok_or_else(|| not_one(thread))
}

/// The object in a word of the object that is called, or of a part of it.
fn part<'a>(thread: &'a Thread, own: Value<'a>, place: u64) -> Outcome<Object<'a>> {
    let part = word(thread, own, place)?.as_object();
    part.ok_or_else(|| not_one(thread))
}

#[cold]
fn not_one(thread: &Thread) -> Unwind {
    type_error(thread, "an object of operator is needed")
}

/// The positional arguments of a constructor from place `first` on.
fn given<'a>(thread: &'a Thread, arguments: Arguments, first: usize) -> Vec<Value<'a>> {
    let places = first..arguments.len();
    places.map(|place| arguments.get(thread, place)).collect()
}

fn no_keywords(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<()> {
    if arguments.keyword_count() == 0 {
        return Ok(());
    }
    let message = format!("{name}() takes no keyword arguments");
    Err(type_error(thread, message))
}

fn expected_one(thread: &Thread, name: &str, count: usize) -> Unwind {
    let message = format!("{name} expected 1 argument, got {count}");
    type_error(thread, message)
}

/// Whether a call has one argument behind the object that is called.
fn check_one(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<()> {
    no_keywords(thread, arguments, name)?;
    match arguments.len() {
        2 => Ok(()),
        count => Err(expected_one(thread, name, count - 1)),
    }
}

// ---- itemgetter

fn make_item_getter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    no_keywords(thread, arguments, "itemgetter")?;
    let keys = given(thread, arguments, 1);
    let Some(first) = keys.first() else {
        return Err(expected_one(thread, "itemgetter", 0));
    };
    let all = tuple::from_values(thread, &keys)?;
    let is_one = boolean(keys.len() == 1);
    Ok(thread.new_small(CLASS_ITEM_GETTER, all, *first, is_one))
}

fn get_items<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_one(thread, arguments, "itemgetter")?;
    let container = thread.root(arguments.get(thread, 1));
    let own = thread.root(arguments.get(thread, 0));
    if word(thread, thread.get(own), IS_ONE)? == TRUE {
        let key = thread.root(word(thread, thread.get(own), ONE)?);
        let found = item::get_item(thread, container, key)?;
        return Ok(thread.get(found));
    }
    let count = tuple::length(thread, part(thread, thread.get(own), ALL)?);
    let mut found = Vec::with_capacity(count as usize);
    for place in 0..count {
        let keys = part(thread, thread.get(own), ALL)?;
        let key = thread.root(tuple::get(thread, keys, place));
        found.push(item::get_item(thread, container, key)?);
    }
    tuple::from_roots(thread, &found)
}

/// An item of an exact list, tuple, text or dict, if there is one.
#[inline]
pub(super) fn quick_item<'a>(
    thread: &'a Thread,
    container: Value<'a>,
    key: Value<'a>,
) -> Option<Value<'a>> {
    let object = container.as_object()?;
    let is_inside = |length: u64| {
        let index = key.as_integer()?;
        let from_start = if index < 0 {
            index + length as i64
        } else {
            index
        };
        (0..length as i64).contains(&from_start).then_some(())
    };
    match thread.host_of(object) {
        CLASS_TUPLE => is_inside(tuple::length(thread, object))?,
        CLASS_LIST => is_inside(list::length(thread, object))?,
        CLASS_STR => is_inside(string::length(thread, object))?,
        CLASS_DICT => return native_shortcut::value_of(thread, container, key),
        _ => return None,
    }
    item::get_item_leaf(thread, container, key).ok()?
}

/// The results for all parts of an object that is called, in a tuple.
#[inline(always)]
fn quick_tuple<'a>(
    thread: &'a Thread,
    parts: Object<'a>,
    find: impl Fn(Value<'a>) -> Option<Value<'a>>,
) -> Option<Value<'a>> {
    let count = tuple::length(thread, parts);
    let mut few = [NONE; FEW];
    let found = few.get_mut(..count as usize)?;
    for (place, found) in (0..).zip(&mut *found) {
        *found = find(tuple::get(thread, parts, place))?;
    }
    tuple::from_values(thread, found).ok()
}

fn quick_get_items<'a>(
    thread: &'a Thread,
    [own, container, further]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let own = exact(thread, own, CLASS_ITEM_GETTER)?;
    if container == UNBOUND || further != UNBOUND {
        return None;
    }
    let view = thread.read(own);
    if view.get(IS_ONE) == TRUE {
        return quick_item(thread, container, view.get(ONE));
    }
    let keys = view.get(ALL).as_object()?;
    quick_tuple(thread, keys, |key| quick_item(thread, container, key))
}

// ---- attrgetter

fn make_attribute_getter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    no_keywords(thread, arguments, "attrgetter")?;
    let names = given(thread, arguments, 1);
    let paths: Vec<Value<'_>> = names
        .iter()
        .map(|name| path_of(thread, *name))
        .collect::<Outcome<_>>()?;
    let all = tuple::from_values(thread, &names)?;
    match &paths[..] {
        [] => Err(expected_one(thread, "attrgetter", 0)),
        [path] => Ok(thread.new_small(CLASS_ATTRIBUTE_GETTER, all, *path, TRUE)),
        paths => {
            let paths = tuple::from_values(thread, paths)?;
            Ok(thread.new_small(CLASS_ATTRIBUTE_GETTER, all, paths, FALSE))
        }
    }
}

/// The path that a text with dots stands for.
fn path_of<'a>(thread: &'a Thread, name: Value<'a>) -> Outcome<Value<'a>> {
    let Some(text) = text::as_text(thread, name) else {
        return Err(type_error(thread, "attribute name must be a string"));
    };
    let object_of = |name: &str| {
        let symbol = thread.intern(name)?;
        Ok(thread.machine().symbols.object(symbol).value())
    };
    if !text.contains('.') {
        return object_of(text);
    }
    let names: Vec<Value<'_>> = text.split('.').map(object_of).collect::<Outcome<_>>()?;
    tuple::from_values(thread, &names)
}

fn get_attributes<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_one(thread, arguments, "attrgetter")?;
    let target = thread.root(arguments.get(thread, 1));
    let own = thread.root(arguments.get(thread, 0));
    let paths = thread.root(word(thread, thread.get(own), ONE)?);
    if word(thread, thread.get(own), IS_ONE)? == TRUE {
        let found = follow(thread, target, paths)?;
        return Ok(thread.get(found));
    }
    let count = tuple::length(thread, part(thread, thread.get(own), ONE)?);
    let mut found = Vec::with_capacity(count as usize);
    for place in 0..count {
        let paths = part(thread, thread.get(own), ONE)?;
        let path = thread.root(tuple::get(thread, paths, place));
        found.push(follow(thread, target, path)?);
    }
    tuple::from_roots(thread, &found)
}

/// Reads the attributes of a path, each of the one before.
fn follow(thread: &mut Thread, target: Root, path: Root) -> Outcome<Root> {
    let names = match exact(thread, thread.get(path), CLASS_TUPLE) {
        None => vec![symbol(thread, thread.get(path))?],
        Some(names) => {
            let names = tuple::values(thread, names).into_iter();
            names
                .map(|name| symbol(thread, name))
                .collect::<Outcome<_>>()?
        }
    };
    let mut target = target;
    for name in names {
        target = attribute::get(thread, target, name)?;
    }
    Ok(target)
}

/// The symbol of a name that a constructor has interned.
fn symbol(thread: &Thread, name: Value<'_>) -> Outcome<Symbol> {
    thread.symbol_of_name(name).ok_or_else(|| not_one(thread))
}

fn quick_follow<'a>(thread: &'a Thread, target: Value<'a>, path: Value<'a>) -> Option<Value<'a>> {
    let get = |target, name| quick_get_attribute(thread, [target, name, UNBOUND]);
    let Some(names) = exact(thread, path, CLASS_TUPLE) else {
        return get(target, path);
    };
    let mut places = 0..tuple::length(thread, names);
    places.try_fold(target, |target, place| {
        get(target, tuple::get(thread, names, place))
    })
}

fn quick_get_attributes<'a>(
    thread: &'a Thread,
    [own, target, further]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let own = exact(thread, own, CLASS_ATTRIBUTE_GETTER)?;
    if target == UNBOUND || further != UNBOUND {
        return None;
    }
    let view = thread.read(own);
    if view.get(IS_ONE) == TRUE {
        return quick_follow(thread, target, view.get(ONE));
    }
    let paths = view.get(ONE).as_object()?;
    quick_tuple(thread, paths, |path| quick_follow(thread, target, path))
}

// ---- methodcaller

fn make_method_caller<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(name) = arguments.optional(thread, 1) else {
        let message = "methodcaller needs at least one argument, the method name";
        return Err(type_error(thread, message));
    };
    let Some(text) = text::as_text(thread, name) else {
        return Err(type_error(thread, "method name must be a string"));
    };
    let symbol = thread.intern(text)?;
    let positional = tuple::from_values(thread, &given(thread, arguments, 2))?;
    let named = match arguments.keyword_count() {
        0 => NONE,
        count => {
            let named = dict::new(thread)?;
            let target = named.as_object().ok_or_else(|| not_one(thread))?;
            for place in 0..count {
                let key = thread.keyword_symbol(place);
                let key = thread.machine().symbols.object(key).value();
                let value = arguments.keyword_value(thread, place);
                dict::set_leaf(thread, target, key, value)?;
            }
            named
        }
    };
    let name = thread.machine().symbols.object(symbol).value();
    Ok(thread.new_small(CLASS_METHOD_CALLER, name, positional, named))
}

/// The named arguments, in the order in which they were given.
fn named_parts<'a>(thread: &'a Thread, own: Value<'a>) -> Outcome<Vec<(Symbol, Value<'a>)>> {
    let Some(named) = word(thread, own, NAMED)?.as_object() else {
        return Ok(Vec::new());
    };
    let entries = dict::entries(thread, named).into_iter();
    entries
        .map(|(name, value)| Ok((symbol(thread, name)?, value)))
        .collect()
}

/// A call of the object becomes one of the method, where that is a function of the class; else the
/// method is read, and called from here.
fn enter_method(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let count = call.count - call.names.len();
    if count != 2 {
        return Err(expected_one(thread, "methodcaller", count - 1));
    }
    if !call.names.is_empty() {
        return Err(type_error(
            thread,
            "methodcaller() takes no keyword arguments",
        ));
    }
    let header = (
        thread.root(thread.stack_value(call.header + HEADER_CALLABLE)),
        thread.root(thread.stack_value(call.first())),
    );
    let own = thread.stack_value(call.first());
    let name = symbol(thread, word(thread, own, NAME)?)?;
    let target = thread.stack_value(call.first() + 1);
    let function = match attribute::find_method(thread, target, name) {
        Method::Function { function, .. } if is_entered_once(thread, function) => function,
        _ => return call_method(thread, call, name),
    };
    let positional = tuple::values(thread, part(thread, own, POSITIONAL)?);
    let (names, values): (Vec<Symbol>, Vec<Value<'_>>) =
        named_parts(thread, own)?.into_iter().unzip();
    let mut other = call::replace_receiver(thread, call, function, [].into_iter())?;
    call::append_arguments(thread, &mut other, &positional)?;
    call::append_arguments(thread, &mut other, &values)?;
    let other = Call {
        names: &names,
        ..other
    };
    call::enter_instead(thread, call, other, header, 0)
}

/// A call of the object whose method is a native with a shortcut that knows the result.
fn quick_call_method<'a>(
    thread: &'a Thread,
    [own, target, further]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let view = thread.read(exact(thread, own, CLASS_METHOD_CALLER)?);
    if target == UNBOUND || further != UNBOUND || view.get(NAMED) != NONE {
        return None;
    }
    let name = thread.symbol_of_name(view.get(NAME))?;
    let Method::Function { function, .. } = attribute::find_method(thread, target, name) else {
        return None;
    };
    // (A native that enters may be the call of another such object: a circle would never end.)
    let native = exact(thread, function, CLASS_NATIVE_FUNCTION)?;
    if !is_entered_once(thread, native.value()) {
        return None;
    }
    let positional = view.get(POSITIONAL).as_object()?;
    let count = tuple::length(thread, positional) as usize + 1;
    let mut all = [target, UNBOUND, UNBOUND];
    for (place, value) in (0..).zip(all.get_mut(1..count)?) {
        *value = tuple::get(thread, positional, place);
    }
    short_call::call_shortly(thread, function, &all[..count])
}

/// Reads the method as an attribute, and calls it.
fn call_method(thread: &mut Thread, call: Call<'_>, name: Symbol) -> Outcome<Entered> {
    let own = thread.root(thread.stack_value(call.first()));
    let target = thread.root(thread.stack_value(call.first() + 1));
    let method = attribute::get(thread, target, name)?;
    let values = tuple::values(thread, part(thread, thread.get(own), POSITIONAL)?);
    let mut roots: Vec<Root> = values.iter().map(|value| thread.root(*value)).collect();
    let mut names = Vec::new();
    for (name, value) in named_parts(thread, thread.get(own))? {
        names.push(name);
        roots.push(thread.root(value));
    }
    let result = call::call_with_names(thread, method, &roots, &names)?;
    call::set_result(thread, call, thread.get(result));
    Ok(Entered::Done)
}

// ---- texts and pickles

/// The parts of a text, in brackets behind the name of the class.
fn in_brackets<'a>(
    thread: &'a mut Thread,
    own: Root,
    parts: &[Root],
    named: &[(Symbol, Root)],
) -> Outcome<Value<'a>> {
    let class = thread.bare_type_name(thread.get(own));
    let mut out = format!("operator.{class}(");
    let is_outermost = repr::within(thread, own, |thread| {
        for (place, part) in parts.iter().enumerate() {
            out.push_str(if place > 0 { ", " } else { "" });
            repr::repr_into(thread, *part, &mut out)?;
        }
        for (name, value) in named {
            out.push_str(", ");
            out.push_str(thread.machine().symbols.text(*name));
            out.push('=');
            repr::repr_into(thread, *value, &mut out)?;
        }
        Ok(())
    })?;
    if !is_outermost {
        out.push_str("...");
    }
    out.push(')');
    string::new(thread, &out)
}

fn getter_text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = thread.root(arguments.get(thread, 0));
    let all = tuple::values(thread, part(thread, thread.get(own), ALL)?);
    let parts: Vec<Root> = all.iter().map(|part| thread.root(*part)).collect();
    in_brackets(thread, own, &parts, &[])
}

fn caller_text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = thread.root(arguments.get(thread, 0));
    let mut parts = vec![thread.root(word(thread, thread.get(own), NAME)?)];
    let positional = tuple::values(thread, part(thread, thread.get(own), POSITIONAL)?);
    parts.extend(positional.iter().map(|part| thread.root(*part)));
    let named: Vec<(Symbol, Root)> = named_parts(thread, thread.get(own))?
        .into_iter()
        .map(|(name, value)| (name, thread.root(value)))
        .collect();
    in_brackets(thread, own, &parts, &named)
}

/// Class and arguments, from which a getter is made again.
fn reduce_getter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = arguments.get(thread, 0);
    let class = thread.class_object(thread.class_of(own));
    tuple::from_values(thread, &[class, word(thread, own, ALL)?])
}

/// The same of a caller; a partial of the class has its named arguments.
fn reduce_caller<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = arguments.get(thread, 0);
    let class = thread.class_object(CLASS_METHOD_CALLER);
    let name = word(thread, own, NAME)?;
    let mut positional = tuple::values(thread, part(thread, own, POSITIONAL)?);
    let named = named_parts(thread, own)?;
    if named.is_empty() {
        positional.insert(0, name);
        let positional = tuple::from_values(thread, &positional)?;
        return tuple::from_values(thread, &[class, positional]);
    }
    let mut roots = vec![thread.root(class), thread.root(name)];
    let (names, values): (Vec<Symbol>, Vec<Value<'_>>) = named.into_iter().unzip();
    roots.extend(values.into_iter().map(|value| thread.root(value)));
    let functools = motet_python_interp::import::import_module(thread, "functools")?;
    let partial = thread.intern("partial")?;
    let partial = attribute::get(thread, functools, partial)?;
    let made = call::call_with_names(thread, partial, &roots, &names)?;
    let own = arguments.get(thread, 0);
    let positional = part(thread, own, POSITIONAL)?.value();
    tuple::from_values(thread, &[thread.get(made), positional])
}

/// The signature of the calls of all of them.
fn signature<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    string::new(thread, "(obj, /)")
}

const GETTERS: &[NativeFunction] = &[NativeFunction::leaf("__text_signature__", 1, 1, signature)];

const ITEM_METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__call__", 1, u8::MAX, get_items)
        .with_keywords()
        .with_quick(quick_get_items),
    NativeFunction::calling("__repr__", 1, 1, getter_text),
    NativeFunction::leaf("__reduce__", 1, 1, reduce_getter),
];

const ATTRIBUTE_METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__call__", 1, u8::MAX, get_attributes)
        .with_keywords()
        .with_quick(quick_get_attributes),
    NativeFunction::calling("__repr__", 1, 1, getter_text),
    NativeFunction::leaf("__reduce__", 1, 1, reduce_getter),
];

const CALLER_METHODS: &[NativeFunction] = &[
    NativeFunction::entering("__call__", enter_method).with_quick(quick_call_method),
    NativeFunction::calling("__repr__", 1, 1, caller_text),
    NativeFunction::calling("__reduce__", 1, 1, reduce_caller),
];

const fn getter(name: &'static str, number: ClassNumber) -> TypeDef {
    TypeDef::new(name, number)
        .in_module("operator")
        .getters(&[GETTERS])
        .checked()
        .closed()
}

/// The definitions.
pub(super) const TYPES: &[TypeDef] = &[
    getter("itemgetter", CLASS_ITEM_GETTER)
        .constructor(
            NativeFunction::leaf("itemgetter", 1, u8::MAX, make_item_getter).with_keywords(),
        )
        .methods(&[ITEM_METHODS]),
    getter("attrgetter", CLASS_ATTRIBUTE_GETTER)
        .constructor(
            NativeFunction::leaf("attrgetter", 1, u8::MAX, make_attribute_getter).with_keywords(),
        )
        .methods(&[ATTRIBUTE_METHODS]),
    getter("methodcaller", CLASS_METHOD_CALLER)
        .constructor(
            NativeFunction::leaf("methodcaller", 1, u8::MAX, make_method_caller).with_keywords(),
        )
        .methods(&[CALLER_METHODS]),
];

/// The classes that are variables of the module.
pub(super) const SHOWN: &[ClassNumber] = &[
    CLASS_ITEM_GETTER,
    CLASS_ATTRIBUTE_GETTER,
    CLASS_METHOD_CALLER,
];
