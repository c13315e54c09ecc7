//! A thread's access to the heap: allocation, barriers, roots.
//!
//! # What may happen where
//!
//! - `&Mutator`: allocation, reads, writes. **Allocation never collects**: when the nursery is used
//!   up, the next operation of the language's loop finds a collection due
//!   ([`Mutator::collect_if_due`])   and until then allocation goes on in the nursery's reserve. So
//!   a builtin may hold as many   [`Value`]s as it likes, without rooting.
//! - `&mut Mutator`: whatever may collect, commit, abort or wait. No value survives it; what must
//!   is in a register of the value stack, a thread root, or a [`Root`].
//!
//! # When memory runs out
//!
//! An allocation that passes the heap limit is granted, if the nursery can hold it, and makes a
//! major collection due; what cannot ever be held is refused ([`crate::OutOfMemory`]). If at the
//! next border ([`Mutator::collect_if_due`], or the end of the transaction, whose state at its
//! begin is still held until then) the limit is passed even after that collection,
//! [`Mutator::take_out_of_memory`] tells, and the language raises its error there. So are pinned
//! objects: a language asks before it pins what is large ([`Mutator::check_room_to_pin`]).
//!
//! A language that was told, or refused, is let off once: until the next collection at a border its
//! handlers may allocate, though what the transaction has promoted is not swept before it ends.
//!
//! The alternative, allocation that collects, was tried on paper with three builtins (decision
//! record on rooting): each needed a handle for every intermediate value.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::config::Control;
use crate::elision::ElidingThread;
use crate::events::EventWriter;
use crate::heap::Base;
use crate::heap::memory::{Locks, Markers, NULL_BYTES};
use crate::heap::space::{GroupIndex, Promoter};
use crate::hooks::Hooks;
use crate::inject::Random;
use crate::layout::{
    FLAG_CARDS, FLAG_HAS_SHADOW, FLAG_WRITE_BARRIER, LayoutId, Shape, WORD_BYTES, round_up,
};
use crate::length::LengthControl;
use crate::observation;
use crate::pace::Pace;
use crate::parking::Parking;
use crate::runtime::Runtime;
use crate::schedule::{Bell, ThreadNumber};
use crate::segment::lane;
use crate::simulation;
use crate::stack::Stack;
use crate::statistics::{Counters, count};
use crate::sync::AtomicU32;
use crate::transaction::{CARD_REMEMBERED, Transaction};
use crate::unwind::Unwind;
use crate::value::{Object, Offset, Value, Word};
use crate::view::{ReadView, WriteView};

/// How many root slots a thread has for the language's own state (the exception being raised …).
pub const THREAD_ROOTS: usize = 8;
/// Arrays of at least this many elements find conflicts per card.
pub(crate) const CARDED_LENGTH_MIN: u64 = 64;
/// Elements of a card.
pub(crate) const CARD_ELEMENTS: u64 = 32;
/// Words before the first element of an array.
pub(crate) const ARRAY_HEADER_WORDS: u64 = 2;

/// A slot on the root stack of a thread: survives collections. Not itself bound to a borrow; using
/// it after [`Mutator::truncate_roots`] has dropped it is a bug that panics or reads another root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Root(pub(crate) u32);

/// Which barriers are compiled in; see [`Mutator::read_in`].
pub trait Mode: Copy + 'static {
    /// Whether reads are marked.
    fn marks_reads(mutator: &Mutator) -> bool;
}

/// The GIL control: no transactional barrier.
#[derive(Clone, Copy, Debug)]
pub struct GilMode;
/// Software transactional memory.
#[derive(Clone, Copy, Debug)]
pub struct StmMode;
/// Decided at run time: for code that is compiled once.
#[derive(Clone, Copy, Debug)]
pub struct AnyMode;

/// The GIL, elided by hardware transactions: their barriers are the processor's.
#[derive(Clone, Copy, Debug)]
pub struct HtmMode;

impl Mode for HtmMode {
    #[inline(always)]
    fn marks_reads(_: &Mutator) -> bool {
        false
    }
}

impl Mode for GilMode {
    #[inline(always)]
    fn marks_reads(_: &Mutator) -> bool {
        false
    }
}

impl Mode for StmMode {
    #[inline(always)]
    fn marks_reads(_: &Mutator) -> bool {
        true
    }
}

