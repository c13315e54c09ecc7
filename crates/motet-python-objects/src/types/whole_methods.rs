//! Methods of built-in types that look at the class around a value of a class below: `__init__` of
//! types that are filled after they were made, texts that name the class, copies that are of the
//! class. Their receiver is left as it is.

use crate::model::exception::TYPE_ERROR;
use crate::model::instance_layout;
use crate::model::names;
use crate::model::native;
use crate::model::text;
use crate::model::upcalls;
use crate::types::prelude::*;
use crate::types::protocol::{item, iterate, repr};
use crate::types::{
    bytearray, deque, dict, dict_methods, float, format_spec, host, list, native_shortcut, set,
    string, tables,
};

/// Methods of `list`.
pub(crate) const LIST: &[NativeFunction] =
    &[NativeFunction::calling("__init__", 1, u8::MAX, init_list)
        .with_keywords()
        .of_whole()];

/// Methods of `set`.
pub(crate) const SET: &[NativeFunction] =
    &[NativeFunction::calling("__init__", 1, u8::MAX, init_set)
        .with_keywords()
        .of_whole()];

/// `repr` of `set` and `frozenset`.
pub(crate) const TEXT_OF_SETS: &[NativeFunction] =
    &[NativeFunction::calling("__repr__", 1, 1, repr_set).of_whole()];

/// Methods of `deque`.
pub(crate) const DEQUE: &[NativeFunction] = &[
    NativeFunction::calling("__repr__", 1, 1, deque::text).of_whole(),
    NativeFunction::calling("__add__", 2, 2, add_deque).of_whole(),
    NativeFunction::calling("__mul__", 2, 2, multiply_deque).of_whole(),
    NativeFunction::calling("__rmul__", 2, 2, multiply_deque).of_whole(),
    NativeFunction::calling("__reduce__", 1, 1, reduce_deque).of_whole(),
    NativeFunction::calling("__copy__", 1, 1, copy_deque).of_whole(),
    NativeFunction::calling("copy", 1, 1, copy_deque).of_whole(),
];

/// Methods of `bytearray`.
pub(crate) const BYTEARRAY: &[NativeFunction] = &[
    NativeFunction::calling("__init__", 1, 4, init_bytearray)
        .with_keywords()
        .of_whole(),
    NativeFunction::calling("__repr__", 1, 1, repr_bytearray).of_whole(),
    NativeFunction::calling("__str__", 1, 1, repr_bytearray).of_whole(),
];

/// Methods of `dict`.
pub(crate) const DICT: &[NativeFunction] = &[
    NativeFunction::calling("__init__", 1, u8::MAX, init_dict).with_keywords(),
    NativeFunction::calling("__getitem__", 2, 2, get_dict_item)
        .of_whole()
        .with_quick(native_shortcut::item),
    NativeFunction::calling("fromkeys", 2, 3, from_keys)
        .of_class()
        .of_whole(),
];

/// `format` of numbers and texts.
pub(crate) const FORMAT: &[NativeFunction] =
    &[NativeFunction::calling("__format__", 2, 2, format).of_whole()];

/// The built-in object inside of the receiver.
pub(crate) fn inside(
    thread: &Thread,
    arguments: Arguments,
    class: ClassNumber,
) -> Outcome<Object<'_>> {
    let plain = instance_layout::plain(thread, arguments.get(thread, 0));
    thread.object_of(plain, class).ok_or_else(|| {
        let (name, given) = (thread.class_name(class), thread.type_name(plain));
        let message =
            format!("descriptor '__init__' requires a '{name}' object but received a '{given}'");
        thread.raise(TYPE_ERROR, message)
    })
}

