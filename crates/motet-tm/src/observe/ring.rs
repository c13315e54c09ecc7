//! The ring of a thread's last events: written by its thread alone, read by threads that drain it.
//!
//! - I-RING-1: before the writer changes any word of record `n`, `head` is `n` for every thread
//!   that sees the change (a release fence between the two, an acquire fence on the reader's side).
//!   So a reader that looks at `head` again after it has copied records knows which of them may be
//!   torn: those below `head + 1 - RECORDS`.

use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::{Arc, Mutex, OnceLock};

use crate::observe::statistics::AbortCause;
use crate::observe::{
    Event, EventKind, EventLog, OpenTransaction, OtherSide, ThreadEvents, WaitFor,
};
use crate::support::ThreadNumber;

const RECORD_WORDS: usize = 6;
/// Records of a chunk. Chunks are made when first reached: short threads have one.
const CHUNK_RECORDS: usize = 64;
const CHUNKS: usize = 64;
/// How many events of a thread are kept until they are drained (one less: see I-RING-1). 196 KB.
pub(super) const RECORDS: usize = CHUNK_RECORDS * CHUNKS;
/// How many ended threads' events are kept until they are drained.
const ENDED_THREADS_MAX: usize = 64;

type Words = [u64; RECORD_WORDS];
type Chunk = Box<[[AtomicU64; RECORD_WORDS]]>;

/// The events of one thread.
pub(super) struct Ring {
    thread: ThreadNumber,
    /// Exactly the chunks below `head` are made (all, once it went round).
    chunks: [OnceLock<Chunk>; CHUNKS],
    /// Number of records written ever. Writer: its thread. Release; readers acquire.
    head: AtomicU64,
    /// When the open transaction began, 0 if none is open. Writer: its thread.
    open_since_ns: AtomicU64,
    /// The position at which it began. Changed only while `open_since_ns` is 0.
    open_position: AtomicU64,
}

impl Ring {
    pub(super) fn new(thread: ThreadNumber) -> Ring {
        Ring {
            thread,
            chunks: std::array::from_fn(|_| OnceLock::new()),
            head: AtomicU64::new(0),
            open_since_ns: AtomicU64::new(0),
            open_position: AtomicU64::new(0),
        }
    }

    fn chunk_of(index: u64) -> (usize, usize) {
        let slot = (index % RECORDS as u64) as usize;
        (slot / CHUNK_RECORDS, slot % CHUNK_RECORDS)
    }

    #[cold]
    fn new_chunk() -> Chunk {
        let record = || std::array::from_fn(|_| AtomicU64::new(0));
        (0..CHUNK_RECORDS).map(|_| record()).collect()
    }

    /// Adds an event. Only its own thread calls it.
    pub(super) fn push(&self, event: &Event) {
        self.push_words(encode(event));
    }

    #[inline]
    fn push_words(&self, words: Words) {
        let head = self.head.load(Ordering::Relaxed);
        let (chunk, index) = Ring::chunk_of(head);
        let record = &self.chunks[chunk].get_or_init(Ring::new_chunk)[index];
        // I-RING-1.
        fence(Ordering::Release);
        for (place, word) in record.iter().zip(words) {
            place.store(word, Ordering::Relaxed);
        }
        self.head.store(head + 1, Ordering::Release);
    }

    #[inline]
    pub(super) fn open(&self, began_ns: u64, position: u64) {
        fence(Ordering::Release);
        self.open_position.store(position, Ordering::Relaxed);
        self.open_since_ns.store(began_ns, Ordering::Release);
    }

    #[inline]
    pub(super) fn close(&self) {
        self.open_since_ns.store(0, Ordering::Relaxed);
    }

    /// The open transaction; none if it changed under the reader's eyes.
    fn opened(&self) -> Option<OpenTransaction> {
        let began_ns = self.open_since_ns.load(Ordering::Acquire);
        let begin_position = self.open_position.load(Ordering::Relaxed);
        fence(Ordering::Acquire);
        let is_same = self.open_since_ns.load(Ordering::Relaxed) == began_ns;
        (began_ns != 0 && is_same).then_some(OpenTransaction {
            began_ns,
            begin_position,
        })
    }

    /// The records from `tail` on that can be read whole, and the number of the first of them.
    fn read_from(&self, tail: u64) -> (u64, Vec<Words>) {
        let head = self.head.load(Ordering::Acquire);
        let first = tail.max(head.saturating_sub(RECORDS as u64));
        let mut records: Vec<Words> = (first..head).map(|index| self.read(index)).collect();
        // I-RING-1.
        fence(Ordering::Acquire);
        let head = self.head.load(Ordering::Relaxed);
        let whole = first.max((head + 1).saturating_sub(RECORDS as u64));
        let torn = (whole - first).min(records.len() as u64);
        records.drain(..torn as usize);
        (first + torn, records)
    }

