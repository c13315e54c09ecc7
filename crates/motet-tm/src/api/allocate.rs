//! Allocation: in the nursery, and of pinned objects.
//!
//! See `runtime/mutator.rs` for why allocation never collects.

use std::sync::atomic::Ordering;

use crate::heap::memory::Base;
use crate::heap::nursery::ROOM_FOR_ERRORS_BYTES;
use crate::heap::view::Fresh;
use crate::object::array::{ARRAY_HEADER_WORDS, CARDED_LENGTH_MIN, LARGE_CARDS_LENGTH_MIN};
use crate::object::layout::{
    FLAG_CARDS, FLAG_LARGE_CARDS, FLAG_WRITE_BARRIER, Header, LayoutId, Shape, WORD_BYTES, round_up,
};
use crate::object::value::{Object, Offset, Pinned, Value, Word};
use crate::runtime::mutator::Mutator;
use crate::simulation;
use crate::support::unwind::OutOfMemory;
use crate::threads::segment::lane;

/// Smaller ones are allocated without a look at the limits, like objects of a fixed layout.
const SMALL_WORDS: u64 = 512;
/// Objects from this size on may make the nursery larger than it is configured …
const LARGE_BYTES: u64 = 64 << 10;
/// … up to so many times that.
const NURSERY_GROWTH_MAX: u64 = 8;

impl Mutator {
    // ---- allocation

