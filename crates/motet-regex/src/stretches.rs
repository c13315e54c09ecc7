//! Stretches of characters: how far one operation can take them, and where in a stretch a character
//! stands.

use crate::characters::{Ascii, Codes, ascii_of_set, is_in_set, op, takes};
use crate::text::Text;

/// The place behind as many characters as one operation takes, at most so many.
fn take_many<T: Text>(
    text: T,
    codes: Codes<'_>,
    item: usize,
    (place, end): (usize, usize),
    most: usize,
) -> usize {
    let operation = codes.get(item);
    if operation == op::ANY_ALL {
        return text.forward_at_most(place, most, end);
    }
    if operation == op::ANY && most == usize::MAX {
        let found = memchr::memchr(b'\n', &text.bytes()[place..end]);
        return found.map_or(end, |found| place + found);
    }
    let mut place = place;
    let mut taken = 0;
    while taken < most && place < end {
        let (code, next) = text.read(place);
        if !takes(codes, item, code) {
            break;
        }
        place = next;
        taken += 1;
    }
    place
}

/// The places behind `least` characters that one operation takes, and behind as many as it takes
/// of those that follow, at most so many; none if it does not take so many as it must.
#[inline]
pub(crate) fn take_stretch<T: Text>(
    text: T,
    codes: Codes<'_>,
    item: usize,
    sets: &mut KnownSets,
    (place, end): (usize, usize),
    (least, more): (usize, usize),
) -> Option<(usize, usize)> {
    if codes.get(item) == op::IN {
        let set = Set {
            codes,
            index: item + 2,
            ascii: sets.ascii_of(codes, item + 2),
        };
        let (low, taken) = set.take(text, (place, end), least);
        return (taken == least).then(|| (low, set.take(text, (low, end), more).0));
    }
    let mut low = place;
    for _ in 0..least {
        if low >= end {
            return None;
        }
        let (code, next) = text.read(low);
        if !takes(codes, item, code) {
            return None;
        }
        low = next;
    }
    Some((low, take_many(text, codes, item, (low, end), more)))
}

/// The characters of ASCII in some sets of one pattern, by where those begin.
pub(crate) struct KnownSets([(usize, Ascii); KNOWN_SETS]);

const KNOWN_SETS: usize = 4;

impl Default for KnownSets {
    fn default() -> KnownSets {
        // No set begins there: an operation stands before each.
        KnownSets([(0, Ascii::NONE); KNOWN_SETS])
    }
}

impl KnownSets {
    #[inline]
    fn ascii_of(&mut self, codes: Codes<'_>, index: usize) -> Ascii {
        let known = &mut self.0[index / 2 % KNOWN_SETS];
        if known.0 != index {
            *known = (index, ascii_of_set(codes, index));
        }
        known.1
    }
}

/// A set that more than one character is looked up in.
struct Set<'a> {
    codes: Codes<'a>,
    index: usize,
    ascii: Ascii,
}

impl Set<'_> {
    /// The place behind as many characters as are in it, at most so many, and how many they are.
    #[inline]
    fn take<T: Text>(&self, text: T, (place, end): (usize, usize), most: usize) -> (usize, usize) {
        let mut place = place;
        let mut taken = 0;
        while taken < most && place < end {
            let (code, next) = text.read(place);
            let is_taken = if code < 0x80 {
                self.ascii.has(code)
            } else {
                is_in_set(self.codes, self.index, code)
            };
            if !is_taken {
                break;
            }
            place = next;
            taken += 1;
        }
        (place, taken)
    }
}

/// The character that must come first for code to match, if there is such a one.
pub(crate) fn literal_at(codes: Codes<'_>, index: usize) -> Option<u32> {
    let mut index = index;
    while codes.get(index) == op::MARK {
        index += 2;
    }
    (codes.get(index) == op::LITERAL).then(|| codes.get(index + 1))
}

/// The last place from `low` to `high` at which a character stands.
pub(crate) fn find_back<T: Text>(
    text: T,
    wanted: u32,
    low: usize,
    high: usize,
    end: usize,
) -> Option<usize> {
    let is_byte = wanted < 0x80 || T::IS_NARROW;
    if is_byte {
        let wanted = u8::try_from(wanted).ok()?;
        let stretch = &text.bytes()[low..end.min(high.saturating_add(1))];
        return memchr::memrchr(wanted, stretch).map(|place| low + place);
    }
    let mut place = high;
    loop {
        if place < end && text.read(place).0 == wanted {
            return Some(place);
        }
        if place <= low {
            return None;
        }
        place = text.read_back(place).1;
    }
}
