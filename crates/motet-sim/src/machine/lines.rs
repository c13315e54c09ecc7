//! The state of every cache line that was ever touched, found by its number.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Breakage, Core};

/// Bytes of a page: where the first access faults.
const PAGE_BYTES: u64 = 4096;

/// The caches that have a line.
#[derive(Clone, Copy, Default)]
pub(super) struct Line {
    /// The cores that have a valid copy, one bit each.
    pub(super) sharers: u64,
    /// The cores in whose transaction's read set the line is, one bit each.
    pub(super) readers: u64,
    /// The core in whose transaction's write set the line is.
    pub(super) writer: Option<u8>,
    /// Whether the one sharer has written it since memory had it.
    pub(super) is_modified: bool,
    /// The parts of the line that the transaction of `writer` has written.
    pub(super) granules: u8,
}

impl Line {
    /// The cores whose transactions conflict with an access of a core, as they have the line in
    /// their sets: the one that has written it, and a bit for each that has read it.
    #[inline]
    pub(super) fn owners(
        &self,
        core: Core,
        is_write: bool,
        breakage: Breakage,
    ) -> (Option<Core>, u64) {
        let writer = self.writer.map(Core::from).filter(|owner| *owner != core);
        let readers = if is_write && !breakage.ignores_readers {
            self.readers & !(1 << core)
        } else {
            0
        };
        (writer.filter(|_| !breakage.ignores_writer), readers)
    }
}

/// A map from numbers that are spread already, but for the low bits.
pub(crate) type NumberMap<T> = HashMap<u64, T, BuildHasherDefault<NumberHasher>>;

/// Pages are numbered densely in the order of their first access.
pub(super) struct Lines {
    /// A page has two to the power of so many lines.
    page_shift: u32,
    /// The lines of all pages, page after page.
    lines: Vec<Line>,
    numbers: NumberMap<u32>,
    /// The places of the pages looked for last: page number and index.
    recent: Box<[(u64, u32); RECENT_ENTRIES]>,
}

/// The index of a line: the same as long as the machine exists.
#[derive(Clone, Copy)]
pub(super) struct LineIndex(u32);

const RECENT_ENTRIES: usize = 512;

/// Fibonacci hashing: the numbers of pages of different threads and regions differ in high bits.
#[inline]
fn recent_entry(page: u64) -> usize {
    let mixed = page.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (u64::BITS - RECENT_ENTRIES.trailing_zeros())) as usize
}

impl Lines {
    pub(super) fn new(line_bytes: u64) -> Lines {
        let lines_per_page = PAGE_BYTES / line_bytes;
        assert!(lines_per_page.is_power_of_two(), "lines are found by bits");
        Lines {
            page_shift: lines_per_page.trailing_zeros(),
            lines: Vec::new(),
            numbers: HashMap::default(),
            recent: Box::new([(u64::MAX, 0); RECENT_ENTRIES]),
        }
    }

    /// The index of the line of a number; and whether its page was never looked for before.
    #[inline]
    pub(super) fn find(&mut self, number: u64) -> (LineIndex, bool) {
        let page = number >> self.page_shift;
        let place = (number & ((1 << self.page_shift) - 1)) as u32;
        let (known, index) = self.recent[recent_entry(page)];
        if known == page {
            return (LineIndex(index << self.page_shift | place), false);
        }
        let (index, is_first) = self.find_page(page);
        (LineIndex(index << self.page_shift | place), is_first)
    }

    #[cold]
    fn find_page(&mut self, page: u64) -> (u32, bool) {
        let lines = &mut self.lines;
        let mut is_first = false;
        let index = *self.numbers.entry(page).or_insert_with(|| {
            is_first = true;
            let index = lines.len() >> self.page_shift;
            lines.resize(lines.len() + (1 << self.page_shift), Line::default());
            index as u32
        });
        self.recent[recent_entry(page)] = (page, index);
        (index, is_first)
    }

    /// A line that was found.
    #[inline]
    pub(super) fn at(&mut self, index: LineIndex) -> &mut Line {
        &mut self.lines[index.0 as usize]
    }

    /// The line of a number, if anything of its page was looked for before.
    pub(super) fn known(&self, number: u64) -> Option<Line> {
        let index = *self.numbers.get(&(number >> self.page_shift))?;
        let place = number & ((1 << self.page_shift) - 1);
        Some(self.lines[((index as usize) << self.page_shift) | place as usize])
    }
}

/// Mixes a number.
#[derive(Default)]
pub(crate) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }
}
