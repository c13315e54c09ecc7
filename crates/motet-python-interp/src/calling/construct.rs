//! Calling a class: making an instance and initialising it.

use motet_python_objects::classes::attribute;
use motet_python_objects::classes::instantiation;
use motet_python_objects::classes::instantiation::refuse_abstract;
use motet_python_objects::classes::instantiation::takes_no_arguments;
use motet_python_objects::model::function::{NativeBinding, unwrap_static};
use motet_python_objects::types::{exception_fields, similar_names};
use std::sync::atomic::Ordering;

use motet_python_bytecode::{ARGUMENT_OFFSET, FRAME_HEADER_WORDS};
use motet_tm::{Root, Value};

use super::call;
use motet_python_objects::classes::subclassing::new_instance;
use motet_python_objects::model::class::{Class, InstanceKind};
use motet_python_objects::model::exception;
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::namespace::{CELL_VALUE, bound};
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::native::{Call, Entered, NativeCode};
use motet_python_objects::model::thread::{HEADER_CALLABLE, HEADER_RESULT, Thread};
use motet_vm::inline_cache::{BARE, EMPTY, NOT_SIMPLE, construction_entry};
use motet_vm::symbol::Symbol;

/// Calls a class.
///
/// # Errors
/// Any exception of constructors.
pub(crate) fn enter(thread: &mut Thread, call: Call<'_>, number: ClassNumber) -> Outcome<Entered> {
    let class = thread.class(number);
    let is_plain = thread.plain_construction.take();
    if !is_plain && thread.has_call_of_program(class.metaclass.get()) {
        return call_metaclass(thread, call, class);
    }
    enter_plainly(thread, call, class)
}

/// The metaclass has a `__call__` of its own: a function's frame is entered, something else called.
fn call_metaclass(thread: &mut Thread, mut call: Call<'_>, class: &Class) -> Outcome<Entered> {
    let found = thread.look_up(class.metaclass.get(), names::CALL);
    if let Some(function) = found
        && let Some(function) = thread.object_of(function.value, CLASS_FUNCTION)
        && thread.binds(function)
    {
        let function = function.value();
        call::insert_argument(thread, &mut call, class.object.value())?;
        thread.set_stack_value(call.callable(), function);
        return call::enter(thread, call);
    }
    let (receiver, arguments) = take_arguments(thread, call);
    let function = attribute::get_from_class(thread, receiver, names::CALL)?;
    let result = call::call_with_names(thread, function, &arguments, call.names)?;
    thread.set_stack_value(call.header + HEADER_RESULT, thread.get(result));
    Ok(Entered::Done)
}

/// Roots of the callable and the arguments of a call.
fn take_arguments(thread: &Thread, call: Call<'_>) -> (Root, Vec<Root>) {
    let callable = thread.root(thread.stack_value(call.header + HEADER_CALLABLE));
    let arguments = (call.first()..call.first() + call.count)
        .map(|index| thread.root(thread.stack_value(index)))
        .collect();
    // From here on the arguments live in roots: the stack above the caller is free.
    (callable, arguments)
}

