//! How `object.__reduce_ex__` takes instances apart that have slots, lie around a list, a dict, a
//! tuple or another plain value, or tell their arguments or their state by methods of their own.
//!
//! The names of the slots are those that `copyreg` notes on the class: an instance whose class has
//! none yet is the library's work (`_motet_object`), which notes them. The methods of the class
//! are called in the order in which CPython calls them.

use super::instances::{found_in_module, has_special_attributes};
use motet_python_objects::model::class::{Class, InstanceKind};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::iterate;
use motet_python_objects::types::{dict, list, tuple};

/// The built-in classes whose instances are told by their attributes, their items, and what
/// `__getnewargs__` says.
const TOLD: &[ClassNumber] = &[
    CLASS_OBJECT,
    CLASS_LIST,
    CLASS_DICT,
    CLASS_TUPLE,
    CLASS_STR,
    CLASS_BYTES,
    CLASS_INT,
    CLASS_FLOAT,
];

/// Whether the class or a class before the built-in ones in its order has an attribute.
fn has(thread: &Thread, class: &Class, name: &'static str) -> bool {
    let found = thread.look_up(class.number, thread.symbol_of(name));
    found.is_some_and(|found| found.class >= CLASS_USER_FIRST)
}

/// Whether an instance is taken apart here.
fn is_told(thread: &Thread, class: &Class, object: Object<'_>) -> bool {
    let is_laid_out = match class.kind {
        // (A class with slots is its own solid class.)
        InstanceKind::Plain => class.solid == CLASS_OBJECT || class.solid >= CLASS_USER_FIRST,
        InstanceKind::Builtin(kind) => TOLD.contains(&kind),
        InstanceKind::Exception => false,
    };
    let of_program = [
        "__reduce__",
        "__getattribute__",
        "__getattr__",
        "__getnewargs_ex__",
    ];
    class.number >= CLASS_USER_FIRST
        && is_laid_out
        && class.metaclass.get() == CLASS_TYPE
        && !of_program.iter().any(|name| has(thread, class, name))
        && !has(thread, class, "_motet_closed")
        && !has_special_attributes(thread, object)
}

/// The kind of the value that an instance lies around.
fn kind_of(class: &Class) -> ClassNumber {
    match class.kind {
        InstanceKind::Builtin(kind) => kind,
        _ => CLASS_OBJECT,
    }
}

/// The class of an instance that is taken apart here.
fn told_class(thread: &Thread, own: Root) -> Option<(&'static Class, Object<'_>)> {
    let object = thread.get(own).as_object()?;
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    let class = thread.class(thread.class_of_object(object));
    is_told(thread, class, object).then_some((class, object))
}

/// The attributes, as `object.__getstate__` tells them; none if the library has to find the slots.
fn own_state<'a>(thread: &'a Thread, own: Root) -> Outcome<Option<Value<'a>>> {
    let object = thread.object_at(own);
    let class = thread.class(thread.class_of_object(object));
    let noted = class
        .namespace
        .get(thread, thread.symbol_of("__slotnames__"));
    let Some(noted) = noted.and_then(|noted| exact(thread, noted, CLASS_LIST)) else {
        return Ok(None);
    };
    let state = match class.has_dict && !thread.own_attributes(object).is_empty() {
        true => thread.instance_dict(object)?,
        false => NONE,
    };
    if list::length(thread, noted) == 0 {
        return Ok(Some(state));
    }
    let slots = dict::new(thread)?;
    let table = slots.known_object();
    for name in list::items_of(thread, noted) {
        let Some(symbol) = thread.symbol_of_name(name) else {
            return Ok(None);
        };
        if !thread.is_slot(class.number, symbol) {
            return Ok(None);
        }
        if let Some(value) = thread
            .own_attribute(object, symbol)
            .filter(|it| *it != UNBOUND)
        {
            dict::set_leaf(thread, table, name, value)?;
        }
    }
    match dict::length(thread, table) {
        0 => Ok(Some(state)),
        _ => Ok(Some(thread.new_tuple(&[state, slots]))),
    }
}

/// `object.__reduce_ex__` of a protocol of 2 and above; none, with nothing called, for all that is
/// the library's work.
///
/// # Errors
/// Those of the methods of the class.
pub(crate) fn reduced_by_parts(thread: &mut Thread, own: Root) -> Outcome<Option<Root>> {
    let Some((class, _)) = told_class(thread, own) else {
        return Ok(None);
    };
    let Some(new) = found_in_module(thread, "copyreg", "__newobj__") else {
        return Ok(None);
    };
    let new = thread.root(new);
    let kind = kind_of(class);
    let has_own_state = has(thread, class, "__getstate__");
    // Whether the library is asked is decided before the first call.
    if !has_own_state && own_state(thread, own)?.is_none() {
        return Ok(None);
    }
    let mut arguments = vec![thread.root(class.object.value())];
    if thread.has_special(class.number, "__getnewargs__") {
        let given = thread.call_special(own, "__getnewargs__", &[])?;
        let given = given.map_or(NONE, |given| thread.get(given));
        let Some(given) = tuple::as_tuple(thread, given) else {
            let kind = type_name(thread, given);
            let message = format!("__getnewargs__ should return a tuple, not '{kind}'");
            return Err(type_error(thread, message));
        };
        let values = tuple::values(thread, given).into_iter();
        arguments.extend(values.map(|value| thread.root(value)));
    }
    let state = match has_own_state {
        true => thread.call_special(own, "__getstate__", &[])?,
        false => own_state(thread, own)?.map(|state| thread.root(state)),
    };
    let none = thread.root(NONE);
    let state = state.unwrap_or(none);
    let items = match kind {
        CLASS_LIST => iterate::iter(thread, own)?,
        _ => none,
    };
    let pairs = match kind {
        CLASS_DICT => match thread.call_special(own, "items", &[])? {
            Some(pairs) => iterate::iter(thread, pairs)?,
            None => none,
        },
        _ => none,
    };
    let arguments = tuple::from_roots(thread, &arguments)?;
    let arguments = thread.root(arguments);
    let parts = tuple::from_roots(thread, &[new, arguments, state, items, pairs])?;
    Ok(Some(thread.root(parts)))
}
