//! Hashes: the same numbers as CPython's, but for strings.

use crate::model::code::CODE_ADDRESS;
use crate::model::names;
use crate::model::upcalls;
use crate::types::host::need_native_stack;
use crate::types::prelude::*;
use crate::types::protocol::inherited::inherited;
use crate::types::{bytes, complex, dict, float, int, range, slice, string, tuple};
use crate::types::{calendar, decimal, weak_references};

/// What the error says of tuples that are nested too deeply.
const TOO_DEEP: &str = "while hashing a tuple";

/// CPython's hash of `None`.
const NONE_HASH: i64 = 0xfca8_6420;

/// Whether a value is an instance of a class of the program, which most often has to be asked:
/// [`hash`] finds that out at once, an attempt without a call before it is in vain.
#[inline(always)]
pub fn is_of_program(thread: &Thread, value: Value<'_>) -> bool {
    let object = value.as_object();
    object.is_some_and(|object| thread.host_of(object) >= CLASS_USER_FIRST)
}

/// The hash of a value of a built-in type; `None` if Python code must be asked.
///
/// # Errors
/// `TypeError` for a value that has no hash.
#[inline]
pub fn hash_leaf(thread: &Thread, value: Value<'_>) -> Outcome<Option<i64>> {
    if let Some(number) = int::small(value) {
        return Ok(Some(int::hash_small(number)));
    }
    match string::exact_string(thread, value) {
        Some(string) => Ok(Some(string::hash(thread, string))),
        None => hash_other(thread, value),
    }
}

/// The hash of a number or a text, of an object that is equal only to itself, or of a tuple or
/// frozenset of those; `None` for all that may have to be asked, or has none.
#[inline]
pub fn hash_plain(thread: &Thread, value: Value<'_>) -> Option<i64> {
    if let Some(hash) = hash_scalar(thread, value) {
        return Some(hash);
    }
    let object = value.as_object()?;
    match thread.host_of(object) {
        CLASS_TUPLE => {
            let mut mixed = Ordered::default();
            for place in 0..tuple::length(thread, object) {
                mixed.add(hash_item(thread, tuple::get(thread, object, place))?);
            }
            Some(mixed.hash())
        }
        CLASS_FROZENSET => {
            let mut mixed = Unordered::default();
            for item in dict::items(thread, object) {
                mixed.add(hash_item(thread, item)?);
            }
            Some(mixed.hash())
        }
        _ => hash_by_identity(thread, object),
    }
}

/// The hash of an item of a plain key, which is no tuple itself.
#[inline]
fn hash_item(thread: &Thread, value: Value<'_>) -> Option<i64> {
    match hash_scalar(thread, value) {
        None if value == NONE => Some(NONE_HASH),
        None => hash_by_identity(thread, value.as_object()?),
        hash => hash,
    }
}

/// The hash of a function, a class, or an instance whose class does not say what its hash is, or
/// says that it is that of the number or text inside.
fn hash_by_identity(thread: &Thread, object: Object<'_>) -> Option<i64> {
    match thread.host_of(object) {
        CLASS_TYPE | CLASS_FUNCTION => {}
        host if host >= CLASS_USER_FIRST => {
            let found = thread.look_up(thread.class_of_object(object), names::HASH)?;
            if found.class != CLASS_OBJECT {
                return hash_scalar(thread, inherited(thread, object, names::HASH)?);
            }
        }
        _ => return None,
    }
    Some(identity_hash(thread, object))
}

/// The hash of a small number or a text.
#[inline(always)]
pub(crate) fn hash_scalar(thread: &Thread, value: Value<'_>) -> Option<i64> {
    if let Some(number) = int::small(value) {
        return Some(int::hash_small(number));
    }
    string::exact_string(thread, value).map(|string| string::hash(thread, string))
}

const HAS_CLASS: &str = "the class says what the value is";