impl Mode for AnyMode {
    #[inline(always)]
    fn marks_reads(mutator: &Mutator) -> bool {
        mutator.transactional
    }
}

/// The read barrier for loops; see [`Mutator::reader`].
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    base: Base,
    read_version: u16,
    marks: bool,
    borrow: PhantomData<&'a Mutator>,
}

impl<'a> Reader<'a> {
    /// Read barrier.
    #[inline(always)]
    pub fn read(self, object: Object<'a>) -> ReadView<'a> {
        simulation::heap_read(object.offset(), 0, WORD_BYTES);
        if self.marks {
            observation::read(object.offset());
            self.base
                .marker(object.offset())
                .store(self.read_version, Ordering::Relaxed);
        }
        ReadView::new(self.base, object.offset())
    }
}

/// A thread's access to the heap. The first fields are hot: interpreters read them at every step.
pub struct Mutator {
    /// The poll word of the segment. Points into the runtime, which `runtime` keeps alive.
    pub(crate) poll: Cell<*const AtomicU32>,
    pub(crate) base: Cell<Base>,
    /// The read markers of the segment whose start is `base`.
    markers: Cell<Markers>,
    locks: Locks,
    /// What the lock of a card holds that this thread has written since its last collection.
    card_mark: Cell<u8>,
    pub(crate) nursery_next: Cell<u64>,
    pub(crate) nursery_limit: Cell<u64>,
    /// How many yield points the transaction may still pass.
    pub(crate) fuel: Cell<i32>,
    pub(crate) read_version: Cell<u16>,
    pub(crate) transactional: bool,
    /// End of all nurseries of the view, where the old space begins.
    pub(crate) nursery_end: u64,
    /// This thread's nursery: where it begins, and where its reserve ends.
    pub(crate) nursery_start: Cell<u64>,
    pub(crate) nursery_stop: Cell<u64>,
    /// The value stack.
    pub stack: Stack,
    pub(crate) thread_roots: [Cell<Word>; THREAD_ROOTS],
    pub(crate) thread_roots_at_begin: [Word; THREAD_ROOTS],
    pub(crate) roots: RefCell<Vec<Word>>,
    /// The roots as they were when the transaction began: an abort restores them.
    pub(crate) roots_at_begin: Vec<Word>,
    pub(crate) transaction: RefCell<Transaction>,
    pub(crate) promoter: RefCell<Promoter>,
    /// For each young object whose identity was asked for, the place reserved for it.
    pub(crate) shadows: RefCell<HashMap<u64, Offset>>,
    /// The segment of the running transaction; 0 under STM: none is open.
    pub(crate) segment: Cell<usize>,
    /// Where the thread sleeps when it waits in a line.
    pub(crate) bell: Arc<Bell>,
    pub(crate) last_segment: Cell<usize>,
    /// Since when the thread has its segment.
    pub(crate) segment_since_ns: Cell<u64>,
    pub(crate) length: LengthControl,
    /// The same for transactions in the thread's turn.
    pub(crate) turn_length: LengthControl,
    pub(crate) pace: Pace,
    /// Whether it is this thread's turn: see `turns.rs`.
    pub(crate) has_turn: Cell<bool>,
    pub(crate) turn_since_ns: Cell<u64>,
    /// When the transaction began.
    pub(crate) began_ns: Cell<u64>,
    pub(crate) fuel_at_begin: Cell<i32>,
    /// How many things the thread holds that others may want: see `holds.rs`.
    pub(crate) holds: Cell<u32>,
    pub(crate) holds_at_begin: u32,
    /// Whether the transaction's end was put off.
    pub(crate) is_end_put_off: Cell<bool>,
    /// Whether the transaction ends earlier than its length says (`hot_spots.rs`).
    pub(crate) is_cut_short: Cell<bool>,
    pub(crate) control: Control,
    /// Under [`Control::Htm`]: how this thread runs.
    pub(crate) eliding: RefCell<ElidingThread>,
    pub(crate) random: Random,
    pub(crate) counters: Arc<Counters>,
    pub(crate) thread: ThreadNumber,
    pub(crate) out_of_memory: Cell<bool>,
    /// Whether the host was refused memory since the last major collection: it knows.
    pub(crate) is_told: Cell<bool>,
    /// The transaction may pass the heap limit until so much is in use: see `major/mod.rs`.
    pub(crate) let_off_until_bytes: Cell<u64>,
    /// None if events are off.
    pub(crate) events: Option<EventWriter>,
    /// See [`Mutator::set_position`].
    pub(crate) position: Cell<u64>,
    /// How many atomic regions are open.
    pub(crate) atomic_depth: Cell<u32>,
    pub(crate) atomic_depth_at_begin: u32,
    pub(crate) hooks: Hooks,
    /// How many safepoints until the next major collection is injected.
    pub(crate) safepoints_to_major: u32,
    pub(crate) parking: Arc<Parking>,
    /// A thread's own handle: all others would count its copies in the word that this one counts
    /// them in, at each transaction.
    #[allow(
        clippy::redundant_allocation,
        reason = "the outer one is the thread's own count"
    )]
    pub(crate) runtime: Arc<Arc<Runtime>>,
}