/// Makes an instance as `type.__call__` does.
///
/// # Errors
/// As [`enter`].
pub(crate) fn enter_plainly(
    thread: &mut Thread,
    call: Call<'_>,
    class: &'static Class,
) -> Outcome<Entered> {
    if class.number == CLASS_TYPE && call.count == 1 && call.names.is_empty() {
        let class = thread.shown_class_of(thread.stack_value(call.first()));
        thread.set_stack_value(call.header + HEADER_RESULT, thread.class_object(class));
        return Ok(Entered::Done);
    }
    if class.kind == InstanceKind::Plain
        && let Some(init) = simple_init(thread, class).map(Value::word)
    {
        let instance = thread.new_instance(class).word();
        return initialise(thread, call, init, instance);
    }
    let new = thread.look_up(class.number, names::NEW);
    let own_new = new.filter(|found| found.class >= CLASS_USER_FIRST);
    if let Some(new) = own_new {
        let new = thread.root(new.value);
        return construct_by_new(thread, call, class, new);
    }
    if thread.is_subclass(class.number, CLASS_TYPE) {
        return construct_type(thread, call, class);
    }
    let init = thread.look_up(class.number, names::INIT);
    let own_init = init.filter(|found| found.class != CLASS_OBJECT);
    let is_bound = own_init
        .as_ref()
        .is_some_and(|found| !is_function(thread, found.value));
    let own_init = own_init.map(|found| found.value.word());
    match class.kind {
        InstanceKind::Plain => {
            if own_init.is_none() && call.count > 0 {
                return Err(takes_no_arguments(thread, class));
            }
            refuse_abstract(thread, class)?;
            let instance = thread.new_instance(class);
            thread.enable_del(class, instance);
            let instance = instance.word();
            match own_init {
                Some(_) if is_bound => initialise_bound(thread, call, instance),
                Some(init) => initialise(thread, call, init, instance),
                None => finish(thread, call, instance),
            }
        }
        InstanceKind::Exception => {
            let is_native = init.is_none_or(|found| found.class < CLASS_USER_FIRST);
            if is_native && !call.names.is_empty() {
                return named_exception_arguments(thread, call, class);
            }
            let positional = call.count - call.names.len();
            let arguments: Vec<Value<'_>> = (call.first()..call.first() + positional)
                .map(|index| thread.stack_value(index))
                .collect();
            let instance = exception_fields::construct(thread, class.number, &arguments)?;
            let instance = instance.word();
            match own_init {
                Some(_) if is_bound => initialise_bound(thread, call, instance),
                Some(init) => initialise(thread, call, init, instance),
                None => finish(thread, call, instance),
            }
        }
        InstanceKind::Builtin(_) => construct_builtin(thread, call, class),
    }
}

fn finish(thread: &Thread, call: Call<'_>, instance: motet_tm::Word) -> Outcome<Entered> {
    thread.set_stack_word(call.header + HEADER_RESULT, instance);
    Ok(Entered::Done)
}

#[cold]
fn named_exception_arguments(
    thread: &mut Thread,
    call: Call<'_>,
    class: &Class,
) -> Outcome<Entered> {
    let allowed = exception_fields::keywords(thread, class.number);
    let symbols = &thread.machine().symbols;
    if let Some(other) = call
        .names
        .iter()
        .find(|name| !allowed.contains(&symbols.text(**name)))
    {
        let message = match exception_fields::class_with_keywords(thread, class.number) {
            Some(told) => similar_names::unexpected_keyword(
                &format!("{told}()"),
                symbols.text(*other),
                allowed,
            ),
            None => format!("{}() takes no keyword arguments", class.name),
        };
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let positional = call.count - call.names.len();
    let value = |index| thread.stack_value(call.first() + index);
    let arguments: Vec<Value<'_>> = (0..positional).map(value).collect();
    let instance = exception::new(thread, class.number, &arguments);
    let object = instance.known_object();
    for (index, name) in call.names.iter().enumerate() {
        let name = symbols.text(*name);
        exception_fields::set(thread, object, name, value(positional + index))?;
    }
    finish(thread, call, instance.word())
}

/// The `__init__` of a class whose instances (plain ones, or exceptions that keep their arguments)
/// need no more than it.
pub(crate) fn simple_init<'a>(thread: &'a Thread, class: &'static Class) -> Option<Value<'a>> {
    match class.kind {
        InstanceKind::Builtin(_) => None,
        _ => cached_init(thread, class),
    }
}

/// The `__init__` of a class below a built-in one whose instances need no more than it: they are
/// made empty.
#[cfg_attr(
    not(handlers),
    allow(dead_code, reason = "only the fast halves look here")
)]
pub(crate) fn filling_init<'a>(thread: &'a Thread, class: &'static Class) -> Option<Value<'a>> {
    match class.kind {
        InstanceKind::Builtin(_) => cached_init(thread, class),
        _ => None,
    }
}

