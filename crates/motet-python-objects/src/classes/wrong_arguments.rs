//! The messages for calls of a builtin with too many or too few arguments: CPython has several
//! forms, by how the function is declared there.

use crate::model::class;
use motet_tm::{Unwind, Value};

use crate::model::exception_classes::TYPE_ERROR;
use crate::model::function::{NATIVE_SELF, NativeBinding};
use crate::model::layouts::*;
use crate::model::native::{NativeFunction, Receiver};
pub use crate::model::native_owners::is_special;
use crate::model::native_owners::{counted, fills_slot, plural, slot_arguments, without_receiver};
use crate::model::thread::Thread;
use crate::types::module;

/// Whether a method of a class fills a slot of CPython's type: its messages depend on that.
fn is_slot(class: ClassNumber, name: &str) -> bool {
    let is_method = match name {
        "__contains__" => matches!(class, CLASS_DICT | CLASS_SET | CLASS_FROZENSET),
        "__getitem__" => matches!(class, CLASS_DICT | CLASS_LIST),
        _ => false,
    };
    fills_slot(name) && !is_method
}

/// The error of a special method that is called on a value that is no instance of its class.
#[cold]
pub fn wrong_receiver(
    thread: &Thread,
    function: &NativeFunction,
    class: ClassNumber,
    given: Option<Value<'_>>,
) -> Unwind {
    let (name, owner) = (function.name, thread.class_name(class));
    let with_module = match thread.class(class).definition.module {
        "builtins" => owner.to_owned(),
        module => format!("{module}.{owner}"),
    };
    let Some(given) = given.map(|given| class::type_name(thread, given)) else {
        let message = match is_slot(class, name) {
            true => format!("descriptor '{name}' of '{with_module}' object needs an argument"),
            false => format!("unbound method {owner}.{name}() needs an argument"),
        };
        return thread.raise(TYPE_ERROR, message);
    };
    let message = match is_slot(class, name) {
        true => format!(
            "descriptor '{name}' requires a '{with_module}' object but received a '{given}'"
        ),
        false => format!(
            "descriptor '{name}' for '{with_module}' objects doesn't apply to a '{given}' object"
        ),
    };
    thread.raise(TYPE_ERROR, message)
}

/// Functions that take keyword arguments and count the others as if they did not.
const UNNAMED: [&str; 5] = ["str", "int", "dict", "update", "sorted"];

/// Functions of one required argument that has no name, and of others that have one.
const UNNAMED_FIRST: [&str; 3] = ["eval", "exec", "sum"];

/// The name of a function with that of its class, if it is a method, or of its module.
fn full_name(thread: &Thread, function: &NativeFunction, callable: Value<'_>) -> String {
    let name = function.name;
    match function.receiver {
        Receiver::Instance(class) => {
            let class = class_of_bound(thread, callable).unwrap_or(class);
            format!("{}.{name}", thread.class(class).qualified_name)
        }
        Receiver::Class => name.to_owned(),
        Receiver::None => match module_of(thread, callable) {
            Some(module) => format!("{module}.{name}"),
            None => name.to_owned(),
        },
    }
}

/// The class that tells a bound method: that of the receiver, or the receiver.
fn class_of_bound(thread: &Thread, callable: Value<'_>) -> Option<ClassNumber> {
    let function = thread.object_of(callable, CLASS_NATIVE_FUNCTION)?;
    let receiver = thread.read(function).get(NATIVE_SELF);
    match thread.native_of(function).1 {
        NativeBinding::Bound => {
            let class = class::class_number(thread, receiver);
            Some(class.unwrap_or_else(|| thread.shown_class_of(receiver)))
        }
        _ => None,
    }
}

/// Modules of natives whose functions CPython has in another module.
const SHOWN_MODULES: &[(&str, &str)] = &[
    ("_binascii_core", "binascii"),
    ("_elementtree_core", "_elementtree"),
    ("_posix_core", "posix"),
    ("_socket_core", "_socket"),
    ("_sre_core", "_sre"),
    ("_struct_core", "_struct"),
    ("_sys", "sys"),
    ("_threads", "_thread"),
    ("_time_core", "time"),
    ("_zlib_core", "zlib"),
];

