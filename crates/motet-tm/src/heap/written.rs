//! A transaction's writes to the old space, in the units of its write locks.

use crate::object::array::{ARRAY_HEADER_WORDS, CARD_ELEMENTS, CARDED_LENGTH_MIN};
use crate::object::layout::WORD_BYTES;
use crate::object::value::Offset;

/// Beside the owner's number in the lock of a card: the card is in the list to be looked at by the
/// next collection. Written by the owner alone.
pub(crate) const CARD_REMEMBERED: u8 = 0x80;

/// A stretch of the old space whose write lock the transaction owns: an object, or a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) start: Offset,
    pub(crate) bytes: u64,
    /// The position in the program of its first write.
    pub(crate) position: u64,
    pub(crate) is_card: bool,
}

impl Written {
    /// The places of the stretch's read markers: that of the object; that of the card, which lies
    /// a little before its first element; those of an array without cards, which may be longer than
    /// a card would be.
    pub(crate) fn markers(&self) -> (Offset, Option<Offset>) {
        const HEADER_BYTES: u64 = ARRAY_HEADER_WORDS * WORD_BYTES;
        const CARD_BYTES: u64 = CARD_ELEMENTS * WORD_BYTES;
        const { assert!(CARDED_LENGTH_MIN <= 2 * CARD_ELEMENTS) };
        if self.is_card {
            return (Offset(self.start.0 - HEADER_BYTES), None);
        }
        let has_second = self.bytes > HEADER_BYTES + CARD_BYTES;
        let second = has_second.then(|| Offset(self.start.0 + CARD_BYTES));
        (self.start, second)
    }
}
