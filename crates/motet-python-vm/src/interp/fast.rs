//! The fast halves of the hot operations, and how they follow one another.
//!
//! A handler does the common case of one operation and ends in a sibling call of the next one's
//! handler: the state stays in machine registers (the decision record on dispatch has the figures).
//! In any other case it gives up *before its first side effect*, and another handler runs: a second
//! half, that may call functions (`fast_calls.rs`, `fast_attributes.rs`), and in the end [`whole`],
//! which runs the whole operation. That one leaves for the loop in `mod.rs` where something is to
//! be done between operations.
//!
//! # Rules
//! - A handler ends in `next` or another handler on every path, and (but for second halves) calls
//!   nothing else that is not inlined. Otherwise it needs a stack frame, and every operation would
//!   pay for it; a handler that lost its sibling call would use up the native stack
//!   (`tests/handlers.rs` looks).
//! - Nothing with a destructor, nothing that unwinds.
//!
//! # Safety
//! All handlers have one contract: `pc` and `registers` are those of the thread's current frame
//! (I-FRAME-1 to I-FRAME-3 in `thread.rs`), the thread is the caller's own, and its transaction is
//! open. Within it, operands name registers of the frame (I-FRAME-2), and words of registers are
//! valid values (I-ROOT-1), because no handler collects.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use std::sync::atomic::Ordering;

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{GilMode, HtmMode, Mode, Object, ReadView, StmMode, Value, Word};

use super::fast_attributes::*;
use super::fast_iteration::Loops;
use super::fast_leaves::*;
use super::fast_quick::{call_quick, call_quick_method};
pub(super) use super::fast_values::*;
use crate::code::{GlobalLink, LoadedCode, Site};
use crate::function::{FUNCTION_CLOSURE, FUNCTION_CODE};
use crate::kinds::*;
use crate::namespace::CELL_VALUE;
use crate::native::Outcome;
use crate::thread::{
    HEADER_CALLABLE, HEADER_CODE, HEADER_REGISTERS, HEADER_RESULT, HEADER_RETURN, Thread,
};

pub(super) type Registers = *mut Word;
pub(super) type Pc = *const u32;
pub(super) type Handler = unsafe extern "C" fn(Pc, Registers, *const Thread, u32);

/// A mode that the handlers are compiled for.
pub(super) trait FastMode: Mode {
    /// The handlers by opcode.
    const TABLE: &'static [Handler; 256];
    /// The handlers of loops by the kind of their iterators.
    const LOOPS: &'static Loops;
    /// Whether transactions have a length.
    const COUNTS: bool;
    /// Whether reading leaves marks.
    const MARKS: bool;

    /// Whether the loop must be entered where the length is used up. No call where it can be
    /// avoided: of it all handlers with a yield point would save registers.
    fn must_look(thread: &Thread) -> bool;
}

impl FastMode for GilMode {
    const TABLE: &'static [Handler; 256] = &super::fast_table::table::<GilMode>();
    const LOOPS: &'static Loops = &super::fast_iteration::loops::<GilMode>();
    const COUNTS: bool = false;
    const MARKS: bool = false;

    #[inline(always)]
    fn must_look(_: &Thread) -> bool {
        false
    }
}

impl FastMode for HtmMode {
    const TABLE: &'static [Handler; 256] = &super::fast_table::table::<HtmMode>();
    const LOOPS: &'static Loops = &super::fast_iteration::loops::<HtmMode>();
    const COUNTS: bool = true;
    const MARKS: bool = false;

    #[inline(always)]
    fn must_look(thread: &Thread) -> bool {
        thread.may_commit()
    }
}

impl FastMode for StmMode {
    const TABLE: &'static [Handler; 256] = &super::fast_table::table::<StmMode>();
    const LOOPS: &'static Loops = &super::fast_iteration::loops::<StmMode>();
    const COUNTS: bool = true;
    const MARKS: bool = true;

    #[inline(always)]
    fn must_look(_: &Thread) -> bool {
        // Who may not end its transaction there puts the end off, so that this is rare.
        true
    }
}

