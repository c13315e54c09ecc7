//! Annotations and type parameters while the program runs: the functions by which compiled code
//! sets them up, and the attributes that evaluate them when they are read.

use crate::model::exception;
use crate::model::function;
use crate::model::names;
use crate::model::native;
use crate::model::upcalls::{call_python, delegate};
use crate::types::module;
use crate::types::protocol::unpack;
use motet_tm::{Object, Root, Value};

use crate::model::exception::{ATTRIBUTE_ERROR, NOT_IMPLEMENTED_ERROR, TYPE_ERROR};
use crate::model::function::*;
use crate::model::layouts::*;
use crate::model::machine::Machine;
use crate::model::namespace::Namespace;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::model::type_def::Property;
use crate::types::{dict, tuple};

/// The functions that compiled code calls and that no program can name.
const INTERNALS: &[NativeFunction] = &[
    NativeFunction::leaf("set_annotate", 2, 2, set_annotate),
    NativeFunction::leaf("set_type_parameters", 2, 2, set_type_parameters),
    NativeFunction::calling("type_parameter", 4, 4, type_parameter),
    NativeFunction::calling("type_alias", 3, 3, type_alias),
    NativeFunction::calling("generic_base", 1, 1, generic_base),
    NativeFunction::calling("template", 2, 2, template),
    NativeFunction::calling("except_star_match", 2, 2, except_star_match),
    NativeFunction::calling("except_star_result", 3, 3, except_star_result),
    NativeFunction::calling("display", 1, 1, display),
    NativeFunction::calling("unpack", 3, 3, unpack::unpack),
];

/// Attributes of functions that are computed.
pub const OF_FUNCTIONS: &[Property] = &[
    Property {
        get: NativeFunction::calling("__annotations__", 1, 1, function_annotations)
            .with_quick(kept_annotations),
        set: NativeFunction::leaf("__annotations__", 1, 2, set_function_annotations),
    },
    Property {
        get: NativeFunction::leaf("__annotate__", 1, 1, function_annotate),
        set: NativeFunction::leaf("__annotate__", 1, 2, set_function_annotate),
    },
];

/// Attributes of classes that are computed.
pub const OF_CLASSES: &[Property] = &[
    Property {
        get: NativeFunction::calling("__annotations__", 1, 1, class_annotations),
        set: NativeFunction::leaf("__annotations__", 1, 2, set_class_annotations),
    },
    Property {
        get: NativeFunction::leaf("__annotate__", 1, 1, class_annotate),
        set: NativeFunction::leaf("__annotate__", 1, 2, set_class_annotate),
    },
];

/// Attributes of modules that are computed.
pub const OF_MODULES: &[Property] = &[Property {
    get: NativeFunction::calling("__annotations__", 1, 1, module_annotations),
    set: NativeFunction::leaf("__annotations__", 1, 2, set_module_annotations),
}];

/// Makes the functions that only compiled code calls.
pub fn install(thread: &Thread, machine: &Machine) {
    let define = |namespace: &Namespace, name: &str, value: Value<'_>| {
        let name = machine.symbols.intern(thread, name);
        let set = namespace.define(thread, name, value);
        set.expect("nothing aborts while the machine is made: it is the first transaction");
    };
    for function in INTERNALS {
        let native = machine.pin_native(thread, *function, false);
        define(machine.internals, function.name, native.value());
    }
    let class = machine.classes.get(NOT_IMPLEMENTED_ERROR);
    define(
        machine.internals,
        "NotImplementedError",
        class.object.value(),
    );
}

fn type_parameter<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "_typing", "_make_parameter")
}

fn type_alias<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut roots = native::positional_roots(thread, arguments);
    let module = thread.code().namespace.get(thread, names::NAME);
    roots.push(thread.root(module.unwrap_or(NONE)));
    let result = call_python(thread, "_typing", "_make_alias", &roots)?;
    Ok(thread.get(result))
}

fn generic_base<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "_typing", "_generic_base")
}

fn template<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "_template", "_make")
}

fn except_star_match<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "_groups", "match")
}

fn except_star_result<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "_groups", "result")
}

/// Shows the value of an expression of an interactive session, as the program has said how.
fn display<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "sys", "displayhook")
}

// ---- functions

