//! Segments: the slots in which transactions run, and their shared words.
//!
//! A thread takes a segment for a stretch of transactions, so that any number of threads runs on N
//! segments (paper §4.4): a segment that takes part in the log first (`engine/segments.rs`),
//! and of those the same as last time if it can. The sole thread has none: it runs in segment 0
//! (`engine/sole.rs`).
//!
//! # States of a segment
//!
//! ```text
//!            enter (its thread)            leave_for_safe (its thread)
//!   Idle ───────────────────────▶ Running ───────────────────────────▶ Safe
//!    ▲                               │  ▲                                │
//!    └───────────────────────────────┘  └────────────────────────────────┘
//!            exit (its thread)             enter (its thread, not while the world is stopped)
//! ```
//!
//! Only a `Running` segment is waited for by a thread that stops the world. `Safe` means: a
//! transaction is open, but its thread is at a safepoint (stopped, waiting, or in a blocking call).

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::observe::positions::{Blame, WritePositions};
use crate::support::ThreadNumber;
use crate::support::apart::Apart;
use crate::support::sync::{AtomicBool, AtomicU32, AtomicU64, Mutex};
use crate::threads::scheduler::Bell;

/// Reasons to leave the fast path, as bits of a segment's poll word.
pub(crate) mod lane {
    /// Somebody wants to stop the world. Set and cleared by the stopper.
    pub(crate) const STOP: u32 = 1;
    /// The transaction is doomed. Set by the thread that doomed it, which may be its own; cleared
    /// by its thread at begin.
    pub(crate) const DOOMED: u32 = 1 << 1;
    /// Another thread wants the GIL. Set by the waiter, cleared by the holder when it lets go.
    pub(crate) const DROP_GIL: u32 = 1 << 2;
    /// Look at every yield point (injection, stepping). Never cleared.
    pub(crate) const ALWAYS: u32 = 1 << 3;
    /// A minor collection is due at the next border between operations. Set and cleared by its
    /// thread.
    pub(crate) const COLLECT: u32 = 1 << 4;
    /// The transaction should end at its next yield point. Set by anyone, cleared at begin.
    pub(crate) const COMMIT_SOON: u32 = 1 << 5;
    /// Objects wait for their finalizers. Set by its thread, cleared by it before it runs them.
    pub(crate) const FINALIZE: u32 = 1 << 8;
    /// The log has grown. Set by committers, cleared by its thread before it looks.
    pub(crate) const LOG: u32 = 1 << 7;
    /// The language asked for attention (signals; tools that watch). Set by anyone; cleared by the
    /// thread, or kept for the other threads of this segment.
    pub(crate) const HOST: u32 = 1 << 6;
}

/// State of a segment; see the diagram above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum SegmentState {
    /// No transaction.
    Idle = 0,
    /// A transaction is open and its thread may touch the heap.
    Running = 1,
    /// A transaction is open and its thread is at a safepoint.
    Safe = 2,
}