/// Runs from the thread's next operation on, until there are events, the outermost frame has
/// returned (`next` is null), or something has failed.
pub(super) fn run(thread: &mut Thread) -> Outcome<()> {
    let (pc, registers) = (thread.next.get(), thread.registers.get());
    let is_transactional = thread.is_transactional;
    let counts_yield_points = thread.counts_yield_points;
    let thread = std::ptr::from_mut(thread);
    // SAFETY: the contract of the handlers holds between operations; they are the only ones that
    // use the thread until they return.
    unsafe {
        let outer = (*thread).own.replace(thread);
        if is_transactional {
            next::<StmMode>(pc, registers, thread);
        } else if counts_yield_points {
            next::<HtmMode>(pc, registers, thread);
        } else {
            next::<GilMode>(pc, registers, thread);
        }
        (*thread).own.set(outer);
        match (*thread).failure.take() {
            None => Ok(()),
            Some(unwind) => Err(unwind),
        }
    }
}

/// Goes on to the operation at `pc`.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(super) unsafe fn next<M: FastMode>(pc: Pc, registers: Registers, thread: *const Thread) {
    // SAFETY: the contract of the handlers.
    debug_assert!(unsafe { is_in_frame(pc, registers, &*thread) });
    // SAFETY: I-FRAME-3; any byte indexes the table.
    unsafe {
        let word = *pc;
        let handler = M::TABLE[usize::from(word as u8)];
        handler(pc, registers, thread, word);
    }
}

/// Whether I-FRAME-1 to I-FRAME-3 hold of the frame whose registers these are, at `pc`. Asked in
/// builds with assertions only.
///
/// # Safety
/// `thread` is the caller's own; words of headers name code.
#[inline(never)]
unsafe fn is_in_frame(pc: Pc, registers: Registers, thread: &Thread) -> bool {
    if pc == to_loop() || pc == or_leave(std::ptr::null()) {
        return (thread.stack.start()..=thread.stack.soft_end()).contains(&registers);
    }
    if registers < thread.stack.start().wrapping_add(FRAME_HEADER_WORDS) {
        return false;
    }
    // SAFETY: I-FRAME-1, of which `code` asserts what can be seen.
    let code = unsafe { code(registers) };
    code.instructions.as_ptr_range().contains(&pc)
        && registers.wrapping_add(code.register_count as usize) <= thread.stack.soft_end()
}

/// Runs the whole of the operation at `pc`, and goes on if it may.
#[cfg_attr(target_os = "linux", unsafe(link_section = "motet_handlers"))]
pub(super) unsafe extern "C" fn whole<M: FastMode>(
    pc: Pc,
    registers: Registers,
    thread: *const Thread,
    _: u32,
) {
    // SAFETY: the contract of the handlers; no other reference to the thread is in use.
    unsafe {
        let whole = &mut *thread.cast_mut();
        whole.next.set(pc);
        whole.registers.set(registers);
        if super::whole_operation(whole) {
            let (pc, registers) = (whole.next.get(), whole.registers.get());
            next::<M>(pc, registers, thread);
        }
    }
}

/// The number of an instruction that no code has: the loop is to go on at the thread's `next`.
pub(super) const PAUSE: usize = 254;
static PAUSE_INSTRUCTION: u32 = PAUSE as u32;

/// Leaves for the loop: the thread knows where it goes on, or what has failed.
#[inline(always)]
pub(super) fn to_loop() -> Pc {
    &raw const PAUSE_INSTRUCTION
}

/// Returns to the loop.
pub(super) unsafe extern "C" fn pause(_: Pc, registers: Registers, thread: *const Thread, _: u32) {
    // SAFETY: the contract of the handlers.
    let thread = unsafe { &*thread };
    thread.registers.set(registers);
}

/// The number of an instruction that no code has: where a frame returns to that native code has
/// entered.
pub(super) const LEAVE: usize = 255;
static LEAVE_INSTRUCTION: u32 = LEAVE as u32;

/// Where a frame returns to. Null stands for native code.
#[inline(always)]
pub(super) fn or_leave(returns: Pc) -> Pc {
    if returns.is_null() {
        &raw const LEAVE_INSTRUCTION
    } else {
        returns
    }
}

