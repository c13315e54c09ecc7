//! A Python thread: the runtime's mutator and what Python keeps beside it.
//!
//! # Frames
//!
//! Frames are windows on the value stack, as `motet_python_bytecode::ops` ("Calls") draws them. The
//! current one is named by three words of the thread: `registers` (its register 0), `pc` (the
//! instruction being executed) and `next` (where execution goes on). Everything outside of
//! `interp/` reaches them through the methods here, which are safe:
//!
//! - I-FRAME-1: `registers` points into the value stack, behind the five header words of a frame
//!   that   `push_frame` laid out; word 3 of the header is the address of a `LoadedCode`, which
//!   lives for ever.
//! - I-FRAME-2: a code object was verified (or compiled by us): its operands name registers below
//!   `register_count`, and the stack has room for so many words from `registers` on.
//! - I-FRAME-3: `pc` and `next` point into the instructions of the current frame's code, except
//!   that   `next` is null after the return of the outermost frame of a run loop.
#![allow(
    unsafe_code,
    reason = "the one place that turns stack words and code words into values"
)]

use crate::exception;
use std::cell::{Cell, RefCell};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Instant;

use motet_python_bytecode::FRAME_HEADER_WORDS;
use motet_tm::{Control, Mutator, Object, OutOfMemory, Root, Unwind, Value, Word};

use crate::code::LoadedCode;
use crate::kinds::{NONE, UNBOUND};
use crate::lookup_cache::LookupCache;
use crate::machine::Machine;
use crate::native::Outcome;
use crate::output;
use crate::waiting::{Key, Waiter};

/// Word of a frame's header where the result goes.
pub(crate) const HEADER_RESULT: usize = 0;
/// Word of a frame's header with the address of the instruction to return to.
pub(crate) const HEADER_RETURN: usize = 1;
/// Word of a frame's header with the address of the caller's registers.
pub(crate) const HEADER_REGISTERS: usize = 2;
/// Word of a frame's header with the address of the code.
pub(crate) const HEADER_CODE: usize = 3;
/// Word of a frame's header with the callable.
pub(crate) const HEADER_CALLABLE: usize = 4;

/// Thread root: the exception being raised, while `Unwind::Raise` travels.
pub(crate) const ROOT_RAISED: usize = 0;
/// Thread root: the exception being handled (`sys.exc_info`).
pub(crate) const ROOT_HANDLED: usize = 1;
/// Thread root: what [`ROOT_HANDLED`] was where the running generators were resumed, the innermost
/// that was something. A generator's own handled exceptions are apart from its caller's.
pub(crate) const ROOT_HANDLED_OUTSIDE: usize = 3;
/// Thread root: the `threading.Thread` of this thread.
pub(crate) const ROOT_THREAD: usize = 2;
/// Thread root: the dict of this thread's parts of `threading.local` objects.
pub(crate) const ROOT_LOCALS: usize = 7;

/// What a blocking operation waits for. See [`Unwind::Wait`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum WaitRequest {
    /// For a sleeper of the key to be woken, or for a time.
    Key { key: Key, deadline: Option<Instant> },
    /// For a time.
    Until(Instant),
}

/// What is restored when a transaction is rolled back, beside what the runtime restores.
#[derive(Clone, Copy)]
pub(crate) struct Checkpoint {
    pub(crate) next: *const u32,
    /// Where what comes up before `next` is raised.
    pub(crate) pc: *const u32,
    pub(crate) registers: *mut Word,
    /// Of the wait that the transaction comes from: who has slept does not sleep again.
    pub(crate) deadline: Option<(Instant, *const u32)>,
}

/// A frame of the program: what runs in it, and which instruction.
pub(crate) struct FrameView<'a> {
    pub(crate) callable: Value<'a>,
    pub(crate) instruction: usize,
}