fn hash_other(thread: &Thread, value: Value<'_>) -> Outcome<Option<i64>> {
    if let Some(number) = float::exact_f64(thread, value) {
        return Ok(Some(float::hash(number)));
    }
    let Some(object) = value.as_object() else {
        return Ok(Some(if value == NONE {
            NONE_HASH
        } else {
            special_hash(value)
        }));
    };
    Ok(Some(match thread.host_of(object) {
        CLASS_INT => int::hash_big(&int::to_big(thread, value).expect(HAS_CLASS)),
        CLASS_COMPLEX => complex::hash(complex::as_complex(thread, value).expect(HAS_CLASS)),
        CLASS_MEMORYVIEW => return Ok(None),
        CLASS_TUPLE => return hash_tuple(thread, object),
        CLASS_SLICE => {
            let parts = tuple::from_values(thread, &slice::parts(thread, object))?;
            return hash_leaf(thread, parts);
        }
        CLASS_FROZENSET => return hash_set(thread, object),
        CLASS_METHOD | CLASS_NATIVE_FUNCTION => return hash_callable(thread, object),
        CLASS_CODE => thread.code_at(thread.read(object).raw(CODE_ADDRESS)).hash(),
        CLASS_BYTES => string::hash_bytes(bytes::content(thread, object)),
        CLASS_WEAK_REFERENCE => return weak_references::hash_leaf(thread, object),
        CLASS_RANGE => {
            let range = range::parts(thread, object);
            let length = range.length();
            let hash_of = |number: i128| int::hash_big(&number.into());
            let start = if length == 0 {
                NONE_HASH
            } else {
                hash_of(range.start)
            };
            let step = if length < 2 {
                NONE_HASH
            } else {
                hash_of(range.step)
            };
            mix([hash_of(length), start, step].into_iter())
        }
        host if has_no_hash(host) => {
            let name = type_name(thread, value);
            return Err(type_error(thread, format!("unhashable type: '{name}'")));
        }
        host if host >= CLASS_USER_FIRST => {
            if let Some(hash) = calendar::hash(thread, object) {
                return Ok(Some(hash));
            }
            if teller(thread, object).is_some() {
                return Ok(None);
            }
            // A member of an `IntEnum`: no method of its own stands before that of `int`.
            if let Some(value) = inherited(thread, object, names::HASH)
                && !has_no_hash(kind(thread, value))
            {
                return hash_leaf(thread, value);
            }
            let class = thread.class_of_object(object);
            let found = thread.look_up(class, names::HASH);
            if found.is_none_or(|found| found.class != CLASS_OBJECT) {
                return Ok(decimal::hash(thread, value));
            }
            identity_hash(thread, object)
        }
        _ if !is_builtin(thread, value) => return Ok(None),
        _ => identity_hash(thread, object),
    }))
}

fn has_no_hash(kind: ClassNumber) -> bool {
    matches!(
        kind,
        CLASS_LIST
            | CLASS_DICT
            | CLASS_SET
            | CLASS_BYTEARRAY
            | CLASS_DICT_KEYS
            | CLASS_DICT_ITEMS
            | CLASS_NAMESPACE
    )
}

fn special_hash(value: Value<'_>) -> i64 {
    0x1000
        + i64::from(
            value
                .as_special()
                .expect("what is neither number nor object is special"),
        )
}

/// The hash of a bound method, which is equal to all that bind the same to the same receiver; of
/// another function, that of its identity.
fn hash_callable(thread: &Thread, object: Object<'_>) -> Outcome<Option<i64>> {
    let part = |part: Value<'_>| match part.as_object() {
        Some(object) => Ok(Some(identity_hash(thread, object))),
        // A value without an object has a hash of its own.
        None => hash_leaf(thread, part),
    };
    let Some([function, receiver]) = thread.bound_parts(object.value()) else {
        return Ok(Some(identity_hash(thread, object)));
    };
    let (function, receiver) = (part(function)?, part(receiver)?);
    let both = function.zip(receiver);
    Ok(both.map(|(function, receiver)| function.rotate_left(1) ^ receiver))
}

/// The hash of an object that is equal only to itself.
pub fn identity_hash(thread: &Thread, object: Object<'_>) -> i64 {
    (thread.identity(object) >> 4) as i64
}

fn hash_tuple(thread: &Thread, object: Object<'_>) -> Outcome<Option<i64>> {
    need_native_stack(thread, TOO_DEEP)?;
    let mut mixed = Ordered::default();
    for place in 0..tuple::length(thread, object) {
        let Some(hash) = hash_leaf(thread, tuple::get(thread, object, place))? else {
            return Ok(None);
        };
        mixed.add(hash);
    }
    Ok(Some(mixed.hash()))
}

/// The hash of a tuple from those of its items (xxHash with one lane).
pub struct Ordered {
    sum: u64,
    count: u64,
}

