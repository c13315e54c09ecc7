//! The sole thread: where one thread alone runs, it runs as under the global lock.
//!
//! A transaction costs something for the sake of others: marks of what is read, private copies of
//! what is written, commits that copy them to segment 0. A thread that is the only one to run has
//! no others. So it takes the right to be *sole*: it runs in segment 0, which shows the committed
//! state, by the rules of [`GilEngine`], and its transaction goes on until another thread wants to
//! run.
//!
//! ```text
//!            no thread has a segment             another thread waits for a segment
//!   thread 1 ───────────────────────▶ [ sole, in segment 0 · · · ] ends ─▶ [ segment 1 · ·
//!   thread 2                                    waits in line · · · · · ─▶ [ segment 2 · ·
//! ```
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
//! A thread that gets the right to run is sole if no segment has joined the log, or those that have
//! are not used any more. A thread that runs in a segment looks now and then whether that holds. To
//! cease to be sole costs both threads what joining costs ([`log`](crate::engine::log)), and a
//! thread that becomes sole loses its private copies. Hence other threads must have been idle for
//! many times as long as joining takes, as for segments that leave the log; and some time must have
//! passed since segments have joined ([`Patience`]): the more, the shorter the times between were.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::gil::GilEngine;
use crate::engine::log::Log;
use crate::engine::segments::tell_of_free_segments;
use crate::engine::stm::Stm;
use crate::object::value::Offset;
use crate::runtime::engine::Engine;
use crate::runtime::mutator::Mutator;
use crate::support::unwind::Unwind;

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

/// Software transactions by the log, and the lock for the sole thread.
pub(crate) struct Sole {
    beside_others: Stm<Log>,
    patience: Patience,
}

impl Sole {
    pub(crate) fn new(segments: usize) -> Sole {
        Sole {
            beside_others: Stm(Log::new(segments)),
            patience: Patience::new(),
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
        // (Where threads are stepped the clock must not decide.)
        let has_members = self.log().has_members();
        !has_members || !runtime.is_stepped() && self.are_members_idle(mutator, runtime.clock_ns())
    }

    fn are_members_idle(&self, mutator: &Mutator, now_ns: u64) -> bool {
        self.patience.is_over(now_ns) && self.log().are_others_idle(mutator, now_ns)
    }

    /// Makes the thread sole if it can be. Whether it is, and has entered.
    fn enter_as_sole(&self, mutator: &mut Mutator) -> bool {
        let runtime = mutator.runtime.clone();
        if !self.may_be_sole(mutator) || !runtime.pool().try_take_sole() {
            return false;
        }
        // ---- no other thread gets a segment from here on (I-SOLE-1).
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
        true
    }

    /// Gives the right to be sole back.
    fn leave_as_sole(&self, mutator: &mut Mutator) {
        let runtime = mutator.runtime.clone();
        GilEngine.leave(mutator);
        mutator.set_sole(false);
        // ---- other threads may run from here on.
        runtime.pool().give_back_sole();
        tell_of_free_segments(&runtime);
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

impl Engine for Sole {
    fn enter(&self, mutator: &mut Mutator) {
        if self.enter_as_sole(mutator) {
            return;
        }
        let is_first = !self.log().has_members();
        self.beside_others.enter(mutator);
        if is_first {
            self.patience.first_has_joined(mutator.runtime.clock_ns());
        }
    }

    fn leave(&self, mutator: &mut Mutator) {
        match mutator.is_sole() {
            true => self.leave_as_sole(mutator),
            false => self.beside_others.leave(mutator),
        }
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