/// Refuses keyword arguments of an initialiser, unless a `__new__` of the program's own has seen
/// them: that may take some.
fn refuse_keywords(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<()> {
    if arguments.keyword_count() == 0 {
        return Ok(());
    }
    let class = thread.class_of(arguments.get(thread, 0));
    let new = thread.look_up(class, names::NEW);
    if new.is_some_and(|new| new.class >= CLASS_USER_FIRST) {
        return Ok(());
    }
    Err(thread.raise(TYPE_ERROR, format!("{name}() takes no keyword arguments")))
}

/// Refuses more than one argument.
fn one_source(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<()> {
    let given = arguments.len() - 1;
    if given <= 1 {
        return Ok(());
    }
    let message = format!("{name} expected at most 1 argument, got {given}");
    Err(thread.raise(TYPE_ERROR, message))
}

fn list_object(thread: &Thread, root: Root) -> Object<'_> {
    thread.object_at(root)
}

fn init_list<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    refuse_keywords(thread, arguments, "list")?;
    one_source(thread, arguments, "list")?;
    let list = instance_layout::plain(thread, arguments.get(thread, 0));
    if list::as_list(thread, list).is_none() {
        return Err(tables::wrong_receiver(thread, "list", "__init__", list));
    }
    let list = thread.root(list);
    if list::length(thread, list_object(thread, list)) > 0 {
        list::set_all(thread, list_object(thread, list), &[])?;
    }
    if let Some(source) = arguments.optional(thread, 1) {
        let source = thread.root(source);
        iterate::extend_list_asking(thread, list, source)?;
    }
    Ok(NONE)
}

fn init_dict<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    one_source(thread, arguments, "dict")?;
    let dict = thread.root(arguments.get(thread, 0));
    dict_methods::update_from_arguments(thread, dict, arguments)?;
    Ok(NONE)
}

fn init_set<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if arguments.keyword_count() > 0 {
        return Err(thread.raise(TYPE_ERROR, "set() takes no keyword arguments"));
    }
    one_source(thread, arguments, "set")?;
    let set = instance_layout::plain(thread, arguments.get(thread, 0));
    if host::kind(thread, set) != CLASS_SET {
        return Err(tables::wrong_receiver(thread, "set", "__init__", set));
    }
    let set = thread.root(set);
    let object = thread.object_at(set);
    if dict::length(thread, object) > 0 {
        dict::clear(thread, object)?;
    }
    if let Some(source) = arguments.optional(thread, 1) {
        let source = thread.root(source);
        set::update(thread, set, source)?;
    }
    Ok(NONE)
}

/// The text of a bytearray of a class below `bytearray` names the class.
fn repr_bytearray<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let plain = thread.root(instance_layout::plain(thread, value));
    let name = thread.bare_type_name(value);
    let text = repr::repr_text(thread, plain)?;
    let text = match text.strip_prefix("bytearray") {
        Some(content) => format!("{name}{content}"),
        None => text,
    };
    string::new(thread, &text)
}

/// The text of a set of a class below `set` or `frozenset` names the class.
fn repr_set<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let plain = thread.root(instance_layout::plain(thread, value));
    let class = thread.class_of(value);
    let text = repr::repr_text(thread, plain)?;
    let text = match (text.find('{'), text.rfind('}')) {
        _ if class < CLASS_USER_FIRST => text,
        (Some(first), Some(last)) => {
            format!("{}({})", thread.class_name(class), &text[first..=last])
        }
        // The set contains itself, and its text is being made.
        _ if text.ends_with("(...)") => format!("{}(...)", thread.class_name(class)),
        _ => format!("{}()", thread.class_name(class)),
    };
    string::new(thread, &text)
}

/// `__format__` of a number or text: without a specification it is the `str` of the whole.
fn format<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (value, specification) = (arguments.get(thread, 0), arguments.get(thread, 1));
    let is_empty = text::as_text(thread, specification).is_some_and(str::is_empty);
    if is_empty {
        let whole = thread.root(value);
        let text = repr::str_of(thread, whole)?;
        return Ok(thread.get(text));
    }
    let mut plain = thread.root(instance_layout::plain(thread, value));
    let is_as_float = text::as_text(thread, specification)
        .is_some_and(|text| text.ends_with(['e', 'E', 'f', 'F', 'g', 'G', '%']));
    let (whole, specification) = (thread.root(value), thread.root(specification));
    let is_whole = host::kind(thread, thread.get(plain)) == CLASS_INT;
    if is_as_float && is_whole && thread.class_of(thread.get(whole)) >= CLASS_USER_FIRST {
        // The class decides for which float the object stands.
        let number = float::convert(thread, whole, "must be real number")?;
        plain = thread.root(float::from_f64(thread, number));
    }
    let text = format_spec::format_of(thread, plain, specification, Some(whole))?;
    Ok(thread.get(text))
}

