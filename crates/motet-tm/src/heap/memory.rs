//! One file, N+1 views of it (paper §3.1, §4.3; by the kernel's copy-on-write instead of
//! `remap_file_pages`).
//!
//! Each segment is one stretch of addresses with the same layout:
//!
//! ```text
//!   base - MARKER_DISTANCE   base         + NULL_BYTES    + nursery bytes    + old bytes
//!   | read markers  | gap   | null area  | nursery       | old space        |
//!   | 2 bytes for 16        | no access  | private       | the file         |
//! ```
//!
//! Segment 0 maps the file shared; segments 1..=N map it private: a page that a segment has not
//! written shows segment 0's content at once, the first write gives the segment its own copy.
//! An object is named by its [`Offset`] from `base`, the same in every segment.
//!
//! # Invariants
//! - I-HEAP-1: a [`Base`] points to a mapping that lives as long as its [`Memory`], and every
//!   mutator keeps the runtime, hence the memory, alive.
//! - I-HEAP-2: an [`Offset`] names a byte inside the nursery or the old space (`value.rs`); the
//!   object at it was initialised by the allocator before the offset left it.
//! - I-HEAP-3: shared words are only touched by atomic operations. Plain copies ([`Base::copy_to`])
//!   are made only of objects that nobody else can reach, or while the world is stopped, or of
//!   objects that no other thread writes in that view: those of a segment's own view by its thread
//!   (I-LOG-2), those of segment 0 under their write locks or under the log's lock (I-LOG-7).
//! - I-HEAP-4: immutable objects are never written after initialisation, so that a `&[u8]` into one
//!   stays valid as long as no collection runs, that is, during a borrow of the mutator. The unused
//!   end of a buffer (`buffer.rs`) is filled later, and given to nobody before.
//! - I-HEAP-5: groups of small immutable objects have no private copies. So such an object is the
//!   same in all views from its promotion on, also while its transaction is open: a collection by
//!   another thread reads it in segment 0.
#![allow(
    unsafe_code,
    reason = "the fence around addresses: everything above works on offsets"
)]

use std::ops::Range;
use std::os::fd::OwnedFd;
use std::ptr;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap, mmap_anonymous, munmap};

use crate::heap::file::{heap_file, with_room_for_file};
use crate::heap::place_bytes::PlaceBytes;
use crate::object::layout::{Header, OBJECT_ALIGNMENT_BYTES, WORD_BYTES};
use crate::object::value::{Offset, Word};
use crate::support::fetch;

/// The first bytes of every segment cannot be accessed: a null offset faults.
pub(crate) const NULL_BYTES: u64 = 64 * 1024;
/// The unit in which the kernel maps and copies.
pub(crate) const PAGE_BYTES: u64 = 4096;
/// From the markers of a segment to its base: a constant, so that a read barrier needs no other
/// register. Address space only; allows segments of up to eight times as much.
pub(crate) const MARKER_DISTANCE: u64 = 32 << 30;

/// Start of a segment's view: adding an [`Offset`] gives an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Base(*mut u8);

// SAFETY: I-HEAP-1: the mapping outlives every mutator; its only uses are the methods, which use
// atomic operations only (I-HEAP-3).
unsafe impl Send for Base {}
// SAFETY: as above.
unsafe impl Sync for Base {}

/// Most objects are not larger: a header and four fields.
const SMALL_OBJECT_BYTES: usize = 40;
/// How many lines [`Base::fetch`] asks for.
const FETCHED_LINES_MAX: usize = 4;

impl Base {
    #[inline(always)]
    fn address(self, offset: Offset) -> *mut u8 {
        // SAFETY: I-HEAP-2: the offset lies inside the segment's mapping (I-HEAP-1).
        unsafe { self.0.add(offset.0 as usize) }
    }

    /// The words of an object, from its header on.
    #[inline(always)]
    pub(crate) fn words(self, offset: Offset) -> *const AtomicU64 {
        self.address(offset).cast::<AtomicU64>()
    }

