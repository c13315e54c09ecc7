//! Calls: from a header on the value stack with callable and arguments to a frame or a result.

use super::nested::run_nested;
use motet_python_bytecode::{ARGUMENT_OFFSET, CALLABLE_OFFSET};
use motet_python_objects::classes::attribute;
use motet_python_objects::classes::threads;
use motet_python_objects::classes::wrong_arguments;
use motet_python_objects::model::instance_layout;
use motet_python_objects::model::native;
use motet_python_objects::model::native::Binding;
use motet_python_objects::model::native::Call;
use motet_python_objects::model::native::Entered;
use motet_python_objects::model::short_call;
use motet_python_objects::types::{call_loops, index_arguments};
use motet_tm::{Object, Root, Unwind, Value, Word};

use motet_python_objects::model::code::LoadedCode;
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::function::*;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{
    Arguments, NativeCode, NativeFunction, Outcome, Receiver,
};
use motet_python_objects::model::thread::{HEADER_CALLABLE, HEADER_RESULT, Thread};
use motet_vm::driver::may_wait_below_native;
use motet_vm::symbol::Symbol;

/// Callables that wrap callables are unwrapped so often; a longer chain is a circle.
const UNWRAPPED_MAX: usize = 64;

/// Puts a value before the arguments of a call.
pub(super) fn insert_argument(
    thread: &Thread,
    call: &mut Call<'_>,
    value: Value<'_>,
) -> Outcome<()> {
    thread.need_stack(call.end() + 1)?;
    thread.move_up(call.first(), call.count, 1);
    thread.set_stack_value(call.first(), value);
    call.count += 1;
    Ok(())
}

/// Makes a call whose callable and arguments lie in place.
///
/// # Errors
/// Any exception of binding the arguments and natives.
#[inline]
pub fn enter(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let callable = thread.stack_value(call.callable());
    if let Some(object) = callable.as_object() {
        let class = thread.host_of(object);
        if class == CLASS_FUNCTION {
            return enter_function(thread, call, object);
        }
        if class == CLASS_NATIVE_FUNCTION {
            let (function, binding) = thread.native_of(object);
            if binding != NativeBinding::Bound {
                return enter_native(thread, call, function);
            }
        }
    }
    enter_wrapped(thread, call)
}

/// Enters a function: its arguments go where its parameters are.
#[inline]
fn enter_function(thread: &Thread, call: Call<'_>, function: Object<'_>) -> Outcome<Entered> {
    let code = thread.function_code(function);
    thread.need_stack(call.first() + code.register_count as usize)?;
    if code.simple_arguments as usize != call.count || !call.names.is_empty() {
        super::arguments::bind(thread, code, function, call)?;
    }
    thread.push_frame(call.header, code, call.returns);
    Ok(Entered::Frame)
}

/// Calls an object around a function, or a class: a method, an instance, a class.
fn enter_wrapped(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let callable = thread.root(thread.stack_value(call.callable()));
    let mut inner = call;
    let result = enter_step_by_step(thread, &mut inner);
    if result == Err(Unwind::Wait) {
        // The operation runs again: it must find its registers as they were.
        thread.move_down(call.first(), call.count, inner.count - call.count);
        thread.set_stack_value(call.callable(), thread.get(callable));
    }
    result
}

fn enter_step_by_step(thread: &mut Thread, call: &mut Call<'_>) -> Outcome<Entered> {
    for _ in 0..UNWRAPPED_MAX {
        let callable = thread.stack_value(call.callable());
        let Some(object) = callable.as_object() else {
            return Err(not_callable(thread, callable));
        };
        match thread.host_of(object) {
            CLASS_FUNCTION => return enter_function(thread, *call, object),
            CLASS_NATIVE_FUNCTION => {
                let (function, binding) = thread.native_of(object);
                if binding == NativeBinding::Bound {
                    let receiver = thread.read(object).get(NATIVE_SELF);
                    insert_argument(thread, call, receiver)?;
                }
                return enter_native(thread, *call, function);
            }
            CLASS_METHOD => {
                let view = thread.read(object);
                insert_argument(thread, call, view.get(METHOD_SELF))?;
                thread.set_stack_value(call.callable(), view.get(METHOD_FUNCTION));
            }
            CLASS_STATIC_METHOD => {
                let function = thread.read(object).get(WRAPPED);
                thread.set_stack_value(call.callable(), function);
            }
            _ => match thread.class_number_of(callable) {
                Some(class) => return super::construct::enter(thread, *call, class),
                None => call_instance(thread, call)?,
            },
        }
    }
    Err(thread.too_deep())
}