/// `dict.__getitem__`, which asks `__missing__` of a class below `dict`.
fn get_dict_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = arguments.get(thread, 0);
    let (whole, key) = (thread.root(value), thread.root(arguments.get(thread, 1)));
    let plain = thread.root(instance_layout::plain(thread, value));
    if dict::as_dict(thread, thread.get(plain)).is_none() {
        let value = thread.get(plain);
        return Err(tables::wrong_receiver(thread, "dict", "__getitem__", value));
    }
    let item = item_or_missing(thread, whole, plain, key)?;
    Ok(thread.get(item))
}

/// The item of the dict inside of an instance, or what `__missing__` of the class of that gives.
pub(crate) fn item_or_missing(
    thread: &mut Thread,
    whole: Root,
    plain: Root,
    key: Root,
) -> Outcome<Root> {
    if let Some(found) = dict::get(thread, plain, key)? {
        return Ok(found);
    }
    if let Some(made) = thread.call_special(whole, "__missing__", &[key])? {
        return Ok(made);
    }
    Err(host::key_error(thread, thread.get(key)))
}

fn reduce_deque<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    upcalls::delegate(thread, arguments, "_motet_object", "reduce_deque")
}

/// `deque + deque`, of the class of the first.
fn add_deque<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (whole, other) = (arguments.get(thread, 0), arguments.get(thread, 1));
    let is_deque = thread.class_of(instance_layout::plain(thread, other)) == CLASS_DEQUE;
    if thread.class_of(whole) == CLASS_DEQUE || !is_deque {
        return deque::add(thread, arguments);
    }
    let (whole, other) = (thread.root(whole), thread.root(other));
    let copy = upcalls::call_python(thread, "_motet_object", "copy_deque", &[whole])?;
    let made = thread.root(instance_layout::plain(thread, thread.get(copy)));
    deque::extend_by(thread, made, other, true)?;
    Ok(thread.get(copy))
}

/// `deque * n`, of the class of the deque.
fn multiply_deque<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let whole = arguments.get(thread, 0);
    if thread.class_of(whole) == CLASS_DEQUE {
        return deque::multiply(thread, arguments);
    }
    let whole = thread.root(whole);
    let times = deque::times(thread, arguments)?;
    let copy = upcalls::call_python(thread, "_motet_object", "copy_deque", &[whole])?;
    let made = instance_layout::plain(thread, thread.get(copy));
    deque::multiply_by(thread, made, times)?;
    Ok(thread.get(copy))
}

fn copy_deque<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if thread.class_of(arguments.get(thread, 0)) == CLASS_DEQUE {
        return deque::copy(thread, arguments);
    }
    upcalls::delegate(thread, arguments, "_motet_object", "copy_deque")
}

/// `cls.fromkeys(iterable, value)`.
fn from_keys<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.root(arguments.get(thread, 0));
    let source = thread.root(arguments.get(thread, 1));
    let value = thread.root(arguments.optional(thread, 2).unwrap_or(NONE));
    if thread.class_number_of(thread.get(class)) == Some(CLASS_DICT)
        && let Some(made) =
            dict_methods::of_keys_leaf(thread, thread.get(source), thread.get(value))?
    {
        let made = thread.root(made);
        return Ok(thread.get(made));
    }
    let made = thread.call(class, &[])?;
    iterate::for_each(thread, source, |thread, key| {
        item::set_item(thread, made, key, value)?;
        Ok(true)
    })?;
    Ok(thread.get(made))
}

fn init_bytearray<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    inside(thread, arguments, CLASS_BYTEARRAY)?;
    let (given, keywords) = native::roots_from(thread, arguments, 1);
    let class = thread.root(thread.class_object(CLASS_BYTEARRAY));
    let made = upcalls::call_with_names(thread, class, &given, &keywords)?;
    let made = thread.object_at(made);
    let content = bytearray::content(thread, made);
    let own = inside(thread, arguments, CLASS_BYTEARRAY)?;
    let length = bytearray::length(thread, own);
    bytearray::splice(thread, own, 0, length, &content)?;
    Ok(NONE)
}