    /// Makes an object of a fixed layout with the values of its fields (all words but the header).
    #[inline]
    pub fn allocate<'a>(&'a self, layout: LayoutId, host: u32, fields: &[Value<'_>]) -> Object<'a> {
        let words = 1 + fields.len() as u64;
        debug_assert!(
            self.runtime.layout(layout).shape.fixed_words() == Some(words),
            "as many fields as the layout says"
        );
        let offset = self.bump(round_up(words * WORD_BYTES, 16));
        let base = self.base();
        base.set_header(offset, Header::new(layout, host));
        for (index, field) in fields.iter().enumerate() {
            base.store(offset, 1 + index as u64, field.word().0);
        }
        Object::from_offset(offset)
    }

    /// Makes an object of a fixed layout with all fields set to `fill`.
    #[inline]
    pub fn allocate_filled<'a>(
        &'a self,
        layout: LayoutId,
        host: u32,
        words: u64,
        fill: Value<'_>,
    ) -> Fresh<'a> {
        debug_assert!(
            self.runtime.layout(layout).shape.fixed_words() == Some(words),
            "as many words as the layout says"
        );
        let offset = self.bump(round_up(words * WORD_BYTES, 16));
        let base = self.base();
        base.set_header(offset, Header::new(layout, host));
        for index in 1..words {
            base.store(offset, index, fill.word().0);
        }
        Fresh::new(base, offset)
    }

    /// Makes an array of `length` elements, all set to `fill`.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the heap limit does not allow it.
    #[inline]
    pub fn allocate_array<'a>(
        &'a self,
        layout: LayoutId,
        host: u32,
        length: u64,
        fill: Value<'_>,
    ) -> Result<Fresh<'a>, OutOfMemory> {
        debug_assert!(self.runtime.layout(layout).shape == Shape::Array);
        let words = length.checked_add(ARRAY_HEADER_WORDS).ok_or(OutOfMemory)?;
        let offset = self.bump_checked(words)?;
        let base = self.base();
        let header = self.array_header(layout, host, length);
        base.set_header(offset, header);
        base.store(offset, 1, length << 1);
        base.fill(offset, ARRAY_HEADER_WORDS, length, fill.word().0);
        if !length.is_multiple_of(2) {
            // The last card ends with the padding: the collector looks at it.
            base.store(offset, ARRAY_HEADER_WORDS + length, 0);
        }
        Ok(Fresh::new(base, offset))
    }

    /// Makes a raw object of `bytes` bytes behind its two header words, set to zero.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the heap limit does not allow it.
    pub fn allocate_raw<'a>(
        &'a self,
        layout: LayoutId,
        host: u32,
        bytes: u64,
    ) -> Result<Fresh<'a>, OutOfMemory> {
        debug_assert!(self.runtime.layout(layout).shape == Shape::Raw);
        let words = ARRAY_HEADER_WORDS + round_up(bytes, WORD_BYTES) / WORD_BYTES;
        let offset = self.bump_checked(words)?;
        let base = self.base();
        base.set_header(offset, Header::new(layout, host));
        base.store(offset, 1, bytes << 1);
        base.fill(offset, ARRAY_HEADER_WORDS, words - ARRAY_HEADER_WORDS, 0);
        Ok(Fresh::new(base, offset))
    }

    #[inline]
    fn bump_checked(&self, words: u64) -> Result<Offset, OutOfMemory> {
        // A small object that fits passes no limit.
        if words < SMALL_WORDS {
            let bytes = round_up(words * WORD_BYTES, 16);
            if self.heap.nursery.next.get() + bytes <= self.heap.nursery.limit.get() {
                return Ok(self.bump(bytes));
            }
        }
        self.bump_any(words)
    }

    #[inline(never)]
    fn bump_any(&self, words: u64) -> Result<Offset, OutOfMemory> {
        let bytes = words
            .checked_mul(WORD_BYTES)
            .filter(|bytes| *bytes < 1 << 46);
        let bytes = round_up(bytes.ok_or(OutOfMemory)?, 16);
        let room = self.heap.nursery.stop.get() - self.heap.nursery.next.get();
        let nursery_bytes = self.heap.nursery.used_bytes() + bytes;
        let spared = match self.gc.is_told.get() {
            true => 0,
            false => ROOM_FOR_ERRORS_BYTES,
        };
        if bytes + spared >= room || nursery_bytes > self.runtime.space().limit_bytes() {
            return Err(self.refuse());
        }
        let is_large = bytes >= self.runtime.space().limit_step_bytes();
        if is_large && self.runtime.heap().would_pass_limit(nursery_bytes) {
            // Most of the old space in use may be dead: the next border tells (see
            // `runtime/mutator.rs`).
            self.ask_for_major();
        }
        if bytes >= LARGE_BYTES {
            self.make_room_for_large(bytes);
        }
        Ok(self.bump(bytes))
    }

    /// Large objects do not count against the nursery's size, up to a point: to promote them costs
    /// more than to keep them here for a while, and most die soon or are written all over soon.
    fn make_room_for_large(&self, bytes: u64) {
        let config = self.runtime.config();
        let limit = self.heap.nursery.limit.get() + bytes;
        let most = self.heap.nursery.start.get() + NURSERY_GROWTH_MAX * config.nursery_bytes;
        let is_granted = limit <= most;
        if is_granted && !config.injection.collect {
            self.heap.nursery.raise_limit(limit);
        }
    }

    /// Bump allocation (paper §4.10). Never collects, never fails: see the module's text.
    #[inline(always)]
    fn bump(&self, bytes: u64) -> Offset {
        let start = self.heap.nursery.next.get();
        let end = start + bytes;
        if end > self.heap.nursery.limit.get() {
            self.bump_slow(end);
        }
        self.heap.nursery.next.set(end);
        simulation::allocated(start, bytes);
        Offset(start)
    }

    #[cold]
    #[inline(never)]
    fn bump_slow(&self, end: u64) {
        assert!(
            end <= self.heap.nursery.stop.get(),
            "one operation used up the nursery's reserve"
        );
        self.ask_for_collection();
        if !self.runtime.config().injection.collect {
            let more = self.runtime.config().nursery_bytes;
            self.heap.nursery.raise_limit(end + more);
        }
    }

    fn ask_for_collection(&self) {
        self.poll_word().fetch_or(lane::COLLECT, Ordering::Relaxed);
    }

    /// A major collection is due at the next border.
    fn ask_for_major(&self) {
        self.runtime.space().set_due_bytes(0);
        self.ask_for_collection();
    }

    /// Refuses a request, and makes a major collection due at the next border. The host knows from
    /// here on that memory has run out, so that the border does not tell it once more.
    #[cold]
    fn refuse(&self) -> OutOfMemory {
        self.ask_for_major();
        self.gc.is_told.set(true);
        self.gc.out_of_memory.set(false);
        OutOfMemory
    }

    // ---- pinned objects

    /// Whether the host should pin so many bytes more, which it cannot take back. Large objects
    /// keep to the heap limit. Small ones may pass it: a heap above the limit is mostly garbage
    /// that the next border sweeps (and if it is not, that border tells the host), and a host that
    /// deals with the end of its memory needs a few of them.
    ///
    /// # Errors
    /// [`OutOfMemory`]: the host should raise its error rather than pin.
    pub fn check_room_to_pin(&self, bytes: u64) -> Result<(), OutOfMemory> {
        let space = self.runtime.space();
        if !space.would_pass_limit(bytes) {
            return Ok(());
        }
        if bytes > SMALL_WORDS * WORD_BYTES || !space.is_within_pinned_grace() {
            return Err(self.refuse());
        }
        Ok(())
    }

    /// Makes an object of a fixed layout that never moves and never goes away, and is known to all
    /// threads at once, even if this transaction aborts. Its fields must be immediate or
    /// pinned.
    ///
    /// Objects that pass the heap limit are granted: the next border tells the host
    /// ([`Mutator::take_out_of_memory`]); [`Mutator::check_room_to_pin`] tells beforehand.
    ///
    /// # Errors
    /// [`OutOfMemory`] when also the room behind the limit is used up.
    pub fn allocate_pinned(
        &self,
        layout: LayoutId,
        host: u32,
        fields: &[Value<'_>],
    ) -> Result<Pinned, OutOfMemory> {
        let words = 1 + fields.len() as u64;
        debug_assert!(
            self.runtime.layout(layout).shape.fixed_words() == Some(words),
            "as many fields as the layout says"
        );
        self.pin(
            Header::new(layout, host),
            words * WORD_BYTES,
            |base, offset| {
                for (index, field) in fields.iter().enumerate() {
                    base.store(offset, 1 + index as u64, self.pinnable(*field).0);
                }
            },
        )
    }

    /// As [`Mutator::allocate_pinned`], an array with the given elements.
    ///
    /// # Errors
    /// As there.
    pub fn allocate_pinned_array(
        &self,
        layout: LayoutId,
        host: u32,
        elements: &[Value<'_>],
    ) -> Result<Pinned, OutOfMemory> {
        debug_assert!(self.runtime.layout(layout).shape == Shape::Array);
        let length = elements.len() as u64;
        let header = self.array_header(layout, host, length);
        let bytes = (ARRAY_HEADER_WORDS + length) * WORD_BYTES;
        self.pin(header, bytes, |base, offset| {
            base.store(offset, 1, length << 1);
            for (index, element) in elements.iter().enumerate() {
                let word = self.pinnable(*element).0;
                base.store(offset, ARRAY_HEADER_WORDS + index as u64, word);
            }
            if !length.is_multiple_of(2) {
                base.store(offset, ARRAY_HEADER_WORDS + length, 0);
            }
        })
    }

    /// The header of a fresh array: of a large one that may be written, conflicts are found per
    /// card.
    fn array_header(&self, layout: LayoutId, host: u32, length: u64) -> Header {
        let header = Header::new(layout, host);
        if length < CARDED_LENGTH_MIN || !self.runtime.layout(layout).mutable {
            header
        } else if length < LARGE_CARDS_LENGTH_MIN {
            header.with(FLAG_CARDS)
        } else {
            header.with(FLAG_CARDS | FLAG_LARGE_CARDS)
        }
    }

    /// As [`Mutator::allocate_pinned`], a raw object of `bytes` bytes that `fill` initialises.
    ///
    /// # Errors
    /// As there.
    pub fn allocate_pinned_raw(
        &self,
        layout: LayoutId,
        host: u32,
        bytes: u64,
        mut fill: impl FnMut(&mut Fresh<'_>),
    ) -> Result<Pinned, OutOfMemory> {
        debug_assert!(self.runtime.layout(layout).shape == Shape::Raw);
        let words = ARRAY_HEADER_WORDS + round_up(bytes, WORD_BYTES) / WORD_BYTES;
        self.pin(
            Header::new(layout, host),
            words * WORD_BYTES,
            |base, offset| {
                base.store(offset, 1, bytes << 1);
                base.fill(offset, ARRAY_HEADER_WORDS, words - ARRAY_HEADER_WORDS, 0);
                fill(&mut Fresh::new(base, offset));
            },
        )
    }

    fn pin(
        &self,
        header: Header,
        bytes: u64,
        mut initialise: impl FnMut(Base, Offset),
    ) -> Result<Pinned, OutOfMemory> {
        assert!(
            self.is_open(),
            "pinned objects are made inside a transaction"
        );
        let bytes = round_up(bytes, 16);
        if self.runtime.heap().would_pass_limit(bytes) {
            // Granted, as objects in the nursery are; the next border tells.
            self.ask_for_major();
        }
        let mutable = self.runtime.layout(header.layout()).mutable;
        let heap = self.runtime.heap();
        let mut pinned = heap.pinned().lock_privatising();
        let offset = heap
            .reserve(&mut pinned.promoter, bytes, mutable)
            .ok_or_else(|| self.refuse())?;
        let header = header.with(FLAG_WRITE_BARRIER);
        for view in heap.views_of(offset) {
            initialise(view, offset);
            view.set_header(offset, header);
        }
        pinned.promoter.commit();
        pinned.objects.push(offset);
        Ok(Pinned(offset))
    }

    /// The word of a value that a pinned object may hold from the start.
    fn pinnable(&self, value: Value<'_>) -> Word {
        let word = value.word();
        assert!(
            !word.is_reference() || !self.heap.is_young(word.offset()),
            "a pinned object must not refer to what an abort would take away"
        );
        word
    }
}
