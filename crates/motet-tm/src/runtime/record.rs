//! A mutator's records of itself that need a look at segments: waits, and which
//! thread is to blame for an abort.

use std::sync::atomic::Ordering;

use crate::object::value::Offset;
use crate::observe::recorder::WAIT_NS_MIN;
use crate::observe::statistics::AbortCause;
use crate::observe::{OtherSide, WaitFor};
use crate::runtime::mutator::Mutator;
use crate::threads::segment::Segment;

impl Mutator {
    /// Tells where in the program the thread is, for events: a number that the runtime does not
    /// look into, 0 for unknown. To be called before each act that may write, wait or end a
    /// transaction. Costs one store. An abort sets it back to its value at the transaction's begin
    /// (as far as events are on).
    #[inline(always)]
    pub fn set_position(&self, position: u64) {
        self.recorder.set_position(position);
    }

    /// The position that [`Mutator::set_position`] has set.
    #[inline]
    pub fn position(&self) -> u64 {
        self.recorder.position()
    }

    #[inline]
    pub(crate) fn record_begin(&self, began_ns: u64) {
        self.recorder.begin(began_ns);
        if self.recorder.has_events() {
            let position = self.position();
            let segment = self.segment();
            segment.begin_position.store(position, Ordering::Relaxed);
        }
    }

    /// Records that the transaction is undone, before its serial ends.
    pub(crate) fn record_abort(&self, cause: AbortCause) {
        if !self.recorder.has_events() {
            return;
        }
        let serial = self.segment().serial.load(Ordering::Relaxed);
        let has_winner = !matches!(cause, AbortCause::Wait | AbortCause::Injected);
        let blame = self.segment().take_blame();
        let blame = blame.filter(|blame| has_winner && blame.serial == serial);
        self.recorder.abort(cause, blame);
    }

    /// A wait that began at `since_ns`, by `Recorder::clock`, ends now. `segment`: that of
    /// the thread waited for, 0 if it is unknown.
    pub(crate) fn record_wait(&self, what: WaitFor, since_ns: u64, segment: usize) {
        let interval_ns = (since_ns, self.recorder.clock());
        let other = || (segment != 0).then(|| other_side(self.runtime.pool().get(segment)));
        self.recorder.wait(what, interval_ns, other);
    }

    /// As [`Mutator::record_wait`], of a wait that took `duration_ns`.
    pub(crate) fn record_wait_of(&self, what: WaitFor, duration_ns: u64, segment: usize) {
        if duration_ns >= WAIT_NS_MIN {
            let since_ns = self.recorder.clock().saturating_sub(duration_ns);
            self.record_wait(what, since_ns, segment);
        }
    }

    // ---- which thread is to blame

    /// Notes that the transaction is going to write the object or card at `start`.
    #[inline]
    pub(crate) fn note_write(&self, start: Offset, position: u64) {
        if self.recorder.has_events() {
            self.segment().write_positions.note(start, position);
        }
    }

    /// Notes that the transaction gives way to that of segment `to`: `own_position` and
    /// `other_position` are where they conflicted. To be called before [`Mutator::doom_self`].
    pub(crate) fn blame_for_own(&self, to: usize, own_position: u64, other_position: Option<u64>) {
        if !self.recorder.has_events() {
            return;
        }
        let other = other_side(self.runtime.pool().get(to));
        let winner_position = other_position.unwrap_or(other.position);
        self.segment()
            .blame(other.thread, winner_position, Some(own_position));
    }

    /// Notes that the transaction is going to doom that of segment `loser`, by its write at
    /// `own_position`. `start`: the object or card that the loser has written too, if that is why.
    pub(crate) fn blame_me(&self, loser: usize, own_position: u64, start: Option<Offset>) {
        if !self.recorder.has_events() {
            return;
        }
        let loser = self.runtime.pool().get(loser);
        let written = start.map(|start| loser.write_positions.find(start));
        loser.blame(self.thread, own_position, written);
    }
}

/// The thread that runs in a segment, and where its transaction began.
fn other_side(segment: &Segment) -> OtherSide {
    OtherSide {
        thread: segment.thread.load(Ordering::Relaxed),
        position: segment.begin_position.load(Ordering::Relaxed),
    }
}
