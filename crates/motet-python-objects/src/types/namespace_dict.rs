//! The dict of a module's variables: `globals()`, `vars(module)`, `module.__dict__`.
//!
//! It is an object of a class below `dict` (which says that it is `dict`) over the namespace: a
//! value that is stored in one is seen in the other. Its methods are here; an operation that reads
//! all of it works on a copy.

use crate::model::text;
use crate::model::type_def::TypeDef;
use crate::model::upcalls;
use motet_tm::{Root, Value};

use crate::model::exception::{KEY_ERROR, TYPE_ERROR};
use crate::model::layouts::*;
use crate::model::namespace::{Namespace, read_cell};
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::types::{dict, dict_methods, int, tuple};
use motet_vm::symbol::Symbol;

/// Word of such a dict: the number of its namespace in the machine's table.
const NAMESPACE_NUMBER: u64 = 1;

/// The dict of a namespace.
///
/// # Errors
/// `MemoryError`.
pub fn of(thread: &Thread, namespace: &'static Namespace) -> Outcome<Value<'static>> {
    let object = namespace.object.get_or_init(|| {
        let number = thread.machine().namespaces.push(namespace);
        let fields = [int::from_length(number as u64), NONE, NONE];
        thread
            .allocate_pinned(LAYOUT_SMALL, CLASS_NAMESPACE_DICT, &fields)
            .expect("small pinned objects have room behind the limit of the heap")
    });
    Ok(object.value())
}

/// The namespace that a value is the dict of.
pub fn namespace_of(thread: &Thread, value: Value<'_>) -> Option<&'static Namespace> {
    let object = thread.object_of(value, CLASS_NAMESPACE_DICT)?;
    let number = thread.read(object).get(NAMESPACE_NUMBER).as_integer()?;
    Some(thread.machine().namespaces[number as usize])
}

/// A dict with the present content of a namespace.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn copy_of<'a>(thread: &'a Thread, namespace: &Namespace) -> Outcome<Value<'a>> {
    let made = dict::new(thread)?;
    let object = made.known_object();
    for (name, cell) in namespace.bound_names(thread) {
        let key = thread.machine().symbols.object(name).value();
        dict::set_leaf(thread, object, key, read_cell(thread, cell))?;
    }
    Ok(made)
}

fn receiver(thread: &Thread, arguments: Arguments) -> Outcome<&'static Namespace> {
    let namespace = namespace_of(thread, arguments.get(thread, 0));
    namespace.ok_or_else(|| thread.raise(TYPE_ERROR, "the dict of a module is needed"))
}

/// The symbol of a key, if it can be the name of a variable.
fn symbol(thread: &Thread, key: Value<'_>) -> Outcome<Option<Symbol>> {
    let text = text::as_text(thread, key);
    text.map(|text| thread.intern(text)).transpose()
}

fn name_to_store(thread: &Thread, key: Value<'_>) -> Outcome<Symbol> {
    symbol(thread, key)?.ok_or_else(|| {
        let name = thread.type_name(key);
        let message = format!("names of variables must be str, not {name}");
        thread.raise(TYPE_ERROR, message)
    })
}

fn found<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let namespace = receiver(thread, arguments)?;
    let name = symbol(thread, arguments.get(thread, 1))?;
    Ok(name.and_then(|name| namespace.get(thread, name)))
}

fn get_item(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    match found(thread, arguments)? {
        Some(value) => Ok(value),
        None => Err(thread.raise_with(KEY_ERROR, arguments.get(thread, 1))),
    }
}

/// `dict.get` of such a dict.
///
/// # Errors
/// `TypeError` for another receiver.
pub(crate) fn get(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let default = arguments.optional(thread, 2).unwrap_or(NONE);
    Ok(found(thread, arguments)?.unwrap_or(default))
}

fn contains(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    Ok(boolean(found(thread, arguments)?.is_some()))
}

fn set_item(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let namespace = receiver(thread, arguments)?;
    let name = name_to_store(thread, arguments.get(thread, 1))?;
    namespace.set(thread, name, arguments.get(thread, 2))?;
    Ok(NONE)
}

fn set_default(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    if let Some(value) = found(thread, arguments)? {
        return Ok(value);
    }
    let name = name_to_store(thread, arguments.get(thread, 1))?;
    let default = arguments.optional(thread, 2).unwrap_or(NONE);
    receiver(thread, arguments)?.set(thread, name, default)?;
    Ok(default)
}

/// Unbinds a variable; the value that it had.
fn take(thread: &Thread, arguments: Arguments) -> Outcome<Option<Value<'_>>> {
    let Some(value) = found(thread, arguments)? else {
        return Ok(None);
    };
    let name = name_to_store(thread, arguments.get(thread, 1))?;
    receiver(thread, arguments)?.set(thread, name, UNBOUND)?;
    Ok(Some(value))
}

