//! A Python thread: the machine's thread and the state that Python keeps beside it.
//!
//! Frames, waits, signals and output are the neutral machine's (`motet_vm::Thread`, to which this
//! thread dereferences). This file turns words of frames and objects into Python's own code and
//! natives.
#![allow(
    unsafe_code,
    reason = "words of frames and objects name code and natives by address"
)]

use crate::model::layouts;
use crate::model::native;
use crate::model::text;
use crate::model::upcalls;
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

use motet_tm::{Mutator, Object, OutOfMemory, Root, Unwind, Value, Word};
use motet_vm::symbol::Symbol;
use motet_vm::{Code, CodeHead};

pub use motet_vm::frames::{HEADER_CALLABLE, HEADER_RESULT};
#[cfg(handlers)]
pub use motet_vm::frames::{HEADER_CODE, HEADER_REGISTERS, HEADER_RETURN};
pub use motet_vm::waits::WaitRequest;

use crate::model::code::LoadedCode;
use crate::model::exception;
use crate::model::layouts::{NONE, UNBOUND};
use crate::model::machine::Machine;
use crate::model::native::Outcome;

const _: () = assert!(
    motet_vm::frames::FRAME_HEADER_WORDS == motet_python_bytecode::FRAME_HEADER_WORDS,
    "the compiler and the machine lay frames out alike"
);

/// Thread root: the exception being raised, while `Unwind::Raise` travels.
pub const ROOT_RAISED: usize = 0;
/// Thread root: the exception being handled (`sys.exc_info`).
pub const ROOT_HANDLED: usize = 1;
/// Thread root: the innermost value other than None that [`ROOT_HANDLED`] had where one of the
/// running generators was resumed. A generator's own handled exceptions are apart from its
/// caller's.
pub const ROOT_HANDLED_OUTSIDE: usize = 3;
/// Thread root: the `threading.Thread` of this thread.
pub const ROOT_THREAD: usize = 2;
/// Thread root: the hooks of asynchronous generators, a tuple of two callables: one is called with
/// a generator before it is first iterated over, the other when a generator is dropped; None
/// without hooks.
pub const ROOT_ASYNC_HOOKS: usize = 4;
/// Thread root: the current context of context variables; None before there is one.
pub const ROOT_CONTEXT: usize = 5;
/// Thread root: the list of the trace function, the profile function and the objects of running
/// frames (`classes/running_frames.rs`); None before there is one.
pub const ROOT_TRACE: usize = 6;
/// Thread root: the dict of this thread's parts of `threading.local` objects.
pub const ROOT_LOCALS: usize = 7;
/// Thread root: the event loop that runs in this thread, with its task (the library's
/// `_asyncio_state`); None without one.
pub const ROOT_EVENT_LOOP: usize = 8;
/// Thread root: how many frames a new coroutine notes as its origin; None: it notes nothing.
pub const ROOT_ORIGIN_DEPTH: usize = 9;
/// Thread root: the long text in which a character was last looked for (`types/text_places.rs`).
pub const ROOT_TEXT: usize = 10;
/// Thread root: where in [`ROOT_TEXT`] that was.
pub const ROOT_TEXT_PLACE: usize = 11;

/// Word of the object of a frame: the callable whose code runs in it, a function or the address of
/// code. (The other words: `classes/frame_object.rs`.)
pub const FRAME_CALLABLE: u64 = 1;

/// A frame of the program: the callable whose code runs in it, and the instruction.
pub struct FrameView<'a> {
    pub(crate) callable: Value<'a>,
    /// The index of its registers on the value stack.
    pub(crate) registers: usize,
    pub(crate) instruction: usize,
    pub(crate) code: &'static LoadedCode,
}

