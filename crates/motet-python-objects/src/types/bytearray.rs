//! Byte arrays: an object that holds the length and refers to an array of integers, each of which
//! packs seven bytes.
//!
//! So storing a byte is the write of one element of an ordinary array: two threads that fill
//! distant parts of a large byte array do not conflict (its cards are some 220 bytes), and the
//! runtime needs no kind of object that is both raw and mutable.
//!
//! The storage of a new array of many zeros is short: bytes behind the storage are zeros. Such an
//! array is made to receive bytes, mostly few (a reader with a buffer of 128 KB gets a request of
//! 100 bytes from a socket). What the system stores at its front makes the storage as long as that
//! needs, any other store as long as the array.

use crate::types::bytes;
use crate::types::int;
use crate::types::prelude::*;
use crate::types::slice;
use crate::types::slice::Indices;

pub(super) const STORAGE: u64 = 1;
pub(super) const LENGTH: u64 = 2;
/// First element of an array, in words.
const FIRST: u64 = 2;
/// Bytes in an element: as many as fit an immediate integer that is not negative.
const PACKED: u64 = 7;
/// Elements of the first storage of a byte array that grows.
const ROOM_MIN: u64 = 4;
/// The storage of so many zeros is not shorter than they are.
const ZEROS_STORED_MAX: u64 = 1024;

fn elements(bytes: u64) -> u64 {
    bytes.div_ceil(PACKED)
}

/// An element of packed bytes, given as a number.
#[inline]
fn element(number: i64) -> Value<'static> {
    Value::from_integer(number).expect("seven bytes have fewer than 62 bits")
}

fn pack(bytes: &[u8]) -> Value<'static> {
    debug_assert!(
        bytes.len() <= PACKED as usize,
        "so many bytes lie in an element"
    );
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    element(i64::from_le_bytes(word))
}

/// As [`pack`], of an element that is full.
#[inline]
fn pack_whole(bytes: &[u8; PACKED as usize]) -> Value<'static> {
    let [a, b, c, d, e, f, g] = *bytes;
    element(i64::from_le_bytes([a, b, c, d, e, f, g, 0]))
}

fn unpack(value: Value<'_>) -> [u8; 8] {
    value.as_integer().unwrap_or(0).to_le_bytes()
}

/// An array of packed bytes with room for more.
fn storage<'a>(thread: &'a Thread, content: &[u8], room: u64) -> Outcome<Object<'a>> {
    let zero = Value::from_small(0);
    let raw = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, room, zero);
    let array = allocated(thread, raw)?;
    let (whole, rest) = content.as_chunks();
    let mut place = FIRST;
    for part in whole {
        array.set(place, pack_whole(part));
        place += 1;
    }
    if !rest.is_empty() {
        array.set(place, pack(rest));
    }
    Ok(array.object())
}

/// Makes a byte array.
///
/// # Errors
/// `MemoryError`.
pub fn new<'a>(thread: &'a Thread, content: &[u8]) -> Outcome<Value<'a>> {
    let [storage, length] = words(thread, content)?;
    Ok(thread
        .allocate(LAYOUT_SMALL, CLASS_BYTEARRAY, &[storage, length, NONE])
        .value())
}

/// Makes a byte array of zeros.
///
/// # Errors
/// `MemoryError`.
pub fn zeros(thread: &Thread, length: u64) -> Outcome<Value<'_>> {
    let stored = if length <= ZEROS_STORED_MAX {
        elements(length)
    } else {
        0
    };
    let storage = storage(thread, &[], stored.max(1))?;
    let fields = [storage.value(), int::from_length(length), NONE];
    Ok(thread
        .allocate(LAYOUT_SMALL, CLASS_BYTEARRAY, &fields)
        .value())
}

/// The byte array of a value, if it is one.
#[inline]
pub fn as_bytearray<'a>(thread: &Thread, value: Value<'a>) -> Option<Object<'a>> {
    value
        .as_object()
        .filter(|object| thread.host_of(*object) == CLASS_BYTEARRAY)
}