/// An instance of a class that has a [`filling_init`]; none if there is no memory.
#[cfg_attr(
    not(handlers),
    allow(dead_code, reason = "only the fast halves look here")
)]
pub(crate) fn empty_instance<'a>(thread: &'a Thread, class: &'static Class) -> Option<Value<'a>> {
    let InstanceKind::Builtin(base) = class.kind else {
        return None;
    };
    let value = thread.class(base).definition.empty?(thread).ok()?;
    Some(thread.new_boxed(class, value))
}

/// Whether an instance of a class below a built-in one that answers its argument is no more than
/// that argument inside of it.
#[cfg_attr(
    not(handlers),
    allow(dead_code, reason = "only the fast halves look here")
)]
pub(crate) fn is_made_around(thread: &Thread, class: &'static Class) -> bool {
    let new = thread.look_up(class.number, names::NEW);
    let init = thread.look_up(class.number, names::INIT);
    new.is_none_or(|found| found.class < CLASS_USER_FIRST)
        && init.is_none_or(|found| found.class == CLASS_OBJECT)
        && !thread.has_call_of_program(class.metaclass.get())
        && instantiation::abstract_methods(thread, class).is_none()
        && !thread.wants_finalizer(class)
}

fn cached_init<'a>(thread: &'a Thread, class: &'static Class) -> Option<Value<'a>> {
    let cache = construction(thread, class);
    if matches!(cache, NOT_SIMPLE | BARE) {
        return None;
    }
    bound(thread.read(thread.cached_cell(cache)?).get(CELL_VALUE))
}

/// Whether a class has plain instances that are made without any `__new__` or `__init__`.
#[cfg_attr(
    not(handlers),
    allow(dead_code, reason = "only the fast halves look here")
)]
pub(crate) fn is_bare(thread: &Thread, class: &'static Class) -> bool {
    construction(thread, class) == BARE && !matches!(class.kind, InstanceKind::Builtin(_))
}

/// How instances of a class are made: the entry of its cache, which is filled here.
fn construction(thread: &Thread, class: &'static Class) -> u64 {
    let mut cache = class.caches.construction.load(Ordering::Relaxed);
    if cache == EMPTY {
        let init = thread.look_up(class.number, names::INIT);
        cache = match init.filter(|_| is_simple(thread, class)) {
            // (A simple exception has an `__init__` of the program's.)
            Some(found) if found.class == CLASS_OBJECT => BARE,
            Some(found) if is_function(thread, found.value) => construction_entry(found.cell),
            _ => NOT_SIMPLE,
        };
        thread.fill_cache(&class.caches.construction, Some(cache));
    }
    cache
}

/// Whether calling a class is no more than allocating an instance and its `__init__`.
fn is_simple(thread: &Thread, class: &'static Class) -> bool {
    let new = thread.look_up(class.number, names::NEW);
    let init = thread.look_up(class.number, names::INIT);
    let is_known = match class.kind {
        InstanceKind::Plain => true,
        // The attributes of an `OSError` or of a group depend on more.
        InstanceKind::Exception => {
            init.is_some_and(|found| found.class >= CLASS_USER_FIRST)
                && !thread.is_subclass(class.number, exception::OS_ERROR)
                && !thread.is_subclass(class.number, exception::BASE_EXCEPTION_GROUP)
        }
        InstanceKind::Builtin(base) => {
            let definition = thread.class(base).definition;
            class.number != base && definition.new.is_none() && definition.empty.is_some()
        }
    };
    is_known
        && !thread.has_call_of_program(class.metaclass.get())
        && instantiation::abstract_methods(thread, class).is_none()
        && !thread.wants_finalizer(class)
        && new.is_none_or(|found| {
            let is_plain = class.kind == InstanceKind::Plain;
            found.class == CLASS_OBJECT || !is_plain && found.class < CLASS_USER_FIRST
        })
}

/// Makes an exception of a class whose instances keep the arguments of their construction, and no
/// more; `None` if the class asks for more.
pub(crate) fn plain_exception<'a>(
    thread: &'a Thread,
    class: &Class,
    arguments: &[Value<'_>],
) -> Option<Value<'a>> {
    let is_plain = class.metaclass.get() == CLASS_TYPE && keeps_arguments(thread, class);
    is_plain.then(|| exception::new(thread, class.number, arguments))
}

