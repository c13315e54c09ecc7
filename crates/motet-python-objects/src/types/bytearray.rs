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

const STORAGE: u64 = 1;
const LENGTH: u64 = 2;
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

fn pack(bytes: &[u8]) -> Value<'static> {
    debug_assert!(
        bytes.len() <= PACKED as usize,
        "so many bytes lie in an element"
    );
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    Value::from_integer(i64::from_le_bytes(word)).expect("seven bytes have fewer than 62 bits")
}

fn unpack(value: Value<'_>) -> [u8; 8] {
    value.as_integer().unwrap_or(0).to_le_bytes()
}

/// An array of packed bytes with room for more.
fn storage<'a>(thread: &'a Thread, content: &[u8], room: u64) -> Outcome<Object<'a>> {
    let zero = Value::from_small(0);
    let raw = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, room, zero);
    let array = allocated(thread, raw)?;
    for (index, part) in content.chunks(PACKED as usize).enumerate() {
        array.set(FIRST + index as u64, pack(part));
    }
    Ok(array.object())
}

/// Makes a byte array.
///
/// # Errors
/// `MemoryError`.
pub fn new<'a>(thread: &'a Thread, content: &[u8]) -> Outcome<Value<'a>> {
    let length = content.len() as u64;
    let storage = storage(thread, content, elements(length).max(1))?;
    let fields = [storage.value(), int::from_length(length), NONE];
    Ok(thread
        .allocate(LAYOUT_SMALL, CLASS_BYTEARRAY, &fields)
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

/// The storage, which may be shorter than the array, and the length of the array.
fn parts<'a>(thread: &'a Thread, object: Object<'a>) -> (Object<'a>, u64) {
    debug_assert_eq!(thread.host_of(object), CLASS_BYTEARRAY);
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
    let mut out = Vec::with_capacity((end - start + 2 * PACKED) as usize);
    for index in first..elements(end).min(thread.array_length(storage)) {
        out.extend_from_slice(&unpack(thread.read_element(storage, index))[..PACKED as usize]);
    }
    out.drain(..((start - first * PACKED) as usize).min(out.len()));
    out.resize((end - start) as usize, 0);
    out
}

/// All bytes.
pub fn content(thread: &Thread, object: Object<'_>) -> Vec<u8> {
    range(thread, object, 0, u64::MAX)
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
        Value::from_integer(rest | i64::from(byte) << shift)
            .expect("seven bytes have fewer than 62 bits")
    })
}

fn store_in(thread: &Thread, storage: Object<'_>, start: u64, content: &[u8]) -> Outcome<()> {
    let mut place = start;
    let mut left = content;
    while !left.is_empty() {
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
