//! The state of every cache line that was ever touched, found by its number.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Breakage, Core};

/// Bytes of a page: where the first access faults.
const PAGE_BYTES: u64 = 4096;

/// Where a line is.
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
    /// Which parts of the line the transaction of `writer` has written.
    pub(super) granules: u8,
}

impl Line {
    /// In whose transactions' sets the line is, so that an access of a core collides: the one that
    /// has written it, and a bit for each that has read it.
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
    lines_per_page: u64,
    /// The lines of all pages, page after page.
    lines: Vec<Line>,
    numbers: NumberMap<u32>,
    /// Where the pages looked for last are: page number and index.
    recent: [(u64, u32); RECENT_ENTRIES],
}

const RECENT_ENTRIES: usize = 64;

impl Lines {
    pub(super) fn new(line_bytes: u64) -> Lines {
        let lines_per_page = PAGE_BYTES / line_bytes;
        Lines {
            lines_per_page,
            lines: Vec::new(),
            numbers: HashMap::default(),
            recent: [(u64::MAX, 0); RECENT_ENTRIES],
        }
    }

    /// The line of a number; and whether nothing of its page was looked for before.
    #[inline]
    pub(super) fn line(&mut self, number: u64) -> (&mut Line, bool) {
        let page = number / self.lines_per_page;
        let place = (number % self.lines_per_page) as usize;
        let lines_per_page = self.lines_per_page as usize;
        let recent = &mut self.recent[page as usize % RECENT_ENTRIES];
        let mut is_first = false;
        if recent.0 != page {
            let lines = &mut self.lines;
            let index = *self.numbers.entry(page).or_insert_with(|| {
                is_first = true;
                let index = lines.len() / lines_per_page;
                lines.resize(lines.len() + lines_per_page, Line::default());
                index as u32
            });
            *recent = (page, index);
        }
        (
            &mut self.lines[recent.1 as usize * lines_per_page + place],
            is_first,
        )
    }

    /// The line of a number, if anything of its page was looked for before.
    pub(super) fn known(&self, number: u64) -> Option<Line> {
        let index = *self.numbers.get(&(number / self.lines_per_page))?;
        let place = (number % self.lines_per_page) as usize;
        Some(self.lines[index as usize * self.lines_per_page as usize + place])
    }
}

/// Mixes a number.
#[derive(Default)]
pub(crate) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }
}
