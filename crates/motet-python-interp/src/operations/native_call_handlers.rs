//! Calls of natives, classes, and methods of all kinds: the handlers.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`; these handlers may call
//! functions.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_python_objects::model::short_call;
use motet_python_objects::types::exception_fields;
use motet_tm::{Object, Root, Value, Word};

use super::asking_handlers::{enter_asked, enter_getter, enter_text};
use super::bound_call_handlers::{BoundCall, enter_bound};
use super::call_handlers::go_on;
use super::construction_handlers::{
    call_class_by_defaults, call_class_of_module, enter_init, make_of_loaded,
};
use super::found_method::{NO_RECEIVER, NOT_FOUND, SAME_RECEIVER, find};
use super::generator_handlers::resume_call;
use super::handler_support::{FastMode, Pc, Registers, push_header};
use super::handler_support::{Step, behind_native, to_loop};
use super::handler_support::{a, b, enter, handlers, load, must_yield, object_of, site, store};
use super::native_steps::*;
use super::site_caches::known;
use crate::calling::construct::{is_bare, simple_init};
use motet_python_objects::classes::shown_class;
use motet_python_objects::model::class::{Class, InstanceKind};
use motet_python_objects::model::code::LoadedCode;
use motet_python_objects::model::function::{
    FUNCTION_CODE, METHOD_FUNCTION, METHOD_SELF, NATIVE_SELF, NativeBinding,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Entered, NativeCode, NativeFunction, Special};
use motet_python_objects::model::thread::{HEADER_CALLABLE, HEADER_RESULT, Thread};

