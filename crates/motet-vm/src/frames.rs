//! Frames: windows on the value stack, and the words that name the current one.
//!
//! ```text
//!   result │ return address │ caller's registers │ code │ callable │ r0  r1  r2 …
//!   ╰──────────────────── header, 5 words ───────────────────────╯ ╰─ registers ─╯
//! ```
//!
//! The current frame is named by three words of the thread: `registers` (its register 0), `pc`
//! (the instruction that is executed) and `next` (where execution goes on). Everything but handlers
//! (`handlers.rs`) reaches frames through the methods here. Interpreters keep these invariants; the
//! methods check them in builds with debug assertions:
//!
//! - I-FRAME-1: `registers` points into the value stack, behind the five header words of a frame
//!   that [`Thread::push_frame`] or a handler laid out; word 3 of the header is the address of a
//!   [`Code`], which lives for ever.
//! - I-FRAME-2: a code object was verified (or compiled by the language itself): its operands name
//!   registers below `register_count`, an instruction whose form has an extension is followed by
//!   it, and the stack has room for so many words from `registers` on.
//! - I-FRAME-3: `pc` and `next` point into the instructions of the current frame's code, except
//!   that `next` is null after the return of the outermost frame of a run loop.
#![allow(
    unsafe_code,
    reason = "the one place that turns stack words and code words into values"
)]

use std::cell::{Cell, RefCell};

use motet_tm::{Root, Value, Word};

use crate::code::{Code, CodeHead};
use crate::thread::Thread;

/// How many words stand before a frame's registers.
pub const FRAME_HEADER_WORDS: usize = 5;
/// Word of a frame's header where the result goes.
pub const HEADER_RESULT: usize = 0;
/// Word of a frame's header with the address of the instruction to return to.
pub const HEADER_RETURN: usize = 1;
/// Word of a frame's header with the address of the caller's registers.
pub const HEADER_REGISTERS: usize = 2;
/// Word of a frame's header with the address of the code.
pub const HEADER_CODE: usize = 3;
/// Word of a frame's header with the callable.
pub const HEADER_CALLABLE: usize = 4;

/// The part of a thread that names the current frame.
#[repr(C)]
pub(crate) struct Frames {
    /// The instruction that is executed.
    pub(crate) pc: Cell<*const u32>,
    /// The place where execution goes on.
    pub(crate) next: Cell<*const u32>,
    /// Register 0 of the current frame.
    pub(crate) registers: Cell<*mut Word>,
    /// The first word of the instruction that is executed.
    pub(crate) word: Cell<u32>,
    /// How many native calls that called back are on the native stack.
    pub(crate) native_depth: Cell<u32>,
    /// The registers and the `pc` of each frame that has called native code which has called back.
    /// (A native that it calls back has no frame: it may call back for the same one.)
    pub(crate) native_calls: RefCell<Vec<(*mut Word, *const u32)>>,
}

impl Frames {
    /// No frame: the registers would begin at the start of the stack.
    pub(crate) fn new(start: *mut Word) -> Frames {
        Frames {
            pc: Cell::new(std::ptr::null()),
            next: Cell::new(std::ptr::null()),
            registers: Cell::new(start),
            word: Cell::new(0),
            native_depth: Cell::new(0),
            native_calls: RefCell::new(Vec::new()),
        }
    }
}

/// A frame of the program, found by a walk along the stack.
#[derive(Clone, Copy)]
pub struct FrameView<'a> {
    /// The address of the frame's code: of the language's own type, as [`Thread::push_frame`] got
    /// it.
    pub code: u64,
    /// The callable in the header.
    pub callable: Value<'a>,
    /// The index of the frame's register 0 on the value stack.
    pub registers: usize,
    /// The index of the instruction that the frame executes.
    pub instruction: usize,
}

/// The place of a thread when native code called back: see [`Thread::save_frame`].
#[derive(Clone, Copy, Debug)]
pub struct SavedFrame {
    pc: *const u32,
    next: *const u32,
    word: u32,
    registers: *mut Word,
    frame: *mut Word,
    top: *mut Word,
}

