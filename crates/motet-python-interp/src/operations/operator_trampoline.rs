//! Special methods and getters of a program's classes, run as frames: `a + b`, `a < b`, `a[b]`,
//! `b in a`, `a.property` without a nested loop.
//!
//! Between the caller's frame and the method's lies the trampoline, a small frame of the machine's
//! own to which the method returns: its one instruction, [`DELIVER`], puts the result where the
//! caller's instruction needs it.
//!
//! ```text
//!   caller's registers │ header │ header of the method's frame │ its registers
//!                      │        └ its first word: register 0 of the trampoline
//!                      └ trampoline: returns behind the caller's instruction
//! ```
//!
//! The rules and the safety contract are those of `motet_vm::handlers`; these handlers may call
//! functions.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_objects::types::host;
use std::sync::Arc;

use motet_python_bytecode::{Code, ExceptionRange, FRAME_HEADER_WORDS, encode};
use motet_tm::{Object, Root, Unwind, Value, Word};

use super::asking_handlers::{
    after_attribute, after_bound, after_special, enter_text, has_format_of_object, item_maker,
};
use super::bound_call_handlers::bind;
use super::construction_handlers::{after_new, frame_of_new, push_below_new};
use super::handler_support::*;
use super::hashing_handlers::{after_failed_hash, after_hash, hash_method};
use super::iteration_handlers::for_mapped;
use super::truth_handlers::{after_truth, enter_truth};
use crate::calling::internal_code::internal_code;
use motet_python_objects::model::class::InstanceKind;
use motet_python_objects::model::code::LoadedCode;
use motet_python_objects::model::exception::STOP_ITERATION;
use motet_python_objects::model::function::FUNCTION_CODE;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Outcome, Special};
use motet_python_objects::model::thread::{
    HEADER_CALLABLE, HEADER_REGISTERS, HEADER_RESULT, HEADER_RETURN, ROOT_RAISED, Thread,
};
use motet_python_objects::types::protocol::operator::{Comparison, Operator};
use motet_python_objects::types::protocol::{arithmetic, compare, iterate, truth};
use motet_vm::symbol::Symbol;

/// The number of the trampoline's instruction; operand `a` says where the result goes.
pub(crate) const DELIVER: usize = 253;
/// The result goes into register `a` of the caller's instruction, of one word.
const TO_ONE: u8 = 0;
/// The same of two words.
pub(crate) const TO_TWO: u8 = 1;
/// The result is of no interest.
pub(crate) const TO_NONE: u8 = 2;
/// The truth of the result, or its opposite, goes into register `a` of an instruction of one word.
const TRUTH: u8 = 3;
const UNTRUTH: u8 = 4;
/// As `TO_ONE`, the result of an operator: which one is added.
const OPERATOR: u8 = 16;
/// As `TO_ONE`, the result of a comparison: which one is added.
const COMPARISON: u8 = 32;
/// As `TO_ONE`, the answer of a `!=`: the opposite of the result, which is that of `__eq__`.
const NEGATED: u8 = COMPARISON + 6;
/// Decides on a jump: twice the comparison is added, and one if it jumps on true.
const JUMP: u8 = 40;
/// As `TO_TWO`, the next item of a `ForLoop`, which jumps. A frame returns behind the instruction
/// that it was entered from: the one before this belongs to it, as far as exceptions go.
pub(super) const NEXT: u8 = 57;
/// `__next__` has raised the exception in register 0.
const NEXT_RAISED: u8 = 58;
/// The object that a `__new__` has made is the result, for a `Call` or `CallSpread` of a class.
pub(super) const NEW: u8 = 59;
/// The result of `__bool__` decides on a jump, or is the answer of a `not`.
pub(super) const BOOL: u8 = 60;
/// The same of `__len__`.
pub(super) const LENGTH: u8 = 61;
/// As `NEW`, for a `CallKeywords`.
const NEW_NAMED: u8 = 62;
/// As `TO_ONE`, the result of `__iter__`, which must be an iterator.
const ITERATOR: u8 = 63;
/// The result of a builtin that asks a special method, for a `Call`: which one is added.
pub(super) const SPECIAL: u8 = 64;
/// As `NEW`, for a `CallMethod` of a class that a module holds.
const NEW_BY_NAME: u8 = SPECIAL + Special::ALL.len() as u8;
/// The result of `__hash__` is that of the key of a `GetItem`, or of a question.
pub(super) const HASHED_ITEM: u8 = NEW_BY_NAME + 1;
pub(super) const HASHED_IN: u8 = NEW_BY_NAME + 2;
pub(super) const HASHED_NOT_IN: u8 = NEW_BY_NAME + 3;
/// `__hash__` has raised the exception in register 0.
const HASH_RAISED: u8 = NEW_BY_NAME + 4;
/// As `TO_ONE`, an attribute for a `Call` of `getattr` with a default.
pub(super) const ATTRIBUTE: u8 = NEW_BY_NAME + 5;
/// The method that reads the attribute has raised the exception in register 0.
const ATTRIBUTE_RAISED: u8 = ATTRIBUTE + 1;
/// What a class has as `__getattr__` is bound: it makes the attribute of a `GetAttribute`.
pub(super) const BOUND: u8 = ATTRIBUTE_RAISED + 1;
/// How many forms there are.
const FORMS: u8 = BOUND + 1;