impl<'a> FrameView<'a> {
    /// The generator whose frame it is, or None.
    pub(crate) fn generator(&self, thread: &'a Thread) -> Value<'a> {
        if self.code.source.generator.is_none() {
            return NONE;
        }
        let header = self.registers - motet_vm::frames::FRAME_HEADER_WORDS;
        let kept = thread.stack_value(header + HEADER_RESULT);
        // A frame that is about to make its generator has none yet.
        match kept.as_object().map(|object| thread.layout_id(object)) {
            Some(layout) if layouts::GENERATOR_LAYOUTS.contains(&layout) => kept,
            _ => NONE,
        }
    }
}

/// A Python thread. Everything that runs Python code takes it mutably.
#[repr(C)]
pub struct Thread {
    vm: motet_vm::Thread,
    /// Set for a call of a class that `type.__call__` makes.
    pub plain_construction: Cell<bool>,
    /// Set by an operation that raises again an exception that it has caught.
    pub keeps_traceback: Cell<bool>,
    /// Names of the keyword arguments of the native calls being made, the innermost last.
    keyword_names: Vec<Symbol>,
    /// Of the native that was last called with keyword arguments: see [`Thread::named_limits`].
    named_limits: (u8, u8),
    /// Where those of the innermost begin.
    first_keyword: usize,
    pub(crate) tracing: crate::classes::tracing::Tracing,
    /// What `cProfile` has recorded of this thread.
    pub(crate) recorder: crate::classes::profiling::Recorder,
    machine: &'static Machine,
}

impl Deref for Thread {
    type Target = motet_vm::Thread;
    #[inline(always)]
    fn deref(&self) -> &motet_vm::Thread {
        &self.vm
    }
}

impl DerefMut for Thread {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut motet_vm::Thread {
        &mut self.vm
    }
}

// SAFETY: `LoadedCode` is `repr(C)`, and its first field is the head.
unsafe impl Code for LoadedCode {
    #[inline(always)]
    fn head(&self) -> &CodeHead {
        &self.head
    }
}

impl Thread {
    /// A thread that has not begun to run.
    pub fn new(mutator: Mutator, machine: &'static Machine, ident: u64) -> Thread {
        Thread::around(motet_vm::Thread::new(mutator, &machine.vm, ident), machine)
    }

    /// A thread around a neutral one that has not begun to run.
    pub fn around(vm: motet_vm::Thread, machine: &'static Machine) -> Thread {
        let thread = Thread {
            vm,
            plain_construction: Cell::new(false),
            keeps_traceback: Cell::new(false),
            keyword_names: Vec::new(),
            named_limits: (0, u8::MAX),
            first_keyword: 0,
            tracing: crate::classes::tracing::Tracing::default(),
            recorder: crate::classes::profiling::Recorder::default(),
            machine,
        };
        thread.set_thread_root(ROOT_RAISED, NONE);
        thread.set_thread_root(ROOT_HANDLED, NONE);
        thread.set_thread_root(ROOT_HANDLED_OUTSIDE, NONE);
        thread.set_thread_root(ROOT_THREAD, NONE);
        thread.set_thread_root(ROOT_ASYNC_HOOKS, NONE);
        thread.set_thread_root(ROOT_CONTEXT, NONE);
        thread.set_thread_root(ROOT_LOCALS, NONE);
        thread.set_thread_root(ROOT_TRACE, NONE);
        thread.set_thread_root(ROOT_EVENT_LOOP, NONE);
        thread.set_thread_root(ROOT_ORIGIN_DEPTH, NONE);
        thread.set_thread_root(ROOT_TEXT, NONE);
        thread.set_thread_root(ROOT_TEXT_PLACE, NONE);
        thread
    }

    /// The native state that all threads share.
    #[inline(always)]
    pub fn machine(&self) -> &'static Machine {
        self.machine
    }