fn keeps_arguments(thread: &Thread, class: &Class) -> bool {
    let init = thread.look_up(class.number, names::INIT);
    let new = thread.look_up(class.number, names::NEW);
    init.is_some_and(|found| found.class == exception::BASE_EXCEPTION)
        && new.is_none_or(|found| found.class < CLASS_USER_FIRST)
        && !thread.is_subclass(class.number, exception::OS_ERROR)
        && !thread.is_subclass(class.number, exception::BASE_EXCEPTION_GROUP)
}

/// Whether an `__init__` takes the instance as its first argument; others are descriptors, or
/// callables that do not get the instance.
fn is_function(thread: &Thread, init: Value<'_>) -> bool {
    let host = init.as_object().map(|init| thread.host_of(init));
    matches!(host, Some(CLASS_FUNCTION | CLASS_NATIVE_FUNCTION))
}

/// Calls an `__init__` that is no function.
#[cold]
fn initialise_bound(
    thread: &mut Thread,
    call: Call<'_>,
    instance: motet_tm::Word,
) -> Outcome<Entered> {
    thread.set_stack_word(call.header + HEADER_RESULT, instance);
    let instance = thread.root(thread.stack_value(call.header + HEADER_RESULT));
    let (_, arguments) = take_arguments(thread, call);
    let class = thread.class_of(thread.get(instance));
    if let Some(init) = thread.look_up(class, names::INIT) {
        let init = thread.root(init.value);
        run_initialiser(thread, init, instance, &arguments, call.names)?;
    }
    thread.set_stack_value(call.header + HEADER_RESULT, thread.get(instance));
    Ok(Entered::Done)
}

/// Calls `__init__` in a frame inside of another frame, which keeps the instance.
///
/// # Errors
/// Any exception of binding the arguments.
pub(crate) fn initialise(
    thread: &mut Thread,
    call: Call<'_>,
    init: motet_tm::Word,
    instance: motet_tm::Word,
) -> Outcome<Entered> {
    // header, register 0, inner header; then `self` and the arguments.
    let inner = call.header + FRAME_HEADER_WORDS + 1;
    let first = inner + usize::from(ARGUMENT_OFFSET);
    if !thread.reserve_stack(first + call.count + 1) {
        return Err(thread.too_deep());
    }
    let code = thread.machine().initialiser();
    let caller = (thread.registers(), thread.next());
    thread.move_up(call.first(), call.count, first + 1 - call.first());
    thread.push_frame(call.header, code, call.returns);
    for index in call.header + FRAME_HEADER_WORDS..first {
        thread.set_stack_word(index, motet_tm::Word(0));
    }
    thread.set_register_word(0, instance);
    thread.set_stack_word(first, instance);
    thread.set_stack_word(inner + HEADER_CALLABLE, init);
    let inner_call = Call {
        header: inner,
        count: call.count + 1,
        names: call.names,
        returns: code.instructions.as_ptr(),
    };
    match call::enter(thread, inner_call) {
        Ok(entered @ (Entered::Frame | Entered::Raising)) => Ok(entered),
        Ok(Entered::Done) => {
            thread.set_next(code.instructions.as_ptr());
            Ok(Entered::Frame)
        }
        Err(unwind) => {
            // The frame around is left without a return: a native that ran in it may have
            // collected, and the caller's frame is written again from now on.
            thread.set_registers(caller.0);
            thread.set_next(caller.1);
            thread.touch_frame(thread.registers_index());
            Err(unwind)
        }
    }
}