handlers! {
    call_native<M>(pc, registers, thread, word) else call_class {
        let header = registers.add(a(word));
        let callable = load(header, HEADER_CALLABLE);
        let object = callable.as_object()?;
        let (count, returns) = (b(word), pc.add(1));
        let native = match thread.host_of(object) {
            CLASS_NATIVE_FUNCTION => match thread.native_of(object) {
                (native, NativeBinding::Bound) => {
                    let call = NativeCall { header, count, returns };
                    return call_bound_native::<M>(thread, native, object, call, pc, registers);
                }
                (native, _) => native,
            },
            CLASS_FUNCTION => {
                let call = BoundCall { header, count, names: &[], pc, returns };
                return enter_bound::<M>(thread, object, call, registers);
            }
            _ => return None,
        };
        if let Some(special) = native.special {
            let entered = match special {
                Special::Attribute if count == 2 || count == 3 => {
                    enter_getter::<M>(thread, (header, count), returns, registers)
                }
                _ if count == 1 => {
                    let value = load(header, FRAME_HEADER_WORDS);
                    enter_asked::<M>(thread, special, value, pc, registers)
                }
                _ => None,
            };
            if entered.is_some() {
                return entered;
            }
        }
        let call = NativeCall { header, count, returns };
        run_native::<M>(thread, native, call, pc, registers)
    }

    call_class<M>(pc, registers, thread, word) else call_class_by_defaults {
        let header = registers.add(a(word));
        let object = load(header, HEADER_CALLABLE).as_object()?;
        if thread.layout_id(object) != LAYOUT_CLASS {
            return None;
        }
        let number = thread.read_in::<M>(object).get(1).as_integer()? as ClassNumber;
        let class = thread.class(number);
        let (count, returns) = (b(word), pc.add(1));
        if number >= CLASS_USER_FIRST || number == CLASS_OBJECT {
            let made = construct::<M>(thread, class, header, count, returns, registers);
            if made.is_some() || class.kind != InstanceKind::Exception {
                return made;
            }
        }
        if class.kind == InstanceKind::Exception {
            thread.set_registers(registers);
            thread.set_next(returns);
            thread.set_pc(pc);
            if must_yield::<M>(thread) || !exception_step(thread, class, header, count) {
                return None;
            }
            return Some((returns, registers));
        }
        if number == CLASS_TYPE {
            if count != 1 || must_yield::<M>(thread) {
                return None;
            }
            let class = thread.class_of(load(header, FRAME_HEADER_WORDS));
            if shown_class::differs(class) {
                return None;
            }
            store(header, HEADER_RESULT, thread.class_object(class));
            return Some((returns, registers));
        }
        if number == CLASS_STR && count == 1 {
            let value = load(header, FRAME_HEADER_WORDS);
            let entered = enter_text::<M>(thread, value, pc, registers);
            if entered.is_some() {
                return entered;
            }
        }
        let constructor = class.constructor.as_ref()?;
        let call = NativeCall { header, count, returns };
        run_constructor::<M>(thread, (constructor, object), call, pc, registers)
    }

    call_object<M>(pc, registers, thread, word) else call_object_by_steps {
        let header = registers.add(a(word));
        let object = load(header, HEADER_CALLABLE).as_object()?;
        let (callable, receiver) = callable_of(thread, object);
        if callable == NOT_FOUND {
            return None;
        }
        let (count, returns) = (b(word), pc.add(1));
        let first = header.add(FRAME_HEADER_WORDS);
        if first.wrapping_add(count + 1) > thread.stack.soft_end() {
            return None;
        }
        let target = callable.as_object()?;
        if thread.host_of(target) == CLASS_FUNCTION {
            put_receiver(header, count, callable, receiver);
            let all = count as u32 + 1;
            let simple = enter::<M>(thread, target, all, header, returns, registers);
            if simple.is_none() {
                take_receiver_back(header, count, object.value());
            }
            return simple;
        }
        let native = object_of(thread, callable, CLASS_NATIVE_FUNCTION)?;
        let result = quick_on_object(thread, native, receiver, header, count);
        if result == UNBOUND {
            return None;
        }
        store(header, HEADER_RESULT, result);
        go_on::<M>(thread, pc, returns, registers)
    }

    call_object_by_steps<M>(pc, registers, thread, word) {
        let header = registers.add(a(word));
        let object = load(header, HEADER_CALLABLE).as_object()?;
        let (callable, receiver) = callable_of(thread, object);
        if callable == NOT_FOUND {
            return None;
        }
        let (count, returns) = (b(word), pc.add(1));
        let first = header.add(FRAME_HEADER_WORDS);
        if first.wrapping_add(count + 1) > thread.stack.soft_end() {
            return None;
        }
        let target = callable.as_object()?;
        if thread.host_of(target) == CLASS_FUNCTION {
            put_receiver(header, count, callable, receiver);
            let call = BoundCall { header, count: count + 1, names: &[], pc, returns };
            let bound = enter_bound::<M>(thread, target, call, registers);
            if bound.is_none() {
                take_receiver_back(header, count, object.value());
            }
            return bound;
        }
        let native = thread.native_of(object_of(thread, callable, CLASS_NATIVE_FUNCTION)?).0;
        let mark = thread.root_count();
        let kept = thread.root(object.value());
        put_receiver(header, count, callable, receiver);
        let call = NativeCall { header, count: count + 1, returns };
        let done = run_native::<M>(thread, native, call, pc, registers);
        if done.is_none() || thread.has_failed() {
            // The operation may run again: it must find its registers as they were.
            take_receiver_back(header, count, thread.get(kept));
        }
        thread.truncate_roots(mark);
        done
    }

    call_own_function<M>(pc, registers, thread, word) else call_class_of_module {
        let header = registers.add(a(word));
        let receiver = load(header, FRAME_HEADER_WORDS).as_object()?;
        let function = known::own_callable::<M>(thread, receiver, site(pc, registers).name)?;
        if thread.layout_id(function.as_object()?) == LAYOUT_CLASS {
            return None;
        }
        let call = NativeCall { header, count: b(word), returns: pc.add(2) };
        without_receiver::<M>(thread, function, call, pc, registers)
    }

    call_native_method<M>(pc, registers, thread, word) else call_own_function {
        let header = registers.add(a(word));
        let receiver = load(header, FRAME_HEADER_WORDS).as_object()?;
        let site = site(pc, registers);
        let shape = thread.shape_in::<M>(receiver);
        let cache = site.cache.load(std::sync::atomic::Ordering::Relaxed);
        if shape == CLASS_MODULE {
            let number = thread.read_in::<M>(receiver).get(1).as_integer()? as u32;
            let function = known::variable::<M>(thread, site.name, number)?;
            let call = NativeCall { header, count: b(word), returns: pc.add(2) };
            return without_receiver::<M>(thread, function, call, pc, registers);
        }
        let known = if cache >> 32 == u64::from(shape) {
            cache
        } else {
            let known = known::method(thread, site, shape)?;
            known::fill_empty(thread, site, known);
            known
        };
        let function = known::cell_value::<M>(thread, known)?;
        let call = NativeCall { header, count: b(word) + 1, returns: pc.add(2) };
        method::<M>(thread, function, call, pc, registers)
    }

    call_loaded_any<M>(pc, registers, thread, word) {
        let header = registers.add(a(word));
        let function = load(header, HEADER_CALLABLE);
        let (count, returns) = (b(word), pc.add(1));
        if load(header, FRAME_HEADER_WORDS) == UNBOUND {
            let call = NativeCall { header, count, returns };
            let object = function.as_object()?;
            if thread.layout_id(object) == LAYOUT_CLASS {
                return make_of_loaded::<M>(thread, object, call, pc, registers, word);
            }
            return without_receiver::<M>(thread, function, call, pc, registers);
        }
        let call = NativeCall { header, count: count + 1, returns };
        method::<M>(thread, function, call, pc, registers)
    }

    call_found_method<M>(pc, registers, thread, word) {
        let header = registers.add(a(word));
        let receiver = load(header, FRAME_HEADER_WORDS);
        let call = NativeCall { header, count: b(word), returns: pc.add(2) };
        let (function, kind) = find::<M>(thread, receiver, site(pc, registers).name);
        if function == NOT_FOUND {
            return None;
        }
        if kind == NO_RECEIVER {
            return without_receiver::<M>(thread, function, call, pc, registers);
        }
        if kind == SAME_RECEIVER {
            // The generic operation caches its look-up on an object.
            if receiver.as_object().is_some() {
                return None;
            }
            let call = NativeCall { count: call.count + 1, ..call };
            return method::<M>(thread, function, call, pc, registers);
        }
        with_receiver::<M>(thread, (function, kind), call, pc, registers)
    }
}

