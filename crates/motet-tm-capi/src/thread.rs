//! A thread as both sides see it: the structure that C reads at every step, and the mutator.
//!
//! Invariants: see the crate's page.
#![allow(unsafe_code, reason = "pointers from C are followed here")]

use std::ffi::c_void;
use std::io::Write;
use std::ptr;
use std::sync::atomic::AtomicU32;

use motet_tm::{Mutator, Object, Unwind, Value, Word};

use crate::segment_register;

/// All is well; go on.
pub const STATUS_OK: i32 = 0;
/// The transaction was rolled back and has begun again: C must jump to its restart point.
pub const STATUS_ABORTED: i32 = 1;
/// The transaction should end here.
pub const STATUS_DUE: i32 = 2;

/// How many words below the top of the root stack are made ready to be popped at once.
pub(crate) const CHUNK_WORDS: usize = 16;

/// An object as C names it: its offset, relative to the base of gs. 0 is no object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct ObjectPointer(pub u64);

impl ObjectPointer {
    /// No object.
    pub const NULL: ObjectPointer = ObjectPointer(0);

    pub(crate) fn word(self) -> Word {
        Word(self.0 | 1)
    }
}

impl From<Object<'_>> for ObjectPointer {
    fn from(object: Object<'_>) -> ObjectPointer {
        ObjectPointer(object.offset().bytes())
    }
}

/// The part of C's `stm_thread_t` that both sides know; field by field as in the header.
#[repr(C)]
pub struct Thread {
    /// The place where the next root is pushed.
    pub root_top: *mut Word,
    /// The word below must not be popped without [`crate::transaction::stm_lib_lower_roots`].
    pub root_low: *mut Word,
    /// Here no word may be pushed without [`crate::transaction::stm_lib_grow_roots`].
    pub root_limit: *mut Word,
    /// Base of the segment, to which gs points while a transaction is open.
    pub base: *mut u8,
    /// See [`motet_tm::raw::FastPaths`].
    pub poll: *const AtomicU32,
    /// As there.
    pub fuel: *mut i32,
    /// As there.
    pub nursery_next: *mut u64,
    /// As there.
    pub nursery_limit: *mut u64,
    /// How many atomic blocks are open.
    pub atomic_depth: u32,
    /// As in [`motet_tm::raw::FastPaths`].
    pub read_version: u16,
    /// Whether a transaction is open.
    pub is_open: bool,
    /// The `Box<Mutator>`; null before registration.
    pub mutator: *mut c_void,
}

/// Reports a misuse by the interpreter, and ends the process.
pub(crate) fn misuse(function: &str, what: &str) -> ! {
    // A panic on the way to the abort would hide which misuse it was.
    let _ = writeln!(std::io::stderr(), "motet-tm: {function}: {what}");
    std::process::abort()
}

/// A call from C: both halves of the thread, borrowed for as long as it lasts.
pub struct Call<'a> {
    pub(crate) shared: &'a mut Thread,
    pub(crate) mutator: &'a mut Mutator,
    function: &'static str,
}

