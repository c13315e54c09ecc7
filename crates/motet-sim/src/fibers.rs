//! The threads of a simulated program as fibers: each has a stack of its own, one runs at a time,
//! and a switch costs some nanoseconds.
//!
//! Invariant I-FIBER-1: the yielder that a fiber has stored lives on that fiber's stack from its
//! first resumption to its end, and is used only by that fiber while it runs.
#![allow(
    unsafe_code,
    reason = "a fiber finds the way back to the loop through a pointer"
)]

use std::cell::{Cell, RefCell};

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult, Yielder};

/// Address space for the stack of a fiber: as for threads of the system.
const STACK_BYTES: usize = 256 << 20;

type Fiber = Coroutine<(), (), ()>;
type Body = Box<dyn FnOnce()>;

/// All fibers, by number.
#[derive(Default)]
pub(crate) struct Fibers {
    fibers: RefCell<Vec<Option<Fiber>>>,
    yielders: RefCell<Vec<Cell<*const Yielder<(), ()>>>>,
    current: Cell<usize>,
}

impl Fibers {
    /// Gives a number its fiber. It runs when it is resumed.
    pub(crate) fn add(&'static self, number: usize, body: Body) {
        let stack = DefaultStack::new(STACK_BYTES).expect("the kernel maps a stack");
        let fiber = Coroutine::with_stack(stack, move |yielder: &Yielder<(), ()>, ()| {
            self.yielders.borrow()[number].set(yielder);
            body();
        });
        let mut fibers = self.fibers.borrow_mut();
        let mut yielders = self.yielders.borrow_mut();
        while fibers.len() <= number {
            fibers.push(None);
            yielders.push(Cell::new(std::ptr::null()));
        }
        fibers[number] = Some(fiber);
    }

    /// Runs a fiber until it suspends itself; whether it has ended.
    pub(crate) fn resume(&self, number: usize) -> bool {
        let fiber = self.fibers.borrow_mut()[number].take();
        let mut fiber = fiber.expect("a fiber that has not ended");
        self.current.set(number);
        let has_ended = matches!(fiber.resume(()), CoroutineResult::Return(()));
        if !has_ended {
            self.fibers.borrow_mut()[number] = Some(fiber);
        }
        has_ended
    }

    /// Makes the running fiber give way; returns when it is resumed.
    pub(crate) fn suspend(&self) {
        let yielder = self.yielders.borrow()[self.current.get()].get();
        assert!(!yielder.is_null(), "a fiber runs");
        // SAFETY: I-FIBER-1: the running fiber's own.
        unsafe { (*yielder).suspend(()) }
    }

    /// Fibers that have not ended are left as they are: their stacks are not unwound.
    pub(crate) fn forget(&self) {
        for fiber in self.fibers.borrow_mut().drain(..) {
            std::mem::forget(fiber);
        }
    }
}