#[allow(
    unsafe_code,
    reason = "one pointer into the runtime that the mutator keeps alive"
)]
mod poll_word {
    use super::{AtomicU32, Mutator};

    // SAFETY: `poll` points into `runtime`, which the mutator owns a share of; all else is Send.
    unsafe impl Send for Mutator {}

    impl Mutator {
        /// The poll word: not 0 when the fast path must be left at the next yield point.
        #[inline(always)]
        pub(crate) fn poll_word(&self) -> &AtomicU32 {
            // SAFETY: set by `use_segment` to a word of the runtime, which `self.runtime` keeps.
            unsafe { &*self.poll.get() }
        }
    }
}

/// Words of a thread's value stack: address space, pages come on demand.
const STACK_WORDS: usize = 4 << 20;

impl Mutator {
    pub(crate) fn new(
        runtime: Arc<Runtime>,
        thread: ThreadNumber,
        counters: Arc<Counters>,
    ) -> rustix::io::Result<Mutator> {
        let config = runtime.config();
        let extent = runtime.memory().extent();
        let mutator = Mutator {
            poll: Cell::new(&raw const runtime.pool().get(0).poll),
            base: Cell::new(runtime.memory().base(0)),
            markers: Cell::new(runtime.memory().base(0).markers()),
            locks: runtime.memory().locks_of_offsets(),
            card_mark: Cell::new(CARD_REMEMBERED),
            nursery_next: Cell::new(NULL_BYTES),
            nursery_limit: Cell::new(NULL_BYTES),
            fuel: Cell::new(0),
            read_version: Cell::new(0),
            transactional: config.control == Control::Stm,
            nursery_end: extent.nursery_end,
            nursery_start: Cell::new(NULL_BYTES),
            nursery_stop: Cell::new(extent.nursery_end),
            stack: Stack::map(STACK_WORDS)?,
            thread_roots: std::array::from_fn(|_| Cell::new(Word(0))),
            thread_roots_at_begin: [Word(0); THREAD_ROOTS],
            roots: RefCell::new(Vec::new()),
            roots_at_begin: Vec::new(),
            transaction: RefCell::new(Transaction::default()),
            promoter: RefCell::new(Promoter::new()),
            shadows: RefCell::new(HashMap::new()),
            segment: Cell::new(0),
            bell: Arc::default(),
            last_segment: Cell::new(0),
            segment_since_ns: Cell::new(0),
            length: LengthControl::new(),
            turn_length: LengthControl::new(),
            pace: Pace::new(),
            has_turn: Cell::new(false),
            turn_since_ns: Cell::new(0),
            began_ns: Cell::new(0),
            fuel_at_begin: Cell::new(0),
            holds: Cell::new(0),
            holds_at_begin: 0,
            is_end_put_off: Cell::new(false),
            is_cut_short: Cell::new(false),
            control: config.control,
            eliding: RefCell::new(ElidingThread::new()),
            random: Random::new(config.injection.seed ^ (thread << 32)),
            counters,
            thread,
            out_of_memory: Cell::new(false),
            is_told: Cell::new(false),
            let_off_until_bytes: Cell::new(0),
            events: runtime.event_writer(thread),
            position: Cell::new(0),
            atomic_depth: Cell::new(0),
            atomic_depth_at_begin: 0,
            hooks: Hooks::default(),
            safepoints_to_major: config.injection.major_safepoints,
            parking: Arc::new(Parking::new()),
            runtime: Arc::new(runtime),
        };
        mutator.runtime.major().register(&mutator.parking);
        Ok(mutator)
    }

