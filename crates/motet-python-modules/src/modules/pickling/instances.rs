//! Pickles of instances: of classes of the program that leave all of it to `object`, so that an
//! instance is its class and its attributes.
//!
//! The opcodes are those of the library for what `object.__reduce_ex__` gives: the class by its
//! module and name, no arguments, the object, its attributes as a dict. Nothing of the program is
//! called: a class that could notice is left to the library.

use super::output::*;
use super::{Writer, Written};
use motet_python_objects::classes::instantiation;
use motet_python_objects::model::class::{Class, InstanceKind};
use motet_python_objects::model::{class_names, names};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{dict, module, string};
use motet_tm::AnyMode;

pub(super) const NEWOBJ: u8 = 0x81;
pub(super) const STACK_GLOBAL: u8 = 0x93;
pub(super) const BUILD: u8 = b'b';

/// Methods of `object` that a class may not replace.
const OF_OBJECT: &[&str] = &[
    "__reduce_ex__",
    "__reduce__",
    "__getstate__",
    "__getattribute__",
    "__class__",
    "__new__",
];
/// Attributes that a class may not have.
const ABSENT: &[&str] = &[
    "__getnewargs__",
    "__getnewargs_ex__",
    "__getattr__",
    "__setstate__",
    "__del__",
    // Classes of the library that are not pickled say so (`_motet_object`).
    "_motet_closed",
];

/// Whether instances of a class are their attributes alone, and are made, taken apart and put
/// together without a call of the program.
fn is_plain(thread: &Thread, class: &Class) -> bool {
    let look_up = |name: &str| {
        let symbol = thread.machine().symbols.find(name)?;
        thread.look_up(class.number, symbol)
    };
    class.number >= CLASS_USER_FIRST
        && class.kind == InstanceKind::Plain
        && class.has_dict
        && class.solid == CLASS_OBJECT
        && class.metaclass.get() == CLASS_TYPE
        && OF_OBJECT
            .iter()
            .all(|name| look_up(name).is_none_or(|found| found.class == CLASS_OBJECT))
        && ABSENT.iter().all(|name| look_up(name).is_none())
        && instantiation::abstract_methods(thread, class).is_none()
}

/// What `sys.modules[module].name` is, if it is there without a call.
pub(super) fn found_in_module<'a>(
    thread: &'a Thread,
    module: &str,
    name: &str,
) -> Option<Value<'a>> {
    let module = module::find_true_module(thread, module)?;
    let name = thread.machine().symbols.find(name)?;
    module::namespace_of(thread, module).get(thread, name)
}

fn table_of_copyreg<'a>(thread: &'a Thread, name: &str) -> Option<Object<'a>> {
    let table = found_in_module(thread, "copyreg", name)?;
    dict::as_dict(thread, table)
}

/// Whether no class has a number that is written in place of its name.
fn has_no_extensions(thread: &Thread) -> bool {
    table_of_copyreg(thread, "_extension_registry")
        .is_some_and(|extensions| dict::length(thread, extensions) == 0)
}

/// Whether `copyreg` knows nothing of a class that `object` does not.
fn is_unregistered(thread: &Thread, class: &Class) -> bool {
    let reducers = table_of_copyreg(thread, "dispatch_table");
    let reducer = reducers.map(|table| dict::get_leaf(thread, table, class.object.value()));
    has_no_extensions(thread) && matches!(reducer, Some(Ok(Some(None))))
}

pub(super) fn is_special(thread: &Thread, name: Value<'_>) -> bool {
    string::as_text(thread, name).is_some_and(|name| name.starts_with("__"))
}

/// Whether an instance has attributes that stand in for methods of its class: `copy` and `pickle`
/// look methods up on the instance.
pub(super) fn has_special_attributes(thread: &Thread, object: Object<'_>) -> bool {
    let shape = thread
        .machine()
        .classes
        .shapes
        .get(thread.shape_in::<AnyMode>(object));
    match shape.rest_slot {
        Some(slot) => dict::as_dict(thread, thread.read_slot(object, slot.into()))
            .is_none_or(|dict| dict::keys(thread, dict).any(|name| is_special(thread, name))),
        None => {
            let symbols = &thread.machine().symbols;
            let mut names = shape.names.iter();
            names.any(|name| symbols.text(name).starts_with("__"))
        }
    }
}

