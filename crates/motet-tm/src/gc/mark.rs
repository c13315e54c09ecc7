//! Marking: which objects of the old space are reachable, from all threads, in all views.
//!
//! Segment 0 shows the committed state: all reached objects are traced there. Besides, each open
//! transaction sees, in its own view,
//! - the objects that it has written: they are traced there *in addition*;
//! - those that it has made and promoted (*overflow* objects): if they lie in a private copy
//!   segment 0 shows rubbish in their place, so they are traced in its own view *instead*, which
//!   shows segment 0's page where there is no copy;
//! - its nursery, which is walked from end to end: all that it refers to lives.

use crate::gc::parking::Parked;
use crate::gc::thread_heap::ThreadHeap;
use crate::heap::finalizers::outermost_first;
use crate::heap::groups::GroupIndex;
use crate::heap::memory::Base;
use crate::heap::shared::SharedHeap;
use crate::heap::space::{GROUP_BYTES, OldSpace};
use crate::object::layout::{OBJECT_ALIGNMENT_BYTES, Shape, WEAK_WORD, WORD_BYTES};
use crate::object::value::{Offset, WEAK_DEAD, Word};
use crate::threads::stack::Stack;

/// One bit for each 16 bytes of the old space in use, set where a live object begins.
pub(crate) struct Marks {
    first: u64,
    words: Vec<u64>,
}

const GROUP_WORDS: usize = (GROUP_BYTES / OBJECT_ALIGNMENT_BYTES / 64) as usize;

impl Marks {
    fn new(first: u64, groups: u32) -> Marks {
        Marks {
            first,
            words: vec![0; groups as usize * GROUP_WORDS],
        }
    }

    fn place(&self, offset: Offset) -> (usize, u64) {
        debug_assert!(offset.0 >= self.first, "only old objects are marked");
        let bit = (offset.0 - self.first) / OBJECT_ALIGNMENT_BYTES;
        ((bit / 64) as usize, 1 << (bit % 64))
    }

    /// Whether it was new.
    fn set(&mut self, offset: Offset) -> bool {
        let (index, bit) = self.place(offset);
        let is_new = self.words[index] & bit == 0;
        self.words[index] |= bit;
        is_new
    }

    pub(crate) fn is_set(&self, offset: Offset) -> bool {
        let (index, bit) = self.place(offset);
        self.words[index] & bit != 0
    }

    /// The start of the object to which the object or card at `offset` belongs. All pinned objects
    /// are marked, so that among them it is the nearest mark.
    pub(crate) fn object_start(&self, space: &OldSpace, offset: Offset) -> Offset {
        let start = space.object_start(offset);
        start.unwrap_or_else(|| self.nearest_up_to(offset))
    }

    fn nearest_up_to(&self, offset: Offset) -> Offset {
        let (last, bit) = self.place(offset);
        let mut found = self.words[last] & (bit | (bit - 1));
        let mut index = last;
        while found == 0 {
            index -= 1;
            found = self.words[index];
        }
        let unit = index as u64 * 64 + u64::from(found.ilog2());
        Offset(self.first + unit * OBJECT_ALIGNMENT_BYTES)
    }

    /// Whether any object of a group is marked.
    pub(crate) fn is_any_set(&self, group: GroupIndex) -> bool {
        let first = group.0 as usize * GROUP_WORDS;
        self.words[first..first + GROUP_WORDS]
            .iter()
            .any(|word| *word != 0)
    }
}

/// A running marking.
pub(crate) struct Marker<'a> {
    heap: &'a SharedHeap,
    shared: Base,
    marks: Marks,
    /// Marked objects that have not been traced in segment 0.
    gray: Vec<Offset>,
    /// Weak objects met, each with the view that it was met in.
    weak: Vec<(Base, Offset)>,
    /// The size of the objects that are only kept to be finalized.
    dying_bytes: u64,
}