fn call_instance(thread: &mut Thread, call: &mut Call<'_>) -> Outcome<()> {
    let instance = thread.stack_value(call.callable());
    let class = thread.class_of(instance);
    let Some(found) = thread.look_up(class, names::CALL) else {
        return Err(not_callable(thread, instance));
    };
    let is_bound_by_program = found.value.as_object().is_some_and(|value| {
        let kind = thread.class_of_object(value);
        kind >= CLASS_USER_FIRST && thread.look_up(kind, names::GET).is_some()
    });
    if is_bound_by_program {
        return call_what_is_bound(thread, call);
    }
    let host = found.value.as_object().map(|object| thread.host_of(object));
    if thread.is_function(found.value) {
        thread.set_stack_value(call.callable(), found.value);
        return insert_argument(thread, call, instance);
    }
    if host == Some(CLASS_CLASS_METHOD)
        && let Some(method) = found.value.as_object()
    {
        let wrapped = thread.read(method).get(WRAPPED);
        thread.set_stack_value(call.callable(), wrapped);
        return insert_argument(thread, call, thread.class_object(class));
    }
    // A value that is no descriptor is called without the object, as a static method is.
    let is_never_bound = matches!(
        host,
        Some(CLASS_STATIC_METHOD | CLASS_METHOD | CLASS_FUNCTION | CLASS_NATIVE_FUNCTION)
    );
    let kind = thread.class_of(found.value);
    if is_never_bound
        || thread.class_number_of(found.value).is_some()
        || thread.look_up(kind, names::GET).is_none()
    {
        thread.set_stack_value(call.callable(), found.value);
        return Ok(());
    }
    call_what_is_bound(thread, call)
}

/// The `__call__` of the instance is a descriptor, of the program, say, or a property: calls the
/// result of its `__get__`.
#[cold]
fn call_what_is_bound(thread: &mut Thread, call: &Call<'_>) -> Outcome<()> {
    let instance = thread.root(thread.stack_value(call.callable()));
    let top = thread.top_index();
    thread.set_top_index(top.max(call.end()));
    let bound = attribute::get_from_class(thread, instance, names::CALL);
    thread.set_top_index(top);
    thread.set_stack_value(call.callable(), thread.get(bound?));
    Ok(())
}

#[cold]
fn not_callable(thread: &Thread, callable: Value<'_>) -> Unwind {
    let name = thread.type_name(callable);
    thread.raise(TYPE_ERROR, format!("'{name}' object is not callable"))
}

/// Calls a native function, or enters the generator that it resumes.
#[inline]
fn enter_native(
    thread: &mut Thread,
    call: Call<'_>,
    function: &NativeFunction,
) -> Outcome<Entered> {
    match function.code {
        NativeCode::Resuming(how, _) => {
            if let Some(entered) = super::generators::enter(thread, call, how)? {
                return Ok(entered);
            }
        }
        NativeCode::Entering(code) => {
            check_receiver(thread, call, function)?;
            check_count(thread, call, function)?;
            return enter_through(thread, call, code.0);
        }
        NativeCode::Leaf(_) | NativeCode::Calling(..) => {}
    }
    enter_loop_or_call(thread, call, function)
}

