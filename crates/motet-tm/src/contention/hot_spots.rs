//! Places of the heap over which transactions have lately conflicted by writing.
//!
//! A lock, a counter or the end of a queue is written in an instant, but others see it at the
//! transaction's end, and of all that write the place meanwhile one gets through. So a transaction
//! that writes such a place ends soon afterwards: the work that follows then stands in no thread's
//! way. (The transaction of a serialised thread need not.)
//!
//! *Soon* is not at once: a lock that is taken should be let go within the same transaction, and
//! places written together are mostly written within a few operations. But a thread that takes a
//! task from a queue goes on with the task. Where the task is below native code (`sum`, `sorted`,
//! `map`) or is one native call (`json.loads`), no transaction ends before the task does. So each
//! thread learns how soon. After an end that came due below native code, or came late, its hot
//! transactions end a few yield points after the write; each end in time makes that a little
//! longer again ([`CutLength`]; decision 22).

use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::object::value::Offset;

/// How many entries there are. Two places that share an entry only make each other's transactions
/// shorter than they need be.
const ENTRIES: usize = 4_096;
/// The heat that a conflict brings.
const HEAT_OF_COLLISION: u8 = 32;
/// So many writes without a conflict take away the heat of one.
#[cfg(test)]
const WRITES_FOR_COLLISION: usize =
    HEAT_OF_COLLISION as usize * WRITES_FOR_COOLING as usize / COOLING as usize;
/// At so much heat, two writes have collided within that many.
const HEAT_TO_LOCK: u8 = 2 * HEAT_OF_COLLISION;
/// A thread cools places once in so many of its writes to hot ones: to change the heat takes its
/// cache line from the other threads, which look there at each of their writes …
const WRITES_FOR_COOLING: u8 = 16;
/// … by so much. A place that cools too soon costs a long transaction, which has run for up to some
/// hundred microseconds when it aborts; as long as it is hot, it costs a commit for each write.
const COOLING: u8 = 4;
/// How many yield points a transaction may still pass when it has written a hot place, at most …
const YIELD_POINTS_MAX: u32 = 64;
/// … and after an end that came due below native code.
const YIELD_POINTS_MIN: u32 = 4;
/// An end that comes so long after the hot write comes too late: something has taken long in which
/// there are no yield points.
const LATE_NS: u64 = 100_000;
/// So many ends in time allow one yield point more.
const ENDS_FOR_ONE_MORE: u32 = 64;

/// How much transactions have lately conflicted over a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heat {
    Cold,
    /// The transaction that writes it ends soon.
    Hot,
    /// Besides, it takes the place's write lock, so that the next writer knows at once, not when
    /// it has done all its work (decision 58). One that has not read the place waits for the lock
    /// (decision 60).
    VeryHot,
}

/// The heat of places. One entry is for many places.
pub(crate) struct HotSpots {
    /// Writers: threads in a conflict or at a hot place. Readers: threads that write a place
    /// for the first time.
    /// Relaxed, and updates may be lost: it only saves time.
    heat: Box<[AtomicU8]>,
}

impl HotSpots {
    pub(crate) fn new() -> HotSpots {
        let heat = (0..ENTRIES).map(|_| AtomicU8::new(0)).collect();
        HotSpots { heat }
    }

    fn entry(&self, start: Offset) -> &AtomicU8 {
        // Fibonacci hashing: the upper bits of the product are mixed best.
        let mixed = start.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.heat[(mixed >> (64 - ENTRIES.trailing_zeros())) as usize]
    }

    /// Notes that two transactions have conflicted over a place that both write.
    pub(crate) fn collided(&self, start: Offset) {
        let entry = self.entry(start);
        let heat = entry.load(Ordering::Relaxed);
        entry.store(heat.saturating_add(HEAT_OF_COLLISION), Ordering::Relaxed);
    }

    /// Notes that a thread writes a place without a conflict, which cools it now and then. Returns
    /// how hot it was.
    #[inline]
    pub(crate) fn write(&self, start: Offset, hot_writes: &HotWrites) -> Heat {
        let entry = self.entry(start);
        let heat = entry.load(Ordering::Relaxed);
        if heat > 0 && hot_writes.count() {
            entry.store(heat.saturating_sub(COOLING), Ordering::Relaxed);
        }
        match heat {
            0 => Heat::Cold,
            1..HEAT_TO_LOCK => Heat::Hot,
            HEAT_TO_LOCK.. => Heat::VeryHot,
        }
    }
}

