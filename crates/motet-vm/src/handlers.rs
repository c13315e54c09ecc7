//! The scaffolding of handlers: the fast forms of hot operations, and how they follow one another.
//!
//! A handler does the common case of one operation and ends in a tail call of the next one's
//! handler: the state stays in machine registers. In any other case it gives up *before its first
//! side effect*, and another handler runs, in the end [`generic`], which runs the generic form of
//! the operation. That one leaves for the driver where something is to be done between operations.
//!
//! # Rules
//! - A handler ends in [`next`] or another handler on every path, and (but for those that others
//!   fall back on) calls nothing else that is not inlined. Otherwise it needs a stack frame, and
//!   every operation would pay for it; a handler that lost its tail call would use up the native
//!   stack.
//! - Nothing with a destructor, nothing that unwinds.
//! - Behind a call that takes the thread mutably, and so may run native code, a handler goes on by
//!   [`behind_native`]: the thread may be sole now, or no longer, and then others fit.
//!
//! # Safety
//! All handlers have one contract: `pc` and `registers` are those of the thread's current frame
//! (I-FRAME-1 to I-FRAME-3 in `frames.rs`), the thread is the caller's own, and its transaction is
//! open. Within it, operands name registers of the frame (I-FRAME-2), and words of registers are
//! valid values (I-ROOT-1), because no handler collects.
#![allow(
    unsafe_code,
    reason = "frames are addressed by pointer, values taken from registers"
)]

use motet_tm::{GilMode, HtmMode, Mode, Object, ReadView, StmMode, Value, Word};

use crate::code::{Code, CodeHead};
use crate::driver;
use crate::frames::{FRAME_HEADER_WORDS, HEADER_CODE, HEADER_REGISTERS, HEADER_RETURN};
use crate::language::{Language, Outcome};
use crate::thread::Thread;

/// Register 0 of a frame.
pub type Registers = *mut Word;
/// An instruction.
pub type Pc = *const u32;
/// A handler: of the instruction at `Pc`, whose first word comes last.
pub type Handler<L> = unsafe extern "C" fn(Pc, Registers, *const L, u32);

/// The meaning of a mode of the runtime for handlers.
pub trait HandlerMode: Mode {
    /// Whether transactions have a length.
    const COUNTS: bool;
    /// Whether reading leaves marks.
    const MARKS: bool;

    /// Whether the driver must be entered where the length is used up. No call where it can be
    /// avoided: of it all handlers with a yield point would save registers.
    fn must_look(thread: &Thread) -> bool;
}

impl HandlerMode for GilMode {
    const COUNTS: bool = false;
    const MARKS: bool = false;

    #[inline(always)]
    fn must_look(_: &Thread) -> bool {
        false
    }
}

impl HandlerMode for HtmMode {
    const COUNTS: bool = true;
    const MARKS: bool = false;

    #[inline(always)]
    fn must_look(thread: &Thread) -> bool {
        thread.may_commit()
    }
}

impl HandlerMode for StmMode {
    const COUNTS: bool = true;
    const MARKS: bool = true;

    #[inline(always)]
    fn must_look(_: &Thread) -> bool {
        // A thread that may not end its transaction there puts the end off, so that this is rare.
        true
    }
}

/// A language's table of handlers for a mode. `S` names the set of handlers: a type of the crate
/// that defines them, which need not be the one that defines the language's thread.
pub trait Dispatch<L: Language, S>: HandlerMode {
    /// The handlers by opcode; those of [`PAUSE`] and [`LEAVE`] are [`pause`] and [`leave`].
    const TABLE: &'static [Handler<L>; 256];
}

/// Runs from the thread's next operation on, until there are events, the outermost frame has
/// returned (`next` is null), or something has failed.
///
/// # Errors
/// The failure of the operation at which handlers have stopped.
#[inline]
pub fn run<L: Language, S>(thread: &mut L) -> Outcome<()>
where
    GilMode: Dispatch<L, S>,
    HtmMode: Dispatch<L, S>,
    StmMode: Dispatch<L, S>,
{
    thread.check_frame();
    let (pc, registers) = (thread.next(), thread.registers());
    let is_transactional = thread.is_transactional();
    let counts_yield_points = thread.counts_yield_points();
    let thread = std::ptr::from_mut(thread);
    // SAFETY: the contract of the handlers holds between operations; they are the only ones that
    // use the thread until they return.
    unsafe {
        let outer = (&*thread).progress.own.replace(thread.cast());
        if is_transactional {
            next::<L, S, StmMode>(pc, registers, thread);
        } else if counts_yield_points {
            next::<L, S, HtmMode>(pc, registers, thread);
        } else {
            next::<L, S, GilMode>(pc, registers, thread);
        }
        (&*thread).progress.own.set(outer);
        (&*thread).take_failure()
    }
}

/// The thread, for handlers that call functions which take it mutably; null outside of [`run`].
#[inline(always)]
pub fn own<L: Language>(thread: &L) -> *mut L {
    thread.progress.own.get().cast()
}

