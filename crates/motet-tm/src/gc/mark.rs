//! Marking: which objects of the old space are reachable, from all threads, in all views.
//!
//! Segment 0 shows the committed state: all reached objects are traced there. Besides, each open
//! transaction sees, in its own view,
//! - the objects that it has written: they are traced there *in addition*;
//! - those that it has made and promoted (*overflow* objects): if they lie in a private copy
//!   segment 0 shows rubbish in their place, so they are traced in its own view *instead*, which
//!   shows segment 0's page where there is no copy;
//! - its nursery, which is walked from end to end: all that it refers to lives.
//!
//! What the threads hold is marked here, by the thread that collects; what that leads to in
//! segment 0 is traced in `trace.rs`, where helpers may take part.

use crate::gc::marks::Marks;
use crate::gc::parking::Parked;
use crate::gc::thread_heap::ThreadHeap;
use crate::gc::trace::Tracer;
use crate::heap::finalizers::outermost_first;
use crate::heap::shared::SharedHeap;
use crate::object::layout::{WEAK_WORD, WORD_BYTES};
use crate::object::value::{Offset, WEAK_DEAD, Word};
use crate::threads::stack::Stack;

/// A running marking.
pub(crate) struct Marker<'a> {
    heap: &'a SharedHeap,
    marks: &'a Marks,
    tracer: Tracer<'a>,
    /// The size of the objects that are only kept to be finalized.
    dying_bytes: u64,
}

impl<'a> Marker<'a> {
    pub(crate) fn new(heap: &'a SharedHeap, marks: &'a Marks) -> Marker<'a> {
        Marker {
            heap,
            marks,
            tracer: Tracer::new(heap, marks),
            dying_bytes: 0,
        }
    }

    /// Marks the objects that the threads and the runtime itself hold, and all that these lead to,
    /// with so many helpers at most.
    pub(crate) fn mark_all(&mut self, threads: &[Parked<'_>], helpers: usize) {
        // Before anything is traced: these are not to be traced in segment 0.
        self.claim_overflow(threads);
        for offset in &self.heap.pinned().lock_privatising().objects {
            self.tracer.mark_object(*offset);
        }
        for thread in threads {
            match thread {
                Parked::Outside(frames, roots) => {
                    frames.visit(|word| self.tracer.mark(word));
                    roots.iter().for_each(|word| self.tracer.mark(*word));
                }
                Parked::Inside(own, stack) => {
                    self.mark_roots(own, stack);
                    self.mark_transaction(own);
                    self.walk_nursery(own);
                }
            }
        }
        self.tracer.trace_with(helpers);
    }

    /// Keeps unreached objects that are registered for finalizing alive once more. Weak references
    /// to them are cleared before.
    ///
    /// Objects whose finalizers were ready before are marked last. The order of two dying objects
    /// is found along paths of unmarked objects, and marking these earlier could cut such a path.
    ///
    /// Returns the size of the objects that are only kept to be finalized.
    pub(crate) fn settle_weak_and_finalizers(mut self) -> u64 {
        self.clear_weak();
        let finalizers = self.heap.finalizers();
        let unreachable = finalizers.take_unreachable(|offset| self.marks.is_set(offset));
        let unreachable = self.keep_once_more(&unreachable);
        finalizers.visit_ready(|offset| self.tracer.mark_object(offset));
        while let Some(offset) = self.tracer.next() {
            self.count_dying(offset);
            self.tracer.trace_object(offset);
        }
        finalizers.make_ready(unreachable);
        self.clear_weak();
        self.dying_bytes
    }

    /// Marks objects that are only kept to be finalized, and all that these lead to, and puts them
    /// in order: what is not marked yet is dying.
    fn keep_once_more(&mut self, unreachable: &[Offset]) -> Vec<Offset> {
        let shared = self.heap.shared_base();
        outermost_first(unreachable, |offset, referred| {
            let is_new = self.marks.covers(offset) && self.marks.set(offset);
            if is_new {
                self.count_dying(offset);
                let words = self.tracer.look_at(shared, offset);
                referred.extend(shared.references(offset, words));
            }
            is_new
        })
    }

    fn count_dying(&mut self, offset: Offset) {
        let shared = self.heap.shared_base();
        let shape = self.heap.layout(shared.header(offset).layout()).shape;
        self.dying_bytes += shape.size_bytes(shared.load(offset, 1));
    }

    fn claim_overflow(&mut self, threads: &[Parked<'_>]) {
        for thread in threads {
            let Parked::Inside(own, _) = thread else {
                continue;
            };
            for offset in &own.transaction.borrow().overflow {
                self.marks.set(*offset);
            }
        }
    }

    fn mark_roots(&mut self, own: &ThreadHeap, stack: &Stack) {
        stack.frames().visit(|word| self.tracer.mark(word));
        stack.visit_saved(|word| self.tracer.mark(word));
        own.roots.visit_all(|word| self.tracer.mark(word));
    }

    /// Marks the objects that the transaction has in its own view, and those that it will look at
    /// when it ends.
    fn mark_transaction(&mut self, own: &ThreadHeap) {
        let transaction = own.transaction.borrow();
        let own = own.base.get();
        for offset in &transaction.overflow {
            self.tracer.scan(own, *offset);
        }
        for target in transaction.written.iter().chain(&transaction.cards) {
            let object = self.marks.object_start(self.heap.space(), target.start);
            self.tracer.mark_object(object);
            if object == target.start {
                self.tracer.scan(own, object);
            } else {
                let words = 0..target.bytes / WORD_BYTES;
                self.tracer.scan_words(own, target.start, words);
            }
        }
        // The remembered set is among these: its objects were written by this transaction, or made.
        transaction.finalizers.visit(|word| self.tracer.mark(word));
    }

    fn walk_nursery(&mut self, own: &ThreadHeap) {
        let heap = self.heap;
        for object in own.young_objects(heap) {
            self.tracer.scan(own.base.get(), object);
        }
    }

    /// Weak objects whose target has not been marked forget it, in all views.
    fn clear_weak(&mut self) {
        for (view, offset) in self.tracer.take_weak() {
            let word = Word(view.load(offset, WEAK_WORD));
            let is_old = word.is_reference() && self.marks.covers(word.offset());
            if !is_old || self.marks.is_set(word.offset()) {
                continue;
            }
            view.store(offset, WEAK_WORD, WEAK_DEAD.word().0);
            if !self.marks.covers(offset) {
                continue;
            }
            for view in self.heap.views_of(offset) {
                view.store(offset, WEAK_WORD, WEAK_DEAD.word().0);
            }
        }
    }
}
