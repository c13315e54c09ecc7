//! Assignments to `__class__` and `__dict__` of an object.

use crate::classes::getset;
use crate::model::instance_layout;
use crate::types::module;
use motet_tm::{Object, Root, Unwind, Value};

use crate::model::exception::TYPE_ERROR;
use crate::model::function::FUNCTION_ATTRIBUTES;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::dict;

/// `receiver.__class__ = value`.
///
/// # Errors
/// `TypeError` if the classes are not laid out alike.
pub(crate) fn assign_class(
    thread: &Thread,
    receiver: Value<'_>,
    value: Option<Value<'_>>,
) -> Outcome<()> {
    let wanted = wanted_class(thread, value)?;
    let old = thread.class_of(receiver);
    if old == wanted {
        return Ok(());
    }
    if let Some(module) = module::as_module(thread, receiver)
        && thread.is_subclass(wanted, CLASS_MODULE)
    {
        return assign_class_of_module(thread, module, old, wanted);
    }
    let object = receiver.as_object().filter(|_| {
        old >= CLASS_USER_FIRST
            && wanted >= CLASS_USER_FIRST
            && thread.class_number_of(receiver).is_none()
    });
    let Some(object) = object else {
        return Err(refuse_immutable(thread));
    };
    check_layouts(thread, old, wanted)?;
    // A value of a class that becomes a descriptor changes what look-ups on that class come to.
    let binds = |class| {
        let mut hooks = [names::GET, names::SET, names::DELETE].into_iter();
        hooks.any(|hook| thread.look_up(class, hook).is_some())
    };
    if binds(old) != binds(wanted) {
        thread.class_changed();
    }
    thread.change_class(object, thread.class(wanted))
}

fn wanted_class(thread: &Thread, value: Option<Value<'_>>) -> Outcome<ClassNumber> {
    let Some(value) = value else {
        return Err(thread.raise(TYPE_ERROR, "can't delete __class__ attribute"));
    };
    thread.class_number_of(value).ok_or_else(|| {
        let name = thread.type_name(value);
        let message = format!("__class__ must be set to a class, not '{name}' object");
        thread.raise(TYPE_ERROR, message)
    })
}

fn refuse_immutable(thread: &Thread) -> Unwind {
    let message = "__class__ assignment only supported for mutable types or ModuleType subclasses";
    thread.raise(TYPE_ERROR, message)
}

fn check_layouts(thread: &Thread, old: ClassNumber, wanted: ClassNumber) -> Outcome<()> {
    if thread.is_laid_out_alike(old, wanted) {
        return Ok(());
    }
    let (new, old) = (thread.class_name(wanted), thread.class_name(old));
    let message = format!("__class__ assignment: '{new}' object layout differs from '{old}'");
    Err(thread.raise(TYPE_ERROR, message))
}

/// A module gets another class: its variables stay where they are. The shape is one of its own,
/// since instances that such a class makes itself are laid out otherwise.
fn assign_class_of_module(
    thread: &Thread,
    module: Object<'_>,
    old: ClassNumber,
    wanted: ClassNumber,
) -> Outcome<()> {
    check_layouts(thread, old, wanted)?;
    let shape = match wanted {
        CLASS_MODULE => CLASS_MODULE,
        _ => {
            let shapes = &thread.machine().classes.shapes;
            shapes.adopted_root(wanted, LAYOUT_SMALL)
        }
    };
    thread.write(module)?.set_host(shape);
    // To read that an object is a module marks nothing (`Thread::shape_in`).
    thread.doom_all_at_commit();
    Ok(())
}

/// `class.__class__ = value`. The metaclass lies in native memory, which no abort takes back: the
/// transaction turns inevitable first.
///
/// # Errors
/// `TypeError` if the value is no metaclass of the same layout.
pub(crate) fn assign_metaclass(
    thread: &mut Thread,
    number: ClassNumber,
    value: Option<Root>,
) -> Outcome<()> {
    let wanted = wanted_class(thread, value.map(|value| thread.get(value)))?;
    let class = thread.class(number);
    let old = class.metaclass.get();
    if old == wanted {
        return Ok(());
    }
    if old < CLASS_USER_FIRST || wanted < CLASS_USER_FIRST {
        return Err(refuse_immutable(thread));
    }
    check_layouts(thread, old, wanted)?;
    thread.become_inevitable()?;
    thread.class_changed();
    class.metaclass.replace(wanted);
    if let Some(object) = class.object.value().as_object() {
        let shape = thread.class(wanted).instances.root();
        thread.write(object)?.set_host(shape);
    }
    Ok(())
}

/// `receiver.__dict__ = value`; false if the receiver has none that can be changed.
///
/// # Errors
/// `TypeError` if the value is no dict.
pub(crate) fn assign_dict(
    thread: &Thread,
    receiver: Value<'_>,
    value: Option<Value<'_>>,
) -> Outcome<bool> {
    let class = thread.class_of(receiver);
    let is_function = class == CLASS_FUNCTION;
    let has_own = class >= CLASS_EXCEPTIONS_FIRST
        && thread.class(class).has_dict
        && !getset::has_dict_of_its_own(thread, class);
    let Some(object) = receiver
        .as_object()
        .filter(|object| is_function || has_own && thread.has_attributes(*object))
    else {
        return Ok(false);
    };
    let value = match value {
        None if is_function => {
            return Err(thread.raise(TYPE_ERROR, "cannot delete __dict__"));
        }
        None => dict::new(thread)?,
        Some(value) if dict::as_dict(thread, value).is_some() => value,
        Some(value) => {
            let name = thread.type_name(value);
            let message = format!("__dict__ must be set to a dictionary, not a '{name}'");
            return Err(thread.raise(TYPE_ERROR, message));
        }
    };
    if is_function {
        let plain = instance_layout::plain(thread, value);
        thread.write(object)?.set(FUNCTION_ATTRIBUTES, plain);
    } else {
        thread.set_instance_dict(object, value)?;
    }
    Ok(true)
}
