//! The text that a pattern is matched against: the bytes of a string or of something like bytes, in
//! place. The engine counts places in bytes; how many bytes a character has is known here.

/// A text by its places, each the byte where a character begins. Places that are given lie in it.
pub trait Text: Copy {
    /// Whether a character is a byte.
    const IS_NARROW: bool;

    /// All bytes.
    fn bytes(&self) -> &[u8];

    /// The character at a place that is not the end, and the place behind it.
    fn read(self, place: usize) -> (u32, usize);

    /// The character before a place that is not the begin, and its place.
    fn read_back(self, place: usize) -> (u32, usize);

    /// The place so many characters further on, but not behind `end`.
    fn forward_at_most(self, place: usize, count: usize, end: usize) -> usize;

    /// The place so many characters back; `None` if there are fewer.
    fn back(self, place: usize, count: usize) -> Option<usize>;
}

/// Bytes, and strings of ASCII.
#[derive(Clone, Copy)]
pub struct Narrow<'a>(pub &'a [u8]);

impl Text for Narrow<'_> {
    const IS_NARROW: bool = true;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.0
    }

    #[inline(always)]
    fn read(self, place: usize) -> (u32, usize) {
        (u32::from(self.0[place]), place + 1)
    }

    #[inline(always)]
    fn read_back(self, place: usize) -> (u32, usize) {
        (u32::from(self.0[place - 1]), place - 1)
    }

    #[inline(always)]
    fn forward_at_most(self, place: usize, count: usize, end: usize) -> usize {
        place.saturating_add(count).min(end)
    }

    #[inline(always)]
    fn back(self, place: usize, count: usize) -> Option<usize> {
        place.checked_sub(count)
    }
}

/// Strings with other characters: UTF-8, in which a lone surrogate has three bytes.
#[derive(Clone, Copy)]
pub struct Wide<'a>(pub &'a [u8]);

/// Whether a byte goes on with a character that began before it.
#[inline(always)]
fn is_inner(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// How many characters some bytes of UTF-8 are.
pub fn count_characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| !is_inner(**byte)).count()
}

impl Wide<'_> {
    fn inner(self, place: usize) -> u32 {
        u32::from(self.0[place] & 0x3f)
    }
}

impl Text for Wide<'_> {
    const IS_NARROW: bool = false;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.0
    }

    #[inline]
    fn read(self, place: usize) -> (u32, usize) {
        let first = u32::from(self.0[place]);
        if first < 0x80 {
            return (first, place + 1);
        }
        let second = self.inner(place + 1);
        if first < 0xe0 {
            return ((first & 0x1f) << 6 | second, place + 2);
        }
        let third = second << 6 | self.inner(place + 2);
        if first < 0xf0 {
            return ((first & 0xf) << 12 | third, place + 3);
        }
        let code = (first & 7) << 18 | third << 6 | self.inner(place + 3);
        (code, place + 4)
    }

    #[inline]
    fn read_back(self, place: usize) -> (u32, usize) {
        let mut place = place - 1;
        while is_inner(self.0[place]) {
            place -= 1;
        }
        (self.read(place).0, place)
    }

    #[inline]
    fn forward_at_most(self, place: usize, count: usize, end: usize) -> usize {
        if count >= end - place {
            return end;
        }
        /// Bytes that are counted at once.
        const STRETCH: usize = 64;
        let (mut place, mut left) = (place, count);
        while left >= STRETCH && end - place > STRETCH {
            // A stretch may end within a character, whose rest is not counted again.
            left -= count_characters(&self.0[place..place + STRETCH]);
            place += STRETCH;
        }
        while place < end && (left > 0 || is_inner(self.0[place])) {
            left -= usize::from(!is_inner(self.0[place]));
            place += 1;
        }
        place
    }

    #[inline]
    fn back(self, place: usize, count: usize) -> Option<usize> {
        let mut place = place;
        for _ in 0..count {
            if place == 0 {
                return None;
            }
            place = self.read_back(place).1;
        }
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_texts_are_walked_in_both_directions() {
        let bytes = "aé日𝄞".as_bytes();
        let text = Wide(bytes);
        let mut place = 0;
        let mut places = vec![0];
        for expected in ['a', 'é', '日', '𝄞'] {
            let (code, next) = text.read(place);
            assert_eq!(code, u32::from(expected));
            assert_eq!(text.read_back(next), (code, place));
            place = next;
            places.push(place);
        }
        assert_eq!(place, bytes.len());
        for (count, expected) in places.iter().enumerate() {
            assert_eq!(text.forward_at_most(0, count, bytes.len()), *expected);
            assert_eq!(text.back(*expected, count), Some(0));
            assert_eq!(text.back(*expected, count + 1), None);
            assert_eq!(count_characters(&bytes[..*expected]), count);
        }
        assert_eq!(text.forward_at_most(0, 5, bytes.len()), bytes.len());
        let long = "日é".repeat(200);
        for count in 0..400 {
            let text = Wide(long.as_bytes());
            let expected = long.char_indices().nth(count).expect("400 characters").0;
            assert_eq!(text.forward_at_most(0, count, long.len()), expected);
        }
    }
}
