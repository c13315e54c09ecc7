//! Builtin functions on attributes and classes.

use motet_python_objects::classes::generic;
use motet_python_objects::classes::globals;
use motet_python_objects::classes::weak;
use motet_python_objects::model::function;
use motet_python_objects::types::host;
use motet_python_objects::types::module;
use motet_python_objects::types::namespace_dict;
use motet_python_objects::types::protocol::iterate;
use motet_python_objects::types::protocol::truth;
use motet_python_objects::types::sort;
use motet_python_objects::types::{dict, list, native_shortcut, tuple};
use motet_tm::{Root, Unwind, Value};

use crate::type_natives::objects::name_argument;
use motet_python_interp::operations::read_by_name::{
    find_leaf, in_known_slot, quick_get_attribute, quick_set_attribute, set_leaf,
};
use motet_python_objects::classes::{attribute, attribute_set};
use motet_python_objects::model::exception::*;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome, Special};
use motet_python_objects::model::thread::Thread;
use motet_vm::symbol::Symbol;

/// The functions.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling(
        "__build_class__",
        2,
        u8::MAX,
        motet_python_interp::calling::build_class::build_class,
    )
    .with_keywords(),
    NativeFunction::calling(
        "__import__",
        0,
        5,
        motet_python_interp::import::builtin_import,
    )
    .with_keywords(),
    NativeFunction::calling("isinstance", 2, 2, is_instance).with_quick(
        |thread, [value, wanted, _]| is_instance_leaf(thread, value, wanted).map(boolean),
    ),
    NativeFunction::calling("issubclass", 2, 2, is_subclass),
    NativeFunction::calling("getattr", 2, 3, get_attribute)
        .with_quick(quick_get_attribute)
        .asking(Special::Attribute),
    NativeFunction::calling("setattr", 3, 3, set_attribute).with_quick(quick_set_attribute),
    NativeFunction::calling("hasattr", 2, 2, has_attribute).with_quick(quick_has_attribute),
    NativeFunction::calling("delattr", 2, 2, delete_attribute),
    NativeFunction::leaf("callable", 1, 1, callable),
    NativeFunction::calling("vars", 0, 1, vars),
    NativeFunction::calling("dir", 0, 1, dir),
    NativeFunction::leaf("globals", 0, 0, globals),
    NativeFunction::leaf("locals", 0, 0, locals),
];

fn quick_has_attribute<'a>(
    thread: &'a Thread,
    [receiver, name, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let name = thread.symbol_of_name(name)?;
    if in_known_slot(thread, receiver, name).is_some() {
        return Some(TRUE);
    }
    find_leaf(thread, receiver, name).map(|found| boolean(found.is_some()))
}

fn get_attribute<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = name_argument(thread, arguments, 1)?;
    let found = find_leaf(thread, arguments.get(thread, 0), name);
    match found.map(|found| found.map(|value| thread.root(value))) {
        Some(Some(value)) => return Ok(thread.get(value)),
        Some(None) if arguments.len() == 3 => return Ok(arguments.get(thread, 2)),
        _ => {}
    }
    let receiver = thread.root(arguments.get(thread, 0));
    if arguments.len() == 3 {
        let found = attribute::get_optional(thread, receiver, name)?;
        return Ok(found.map_or(arguments.get(thread, 2), |value| thread.get(value)));
    }
    let value = attribute::get(thread, receiver, name)?;
    Ok(thread.get(value))
}

fn set_attribute<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = name_argument(thread, arguments, 1)?;
    let (receiver, value) = (arguments.get(thread, 0), arguments.get(thread, 2));
    if set_leaf(thread, receiver, name, value)? {
        return Ok(NONE);
    }
    let (receiver, value) = (thread.root(receiver), thread.root(value));
    attribute_set::set(thread, receiver, name, Some(value))?;
    Ok(NONE)
}

fn has_attribute<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = name_argument(thread, arguments, 1)?;
    if let Some(found) = find_leaf(thread, arguments.get(thread, 0), name) {
        return Ok(boolean(found.is_some()));
    }
    let receiver = thread.root(arguments.get(thread, 0));
    let found = attribute::get_optional(thread, receiver, name)?;
    Ok(boolean(found.is_some()))
}