/// Goes on to the operation at `pc`.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub unsafe fn next<L: Language, S, M: Dispatch<L, S>>(
    pc: Pc,
    registers: Registers,
    thread: *const L,
) {
    // SAFETY: the contract of the handlers.
    debug_assert!(unsafe { is_in_frame(pc, registers, &*thread) });
    // SAFETY: as above.
    debug_assert!(pc == to_loop() || unsafe { fits::<M>(&*thread) });
    // SAFETY: I-FRAME-3; any byte indexes the table.
    unsafe {
        let word = *pc;
        let handler = M::TABLE[usize::from(word as u8)];
        handler(pc, registers, thread, word);
    }
}

/// Whether these handlers are those of the thread's present control. A call of native code may have
/// ended the transaction, and changed whether the thread is sole (`motet_tm`, I-SOLE-2).
#[inline(always)]
pub fn fits<M: HandlerMode>(thread: &Thread) -> bool {
    M::MARKS == thread.is_transactional()
}

/// Goes on at a place behind a call of native code: in these handlers if they still fit, else
/// through the driver, which chooses others.
#[inline(always)]
pub fn behind_native<M: HandlerMode>(
    thread: &Thread,
    (pc, registers): (Pc, Registers),
) -> Option<(Pc, Registers)> {
    if fits::<M>(thread) || pc == to_loop() {
        return Some((pc, registers));
    }
    let is_end = pc == or_leave(std::ptr::null());
    thread.set_next(if is_end { std::ptr::null() } else { pc });
    thread.set_registers(registers);
    Some((to_loop(), registers))
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
    // SAFETY: I-FRAME-1, of which `head` asserts the visible part.
    let head = unsafe { head(registers) };
    head.instructions.as_ptr_range().contains(&pc)
        && registers.wrapping_add(head.register_count as usize) <= thread.stack.soft_end()
}

/// Runs the generic form of the operation at `pc`, and goes on if it may.
///
/// # Safety
/// The contract of the handlers.
#[inline(never)]
#[cfg_attr(target_os = "linux", unsafe(link_section = "motet_handlers"))]
pub unsafe extern "C" fn generic<L: Language, S, M: Dispatch<L, S>>(
    pc: Pc,
    registers: Registers,
    thread: *const L,
    _: u32,
) {
    // SAFETY: the contract of the handlers; no other reference to the thread is in use.
    unsafe {
        let whole = &mut *thread.cast_mut();
        whole.set_registers(registers);
        whole.set_next(pc);
        if driver::generic_operation(whole) {
            let (pc, registers) = (whole.next(), whole.registers());
            next::<L, S, M>(pc, registers, thread);
        }
    }
}

/// The number of an instruction that no code has: the driver is to go on at the thread's `next`.
pub const PAUSE: usize = 254;
static PAUSE_INSTRUCTION: u32 = PAUSE as u32;

/// Leaves for the driver: the thread knows where it goes on, or how the operation has failed.
#[inline(always)]
pub fn to_loop() -> Pc {
    &raw const PAUSE_INSTRUCTION
}

/// Returns to the driver.
///
/// # Safety
/// The contract of the handlers.
pub unsafe extern "C" fn pause<L: Language>(_: Pc, registers: Registers, thread: *const L, _: u32) {
    // SAFETY: the contract of the handlers.
    let thread = unsafe { &*thread };
    thread.set_registers(registers);
}

/// The number of an instruction that no code has: where a frame returns to that native code has
/// entered.
pub const LEAVE: usize = 255;
static LEAVE_INSTRUCTION: u32 = LEAVE as u32;

/// The place to which a frame returns. Null stands for native code.
#[inline(always)]
pub fn or_leave(returns: Pc) -> Pc {
    if returns.is_null() {
        &raw const LEAVE_INSTRUCTION
    } else {
        returns
    }
}

/// Returns to native code: the driver finds no next operation.
///
/// # Safety
/// The contract of the handlers.
pub unsafe extern "C" fn leave<L: Language>(_: Pc, registers: Registers, thread: *const L, _: u32) {
    // SAFETY: the contract of the handlers.
    let thread = unsafe { &*thread };
    thread.set_next(std::ptr::null());
    thread.set_registers(registers);
}

/// The first operand of an instruction word.
#[inline(always)]
pub const fn a(word: u32) -> usize {
    (word >> 8) as usize & 0xff
}

/// The second operand of an instruction word.
#[inline(always)]
pub const fn b(word: u32) -> usize {
    (word >> 16) as usize & 0xff
}

/// The third operand of an instruction word.
#[inline(always)]
pub const fn c(word: u32) -> usize {
    (word >> 24) as usize
}

