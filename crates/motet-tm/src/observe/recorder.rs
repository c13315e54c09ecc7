//! A thread's own side of observation: its counters, its events, its position in the program.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use crate::object::layout::Header;
use crate::observe::positions::{Blame, with_host};
use crate::observe::ring::{Ring, Rings};
use crate::observe::statistics::{AbortCause, Counters, count};
use crate::observe::{Event, EventKind, OtherSide, WaitFor};
use crate::support::ThreadNumber;

/// Shorter waits are not recorded: two threads that meet at a word are not worth an event.
pub(crate) const WAIT_NS_MIN: u64 = 1_000;
/// A collection at commit is timed if the nursery holds so much: a smaller one takes about as long
/// as reading the clock twice.
const TIMED_NURSERY_BYTES_MIN: u64 = 16 << 10;

/// A thread's records of itself. The protocols call it when something happened.
pub(crate) struct Recorder {
    pub(crate) counters: Arc<Counters>,
    /// The thread's position in the program: see [`crate::Mutator::set_position`].
    position: Cell<u64>,
    /// None if events are off.
    events: Option<EventWriter>,
}

/// Writes the events of a thread.
struct EventWriter {
    ring: Arc<Ring>,
    /// When the runtime was made.
    start: Instant,
    began_ns: Cell<u64>,
    begin_position: Cell<u64>,
}

impl EventWriter {
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

impl Recorder {
    /// `rings`: where events go, and when the runtime was made; none if events are off.
    pub(crate) fn new(
        thread: ThreadNumber,
        counters: Arc<Counters>,
        rings: Option<(&Rings, Instant)>,
    ) -> Recorder {
        Recorder {
            counters,
            position: Cell::new(0),
            events: rings.map(|(rings, start)| EventWriter {
                ring: rings.register(thread),
                start,
                began_ns: Cell::new(0),
                begin_position: Cell::new(0),
            }),
        }
    }

    pub(crate) fn count(&self, which: impl Fn(&Counters) -> &AtomicU64, n: u64) {
        count(which(&self.counters), n);
    }

    #[inline(always)]
    pub(crate) fn set_position(&self, position: u64) {
        self.position.set(position);
    }

    #[inline]
    pub(crate) fn position(&self) -> u64 {
        self.position.get()
    }

    /// The position of a write to an object with this header.
    #[inline]
    pub(crate) fn position_of_write(&self, header: Header) -> u64 {
        with_host(self.position.get(), header.host())
    }

    /// Whether events are recorded.
    #[inline]
    pub(crate) fn has_events(&self) -> bool {
        self.events.is_some()
    }

    /// The time, for an event that begins now; 0 if events are off.
    #[inline]
    pub(crate) fn clock(&self) -> u64 {
        self.events.as_ref().map_or(0, EventWriter::now_ns)
    }

    /// A transaction begins at the thread's position.
    #[inline]
    pub(crate) fn begin(&self, began_ns: u64) {
        let Some(events) = &self.events else { return };
        let position = self.position.get();
        events.began_ns.set(began_ns);
        events.begin_position.set(position);
        events.ring.open(began_ns, position);
    }

    #[inline]
    pub(crate) fn commit(&self, now_ns: u64) {
        let Some(events) = &self.events else { return };
        let interval = (events.began_ns.get(), now_ns);
        events.ring.close();
        events.record(EventKind::Commit, interval, self.position.get(), None);
    }

    /// Records that the transaction is undone. `blame`: the transaction that won against it, if one
    /// did.
    pub(crate) fn abort(&self, cause: AbortCause, blame: Option<Blame>) {
        let Some(events) = &self.events else { return };
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

    /// A wait from one time to another; `other` tells the awaited thread, and is only asked if the
    /// wait is worth an event.
    pub(crate) fn wait(
        &self,
        what: WaitFor,
        interval_ns: (u64, u64),
        other: impl FnOnce() -> Option<OtherSide>,
    ) {
        let Some(events) = &self.events else { return };
        if interval_ns.1.saturating_sub(interval_ns.0) < WAIT_NS_MIN {
            return;
        }
        let position = self.position.get();
        events.record(EventKind::Wait(what), interval_ns, position, other());
    }

    /// Records that the transaction is inevitable, after a wait since `since_ns`.
    pub(crate) fn inevitable(&self, since_ns: u64) {
        self.record_now(EventKind::Inevitable, since_ns);
    }

    /// The time at which a minor collection begins, if it is to be recorded.
    pub(crate) fn minor_collection_clock(
        &self,
        is_at_commit: bool,
        nursery_bytes: u64,
    ) -> Option<u64> {
        let events = self.events.as_ref()?;
        let is_timed = !is_at_commit || nursery_bytes >= TIMED_NURSERY_BYTES_MIN;
        is_timed.then(|| events.now_ns())
    }

    /// A collection that began at `since_ns` has ended.
    pub(crate) fn collection(&self, kind: EventKind, since_ns: Option<u64>) {
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
}
