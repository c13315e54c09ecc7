//! Natives that make classes below built-in ones work: `__new__` of each built-in class, `__init__`
//! of those that are filled after they were made, and what depends on the class around a value.

use crate::classes::annotations;
use crate::classes::initialisers;
use crate::classes::instantiation;
use crate::model::instance_layout;
use crate::model::names;
use crate::model::native::roots_from;
use crate::model::text;
use crate::model::upcalls;
use crate::types::deque;
use crate::types::exception_fields;
use crate::types::host;
use motet_tm::{Object, Root, Value};

use crate::model::class::{Class, InstanceKind};
use crate::model::exception::TYPE_ERROR;
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::types::protocol::{item, iterate, repr};
use crate::types::{dict, dict_methods, float, format_spec, list, set, string, tables};
use motet_vm::symbol::Symbol;

/// `__new__` of a built-in class, bound to the class's object.
pub const NEW: NativeFunction = NativeFunction::calling("__new__", 1, u8::MAX, new).with_keywords();

/// Methods that fill an object after it was made.
pub const INITIALISERS: &[(ClassNumber, NativeFunction)] = &[(
    CLASS_DICT,
    NativeFunction::calling("__init__", 1, u8::MAX, init_dict).with_keywords(),
)];

/// Methods that look at the class around the value: their receiver is left as it is.
pub const OF_WHOLE: &[(ClassNumber, NativeFunction)] = &[
    (
        CLASS_LIST,
        NativeFunction::calling("__init__", 1, u8::MAX, init_list).with_keywords(),
    ),
    (
        CLASS_SET,
        NativeFunction::calling("__init__", 1, u8::MAX, init_set).with_keywords(),
    ),
    (
        CLASS_DEQUE,
        NativeFunction::calling("__repr__", 1, 1, deque::text),
    ),
    (
        CLASS_DEQUE,
        NativeFunction::calling("__add__", 2, 2, add_deque),
    ),
    (
        CLASS_DEQUE,
        NativeFunction::calling("__mul__", 2, 2, multiply_deque),
    ),
    (
        CLASS_DEQUE,
        NativeFunction::calling("__rmul__", 2, 2, multiply_deque),
    ),
    (
        CLASS_STR,
        NativeFunction::calling("__mod__", 2, 2, tables::percent),
    ),
    (
        CLASS_STR,
        NativeFunction::calling("__rmod__", 2, 2, tables::reflected_percent),
    ),
    (
        CLASS_BYTES,
        NativeFunction::calling("__rmod__", 2, 2, tables::reflected_percent),
    ),
    (
        CLASS_BYTEARRAY,
        NativeFunction::calling("__rmod__", 2, 2, tables::reflected_percent),
    ),
    (
        CLASS_BYTES,
        NativeFunction::calling("__add__", 2, 2, tables::concatenate),
    ),
    (
        CLASS_BYTEARRAY,
        NativeFunction::calling("__add__", 2, 2, tables::concatenate),
    ),
    (
        CLASS_BYTEARRAY,
        NativeFunction::calling("__iadd__", 2, 2, tables::inplace_add),
    ),
    (
        CLASS_DEQUE,
        NativeFunction::calling("__reduce__", 1, 1, reduce_deque),
    ),
    (
        CLASS_DEQUE,
        NativeFunction::calling("__copy__", 1, 1, copy_deque),
    ),
    (
        CLASS_DEQUE,
        NativeFunction::calling("copy", 1, 1, copy_deque),
    ),
    (
        CLASS_BYTEARRAY,
        NativeFunction::calling("__repr__", 1, 1, repr_bytearray),
    ),
    (
        CLASS_BYTEARRAY,
        NativeFunction::calling("__str__", 1, 1, repr_bytearray),
    ),
    (
        CLASS_SET,
        NativeFunction::calling("__repr__", 1, 1, repr_set),
    ),
    (
        CLASS_FROZENSET,
        NativeFunction::calling("__repr__", 1, 1, repr_set),
    ),
    (
        CLASS_INT,
        NativeFunction::calling("__format__", 2, 2, format),
    ),
    (
        CLASS_FLOAT,
        NativeFunction::calling("__format__", 2, 2, format),
    ),
    (
        CLASS_COMPLEX,
        NativeFunction::calling("__format__", 2, 2, format),
    ),
    (
        CLASS_STR,
        NativeFunction::calling("__format__", 2, 2, format),
    ),
    (
        CLASS_DICT,
        NativeFunction::calling("__getitem__", 2, 2, get_dict_item),
    ),
    (
        CLASS_DICT,
        NativeFunction::calling("fromkeys", 2, 3, from_keys),
    ),
];

