//! Natives that make classes below built-in ones work: `__new__` of each built-in class.

use crate::classes::instantiation;
use crate::model::instance_layout::plain;
use crate::model::names;
use crate::model::native::roots_from;
use crate::model::native_owners;
use crate::model::upcalls;
use crate::types::exception_fields;
use crate::types::protocol::repr;
use motet_tm::{Root, Unwind, Value};

use crate::model::class::{Class, InstanceKind};
use crate::model::exception::TYPE_ERROR;
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use motet_vm::symbol::Symbol;

/// `__new__` of a built-in class, bound to the class's object.
pub const NEW: NativeFunction = NativeFunction::calling("__new__", 1, u8::MAX, new).with_keywords();

/// The class of which `owner.__new__` is to make an instance.
///
/// # Errors
/// `TypeError` if it is none, or not below `owner`.
pub fn wanted_class(
    thread: &Thread,
    owner: ClassNumber,
    value: Option<Value<'_>>,
) -> Outcome<&'static Class> {
    let Some(number) = value.and_then(|value| thread.class_number_of(value)) else {
        return Err(no_class(thread, owner, value));
    };
    let class = thread.class(number);
    let is_safe = match class.kind {
        InstanceKind::Builtin(base) => base == owner,
        InstanceKind::Exception => thread.class(owner).kind == InstanceKind::Exception,
        InstanceKind::Plain => owner == CLASS_OBJECT,
    };
    if !is_safe || !thread.is_subclass(number, owner) {
        return Err(other_class(thread, owner, class));
    }
    Ok(class)
}

/// The error where `owner.__new__` is not given a class.
#[cold]
fn no_class(thread: &Thread, owner: ClassNumber, value: Option<Value<'_>>) -> Unwind {
    let given = value.map(|value| thread.type_name(value));
    thread.raise(
        TYPE_ERROR,
        native_owners::no_class(thread.told_name(owner), given),
    )
}

/// The error where `owner.__new__` is given a class whose instances it does not make.
#[cold]
fn other_class(thread: &Thread, owner: ClassNumber, class: &'static Class) -> Unwind {
    let (name, wanted) = (thread.told_name(owner), thread.told_name(class.number));
    if !thread.is_subclass(class.number, owner) {
        let message = format!("{name}.__new__({wanted}): {wanted} is not a subtype of {name}");
        return thread.raise(TYPE_ERROR, message);
    }
    let mut safe = class;
    while let Some(found) = thread.look_up(safe.number, names::NEW)
        && found.class >= CLASS_USER_FIRST
    {
        safe = thread.class(safe.bases[0]);
    }
    let base = thread.told_name(safe.number);
    let message = format!("{name}.__new__({wanted}) is not safe, use {base}.__new__()");
    thread.raise(TYPE_ERROR, message)
}

/// `owner.__new__(class, …)`: argument 0 is `owner`.
fn new<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let owner = thread.class_number_of(arguments.get(thread, 0));
    let owner = owner.expect("the native is bound to its class, which a program cannot change");
    let class = wanted_class(thread, owner, arguments.optional(thread, 1))?;
    if let Some(made) = around_value(thread, class, owner, arguments)? {
        return Ok(thread.get(made));
    }
    let is_text = owner == CLASS_STR && arguments.len() == 3 && class.number != owner;
    if is_text && arguments.keyword_count() == 0 {
        return around_text(thread, class, arguments);
    }
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

/// An instance of a class below `str` around the text of the only argument.
fn around_text<'a>(
    thread: &'a mut Thread,
    class: &Class,
    arguments: Arguments,
) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 2));
    let text = repr::str_of(thread, value)?;
    let boxed = thread.new_boxed(class, plain(thread, thread.get(text)));
    thread.enable_del(class, boxed);
    Ok(boxed)
}

/// What a built-in class answers to one argument, where that is the argument itself or lies in it:
/// `str` of a text, `tuple` of a tuple.
#[inline]
pub fn answered<'a>(
    thread: &'a Thread,
    owner: ClassNumber,
    argument: Value<'a>,
) -> Option<Value<'a>> {
    if !matches!(owner, CLASS_STR | CLASS_TUPLE | CLASS_INT | CLASS_FLOAT) {
        return None;
    }
    let class = thread.class_of(argument);
    if class == owner {
        return Some(argument);
    }
    if owner != CLASS_STR || class < CLASS_USER_FIRST {
        return None;
    }
    let found = thread.look_up(class, names::STR)?;
    (found.class == CLASS_STR).then(|| plain(thread, argument))
}

/// An instance of a class below a built-in one around what [`answered`] gives.
fn around_value(
    thread: &Thread,
    class: &Class,
    owner: ClassNumber,
    arguments: Arguments,
) -> Outcome<Option<Root>> {
    if class.number == owner || arguments.len() != 3 || arguments.keyword_count() > 0 {
        return Ok(None);
    }
    let Some(value) = answered(thread, owner, arguments.get(thread, 2)) else {
        return Ok(None);
    };
    let boxed = thread.new_boxed(class, value);
    thread.enable_del(class, boxed);
    Ok(Some(thread.root(boxed)))
}

/// An instance of a class at or below a built-in one, before `__init__`.
///
/// # Errors
/// The exception of the built-in class's constructor.
pub fn new_instance(
    thread: &mut Thread,
    class: &Class,
    base: ClassNumber,
    arguments: &[Root],
    keywords: &[Symbol],
) -> Outcome<Root> {
    // Only `object.__new__` asks whether a class is abstract.
    if base == CLASS_OBJECT {
        instantiation::refuse_abstract(thread, class)?;
    }
    let definition = thread.class(base).definition;
    if definition.new.is_some() {
        let new = thread.class(base).namespace.get(thread, names::NEW);
        let new =
            thread.root(new.expect("install has defined it for each class with such a definition"));
        let mut all = vec![thread.root(class.object.value())];
        all.extend(arguments);
        return upcalls::call_with_names(thread, new, &all, keywords);
    }
    let value = match definition.empty {
        Some(empty) => thread.root(empty(thread)?),
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