/// A register as a value.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub unsafe fn get<'a>(registers: Registers, index: usize) -> Value<'a> {
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
pub unsafe fn set(registers: Registers, index: usize, value: Value<'_>) {
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
pub unsafe fn is_register(registers: Registers, index: usize) -> bool {
    // SAFETY: I-FRAME-1.
    index < unsafe { head(registers) }.register_count as usize
}

/// A word of the value stack as a value, where no frame is laid out yet: of a header, of arguments.
///
/// # Safety
/// The contract of the handlers; the word lies in a frame, or above one where room was asked for.
#[inline(always)]
pub unsafe fn load<'a>(words: Registers, index: usize) -> Value<'a> {
    // SAFETY: I-ROOT-1.
    unsafe { Value::from_register(*words.add(index)) }
}

/// Changes a word of the value stack where no frame is laid out yet.
///
/// # Safety
/// As [`load`].
#[inline(always)]
pub unsafe fn store(words: Registers, index: usize, value: Value<'_>) {
    // SAFETY: as in `load`.
    unsafe { *words.add(index) = value.word() }
}

/// The head of the frame's code.
///
/// # Safety
/// The contract of the handlers.
#[inline(always)]
pub unsafe fn head<'a>(registers: Registers) -> &'a CodeHead {
    // SAFETY: I-FRAME-1.
    unsafe {
        let code = (*registers.sub(FRAME_HEADER_WORDS - HEADER_CODE)).0 as *const CodeHead;
        debug_assert!(!code.is_null() && code.is_aligned());
        &*code
    }
}

/// Writes the header words of a frame that its caller has laid out otherwise: where it returns to,
/// the caller's registers, the code. Returns the new frame's registers.
///
/// # Safety
/// The contract of the handlers; `header` is a register of the caller's frame where a call begins.
#[inline(always)]
pub unsafe fn push_header<C: Code>(
    header: Registers,
    code: *const C,
    returns: Pc,
    caller: Registers,
) -> Registers {
    // SAFETY: the header lies in the caller's frame.
    unsafe {
        *header.add(HEADER_RETURN) = Word(returns as u64);
        *header.add(HEADER_REGISTERS) = Word(caller as u64);
        *header.add(HEADER_CODE) = Word(code as u64);
    }
    header.wrapping_add(FRAME_HEADER_WORDS)
}

/// Reads an object that this transaction has often written already: then it needs no mark.
#[inline(always)]
pub fn read_own<'a, M: HandlerMode>(thread: &'a Thread, object: Object<'a>) -> ReadView<'a> {
    if M::MARKS
        && let Some(view) = thread.write_open(object)
    {
        return view.read();
    }
    thread.read_in::<M>(object)
}

/// The object of a value, if its host word is this one.
#[inline(always)]
pub fn object_of<'a>(thread: &Thread, value: Value<'a>, host: u32) -> Option<Object<'a>> {
    let object = value.as_object()?;
    if thread.host_of(object) == host {
        Some(object)
    } else {
        None
    }
}

/// Whether the driver must be entered at this yield point.
#[inline(always)]
pub fn must_yield<M: HandlerMode>(thread: &Thread) -> bool {
    thread.is_polled() || M::COUNTS && thread.use_fuel() && M::must_look(thread)
}

/// Declares handlers of a language, whose thread is `Thread` and whose trait of modes is `FastMode`
/// (one that implies [`Dispatch`] for that thread) where the macro is used. The body gives up by
/// `None`, and else answers where to go on. `else` names another handler that is tried before
/// giving up: one that may call functions, as this one must not.
#[macro_export]
macro_rules! handlers {
    ($($name:ident<M $(, const $parameter:ident: $type:ty)*>
       ($pc:ident, $registers:ident, $thread:ident, $word:ident)
       $(else $otherwise:ident $(<$($argument:ident),+>)?)? $body:block)*) => {
        // Never inlined: one that another falls back on would make it save registers for both.
        // In a section of their own, in which a test finds all of them.
        $(#[inline(never)]
        #[cfg_attr(target_os = "linux", unsafe(link_section = "motet_handlers"))]
        pub(super) unsafe extern "C" fn $name<M: FastMode $(, const $parameter: $type)*>(
            pc: $crate::handlers::Pc,
            registers: $crate::handlers::Registers,
            thread: *const Thread,
            word: u32,
        ) {
            // No closure: that may stay a function of its own, which takes its captures by address,
            // and then nothing here can be jumped to.
            #[inline(always)]
            unsafe fn body<M: FastMode $(, const $parameter: $type)*>(
                $pc: $crate::handlers::Pc,
                $registers: $crate::handlers::Registers,
                $thread: &Thread,
                $word: u32,
            ) -> Option<($crate::handlers::Pc, $crate::handlers::Registers)> {
                // SAFETY: the contract of the handlers, for all that is done with registers and
                // code.
                unsafe { $body }
            }
            // SAFETY: the contract of the handlers.
            let target = unsafe { body::<M $(, $parameter)*>(pc, registers, &*thread, word) };
            // SAFETY: the body has left pc and registers of a frame.
            unsafe {
                match target {
                    Some((pc, registers)) => {
                        $crate::handlers::next::<Thread, _, M>(pc, registers, thread)
                    }
                    None => $crate::handlers!(@otherwise M $($otherwise $($($argument),+)?)?)
                        (pc, registers, thread, word),
                }
            }
        })*
    };
    (@otherwise $mode:ident) => { $crate::handlers::generic::<Thread, _, $mode> };
    (@otherwise $mode:ident $otherwise:ident $($argument:ident),*) => {
        $otherwise::<$mode $(, $argument)*>
    };
}

pub use crate::handlers;