/// Calls a native, or enters the native loop that takes the place of its call.
#[inline]
pub(crate) fn enter_loop_or_call(
    thread: &mut Thread,
    call: Call<'_>,
    function: &NativeFunction,
) -> Outcome<Entered> {
    if let Some(looping) = function.kind_of_loop()
        && call_loops::enter(thread, looping, call)?
    {
        return Ok(Entered::Frame);
    }
    call_native(thread, call, function).map(|()| Entered::Done)
}

/// Calls a native that decides for itself which call is made.
pub(crate) fn enter_through(
    thread: &mut Thread,
    call: Call<'_>,
    code: native::Enter,
) -> Outcome<Entered> {
    let mark = thread.root_count();
    let top = thread.top_index();
    thread.set_top_index(top.max(call.end()));
    let entered = code(thread, call);
    if !matches!(entered, Ok(Entered::Frame | Entered::Raising)) {
        thread.set_top_index(top);
        thread.truncate_roots(mark);
    }
    entered
}

/// Puts the result of a call into its header.
pub fn set_result(thread: &Thread, call: Call<'_>, result: Value<'_>) {
    thread.set_stack_value(call.header + HEADER_RESULT, result);
}

/// The call of another callable, with some values in place of the first argument.
pub fn replace_receiver<'a, 'c>(
    thread: &'a Thread,
    call: Call<'c>,
    callable: Value<'_>,
    values: impl ExactSizeIterator<Item = Value<'a>>,
) -> Outcome<Call<'c>> {
    let inserted = values.len();
    thread.need_stack(call.end() + inserted)?;
    let (first, rest) = (call.first(), call.count - 1);
    match inserted {
        0 => thread.move_down(first, rest, 1),
        count => thread.move_up(first + 1, rest, count - 1),
    }
    for (place, value) in (first..).zip(values) {
        thread.set_stack_value(place, value);
    }
    thread.set_stack_value(call.callable(), callable);
    Ok(Call {
        count: rest + inserted,
        ..call
    })
}

/// Puts values behind the arguments of a call.
pub fn append_arguments(thread: &Thread, call: &mut Call<'_>, values: &[Value<'_>]) -> Outcome<()> {
    thread.need_stack(call.end() + values.len())?;
    for value in values {
        thread.set_stack_value(call.end(), *value);
        call.count += 1;
    }
    Ok(())
}

/// Enters a call that was made of another by [`replace_receiver`], with `inserted` values.
pub fn enter_instead(
    thread: &mut Thread,
    original: Call<'_>,
    call: Call<'_>,
    (callable, receiver): (Root, Root),
    inserted: usize,
) -> Outcome<Entered> {
    let entered = enter(thread, call);
    if entered == Err(Unwind::Wait) {
        // The operation runs again: it must find its registers as they were.
        let (first, rest) = (original.first(), original.count - 1);
        match inserted {
            0 => thread.move_up(first, rest, 1),
            count => thread.move_down(first + 1, rest, count - 1),
        }
        thread.set_stack_value(first, thread.get(receiver));
        thread.set_stack_value(original.callable(), thread.get(callable));
    }
    entered
}

/// Calls a native function. Its result goes into the header.
pub(crate) fn call_native(
    thread: &mut Thread,
    call: Call<'_>,
    function: &NativeFunction,
) -> Outcome<()> {
    check_receiver(thread, call, function)?;
    check_count(thread, call, function)?;
    if let Some(own) = method_of_namespace_dict(thread, call, function) {
        return call_native_plainly(thread, call, own);
    }
    if function.plain_receiver
        && call.count > 0
        && let Some(boxed) = thread.stack_value(call.first()).as_object()
        && let Some(value) = instance_layout::boxed_value(thread, boxed)
    {
        let boxed = thread.root(boxed.value());
        thread.set_stack_value(call.first(), value);
        let result = call_native_plainly(thread, call, function);
        let value = thread.stack_value(call.first());
        let is_changed_in_place = result.is_ok()
            && value == thread.stack_value(call.header + HEADER_RESULT)
            && is_mutable(thread, value);
        if is_changed_in_place {
            thread.set_stack_value(call.header + HEADER_RESULT, thread.get(boxed));
        }
        thread.set_stack_value(call.first(), thread.get(boxed));
        return result;
    }
    call_native_plainly(thread, call, function)
}