/// The class that `owner.__new__` is asked to make an instance of.
///
/// # Errors
/// `TypeError` if it is none, or not below `owner`.
pub fn wanted_class(
    thread: &Thread,
    owner: ClassNumber,
    value: Option<Value<'_>>,
) -> Outcome<&'static Class> {
    let name = thread.class_name(owner);
    let Some(value) = value else {
        let message = format!("{name}.__new__(): not enough arguments");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let Some(number) = thread.class_number_of(value) else {
        let given = thread.type_name(value);
        let message = format!("{name}.__new__(X): X is not a type object ({given})");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let wanted = thread.class_name(number);
    if !thread.is_subclass(number, owner) {
        let message = format!("{name}.__new__({wanted}): {wanted} is not a subtype of {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let class = thread.class(number);
    let is_safe = match class.kind {
        InstanceKind::Builtin(base) => base == owner,
        InstanceKind::Exception => thread.class(owner).kind == InstanceKind::Exception,
        InstanceKind::Plain => owner == CLASS_OBJECT,
    };
    if !is_safe {
        let mut safe = class;
        while let Some(found) = thread.look_up(safe.number, names::NEW)
            && found.class >= CLASS_USER_FIRST
        {
            safe = thread.class(safe.bases[0]);
        }
        let base = &safe.name;
        let message = format!("{name}.__new__({wanted}) is not safe, use {base}.__new__()");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    Ok(class)
}

/// `owner.__new__(class, …)`: argument 0 is `owner`.
fn new<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let owner = thread.class_number_of(arguments.get(thread, 0));
    let owner = owner.expect("bound to a class");
    let class = wanted_class(thread, owner, arguments.optional(thread, 1))?;
    let (roots, keywords) = roots_from(thread, arguments, 2);
    if owner == CLASS_TYPE {
        let made = upcalls::make_type(thread, class.number, &roots, &keywords)?;
        return Ok(thread.get(made));
    }
    if class.kind == InstanceKind::Exception {
        let positional = roots.len() - keywords.len();
        let values: Vec<Value<'_>> = roots[..positional]
            .iter()
            .map(|root| thread.get(*root))
            .collect();
        return exception_fields::construct(thread, class.number, &values);
    }
    let made = new_instance(thread, class, owner, &roots, &keywords)?;
    Ok(thread.get(made))
}

/// An instance of a class at or below a built-in one, before `__init__`.
///
/// # Errors
/// What the built-in class's constructor raises.
pub fn new_instance(
    thread: &mut Thread,
    class: &Class,
    base: ClassNumber,
    arguments: &[Root],
    keywords: &[Symbol],
) -> Outcome<Root> {
    instantiation::refuse_abstract(thread, class)?;
    if OWN_NEW.contains(&base) {
        let new = thread.class(base).namespace.get(thread, names::NEW);
        let new = thread.root(new.expect("it was installed"));
        let mut all = vec![thread.root(class.object.value())];
        all.extend(arguments);
        return upcalls::call_with_names(thread, new, &all, keywords);
    }
    let value = match empty(thread, base)? {
        Some(value) => thread.root(value),
        None => {
            let callable = thread.root(thread.class_object(base));
            // Keywords may be meant for an `__init__` of the program's own.
            let takes = thread
                .class(base)
                .constructor
                .is_none_or(|made| made.keywords);
            let init = thread.look_up(class.number, names::INIT);
            let has_own = init.is_some_and(|init| init.class >= CLASS_USER_FIRST);
            let (arguments, keywords) = match has_own && !takes {
                true => (&arguments[..arguments.len() - keywords.len()], &[][..]),
                false => (arguments, keywords),
            };
            upcalls::call_with_names(thread, callable, arguments, keywords)?
        }
    };
    if class.number == base {
        return Ok(value);
    }
    let boxed = thread.new_boxed(class, thread.get(value));
    thread.enable_del(class, boxed);
    Ok(thread.root(boxed))
}

/// What `__new__` makes of a class that has an `__init__` to fill it.
fn empty(thread: &Thread, base: ClassNumber) -> Outcome<Option<Value<'_>>> {
    Ok(Some(match base {
        CLASS_LIST => list::new(thread)?,
        CLASS_DICT => dict::new(thread)?,
        CLASS_SET => set::new(thread, CLASS_SET)?,
        _ => return initialisers::empty(thread, base),
    }))
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
    thread.get(root).as_object().expect("a list")
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
    let object = thread.get(set).as_object().expect("a set");
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
    let name = thread.class_name(thread.class_of(value));
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
        // The class says what float it stands for.
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
    if let Some(found) = dict::get(thread, plain, key)? {
        return Ok(thread.get(found));
    }
    if let Some(made) = thread.call_special(whole, "__missing__", &[key])? {
        return Ok(thread.get(made));
    }
    Err(host::key_error(thread, thread.get(key)))
}

fn reduce_deque<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    annotations::delegate(thread, arguments, "_motet_object", "reduce_deque")
}

/// `deque + deque`, of the class of the first.
fn add_deque<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (whole, other) = (arguments.get(thread, 0), arguments.get(thread, 1));
    let is_deque = thread.class_of(instance_layout::plain(thread, other)) == CLASS_DEQUE;
    if thread.class_of(whole) == CLASS_DEQUE || !is_deque {
        return deque::add(thread, arguments);
    }
    let (whole, other) = (thread.root(whole), thread.root(other));
    let copy = thread.call_special(whole, "__copy__", &[])?;
    let copy = copy.expect("a deque has it");
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
    let copy = thread.call_special(whole, "__copy__", &[])?;
    let copy = copy.expect("a deque has it");
    let made = instance_layout::plain(thread, thread.get(copy));
    deque::multiply_by(thread, made, times)?;
    Ok(thread.get(copy))
}

fn copy_deque<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if thread.class_of(arguments.get(thread, 0)) == CLASS_DEQUE {
        return deque::copy(thread, arguments);
    }
    annotations::delegate(thread, arguments, "_motet_object", "copy_deque")
}

/// `cls.fromkeys(iterable, value)`.
fn from_keys<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.root(arguments.get(thread, 0));
    let source = thread.root(arguments.get(thread, 1));
    let value = thread.root(arguments.optional(thread, 2).unwrap_or(NONE));
    let made = thread.call(class, &[])?;
    iterate::for_each(thread, source, |thread, key| {
        item::set_item(thread, made, key, value)?;
        Ok(true)
    })?;
    Ok(thread.get(made))
}

/// Classes whose `__new__` makes whole instances of the classes below them.
const OWN_NEW: &[ClassNumber] = &[CLASS_WEAK_REFERENCE];
