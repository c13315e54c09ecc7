//! Finalizers, as the host enables and takes them; see `heap/finalizers.rs`.

use std::sync::atomic::Ordering;

use crate::object::layout::FLAG_RETIRED;
use crate::object::value::{Object, Value, Word};
use crate::runtime::mutator::Mutator;
use crate::threads::segment::lane;
use crate::txn::roots::Root;

impl Mutator {
    /// When nothing refers to the object any more, it is kept alive once more and handed to the
    /// host by [`Mutator::next_to_finalize`]; once for each call. An abort undoes it.
    pub fn enable_finalizer(&self, object: Object<'_>) {
        let word = object.value().word();
        let mut transaction = self.heap.transaction.borrow_mut();
        transaction.finalizers.enabled.push(word);
    }

    /// Takes back [`Mutator::enable_finalizer`] of an object that needs none any more, if it is
    /// young. Otherwise it stays enabled, and the host finds nothing to do: this only spares
    /// collections the dead objects of a common case.
    pub fn retire_finalizer(&self, object: Object<'_>) {
        let word = object.value().word();
        if !self.heap.is_young(word.offset()) {
            return;
        }
        let enabled = &mut self.heap.transaction.borrow_mut().finalizers.enabled;
        if enabled.last().is_some_and(|latest| latest.0 == word.0) {
            enabled.pop();
            return;
        }
        let base = self.heap.base.get();
        let header = base.header(word.offset());
        base.set_header(word.offset(), header.with(FLAG_RETIRED));
    }

    /// Hands the host every object with a finalizer, whether or not something refers to it: the
    /// program ends. Not undone by an abort. How many there are.
    pub fn finalize_all(&self) -> usize {
        self.runtime.heap().finalizers().make_all_ready()
    }

    /// Whether objects wait for their finalizers. Costs two loads.
    #[inline]
    pub fn has_to_finalize(&self) -> bool {
        let has_due = !self.heap.transaction.borrow().finalizers.due.is_empty();
        has_due || self.runtime.heap().finalizers().has_ready()
    }

    /// Makes this thread leave its fast path at its next yield point, if objects wait for their
    /// finalizers, until [`Mutator::attend_to_finalizers`].
    pub fn request_finalizers(&self) {
        if self.has_to_finalize() {
            self.ask_for_finalizers();
        }
    }

    /// Makes this thread leave its fast path at its next yield point, where the host means to find
    /// objects that wait for their finalizers, until [`Mutator::attend_to_finalizers`].
    pub fn ask_for_finalizers(&self) {
        self.poll_word().fetch_or(lane::FINALIZE, Ordering::Relaxed);
    }

    /// Notes that the thread attends to the objects that wait for their finalizers.
    pub fn attend_to_finalizers(&self) {
        let is_asked = self.poll_word().load(Ordering::Relaxed) & lane::FINALIZE != 0;
        if is_asked {
            self.poll_word()
                .fetch_and(!lane::FINALIZE, Ordering::Relaxed);
        }
    }

    /// An object that waits for its finalizer, as a new root; `None` if there is none. An abort
    /// undoes it. To be called at a border, inside of a transaction: it costs two loads when there
    /// is none.
    pub fn next_to_finalize(&mut self) -> Option<Root> {
        assert!(self.is_open(), "finalizers run inside a transaction");
        let finalizers = self.runtime.heap().finalizers();
        let mut transaction = self.heap.transaction.borrow_mut();
        let offset = finalizers.take(&mut transaction.finalizers)?;
        drop(transaction);
        Some(self.root(Value::from_word(Word::reference(offset))))
    }
}