/// The value stack by index.
impl Thread {
    /// The index of a stack word by its address.
    #[inline]
    pub fn index_of(&self, pointer: *mut Word) -> usize {
        (pointer as usize - self.stack.start() as usize) / size_of::<Word>()
    }

    /// The address of the word at `index` of the value stack.
    #[inline]
    pub fn pointer_to(&self, index: usize) -> *mut Word {
        self.stack.start().wrapping_add(index)
    }

    /// The word at `index` of the value stack.
    #[inline]
    pub fn stack_value(&self, index: usize) -> Value<'_> {
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
    pub fn stack_values(&self, index: usize, count: usize) -> &[Value<'_>] {
        let first = self.pointer_to(index);
        assert!(
            first.wrapping_add(count) <= self.stack.soft_end(),
            "inside the value stack"
        );
        // SAFETY: inside the mapping, which only this thread touches; words of frames are values
        // (I-ROOT-1), and a value is a word (`repr(transparent)`). A reader of a list of them
        // copies it before anything else is done.
        unsafe { std::slice::from_raw_parts(first.cast_const().cast::<Value<'_>>(), count) }
    }

    /// Changes the word at `index` of the value stack.
    #[inline]
    pub fn set_stack_value(&self, index: usize, value: Value<'_>) {
        self.set_stack_word(index, value.word());
    }

    /// Changes the word at `index` of the value stack to a word that was just taken from a value,
    /// or to a header word.
    #[inline]
    pub fn set_stack_word(&self, index: usize, word: Word) {
        let pointer = self.pointer_to(index);
        assert!(pointer < self.stack.soft_end(), "inside the value stack");
        // SAFETY: inside the mapping, which only this thread touches.
        unsafe { pointer.write(word) }
    }

    /// Moves `count` words of the value stack up by `distance`.
    pub fn move_up(&self, from: usize, count: usize, distance: usize) {
        for index in (from..from + count).rev() {
            self.set_stack_word(index + distance, self.stack_word(index));
        }
    }

    /// Moves `count` words of the value stack, that begin `distance` above `to`, down there.
    pub fn move_down(&self, to: usize, count: usize, distance: usize) {
        for index in to..to + count {
            self.set_stack_word(index, self.stack_word(index + distance));
        }
    }

    /// The index of the word after the current frame.
    pub fn top_index(&self) -> usize {
        self.index_of(self.stack.top())
    }

    /// Makes the current frame end at `index` (native code puts arguments behind it).
    pub fn set_top_index(&self, index: usize) {
        self.stack
            .set_frame(self.stack.frame(), self.pointer_to(index));
    }

    /// Tells the runtime that no frame is left.
    pub fn clear_frames(&self) {
        self.stack.set_frame(self.stack.start(), self.stack.start());
    }

    /// Makes room for a stack that ends at `index`; false when there is too much on it.
    #[inline]
    pub fn reserve_stack(&self, index: usize) -> bool {
        self.pointer_to(index) <= self.stack.soft_end() || self.extend_stack(index)
    }

    #[cold]
    fn extend_stack(&self, index: usize) -> bool {
        self.frame_count() < self.vm().recursion_limit()
            && self.stack.extend_soft_end(self.pointer_to(index))
    }
}

/// The words that name the current frame.
impl Thread {
    /// The instruction that is executed.
    #[inline(always)]
    pub fn pc(&self) -> *const u32 {
        self.frames.pc.get()
    }

    /// Makes an instruction the current one, for the thread and for the runtime's events: there a
    /// position is the address of an instruction, which lives for ever.
    #[inline]
    pub fn set_pc(&self, pc: *const u32) {
        self.frames.pc.set(pc);
        self.set_position(pc as u64);
    }

    /// The place where execution goes on; null behind the outermost frame of a run loop.
    #[inline(always)]
    pub fn next(&self) -> *const u32 {
        self.frames.next.get()
    }

    /// Execution goes on at an address of the frame's code (I-FRAME-3).
    #[inline(always)]
    pub fn set_next(&self, next: *const u32) {
        self.frames.next.set(next);
    }

    /// Register 0 of the current frame.
    #[inline(always)]
    pub fn registers(&self) -> *mut Word {
        self.frames.registers.get()
    }

    /// Makes another frame the current one (I-FRAME-1).
    #[inline(always)]
    pub fn set_registers(&self, registers: *mut Word) {
        debug_assert!(
            registers >= self.stack.start() && registers <= self.stack.soft_end(),
            "I-FRAME-1: registers lie on the value stack"
        );
        self.frames.registers.set(registers);
    }

    /// The first word of the instruction that is executed.
    #[inline(always)]
    pub fn word(&self) -> u32 {
        self.frames.word.get()
    }

    /// Begins the instruction at `next`, whose first word is `word` and which has `words` words.
    #[inline]
    pub fn begin_instruction(&self, word: u32, words: usize) {
        let pc = self.next();
        self.frames.word.set(word);
        self.set_pc(pc);
        self.set_next(pc.wrapping_add(words));
        self.announce_frame();
        self.check_frame();
    }

    /// The instruction that is executed runs again when execution goes on.
    pub fn repeat_instruction(&self) {
        self.set_next(self.pc());
    }

    /// The first word of the instruction at `next`.
    #[inline]
    pub fn next_word(&self) -> u32 {
        debug_assert!(
            self.code_head().contains(self.next()),
            "I-FRAME-3: an instruction of the current code"
        );
        // SAFETY: I-FRAME-3.
        unsafe { *self.next() }
    }

    /// The word of an instruction of the current code.
    #[inline]
    pub fn fetch_word(&self, pc: *const u32) -> u32 {
        self.code_head().word_at(pc)
    }

    /// The second word of the instruction that is executed.
    #[inline(always)]
    pub fn extension(&self) -> u32 {
        // SAFETY: I-FRAME-2: an instruction whose form has an extension is followed by it.
        unsafe { *self.pc().add(1) }
    }

    /// Execution goes on `distance` words from where it would.
    #[inline(always)]
    pub fn jump(&self, distance: i32) {
        self.set_next(self.next().wrapping_offset(distance as isize));
    }

    /// The index of an instruction in the current code.
    pub fn index_of_instruction(&self, pointer: *const u32) -> usize {
        self.code_head().index_of(pointer)
    }

    /// The place of exceptions that come up when a frame is entered: the instruction that has
    /// suspended it, behind which it goes on, or its beginning.
    pub fn place_before_next(&self) -> *const u32 {
        let next = self.next();
        match self.index_of_instruction(next) {
            0 => next,
            _ => next.wrapping_sub(1),
        }
    }

    /// Execution goes on at an instruction of the current code.
    pub fn go_to(&self, index: usize) {
        self.set_next(self.code_head().instructions.address_of(index));
    }

    /// Whether a frame is running.
    pub fn has_frame(&self) -> bool {
        self.registers() > self.stack.start()
    }

    /// How many native calls that called back are on the native stack.
    #[inline(always)]
    pub fn native_depth(&self) -> u32 {
        self.frames.native_depth.get()
    }

    /// Checks the invariants of the current frame, in builds with debug assertions.
    #[inline(always)]
    pub fn check_frame(&self) {
        #[cfg(debug_assertions)]
        self.assert_frame();
    }

    #[cfg(debug_assertions)]
    fn assert_frame(&self) {
        if !self.has_frame() {
            return;
        }
        let (first, head) = (self.registers(), self.code_head());
        let header = first.wrapping_sub(FRAME_HEADER_WORDS);
        assert!(
            header >= self.stack.start() && first <= self.stack.soft_end(),
            "I-FRAME-1: the header and the registers lie on the value stack"
        );
        let end = first.wrapping_add(head.register_count as usize);
        assert!(
            end <= self.stack.soft_end(),
            "I-FRAME-2: the stack has room for all registers"
        );
        assert!(
            self.next().is_null() || head.contains(self.next()),
            "I-FRAME-3: execution goes on in the current code"
        );
    }
}

/// The registers and the header of the current frame.
impl Thread {
    /// The index on the value stack of the current frame's register 0.
    #[inline]
    pub fn registers_index(&self) -> usize {
        self.index_of(self.registers())
    }

    /// The index on the value stack of a register of the current frame.
    #[inline]
    pub fn index_of_register(&self, register: usize) -> usize {
        self.index_of(self.registers().wrapping_add(register))
    }

    /// A register of the current frame.
    #[inline(always)]
    pub fn register(&self, index: u8) -> Value<'_> {
        self.check_register(index);
        // SAFETY: I-FRAME-1 and I-FRAME-2: inside the frame.
        unsafe { Value::from_register(*self.registers().add(usize::from(index))) }
    }

    /// Some registers of the current frame, one after the other.
    #[inline]
    pub fn registers_from(&self, first: u8, count: u8) -> &[Value<'_>] {
        self.stack_values(self.registers_index() + usize::from(first), count.into())
    }

    /// Changes a register of the current frame.
    #[inline(always)]
    pub fn set_register(&self, index: u8, value: Value<'_>) {
        self.check_register(index);
        // SAFETY: as in `register`.
        unsafe { *self.registers().add(usize::from(index)) = value.word() }
    }

    /// Changes a register to a word that was just taken from a value.
    #[inline]
    pub fn set_register_word(&self, index: u8, word: Word) {
        self.set_stack_word(self.registers_index() + usize::from(index), word);
    }

    /// A root for the value of a register.
    pub fn root_register(&self, index: u8) -> Root {
        self.root(self.register(index))
    }

    #[inline(always)]
    fn check_register(&self, index: u8) {
        debug_assert!(
            u32::from(index) < self.code_head().register_count,
            "I-FRAME-2: register {index} belongs to the frame"
        );
    }

    fn header_word(&self, index: usize) -> Word {
        assert!(self.has_frame(), "a frame runs");
        // SAFETY: I-FRAME-1: the header lies right before the registers.
        unsafe { *self.registers().sub(FRAME_HEADER_WORDS).add(index) }
    }

    /// The address of the current frame's code, as [`Thread::push_frame`] got it.
    #[inline(always)]
    pub fn code_address(&self) -> u64 {
        debug_assert!(self.has_frame(), "I-FRAME-1: a frame runs");
        // SAFETY: I-FRAME-1.
        unsafe { (*self.registers().sub(FRAME_HEADER_WORDS - HEADER_CODE)).0 }
    }

    /// The head of the current frame's code.
    #[inline(always)]
    pub fn code_head(&self) -> &'static CodeHead {
        // SAFETY: I-FRAME-1: the address of a `Code`, which begins with its head.
        unsafe { &*(self.code_address() as *const CodeHead) }
    }