    /// The thread begins to run: to be called by it before anything else.
    pub fn arrive(&self) {
        self.runtime.scheduler().arrive(self.thread);
    }

    /// The thread ends. No transaction is open.
    pub fn depart(&self) {
        assert!(!self.is_open(), "a thread ends its transaction first");
        self.runtime.scheduler().leave(self.thread);
    }

    // ---- what the language's loop looks at

    /// Whether something asks for attention: one load. To be looked at on each yield point.
    #[inline(always)]
    pub fn is_polled(&self) -> bool {
        self.poll_word().load(Ordering::Relaxed) != 0
    }

    /// Counts a yield point; true when the transaction's length is used up.
    #[inline(always)]
    pub fn use_fuel(&self) -> bool {
        let fuel = self.fuel.get() - 1;
        self.fuel.set(fuel);
        fuel < 0
    }

    /// Start of the segment's view, for interpreters that keep it in a register.
    #[inline(always)]
    pub fn base(&self) -> Base {
        self.base.get()
    }

    /// Whether a collection is due; to be looked at between operations.
    #[inline(always)]
    pub fn is_collection_due(&self) -> bool {
        self.poll_word().load(Ordering::Relaxed) & lane::COLLECT != 0
    }

    /// Makes this thread leave its fast path at its next yield point, until
    /// [`Mutator::clear_attention`].
    pub fn request_own_attention(&self) {
        self.poll_word().fetch_or(lane::HOST, Ordering::Relaxed);
    }

    /// What this thread was asked to attend to is done: see [`Runtime::request_attention`].
    pub fn clear_attention(&self) {
        self.poll_word().fetch_and(!lane::HOST, Ordering::Relaxed);
    }

    /// The runtime.
    pub fn runtime(&self) -> &Arc<Runtime> {
        &self.runtime
    }

    /// The number of this thread; the first is 0.
    pub fn thread_number(&self) -> u64 {
        self.thread
    }

    /// Whether the heap limit was passed since the last call, and a major collection did not help:
    /// to be asked after [`Mutator::collect_if_due`] and after a commit.
    pub fn take_out_of_memory(&self) -> bool {
        self.out_of_memory.take()
    }

    // ---- reading

    /// Read barrier (paper §4.6): one unconditional store of the read version.
    #[inline(always)]
    pub fn read<'a>(&'a self, object: Object<'a>) -> ReadView<'a> {
        self.read_in::<AnyMode>(object)
    }

    /// [`Mutator::read`] with the mode known at compile time.
    #[inline(always)]
    pub fn read_in<'a, M: Mode>(&'a self, object: Object<'a>) -> ReadView<'a> {
        debug_assert!(
            !self.base.get().header(object.offset()).has(FLAG_CARDS),
            "the elements of a large array have markers of their own: read_element"
        );
        // Looked up once: to the compiler a marker might be anything, the field `base` too.
        let base = self.base.get();
        simulation::heap_read(object.offset(), 0, WORD_BYTES);
        if M::marks_reads(self) {
            if cfg!(debug_assertions) && self.may_change(object) {
                observation::read(object.offset());
            }
            self.mark(object.offset());
        }
        ReadView::new(base, object.offset())
    }

    #[inline(always)]
    pub(crate) fn mark(&self, offset: Offset) {
        let marker = self.markers.get().of(offset);
        marker.store(self.read_version.get(), Ordering::Relaxed);
    }

    /// Takes a read back: for an operation that has read an object, found that it must wait for it
    /// to change, and will read it again. Only what this operation has read may be taken back.
    pub fn forget_read(&self, object: Object<'_>) {
        if self.transactional {
            let marker = self.markers.get().of(object.offset());
            marker.store(0, Ordering::Relaxed);
        }
    }

