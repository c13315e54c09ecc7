//! `__init__` of built-in classes whose instances are filled after they were made: a class of the
//! program below one of them may call it with any arguments.

use crate::classes::type_attributes;
use crate::model::instance_layout;
use motet_tm::Value;

use crate::classes::descriptors::property_parts;
use crate::model::function::*;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::types::module;
use crate::types::tables::parameter;
use crate::types::whole_methods::inside;

/// `property.__init__`.
pub(crate) const PROPERTY: &[NativeFunction] =
    &[NativeFunction::leaf("__init__", 1, 5, init_property)
        .with_keywords()
        .of_whole()];

/// `__init__` of `staticmethod` and `classmethod`.
pub(crate) const WRAPPER: &[NativeFunction] =
    &[NativeFunction::leaf("__init__", 2, 2, init_wrapper).of_whole()];

/// `__init__` of modules.
pub const MODULE: &[NativeFunction] = &[NativeFunction::leaf("__init__", 1, 3, init_module)
    .with_keywords()
    .of_whole()];

fn init_property<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let property = inside(thread, arguments, CLASS_PROPERTY)?;
    let parts = property_parts(thread, arguments)?;
    let words = [PROPERTY_GET, PROPERTY_SET, PROPERTY_DELETE, PROPERTY_DOC];
    let view = thread.write(property)?;
    for (word, part) in words.into_iter().zip(parts) {
        view.set(word, part);
    }
    let whole = arguments.get(thread, 0);
    if let Some(object) = whole.as_object()
        && thread.class(thread.class_of(whole)).has_dict
    {
        // The text of the class itself would hide the property's.
        let text = type_attributes::property_text(thread, property, names::DOC);
        thread.set_own_attribute(object, names::DOC, text.unwrap_or(NONE))?;
    }
    Ok(NONE)
}

fn init_wrapper<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let plain = instance_layout::plain(thread, arguments.get(thread, 0));
    let class = match thread.object_of(plain, CLASS_STATIC_METHOD) {
        Some(_) => CLASS_STATIC_METHOD,
        None => CLASS_CLASS_METHOD,
    };
    let wrapper = inside(thread, arguments, class)?;
    thread
        .write(wrapper)?
        .set(WRAPPED, arguments.get(thread, 1));
    Ok(NONE)
}

/// Fills in the attributes of a module, or of an instance of a class below that of modules. (A
/// module that a call of its class made has got them already.)
fn init_module<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let whole = arguments.get(thread, 0);
    let Some(object) = whole.as_object() else {
        return Ok(NONE);
    };
    let namespace = module::as_module(thread, whole).map(|_| module::namespace_of(thread, whole));
    if namespace.is_none() && !thread.class(thread.class_of(whole)).has_dict {
        return Ok(NONE);
    }
    let given = |index, name| parameter(thread, arguments, index, name).unwrap_or(NONE);
    let parts = [
        (names::NAME, given(1, "name")),
        (names::DOC, given(2, "doc")),
        (names::PACKAGE, NONE),
        (names::LOADER, NONE),
        (names::SPEC, NONE),
    ];
    for (name, value) in parts {
        match namespace {
            Some(namespace) => namespace.set(thread, name, value)?,
            None => thread.set_own_attribute(object, name, value).map(|_| ())?,
        }
    }
    Ok(NONE)
}
