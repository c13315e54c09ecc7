//! Tracing: from marked objects to those that they refer to, by one thread or several.
//!
//! A [`Tracer`] belongs to a thread. One alone takes objects from its own list until that is empty.
//! Where the heap is large, the thread that collects starts helpers, each with a tracer of its own;
//! their lists meet in a [`Pool`]. The world is stopped meanwhile, so all of them only read the
//! heap; what they write are the marks (`marks.rs`), in which of several threads that come to an
//! object one wins, and traces it.

use std::ops::Range;
use std::thread;

use crate::gc::gray::{Gray, Pool};
use crate::gc::marks::Marks;
use crate::heap::memory::Base;
use crate::heap::shared::SharedHeap;
use crate::object::layout::Shape;
use crate::object::value::{Offset, Word};

/// The native stack of a helper, which calls nothing that goes deep.
const HELPER_STACK_BYTES: usize = 128 << 10;

/// What one thread has marked and not traced yet.
pub(crate) struct Tracer<'a> {
    heap: &'a SharedHeap,
    /// Segment 0.
    shared: Base,
    marks: &'a Marks,
    /// Marked objects that have not been traced in segment 0.
    gray: Gray,
    /// Weak objects met, each with the view that it was met in.
    weak: Vec<(Base, Offset)>,
}

impl<'a> Tracer<'a> {
    pub(crate) fn new(heap: &'a SharedHeap, marks: &'a Marks) -> Tracer<'a> {
        Tracer {
            heap,
            shared: heap.shared_base(),
            marks,
            gray: Gray::default(),
            weak: Vec::new(),
        }
    }

    /// Marks the object that a word refers to, if it is an old one.
    #[inline]
    pub(crate) fn mark(&mut self, word: Word) {
        if word.is_reference() && self.marks.covers(word.offset()) {
            self.mark_object(word.offset());
        }
    }

    /// Marks an old object.
    #[inline]
    pub(crate) fn mark_object(&mut self, offset: Offset) {
        if self.marks.set(offset) {
            self.gray.push(offset);
        }
    }

    /// Traces all marked objects and what they lead to, with so many helpers at most. A helper that
    /// the system does not start is done without.
    pub(crate) fn trace_with(&mut self, helpers: usize) {
        if helpers == 0 {
            return self.trace();
        }
        let (heap, marks) = (self.heap, self.marks);
        let pool = Pool::new(1 + helpers);
        thread::scope(|scope| {
            let help = || {
                let mut tracer = Tracer::new(heap, marks);
                tracer.trace_from(&pool);
                tracer.weak
            };
            let mut started = Vec::new();
            for _ in 0..helpers {
                let helper = thread::Builder::new()
                    .name("marker".into())
                    .stack_size(HELPER_STACK_BYTES);
                match helper.spawn_scoped(scope, help) {
                    Ok(helper) => started.push(helper),
                    Err(_) => pool.leave(),
                }
            }
            self.trace_from(&pool);
            for helper in started {
                let weak = helper.join().expect("a helper does not panic");
                self.weak.extend(weak);
            }
        });
    }

    fn trace(&mut self) {
        while let Some(offset) = self.next() {
            self.trace_object(offset);
        }
    }

    /// Traces until no thread of the pool has a marked object.
    fn trace_from(&mut self, pool: &Pool) {
        loop {
            while let Some(offset) = self.next() {
                self.trace_object(offset);
                if pool.is_wanted() {
                    self.gray.share(pool);
                }
            }
            match pool.take() {
                Some(objects) => self.gray.refill(objects),
                None => return,
            }
        }
    }

    /// An object that is marked and not traced yet, which the caller is to trace.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Offset> {
        self.gray.pop(self.shared)
    }

    /// Marks what an object refers to in segment 0.
    #[inline]
    pub(crate) fn trace_object(&mut self, offset: Offset) {
        self.scan(self.shared, offset);
    }

    /// Marks what an object refers to in a view.
    #[inline]
    pub(crate) fn scan(&mut self, view: Base, offset: Offset) {
        let words = self.look_at(view, offset);
        self.scan_words(view, offset, words);
    }

    /// Notes an object if it is weak; returns where its values lie.
    #[inline]
    pub(crate) fn look_at(&mut self, view: Base, offset: Offset) -> Range<u64> {
        let shape = self.heap.layout(view.header(offset).layout()).shape;
        if matches!(shape, Shape::Weak { .. }) {
            self.weak.push((view, offset));
        }
        shape.value_words(view.load(offset, 1))
    }

    /// Marks what some words of an object refer to in a view.
    #[inline]
    pub(crate) fn scan_words(&mut self, view: Base, offset: Offset, words: Range<u64>) {
        for index in words {
            self.mark(Word(view.load(offset, index)));
        }
    }

    /// The weak objects that were met since the last call, each with the view that it was met in.
    pub(crate) fn take_weak(&mut self) -> Vec<(Base, Offset)> {
        std::mem::take(&mut self.weak)
    }
}
