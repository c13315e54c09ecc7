//! Recording: what the protocols call when something happened.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::object::layout::Header;
use crate::object::value::Offset;
use crate::observe::ring::{Ring, Rings};
use crate::observe::statistics::AbortCause;
use crate::observe::{Event, EventKind, OtherSide, WaitFor, with_host};
use crate::runtime::mutator::Mutator;
use crate::support::ThreadNumber;
use crate::threads::segment::Segment;

/// Shorter waits are not recorded: two threads that meet at a word are not worth an event.
const WAIT_NS_MIN: u64 = 1_000;
/// A collection at commit is timed if the nursery holds so much: a smaller one takes about as long
/// as reading the clock twice.
const TIMED_NURSERY_BYTES_MIN: u64 = 16 << 10;

/// The thread's own side of its events.
pub(crate) struct EventWriter {
    ring: Arc<Ring>,
    /// When the runtime was made.
    start: Instant,
    began_ns: Cell<u64>,
    begin_position: Cell<u64>,
}

impl EventWriter {
    pub(crate) fn new(rings: &Rings, thread: ThreadNumber, start: Instant) -> EventWriter {
        EventWriter {
            ring: rings.register(thread),
            start,
            began_ns: Cell::new(0),
            begin_position: Cell::new(0),
        }
    }

    fn now_ns(&self) -> u64 {
        self.start.elapsed().as_nanos() as u64
    }

    fn record(
        &self,
        kind: EventKind,
        interval_ns: (u64, u64),
        position: u64,
        other: Option<OtherSide>,
    ) {
        self.ring.push(&Event {
            kind,
            began_ns: interval_ns.0,
            ended_ns: interval_ns.1,
            position,
            begin_position: self.begin_position.get(),
            other,
        });
    }
}

impl Mutator {
    /// Tells where in the program the thread is, for events: a number that the runtime does not
    /// look into, 0 for unknown. To be called before whatever may write, wait or end a transaction.
    /// Costs one store. An abort sets it back to what it was when the transaction began (as far as
    /// events are on).
    #[inline(always)]
    pub fn set_position(&self, position: u64) {
        self.position.set(position);
    }

    /// What was set by [`Mutator::set_position`].
    #[inline]
    pub fn position(&self) -> u64 {
        self.position.get()
    }

    /// The time, for an event that begins now; 0 if events are off.
    #[inline]
    pub(crate) fn event_clock(&self) -> u64 {
        self.events.as_ref().map_or(0, EventWriter::now_ns)
    }