/// The method of a namespace's dict that takes the place of a dict's: `dict.copy(vars(module))`.
fn method_of_namespace_dict(
    thread: &Thread,
    call: Call<'_>,
    function: &NativeFunction,
) -> Option<&'static NativeFunction> {
    if function.receiver != Receiver::Instance(CLASS_DICT) || call.count == 0 {
        return None;
    }
    thread.object_of(thread.stack_value(call.first()), CLASS_NAMESPACE_DICT)?;
    let name = thread.machine().symbols.find(function.name)?;
    let own = thread
        .class(CLASS_NAMESPACE_DICT)
        .namespace
        .get(thread, name)?;
    let own = thread.object_of(own, CLASS_NATIVE_FUNCTION)?;
    Some(thread.native_of(own).0)
}

/// Whether a built-in value is one that operators like `+=` change and return.
pub(crate) fn is_mutable(thread: &Thread, value: Value<'_>) -> bool {
    let kind = value.as_object().map(|object| thread.host_of(object));
    matches!(
        kind,
        Some(CLASS_LIST | CLASS_DICT | CLASS_SET | CLASS_BYTEARRAY | CLASS_DEQUE | CLASS_ARRAY)
    )
}

fn call_native_plainly(
    thread: &mut Thread,
    call: Call<'_>,
    function: &NativeFunction,
) -> Outcome<()> {
    let arguments = Arguments {
        start: call.first() as u32,
        count: call.count as u32,
        keywords: call.names.len() as u32,
    };
    crate::effects::called();
    let mark = thread.root_count();
    let has_names = !call.names.is_empty();
    let outer_names = has_names.then(|| thread.enter_keywords(call.names, function));
    let asked = match function.index_places {
        [] => Ok(()),
        _ => ask_for_indices(thread, call, function, arguments),
    };
    let result = match function.code {
        _ if let Err(unwind) = asked => Err(unwind),
        NativeCode::Leaf(code) => code(thread, arguments).map(Value::word),
        NativeCode::Calling(code, _) | NativeCode::Resuming(_, code) => {
            let top = thread.top_index();
            thread.set_top_index(top.max(call.end()));
            let result = code(thread, arguments).map(Value::word);
            thread.set_top_index(top);
            result
        }
        NativeCode::Entering(code) => run_nested(thread, |thread| (code.0)(thread, call))
            .map(|()| thread.stack_value(call.header + HEADER_RESULT).word()),
    };
    if let Some(outer) = outer_names {
        thread.leave_keywords(outer);
    }
    let result = result?;
    thread.set_stack_word(call.header + HEADER_RESULT, result);
    thread.truncate_roots(mark);
    Ok(())
}

/// Puts numbers in the places of arguments that `__index__` must be asked of.
#[cold]
fn ask_for_indices(
    thread: &mut Thread,
    call: Call<'_>,
    function: &NativeFunction,
    arguments: Arguments,
) -> Outcome<()> {
    let top = thread.top_index();
    thread.set_top_index(top.max(call.end()));
    let outcome = index_arguments::ask(thread, function, arguments);
    thread.set_top_index(top);
    outcome
}

/// Refuses a special method of a class on a value that is no instance of it: `dict.__len__([])`.
#[inline]
fn check_receiver(thread: &Thread, call: Call<'_>, function: &NativeFunction) -> Outcome<()> {
    match function.checked_receiver {
        true => refuse_receiver(thread, call, function),
        false => Ok(()),
    }
}