fn delete_item(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    match take(thread, arguments)? {
        Some(_) => Ok(NONE),
        None => Err(thread.raise_with(KEY_ERROR, arguments.get(thread, 1))),
    }
}

fn pop(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    match take(thread, arguments)?.or(arguments.optional(thread, 2)) {
        Some(value) => Ok(value),
        None => Err(thread.raise_with(KEY_ERROR, arguments.get(thread, 1))),
    }
}

fn pop_item(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let namespace = receiver(thread, arguments)?;
    match namespace.bound_names(thread).pop() {
        Some((name, cell)) => {
            let value = read_cell(thread, cell);
            let pair = [thread.machine().symbols.object(name).value(), value];
            namespace.set(thread, name, UNBOUND)?;
            tuple::from_values(thread, &pair)
        }
        None => Err(thread.raise(KEY_ERROR, "popitem(): dictionary is empty")),
    }
}

fn clear(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let namespace = receiver(thread, arguments)?;
    for (name, _) in namespace.bound_names(thread) {
        namespace.set(thread, name, UNBOUND)?;
    }
    Ok(NONE)
}

fn length(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let names = receiver(thread, arguments)?.bound_names(thread);
    Ok(int::from_length(names.len() as u64))
}

/// Stores all entries of a dict.
fn store_all(thread: &Thread, namespace: &Namespace, entries: Root) -> Outcome<()> {
    let entries = thread.object_at(entries);
    for (key, value) in dict::entries(thread, entries) {
        namespace.set(thread, name_to_store(thread, key)?, value)?;
    }
    Ok(())
}

fn update<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let namespace = receiver(thread, arguments)?;
    let added = thread.root(dict::new(thread)?);
    dict_methods::update_from_arguments(thread, added, arguments)?;
    store_all(thread, namespace, added)?;
    Ok(NONE)
}

fn inplace_or<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    update(thread, arguments)?;
    Ok(arguments.get(thread, 0))
}

/// Calls a method of a copy.
fn of_copy<'a>(thread: &'a mut Thread, arguments: Arguments, name: &str) -> Outcome<Value<'a>> {
    let namespace = receiver(thread, arguments)?;
    let copy = thread.root(copy_of(thread, namespace)?);
    let rest: Vec<Root> = (1..arguments.len())
        .map(|index| {
            let value = arguments.get(thread, index);
            match namespace_of(thread, value) {
                Some(other) => copy_of(thread, other).map(|copy| thread.root(copy)),
                None => Ok(thread.root(value)),
            }
        })
        .collect::<Outcome<_>>()?;
    let name = thread.machine().symbols.intern(thread, name);
    let method = upcalls::get_attribute(thread, copy, name)?;
    let result = thread.call(method, &rest)?;
    Ok(thread.get(result))
}

macro_rules! on_copies {
    ($($function:ident $name:literal;)*) => {
        $(fn $function(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            of_copy(thread, arguments, $name)
        })*
    };
}

on_copies! {
    iterate "__iter__";
    reversed "__reversed__";
    keys "keys";
    values "values";
    items "items";
    copy "copy";
    text "__repr__";
    equal "__eq__";
    not_equal "__ne__";
    or "__or__";
    reflected_or "__ror__";
}

/// The methods.
pub const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__getitem__", 2, 2, get_item),
    NativeFunction::leaf("__setitem__", 3, 3, set_item),
    NativeFunction::leaf("__delitem__", 2, 2, delete_item),
    NativeFunction::leaf("__contains__", 2, 2, contains),
    NativeFunction::leaf("__len__", 1, 1, length),
    NativeFunction::leaf("get", 2, 3, get),
    NativeFunction::leaf("setdefault", 2, 3, set_default),
    NativeFunction::leaf("pop", 2, 3, pop),
    NativeFunction::leaf("popitem", 1, 1, pop_item),
    NativeFunction::leaf("clear", 1, 1, clear),
    NativeFunction::calling("update", 1, 2, update).with_keywords(),
    NativeFunction::calling("__ior__", 2, 2, inplace_or),
    NativeFunction::calling("__iter__", 1, 1, iterate),
    NativeFunction::calling("__reversed__", 1, 1, reversed),
    NativeFunction::calling("keys", 1, 1, keys),
    NativeFunction::calling("values", 1, 1, values),
    NativeFunction::calling("items", 1, 1, items),
    NativeFunction::calling("copy", 1, 1, copy),
    NativeFunction::calling("__repr__", 1, 1, text),
    NativeFunction::calling("__eq__", 2, 2, equal),
    NativeFunction::calling("__ne__", 2, 2, not_equal),
    NativeFunction::calling("__or__", 2, 2, or),
    NativeFunction::calling("__ror__", 2, 2, reflected_or),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("dict", CLASS_NAMESPACE_DICT)
    .below(CLASS_DICT)
    .methods(&[METHODS])
    .unhashable()];