/// A Python thread. Everything that runs Python code takes it mutably.
#[repr(C)]
pub struct Thread {
    mutator: Mutator,
    pub(crate) pc: Cell<*const u32>,
    pub(crate) next: Cell<*const u32>,
    pub(crate) registers: Cell<*mut Word>,
    /// The first word of the instruction being executed.
    pub(crate) word: Cell<u32>,
    /// How many native calls that called back are on the native stack.
    pub(crate) native_depth: Cell<u32>,
    /// Where the frames stand that have called native code which has called back.
    pub(crate) native_calls: RefCell<Vec<*const u32>>,
    /// Set by an operation that has reached a yield point.
    pub(crate) at_yield_point: Cell<bool>,
    /// This thread, for fast halves that call functions which take it mutably; set while they run.
    pub(crate) own: Cell<*mut Thread>,
    /// Why the fast halves have stopped, if not for an event.
    pub(crate) failure: Cell<Option<Unwind>>,
    /// Set for a call of a class that `type.__call__` makes.
    pub(crate) plain_construction: Cell<bool>,
    /// Set by an operation that raises again what it has caught.
    pub(crate) keeps_traceback: Cell<bool>,
    /// How many of the machine's pending class changes are this transaction's.
    pub(crate) class_changes: Cell<u64>,
    pub(crate) is_transactional: bool,
    /// Whether transactions have a length in yield points.
    pub(crate) counts_yield_points: bool,
    pub(crate) checkpoint: Cell<Checkpoint>,
    /// The runtime's count of changes before the transaction began.
    pub(crate) changes_at_begin: Cell<u64>,
    pub(crate) wait_request: Cell<Option<WaitRequest>>,
    /// Whether the operation that must wait was called by native code.
    pub(crate) wait_is_nested: Cell<bool>,
    /// When the blocking operation that is being tried gives up, and which instruction it is.
    pub(crate) deadline: Cell<Option<(Instant, *const u32)>>,
    /// Where the thread has signed in, while a blocking operation is tried again.
    pub(crate) waiter: RefCell<Option<Arc<Waiter>>>,
    /// The keys of locks that this transaction has let go of.
    pub(crate) released: RefCell<Vec<Key>>,
    /// Signals that this transaction has handled, one bit each.
    pub(crate) signals_taken: Cell<u64>,
    /// How often the thread has handled signals.
    pub(crate) signals_seen: Cell<u64>,
    /// What that was when `signal.pause` was called.
    pub(crate) paused_at: Cell<Option<u64>>,
    /// How many keys the thread has given to locks.
    pub(crate) keys_drawn: Cell<u64>,
    /// Threads to be started when the transaction commits.
    pub(crate) starting: RefCell<Vec<StartRequest>>,
    pub(crate) output: output::Pending,
    pub(crate) ident: u64,
    /// Names of the keyword arguments of the native call being made.
    pub(crate) keyword_names: Vec<String>,
    /// What lookups on classes have found.
    pub(crate) lookups: LookupCache,
    machine: &'static Machine,
}

impl Deref for Thread {
    type Target = Mutator;
    #[inline(always)]
    fn deref(&self) -> &Mutator {
        &self.mutator
    }
}

impl DerefMut for Thread {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Mutator {
        &mut self.mutator
    }
}

// SAFETY: the pointers name words of the value stack, which the mutator owns and which moves with
// it, and words of code, which live for ever and are shared.
unsafe impl Send for Thread {}

impl Thread {
    /// A thread that has not begun to run.
    pub(crate) fn new(mutator: Mutator, machine: &'static Machine, ident: u64) -> Thread {
        let start = mutator.stack.start();
        let checkpoint = Checkpoint {
            next: std::ptr::null(),
            pc: std::ptr::null(),
            registers: start,
            deadline: None,
        };
        let control = mutator.runtime().config().control;
        let thread = Thread {
            mutator,
            pc: Cell::new(std::ptr::null()),
            next: Cell::new(std::ptr::null()),
            registers: Cell::new(start),
            word: Cell::new(0),
            native_depth: Cell::new(0),
            native_calls: RefCell::new(Vec::new()),
            at_yield_point: Cell::new(false),
            own: Cell::new(std::ptr::null_mut()),
            failure: Cell::new(None),
            plain_construction: Cell::new(false),
            keeps_traceback: Cell::new(false),
            class_changes: Cell::new(0),
            is_transactional: control == Control::Stm,
            counts_yield_points: control != Control::Gil,
            checkpoint: Cell::new(checkpoint),
            changes_at_begin: Cell::new(0),
            wait_request: Cell::new(None),
            wait_is_nested: Cell::new(false),
            deadline: Cell::new(None),
            starting: RefCell::new(Vec::new()),
            output: output::Pending::default(),
            ident,
            waiter: RefCell::new(None),
            released: RefCell::new(Vec::new()),
            keys_drawn: Cell::new(0),
            signals_taken: Cell::new(0),
            signals_seen: Cell::new(0),
            paused_at: Cell::new(None),
            keyword_names: Vec::new(),
            lookups: LookupCache::new(),
            machine,
        };
        thread.set_thread_root(ROOT_RAISED, NONE);
        thread.set_thread_root(ROOT_HANDLED, NONE);
        thread.set_thread_root(ROOT_HANDLED_OUTSIDE, NONE);
        thread.set_thread_root(ROOT_THREAD, NONE);
        thread.set_thread_root(ROOT_LOCALS, NONE);
        thread
    }