    /// Puts another callable, which has the same code, in the place of the one that runs in the
    /// current frame.
    pub fn set_callable(&self, callable: Value<'_>) {
        assert!(self.has_frame(), "a frame runs");
        let header = self.registers_index() - FRAME_HEADER_WORDS;
        self.set_stack_value(header + HEADER_CALLABLE, callable);
    }

    /// The callable that runs in the current frame.
    pub fn callable(&self) -> Value<'_> {
        // SAFETY: the header word is a valid value (I-ROOT-1).
        unsafe { Value::from_register(self.header_word(HEADER_CALLABLE)) }
    }

    /// The value that the current frame keeps in the place of its result.
    pub fn kept_in_result(&self) -> Value<'_> {
        // SAFETY: the header word is a valid value (I-ROOT-1).
        unsafe { Value::from_register(self.header_word(HEADER_RESULT)) }
    }
}

/// Entering and leaving frames.
impl Thread {
    /// Tells the runtime where the current frame lies.
    #[inline]
    pub fn announce_frame(&self) {
        let registers = self.registers();
        let count = self.code_head().register_count as usize;
        let frame = registers.wrapping_sub(FRAME_HEADER_WORDS);
        self.stack.set_frame(frame, registers.wrapping_add(count));
    }

    /// Enters a frame whose header begins at `header`, with callable and arguments in place: room
    /// was reserved.
    pub fn push_frame<C: Code>(&self, header: usize, code: &'static C, returns: *const u32) {
        let caller = self.registers();
        let head = code.head();
        debug_assert!(
            std::ptr::addr_eq(head, code),
            "I-FRAME-1: code begins with its head"
        );
        self.set_stack_word(header + HEADER_RETURN, Word(returns as u64));
        self.set_stack_word(header + HEADER_REGISTERS, Word(caller as u64));
        self.set_stack_word(header + HEADER_CODE, Word(code as *const C as u64));
        self.set_registers(self.pointer_to(header + FRAME_HEADER_WORDS));
        self.set_next(head.instructions.as_ptr());
        self.check_frame();
    }