/// The instruction that calls a class.
#[derive(Clone, Copy)]
pub(crate) enum ClassCall<'a> {
    /// `Call`
    Plain,
    /// `CallKeywords`, with its names.
    Named(&'a [Symbol]),
    /// `CallMethod`, whose arguments have moved down over the receiver.
    ByName,
}

/// The code of the trampoline: an instruction for each form.
pub fn deliver_code() -> Arc<Code> {
    let instructions = (0..FORMS)
        .map(|form| DELIVER as u32 | u32::from(form) << 8)
        .collect();
    let code = internal_code(instructions, DELIVER_REGISTERS);
    let mut code = Arc::unwrap_or_clone(code);
    for (form, raised) in [
        (NEXT, NEXT_RAISED),
        (HASHED_ITEM, HASH_RAISED),
        (HASHED_IN, HASH_RAISED),
        (HASHED_NOT_IN, HASH_RAISED),
        (ATTRIBUTE, ATTRIBUTE_RAISED),
    ] {
        code.exception_table.push(ExceptionRange {
            start: u32::from(form) - 1,
            end: u32::from(form),
            target: raised.into(),
            register: 0,
        });
    }
    Arc::new(code)
}

/// The registers of the trampoline: the result, which is where the header of the method's frame
/// begins.
const DELIVER_REGISTERS: usize = FRAME_HEADER_WORDS;

/// Enters the `__new__` of a class that is called. The arguments stay where they lie, for
/// `__init__`, and are copied behind the class.
///
/// # Safety
/// The contract of the handlers, at an instruction of this kind.
#[inline(always)]
pub(crate) unsafe fn enter_new<M: FastMode>(
    thread: &Thread,
    function: Object<'_>,
    kind: ClassCall<'_>,
    pc: Pc,
    registers: Registers,
    word: u32,
) -> Option<(Pc, Registers)> {
    let (form, length, names): (u8, usize, &[Symbol]) = match kind {
        ClassCall::Plain => (NEW, 1, &[]),
        ClassCall::Named(names) => (NEW_NAMED, 2, names),
        ClassCall::ByName => (NEW_BY_NAME, 2, &[]),
    };
    // SAFETY: as for `enter_method`.
    unsafe {
        let (call, count) = (registers.add(a(word)), b(word));
        let callee = &*(thread.read_in::<M>(function).raw(FUNCTION_CODE) as *const LoadedCode);
        let frame = frame_of_new(registers);
        let between = frame.wrapping_sub(FRAME_HEADER_WORDS);
        let words = (count + 1).max(callee.register_count as usize);
        if frame.wrapping_add(words) > thread.stack.soft_end() || must_yield::<M>(thread) {
            return None;
        }
        let returns = pc.add(length);
        let class = load(call, HEADER_CALLABLE);
        push_below_new(thread, function, class, returns, registers);
        std::ptr::copy_nonoverlapping(call.add(FRAME_HEADER_WORDS), frame.add(1), count);
        if callee.simple_arguments as usize != count + 1 || !names.is_empty() {
            thread.set_registers(registers);
            thread.set_next(returns);
            thread.set_pc(pc);
            if !bind(thread, callee, function, between, count + 1, names) {
                return Some((to_loop(), registers));
            }
        }
        let deliver = thread.machine().deliverer();
        let goes_on = deliver.instructions.as_ptr().add(usize::from(form));
        push_header(between, callee, goes_on, between);
        Some((callee.instructions.as_ptr(), frame))
    }
}

