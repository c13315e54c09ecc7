//! The minor collection: empties a thread's nursery, without stopping any other thread (paper
//! §4.5).
//!
//! Survivors are copied into the old space: the objects to which the thread's roots and the old
//! objects that it has written refer. All objects of a nursery were made by the running
//! transaction, so no other can refer to them. At commit they become ordinary old objects;
//! before, *overflow* objects: old for the collector, but still known to this transaction alone.
//!
//! A survivor is written to [`ThreadHeap::old_view`], normally segment 0's shared page.

use std::cell::RefMut;
use std::sync::atomic::Ordering;

use crate::gc::thread_heap::ThreadHeap;
use crate::heap::finalizers::outermost_first;
use crate::heap::memory::Base;
use crate::heap::promoter::Promoter;
use crate::heap::shared::SharedHeap;
use crate::heap::size_class::SHARED_BYTES_MAX;
use crate::heap::written::{CARD_REMEMBERED, Written};
use crate::object::layout::{
    FLAG_FORWARDED, FLAG_HAS_SHADOW, FLAG_OVERFLOW, FLAG_RETIRED, FLAG_WRITE_BARRIER, FLAGS_KEPT,
    Header, Shape, WEAK_WORD, WORD_BYTES,
};
use crate::object::value::{Offset, WEAK_DEAD, Word};
use crate::support::ThreadNumber;
use crate::threads::scheduler::Scheduler;
use crate::threads::stack::Stack;

/// The reason why the nursery is emptied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// It is used up, the transaction goes on: survivors are overflow objects.
    Overflow,
    /// The transaction ends: survivors are old.
    Commit,
}

/// The thread whose nursery is emptied, and the state that it needs of the others.
#[derive(Clone, Copy)]
pub(crate) struct Thread<'a> {
    pub(crate) shared: &'a SharedHeap,
    pub(crate) own: &'a ThreadHeap,
    pub(crate) stack: &'a Stack,
    pub(crate) scheduler: &'a Scheduler,
    pub(crate) number: ThreadNumber,
}

/// A running collection.
struct Minor<'a> {
    thread: Thread<'a>,
    shared: &'a SharedHeap,
    own: &'a ThreadHeap,
    promoter: RefMut<'a, Promoter>,
    base: Base,
    purpose: Purpose,
    /// Survivors whose fields have not been looked at.
    gray: Vec<Offset>,
    /// Survivors that refer weakly.
    weak: Vec<Offset>,
    promoted_bytes: u64,
}

/// Moves survivors out of the nursery, and returns their size in bytes. The nursery is to be
/// reset after it.
pub(crate) fn collect(thread: Thread<'_>, purpose: Purpose) -> u64 {
    let mut minor = Minor::new(thread, purpose);
    if minor.has_nothing_to_move() {
        minor.forget_written();
    } else {
        minor.visit_roots();
        minor.visit_remembered();
        minor.visit_cards();
        minor.visit_survivors();
        minor.settle_weak();
        minor.settle_finalizers();
    }
    let promoted_bytes = minor.promoted_bytes;
    drop(minor);
    let Thread {
        own, shared, stack, ..
    } = thread;
    own.leave_gates(shared);
    if !own.is_transactional() {
        // Nothing aborts: promoted objects are old for all threads, and so are their finalizers.
        let mut transaction = own.transaction.borrow_mut();
        shared.finalizers().commit(&mut transaction.finalizers);
        let mut promoter = own.promoter.borrow_mut();
        promoter.commit();
        promoter.release_filled(shared.space());
    }
    stack.raise_water();
    stack.clear_above_top();
    promoted_bytes
}

