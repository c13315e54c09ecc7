//! `array.array`: numbers of one kind, one after the other.
//!
//! ```text
//!   array          storage       length in bytes    the letter of its code
//!   arrayiterator  array         place
//! ```
//!
//! The first two words are those of a byte array, whose functions keep the bytes: so two threads
//! that store into distant parts of a large array do not conflict, and memory views, `struct` and
//! streams reach the bytes where they lie.
//!
//! Items are taken apart and put together here; an item whose number a class of the program gives
//! is asked for it in [`convert`]. What is rare is Python (`_motet_array`).

mod convert;
mod making;
mod methods;
mod search;

pub use methods::{MODULES, TYPES};

use crate::model::native::Next;
use crate::model::surrogates;
use crate::types::prelude::*;
use crate::types::slice::Indices;
use crate::types::{bytearray, float, int, iterators, slice, string};
use motet_tm::ReadView;

const CODE: u64 = 3;

/// How items lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Signed(u64),
    Unsigned(u64),
    Single,
    Double,
    Character,
}

impl Kind {
    /// The kind of a code.
    pub(crate) fn of(code: char) -> Option<Kind> {
        Some(match code {
            'b' => Kind::Signed(1),
            'h' => Kind::Signed(2),
            'i' => Kind::Signed(4),
            'l' | 'q' => Kind::Signed(8),
            'B' => Kind::Unsigned(1),
            'H' => Kind::Unsigned(2),
            'I' => Kind::Unsigned(4),
            'L' | 'Q' => Kind::Unsigned(8),
            'f' => Kind::Single,
            'd' => Kind::Double,
            'u' | 'w' => Kind::Character,
            _ => return None,
        })
    }

    /// The kind of a code that is known to have one, as those of all arrays.
    #[inline]
    fn known(code: char) -> Kind {
        debug_assert!(Kind::of(code).is_some(), "{code:?} has a kind");
        Kind::of(code).unwrap_or(Kind::Unsigned(1))
    }

    /// Bytes of an item.
    #[inline]
    pub(crate) fn size(self) -> u64 {
        match self {
            Kind::Signed(size) | Kind::Unsigned(size) => size,
            Kind::Single | Kind::Character => 4,
            Kind::Double => 8,
        }
    }

    /// The bytes of a value as a number, if the value has some and no class must be asked. (Those
    /// above the size of an item mean nothing.)
    #[inline]
    pub(crate) fn pack(self, thread: &Thread, value: Value<'_>) -> Option<u64> {
        match self {
            Kind::Signed(size) => {
                let number = value.as_integer()?;
                let unused = 64 - 8 * size as u32;
                (number << unused >> unused == number).then_some(number as u64)
            }
            Kind::Unsigned(size) => {
                let number = u64::try_from(value.as_integer()?).ok()?;
                (size == 8 || number >> (8 * size) == 0).then_some(number)
            }
            Kind::Double => float::exact_f64(thread, value).map(f64::to_bits),
            Kind::Single => {
                let number = float::exact_f64(thread, value)?;
                Some(u64::from((number as f32).to_bits()))
            }
            Kind::Character => {
                let text = string::exact_string(thread, value)?;
                if string::length(thread, text) != 1 {
                    return None;
                }
                let character = string::text(thread, text).chars().next()?;
                Some(u64::from(surrogates::code(character)))
            }
        }
    }

    /// The number that the bytes of a whole number stand for.
    #[inline]
    fn integer(self, bits: u64) -> i128 {
        match self {
            Kind::Signed(size) => {
                let unused = 64 - 8 * size as u32;
                i128::from((bits << unused) as i64 >> unused)
            }
            _ => i128::from(bits),
        }
    }

    /// The number that the bytes of a float stand for.
    #[inline]
    fn float(self, bits: u64) -> f64 {
        match self {
            Kind::Single => f32::from_bits(bits as u32).into(),
            _ => f64::from_bits(bits),
        }
    }

