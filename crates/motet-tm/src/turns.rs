//! Turns: threads that keep colliding run one after the other (`pace.rs` says who).
//!
//! The turn is taken before a transaction begins, while the thread holds nothing, and given back
//! when it has run for as long as a thread may hold a global lock, when it blocks, and when it
//! ends. First come, first served.
//!
//! The next in turn runs in the same segment if it can: all that the one before has written is
//! there, and when the other segments are idle nothing need be brought to them (`engine/log.rs`,
//! "Leaving"). So turns cost what a global lock costs.
//!
//! Who has the turn wins over all but the inevitable, so it may run long transactions. Nobody waits
//! for the turn for ever: it only saves time, nothing that must be right hangs on it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::events::WaitFor;
use crate::mutator::Mutator;
use crate::pace::Way;
use crate::runtime::Runtime;
use crate::schedule::{Awaited, ThreadNumber};
use crate::segment::lane;
use crate::sync::{AtomicU32, Mutex};

/// For how long all run freely, to see whether they still collide.
const OPEN_NS: u64 = 3_000_000;
/// How long turns are taken before that, at least and at most.
const CLOSED_NS_MIN: u64 = 20_000_000;
const CLOSED_NS_MAX: u64 = 640_000_000;
/// A thread waits for the turn no longer than so many of others' turns.
const PATIENCE_TURNS: u64 = 10;
/// The same in steps, for stepped threads; and after how many the holder is asked for its end.
const PATIENCE_STEPS: u64 = 200;
const ASK_AFTER_STEPS: u64 = 20;

/// Whose turn it is.
pub(crate) struct Turns {
    queue: Mutex<Queue>,
    /// How many threads wait. Writers: under the lock. Readers: the holder, relaxed.
    waiting: AtomicU32,
    /// Until when everybody runs freely, in nanoseconds since the runtime was made. Relaxed, as the
    /// following: only threads that take turns look at it.
    open_until_ns: AtomicU64,
    /// When the turns are opened next.
    opens_at_ns: AtomicU64,
    /// How long they stay closed then.
    closed_ns: AtomicU64,
}

/// Who has the turn, and who waits for it.
struct Queue {
    holder: Option<ThreadNumber>,
    taken_at_ns: u64,
    /// In which segment the last holder ran; 0: unknown.
    segment: usize,
    /// In the order of their coming.
    waiting: VecDeque<ThreadNumber>,
}

/// The answer to who asks for the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// It is the asker's. Whoever had it before has run in this segment.
    Mine(usize),
    /// This thread has it, since so long.
    Of(ThreadNumber, u64),
    /// Nobody has it, and somebody else comes first.
    Next,
}

impl Turns {
    pub(crate) fn new() -> Turns {
        Turns {
            queue: Mutex::new(Queue {
                holder: None,
                taken_at_ns: 0,
                segment: 0,
                waiting: VecDeque::new(),
            }),
            waiting: AtomicU32::new(0),
            open_until_ns: AtomicU64::new(0),
            opens_at_ns: AtomicU64::new(0),
            closed_ns: AtomicU64::new(CLOSED_NS_MIN),
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut Queue) -> T) -> T {
        let mut queue = self.queue.lock().expect("no panic under this lock");
        let result = change(&mut queue);
        self.waiting
            .store(queue.waiting.len() as u32, Ordering::Relaxed);
        result
    }

    /// Takes the turn, or a place at the end of the queue.
    pub(crate) fn try_take(&self, thread: ThreadNumber, now_ns: u64) -> Turn {
        self.change(|queue| {
            let place = queue.waiting.iter().position(|waiting| *waiting == thread);
            let is_first = place == Some(0) || queue.waiting.is_empty();
            if queue.holder.is_none() && is_first {
                queue.waiting.pop_front();
                queue.holder = Some(thread);
                queue.taken_at_ns = now_ns;
                return Turn::Mine(queue.segment);
            }
            if place.is_none() {
                queue.waiting.push_back(thread);
            }
            match queue.holder {
                Some(holder) => Turn::Of(holder, now_ns.saturating_sub(queue.taken_at_ns)),
                None => Turn::Next,
            }
        })
    }

    /// The thread waits no more.
    pub(crate) fn stop_waiting(&self, thread: ThreadNumber) {
        self.change(|queue| queue.waiting.retain(|waiting| *waiting != thread));
    }

    /// The holder's turn is over; it has run in a segment.
    pub(crate) fn pass(&self, thread: ThreadNumber, segment: usize) {
        self.change(|queue| {
            assert_eq!(
                queue.holder,
                Some(thread),
                "only its holder passes the turn"
            );
            queue.holder = None;
            queue.segment = segment;
        });
    }

