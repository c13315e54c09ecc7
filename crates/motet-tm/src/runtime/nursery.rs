//! Emptying the nursery: the minor collection of one thread, and the return of its pages.

use std::sync::atomic::Ordering;

use crate::gc::minor;
use crate::gc::minor::Purpose;
use crate::heap::memory::PAGE_BYTES;
use crate::object::layout::round_up;
use crate::observe::EventKind;
use crate::runtime::mutator::Mutator;
use crate::support::observation;
use crate::threads::segment::lane;

/// So many times the configured size of an empty nursery keeps its pages for good …
const KEPT: u64 = 4;
/// … and up to so many times that, if it was used now about as much as before: to give pages back
/// and to get them again costs more than their use.
const KEPT_MAX: u64 = 16;

impl Mutator {
    /// Empties the nursery (`gc/minor.rs`). The frame of the stack must be set.
    pub(crate) fn collect_minor(&mut self, purpose: Purpose) {
        debug_assert!(self.is_open(), "a collection is inside a transaction");
        let is_at_commit = purpose == Purpose::Commit;
        let used_bytes = self.heap.nursery.used_bytes();
        let since_ns = (self.recorder).minor_collection_clock(is_at_commit, used_bytes);
        let runtime = &self.runtime;
        let thread = minor::Thread {
            shared: runtime.heap(),
            own: &self.heap,
            stack: &self.stack,
            scheduler: runtime.scheduler(),
            number: self.thread,
        };
        let promoted_bytes = minor::collect(thread, purpose);
        observation::collected();
        self.reset_nursery();
        self.recorder
            .count(|counters| &counters.minor_collections, 1);
        self.recorder
            .count(|counters| &counters.promoted_bytes, promoted_bytes);
        self.recorder
            .collection(EventKind::MinorCollection, since_ns);
    }

    /// Forgets all that is in the nursery.
    pub(crate) fn reset_nursery(&self) {
        let config = self.runtime.config();
        self.discard_unused(self.heap.nursery.used_bytes());
        let soft_bytes = if config.injection.collect {
            0
        } else {
            config.nursery_bytes
        };
        self.heap.reset_nursery(soft_bytes);
        self.poll_word()
            .fetch_and(!lane::COLLECT, Ordering::Relaxed);
    }

    /// Gives pages of the nursery back, of which `used` bytes were used: it is going to be emptied.
    fn discard_unused(&self, used: u64) {
        if used == 0 {
            // Emptied once more, as each transaction does when it begins: that says nothing.
            return;
        }
        let size = self.runtime.config().nursery_bytes;
        let nursery_start = self.heap.nursery.start.get();
        let segment = self.heap.segment.get();
        let touched = &self.runtime.pool().get(segment).nursery_touched;
        let before = used.max(touched.load(Ordering::Relaxed));
        let is_needed = 2 * used >= before && before <= KEPT_MAX * size;
        let kept = if is_needed { before } else { KEPT * size };
        if before > kept {
            let start = round_up(nursery_start + kept, PAGE_BYTES);
            let end = round_up(nursery_start + before, PAGE_BYTES);
            let memory = self.runtime.memory();
            memory.discard_nursery(segment, start, end - start);
        }
        touched.store(before.min(kept), Ordering::Relaxed);
    }
}
