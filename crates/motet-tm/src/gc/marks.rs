//! The marks of a major collection: which objects of the old space are reachable.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::heap::groups::GroupIndex;
use crate::heap::space::{GROUP_BYTES, OldSpace};
use crate::object::layout::OBJECT_ALIGNMENT_BYTES;
use crate::object::value::Offset;

/// One bit for each 16 bytes of the old space in use, set where a live object begins. All threads
/// that mark write them. Relaxed: what an object holds does not change meanwhile, and a thread that
/// traces for another gets its objects, and gives back its results, through a mutex.
pub(crate) struct Marks {
    first: u64,
    words: Vec<AtomicU64>,
    /// Whether several threads write them. One alone needs no operation that reads and writes at
    /// once, which would cost a third of its time where objects lie in order.
    has_writers: bool,
}

const GROUP_WORDS: usize = (GROUP_BYTES / OBJECT_ALIGNMENT_BYTES / 64) as usize;

impl Marks {
    /// No marks yet. `first`: where the old space begins; `groups`: how many were ever handed out;
    /// `has_writers`: whether several threads are going to write them.
    pub(crate) fn new(first: u64, groups: u32, has_writers: bool) -> Marks {
        let words = 0..groups as usize * GROUP_WORDS;
        Marks {
            first,
            words: words.map(|_| AtomicU64::new(0)).collect(),
            has_writers,
        }
    }

    /// Whether an object is one that can be marked: young ones cannot.
    #[inline]
    pub(crate) fn covers(&self, offset: Offset) -> bool {
        offset.0 >= self.first
    }

    #[inline]
    fn word(&self, index: usize) -> u64 {
        self.words[index].load(Ordering::Relaxed)
    }

    #[inline]
    fn place(&self, offset: Offset) -> (usize, u64) {
        debug_assert!(self.covers(offset), "only old objects are marked");
        let bit = (offset.0 - self.first) / OBJECT_ALIGNMENT_BYTES;
        ((bit / 64) as usize, 1 << (bit % 64))
    }

    /// Marks an object. Whether it was new: of several threads one hears that.
    #[inline]
    pub(crate) fn set(&self, offset: Offset) -> bool {
        let (index, bit) = self.place(offset);
        // (Most references lead to objects that have their mark, and a look costs least.)
        let (word, before) = (&self.words[index], self.word(index));
        if before & bit != 0 {
            return false;
        }
        if self.has_writers {
            return word.fetch_or(bit, Ordering::Relaxed) & bit == 0;
        }
        word.store(before | bit, Ordering::Relaxed);
        true
    }

    pub(crate) fn is_set(&self, offset: Offset) -> bool {
        let (index, bit) = self.place(offset);
        self.word(index) & bit != 0
    }

    /// The start of the object to which the object or card at `offset` belongs. All pinned objects
    /// are marked, so that among them it is the nearest mark.
    pub(crate) fn object_start(&self, space: &OldSpace, offset: Offset) -> Offset {
        let start = space.object_start(offset);
        start.unwrap_or_else(|| self.nearest_up_to(offset))
    }

    fn nearest_up_to(&self, offset: Offset) -> Offset {
        let (last, bit) = self.place(offset);
        let mut found = self.word(last) & (bit | (bit - 1));
        let mut index = last;
        while found == 0 {
            index -= 1;
            found = self.word(index);
        }
        let unit = index as u64 * 64 + u64::from(found.ilog2());
        Offset(self.first + unit * OBJECT_ALIGNMENT_BYTES)
    }

    /// Whether any object of a group is marked.
    pub(crate) fn is_any_set(&self, group: GroupIndex) -> bool {
        let first = group.0 as usize * GROUP_WORDS;
        self.words[first..first + GROUP_WORDS]
            .iter()
            .any(|word| word.load(Ordering::Relaxed) != 0)
    }
}