/// The object that keeps the bytes: the byte array, or the array of numbers (`array`), that a value
/// is.
#[inline]
pub fn as_store<'a>(thread: &Thread, value: Value<'a>) -> Option<Object<'a>> {
    value
        .as_object()
        .filter(|object| is_store(thread.host_of(*object)))
}

fn is_store(kind: u32) -> bool {
    matches!(kind, CLASS_BYTEARRAY | CLASS_ARRAY)
}

/// The storage, which may be shorter than the array, and the length of the array.
#[inline]
fn parts<'a>(thread: &'a Thread, object: Object<'a>) -> (Object<'a>, u64) {
    debug_assert!(is_store(thread.host_of(object)));
    let view = thread.read(object);
    let storage = view.get(STORAGE).known_object();
    let length = view.get(LENGTH).known_integer();
    (storage, length as u64)
}

/// How many bytes there are.
pub fn length(thread: &Thread, object: Object<'_>) -> u64 {
    parts(thread, object).1
}

/// `count` bytes from `start` on; fewer if there are not so many.
pub fn range(thread: &Thread, object: Object<'_>, start: u64, count: u64) -> Vec<u8> {
    let (storage, length) = parts(thread, object);
    let end = length.min(start.saturating_add(count));
    if start >= end {
        return Vec::new();
    }
    let first = start / PACKED;
    let stored = elements(end).min(thread.array_length(storage));
    // Each element is stored with a byte more, which the next one covers.
    let mut out = vec![0; (stored.saturating_sub(first) * PACKED) as usize + 1];
    let mut place = 0;
    // (Where the storage ends before the first byte, all that is asked for are zeros.)
    if first < stored {
        for element in thread.read_elements(storage, first, stored) {
            out[place..place + 8].copy_from_slice(&unpack(element));
            place += PACKED as usize;
        }
    }
    out.truncate(place);
    out.drain(..((start - first * PACKED) as usize).min(out.len()));
    out.resize((end - start) as usize, 0);
    out
}

/// All bytes.
pub fn content(thread: &Thread, object: Object<'_>) -> Vec<u8> {
    range(thread, object, 0, u64::MAX)
}

/// The `count` bytes (up to eight) of a storage from `start` on as a number, least byte first;
/// those that are not stored are 0.
#[inline]
pub(crate) fn number_in(thread: &Thread, storage: Object<'_>, start: u64, count: u64) -> u64 {
    debug_assert!(count <= 8, "a number has eight bytes");
    let stored = thread.array_length(storage);
    let stored_at = |index: u64| match index < stored {
        true => thread
            .read_element(storage, index)
            .as_integer()
            .unwrap_or(0) as u64,
        false => 0,
    };
    let (first, lane) = (start / PACKED, start % PACKED);
    let mut number = stored_at(first) >> (8 * lane);
    if lane + count > PACKED {
        number |= stored_at(first + 1) << (8 * (PACKED - lane));
    }
    number & (u64::MAX >> (64 - 8 * count))
}

/// Stores the `count` bytes of a number in a storage from `start` on, if that needs no slow
/// barrier: places that are stored, of elements that this transaction may write. False: the caller
/// stores them all.
#[inline]
pub(crate) fn store_number_open(
    thread: &Thread,
    storage: Object<'_>,
    (start, count): (u64, u64),
    number: u64,
) -> bool {
    let (first, lane) = (start / PACKED, start % PACKED);
    let last = (start + count - 1) / PACKED;
    if last >= thread.array_length(storage) {
        return false;
    }
    let mask = u64::MAX >> (64 - 8 * count);
    let part = |index: u64, mask: u64, bits: u64| {
        let mask = mask & ELEMENT_MASK;
        let old = thread.read_element(storage, index).as_integer();
        let new = old.unwrap_or(0) as u64 & !mask | bits & mask;
        Value::from_integer(new as i64)
            .is_some_and(|new| thread.write_element_open(storage, index, new))
    };
    let shift = 8 * lane;
    if !part(first, mask << shift, number << shift) {
        return false;
    }
    let shift = 8 * (PACKED - lane);
    last == first || part(last, mask >> shift, number >> shift)
}

/// The bits of an element in which bytes are packed.
const ELEMENT_MASK: u64 = u64::MAX >> 8;

