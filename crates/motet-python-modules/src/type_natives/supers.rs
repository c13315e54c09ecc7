//! Natives of `super`.
//!
//! ```text
//!   SUPER_AFTER   the class behind which attributes are looked for, or None: made without one
//!   SUPER_SELF    the instance or class that they are bound to, or UNBOUND: an unbound `super`
//!   SUPER_CLASS   the class in whose order they are looked for, or None
//! ```
//!
//! An unbound `super` is a descriptor: `__get__` binds it to an instance.

use motet_python_objects::classes::{attribute, descriptors};
use motet_python_objects::model::exception::*;
use motet_python_objects::model::function::{self, SUPER_AFTER, SUPER_CLASS, SUPER_SELF};
use motet_python_objects::model::instance_layout;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::namespace::CELL_VALUE;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{string, tuple};
use motet_tm::{Object, Root, Value};

use crate::type_natives::objects::name_argument;

/// The constructor: argument 0 is `super` itself.
pub(crate) const CONSTRUCTOR: NativeFunction = NativeFunction::calling("super", 1, 3, make);

/// The methods.
pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__init__", 1, 3, init),
    NativeFunction::calling("__get__", 2, 3, bind).of_whole(),
    NativeFunction::calling("__getattribute__", 2, 2, read).of_whole(),
    NativeFunction::leaf("__repr__", 1, 1, text),
];

/// The attributes.
pub(crate) const GETTERS: &[NativeFunction] = &[
    NativeFunction::leaf("__self__", 1, 1, instance),
    NativeFunction::leaf("__thisclass__", 1, 1, class_before),
    NativeFunction::leaf("__self_class__", 1, 1, class_of_instance),
];

/// An object that `__init__` fills.
pub(crate) fn empty(thread: &Thread) -> Outcome<Value<'_>> {
    Ok(thread.new_small(CLASS_SUPER, NONE, UNBOUND, NONE))
}

/// What a `super` is made of.
struct Parts {
    after: ClassNumber,
    /// The instance or class, and the class of it.
    receiver: Option<(Root, ClassNumber)>,
}

impl Parts {
    fn words<'a>(&self, thread: &'a Thread) -> [Value<'a>; 3] {
        let number = |class: ClassNumber| Value::from_small(class as i32);
        match self.receiver {
            Some((receiver, class)) => [number(self.after), thread.get(receiver), number(class)],
            None => [number(self.after), UNBOUND, NONE],
        }
    }
}

fn make<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let parts = parts(thread, arguments)?;
    let [after, receiver, class] = parts.words(thread);
    Ok(thread.new_small(CLASS_SUPER, after, receiver, class))
}

fn init<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let parts = parts(thread, arguments)?;
    let [after, receiver, class] = parts.words(thread);
    let view = thread.write(own(thread, arguments)?)?;
    view.set(SUPER_AFTER, after);
    view.set(SUPER_SELF, receiver);
    view.set(SUPER_CLASS, class);
    Ok(NONE)
}

