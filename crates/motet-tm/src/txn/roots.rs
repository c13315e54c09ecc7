//! The roots that the host holds, and how they were when the transaction began.

use std::cell::{Cell, RefCell};

use crate::object::value::Word;

/// How many root slots a thread has for the language's own state (the exception being raised …).
pub const THREAD_ROOTS: usize = 12;

/// A slot on the root stack of a thread: survives collections. Not itself bound to a borrow; using
/// it after [`crate::Mutator::truncate_roots`] has dropped it is a bug that panics or reads another
/// root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root(pub(crate) u32);

/// The root stack and the numbered roots of a thread.
pub(crate) struct Roots {
    pub(crate) numbered: [Cell<Word>; THREAD_ROOTS],
    pub(crate) stack: RefCell<Vec<Word>>,
    /// Objects that the host keeps for as long as the transaction lasts: it has none at its begin.
    pub(crate) kept: RefCell<Vec<Word>>,
    /// An abort restores these.
    pub(crate) numbered_at_begin: [Cell<Word>; THREAD_ROOTS],
    pub(crate) stack_at_begin: RefCell<Vec<Word>>,
}

impl Roots {
    pub(crate) fn new() -> Roots {
        let none = || std::array::from_fn(|_| Cell::new(Word(0)));
        Roots {
            numbered: none(),
            stack: RefCell::new(Vec::new()),
            kept: RefCell::new(Vec::new()),
            numbered_at_begin: none(),
            stack_at_begin: RefCell::new(Vec::new()),
        }
    }

    /// Saves the roots at the begin of a transaction.
    pub(crate) fn checkpoint(&self) {
        debug_assert!(self.kept.borrow().is_empty(), "kept for one transaction");
        let mut saved = self.stack_at_begin.borrow_mut();
        saved.clear();
        saved.extend_from_slice(&self.stack.borrow());
        for (saved, root) in self.numbered_at_begin.iter().zip(&self.numbered) {
            saved.set(root.get());
        }
    }

    /// Forgets the saved roots: objects that were live at the begin need not live on.
    pub(crate) fn forget_checkpoint(&self) {
        self.stack_at_begin.borrow_mut().clear();
        for saved in &self.numbered_at_begin {
            saved.set(Word(0));
        }
    }

    /// Restores the roots of the begin, after an abort.
    pub(crate) fn restore(&self) {
        self.kept.borrow_mut().clear();
        let saved = self.stack_at_begin.borrow();
        self.stack.borrow_mut().clone_from(&saved);
        for (saved, root) in self.numbered_at_begin.iter().zip(&self.numbered) {
            root.set(saved.get());
        }
    }

    /// The numbered roots as they are.
    pub(crate) fn numbered_words(&self) -> impl Iterator<Item = Word> + '_ {
        self.numbered.iter().map(Cell::get)
    }

    /// Calls `visit` for all roots, those of the begin too.
    pub(crate) fn visit_all(&self, mut visit: impl FnMut(Word)) {
        self.stack.borrow().iter().for_each(|root| visit(*root));
        self.kept.borrow().iter().for_each(|root| visit(*root));
        let saved = self.stack_at_begin.borrow();
        saved.iter().for_each(|root| visit(*root));
        let numbered = self.numbered.iter().chain(&self.numbered_at_begin);
        numbered.for_each(|root| visit(root.get()));
    }

    /// Replaces each root by the result of `forward` for it. (Those of the begin are old: the
    /// nursery was empty then.)
    pub(crate) fn update(&self, mut forward: impl FnMut(Word) -> Word) {
        for root in self.stack.borrow_mut().iter_mut() {
            *root = forward(*root);
        }
        for root in self.kept.borrow_mut().iter_mut() {
            *root = forward(*root);
        }
        for root in &self.numbered {
            root.set(forward(root.get()));
        }
    }
}
