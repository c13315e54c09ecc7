//! Memory views: windows on the bytes of a `bytes` or `bytearray` object.
//!
//! A view keeps its source and a description: where its items begin, how many there are, how far
//! apart, of what format. Bytes are read and written through the source at each access, so a view
//! never goes stale; a byte array may change its size below one (CPython forbids that while views
//! exist, which it knows from reference counts).

use crate::model::exception_classes;
use crate::model::native::Next;
use crate::types::buffer;
use crate::types::float;
use crate::types::iterators;
use crate::types::prelude::*;
use crate::types::protocol::item;
use crate::types::protocol::truth;
use crate::types::slice::{self, Indices};
use crate::types::{bytearray, bytes, int, string, tuple};
use smallvec::{SmallVec, smallvec};

const SOURCE: u64 = 1;
const DESCRIPTION: u64 = 2;
/// The object that the view gives as its `obj`, if that is not its source.
const OWNER: u64 = 3;

/// The format of an item, as a program has given it: a letter, perhaps behind an `@`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// What tells the size and the kind of an item.
    pub letter: char,
    /// Whether an `@` stands before it.
    is_marked: bool,
}

impl Format {
    /// The format that a text gives.
    pub fn of(text: &str) -> Format {
        Format {
            letter: text.chars().last().unwrap_or('B'),
            is_marked: text.starts_with('@'),
        }
    }

    /// The text of the format.
    ///
    /// # Errors
    /// `MemoryError`.
    pub fn text(self, thread: &Thread) -> Outcome<Value<'_>> {
        match self.is_marked {
            true => string::new(thread, &format!("@{}", self.letter)),
            false => string::from_char(thread, self.letter),
        }
    }
}

/// The numbers of items along the dimensions of a view.
pub type Shape = SmallVec<[u64; 2]>;

/// The part of the source that a view shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Window {
    /// The byte where the first item begins.
    pub start: i64,
    /// Distance of the items in bytes, for a view of one dimension.
    pub stride: i64,
    /// The number of items along each dimension.
    pub shape: Shape,
    /// The format of an item.
    pub format: Format,
    /// Whether nothing can be stored.
    pub read_only: bool,
}

impl Window {
    /// The letter of the format.
    pub fn letter(&self) -> char {
        self.format.letter
    }

    /// Bytes of an item.
    pub fn item_bytes(&self) -> u64 {
        item_bytes(self.letter()).expect("the letter was checked when the view was made")
    }

    /// The number of items.
    pub fn count(&self) -> u64 {
        self.shape.iter().product()
    }

    /// The number of bytes of all items.
    pub fn byte_count(&self) -> u64 {
        self.count() * self.item_bytes()
    }

    /// Whether the items follow each other without gaps.
    pub fn is_contiguous(&self) -> bool {
        self.shape.len() != 1 || self.stride == self.item_bytes() as i64 || self.shape[0] <= 1
    }

    /// The first byte of item `place` (counted through all dimensions).
    pub fn offset(&self, place: u64) -> u64 {
        (self.start + self.stride * place as i64) as u64
    }

    /// The window that a slice of a view of one dimension is.
    pub fn sliced(&self, indices: Indices) -> Window {
        Window {
            start: self.start + indices.start * self.stride,
            stride: self.stride * indices.step,
            shape: smallvec![indices.length],
            ..self.clone()
        }
    }
}

/// The size of an item of a native format.
pub fn item_bytes(letter: char) -> Option<u64> {
    Some(match letter {
        'b' | 'B' | 'c' | '?' => 1,
        'h' | 'H' | 'e' => 2,
        'i' | 'I' | 'f' => 4,
        'l' | 'L' | 'q' | 'Q' | 'n' | 'N' | 'd' | 'P' => 8,
        _ => return None,
    })
}

/// The view of a value, if it is one.
pub fn as_memoryview<'a>(thread: &Thread, value: Value<'a>) -> Option<Object<'a>> {
    value
        .as_object()
        .filter(|object| thread.host_of(*object) == CLASS_MEMORYVIEW)
}