/// Calls a function with another receiver than the one that lies before the arguments.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn with_receiver<M: FastMode>(
    thread: &Thread,
    (function, receiver): (Value<'_>, Value<'_>),
    call: NativeCall,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    let header = call.header;
    // SAFETY: the contract of the handlers; the receiver lies in the frame.
    unsafe {
        let mark = thread.root_count();
        let kept = thread.root(load(header, FRAME_HEADER_WORDS));
        store(header, FRAME_HEADER_WORDS, receiver);
        let call = NativeCall {
            count: call.count + 1,
            ..call
        };
        let done = method::<M>(thread, function, call, pc, registers);
        if done.is_none() || thread.has_failed() {
            // The operation may run again: it must find its registers as they were.
            store(header, FRAME_HEADER_WORDS, thread.get(kept));
        }
        thread.truncate_roots(mark);
        done
    }
}

/// The function and the receiver of a bound method.
#[inline(always)]
pub(super) fn taken_apart<'a, M: FastMode>(
    thread: &'a Thread,
    method: Value<'a>,
) -> Option<(Value<'a>, Value<'a>)> {
    let view = thread.read_in::<M>(object_of(thread, method, CLASS_METHOD)?);
    Some((view.get(METHOD_FUNCTION), view.get(METHOD_SELF)))
}

/// Calls a method whose receiver is no argument: the arguments move down over it.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn without_receiver<M: FastMode>(
    thread: &Thread,
    function: Value<'_>,
    call: NativeCall,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    if let Some(parts) = taken_apart::<M>(thread, function) {
        // SAFETY: as here.
        return unsafe { with_receiver::<M>(thread, parts, call, pc, registers) };
    }
    let object = function.as_object()?;
    if thread.host_of(object) >= CLASS_USER_FIRST && thread.layout_id(object) != LAYOUT_CLASS {
        let parts = callable_of(thread, object);
        if parts.0 == NOT_FOUND {
            return None;
        }
        let mark = thread.root_count();
        let kept = thread.root(function);
        // SAFETY: as here.
        unsafe {
            let done = with_receiver::<M>(thread, parts, call, pc, registers);
            if done.is_none() || thread.has_failed() {
                // A `CallLoaded` must find the object there when it runs again.
                store(call.header, HEADER_CALLABLE, thread.get(kept));
            }
            thread.truncate_roots(mark);
            return done;
        }
    }
    // SAFETY: as here.
    unsafe {
        let covered = cover_receiver(thread, call);
        let done = method::<M>(thread, function, call, pc, registers);
        covered.settle(thread, call, done.is_some());
        done
    }
}