    #[inline]
    pub(crate) fn record_begin(&self, began_ns: u64) {
        let Some(events) = &self.events else { return };
        let position = self.position.get();
        events.began_ns.set(began_ns);
        events.begin_position.set(position);
        events.ring.open(began_ns, position);
        let segment = self.runtime.pool().get(self.segment.get());
        segment.begin_position.store(position, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn record_commit(&self, now_ns: u64) {
        let Some(events) = &self.events else { return };
        let interval = (events.began_ns.get(), now_ns);
        events.ring.close();
        events.record(EventKind::Commit, interval, self.position.get(), None);
    }

    /// The transaction is undone, and its serial about to end.
    pub(crate) fn record_abort(&self, cause: AbortCause) {
        let Some(events) = &self.events else { return };
        let segment = self.runtime.pool().get(self.segment.get());
        let serial = segment.serial.load(Ordering::Relaxed);
        let has_winner = !matches!(cause, AbortCause::Wait | AbortCause::Injected);
        let blame = segment.take_blame();
        let blame = blame.filter(|blame| has_winner && blame.serial == serial);
        let position = blame.and_then(|blame| blame.own_position);
        let other = blame.map(|blame| OtherSide {
            thread: blame.winner,
            position: blame.winner_position,
        });
        let interval = (events.began_ns.get(), events.now_ns());
        let position = position.unwrap_or(self.position.get());
        events.ring.close();
        events.record(EventKind::Abort(cause), interval, position, other);
        self.position.set(events.begin_position.get());
    }

    /// `since_ns`: of [`Mutator::event_clock`]. `segment`: of whom it waited for, 0 if unknown.
    pub(crate) fn record_wait(&self, what: WaitFor, since_ns: u64, segment: usize) {
        let now_ns = self.event_clock();
        self.record_wait_until(what, (since_ns, now_ns), segment);
    }

    /// As [`Mutator::record_wait`], of a wait that took `duration_ns` and ends now.
    pub(crate) fn record_wait_of(&self, what: WaitFor, duration_ns: u64, segment: usize) {
        if duration_ns >= WAIT_NS_MIN {
            let now_ns = self.event_clock();
            let since_ns = now_ns.saturating_sub(duration_ns);
            self.record_wait_until(what, (since_ns, now_ns), segment);
        }
    }

    fn record_wait_until(&self, what: WaitFor, interval_ns: (u64, u64), segment: usize) {
        let Some(events) = &self.events else { return };
        if interval_ns.1.saturating_sub(interval_ns.0) < WAIT_NS_MIN {
            return;
        }
        let other = (segment != 0).then(|| other_side(self.runtime.pool().get(segment)));
        let position = self.position.get();
        events.record(EventKind::Wait(what), interval_ns, position, other);
    }

    /// The transaction is inevitable, which it wanted to be since `since_ns`.
    pub(crate) fn record_inevitable(&self, since_ns: u64) {
        self.record_now(EventKind::Inevitable, since_ns);
    }

    /// When the minor collection begins, if it is to be recorded.
    pub(crate) fn minor_collection_clock(&self, is_at_commit: bool) -> Option<u64> {
        let events = self.events.as_ref()?;
        let is_timed = !is_at_commit || self.nursery_used_bytes() >= TIMED_NURSERY_BYTES_MIN;
        is_timed.then(|| events.now_ns())
    }

    /// A collection that began at `since_ns` has ended.
    pub(crate) fn record_collection(&self, kind: EventKind, since_ns: Option<u64>) {
        if let Some(since_ns) = since_ns {
            self.record_now(kind, since_ns);
        }
    }

    fn record_now(&self, kind: EventKind, since_ns: u64) {
        if let Some(events) = &self.events {
            let interval = (since_ns, events.now_ns());
            events.record(kind, interval, self.position.get(), None);
        }
    }

    // ---- who is to blame

    /// The position of a write to an object with this header.
    #[inline]
    pub(crate) fn position_of_write(&self, header: Header) -> u64 {
        with_host(self.position.get(), header.host())
    }

    /// The thread is going to take the write lock of what begins at `start`.
    #[inline]
    pub(crate) fn note_write(&self, start: Offset, position: u64) {
        if self.events.is_some() {
            let segment = self.runtime.pool().get(self.segment.get());
            segment.write_positions.note(start, position);
        }
    }

    /// The transaction gives way to that of segment `to`: `own_position` and `other_position` are
    /// where they collided. To be called before [`Mutator::doom_self`].
    pub(crate) fn blame_for_own(&self, to: usize, own_position: u64, other_position: Option<u64>) {
        if self.events.is_none() {
            return;
        }
        let pool = self.runtime.pool();
        let (mine, winner) = (pool.get(self.segment.get()), pool.get(to));
        let other = other_side(winner);
        let winner_position = other_position.unwrap_or(other.position);
        mine.blame(other.thread, winner_position, Some(own_position));
    }

    /// The transaction is going to doom that of segment `loser`, by what it wrote at
    /// `own_position`. `start`: what the loser has written too, if that is why.
    pub(crate) fn blame_me(&self, loser: usize, own_position: u64, start: Option<Offset>) {
        if self.events.is_none() {
            return;
        }
        let loser = self.runtime.pool().get(loser);
        let written = start.map(|start| loser.write_positions.find(start));
        loser.blame(self.thread, own_position, written);
    }
}

/// Who runs in a segment, and where its transaction began.
fn other_side(segment: &Segment) -> OtherSide {
    OtherSide {
        thread: segment.thread.load(Ordering::Relaxed),
        position: segment.begin_position.load(Ordering::Relaxed),
    }
}
