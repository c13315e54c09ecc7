//! The geometry of arrays: cards, and the read markers that stand for elements.

use crate::object::layout::{FLAG_LARGE_CARDS, Header, WORD_BYTES};
use crate::object::value::Offset;
use crate::simulation;

/// Arrays of at least this many elements find conflicts per card.
pub(crate) const CARDED_LENGTH_MIN: u64 = 64;
/// Arrays of at least this many elements have cards of four times [`MARKED_ELEMENTS`]: many of them
/// are filled one element after another, for which small cards cost too much. Smaller ones, such as
/// the storage of a dict of a hundred keys, have cards of [`MARKED_ELEMENTS`].
pub(crate) const LARGE_CARDS_LENGTH_MIN: u64 = 1_024;
/// How many elements share a read marker, in an array of any size.
pub(crate) const MARKED_ELEMENTS: u64 = 8;
/// Words before the first element of an array.
pub(crate) const ARRAY_HEADER_WORDS: u64 = 2;

/// The bits of an element's distance from the first element, in bytes, that the elements of a card
/// do not share. Two operations, since this is a part of each write.
#[inline(always)]
fn bits_within_card(header: Header) -> u64 {
    const SMALL_CARD_BYTES: u64 = MARKED_ELEMENTS * WORD_BYTES;
    const { assert!(FLAG_LARGE_CARDS == 3 * SMALL_CARD_BYTES) };
    header.0 & FLAG_LARGE_CARDS | (SMALL_CARD_BYTES - 1)
}

/// How many elements a card of an array with cards has.
#[inline(always)]
pub(crate) fn card_elements(header: Header) -> u64 {
    (bits_within_card(header) + 1) / WORD_BYTES
}

/// The start of an element's card: a multiple of 16 bytes, as arrays begin at one.
#[inline(always)]
pub(crate) fn card_of(array: Offset, header: Header, index: u64) -> Offset {
    let first_bytes = (index * WORD_BYTES) & !bits_within_card(header);
    Offset(array.0 + ARRAY_HEADER_WORDS * WORD_BYTES + first_bytes)
}

/// The place of the read marker that stands for an element: that of the array for the first ones,
/// and so on for as many as share one. A reader does not look whether the array has cards, and of
/// what size: a writer looks at all markers of what it changes ([`Written::markers_of`]).
///
/// [`Written::markers_of`]: crate::heap::written::Written::markers_of
#[inline(always)]
pub(crate) fn marked_with(array: Offset, index: u64) -> Offset {
    let first = index & !(MARKED_ELEMENTS - 1);
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
