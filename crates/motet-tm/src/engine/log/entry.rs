//! Entries of the log: the changes of one transaction.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

use crate::heap::memory::Base;
use crate::heap::written::{Markers, Written};
use crate::object::layout::WORD_BYTES;
use crate::object::value::Offset;
use crate::support::ThreadNumber;

/// The memory of an entry beside its words.
pub(super) const ENTRY_BYTES: u64 = 128;

/// The writes of one transaction.
pub(super) struct Entry {
    /// Segment in which the transaction ran.
    pub(super) by: usize,
    /// Its thread.
    pub(super) thread: ThreadNumber,
    /// Whether it ends all others that run.
    pub(super) dooms_all: bool,
    /// For each object or card that has changed: where the first read marker of the changed words
    /// lies; how many words behind that the first changed word, and number of words; where in the
    /// program it was written (for events); the content of those words. If there are more read
    /// markers, a part without content follows: the second marker, and the number of them.
    pub(super) words: Vec<u64>,
    /// Bytes of the log up to here. Writer: the committer, before it appends the entry.
    pub(super) log_bytes: u64,
    /// Writer: a committer, under the log's lock. Readers: any thread.
    pub(super) next: OnceLock<Arc<Entry>>,
}

/// The changes of an entry to one object or card.
pub(super) struct Part<'a> {
    /// The read markers of the changed words: the first, or the others.
    pub(super) markers: Markers,
    /// The position in the program of its first write.
    pub(super) position: u64,
    /// The start of the changed words.
    pub(super) start: Offset,
    pub(super) content: &'a [u64],
}

impl Entry {
    /// The first entry of a log, which changes nothing.
    pub(super) fn first() -> Entry {
        Entry {
            by: 0,
            thread: 0,
            dooms_all: false,
            words: Vec::new(),
            log_bytes: 0,
            next: OnceLock::new(),
        }
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let mut rest = self.words.as_slice();
        std::iter::from_fn(move || {
            let [marked, words, position, content @ ..] = rest else {
                return None;
            };
            let (first, count) = (words >> 32, words & u64::from(u32::MAX));
            let (content, behind) = content.split_at(count as usize);
            rest = behind;
            Some(Part {
                markers: Markers {
                    first: Offset(*marked),
                    count: if count == 0 { first } else { 1 },
                },
                position: *position,
                start: Offset(marked + if count == 0 { 0 } else { first * WORD_BYTES }),
                content,
            })
        })
    }

    /// Adds the words of `target` that differ between the two views.
    pub(super) fn add_difference(&mut self, target: &Written, new: Base, old: Base) {
        let Some(words) = new.difference(old, target.start, target.bytes) else {
            return;
        };
        let markers = target.markers_of(words.clone());
        let marked = markers.first;
        let count = words.end - words.start;
        let start = Offset(target.start.0 + words.start * WORD_BYTES);
        let first = (start.0 - marked.0) / WORD_BYTES;
        let place = first << 32 | count;
        self.words.extend([marked.0, place, target.position]);
        new.append_words(start, count * WORD_BYTES, &mut self.words);
        if let Some(second) = markers.places().nth(1) {
            let place = (markers.count - 1) << 32;
            self.words.extend([second.0, place, target.position]);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty() && !self.dooms_all
    }

    /// Whether the transaction with this read version has read something that the entry changes.
    pub(super) fn conflicts_with(&self, base: Base, read_version: u16) -> bool {
        self.dooms_all || self.conflicts(base, read_version).next().is_some()
    }

    /// The changes to objects and cards that the transaction with this read version has read.
    pub(super) fn conflicts(
        &self,
        base: Base,
        read_version: u16,
    ) -> impl Iterator<Item = Part<'_>> {
        let is_marked = move |place| base.marker(place).load(Ordering::Relaxed) == read_version;
        self.parts()
            .filter(move |part| part.markers.places().any(is_marked))
    }

    /// Changes segment 0, which other threads may read meanwhile.
    pub(super) fn write_to_shared(&self, shared: Base) {
        for part in self.parts() {
            shared.store_words_shared(part.start, part.content);
        }
    }

    pub(super) fn write_to(&self, base: Base) {
        for part in self.parts() {
            base.store_words(part.start, part.content);
        }
    }
}
