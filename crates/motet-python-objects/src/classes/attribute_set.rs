//! Setting and deleting attributes.

use crate::classes::class_bases;
use crate::classes::class_change;
use crate::classes::descriptors;
use crate::classes::getset;
use crate::classes::library_receivers;
use crate::classes::type_attributes;
use crate::model::class_names;
use crate::types::module;
use motet_tm::{Root, Unwind, Value};

use crate::classes::missing_attribute::missing;
use crate::classes::weak::{is_proxy, unwrapped};
use crate::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR};
use crate::model::function::*;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::namespace::{read_cell, write_cell};
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use motet_vm::symbol::Symbol;

/// The outcome of setting (or deleting) an attribute.
enum Assignment<'a> {
    /// It is done.
    Done,
    /// A call does it.
    Call {
        callable: Value<'a>,
        arguments: Vec<Value<'a>>,
    },
}

/// Sets an attribute, or deletes it if there is no value.
///
/// # Errors
/// `AttributeError`, `TypeError`, and exceptions of Python code.
pub fn set(thread: &mut Thread, receiver: Root, name: Symbol, value: Option<Root>) -> Outcome<()> {
    let class = thread.class_of(thread.get(receiver));
    let hook = if value.is_some() {
        names::SETATTR
    } else {
        names::DELATTR
    };
    let is_hooked = class >= CLASS_USER_FIRST
        && thread
            .look_up(class, hook)
            .is_some_and(|found| found.class != CLASS_OBJECT);
    if is_hooked {
        let text = thread.root(thread.machine().symbols.object(name).value());
        match value {
            Some(value) => thread.call_special(receiver, "__setattr__", &[text, value])?,
            None => thread.call_special(receiver, "__delattr__", &[text])?,
        };
        return Ok(());
    }
    set_plainly(thread, receiver, name, value)
}

/// Sets or deletes an attribute as `object.__setattr__` and `object.__delattr__` do.
///
/// # Errors
/// As [`set`].
pub fn set_plainly(
    thread: &mut Thread,
    receiver: Root,
    name: Symbol,
    value: Option<Root>,
) -> Outcome<()> {
    if is_proxy(thread, thread.get(receiver)) {
        let target = thread.root(unwrapped(thread, thread.get(receiver))?);
        return set(thread, target, name, value);
    }
    if name == names::BASES
        && let Some(number) = thread.class_number_of(thread.get(receiver))
        && number >= CLASS_USER_FIRST
        && thread
            .look_up(thread.class_of(thread.get(receiver)), name)
            .is_none_or(|found| found.class < CLASS_USER_FIRST)
    {
        return class_bases::assign(thread, number, value);
    }
    if name == names::CLASS
        && let Some(number) = thread.class_number_of(thread.get(receiver))
        && number >= CLASS_USER_FIRST
    {
        return class_change::assign_metaclass(thread, number, value);
    }
    let assignment = {
        let value = value.map(|value| thread.get(value));
        assign(thread, thread.get(receiver), name, value)?
    };
    let (callable, arguments) = match assignment {
        Assignment::Done => return Ok(()),
        Assignment::Call {
            callable,
            arguments,
        } => {
            let arguments: Vec<Root> = arguments
                .iter()
                .map(|argument| thread.root(*argument))
                .collect();
            (thread.root(callable), arguments)
        }
    };
    thread.call(callable, &arguments)?;
    Ok(())
}

fn assign<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: Symbol,
    value: Option<Value<'a>>,
) -> Outcome<Assignment<'a>> {
    if let Some(class) = thread.class_number_of(receiver) {
        return assign_to_class(thread, receiver, class, name, value);
    }
    let class = thread.class_of(receiver);
    if name == names::CLASS && thread.look_up(class, name).is_none() {
        class_change::assign_class(thread, receiver, value)?;
        return Ok(Assignment::Done);
    }
    if name == names::DICT && class_change::assign_dict(thread, receiver, value)? {
        return Ok(Assignment::Done);
    }
    if let Some(found) = thread.look_up(class, name)
        && let Some(assignment) = by_descriptor(thread, found.value, receiver, value)?
    {
        return Ok(assignment);
    }
    let Some(object) = receiver.as_object() else {
        return Err(not_settable(thread, receiver, name));
    };
    if module::is_module(thread, object) {
        let namespace = module::namespace_of(thread, receiver);
        match value {
            Some(value) => namespace.set(thread, name, value)?,
            None if namespace.get(thread, name).is_some() => {
                namespace.set(thread, name, UNBOUND)?;
            }
            None => return Err(missing(thread, receiver, name)),
        }
        return Ok(Assignment::Done);
    }
    if type_attributes::set_instance_attribute(thread, object, class, name, value)? {
        return Ok(Assignment::Done);
    }
    let has_place = thread.class(class).has_dict || thread.has_slot(class, name);
    if !thread.has_attributes(object) || !has_place {
        return Err(not_settable(thread, receiver, name));
    }
    match value {
        Some(value) => {
            thread.set_own_attribute(object, name, value)?;
        }
        None => {
            if !thread.delete_own_attribute(object, name)? {
                if thread.is_slot(class, name) {
                    let text = thread.machine().symbols.text(name);
                    return Err(thread.raise(ATTRIBUTE_ERROR, text));
                }
                return Err(missing(thread, receiver, name));
            }
        }
    }
    Ok(Assignment::Done)
}