/// The words of a segment that other threads read or write. On cache lines of its own.
#[repr(align(128))]
pub(crate) struct Segment {
    /// See [`lane`]. Writers: anyone, by atomic or/and. Readers: its thread, relaxed, at each poll.
    /// Apart: other threads write it at each of their commits.
    pub(crate) poll: Apart<AtomicU32>,
    /// A [`SegmentState`]. Writer: its thread. Readers: the stopper. SeqCst: the store of `Running`
    /// and the load of `World::held` must not pass one another.
    state: AtomicU32,
    /// The read version of the running transaction. Writer: its thread at begin. Readers: the
    /// committer with the world stopped. Relaxed: the stop orders it.
    pub(crate) read_version: AtomicU32,
    /// Begin number of the transaction, odd while one is open. Writer: its thread. Readers: any.
    pub(crate) serial: AtomicU64,
    /// Age: number of the first attempt of the transaction, smaller is older. As `read_version`.
    pub(crate) age: AtomicU64,
    /// How many attempts of this transaction have aborted. As `read_version`.
    pub(crate) attempts: AtomicU32,
    /// Whether its thread has the serial right. As `read_version`, and looked at by contention.
    pub(crate) has_serial_right: AtomicBool,
    /// Whether the transaction is inevitable. Writer: its thread. Readers: committers, contention.
    pub(crate) inevitable: AtomicBool,
    /// The cause of the transaction's doom (an `AbortCause`). Writers: threads that doom it.
    /// Reader: its thread. Never reset: a thread that dooms stores it first, maybe while the next
    /// transaction begins.
    pub(crate) doom_cause: AtomicU32,
    /// The segment whose transaction doomed it; 0: unknown. As `doom_cause`.
    pub(crate) doomed_by: AtomicU32,
    /// The same for events, with positions. Writers: threads that doom it, before they ask for the
    /// abort.
    blame: Mutex<Option<Blame>>,
    /// The thread that took the segment last. Writer: that thread. For events: relaxed.
    pub(crate) thread: AtomicU64,
    /// The time since which that thread has had it, or since which it is idle, in nanoseconds since
    /// the runtime was made. Writer: that thread. Readers: threads that wait for a segment, and
    /// committers. Relaxed: only fairness and speed hang on it.
    pub(crate) since_ns: AtomicU64,
    /// The position at which the transaction began. As `thread`.
    pub(crate) begin_position: AtomicU64,
    /// So many bytes from the start of the nursery may have pages. Writer and reader: the segment's
    /// thread.
    pub(crate) nursery_touched: AtomicU64,
    /// The positions of the transaction's writes under its locks.
    pub(crate) write_positions: WritePositions,
    /// Where the change begins that has doomed the transaction, 0 if it is unknown. Writer: the
    /// thread that applies the change. Reader: the segment's thread, when it aborts.
    pub(crate) doomed_over: AtomicU64,
}

impl Segment {
    fn new(poll: u32) -> Segment {
        Segment {
            poll: Apart(AtomicU32::new(poll)),
            state: AtomicU32::new(SegmentState::Idle as u32),
            read_version: AtomicU32::new(0),
            serial: AtomicU64::new(0),
            age: AtomicU64::new(0),
            attempts: AtomicU32::new(0),
            has_serial_right: AtomicBool::new(false),
            inevitable: AtomicBool::new(false),
            doom_cause: AtomicU32::new(0),
            doomed_by: AtomicU32::new(0),
            blame: Mutex::new(None),
            thread: AtomicU64::new(0),
            since_ns: AtomicU64::new(0),
            begin_position: AtomicU64::new(0),
            nursery_touched: AtomicU64::new(0),
            write_positions: WritePositions::new(),
            doomed_over: AtomicU64::new(0),
        }
    }

    pub(crate) fn state(&self) -> SegmentState {
        match self.state.load(Ordering::SeqCst) {
            0 => SegmentState::Idle,
            1 => SegmentState::Running,
            2 => SegmentState::Safe,
            other => unreachable!("segment state {other}"),
        }
    }

    /// The one place where the state changes; asserts that the edge exists.
    pub(crate) fn transition(&self, from: SegmentState, to: SegmentState) {
        use SegmentState::{Idle, Running, Safe};
        assert!(
            matches!(
                (from, to),
                (Idle | Safe, Running) | (Running, Safe | Idle) | (Safe, Idle)
            ),
            "no edge from {from:?} to {to:?}"
        );
        let old = self.state.swap(to as u32, Ordering::SeqCst);
        assert_eq!(old, from as u32, "only its own thread moves a segment");
    }

    /// The transaction is going to be doomed by `winner`, at `winner_position`. `own_position`: its
    /// own write that is in the way, if that is why; 0 if it is unknown.
    #[cold]
    pub(crate) fn blame(
        &self,
        winner: ThreadNumber,
        winner_position: u64,
        own_position: Option<u64>,
    ) {
        *self.blame.lock().expect("no panic under this lock") = Some(Blame {
            serial: self.serial.load(Ordering::Acquire),
            winner,
            winner_position,
            own_position: own_position.filter(|position| *position != 0),
        });
    }

    /// The write that was in the way of the winner, by its position, if the blame does not tell it.
    #[cold]
    pub(crate) fn blame_own_write(&self, position: u64) {
        let mut blame = self.blame.lock().expect("no panic under this lock");
        if let Some(blame) = blame.as_mut() {
            blame.own_position.get_or_insert(position);
        }
    }