    /// What all threads share.
    #[inline(always)]
    pub(crate) fn machine(&self) -> &'static Machine {
        self.machine
    }

    // ---- the value stack by index

    /// The index of a stack word by its address.
    #[inline]
    pub(crate) fn index_of(&self, pointer: *mut Word) -> usize {
        (pointer as usize - self.stack.start() as usize) / size_of::<Word>()
    }

    /// The index on the value stack of a register of the current frame.
    #[cfg(simulated)]
    #[inline]
    pub(crate) fn index_of_register(&self, register: usize) -> usize {
        self.index_of(self.registers.get().wrapping_add(register))
    }

    #[inline]
    pub(crate) fn pointer_to(&self, index: usize) -> *mut Word {
        self.stack.start().wrapping_add(index)
    }

    /// The word at `index` of the value stack.
    #[inline]
    pub(crate) fn stack_value(&self, index: usize) -> Value<'_> {
        // SAFETY: `stack_word` checks the bound; I-ROOT-1 for the value.
        unsafe { Value::from_register(self.stack_word(index)) }
    }

    #[inline]
    fn stack_word(&self, index: usize) -> Word {
        let pointer = self.pointer_to(index);
        assert!(pointer < self.stack.soft_end(), "inside the value stack");
        // SAFETY: inside the mapping, which only this thread touches.
        unsafe { pointer.read() }
    }

    /// Some words of the value stack, one after the other.
    #[inline]
    pub(crate) fn stack_values(&self, index: usize, count: usize) -> &[Value<'_>] {
        let first = self.pointer_to(index);
        assert!(
            first.wrapping_add(count) <= self.stack.soft_end(),
            "inside the value stack"
        );
        // SAFETY: inside the mapping, which only this thread touches; words of frames are values
        // (I-ROOT-1), and a value is a word (`repr(transparent)`). Who looks at a list of them
        // copies it before anything else is done.
        unsafe { std::slice::from_raw_parts(first.cast_const().cast::<Value<'_>>(), count) }
    }

    /// Changes the word at `index` of the value stack.
    #[inline]
    pub(crate) fn set_stack_value(&self, index: usize, value: Value<'_>) {
        self.set_stack_word(index, value.word());
    }

    #[inline]
    pub(crate) fn set_stack_word(&self, index: usize, word: Word) {
        let pointer = self.pointer_to(index);
        assert!(pointer < self.stack.soft_end(), "inside the value stack");
        // SAFETY: inside the mapping, which only this thread touches.
        unsafe { pointer.write(word) }
    }

    /// Moves `count` words of the value stack up by `distance`.
    pub(crate) fn move_up(&self, from: usize, count: usize, distance: usize) {
        for index in (from..from + count).rev() {
            self.set_stack_word(index + distance, self.stack_word(index));
        }
    }

    /// Moves `count` words of the value stack, that begin `distance` above `to`, down there.
    pub(crate) fn move_down(&self, to: usize, count: usize, distance: usize) {
        for index in to..to + count {
            self.set_stack_word(index, self.stack_word(index + distance));
        }
    }

    /// The index of the word after the current frame.
    pub(crate) fn top_index(&self) -> usize {
        self.index_of(self.stack.top())
    }

    /// Makes the current frame end at `index` (natives put arguments behind it).
    pub(crate) fn set_top_index(&self, index: usize) {
        self.stack
            .set_frame(self.stack.frame(), self.pointer_to(index));
    }

    // ---- the current frame

    /// The index of the current frame's register 0.
    #[inline]
    pub(crate) fn registers_index(&self) -> usize {
        self.index_of(self.registers.get())
    }

    /// A register of the current frame.
    #[inline(always)]
    pub(crate) fn register(&self, index: u8) -> Value<'_> {
        // SAFETY: I-FRAME-1 and I-FRAME-2: inside the frame.
        unsafe { Value::from_register(*self.registers.get().add(usize::from(index))) }
    }

    /// Some registers of the current frame, one after the other.
    #[inline]
    pub(crate) fn registers_from(&self, first: u8, count: u8) -> &[Value<'_>] {
        self.stack_values(self.registers_index() + usize::from(first), count.into())
    }

    /// Changes a register of the current frame.
    #[inline(always)]
    pub(crate) fn set_register(&self, index: u8, value: Value<'_>) {
        // SAFETY: as in `register`.
        unsafe { *self.registers.get().add(usize::from(index)) = value.word() }
    }

    /// Changes a register to a word that was just taken from a value.
    #[inline]
    pub(crate) fn set_register_word(&self, index: u8, word: Word) {
        self.set_stack_word(self.registers_index() + usize::from(index), word);
    }

    /// A root for what a register holds.
    pub(crate) fn root_register(&self, index: u8) -> Root {
        self.root(self.register(index))
    }

    /// A constant of the current code.
    #[inline]
    pub(crate) fn constant(&self, index: usize) -> Value<'_> {
        // SAFETY: constants are immediate or pinned (`code.rs`).
        unsafe { Value::from_register(self.code().constants[index]) }
    }

    /// Makes an instruction the current one, for the thread and for the runtime's events: there a
    /// position is the address of an instruction, which lives for ever.
    #[inline]
    pub(crate) fn set_pc(&self, pc: *const u32) {
        self.pc.set(pc);
        self.set_position(pc as u64);
    }

    /// The word of an instruction.
    #[inline]
    pub(crate) fn fetch_word(&self, pc: *const u32) -> u32 {
        // SAFETY: I-FRAME-3.
        unsafe { *pc }
    }

    /// Whether a frame is running.
    pub(crate) fn has_frame(&self) -> bool {
        self.registers.get() > self.stack.start()
    }

    fn header_word(&self, index: usize) -> Word {
        assert!(self.has_frame(), "a frame runs");
        // SAFETY: I-FRAME-1: the header lies right before the registers.
        unsafe { *self.registers.get().sub(FRAME_HEADER_WORDS).add(index) }
    }

    /// The code of the current frame.
    #[inline(always)]
    pub(crate) fn code(&self) -> &'static LoadedCode {
        // SAFETY: I-FRAME-1.
        unsafe {
            let header = self.registers.get().sub(FRAME_HEADER_WORDS);
            &*((*header.add(HEADER_CODE)).0 as *const LoadedCode)
        }
    }

    /// The function that runs in the current frame.
    pub(crate) fn callable(&self) -> Value<'_> {
        // SAFETY: the header word is a valid value (I-ROOT-1).
        unsafe { Value::from_register(self.header_word(HEADER_CALLABLE)) }
    }

    /// The generator whose frame is the current one: it keeps that where the result will be.
    pub(crate) fn running_generator(&self) -> Value<'_> {
        // SAFETY: the header word is a valid value (I-ROOT-1).
        unsafe { Value::from_register(self.header_word(HEADER_RESULT)) }
    }

    /// The second word of the instruction being executed.
    #[inline(always)]
    pub(crate) fn extension(&self) -> u32 {
        // SAFETY: I-FRAME-2: an instruction whose form has an extension is followed by it.
        unsafe { *self.pc.get().add(1) }
    }

    /// Execution goes on `distance` words from where it would.
    #[inline(always)]
    pub(crate) fn jump(&self, distance: i32) {
        self.next
            .set(self.next.get().wrapping_offset(distance as isize));
    }

    /// The instruction to be executed next: its index in the current code.
    pub(crate) fn index_of_instruction(&self, pointer: *const u32) -> usize {
        (pointer as usize - self.code().instructions.as_ptr() as usize) / size_of::<u32>()
    }

    /// Execution goes on at an instruction of the current code.
    pub(crate) fn go_to(&self, index: usize) {
        self.next.set(self.code().instructions[index..].as_ptr());
    }

    /// Tells the runtime where the current frame lies.
    #[inline]
    pub(crate) fn announce_frame(&self) {
        let registers = self.registers.get();
        let count = self.code().register_count as usize;
        let frame = registers.wrapping_sub(FRAME_HEADER_WORDS);
        self.stack.set_frame(frame, registers.wrapping_add(count));
    }

    /// Makes room for a stack that ends at `index`; false when there is too much on it.
    #[inline]
    pub(crate) fn reserve_stack(&self, index: usize) -> bool {
        self.pointer_to(index) <= self.stack.soft_end() || self.extend_stack(index)
    }

    #[cold]
    fn extend_stack(&self, index: usize) -> bool {
        self.frame_count() < self.machine.recursion_limit()
            && self.stack.extend_soft_end(self.pointer_to(index))
    }

    /// How many frames there are: counted, since calls do not count.
    fn frame_count(&self) -> usize {
        let mut count = self.native_depth.get() as usize;
        let mut registers = self.registers.get();
        while registers > self.stack.start() {
            count += 1;
            // SAFETY: I-FRAME-1, and each header leads to the caller's registers.
            registers = unsafe {
                (*registers.sub(FRAME_HEADER_WORDS).add(HEADER_REGISTERS)).0 as *mut Word
            };
        }
        count
    }

    /// Enters a frame whose header begins at `header`, with callable and arguments in place: room
    /// was reserved.
    pub(crate) fn push_frame(&self, header: usize, code: &'static LoadedCode, returns: *const u32) {
        let caller = self.registers.get();
        self.set_stack_word(header + HEADER_RETURN, Word(returns as u64));
        self.set_stack_word(header + HEADER_REGISTERS, Word(caller as u64));
        self.set_stack_word(header + HEADER_CODE, Word(code as *const LoadedCode as u64));
        self.registers
            .set(self.pointer_to(header + FRAME_HEADER_WORDS));
        self.next.set(code.instructions.as_ptr());
    }

    /// Leaves the current frame. Returns where execution goes on: null if in native code.
    /// The caller's frame may be written after it.
    pub(crate) fn pop_frame(&mut self) -> *const u32 {
        let returns = self.header_word(HEADER_RETURN).0 as *const u32;
        let caller = self.header_word(HEADER_REGISTERS).0 as *mut Word;
        self.registers.set(caller);
        if caller > self.stack.start() {
            let frame = caller.wrapping_sub(FRAME_HEADER_WORDS);
            if frame < self.stack.low_water() {
                // The frame ends where the runtime's words of it do, not at the callee's.
                self.stack.lower_water(frame);
            }
        }
        returns
    }

    // ---- functions as values of code

    /// The code that the raw word of a function object names.
    pub(crate) fn code_at(&self, word: u64) -> &'static LoadedCode {
        // SAFETY: word 1 of a function is the address of its code, which lives for ever; the words
        // of code objects, frames and tracebacks that are passed here are too.
        unsafe { &*(word as *const LoadedCode) }
    }

    /// The native that the number in a native function object names.
    #[inline(always)]
    pub(crate) fn native_at(&self, number: i64) -> &'static crate::native::NativeFunction {
        // SAFETY: `machine.rs` gives native function objects the addresses of natives that it keeps
        // for ever, and nothing else becomes the number of one.
        unsafe { &*(number as *const crate::native::NativeFunction) }
    }

    /// The cell that the inline cache of a method names.
    #[inline(always)]
    pub(crate) fn cached_cell(&self, cache: u64) -> Option<Object<'_>> {
        // SAFETY: the cache holds what `cell_entry` made of a pinned cell.
        unsafe { Value::from_register(crate::inline_cache::cached_word(cache)) }.as_object()
    }

    /// A constant of any code.
    pub(crate) fn constant_of(&self, code: &'static LoadedCode, index: usize) -> Value<'_> {
        // SAFETY: constants are immediate or pinned (`code.rs`).
        unsafe { Value::from_register(code.constants[index]) }
    }

    /// A value that names what runs: the function, or the address of code that is not that of the
    /// function. See [`Thread::code_of_callable`].
    pub(crate) fn callable_or_code<'a>(
        &'a self,
        callable: Value<'a>,
        code: &'static LoadedCode,
    ) -> Value<'a> {
        match self.object_of(callable, crate::kinds::CLASS_FUNCTION) {
            Some(function) if std::ptr::eq(self.function_code(function), code) => callable,
            _ => Value::immediate(Word(std::ptr::from_ref(code) as u64)),
        }
    }

    /// The code that a word of an object names which [`Thread::callable_or_code`] has made.
    pub(crate) fn code_of_callable(&self, object: Object<'_>, word: u64) -> &'static LoadedCode {
        let view = self.read(object);
        match self.object_of(view.get(word), crate::kinds::CLASS_FUNCTION) {
            Some(function) => self.function_code(function),
            None => self.code_at(view.raw(word)),
        }
    }

    /// The frames of the program, the running one first.
    pub(crate) fn frames(&self) -> Vec<FrameView<'_>> {
        let mut frames = Vec::new();
        let mut registers = self.registers.get();
        let mut pc = self.pc.get();
        let calls = self.native_calls.borrow();
        let mut calls = calls.iter().rev();
        while registers > self.stack.start() {
            // SAFETY: I-FRAME-1, and each header leads to the caller's registers.
            let header = unsafe { registers.sub(FRAME_HEADER_WORDS) };
            let word = |index: usize| {
                // SAFETY: as above.
                unsafe { *header.add(index) }
            };
            // SAFETY: I-FRAME-1.
            let code = unsafe { &*(word(HEADER_CODE).0 as *const LoadedCode) };
            // SAFETY: the header word is a valid value (I-ROOT-1).
            let callable = unsafe { Value::from_register(word(HEADER_CALLABLE)) };
            let start = code.instructions.as_ptr() as usize;
            let offset = (pc as usize).saturating_sub(start) / size_of::<u32>();
            if !code.is_internal {
                frames.push(FrameView {
                    callable: self.callable_or_code(callable, code),
                    instruction: offset.min(code.instructions.len() - 1),
                });
            }
            let returns = word(HEADER_RETURN).0 as *const u32;
            pc = if returns.is_null() {
                calls.next().copied().unwrap_or(std::ptr::null())
            } else {
                returns.wrapping_sub(1)
            };
            registers = word(HEADER_REGISTERS).0 as *mut Word;
        }
        frames
    }

    // ---- exceptions

    /// The name of keyword argument `index` of the native call being made.
    pub fn keyword_name(&self, index: usize) -> &str {
        &self.keyword_names[index]
    }

    /// Raises an exception of a built-in class: sets it as the thread's and returns the unwinding.
    /// `class` is a number of `exception.rs` (`TYPE_ERROR`, …).
    #[cold]
    pub fn raise(&self, class: u32, message: impl AsRef<str>) -> Unwind {
        let message = message.as_ref();
        if message.is_empty() {
            return self.raise_value(crate::exception::new(self, class, &[]));
        }
        let text = crate::text::new_str(self, message);
        self.raise_value(crate::exception::new(self, class, &[text]))
    }

    /// Raises an exception of a built-in class with one argument.
    #[cold]
    pub fn raise_with(&self, class: u32, argument: Value<'_>) -> Unwind {
        self.raise_value(crate::exception::new(self, class, &[argument]))
    }

    /// Raises an exception object.
    pub fn raise_value(&self, exception: Value<'_>) -> Unwind {
        self.set_thread_root(ROOT_RAISED, exception);
        match crate::exception::set_context(self, exception) {
            Ok(()) => Unwind::Raise,
            Err(unwind) => unwind,
        }
    }

    /// Whether the exception being raised is of a built-in class (or one below it); if so it is
    /// dropped, as if it had never been raised.
    pub fn take_exception_of(&self, class: u32) -> bool {
        let taken = self.is_instance(self.thread_root(ROOT_RAISED), class);
        if taken {
            self.set_thread_root(ROOT_RAISED, NONE);
        }
        taken
    }

    // ---- calls from native code

    /// Calls `callable` with positional arguments. The result is a root: it survives the next call.
    ///
    /// # Errors
    /// What the callee raises, or an abort.
    pub fn call(&mut self, callable: Root, arguments: &[Root]) -> Outcome<Root> {
        crate::upcalls::call_with_names(self, callable, arguments, &[])
    }

    /// Calls method `name` of `receiver` as found on its *type* (special method lookup);
    /// `None` if the type has no such method.
    ///
    /// # Errors
    /// What the callee raises, or an abort.
    pub fn call_special(
        &mut self,
        receiver: Root,
        name: &'static str,
        arguments: &[Root],
    ) -> Outcome<Option<Root>> {
        (self.machine.upcalls.call_special)(self, receiver, name, arguments)
    }

    /// Whether a class has a special method.
    pub fn has_special(&self, class: u32, name: &'static str) -> bool {
        let symbol = self.known_symbol(name);
        symbol.is_some_and(|symbol| self.look_up(class, symbol).is_some())
    }

    /// A register that holds no mark of being unbound.
    pub(crate) fn is_unbound(&self, index: u8) -> bool {
        self.register(index) == UNBOUND
    }
}