impl<'a> Marker<'a> {
    /// `groups`: how many groups were ever handed out.
    pub(crate) fn new(heap: &'a SharedHeap, groups: u32) -> Marker<'a> {
        Marker {
            heap,
            shared: heap.shared_base(),
            marks: Marks::new(heap.memory().extent().nursery_end, groups),
            gray: Vec::new(),
            weak: Vec::new(),
            dying_bytes: 0,
        }
    }

    /// Marks the objects that the threads and the runtime itself hold, and all that these lead to.
    pub(crate) fn mark_all(&mut self, threads: &[Parked<'_>]) {
        // Before anything is traced: these are not to be traced in segment 0.
        self.claim_overflow(threads);
        for offset in &self.heap.pinned().lock_privatising().objects {
            self.mark_offset(*offset);
        }
        for thread in threads {
            match thread {
                Parked::Outside(frames, roots) => {
                    frames.visit(|word| self.mark(word));
                    roots.iter().for_each(|word| self.mark(*word));
                }
                Parked::Inside(own, stack) => {
                    self.mark_roots(own, stack);
                    self.mark_transaction(own);
                    self.walk_nursery(own);
                }
            }
        }
        self.trace();
    }

    /// What is marked, and the size of the objects among it that are only kept to be finalized.
    pub(crate) fn into_marks(self) -> (Marks, u64) {
        (self.marks, self.dying_bytes)
    }

    /// Keeps unreached objects that are registered for finalizing alive once more. Weak references
    /// to them are cleared before.
    ///
    /// Objects whose finalizers were ready before are marked last. The order of two dying objects
    /// is found along paths of unmarked objects, and marking these earlier could cut such a path.
    pub(crate) fn settle_weak_and_finalizers(&mut self) {
        self.clear_weak();
        let finalizers = self.heap.finalizers();
        let unreachable = finalizers.take_unreachable(|offset| self.marks.is_set(offset));
        let unreachable = self.keep_once_more(&unreachable);
        finalizers.visit_ready(|offset| self.mark_offset(offset));
        while let Some(offset) = self.gray.pop() {
            self.count_dying(offset);
            self.scan(self.shared, offset);
        }
        finalizers.make_ready(unreachable);
        self.clear_weak();
    }

    /// Marks objects that are only kept to be finalized, and all that these lead to, and puts them
    /// in order: what is not marked yet is dying.
    fn keep_once_more(&mut self, unreachable: &[Offset]) -> Vec<Offset> {
        let shared = self.shared;
        outermost_first(unreachable, |offset, referred| {
            let is_new = offset.0 >= self.marks.first && self.marks.set(offset);
            if is_new {
                self.count_dying(offset);
                let words = self.look_at(shared, offset);
                referred.extend(shared.references(offset, words));
            }
            is_new
        })
    }

    fn count_dying(&mut self, offset: Offset) {
        let shape = self.heap.layout(self.shared.header(offset).layout()).shape;
        self.dying_bytes += shape.size_bytes(self.shared.load(offset, 1));
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
        stack.frames().visit(|word| self.mark(word));
        stack.visit_saved(|word| self.mark(word));
        own.roots.visit_all(|word| self.mark(word));
    }

    /// Marks the objects that the transaction has in its own view, and those that it will look at
    /// when it ends.
    fn mark_transaction(&mut self, own: &ThreadHeap) {
        let transaction = own.transaction.borrow();
        let own = own.base.get();
        for offset in &transaction.overflow {
            self.scan(own, *offset);
        }
        for target in transaction.written.iter().chain(&transaction.cards) {
            let object = self.marks.object_start(self.heap.space(), target.start);
            self.mark_offset(object);
            if object == target.start {
                self.scan(own, object);
            } else {
                self.scan_words(own, target.start, 0..target.bytes / WORD_BYTES);
            }
        }
        // The remembered set is among these: its objects were written by this transaction, or made.
        transaction.finalizers.visit(|word| self.mark(word));
    }

    fn walk_nursery(&mut self, own: &ThreadHeap) {
        let heap = self.heap;
        for object in own.young_objects(heap) {
            self.scan(own.base.get(), object);
        }
    }

    fn mark(&mut self, word: Word) {
        if word.is_reference() && word.offset().0 >= self.marks.first {
            self.mark_offset(word.offset());
        }
    }

    fn mark_offset(&mut self, offset: Offset) {
        if self.marks.set(offset) {
            self.gray.push(offset);
        }
    }

    fn trace(&mut self) {
        while let Some(offset) = self.gray.pop() {
            self.scan(self.shared, offset);
        }
    }

    fn scan(&mut self, view: Base, offset: Offset) {
        let words = self.look_at(view, offset);
        self.scan_words(view, offset, words);
    }

    /// Notes an object if it is weak; returns where its values lie.
    fn look_at(&mut self, view: Base, offset: Offset) -> std::ops::Range<u64> {
        let shape = self.heap.layout(view.header(offset).layout()).shape;
        if matches!(shape, Shape::Weak { .. }) {
            self.weak.push((view, offset));
        }
        shape.value_words(view.load(offset, 1))
    }

    fn scan_words(&mut self, view: Base, offset: Offset, words: std::ops::Range<u64>) {
        for index in words {
            self.mark(Word(view.load(offset, index)));
        }
    }

    /// Weak objects whose target has not been marked forget it, in all views.
    fn clear_weak(&mut self) {
        for (view, offset) in std::mem::take(&mut self.weak) {
            let word = Word(view.load(offset, WEAK_WORD));
            let is_old = word.is_reference() && word.offset().0 >= self.marks.first;
            if !is_old || self.marks.is_set(word.offset()) {
                continue;
            }
            view.store(offset, WEAK_WORD, WEAK_DEAD.word().0);
            if offset.0 < self.marks.first {
                continue;
            }
            for view in self.heap.views_of(offset) {
                view.store(offset, WEAK_WORD, WEAK_DEAD.word().0);
            }
        }
    }
}