/// Enters a method that takes just these arguments.
///
/// # Safety
/// The contract of the handlers; the caller's instruction has `words` words.
#[inline(always)]
pub(crate) unsafe fn enter_method<M: FastMode, const COUNT: usize>(
    thread: &Thread,
    function: Object<'_>,
    arguments: [Value<'_>; COUNT],
    form: u8,
    returns: Pc,
    registers: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: word 1 of a function is the address of its code; all that is written lies behind the
    // caller's frame and below the stack's soft end.
    unsafe {
        let callee = &*(thread.read_in::<M>(function).raw(FUNCTION_CODE) as *const LoadedCode);
        let header = registers.wrapping_add(code(registers).register_count as usize);
        let between = header.wrapping_add(FRAME_HEADER_WORDS);
        let frame = between.wrapping_add(FRAME_HEADER_WORDS);
        if callee.simple_arguments as usize != COUNT
            || frame.wrapping_add(callee.register_count as usize) > thread.stack.soft_end()
            || must_yield::<M>(thread)
        {
            return None;
        }
        debug_assert!(
            form < FORMS,
            "the frame between has an instruction for each form"
        );
        let deliver = thread.machine().deliverer();
        *header.add(HEADER_RESULT) = Word(0);
        push_header(header, deliver, returns, registers);
        store(header, HEADER_CALLABLE, NONE);
        let goes_on = deliver.instructions.as_ptr().add(usize::from(form));
        *between.add(HEADER_RESULT) = Word(0);
        push_header(between, callee, goes_on, between);
        store(between, HEADER_CALLABLE, function.value());
        for (index, argument) in arguments.iter().enumerate() {
            store(frame, index, *argument);
        }
        Some((callee.instructions.as_ptr(), frame))
    }
}

/// A special method of a plain instance of a program's class, if it is a function.
pub(super) fn method<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: Symbol,
) -> Option<Object<'a>> {
    let object = receiver.as_object()?;
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    let class = thread.class_of_object(object);
    if class < CLASS_USER_FIRST || thread.class(class).kind != InstanceKind::Plain {
        return None;
    }
    let found = thread.look_up(class, name)?;
    object_of(thread, found.value, CLASS_FUNCTION).filter(|function| thread.binds(*function))
}

/// The `__iter__` of such an instance. (Inlined, what it finds would lie in the handler's frame,
/// and the handler would lose its jump.)
#[inline(never)]
fn iter_method<'a>(thread: &'a Thread, receiver: Value<'a>) -> Option<Object<'a>> {
    method(thread, receiver, names::ITER)
}

/// A special method of an instance of a program's class, be it one below a built-in class or a
/// metaclass, for operations whose shortcuts for built-in values have given up before.
#[inline(never)]
pub(super) fn container_method<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: &'static str,
) -> Option<Object<'a>> {
    let object = receiver.as_object()?;
    if thread.host_of(object) < CLASS_USER_FIRST {
        return None;
    }
    let found = thread.look_up(thread.class_of_object(object), thread.known_symbol(name)?)?;
    object_of(thread, found.value, CLASS_FUNCTION).filter(|function| thread.binds(*function))
}

#[inline(never)]
pub(super) fn item_method<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: &'static str,
) -> Option<Object<'a>> {
    method(thread, receiver, thread.known_symbol(name)?)
}

/// Whether the type of the second operand cannot decide the operator, neither before that of the
/// first nor after it: it is the same class, or a built-in one.
fn is_mute(thread: &Thread, left: Value<'_>, right: Value<'_>) -> bool {
    host::is_builtin(thread, right) || thread.class_of(right) == thread.class_of(left)
}

#[inline(never)]
fn operator_method<'a>(
    thread: &'a Thread,
    operator: u8,
    left: Value<'a>,
    right: Value<'a>,
) -> Option<Object<'a>> {
    let names = operator_of(operator).names();
    let found = method(thread, left, thread.known_symbol(names.method)?)?;
    let class = thread.class_of(left);
    let is_plain = is_mute(thread, left, right) && !thread.has_special(class, names.inplace);
    is_plain.then_some(found)
}

