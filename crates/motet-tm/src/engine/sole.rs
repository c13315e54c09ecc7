//! The sole thread: where one thread alone runs, it runs as under the global lock.
//!
//! A transaction costs something for the sake of others: marks of what is read, private copies of
//! what is written, commits that copy them to segment 0. A thread that is the only one to run has
//! no others. So it takes the right to be *sole*: it runs in segment 0, which shows the committed
//! state, by the rules of [`GilEngine`], and its transaction goes on until another thread wants to
//! run. Threads that take turns are sole by turns; threads that run at the same time take a segment
//! each.
//!
//! ```text
//!            no thread has a segment
//!   thread 1 ──────▶ [ sole · · ] waits for thread 2 ─▶ [ sole · · ] ends ─▶ [ segment 1 · ·
//!   thread 2              waits as a guest ─▶ [ sole ]       waits · · · ─▶ [ segment 2 · ·
//! ```
//!
//! # Guests
//!
//! A thread that begins to run beside the sole one often does so because that one has set it free
//! and is about to wait, or has only some microseconds to do (the main thread of a pool, which is
//! told of each result). So it waits as a *guest* for the right to be sole. A sole thread that
//! waits gives the right to the first guest; if it is back before the guest is awake, it goes on. A
//! guest that has waited for [`GUEST_NS`] asks for the right, and the sole thread becomes a guest.
//! When threads have asked each other a few times in a row, and none has waited for anything else,
//! all want to run: they take segments.
//!
//! Threads that are serialised, since they collided too often (`contention/throttle.rs`), run one
//! at a time in any case: they are sole by turns, each for as long as with the serial right, until
//! a probe begins.
//!
//! # Invariants
//!
//! - I-SOLE-1: while a thread is sole no thread has a segment, and none has joined the log: segment
//!   0 is the only view, no group has private copies, and no transaction is open but the sole one.
//!   The pool of segments guards that (`threads/segment.rs`): it gives the right only while all
//!   segments are free, and no segment while a thread has the right.
//! - I-SOLE-2: a thread becomes sole, or ceases to be, only where it has no transaction. Where that
//!   is in the middle of native code, handlers that have called this code look at the control
//!   before they go on (`motet_vm::handlers`).
//! - I-SOLE-3: the sole thread does not wait inside of a transaction for another thread. It ends
//!   its transaction first, which an atomic region forbids: so while there are other threads the
//!   host makes a thread refuse ([`Mutator::refuse_to_be_sole`]) before it opens a region.
//!
//! # When
//!
//! A thread that gets the right to run is sole if no segment has joined the log, or if threads have
//! seldom run at the same time lately ([`Overlap`]). A thread that runs in a segment looks now and
//! then whether that holds. To cease to be sole costs both threads what joining costs
//! ([`log`](crate::engine::log)), and a thread that becomes sole loses its private copies. Hence
//! some time must have passed since segments have joined ([`Patience`]): the more, the shorter the
//! times between were.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use crate::contention::throttle::Regime;
use crate::engine::gil::GilEngine;
use crate::engine::log::Log;
use crate::engine::segments::ASKED_AGAIN;
use crate::engine::stm::Stm;
use crate::object::value::Offset;
use crate::observe::WaitFor;
use crate::runtime::Runtime;
use crate::runtime::engine::Engine;
use crate::runtime::mutator::Mutator;
use crate::support::ThreadNumber;
use crate::support::unwind::Unwind;
use crate::threads::segment::Guest;

/// How long a thread in a segment waits between two looks whether it could be sole.
const LOOKS_APART_NS: u64 = 1_000_000;
/// Under injection a thread that could be sole becomes so with this probability …
const INJECTED_PROBABILITY: f64 = 0.5;
/// … and decides again at a commit with this one. (To join and to leave takes long.)
const NEW_DECISION_PROBABILITY: f64 = 0.01;

/// For how long after segments have joined no thread becomes sole, at least and at most.
const PATIENCE_NS_MIN: u64 = 5_000_000;
const PATIENCE_NS_MAX: u64 = 1_000_000_000;
/// A time in which no segment took part in the log was worth it if it was so many times as long as
/// the patience.
const WORTH_PATIENCES: u64 = 16;

