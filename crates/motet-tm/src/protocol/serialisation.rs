//! Serialisation, as a thread goes through it: it is told the costs of its transactions, becomes
//! serialised or free, takes the serial right and gives it back. The policies are
//! `contention/throttle.rs` and `contention/serialisation.rs`.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::contention::serialisation::{ASK_AFTER_STEPS, Answer, PATIENCE_SLICES, PATIENCE_STEPS};
use crate::contention::throttle::Regime;
use crate::observe::WaitFor;
use crate::runtime::Runtime;
use crate::runtime::mutator::Mutator;
use crate::simulation;
use crate::support::ThreadNumber;
use crate::threads::segment::lane;

/// How long a yield point counts under stepping, where the clock must not decide.
const STEPPED_YIELD_POINT_NS: u64 = 50;
/// For so long a thread sleeps at most in the line for the serial right: it asks for the end of the
/// holder's turn, and looks whether a probe has begun.
const TURN_SLEEP_MAX: Duration = Duration::from_millis(1);
/// A slice counts as at least so long where a thread's patience is measured in slices.
const SLICE_NS_MIN: u64 = 1_000_000;

/// A thread's wait for the serial right.
struct TurnWait {
    since_ns: u64,
    /// How often it has looked.
    steps: u64,
    /// The segment of the holder before, once the thread has the right.
    granted: Option<usize>,
}

impl TurnWait {
    /// Notes the answer to a look, and asks a thread that has had the right for long for its end.
    /// Returns how many threads are before this one.
    fn note(&mut self, runtime: &Runtime, answer: Answer, now_ns: u64) -> usize {
        debug_assert!(now_ns >= self.since_ns, "the clock goes on");
        self.steps += 1;
        match answer {
            Answer::Granted(segment) => {
                self.granted = Some(segment);
                0
            }
            Answer::Waits { before, holder } => {
                if let Some((holder, held_ns)) = holder {
                    let is_long = if runtime.is_stepped() {
                        self.steps > ASK_AFTER_STEPS
                    } else {
                        held_ns >= slice_ns(runtime)
                    };
                    if is_long {
                        ask_for_end(runtime, holder);
                    }
                }
                before
            }
        }
    }

    /// Whether the thread has the right, or waits for it no longer.
    fn is_over(&self, runtime: &Runtime, now_ns: u64) -> bool {
        let has_no_patience = if runtime.is_stepped() {
            self.steps > PATIENCE_STEPS
        } else {
            let slice_ns = slice_ns(runtime).max(SLICE_NS_MIN);
            now_ns - self.since_ns > PATIENCE_SLICES.saturating_mul(slice_ns)
        };
        self.granted.is_some() || has_no_patience || runtime.serialiser().is_in_probe(now_ns)
    }
}

impl Mutator {
    // ---- costs of transactions

    /// How long the transaction has run. Under stepping the clock must not decide.
    fn spent_ns(&self, now_ns: u64) -> u64 {
        if self.runtime.is_stepped() {
            self.budget.passed() * STEPPED_YIELD_POINT_NS
        } else {
            now_ns.saturating_sub(self.budget.began_ns.get())
        }
    }

    /// Takes the transaction that has just committed into account, whose commit took from one time
    /// to the other.
    pub(super) fn account_commit(&mut self, since_ns: u64, now_ns: u64) {
        if self.is_sole() {
            // Its length is that of the time without others.
            return;
        }
        let used_up = self.heap.transaction.borrow().used_up;
        let (spent_ns, passed) = (self.spent_ns(now_ns), self.budget.passed());
        let ending_ns = if self.runtime.is_stepped() {
            0
        } else {
            now_ns.saturating_sub(since_ns)
        };
        let contention = &mut self.contention;
        contention.length().committed(used_up, spent_ns, ending_ns);
        let waited_ns = contention.take_waited_ns(spent_ns);
        contention.throttle.lost(waited_ns, false);
        contention.throttle.committed(spent_ns - waited_ns, passed);
        self.judge_throttle(now_ns);
    }

    /// Takes the transaction into account that is about to be undone; `is_collision`: as others
    /// were in its way.
    pub(super) fn account_abort(&mut self, is_collision: bool) {
        let now_ns = self.runtime.clock_ns();
        let lost_ns = self.spent_ns(now_ns);
        self.contention.forget_waits();
        self.contention.length().aborted(lost_ns);
        if is_collision {
            self.contention.throttle.lost(lost_ns, true);
            self.judge_throttle(now_ns);
        }
    }

    fn judge_throttle(&mut self, now_ns: u64) {
        let runtime = self.runtime.clone();
        let serialiser = runtime.serialiser();
        let throttle = &mut self.contention.throttle;
        if throttle.regime() == Regime::Probing && serialiser.is_warming_up(now_ns) {
            throttle.forget_window();
        }
        let is_due = match throttle.regime() {
            Regime::Probing => !serialiser.is_in_probe(now_ns),
            Regime::Free | Regime::Serialised => throttle.is_to_be_judged(),
        };
        // (Scripts run several mutators on one thread: there none can wait for the right.)
        if !is_due || runtime.is_stepped() || cfg!(test) {
            return;
        }
        let was_probing = throttle.regime() == Regime::Probing;
        if throttle.judge(runners(&runtime)) {
            if was_probing {
                serialiser.probe_failed(now_ns);
            } else {
                serialiser.begin(now_ns);
            }
        }
    }