    fn read(&self, index: u64) -> Words {
        let (chunk, index) = Ring::chunk_of(index);
        let chunk = self.chunks[chunk].get().expect("made before the head");
        std::array::from_fn(|word| chunk[index][word].load(Ordering::Relaxed))
    }
}

/// The rings of all threads.
pub(crate) struct Rings {
    state: Mutex<RingsState>,
}

#[derive(Default)]
struct RingsState {
    /// In the order of the threads' making. A thread has ended when only this list has its ring.
    rings: Vec<Drained>,
    lost_with_threads: u64,
}

struct Drained {
    ring: Arc<Ring>,
    /// How many of its records have been drained or were lost.
    tail: u64,
}

impl Drained {
    fn has_ended(&self) -> bool {
        Arc::strong_count(&self.ring) == 1
    }

    fn drain(&mut self) -> ThreadEvents {
        let (first, records) = self.ring.read_from(self.tail);
        let lost = first - self.tail;
        self.tail = first + records.len() as u64;
        ThreadEvents {
            thread: self.ring.thread,
            events: records.iter().map(decode).collect(),
            lost,
            open: self.ring.opened(),
        }
    }
}

impl Rings {
    pub(crate) fn new() -> Rings {
        Rings {
            state: Mutex::new(RingsState::default()),
        }
    }

    /// The ring of a new thread. Forgets the oldest of the ended threads if they are many.
    pub(super) fn register(&self, thread: ThreadNumber) -> Arc<Ring> {
        let ring = Arc::new(Ring::new(thread));
        let mut state = self.state.lock().expect("no panic under this lock");
        let ended = state.rings.iter().filter(|ring| ring.has_ended()).count();
        if ended > ENDED_THREADS_MAX {
            let oldest = state.rings.iter().position(Drained::has_ended);
            let mut oldest = state.rings.remove(oldest.expect("there are some"));
            let forgotten = oldest.drain();
            state.lost_with_threads += forgotten.lost + forgotten.events.len() as u64;
        }
        state.rings.push(Drained {
            ring: Arc::clone(&ring),
            tail: 0,
        });
        ring
    }

    pub(crate) fn drain(&self) -> EventLog {
        let mut state = self.state.lock().expect("no panic under this lock");
        let lost_with_threads = std::mem::take(&mut state.lost_with_threads);
        let mut threads = Vec::new();
        state.rings.retain_mut(|ring| {
            // Asked first: the last events of a thread must not be missed.
            let has_ended = ring.has_ended();
            let events = ring.drain();
            if !has_ended || !events.events.is_empty() || events.lost > 0 {
                threads.push(events);
            }
            !has_ended
        });
        EventLog {
            threads,
            lost_with_threads,
        }
    }
}

const CODE_COMMIT: u8 = 0;
const CODE_ABORT: u8 = 1;
const CODE_WAIT: u8 = 2;
const CODE_INEVITABLE: u8 = 3;
const CODE_MINOR: u8 = 4;
const CODE_MAJOR: u8 = 5;

/// Word 5: the kind in 8 bits, its detail in 8, then the other thread's number plus 1, or 0.
#[inline]
fn encode(event: &Event) -> Words {
    let (code, detail) = match event.kind {
        EventKind::Commit => (CODE_COMMIT, 0),
        EventKind::Abort(cause) => (CODE_ABORT, cause as u8),
        EventKind::Wait(what) => (CODE_WAIT, what as u8),
        EventKind::Inevitable => (CODE_INEVITABLE, 0),
        EventKind::MinorCollection => (CODE_MINOR, 0),
        EventKind::MajorCollection => (CODE_MAJOR, 0),
    };
    let (thread, position) = event
        .other
        .map_or((0, 0), |other| (other.thread + 1, other.position));
    [
        event.began_ns,
        event.ended_ns,
        event.position,
        event.begin_position,
        position,
        u64::from(code) | u64::from(detail) << 8 | thread << 16,
    ]
}