    /// Leaves the current frame. Returns where execution goes on: null if in native code.
    /// The caller's frame may be written after it.
    pub fn pop_frame(&mut self) -> *const u32 {
        let returns = self.header_word(HEADER_RETURN).0 as *const u32;
        let caller = self.header_word(HEADER_REGISTERS).0 as *mut Word;
        self.set_registers(caller);
        if caller > self.stack.start() {
            let frame = caller.wrapping_sub(FRAME_HEADER_WORDS);
            if frame < self.stack.low_water() {
                // The frame ends where the runtime's words of it do, not at the callee's.
                self.stack.lower_water(frame);
            }
        }
        returns
    }

    /// Words of the frame whose register 0 lies at this index are going to be changed, though
    /// another one runs: from now on an abort restores them, and a collection looks at them.
    pub fn touch_frame(&self, registers: usize) {
        let frame = self.pointer_to(registers - FRAME_HEADER_WORDS);
        if frame < self.stack.low_water() {
            self.stack.lower_water(frame);
        }
    }

    /// Lays out the first frame of a thread, whose code makes one call: of `callable`, with
    /// `arguments`. The call begins at the code's register 0.
    pub fn lay_out_entry<C: Code>(
        &self,
        code: &'static C,
        callable: Value<'_>,
        arguments: &[Value<'_>],
    ) {
        let first = FRAME_HEADER_WORDS;
        self.set_registers(self.stack.start());
        assert!(
            self.reserve_stack(first + code.head().register_count as usize),
            "an empty stack has room"
        );
        for index in 0..first {
            self.set_stack_word(index, Word(0));
        }
        self.push_frame(0, code, std::ptr::null());
        self.set_stack_value(first + HEADER_CALLABLE, callable);
        for (index, argument) in arguments.iter().enumerate() {
            self.set_stack_value(2 * first + index, *argument);
        }
        for word in 0..HEADER_CALLABLE {
            self.set_stack_word(first + word, Word(0));
        }
        self.frames.pc.set(self.next());
        self.announce_frame();
    }

    /// Register 0 of a thread's first frame, the bottom of its run loop.
    pub fn first_registers(&self) -> *mut Word {
        self.pointer_to(FRAME_HEADER_WORDS)
    }

    /// Keeps where the thread stands, before native code calls back.
    pub fn save_frame(&self) -> SavedFrame {
        SavedFrame {
            pc: self.pc(),
            next: self.next(),
            word: self.word(),
            registers: self.registers(),
            frame: self.stack.frame(),
            top: self.stack.top(),
        }
    }

    /// Goes back to where the thread stood: the frame of that time is the current one again.
    pub fn restore_frame(&self, saved: SavedFrame) {
        self.set_pc(saved.pc);
        self.set_next(saved.next);
        self.frames.word.set(saved.word);
        self.set_registers(saved.registers);
        // A collection in a small frame may have taken the room away that many arguments had.
        if saved.top > self.stack.soft_end() {
            let has_room = self.stack.extend_soft_end(saved.top);
            assert!(has_room, "there was room before");
        }
        self.stack.set_frame(saved.frame, saved.top);
    }

    /// Native code is going to call back.
    pub(crate) fn enter_native(&self) {
        self.frames.native_depth.set(self.native_depth() + 1);
        let call = (self.registers(), self.pc());
        self.frames.native_calls.borrow_mut().push(call);
    }

    /// Notes that a call from native code is over: `depth` native calls were below it.
    pub(crate) fn leave_native(&self, depth: u32) {
        self.frames
            .native_calls
            .borrow_mut()
            .truncate(depth as usize);
        self.frames.native_depth.set(depth);
        if depth == 0 {
            self.native_code_is_left();
        }
    }
}

/// Walks along the stack.
impl Thread {
    /// How many frames there are: counted, since calls do not count. Native calls between them have
    /// a limit of their own, in `run_nested`.
    fn frame_count(&self) -> usize {
        let mut count = 0;
        let mut registers = self.registers();
        while registers > self.stack.start() {
            count += 1;
            // SAFETY: I-FRAME-1, and each header leads to the caller's registers.
            registers = unsafe {
                (*registers.sub(FRAME_HEADER_WORDS).add(HEADER_REGISTERS)).0 as *mut Word
            };
        }
        count
    }