/// A receiver over which the arguments of its call have moved.
///
/// Two functions, not one that gets the call as a closure: a handler that lends a closure its
/// variables loses its tail calls.
#[derive(Clone, Copy)]
pub(super) struct CoveredReceiver {
    receiver: Root,
    mark: usize,
}

/// Moves the arguments of a call down over its receiver.
///
/// # Safety
/// The contract of the handlers; receiver and arguments lie in the frame.
#[inline(always)]
pub(super) unsafe fn cover_receiver(
    thread: &Thread,
    NativeCall { header, count, .. }: NativeCall,
) -> CoveredReceiver {
    // SAFETY: as said.
    unsafe {
        let first = header.add(FRAME_HEADER_WORDS);
        let mark = thread.root_count();
        let receiver = thread.root(load(first, 0));
        std::ptr::copy(first.add(1), first, count);
        CoveredReceiver { receiver, mark }
    }
}

impl CoveredReceiver {
    /// Moves the arguments back if the call was not made or has failed: the operation may run
    /// again, and must find its registers as they were.
    ///
    /// # Safety
    /// As [`cover_receiver`], of the same call.
    #[inline(always)]
    pub(super) unsafe fn settle(self, thread: &Thread, call: NativeCall, is_made: bool) {
        if !is_made || thread.has_failed() {
            // SAFETY: as said.
            unsafe {
                let first = call.header.add(FRAME_HEADER_WORDS);
                std::ptr::copy(first, first.add(1), call.count);
                store(first, 0, thread.get(self.receiver));
            }
        }
        thread.truncate_roots(self.mark);
    }
}

/// Calls a native that makes instances of a class, which it gets before the arguments.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(always)]
pub(super) unsafe fn run_constructor<M: FastMode>(
    thread: &Thread,
    (native, class): (&'static NativeFunction, Object<'_>),
    call: NativeCall,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    let NativeCall { header, count, .. } = call;
    // SAFETY: as said; there is room for one more argument.
    unsafe {
        let first = header.add(FRAME_HEADER_WORDS);
        if first.wrapping_add(count + 1) > thread.stack.soft_end() {
            return None;
        }
        std::ptr::copy(first, first.add(1), count);
        store(first, 0, class.value());
        let call = NativeCall {
            count: count + 1,
            ..call
        };
        let done = run_native::<M>(thread, native, call, pc, registers);
        if done.is_none() || thread.has_failed() {
            // The operation may run again: it must find its registers as they were.
            std::ptr::copy(first.add(1), first, count);
        }
        done
    }
}

/// [`short_call::callable_of`]: two words, as of [`find`]; `NOT_FOUND` for others.
#[inline(never)]
pub(super) fn callable_of<'a>(thread: &'a Thread, object: Object<'a>) -> (Value<'a>, Value<'a>) {
    short_call::callable_of(thread, object).unwrap_or((NOT_FOUND, NOT_FOUND))
}

/// Makes the call of an object one of a function with the receiver before the arguments.
///
/// # Safety
/// The contract of the handlers; the stack has room for one more argument.
#[inline(always)]
pub(super) unsafe fn put_receiver(
    header: Registers,
    count: usize,
    callable: Value<'_>,
    receiver: Value<'_>,
) {
    // SAFETY: as said.
    unsafe {
        let first = header.add(FRAME_HEADER_WORDS);
        std::ptr::copy(first, first.add(1), count);
        store(first, 0, receiver);
        store(header, HEADER_CALLABLE, callable);
    }
}

/// Undoes [`put_receiver`].
///
/// # Safety
/// As there.
#[inline(always)]
pub(super) unsafe fn take_receiver_back(header: Registers, count: usize, object: Value<'_>) {
    // SAFETY: as said.
    unsafe {
        let first = header.add(FRAME_HEADER_WORDS);
        std::ptr::copy(first.add(1), first, count);
        store(header, HEADER_CALLABLE, object);
    }
}

/// The result of a native's shortcut for a receiver and up to two arguments, which lie behind a
/// header; `UNBOUND` if there is none.
///
/// # Safety
/// The contract of the handlers; the call lies in the frame.
#[inline(never)]
unsafe fn quick_on_object<'a>(
    thread: &'a Thread,
    native: Object<'a>,
    receiver: Value<'a>,
    header: Registers,
    count: usize,
) -> Value<'a> {
    let native = thread.native_of(native).0;
    let argument = |place: usize| match place < count {
        // SAFETY: the contract of the handlers.
        true => unsafe { load(header, FRAME_HEADER_WORDS + place) },
        false => UNBOUND,
    };
    let arguments = [receiver, argument(0), argument(1)];
    short_call::answer(thread, native, arguments, count + 1).unwrap_or(UNBOUND)
}