/// Reads one word of the object for attributes that few functions have.
fn extra<'a>(thread: &'a Thread, function: Object<'a>, word: u64) -> Value<'a> {
    match thread.read(function).get(FUNCTION_EXTRA).as_object() {
        Some(extra) => thread.read(extra).get(word),
        None => NONE,
    }
}

fn set_extra(thread: &Thread, function: Object<'_>, word: u64, value: Value<'_>) -> Outcome<()> {
    match thread.read(function).get(FUNCTION_EXTRA).as_object() {
        Some(extra) => thread.write(extra)?.set(word, value),
        None => {
            let mut fields = [NONE; 3];
            fields[word as usize - 1] = value;
            let [first, second, third] = fields;
            let made = thread.new_small(CLASS_OBJECT, first, second, third);
            thread.write(function)?.set(FUNCTION_EXTRA, made);
        }
    }
    Ok(())
}

/// Replaces the type parameters of a function.
///
/// # Errors
/// An abort.
pub(crate) fn replace_type_parameters(
    thread: &Thread,
    function: Object<'_>,
    parameters: Value<'_>,
) -> Outcome<()> {
    set_extra(thread, function, EXTRA_TYPE_PARAMETERS, parameters)
}

/// The type parameters of a function.
pub(crate) fn type_parameters<'a>(thread: &'a Thread, function: Object<'a>) -> Value<'a> {
    match extra(thread, function, EXTRA_TYPE_PARAMETERS) {
        NONE => thread.new_tuple(&[]),
        parameters => parameters,
    }
}

fn function_argument<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
    thread
        .object_of(arguments.get(thread, 0), CLASS_FUNCTION)
        .ok_or_else(|| thread.raise(TYPE_ERROR, "a function is needed"))
}

/// The second argument is the function that evaluates the annotations, or a dict of them.
fn set_annotate<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = function_argument(thread, arguments)?;
    let value = arguments.get(thread, 1);
    let word = match thread.class_of(value) {
        CLASS_DICT => EXTRA_ANNOTATIONS,
        _ => EXTRA_ANNOTATE,
    };
    set_extra(thread, function, word, value)?;
    Ok(arguments.get(thread, 0))
}

fn set_type_parameters<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = function_argument(thread, arguments)?;
    let parameters = arguments.get(thread, 1);
    set_extra(thread, function, EXTRA_TYPE_PARAMETERS, parameters)?;
    Ok(arguments.get(thread, 0))
}

/// Calls the function that evaluates annotations.
fn evaluate(thread: &mut Thread, annotate: Root) -> Outcome<Root> {
    let format = thread.root(Value::from_small(1));
    let made = thread.call(annotate, &[format])?;
    if dict::as_dict(thread, thread.get(made)).is_none() {
        let name = thread.type_name(thread.get(made));
        let message = format!("__annotate__ returned non-dict of type '{name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    Ok(made)
}

fn function_annotations<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = function_argument(thread, arguments)?;
    if extra(thread, function, EXTRA_ANNOTATIONS) != NONE {
        let function = function_argument(thread, arguments)?;
        return Ok(extra(thread, function, EXTRA_ANNOTATIONS));
    }
    let annotate = extra(thread, function, EXTRA_ANNOTATE);
    let made = if annotate == NONE {
        thread.root(dict::new(thread)?)
    } else {
        let annotate = thread.root(annotate);
        evaluate(thread, annotate)?
    };
    let function = function_argument(thread, arguments)?;
    set_extra(thread, function, EXTRA_ANNOTATIONS, thread.get(made))?;
    Ok(thread.get(made))
}

/// The annotations of a function, if they were asked for before.
fn kept_annotations<'a>(thread: &'a Thread, [function, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let function = thread.object_of(function, CLASS_FUNCTION)?;
    let kept = extra(thread, function, EXTRA_ANNOTATIONS);
    (kept != NONE).then_some(kept)
}

fn set_function_annotations<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = function_argument(thread, arguments)?;
    let value = arguments.optional(thread, 1).unwrap_or(NONE);
    if value != NONE && dict::as_dict(thread, value).is_none() {
        let message = "__annotations__ must be set to a dict object";
        return Err(thread.raise(TYPE_ERROR, message));
    }
    set_extra(thread, function, EXTRA_ANNOTATIONS, value)?;
    set_extra(thread, function, EXTRA_ANNOTATE, NONE)?;
    Ok(NONE)
}