const PRIME_1: u64 = 11_400_714_785_074_694_791;
const PRIME_2: u64 = 14_029_467_366_897_019_727;
const PRIME_5: u64 = 2_870_177_450_012_600_261;

impl Default for Ordered {
    fn default() -> Ordered {
        Ordered {
            sum: PRIME_5,
            count: 0,
        }
    }
}

impl Ordered {
    /// The hash of the next item.
    #[inline]
    pub fn add(&mut self, hash: i64) {
        let sum = self.sum.wrapping_add((hash as u64).wrapping_mul(PRIME_2));
        self.sum = sum.rotate_left(31).wrapping_mul(PRIME_1);
        self.count += 1;
    }

    /// The hash of the tuple.
    pub fn hash(self) -> i64 {
        let sum = self.sum.wrapping_add(self.count ^ (PRIME_5 ^ 3_527_539));
        if sum == u64::MAX {
            1_546_275_796
        } else {
            sum as i64
        }
    }
}

fn mix(hashes: impl Iterator<Item = i64>) -> i64 {
    let mut mixed = Ordered::default();
    for hash in hashes {
        mixed.add(hash);
    }
    mixed.hash()
}

fn hash_set(thread: &Thread, object: Object<'_>) -> Outcome<Option<i64>> {
    need_native_stack(thread, TOO_DEEP)?;
    let mut mixed = Unordered::default();
    for item in dict::items(thread, object) {
        let Some(hash) = hash_leaf(thread, item)? else {
            return Ok(None);
        };
        mixed.add(hash);
    }
    Ok(Some(mixed.hash()))
}

/// The hash of a frozenset from those of its items: their order does not matter.
#[derive(Default)]
struct Unordered {
    sum: u64,
    count: u64,
}

impl Unordered {
    #[inline]
    fn add(&mut self, hash: i64) {
        let hash = hash as u64;
        self.sum ^= ((hash ^ 89_869_747) ^ (hash << 16)).wrapping_mul(3_644_798_167);
        self.count += 1;
    }

    fn hash(self) -> i64 {
        let mut sum = self.sum ^ (self.count + 1).wrapping_mul(1_927_868_237);
        sum ^= (sum >> 11) ^ (sum >> 25);
        sum = sum.wrapping_mul(69_069).wrapping_add(907_133_923);
        if sum == u64::MAX {
            590_923_713
        } else {
            sum as i64
        }
    }
}

/// `hash(value)`.
///
/// # Errors
/// `TypeError` for a value that has no hash; any exception of `__hash__`.
pub fn hash(thread: &mut Thread, value: Root) -> Outcome<i64> {
    let host = thread.get(value).as_object();
    match host.map(|object| thread.host_of(object)) {
        Some(CLASS_USER_FIRST..) => {
            if let Some(result) = told_by_program(thread, value)? {
                return Ok(result);
            }
        }
        Some(CLASS_TUPLE) => {
            let mut mixed = Ordered::default();
            hash_items(thread, value, |hash| mixed.add(hash))?;
            return Ok(mixed.hash());
        }
        Some(CLASS_FROZENSET) => {
            let object = thread.object_at(value);
            let items: Vec<Value<'_>> = dict::keys(thread, object).collect();
            let items = thread.root(tuple::from_values(thread, &items)?);
            let mut mixed = Unordered::default();
            hash_items(thread, items, |hash| mixed.add(hash))?;
            return Ok(mixed.hash());
        }
        _ => {}
    }
    if let Some(hash) = hash_leaf(thread, thread.get(value))? {
        return Ok(hash);
    }
    let object = thread.object_at(value);
    if thread.host_of(object) == CLASS_SLICE {
        let parts = tuple::from_values(thread, &slice::parts(thread, object))?;
        let parts = thread.root(parts);
        return hash(thread, parts);
    }
    let mark = thread.root_count();
    let Some(result) = thread.call_special(value, "__hash__", &[])? else {
        let object = thread.object_at(value);
        return Ok(identity_hash(thread, object));
    };
    let hash = hash_of_result(thread, thread.get(result));
    thread.truncate_roots(mark);
    hash
}

