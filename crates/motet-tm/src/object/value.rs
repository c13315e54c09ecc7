//! Tagged 64-bit words: the contents of registers and object fields.
//!
//! ```text
//!   …………………………………………………0   integer: 63 bits, shifted left by one
//!   …………………………………………11   float: the double + (3 << 60), rotated left by 3 (most exponents)
//!   offset (16-aligned) …0001   reference: offset of an object from the start of a segment, + 1
//!   payload ……………………101   special: None, booleans, marks; the language numbers them
//! ```
//!
//! The integer tag is 0, so that addition needs no untagging; the reference tag vanishes in the
//! displacement of an address. A word with any other tag is never a reference: raw pointers
//! (8-aligned) and lengths (shifted) may stand in traced memory.
//!
//! Floats are immediate when their exponent lies in 2^-255 … 2^257. 0.0, infinities, NaN and
//! denormals are not: the language keeps boxes for them ([`Value::from_float`] returns `None`).
//!
//! A [`Value`] borrows the mutator (lifetime `'a`). A function that may collect, commit or abort
//! takes the mutator mutably, so a value cannot be held across its call: a value that must survive
//! goes into a [`crate::Root`] or a register. Allocation does *not* collect (see
//! `runtime/mutator.rs`).

use std::fmt;
use std::marker::PhantomData;

/// Tag of a reference, in the low [`TAG_BITS`] bits.
pub(crate) const TAG_REFERENCE: u64 = 0b001;
/// Tag of a special.
pub(crate) const TAG_SPECIAL: u64 = 0b101;
/// Tag of a float, in the low two bits.
pub(crate) const TAG_FLOAT: u64 = 0b11;
const TAG_MASK: u64 = 0b111;
const SPECIAL_SHIFT: u32 = 8;
/// Added to the bits of a double before rotation.
const FLOAT_BIAS: u64 = 3 << 60;
const FLOAT_ROTATION: u32 = 3;

/// The smallest integer that is immediate.
pub const INTEGER_MIN: i64 = i64::MIN >> 1;
/// The largest integer that is immediate.
pub const INTEGER_MAX: i64 = i64::MAX >> 1;

/// Distance of an object from the start of its segment, in bytes; a multiple of 16.
///
/// Invariant I-HEAP-2: an `Offset` names a byte inside the segment. Only the allocator makes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Offset(pub(crate) u64);

impl Offset {
    /// The number of bytes from the start of the segment.
    #[inline(always)]
    pub fn bytes(self) -> u64 {
        self.0
    }
}

/// A word as it lies in a register or a field, without a lifetime: cannot be dereferenced.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Word(pub u64);

impl Word {
    /// Whether the word is a reference.
    #[inline(always)]
    pub fn is_reference(self) -> bool {
        self.0 & TAG_MASK == TAG_REFERENCE
    }

    /// The offset that a reference names.
    #[inline(always)]
    pub(crate) fn offset(self) -> Offset {
        debug_assert!(self.is_reference());
        Offset(self.0 - TAG_REFERENCE)
    }

    /// The word that refers to an offset.
    #[inline(always)]
    pub(crate) fn reference(offset: Offset) -> Word {
        debug_assert!(offset.0 & 15 == 0, "an object is 16-aligned");
        Word(offset.0 | TAG_REFERENCE)
    }

    /// The special with a number.
    pub const fn special(number: u32) -> Word {
        Word(((number as u64) << SPECIAL_SHIFT) | TAG_SPECIAL)
    }

