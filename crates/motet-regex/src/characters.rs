//! The characters that a pattern means: categories, sets, and letters of either case.

use rustpython_sre_engine::SreOpcode as Op;
use rustpython_sre_engine::string::{lower_ascii, lower_unicode, upper_unicode};
use rustpython_unicode::classify;

/// The code of a pattern: numbers of four bytes, as they lie in its object.
#[derive(Clone, Copy)]
pub struct Codes<'a>(pub &'a [[u8; 4]]);

impl Codes<'_> {
    /// The number at an index; 0, which fails, behind the last one.
    #[inline(always)]
    pub(crate) fn get(self, index: usize) -> u32 {
        self.0
            .get(index)
            .map_or(0, |bytes| u32::from_le_bytes(*bytes))
    }

    /// The index that the distance at an index leads to.
    #[inline(always)]
    pub(crate) fn jump(self, index: usize) -> usize {
        index.wrapping_add(self.get(index) as usize)
    }
}

macro_rules! numbers {
    ($($name:ident = $op:ident;)*) => {
        /// The operations of a pattern's code, as numbers.
        pub(crate) mod op {
            use super::Op;
            $(pub(crate) const $name: u32 = Op::$op as u32;)*
        }
    };
}

numbers! {
    FAILURE = FAILURE;
    SUCCESS = SUCCESS;
    ANY = ANY;
    ANY_ALL = ANY_ALL;
    ASSERT = ASSERT;
    ASSERT_NOT = ASSERT_NOT;
    AT = AT;
    BRANCH = BRANCH;
    CATEGORY = CATEGORY;
    CHARSET = CHARSET;
    BIG_CHARSET = BIGCHARSET;
    GROUP_REFERENCE = GROUPREF;
    GROUP_EXISTS = GROUPREF_EXISTS;
    IN = IN;
    INFO = INFO;
    JUMP = JUMP;
    LITERAL = LITERAL;
    MARK = MARK;
    MAX_UNTIL = MAX_UNTIL;
    MIN_UNTIL = MIN_UNTIL;
    NOT_LITERAL = NOT_LITERAL;
    NEGATE = NEGATE;
    RANGE = RANGE;
    REPEAT = REPEAT;
    REPEAT_ONE = REPEAT_ONE;
    MIN_REPEAT_ONE = MIN_REPEAT_ONE;
    ATOMIC_GROUP = ATOMIC_GROUP;
    POSSESSIVE_REPEAT = POSSESSIVE_REPEAT;
    POSSESSIVE_REPEAT_ONE = POSSESSIVE_REPEAT_ONE;
    GROUP_REFERENCE_IGNORE = GROUPREF_IGNORE;
    IN_IGNORE = IN_IGNORE;
    LITERAL_IGNORE = LITERAL_IGNORE;
    NOT_LITERAL_IGNORE = NOT_LITERAL_IGNORE;
    GROUP_REFERENCE_LOCALE_IGNORE = GROUPREF_LOC_IGNORE;
    IN_LOCALE_IGNORE = IN_LOC_IGNORE;
    LITERAL_LOCALE_IGNORE = LITERAL_LOC_IGNORE;
    NOT_LITERAL_LOCALE_IGNORE = NOT_LITERAL_LOC_IGNORE;
    GROUP_REFERENCE_UNICODE_IGNORE = GROUPREF_UNI_IGNORE;
    IN_UNICODE_IGNORE = IN_UNI_IGNORE;
    LITERAL_UNICODE_IGNORE = LITERAL_UNI_IGNORE;
    NOT_LITERAL_UNICODE_IGNORE = NOT_LITERAL_UNI_IGNORE;
    RANGE_UNICODE_IGNORE = RANGE_UNI_IGNORE;
}

fn ascii(code: u32) -> Option<u8> {
    u8::try_from(code).ok().filter(u8::is_ascii)
}