/// Makes a view.
///
/// # Errors
/// `MemoryError`.
pub fn new<'a>(
    thread: &'a Thread,
    (source, owner): (Value<'a>, Value<'a>),
    window: &Window,
) -> Outcome<Value<'a>> {
    let mut parts: SmallVec<[Value<'_>; 6]> = smallvec![
        int::from_i64(thread, window.start),
        int::from_i64(thread, window.stride),
        window.format.text(thread)?,
        boolean(window.read_only),
    ];
    parts.extend(window.shape.iter().map(|count| int::from_length(*count)));
    let description = tuple::from_values(thread, &parts)?;
    Ok(thread
        .allocate(
            LAYOUT_SMALL,
            CLASS_MEMORYVIEW,
            &[source, description, owner],
        )
        .value())
}

/// The source of a view, and the object that it gives as its `obj`.
///
/// # Errors
/// `ValueError` if it was released.
pub fn source_of<'a>(thread: &'a Thread, view: Object<'a>) -> Outcome<(Value<'a>, Value<'a>)> {
    let (source, _) = opened(thread, view)?;
    Ok((source, thread.read(view).get(OWNER)))
}

/// Lets the source of a view go.
///
/// # Errors
/// An abort.
pub fn release(thread: &Thread, view: Object<'_>) -> Outcome<()> {
    if thread.read(view).get(SOURCE) != NONE {
        let view = thread.write(view)?;
        view.set(SOURCE, NONE);
        view.set(OWNER, NONE);
    }
    Ok(())
}

/// Source and window of a view; `None` if it was released.
pub fn open<'a>(thread: &'a Thread, view: Object<'a>) -> Option<(Value<'a>, Window)> {
    let fields = thread.read(view);
    let source = fields.get(SOURCE);
    if source == NONE {
        return None;
    }
    let description = fields.get(DESCRIPTION).as_object()?;
    let part = |index| tuple::get(thread, description, index);
    let number = |index| part(index).as_integer().unwrap_or(0);
    let window = Window {
        start: number(0),
        stride: number(1),
        format: Format::of(string::as_text(thread, part(2)).unwrap_or("B")),
        read_only: part(3) == TRUE,
        shape: (4..tuple::length(thread, description))
            .map(|index| number(index) as u64)
            .collect(),
    };
    Some((source, window))
}

/// Source and window of a view.
///
/// # Errors
/// `ValueError` if it was released.
pub fn opened<'a>(thread: &'a Thread, view: Object<'a>) -> Outcome<(Value<'a>, Window)> {
    open(thread, view).ok_or_else(|| {
        let message = "operation forbidden on released memoryview object";
        value_error(thread, message)
    })
}

/// A view's format of the items of an array, by the code that the array has for them.
fn format_of_code(code: char) -> char {
    match code {
        // Characters are seen as their numbers.
        'u' | 'w' => 'I',
        code => code,
    }
}

/// The source of a bytes-like object, and a window on all of it.
pub fn whole_of<'a>(thread: &'a Thread, value: Value<'a>) -> Option<(Value<'a>, Window)> {
    if let Some(window) = whole(thread, value) {
        return Some((value, window));
    }
    let (data, code) = buffer::array_parts(thread, value)?;
    let format = format_of_code(code);
    let size = item_bytes(format)?;
    let window = Window {
        start: 0,
        stride: size as i64,
        shape: smallvec![bytearray::length(thread, data) / size],
        format: Format {
            letter: format,
            is_marked: false,
        },
        read_only: false,
    };
    Some((data.value(), window))
}

/// A window on all bytes of a source; `None` if the value has none.
fn whole(thread: &Thread, source: Value<'_>) -> Option<Window> {
    let (length, read_only) = match bytes::as_bytes(thread, source) {
        Some(object) => (bytes::length(thread, object), true),
        None => {
            let object = bytearray::as_bytearray(thread, source)?;
            (bytearray::length(thread, object), false)
        }
    };
    Some(Window {
        start: 0,
        stride: 1,
        shape: smallvec![length],
        format: Format::of("B"),
        read_only,
    })
}