/// The two words that all objects which keep bytes begin with, of a copy of a byte array.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn copied_words<'a>(thread: &'a Thread, object: Object<'a>) -> Outcome<[Value<'a>; 2]> {
    let (old, length) = parts(thread, object);
    let room = elements(length).max(1);
    let zero = Value::from_small(0);
    let raw = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, room, zero);
    let array = allocated(thread, raw)?;
    let stored = elements(length).min(thread.array_length(old));
    thread.copy_elements(old, 0, stored, &array, 0);
    Ok([array.object().value(), int::from_length(length)])
}

/// The same two words, of bytes that are given.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn words<'a>(thread: &'a Thread, content: &[u8]) -> Outcome<[Value<'a>; 2]> {
    let length = content.len() as u64;
    let storage = storage(thread, content, elements(length).max(1))?;
    Ok([storage.value(), int::from_length(length)])
}

/// Byte `place`, if there are so many.
pub fn get(thread: &Thread, object: Object<'_>, place: u64) -> Option<u8> {
    let (storage, length) = parts(thread, object);
    if place >= length {
        return None;
    }
    if place / PACKED >= thread.array_length(storage) {
        return Some(0);
    }
    let word = unpack(thread.read_element(storage, place / PACKED));
    Some(word[(place % PACKED) as usize])
}

/// Byte `index` as an `int`; negative ones count from the end.
///
/// # Errors
/// `IndexError`.
pub fn index(thread: &Thread, object: Object<'_>, index: i64) -> Outcome<Value<'static>> {
    slice::place(index, length(thread, object))
        .and_then(|place| get(thread, object, place))
        .map(|byte| Value::from_small(i32::from(byte)))
        .ok_or_else(|| index_error(thread, "bytearray index out of range"))
}

/// Stores bytes from `start` on: the array is long enough.
///
/// # Errors
/// An abort.
pub fn store(thread: &Thread, object: Object<'_>, start: u64, content: &[u8]) -> Outcome<()> {
    let storage = whole_storage(thread, object)?;
    store_in(thread, storage, start, content)
}

/// As [`store`], at the front, for bytes that come from the system: the storage becomes no longer
/// than they need.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn store_front(thread: &Thread, object: Object<'_>, content: &[u8]) -> Outcome<()> {
    make_room(thread, object, content.len() as u64)?;
    let (storage, _) = parts(thread, object);
    store_in(thread, storage, 0, content)
}

/// The storage, as long as the array.
fn whole_storage<'a>(thread: &'a Thread, object: Object<'a>) -> Outcome<Object<'a>> {
    let (storage, length) = parts(thread, object);
    if elements(length) <= thread.array_length(storage) {
        return Ok(storage);
    }
    make_room(thread, object, length)?;
    Ok(parts(thread, object).0)
}

/// Stores bytes at existing places.
fn store_bytes(
    thread: &Thread,
    storage: Object<'_>,
    bytes: impl Iterator<Item = (u64, u8)>,
) -> Outcome<()> {
    let lanes = bytes.map(|(place, byte)| (place / PACKED, (place % PACKED * 8, byte)));
    thread.change_elements(storage, lanes, |old, (shift, byte)| {
        let rest = old.as_integer().unwrap_or(0) & !(0xff << shift);
        element(rest | i64::from(byte) << shift)
    })
}

fn store_in(thread: &Thread, storage: Object<'_>, start: u64, content: &[u8]) -> Outcome<()> {
    let mut place = start;
    let mut left = content;
    while !left.is_empty() {
        if place.is_multiple_of(PACKED) && left.len() >= 2 * PACKED as usize {
            // Elements that are stored whole.
            let (whole, rest) = left.as_chunks();
            let packed = whole.iter().map(pack_whole);
            thread.write_elements(storage, place / PACKED, packed)?;
            place += PACKED * whole.len() as u64;
            left = rest;
            continue;
        }
        let (element, lane) = (place / PACKED, (place % PACKED) as usize);
        let count = left.len().min(PACKED as usize - lane);
        let mut word = unpack(thread.read_element(storage, element));
        word[lane..lane + count].copy_from_slice(&left[..count]);
        thread.write_element(storage, element, pack(&word[..PACKED as usize]))?;
        left = &left[count..];
        place += count as u64;
    }
    Ok(())
}

