//! Hints to the processor: lines that another processor has written or read last are fetched some
//! at a time and in advance, not one by one when they are needed.

#![allow(unsafe_code, reason = "the instructions have no other name")]

/// The unit in which a processor fetches.
const LINE_BYTES: usize = 64;
/// So many lines are fetched at once at most: the processor has no room for more.
const LINES_MAX: usize = 24;

/// Begins to fetch the cache lines of a range, at most so many, as lines that this processor is
/// going to write: to fetch them for reading would leave the way to the owner for the write, again.
/// Nothing is waited for.
#[inline(always)]
pub(crate) fn to_write(start: *const u8, bytes: usize, lines_max: usize) {
    let lines = (bytes / LINE_BYTES + 1).min(lines_max);
    for line in 0..lines {
        let address = start.wrapping_add(line * LINE_BYTES);
        // (`_mm_prefetch` with `_MM_HINT_ET0` becomes a fetch for reading, unless the target is
        // said to have this instruction. Those that have not take it for no operation.)
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint to the processor, which may be given any address.
        unsafe {
            std::arch::asm!(
                "prefetchw [{}]",
                in(reg) address,
                options(readonly, nostack, preserves_flags)
            );
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = address;
    }
}

/// Begins to fetch a cache line as one that this processor is going to read. Nothing is waited for.
#[inline(always)]
pub(crate) fn to_read(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint to the processor, which may be given any address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast::<i8>());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Begins to fetch the room at the end of a list of words, into which so many will be written.
pub(crate) fn room(words: &mut Vec<u64>, count: usize) {
    let room = words.spare_capacity_mut();
    let bytes = size_of_val(room).min(count * size_of::<u64>());
    to_write(room.as_ptr().cast(), bytes, LINES_MAX);
}

/// Begins to fetch words that will be read.
pub(crate) fn words(words: &[u64]) {
    let lines = (size_of_val(words) / LINE_BYTES + 1).min(LINES_MAX);
    for line in 0..lines {
        let address = words.as_ptr().cast::<i8>().wrapping_add(line * LINE_BYTES);
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a hint to the processor, which may be given any address.
        unsafe {
            std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = address;
    }
}