/// Bytes of a source; those that are not there any more are 0.
fn read(thread: &Thread, source: Value<'_>, start: u64, count: u64) -> Vec<u8> {
    let mut found = match bytes::as_bytes(thread, source) {
        Some(object) => {
            let all = bytes::content(thread, object);
            let end = (start + count).min(all.len() as u64) as usize;
            all.get(start as usize..end).unwrap_or(&[]).to_vec()
        }
        None => bytearray::as_store(thread, source)
            .map(|object| bytearray::range(thread, object, start, count))
            .unwrap_or_default(),
    };
    found.resize(count as usize, 0);
    found
}

/// The bytes of one item.
pub fn item(thread: &Thread, source: Value<'_>, window: &Window, place: u64) -> Vec<u8> {
    read(thread, source, window.offset(place), window.item_bytes())
}

/// The value of one item.
///
/// # Errors
/// `NotImplementedError` for formats that have no values.
pub fn item_value<'a>(
    thread: &'a Thread,
    source: Value<'a>,
    window: &Window,
    place: u64,
) -> Outcome<Value<'a>> {
    let (start, size) = (window.offset(place), window.item_bytes() as usize);
    let mut wide = [0; 8];
    let room = &mut wide[..size];
    if let Some(object) = bytes::as_bytes(thread, source) {
        let all = bytes::content(thread, object);
        if let Some(found) = all.get(start as usize..start as usize + size) {
            room.copy_from_slice(found);
        }
    } else if let Some(object) = bytearray::as_store(thread, source) {
        for (byte, place) in room.iter_mut().zip(start..) {
            *byte = bytearray::get(thread, object, place).unwrap_or(0);
        }
    }
    unpack(thread, window.letter(), room)
}

/// The value of the item at an index that is a plain number within a view of one dimension; `None`
/// for other keys and views.
///
/// # Errors
/// As [`item_value`].
pub(crate) fn get_leaf<'a>(
    thread: &'a Thread,
    view: Object<'a>,
    key: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let index = key.as_integer();
    let Some((index, (source, window))) = index.zip(open(thread, view)) else {
        return Ok(None);
    };
    let &[count] = window.shape.as_slice() else {
        return Ok(None);
    };
    let place = slice::place(index, count);
    place
        .map(|place| item_value(thread, source, &window, place))
        .transpose()
}

/// The next item of an iterator over a view; a call of `__getitem__` tells what is wrong with it.
///
/// # Errors
/// As [`item_value`]; an abort.
pub(crate) fn next_leaf<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let fields = thread.read(iterator);
    let Some(view) = as_memoryview(thread, fields.get(iterators::SOURCE)) else {
        return Ok(Next::Call);
    };
    let place = fields.get(iterators::PLACE);
    match get_leaf(thread, view, place)?.zip(place.as_integer()) {
        Some((item, place)) => {
            let after = int::from_i64(thread, place + 1);
            thread.write(iterator)?.set(iterators::PLACE, after);
            Ok(Next::Item(item))
        }
        None => Ok(Next::Call),
    }
}

/// Stores the bytes of one item.
///
/// # Errors
/// `TypeError` if the source does not change; `IndexError` if it has shrunk; an abort.
pub fn store(
    thread: &Thread,
    source: Value<'_>,
    window: &Window,
    place: u64,
    content: &[u8],
) -> Outcome<()> {
    let object = bytearray::as_store(thread, source).filter(|_| !window.read_only);
    let Some(object) = object else {
        return Err(type_error(thread, "cannot modify read-only memory"));
    };
    let start = window.offset(place);
    if start + content.len() as u64 > bytearray::length(thread, object) {
        return Err(index_error(thread, "index out of bounds on dimension 1"));
    }
    bytearray::store(thread, object, start, content)
}