/// The same for methods that look at their receivers themselves, too: CPython complains of the
/// receiver before it does of the other arguments.
fn refuse_receiver(thread: &Thread, call: Call<'_>, function: &NativeFunction) -> Outcome<()> {
    let Receiver::Instance(class) = function.receiver else {
        return Ok(());
    };
    if function.binding != Binding::Instance || class == CLASS_OBJECT {
        return Ok(());
    }
    let given = (call.count > call.names.len()).then(|| thread.stack_value(call.first()));
    match given.map(|given| thread.class_of(given)) {
        Some(given) if given == class || thread.is_subclass(given, class) => Ok(()),
        // The dict of a module's names counts as a dict, but cannot be filled anew.
        Some(CLASS_NAMESPACE_DICT) if class == CLASS_DICT && function.name != "__init__" => Ok(()),
        // Native functions have a class of their own here.
        Some(CLASS_NATIVE_FUNCTION) if class == CLASS_FUNCTION && function.name == "__get__" => {
            Ok(())
        }
        _ if given.is_some_and(|given| thread.shown_class_of(given) == class) => Ok(()),
        _ => Err(wrong_arguments::wrong_receiver(
            thread, function, class, given,
        )),
    }
}

fn check_count(thread: &Thread, call: Call<'_>, function: &NativeFunction) -> Outcome<()> {
    let count = call.count - call.names.len();
    let has_names = !call.names.is_empty() && !function.keywords;
    if !has_names && function.takes(count) {
        return Ok(());
    }
    refuse_receiver(thread, call, function)?;
    let callable = thread.stack_value(call.callable());
    if has_names {
        return Err(wrong_arguments::no_keywords(thread, function, callable));
    }
    let counts = [count, call.count];
    Err(wrong_arguments::wrong_count(
        thread, function, callable, counts,
    ))
}

/// Calls from native code: a nested run loop if it comes to that.
///
/// # Errors
/// Any exception of the callee, or an abort.
pub(crate) fn call_from_native(
    thread: &mut Thread,
    callable: Root,
    arguments: &[Root],
) -> Outcome<Root> {
    call_with_names(thread, callable, arguments, &[])
}

/// As [`call_from_native`]; the last arguments are named.
///
/// # Errors
/// As there.
pub fn call_with_names(
    thread: &mut Thread,
    callable: Root,
    arguments: &[Root],
    names: &[Symbol],
) -> Outcome<Root> {
    if names.is_empty()
        && let Some(result) = call_shortly(thread, callable, arguments)
    {
        return Ok(thread.root(result));
    }
    let header = call_at_top(thread, callable, arguments, names)?;
    Ok(thread.root(thread.stack_value(header + HEADER_RESULT)))
}

/// The result of a native's shortcut.
#[inline]
fn call_shortly<'a>(thread: &'a Thread, callable: Root, arguments: &[Root]) -> Option<Value<'a>> {
    let mut all = [UNBOUND; 3];
    for (place, argument) in arguments.iter().enumerate() {
        *all.get_mut(place)? = thread.get(*argument);
    }
    let callable = thread.get(callable);
    let result = short_call::call_shortly(thread, callable, &all[..arguments.len()])?;
    crate::effects::called();
    Some(result)
}

/// The native that a callable is, if calling it can call nothing else.
#[inline]
fn leaf(thread: &Thread, callable: Root) -> Option<&'static NativeFunction> {
    let object = thread.object_of(thread.get(callable), CLASS_NATIVE_FUNCTION)?;
    let (native, binding) = thread.native_of(object);
    let is_leaf = binding != NativeBinding::Bound && matches!(native.code, NativeCode::Leaf(_));
    is_leaf.then_some(native)
}

