//! Buffers: raw objects that grow at their end, for texts that programs make piece by piece.
//!
//! ```text
//!   header | bytes in all | bytes used | used … | not used yet …
//! ```
//!
//! The used part never changes, so that any number of objects may refer to the same buffer, each to
//! so many bytes from its start. An object that refers to all that is used may be extended in
//! place, as long as the buffer is young: then the running transaction has made it and no other
//! knows it, an abort takes all of it away, and nothing that refers to less of it sees the
//! difference.

use crate::object::layout::{LayoutId, WORD_BYTES};
use crate::object::value::Object;
use crate::runtime::mutator::Mutator;
use crate::simulation;
use crate::support::unwind::OutOfMemory;

/// The word that counts the bytes used, as an immediate integer.
const USED: u64 = 2;
/// The first word of the bytes.
const FIRST: u64 = 3;

impl Mutator {
    /// Makes a buffer for `capacity` bytes that begins with `parts`. The layout is raw and
    /// immutable.
    ///
    /// # Errors
    /// [`OutOfMemory`] when the heap limit does not allow it.
    pub fn allocate_buffer<'a>(
        &'a self,
        layout: LayoutId,
        host: u32,
        capacity: u64,
        parts: &[&[u8]],
    ) -> Result<Object<'a>, OutOfMemory> {
        let used: u64 = parts.iter().map(|part| part.len() as u64).sum();
        debug_assert!(used <= capacity, "the parts fit");
        let bytes = capacity.checked_add(WORD_BYTES).ok_or(OutOfMemory)?;
        let mut buffer = self.allocate_raw(layout, host, bytes)?;
        buffer.set_raw(USED, used << 1);
        let mut target = buffer.bytes_mut(FIRST, used);
        for part in parts {
            let (head, rest) = target.split_at_mut(part.len());
            head.copy_from_slice(part);
            target = rest;
        }
        Ok(buffer.object())
    }

    /// The first `length` bytes of a buffer: all are used.
    #[inline]
    pub fn buffer_bytes<'a>(&'a self, buffer: Object<'a>, length: u64) -> &'a [u8] {
        let view = self.read_immutable(buffer);
        assert!(length <= view.raw(USED) >> 1, "only what is used is read");
        view.bytes(FIRST, length)
    }

    /// Appends to a buffer of which `used` bytes are used, if that can be done in place: whether it
    /// was done.
    #[inline]
    pub fn append_to_buffer(&self, buffer: Object<'_>, used: u64, bytes: &[u8]) -> bool {
        let offset = buffer.offset();
        let view = self.read_immutable(buffer);
        let end = used + bytes.len() as u64;
        let is_open = self.heap.is_young(offset) && view.raw(USED) >> 1 == used;
        if !is_open || end > view.length() - WORD_BYTES {
            return false;
        }
        let start = FIRST * WORD_BYTES + used;
        simulation::heap_written(offset.0, start, bytes.len() as u64);
        simulation::heap_written(offset.0, USED * WORD_BYTES, WORD_BYTES);
        let base = self.base();
        base.store_bytes(offset, start, bytes);
        base.store(offset, USED, end << 1);
        true
    }
}