/// Leaves it to a data descriptor in the class, if there is one.
fn by_descriptor<'a>(
    thread: &'a Thread,
    descriptor: Value<'a>,
    receiver: Value<'a>,
    value: Option<Value<'a>>,
) -> Outcome<Option<Assignment<'a>>> {
    let Some(object) = descriptor.as_object() else {
        return Ok(None);
    };
    let class = thread.class_of_object(object);
    if class == CLASS_PROPERTY {
        let view = thread.read(object);
        let word = if value.is_some() {
            PROPERTY_SET
        } else {
            PROPERTY_DELETE
        };
        let function = view.get(word);
        if function == NONE {
            let lacks = if value.is_some() { "setter" } else { "deleter" };
            let message = descriptors::lacks_accessor(thread, object, receiver, lacks);
            return Err(thread.raise(ATTRIBUTE_ERROR, message));
        }
        let arguments = std::iter::once(receiver).chain(value).collect();
        return Ok(Some(Assignment::Call {
            callable: function,
            arguments,
        }));
    }
    if class == CLASS_GETSET {
        return getset::refuse_own(thread, object).map(|()| None);
    }
    if class < CLASS_USER_FIRST {
        return Ok(None);
    }
    let (method, other) = match value {
        Some(_) => (names::SET, names::DELETE),
        None => (names::DELETE, names::SET),
    };
    let Some(found) = thread.look_up(class, method) else {
        // One that stores alone, or deletes alone, does not leave the other to the instance.
        return match thread.look_up(class, other) {
            Some(_) => {
                let lacking = thread.machine().symbols.text(method);
                Err(thread.raise(ATTRIBUTE_ERROR, lacking))
            }
            None => Ok(None),
        };
    };
    let arguments = [descriptor, receiver].into_iter().chain(value).collect();
    Ok(Some(Assignment::Call {
        callable: found.value,
        arguments,
    }))
}

#[cold]
fn not_settable(thread: &Thread, receiver: Value<'_>, name: Symbol) -> Unwind {
    if let Some(refused) = library_receivers::refused(thread, receiver) {
        return refused;
    }
    let (class, text) = (
        thread.class_of(receiver),
        thread.machine().symbols.text(name),
    );
    let type_name = thread.type_name(receiver);
    let message = if thread.look_up(class, name).is_some() {
        format!("'{type_name}' object attribute '{text}' is read-only")
    } else {
        format!(
            "'{type_name}' object has no attribute '{text}' and no __dict__ \
             for setting new attributes"
        )
    };
    thread.raise(ATTRIBUTE_ERROR, message)
}

/// The property of a value in a class on which caches depend.
#[derive(PartialEq)]
enum CellKind {
    Unbound,
    Plain,
    Function,
    Descriptor(ClassNumber),
}

fn cell_kind(thread: &Thread, value: Value<'_>) -> CellKind {
    if value == UNBOUND {
        return CellKind::Unbound;
    }
    let Some(object) = value.as_object() else {
        return CellKind::Plain;
    };
    match thread.class_of_object(object) {
        CLASS_FUNCTION => CellKind::Function,
        class @ (CLASS_NATIVE_FUNCTION
        | CLASS_PROPERTY
        | CLASS_GETSET
        | CLASS_STATIC_METHOD
        | CLASS_MEMBER
        | CLASS_CLASS_METHOD) => CellKind::Descriptor(class),
        class if class >= CLASS_USER_FIRST => {
            let binds = [names::GET, names::SET, names::DELETE];
            if binds
                .iter()
                .any(|name| thread.look_up(class, *name).is_some())
            {
                CellKind::Descriptor(class)
            } else {
                CellKind::Plain
            }
        }
        _ => CellKind::Plain,
    }
}

fn assign_to_class<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    number: ClassNumber,
    name: Symbol,
    value: Option<Value<'a>>,
) -> Outcome<Assignment<'a>> {
    let metaclass = thread.class_of(receiver);
    // The descriptors of `type` itself are not for the built-in classes.
    if (metaclass != CLASS_TYPE || number >= CLASS_USER_FIRST)
        && let Some(found) = thread.look_up(metaclass, name)
        && let Some(assignment) = by_descriptor(thread, found.value, receiver, value)?
    {
        return Ok(assignment);
    }
    let class = thread.class(number);
    if number < CLASS_USER_FIRST {
        let text = thread.machine().symbols.text(name);
        let type_name = &class.name;
        let message = format!("cannot set '{text}' attribute of immutable type '{type_name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    if class_names::assign(thread, number, name, value)? {
        return Ok(Assignment::Done);
    }
    let cell = class.namespace.cell(thread, name);
    let before = read_cell(thread, cell);
    if value.is_none() && before == UNBOUND {
        return Err(missing(thread, receiver, name));
    }
    let after = value.unwrap_or(UNBOUND);
    // Whether a class is abstract is kept with how its instances are made.
    let is_kept = name == names::ABSTRACT_METHODS;
    if is_kept || cell_kind(thread, before) != cell_kind(thread, after) {
        thread.class_changed();
    }
    write_cell(thread, cell, after)?;
    Ok(Assignment::Done)
}