    /// The frames of the thread, the running one first, as the walk gets to them.
    pub fn walk(&self) -> Walk<'_> {
        Walk {
            thread: self,
            registers: self.registers(),
            pc: self.pc(),
            native_calls: self.frames.native_calls.borrow().len(),
        }
    }

    /// All frames of the thread, the running one first.
    pub fn all_frames(&self) -> Vec<FrameView<'_>> {
        self.walk().collect()
    }

    /// From now on the language hears of the return of the frame whose register 0 lies at this
    /// index, and of those further out, before it happens: no handler does them. None: of none.
    pub fn watch_frame(&self, registers: Option<usize>) {
        let frame = registers.map(|index| self.pointer_to(index - FRAME_HEADER_WORDS));
        self.stack.watch(frame.unwrap_or(std::ptr::null_mut()));
    }

    /// Whether the current frame is the one that is watched.
    #[inline]
    pub fn is_watched_frame(&self) -> bool {
        self.registers().wrapping_sub(FRAME_HEADER_WORDS) == self.stack.watched()
    }
}

/// A walk along the frames: see [`Thread::walk`]. The stack stays as it is meanwhile.
pub struct Walk<'a> {
    thread: &'a Thread,
    registers: *mut Word,
    pc: *const u32,
    /// How many native calls are below the frame.
    native_calls: usize,
}

