//! Reads DER, strictly within bounds: whatever the bytes are, the answer is an item or none.

pub(crate) const BOOLEAN: u8 = 0x01;
pub(crate) const INTEGER: u8 = 0x02;
pub(crate) const BIT_STRING: u8 = 0x03;
pub(crate) const OCTET_STRING: u8 = 0x04;
pub(crate) const OBJECT: u8 = 0x06;
pub(crate) const UTC_TIME: u8 = 0x17;
pub(crate) const GENERALIZED_TIME: u8 = 0x18;
pub(crate) const SEQUENCE: u8 = 0x30;
pub(crate) const SET: u8 = 0x31;

/// An item: its tag, its content, and both with the length.
#[derive(Clone, Copy)]
pub(crate) struct Item<'a> {
    pub(crate) tag: u8,
    pub(crate) content: &'a [u8],
    pub(crate) whole: &'a [u8],
}

/// What is left of some bytes to read.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next item; none at the end and where the bytes make no sense.
    pub(crate) fn item(&mut self) -> Option<Item<'a>> {
        let (&tag, after) = self.rest.split_first()?;
        let (&first, after) = after.split_first()?;
        let (length, content) = if first < 0x80 {
            (usize::from(first), after)
        } else {
            let count = usize::from(first & 0x7f);
            if tag & 0x1f == 0x1f || !(1..=4).contains(&count) {
                return None;
            }
            let digits = after.get(..count)?;
            let length = digits
                .iter()
                .fold(0, |sum, digit| sum << 8 | usize::from(*digit));
            (length, after.get(count..)?)
        };
        let size = self.rest.len() - content.len();
        let content = content.get(..length)?;
        let whole = self.rest.get(..size + length)?;
        self.rest = self.rest.get(size + length..)?;
        Some(Item {
            tag,
            content,
            whole,
        })
    }

    /// The content of the next item, if it has this tag.
    pub(crate) fn tagged(&mut self, tag: u8) -> Option<&'a [u8]> {
        let mut ahead = self.clone();
        let item = ahead.item()?;
        if item.tag != tag {
            return None;
        }
        *self = ahead;
        Some(item.content)
    }

    /// A reader of the next item's content, if it has this tag.
    pub(crate) fn enter(&mut self, tag: u8) -> Option<Reader<'a>> {
        self.tagged(tag).map(Reader::new)
    }
}

/// An object identifier in numbers with dots.
pub(crate) fn object(content: &[u8]) -> String {
    let mut numbers: Vec<u64> = Vec::new();
    let mut number: u64 = 0;
    for byte in content {
        number = number << 7 | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            if numbers.is_empty() {
                let first = (number / 40).min(2);
                numbers.push(first);
                number -= first * 40;
            }
            numbers.push(number);
            number = 0;
        }
    }
    let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
    texts.join(".")
}

/// Digits of a text.
fn digits(text: &[u8], from: usize, count: usize) -> Option<i64> {
    let digits = text.get(from..from + count)?;
    digits.iter().try_fold(0, |sum, digit| {
        digit
            .is_ascii_digit()
            .then(|| sum * 10 + i64::from(digit - b'0'))
    })
}

/// Days since 1970 of a date.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// A time in seconds since 1970.
pub(crate) fn time(item: Item<'_>) -> Option<i64> {
    let text = item.content;
    let (year, rest) = match item.tag {
        UTC_TIME => {
            let year = digits(text, 0, 2)?;
            (if year < 50 { 2000 + year } else { 1900 + year }, 2)
        }
        GENERALIZED_TIME => (digits(text, 0, 4)?, 4),
        _ => return None,
    };
    let field = |index: usize| digits(text, rest + 2 * index, 2);
    let (month, day) = (field(0)?, field(1)?);
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (hour, minute) = (field(2)?, field(3)?);
    let second = field(4).unwrap_or(0);
    Some(days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
}

/// How OpenSSL shows a time.
pub(crate) fn shown_time(seconds: i64) -> String {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let (day, clock) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let part = (5 * of_year + 2) / 153;
    let date = of_year - (153 * part + 2) / 5 + 1;
    let month = if part < 10 { part + 3 } else { part - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    let name = MONTHS
        .get((month - 1) as usize)
        .copied()
        .unwrap_or_default();
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{name} {date:2} {hour:02}:{minute:02}:{second:02} {year} GMT")
}

/// The text of a string of a certificate.
pub(crate) fn text(item: Item<'_>) -> String {
    match item.tag {
        // UTF8String, and those that are ASCII.
        0x0c | 0x12 | 0x13 | 0x16 | 0x1a => String::from_utf8_lossy(item.content).into_owned(),
        0x1e => {
            let units: Vec<u16> = item
                .content
                .chunks_exact(2)
                .map(|pair| u16::from(pair[0]) << 8 | u16::from(pair[1]))
                .collect();
            String::from_utf16_lossy(&units)
        }
        _ => item.content.iter().map(|byte| char::from(*byte)).collect(),
    }
}