/// Calls the function that was found for a method.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn method<M: FastMode>(
    thread: &Thread,
    function: Value<'_>,
    call: NativeCall,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    let object = function.as_object()?;
    let NativeCall {
        header,
        count,
        returns,
    } = call;
    // SAFETY: the contract of the handlers; the call lies in the frame.
    unsafe {
        match thread.host_of(object) {
            CLASS_FUNCTION => {
                let simple = enter::<M>(thread, object, count as u32, header, returns, registers);
                let before = load(header, HEADER_CALLABLE);
                store(header, HEADER_CALLABLE, function);
                if simple.is_some() {
                    return simple;
                }
                let call = BoundCall {
                    header,
                    count,
                    names: &[],
                    pc,
                    returns,
                };
                let bound = enter_bound::<M>(thread, object, call, registers);
                if bound.is_none() {
                    store(header, HEADER_CALLABLE, before);
                }
                bound
            }
            CLASS_NATIVE_FUNCTION => {
                match thread.native_of(object) {
                    // A native in a variable of a module or an instance: `random.random`.
                    (native, NativeBinding::Bound) => {
                        call_bound_native::<M>(thread, native, object, call, pc, registers)
                    }
                    (native, _) => {
                        store(header, HEADER_CALLABLE, function);
                        run_native::<M>(thread, native, call, pc, registers)
                    }
                }
            }
            _ if thread.layout_id(object) == LAYOUT_CLASS => {
                let number = thread.read_in::<M>(object).get(1).as_integer()? as ClassNumber;
                if number < CLASS_USER_FIRST {
                    return None;
                }
                let class = thread.class(number);
                let made = construct::<M>(thread, class, header, count, returns, registers);
                if made.is_some() {
                    return made;
                }
                let call = (header, count, &[][..]);
                enter_init::<M>(thread, number, call, (pc, returns), registers)
            }
            _ => None,
        }
    }
}

/// A class with plain instances is called: its `__init__`, if it has one, runs in a frame inside of
/// another frame, which keeps the instance (`construct.rs` has the picture).
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(super) unsafe fn construct<M: FastMode>(
    thread: &Thread,
    class: &'static Class,
    header: Registers,
    count: usize,
    returns: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    let Some(init) = initialiser(thread, class) else {
        if count > 0 || must_yield::<M>(thread) {
            return None;
        }
        let instance = bare_instance(thread, class);
        if instance == NOT_FOUND {
            return None;
        }
        // SAFETY: the call lies in the caller's frame.
        unsafe { store(header, HEADER_RESULT, instance) };
        return Some((returns, registers));
    };
    let function = object_of(thread, init, CLASS_FUNCTION)?;
    // SAFETY: word 1 of a function is the address of its code; all that is written lies above the
    // caller's frame up to the call, and below the stack's soft end.
    unsafe {
        let callee = &*(thread.read_in::<M>(function).raw(FUNCTION_CODE) as *const LoadedCode);
        let instance_register = header.wrapping_add(FRAME_HEADER_WORDS);
        let inner = instance_register.wrapping_add(1);
        let frame = inner.wrapping_add(FRAME_HEADER_WORDS);
        if callee.simple_arguments as usize != count + 1
            || frame.wrapping_add(callee.register_count as usize) > thread.stack.soft_end()
            || must_yield::<M>(thread)
        {
            return None;
        }
        std::ptr::copy(instance_register, frame.add(1), count);
        let instance = new_instance(thread, class, frame.add(1), count)?;
        let around = thread.machine().initialiser();
        push_header(header, around, returns, registers);
        store(instance_register, 0, instance);
        *inner.add(HEADER_RESULT) = Word(0);
        push_header(
            inner,
            callee,
            around.instructions.as_ptr(),
            instance_register,
        );
        store(inner, HEADER_CALLABLE, init);
        store(frame, 0, instance);
        Some((callee.instructions.as_ptr(), frame))
    }
}

#[inline(never)]
fn initialiser<'a>(thread: &'a Thread, class: &'static Class) -> Option<Value<'a>> {
    simple_init(thread, class)
}