/// The class has a `__new__` of its own.
fn construct_by_new(
    thread: &mut Thread,
    call: Call<'_>,
    class: &Class,
    new: Root,
) -> Outcome<Entered> {
    let new = unwrap_static(thread, new);
    let new = match is_descriptor(thread, thread.get(new)) {
        true => {
            let class = thread.root(thread.class_object(class.number));
            attribute::get(thread, class, names::NEW)?
        }
        false => new,
    };
    if let Some(entered) = construct_by_native(thread, call, class, new)? {
        return Ok(entered);
    }
    let (callable, arguments) = take_arguments(thread, call);
    let with_class: Vec<Root> = std::iter::once(callable)
        .chain(arguments.iter().copied())
        .collect();
    let instance = call::call_with_names(thread, new, &with_class, call.names)?;
    if thread.is_instance(thread.get(instance), class.number) {
        let actual = thread.class_of(thread.get(instance));
        if let Some(init) = thread.look_up(actual, names::INIT)
            && init.class != CLASS_OBJECT
        {
            let init = thread.root(init.value);
            run_initialiser(thread, init, instance, &arguments, call.names)?;
        }
    }
    thread.set_stack_value(call.header + HEADER_RESULT, thread.get(instance));
    Ok(Entered::Done)
}

/// Whether a `__new__` is called as what it becomes when it is read from the class: a class method,
/// or a descriptor of the program.
fn is_descriptor(thread: &Thread, new: Value<'_>) -> bool {
    let kind = thread.class_of(new);
    kind == CLASS_CLASS_METHOD
        || kind >= CLASS_USER_FIRST && thread.look_up(kind, names::GET).is_some()
}

/// As [`construct_by_new`] where `__new__` is native, arguments have no names, and the class has no
/// initialiser of its own: the native finds its arguments where they lie, behind the class.
fn construct_by_native(
    thread: &mut Thread,
    call: Call<'_>,
    class: &Class,
    new: Root,
) -> Outcome<Option<Entered>> {
    let init = thread.look_up(class.number, names::INIT);
    let Some(object) = thread.object_of(thread.get(new), CLASS_NATIVE_FUNCTION) else {
        return Ok(None);
    };
    let (native, binding) = thread.native_of(object);
    let is_plain = matches!(native.code, NativeCode::Leaf(_) | NativeCode::Calling(..))
        && binding != NativeBinding::Bound
        && call.names.is_empty()
        && init.is_none_or(|found| found.class == CLASS_OBJECT);
    if !is_plain {
        return Ok(None);
    }
    thread.need_stack(call.end() + 1)?;
    thread.move_up(call.first(), call.count, 1);
    thread.set_stack_value(call.first(), thread.class_object(class.number));
    let inner = Call {
        count: call.count + 1,
        ..call
    };
    let result = call::call_native(thread, inner, native);
    // The operation may run again: it must find its registers as they were.
    thread.move_down(call.first(), call.count, 1);
    result?;
    let instance = thread.stack_value(call.header + HEADER_RESULT);
    let actual = thread.class_of(instance);
    // An instance of a class below may have an initialiser.
    if actual != class.number
        && thread.is_subclass(actual, class.number)
        && let Some(init) = thread.look_up(actual, names::INIT)
        && init.class != CLASS_OBJECT
    {
        let (init, instance) = (thread.root(init.value), thread.root(instance));
        let (_, arguments) = take_arguments(thread, call);
        run_initialiser(thread, init, instance, &arguments, call.names)?;
        thread.set_stack_value(call.header + HEADER_RESULT, thread.get(instance));
    }
    Ok(Some(Entered::Done))
}

/// `type(name, bases, namespace)`, or a metaclass called like that.
fn construct_type(thread: &mut Thread, call: Call<'_>, class: &Class) -> Outcome<Entered> {
    if call.count - call.names.len() != 3 {
        return Err(thread.raise(TYPE_ERROR, "type() takes 1 or 3 arguments"));
    }
    let (_, arguments) = take_arguments(thread, call);
    let made = super::build_class::type_new(thread, class.number, &arguments, call.names)?;
    // A base may have a metaclass below this one: then the class is of that, and made by that.
    let actual = thread.class_of(thread.get(made));
    if thread.is_subclass(actual, class.number)
        && let Some(init) = thread.look_up(actual, names::INIT)
        && init.class >= CLASS_USER_FIRST
    {
        let init = thread.root(init.value);
        run_initialiser(thread, init, made, &arguments, call.names)?;
    }
    thread.set_stack_value(call.header + HEADER_RESULT, thread.get(made));
    Ok(Entered::Done)
}

