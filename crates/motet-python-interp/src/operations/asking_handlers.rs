//! Calls of builtins that ask one special method of their one argument, such as `len(x)`: how the
//! handlers enter the method, as a frame above the trampoline (`operator_trampoline.rs`), and what
//! they do with its result.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{Object, Value, Word};

use super::attribute_handlers::getter_by_name;
use super::handler_support::*;
use super::native_call_handlers::taken_apart;
use super::operator_trampoline::{
    ATTRIBUTE, SPECIAL, TO_TWO, begin_decision, container_method, enter_method, go_back,
    item_method, raise_there,
};
use motet_python_objects::model::exception::ATTRIBUTE_ERROR;
use motet_python_objects::model::instance_layout;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::Special;
use motet_python_objects::model::short_call;
use motet_python_objects::model::thread::{HEADER_CALLABLE, HEADER_RESULT, Thread};
use motet_python_objects::types::protocol::special_results;
use motet_python_objects::types::{decimal, dict, native_shortcut};

/// Enters the special method that a builtin asks its one argument, if a class of the program
/// defines it.
///
/// # Safety
/// As [`enter_method`], at a `Call` of the builtin.
#[inline(always)]
pub(super) unsafe fn enter_asked<M: FastMode>(
    thread: &Thread,
    special: Special,
    value: Value<'_>,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    let function = item_method(thread, value, special.method())?;
    let form = SPECIAL + special as u8;
    // SAFETY: as said.
    unsafe { enter_method::<M, 1>(thread, function, [value], form, pc.add(1), registers) }
}

/// Enters the method from which `str(value)` is, if a class of the program defines it.
///
/// # Safety
/// As [`enter_asked`], at a `Call` of the class.
#[inline(always)]
pub(super) unsafe fn enter_text<M: FastMode>(
    thread: &Thread,
    value: Value<'_>,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    let function = text_method(thread, value)?;
    let form = SPECIAL + Special::String as u8;
    // SAFETY: as said.
    unsafe { enter_method::<M, 1>(thread, function, [value], form, pc.add(1), registers) }
}

/// Whether an instance is formatted, without a specification, as `str` of it.
#[inline(never)]
pub(super) fn has_format_of_object(thread: &Thread, value: Value<'_>) -> bool {
    let class = thread.class_of(value);
    let name = thread.known_symbol("__format__");
    let found = name.and_then(|name| thread.look_up(class, name));
    found.is_some_and(|found| found.class == CLASS_OBJECT)
}

/// The `__str__` of a plain instance, or its `__repr__` where `object` has the first.
#[inline(never)]
fn text_method<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    let class = thread.class_of(value);
    if class < CLASS_USER_FIRST || decimal::is_class(thread, class) {
        return None;
    }
    let found = thread.look_up(class, names::STR)?;
    match found.class {
        CLASS_OBJECT => item_method(thread, value, "__repr__"),
        _ => item_method(thread, value, "__str__"),
    }
}

/// Enters the function that reads an attribute for `getattr(value, name)`, in place of the call;
/// with a default, above the trampoline.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(always)]
pub(super) unsafe fn enter_getter<M: FastMode>(
    thread: &Thread,
    (header, given): (Registers, usize),
    returns: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: as said.
    unsafe {
        let value = load(header, FRAME_HEADER_WORDS);
        let name = load(header, FRAME_HEADER_WORDS + 1);
        let (function, second) = getter_by_name(thread, value, name);
        let function = function.as_object()?;
        if given == 3 && second == UNBOUND {
            return enter_method::<M, 1>(thread, function, [value], ATTRIBUTE, returns, registers);
        }
        if given == 3 {
            let both = [value, second];
            return enter_method::<M, 2>(thread, function, both, ATTRIBUTE, returns, registers);
        }
        let before = load(header, HEADER_CALLABLE);
        let count = if second == UNBOUND { 1 } else { 2 };
        store(header, HEADER_CALLABLE, function.value());
        let entered = enter::<M>(thread, function, count, header, returns, registers);
        if entered.is_none() {
            store(header, HEADER_CALLABLE, before);
        }
        entered
    }
}

/// The method that reads an attribute for `getattr` with a default has raised: the default is the
/// result, or the exception that of the call.
///
/// # Safety
/// The contract of the handlers; `returns` lies behind the caller's `Call`.
#[inline(always)]
pub(super) unsafe fn after_attribute(
    thread: &Thread,
    raised: Value<'_>,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: the instruction before `returns` is the caller's; the call lies in its frame.
    unsafe {
        let header = caller.add(a(*returns.sub(1)));
        if thread.is_instance(raised, ATTRIBUTE_ERROR) {
            store(header, HEADER_RESULT, load(header, FRAME_HEADER_WORDS + 2));
            return Some((returns, caller));
        }
        Some(raise_there(thread, raised, returns, 1, caller))
    }
}