/// The identification of the main thread.
pub(crate) const MAIN_IDENT: u64 = 1;

// ---- the stack

impl Thread {
    /// Makes sure that there is room for a stack up to `index`.
    pub(crate) fn need_stack(&self, index: usize) -> Outcome<()> {
        if self.reserve_stack(index) {
            Ok(())
        } else {
            Err(self.too_deep())
        }
    }

    /// The error of a stack that is used up.
    #[cold]
    pub(crate) fn too_deep(&self) -> Unwind {
        self.raise(
            crate::exception::RECURSION_ERROR,
            "maximum recursion depth exceeded",
        )
    }
}

impl Thread {
    /// Counts a yield point; whether the transaction's length is used up.
    pub(crate) fn is_used_up(&self) -> bool {
        self.counts_yield_points && self.use_fuel()
    }

    /// Whether a transaction may end at this place.
    pub(crate) fn may_commit(&self) -> bool {
        !self.is_atomic() && self.native_depth.get() == 0
    }

    /// Remembers where a transaction begins.
    pub(crate) fn take_checkpoint(&self) {
        self.checkpoint.set(Checkpoint {
            next: self.next.get(),
            pc: self.pc.get(),
            registers: self.registers.get(),
            deadline: self.deadline.get(),
        });
    }
}