    /// The value of an item, given by its bytes; `None` if it is no character.
    #[inline]
    fn value(self, thread: &Thread, bits: u64) -> Option<Outcome<Value<'_>>> {
        Some(Ok(match self {
            Kind::Signed(size) => {
                let unused = 64 - 8 * size as u32;
                int::from_i64(thread, (bits << unused) as i64 >> unused)
            }
            Kind::Unsigned(_) => int::from_u64(thread, bits),
            Kind::Single | Kind::Double => float::from_f64(thread, self.float(bits)),
            Kind::Character => {
                let character = surrogates::character(bits as u32)?;
                return Some(string::from_char(thread, character));
            }
        }))
    }

    /// The same of an item of an array.
    ///
    /// # Errors
    /// `ValueError` if it is no character.
    #[inline]
    fn item(self, thread: &Thread, bits: u64) -> Outcome<Value<'_>> {
        self.value(thread, bits).unwrap_or_else(|| {
            let message = "chr() arg not in range(0x110000)";
            Err(value_error(thread, message))
        })
    }

    /// The items of some bytes, each as a number.
    fn numbers(self, content: &[u8]) -> impl ExactSizeIterator<Item = u64> {
        let size = self.size() as usize;
        content.chunks_exact(size).map(move |part| {
            let mut wide = [0; 8];
            wide[..part.len()].copy_from_slice(part);
            u64::from_le_bytes(wide)
        })
    }
}

/// The bytes of items, one after the other.
#[derive(Default)]
struct Packed(Vec<u8>);

impl Packed {
    #[inline]
    fn push(&mut self, kind: Kind, bits: u64) {
        self.0
            .extend_from_slice(&bits.to_le_bytes()[..kind.size() as usize]);
    }
}

/// The array that a value is, or that it stands for.
#[inline]
pub fn as_array<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact(thread, value, CLASS_ARRAY).or_else(|| exact(thread, plain(thread, value), CLASS_ARRAY))
}

/// The letter of the code of an array.
pub fn code(thread: &Thread, array: Object<'_>) -> char {
    let code = thread.read(array).get(CODE).as_integer();
    code.and_then(|code| u8::try_from(code).ok())
        .map_or('B', char::from)
}

/// The parts of an array.
#[derive(Clone, Copy)]
struct Parts<'a> {
    storage: Object<'a>,
    bytes: u64,
    kind: Kind,
}

impl Parts<'_> {
    /// The number of items.
    #[inline]
    fn length(&self) -> u64 {
        // (A division takes longer than all the rest.)
        self.bytes >> self.kind.size().trailing_zeros()
    }
}

#[inline]
fn parts_in<'a>(view: ReadView<'a>) -> Parts<'a> {
    let code = view.get(CODE).known_integer() as u8;
    Parts {
        storage: view.get(bytearray::STORAGE).known_object(),
        bytes: view.get(bytearray::LENGTH).known_integer() as u64,
        kind: Kind::known(code.into()),
    }
}

#[inline]
fn parts<'a>(thread: &'a Thread, array: Object<'a>) -> Parts<'a> {
    parts_in(thread.read(array))
}

#[inline]
fn kind_of(thread: &Thread, array: Object<'_>) -> Kind {
    Kind::known(code(thread, array))
}

/// A new array of the bytes of items.
fn new<'a>(thread: &'a Thread, code: char, content: &[u8]) -> Outcome<Value<'a>> {
    let words = bytearray::words(thread, content)?;
    Ok(of_words(thread, words, code))
}

fn of_words<'a>(thread: &'a Thread, words: [Value<'a>; 2], code: char) -> Value<'a> {
    let [storage, length] = words;
    let fields = [storage, length, Value::from_small(code as i32)];
    thread.allocate(LAYOUT_SMALL, CLASS_ARRAY, &fields).value()
}

/// A copy of an array.
fn copied<'a>(thread: &'a Thread, array: Object<'a>) -> Outcome<Value<'a>> {
    let words = bytearray::copied_words(thread, array)?;
    Ok(of_words(thread, words, code(thread, array)))
}

/// The number of items.
#[inline]
pub(crate) fn length(thread: &Thread, array: Object<'_>) -> u64 {
    parts(thread, array).length()
}

/// Item `place`, which is there.
#[inline]
fn item<'a>(thread: &'a Thread, parts: Parts<'a>, place: u64) -> Outcome<Value<'a>> {
    let size = parts.kind.size();
    let bits = bytearray::number_in(thread, parts.storage, place * size, size);
    parts.kind.item(thread, bits)
}

/// All items; `None` if one is no character, or there is no room for a text.
pub(crate) fn values<'a>(thread: &'a Thread, array: Object<'a>) -> Option<Vec<Value<'a>>> {
    let kind = kind_of(thread, array);
    let content = bytearray::content(thread, array);
    let numbers = kind.numbers(&content);
    let mut values = Vec::with_capacity(numbers.len());
    for bits in numbers {
        values.push(kind.value(thread, bits)?.ok()?);
    }
    Some(values)
}

/// `array[key]` for an integer or a slice of integers; `None` for all else.
///
/// # Errors
/// `IndexError`, `ValueError`, `MemoryError`.
#[inline]
pub(crate) fn get_leaf<'a>(
    thread: &'a Thread,
    array: Object<'a>,
    key: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(index) = key.as_integer() else {
        return get_slice_leaf(thread, array, key);
    };
    let parts = parts(thread, array);
    match slice::place(index, parts.length()) {
        Some(place) => item(thread, parts, place).map(Some),
        None => Err(index_error(thread, "array index out of range")),
    }
}

