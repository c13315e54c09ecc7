//! Methods of the library's classes that are native in CPython: which they are, and which of them
//! fill a slot of CPython's type. What they complain of, and whether they take names, depends on
//! that.

use motet_python_bytecode::{Code, CodeKind};
use std::sync::Arc;

/// Modules of the library in which the classes are defined that another module, native in CPython,
/// has.
const TWINS: &[&str] = &["_pydatetime", "_pydecimal", "_types"];

/// Whether a method is one that the language itself looks up.
pub fn is_special(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__")
}

/// Special methods that are plain methods of CPython's types, no slots of them.
const NO_SLOTS: &[&str] = &[
    "__annotate__",
    "__annotations__",
    "__args__",
    "__bound__",
    "__constraints__",
    "__default__",
    "__getinitargs__",
    "__origin__",
    "__parameters__",
    "__text_signature__",
    "__type_params__",
    "__typing_prepare_subst__",
    "__typing_subst__",
    "__value__",
    "__bytes__",
    "__ceil__",
    "__class_getitem__",
    "__complex__",
    "__copy__",
    "__deepcopy__",
    "__dir__",
    "__enter__",
    "__exit__",
    "__floor__",
    "__format__",
    "__getformat__",
    "__getnewargs__",
    "__getstate__",
    "__instancecheck__",
    "__length_hint__",
    "__mro_entries__",
    "__prepare__",
    "__reduce__",
    "__reduce_ex__",
    "__replace__",
    "__reversed__",
    "__round__",
    "__set_name__",
    "__setstate__",
    "__sizeof__",
    "__subclasscheck__",
    "__subclasses__",
    "__trunc__",
];

/// Whether methods of a name fill a slot of CPython's types.
pub fn fills_slot(name: &str) -> bool {
    is_special(name) && !NO_SLOTS.contains(&name)
}

/// The refusal of a receiver by a method that fills a slot of CPython's type, or does not.
pub fn refusal(with_module: &str, name: &str, given: &str) -> String {
    match fills_slot(name) {
        true => format!(
            "descriptor '{name}' requires a '{with_module}' object but received a '{given}'"
        ),
        false => format!(
            "descriptor '{name}' for '{with_module}' objects doesn't apply to a '{given}' object"
        ),
    }
}

/// The refusal of a value that is no class by `__new__` of a class; none given means that there is
/// no value.
pub fn no_class(told: &str, given: Option<&str>) -> String {
    match given {
        None => format!("{told}.__new__(): not enough arguments"),
        Some(given) => format!("{told}.__new__(X): X is not a type object ({given})"),
    }
}

/// The refusal of a call of a method without a receiver.
pub fn without_receiver(with_module: &str, name: &str) -> String {
    let owner = with_module.rsplit('.').next().unwrap_or(with_module);
    match fills_slot(name) {
        true => format!("descriptor '{name}' of '{with_module}' object needs an argument"),
        false => format!("unbound method {owner}.{name}() needs an argument"),
    }
}

/// What makes instances: its messages are those of the call of the class.
pub fn makes_instances(name: &str) -> bool {
    matches!(name, "__init__" | "__new__" | "__init_subclass__")
}

/// Whether the classes of a module of the library are native in CPython, beside the modules that
/// are so as a whole.
pub(crate) fn is_twin(module: &str) -> bool {
    TWINS.contains(&module)
}

/// The names of class and method in the qualified name of a function.
pub fn owner_and_method(qualified_name: &str) -> Option<(&str, &str)> {
    let (owner, method) = qualified_name.split_once('.')?;
    let is_plain = !method.contains('.') && !owner.starts_with('_');
    is_plain.then_some((owner, method))
}

/// How many arguments the slot of a special method takes beside the receiver, as messages tell it,
/// if there must be `least`; none if they tell it with the method's name.
pub fn slot_arguments(name: &str, least: usize, most: usize) -> Option<String> {
    // The slots of powers alone take an argument that may be left out.
    if most > least && matches!(name, "__pow__" | "__rpow__" | "__ipow__") {
        return Some(format!("expected {least} or {most} arguments"));
    }
    let unpacks = least > 1 || matches!(name, "__buffer__" | "__release_buffer__" | "__get__");
    (!unpacks).then(|| format!("expected {least} argument{}", plural(least)))
}

/// The ending of a noun behind a count.
pub fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The complaint of a function that counts its arguments: `count` were given, between `least` and
/// `most` are wanted.
pub fn counted(name: &str, (least, most): (usize, usize), count: usize) -> String {
    let (how, wanted) = match least == most {
        true => ("", least),
        false if count < least => ("at least ", least),
        false => ("at most ", most),
    };
    let plural = plural(wanted);
    format!("{name} expected {how}{wanted} argument{plural}, got {count}")
}

/// The code of a special method, which takes no names.
pub(crate) fn without_names(code: &Arc<Code>) -> Option<Arc<Code>> {
    let parameters = &code.parameters;
    let (_, method) = owner_and_method(&code.qualified_name)?;
    // The arithmetic of `_pydecimal` names the context that it hands on.
    let has_context = parameters.names.iter().any(|name| **name == *"context");
    let takes_names = makes_instances(method) || method == "__replace__" || has_context;
    if code.kind != CodeKind::Function
        || !is_special(method)
        || takes_names
        || parameters.has_varkeywords
    {
        return None;
    }
    if parameters.positional_only == parameters.positional {
        return None;
    }
    let mut other = Code::clone(code);
    other.parameters.positional_only = parameters.positional;
    Some(Arc::new(other))
}