/// Returns to native code: the loop finds no next operation.
pub(super) unsafe extern "C" fn leave(_: Pc, registers: Registers, thread: *const Thread, _: u32) {
    // SAFETY: the contract of the handlers.
    let thread = unsafe { &*thread };
    thread.next.set(std::ptr::null());
    thread.registers.set(registers);
}

#[inline(always)]
pub(super) const fn a(word: u32) -> usize {
    (word >> 8) as usize & 0xff
}

#[inline(always)]
pub(super) const fn b(word: u32) -> usize {
    (word >> 16) as usize & 0xff
}

#[inline(always)]
pub(super) const fn c(word: u32) -> usize {
    (word >> 24) as usize
}

/// A register as a value.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(super) unsafe fn get<'a>(registers: Registers, index: usize) -> Value<'a> {
    // SAFETY: the contract of the handlers.
    debug_assert!(unsafe { is_register(registers, index) });
    // SAFETY: I-FRAME-2, I-ROOT-1.
    unsafe { Value::from_register(*registers.add(index)) }
}

/// Changes a register.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(super) unsafe fn set(registers: Registers, index: usize, value: Value<'_>) {
    // SAFETY: the contract of the handlers.
    debug_assert!(unsafe { is_register(registers, index) });
    // SAFETY: I-FRAME-2.
    unsafe { *registers.add(index) = value.word() }
}

/// Whether the code of the frame has such a register (I-FRAME-2).
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn is_register(registers: Registers, index: usize) -> bool {
    // SAFETY: I-FRAME-1.
    index < unsafe { code(registers) }.register_count as usize
}

/// A word of the value stack as a value, where no frame is laid out yet: of a header, of arguments.
///
/// # Safety
/// The contract of the handlers; the word lies in a frame, or above one where room was asked for.
#[inline(always)]
pub(super) unsafe fn load<'a>(words: Registers, index: usize) -> Value<'a> {
    // SAFETY: I-ROOT-1.
    unsafe { Value::from_register(*words.add(index)) }
}

/// Changes a word of the value stack where no frame is laid out yet.
///
/// # Safety
/// As [`load`].
#[inline(always)]
pub(super) unsafe fn store(words: Registers, index: usize, value: Value<'_>) {
    // SAFETY: as in `load`.
    unsafe { *words.add(index) = value.word() }
}

/// Reads an object that this transaction has often written already: then it needs no mark.
#[inline(always)]
pub(super) fn read_own<'a, M: FastMode>(thread: &'a Thread, object: Object<'a>) -> ReadView<'a> {
    if M::MARKS
        && let Some(view) = thread.write_open(object)
    {
        return view.read();
    }
    thread.read_in::<M>(object)
}

/// The code of the frame.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub(super) unsafe fn code<'a>(registers: Registers) -> &'a LoadedCode {
    // SAFETY: I-FRAME-1.
    unsafe {
        let code = (*registers.sub(FRAME_HEADER_WORDS - HEADER_CODE)).0 as *const LoadedCode;
        debug_assert!(!code.is_null() && code.is_aligned());
        &*code
    }
}

/// Whether the loop must be entered at this yield point.
#[inline(always)]
pub(super) fn must_yield<M: FastMode>(thread: &Thread) -> bool {
    thread.is_polled() || M::COUNTS && thread.use_fuel() && M::must_look(thread)
}

