//! The barriers: every access to an object's fields begins here.

use std::marker::PhantomData;
use std::sync::atomic::Ordering;

use crate::heap::memory::Base;
use crate::heap::view::{ReadView, WriteView};
use crate::object::array;
use crate::object::array::{ARRAY_HEADER_WORDS, card_elements, card_of, marked_with};
use crate::object::layout::{FLAG_CARDS, FLAG_WRITE_BARRIER, LayoutId, Shape, WORD_BYTES};
use crate::object::value::{Object, Offset, Value, Word};
use crate::runtime::mutator::Mutator;
use crate::simulation;
use crate::support::observation;
use crate::support::unwind::Unwind;

/// The barriers that are compiled in; see [`Mutator::read_in`].
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
        mutator.heap.is_transactional()
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
        simulation::heap_read(object.offset().0, 0, WORD_BYTES);
        if self.marks {
            observation::read(object.offset().0);
            self.base
                .marker(object.offset())
                .store(self.read_version, Ordering::Relaxed);
        }
        ReadView::new(self.base, object.offset())
    }
}

impl Mutator {
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
            !self.base().header(object.offset()).has(FLAG_CARDS),
            "the elements of a large array have markers of their own: read_element"
        );
        // Looked up once: to the compiler a marker might be anything, the field `base` too.
        let base = self.base();
        simulation::heap_read(object.offset().0, 0, WORD_BYTES);
        if M::marks_reads(self) {
            if cfg!(debug_assertions) && self.may_change(object) {
                observation::read(object.offset().0);
            }
            self.mark(object.offset());
        }
        ReadView::new(base, object.offset())
    }

    /// Marks an object as read of which the language looks at no field, only at its half of the
    /// header, which tells the class. (Any operation may ask for a class: it is not counted as a
    /// read of the operation, see `observe`.)
    #[inline(always)]
    pub fn mark_header_in<M: Mode>(&self, object: Object<'_>) {
        simulation::heap_read(object.offset().0, 0, WORD_BYTES);
        if M::marks_reads(self) {
            self.mark(object.offset());
        }
    }

    #[inline(always)]
    pub(crate) fn mark(&self, offset: Offset) {
        let marker = self.heap.markers.get().of(offset);
        marker.store(self.heap.read_version.get(), Ordering::Relaxed);
    }

    /// The state that reads in a loop need, to be kept in registers: through the mutator they would
    /// be loaded again for each object, as a marker might be anything to the compiler.
    #[inline(always)]
    pub fn reader<M: Mode>(&self) -> Reader<'_> {
        Reader {
            base: self.base(),
            read_version: self.heap.read_version.get(),
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
        ReadView::new(self.base(), object.offset())
    }

    /// The language's half of the header of an object whose host word never changes.
    #[inline(always)]
    pub fn host_of(&self, object: Object<'_>) -> u32 {
        simulation::heap_read(object.offset().0, 0, WORD_BYTES);
        self.base().header(object.offset()).host()
    }

    /// The layout of an object.
    #[inline(always)]
    pub fn layout_id(&self, object: Object<'_>) -> LayoutId {
        self.base().header(object.offset()).layout()
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
        let base = self.base();
        debug_assert!(
            index < base.load(array.offset(), 1) >> 1,
            "inside the array"
        );
        if M::marks_reads(self) {
            #[cfg(simulated)]
            {
                let header = base.header(array.offset());
                let has_cards = header.has(FLAG_CARDS);
                let card = has_cards.then(|| card_of(array.offset(), header, index));
                simulation::heap_read(card.unwrap_or(array.offset()).0, 0, WORD_BYTES);
            }
            if cfg!(debug_assertions) && self.may_change(array) {
                observation::read(array.offset().0);
            }
            self.mark(marked_with(array.offset(), index));
        }
        array::element_read(array.offset(), index);
        Value::from_word(Word(base.load(array.offset(), ARRAY_HEADER_WORDS + index)))
    }

    /// Length of an array: never changes, so no barrier.
    #[inline(always)]
    pub fn array_length(&self, array: Object<'_>) -> u64 {
        self.base().load(array.offset(), 1) >> 1
    }

    // ---- writing

    /// Write barrier (paper §4.7): one test; the slow path once for each object and transaction.
    ///
    /// # Errors
    /// [`Unwind::Abort`] when the transaction is doomed or gives way.
    #[inline(always)]
    pub fn write<'a>(&'a self, object: Object<'a>) -> Result<WriteView<'a>, Unwind> {
        let offset = object.offset();
        if self.base().header(offset).has(FLAG_WRITE_BARRIER) {
            self.write_slow(offset)?;
        }
        Ok(WriteView::new(self.base(), offset))
    }

    /// As [`Mutator::write`], if its slow path is not needed: for fast paths that give up where a
    /// call would be.
    #[inline(always)]
    pub fn write_open<'a>(&'a self, object: Object<'a>) -> Option<WriteView<'a>> {
        let (base, offset) = (self.base(), object.offset());
        let is_open = !base.header(offset).has(FLAG_WRITE_BARRIER);
        is_open.then(|| WriteView::new(base, offset))
    }

    /// As [`Mutator::write_element`], if its slow path is not needed; whether it was done.
    #[inline(always)]
    pub fn write_element_open(&self, array: Object<'_>, index: u64, value: Value<'_>) -> bool {
        let (base, offset) = (self.base(), array.offset());
        debug_assert!(index < base.load(offset, 1) >> 1, "inside the array");
        let header = base.header(offset);
        let is_open = !header.has(FLAG_WRITE_BARRIER)
            || header.has(FLAG_CARDS) && self.has_marked_card(card_of(offset, header, index));
        if is_open {
            array::element_written(offset, index);
            base.store(offset, ARRAY_HEADER_WORDS + index, value.word().0);
        }
        is_open
    }

    /// Whether this thread has written the card since its last collection.
    #[inline(always)]
    fn has_marked_card(&self, card: Offset) -> bool {
        self.heap.write_marks.get().load(card) == self.heap.card_mark()
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
        let base = self.base();
        debug_assert!(index < base.load(offset, 1) >> 1, "inside the array");
        if base.header(offset).has(FLAG_WRITE_BARRIER) {
            self.write_element_slow(offset, index)?;
        }
        array::element_written(offset, index);
        base.store(offset, ARRAY_HEADER_WORDS + index, value.word().0);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn write_slow(&self, offset: Offset) -> Result<(), Unwind> {
        assert!(
            !self.base().header(offset).has(FLAG_CARDS),
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
        let header = self.base().header(offset);
        if !header.has(FLAG_CARDS) {
            return self.write_slow(offset);
        }
        let card = card_of(offset, header, index);
        if self.has_marked_card(card) {
            return Ok(());
        }
        let end = offset.0 + self.size_bytes_at(offset);
        let bytes = (card_elements(header) * WORD_BYTES).min(end - card.0);
        self.runtime.engine().write_slow(self, offset, card, bytes)
    }

    /// Stores a raw word into an immutable object: a cached value that can be computed from it,
    /// such as a hash. Every thread would store the same, so there is nothing to conflict.
    pub fn cache_word(&self, object: Object<'_>, index: u64, word: u64) {
        let (shape, mutable) = self.layout_of(object);
        assert!(
            !mutable && shape == Shape::Raw,
            "only raw immutable objects cache words"
        );
        let offset = object.offset();
        simulation::cache_written(offset.0, index * WORD_BYTES, WORD_BYTES);
        let base = if self.heap.is_young(offset) {
            self.base()
        } else {
            self.runtime.shared_base()
        };
        base.store(offset, index, word);
    }
}