fn get_slice_leaf<'a>(
    thread: &'a Thread,
    array: Object<'a>,
    key: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let Some(key) = slice::as_slice(thread, key) else {
        return Ok(None);
    };
    let indices = slice::indices(thread, key, length(thread, array))?;
    indices
        .map(|indices| sliced(thread, array, indices))
        .transpose()
}

/// A slice: a new array.
fn sliced<'a>(thread: &'a Thread, array: Object<'a>, indices: Indices) -> Outcome<Value<'a>> {
    let (code, size) = (code(thread, array), kind_of(thread, array).size());
    if indices.step == 1 {
        if indices.length == length(thread, array) {
            return copied(thread, array);
        }
        let (start, count) = (indices.start as u64 * size, indices.length * size);
        let content = bytearray::range(thread, array, start, count);
        return new(thread, code, &content);
    }
    let content = bytearray::content(thread, array);
    let mut picked = Vec::with_capacity((indices.length * size) as usize);
    for place in indices.places() {
        let start = (place * size) as usize;
        picked.extend_from_slice(&content[start..start + size as usize]);
    }
    new(thread, code, &picked)
}

/// `array[key] = value` for an integer and a value that has bytes of its own; false for all else.
///
/// # Errors
/// `IndexError`, or an abort.
#[inline]
pub(crate) fn set_leaf(
    thread: &Thread,
    array: Object<'_>,
    key: Value<'_>,
    value: Value<'_>,
) -> Outcome<bool> {
    let parts = parts(thread, array);
    let Some((index, bits)) = key.as_integer().zip(parts.kind.pack(thread, value)) else {
        return Ok(false);
    };
    let Some(place) = slice::place(index, parts.length()) else {
        return Err(index_error(thread, "array assignment index out of range"));
    };
    store(thread, array, parts, place, bits)?;
    Ok(true)
}

/// Stores the bytes of item `place`, which is there.
#[inline]
fn store(
    thread: &Thread,
    array: Object<'_>,
    parts: Parts<'_>,
    place: u64,
    bits: u64,
) -> Outcome<()> {
    let size = parts.kind.size();
    let start = place * size;
    if bytearray::store_number_open(thread, parts.storage, (start, size), bits) {
        return Ok(());
    }
    let content = bits.to_le_bytes();
    bytearray::store(thread, array, start, &content[..size as usize])
}

/// Appends an item, given by its bytes.
fn push(thread: &Thread, array: Object<'_>, kind: Kind, bits: u64) -> Outcome<()> {
    // The barrier comes first: a transaction that waits there for another, which appends too, need
    // not abort, since it has not read the array yet.
    thread.write(array)?;
    bytearray::extend(thread, array, &bits.to_le_bytes()[..kind.size() as usize])
}

/// The next item of an iterator over an array.
///
/// # Errors
/// `ValueError` if it is no character; an abort.
pub(crate) fn next_leaf<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    // An object that is written needs no read marker.
    let written = thread.write(iterator)?;
    let view = written.read();
    let Some(array) = view.get(iterators::SOURCE).as_object() else {
        return Ok(Next::End);
    };
    let place = view.get(iterators::PLACE).known_integer() as u64;
    let parts = parts(thread, array);
    if place >= parts.length() {
        // It stays finished, even if the array grows.
        written.set(iterators::SOURCE, NONE);
        return Ok(Next::End);
    }
    written.set(iterators::PLACE, int::from_length(place + 1));
    item(thread, parts, place).map(Next::Item)
}