/// The reflected method of the second operand, where the first is a number of a built-in class:
/// `1 + instance`. Such a number leaves the operator to a plain instance, without being asked.
#[inline(never)]
fn reflected_method<'a>(
    thread: &'a Thread,
    operator: u8,
    left: Value<'a>,
    right: Value<'a>,
) -> Option<Object<'a>> {
    if !arithmetic::is_number(thread, left) {
        return None;
    }
    item_method(thread, right, operator_of(operator).names().reflected)
}

#[inline(never)]
fn comparison_method<'a>(
    thread: &'a Thread,
    comparison: u8,
    left: Value<'a>,
    right: Value<'a>,
) -> Option<Object<'a>> {
    let name = comparison_of(comparison).method();
    let found = method(thread, left, thread.known_symbol(name)?)?;
    is_mute(thread, left, right).then_some(found)
}

/// Whether the class of an instance inherits `__ne__` from `object`.
#[inline(never)]
fn has_plain_not_equal(thread: &Thread, left: Value<'_>) -> bool {
    let found = thread.look_up(thread.class_of(left), names::NE);
    found.is_some_and(|found| found.class == CLASS_OBJECT)
}

handlers! {
    get_item_special<M>(pc, registers, thread, word) {
        let (container, key) = (get(registers, b(word)), get(registers, c(word)));
        if let Some(function) = hash_method(thread, container, key, false) {
            return enter_method::<M, 1>(thread, function, [key], HASHED_ITEM, pc.add(1), registers);
        }
        let function = item_maker(thread, container, key)?;
        enter_method::<M, 2>(thread, function, [container, key], TO_ONE, pc.add(1), registers)
    }

    set_item_special<M>(pc, registers, thread, word) {
        let (container, key) = (get(registers, a(word)), get(registers, b(word)));
        let value = get(registers, c(word));
        let function = container_method(thread, container, "__setitem__")?;
        let arguments = [container, key, value];
        enter_method::<M, 3>(thread, function, arguments, TO_NONE, pc.add(1), registers)
    }

    contains_special<M, const WANTED: bool>(pc, registers, thread, word) {
        let (item, container) = (get(registers, b(word)), get(registers, c(word)));
        if let Some(function) = hash_method(thread, container, item, true) {
            let form = if WANTED { HASHED_IN } else { HASHED_NOT_IN };
            return enter_method::<M, 1>(thread, function, [item], form, pc.add(1), registers);
        }
        let function = container_method(thread, container, "__contains__")?;
        let form = if WANTED { TRUTH } else { UNTRUTH };
        enter_method::<M, 2>(thread, function, [container, item], form, pc.add(1), registers)
    }

    binary_special<M, const OP: u8>(pc, registers, thread, word) {
        let (left, right) = (get(registers, b(word)), get(registers, c(word)));
        let (function, arguments) = match operator_method(thread, OP, left, right) {
            Some(function) => (function, [left, right]),
            None => (reflected_method(thread, OP, left, right)?, [right, left]),
        };
        enter_method::<M, 2>(thread, function, arguments, OPERATOR + OP, pc.add(1), registers)
    }

    compare_special<M, const C: u8>(pc, registers, thread, word) {
        let (left, right) = (get(registers, b(word)), get(registers, c(word)));
        let (comparison, form) = match C {
            NOT_EQUAL if has_plain_not_equal(thread, left) => (EQUAL, NEGATED),
            _ => (C, COMPARISON + C),
        };
        let function = comparison_method(thread, comparison, left, right)?;
        enter_method::<M, 2>(thread, function, [left, right], form, pc.add(1), registers)
    }

    jump_compare_special<M, const C: u8, const WANTED: bool, const BACK: bool, const SMALL: bool>
    (pc, registers, thread, word) {
        if BACK || SMALL {
            return None;
        }
        let (left, right) = (get(registers, a(word)), get(registers, b(word)));
        if C == NOT_EQUAL && has_plain_not_equal(thread, left) {
            // The opposite of what `__eq__` says.
            let function = comparison_method(thread, EQUAL, left, right)?;
            let form = JUMP + 2 * EQUAL + u8::from(!WANTED);
            let arguments = [left, right];
            return enter_method::<M, 2>(thread, function, arguments, form, pc.add(2), registers);
        }
        let function = comparison_method(thread, C, left, right)?;
        let form = JUMP + 2 * C + u8::from(WANTED);
        enter_method::<M, 2>(thread, function, [left, right], form, pc.add(2), registers)
    }

    not_special<M>(pc, registers, thread, word) {
        let value = get(registers, b(word));
        enter_truth::<M>(thread, value, pc.add(1), registers)
    }

    jump_if_special<M>(pc, registers, thread, word) {
        let value = get(registers, a(word));
        enter_truth::<M>(thread, value, pc.add(1), registers)
    }

    delete_item_special<M>(pc, registers, thread, word) {
        let (container, key) = (get(registers, a(word)), get(registers, b(word)));
        let function = container_method(thread, container, "__delitem__")?;
        enter_method::<M, 2>(thread, function, [container, key], TO_NONE, pc.add(1), registers)
    }

    format_special<M>(pc, registers, thread, word) {
        let value = get(registers, b(word));
        if c(word) != 0 || !has_format_of_object(thread, value) {
            return None;
        }
        enter_text::<M>(thread, value, pc, registers)
    }

    iter_special<M>(pc, registers, thread, word) {
        let value = get(registers, b(word));
        let function = iter_method(thread, value)?;
        enter_method::<M, 1>(thread, function, [value], ITERATOR, pc.add(1), registers)
    }

    for_special<M>(pc, registers, thread, word) else for_mapped {
        let iterator = get(registers, b(word));
        let function = item_method(thread, iterator, "__next__")?;
        enter_method::<M, 1>(thread, function, [iterator], NEXT, pc.add(2), registers)
    }

    deliver<M>(pc, registers, thread, word) {
        let _ = pc;
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        if caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.return_limit() {
            thread.set_registers(registers);
            pop_frame(motet_vm::handlers::own(thread));
        }
        let result = get(registers, 0);
        let form = a(word) as u8;
        let is_refusal = result == NOT_IMPLEMENTED && (OPERATOR..NEXT).contains(&form);
        if is_refusal || matches!(form, TRUTH | UNTRUTH) || (JUMP..NEXT).contains(&form) {
            return behind_native::<M>(thread, finish(thread, result, form, returns, caller)?);
        }
        match form {
            TO_TWO => set(caller, a(*returns.sub(2)), result),
            NEXT => {
                set(caller, a(*returns.sub(2)), result);
                let distance = *returns.sub(1) as i32;
                return Some((returns.offset(distance as isize), caller));
            }
            NEXT_RAISED => return after_loop(thread, result, returns, caller),
            TO_NONE => {}
            NEGATED => match truth(result) {
                Some(holds) => set(caller, a(*returns.sub(1)), boolean(!holds)),
                None => {
                    let target = finish(thread, result, form, returns, caller)?;
                    return behind_native::<M>(thread, target);
                }
            },
            ITERATOR if !is_iterator(thread, result, returns, caller) => {
                return Some((to_loop(), caller));
            }
            HASH_RAISED => return after_failed_hash(thread, result, returns, caller),
            ATTRIBUTE => set(caller, a(*returns.sub(1)), result),
            ATTRIBUTE_RAISED => return after_attribute(thread, result, returns, caller),
            NEW | NEW_NAMED | NEW_BY_NAME | HASHED_ITEM | HASHED_IN | HASHED_NOT_IN | BOUND | BOOL
            | LENGTH | SPECIAL.. => {
                let target = match form {
                    NEW => after_new(thread, result, returns, caller, (1, false)),
                    NEW_NAMED => after_new(thread, result, returns, caller, (2, true)),
                    NEW_BY_NAME => after_new(thread, result, returns, caller, (2, false)),
                    HASHED_ITEM | HASHED_IN | HASHED_NOT_IN => {
                        after_hash(thread, result, form, returns, caller)
                    }
                    BOUND => after_bound::<M>(thread, result, returns, caller),
                    BOOL | LENGTH => after_truth(thread, result, form, returns, caller),
                    _ => after_special(thread, result, form, returns, caller),
                };
                return behind_native::<M>(thread, target?);
            }
            _ => set(caller, a(*returns.sub(1)), result),
        }
        Some((returns, caller))
    }
}