impl<'a> Call<'a> {
    /// A call that needs no transaction.
    ///
    /// # Safety
    /// I-CAPI-1, I-CAPI-3.
    pub(crate) unsafe fn enter(thread: *mut Thread, function: &'static str) -> Call<'a> {
        // SAFETY: I-CAPI-1: nobody else has borrowed the structure.
        let shared = unsafe { &mut *thread };
        if shared.mutator.is_null() {
            misuse(function, "the thread is not registered");
        }
        // SAFETY: set by `attach` from a box that lives until `detach`; I-CAPI-1.
        let mutator = unsafe { &mut *shared.mutator.cast::<Mutator>() };
        // The current frame holds the words that may be popped without a call. Words between
        // `root_low` and the frame are looked at by this collection, and need not be by the next.
        let chunk = shared.root_top.wrapping_sub(CHUNK_WORDS);
        let lowest = if mutator.is_open() {
            shared.root_low
        } else {
            mutator.stack.start()
        };
        mutator.stack.set_frame(chunk.max(lowest), shared.root_top);
        Call {
            shared,
            mutator,
            function,
        }
    }

    /// A call inside a transaction.
    ///
    /// # Safety
    /// As [`Call::enter`].
    pub(crate) unsafe fn inside(thread: *mut Thread, function: &'static str) -> Call<'a> {
        // SAFETY: passed on.
        let call = unsafe { Call::enter(thread, function) };
        if !call.shared.is_open {
            misuse(function, "no transaction is open");
        }
        call
    }

    /// A call between transactions.
    ///
    /// # Safety
    /// As [`Call::enter`].
    pub(crate) unsafe fn outside(thread: *mut Thread, function: &'static str) -> Call<'a> {
        // SAFETY: passed on.
        let call = unsafe { Call::enter(thread, function) };
        if call.shared.is_open {
            misuse(function, "a transaction is open");
        }
        call
    }

    pub(crate) fn misuse(&self, what: &str) -> ! {
        misuse(self.function, what)
    }

    /// The object that C names.
    pub(crate) fn object<'b>(&self, object: ObjectPointer) -> Object<'b> {
        let value = self.value(object.word());
        value
            .as_object()
            .unwrap_or_else(|| self.misuse("not an object"))
    }

    /// The value of a word that C hands in.
    pub(crate) fn value<'b>(&self, word: Word) -> Value<'b> {
        if cfg!(debug_assertions) && word.is_reference() && !self.mutator.looks_like_object(word) {
            self.misuse("a foreign reference: not an object of this heap");
        }
        // SAFETY: I-CAPI-4.
        unsafe { Value::from_register(word) }
    }

    /// Tells C the changes: to be called after everything that takes the mutator mutably.
    pub(crate) fn refresh(&mut self) {
        let stack = &self.mutator.stack;
        self.shared.root_top = stack.top();
        self.shared.root_low = stack.low_water();
        self.shared.root_limit = stack.soft_end();
        let fast = self.mutator.fast_paths();
        self.shared.read_version = fast.read_version;
        self.shared.poll = fast.poll;
        self.shared.fuel = fast.fuel;
        self.shared.nursery_next = fast.nursery_next;
        self.shared.nursery_limit = fast.nursery_limit;
        self.shared.is_open = self.mutator.is_open();
        let base = self.mutator.base().as_pointer();
        if self.shared.is_open && self.shared.base != base {
            self.shared.base = base;
            segment_register::set_base(base);
        }
    }

    /// The status of an operation: rolls the transaction back if it is doomed.
    pub(crate) fn status(&mut self, result: Result<i32, Unwind>) -> i32 {
        let status = match result {
            Ok(status) => status,
            Err(Unwind::Abort) => {
                self.mutator.roll_back();
                self.shared.atomic_depth = 0;
                STATUS_ABORTED
            }
            Err(other) => unreachable!("the runtime itself raises nothing: {other:?}"),
        };
        self.refresh();
        status
    }
}

/// Gives a mutator to C's structure, and the structure its first values.
///
/// # Safety
/// I-CAPI-1, and the structure has no mutator.
pub(crate) unsafe fn attach(thread: *mut Thread, mutator: Box<Mutator>) {
    // SAFETY: I-CAPI-1.
    let shared = unsafe { &mut *thread };
    let start = mutator.stack.start();
    shared.root_top = start;
    shared.root_low = start;
    shared.base = ptr::null_mut();
    shared.atomic_depth = 0;
    shared.mutator = Box::into_raw(mutator).cast();
    // SAFETY: passed on; the stack is empty.
    unsafe { Call::enter(thread, "stm_register_thread") }.refresh();
}

/// Takes the mutator back.
///
/// # Safety
/// I-CAPI-1.
pub(crate) unsafe fn detach(thread: *mut Thread) -> Box<Mutator> {
    // SAFETY: passed on.
    let call = unsafe { Call::outside(thread, "stm_unregister_thread") };
    let mutator: *mut Mutator = call.mutator;
    call.shared.mutator = ptr::null_mut();
    // SAFETY: `attach` made the pointer from a box; it is forgotten here.
    unsafe { Box::from_raw(mutator) }
}