/// How long a guest waits before it asks the sole thread for its right.
const GUEST_NS: u64 = 200_000;

/// How long threads run in segments before one of them may be sole again.
struct Patience {
    /// Writers: threads whose segment is the first to join. Readers: threads that look whether they
    /// may be sole. Relaxed, as all of this: only speed hangs on it.
    patience_ns: AtomicU64,
    /// When the first segment has joined. As `patience_ns`.
    joined_at_ns: AtomicU64,
    /// When all segments have left. Writer: a thread that has become sole. Readers: as the writers
    /// of `patience_ns`.
    left_at_ns: AtomicU64,
}

impl Patience {
    fn new() -> Patience {
        Patience {
            patience_ns: AtomicU64::new(PATIENCE_NS_MIN),
            joined_at_ns: AtomicU64::new(0),
            left_at_ns: AtomicU64::new(0),
        }
    }

    /// Whether segments have taken part for long enough.
    fn is_over(&self, now_ns: u64) -> bool {
        let joined_at_ns = self.joined_at_ns.load(Ordering::Relaxed);
        now_ns.saturating_sub(joined_at_ns) >= self.patience_ns.load(Ordering::Relaxed)
    }

    fn all_have_left(&self, now_ns: u64) {
        self.left_at_ns.store(now_ns, Ordering::Relaxed);
    }

    /// A segment has joined, the first since all have left: was the time between worth it?
    fn first_has_joined(&self, now_ns: u64) {
        let patience_ns = self.patience_ns.load(Ordering::Relaxed);
        let left_at_ns = self.left_at_ns.load(Ordering::Relaxed);
        let was_worth_it = now_ns.saturating_sub(left_at_ns) >= WORTH_PATIENCES * patience_ns;
        let next_ns = if was_worth_it {
            PATIENCE_NS_MIN
        } else {
            (2 * patience_ns).min(PATIENCE_NS_MAX)
        };
        self.patience_ns.store(next_ns, Ordering::Relaxed);
        self.joined_at_ns.store(now_ns, Ordering::Relaxed);
    }
}

/// A window in which it is measured how long threads run at the same time.
const WINDOW_NS: u64 = 5_000_000;
/// Threads that run at the same time for less than this part of a window could as well take turns.
const OVERLAP_PARTS: u64 = 8;

/// For how long threads have run in segments at the same time.
///
/// Writers: threads that take a segment, or give one back. Readers: threads that look whether they
/// may be sole. Relaxed: only speed hangs on it, so two writers at a time may spoil a window.
#[derive(Default)]
struct Overlap {
    /// How many threads have a segment.
    threads: AtomicU32,
    /// Since when more than one has.
    since_ns: AtomicU64,
    /// How long more than one had before that, in this window.
    total_ns: AtomicU64,
    /// When the window has begun.
    began_at_ns: AtomicU64,
}

impl Overlap {
    fn thread_comes(&self, now_ns: u64) {
        if self.threads.fetch_add(1, Ordering::Relaxed) == 1 {
            self.since_ns.store(now_ns, Ordering::Relaxed);
        }
    }

    fn thread_goes(&self, now_ns: u64) {
        if self.threads.fetch_sub(1, Ordering::Relaxed) == 2 {
            let since_ns = self.since_ns.load(Ordering::Relaxed);
            let overlap_ns = now_ns.saturating_sub(since_ns);
            self.total_ns.fetch_add(overlap_ns, Ordering::Relaxed);
        }
    }

    /// Begins the next window.
    fn start_again(&self, now_ns: u64) {
        self.total_ns.store(0, Ordering::Relaxed);
        self.since_ns.store(now_ns, Ordering::Relaxed);
        self.began_at_ns.store(now_ns, Ordering::Relaxed);
    }

