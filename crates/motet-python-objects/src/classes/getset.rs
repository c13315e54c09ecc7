//! `getset_descriptor`: the entries of a built-in class's namespace for attributes that lie in no
//! slot (`type.__dict__["__mro__"]`, `FunctionType.__code__`). The attributes themselves are in
//! `classes/type_attributes.rs`; through the descriptors programs find and read them.

use crate::classes::attribute_set;
use crate::classes::descriptors;
use crate::classes::missing_attribute;
use crate::classes::weak;
use crate::model::class;
use crate::model::exception;
use crate::model::text;
use crate::model::type_def::TypeDef;
use crate::types::int;
use crate::types::protocol::truth;
use motet_tm::{Object, Value};

use crate::classes::{signatures, type_attributes as special};
use crate::model::exception::TYPE_ERROR;
use crate::model::function::{MEMBER_CLASS, MEMBER_NAME, WRAPPED};
use crate::model::layouts::*;
use crate::model::machine::Machine;
use crate::model::names;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::types::string;
use motet_vm::symbol::Symbol;

/// Makes the descriptors of the attributes that a definition names.
pub fn install(thread: &Thread, machine: &Machine, definition: &TypeDef) {
    let class = machine.classes.get(definition.number);
    for text in definition.attributes {
        let name = machine.symbols.intern(thread, text);
        let text = machine.symbols.object(name).value();
        let fields = [text, class.object.value(), NONE];
        let descriptor = thread
            .allocate_pinned(LAYOUT_SMALL, CLASS_GETSET, &fields)
            .expect("builtins are made first, in an empty heap");
        class::define(thread, class, name, descriptor);
    }
}

/// Whether a class (or one that it inherits from) lays a plain value or a descriptor of its own
/// over `__dict__`.
pub(crate) fn has_dict_of_its_own(thread: &Thread, class: ClassNumber) -> bool {
    thread
        .look_up(class, names::DICT)
        .is_some_and(|found| thread.class_of(found.value) != CLASS_GETSET)
}

fn name_and_class(thread: &Thread, descriptor: Object<'_>) -> (Symbol, ClassNumber) {
    let view = thread.read(descriptor);
    let name = view.get(MEMBER_NAME);
    let class = thread.class_number_of(view.get(MEMBER_CLASS));
    let name = thread.symbol_of_name(name).unwrap_or_else(|| {
        let text = text::as_text(thread, name).expect("descriptors are made with a name only");
        thread.machine().symbols.intern(thread, text)
    });
    (
        name,
        class.expect("descriptors are made with their class only"),
    )
}

/// The value of the attribute that a descriptor describes, of a receiver.
pub(crate) fn value<'a>(
    thread: &'a Thread,
    descriptor: Object<'a>,
    receiver: Value<'a>,
) -> Option<Value<'a>> {
    let (name, class) = name_and_class(thread, descriptor);
    if name == names::DICT {
        // An abort in the middle is found again at the next safepoint: the transaction is doomed.
        return special::hidden_dict_of(thread, receiver).ok()?;
    }
    if name == names::WEAK_REFERENCE {
        let mut known = weak::known(thread, receiver.as_object()?);
        return Some(known.next().unwrap_or(NONE));
    }
    if class == CLASS_TYPE {
        let number = thread.class_number_of(receiver)?;
        if name == names::TEXT_SIGNATURE {
            // Classes of the library have a native `__new__` where they stand for native ones.
            let new = thread.class(number).namespace.get(thread, names::NEW);
            let unwrapped = |new| match thread.object_of(new, CLASS_STATIC_METHOD) {
                Some(wrapper) => thread.read(wrapper).get(WRAPPED),
                None => new,
            };
            let new = new.map(unwrapped);
            let is_builtin = number < CLASS_USER_FIRST
                || new.is_some_and(|new| thread.object_of(new, CLASS_NATIVE_FUNCTION).is_some());
            let text = signatures::find(thread.class_name(number)).filter(|_| is_builtin);
            return text.map_or(Some(NONE), |text| string::new(thread, text).ok());
        }
        if thread.machine().symbols.text(name) == "__flags__" {
            return Some(int::from_i64(thread, flags(thread, number)));
        }
        let own = || thread.class(number).namespace.get(thread, name);
        return special::class_attribute(thread, number, name).or_else(own);
    }
    special::instance_attribute(thread, receiver, class, name)
}