    pub(crate) fn is_waited_for(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Whether everybody runs freely now. Opens the turns when it is time.
    fn are_open(&self, now_ns: u64) -> bool {
        if now_ns < self.open_until_ns.load(Ordering::Relaxed) {
            return true;
        }
        let opens_at_ns = self.opens_at_ns.load(Ordering::Relaxed);
        if now_ns < opens_at_ns {
            return false;
        }
        let closed_ns = self.closed_ns.load(Ordering::Relaxed);
        let next_ns = now_ns + OPEN_NS + 2 * closed_ns;
        let opened = self.opens_at_ns.compare_exchange(
            opens_at_ns,
            next_ns,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        if opened.is_ok() {
            let longer_ns = (2 * closed_ns).min(CLOSED_NS_MAX);
            self.closed_ns.store(longer_ns, Ordering::Relaxed);
            self.open_until_ns
                .store(now_ns + OPEN_NS, Ordering::Relaxed);
        }
        opened.is_ok()
    }

    /// A thread that has run freely takes turns from now on. If nobody has for long, this begins
    /// anew with trying soon.
    fn begin(&self, now_ns: u64) {
        let opens_at_ns = self.opens_at_ns.load(Ordering::Relaxed);
        if now_ns >= opens_at_ns {
            let idle_ns = now_ns - opens_at_ns;
            let mut closed_ns = self.closed_ns.load(Ordering::Relaxed);
            if idle_ns > closed_ns {
                closed_ns = CLOSED_NS_MIN;
                self.closed_ns.store(closed_ns, Ordering::Relaxed);
            }
            self.opens_at_ns
                .store(now_ns + closed_ns, Ordering::Relaxed);
        }
    }
}

impl Mutator {
    /// The time in nanoseconds since the runtime was made.
    #[inline]
    pub(crate) fn clock_ns(&self) -> u64 {
        self.runtime.clock_ns()
    }

    /// How many yield points the transaction has passed.
    fn yield_points_passed(&self) -> u64 {
        u64::try_from(self.fuel_at_begin.get() - self.fuel.get()).unwrap_or(0)
    }

    /// How long the transaction has run. Under stepping the clock must not decide.
    fn spent_ns(&self, now_ns: u64) -> u64 {
        const YIELD_POINT_NS: u64 = 50;
        if self.runtime.is_stepped() {
            self.yield_points_passed() * YIELD_POINT_NS
        } else {
            now_ns.saturating_sub(self.began_ns.get())
        }
    }

    /// Whether the thread collides, so that it does well to end its transaction after a critical
    /// section, where it is to end soon anyway.
    pub(crate) fn ends_after_sections(&self) -> bool {
        !self.has_turn.get()
            && self.length.is_cautious()
            && 2 * self.yield_points_passed() >= self.length.length() as u64
    }

    /// The transaction that has just ended is taken into account.
    pub(crate) fn account_commit(&mut self, used_up: bool, ending_since_ns: u64, now_ns: u64) {
        let (spent_ns, passed) = (self.spent_ns(now_ns), self.yield_points_passed());
        let ending_ns = now_ns.saturating_sub(ending_since_ns);
        let ending_ns = if self.runtime.is_stepped() {
            0
        } else {
            ending_ns
        };
        self.length_control()
            .committed(used_up, spent_ns, ending_ns);
        self.pace.committed(spent_ns, passed);
        self.judge_pace(now_ns);
    }

    /// The transaction is about to be undone; `is_collision`: as others were in its way.
    pub(crate) fn account_abort(&mut self, is_collision: bool) {
        let now_ns = self.clock_ns();
        let lost_ns = self.spent_ns(now_ns);
        self.length_control().aborted(lost_ns);
        if is_collision {
            self.pace.lost(lost_ns, true);
            self.judge_pace(now_ns);
        }
    }

    fn judge_pace(&mut self, now_ns: u64) {
        let handle = self.runtime.clone();
        let (runtime, turns) = (&handle, handle.turns());
        let is_over = match self.pace.way() {
            Way::Trying => now_ns >= turns.open_until_ns.load(Ordering::Relaxed),
            Way::Free | Way::InTurns => self.pace.is_to_be_judged(),
        };
        // (Scripts run several mutators on one thread: there nobody can wait for another's turn.)
        if !is_over || runtime.is_stepped() || cfg!(test) {
            return;
        }
        let open = runtime
            .pool()
            .private()
            .filter(|(_, segment)| segment.is_open());
        let cores = runtime.core_count() as u64;
        let runners = (open.count() as u64).min(cores).max(2);
        if self.pace.judge(runners) {
            turns.begin(now_ns);
        }
    }

    /// Whether the next transaction needs the turn.
    fn wants_turn(&mut self) -> bool {
        if !self.transactional {
            return false;
        }
        if self.runtime.config().injection.turns {
            return true;
        }
        if self.pace.way() != Way::InTurns {
            return false;
        }
        let are_open = self.runtime.turns().are_open(self.clock_ns());
        if are_open {
            self.pace.try_freely();
        }
        !are_open
    }

    /// Waits for the turn, if the thread takes turns. No transaction is open.
    pub(crate) fn take_turn(&mut self) {
        #[cfg(simulated)]
        if self.is_simulated() {
            return;
        }
        if self.has_turn.get() || !self.wants_turn() {
            return;
        }
        let runtime = self.runtime.clone();
        let (turns, interval_ns) = (runtime.turns(), turn_ns(&runtime));
        let (thread, is_stepped) = (self.thread, runtime.is_stepped());
        let (since_ns, since_event_ns) = (runtime.clock_ns(), self.event_clock());
        let (mut taken, mut wanted, mut steps) = (false, 0, 0);
        runtime.scheduler().wait_for(Awaited::Turn, thread, || {
            let now_ns = runtime.clock_ns();
            steps += 1;
            match turns.try_take(thread, now_ns) {
                Turn::Mine(segment) => {
                    taken = true;
                    wanted = segment;
                }
                Turn::Of(holder, held_ns) => {
                    let is_long = held_ns >= interval_ns;
                    if (is_long && !is_stepped) || (is_stepped && steps > ASK_AFTER_STEPS) {
                        ask_for_end(&runtime, holder);
                    }
                }
                Turn::Next => {}
            }
            let is_tired = if is_stepped {
                steps > PATIENCE_STEPS
            } else {
                now_ns - since_ns > PATIENCE_TURNS.saturating_mul(interval_ns.max(1_000_000))
            };
            let is_open = now_ns < turns.open_until_ns.load(Ordering::Relaxed);
            taken || is_tired || is_open
        });
        if taken {
            self.count(|counters| &counters.turns, 1);
            self.turn_since_ns.set(runtime.clock_ns());
            if wanted != 0 {
                self.last_segment.set(wanted);
            }
        } else {
            turns.stop_waiting(thread);
        }
        self.has_turn.set(taken);
        self.record_wait(WaitFor::Turn, since_event_ns, 0);
    }

    /// Whether the thread has had its segment for so long. Where threads are stepped, and in the
    /// scripts of tests, the clock must not decide.
    pub(crate) fn has_had_segment(&self, time: Duration) -> bool {
        let since_ns = self.segment_since_ns.get();
        let had = Duration::from_nanos(self.clock_ns().saturating_sub(since_ns));
        self.runtime.is_stepped() || cfg!(test) || had >= time
    }

    /// Whether the thread has had its turn, and should let others have theirs.
    pub(crate) fn turn_is_over(&mut self, now_ns: u64) -> bool {
        if !self.has_turn.get() {
            // It takes turns from now on: the right to run is given back while it waits.
            return self.wants_turn();
        }
        let runtime = &self.runtime;
        let had_ns = now_ns.saturating_sub(self.turn_since_ns.get());
        let is_long = had_ns >= turn_ns(runtime) || runtime.is_stepped();
        is_long && runtime.turns().is_waited_for() || !self.wants_turn()
    }

    /// Gives the turn back, if the thread has it.
    pub(crate) fn pass_turn(&self) {
        if self.has_turn.replace(false) {
            let segment = self.last_segment.get();
            self.runtime.turns().pass(self.thread, segment);
            self.runtime.scheduler().ring_for(Awaited::Turn);
        }
    }
}

/// Asks the transaction of a thread for its end.
fn ask_for_end(runtime: &Runtime, thread: ThreadNumber) {
    for (_, segment) in runtime.pool().private() {
        if segment.thread.load(Ordering::Relaxed) == thread {
            segment.request(lane::COMMIT_SOON);
        }
    }
}

/// How long a turn is.
fn turn_ns(runtime: &Runtime) -> u64 {
    if runtime.config().injection.turns {
        return 0;
    }
    runtime.switch_interval_us().saturating_mul(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_goes_round_in_the_order_of_coming() {
        let turns = Turns::new();
        assert_eq!(turns.try_take(1, 10), Turn::Mine(0));
        assert_eq!(turns.try_take(2, 15), Turn::Of(1, 5));
        assert_eq!(turns.try_take(3, 20), Turn::Of(1, 10));
        assert!(turns.is_waited_for());
        turns.pass(1, 3);
        assert_eq!(turns.try_take(1, 30), Turn::Next);
        assert_eq!(turns.try_take(3, 30), Turn::Next);
        assert_eq!(turns.try_take(2, 30), Turn::Mine(3));
        turns.stop_waiting(3);
        turns.pass(2, 3);
        assert_eq!(turns.try_take(1, 40), Turn::Mine(3));
        assert!(!turns.is_waited_for());
    }

    #[test]
    fn the_turns_are_opened_now_and_then_and_ever_more_rarely() {
        let turns = Turns::new();
        turns.begin(1_000);
        assert!(!turns.are_open(CLOSED_NS_MIN));
        let first = 1_000 + CLOSED_NS_MIN;
        assert!(turns.are_open(first) && turns.are_open(first + OPEN_NS - 1));
        let second = first + OPEN_NS + 2 * CLOSED_NS_MIN;
        assert!(!turns.are_open(second - 1) && turns.are_open(second));
        assert!(!turns.are_open(second + OPEN_NS + 2 * CLOSED_NS_MIN));
        // Nobody has taken turns for long: soon again.
        let later = second + 100 * CLOSED_NS_MAX;
        turns.begin(later);
        assert!(turns.are_open(later + CLOSED_NS_MIN));
    }
}