impl<'a> Minor<'a> {
    fn new(thread: Thread<'a>, purpose: Purpose) -> Minor<'a> {
        Minor {
            thread,
            shared: thread.shared,
            own: thread.own,
            promoter: thread.own.promoter.borrow_mut(),
            base: thread.own.base.get(),
            purpose,
            gray: Vec::new(),
            weak: Vec::new(),
            promoted_bytes: 0,
        }
    }

    /// Whether the nursery is empty: then nothing refers to it. (Many a short transaction makes no
    /// object.)
    fn has_nothing_to_move(&self) -> bool {
        let transaction = self.own.transaction.borrow();
        self.own.nursery.used_bytes() == 0 && transaction.finalizers.enabled.is_empty()
    }

    /// Sets the write-barrier flag of the remembered objects again and empties the remembered set;
    /// no object needs to be scanned.
    fn forget_written(&self) {
        let mut transaction = self.own.transaction.borrow_mut();
        for offset in transaction.remembered.drain(..) {
            let view = self.own.old_view(self.shared, offset);
            view.set_header(offset, view.header(offset).with(FLAG_WRITE_BARRIER));
        }
        self.forget_cards(&transaction.cards);
        transaction.cards.clear();
    }

    fn visit_roots(&mut self) {
        let (stack, roots) = (self.thread.stack, &self.own.roots);
        stack.visit_touched(|word| *word = self.forward(*word));
        roots.update(|word| self.forward(word));
    }

    /// Old objects that were written: their flag is set again, so that the next write tells.
    fn visit_remembered(&mut self) {
        let mut remembered = std::mem::take(&mut self.own.transaction.borrow_mut().remembered);
        for offset in remembered.drain(..) {
            let view = self.own.old_view(self.shared, offset);
            view.set_header(offset, view.header(offset).with(FLAG_WRITE_BARRIER));
            self.visit_fields(view, offset);
        }
        // The next transaction needs the room again.
        self.own.transaction.borrow_mut().remembered = remembered;
    }

    fn visit_cards(&mut self) {
        let mut cards = std::mem::take(&mut self.own.transaction.borrow_mut().cards);
        for card in &cards {
            let view = self.own.old_view(self.shared, card.start);
            self.visit_words(view, card.start, 0..card.bytes / WORD_BYTES);
        }
        self.forget_cards(&cards);
        cards.clear();
        self.own.transaction.borrow_mut().cards = cards;
    }

    /// The next write to a card tells again. Under STM it stays written.
    fn forget_cards(&self, cards: &[Written]) {
        let remembered = self.own.card_mark();
        for card in cards {
            let mark = self.own.write_mark(self.shared, card.start);
            debug_assert_eq!(mark.load(Ordering::Relaxed), remembered);
            mark.store(remembered & !CARD_REMEMBERED, Ordering::Relaxed);
        }
    }

    fn visit_survivors(&mut self) {
        while let Some(offset) = self.gray.pop() {
            let view = self.own.old_view(self.shared, offset);
            self.visit_fields(view, offset);
        }
    }

    /// Updates survivors that refer weakly: to the new place of a target that has survived; else
    /// they forget it. An old object that refers weakly does not refer to a young one: it was young
    /// itself when it was made, and has not changed since.
    fn settle_weak(&mut self) {
        for offset in std::mem::take(&mut self.weak) {
            let view = self.own.old_view(self.shared, offset);
            let word = Word(view.load(offset, WEAK_WORD));
            if word.is_reference() && self.own.is_young(word.offset()) {
                let target = self.survivor(word).unwrap_or(WEAK_DEAD.word());
                view.store(offset, WEAK_WORD, target.0);
            }
        }
    }

    /// Objects with a finalizer that nothing refers to are kept, to be handed to the host.
    fn settle_finalizers(&mut self) {
        let mut transaction = self.own.transaction.borrow_mut();
        let enabled = std::mem::take(&mut transaction.finalizers.enabled);
        drop(transaction);
        let (mut reachable, mut unreachable) = (Vec::new(), Vec::new());
        for word in enabled {
            match self.survivor(word) {
                Some(word) => reachable.push(word),
                None if self.base.header(word.offset()).has(FLAG_RETIRED) => {}
                None => unreachable.push(word),
            }
        }
        for word in &mut unreachable {
            *word = self.forward(*word);
        }
        self.keep_once_more(&mut unreachable);
        self.settle_weak();
        let finalizers = &mut self.own.transaction.borrow_mut().finalizers;
        finalizers.survived.extend(reachable);
        finalizers.due.extend(unreachable);
    }

    /// Visits objects that have survived only to be finalized, and puts them in order.
    fn keep_once_more(&mut self, unreachable: &mut Vec<Word>) {
        let has_order = unreachable.len() > 1;
        let mut dying = Vec::new();
        while let Some(offset) = self.gray.pop() {
            if has_order {
                dying.push(offset);
            }
            let view = self.own.old_view(self.shared, offset);
            self.visit_fields(view, offset);
        }
        if !has_order {
            return;
        }
        let objects: Vec<Offset> = unreachable.iter().map(|word| word.offset()).collect();
        // Sorted, not in a table of hashes: a program may let thousands die in one transaction.
        dying.extend(&objects);
        dying.sort_unstable();
        dying.dedup();
        let mut is_opened = vec![false; dying.len()];
        let ordered = outermost_first(&objects, |offset, referred| {
            let is_new = dying
                .binary_search(&offset)
                .is_ok_and(|place| !std::mem::replace(&mut is_opened[place], true));
            if !is_new {
                return false;
            }
            let view = self.own.old_view(self.shared, offset);
            let layout = self.shared.layout(view.header(offset).layout());
            let words = layout.shape.value_words(view.load(offset, 1));
            referred.extend(view.references(offset, words));
            true
        });
        *unreachable = ordered.into_iter().map(Word::reference).collect();
    }

    /// The word after the collection if its object has survived until now.
    fn survivor(&self, word: Word) -> Option<Word> {
        let is_young = self.own.is_young(word.offset());
        if !is_young {
            return Some(word);
        }
        let header = self.base.header(word.offset());
        let is_moved = header.has(FLAG_FORWARDED);
        is_moved.then(|| Word::reference(Offset(header.0 & !FLAG_FORWARDED)))
    }

    fn visit_fields(&mut self, view: Base, offset: Offset) {
        let layout = self.shared.layout(view.header(offset).layout());
        let words = layout.shape.value_words(view.load(offset, 1));
        self.visit_words(view, offset, words);
    }

    fn visit_words(&mut self, view: Base, offset: Offset, words: std::ops::Range<u64>) {
        for index in words {
            let word = Word(view.load(offset, index));
            if word.is_reference() && self.own.is_young(word.offset()) {
                view.store(offset, index, self.forward(word).0);
            }
        }
    }

    /// The reference, after the collection, to the object of `word`.
    fn forward(&mut self, word: Word) -> Word {
        if !word.is_reference() || !self.own.is_young(word.offset()) {
            return word;
        }
        let young = word.offset();
        let header = self.base.header(young);
        if header.has(FLAG_FORWARDED) {
            return Word::reference(Offset(header.0 & !FLAG_FORWARDED));
        }
        Word::reference(self.promote(young, header))
    }

    fn promote(&mut self, young: Offset, header: Header) -> Offset {
        let nursery = &self.own.nursery;
        debug_assert!(
            (nursery.start.get()..nursery.next.get()).contains(&young.bytes()),
            "{young:?} was not made by this transaction"
        );
        let layout = self.shared.layout(header.layout());
        let bytes = layout.shape.size_bytes(self.base.load(young, 1));
        let place = self.place(young, header, bytes, layout.mutable);
        let group = self.shared.space().group_of(place);
        let waiter = (self.thread.scheduler, self.thread.number);
        if self.own.enter_gate(self.shared, waiter, group) {
            self.promoter.entered.push(group);
        }
        let view = self.own.old_view(self.shared, place);
        debug_assert!(
            layout.mutable || view == self.shared.shared_base(),
            "I-HEAP-5"
        );
        if bytes > SHARED_BYTES_MAX {
            self.shared.memory().populate(view, place, bytes);
        }
        self.base.copy_to(young, view, place, bytes);
        let mut kept = Header(header.0 & (!0xff | FLAGS_KEPT)).with(FLAG_WRITE_BARRIER);
        let is_overflow = self.purpose == Purpose::Overflow && self.own.is_transactional();
        if is_overflow && layout.mutable {
            kept = kept.with(FLAG_OVERFLOW);
            self.own.transaction.borrow_mut().overflow.push(place);
        }
        view.set_header(place, kept);
        self.base
            .set_header(young, Header(place.bytes() | FLAG_FORWARDED));
        match layout.shape {
            Shape::Raw => {}
            Shape::Weak { .. } => {
                self.weak.push(place);
                self.gray.push(place);
            }
            _ => self.gray.push(place),
        }
        self.promoted_bytes += bytes;
        place
    }

    fn place(&mut self, young: Offset, header: Header, bytes: u64, mutable: bool) -> Offset {
        if header.has(FLAG_HAS_SHADOW) {
            return self.own.shadow_of(young);
        }
        self.shared
            .reserve(&mut self.promoter, bytes, mutable)
            .expect("the slack behind the heap limit holds what nurseries hold")
    }
}