fn decode(words: &Words) -> Event {
    let [
        began_ns,
        ended_ns,
        position,
        begin_position,
        other_position,
        packed,
    ] = *words;
    let detail = (packed >> 8) as u8;
    let kind = match packed as u8 {
        CODE_COMMIT => EventKind::Commit,
        CODE_ABORT => EventKind::Abort(AbortCause::from_number(u32::from(detail))),
        CODE_WAIT => EventKind::Wait(WaitFor::ALL[usize::from(detail)]),
        CODE_INEVITABLE => EventKind::Inevitable,
        CODE_MINOR => EventKind::MinorCollection,
        CODE_MAJOR => EventKind::MajorCollection,
        other => unreachable!("event {other}"),
    };
    let thread = packed >> 16;
    let other = (thread != 0).then(|| OtherSide {
        thread: thread - 1,
        position: other_position,
    });
    Event {
        kind,
        began_ns,
        ended_ns,
        position,
        begin_position,
        other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    fn commit(number: u64) -> Event {
        Event {
            kind: EventKind::Commit,
            began_ns: number,
            ended_ns: number + 1,
            position: 0,
            begin_position: 0,
            other: None,
        }
    }

    #[test]
    fn every_kind_of_event_comes_back_as_it_was() {
        let waits = WaitFor::ALL.map(EventKind::Wait);
        let aborts = AbortCause::ALL.map(EventKind::Abort);
        let others = [
            EventKind::Commit,
            EventKind::Inevitable,
            EventKind::MinorCollection,
            EventKind::MajorCollection,
        ];
        let kinds: Vec<_> = waits.into_iter().chain(aborts).chain(others).collect();
        for (index, kind) in kinds.into_iter().enumerate() {
            let side = OtherSide {
                thread: index as u64,
                position: 77,
            };
            let event = Event {
                kind,
                began_ns: 1,
                ended_ns: 2,
                position: u64::MAX,
                begin_position: 4,
                other: (index % 2 == 0).then_some(side),
            };
            assert_eq!(decode(&encode(&event)), event);
        }
    }

    #[test]
    fn what_was_overwritten_is_counted_as_lost_and_what_was_drained_is_not_read_again() {
        let rings = Rings::new();
        let ring = rings.register(3);
        (0..10).for_each(|number| ring.push(&commit(number)));
        let log = rings.drain();
        assert_eq!(log.threads.len(), 1);
        assert_eq!(
            (log.threads[0].thread, log.threads[0].events.len()),
            (3, 10)
        );
        let total = 2 * RECORDS as u64;
        (10..10 + total).for_each(|number| ring.push(&commit(number)));
        let events = rings.drain().threads.remove(0);
        assert_eq!(events.lost + events.events.len() as u64, total);
        assert_eq!(events.events.len(), RECORDS - 1);
        let last = events.events.last().expect("there are many");
        assert_eq!(*last, commit(10 + total - 1));
        assert_eq!(rings.drain().threads[0].events, []);
    }

    #[test]
    fn events_of_ended_threads_are_drained_once_and_those_of_many_are_forgotten() {
        let rings = Rings::new();
        let ends = |number| rings.register(number).push(&commit(number));
        ends(0);
        assert_eq!(rings.drain().threads.len(), 1);
        assert_eq!(rings.drain().threads.len(), 0);
        let many = 3 * ENDED_THREADS_MAX as u64;
        (0..many).for_each(ends);
        let log = rings.drain();
        assert!(log.threads.len() <= ENDED_THREADS_MAX + 2);
        assert_eq!(log.lost_with_threads + log.threads.len() as u64, many);
        assert_eq!(log.threads.last().expect("many").thread, many - 1);
    }

    /// A writer that goes round as fast as it can, beside a reader: no torn record is returned, and
    /// none is returned twice or missed without being counted.
    #[test]
    fn a_reader_beside_the_writer_gets_whole_records() {
        const PASSES: u64 = 100;
        let ring = Ring::new(0);
        let is_enough = AtomicBool::new(false);
        let words = |number: u64| std::array::from_fn(|word| number * 8 + word as u64);
        let (mut next, mut lost, mut read) = (0, 0, 0);
        let total = std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let mut number = 0;
                while !is_enough.load(Ordering::Relaxed) {
                    ring.push_words(words(number));
                    number += 1;
                }
                number
            });
            let mut passes = 0;
            loop {
                let was_over = writer.is_finished();
                let (first, records) = ring.read_from(next);
                lost += first - next;
                for (index, record) in records.iter().enumerate() {
                    let wanted: Words = words(first + index as u64);
                    if *record != wanted {
                        is_enough.store(true, Ordering::Relaxed);
                        panic!("record {}: {record:?}", first + index as u64);
                    }
                }
                read += records.len() as u64;
                next = first + records.len() as u64;
                passes += u64::from(records.len() > RECORDS / 2);
                if passes > PASSES {
                    is_enough.store(true, Ordering::Relaxed);
                }
                if was_over {
                    break;
                }
            }
            writer.join().expect("ends")
        });
        assert_eq!(lost + read, total);
    }
}