/// Declares handlers: the body gives up by `None`, and else answers where to go on. `else` names
/// another handler that is tried before giving up: one that has what this one must not, a call.
macro_rules! handlers {
    ($($name:ident<M $(, const $parameter:ident: $type:ty)*>
       ($pc:ident, $registers:ident, $thread:ident, $word:ident)
       $(else $otherwise:ident $(<$($argument:ident),+>)?)? $body:block)*) => {
        // Never inlined: one that another falls back on would make it save registers for both.
        // In a section of their own, in which `tests/handlers.rs` finds all of them.
        $(#[inline(never)]
        #[cfg_attr(target_os = "linux", unsafe(link_section = "motet_handlers"))]
        pub(super) unsafe extern "C" fn $name<M: FastMode $(, const $parameter: $type)*>(
            pc: Pc,
            registers: Registers,
            thread: *const Thread,
            word: u32,
        ) {
            // No closure: that may stay a function of its own, which takes its captures by address,
            // and then nothing here can be jumped to.
            #[inline(always)]
            unsafe fn body<M: FastMode $(, const $parameter: $type)*>(
                $pc: Pc,
                $registers: Registers,
                $thread: &Thread,
                $word: u32,
            ) -> Option<(Pc, Registers)> {
                // SAFETY: the contract of the handlers, for all that is done with registers and
                // code.
                unsafe { $body }
            }
            // SAFETY: the contract of the handlers.
            let target = unsafe { body::<M $(, $parameter)*>(pc, registers, &*thread, word) };
            // SAFETY: the body has left pc and registers of a frame.
            unsafe {
                match target {
                    Some((pc, registers)) => next::<M>(pc, registers, thread),
                    None => handlers!(@otherwise M $($otherwise $($($argument),+)?)?)
                        (pc, registers, thread, word),
                }
            }
        })*
    };
    (@otherwise $mode:ident) => { whole::<$mode> };
    (@otherwise $mode:ident $otherwise:ident $($argument:ident),*) => {
        $otherwise::<$mode $(, $argument)*>
    };
}

pub(super) use handlers;

/// An attribute site of the code.
///
/// # Safety
/// The contract of the handlers, at an instruction whose extension is a site.
#[inline(always)]
pub(super) unsafe fn site<'a>(pc: Pc, registers: Registers) -> &'a Site {
    // SAFETY: the verifier has checked the index.
    unsafe {
        let index = *pc.add(1) as usize;
        let sites = &code(registers).sites;
        debug_assert!(index < sites.len());
        &*sites.as_ptr().add(index)
    }
}

/// The global variable that an instruction names.
///
/// # Safety
/// The contract of the handlers, at an instruction with the index of a global variable.
#[inline(always)]
unsafe fn global_link<'a>(registers: Registers, word: u32) -> &'a GlobalLink {
    // SAFETY: the verifier has checked the index.
    unsafe {
        let (globals, index) = (&code(registers).globals, (word >> 16) as usize);
        debug_assert!(index < globals.len());
        &*globals.as_ptr().add(index)
    }
}

/// A call of a Python function whose arguments lie in place: its frame.
///
/// # Safety
/// The contract of the handlers; `header` is the register where the call begins.
#[inline(always)]
pub(super) unsafe fn enter<M: FastMode>(
    thread: &Thread,
    function: Object<'_>,
    arguments: u32,
    header: Registers,
    returns: Pc,
    caller: Registers,
) -> Option<(Pc, Registers)> {
    // SAFETY: word 1 of a function is the address of its code.
    let code = unsafe { &*(thread.read_in::<M>(function).raw(FUNCTION_CODE) as *const LoadedCode) };
    if code.simple_arguments != arguments {
        return None;
    }
    let registers = header.wrapping_add(FRAME_HEADER_WORDS);
    if registers.wrapping_add(code.register_count as usize) > thread.stack.soft_end()
        || must_yield::<M>(thread)
    {
        return None;
    }
    // SAFETY: the header lies in the caller's frame.
    unsafe {
        *header.add(HEADER_RETURN) = Word(returns as u64);
        *header.add(HEADER_REGISTERS) = Word(caller as u64);
        *header.add(HEADER_CODE) = Word(code as *const LoadedCode as u64);
    }
    Some((code.instructions.as_ptr(), registers))
}

/// The number of a place in a sequence, counted from the end if negative.
#[inline(always)]
fn place(index: Value<'_>, length: u64) -> Option<u64> {
    let index = index.as_integer()?;
    let index = if index < 0 {
        index.wrapping_add(length as i64)
    } else {
        index
    } as u64;
    if index < length { Some(index) } else { None }
}