    /// Word `index` of the object at `offset`.
    #[inline(always)]
    pub(crate) fn load(self, offset: Offset, index: u64) -> u64 {
        self.word(offset, index).load(Ordering::Relaxed)
    }

    /// The objects that some words of the object at `offset` refer to.
    pub(crate) fn references(
        self,
        offset: Offset,
        words: Range<u64>,
    ) -> impl Iterator<Item = Offset> {
        let words = words.map(move |index| Word(self.load(offset, index)));
        words.filter(|word| word.is_reference()).map(Word::offset)
    }

    /// Writes word `index` of the object at `offset`.
    #[inline(always)]
    pub(crate) fn store(self, offset: Offset, index: u64, word: u64) {
        self.word(offset, index).store(word, Ordering::Relaxed);
    }

    #[inline(always)]
    fn word<'a>(self, offset: Offset, index: u64) -> &'a AtomicU64 {
        // SAFETY: I-HEAP-2; objects are 8-aligned; the callers stay inside the object.
        unsafe { &*self.words(offset).add(index as usize) }
    }

    #[inline(always)]
    pub(crate) fn header(self, offset: Offset) -> Header {
        Header(self.load(offset, 0))
    }

    #[inline(always)]
    pub(crate) fn set_header(self, offset: Offset, header: Header) {
        self.store(offset, 0, header.0);
    }

    /// Fills `count` words of a fresh object from `first` on.
    #[inline]
    pub(crate) fn fill(self, offset: Offset, first: u64, count: u64, word: u64) {
        // To call a function costs more than to fill a small object.
        const FEW: u64 = 8;
        if count <= FEW {
            for index in first..first + count {
                self.store(offset, index, word);
            }
            return;
        }
        // SAFETY: I-HEAP-2, I-HEAP-3: the object is fresh, nobody else can reach it, and the
        // allocator reserved `first + count` words.
        let words = unsafe {
            std::slice::from_raw_parts_mut(
                self.address(offset).cast::<u64>().add(first as usize),
                count as usize,
            )
        };
        words.fill(word);
    }

    /// The payload of an immutable raw object: `length` bytes from word `first` on.
    #[inline(always)]
    pub(crate) fn bytes<'a>(self, offset: Offset, first: u64, length: u64) -> &'a [u8] {
        // SAFETY: I-HEAP-4, and the caller's lifetime is that of a borrow of the mutator.
        unsafe {
            std::slice::from_raw_parts(
                self.address(offset).add((first * WORD_BYTES) as usize),
                length as usize,
            )
        }
    }

    /// The payload of a raw object that is being made: `length` bytes from word `first` on.
    #[inline(always)]
    pub(crate) fn bytes_mut<'a>(self, offset: Offset, first: u64, length: u64) -> &'a mut [u8] {
        // SAFETY: I-HEAP-3: the object is fresh and its one view is borrowed mutably.
        unsafe {
            std::slice::from_raw_parts_mut(
                self.address(offset).add((first * WORD_BYTES) as usize),
                length as usize,
            )
        }
    }