/// Lays a call out above the current frame and makes it. Returns the index of its header.
fn call_at_top(
    thread: &mut Thread,
    callable: Root,
    arguments: &[Root],
    names: &[Symbol],
) -> Outcome<usize> {
    let header = thread.top_index();
    let first = header + usize::from(ARGUMENT_OFFSET);
    loop {
        thread.need_stack(first + arguments.len() + 1)?;
        for word in 0..usize::from(CALLABLE_OFFSET) {
            thread.set_stack_word(header + word, Word(0));
        }
        thread.set_stack_value(header + HEADER_CALLABLE, thread.get(callable));
        for (index, argument) in arguments.iter().enumerate() {
            thread.set_stack_value(first + index, thread.get(*argument));
        }
        thread.set_top_index(first + arguments.len());
        let call = Call {
            header,
            count: arguments.len(),
            names,
            returns: std::ptr::null(),
        };
        let result = match leaf(thread, callable) {
            Some(native) => call_native(thread, call, native),
            None => run_nested(thread, |thread| enter(thread, call)),
        };
        thread.set_top_index(header);
        match result {
            Ok(()) => return Ok(header),
            // The callable is native and has had no effect.
            Err(Unwind::Wait) if may_wait_below_native(thread)? => {
                threads::wait_here(thread)?;
            }
            Err(unwind) => {
                thread.note_nested(unwind);
                return Err(unwind);
            }
        }
    }
}

/// Runs code of the machine's own on some values, which become its first registers.
///
/// # Errors
/// Any exception of the call, or an abort.
pub fn run_internal(
    thread: &mut Thread,
    code: &'static LoadedCode,
    values: &[Root],
) -> Outcome<Root> {
    let header = thread.top_index();
    let first = header + usize::from(ARGUMENT_OFFSET);
    thread.need_stack(first + code.register_count as usize)?;
    for word in 0..usize::from(CALLABLE_OFFSET) {
        thread.set_stack_word(header + word, Word(0));
    }
    thread.set_stack_value(header + HEADER_CALLABLE, NONE);
    for index in 0..code.register_count as usize {
        let value = values.get(index).map_or(NONE, |root| thread.get(*root));
        thread.set_stack_value(first + index, value);
    }
    run_nested(thread, |thread| {
        thread.push_frame(header, code, std::ptr::null());
        Ok(Entered::Frame)
    })?;
    Ok(thread.root(thread.stack_value(header + HEADER_RESULT)))
}

/// Makes an instance as `type.__call__` does, without the metaclass's own `__call__`.
///
/// # Errors
/// Any exception of constructors.
pub fn construct_from_native(
    thread: &mut Thread,
    class: ClassNumber,
    arguments: &[Root],
    names: &[Symbol],
) -> Outcome<Root> {
    let callable = thread.root(thread.class_object(class));
    thread.plain_construction.set(true);
    call_with_names(thread, callable, arguments, names)
}

/// Runs the body of a class: a frame whose register 0 is the namespace.
///
/// # Errors
/// Any exception of the body, or an abort.
pub(crate) fn run_class_body(thread: &mut Thread, body: Root, namespace: Root) -> Outcome<Root> {
    let header = thread.top_index();
    let function = thread.object_at(body);
    let code = thread.function_code(function);
    let first = header + usize::from(ARGUMENT_OFFSET);
    thread.need_stack(first + code.register_count as usize)?;
    thread.set_stack_value(header + HEADER_CALLABLE, thread.get(body));
    thread.set_stack_value(first, thread.get(namespace));
    run_nested(thread, |thread| {
        thread.push_frame(header, code, std::ptr::null());
        Ok(Entered::Frame)
    })?;
    Ok(thread.root(thread.stack_value(header + HEADER_RESULT)))
}

/// The call of a function above the current frame, laid out but not entered.
#[derive(Clone, Copy)]
struct LaidOut {
    header: usize,
    code: &'static LoadedCode,
}

/// Lays out a call of a function that takes just a receiver and some arguments; none if the
/// arguments must be bound in another way.
#[inline(always)]
fn lay_out(
    thread: &Thread,
    function: Object<'_>,
    receiver: Root,
    arguments: &[Root],
) -> Outcome<Option<LaidOut>> {
    let code = thread.function_code(function);
    if code.simple_arguments as usize != arguments.len() + 1 {
        return Ok(None);
    }
    let header = thread.top_index();
    let first = header + usize::from(ARGUMENT_OFFSET);
    thread.need_stack(first + code.register_count as usize)?;
    thread.set_stack_word(header + HEADER_RESULT, Word(0));
    thread.set_stack_value(header + HEADER_CALLABLE, function.value());
    thread.set_stack_value(first, thread.get(receiver));
    for (index, argument) in arguments.iter().enumerate() {
        thread.set_stack_value(first + 1 + index, thread.get(*argument));
    }
    Ok(Some(LaidOut { header, code }))
}