    /// The immediate integer of a number that is known to fit.
    #[inline(always)]
    pub const fn integer(number: i64) -> Word {
        debug_assert!(number >= INTEGER_MIN && number <= INTEGER_MAX);
        Word((number << 1) as u64)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Word({:#x})", self.0)
    }
}

/// The content of word 1 of an object with a weak layout when its target is gone.
pub const WEAK_DEAD: Value<'static> = Value::special(u32::MAX);

/// A tagged word that is valid while the mutator is borrowed for `'a`. `==` is identity (`is`), not
/// the language's equality.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Value<'a> {
    word: Word,
    borrow: PhantomData<&'a ()>,
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({:#x})", self.word.0)
    }
}

impl<'a> Value<'a> {
    /// Gives a word the lifetime of a borrow. The word must come from memory that the collector
    /// keeps up to date, read under that borrow; hence crate-private, and [`Value::immediate`].
    #[inline(always)]
    pub(crate) fn from_word(word: Word) -> Value<'a> {
        Value {
            word,
            borrow: PhantomData,
        }
    }

    /// Gives a word a lifetime.
    ///
    /// # Safety
    /// The word must have been read, under the borrow `'a` of the mutator, from a register, root or
    /// field (I-ROOT-1).
    #[inline(always)]
    #[allow(
        unsafe_code,
        reason = "the door for interpreters, which keep words in registers"
    )]
    pub unsafe fn from_register(word: Word) -> Value<'a> {
        Value::from_word(word)
    }

    /// A word that is no reference, as a value.
    #[inline(always)]
    pub fn immediate(word: Word) -> Value<'a> {
        assert!(!word.is_reference(), "a reference needs a borrow");
        Value::from_word(word)
    }

    /// The bare word, to be put into a register.
    #[inline(always)]
    pub fn word(self) -> Word {
        self.word
    }

    /// The special with a number.
    #[inline(always)]
    pub const fn special(number: u32) -> Value<'a> {
        Value {
            word: Word::special(number),
            borrow: PhantomData,
        }
    }

    /// The number of a special.
    #[inline(always)]
    pub fn as_special(self) -> Option<u32> {
        if self.word.0 & TAG_MASK == TAG_SPECIAL {
            Some((self.word.0 >> SPECIAL_SHIFT) as u32)
        } else {
            None
        }
    }

    /// An immediate integer, if the number fits.
    #[inline(always)]
    pub fn from_integer(number: i64) -> Option<Value<'a>> {
        if (INTEGER_MIN..=INTEGER_MAX).contains(&number) {
            Some(Value::from_word(Word::integer(number)))
        } else {
            None
        }
    }

    /// An immediate integer from a number of at most 32 bits, which always fits.
    #[inline(always)]
    pub fn from_small(number: i32) -> Value<'a> {
        Value::from_word(Word::integer(i64::from(number)))
    }

    /// The number of an immediate integer.
    #[inline(always)]
    pub fn as_integer(self) -> Option<i64> {
        if self.word.0 & 1 == 0 {
            Some((self.word.0 as i64) >> 1)
        } else {
            None
        }
    }

    /// The number of a value that is an immediate integer.
    ///
    /// # Panics
    /// If it is none: the caller reads a word of its own, where only such numbers are stored.
    #[inline(always)]
    #[track_caller]
    pub fn known_integer(self) -> i64 {
        let number = self.as_integer();
        number.expect("a word in which only immediate integers are stored")
    }

    /// An immediate float, if its exponent allows.
    #[inline(always)]
    pub fn from_float(number: f64) -> Option<Value<'a>> {
        let word = number
            .to_bits()
            .wrapping_add(FLOAT_BIAS)
            .rotate_left(FLOAT_ROTATION);
        // The low two bits are now bits 62 and 61 of the sum: both are set exactly when the top
        // three bits of the exponent were 3 or 4, and then no carry has reached the sign.
        if word & TAG_FLOAT == TAG_FLOAT {
            crate::simulation::float_made();
            Some(Value::from_word(Word(word)))
        } else {
            None
        }
    }

    #[inline(always)]
    fn decode_float(word: u64) -> f64 {
        f64::from_bits(word.rotate_right(FLOAT_ROTATION).wrapping_sub(FLOAT_BIAS))
    }

    /// The number of an immediate float.
    #[inline(always)]
    pub fn as_float(self) -> Option<f64> {
        if self.word.0 & TAG_FLOAT == TAG_FLOAT {
            Some(Self::decode_float(self.word.0))
        } else {
            None
        }
    }

    /// The object that a reference names.
    #[inline(always)]
    pub fn as_object(self) -> Option<Object<'a>> {
        if self.word.is_reference() {
            Some(Object {
                offset: self.word.offset(),
                borrow: PhantomData,
            })
        } else {
            None
        }
    }

    /// The object that a value is known to be.
    ///
    /// # Panics
    /// If it is an immediate value: the caller has made the object, or knows its class, whose
    /// values are objects.
    #[inline(always)]
    #[track_caller]
    pub fn known_object(self) -> Object<'a> {
        let object = self.as_object();
        object.expect("a value that was made as an object, or whose class says so")
    }
}