/// Goes back to the caller's frame, at its instruction of so many words: what follows may fail, or
/// run code.
///
/// # Safety
/// The contract of the handlers; `returns` lies behind the caller's instruction.
#[inline(always)]
pub(super) unsafe fn go_back(thread: &Thread, returns: Pc, words: usize, caller: Registers) {
    thread.set_registers(caller);
    thread.set_next(returns);
    // SAFETY: as said.
    thread.set_pc(unsafe { returns.sub(words) });
}

/// Raises an exception once more, at the caller's instruction.
///
/// # Safety
/// As [`go_back`].
#[inline(always)]
pub(super) unsafe fn raise_there(
    thread: &Thread,
    raised: Value<'_>,
    returns: Pc,
    words: usize,
    caller: Registers,
) -> (Pc, Registers) {
    // SAFETY: as said.
    unsafe { go_back(thread, returns, words, caller) };
    thread.set_thread_root(ROOT_RAISED, raised);
    thread.fail(Unwind::Raise);
    (to_loop(), caller)
}

/// Begins to decide what a result means: code may run from here on. Returns the values as roots, so
/// that a collection keeps them.
///
/// # Safety
/// The thread's own pointer, while nothing else uses it; each word is a value of a register.
pub(super) unsafe fn begin_decision<'t, const COUNT: usize>(
    thread: *mut Thread,
    words: [Word; COUNT],
) -> (&'t mut Thread, [Root; COUNT]) {
    // SAFETY: as said.
    let (thread, roots) = unsafe {
        let thread = &mut *thread;
        let roots = words.map(|word| thread.root(Value::from_register(word)));
        (thread, roots)
    };
    thread.announce_frame();
    (thread, roots)
}

