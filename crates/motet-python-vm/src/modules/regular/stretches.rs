//! Stretches of characters: how far one operation can take them, and where in a stretch a character
//! stands.

use super::characters::{Codes, is_in_set, op, takes};
use super::text::Text;

/// The place behind as many characters as one operation takes, at most so many.
pub(super) fn take_many<T: Text>(
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
        let is_taken = if operation == op::IN {
            is_in_set(codes, item + 2, code)
        } else {
            takes(codes, item, code)
        };
        if !is_taken {
            break;
        }
        place = next;
        taken += 1;
    }
    place
}

/// The character that must come first for code to match, if there is such a one.
pub(super) fn literal_at(codes: Codes<'_>, index: usize) -> Option<u32> {
    let mut index = index;
    while codes.get(index) == op::MARK {
        index += 2;
    }
    (codes.get(index) == op::LITERAL).then(|| codes.get(index + 1))
}

/// The last place from `low` to `high` at which a character stands.
pub(super) fn find_back<T: Text>(
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