fn delete_attribute<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = name_argument(thread, arguments, 1)?;
    let receiver = thread.root(arguments.get(thread, 0));
    attribute_set::set(thread, receiver, name, None)?;
    Ok(NONE)
}

/// The tests of `isinstance` and `issubclass`.
#[derive(Clone, Copy)]
struct Question {
    hook: Symbol,
    method: &'static str,
    wanted: &'static str,
}

const IS_INSTANCE: Question = Question {
    hook: names::INSTANCECHECK,
    method: "__instancecheck__",
    wanted: "isinstance() arg 2 must be a type, a tuple of types, or a union",
};
const IS_SUBCLASS: Question = Question {
    hook: names::SUBCLASS_CHECK,
    method: "__subclasscheck__",
    wanted: "issubclass() arg 2 must be a class, a tuple of classes, or a union",
};

impl Question {
    /// Whether the answer is yes for one of the classes that `wanted` is, or holds as a tuple or
    /// union.
    fn ask(self, thread: &mut Thread, about: Root, wanted: Root) -> Outcome<bool> {
        let value = thread.get(wanted);
        let exact = thread.class_object(thread.shown_class_of(thread.get(about)));
        if self.hook == names::INSTANCECHECK && exact == value {
            return Ok(true);
        }
        if let Some(parts) = self.parts(thread, value) {
            for part in parts {
                if self.ask(thread, about, part)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        let metaclass = thread.class_of(value);
        if metaclass != CLASS_TYPE
            && let Some(hook) = thread.look_up(metaclass, self.hook)
            && hook.class != CLASS_TYPE
        {
            let answer = thread.call_special(wanted, self.method, &[about])?;
            return truth::truth(
                thread,
                answer.expect("look_up has found the hook in the same class"),
            );
        }
        match thread.class_number_of(thread.get(wanted)) {
            Some(number) => self.answer(thread, about, number),
            None => self.answer_by_bases(thread, about, wanted),
        }
    }

    /// The answer where the wanted object is no class, but has bases.
    fn answer_by_bases(self, thread: &mut Thread, about: Root, wanted: Root) -> Outcome<bool> {
        let is_instance = self.hook == names::INSTANCECHECK;
        if !is_instance {
            check_has_bases(thread, about, "issubclass() arg 1 must be a class")?;
        }
        check_has_bases(thread, wanted, self.wanted)?;
        if !is_instance {
            return derives(thread, about, wanted, 0);
        }
        match attribute::get(thread, about, names::CLASS) {
            Ok(class) => derives(thread, class, wanted, 0),
            Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => Ok(false),
            Err(unwind) => Err(unwind),
        }
    }

    fn parts(self, thread: &Thread, wanted: Value<'_>) -> Option<Vec<Root>> {
        let parts = match tuple::as_tuple(thread, wanted) {
            Some(tuple) => tuple::values(thread, tuple),
            None => generic::members(thread, wanted)?,
        };
        Some(parts.into_iter().map(|part| thread.root(part)).collect())
    }

    /// The plain answer; `__class__` of the object counts too.
    fn answer(self, thread: &mut Thread, about: Root, wanted: ClassNumber) -> Outcome<bool> {
        let value = thread.get(about);
        if self.hook == names::INSTANCECHECK {
            let class = thread.shown_class_of(value);
            if thread.is_subclass(class, wanted) {
                return Ok(true);
            }
            let is_proxy = weak::is_proxy(thread, value);
            let says = is_proxy
                || class >= CLASS_USER_FIRST
                    && (thread.look_up(class, names::CLASS).is_some()
                        || thread.has_own_getattribute(class));
            if !says {
                return Ok(false);
            }
            let said = match attribute::get(thread, about, names::CLASS) {
                Ok(said) => said,
                Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => {
                    return Ok(false);
                }
                Err(unwind) => return Err(unwind),
            };
            let said = thread.class_number_of(thread.get(said));
            return Ok(said.is_some_and(|said| thread.is_subclass(said, wanted)));
        }
        match thread.class_number_of(value) {
            Some(class) => Ok(thread.is_subclass(class, wanted)),
            None => {
                let wanted = thread.root(thread.class_object(wanted));
                self.answer_by_bases(thread, about, wanted)
            }
        }
    }
}

/// How deep bases may have bases that are no classes.
const BASES_DEPTH_MAX: usize = 400;

/// The tuple in an object's `__bases__`.
fn bases_of(thread: &mut Thread, class: Root) -> Outcome<Option<Root>> {
    match attribute::get(thread, class, names::BASES) {
        Ok(bases) => {
            let is_tuple = tuple::as_tuple(thread, thread.get(bases)).is_some();
            Ok(is_tuple.then_some(bases))
        }
        Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => Ok(None),
        Err(unwind) => Err(unwind),
    }
}

fn check_has_bases(thread: &mut Thread, class: Root, message: &str) -> Outcome<()> {
    match bases_of(thread, class)? {
        Some(_) => Ok(()),
        None => Err(thread.raise(TYPE_ERROR, message)),
    }
}

/// Whether one is the other, or one of its bases (at any depth) is.
fn derives(thread: &mut Thread, class: Root, wanted: Root, depth: usize) -> Outcome<bool> {
    if thread.get(class) == thread.get(wanted) {
        return Ok(true);
    }
    if depth > BASES_DEPTH_MAX {
        return Err(host::recursion_error(thread));
    }
    let Some(bases) = bases_of(thread, class)? else {
        return Ok(false);
    };
    let bases = thread.object_at(bases);
    let bases = tuple::values(thread, bases);
    let bases: Vec<Root> = bases.into_iter().map(|base| thread.root(base)).collect();
    for base in bases {
        let mark = thread.root_count();
        if derives(thread, base, wanted, depth + 1)? {
            return Ok(true);
        }
        thread.truncate_roots(mark);
    }
    Ok(false)
}

/// The answer if it takes no call: of classes whose metaclass is `type`, or tuples of them, and a
/// value whose `__class__` is its class.
fn is_instance_leaf(thread: &Thread, value: Value<'_>, wanted: Value<'_>) -> Option<bool> {
    if let Some(parts) = thread.object_of(wanted, CLASS_TUPLE) {
        for place in 0..tuple::length(thread, parts) {
            let part = tuple::get(thread, parts, place);
            if is_instance_leaf(thread, value, part)? {
                return Some(true);
            }
        }
        return Some(false);
    }
    let number = thread.class_number_of(wanted)?;
    let class = thread.shown_class_of(value);
    if class == number {
        return Some(true);
    }
    if let Some(hook) = own_instance_check(thread, number) {
        if says_another_class(thread, value, class) {
            return None;
        }
        return known_to_abstract(thread, class, number, hook);
    }
    if thread.is_subclass(class, number) {
        return Some(true);
    }
    (!says_another_class(thread, value, class)).then_some(false)
}

/// What the metaclass of a class has to ask whether a value is an instance, if that is not what
/// `type` has: metaclasses of enumerations, for one, leave it as it is.
fn own_instance_check(thread: &Thread, class: ClassNumber) -> Option<Value<'_>> {
    let metaclass = thread.class(class).metaclass.get();
    if metaclass == CLASS_TYPE {
        return None;
    }
    let found = thread.look_up(metaclass, names::INSTANCECHECK)?;
    (found.class != CLASS_TYPE).then_some(found.value)
}

/// Whether a value of a class may have another `__class__`.
fn says_another_class(thread: &Thread, value: Value<'_>, class: ClassNumber) -> bool {
    weak::is_proxy(thread, value)
        || class >= CLASS_USER_FIRST
            && (thread.look_up(class, names::CLASS).is_some() || thread.has_own_getattribute(class))
}

/// The answer that an abstract class (`abc.ABCMeta`) has kept on instances of a class, as the
/// library's `_abc_instancecheck` finds it; `hook` is what its metaclass has to ask.
fn known_to_abstract(
    thread: &Thread,
    class: ClassNumber,
    wanted: ClassNumber,
    hook: Value<'_>,
) -> Option<bool> {
    let symbol = |text| thread.symbol_of(text);
    let data = thread
        .look_up(wanted, symbol("_abc_impl"))?
        .value
        .as_object()?;
    let kind = thread.class_of_object(data);
    let is_of_abstract = thread.look_up(kind, symbol("check"))?.value == hook;
    if kind < CLASS_USER_FIRST || !is_of_abstract {
        return None;
    }
    let names = ["cache", "negative", "version"].map(symbol);
    let [cache, negative, version] = thread.first_attributes(data, &names)?;
    let subject = thread.class_object(class);
    let has = |answers| match native_shortcut::find(thread, answers, CLASS_DICT, subject)?.2 {
        dict::Found::Entry(_) => Some(true),
        dict::Found::Missing(_) => Some(false),
        _ => None,
    };
    if has(cache)? {
        return Some(true);
    }
    let versions = thread.look_up(kind, symbol("versions"))?.value;
    let versions = thread.object_of(versions, CLASS_LIST)?;
    let is_new = version.as_integer().is_some() && list::get(thread, versions, 0) == Some(version);
    (is_new && has(negative)?).then_some(false)
}

fn is_instance<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (value, wanted) = (arguments.get(thread, 0), arguments.get(thread, 1));
    if let Some(answer) = is_instance_leaf(thread, value, wanted) {
        return Ok(boolean(answer));
    }
    let value = thread.root(arguments.get(thread, 0));
    let wanted = thread.root(arguments.get(thread, 1));
    IS_INSTANCE.ask(thread, value, wanted).map(boolean)
}