/// All bytes that a view shows, in order.
pub fn bytes_of(thread: &Thread, source: Value<'_>, window: &Window) -> Vec<u8> {
    if window.is_contiguous() {
        return read(thread, source, window.start as u64, window.byte_count());
    }
    (0..window.count())
        .flat_map(|place| item(thread, source, window, place))
        .collect()
}

/// All bytes that a view shows; `None` if it was released.
pub fn content(thread: &Thread, view: Object<'_>) -> Option<Vec<u8>> {
    let (source, window) = open(thread, view)?;
    Some(bytes_of(thread, source, &window))
}

/// The value of an item of a format.
///
/// # Errors
/// `NotImplementedError` for formats that have no values.
fn unpack<'a>(thread: &'a Thread, letter: char, content: &[u8]) -> Outcome<Value<'a>> {
    let mut wide = [0u8; 8];
    wide[..content.len()].copy_from_slice(content);
    let number = u64::from_le_bytes(wide);
    Ok(match letter {
        'c' => return bytes::new(thread, content),
        '?' => boolean(number != 0),
        'f' => float::from_f64(thread, f64::from(f32::from_bits(number as u32))),
        'd' => float::from_f64(thread, f64::from_bits(number)),
        'e' => float::from_f64(thread, half_to_f64(number as u16)),
        'b' => int::from_i64(thread, i64::from(number as i8)),
        'h' => int::from_i64(thread, i64::from(number as i16)),
        'i' => int::from_i64(thread, i64::from(number as i32)),
        'l' | 'q' | 'n' => int::from_i64(thread, number as i64),
        _ => int::from_u64(thread, number),
    })
}

fn half_to_f64(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f64::from(bits & 0x3ff);
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    }
}

/// The bytes of a value in a format.
///
/// # Errors
/// `TypeError`, `ValueError`; any exception of `__index__` and `__float__`.
pub fn pack(thread: &mut Thread, letter: char, value: Root) -> Outcome<Vec<u8>> {
    let wrong_type = |thread: &Thread| {
        let message = format!("memoryview: invalid type for format '{letter}'");
        type_error(thread, message)
    };
    let wrong_value = |thread: &Thread| {
        let message = format!("memoryview: invalid value for format '{letter}'");
        value_error(thread, message)
    };
    match letter {
        'c' => {
            let content = bytes::as_bytes(thread, thread.get(value))
                .map(|object| bytes::content(thread, object).to_vec());
            match content {
                Some(content) if content.len() == 1 => Ok(content),
                Some(_) => Err(wrong_value(thread)),
                None => Err(wrong_type(thread)),
            }
        }
        '?' => Ok(vec![u8::from(truth::truth(thread, value)?)]),
        'f' | 'd' => {
            let number = match float::convert(thread, value, "must be real number") {
                Err(Unwind::Raise) if take_exception(thread, exception_classes::TYPE_ERROR) => {
                    return Err(wrong_type(thread));
                }
                other => other?,
            };
            Ok(if letter == 'f' {
                (number as f32).to_le_bytes().to_vec()
            } else {
                number.to_le_bytes().to_vec()
            })
        }
        'e' => Err(wrong_type(thread)),
        _ => {
            let index = match item::index(thread, value) {
                Err(Unwind::Raise) if take_exception(thread, exception_classes::TYPE_ERROR) => {
                    return Err(wrong_type(thread));
                }
                other => other?,
            };
            let Some(number) = int::to_i128(thread, thread.get(index)) else {
                return Err(wrong_value(thread));
            };
            let size = item_bytes(letter).expect("the letter was checked when the view was made");
            let bits = 8 * size as u32;
            let signed = letter.is_ascii_lowercase();
            let (least, most) = if signed {
                (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
            } else {
                (0, (1i128 << bits) - 1)
            };
            if !(least..=most).contains(&number) {
                return Err(wrong_value(thread));
            }
            Ok((number as u64).to_le_bytes()[..size as usize].to_vec())
        }
    }
}