    /// Fills the unused end of a buffer, from byte `start` of the object on.
    #[inline]
    pub(crate) fn store_bytes(self, offset: Offset, start: u64, bytes: &[u8]) {
        // SAFETY: I-HEAP-2 for the object; its end is given to nobody before it is filled
        // (I-HEAP-4), so that the two ranges do not overlap.
        unsafe {
            let target = self.address(offset).add(start as usize);
            ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len());
        }
    }

    /// Copies `bytes` bytes at `from` in this view to `to` in another (or the same).
    #[inline]
    pub(crate) fn copy_to(self, from: Offset, target: Base, to: Offset, bytes: u64) {
        debug_assert!(bytes.is_multiple_of(OBJECT_ALIGNMENT_BYTES));
        // SAFETY: I-HEAP-2 for both ranges, I-HEAP-3 for the right to copy plainly.
        unsafe { copy_aligned(self.address(from), target.address(to), bytes as usize) }
    }

    /// Appends `bytes` bytes from `offset` on to a list of words.
    #[inline]
    pub(crate) fn append_words(self, offset: Offset, bytes: u64, words: &mut Vec<u64>) {
        debug_assert!(bytes.is_multiple_of(OBJECT_ALIGNMENT_BYTES));
        // SAFETY: I-HEAP-2 for the range, I-HEAP-3 for the right to copy plainly.
        words.extend_from_slice(unsafe { self.range_words(offset, bytes) });
    }

    /// The words of a range that differ between this view and another: from the first to behind the
    /// last, in whole units of 16 bytes. `None` if all are the same.
    pub(crate) fn difference(self, other: Base, offset: Offset, bytes: u64) -> Option<Range<u64>> {
        debug_assert!(bytes.is_multiple_of(OBJECT_ALIGNMENT_BYTES));
        let differs = |pair: &u64| {
            let (first, second) = (2 * pair, 2 * pair + 1);
            let is_other = |word| self.load(offset, word) != other.load(offset, word);
            is_other(first) | is_other(second)
        };
        let pairs = bytes / OBJECT_ALIGNMENT_BYTES;
        let first = (0..pairs).find(differs)?;
        let last = (first + 1..pairs).rev().find(differs).unwrap_or(first);
        Some(2 * first..2 * (last + 1))
    }

    /// Begins to fetch the beginning of an object, which will be read: the line of its header and
    /// the next one if a small object may reach into it. Nothing is waited for.
    #[inline(always)]
    pub(crate) fn fetch_to_read(self, offset: Offset) {
        let start = self.0.wrapping_add(offset.0 as usize);
        fetch::to_read(start);
        fetch::to_read(start.wrapping_add(SMALL_OBJECT_BYTES - 1));
    }

    /// Begins to fetch the cache lines of a range, which will be read and then written: at most
    /// [`FETCHED_LINES_MAX`]. Nothing is waited for.
    #[inline(always)]
    pub(crate) fn fetch(self, offset: Offset, bytes: u64) {
        let start = self.0.wrapping_add(offset.0 as usize);
        fetch::to_write(start, bytes as usize, FETCHED_LINES_MAX);
    }

    /// The words of a range.
    ///
    /// # Safety
    /// The range is the segment's (I-HEAP-2), and nobody writes it meanwhile (I-HEAP-3).
    #[inline(always)]
    unsafe fn range_words<'a>(self, offset: Offset, bytes: u64) -> &'a [u64] {
        let start = self.address(offset).cast::<u64>();
        // SAFETY: the caller's.
        unsafe { std::slice::from_raw_parts(start, (bytes / WORD_BYTES) as usize) }
    }

    /// Writes words from `offset` on, while others may read them.
    #[inline]
    pub(crate) fn store_words_shared(self, offset: Offset, words: &[u64]) {
        for (index, word) in (0..).zip(words) {
            self.store(offset, index, *word);
        }
    }

    /// Writes words from `offset` on.
    #[inline]
    pub(crate) fn store_words(self, offset: Offset, words: &[u64]) {
        let from = words.as_ptr().cast::<u8>();
        // SAFETY: I-HEAP-2 for the range, I-HEAP-3 for the right to copy plainly.
        unsafe { copy_aligned(from, self.address(offset), size_of_val(words)) }
    }

    /// The read marker of the 16 bytes that begin at `offset`.
    #[inline(always)]
    pub(crate) fn marker<'a>(self, offset: Offset) -> &'a AtomicU16 {
        self.markers().of(offset)
    }

    /// The read markers of the segment.
    pub(crate) fn markers(self) -> Markers {
        Markers(self.0.wrapping_sub(MARKER_DISTANCE as usize))
    }

    /// The start of the segment, for interpreters that keep it in a register.
    #[inline(always)]
    pub fn as_pointer(self) -> *mut u8 {
        self.0
    }
}

/// Start of a segment's read markers.
#[derive(Clone, Copy)]
pub(crate) struct Markers(*mut u8);

// SAFETY: as for `Base`: they lie in the same mapping, and are only touched by atomic operations.
unsafe impl Send for Markers {}