/// `value.__reduce_ex__(protocol)` of a protocol of 2 and above, for an instance that is its
/// attributes; none for all else.
pub(crate) fn reduced<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Option<Value<'a>>> {
    let Some(object) = value.as_object() else {
        return Ok(None);
    };
    if thread.host_of(object) < CLASS_USER_FIRST {
        return Ok(None);
    }
    let class = thread.class(thread.class_of_object(object));
    if !is_plain(thread, class) || has_special_attributes(thread, object) {
        return Ok(None);
    }
    let Some(new) = found_in_module(thread, "copyreg", "__newobj__") else {
        return Ok(None);
    };
    let state = match thread.own_attributes(object)[..] {
        [] => NONE,
        _ => thread.instance_dict(object)?,
    };
    let arguments = thread.new_tuple(&[class.object.value()]);
    Ok(Some(thread.new_tuple(&[new, arguments, state, NONE, NONE])))
}

impl<'a> Writer<'a> {
    /// Writes an instance of a class of the program.
    pub(super) fn instance(&mut self, object: Object<'a>) -> Written {
        let class = self.thread.class(self.thread.class_of_object(object));
        if !self.class(class)? {
            return Ok(false);
        }
        self.out.begin_object();
        self.out.frame.extend([EMPTY_TUPLE, NEWOBJ]);
        self.memoize(object);
        self.attributes(object)
    }

    /// Writes the class of an instance, or a reference to it.
    fn class(&mut self, class: &'static Class) -> Written {
        let thread = self.thread;
        let Some(object) = class.object.value().as_object() else {
            return Ok(false);
        };
        self.out.begin_object();
        if self.get(object) {
            return Ok(true);
        }
        if !is_plain(thread, class) || !is_unregistered(thread, class) {
            return Ok(false);
        }
        let name = class_names::name(thread, class.number, names::QUALNAME);
        let module = class.namespace.get(thread, names::MODULE);
        let Some(module) = module.filter(|module| string::exact_string(thread, *module).is_some())
        else {
            return Ok(false);
        };
        let text = |value| string::as_text(thread, value).unwrap_or_default();
        if found_in_module(thread, text(module), text(name)) != Some(object.value()) {
            return Ok(false);
        }
        if !self.save(module)? || !self.save(name)? {
            return Ok(false);
        }
        self.out.frame.push(STACK_GLOBAL);
        self.memoize(object);
        Ok(true)
    }

    /// Writes the attributes of an instance as a dict, if there are any.
    fn attributes(&mut self, object: Object<'a>) -> Written {
        let thread = self.thread;
        if has_special_attributes(thread, object) {
            return Ok(false);
        }
        let shape = thread
            .machine()
            .classes
            .shapes
            .get(thread.shape_in::<AnyMode>(object));
        if let Some(slot) = shape.rest_slot {
            // The program has its dict.
            let dict = thread.read_slot(object, slot.into());
            let is_empty = dict::as_dict(thread, dict).map(|dict| dict::length(thread, dict) == 0);
            if is_empty == Some(true) {
                return Ok(true);
            }
            let written = self.save(dict)?;
            self.out.frame.push(BUILD);
            return Ok(written);
        }
        let entries: Vec<(Value<'a>, Value<'a>)> = thread
            .own_attributes(object)
            .into_iter()
            .map(|(name, value)| (thread.machine().symbols.object(name).value(), value))
            .collect();
        if entries.is_empty() {
            return Ok(true);
        }
        self.out.begin_object();
        self.out.frame.push(EMPTY_DICT);
        self.memoize_unseen();
        if !self.entries(&entries)? {
            return Ok(false);
        }
        self.out.frame.push(BUILD);
        Ok(true)
    }

    /// Counts an object of the pickle that is none of the program, so that nothing refers to it.
    fn memoize_unseen(&mut self) {
        let number = self.memo.len() as u32;
        // No object has this word: they lie below.
        let word = u64::MAX - u64::from(number);
        self.memo.insert(word, number);
        self.out.frame.push(MEMOIZE);
    }

    /// Writes the entries of a dict into it.
    pub(super) fn entries(&mut self, entries: &[(Value<'a>, Value<'a>)]) -> Written {
        for batch in entries.chunks(BATCH) {
            if batch.len() > 1 {
                self.out.frame.push(MARK);
            }
            for (key, value) in batch {
                if !self.save(*key)? || !self.save(*value)? {
                    return Ok(false);
                }
            }
            self.out.frame.push(match batch.len() {
                1 => SETITEM,
                _ => SETITEMS,
            });
        }
        Ok(true)
    }
}
