//! Positions in the program at which objects were written, for transactions that conflict with the
//! writes; and the blame for an abort.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use crate::object::value::Offset;
use crate::support::ThreadNumber;

/// Bits of a position that are the host's; those above tell the written object.
const PLACE_BITS: u32 = 48;
/// In the upper bits: the host word of the object written, plus 1, if it is below this.
const HOST_LIMIT: u64 = 0xffff;

/// A position that also tells the host word of the object that was written there.
pub(crate) fn with_host(position: u64, host: u32) -> u64 {
    let known = u64::from(host) + 1;
    let upper = if known < HOST_LIMIT { known } else { 0 };
    place_of(position) | upper << PLACE_BITS
}

/// The position in the program, as the host has told it, of a position in an event.
pub fn place_of(position: u64) -> u64 {
    position & ((1 << PLACE_BITS) - 1)
}

/// The host word of the object that was written at a position in an event (of a large array: its
/// own); `None` where nothing was written, or the number is too large.
pub fn host_written_at(position: u64) -> Option<u32> {
    let upper = position >> PLACE_BITS;
    (upper != 0).then(|| upper as u32 - 1)
}

/// How many writes of a segment are remembered; a power of two. Later ones displace earlier ones.
const ENTRIES: usize = 1024;

/// The positions of a segment's last first writes to old objects and cards, by where these begin.
///
/// Writer: the segment's thread. Readers: threads that find a lock taken by it. An entry is
/// `(start, position)`; its position changes only while its start is 0, so that a reader that sees
/// the same start before and after has the position that belongs to it.
pub(crate) struct WritePositions {
    /// Made with the first write; never under [`crate::Config::events`] off.
    entries: OnceLock<Box<[[AtomicU64; 2]]>>,
}

fn entry_of(start: Offset) -> usize {
    // Objects are 16 bytes apart, cards 256: fold the upper bits in.
    let unit = start.bytes() >> 4;
    (unit ^ (unit >> 10)) as usize % ENTRIES
}

impl WritePositions {
    pub(crate) fn new() -> WritePositions {
        WritePositions {
            entries: OnceLock::new(),
        }
    }

    /// To be called before the lock is taken: a thread that finds it taken finds the position.
    #[inline]
    pub(crate) fn note(&self, start: Offset, position: u64) {
        let [key, value] = &self.entries.get_or_init(new_entries)[entry_of(start)];
        key.store(0, Ordering::Relaxed);
        fence(Ordering::Release);
        value.store(position, Ordering::Relaxed);
        key.store(start.bytes(), Ordering::Release);
    }

    /// The position where the segment's thread wrote the object or card that begins at `start`; 0
    /// if that is forgotten.
    pub(crate) fn find(&self, start: Offset) -> u64 {
        let Some(entries) = self.entries.get() else {
            return 0;
        };
        let [key, value] = &entries[entry_of(start)];
        let before = key.load(Ordering::Acquire);
        let position = value.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        let after = key.load(Ordering::Relaxed);
        if before == start.bytes() && before == after {
            position
        } else {
            0
        }
    }
}

#[cold]
fn new_entries() -> Box<[[AtomicU64; 2]]> {
    let entry = || [AtomicU64::new(0), AtomicU64::new(0)];
    (0..ENTRIES).map(|_| entry()).collect()
}

/// The thread that won against a transaction, and where. Lies in the loser's segment until it
/// aborts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blame {
    /// The loser's serial: a transaction that was not meant is not told.
    pub(crate) serial: u64,
    pub(crate) winner: ThreadNumber,
    /// The winner's position, 0 if unknown.
    pub(crate) winner_position: u64,
    /// The loser's write, if the winner knows it; else where the loser is counts.
    pub(crate) own_position: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_tells_what_was_written() {
        let position = with_host(0x7fff_1234_5678, 513);
        assert_eq!(place_of(position), 0x7fff_1234_5678);
        assert_eq!(host_written_at(position), Some(513));
        assert_eq!(host_written_at(with_host(position, 70_000)), None);
        assert_eq!(host_written_at(0x7fff_1234_5678), None);
    }

    #[test]
    fn a_position_is_found_by_its_object_alone_and_the_later_write_displaces_the_earlier() {
        let positions = WritePositions::new();
        assert_eq!(positions.find(Offset(0x10_0000)), 0);
        let start = |number: u64| Offset(0x10_0000 + 16 * number);
        for number in 0..100 {
            positions.note(start(number), number + 1);
        }
        for number in 0..100 {
            assert_eq!(positions.find(start(number)), number + 1);
        }
        assert_eq!(positions.find(start(100)), 0);
        let same = (1000..100_000)
            .map(start)
            .find(|other| entry_of(*other) == entry_of(start(7)));
        let same = same.expect("there are more objects than entries");
        positions.note(same, 55);
        assert_eq!((positions.find(same), positions.find(start(7))), (55, 0));
    }
}