    /// Whether threads have run at the same time for a small part of the window only, and no two
    /// run at present.
    fn is_small(&self, now_ns: u64) -> bool {
        let window_ns = now_ns.saturating_sub(self.began_at_ns.load(Ordering::Relaxed));
        if window_ns < WINDOW_NS || self.threads.load(Ordering::Relaxed) > 1 {
            return false;
        }
        let is_small = self.total_ns.load(Ordering::Relaxed) * OVERLAP_PARTS <= window_ns;
        if !is_small {
            self.start_again(now_ns);
        }
        is_small
    }
}

/// Software transactions by the log, and the lock for the sole thread.
pub(crate) struct Sole {
    beside_others: Stm<Log>,
    patience: Patience,
    overlap: Overlap,
}

impl Sole {
    pub(crate) fn new(segments: usize) -> Sole {
        Sole {
            beside_others: Stm(Log::new(segments)),
            patience: Patience::new(),
            overlap: Overlap::default(),
        }
    }

    fn log(&self) -> &Log {
        &self.beside_others.0
    }

    /// The engine by whose rules the thread runs at present.
    fn engine_of(&self, mutator: &Mutator) -> &dyn Engine {
        match mutator.is_sole() {
            true => &GilEngine,
            false => &self.beside_others,
        }
    }

    /// Whether the thread, which has no transaction, may try to be sole.
    fn may_be_sole(&self, mutator: &Mutator) -> bool {
        let runtime = &mutator.runtime;
        if mutator.tenancy.refuses_to_be_sole.get() && runtime.live_threads() > 1 {
            return false;
        }
        if runtime.config().injection.sole {
            return mutator.random.chance(INJECTED_PROBABILITY);
        }
        if takes_long_turns(mutator) {
            return true;
        }
        // (A probe shows how far threads come beside each other.)
        if mutator.contention.throttle.regime() == Regime::Probing && runtime.live_threads() > 1 {
            return false;
        }
        // (Where threads are stepped the clock must not decide.)
        let has_members = self.log().has_members();
        !has_members || !runtime.is_stepped() && self.have_taken_turns(runtime.clock_ns())
    }

    /// Whether threads that run in segments have seldom run at the same time lately.
    fn have_taken_turns(&self, now_ns: u64) -> bool {
        self.patience.is_over(now_ns) && self.overlap.is_small(now_ns)
    }

    /// Makes the thread sole if it can be. Whether it is, and has entered.
    fn enter_as_sole(&self, mutator: &mut Mutator) -> bool {
        let runtime = mutator.runtime.clone();
        if !self.may_be_sole(mutator) || !runtime.pool().try_take_sole() {
            return false;
        }
        // ---- no other thread gets a segment from here on (I-SOLE-1).
        self.begin_to_be_sole(mutator);
        true
    }

    /// Makes the thread sole if it gets the right to be from a sole thread before it. Whether it
    /// is, and has entered; else it is to take a segment.
    fn enter_as_guest(&self, mutator: &mut Mutator) -> bool {
        let runtime = mutator.runtime.clone();
        // (Where threads are stepped, and in the scripts of tests, the clock must not decide.)
        if runtime.is_stepped()
            || cfg!(test)
            || !runtime.pool().takes_guests()
            || !self.may_be_sole(mutator)
        {
            return false;
        }
        // (Else those that wait for it would wait for a thread that waits.)
        mutator.return_serial_right();
        let takes_long_turns = takes_long_turns(mutator);
        let wait = GuestWait {
            came_ns: runtime.clock_ns(),
            asks_after_ns: match takes_long_turns {
                true => mutator.turn_ns(),
                false => GUEST_NS,
            },
            may_part: !takes_long_turns,
        };
        let since_ns = mutator.recorder.clock();
        let (bell, mut guest) = (&mutator.bell, Guest::Waits);
        let scheduler = runtime.scheduler();
        scheduler.wait_in_line(bell, mutator.thread, false, || {
            guest = runtime.pool().try_take_sole_as_guest(mutator.thread, bell);
            match guest {
                Guest::Waits => wait.look(&runtime, mutator.thread),
                Guest::Sole | Guest::Parts => None,
            }
        });
        if let Some(next) = runtime.pool().first_guest_bell() {
            scheduler.ring_one(&next);
        }
        mutator.record_wait(WaitFor::Segment, since_ns, 0);
        if guest == Guest::Sole {
            // ---- no other thread gets a segment from here on (I-SOLE-1).
            self.begin_to_be_sole(mutator);
        }
        guest == Guest::Sole
    }