/// Whether `__iter__` has returned an iterator; if not, the `GetIter` before `returns` has failed.
#[inline(never)]
fn is_iterator(thread: &Thread, result: Value<'_>, returns: Pc, caller: Registers) -> bool {
    let Err(unwind) = iterate::check_iterator(thread, result) else {
        return true;
    };
    // SAFETY: `returns` lies behind the caller's `GetIter`, of one word.
    unsafe { go_back(thread, returns, 1, caller) };
    thread.fail(unwind);
    false
}

/// `__next__` has raised: this is the end of the loop, or an exception of the loop.
///
/// # Safety
/// The contract of the handlers; `returns` lies behind the caller's `ForLoop`.
#[inline(always)]
unsafe fn after_loop(
    thread: &Thread,
    raised: Value<'_>,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    if thread.is_instance(raised, STOP_ITERATION) {
        return Some((returns, caller));
    }
    // SAFETY: the instruction before `returns` is the caller's, of two words.
    Some(unsafe { raise_there(thread, raised, returns, 2, caller) })
}

/// Leaves the trampoline if the caller's frame must be saved first.
///
/// # Safety
/// The thread's own pointer, while nothing else uses it.
#[cold]
#[inline(never)]
unsafe fn pop_frame(thread: *mut Thread) {
    // SAFETY: as above.
    unsafe { (*thread).pop_frame() };
}

/// Goes on where a result decides: a refusal, a truth, a jump.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn finish(
    thread: &Thread,
    result: Value<'_>,
    form: u8,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    let own = motet_vm::handlers::own(thread);
    // SAFETY: the instruction before `returns` is the caller's; its operands name its registers.
    unsafe {
        let words = if form >= JUMP { 2 } else { 1 };
        let word = *returns.sub(words);
        let is_jump = form >= JUMP;
        if is_jump
            && result != NOT_IMPLEMENTED
            && let Some(holds) = truth(result)
        {
            return Some((jumped(form, holds, returns), caller));
        }
        go_back(thread, returns, words, caller);
        let (left, right) = if is_jump {
            (get(caller, a(word)), get(caller, b(word)))
        } else {
            (get(caller, b(word)), get(caller, c(word)))
        };
        let refused = Refused {
            form,
            is_augmented: is_augmented(word),
            register: a(word) as u8,
        };
        match decide(own, left.word(), right.word(), result.word(), refused) {
            Step::Failed => Some((to_loop(), caller)),
            step if is_jump => Some((jumped(form, step == Step::Yes, returns), caller)),
            _ => Some((returns, caller)),
        }
    }
}