/// A thread of the operating system that waits for the transaction to commit. Dropped unsent (the
/// transaction was undone), it ends.
pub(crate) struct StartRequest {
    /// Holds the `threading.Thread`.
    pub(crate) cell: motet_tm::Pinned,
    pub(crate) ident: u64,
    pub(crate) go: std::sync::mpsc::SyncSender<Thread>,
    /// What a simulated thread runs.
    #[cfg(simulated)]
    pub(crate) body: Option<Box<dyn FnOnce()>>,
}

impl Thread {
    /// As [`motet_tm::Mutator::collect_if_due`], inside of a native that makes as much as a program
    /// likes: it ends where memory does. (Else it would go on far behind the limit, and what it
    /// was not told the next handler of the program would be.)
    ///
    /// # Errors
    /// `MemoryError`.
    #[inline]
    pub(crate) fn collect_in_native(&mut self) -> Outcome<()> {
        if self.is_collection_due() {
            self.collect_if_due();
            if self.take_out_of_memory() {
                return Err(self.no_memory());
            }
        }
        Ok(())
    }
}

/// Turns a refused request for memory into `MemoryError`.
#[inline]
pub fn allocated<T>(thread: &Thread, result: Result<T, OutOfMemory>) -> Outcome<T> {
    result.map_err(|OutOfMemory| thread.raise(exception::MEMORY_ERROR, ""))
}