/// The hash that a function of the program tells, where it is the `__hash__` of the class of an
/// instance; `None` for all other values. (It is looked up once.)
#[inline]
fn told_by_program(thread: &mut Thread, value: Root) -> Outcome<Option<i64>> {
    let object = thread.object_at(value);
    if let Some(hash) = calendar::hash(thread, object) {
        return Ok(Some(hash));
    }
    let Some(function) = teller(thread, object) else {
        return Ok(None);
    };
    let mark = thread.root_count();
    let function = thread.root(function.value());
    let result = upcalls::call_method(thread, function, value, &[])?;
    let hash = result.map(|result| hash_of_result(thread, thread.get(result)));
    thread.truncate_roots(mark);
    hash.transpose()
}

/// The function of the program that is the `__hash__` of the class of an instance.
#[inline]
fn teller<'a>(thread: &'a Thread, object: Object<'a>) -> Option<Object<'a>> {
    let class = thread.class_of_object(object);
    let found = thread.look_up(class, names::HASH)?;
    let function = thread.object_of(found.value, CLASS_FUNCTION)?;
    (!decimal::is_class(thread, class)).then_some(function)
}

/// The hash that the result of a `__hash__` says.
///
/// # Errors
/// `TypeError` for a result that is no integer.
pub fn hash_of_result(thread: &Thread, result: Value<'_>) -> Outcome<i64> {
    match int::to_i64(thread, result) {
        Some(-1) => Ok(-2),
        Some(hash) => Ok(hash),
        None => match int::to_big(thread, result) {
            Some(big) => Ok(int::hash_big(&big)),
            None => Err(type_error(
                thread,
                "__hash__ method should return an integer",
            )),
        },
    }
}

/// The hash that a result says which is too large to be immediate and fits a machine word; none
/// for others.
pub fn of_large_result(thread: &Thread, result: Value<'_>) -> Option<i64> {
    thread.object_of(result, CLASS_INT)?;
    int::to_i64(thread, result).filter(|hash| *hash != -1)
}

/// Gives the hash of each item of a tuple to `add`. (Each item is asked once: an attempt at the
/// tuple as a whole would hash its first items again, and those of a tuple within it once more.)
fn hash_items(thread: &mut Thread, items: Root, mut add: impl FnMut(i64)) -> Outcome<()> {
    need_native_stack(thread, TOO_DEEP)?;
    for place in 0.. {
        let all = thread.object_at(items);
        if place == tuple::length(thread, all) {
            break;
        }
        let mark = thread.root_count();
        let item = Pending::of(thread, tuple::get(thread, all, place));
        add(item.hash(thread)?);
        thread.truncate_roots(mark);
    }
    Ok(())
}

/// The hash of a value, or the value, which may have to be asked.
#[derive(Clone, Copy)]
pub enum Pending {
    /// The hash is at hand.
    Known(i64),
    /// The value.
    Of(Root),
}

impl Pending {
    /// The hash of a value.
    #[inline]
    pub fn of(thread: &Thread, value: Value<'_>) -> Pending {
        if let Some(hash) = hash_scalar(thread, value) {
            return Pending::Known(hash);
        }
        match value.as_object() {
            // A class whose metaclass is `type`.
            Some(object) if thread.host_of(object) == CLASS_TYPE => {
                Pending::Known(identity_hash(thread, object))
            }
            _ => Pending::Of(thread.root(value)),
        }
    }

    /// The hash.
    ///
    /// # Errors
    /// As [`hash`].
    #[inline]
    pub fn hash(self, thread: &mut Thread) -> Outcome<i64> {
        match self {
            Pending::Known(hash) => Ok(hash),
            Pending::Of(value) => hash(thread, value),
        }
    }
}

/// The hash of a tuple of some values, if it is that of a plain key.
#[inline]
pub fn hash_of_plain_items(thread: &Thread, items: &[Value<'_>]) -> Option<i64> {
    let mut mixed = Ordered::default();
    for item in items {
        mixed.add(hash_item(thread, *item)?);
    }
    Some(mixed.hash())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuples_hash_as_in_cpython() {
        assert_eq!(mix([].into_iter()), 5_740_354_900_026_072_187);
        assert_eq!(mix([1, 2, 3].into_iter()), 529_344_067_295_497_451);
        let unordered = |hashes: &[i64]| {
            let mut mixed = Unordered::default();
            hashes.iter().for_each(|hash| mixed.add(*hash));
            mixed.hash()
        };
        assert_eq!(unordered(&[]), 133_146_708_735_736);
        assert_eq!(unordered(&[1, 2, 3]), unordered(&[3, 1, 2]));
    }
}