/// An instance of a class that needs no initialisation; `NOT_FOUND` of others.
#[inline(never)]
pub(super) fn bare_instance<'a>(thread: &'a Thread, class: &'static Class) -> Value<'a> {
    match is_bare(thread, class) {
        true => thread.new_instance(class),
        false => NOT_FOUND,
    }
}

/// Makes an instance of a class that is called with arguments on the stack.
#[inline(never)]
fn new_instance<'a>(
    thread: &'a Thread,
    class: &Class,
    first: Registers,
    count: usize,
) -> Option<Value<'a>> {
    if class.kind == InstanceKind::Plain {
        return Some(thread.new_instance(class));
    }
    let arguments = thread.stack_values(thread.index_of(first), count);
    exception_fields::construct(thread, class.number, arguments).ok()
}

/// Calls a native that is bound to a receiver.
///
/// # Safety
/// The contract of the handlers; `callable` is the native and `call` lies in the frame.
#[inline(always)]
unsafe fn call_bound_native<M: FastMode>(
    thread: &Thread,
    native: &'static NativeFunction,
    callable: Object<'_>,
    call: NativeCall,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    let NativeCall { header, count, .. } = call;
    // SAFETY: the contract of the handlers; room for one more argument is looked at.
    unsafe {
        let receiver = thread.read(callable).get(NATIVE_SELF);
        let first = header.add(FRAME_HEADER_WORDS);
        if first.wrapping_add(count + 1) > thread.stack.soft_end() {
            return None;
        }
        for place in (0..count).rev() {
            *first.add(place + 1) = *first.add(place);
        }
        store(first, 0, receiver);
        let call = NativeCall {
            count: count + 1,
            ..call
        };
        let done = run_native::<M>(thread, native, call, pc, registers);
        if done.is_none() || thread.has_failed() {
            // The operation may run again: it must find its registers as they were.
            std::ptr::copy(first.add(1), first, count);
        }
        done
    }
}

/// Calls a native, if it is one that only gives a result.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(super) unsafe fn run_native<M: FastMode>(
    thread: &Thread,
    native: &'static NativeFunction,
    call: NativeCall,
    pc: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    if !native.takes(call.count) {
        return None;
    }
    let is_quick = call.count <= 3
        && native.quick.is_some()
        // SAFETY: the call lies in the frame.
        && unsafe { quick_step(thread, native, call.header, call.count) };
    if is_quick {
        // SAFETY: the contract of the handlers.
        return unsafe { go_on::<M>(thread, pc, call.returns, registers) };
    }
    thread.set_registers(registers);
    thread.set_next(call.returns);
    thread.set_pc(pc);
    let (header, count) = (call.header, call.count);
    // SAFETY: the contract of the handlers.
    let is_done = unsafe {
        match native.code {
            NativeCode::Resuming(how, _) => {
                let call = (call.header, call.count, call.returns);
                return resume_call::<M>(thread, how, call, registers);
            }
            NativeCode::Entering(_) if native.checked_receiver || must_yield::<M>(thread) => {
                return None;
            }
            NativeCode::Entering(_) => {
                let own = motet_vm::handlers::own(thread);
                match call_entering(own, native, header, count, call.returns) {
                    Some(Entered::Done) => true,
                    Some(Entered::Frame) => {
                        return behind_native::<M>(thread, (thread.next(), thread.registers()));
                    }
                    _ => false,
                }
            }
            _ if native.plain_receiver && may_be_boxed(thread, call) => {
                match call_on_value_inside(thread, native, header, count) {
                    Step::Whole => return None,
                    step => step != Step::Failed,
                }
            }
            _ if native.checked_receiver && !is_of_its_class(thread, native, header, count) => {
                return None;
            }
            _ if !native.index_places.is_empty() && must_ask(thread, native, header, count) => {
                return None;
            }
            NativeCode::Leaf(_) => call_leaf(thread, native, call.header, call.count),
            NativeCode::Calling(..) => {
                let own = motet_vm::handlers::own(thread);
                call_calling(own, native, call.header, call.count)
            }
        }
    };
    if !is_done {
        return behind_native::<M>(thread, after_undone(thread));
    }
    if must_yield::<M>(thread) {
        thread.reach_yield_point();
        return Some((to_loop(), registers));
    }
    behind_native::<M>(thread, (call.returns, registers))
}
