//! A transaction's writes to the old space, by objects and cards.

use std::ops::Range;

use crate::object::array::{ARRAY_HEADER_WORDS, CARDED_LENGTH_MIN, MARKED_ELEMENTS};
use crate::object::layout::WORD_BYTES;
use crate::object::value::Offset;

/// The write mark of a place that the open transaction has written: it is in its list of these.
pub(crate) const WRITTEN: u8 = 1;
/// Beside [`WRITTEN`] (under the lock alone) in the write mark of a card: the card is in the list
/// to be looked at by the next collection.
pub(crate) const CARD_REMEMBERED: u8 = 0x80;

/// A stretch of the old space that the transaction has written: an object, or a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) start: Offset,
    pub(crate) bytes: u64,
    /// The position in the program of its first write.
    pub(crate) position: u64,
    pub(crate) is_card: bool,
}

/// Read markers at equal distances: those of the elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Markers {
    pub(crate) first: Offset,
    pub(crate) count: u64,
}

impl Markers {
    pub(crate) fn places(self) -> impl Iterator<Item = Offset> {
        let first = self.first.0;
        (0..self.count).map(move |number| Offset(first + number * MARKED_ELEMENTS * WORD_BYTES))
    }
}

impl Written {
    /// The read markers of all of the stretch.
    pub(crate) fn markers(&self) -> Markers {
        self.markers_of(0..self.bytes / WORD_BYTES)
    }

    /// The read markers of a part of the stretch, in words from its start. Of a card, those of the
    /// elements, each a little before the first one that it stands for. Of an object that may be an
    /// array without cards, the object's and those of the elements up to the part's end. Of any
    /// other object, the object's.
    pub(crate) fn markers_of(&self, words: Range<u64>) -> Markers {
        const WHOLE_BYTES_MAX: u64 = (ARRAY_HEADER_WORDS + CARDED_LENGTH_MIN) * WORD_BYTES;
        debug_assert!(words.start < words.end);
        let last = words.end - 1;
        if self.is_card {
            let (first, last) = (words.start / MARKED_ELEMENTS, last / MARKED_ELEMENTS);
            let before = self.start.0 - ARRAY_HEADER_WORDS * WORD_BYTES;
            return Markers {
                first: Offset(before + first * MARKED_ELEMENTS * WORD_BYTES),
                count: last - first + 1,
            };
        }
        let more = last.saturating_sub(ARRAY_HEADER_WORDS) / MARKED_ELEMENTS;
        Markers {
            first: self.start,
            count: 1 + if self.bytes <= WHOLE_BYTES_MAX {
                more
            } else {
                0
            },
        }
    }
}
