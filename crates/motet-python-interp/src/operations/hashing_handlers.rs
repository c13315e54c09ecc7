//! Items of dicts and questions of dicts and sets whose key has a `__hash__` of the program's: it
//! runs as a frame above the trampoline (`operator_trampoline.rs`), and the key is looked for when
//! it has returned.
//!
//! The rules and the safety contract are those of `motet_vm::handlers`.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_python_bytecode::Opcode;
use motet_tm::{Object, Root, Unwind, Value, Word};

use super::handler_support::*;
use super::operator_trampoline::{
    HASHED_IN, HASHED_ITEM, HASHED_NOT_IN, begin_decision, go_back, method,
};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::{ROOT_RAISED, Thread};
use motet_python_objects::types::dict;
use motet_python_objects::types::dict::Found;
use motet_python_objects::types::host::key_error;
use motet_python_objects::types::protocol::hash;

/// The `__hash__` of a key that is looked for in a dict, or in a dict or a set.
#[inline(never)]
pub(super) fn hash_method<'a>(
    thread: &'a Thread,
    container: Value<'a>,
    key: Value<'a>,
    is_question: bool,
) -> Option<Object<'a>> {
    match thread.host_of(container.as_object()?) {
        CLASS_DICT => {}
        CLASS_SET | CLASS_FROZENSET if is_question => {}
        _ => return None,
    }
    method(thread, key, names::HASH)
}

/// The container and the key of a `GetItem`, or of an `in` or `not in`, whose operands stand the
/// other way round.
///
/// # Safety
/// The instruction is one of the frame whose registers these are.
#[inline(always)]
unsafe fn looked_for<'a>(word: u32, registers: Registers) -> (Value<'a>, Value<'a>) {
    // SAFETY: its operands name registers.
    let (first, second) = unsafe { (get(registers, b(word)), get(registers, c(word))) };
    match word as u8 == Opcode::GetItem as u8 {
        true => (first, second),
        false => (second, first),
    }
}

/// `__hash__` has returned: the key is looked for.
///
/// # Safety
/// The contract of the handlers; `returns` lies behind the caller's instruction, of one word.
#[inline(always)]
pub(super) unsafe fn after_hash(
    thread: &Thread,
    result: Value<'_>,
    form: u8,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: the instruction before `returns` is the caller's; its operands name its registers.
    unsafe {
        let word = *returns.sub(1);
        let (container, key) = looked_for(word, caller);
        let found = look_for(thread, container, key, result, form);
        if found != UNBOUND {
            set(caller, a(word), found);
            return Some((returns, caller));
        }
        go_back(thread, returns, 1, caller);
        let own = motet_vm::handlers::own(thread);
        let words = (container.word(), key.word(), result.word());
        match decide(
            own,
            words.0,
            words.1,
            words.2,
            u32::from(form) | word & 0xff00,
        ) {
            Step::Failed => Some((to_loop(), caller)),
            _ => Some((returns, caller)),
        }
    }
}

/// The value of a key, or the answer; `UNBOUND` where more is to be done.
#[inline(never)]
fn look_for<'a>(
    thread: &'a Thread,
    container: Value<'a>,
    key: Value<'a>,
    result: Value<'a>,
    form: u8,
) -> Value<'a> {
    let found = || {
        let hash = result.as_integer().filter(|hash| *hash != -1);
        let hash = hash.or_else(|| hash::of_large_result(thread, result))?;
        let dict = container.as_object()?;
        match dict::find(thread, dict, key, hash).ok()? {
            Found::Entry(entry) if form == HASHED_ITEM => Some(dict::value_at(thread, dict, entry)),
            Found::Entry(_) => Some(boolean(form == HASHED_IN)),
            Found::Missing(_) if form != HASHED_ITEM => Some(boolean(form == HASHED_NOT_IN)),
            _ => None,
        }
    };
    found().unwrap_or(UNBOUND)
}

/// Looks for a key with the methods of the program. `place` holds the form, and the register of the
/// result in its second byte.
///
/// # Safety
/// The thread's own pointer, while nothing else uses it; the words are values of registers.
#[inline(never)]
unsafe fn decide(
    thread: *mut Thread,
    container: Word,
    key: Word,
    result: Word,
    place: u32,
) -> Step {
    // SAFETY: as above.
    let (thread, [container, key, result]) =
        unsafe { begin_decision(thread, [container, key, result]) };
    let mark = thread.root_count();
    let decided = decided(thread, container, key, result, place as u8);
    match decided {
        Ok(value) => thread.set_register((place >> 8) as u8, thread.get(value)),
        Err(unwind) => return failed(thread, unwind),
    }
    thread.truncate_roots(mark - 3);
    Step::Done
}

/// The error of a key whose `__hash__` has failed.
#[cold]
fn no_key(thread: &Thread, container: Value<'_>, key: Value<'_>) -> Unwind {
    let container = container.as_object().map(|object| thread.host_of(object));
    dict::no_key(thread, container.unwrap_or(CLASS_DICT), key)
}

/// `__hash__` has raised: the exception says of a `TypeError` what the key is for.
///
/// # Safety
/// As [`after_hash`].
#[inline(always)]
pub(super) unsafe fn after_failed_hash(
    thread: &Thread,
    raised: Value<'_>,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: the instruction before `returns` is the caller's; its operands name its registers.
    unsafe {
        let word = *returns.sub(1);
        let (container, key) = looked_for(word, caller);
        go_back(thread, returns, 1, caller);
        thread.set_thread_root(ROOT_RAISED, raised);
        thread.fail(no_key(thread, container, key));
        Some((to_loop(), caller))
    }
}

fn decided(
    thread: &mut Thread,
    container: Root,
    key: Root,
    result: Root,
    form: u8,
) -> Outcome<Root> {
    let hash = match hash::hash_of_result(thread, thread.get(result)) {
        Err(Unwind::Raise) => return Err(no_key(thread, thread.get(container), thread.get(key))),
        other => other?,
    };
    let entry = dict::find_calling(thread, container, key, hash)?;
    let value = match (form, entry) {
        (HASHED_ITEM, Some(entry)) => dict::value_at(thread, thread.object_at(container), entry),
        (HASHED_ITEM, None) => return Err(key_error(thread, thread.get(key))),
        (_, entry) => boolean(entry.is_some() == (form == HASHED_IN)),
    };
    Ok(thread.root(value))
}
