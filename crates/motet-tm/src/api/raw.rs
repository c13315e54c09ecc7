//! The fast paths, for code that is not Rust: all that a C compiler (or code made at run time) must
//! know to inline barriers, allocation and polls.
//!
//! Everything here is a promise about the layout of words that is otherwise private to the runtime.
//! Code that inlines a fast path calls the safe method of the same name when it does not apply.
//!
//! - *Read*: store [`FastPaths::read_version`], unless it is 0, as 16 bits at `base + offset / 8 -`
//!   [`MARKER_DISTANCE_BYTES`]. Not for arrays with [`CARDS_BIT`] in their header:
//!   [`Mutator::read_element`].
//! - *Write*: if the header has [`WRITE_BARRIER_BIT`], call [`Mutator::write`]; then store.
//! - *Allocation*: advance `nursery_next` by the size, a multiple of 16; if that passes
//!   `nursery_limit`, call [`Mutator::allocate_filled`] instead. Store [`header_word`], then every
//!   field.
//! - *Yield point*: if the poll word is not 0, or the fuel, less one, is negative:
//!   [`Mutator::safepoint`].

use std::sync::atomic::AtomicU32;

use crate::heap::memory::MARKER_DISTANCE;
use crate::object::layout::{
    FLAG_CARDS, FLAG_FORWARDED, FLAG_WRITE_BARRIER, Header, LayoutId, OBJECT_ALIGNMENT_BYTES,
};
use crate::object::value::Word;
use crate::runtime::mutator::Mutator;

/// From a segment's base down to its read markers, in bytes.
pub const MARKER_DISTANCE_BYTES: u64 = MARKER_DISTANCE;
/// In the header of an object that this transaction has not yet written since its last collection.
pub const WRITE_BARRIER_BIT: u64 = FLAG_WRITE_BARRIER;
/// In the header of an array whose elements have barriers of their own, card by card.
pub const CARDS_BIT: u64 = FLAG_CARDS;

/// The header of a fresh object.
pub fn header_word(layout: LayoutId, host: u32) -> u64 {
    Header::new(layout, host).0
}

/// The data of the fast paths. All but the fuel changes at every begin of a
/// transaction; the pointers stay good until the mutator moves.
#[derive(Clone, Copy, Debug)]
pub struct FastPaths {
    /// The value that a read marker is set to; 0 when reads are not marked (under the GIL).
    pub read_version: u16,
    /// Not 0: leave the fast path at the next yield point. Other threads write it.
    pub poll: *const AtomicU32,
    /// How many yield points the transaction may still pass.
    pub fuel: *mut i32,
    /// Offset of the next object in the nursery.
    pub nursery_next: *mut u64,
    /// Offset that the end of an object may not pass without a call.
    pub nursery_limit: *mut u64,
}

impl Mutator {
    /// The data that the fast paths need now.
    pub fn fast_paths(&self) -> FastPaths {
        FastPaths {
            read_version: if self.heap.is_transactional() {
                self.heap.read_version.get()
            } else {
                0
            },
            poll: self.poll.get(),
            fuel: self.budget.fuel.as_ptr(),
            nursery_next: self.heap.nursery.next.as_ptr(),
            nursery_limit: self.heap.nursery.limit.as_ptr(),
        }
    }

    /// Whether a word can be a reference to an object of this heap: for assertions where no
    /// compiler vouches for it. Finds immediates, addresses, objects of a nursery that has been
    /// emptied, places without a header; not every stale reference.
    pub fn looks_like_object(&self, word: Word) -> bool {
        if !word.is_reference() {
            return false;
        }
        let offset = word.offset();
        let (start, end) = if self.heap.is_young(offset) {
            (self.heap.nursery.start.get(), self.heap.nursery.next.get())
        } else {
            (
                self.heap.nursery.view_end,
                self.runtime.memory().extent().end,
            )
        };
        let is_inside = offset.0 >= start && offset.0 < end;
        if !is_inside || !offset.0.is_multiple_of(OBJECT_ALIGNMENT_BYTES) {
            return false;
        }
        let header = self.base().header(offset);
        !header.has(FLAG_FORWARDED) && self.runtime.heap().has_layout(header.layout())
    }
}