handlers! {
    nop<M>(pc, registers, _thread, _word) {
        Some((pc.add(1), registers))
    }

    move_register<M>(pc, registers, _thread, word) {
        set(registers, a(word), get(registers, b(word)));
        Some((pc.add(1), registers))
    }

    load_constant<M>(pc, registers, _thread, word) {
        let (constants, index) = (&code(registers).constants, (word >> 16) as usize);
        debug_assert!(index < constants.len() && is_register(registers, a(word)));
        *registers.add(a(word)) = *constants.as_ptr().add(index);
        Some((pc.add(1), registers))
    }

    load_int<M>(pc, registers, _thread, word) {
        set(registers, a(word), Value::from_small((word as i32) >> 16));
        Some((pc.add(1), registers))
    }

    unbind<M>(pc, registers, _thread, word) {
        set(registers, a(word), UNBOUND);
        Some((pc.add(1), registers))
    }

    check_bound<M>(pc, registers, _thread, word) {
        if get(registers, a(word)) == UNBOUND {
            return None;
        }
        Some((pc.add(1), registers))
    }

    load_global<M>(pc, registers, thread, word) {
        let link = global_link(registers, word);
        let mut value = thread.read_in::<M>(link.cell.object()).get(CELL_VALUE);
        if value == UNBOUND {
            value = thread.read_in::<M>(link.builtin?.object()).get(CELL_VALUE);
            if value == UNBOUND {
                return None;
            }
        }
        set(registers, a(word), value);
        Some((pc.add(1), registers))
    }

    store_global<M>(pc, registers, thread, word) {
        let link = global_link(registers, word);
        let view = thread.write_open(link.cell.object())?;
        view.set(CELL_VALUE, get(registers, a(word)));
        Some((pc.add(1), registers))
    }

    load_cell<M>(pc, registers, thread, word) {
        let cell = get(registers, b(word)).as_object()?;
        let value = read_own::<M>(thread, cell).get(CELL_VALUE);
        if value == UNBOUND {
            return None;
        }
        set(registers, a(word), value);
        Some((pc.add(1), registers))
    }

    store_cell<M>(pc, registers, thread, word) {
        let cell = get(registers, a(word)).as_object()?;
        thread.write_open(cell)?.set(CELL_VALUE, get(registers, b(word)));
        Some((pc.add(1), registers))
    }

    load_free<M>(pc, registers, thread, word) {
        let cell = closure_cell(thread, registers, (word >> 16) as u64)?;
        let value = read_own::<M>(thread, cell).get(CELL_VALUE);
        if value == UNBOUND {
            return None;
        }
        set(registers, a(word), value);
        Some((pc.add(1), registers))
    }

    store_free<M>(pc, registers, thread, word) {
        let cell = closure_cell(thread, registers, (word >> 16) as u64)?;
        thread.write_open(cell)?.set(CELL_VALUE, get(registers, a(word)));
        Some((pc.add(1), registers))
    }

    binary<M, const OP: u8>(pc, registers, _thread, word) else binary_leaf<OP> {
        let result = arithmetic::<OP>(get(registers, b(word)), get(registers, c(word)))?;
        set(registers, a(word), result);
        Some((pc.add(1), registers))
    }

    binary_small<M, const OP: u8>(pc, registers, _thread, word) else binary_small_leaf<OP> {
        let right = Value::from_small((word as i32) >> 24);
        let result = arithmetic::<OP>(get(registers, b(word)), right)?;
        set(registers, a(word), result);
        Some((pc.add(1), registers))
    }

    negate<M>(pc, registers, _thread, word) {
        let value = get(registers, b(word));
        let result = match value.as_float() {
            Some(number) => Value::from_float(-number)?,
            None => Value::from_integer(-value.as_integer()?)?,
        };
        set(registers, a(word), result);
        Some((pc.add(1), registers))
    }

    not<M>(pc, registers, _thread, word) else not_leaf {
        let truth = truth(get(registers, b(word)))?;
        set(registers, a(word), boolean(!truth));
        Some((pc.add(1), registers))
    }

    compare_values<M, const C: u8>(pc, registers, _thread, word) else compare_leaf<C> {
        let holds = compare::<C>(get(registers, b(word)), get(registers, c(word)))?;
        set(registers, a(word), boolean(holds));
        Some((pc.add(1), registers))
    }

    is<M, const WANTED: bool>(pc, registers, _thread, word) {
        let same = get(registers, b(word)) == get(registers, c(word));
        set(registers, a(word), boolean(same == WANTED));
        Some((pc.add(1), registers))
    }

    jump<M>(pc, registers, _thread, word) {
        Some((pc.offset(1 + ((word as i32) >> 8) as isize), registers))
    }

    loop_back<M>(pc, registers, thread, word) {
        if must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(1 + ((word as i32) >> 8) as isize), registers))
    }

    jump_if<M, const WANTED: bool, const BACK: bool>(pc, registers, thread, word)
    else jump_if_leaf<WANTED, BACK> {
        if truth(get(registers, a(word)))? != WANTED {
            return Some((pc.add(1), registers));
        }
        if BACK && must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(1 + ((word as i32) >> 16) as isize), registers))
    }

    jump_if_none<M, const WANTED: bool>(pc, registers, _thread, word) {
        if (get(registers, a(word)) == NONE) != WANTED {
            return Some((pc.add(1), registers));
        }
        Some((pc.offset(1 + ((word as i32) >> 16) as isize), registers))
    }

    jump_compare<M, const C: u8, const WANTED: bool, const BACK: bool, const SMALL: bool>
    (pc, registers, thread, word) else jump_compare_leaf<C, WANTED, BACK, SMALL> {
        let right = if SMALL {
            Value::from_small(i32::from(b(word) as u8 as i8))
        } else {
            get(registers, b(word))
        };
        if compare::<C>(get(registers, a(word)), right)? != WANTED {
            return Some((pc.add(2), registers));
        }
        if BACK && must_yield::<M>(thread) {
            return None;
        }
        Some((pc.offset(2 + (*pc.add(1) as i32) as isize), registers))
    }

    unpack<M>(pc, registers, thread, word) else unpack_leaf {
        let tuple = object_of(thread, get(registers, b(word)), CLASS_TUPLE)?;
        let count = c(word);
        if thread.array_length(tuple) != count as u64 {
            return None;
        }
        for place in 0..count {
            let item = thread.read_element_in::<GilMode>(tuple, place as u64);
            set(registers, a(word) + place, item);
        }
        Some((pc.add(1), registers))
    }

    list_append<M>(pc, registers, thread, word) else list_append_leaf {
        let list = object_of(thread, get(registers, a(word)), CLASS_LIST)?;
        let view = thread.write_open(list)?;
        let fields = view.read();
        let (items, length) = (fields.get(1).as_object()?, fields.get(2).as_integer()?);
        if length as u64 >= thread.array_length(items)
            || !thread.write_element_open(items, length as u64, get(registers, b(word)))
        {
            return None;
        }
        view.set(2, Value::from_integer(length + 1)?);
        Some((pc.add(1), registers))
    }

    get_attribute<M>(pc, registers, thread, word) else get_attribute_of_many {
        let object = get(registers, b(word)).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        let view = read_own::<M>(thread, object);
        if u64::from(view.host()) != cache >> 32 {
            return None;
        }
        set(registers, a(word), view.get(cache & 0xff));
        Some((pc.add(2), registers))
    }

    set_attribute<M>(pc, registers, thread, word) else set_attribute_of_many {
        let object = get(registers, a(word)).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        // First: what is open for writing needs no mark of having been read.
        let view = thread.write_open(object)?;
        if u64::from(view.read().host()) != cache >> 32 {
            return None;
        }
        view.set(cache & 0xff, get(registers, b(word)));
        let shape = (cache as u32) >> 8;
        if shape != 0 {
            view.set_host(shape);
        }
        Some((pc.add(2), registers))
    }

    get_item<M>(pc, registers, thread, word) else get_item_leaf {
        let container = get(registers, b(word)).as_object()?;
        let index = get(registers, c(word));
        let item = match thread.host_of(container) {
            CLASS_LIST => {
                let view = read_own::<M>(thread, container);
                let place = place(index, view.get(2).as_integer()? as u64)?;
                thread.read_element_in::<M>(view.get(1).as_object()?, place)
            }
            CLASS_TUPLE => {
                let place = place(index, thread.array_length(container))?;
                thread.read_element_in::<GilMode>(container, place)
            }
            _ => return None,
        };
        set(registers, a(word), item);
        Some((pc.add(1), registers))
    }

    set_item<M>(pc, registers, thread, word) else set_item_of_card {
        let (items, place) = item_place::<M>(thread, registers, word)?;
        if !thread.write_element_open(items, place, get(registers, c(word))) {
            return None;
        }
        Some((pc.add(1), registers))
    }

    set_item_of_card<M>(pc, registers, thread, word) else set_item_leaf {
        let (items, place) = item_place::<M>(thread, registers, word)?;
        thread.set_position(pc as u64);
        thread.write_element(items, place, get(registers, c(word))).ok()?;
        Some((pc.add(1), registers))
    }

    call<M>(pc, registers, thread, word) else call_quick {
        let header = registers.add(a(word));
        let callable = load(header, HEADER_CALLABLE);
        let function = object_of(thread, callable, CLASS_FUNCTION)?;
        enter::<M>(thread, function, b(word) as u32, header, pc.add(1), registers)
    }

    call_method<M>(pc, registers, thread, word) else call_quick_method {
        let header = registers.add(a(word));
        let receiver = load(header, FRAME_HEADER_WORDS).as_object()?;
        let cache = site(pc, registers).cache.load(Ordering::Relaxed);
        if u64::from(thread.read_in::<M>(receiver).host()) != cache >> 32 {
            return None;
        }
        let cell = Value::from_register(Word((cache & 0xffff_ffff) << 4 | 1)).as_object()?;
        let function = thread.read_in::<M>(cell).get(CELL_VALUE);
        let object = object_of(thread, function, CLASS_FUNCTION)?;
        let count = b(word) as u32 + 1;
        let entered = enter::<M>(thread, object, count, header, pc.add(2), registers)?;
        store(header, HEADER_CALLABLE, function);
        Some(entered)
    }

    return_value<M>(pc, registers, thread, word) {
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        let _ = pc;
        if caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.low_water() {
            return None;
        }
        store(header, HEADER_RESULT, get(registers, a(word)));
        Some((or_leave(returns), caller))
    }

    return_instance<M>(pc, registers, thread, word) {
        let header = registers.sub(FRAME_HEADER_WORDS);
        let returns = (*header.add(HEADER_RETURN)).0 as Pc;
        let caller = (*header.add(HEADER_REGISTERS)).0 as Registers;
        let _ = pc;
        if get(registers, a(word) + 1) != NONE
            || caller.wrapping_sub(FRAME_HEADER_WORDS) < thread.stack.low_water()
        {
            return None;
        }
        store(header, HEADER_RESULT, get(registers, a(word)));
        Some((or_leave(returns), caller))
    }
}

/// Where `SetItem` stores: the array of a list, and the place in it.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn item_place<'a, M: FastMode>(
    thread: &'a Thread,
    registers: Registers,
    word: u32,
) -> Option<(Object<'a>, u64)> {
    // SAFETY: the contract of the handlers.
    let (container, index) = unsafe { (get(registers, a(word)), get(registers, b(word))) };
    let list = object_of(thread, container, CLASS_LIST)?;
    let view = read_own::<M>(thread, list);
    let place = place(index, view.get(2).as_integer()? as u64)?;
    Some((view.get(1).as_object()?, place))
}

/// Cell `index` of the closure of the function that runs.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
unsafe fn closure_cell(thread: &Thread, registers: Registers, index: u64) -> Option<Object<'_>> {
    // SAFETY: I-FRAME-1: the callable lies in the header.
    let callable = unsafe { load(registers.sub(FRAME_HEADER_WORDS), HEADER_CALLABLE) };
    // A function keeps its closure, and tuples never change: no marks.
    let closure = thread
        .read_in::<GilMode>(callable.as_object()?)
        .get(FUNCTION_CLOSURE)
        .as_object()?;
    thread
        .read_element_in::<GilMode>(closure, index)
        .as_object()
}