/// Refuses an assignment to the attribute of a program's class that the descriptor describes:
/// `__weakref__`. (`__dict__` is assigned elsewhere.)
///
/// # Errors
/// `AttributeError`.
pub(crate) fn refuse_own(thread: &Thread, descriptor: Object<'_>) -> Outcome<()> {
    let (name, class) = name_and_class(thread, descriptor);
    if class < CLASS_USER_FIRST || name != names::WEAK_REFERENCE {
        return Ok(());
    }
    let class = thread.class_name(class);
    let message = format!("attribute '__weakref__' of '{class}' objects is not writable");
    Err(thread.raise(exception::ATTRIBUTE_ERROR, message))
}

/// The bits of `__flags__` of classes.
const FLAG_IMMUTABLE: i64 = 1 << 8;
const FLAG_HEAP_TYPE: i64 = 1 << 9;
const FLAG_BASE_TYPE: i64 = 1 << 10;
const FLAG_READY: i64 = 1 << 12;
const FLAG_ABSTRACT: i64 = 1 << 20;

/// The flags of the classes below some built-in ones.
const FLAGS_BELOW: &[(ClassNumber, i64)] = &[
    (CLASS_INT, 1 << 24),
    (CLASS_LIST, 1 << 25),
    (CLASS_TUPLE, 1 << 26),
    (CLASS_BYTES, 1 << 27),
    (CLASS_STR, 1 << 28),
    (CLASS_DICT, 1 << 29),
    (exception::BASE_EXCEPTION, 1 << 30),
    (CLASS_TYPE, 1 << 31),
];

/// `__flags__` of a class, as far as programs ask for it.
fn flags(thread: &Thread, number: ClassNumber) -> i64 {
    let own = if number < CLASS_USER_FIRST {
        FLAG_READY | FLAG_IMMUTABLE
    } else {
        FLAG_READY | FLAG_HEAP_TYPE | FLAG_BASE_TYPE
    };
    let namespace = &thread.class(number).namespace;
    let abstract_methods = namespace.get(thread, names::ABSTRACT_METHODS);
    let is_abstract =
        abstract_methods.is_some_and(|methods| truth::truth_leaf(thread, methods) != Some(false));
    let below = FLAGS_BELOW.iter();
    let below = below.filter(|(class, _)| thread.is_subclass(number, *class));
    let below = below.map(|(_, flag)| flag).sum::<i64>();
    own | below | if is_abstract { FLAG_ABSTRACT } else { 0 }
}

fn described(thread: &Thread, arguments: Arguments) -> Outcome<(Symbol, ClassNumber)> {
    match thread.object_of(arguments.get(thread, 0), CLASS_GETSET) {
        Some(descriptor) => Ok(name_and_class(thread, descriptor)),
        None => Err(thread.raise(TYPE_ERROR, "a getset_descriptor is needed")),
    }
}

fn check(
    thread: &Thread,
    receiver: Value<'_>,
    (name, class): (Symbol, ClassNumber),
) -> Outcome<()> {
    if thread.is_instance(receiver, class) {
        return Ok(());
    }
    let name = thread.machine().symbols.text(name);
    let (class, given) = (thread.told_name(class), thread.type_name(receiver));
    let message =
        format!("descriptor '{name}' for '{class}' objects doesn't apply to a '{given}' object");
    Err(thread.raise(TYPE_ERROR, message))
}

fn get<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    descriptors::need_instance_or_class(thread, arguments)?;
    let described = described(thread, arguments)?;
    let receiver = arguments.get(thread, 1);
    if receiver == NONE {
        return Ok(arguments.get(thread, 0));
    }
    check(thread, receiver, described)?;
    let descriptor = arguments.get(thread, 0).known_object();
    let found = value(thread, descriptor, receiver);
    found.ok_or_else(|| missing_attribute::missing(thread, receiver, described.0))
}

fn set<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let described = described(thread, arguments)?;
    check(thread, arguments.get(thread, 1), described)?;
    let receiver = thread.root(arguments.get(thread, 1));
    let value = thread.root(arguments.get(thread, 2));
    attribute_set::set_plainly(thread, receiver, described.0, Some(value))?;
    Ok(NONE)
}

fn delete<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let described = described(thread, arguments)?;
    check(thread, arguments.get(thread, 1), described)?;
    let receiver = thread.root(arguments.get(thread, 1));
    attribute_set::set_plainly(thread, receiver, described.0, None)?;
    Ok(NONE)
}

fn text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (name, class) = described(thread, arguments)?;
    let name = thread.machine().symbols.text(name);
    let class = thread.class_name(class);
    string::new(
        thread,
        &format!("<attribute '{name}' of '{class}' objects>"),
    )
}

/// The methods.
const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__get__", 2, 3, get),
    NativeFunction::calling("__set__", 3, 3, set),
    NativeFunction::calling("__delete__", 2, 2, delete),
    NativeFunction::leaf("__repr__", 1, 1, text),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("getset_descriptor", CLASS_GETSET)
    .methods(&[METHODS])
    .closed()];