/// Puts other bytes in the place of those from `start` to before `end`.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn splice(
    thread: &Thread,
    object: Object<'_>,
    start: u64,
    end: u64,
    content: &[u8],
) -> Outcome<()> {
    let (_, length) = parts(thread, object);
    if content.len() as u64 == end - start {
        return store(thread, object, start, content);
    }
    let tail = range(thread, object, end, u64::MAX);
    let new_length = length - (end - start) + content.len() as u64;
    // A tail that is cut off leaves a short storage as it is.
    if !content.is_empty() || !tail.is_empty() {
        make_room(thread, object, new_length)?;
        let (storage, _) = parts(thread, object);
        store_in(thread, storage, start, content)?;
        store_in(thread, storage, start + content.len() as u64, &tail)?;
    }
    thread
        .write(object)?
        .set(LENGTH, int::from_length(new_length));
    Ok(())
}

/// Makes the storage large enough for so many bytes, whatever the length of the array.
fn make_room(thread: &Thread, object: Object<'_>, bytes: u64) -> Outcome<()> {
    let (old, length) = parts(thread, object);
    let room = thread.array_length(old);
    if elements(bytes) <= room {
        return Ok(());
    }
    let wanted = elements(bytes).max(room + room / 2).max(ROOM_MIN);
    let content = range(thread, object, 0, length.min(room * PACKED));
    let larger = storage(thread, &content, wanted)?;
    thread.write(object)?.set(STORAGE, larger.value());
    Ok(())
}

/// Appends bytes.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn extend(thread: &Thread, object: Object<'_>, content: &[u8]) -> Outcome<()> {
    let length = length(thread, object);
    splice(thread, object, length, length, content)
}

/// A slice: a new byte array.
///
/// # Errors
/// `MemoryError`.
pub fn slice<'a>(thread: &'a Thread, object: Object<'a>, indices: Indices) -> Outcome<Value<'a>> {
    if indices.step == 1 {
        let picked = range(thread, object, indices.start as u64, indices.length);
        return new(thread, &picked);
    }
    let all = content(thread, object);
    let picked: Vec<u8> = indices.places().map(|place| all[place as usize]).collect();
    new(thread, &picked)
}

/// `object[slice] = content`.
///
/// # Errors
/// `ValueError` when an extended slice has another length; an abort.
pub fn set_slice(
    thread: &Thread,
    object: Object<'_>,
    indices: Indices,
    content: &[u8],
) -> Outcome<()> {
    if indices.step == 1 {
        let start = indices.start as u64;
        return splice(thread, object, start, start + indices.length, content);
    }
    if content.is_empty() {
        return delete_slice(thread, object, indices);
    }
    if content.len() as u64 != indices.length {
        let message = format!(
            "attempt to assign bytes of size {} to extended slice of size {}",
            content.len(),
            indices.length
        );
        return Err(value_error(thread, message));
    }
    let storage = whole_storage(thread, object)?;
    store_bytes(
        thread,
        storage,
        indices.places().zip(content.iter().copied()),
    )
}

/// `del object[slice]`.
///
/// # Errors
/// An abort.
pub fn delete_slice(thread: &Thread, object: Object<'_>, indices: Indices) -> Outcome<()> {
    if indices.step == 1 {
        let start = indices.start as u64;
        return splice(thread, object, start, start + indices.length, &[]);
    }
    let mut gone: Vec<u64> = indices.places().collect();
    gone.sort_unstable();
    let kept: Vec<u8> = content(thread, object)
        .into_iter()
        .enumerate()
        .filter(|(place, _)| gone.binary_search(&(*place as u64)).is_err())
        .map(|(_, byte)| byte)
        .collect();
    let length = length(thread, object);
    splice(thread, object, 0, length, &kept)
}

/// As `repr` shows it.
pub fn repr(thread: &Thread, object: Object<'_>) -> String {
    let content = bytes::repr_escaping(&content(thread, object), true);
    format!("bytearray({content})")
}
