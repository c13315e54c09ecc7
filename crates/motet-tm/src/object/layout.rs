//! Object headers and layout descriptors: all that the runtime knows of an object.
//!
//! ```text
//!  header word:  63 ........ 32 31 ......... 8 7 ..... 0
//!               | host word    | layout id    | flags   |
//! ```
//!
//! The *host word* belongs to the language (a shape number, say); the runtime copies it and never
//! looks at it. The layout id indexes the descriptors that the language gave at start. Descriptors
//! are data, not generics: two languages can share one heap, and the collector is compiled once.

/// Set on old objects that this transaction has not written yet: the write barrier's one test.
pub(crate) const FLAG_WRITE_BARRIER: u64 = 1;
/// Nursery only: the object has moved; the rest of the header is its new offset.
pub(crate) const FLAG_FORWARDED: u64 = 1 << 1;
/// Nursery only: a place in the old space is reserved already (its identity was asked for).
pub(crate) const FLAG_HAS_SHADOW: u64 = 1 << 2;
/// Old, but made by the running transaction: no other can know it.
pub(crate) const FLAG_OVERFLOW: u64 = 1 << 3;
/// A large array: conflicts are found per card, the write-barrier flag stays set.
pub(crate) const FLAG_CARDS: u64 = 1 << 4;
/// Nursery only: an object with a finalizer that needs none any more.
pub(crate) const FLAG_RETIRED: u64 = 1 << 5;
/// Beside [`FLAG_CARDS`], of a very large array: its cards are large. These are the two bits that
/// tell the places of small cards in a large one apart (`array.rs`).
pub(crate) const FLAG_LARGE_CARDS: u64 = 0b11 << 6;
/// The flags that survive a copy into the old space.
pub(crate) const FLAGS_KEPT: u64 = FLAG_CARDS | FLAG_LARGE_CARDS;

const LAYOUT_SHIFT: u32 = 8;
const LAYOUT_MASK: u64 = 0xff_ffff;
const HOST_SHIFT: u32 = 32;

/// Bytes of a word.
pub const WORD_BYTES: u64 = 8;
/// Every object begins at a multiple of this.
pub const OBJECT_ALIGNMENT_BYTES: u64 = 16;

/// Index of a layout among those given to the runtime.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct LayoutId(pub u16);

/// The word of an object of a weak layout that refers weakly.
pub(crate) const WEAK_WORD: u64 = 1;

/// How big an object is and which of its words hold values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `words` words in all (header included), all behind the header are values.
    Fixed {
        /// Number of words, header included.
        words: u16,
    },
    /// Word 1 is the length (shifted left by one, as an immediate integer); that many values
    /// follow.
    Array,
    /// Word 1 is the number of *bytes* (as an immediate integer) that follow word 1; none is a
    /// value.
    Raw,
    /// As `Fixed`, but word 1 does not keep its target alive: when nothing else does, it becomes
    /// [`crate::WEAK_DEAD`]. Word 1 is not changed after the object was made. A weak object that
    /// dies with a target that is kept for its finalizer keeps word 1: a host that sees another
    /// value there than `WEAK_DEAD`, when it finalizes the target, knows that both have died.
    Weak {
        /// Number of words, header included; at least 2.
        words: u16,
    },
}

/// The runtime's description of a kind of object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// For reports and assertions.
    pub name: &'static str,
    /// Size and tracing.
    pub shape: Shape,
    /// Whether objects may be written after the transaction that made them. Immutable ones are kept
    /// apart, on pages that are never privatised, and reads of them need no barrier.
    pub mutable: bool,
}

/// First word of every object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header(pub(crate) u64);

impl Header {
    #[inline(always)]
    pub(crate) fn new(layout: LayoutId, host: u32) -> Header {
        Header((u64::from(host) << HOST_SHIFT) | (u64::from(layout.0) << LAYOUT_SHIFT))
    }

    #[inline(always)]
    pub(crate) fn layout(self) -> LayoutId {
        debug_assert!(
            !self.has(FLAG_FORWARDED),
            "a forwarded header has no layout"
        );
        LayoutId(((self.0 >> LAYOUT_SHIFT) & LAYOUT_MASK) as u16)
    }

    #[inline(always)]
    pub(crate) fn host(self) -> u32 {
        (self.0 >> HOST_SHIFT) as u32
    }

    #[inline(always)]
    pub(crate) fn with_host(self, host: u32) -> Header {
        Header((self.0 & 0xffff_ffff) | (u64::from(host) << HOST_SHIFT))
    }

    #[inline(always)]
    pub(crate) fn has(self, flag: u64) -> bool {
        self.0 & flag != 0
    }

    #[inline(always)]
    pub(crate) fn with(self, flag: u64) -> Header {
        Header(self.0 | flag)
    }

    #[inline(always)]
    pub(crate) fn without(self, flag: u64) -> Header {
        Header(self.0 & !flag)
    }
}

impl Shape {
    /// Size in bytes, rounded up to the alignment, given the length word (word 1).
    #[inline]
    pub(crate) fn size_bytes(self, length_word: u64) -> u64 {
        let length = length_word >> 1;
        let bytes = match self {
            Shape::Fixed { words } | Shape::Weak { words } => u64::from(words) * WORD_BYTES,
            Shape::Array => (2 + length) * WORD_BYTES,
            Shape::Raw => 2 * WORD_BYTES + length,
        };
        round_up(bytes, OBJECT_ALIGNMENT_BYTES)
    }

    /// The number of words of an object of a fixed size.
    pub(crate) fn fixed_words(self) -> Option<u64> {
        match self {
            Shape::Fixed { words } | Shape::Weak { words } => Some(u64::from(words)),
            Shape::Array | Shape::Raw => None,
        }
    }

    /// The words that hold values: from the first to before the second index. Not the word that
    /// refers weakly.
    #[inline]
    pub(crate) fn value_words(self, length_word: u64) -> std::ops::Range<u64> {
        match self {
            Shape::Fixed { words } => 1..u64::from(words),
            Shape::Array => 2..2 + (length_word >> 1),
            Shape::Raw => 0..0,
            Shape::Weak { words } => WEAK_WORD + 1..u64::from(words),
        }
    }
}

/// `bytes` rounded up to a multiple of `unit`, a power of two.
#[inline(always)]
pub(crate) const fn round_up(bytes: u64, unit: u64) -> u64 {
    (bytes + unit - 1) & !(unit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_fields_do_not_overlap() {
        let header = Header::new(LayoutId(0x1234), 0xdead_beef).with(FLAG_WRITE_BARRIER);
        assert_eq!(header.layout(), LayoutId(0x1234));
        assert_eq!(header.host(), 0xdead_beef);
        assert!(header.has(FLAG_WRITE_BARRIER));
        let other = header.with_host(7).without(FLAG_WRITE_BARRIER);
        assert_eq!((other.host(), other.layout()), (7, LayoutId(0x1234)));
        assert!(!other.has(FLAG_WRITE_BARRIER));
    }

    #[test]
    fn sizes_are_aligned() {
        assert_eq!(Shape::Fixed { words: 3 }.size_bytes(0), 32);
        assert_eq!(Shape::Array.size_bytes(3 << 1), 48);
        assert_eq!(Shape::Raw.size_bytes(1 << 1), 32);
        assert_eq!(Shape::Array.value_words(3 << 1), 2..5);
    }
}