/// A reference to an object, valid while the mutator is borrowed for `'a`.
///
/// Its fields are reached only through a view that a barrier returns: `read` or `write`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Object<'a> {
    offset: Offset,
    borrow: PhantomData<&'a ()>,
}

impl<'a> Object<'a> {
    #[inline(always)]
    pub(crate) fn from_offset(offset: Offset) -> Object<'a> {
        Object {
            offset,
            borrow: PhantomData,
        }
    }

    /// The place of the object in every segment.
    #[inline(always)]
    pub fn offset(self) -> Offset {
        self.offset
    }

    /// The object as a value.
    #[inline(always)]
    pub fn value(self) -> Value<'a> {
        Value::from_word(Word::reference(self.offset))
    }
}

impl<'a> From<Object<'a>> for Value<'a> {
    #[inline(always)]
    fn from(object: Object<'a>) -> Value<'a> {
        object.value()
    }
}

/// A reference to an object of the old space that never moves and is never freed: module cells,
/// classes, constants. Native tables of the language may hold it; it needs no root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Pinned(pub(crate) Offset);

impl Pinned {
    /// The object, under a borrow of the mutator.
    #[inline(always)]
    pub fn object<'a>(self) -> Object<'a> {
        Object::from_offset(self.0)
    }

    /// The object as a value.
    #[inline(always)]
    pub fn value<'a>(self) -> Value<'a> {
        self.object().value()
    }

    /// The bare word.
    #[inline(always)]
    pub fn word(self) -> Word {
        Word::reference(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_round_trip_at_the_borders() {
        for number in [0, 1, -1, INTEGER_MIN, INTEGER_MAX, 1 << 40, -(1 << 50)] {
            let value = Value::from_integer(number).expect("fits");
            assert_eq!(value.as_integer(), Some(number));
            assert!(value.as_object().is_none() && value.as_float().is_none());
        }
        assert!(Value::from_integer(INTEGER_MAX + 1).is_none());
        assert!(Value::from_integer(INTEGER_MIN - 1).is_none());
    }

    #[test]
    fn floats_are_immediate_or_refused() {
        for number in [1.0, -1.0, 0.1, 1e70, -1e-70, std::f64::consts::PI, 3.5e76] {
            let value = Value::from_float(number).expect("in range");
            assert_eq!(value.as_float().map(f64::to_bits), Some(number.to_bits()));
            assert!(value.as_integer().is_none() && value.as_object().is_none());
            assert!(value.as_special().is_none());
        }
        for number in [
            0.0,
            -0.0,
            f64::INFINITY,
            f64::NAN,
            1e300,
            1e-300,
            f64::MIN_POSITIVE,
        ] {
            assert!(
                Value::from_float(number).is_none(),
                "{number} must be boxed"
            );
        }
    }

    #[test]
    fn specials_keep_their_number_and_are_nothing_else() {
        let value = Value::special(7);
        assert_eq!(value.as_special(), Some(7));
        assert!(value.as_integer().is_none() && value.as_float().is_none());
        assert!(value.as_object().is_none());
    }
}
