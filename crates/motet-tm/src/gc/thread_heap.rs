//! A thread's own part of the heap: its view, nursery, roots, and the sets of its transaction. This
//! is all that the collector sees of a thread, beside its value stack.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU8, Ordering};

use rustc_hash::FxHashMap;

use crate::heap::groups::GroupIndex;
use crate::heap::memory::{Base, Markers};
use crate::heap::nursery::Nursery;
use crate::heap::place_bytes::UncheckedPlaceBytes;
use crate::heap::promoter::Promoter;
use crate::heap::shared::SharedHeap;
use crate::heap::written::{CARD_REMEMBERED, WRITTEN};
use crate::object::layout::{FLAG_HAS_SHADOW, Header};
use crate::object::value::Offset;
use crate::support::ThreadNumber;
use crate::threads::scheduler::Scheduler;
use crate::txn::roots::Roots;
use crate::txn::transaction::Transaction;

/// A thread's own part of the heap. The first fields are hot: every barrier reads them.
pub(crate) struct ThreadHeap {
    pub(crate) base: Cell<Base>,
    /// The read markers of the segment whose start is `base`.
    pub(crate) markers: Cell<Markers>,
    /// The write marks of the segment; under the lock those of segment 0.
    pub(crate) write_marks: Cell<UncheckedPlaceBytes>,
    /// The write mark of a card that this thread has written since its last collection.
    card_mark: Cell<u8>,
    pub(crate) read_version: Cell<u16>,
    /// Whether reads and writes are marked: under STM, unless the thread is sole. Changes between
    /// transactions only.
    transactional: Cell<bool>,
    pub(crate) nursery: Nursery,
    /// The segment of the running transaction; 0 under the lock, and where none is open.
    pub(crate) segment: Cell<usize>,
    pub(crate) roots: Roots,
    pub(crate) transaction: RefCell<Transaction>,
    /// The segment's promoter, while the thread has a segment; under hardware transactions the
    /// thread's own.
    pub(crate) promoter: RefCell<Promoter>,
    /// For each young object whose identity was asked for, the place reserved for it.
    shadows: RefCell<FxHashMap<u64, Offset>>,
}

impl ThreadHeap {
    /// The heap of a thread without a segment.
    pub(crate) fn new(shared: &SharedHeap, transactional: bool) -> ThreadHeap {
        let base = shared.shared_base();
        let heap = ThreadHeap {
            base: Cell::new(base),
            markers: Cell::new(base.markers()),
            write_marks: Cell::new(shared.memory().write_marks(0).unchecked()),
            card_mark: Cell::new(0),
            read_version: Cell::new(0),
            transactional: Cell::new(false),
            nursery: Nursery::new(shared.memory().extent().nursery_end),
            segment: Cell::new(0),
            roots: Roots::new(),
            transaction: RefCell::new(Transaction::default()),
            promoter: RefCell::new(Promoter::NONE),
            shadows: RefCell::default(),
        };
        heap.set_transactional(transactional);
        heap
    }

    /// Whether reads and writes are marked.
    #[inline(always)]
    pub(crate) fn is_transactional(&self) -> bool {
        self.transactional.get()
    }

    /// Says whether reads and writes are marked from the next transaction on. Nothing is written,
    /// and the nursery is empty.
    pub(crate) fn set_transactional(&self, is_transactional: bool) {
        self.transactional.set(is_transactional);
        self.card_mark.set(if is_transactional {
            WRITTEN | CARD_REMEMBERED
        } else {
            CARD_REMEMBERED
        });
    }

    /// Makes the thread run in a segment from now on.
    pub(crate) fn use_segment(&self, shared: &SharedHeap, number: usize) {
        let base = shared.memory().base(number);
        self.segment.set(number);
        self.base.set(base);
        self.markers.set(base.markers());
        let write_marks = shared.memory().write_marks(self.marks_of());
        self.write_marks.set(write_marks.unchecked());
    }

    /// Takes the promoter of the segment that the thread has got. The thread is not parked: a
    /// collector reads the promoters of threads that are.
    pub(crate) fn take_promoter(&self, shared: &SharedHeap) {
        let taken = shared.resting().take(self.segment.get());
        let before = self.promoter.replace(taken);
        debug_assert!(before.is_none(), "a thread has one promoter");
    }

    /// Gives the thread a promoter that it keeps until its end, when it first enters.
    pub(crate) fn own_promoter(&self) {
        let mut promoter = self.promoter.borrow_mut();
        if promoter.is_none() {
            *promoter = Promoter::new();
        }
    }