fn is_subclass<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.root(arguments.get(thread, 0));
    let wanted = thread.root(arguments.get(thread, 1));
    IS_SUBCLASS.ask(thread, class, wanted).map(boolean)
}

fn callable<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(boolean(function::is_callable(
        thread,
        arguments.get(thread, 0),
    )))
}

fn globals<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let code = thread.code();
    if code.globals_in_dict {
        return Ok(globals::running_globals(thread));
    }
    namespace_dict::of(thread, code.namespace)
}

/// `locals()`: of a module and of a class's body the namespace, of a function a fresh dict.
fn locals<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match globals::locals_here(thread)? {
        Some(namespace) => Ok(thread.get(namespace)),
        None => globals(thread, arguments),
    }
}

fn vars<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if arguments.is_empty() {
        return locals(thread, arguments);
    }
    let receiver = thread.root(arguments.get(thread, 0));
    match attribute::get(thread, receiver, names::DICT) {
        Ok(dict) => Ok(thread.get(dict)),
        Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => {
            Err(thread.raise(TYPE_ERROR, "vars() argument must have __dict__ attribute"))
        }
        Err(unwind) => Err(unwind),
    }
}

/// The names of all attributes of a value.
pub(crate) fn names_of(thread: &Thread, value: Value<'_>) -> Vec<Symbol> {
    let mut names = Vec::new();
    let class = match thread.class_number_of(value) {
        Some(class) => class,
        None => {
            if let Some(object) = value.as_object() {
                names.extend(
                    thread
                        .own_attributes(object)
                        .into_iter()
                        .map(|(name, _)| name),
                );
            }
            thread.class_of(value)
        }
    };
    let module = module::as_module(thread, value);
    if module.is_some() {
        let namespace = module::namespace_of(thread, value);
        names.extend(
            namespace
                .bound_names(thread)
                .into_iter()
                .map(|(name, _)| name),
        );
    } else {
        // Every class has these; they lie in no namespace.
        names.extend([names::CLASS, names::DOC]);
        for class in thread.class(class).mro.iter() {
            let bound = thread.class(*class).namespace.bound_names(thread);
            names.extend(bound.into_iter().map(|(name, _)| name));
        }
        // So begin the names under which the library keeps what its natives ask for.
        names.retain(|name| !thread.machine().symbols.text(*name).starts_with('.'));
    }
    names.sort_by_key(|name| thread.machine().symbols.text(*name));
    names.dedup();
    names
}

fn dir<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let names = match arguments.optional(thread, 0) {
        Some(value) => {
            let receiver = thread.root(value);
            match thread.call_special(receiver, "__dir__", &[])? {
                Some(names) => names,
                None => return Err(thread.raise(TYPE_ERROR, "object does not provide __dir__")),
            }
        }
        None => local_names(thread, arguments)?,
    };
    let sorted = iterate::to_list(thread, names)?;
    sort::sort(thread, sorted, None, false)?;
    Ok(thread.get(sorted))
}

/// The keys of `locals()`.
fn local_names(thread: &mut Thread, arguments: Arguments) -> Outcome<Root> {
    let locals = locals(thread, arguments)?;
    let locals = thread.root(locals);
    let keys = thread.machine().symbols.intern(thread, "keys");
    let keys = attribute::get(thread, locals, keys)?;
    thread.call(keys, &[])
}
