//! The geometry of arrays: cards, and the read markers that stand for elements.

use crate::object::layout::WORD_BYTES;
use crate::object::value::Offset;
use crate::simulation;

/// Arrays of at least this many elements find conflicts per card.
pub(crate) const CARDED_LENGTH_MIN: u64 = 64;
/// Elements of a card.
pub(crate) const CARD_ELEMENTS: u64 = 32;
/// Words before the first element of an array.
pub(crate) const ARRAY_HEADER_WORDS: u64 = 2;

/// The start of an element's card: a multiple of 16 bytes, as arrays begin at one.
#[inline(always)]
pub(crate) fn card_of(array: Offset, index: u64) -> Offset {
    let first = index & !(CARD_ELEMENTS - 1);
    Offset(array.0 + (ARRAY_HEADER_WORDS + first) * WORD_BYTES)
}

/// The place of the read marker that stands for an element: that of the array for the first ones,
/// and so on for as many as a card has. A reader does not look whether the array has cards: a
/// writer that changes one without cards, as a whole, looks at all its markers
/// ([`Written::markers`]).
///
/// [`Written::markers`]: crate::heap::written::Written::markers
#[inline(always)]
pub(crate) fn marked_with(array: Offset, index: u64) -> Offset {
    let first = index & !(CARD_ELEMENTS - 1);
    Offset(array.0 + first * WORD_BYTES)
}

/// Tells the simulated machine that an element of an array is read.
#[inline(always)]
pub(crate) fn element_read(array: Offset, index: u64) {
    simulation::heap_read(
        array.0,
        (ARRAY_HEADER_WORDS + index) * WORD_BYTES,
        WORD_BYTES,
    );
}

/// Tells the simulated machine that an element of an array is written.
#[inline(always)]
pub(crate) fn element_written(array: Offset, index: u64) {
    simulation::heap_written(
        array.0,
        (ARRAY_HEADER_WORDS + index) * WORD_BYTES,
        WORD_BYTES,
    );
}