fn construct_builtin(thread: &mut Thread, call: Call<'_>, class: &Class) -> Outcome<Entered> {
    let InstanceKind::Builtin(base) = class.kind else {
        unreachable!("the caller has looked at the kind of the class")
    };
    let Some(constructor) = thread.class(base).constructor else {
        let message = format!("cannot create '{}' instances", class.name);
        return Err(thread.raise(TYPE_ERROR, message));
    };
    if class.number != base {
        if let Some(entered) = construct_around_empty(thread, call, class, base)? {
            return Ok(entered);
        }
        return construct_below_builtin(thread, call, class, base);
    }
    // Constructors get the class first.
    if !thread.reserve_stack(call.first() + call.count + 1) {
        return Err(thread.too_deep());
    }
    thread.move_up(call.first(), call.count, 1);
    thread.set_stack_value(call.first(), class.object.value());
    let call = Call {
        count: call.count + 1,
        ..call
    };
    call::enter_loop_or_call(thread, call, &constructor)
}

/// As [`construct_below_builtin`] of a class below one whose values are made empty and then filled
/// (`dict`, `list`): nothing runs before `__init__`, so that this can be a frame. None if
/// `__init__` is no function of the program.
fn construct_around_empty(
    thread: &mut Thread,
    call: Call<'_>,
    class: &Class,
    base: ClassNumber,
) -> Outcome<Option<Entered>> {
    let definition = thread.class(base).definition;
    let (None, Some(empty)) = (definition.new, definition.empty) else {
        return Ok(None);
    };
    let init = thread.look_up(class.number, names::INIT);
    let function = init.filter(|init| thread.object_of(init.value, CLASS_FUNCTION).is_some());
    let function = function.map(|init| init.value.word());
    // The initialiser of the built-in class fills the value with the arguments.
    let is_left_empty = call.count == 0
        && init.is_some_and(|init| init.class == base || init.class == CLASS_OBJECT);
    if function.is_none() && !is_left_empty {
        return Ok(None);
    }
    let instance = thread.new_boxed(class, empty(thread)?);
    thread.enable_del(class, instance);
    let instance = instance.word();
    match function {
        Some(init) => initialise(thread, call, init, instance).map(Some),
        None => finish(thread, call, instance).map(Some),
    }
}

/// An instance of a user class below `list`, `int` …: a value of the built-in class inside of an
/// instance of the user's.
fn construct_below_builtin(
    thread: &mut Thread,
    call: Call<'_>,
    class: &Class,
    base: ClassNumber,
) -> Outcome<Entered> {
    let (_, arguments) = take_arguments(thread, call);
    let instance = new_instance(thread, class, base, &arguments, call.names)?;
    let init = thread.look_up(class.number, names::INIT);
    if let Some(init) = init.filter(|found| found.class != CLASS_OBJECT) {
        let init = thread.root(init.value);
        run_initialiser(thread, init, instance, &arguments, call.names)?;
    }
    thread.set_stack_value(call.header + HEADER_RESULT, thread.get(instance));
    Ok(Entered::Done)
}

/// Calls an `__init__` as `type.__call__` does.
pub(crate) fn run_initialiser(
    thread: &mut Thread,
    init: Root,
    instance: Root,
    arguments: &[Root],
    names: &[Symbol],
) -> Outcome<()> {
    let result = if is_function(thread, thread.get(init)) {
        let with_self: Vec<Root> = std::iter::once(instance)
            .chain(arguments.iter().copied())
            .collect();
        call::call_with_names(thread, init, &with_self, names)?
    } else {
        let bound = attribute::get_from_class(thread, instance, names::INIT)?;
        call::call_with_names(thread, bound, arguments, names)?
    };
    let result = thread.get(result);
    if result != NONE {
        let name = thread.type_name(result);
        let message = format!("__init__() should return None, not '{name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    Ok(())
}