    /// The thread has the right to be sole: it enters.
    fn begin_to_be_sole(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        let now_ns = runtime.clock_ns();
        if self.log().has_members() {
            self.log().let_all_leave(mutator);
            self.patience.all_have_left(now_ns);
        }
        // Threads that wait for the serial right wait for no segment, and could not ask for an end.
        mutator.return_serial_right();
        mutator.set_sole(true);
        let segment = runtime.pool().get(0);
        segment.thread.store(mutator.thread, Ordering::Relaxed);
        segment.since_ns.store(now_ns, Ordering::Relaxed);
        GilEngine.enter(mutator);
        mutator
            .recorder
            .count(|counters| &counters.sole_stretches, 1);
    }

    /// Gives the right to be sole back.
    fn leave_as_sole(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        GilEngine.leave(mutator);
        mutator.set_sole(false);
        // ---- other threads may run from here on.
        if let Some(next) = runtime.pool().give_back_sole() {
            runtime.scheduler().ring_one(&next);
        }
        runtime.scheduler().ring();
    }

    /// Whether a thread is to decide again, between two transactions, if it is sole.
    fn decides_anew(&self, mutator: &Mutator) -> bool {
        let is_injected = mutator.runtime.config().injection.sole;
        is_injected && mutator.random.chance(NEW_DECISION_PROBABILITY)
    }

    /// Whether a thread in a segment should leave it, as it could be sole: a hint, which costs next
    /// to nothing where it was looked for lately.
    fn should_be_sole(&self, mutator: &Mutator) -> bool {
        let runtime = &mutator.runtime;
        if runtime.config().injection.sole {
            return self.decides_anew(mutator);
        }
        let (tenancy, now_ns) = (&mutator.tenancy, mutator.begun_at_ns());
        if now_ns < tenancy.looks_at_ns.get() || runtime.is_stepped() {
            return false;
        }
        tenancy.looks_at_ns.set(now_ns + LOOKS_APART_NS);
        !runtime.pool().has_waiters() && self.may_be_sole(mutator)
    }
}

/// Whether the thread is serialised, and could as well be sole by turns. (Its first turns are in
/// segments, to see how far it comes there: probes are compared with that.)
fn takes_long_turns(mutator: &Mutator) -> bool {
    let throttle = &mutator.contention.throttle;
    let is_serialised = throttle.regime() == Regime::Serialised && throttle.knows_serial_rate();
    is_serialised && !mutator.runtime.is_stepped()
}

/// The wait of a guest.
struct GuestWait {
    came_ns: u64,
    /// How long it waits before it asks the sole thread for its right.
    asks_after_ns: u64,
    /// Whether it may run beside the sole thread instead.
    may_part: bool,
}

impl GuestWait {
    /// How long the guest may sleep, after it has asked if it is time; none if it is to part.
    fn look(&self, runtime: &Runtime, guest: ThreadNumber) -> Option<Duration> {
        let now_ns = runtime.clock_ns();
        let waited_ns = now_ns.saturating_sub(self.came_ns);
        if waited_ns < self.asks_after_ns {
            return Some(Duration::from_nanos(self.asks_after_ns - waited_ns));
        }
        let kept_ns = self.may_part.then_some(self.asks_after_ns);
        let goes_on = runtime.pool().ask_for_sole(guest, now_ns, kept_ns);
        goes_on.then_some(ASKED_AGAIN)
    }
}

impl Engine for Sole {
    fn enter(&self, mutator: &mut Mutator) {
        if self.enter_as_sole(mutator) || self.enter_as_guest(mutator) {
            return;
        }
        let is_first = !self.log().has_members();
        self.beside_others.enter(mutator);
        let now_ns = mutator.tenancy.since_ns.get();
        self.overlap.thread_comes(now_ns);
        if is_first {
            self.patience.first_has_joined(now_ns);
            self.overlap.start_again(now_ns);
        }
    }