    /// Lets the promoter rest, as the thread gives its segment back, to whose next thread it
    /// belongs. The thread is not parked inside of a transaction, and has promoted nothing that is
    /// not published.
    pub(crate) fn rest_promoter(&self, shared: &SharedHeap) {
        let promoter = self.promoter.replace(Promoter::NONE);
        shared.resting().give(self.segment.get(), promoter);
    }

    /// The write mark of a place of the thread's segment.
    #[inline]
    pub(crate) fn write_mark<'a>(&self, shared: &'a SharedHeap, offset: Offset) -> &'a AtomicU8 {
        shared.memory().write_marks(self.marks_of()).of(offset)
    }

    /// The segment of the thread's write marks: under the lock all use those of segment 0.
    #[inline]
    fn marks_of(&self) -> usize {
        if self.is_transactional() {
            self.segment.get()
        } else {
            0
        }
    }

    /// The write mark of a card that this thread has written since its last collection.
    #[inline(always)]
    pub(crate) fn card_mark(&self) -> u8 {
        self.card_mark.get()
    }

    /// Whether the nursery holds the object at `offset`.
    #[inline(always)]
    pub(crate) fn is_young(&self, offset: Offset) -> bool {
        offset.0 < self.nursery.view_end
    }

    /// Size of the object at `offset` of this thread's view.
    pub(crate) fn size_bytes_at(&self, shared: &SharedHeap, offset: Offset) -> u64 {
        let base = self.base.get();
        let layout = shared.layout(base.header(offset).layout());
        layout.shape.size_bytes(base.load(offset, 1))
    }

    /// The view through which an object of the old space is written by its own transaction or by
    /// the collector: the private copy if there is one, else the shared page.
    pub(crate) fn old_view(&self, shared: &SharedHeap, offset: Offset) -> Base {
        let space = shared.space();
        let private = space
            .private_in(space.group_of(offset))
            .load(Ordering::Relaxed);
        if private & (1 << self.segment.get()) != 0 {
            self.base.get()
        } else {
            shared.shared_base()
        }
    }

    // ---- identities of young objects

    /// The place in the old space that is reserved for a young object, as its identity was asked
    /// for.
    pub(crate) fn shadow_of(&self, young: Offset) -> Offset {
        self.shadows.borrow()[&young.0]
    }

    /// Reserves a place for a young object that has none, and marks its header.
    pub(crate) fn add_shadow(&self, shared: &SharedHeap, young: Offset, header: Header) -> Offset {
        debug_assert!(self.is_young(young) && !header.has(FLAG_HAS_SHADOW));
        let layout = shared.layout(header.layout());
        let bytes = self.size_bytes_at(shared, young);
        let mut promoter = self.promoter.borrow_mut();
        let place = shared.reserve(&mut promoter, bytes, layout.mutable);
        let place = place.expect("the heap limit leaves room for what the nursery holds");
        let base = self.base.get();
        base.set_header(young, header.with(FLAG_HAS_SHADOW));
        self.shadows.borrow_mut().insert(young.0, place);
        place
    }

    /// Empties the nursery; a collection is due again when `soft_bytes` are used.
    pub(crate) fn reset_nursery(&self, soft_bytes: u64) {
        self.nursery.reset(soft_bytes);
        self.shadows.borrow_mut().clear();
    }

    // ---- gates

    /// Enters the gate of a group, unless this thread is in it already (`heap/space.rs`). A thread
    /// that is in a gate leaves it without waiting for another. Returns whether the gate was
    /// entered now: then the caller adds it to [`Promoter::entered`].
    #[inline]
    pub(crate) fn enter_gate(
        &self,
        shared: &SharedHeap,
        (scheduler, thread): (&Scheduler, ThreadNumber),
        group: GroupIndex,
    ) -> bool {
        let (space, number) = (shared.space(), self.segment.get());
        if !self.is_transactional() || space.holds_gate(group, number) {
            return false;
        }
        if !space.try_enter_gate(group, number) {
            scheduler.wait_until(thread, || space.try_enter_gate(group, number));
        }
        true
    }

    /// Leaves all gates.
    pub(crate) fn leave_gates(&self, shared: &SharedHeap) {
        for group in self.promoter.borrow_mut().entered.drain(..) {
            shared.space().leave_gate(group, self.segment.get());
        }
    }

    /// The objects in the nursery, from its start on.
    pub(crate) fn young_objects<'a>(
        &'a self,
        shared: &'a SharedHeap,
    ) -> impl Iterator<Item = Offset> + 'a {
        let mut next = self.nursery.start.get();
        std::iter::from_fn(move || {
            let end = self.nursery.next.get();
            assert!(next <= end, "a nursery without gaps");
            (next < end).then(|| {
                let object = Offset(next);
                next += self.size_bytes_at(shared, object);
                object
            })
        })
    }
}