    pub(crate) fn take_blame(&self) -> Option<Blame> {
        self.blame.lock().expect("no panic under this lock").take()
    }

    /// Whether a transaction is open.
    pub(crate) fn is_open(&self) -> bool {
        self.serial.load(Ordering::Acquire) & 1 == 1
    }

    pub(crate) fn request(&self, lanes: u32) {
        self.poll.fetch_or(lanes, Ordering::SeqCst);
    }

    pub(crate) fn clear(&self, lanes: u32) {
        self.poll.fetch_and(!lanes, Ordering::SeqCst);
    }

    pub(crate) fn is_requested(&self, lanes: u32) -> bool {
        self.poll.load(Ordering::SeqCst) & lanes != 0
    }
}

/// The segment that a thread had last, so that it gets it again if it can.
#[derive(Default)]
pub(crate) struct Tenancy {
    pub(crate) last: Cell<usize>,
    /// The time since which the thread has its segment.
    pub(crate) since_ns: Cell<u64>,
    /// Before this time the thread does not look again whether it could be sole.
    pub(crate) looks_at_ns: Cell<u64>,
    /// The thread is not sole while there are other threads.
    pub(crate) refuses_to_be_sole: Cell<bool>,
}

/// All segments, and which of them are free.
pub(crate) struct SegmentPool {
    segments: Vec<Segment>,
    queue: Mutex<Queue>,
    /// How many threads are in the queue. Writers: under its lock. Readers: committers, relaxed.
    waiters: AtomicU32,
    /// A bit for each segment whose transaction may win over one that commits: see
    /// [`SegmentPool::note_elder`]. Writers: the segments' threads. Readers: committers. Relaxed:
    /// only fairness hangs on it.
    elders: Apart<AtomicU64>,
}

/// The free segments, and the line of threads for them.
struct Queue {
    /// Exactly the private segments that no thread holds.
    free: Vec<usize>,
    /// The threads that wait, in the order of their arrival.
    waiting: VecDeque<(ThreadNumber, Arc<Bell>)>,
    /// The sole thread has the right to run (`engine/sole.rs`): all segments are free, and no
    /// thread gets one.
    is_sole: bool,
    /// How many times in a row the right has gone to a guest that had asked for it: each time from
    /// a sole thread that would have gone on.
    asked_in_a_row: u32,
    /// The threads that wait to be sole, in the order of their arrival. None has a place in the
    /// other line.
    guests: VecDeque<(ThreadNumber, Arc<Bell>)>,
    /// A guest has asked the sole thread for the right.
    is_asked: bool,
}

impl Queue {
    fn may_be_sole(&self, segments: usize) -> bool {
        !self.is_sole && self.free.len() == segments && self.waiting.is_empty()
    }

    /// How many threads wait that the threads which run should know of.
    fn waiters(&self) -> u32 {
        self.waiting.len() as u32 + u32::from(self.is_asked)
    }

    /// The guest waits no longer.
    fn dismiss(&mut self, guest: ThreadNumber) {
        self.guests.retain(|(thread, _)| *thread != guest);
        self.is_asked = false;
    }
}

/// So many times in a row guests ask for the right to be sole, before they take segments instead. A
/// thread that has set another one free may be asked while it has some microseconds to go.
const ASKED_IN_A_ROW_MAX: u32 = 2;

/// What becomes of a thread that waits to be sole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guest {
    /// It is the sole thread now.
    Sole,
    /// It is in line.
    Waits,
    /// It is to take a segment: other threads do, or the sole thread wants to go on beside it.
    Parts,
}

impl SegmentPool {
    /// `poll`: the lanes that are always set.
    pub(crate) fn new(count: usize, poll: u32) -> SegmentPool {
        SegmentPool {
            segments: (0..=count).map(|_| Segment::new(poll)).collect(),
            queue: Mutex::new(Queue {
                free: (1..=count).rev().collect(),
                waiting: VecDeque::new(),
                is_sole: false,
                asked_in_a_row: 0,
                guests: VecDeque::new(),
                is_asked: false,
            }),
            waiters: AtomicU32::new(0),
            elders: Apart(AtomicU64::new(0)),
        }
    }