impl Markers {
    /// The read marker of the 16 bytes that begin at `offset`.
    #[inline(always)]
    pub(crate) fn of<'a>(self, offset: Offset) -> &'a AtomicU16 {
        debug_assert!(offset.0.is_multiple_of(OBJECT_ALIGNMENT_BYTES));
        // SAFETY: I-HEAP-1, I-HEAP-2: the area has two bytes for every 16 of the segment; hence an
        // eighth of a multiple of 16 is the place of one.
        unsafe { &*self.0.add((offset.0 >> 3) as usize).cast::<AtomicU16>() }
    }
}

/// Copies a multiple of 16 bytes. The sizes of most objects are spelt out: a call of `memcpy` costs
/// more than such a copy.
///
/// # Safety
/// As for [`ptr::copy_nonoverlapping`].
#[inline(always)]
unsafe fn copy_aligned(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: the caller's; each arm copies exactly `bytes`.
    unsafe {
        match bytes {
            16 => ptr::copy_nonoverlapping(from, to, 16),
            32 => ptr::copy_nonoverlapping(from, to, 32),
            48 => ptr::copy_nonoverlapping(from, to, 48),
            64 => ptr::copy_nonoverlapping(from, to, 64),
            _ => ptr::copy_nonoverlapping(from, to, bytes),
        }
    }
}

/// Sizes that the memory is laid out by. All are multiples of 64 KB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// End of the nursery = start of the old space, as an offset.
    pub(crate) nursery_end: u64,
    /// End of the old space, as an offset.
    pub(crate) end: u64,
}

impl Extent {
    pub(crate) fn new(nursery_reserve_bytes: u64, old_bytes: u64) -> Extent {
        let unit = NULL_BYTES;
        assert!(
            nursery_reserve_bytes.is_multiple_of(unit),
            "nursery reserve is a multiple of 64 KB"
        );
        assert!(
            old_bytes.is_multiple_of(unit),
            "old space is a multiple of 64 KB"
        );
        let nursery_end = unit + nursery_reserve_bytes;
        Extent {
            nursery_end,
            end: nursery_end + old_bytes,
        }
    }

    pub(crate) fn old_bytes(self) -> u64 {
        self.end - self.nursery_end
    }

    /// Two bytes for every 16.
    pub(crate) fn marker_bytes(self) -> u64 {
        self.end / 8
    }
}

/// Addresses that belong to a memory: where they begin, and how many bytes.
type Reservation = (*mut u8, usize);

/// The addresses that are tried one by one: from here, so far apart, so many. (User space ends at
/// 2^47 bytes.)
const PLACES_FROM: usize = 1 << 40;
const PLACES_APART: usize = 512 << 30;
const PLACES_TRIED: usize = 240;

/// Reserves addresses for all segments: their starts, and the reserved range. Where the system
/// limits addresses, the gaps between markers and bases are left to others.
fn reserve(
    segments: usize,
    extent: Extent,
) -> rustix::io::Result<(Vec<*mut u8>, Vec<Reservation>)> {
    let anonymous = MapFlags::PRIVATE | MapFlags::NORESERVE;
    let segment_bytes = (MARKER_DISTANCE + extent.end) as usize;
    let all = segment_bytes * (segments + 1);
    let none = ProtFlags::empty();
    // SAFETY: a fresh mapping at an address of the kernel's choice.
    if let Ok(start) = unsafe { mmap_anonymous(ptr::null_mut(), all, none, anonymous) } {
        let start = start.cast::<u8>();
        let starts = (0..=segments).map(|segment| start.wrapping_add(segment * segment_bytes));
        return Ok((starts.collect(), vec![(start, all)]));
    }
    let fixed = anonymous | MapFlags::FIXED_NOREPLACE;
    let (mut starts, mut reservations) = (Vec::new(), Vec::new());
    let mut refused = rustix::io::Errno::NOMEM;
    for place in 0..PLACES_TRIED {
        let start = ptr::without_provenance_mut::<u8>(PLACES_FROM + place * PLACES_APART);
        let base = start.wrapping_add(MARKER_DISTANCE as usize);
        let (below, above) = (extent.marker_bytes() as usize, extent.end as usize);
        // SAFETY: fresh mappings, which replace no other.
        let made = unsafe {
            mmap_anonymous(start.cast(), below, none, fixed).and_then(|markers| {
                let markers = markers.cast::<u8>();
                reservations.push((markers, below));
                let heap = mmap_anonymous(base.cast(), above, none, fixed)?;
                reservations.push((heap.cast::<u8>(), above));
                Ok(markers)
            })
        };
        match made {
            Ok(start) => starts.push(start),
            Err(rustix::io::Errno::EXIST) => continue,
            Err(error) => {
                refused = error;
                break;
            }
        }
        if starts.len() > segments {
            return Ok((starts, reservations));
        }
    }
    give_addresses_back(&reservations);
    Err(refused)
}