/// The parts of `super()`, `super(class)` and `super(class, instance)`.
fn parts(thread: &mut Thread, arguments: Arguments) -> Outcome<Parts> {
    let (after, receiver) = match arguments.optional(thread, 1) {
        Some(class) => (class, arguments.optional(thread, 2).unwrap_or(NONE)),
        None => implicit(thread)?,
    };
    let Some(after) = thread.class_number_of(after) else {
        let given = thread.type_name(after);
        let message = format!("super() argument 1 must be a type, not {given}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let receiver = (receiver != NONE).then(|| thread.root(receiver));
    bound_parts(thread, after, receiver)
}

fn bound_parts(thread: &mut Thread, after: ClassNumber, receiver: Option<Root>) -> Outcome<Parts> {
    let receiver = match receiver {
        Some(root) => Some((root, class_for(thread, after, root)?)),
        None => None,
    };
    Ok(Parts { after, receiver })
}

/// The class in whose order a `super` looks: the receiver itself, if it is a class below `after`,
/// its type, or the class that its `__class__` claims.
fn class_for(thread: &mut Thread, after: ClassNumber, receiver: Root) -> Outcome<ClassNumber> {
    let value = thread.get(receiver);
    if let Some(class) = thread.class_number_of(value)
        && thread.is_subclass(class, after)
    {
        return Ok(class);
    }
    let class = thread.class_of(value);
    if thread.is_subclass(class, after) {
        return Ok(class);
    }
    if let Some(claimed) = attribute::get_optional(thread, receiver, names::CLASS)?
        && let Some(claimed) = thread.class_number_of(thread.get(claimed))
        && thread.is_subclass(claimed, after)
    {
        return Ok(claimed);
    }
    let value = thread.get(receiver);
    let given = match thread.class_number_of(value) {
        Some(class) => format!("type {}", thread.class_name(class)),
        None => format!("instance of {}", thread.type_name(value)),
    };
    let wanted = thread.class_name(after);
    let message = format!(
        "super(type, obj): obj ({given}) is not an instance or subtype of type ({wanted})."
    );
    Err(thread.raise(TYPE_ERROR, message))
}

/// The class and the instance of the method that is running.
fn implicit(thread: &Thread) -> Outcome<(Value<'_>, Value<'_>)> {
    let code = thread.code();
    let fail = |message: &str| thread.raise(RUNTIME_ERROR, message);
    if code.source.parameters.positional == 0 {
        return Err(fail("super(): no arguments"));
    }
    let mut receiver = thread.register(0);
    if let Some(cell) = thread.object_of(receiver, CLASS_CELL) {
        receiver = thread.read(cell).get(CELL_VALUE);
    }
    if receiver == UNBOUND {
        return Err(fail("super(): arg[0] deleted"));
    }
    let Some(index) = code.class_cell else {
        return Err(fail("super(): __class__ cell not found"));
    };
    let function = thread.callable().known_object();
    let closure = thread.read(function).get(function::FUNCTION_CLOSURE);
    let closure = closure.known_object();
    let cell = tuple::get(thread, closure, index.into());
    let cell = cell.known_object();
    let class = thread.read(cell).get(CELL_VALUE);
    if class == UNBOUND {
        return Err(fail("super(): empty __class__ cell"));
    }
    Ok((class, receiver))
}

/// The `super` that is the first argument, or that is inside of it.
fn own(thread: &Thread, arguments: Arguments) -> Outcome<Object<'_>> {
    let plain = instance_layout::plain(thread, arguments.get(thread, 0));
    match thread.object_of(plain, CLASS_SUPER) {
        Some(object) => Ok(object),
        None => Err(thread.raise(TYPE_ERROR, "a super object is needed")),
    }
}

/// `super.__get__`: binds one that is unbound.
fn bind<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    descriptors::need_instance_or_class(thread, arguments)?;
    let view = thread.read(own(thread, arguments)?);
    let after = view.get(SUPER_AFTER).as_integer();
    let receiver = arguments.get(thread, 1);
    if receiver == NONE || view.get(SUPER_SELF) != UNBOUND {
        return Ok(arguments.get(thread, 0));
    }
    let Some(after) = after else {
        return Err(thread.raise(TYPE_ERROR, "super object without a class"));
    };
    let (after, receiver) = (after as ClassNumber, thread.root(receiver));
    let class = thread.class_of(arguments.get(thread, 0));
    if class != CLASS_SUPER {
        let class = thread.root(thread.class_object(class));
        let after = thread.root(thread.class_object(after));
        let made = thread.call(class, &[after, receiver])?;
        return Ok(thread.get(made));
    }
    let parts = bound_parts(thread, after, Some(receiver))?;
    let [after, receiver, class] = parts.words(thread);
    Ok(thread.new_small(CLASS_SUPER, after, receiver, class))
}

/// `super.__getattribute__`. That of an instance of `super` itself is [`attribute::find`].
fn read<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = name_argument(thread, arguments, 1)?;
    let whole = thread.root(arguments.get(thread, 0));
    let plain = own(thread, arguments)?;
    if attribute::is_found_by_super(thread, plain, name) {
        let plain = thread.root(plain.value());
        let value = attribute::get_plainly(thread, plain, name)?;
        return Ok(thread.get(value));
    }
    let value = attribute::get_plainly(thread, whole, name)?;
    Ok(thread.get(value))
}

fn text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let view = thread.read(own(thread, arguments)?);
    let name = |word| {
        let class = view.get(word).as_integer();
        class.map(|class| thread.told_name(class as ClassNumber))
    };
    let class = name(SUPER_AFTER).unwrap_or("NULL");
    let text = match name(SUPER_CLASS) {
        Some(bound) => format!("<super: <class '{class}'>, <{bound} object>>"),
        None => format!("<super: <class '{class}'>, NULL>"),
    };
    string::new(thread, &text)
}

fn instance<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let instance = thread.read(own(thread, arguments)?).get(SUPER_SELF);
    Ok(if instance == UNBOUND { NONE } else { instance })
}

fn class_before<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    class_in(thread, arguments, SUPER_AFTER)
}

fn class_of_instance<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    class_in(thread, arguments, SUPER_CLASS)
}

/// The class whose number lies in a word.
fn class_in(thread: &Thread, arguments: Arguments, word: u64) -> Outcome<Value<'_>> {
    let number = thread.read(own(thread, arguments)?).get(word).as_integer();
    Ok(number.map_or(NONE, |number| thread.class_object(number as ClassNumber)))
}