/// The instruction at which a comparison goes on that jumps.
///
/// # Safety
/// `returns` lies behind an instruction of two words.
#[inline(always)]
unsafe fn jumped(form: u8, holds: bool, returns: Pc) -> Pc {
    debug_assert!((JUMP..NEXT).contains(&form), "a form that jumps");
    let wanted = (form - JUMP) & 1 == 1;
    if holds == wanted {
        // SAFETY: as above; its second word is the distance.
        unsafe { returns.offset((*returns.sub(1) as i32) as isize) }
    } else {
        returns
    }
}

/// What is known of an instruction whose result needs a decision. (It is passed by value, in a
/// register: a handler that has the address of something in its frame loses its jump.)
#[derive(Clone, Copy)]
struct Refused {
    form: u8,
    /// Whether the instruction is an augmented assignment.
    is_augmented: bool,
    /// The register of the result, if it is none that jumps.
    register: u8,
}

/// Whether an instruction is an augmented assignment.
fn is_augmented(word: u32) -> bool {
    encode::opcode(word).is_some_and(|opcode| opcode.description().is_augmented)
}

/// Decides what a result means that needs it: stores the value, or says whether a jump's condition
/// holds.
///
/// # Safety
/// The thread's own pointer, while nothing else uses it; the words are values of registers.
#[inline(never)]
unsafe fn decide(
    thread: *mut Thread,
    left: Word,
    right: Word,
    result: Word,
    refused: Refused,
) -> Step {
    // SAFETY: as above.
    let (thread, [left, right, result]) = unsafe { begin_decision(thread, [left, right, result]) };
    let mark = thread.root_count();
    let form = refused.form;
    let decided = decided(thread, left, right, result, refused);
    let step = match decided.map(|result| thread.get(result)) {
        Err(unwind) => return failed(thread, unwind),
        Ok(value) if form >= JUMP => match value == TRUE {
            true => Step::Yes,
            false => Step::Done,
        },
        Ok(value) => {
            thread.set_register(refused.register, value);
            Step::Done
        }
    };
    thread.truncate_roots(mark - 3);
    step
}

/// The value that a result stands for; of a jump and a question its truth.
fn decided(
    thread: &mut Thread,
    left: Root,
    right: Root,
    result: Root,
    refused: Refused,
) -> Outcome<Root> {
    let form = refused.form;
    let is_refusal = thread.get(result) == NOT_IMPLEMENTED;
    let result = if form >= COMPARISON && is_refusal {
        let comparison: Comparison = if form >= JUMP {
            comparison_of((form - JUMP) / 2)
        } else if form == NEGATED {
            Comparison::Equal
        } else {
            comparison_of(form - COMPARISON)
        };
        compare::after_refusal(thread, comparison, left, right)?
    } else if form >= OPERATOR && is_refusal {
        let operator: Operator = operator_of(form - OPERATOR);
        arithmetic::after_refusal(thread, operator, left, right, refused.is_augmented)?
    } else {
        result
    };
    let holds = match form {
        TRUTH => truth::truth(thread, result)?,
        UNTRUTH | NEGATED => !truth::truth(thread, result)?,
        _ if form >= JUMP => truth::truth(thread, result)?,
        _ => return Ok(result),
    };
    Ok(thread.root(boolean(holds)))
}

/// The operator of a number.
pub(crate) fn operator_of(operator: u8) -> Operator {
    match operator {
        ADD => Operator::Add,
        SUBTRACT => Operator::Subtract,
        MULTIPLY => Operator::Multiply,
        TRUE_DIVIDE => Operator::TrueDivide,
        FLOOR_DIVIDE => Operator::FloorDivide,
        MODULO => Operator::Modulo,
        AND => Operator::And,
        OR => Operator::Or,
        XOR => Operator::Xor,
        SHIFT_LEFT => Operator::ShiftLeft,
        SHIFT_RIGHT => Operator::ShiftRight,
        _ => Operator::Power,
    }
}

/// The comparison of a number.
pub(crate) fn comparison_of(comparison: u8) -> Comparison {
    match comparison {
        LESS => Comparison::Less,
        LESS_EQUAL => Comparison::LessEqual,
        EQUAL => Comparison::Equal,
        NOT_EQUAL => Comparison::NotEqual,
        GREATER => Comparison::Greater,
        _ => Comparison::GreaterEqual,
    }
}