fn function_annotate<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = function_argument(thread, arguments)?;
    Ok(extra(thread, function, EXTRA_ANNOTATE))
}

/// Whether a value may become an `__annotate__`.
fn check_annotate(thread: &Thread, value: Option<Value<'_>>) -> Outcome<()> {
    let message = match value {
        None => "__annotate__ cannot be deleted",
        Some(value) if value == NONE || function::is_callable(thread, value) => {
            return Ok(());
        }
        Some(_) => "__annotate__ must be callable or None",
    };
    Err(thread.raise(TYPE_ERROR, message))
}

fn set_function_annotate<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = function_argument(thread, arguments)?;
    let value = arguments.optional(thread, 1);
    check_annotate(thread, value)?;
    let value = value.unwrap_or(NONE);
    set_extra(thread, function, EXTRA_ANNOTATE, value)?;
    if value != NONE {
        set_extra(thread, function, EXTRA_ANNOTATIONS, NONE)?;
    }
    Ok(NONE)
}

// ---- classes and modules

/// The names of a class's variables for its annotations.
const CACHE: &str = "__annotations_cache__";
const ANNOTATIONS: &str = "__annotations__";
const ANNOTATE_FUNCTION: &str = "__annotate_func__";
const ANNOTATE: &str = "__annotate__";

fn named<'a>(thread: &'a Thread, namespace: &Namespace, name: &str) -> Option<Value<'a>> {
    let name = thread.machine().symbols.find(name)?;
    namespace.get(thread, name)
}

fn set_named(thread: &Thread, namespace: &Namespace, name: &str, value: Value<'_>) -> Outcome<()> {
    let name = thread.machine().symbols.intern(thread, name);
    if namespace.get(thread, name).is_none() {
        thread.class_changed();
    }
    namespace.set(thread, name, value)
}

/// The namespace of a class that a program has made.
fn class_namespace(
    thread: &Thread,
    arguments: Arguments,
    attribute: &str,
) -> Outcome<&'static Namespace> {
    match thread.class_number_of(arguments.get(thread, 0)) {
        Some(number) if number >= CLASS_USER_FIRST => Ok(&thread.class(number).namespace),
        Some(number) => {
            let name = thread.class_name(number);
            let message = format!("type object '{name}' has no attribute '{attribute}'");
            Err(thread.raise(ATTRIBUTE_ERROR, message))
        }
        None => Err(thread.raise(TYPE_ERROR, "a class is needed")),
    }
}

fn class_annotations<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let namespace = class_namespace(thread, arguments, ANNOTATIONS)?;
    for name in [ANNOTATIONS, CACHE] {
        if let Some(value) = named(thread, namespace, name) {
            let value = thread.root(value);
            return Ok(thread.get(value));
        }
    }
    let annotate = named(thread, namespace, ANNOTATE_FUNCTION)
        .filter(|annotate| *annotate != NONE)
        .map(|annotate| thread.root(annotate));
    let made = match annotate {
        Some(annotate) => evaluate(thread, annotate)?,
        None => thread.root(dict::new(thread)?),
    };
    set_named(thread, namespace, CACHE, thread.get(made))?;
    Ok(thread.get(made))
}

fn set_class_annotations<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let namespace = class_namespace(thread, arguments, ANNOTATIONS)?;
    let value = arguments.optional(thread, 1).unwrap_or(UNBOUND);
    let name = match named(thread, namespace, ANNOTATIONS) {
        Some(_) => ANNOTATIONS,
        None => CACHE,
    };
    set_named(thread, namespace, name, value)?;
    set_named(thread, namespace, ANNOTATE_FUNCTION, NONE)?;
    Ok(NONE)
}

fn class_annotate<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let namespace = class_namespace(thread, arguments, ANNOTATE)?;
    Ok(named(thread, namespace, ANNOTATE_FUNCTION).unwrap_or(NONE))
}