impl<'a> Iterator for Walk<'a> {
    type Item = FrameView<'a>;

    fn next(&mut self) -> Option<FrameView<'a>> {
        let thread = self.thread;
        if self.registers <= thread.stack.start() {
            return None;
        }
        // SAFETY: I-FRAME-1, and each header leads to the caller's registers.
        let header = unsafe { self.registers.sub(FRAME_HEADER_WORDS) };
        let word = |index: usize| {
            // SAFETY: as above.
            unsafe { *header.add(index) }
        };
        let code = word(HEADER_CODE).0;
        // SAFETY: I-FRAME-1.
        let head = unsafe { &*(code as *const CodeHead) };
        // SAFETY: the header word is a valid value (I-ROOT-1).
        let callable = unsafe { Value::from_register(word(HEADER_CALLABLE)) };
        let start = head.instructions.as_ptr() as usize;
        let offset = (self.pc as usize).saturating_sub(start) / size_of::<u32>();
        let view = FrameView {
            code,
            callable,
            registers: thread.index_of(self.registers),
            instruction: offset.min(head.instructions.len() - 1),
        };
        let returns = word(HEADER_RETURN).0 as *const u32;
        self.pc = returns.wrapping_sub(1);
        if returns.is_null() {
            let calls = thread.frames.native_calls.borrow();
            let caller = word(HEADER_REGISTERS).0 as *mut Word;
            let below = &calls[..self.native_calls];
            let call = below
                .iter()
                .rposition(|(registers, _)| *registers == caller);
            self.pc = call.map_or(std::ptr::null(), |index| calls[index].1);
            self.native_calls = call.unwrap_or(0);
        }
        self.registers = word(HEADER_REGISTERS).0 as *mut Word;
        Some(view)
    }
}