    #[inline]
    pub(crate) fn get(&self, number: usize) -> &Segment {
        &self.segments[number]
    }

    /// Notes whether the transaction that begins in a segment goes before others: it has aborted
    /// before, or its thread has the serial right. This seldom changes, so that committers, who
    /// look at it, find it in their own cache.
    pub(crate) fn note_elder(&self, number: usize, is_elder: bool) {
        let bit = 1 << number;
        if (self.elders.load(Ordering::Relaxed) & bit != 0) == is_elder {
            return;
        }
        if is_elder {
            self.elders.fetch_or(bit, Ordering::Relaxed);
        } else {
            self.elders.fetch_and(!bit, Ordering::Relaxed);
        }
    }

    /// Whether a transaction in another segment than this one may go before others.
    pub(crate) fn has_elders_beside(&self, number: usize) -> bool {
        self.elders.load(Ordering::Relaxed) & !(1 << number) != 0
    }

    /// All segments with their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, &Segment)> {
        self.segments.iter().enumerate()
    }

    /// The private segments with their numbers.
    pub(crate) fn private(&self) -> impl Iterator<Item = (usize, &Segment)> {
        self.segments.iter().enumerate().skip(1)
    }

    /// The segments whose bits are set, with their numbers.
    pub(crate) fn in_mask(&self, mask: u64) -> impl Iterator<Item = (usize, &Segment)> {
        self.private()
            .filter(move |(number, _)| mask & (1 << number) != 0)
    }

    /// Takes a free segment: the wanted one if it is free, else the one that `pick` chooses by
    /// index below the number of free ones. First come, first served: a thread that gets none is
    /// put at the end of a queue, with its bell, and asks again.
    ///
    /// # Errors
    /// How many threads are before this one in the queue.
    pub(crate) fn try_take(
        &self,
        thread: ThreadNumber,
        bell: &Arc<Bell>,
        wanted: usize,
        pick: impl FnOnce(usize) -> usize,
    ) -> Result<usize, usize> {
        let mut queue = self.queue.lock().expect("no panic under this lock");
        let is_own = |(waiting, _): &(ThreadNumber, Arc<Bell>)| *waiting == thread;
        let place = queue.waiting.iter().position(is_own);
        let before = place.unwrap_or(queue.waiting.len());
        if queue.is_sole || before >= queue.free.len() {
            if place.is_none() {
                queue.waiting.push_back((thread, Arc::clone(bell)));
                self.waiters.store(queue.waiters(), Ordering::Relaxed);
            }
            return Err(before);
        }
        if let Some(place) = place {
            queue.waiting.remove(place);
            self.waiters.store(queue.waiters(), Ordering::Relaxed);
        }
        let index = queue.free.iter().position(|number| *number == wanted);
        let index = index.unwrap_or_else(|| pick(queue.free.len()));
        let number = queue.free.swap_remove(index);
        assert_eq!(self.get(number).state(), SegmentState::Idle, "a free one");
        Ok(number)
    }

    /// Takes a free segment of those in `mask`, the wanted one if it is free; none if threads wait
    /// in line.
    pub(crate) fn try_take_of(&self, mask: u64, wanted: usize) -> Option<usize> {
        let mut queue = self.queue.lock().expect("no panic under this lock");
        if queue.is_sole || !queue.waiting.is_empty() {
            return None;
        }
        let is_in_mask = |number: &usize| mask & (1 << number) != 0;
        let place = |accepts: &dyn Fn(&usize) -> bool| queue.free.iter().rposition(accepts);
        let index = place(&|number| *number == wanted && is_in_mask(number));
        let index = index.or_else(|| place(&is_in_mask))?;
        let number = queue.free.swap_remove(index);
        assert_eq!(self.get(number).state(), SegmentState::Idle, "a free one");
        Some(number)
    }

    /// Gives a thread the right to run alone, in segment 0, if no thread has a segment or waits for
    /// one, and no guest has asked. Whether it has got it.
    pub(crate) fn try_take_sole(&self) -> bool {
        let mut queue = self.queue.lock().expect("no panic under this lock");
        if queue.is_asked || !queue.may_be_sole(self.segments.len() - 1) {
            return false;
        }
        queue.is_sole = true;
        queue.asked_in_a_row = 0;
        true
    }

    /// Whether a thread that wants to be sole is to wait in line for it. A hint.
    pub(crate) fn takes_guests(&self) -> bool {
        let queue = self.queue.lock().expect("no panic under this lock");
        queue.is_sole || !queue.guests.is_empty()
    }

    /// As [`SegmentPool::try_take_sole`], for a thread that waits for that right in line: it is put
    /// at the end of the line, with its bell, and tries again.
    pub(crate) fn try_take_sole_as_guest(&self, thread: ThreadNumber, bell: &Arc<Bell>) -> Guest {
        let mut queue = self.queue.lock().expect("no panic under this lock");
        let place = queue.guests.iter().position(|(guest, _)| *guest == thread);
        let is_first = queue.guests.is_empty() || place == Some(0);
        let may_be_sole = queue.may_be_sole(self.segments.len() - 1);
        let is_behind_another = queue.is_sole && queue.waiting.is_empty();
        if is_behind_another || may_be_sole && !is_first {
            if place.is_none() {
                queue.guests.push_back((thread, Arc::clone(bell)));
            }
            return Guest::Waits;
        }
        queue.asked_in_a_row = match queue.is_asked {
            true => queue.asked_in_a_row + 1,
            false => 0,
        };
        queue.dismiss(thread);
        self.waiters.store(queue.waiters(), Ordering::Relaxed);
        if !may_be_sole {
            return Guest::Parts;
        }
        queue.is_sole = true;
        Guest::Sole
    }

    /// A guest has waited for long enough: it asks the sole thread for the right. If threads have
    /// asked each other for it several times already, the last time `kept_ns` ago, they part: the
    /// guest waits no longer. With `None` it does not part. Returns whether it waits on.
    pub(crate) fn ask_for_sole(
        &self,
        guest: ThreadNumber,
        now_ns: u64,
        kept_ns: Option<u64>,
    ) -> bool {
        let mut queue = self.queue.lock().expect("no panic under this lock");
        let segment = self.get(0);
        let is_contested = queue.is_sole && queue.asked_in_a_row >= ASKED_IN_A_ROW_MAX;
        if let Some(kept_ns) = kept_ns.filter(|_| is_contested) {
            let since_ns = segment.since_ns.load(Ordering::Relaxed);
            if now_ns.saturating_sub(since_ns) < kept_ns {
                return true;
            }
            queue.dismiss(guest);
            self.waiters.store(queue.waiters(), Ordering::Relaxed);
            return false;
        }
        queue.is_asked = true;
        self.waiters.store(queue.waiters(), Ordering::Relaxed);
        if !segment.is_requested(lane::COMMIT_SOON) {
            segment.request(lane::COMMIT_SOON);
        }
        true
    }

    /// Takes back what [`SegmentPool::try_take_sole`] has given. Returns the bell of the next
    /// thread, if one waits.
    pub(crate) fn give_back_sole(&self) -> Option<Arc<Bell>> {
        let mut queue = self.queue.lock().expect("no panic under this lock");
        assert!(queue.is_sole, "one thread has had that right");
        queue.is_sole = false;
        let next = queue.waiting.front().or(queue.guests.front());
        next.map(|(_, bell)| Arc::clone(bell))
    }

    /// The bell of the first thread that waits to be sole.
    pub(crate) fn first_guest_bell(&self) -> Option<Arc<Bell>> {
        let queue = self.queue.lock().expect("no panic under this lock");
        queue.guests.front().map(|(_, bell)| Arc::clone(bell))
    }

    /// Since when there is a sole thread, if there is one. A hint.
    pub(crate) fn sole_since_ns(&self) -> Option<u64> {
        let queue = self.queue.lock().expect("no panic under this lock");
        queue
            .is_sole
            .then(|| self.get(0).since_ns.load(Ordering::Relaxed))
    }

    /// Whether a segment is free. A hint.
    pub(crate) fn has_free(&self) -> bool {
        let queue = self.queue.lock().expect("no panic under this lock");
        !queue.is_sole && !queue.free.is_empty()
    }

    pub(crate) fn give_back(&self, number: usize) {
        assert!(number != 0, "segment 0 belongs to everybody");
        assert_eq!(self.get(number).state(), SegmentState::Idle);
        self.queue
            .lock()
            .expect("no panic under this lock")
            .free
            .push(number);
    }

    /// The bell of the first in the queue.
    pub(crate) fn first_bell(&self) -> Option<Arc<Bell>> {
        if !self.has_waiters() {
            return None;
        }
        let queue = self.queue.lock().expect("no panic under this lock");
        queue.waiting.front().map(|(_, bell)| Arc::clone(bell))
    }

    /// Asks the transactions of all threads for their end that have had their segments for `kept`
    /// (in nanoseconds); how long it is until there is another such thread.
    pub(crate) fn ask_for_ends(&self, now_ns: u64, kept_ns: u64) -> Option<u64> {
        let mut next_ns = None;
        for (_, segment) in self.private() {
            let had_ns = now_ns.saturating_sub(segment.since_ns.load(Ordering::Relaxed));
            if had_ns >= kept_ns {
                // (A look that changes nothing disturbs no other thread.)
                if !segment.is_requested(lane::COMMIT_SOON) {
                    segment.request(lane::COMMIT_SOON);
                }
            } else {
                let left_ns = kept_ns - had_ns;
                next_ns = Some(next_ns.map_or(left_ns, |next: u64| next.min(left_ns)));
            }
        }
        next_ns
    }

    /// Locks the queue: no thread takes a segment or gives one back while the guard lives.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.queue.lock().expect("no panic under this lock")
    }

    /// The threads that wait are no more.
    pub(crate) fn forget_waiters(&self) {
        let mut queue = self.queue.lock().expect("no panic under this lock");
        queue.waiting.clear();
        queue.guests.clear();
        queue.is_asked = false;
        self.waiters.store(0, Ordering::Relaxed);
    }

    /// Whether a thread waits for a segment, or has asked the sole thread for its right.
    pub(crate) fn has_waiters(&self) -> bool {
        self.waiters.load(Ordering::Relaxed) > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_gets_its_segment_again_and_no_segment_is_handed_out_twice() {
        let pool = SegmentPool::new(2, 0);
        let bells: [Arc<Bell>; 4] = Default::default();
        let take = |thread: usize, wanted| {
            pool.try_take(thread as ThreadNumber, &bells[thread], wanted, |_| 0)
        };
        let first = take(0, 0).expect("free");
        let second = take(1, 0).expect("free");
        assert_ne!(first, second);
        assert_eq!(take(2, 0), Err(0));
        assert_eq!(take(3, 0), Err(1));
        assert!(pool.has_waiters());
        pool.give_back(second);
        assert_eq!(take(1, second), Err(2), "other threads wait for it");
        assert_eq!(take(3, 0), Err(1));
        let is_first =
            |thread: usize| Arc::ptr_eq(&bells[thread], &pool.first_bell().expect("one"));
        assert!(is_first(2));
        assert_eq!(take(2, 0), Ok(second));
        assert!(is_first(3));
        pool.give_back(first);
        pool.give_back(second);
        assert_eq!(take(1, first), Ok(first), "there is one for each");
        assert_eq!(take(3, first), Ok(second));
        assert!(!pool.has_waiters());
    }

    #[test]
    fn a_thread_gets_no_other_segments_than_it_asks_for() {
        let pool = SegmentPool::new(3, 0);
        assert_eq!(pool.try_take_of(1 << 2 | 1 << 3, 2), Some(2));
        assert_eq!(pool.try_take_of(1 << 2, 2), None);
        assert_eq!(pool.try_take_of(1 << 2 | 1 << 3, 2), Some(3));
        assert!(pool.has_free());
        pool.give_back(2);
        let bells: [Arc<Bell>; 2] = Default::default();
        assert_eq!(pool.try_take(0, &bells[0], 1, |_| 0), Ok(1));
        assert_eq!(pool.try_take(0, &bells[0], 2, |_| 0), Ok(2));
        assert_eq!(pool.try_take(0, &bells[0], 0, |_| 0), Err(0));
        pool.give_back(1);
        assert_eq!(pool.try_take_of(u64::MAX, 1), None, "another waits in line");
    }

    #[test]
    fn beside_the_sole_thread_no_thread_has_a_segment() {
        let pool = SegmentPool::new(2, 0);
        let bells: [Arc<Bell>; 2] = Default::default();
        let taken = pool.try_take_of(u64::MAX, 0).expect("free");
        assert!(!pool.try_take_sole(), "a thread has a segment");
        pool.give_back(taken);
        assert!(pool.try_take_sole());
        assert!(!pool.try_take_sole() && !pool.has_free());
        assert_eq!(pool.try_take_of(u64::MAX, 0), None);
        assert_eq!(pool.try_take(0, &bells[0], 1, |_| 0), Err(0));
        assert!(pool.has_waiters(), "the sole thread is to hear of it");
        let next = pool.give_back_sole().expect("another thread waits");
        assert!(Arc::ptr_eq(&next, &bells[0]));
        assert!(!pool.try_take_sole(), "another thread waits in line");
        assert_eq!(pool.try_take(0, &bells[0], 1, |_| 0), Ok(1));
    }

    #[test]
    fn the_right_to_be_sole_goes_to_the_first_guest() {
        let pool = SegmentPool::new(2, 0);
        let bells: [Arc<Bell>; 4] = Default::default();
        let take = |guest: usize| pool.try_take_sole_as_guest(guest as ThreadNumber, &bells[guest]);
        assert!(pool.try_take_sole());
        assert_eq!((take(1), take(2)), (Guest::Waits, Guest::Waits));
        assert!(!pool.has_waiters(), "no guest has asked");
        let next = pool.give_back_sole().expect("guests wait");
        assert!(Arc::ptr_eq(&next, &bells[1]));
        assert_eq!(take(2), Guest::Waits, "another thread is first");
        assert!(pool.try_take_sole(), "the sole thread is back at once");
        assert!(pool.ask_for_sole(1, 100, Some(50)));
        assert!(pool.has_waiters() && pool.get(0).is_requested(lane::COMMIT_SOON));
        pool.give_back_sole();
        assert!(!pool.try_take_sole(), "a guest has asked");
        assert_eq!(take(3), Guest::Waits, "it comes behind the one that asked");
        assert_eq!(take(1), Guest::Sole);
        assert!(!pool.has_waiters(), "it has what it has asked for");
        assert!(pool.ask_for_sole(2, 100, Some(50)));
        pool.give_back_sole();
        assert_eq!((take(1), take(2)), (Guest::Waits, Guest::Sole));
        pool.get(0).since_ns.store(200, Ordering::Relaxed);
        assert!(pool.ask_for_sole(1, 210, Some(50)));
        assert!(!pool.has_waiters(), "not so soon");
        assert!(!pool.ask_for_sole(1, 250, Some(50)), "all go on");
        assert!(pool.try_take(1, &bells[1], 0, |_| 0).is_err());
        assert_eq!(take(3), Guest::Parts, "another thread wants a segment");
        pool.give_back_sole();
        assert!(pool.try_take(1, &bells[1], 0, |_| 0).is_ok());
        assert_eq!(take(3), Guest::Parts, "another thread has a segment");
        assert!(pool.first_guest_bell().is_none() && !pool.has_waiters());
    }

    #[test]
    fn who_has_had_its_segment_long_enough_is_asked_for_its_end() {
        let pool = SegmentPool::new(2, 0);
        pool.get(1).since_ns.store(100, Ordering::Relaxed);
        pool.get(2).since_ns.store(150, Ordering::Relaxed);
        let is_asked = |number| pool.get(number).is_requested(lane::COMMIT_SOON);
        assert_eq!(pool.ask_for_ends(140, 50), Some(10));
        assert!(!is_asked(1) && !is_asked(2));
        assert_eq!(pool.ask_for_ends(150, 50), Some(50));
        assert!(is_asked(1) && !is_asked(2));
        assert_eq!(pool.ask_for_ends(200, 50), None);
        assert!(is_asked(2));
    }

    #[test]
    #[should_panic(expected = "no edge")]
    fn a_missing_edge_is_caught() {
        Segment::new(0).transition(SegmentState::Idle, SegmentState::Safe);
    }
}
