//! Many elements of an array at once: elements that share a read marker are marked once, and a lock
//! is looked at once for all that it is for.

use crate::heap::view::Fresh;
use crate::object::array;
use crate::object::array::{ARRAY_HEADER_WORDS, MARKED_ELEMENTS, card_elements, marked_with};
use crate::object::layout::{FLAG_CARDS, FLAG_WRITE_BARRIER};
use crate::object::value::{Object, Value, Word};
use crate::runtime::mutator::Mutator;
use crate::support::observation;
use crate::support::unwind::Unwind;

impl Mutator {
    /// Elements `first` to before `end` of an array, each as [`Mutator::read_element`] gives it.
    /// They must be inside the array.
    #[inline]
    pub fn read_elements<'a>(
        &'a self,
        array: Object<'a>,
        first: u64,
        end: u64,
    ) -> impl ExactSizeIterator<Item = Value<'a>> {
        debug_assert!(end <= self.array_length(array), "inside the array");
        self.mark_elements(array, first, end);
        let base = self.base();
        let count = end.saturating_sub(first) as usize;
        (0..count).map(move |index| {
            let word = ARRAY_HEADER_WORDS + first + index as u64;
            Value::from_word(Word(base.load(array.offset(), word)))
        })
    }

    /// Copies elements `first` to before `end` of an array into a fresh array, from its element
    /// `to` on.
    #[inline]
    pub fn copy_elements(
        &self,
        array: Object<'_>,
        first: u64,
        end: u64,
        target: &Fresh<'_>,
        to: u64,
    ) {
        for (index, value) in self.read_elements(array, first, end).enumerate() {
            target.set(ARRAY_HEADER_WORDS + to + index as u64, value);
        }
    }

    /// Moves `count` elements of an array from place `from` to place `to`; the two stretches may
    /// overlap.
    ///
    /// # Errors
    /// As [`Mutator::write`]; then nothing has moved.
    pub fn move_elements(
        &self,
        array: Object<'_>,
        from: u64,
        to: u64,
        count: u64,
    ) -> Result<(), Unwind> {
        debug_assert!(from.max(to) + count <= self.array_length(array));
        self.open_elements(array, to, to + count)?;
        self.mark_elements(array, from, from + count);
        let (base, offset) = (self.base(), array.offset());
        let move_one = |index: u64| {
            let word = base.load(offset, ARRAY_HEADER_WORDS + from + index);
            array::element_written(offset, to + index);
            base.store(offset, ARRAY_HEADER_WORDS + to + index, word);
        };
        if to <= from {
            (0..count).for_each(move_one);
        } else {
            (0..count).rev().for_each(move_one);
        }
        Ok(())
    }

    /// Stores values into the elements of an array from place `first` on.
    ///
    /// # Errors
    /// As [`Mutator::write`]; then nothing is stored.
    pub fn write_elements<'a>(
        &self,
        array: Object<'_>,
        first: u64,
        values: impl ExactSizeIterator<Item = Value<'a>>,
    ) -> Result<(), Unwind> {
        let end = first + values.len() as u64;
        debug_assert!(end <= self.array_length(array), "inside the array");
        self.open_elements(array, first, end)?;
        let (base, offset) = (self.base(), array.offset());
        for (index, value) in (first..end).zip(values) {
            array::element_written(offset, index);
            base.store(offset, ARRAY_HEADER_WORDS + index, value.word().0);
        }
        Ok(())
    }

    /// Changes elements of an array: each place gets the result of `change` for the value there and
    /// the operand that comes with the place. One after another in the order given, which may name
    /// one twice.
    ///
    /// # Errors
    /// As [`Mutator::write`]; then some are changed.
    #[inline]
    pub fn change_elements<T>(
        &self,
        array: Object<'_>,
        places: impl Iterator<Item = (u64, T)>,
        change: impl for<'a> Fn(Value<'a>, T) -> Value<'a>,
    ) -> Result<(), Unwind> {
        const NONE_OPEN: u64 = u64::MAX;
        let (base, offset) = (self.base(), array.offset());
        let header = base.header(offset);
        let is_guarded = header.has(FLAG_WRITE_BARRIER);
        let card_elements = card_elements(header);
        // A card that this transaction may write needs no mark of having been read.
        let mut open_card = NONE_OPEN;
        for (index, given) in places {
            debug_assert!(index < self.array_length(array), "inside the array");
            if is_guarded && index / card_elements != open_card {
                self.write_element_slow(offset, index)?;
                open_card = index / card_elements;
            }
            let word = ARRAY_HEADER_WORDS + index;
            array::element_read(offset, index);
            let old = Value::from_word(Word(base.load(offset, word)));
            array::element_written(offset, index);
            base.store(offset, word, change(old, given).word().0);
        }
        Ok(())
    }

    /// The write barrier of a stretch of elements.
    fn open_elements(&self, array: Object<'_>, first: u64, end: u64) -> Result<(), Unwind> {
        let header = self.base().header(array.offset());
        if first >= end || !header.has(FLAG_WRITE_BARRIER) {
            return Ok(());
        }
        if !header.has(FLAG_CARDS) {
            return self.write_element_slow(array.offset(), first);
        }
        let (card_elements, mut index) = (card_elements(header), first);
        while index < end {
            self.write_element_slow(array.offset(), index)?;
            index = (index / card_elements + 1) * card_elements;
        }
        Ok(())
    }

    /// The read barrier of a stretch of elements.
    #[inline]
    fn mark_elements(&self, array: Object<'_>, first: u64, end: u64) {
        #[cfg(simulated)]
        for index in first..end {
            self.read_element(array, index);
        }
        if !self.heap.is_transactional() {
            return;
        }
        if cfg!(debug_assertions) && first < end && self.may_change(array) {
            observation::read(array.offset().0);
        }
        let mut index = first;
        while index < end {
            self.mark(marked_with(array.offset(), index));
            index = (index / MARKED_ELEMENTS + 1) * MARKED_ELEMENTS;
        }
    }
}
