//! Korean syllables that EUC-KR has no code for are written as a filler and three letters (the
//! first, the vowel, and the last or another filler), eight bytes in all.

use crate::Stop;
use crate::codes::row_meaning;

/// The code that stands before a syllable, and where it has no last letter.
pub(crate) const FILLER: [u8; 2] = [0xa4, 0xd4];

const FIRST_SYLLABLE: u32 = 0xac00;
const VOWELS: u32 = 21;
const LASTS: u32 = 28;
/// The letters have their codes in the order of Unicode, from this one on.
const FIRST_LETTER: u32 = 0x3131;
const FIRST_VOWEL: u32 = 0x314f;
const FIRST_LETTER_CODE: u8 = 0xa1;
/// The consonants of Unicode's row that begin syllables, in the order of the syllables.
const BEGINNERS: [u32; 19] = [
    0, 1, 3, 6, 7, 8, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,
];
/// The same for consonants that end syllables.
const ENDERS: [u32; 27] = [
    0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 25, 26, 27, 28,
    29,
];

pub(crate) fn decode(data: &[u8], rows: &[u32], out: &mut String) -> Result<usize, Stop> {
    let [_, _, a, b, c, d, e, f, ..] = data else {
        return Err(Stop::Incomplete);
    };
    let letter = |first: u8, second: u8| {
        let is_letter = first == FILLER[0] && second >= FIRST_LETTER_CODE;
        is_letter.then(|| row_meaning(rows, first, second))
    };
    let place = |letter: Option<u32>, among: &[u32]| {
        let index = letter?.checked_sub(FIRST_LETTER)?;
        among.iter().position(|known| *known == index)
    };
    let first = place(letter(*a, *b), &BEGINNERS);
    let vowel = letter(*c, *d).and_then(|letter| letter.checked_sub(FIRST_VOWEL));
    let vowel = vowel.filter(|vowel| *vowel < VOWELS);
    let last = if [*e, *f] == FILLER {
        Some(0)
    } else {
        place(letter(*e, *f), &ENDERS).map(|place| place as u32 + 1)
    };
    let syllable = first.zip(vowel).zip(last).map(|((first, vowel), last)| {
        FIRST_SYLLABLE + (first as u32 * VOWELS + vowel) * LASTS + last
    });
    let syllable = syllable.and_then(char::from_u32);
    out.push(syllable.ok_or(Stop::Illegal(1))?);
    Ok(8)
}

pub(crate) fn encode(character: u32, out: &mut Vec<u8>) -> bool {
    let Some(number) = character.checked_sub(FIRST_SYLLABLE) else {
        return false;
    };
    let (rest, last) = (number / LASTS, number % LASTS);
    let (first, vowel) = (rest / VOWELS, rest % VOWELS);
    let Some(first) = BEGINNERS.get(first as usize) else {
        return false;
    };
    let code = |letter: u32| [FILLER[0], FIRST_LETTER_CODE + letter as u8];
    out.extend(FILLER);
    out.extend(code(*first));
    out.extend(code(FIRST_VOWEL - FIRST_LETTER + vowel));
    match last {
        0 => out.extend(FILLER),
        last => out.extend(code(ENDERS[last as usize - 1])),
    }
    true
}