/// The special method that a builtin asks has returned.
///
/// # Safety
/// The contract of the handlers; `returns` lies behind the caller's `Call`.
#[inline(always)]
pub(super) unsafe fn after_special(
    thread: &Thread,
    result: Value<'_>,
    form: u8,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    let special = Special::ALL[usize::from(form - SPECIAL)];
    // SAFETY: the instruction before `returns` is the caller's; its operand names its register.
    unsafe {
        let register = a(*returns.sub(1));
        if is_common_result(thread, special, result) {
            set(caller, register, result);
            return Some((returns, caller));
        }
        go_back(thread, returns, 1, caller);
        let own = motet_vm::handlers::own(thread);
        match decide(own, special, result.word(), register as u8) {
            Step::Failed => Some((to_loop(), caller)),
            _ => Some((returns, caller)),
        }
    }
}

#[inline(never)]
fn is_common_result(thread: &Thread, special: Special, result: Value<'_>) -> bool {
    special_results::is_common(thread, special, result)
}

/// Stores what a builtin makes of an uncommon result.
///
/// # Safety
/// The thread's own pointer, while nothing else uses it; the word is a value of a register.
#[cold]
#[inline(never)]
unsafe fn decide(thread: *mut Thread, special: Special, result: Word, register: u8) -> Step {
    // SAFETY: as above.
    let (thread, [result]) = unsafe { begin_decision(thread, [result]) };
    let mark = thread.root_count();
    match special_results::result_of(thread, special, result) {
        Ok(root) => thread.set_register(register, thread.get(root)),
        Err(unwind) => return failed(thread, unwind),
    }
    thread.truncate_roots(mark - 1);
    Step::Done
}

/// What a class has as `__getattr__` is bound now: calls it with the name, for the `GetAttribute`
/// before `returns`.
///
/// # Safety
/// The contract of the handlers; `returns` lies behind the caller's instruction.
#[inline(always)]
pub(super) unsafe fn after_bound<M: FastMode>(
    thread: &Thread,
    bound: Value<'_>,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: the instruction before `returns` is the caller's, of two words.
    unsafe {
        let name = site(returns.sub(2), caller).name;
        let name = thread.machine().symbols.object(name).value();
        if let Some((function, receiver)) = taken_apart::<M>(thread, bound)
            && let Some(function) = object_of(thread, function, CLASS_FUNCTION)
        {
            let both = [receiver, name];
            let entered = enter_method::<M, 2>(thread, function, both, TO_TWO, returns, caller);
            if entered.is_some() {
                return entered;
            }
        }
        go_back(thread, returns, 2, caller);
        let own = motet_vm::handlers::own(thread);
        let register = a(*returns.sub(2)) as u8;
        match call_bound(own, bound.word(), name.word(), register) {
            Step::Failed => Some((to_loop(), caller)),
            _ => Some((returns, caller)),
        }
    }
}

/// Calls what is bound with a name, for an attribute.
///
/// # Safety
/// The thread's own pointer, while nothing else uses it; the words are values of registers.
#[inline(never)]
unsafe fn call_bound(thread: *mut Thread, bound: Word, name: Word, register: u8) -> Step {
    // SAFETY: as above.
    let (thread, [bound, name]) = unsafe { begin_decision(thread, [bound, name]) };
    let mark = thread.root_count();
    let known = short_call::call_shortly(thread, thread.get(bound), &[thread.get(name)]);
    if let Some(value) = known {
        thread.set_register(register, value);
    } else {
        match thread.call(bound, &[name]) {
            Ok(value) => thread.set_register(register, thread.get(value)),
            Err(unwind) => return failed(thread, unwind),
        }
    }
    thread.truncate_roots(mark - 2);
    Step::Done
}

/// The function that gives an item of an instance: the `__getitem__` of its class, or the
/// `__missing__` of a class below `dict`, for a key that is not there.
#[inline(never)]
pub(super) fn item_maker<'a>(
    thread: &'a Thread,
    container: Value<'a>,
    key: Value<'a>,
) -> Option<Object<'a>> {
    if let Some(function) = container_method(thread, container, "__getitem__") {
        return Some(function);
    }
    let object = container.as_object()?;
    let inside = instance_layout::boxed_value(thread, object)?;
    let class = thread.class_of_object(object);
    let found = thread.look_up(class, thread.known_symbol("__getitem__")?)?;
    let is_missing = found.class < CLASS_USER_FIRST
        && matches!(
            native_shortcut::find(thread, inside, CLASS_DICT, key)?.2,
            dict::Found::Missing(_)
        );
    is_missing.then(|| container_method(thread, container, "__missing__"))?
}