/// A thread's writes to hot places since it last cooled one.
#[derive(Default)]
pub(crate) struct HotWrites(Cell<u8>);

impl HotWrites {
    /// Counts a write. Whether it is time to cool.
    fn count(&self) -> bool {
        let count = (self.0.get() + 1) % WRITES_FOR_COOLING;
        self.0.set(count);
        count == 0
    }
}

/// How many yield points a thread's transactions may still pass after they have written a hot
/// place.
pub(crate) struct CutLength {
    /// In parts of a yield point, of which there are [`ENDS_FOR_ONE_MORE`] to one.
    parts: Cell<u32>,
}

impl CutLength {
    pub(crate) fn new() -> CutLength {
        CutLength {
            parts: Cell::new(YIELD_POINTS_MAX * ENDS_FOR_ONE_MORE),
        }
    }

    pub(crate) fn yield_points(&self) -> i32 {
        (self.parts.get() / ENDS_FOR_ONE_MORE) as i32
    }

    /// A transaction that was cut short has ended so long after the hot write. (A thread that the
    /// operating system has stopped meanwhile ends late too: once does not say much.)
    pub(crate) fn ended(&self, after_ns: u64) {
        let parts = self.parts.get();
        self.parts.set(if after_ns < LATE_NS {
            (parts + 1).min(YIELD_POINTS_MAX * ENDS_FOR_ONE_MORE)
        } else {
            (parts / 4).max(YIELD_POINTS_MIN * ENDS_FOR_ONE_MORE)
        });
    }

    /// The end of a transaction came due below native code, and others wait for it or may do so.
    pub(crate) fn missed(&self) {
        self.parts.set(YIELD_POINTS_MIN * ENDS_FOR_ONE_MORE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_after_a_hot_write_comes_sooner_after_a_missed_one_and_slowly_later_again() {
        let length = CutLength::new();
        let longest = length.yield_points();
        length.ended(0);
        assert_eq!(length.yield_points(), longest, "that is the most");
        length.missed();
        assert_eq!(length.yield_points(), YIELD_POINTS_MIN as i32);
        (1..ENDS_FOR_ONE_MORE).for_each(|_| length.ended(0));
        assert_eq!(length.yield_points(), YIELD_POINTS_MIN as i32);
        length.ended(0);
        assert_eq!(length.yield_points(), YIELD_POINTS_MIN as i32 + 1);
        let length = CutLength::new();
        length.ended(LATE_NS);
        assert_eq!(
            length.yield_points(),
            longest / 4,
            "it may have been stopped"
        );
        (0..9).for_each(|_| length.ended(LATE_NS));
        assert_eq!(length.yield_points(), YIELD_POINTS_MIN as i32);
    }

    #[test]
    fn a_place_is_very_hot_after_two_collisions_in_a_row() {
        let (spots, writes) = (HotSpots::new(), HotWrites::default());
        let place = Offset(0x1234_5670);
        spots.collided(place);
        assert_eq!(spots.write(place, &writes), Heat::Hot);
        spots.collided(place);
        assert_eq!(spots.write(place, &writes), Heat::VeryHot);
    }

    #[test]
    fn a_place_is_hot_after_a_collision_and_cools_by_writes() {
        let spots = HotSpots::new();
        let (place, other) = (Offset(0x1234_5670), Offset(0x1234_5680));
        let writes = HotWrites::default();
        let is_hot = |place| spots.write(place, &writes) != Heat::Cold;
        assert!(!is_hot(place));
        spots.collided(place);
        assert!(!is_hot(other), "another place");
        let hot_writes = (0..1_000).filter(|_| is_hot(place)).count();
        assert_eq!(hot_writes, WRITES_FOR_COLLISION);
        (0..100).for_each(|_| spots.collided(place));
        let hot_writes = (0..10_000).filter(|_| is_hot(place)).count();
        let hottest = usize::from(u8::MAX.div_ceil(HEAT_OF_COLLISION)) * WRITES_FOR_COLLISION;
        assert_eq!(hot_writes, hottest, "it does not run over");
    }
}