/// Whether a character is of a word, by ASCII. (The rules of a locale are those of "C".)
pub(crate) fn is_word_ascii(code: u32) -> bool {
    ascii(code).is_some_and(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

/// Whether a character is of a word, by Unicode.
#[inline]
pub(crate) fn is_word_unicode(code: u32) -> bool {
    if code < 0x80 {
        return is_word_ascii(code);
    }
    char::from_u32(code).is_some_and(classify::is_alnum)
}

fn is_space_unicode(code: u32) -> bool {
    if code < 0x80 {
        return matches!(code, 9..=13 | 0x1c..=0x20);
    }
    char::from_u32(code).is_some_and(classify::is_space)
}

fn is_digit_ascii(code: u32) -> bool {
    ascii(code).is_some_and(|byte| byte.is_ascii_digit())
}

fn is_digit_unicode(code: u32) -> bool {
    if code < 0x80 {
        return is_digit_ascii(code);
    }
    char::from_u32(code).is_some_and(classify::is_decimal)
}

/// Whether a character ends a line.
pub(crate) fn is_line_break(code: u32) -> bool {
    code == u32::from(b'\n')
}

fn is_line_break_unicode(code: u32) -> bool {
    matches!(code, 0xa..=0xd | 0x1c..=0x1e | 0x85 | 0x2028 | 0x2029)
}

/// Whether a character is of a category. The odd numbers are the opposites of those before them.
#[inline]
fn is_of_category(category: u32, code: u32) -> bool {
    if code < 0x80 {
        return ascii_of_category(category).has(code);
    }
    let is_it = match category & !1 {
        0 | 2 | 4 | 6 | 8 => false,
        10 => is_digit_unicode(code),
        12 => is_space_unicode(code),
        14 => is_word_unicode(code),
        16 => is_line_break_unicode(code),
        _ => return false,
    };
    is_it == (category & 1 == 0)
}

/// Characters of ASCII, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ascii([u64; 2]);

impl Ascii {
    pub(crate) const NONE: Ascii = Ascii([0; 2]);

    /// Whether a character is one of them, which is one of ASCII.
    #[inline(always)]
    pub(crate) fn has(self, code: u32) -> bool {
        self.0[(code >> 6 & 1) as usize] >> (code & 63) & 1 != 0
    }

    /// Those from one to another.
    pub(crate) const fn between(low: u32, high: u32) -> Ascii {
        if low > high || low > 0x7f {
            return Ascii::NONE;
        }
        let high = if high < 0x7f { high } else { 0x7f };
        let bits = (u128::MAX >> (0x7f - high)) & (u128::MAX << low);
        Ascii([bits as u64, (bits >> 64) as u64])
    }

    pub(crate) const fn or(self, other: Ascii) -> Ascii {
        Ascii([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    const fn without(self, other: Ascii) -> Ascii {
        Ascii([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    const fn others(self) -> Ascii {
        Ascii([!self.0[0], !self.0[1]])
    }

    /// The bits of four numbers of code.
    fn of_code(codes: Codes<'_>, index: usize) -> Ascii {
        let word = |place| u64::from(codes.get(index + place));
        Ascii([word(0) | word(1) << 32, word(2) | word(3) << 32])
    }

    /// Those of them, too, whose capital letter is one of them.
    fn with_small_letters(self) -> Ascii {
        // The letters of one case lie in one word, 32 bits from those of the other.
        let capitals = Ascii::between(0x41, 0x5a).0[1] & self.0[1];
        Ascii([self.0[0], self.0[1] | capitals << 32])
    }
}

const ASCII_DIGITS: Ascii = Ascii::between(0x30, 0x39);
const ASCII_WORD: Ascii = ASCII_DIGITS
    .or(Ascii::between(0x41, 0x5a))
    .or(Ascii::between(0x5f, 0x5f))
    .or(Ascii::between(0x61, 0x7a));

/// The characters of ASCII in each category and in its opposite.
static ASCII_CATEGORIES: [Ascii; 18] = {
    let blanks = Ascii::between(9, 13);
    let breaks = Ascii::between(0xa, 0xd).or(Ascii::between(0x1c, 0x1e));
    let all = [
        ASCII_DIGITS,
        blanks.or(Ascii::between(0x20, 0x20)),
        ASCII_WORD,
        Ascii::between(0xa, 0xa),
        ASCII_WORD,
        ASCII_DIGITS,
        blanks.or(Ascii::between(0x1c, 0x20)),
        ASCII_WORD,
        breaks,
    ];
    let mut table = [Ascii::NONE; 18];
    let mut category = 0;
    while category < all.len() {
        table[2 * category] = all[category];
        table[2 * category + 1] = all[category].others();
        category += 1;
    }
    table
};

fn ascii_of_category(category: u32) -> Ascii {
    let known = ASCII_CATEGORIES.get(category as usize);
    known.copied().unwrap_or(Ascii::NONE)
}

/// The characters of ASCII in the set whose code begins at an index.
pub(crate) fn ascii_of_set(codes: Codes<'_>, index: usize) -> Ascii {
    let (mut members, mut decided) = (Ascii::NONE, Ascii::NONE);
    let mut index = index;
    let mut if_found = true;
    loop {
        let range = || Ascii::between(codes.get(index + 1), codes.get(index + 2));
        let (found, length) = match codes.get(index) {
            op::CATEGORY => (ascii_of_category(codes.get(index + 1)), 2),
            op::CHARSET => (Ascii::of_code(codes, index + 1), 9),
            op::BIG_CHARSET => {
                let blocks = codes.get(index + 1) as usize;
                let block = (codes.get(index + 2) & 0xff) as usize;
                let bits = Ascii::of_code(codes, index + 2 + 64 + block * 8);
                (bits, 2 + 64 + blocks * 8)
            }
            op::LITERAL => {
                let code = codes.get(index + 1);
                (Ascii::between(code, code), 2)
            }
            op::NEGATE => {
                if_found = !if_found;
                (Ascii::NONE, 1)
            }
            op::RANGE => (range(), 3),
            op::RANGE_UNICODE_IGNORE => (range().with_small_letters(), 3),
            // The end of the set.
            _ if if_found => return members,
            _ => return members.or(decided.others()),
        };
        if if_found {
            members = members.or(found.without(decided));
        }
        decided = decided.or(found);
        index += length;
    }
}

/// The small letter of a character by Unicode, one for one.
#[inline]
pub(crate) fn lower(code: u32) -> u32 {
    if code < 0x80 {
        return lower_ascii(code);
    }
    lower_unicode(code)
}

fn upper_ascii(code: u32) -> u32 {
    ascii(code).map_or(code, |byte| u32::from(byte.to_ascii_uppercase()))
}

/// Whether a character is in the set whose code begins at an index.
#[inline]
pub(crate) fn is_in_set(codes: Codes<'_>, index: usize, code: u32) -> bool {
    if codes.get(index) == op::CATEGORY && codes.get(index + 2) == op::FAILURE {
        return is_of_category(codes.get(index + 1), code);
    }
    is_in_any_set(codes, index, code)
}

fn is_in_any_set(codes: Codes<'_>, index: usize, code: u32) -> bool {
    let mut index = index;
    let mut if_found = true;
    loop {
        let (is_found, length) = match codes.get(index) {
            op::CATEGORY => (is_of_category(codes.get(index + 1), code), 2),
            op::CHARSET => {
                let word = codes.get(index + 1 + (code as usize >> 5));
                (code < 256 && word >> (code & 31) & 1 != 0, 9)
            }
            op::BIG_CHARSET => {
                let blocks = codes.get(index + 1) as usize;
                (is_in_blocks(codes, index + 2, code), 2 + 64 + blocks * 8)
            }
            op::LITERAL => (codes.get(index + 1) == code, 2),
            op::NEGATE => {
                if_found = !if_found;
                (false, 1)
            }
            op::RANGE => (is_in_range(codes, index, code), 3),
            op::RANGE_UNICODE_IGNORE => {
                let is_found = is_in_range(codes, index, code)
                    || is_in_range(codes, index, upper_unicode(code));
                (is_found, 3)
            }
            // The end of the set.
            _ => return !if_found,
        };
        if is_found {
            return if_found;
        }
        index += length;
    }
}

fn is_in_range(codes: Codes<'_>, index: usize, code: u32) -> bool {
    (codes.get(index + 1)..=codes.get(index + 2)).contains(&code)
}

/// Whether a character is in a large set: 256 numbers of blocks, then the blocks of 256 bits.
fn is_in_blocks(codes: Codes<'_>, index: usize, code: u32) -> bool {
    if code >= 0x1_0000 {
        return false;
    }
    let high = code >> 8;
    let block = codes.get(index + (high as usize >> 2)) >> (8 * (high & 3)) & 0xff;
    let bit = block * 256 + (code & 0xff);
    codes.get(index + 64 + (bit as usize >> 5)) >> (bit & 31) & 1 != 0
}

/// Whether an operation that takes one character takes this one.
#[inline(always)]
pub(crate) fn takes(codes: Codes<'_>, index: usize, code: u32) -> bool {
    let wanted = || codes.get(index + 1);
    let in_set = |code| is_in_set(codes, index + 2, code);
    let by_locale = || {
        let wanted = wanted();
        wanted == code || wanted == lower_ascii(code) || wanted == upper_ascii(code)
    };
    match codes.get(index) {
        op::ANY => !is_line_break(code),
        op::ANY_ALL => true,
        op::LITERAL => wanted() == code,
        op::NOT_LITERAL => wanted() != code,
        op::IN => in_set(code),
        op::LITERAL_IGNORE => wanted() == lower_ascii(code),
        op::NOT_LITERAL_IGNORE => wanted() != lower_ascii(code),
        op::IN_IGNORE => in_set(lower_ascii(code)),
        op::LITERAL_UNICODE_IGNORE => wanted() == lower(code),
        op::NOT_LITERAL_UNICODE_IGNORE => wanted() != lower(code),
        op::IN_UNICODE_IGNORE => in_set(lower(code)),
        op::LITERAL_LOCALE_IGNORE => by_locale(),
        op::NOT_LITERAL_LOCALE_IGNORE => !by_locale(),
        op::IN_LOCALE_IGNORE => in_set(lower_ascii(code)) || in_set(upper_ascii(code)),
        op::CATEGORY => is_of_category(wanted(), code),
        _ => false,
    }
}

/// How many numbers an operation has that takes one character.
#[inline(always)]
pub(crate) fn length_of(codes: Codes<'_>, index: usize) -> usize {
    match codes.get(index) {
        op::ANY | op::ANY_ALL | op::FAILURE => 1,
        op::IN | op::IN_IGNORE | op::IN_UNICODE_IGNORE | op::IN_LOCALE_IGNORE => {
            1 + codes.get(index + 1) as usize
        }
        _ => 2,
    }
}

/// The folding by which an operation compares the characters of a group to which it refers.
pub(crate) fn folding(operation: u32) -> fn(u32) -> u32 {
    match operation {
        op::GROUP_REFERENCE_UNICODE_IGNORE => lower,
        op::GROUP_REFERENCE => |code| code,
        _ => lower_ascii,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of a set: its operations and the end.
    fn code(operations: &[&[u32]]) -> Vec<[u8; 4]> {
        let numbers = operations.iter().flat_map(|operation| operation.iter());
        let numbers = numbers.copied().chain([op::FAILURE]);
        numbers.map(u32::to_le_bytes).collect()
    }

    #[test]
    fn sets_by_bits_are_sets_by_character() {
        let mut charset = vec![op::CHARSET];
        charset.extend([
            0x8000_0401,
            0x03ff_0020,
            0x8000_001e,
            0x0740_0001,
            1,
            2,
            3,
            4,
        ]);
        let mut blocks = vec![op::BIG_CHARSET, 2, 1];
        blocks.resize(2 + 64, 0);
        blocks.extend([0xffff_ffff; 8]);
        blocks.extend([0x10, 0x20, 0x40, 0x80, 0, 0, 0, 0]);
        let range: &[u32] = &[op::RANGE, 0x45, 0x5c];
        let ignoring: &[u32] = &[op::RANGE_UNICODE_IGNORE, 0x3f, 0x4d];
        let long: &[u32] = &[op::RANGE, 0x70, 0x2000];
        let literal: &[u32] = &[op::LITERAL, 0x5f];
        let negate: &[u32] = &[op::NEGATE];
        let mut sets: Vec<Vec<[u8; 4]>> = (0..20)
            .flat_map(|category| {
                let category: &[u32] = &[op::CATEGORY, category];
                [
                    code(&[category]),
                    code(&[negate, category]),
                    code(&[literal, category, range]),
                    code(&[literal, negate, category]),
                ]
            })
            .collect();
        for part in [&charset[..], &blocks, range, ignoring, long, literal] {
            sets.push(code(&[part]));
            sets.push(code(&[negate, part]));
            sets.push(code(&[part, negate, literal]));
        }
        for set in &sets {
            let codes = Codes(set);
            let bits = ascii_of_set(codes, 0);
            for character in 0..0x80 {
                let is_inside = is_in_any_set(codes, 0, character);
                assert_eq!(bits.has(character), is_inside, "{character} in {set:?}");
                assert_eq!(is_in_set(codes, 0, character), is_inside);
            }
        }
    }

    #[test]
    fn categories_by_bits_are_categories_by_character() {
        let tests: [fn(u32) -> bool; 9] = [
            is_digit_ascii,
            |code| matches!(code, 0x20 | 9..=13),
            is_word_ascii,
            is_line_break,
            is_word_ascii,
            is_digit_unicode,
            is_space_unicode,
            is_word_unicode,
            is_line_break_unicode,
        ];
        for (category, test) in (0..).step_by(2).zip(tests) {
            for character in 0..0x80 {
                assert_eq!(is_of_category(category, character), test(character));
                assert_eq!(is_of_category(category + 1, character), !test(character));
            }
        }
    }
}