/// The name of a module of natives as CPython has it.
pub(crate) fn shown_module(name: &str) -> &str {
    let known = SHOWN_MODULES.iter().find(|(given, _)| *given == name);
    known.map_or(name, |(_, shown)| shown)
}

/// Whether a native is a method that is called without a receiver.
fn is_method(thread: &Thread, callable: Value<'_>) -> bool {
    let function = thread.object_of(callable, CLASS_NATIVE_FUNCTION);
    function.is_some_and(|function| thread.native_of(function).1 == NativeBinding::Method)
}

/// The name of the module of a native function, if it is not `builtins`.
fn module_of<'a>(thread: &'a Thread, callable: Value<'a>) -> Option<&'a str> {
    let function = thread.object_of(callable, CLASS_NATIVE_FUNCTION)?;
    if thread.native_of(function).1 != NativeBinding::Function {
        return None;
    }
    let module = module::as_module(thread, thread.read(function).get(NATIVE_SELF))?;
    let name = shown_module(module::module_name(thread, module.value()));
    (name != "builtins").then_some(name)
}

/// The error of keyword arguments that a function does not take.
#[cold]
pub fn no_keywords(thread: &Thread, function: &NativeFunction, callable: Value<'_>) -> Unwind {
    let name = function.name;
    let shown = match function.receiver {
        Receiver::Instance(class) if is_slot(class, name) => format!("wrapper {name}"),
        // (This one class of CPython's tells its module here.)
        Receiver::Class if name == "array" => "array.array".to_owned(),
        _ => full_name(thread, function, callable),
    };
    thread.raise(TYPE_ERROR, format!("{shown}() takes no keyword arguments"))
}

/// The error of too many or too few positional arguments: `count` of them were given, of `all`
/// arguments.
#[cold]
pub fn wrong_count(
    thread: &Thread,
    function: &NativeFunction,
    callable: Value<'_>,
    [count, all]: [usize; 2],
) -> Unwind {
    let (name, shown) = (function.name, full_name(thread, function, callable));
    let before = usize::from(function.receiver != Receiver::None);
    if count < before {
        let message = format!("unbound method {shown}() needs an argument");
        return thread.raise(TYPE_ERROR, message);
    }
    if let Some(owner) = function
        .shown_of
        .filter(|_| all == 0 && is_method(thread, callable))
    {
        return thread.raise(TYPE_ERROR, without_receiver(owner, name));
    }
    let least = usize::from(function.least).saturating_sub(before);
    let most = usize::from(function.most).saturating_sub(before);
    let (count, all) = (count - before, all - before);
    let fills_slot = matches!(function.receiver, Receiver::Instance(class) if is_slot(class, name));
    let of_slot = fills_slot
        .then(|| slot_arguments(name, least, most))
        .flatten();
    let message = if let Some(expected) = of_slot {
        format!("{expected}, got {count}")
    } else if function.keywords && count > most && !UNNAMED.contains(&name) {
        let at_most = if least == most { "exactly" } else { "at most" };
        match most {
            0 => format!("{name}() takes no positional arguments"),
            _ => format!(
                "{name}() takes {at_most} {most} argument{} ({all} given)",
                plural(most)
            ),
        }
    } else if least == most && least == 0 {
        format!("{shown}() takes no arguments ({count} given)")
    } else if least == most
        && least == 1
        && function.receiver != Receiver::Class
        && !UNNAMED.contains(&name)
    {
        format!("{shown}() takes exactly one argument ({count} given)")
    } else if least != most
        && count < least
        && function.keywords
        && (least > 1 || UNNAMED_FIRST.contains(&name))
    {
        let plural = plural(least);
        format!("{name}() takes at least {least} positional argument{plural} ({all} given)")
    } else {
        // One class tells its name as a call.
        let name = if name == "super" { "super()" } else { name };
        counted(name, (least, most), count)
    };
    thread.raise(TYPE_ERROR, message)
}