    /// What reads in a loop need, to be kept in registers: through the mutator they would be loaded
    /// again for each object, as a marker might be anything to the compiler.
    #[inline(always)]
    pub fn reader<M: Mode>(&self) -> Reader<'_> {
        Reader {
            base: self.base.get(),
            read_version: self.read_version.get(),
            marks: M::marks_reads(self),
            borrow: PhantomData,
        }
    }

    /// Fields of an object that never changes after the operation that made it: no barrier.
    #[inline(always)]
    pub fn read_immutable<'a>(&'a self, object: Object<'a>) -> ReadView<'a> {
        debug_assert!(
            !self.layout_of(object).1,
            "only immutable objects are read unmarked"
        );
        ReadView::new(self.base.get(), object.offset())
    }

    /// The language's half of the header of an object whose host word never changes.
    #[inline(always)]
    pub fn host_of(&self, object: Object<'_>) -> u32 {
        simulation::heap_read(object.offset(), 0, WORD_BYTES);
        self.base.get().header(object.offset()).host()
    }

    /// The layout of an object.
    #[inline(always)]
    pub fn layout_id(&self, object: Object<'_>) -> LayoutId {
        self.base.get().header(object.offset()).layout()
    }

    /// Whether an object's layout lets it change after the operation that made it.
    pub(crate) fn may_change(&self, object: Object<'_>) -> bool {
        self.layout_of(object).1
    }

    fn layout_of(&self, object: Object<'_>) -> (Shape, bool) {
        let layout = self.runtime.layout(self.layout_id(object));
        (layout.shape, layout.mutable)
    }

    /// Element `index` of an array, with the barrier per card if the array is large.
    #[inline(always)]
    pub fn read_element<'a>(&'a self, array: Object<'a>, index: u64) -> Value<'a> {
        self.read_element_in::<AnyMode>(array, index)
    }

    /// [`Mutator::read_element`] with the mode known at compile time.
    #[inline(always)]
    pub fn read_element_in<'a, M: Mode>(&'a self, array: Object<'a>, index: u64) -> Value<'a> {
        let base = self.base.get();
        debug_assert!(
            index < base.load(array.offset(), 1) >> 1,
            "inside the array"
        );
        if M::marks_reads(self) {
            #[cfg(simulated)]
            {
                let has_cards = base.header(array.offset()).has(FLAG_CARDS);
                let card = has_cards.then(|| card_of(array.offset(), index));
                simulation::heap_read(card.unwrap_or(array.offset()), 0, WORD_BYTES);
            }
            if cfg!(debug_assertions) && self.may_change(array) {
                observation::read(array.offset());
            }
            self.mark(marked_with(array.offset(), index));
        }
        simulation::element_read(array.offset(), index);
        Value::from_word(Word(base.load(array.offset(), ARRAY_HEADER_WORDS + index)))
    }

    /// Length of an array: never changes, so no barrier.
    #[inline(always)]
    pub fn array_length(&self, array: Object<'_>) -> u64 {
        self.base.get().load(array.offset(), 1) >> 1
    }

    // ---- writing

    /// Write barrier (paper §4.7): one test; the slow path once for each object and transaction.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed or gives way.
    #[inline(always)]
    pub fn write<'a>(&'a self, object: Object<'a>) -> Result<WriteView<'a>, Unwind> {
        let offset = object.offset();
        if self.base.get().header(offset).has(FLAG_WRITE_BARRIER) {
            self.write_slow(offset)?;
        }
        Ok(WriteView::new(self.base.get(), offset))
    }

    /// As [`Mutator::write`], if its slow path is not needed: for fast paths that give up where a
    /// call would be.
    #[inline(always)]
    pub fn write_open<'a>(&'a self, object: Object<'a>) -> Option<WriteView<'a>> {
        let (base, offset) = (self.base.get(), object.offset());
        let is_open = !base.header(offset).has(FLAG_WRITE_BARRIER);
        is_open.then(|| WriteView::new(base, offset))
    }

    /// As [`Mutator::write_element`], if its slow path is not needed; whether it was done.
    #[inline(always)]
    pub fn write_element_open(&self, array: Object<'_>, index: u64, value: Value<'_>) -> bool {
        let (base, offset) = (self.base.get(), array.offset());
        debug_assert!(index < base.load(offset, 1) >> 1, "inside the array");
        let header = base.header(offset);
        let is_open = !header.has(FLAG_WRITE_BARRIER)
            || header.has(FLAG_CARDS) && self.has_marked_card(card_of(offset, index));
        if is_open {
            simulation::element_written(offset, index);
            base.store(offset, ARRAY_HEADER_WORDS + index, value.word().0);
        }
        is_open
    }

    /// Whether this thread has written the card since its last collection.
    #[inline(always)]
    fn has_marked_card(&self, card: Offset) -> bool {
        self.locks.load(card) == self.card_mark()
    }

    /// Stores element `index` of an array, with the barrier per card if the array is large.
    ///
    /// # Errors
    /// As [`Mutator::write`].
    #[inline(always)]
    pub fn write_element(
        &self,
        array: Object<'_>,
        index: u64,
        value: Value<'_>,
    ) -> Result<(), Unwind> {
        let offset = array.offset();
        let base = self.base.get();
        debug_assert!(index < base.load(offset, 1) >> 1, "inside the array");
        if base.header(offset).has(FLAG_WRITE_BARRIER) {
            self.write_element_slow(offset, index)?;
        }
        simulation::element_written(offset, index);
        base.store(offset, ARRAY_HEADER_WORDS + index, value.word().0);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn write_slow(&self, offset: Offset) -> Result<(), Unwind> {
        assert!(
            !self.base.get().header(offset).has(FLAG_CARDS),
            "the elements of a large array have locks of their own: write_element"
        );
        let bytes = self.size_bytes_at(offset);
        self.runtime
            .engine()
            .write_slow(self, offset, offset, bytes)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn write_element_slow(&self, offset: Offset, index: u64) -> Result<(), Unwind> {
        let header = self.base.get().header(offset);
        if !header.has(FLAG_CARDS) {
            return self.write_slow(offset);
        }
        let card = card_of(offset, index);
        if self.has_marked_card(card) {
            return Ok(());
        }
        let end = offset.0 + self.size_bytes_at(offset);
        let bytes = (CARD_ELEMENTS * WORD_BYTES).min(end - card.0);
        self.runtime.engine().write_slow(self, offset, card, bytes)
    }

    /// What the lock of a card holds that this thread has written since its last collection.
    #[inline(always)]
    pub(crate) fn card_mark(&self) -> u8 {
        self.card_mark.get()
    }

    /// Size of the object at `offset` of this thread's view.
    pub(crate) fn size_bytes_at(&self, offset: Offset) -> u64 {
        let base = self.base.get();
        let layout = self.runtime.layout(base.header(offset).layout());
        layout.shape.size_bytes(base.load(offset, 1))
    }

    /// Stores a raw word into an immutable object: a cache of what can be computed from it, such as
    /// a hash. Every thread would store the same, so there is nothing to conflict.
    pub fn cache_word(&self, object: Object<'_>, index: u64, word: u64) {
        let (shape, mutable) = self.layout_of(object);
        assert!(
            !mutable && shape == Shape::Raw,
            "only raw immutable objects cache words"
        );
        let offset = object.offset();
        simulation::cache_written(offset, index * WORD_BYTES, WORD_BYTES);
        let base = if self.is_young(offset) {
            self.base.get()
        } else {
            self.runtime.shared_base()
        };
        base.store(offset, index, word);
    }

    // ---- identity

    /// Whether the nursery holds the object at `offset`.
    #[inline(always)]
    pub(crate) fn is_young(&self, offset: Offset) -> bool {
        offset.0 < self.nursery_end
    }

    /// A number that stays the same as long as the object lives, and is no other object's.
    pub fn identity(&self, object: Object<'_>) -> u64 {
        let offset = object.offset();
        if !self.is_young(offset) {
            return offset.0;
        }
        let base = self.base.get();
        let header = base.header(offset);
        if header.has(FLAG_HAS_SHADOW) {
            return self.shadows.borrow()[&offset.0].0;
        }
        let mutable = self.layout_of(object).1;
        let bytes = self.size_bytes_at(offset);
        let place = self
            .promoter
            .borrow_mut()
            .reserve(self.runtime.space(), bytes, mutable);
        let place = place.expect("the heap limit leaves room for what the nursery holds");
        base.set_header(offset, header.with(FLAG_HAS_SHADOW));
        self.shadows.borrow_mut().insert(offset.0, place);
        place.0
    }

    // ---- shared by the protocols

    /// From now on the thread's nursery, which is empty, is the part of its view that belongs to a
    /// number from 1 on.
    pub(crate) fn use_nursery(&self, number: usize) {
        let reserve = round_up(self.runtime.config().nursery_reserve_bytes, NULL_BYTES);
        let start = NULL_BYTES + (number as u64 - 1) * reserve;
        self.nursery_start.set(start);
        self.nursery_stop.set(start + reserve);
        self.nursery_next.set(start);
        self.nursery_limit.set(start);
    }

    /// From now on the thread runs in a segment.
    pub(crate) fn use_segment(&self, number: usize) {
        self.segment.set(number);
        let base = self.runtime.memory().base(number);
        self.base.set(base);
        self.markers.set(base.markers());
        if self.transactional {
            self.card_mark.set(number as u8 | CARD_REMEMBERED);
        }
        self.poll
            .set(&raw const self.runtime.pool().get(number).poll);
    }

    /// Enters the gate of a group, unless this thread is in it already (`heap/space.rs`). Whoever
    /// is in it leaves without waiting for anybody.
    #[inline]
    pub(crate) fn enter_gate(&self, group: GroupIndex) {
        if self.enter_gate_alone(group) {
            self.promoter.borrow_mut().entered.push(group);
        }
    }

    /// As [`Mutator::enter_gate`]; whether the gate was entered now, so that it must be listed.
    #[inline]
    pub(crate) fn enter_gate_alone(&self, group: GroupIndex) -> bool {
        let (space, number) = (self.runtime.space(), self.segment.get());
        if !self.transactional || space.holds_gate(group, number) {
            return false;
        }
        if !space.try_enter_gate(group, number) {
            self.runtime
                .scheduler()
                .wait_until(self.thread, || space.try_enter_gate(group, number));
        }
        true
    }

    /// Leaves all gates.
    pub(crate) fn leave_gates(&self) {
        for group in self.promoter.borrow_mut().entered.drain(..) {
            self.runtime.space().leave_gate(group, self.segment.get());
        }
    }

    /// The view through which an object of the old space is written by its own transaction or by
    /// the collector: the private copy if there is one, else the shared page.
    pub(crate) fn old_view(&self, offset: Offset) -> Base {
        let space = self.runtime.space();
        let private = space
            .private_in(space.group_of(offset))
            .load(Ordering::Relaxed);
        if private & (1 << self.segment.get()) != 0 {
            self.base.get()
        } else {
            self.runtime.shared_base()
        }
    }

    /// How much of the nursery is used.
    pub(crate) fn nursery_used_bytes(&self) -> u64 {
        self.nursery_next.get() - self.nursery_start.get()
    }

    /// Empties the nursery.
    pub(crate) fn reset_nursery(&self) {
        let config = self.runtime.config();
        self.discard_unused(self.nursery_used_bytes());
        let soft = if config.injection.collect {
            0
        } else {
            config.nursery_bytes
        };
        self.nursery_next.set(self.nursery_start.get());
        self.nursery_limit.set(self.nursery_start.get() + soft);
        self.shadows.borrow_mut().clear();
        self.poll_word()
            .fetch_and(!lane::COLLECT, Ordering::Relaxed);
    }

    pub(crate) fn count(&self, which: impl Fn(&Counters) -> &std::sync::atomic::AtomicU64, n: u64) {
        count(which(&self.counters), n);
    }
}

impl Drop for Mutator {
    fn drop(&mut self) {
        self.leave_parking();
        self.runtime.major().deregister(&self.parking);
        self.runtime.thread_ends();
        self.promoter.borrow_mut().retire(self.runtime.space());
    }
}

/// Where the card of an element begins: a multiple of 16 bytes, as arrays begin at one.
#[inline(always)]
fn card_of(array: Offset, index: u64) -> Offset {
    let first = index & !(CARD_ELEMENTS - 1);
    Offset(array.0 + (ARRAY_HEADER_WORDS + first) * WORD_BYTES)
}

/// Where the read marker lies that stands for an element: that of the array for the first ones, and
/// so on for as many as a card has. Who reads does not look whether the array has cards: who
/// changes one that has none, as a whole, looks at all its markers ([`Written::markers`]).
///
/// [`Written::markers`]: crate::transaction::Written::markers
#[inline(always)]
pub(crate) fn marked_with(array: Offset, index: u64) -> Offset {
    let first = index & !(CARD_ELEMENTS - 1);
    Offset(array.0 + first * WORD_BYTES)
}