fn set_class_annotate<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let namespace = class_namespace(thread, arguments, ANNOTATE)?;
    let value = arguments.optional(thread, 1);
    check_annotate(thread, value)?;
    set_named(thread, namespace, ANNOTATE_FUNCTION, value.unwrap_or(NONE))?;
    if named(thread, namespace, CACHE).is_some() {
        set_named(thread, namespace, CACHE, UNBOUND)?;
    }
    Ok(NONE)
}

fn module_annotations<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let receiver = thread.root(arguments.get(thread, 0));
    // An instance of a class below that of modules keeps them in its own dict.
    let kept = module_variable(thread, thread.get(receiver), ANNOTATIONS);
    if let Some(kept) = kept.map(|kept| thread.root(kept)) {
        return Ok(thread.get(kept));
    }
    let annotate = module_variable(thread, thread.get(receiver), ANNOTATE)
        .filter(|annotate| *annotate != NONE)
        .map(|annotate| thread.root(annotate));
    let made = match annotate {
        Some(annotate) => evaluate(thread, annotate)?,
        None => thread.root(dict::new(thread)?),
    };
    set_module_variable(thread, receiver, made)?;
    Ok(thread.get(made))
}

/// Modules keep their annotations in their namespace: for them this native runs only if there are
/// none.
fn set_module_annotations<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let receiver = thread.root(arguments.get(thread, 0));
    if let Some(value) = arguments.optional(thread, 1) {
        let value = thread.root(value);
        set_module_variable(thread, receiver, value)?;
        return Ok(NONE);
    }
    if module_variable(thread, thread.get(receiver), ANNOTATIONS).is_none() {
        return Err(thread.raise(ATTRIBUTE_ERROR, ANNOTATIONS));
    }
    let receiver = thread.get(receiver);
    match (module::as_module(thread, receiver), receiver.as_object()) {
        (None, Some(whole)) => {
            let name = thread.machine().symbols.intern(thread, ANNOTATIONS);
            thread.delete_own_attribute(whole, name)?;
        }
        _ => {
            let namespace = module::namespace_of(thread, receiver);
            set_named(thread, namespace, ANNOTATIONS, UNBOUND)?;
        }
    }
    Ok(NONE)
}

/// A variable of a module, or of an instance of a class below that of modules.
fn module_variable<'a>(thread: &'a Thread, receiver: Value<'a>, name: &str) -> Option<Value<'a>> {
    if module::as_module(thread, receiver).is_some() {
        return named(thread, module::namespace_of(thread, receiver), name);
    }
    let name = thread.machine().symbols.find(name)?;
    thread.own_attribute(receiver.as_object()?, name)
}

/// Sets the annotations of a module, or of an instance of a class below that of modules.
fn set_module_variable(thread: &Thread, receiver: Root, value: Root) -> Outcome<()> {
    let (receiver, value) = (thread.get(receiver), thread.get(value));
    match (module::as_module(thread, receiver), receiver.as_object()) {
        (None, Some(whole)) => {
            let name = thread.machine().symbols.intern(thread, ANNOTATIONS);
            thread.set_own_attribute(whole, name, value).map(|_| ())
        }
        _ => {
            let namespace = module::namespace_of(thread, receiver);
            set_named(thread, namespace, ANNOTATIONS, value)
        }
    }
}

/// Methods of exception groups, which are written in Python.
pub const GROUP_METHODS: &[NativeFunction] = &[
    NativeFunction::calling("split", 2, 2, split_group),
    NativeFunction::calling("subgroup", 2, 2, subgroup),
    NativeFunction::calling("derive", 2, 2, derive_group),
    NativeFunction::calling("__str__", 1, 1, text_of_group),
    NativeFunction::leaf("__init__", 1, u8::MAX, init_group),
];

fn split_group<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "_groups", "split")
}

fn subgroup<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "_groups", "subgroup")
}

fn derive_group<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "_groups", "derive")
}

fn text_of_group<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    delegate(thread, arguments, "_groups", "text")
}

/// The arguments were looked at when the group was made.
fn init_group<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given: Vec<Value<'_>> = (1..arguments.len())
        .map(|index| arguments.get(thread, index))
        .collect();
    let given = tuple::from_values(thread, &given)?;
    if let Some(group) = exception::as_exception(thread, arguments.get(thread, 0)) {
        let view = thread.write(group)?;
        view.set(exception::EXCEPTION_ARGS, given);
    }
    Ok(NONE)
}