    /// A constant of the current code.
    #[inline]
    pub fn constant(&self, index: usize) -> Value<'_> {
        // SAFETY: constants are immediate or pinned (`model/code.rs`).
        unsafe { Value::from_register(self.code().constants[index]) }
    }

    /// The code of the current frame.
    #[inline(always)]
    pub fn code(&self) -> &'static LoadedCode {
        // SAFETY: I-FRAME-1, and all frames of a Python thread are of loaded Python code.
        unsafe { &*(self.code_address() as *const LoadedCode) }
    }

    /// The generator whose frame is the current one: it keeps that where the result will be.
    pub fn running_generator(&self) -> Value<'_> {
        self.kept_in_result()
    }

    // ---- functions as values of code

    /// The code that the raw word of a function object names.
    pub fn code_at(&self, word: u64) -> &'static LoadedCode {
        // SAFETY: word 1 of a function is the address of its code, which lives for ever; the words
        // of code objects, frames and tracebacks that are passed here are too.
        unsafe { &*(word as *const LoadedCode) }
    }

    /// The native that the number in a native function object names.
    #[inline(always)]
    pub fn native_at(&self, number: i64) -> &'static native::NativeFunction {
        // SAFETY: `machine.rs` gives native function objects the addresses of natives that it keeps
        // for ever, and nothing else becomes the number of one.
        unsafe { &*(number as *const native::NativeFunction) }
    }

    /// A constant of any code.
    pub fn constant_of(&self, code: &'static LoadedCode, index: usize) -> Value<'_> {
        // SAFETY: constants are immediate or pinned (`model/code.rs`).
        unsafe { Value::from_register(code.constants[index]) }
    }

    /// A value that names the running code: the function, or the address of code that is not that
    /// of the function. See [`Thread::code_of_callable`].
    pub fn callable_or_code<'a>(
        &'a self,
        callable: Value<'a>,
        code: &'static LoadedCode,
    ) -> Value<'a> {
        match self.object_of(callable, layouts::CLASS_FUNCTION) {
            Some(function) if std::ptr::eq(self.function_code(function), code) => callable,
            _ => Value::immediate(Word(std::ptr::from_ref(code) as u64)),
        }
    }

    /// The code that a word of an object names which [`Thread::callable_or_code`] has made, or that
    /// is the object of a frame, or (of a traceback's entry) a tuple that begins with such a word.
    pub fn code_of_callable(&self, object: Object<'_>, word: u64) -> &'static LoadedCode {
        let view = self.read(object);
        let named = view.get(word);
        if let Some(function) = self.object_of(named, layouts::CLASS_FUNCTION) {
            return self.function_code(function);
        }
        if let Some(frame) = self.object_of(named, layouts::CLASS_FRAME) {
            return self.code_of_callable(frame, FRAME_CALLABLE);
        }
        match self.object_of(named, layouts::CLASS_TUPLE) {
            Some(kept) => self.code_of_callable(kept, layouts::TUPLE_FIRST),
            None => self.code_at(view.raw(word)),
        }
    }

    /// The frames of the program, the running one first, as the walk gets to them.
    pub fn walk_frames(&self) -> impl Iterator<Item = FrameView<'_>> {
        self.vm.walk().filter_map(|frame| {
            let code = self.code_at(frame.code);
            (!code.is_internal).then(|| FrameView {
                callable: self.callable_or_code(frame.callable, code),
                registers: frame.registers,
                instruction: frame.instruction,
                code,
            })
        })
    }

    /// The frames of the program, the running one first.
    pub fn frames(&self) -> Vec<FrameView<'_>> {
        self.walk_frames().collect()
    }

    /// Clears the results of the calls that are under way: until a call returns, the word still
    /// holds what its register held before, which would keep an object alive.
    pub fn clear_pending_results(&self) {
        for frame in self.all_frames() {
            // (The frame of a generator keeps that there.)
            if self.code_at(frame.code).source.generator.is_none() {
                let header = frame.registers - motet_vm::frames::FRAME_HEADER_WORDS;
                self.set_stack_value(header + HEADER_RESULT, NONE);
            }
        }
    }

    // ---- exceptions

    /// The name of keyword argument `index` of the native call being made.
    pub fn keyword_name(&self, index: usize) -> &'static str {
        self.machine.symbols.text(self.keyword_symbol(index))
    }

    /// The symbol of that name.
    pub fn keyword_symbol(&self, index: usize) -> Symbol {
        self.keyword_names[self.first_keyword + index]
    }

    /// Of the native call with keyword arguments that has just begun: how many arguments come
    /// before those of the program, and how many there are at most by position, those before
    /// included. None: any number.
    pub fn named_limits(&self) -> (usize, Option<usize>) {
        let (before, most) = self.named_limits;
        let most = (most != u8::MAX).then_some(usize::from(most));
        (usize::from(before), most)
    }

    /// Begins a native call with keyword arguments of these names. What it gives is handed to
    /// [`Thread::leave_keywords`] when the native has returned.
    #[inline]
    pub fn enter_keywords(&mut self, names: &[Symbol], native: &native::NativeFunction) -> usize {
        let is_method = native.receiver != native::Receiver::None || native.shown_of.is_some();
        let before = u8::from(is_method);
        self.named_limits = (before, native.most);
        let outer = std::mem::replace(&mut self.first_keyword, self.keyword_names.len());
        self.keyword_names.extend_from_slice(names);
        outer
    }

    /// Ends a native call with keyword arguments.
    #[inline]
    pub fn leave_keywords(&mut self, outer: usize) {
        self.keyword_names.truncate(self.first_keyword);
        self.first_keyword = outer;
    }

    /// Forgets the names of all calls: they were rolled back.
    pub fn forget_keywords(&mut self) {
        self.keyword_names.clear();
        self.first_keyword = 0;
    }

    /// Raises an exception of a built-in class: sets it as the thread's and returns the unwinding.
    /// `class` is a number of `model/exception.rs` (`TYPE_ERROR`, …).
    #[cold]
    pub fn raise(&self, class: u32, message: impl AsRef<str>) -> Unwind {
        let message = message.as_ref();
        if message.is_empty() {
            return self.raise_value(exception::new(self, class, &[]));
        }
        let text = text::new_str(self, message);
        self.raise_value(exception::new(self, class, &[text]))
    }

    /// Raises an exception of a built-in class with one argument.
    #[cold]
    pub fn raise_with(&self, class: u32, argument: Value<'_>) -> Unwind {
        self.raise_value(exception::new(self, class, &[argument]))
    }

    /// Raises an exception object.
    pub fn raise_value(&self, exception: Value<'_>) -> Unwind {
        self.set_thread_root(ROOT_RAISED, exception);
        match exception::set_context(self, exception) {
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
    /// The exception of the callee, or an abort.
    pub fn call(&mut self, callable: Root, arguments: &[Root]) -> Outcome<Root> {
        upcalls::call_with_names(self, callable, arguments, &[])
    }

    /// Calls method `name` of `receiver` as found on its *type* (special method lookup);
    /// `None` if the type has no such method.
    ///
    /// # Errors
    /// The exception of the callee, or an abort.
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

    /// Whether a register is unbound.
    pub fn is_unbound(&self, index: u8) -> bool {
        self.register(index) == UNBOUND
    }
}

pub use motet_vm::threads::MAIN_IDENT;

// ---- the stack

impl Thread {
    /// Makes sure that there is room for a stack up to `index`.
    pub fn need_stack(&self, index: usize) -> Outcome<()> {
        if self.reserve_stack(index) {
            Ok(())
        } else {
            Err(self.too_deep())
        }
    }

    /// The error of a stack that is used up.
    #[cold]
    pub fn too_deep(&self) -> Unwind {
        self.raise(
            exception::RECURSION_ERROR,
            "maximum recursion depth exceeded",
        )
    }
}

impl Thread {
    /// As [`motet_tm::Mutator::collect_if_due`], inside of a native that allocates as much as a
    /// program asks for: it fails when memory has ended. (Else it would go on far beyond the limit,
    /// and the next handler of the program would get the error instead.)
    ///
    /// # Errors
    /// `MemoryError`.
    #[inline]
    pub fn collect_in_native(&mut self) -> Outcome<()> {
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