impl LaidOut {
    /// Runs the function to its end.
    #[inline]
    fn run(self, thread: &mut Thread) -> Outcome<()> {
        let result = run_nested(thread, |thread| {
            thread.push_frame(self.header, self.code, std::ptr::null());
            Ok(Entered::Frame)
        });
        if let Err(unwind) = result {
            thread.note_nested(unwind);
        }
        result
    }

    /// The value that it has returned, which must be taken before the next frame is laid out.
    #[inline]
    fn result(self, thread: &Thread) -> Value<'_> {
        thread.stack_value(self.header + HEADER_RESULT)
    }

    /// Runs the function to its end and returns its value.
    #[inline]
    fn call(self, thread: &mut Thread) -> Outcome<Root> {
        self.run(thread)?;
        Ok(thread.root(self.result(thread)))
    }
}

/// [`lay_out`] of what was found on the class of the receiver; none also if it is no function that
/// binds.
#[inline(always)]
fn lay_out_method(
    thread: &Thread,
    found: Value<'_>,
    receiver: Root,
    arguments: &[Root],
) -> Outcome<Option<LaidOut>> {
    match thread.object_of(found, CLASS_FUNCTION) {
        Some(function) if thread.binds(function) => lay_out(thread, function, receiver, arguments),
        _ => Ok(None),
    }
}

/// Calls a function that was found on the class of a receiver; `None` if it does not bind, or if
/// its arguments must be bound in another way: nothing has run then.
///
/// # Errors
/// The exception of the function, or an abort.
pub fn call_method(
    thread: &mut Thread,
    function: Root,
    receiver: Root,
    arguments: &[Root],
) -> Outcome<Option<Root>> {
    match lay_out_method(thread, thread.get(function), receiver, arguments)? {
        Some(frame) => frame.call(thread).map(Some),
        None => Ok(None),
    }
}

/// Calls a special method, as found on the type of the receiver.
pub fn call_special(
    thread: &mut Thread,
    receiver: Root,
    name: &'static str,
    arguments: &[Root],
) -> Outcome<Option<Root>> {
    let Some(symbol) = thread.known_symbol(name) else {
        return Ok(None);
    };
    let class = thread.class_of(thread.get(receiver));
    let Some(found) = thread.look_up(class, symbol) else {
        return Ok(None);
    };
    if found.value == NONE && symbol == names::HASH {
        let type_name = thread.told_name(class);
        return Err(thread.raise(TYPE_ERROR, format!("unhashable type: '{type_name}'")));
    }
    if let Some(frame) = lay_out_method(thread, found.value, receiver, arguments)? {
        return frame.call(thread).map(Some);
    }
    let is_method = match thread.object_of(found.value, CLASS_NATIVE_FUNCTION) {
        Some(native) => thread.native_of(native).1 == NativeBinding::Method,
        None => thread
            .object_of(found.value, CLASS_FUNCTION)
            .is_some_and(|function| thread.binds(function)),
    };
    if is_method {
        let callable = thread.root(found.value);
        let mut all = [receiver; 4];
        if let Some(behind) = all.get_mut(1..=arguments.len()) {
            behind.copy_from_slice(arguments);
            let all = &all[..=arguments.len()];
            return call_from_native(thread, callable, all).map(Some);
        }
        let all = [&[receiver], arguments].concat();
        return call_from_native(thread, callable, &all).map(Some);
    }
    let bound = attribute::get_from_class(thread, receiver, symbol)?;
    call_from_native(thread, bound, arguments).map(Some)
}
