//! Acts: effects on the world outside, which happen once though transactions begin again.
//!
//! A thread that runs alone becomes inevitable, acts, and goes on. Beside others that would let one
//! thread at a time act, and each until its transaction ends. So there the transaction ends
//! *before* the act, which belongs to no transaction, and the operation runs again behind it and
//! takes the result. An operation that takes a result and is undone takes it again:
//!
//! ```text
//!   Asked:  ──asks──▶ act ──the transaction ends──▶ performed        (an abort takes it away)
//!
//!   Done:   performed ──▶ kept ──the operation runs again──▶ taken ──the transaction ends──▶ gone
//!                          ▲                                   │
//!                          └───────────── abort ───────────────┘
//! ```
//!
//! A transaction that has taken a result and asks for the next act may still be undone: so both
//! stand side by side.
//!
//! Between an act and the operation nothing runs that could raise: signals are delivered behind the
//! operation. What runs all the same (a function that traces) cannot ask for an act of this kind.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The acts of a thread: see the picture above.
#[derive(Default)]
pub(crate) struct Acts {
    asked: Cell<Option<Asked>>,
    done: RefCell<Option<Done>>,
}

/// An act that is to be performed when the transaction ends.
pub(crate) struct Asked {
    act: Box<dyn FnOnce() -> Rc<dyn Any>>,
    place: Place,
}

impl Asked {
    /// Performs it.
    pub(crate) fn perform(self) -> Done {
        Done {
            result: (self.act)(),
            place: self.place,
            is_taken: false,
        }
    }
}

/// An act that has been performed.
pub(crate) struct Done {
    result: Rc<dyn Any>,
    place: Place,
    is_taken: bool,
}

/// An operation of a frame: its word, and the frame's registers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) pc: *const u32,
    pub(crate) registers: *const (),
}

impl Acts {
    /// Asks for an act.
    pub(crate) fn ask<T: 'static>(&self, place: Place, act: impl FnOnce() -> T + 'static) {
        assert!(!self.is_result_due(), "a result is not lost");
        let act = Box::new(|| Rc::new(act()) as Rc<dyn Any>);
        self.asked.set(Some(Asked { act, place }));
    }

    /// The act that the operation which has failed has asked for, if it did.
    pub(crate) fn take_asked(&self) -> Option<Asked> {
        self.asked.take()
    }

    /// An act has been performed, behind the end of the transaction that has asked for it.
    pub(crate) fn keep(&self, done: Option<Done>) {
        debug_assert!(done.is_some(), "a commit performs what comes behind it");
        self.done.replace(done);
    }

    /// Whether the result of an act waits for its operation, which comes next.
    pub(crate) fn is_result_due(&self) -> bool {
        self.done
            .borrow()
            .as_ref()
            .is_some_and(|done| !done.is_taken)
    }

    /// Takes the result that waits for the operation at this place.
    pub(crate) fn take<T: 'static>(&self, here: Place) -> Option<Rc<T>> {
        let mut kept = self.done.borrow_mut();
        let done = kept
            .as_mut()
            .filter(|done| !done.is_taken && done.place == here)?;
        match Rc::clone(&done.result).downcast() {
            Ok(result) => {
                done.is_taken = true;
                Some(result)
            }
            Err(_) => {
                // Another thread has put another function in the place of the one that has acted.
                *kept = None;
                None
            }
        }
    }

    /// Whether the operation at this place has acted, and not taken the result yet.
    pub(crate) fn is_due_at(&self, here: Place) -> bool {
        let kept = self.done.borrow();
        kept.as_ref()
            .is_some_and(|done| !done.is_taken && done.place == here)
    }

    /// The transaction has ended: what it has taken is not wanted again.
    #[inline]
    pub(crate) fn forget_taken(&self) {
        self.forget(|done| done.is_taken);
    }

    /// An exception leaves the operation that runs in the frame of these registers.
    pub(crate) fn forget_in_frame(&self, registers: *const ()) {
        self.forget(|done| !done.is_taken && done.place.registers == registers);
    }

    #[inline]
    fn forget(&self, is_over: impl FnOnce(&Done) -> bool) {
        let mut kept = self.done.borrow_mut();
        if kept.as_ref().is_some_and(is_over) {
            *kept = None;
        }
    }

    /// The transaction is undone.
    pub(crate) fn give_back(&self) {
        self.asked.take();
        if let Some(done) = &mut *self.done.borrow_mut() {
            done.is_taken = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: [u32; 2] = [0, 0];

    fn place(word: usize, frame: usize) -> Place {
        Place {
            pc: &WORDS[word],
            registers: frame as *const (),
        }
    }

    /// Acts whose transaction has ended after the act at `here`.
    fn acted(here: Place) -> Acts {
        let acts = Acts::default();
        acts.ask(here, || 5_i32);
        acts.keep(acts.take_asked().map(Asked::perform));
        acts
    }

    #[test]
    fn an_operation_takes_its_result_once_in_a_transaction() {
        let here = place(0, 8);
        let acts = acted(here);
        assert!(acts.is_result_due());
        assert_eq!(acts.take::<i32>(here).as_deref(), Some(&5));
        assert!(!acts.is_result_due());
        assert!(acts.take::<i32>(here).is_none(), "the next one acts anew");
    }

    #[test]
    fn an_operation_that_is_undone_takes_its_result_again() {
        let here = place(0, 8);
        let acts = acted(here);
        for _ in 0..3 {
            assert!(acts.take::<i32>(here).is_some());
            acts.give_back();
        }
        assert!(acts.take::<i32>(here).is_some());
        acts.forget_taken();
        acts.give_back();
        assert!(
            acts.take::<i32>(here).is_none(),
            "its transaction has ended"
        );
    }

    #[test]
    fn a_result_waits_for_its_operation_through_ends_of_others() {
        let here = place(0, 8);
        let acts = acted(here);
        acts.forget_taken();
        acts.forget_in_frame(16 as *const ());
        for other in [place(1, 8), place(0, 16)] {
            assert!(acts.take::<i32>(other).is_none());
        }
        assert!(acts.take::<i32>(here).is_some());
    }

    #[test]
    fn an_exception_in_its_frame_and_another_function_lose_the_result() {
        let here = place(0, 8);
        let acts = acted(here);
        acts.forget_in_frame(8 as *const ());
        assert!(acts.take::<i32>(here).is_none());
        let acts = acted(here);
        assert!(acts.take::<String>(here).is_none());
        assert!(acts.take::<i32>(here).is_none());
    }

    #[test]
    fn a_transaction_that_is_undone_as_it_ends_for_the_next_act_takes_the_result_again() {
        let here = place(0, 8);
        let acts = acted(here);
        assert!(acts.take::<i32>(here).is_some());
        acts.ask(place(1, 8), || panic!("its transaction was undone"));
        let _undone = acts.take_asked();
        acts.give_back();
        assert_eq!(acts.take::<i32>(here).as_deref(), Some(&5));
        acts.ask(place(1, 8), || 6_i32);
        let asked = acts.take_asked();
        acts.forget_taken();
        acts.keep(asked.map(Asked::perform));
        assert!(acts.take::<i32>(here).is_none());
        assert_eq!(acts.take::<i32>(place(1, 8)).as_deref(), Some(&6));
    }

    #[test]
    fn an_act_that_was_asked_for_is_forgotten_with_its_transaction() {
        let here = place(0, 8);
        let acts = Acts::default();
        acts.ask(here, || panic!("its transaction was undone"));
        acts.give_back();
        assert!(!acts.is_result_due());
        acts.ask(here, || ());
    }
}