    // ---- the serial right

    /// Whether the next transaction needs the serial right. Begins a probe when it is time for one.
    fn wants_serial_right(&mut self) -> bool {
        if !self.heap.is_transactional() {
            return false;
        }
        if self.runtime.config().injection.turns {
            return true;
        }
        if self.contention.throttle.regime() != Regime::Serialised {
            return false;
        }
        let is_probing = self
            .runtime
            .serialiser()
            .is_probing(self.runtime.clock_ns());
        if is_probing {
            self.contention.throttle.probe();
        }
        !is_probing
    }

    /// Waits for the serial right, if the thread is serialised and does not have it. No transaction
    /// is open.
    pub(super) fn take_serial_right(&mut self) {
        if simulation::is_simulated()
            || self.contention.has_serial_right.get()
            || !self.wants_serial_right()
        {
            return;
        }
        debug_assert!(!self.is_open(), "others would wait for what it holds");
        let since_ns = self.recorder.clock();
        let granted = self.wait_for_serial_right();
        if let Some(segment) = granted {
            self.recorder.count(|counters| &counters.turns, 1);
            self.contention
                .serial_right_since_ns
                .set(self.runtime.clock_ns());
            if segment != 0 {
                self.tenancy.last.set(segment);
            }
        } else {
            self.runtime.serialiser().stop_waiting(self.thread);
        }
        self.wake_next_for_turn();
        self.contention.has_serial_right.set(granted.is_some());
        self.record_wait(WaitFor::Turn, since_ns, 0);
    }

    /// Waits until the thread has the right, and returns the segment of the holder before; `None`
    /// if a probe has begun, or patience is at its end.
    fn wait_for_serial_right(&self) -> Option<usize> {
        let runtime = &self.runtime;
        let (serialiser, scheduler) = (runtime.serialiser(), runtime.scheduler());
        let mut wait = TurnWait {
            since_ns: runtime.clock_ns(),
            steps: 0,
            granted: None,
        };
        let mut look = |is_over_where_first: bool| {
            if wait.granted.is_some() {
                return None;
            }
            let now_ns = runtime.clock_ns();
            let answer = serialiser.try_take(self.thread, &self.bell, now_ns);
            let before = wait.note(runtime, answer, now_ns);
            let is_over = wait.is_over(runtime, now_ns) || is_over_where_first && before == 0;
            (!is_over).then_some(TURN_SLEEP_MAX)
        };
        // The first in the line spins, for as long as that pays; the others sleep until they are.
        if look(true).is_some() {
            scheduler.wait_in_line(&self.bell, self.thread, true, || look(true));
        }
        if look(false).is_some() {
            scheduler.wait_in_line(&self.bell, self.thread, false, || look(false));
        }
        wait.granted
    }

    /// Wakes the first of those that wait for the serial right.
    fn wake_next_for_turn(&self) {
        if let Some(bell) = self.runtime.serialiser().first_bell() {
            self.runtime.scheduler().ring_one(&bell);
        }
    }

    /// Whether the thread, between two transactions, should give the serial right back (its slice
    /// is over while others wait, or it is free now), or take it (it is serialised now).
    pub(super) fn must_change_serial_right(&mut self, now_ns: u64) -> bool {
        if !self.contention.has_serial_right.get() {
            return self.wants_serial_right();
        }
        let runtime = &self.runtime;
        let had_ns = now_ns.saturating_sub(self.contention.serial_right_since_ns.get());
        let is_long = had_ns >= slice_ns(runtime) || runtime.is_stepped();
        is_long && runtime.serialiser().is_waited_for() || !self.wants_serial_right()
    }

    /// How long a serialised thread runs while others wait for their turn.
    pub(crate) fn turn_ns(&self) -> u64 {
        slice_ns(&self.runtime)
    }

    /// Gives the serial right back, if the thread has it.
    pub(crate) fn return_serial_right(&self) {
        if self.contention.has_serial_right.replace(false) {
            let segment = self.tenancy.last.get();
            self.runtime.serialiser().give_back(self.thread, segment);
            self.wake_next_for_turn();
        }
    }
}

/// How many threads run at once: no more than there are processors.
fn runners(runtime: &Runtime) -> u64 {
    let private = runtime.pool().private();
    let open = private.filter(|(_, segment)| segment.is_open()).count();
    (open as u64).min(runtime.core_count() as u64).max(2)
}

/// Asks the transaction of a thread for its end.
fn ask_for_end(runtime: &Runtime, thread: ThreadNumber) {
    for (_, segment) in runtime.pool().private() {
        if segment.thread.load(Ordering::Relaxed) == thread {
            segment.request(lane::COMMIT_SOON);
        }
    }
}

/// How long a thread keeps the serial right while others wait for it.
fn slice_ns(runtime: &Runtime) -> u64 {
    if runtime.config().injection.turns {
        return 0;
    }
    runtime.switch_interval_us().saturating_mul(1_000)
}