fn give_addresses_back(reservations: &[Reservation]) {
    for (start, bytes) in reservations {
        // SAFETY: the mapping was made by `reserve`, and nothing refers to it any more.
        let _ = unsafe { munmap(start.cast(), *bytes) };
    }
}

/// The mappings of all segments, the global write locks, and the write marks.
pub(crate) struct Memory {
    extent: Extent,
    reservations: Vec<Reservation>,
    bases: Vec<Base>,
    locks: PlaceBytes,
    /// By segment.
    write_marks: Vec<PlaceBytes>,
}

// SAFETY: the pointers are to mappings owned by this value; access is by atomic operations or by
// the rules of I-HEAP-3.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    /// How long a segment can be: its markers must fit below its base.
    pub(crate) const SEGMENT_BYTES_MAX: u64 = MARKER_DISTANCE * 8;

    /// Maps `segments` private views beside the shared one.
    ///
    /// # Errors
    /// The kernel's error when it refuses a mapping.
    pub(crate) fn map(segments: usize, extent: Extent) -> rustix::io::Result<Memory> {
        assert!(
            extent.marker_bytes() <= MARKER_DISTANCE,
            "a heap of at most 256 GiB"
        );
        let file = with_room_for_file(extent.old_bytes(), || heap_file(extent.old_bytes()))?;
        let anonymous = MapFlags::PRIVATE | MapFlags::NORESERVE;
        let read_write = ProtFlags::READ | ProtFlags::WRITE;
        let locks = PlaceBytes::map(extent)?;
        let write_marks = (0..=segments).map(|_| PlaceBytes::map(extent));
        let write_marks = write_marks.collect::<rustix::io::Result<_>>()?;
        let (starts, reservations) = reserve(segments, extent)?;
        let mut bases = Vec::with_capacity(segments + 1);
        for (segment, start) in starts.into_iter().enumerate() {
            let sharing = if segment == 0 {
                MapFlags::SHARED
            } else {
                MapFlags::PRIVATE
            };
            // SAFETY: all three ranges lie inside the reservations made above, which nobody uses.
            unsafe {
                let base = start.wrapping_add(MARKER_DISTANCE as usize);
                let fixed = anonymous | MapFlags::FIXED;
                mmap_anonymous(
                    start.cast(),
                    extent.marker_bytes() as usize,
                    read_write,
                    fixed,
                )?;
                let nursery = base.add(NULL_BYTES as usize);
                let nursery_bytes = (extent.nursery_end - NULL_BYTES) as usize;
                mmap_anonymous(nursery.cast(), nursery_bytes, read_write, fixed)?;
                // Large objects grow it by megabytes: a fault for each page costs as much as to
                // fill it. (A kernel that knows no such pages refuses, and nothing is lost.)
                let _ = madvise(nursery.cast(), nursery_bytes, Advice::LinuxHugepage);
                let old = base.add(extent.nursery_end as usize);
                let flags = sharing | MapFlags::FIXED | MapFlags::NORESERVE;
                mmap(
                    old.cast(),
                    extent.old_bytes() as usize,
                    read_write,
                    flags,
                    &file,
                    0,
                )?;
                bases.push(Base(base));
            }
        }
        Ok(Memory {
            extent,
            reservations,
            bases,
            locks,
            write_marks,
        })
    }

    /// Gives segment 0's view so many more names: for threads that share it, each with its own
    /// segment words and its own part of the nursery.
    pub(crate) fn with_names(mut self, count: usize) -> Memory {
        self.bases.resize(self.bases.len() + count, self.bases[0]);
        self
    }

    pub(crate) fn extent(&self) -> Extent {
        self.extent
    }

    /// The view of a segment; 0 is the shared one.
    #[inline]
    pub(crate) fn base(&self, segment: usize) -> Base {
        self.bases[segment]
    }

    /// How many private segments there are.
    pub(crate) fn segment_count(&self) -> usize {
        self.bases.len() - 1
    }

    /// The global write lock of the object (or card) at `offset` of the old space: 0 when free,
    /// else the number of the segment whose transaction owns it. Used where commits stop all
    /// threads.
    /// Writers: any thread, by compare-and-swap from 0; the owner back to 0. Readers: any.
    #[inline]
    pub(crate) fn lock(&self, offset: Offset) -> &AtomicU8 {
        self.locks.of(offset)
    }

    /// The write marks of a segment ([`WRITTEN`](crate::heap::written::WRITTEN)). Segment 0 has
    /// those of threads that run under the lock.
    /// Writer: the segment's thread. Readers: that thread, and others that only want to know over
    /// what two transactions conflict; relaxed.
    #[inline]
    pub(crate) fn write_marks(&self, segment: usize) -> &PlaceBytes {
        &self.write_marks[segment]
    }

    /// Gives `segment` its own copy of a range of the old space, with the content it shows now.
    ///
    /// Dropping the mappings first and then populating them costs a fraction of copy-on-write
    /// faults on pages already read (measured in the decision record on page costs).
    pub(crate) fn privatise(&self, segment: usize, start: Offset, bytes: u64) {
        assert!(segment != 0, "segment 0 is the shared view");
        assert!(start.0 >= self.extent.nursery_end && start.0 + bytes <= self.extent.end);
        let address = self.base(segment).address(start).cast();
        // SAFETY: the range lies in the segment's private mapping of the file, and the segment has
        // no private copy of it yet (the group table says so), so dropping pages loses nothing.
        let populated = unsafe {
            madvise(address, bytes as usize, Advice::LinuxDontNeed)
                .and_then(|()| madvise(address, bytes as usize, Advice::LinuxPopulateWrite))
        };
        if populated.is_err() {
            self.privatise_by_touching(segment, start, bytes);
        }
    }

    /// Makes sure that a range of the old space has pages in a view, which is about to be written
    /// whole: to ask for them costs a fraction of a fault for each.
    pub(crate) fn populate(&self, view: Base, start: Offset, bytes: u64) {
        assert!(start.0 >= self.extent.nursery_end && start.0 + bytes <= self.extent.end);
        let address = view.address(start).cast();
        let bytes = bytes.next_multiple_of(PAGE_BYTES) as usize;
        // SAFETY: whole pages of the view's mapping, whose content stays as it is.
        // (A kernel before 5.14 refuses, and the pages come one by one.)
        let _ = unsafe { madvise(address, bytes, Advice::LinuxPopulateWrite) };
    }

    /// For kernels before 5.14, which cannot populate on request.
    fn privatise_by_touching(&self, segment: usize, start: Offset, bytes: u64) {
        for page in (0..bytes).step_by(PAGE_BYTES as usize) {
            let first = Offset(start.0 + page);
            let base = self.base(segment);
            base.store(first, 0, base.load(first, 0));
        }
    }

    /// Takes a segment's own copy of a range of whole groups away: from now on it shows segment 0's
    /// content. (Re-sharing, paper §4.3.) The segment's thread is stopped, or the groups are free.
    pub(crate) fn share_again(&self, segment: usize, start: Offset, bytes: u64) {
        assert!(segment != 0, "segment 0 is the shared view");
        self.drop_pages(
            self.old_range(segment, start, bytes),
            bytes,
            Advice::LinuxDontNeed,
        );
    }

    /// Gives the memory of a range of whole groups back to the system: its content, its locks (none
    /// is held), its write marks (nothing is written) and its markers in all segments. The world is
    /// stopped, no segment has a private copy.
    pub(crate) fn give_back(&self, start: Offset, bytes: u64) {
        // A hole in the file: the pages vanish from all views.
        self.drop_pages(self.old_range(0, start, bytes), bytes, Advice::LinuxRemove);
        for table in self.write_marks.iter().chain([&self.locks]) {
            table.clear(start, bytes);
        }
        for base in &self.bases {
            let markers = ptr::from_ref(base.marker(start)).cast_mut().cast();
            self.drop_pages(markers, bytes / 8, Advice::LinuxDontNeed);
        }
    }

    fn old_range(&self, segment: usize, start: Offset, bytes: u64) -> *mut u8 {
        assert!(start.0 >= self.extent.nursery_end && start.0 + bytes <= self.extent.end);
        assert!(start.0.is_multiple_of(NULL_BYTES) && bytes.is_multiple_of(NULL_BYTES));
        self.base(segment).address(start)
    }

    /// Drops pages. The kernel may refuse (a sealed file, say): then the memory is kept, and stays
    /// correct, for no code relies on the content of free groups; but a copy that stays private
    /// would go stale.
    fn drop_pages(&self, start: *mut u8, bytes: u64, advice: Advice) {
        // SAFETY: whole pages of a mapping of this value, as the callers say whose content nobody
        // needs: free groups, or private copies that equal the shared page.
        let done = unsafe { madvise(start.cast(), bytes as usize, advice) };
        assert!(
            done.is_ok() || advice == Advice::LinuxRemove,
            "the kernel can drop private pages"
        );
    }

    /// Gives the pages of a range of a segment's nursery back to the system.
    pub(crate) fn discard_nursery(&self, segment: usize, start: u64, bytes: u64) {
        assert!(start >= NULL_BYTES && start + bytes <= self.extent.nursery_end);
        let address = self.base(segment).address(Offset(start)).cast();
        // SAFETY: the range lies in the nursery, above everything allocated.
        let done = unsafe { madvise(address, bytes as usize, Advice::LinuxDontNeed) };
        debug_assert!(done.is_ok());
    }

    /// Replaces the file that a process that was just forked shares with its parent by one of its
    /// own, so that neither sees the other's writes. Each segment shows the same
    /// as before. `used`: the ranges of the old space that hold anything. `private`: those
    /// of them that a segment has private copies of. No transaction is open, and the parent writes
    /// nothing meanwhile.
    ///
    /// # Errors
    /// The kernel's error when it refuses memory: then the process cannot go on.
    pub(crate) fn detach(
        &self,
        used: &[(Offset, u64)],
        private: impl Fn(usize) -> Vec<(Offset, u64)>,
    ) -> rustix::io::Result<()> {
        let file = with_room_for_file(self.extent.old_bytes(), || self.copied_file(used))?;
        self.map_old_space(0, &file, MapFlags::SHARED)?;
        for segment in 1..self.bases.len() {
            // (Under the global lock all names are those of segment 0.)
            if self.base(segment) == self.base(0) {
                continue;
            }
            let copy = |(start, bytes): (Offset, u64)| {
                (start, self.base(segment).bytes(start, 0, bytes).to_vec())
            };
            let kept: Vec<_> = private(segment).into_iter().map(copy).collect();
            self.map_old_space(segment, &file, MapFlags::PRIVATE)?;
            for (start, content) in kept {
                self.privatise(segment, start, content.len() as u64);
                self.base(segment).store_bytes(start, 0, &content);
            }
        }
        Ok(())
    }

    /// A file with what segment 0 shows in these ranges of the old space.
    fn copied_file(&self, used: &[(Offset, u64)]) -> rustix::io::Result<OwnedFd> {
        let file = heap_file(self.extent.old_bytes())?;
        for (start, bytes) in used {
            let mut place = start.0 - self.extent.nursery_end;
            let mut left = self.base(0).bytes(*start, 0, *bytes);
            while !left.is_empty() {
                let written = rustix::io::pwrite(&file, left, place)?;
                place += written as u64;
                left = &left[written..];
            }
        }
        Ok(file)
    }

    /// Maps a segment's view of the old space onto a file.
    fn map_old_space(
        &self,
        segment: usize,
        file: &OwnedFd,
        sharing: MapFlags,
    ) -> rustix::io::Result<()> {
        let start = Offset(self.extent.nursery_end);
        let flags = sharing | MapFlags::FIXED | MapFlags::NORESERVE;
        // SAFETY: the range is the segment's old space, mapped by `map` (I-HEAP-1), of which no
        // reference is kept: no transaction is open.
        unsafe {
            mmap(
                self.base(segment).address(start).cast(),
                self.extent.old_bytes() as usize,
                ProtFlags::READ | ProtFlags::WRITE,
                flags,
                file,
                0,
            )?;
        }
        Ok(())
    }

    /// Sets all read markers of a segment to zero, by dropping their pages.
    pub(crate) fn clear_markers(&self, segment: usize) {
        let bytes = self.extent.marker_bytes() as usize;
        // SAFETY: the marker area of the segment; zero pages are cleared markers, and only the
        // thread that owns the segment calls this, between transactions.
        let done = unsafe {
            let start = self.base(segment).0.sub(MARKER_DISTANCE as usize);
            madvise(start.cast(), bytes, Advice::LinuxDontNeed)
        };
        assert!(done.is_ok(), "the kernel can drop anonymous pages");
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        give_addresses_back(&self.reservations);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Memory {
        Memory::map(2, Extent::new(1 << 20, 1 << 20)).expect("maps")
    }

    #[test]
    fn private_views_follow_the_shared_one_until_privatised() {
        let memory = small();
        let offset = Offset(memory.extent().nursery_end);
        memory.base(0).store(offset, 0, 11);
        assert_eq!(memory.base(1).load(offset, 0), 11);
        memory.privatise(1, offset, 1 << 16);
        memory.base(0).store(offset, 0, 12);
        assert_eq!(
            memory.base(1).load(offset, 0),
            11,
            "a private page keeps its content"
        );
        assert_eq!(memory.base(2).load(offset, 0), 12, "a shared page follows");
        memory.base(1).store(offset, 0, 13);
        assert_eq!(
            memory.base(0).load(offset, 0),
            12,
            "a private write stays private"
        );
    }

    #[test]
    fn a_detached_memory_shows_what_it_showed_before() {
        let memory = small();
        let first = Offset(memory.extent().nursery_end);
        let second = Offset(first.0 + (1 << 16));
        memory.base(0).store(first, 0, 11);
        memory.base(0).store(second, 0, 21);
        memory.privatise(1, first, 1 << 16);
        memory.base(1).store(first, 0, 12);
        let private = |segment| match segment {
            1 => vec![(first, 1 << 16)],
            _ => Vec::new(),
        };
        memory.detach(&[(first, 1 << 17)], private).expect("maps");
        let shown = |segment, offset| memory.base(segment).load(offset, 0);
        assert_eq!(
            (shown(0, first), shown(1, first), shown(2, first)),
            (11, 12, 11)
        );
        assert_eq!((shown(0, second), shown(1, second)), (21, 21));
        memory.base(0).store(second, 0, 22);
        assert_eq!(shown(1, second), 22, "a shared page follows");
        memory.share_again(1, first, 1 << 16);
        assert_eq!(shown(1, first), 11);
    }

    #[test]
    fn markers_are_separate_for_each_sixteen_bytes_and_can_be_cleared() {
        let memory = small();
        let offset = Offset(memory.extent().nursery_end);
        memory.base(1).marker(offset).store(9, Ordering::Relaxed);
        let next = Offset(offset.0 + 16);
        assert_eq!(memory.base(1).marker(next).load(Ordering::Relaxed), 0);
        assert_eq!(memory.base(2).marker(offset).load(Ordering::Relaxed), 0);
        memory.clear_markers(1);
        assert_eq!(memory.base(1).marker(offset).load(Ordering::Relaxed), 0);
    }
}