    fn leave(&self, mutator: &mut Mutator) {
        if mutator.is_sole() {
            self.leave_as_sole(mutator);
            return;
        }
        self.overlap.thread_goes(mutator.runtime.clock_ns());
        self.beside_others.leave(mutator);
    }

    fn open(&self, mutator: &mut Mutator) {
        self.engine_of(mutator).open(mutator);
    }

    fn must_let_go(&self, mutator: &Mutator) -> bool {
        if mutator.is_sole() {
            let runtime = &mutator.runtime;
            return runtime.pool().has_waiters() || self.decides_anew(mutator);
        }
        self.beside_others.must_let_go(mutator) || self.should_be_sole(mutator)
    }

    fn write_slow(
        &self,
        mutator: &Mutator,
        object: Offset,
        start: Offset,
        bytes: u64,
    ) -> Result<(), Unwind> {
        self.engine_of(mutator)
            .write_slow(mutator, object, start, bytes)
    }

    fn safepoint(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        self.engine_of(mutator).safepoint(mutator)
    }

    fn become_inevitable(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        self.engine_of(mutator).become_inevitable(mutator)
    }

    fn has_company(&self, mutator: &Mutator) -> bool {
        self.engine_of(mutator).has_company(mutator)
    }

    fn commit(&self, mutator: &mut Mutator) -> Result<(), Unwind> {
        self.engine_of(mutator).commit(mutator)
    }

    fn abort(&self, mutator: &mut Mutator) {
        self.engine_of(mutator).abort(mutator);
    }

    fn enter_safe(&self, mutator: &mut Mutator) {
        self.engine_of(mutator).enter_safe(mutator);
    }

    fn stop_others(&self, mutator: &Mutator) {
        self.engine_of(mutator).stop_others(mutator);
    }

    fn resume_others(&self, mutator: &Mutator) {
        self.engine_of(mutator).resume_others(mutator);
    }

    fn keep_only(&self) {
        // (The thread that has forked has a segment, or is sole, and then no other thread has one.)
        let threads = self.overlap.threads.load(Ordering::Relaxed).min(1);
        self.overlap.threads.store(threads, Ordering::Relaxed);
        self.beside_others.keep_only();
    }

    fn leave_safe(&self, mutator: &mut Mutator) {
        self.engine_of(mutator).leave_safe(mutator);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_seldom_run_at_the_same_time_have_a_small_overlap() {
        let overlap = Overlap::default();
        overlap.start_again(1_000);
        overlap.thread_comes(1_000);
        assert!(!overlap.is_small(1_000 + WINDOW_NS - 1), "too early");
        overlap.thread_comes(2_000);
        assert!(!overlap.is_small(1_000 + WINDOW_NS), "two run");
        overlap.thread_goes(2_000 + WINDOW_NS / OVERLAP_PARTS);
        assert!(overlap.is_small(1_000 + WINDOW_NS), "for an eighth of it");
        overlap.thread_comes(1_000 + WINDOW_NS);
        overlap.thread_goes(2_000 + WINDOW_NS);
        assert!(!overlap.is_small(2_000 + WINDOW_NS), "for longer");
        assert!(!overlap.is_small(3_000 + WINDOW_NS), "the next window");
        assert!(overlap.is_small(2_000 + 2 * WINDOW_NS));
    }

    #[test]
    fn times_without_members_that_were_too_short_make_patience_longer() {
        let patience = Patience::new();
        assert!(patience.is_over(PATIENCE_NS_MIN));
        patience.all_have_left(10);
        patience.first_has_joined(20);
        assert!(!patience.is_over(20 + PATIENCE_NS_MIN), "it has doubled");
        assert!(patience.is_over(20 + 2 * PATIENCE_NS_MIN));
        (0..20).for_each(|_| patience.first_has_joined(20));
        assert!(patience.is_over(20 + PATIENCE_NS_MAX), "not for ever");
        let later_ns = 10 + WORTH_PATIENCES * PATIENCE_NS_MAX;
        patience.first_has_joined(later_ns);
        assert!(
            patience.is_over(later_ns + PATIENCE_NS_MIN),
            "it was worth it"
        );
    }
}
