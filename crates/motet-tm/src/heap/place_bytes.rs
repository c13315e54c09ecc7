//! A byte for each 16 bytes of the old space: the write locks, and each segment's write marks. And
//! other tables of zeros that take memory by need.
#![allow(
    unsafe_code,
    reason = "a table beside the heap that barriers read without a look at its bounds; zeros"
)]

use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

use crate::heap::memory::Extent;
use crate::object::layout::OBJECT_ALIGNMENT_BYTES;
use crate::object::value::Offset;

/// The table. Pages that were never written take no memory, and are zero.
pub(crate) struct PlaceBytes {
    start: *const AtomicU8,
    length: usize,
    /// The offset of the place that the first byte belongs to.
    first: Offset,
}

// SAFETY: I-HEAP-1: the mapping lives as long as the value; the bytes are atomic.
unsafe impl Send for PlaceBytes {}
// SAFETY: as above.
unsafe impl Sync for PlaceBytes {}

impl PlaceBytes {
    /// # Errors
    /// The kernel's error when it refuses the mapping.
    pub(crate) fn map(extent: Extent) -> rustix::io::Result<PlaceBytes> {
        let length = (extent.old_bytes() / OBJECT_ALIGNMENT_BYTES) as usize;
        let read_write = ProtFlags::READ | ProtFlags::WRITE;
        let anonymous = MapFlags::PRIVATE | MapFlags::NORESERVE;
        // SAFETY: a fresh mapping; zero is a valid byte.
        let start = unsafe { mmap_anonymous(ptr::null_mut(), length, read_write, anonymous)? };
        Ok(PlaceBytes {
            start: start.cast(),
            length,
            first: Offset(extent.nursery_end),
        })
    }

    /// The byte of the object (or card) at `offset` of the old space.
    #[inline]
    pub(crate) fn of(&self, offset: Offset) -> &AtomicU8 {
        let index = ((offset.0 - self.first.0) / OBJECT_ALIGNMENT_BYTES) as usize;
        assert!(index < self.length, "the place lies in the old space");
        // SAFETY: the index was checked against the mapping's length.
        unsafe { &*self.start.add(index) }
    }

    /// The table as barriers need it.
    pub(crate) fn unchecked(&self) -> UncheckedPlaceBytes {
        let before = (self.first.0 / OBJECT_ALIGNMENT_BYTES) as usize;
        UncheckedPlaceBytes(self.start.wrapping_sub(before))
    }

    /// Makes the bytes of a range of whole groups zero, and gives their pages back to the system.
    pub(crate) fn clear(&self, start: Offset, bytes: u64) {
        let first = ptr::from_ref(self.of(start)).cast_mut();
        let length = (bytes / OBJECT_ALIGNMENT_BYTES) as usize;
        // SAFETY: whole pages of the mapping: a group of 64 KB has a page of bytes.
        let done = unsafe { madvise(first.cast(), length, Advice::LinuxDontNeed) };
        assert!(done.is_ok(), "the kernel can drop private pages");
    }
}

impl Drop for PlaceBytes {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `map` and nothing refers to it any more: every mutator
        // keeps the runtime alive (I-HEAP-1).
        unsafe {
            let _ = munmap(self.start.cast_mut().cast(), self.length);
        }
    }
}

/// The table without a look at its bounds.
#[derive(Clone, Copy)]
pub(crate) struct UncheckedPlaceBytes(*const AtomicU8);

// SAFETY: the table lives as long as the memory (I-HEAP-1), and its bytes are atomic.
unsafe impl Send for UncheckedPlaceBytes {}

impl UncheckedPlaceBytes {
    /// The byte of an object (or card) of the old space, relaxed.
    #[inline(always)]
    pub(crate) fn load(self, offset: Offset) -> u8 {
        let index = (offset.0 / OBJECT_ALIGNMENT_BYTES) as usize;
        // SAFETY: I-HEAP-2: the offset lies in the old space, of whose every 16 bytes there is one
        // byte; `PlaceBytes::unchecked` has taken the distance of its begin off.
        unsafe { (*self.0.wrapping_add(index)).load(Ordering::Relaxed) }
    }
}

/// Types of which a value that is zero in all bytes is one.
///
/// # Safety
/// All bytes zero must be a value of the type.
pub(crate) unsafe trait Zero {}

// SAFETY: an atomic has the representation of its number, or of a truth value.
unsafe impl Zero for AtomicBool {}
// SAFETY: as above.
unsafe impl Zero for AtomicU8 {}
// SAFETY: as above.
unsafe impl Zero for AtomicU32 {}
// SAFETY: as above.
unsafe impl Zero for AtomicU64 {}

/// A table of zeros. It takes address space, and memory only for the pages that are written.
pub(crate) fn table_of_zeros<T: Zero>(count: usize) -> Box<[T]> {
    let table = Box::<[T]>::new_zeroed_slice(count);
    // SAFETY: all bytes are zero, which is a value of each entry (`Zero`).
    unsafe { table.assume_init() }
}
