//! Serialisation: threads that keep conflicting run one after the other (`throttle.rs` decides
//! which).
//!
//! A thread takes the *serial right* before a transaction begins, while it holds nothing. It gives
//! the right back when it has run for as long as a thread may hold a global lock, when it blocks,
//! and when it ends. Threads get the right in the order in which they ask. They stand in a line, in
//! which the first spins for a moment before it sleeps: where threads hand work to one another, a
//! turn is as short as the time that it takes to wake a thread.
//!
//! The next thread runs in the same segment if it can: all that the one before has written is
//! there, and while the other segments are idle nothing need be brought to them (`engine/log.rs`,
//! "Leaving"). Once it is known how far a thread comes by turns, it need not take the right: it is
//! sole by turns (`engine/sole.rs`), which costs as much as a global lock.
//!
//! The transaction of a serialised thread wins over all but the inevitable one, so it may be long.
//! No thread waits for the serial right for ever: the right only saves time, and nothing that must
//! be correct depends on it.
//!
//! # Probing
//!
//! Now and then all threads run freely for a moment, to see whether they still conflict. All do so
//! at the same time: one that probed alone would only conflict with the long transactions of
//! serialised threads. The first moments do not count: segments join then. Each probe that fails
//! doubles the time to the next one. A probe is not repeated before so many times as long as it
//! took either: one that meets a transaction which lets a large container grow, or for which a
//! segment must join, takes much longer than it should.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::ThreadNumber;
use crate::support::sync::{AtomicU32, Mutex};
use crate::threads::scheduler::Bell;

/// How long a probe takes …
const PROBE_NS: u64 = 5_000_000;
/// … and how much of it does not count: segments join, and copy what others have as copies.
const WARM_UP_NS: u64 = 2_000_000;
/// How long threads are serialised between two probes, at least and at most.
const PROBE_INTERVAL_NS_MIN: u64 = 20_000_000;
const PROBE_INTERVAL_NS_MAX: u64 = 640_000_000;
/// The pause after a probe that has failed, in multiples of the time that it took, at least.
const PAUSE_PER_PROBE: u64 = 16;
/// A thread waits for the right no longer than so many slices of others. (One operation that lets a
/// dict of a million entries grow takes up to twenty; a thread that then goes on in a segment of
/// its own costs the holder of the right all its private copies.)
pub(crate) const PATIENCE_SLICES: u64 = 40;
/// The same in steps, for stepped threads; and the steps after which the holder is asked for its
/// end.
pub(crate) const PATIENCE_STEPS: u64 = 200;
pub(crate) const ASK_AFTER_STEPS: u64 = 20;

/// The holder of the serial right, the queue for it, and the times at which all run freely.
pub(crate) struct Serialiser {
    queue: Mutex<Queue>,
    /// How many threads wait. Writers: under the lock. Readers: the holder, relaxed.
    waiting: AtomicU32,
    /// Until when a probe lasts, in nanoseconds since the runtime was made. Relaxed, as the
    /// following: only serialised threads look at it.
    probing_until_ns: AtomicU64,
    /// When the next probe begins.
    next_probe_ns: AtomicU64,
    /// How long threads are serialised before the probe after that.
    probe_interval_ns: AtomicU64,
}

/// The holder of the right, and the threads that wait for it.
struct Queue {
    holder: Option<ThreadNumber>,
    taken_at_ns: u64,
    /// The segment in which the last holder ran; 0: unknown.
    segment: usize,
    /// In the order of their coming, each with its bell.
    waiting: VecDeque<(ThreadNumber, Arc<Bell>)>,
}

/// The answer to a thread that asks for the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// The thread has it. The holder before has run in this segment.
    Granted(usize),
    /// The thread stands in the line.
    Waits {
        /// So many threads are before it.
        before: usize,
        /// The thread that has the right, and for how many nanoseconds; `None` if the first in the
        /// line has not taken it yet.
        holder: Option<(ThreadNumber, u64)>,
    },
}

impl Serialiser {
    pub(crate) fn new() -> Serialiser {
        Serialiser {
            queue: Mutex::new(Queue {
                holder: None,
                taken_at_ns: 0,
                segment: 0,
                waiting: VecDeque::new(),
            }),
            waiting: AtomicU32::new(0),
            probing_until_ns: AtomicU64::new(0),
            next_probe_ns: AtomicU64::new(0),
            probe_interval_ns: AtomicU64::new(PROBE_INTERVAL_NS_MIN),
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut Queue) -> T) -> T {
        let mut queue = self.queue.lock().expect("no panic under this lock");
        let result = change(&mut queue);
        self.waiting
            .store(queue.waiting.len() as u32, Ordering::Relaxed);
        result
    }

    /// Takes the right, or a place at the end of the queue. The thread sleeps at `bell`.
    pub(crate) fn try_take(&self, thread: ThreadNumber, bell: &Arc<Bell>, now_ns: u64) -> Answer {
        self.change(|queue| {
            assert_ne!(queue.holder, Some(thread), "the holder has the right");
            let is_own = |(waiting, _): &(ThreadNumber, Arc<Bell>)| *waiting == thread;
            let place = queue.waiting.iter().position(is_own);
            let before = place.unwrap_or(queue.waiting.len());
            if queue.holder.is_none() && before == 0 {
                queue.waiting.pop_front();
                queue.holder = Some(thread);
                queue.taken_at_ns = now_ns;
                return Answer::Granted(queue.segment);
            }
            if place.is_none() {
                queue.waiting.push_back((thread, Arc::clone(bell)));
            }
            let held_ns = now_ns.saturating_sub(queue.taken_at_ns);
            let holder = queue.holder.map(|holder| (holder, held_ns));
            Answer::Waits { before, holder }
        })
    }

    /// The bell of the first in the line, which is rung when the right is free, and when the thread
    /// has become the first: it is awake then when its turn comes.
    pub(crate) fn first_bell(&self) -> Option<Arc<Bell>> {
        if !self.is_waited_for() {
            return None;
        }
        let queue = self.queue.lock().expect("no panic under this lock");
        queue.waiting.front().map(|(_, bell)| Arc::clone(bell))
    }

    /// Takes a thread that waits no more out of the queue.
    pub(crate) fn stop_waiting(&self, thread: ThreadNumber) {
        self.change(|queue| {
            debug_assert_ne!(queue.holder, Some(thread), "the holder does not wait");
            queue.waiting.retain(|(waiting, _)| *waiting != thread);
        });
    }

    /// Gives the holder's right back; it has run in `segment`.
    pub(crate) fn give_back(&self, thread: ThreadNumber, segment: usize) {
        self.change(|queue| {
            assert_eq!(
                queue.holder,
                Some(thread),
                "only its holder gives the right back"
            );
            queue.holder = None;
            queue.segment = segment;
        });
    }

    /// Locks the queue: no thread takes the right or gives it back while the guard lives.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.queue.lock().expect("no panic under this lock")
    }

    /// Forgets all threads but this one, after a fork.
    pub(crate) fn keep_only(&self, thread: ThreadNumber) {
        self.change(|queue| {
            queue.waiting.clear();
            queue.holder = queue.holder.filter(|holder| *holder == thread);
        });
    }

    /// Whether a probe runs; does not begin one.
    pub(crate) fn is_in_probe(&self, now_ns: u64) -> bool {
        now_ns < self.probing_until_ns.load(Ordering::Relaxed)
    }

    pub(crate) fn is_waited_for(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Whether all threads run freely now. Begins a probe when it is time.
    pub(crate) fn is_probing(&self, now_ns: u64) -> bool {
        if self.is_in_probe(now_ns) {
            return true;
        }
        let next_probe_ns = self.next_probe_ns.load(Ordering::Relaxed);
        if now_ns < next_probe_ns {
            return false;
        }
        let probe_interval_ns = self.probe_interval_ns.load(Ordering::Relaxed);
        let next_ns = now_ns + PROBE_NS + 2 * probe_interval_ns;
        let begun = self.next_probe_ns.compare_exchange(
            next_probe_ns,
            next_ns,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        if begun.is_ok() {
            let longer_ns = (2 * probe_interval_ns).min(PROBE_INTERVAL_NS_MAX);
            self.probe_interval_ns.store(longer_ns, Ordering::Relaxed);
            self.probing_until_ns
                .store(now_ns + PROBE_NS, Ordering::Relaxed);
        }
        begun.is_ok()
    }

    /// Whether a probe has just begun.
    pub(crate) fn is_warming_up(&self, now_ns: u64) -> bool {
        let until_ns = self.probing_until_ns.load(Ordering::Relaxed);
        now_ns + PROBE_NS - WARM_UP_NS < until_ns
    }

    /// Notes that a thread has judged the last probe a failure.
    pub(crate) fn probe_failed(&self, now_ns: u64) {
        let began_ns = (self.probing_until_ns.load(Ordering::Relaxed)).saturating_sub(PROBE_NS);
        let took_ns = now_ns.saturating_sub(began_ns);
        let pause_ns = (PAUSE_PER_PROBE * took_ns).min(PROBE_INTERVAL_NS_MAX);
        self.next_probe_ns
            .fetch_max(now_ns + pause_ns, Ordering::Relaxed);
    }

    /// Notes that a thread that ran freely is serialised from now on. If none was for long, the
    /// next probe comes soon.
    pub(crate) fn begin(&self, now_ns: u64) {
        let next_probe_ns = self.next_probe_ns.load(Ordering::Relaxed);
        if now_ns >= next_probe_ns {
            let idle_ns = now_ns - next_probe_ns;
            let mut probe_interval_ns = self.probe_interval_ns.load(Ordering::Relaxed);
            if idle_ns > probe_interval_ns {
                probe_interval_ns = PROBE_INTERVAL_NS_MIN;
                self.probe_interval_ns
                    .store(probe_interval_ns, Ordering::Relaxed);
            }
            self.next_probe_ns
                .store(now_ns + probe_interval_ns, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_goes_round_in_the_order_of_asking() {
        let serialiser = Serialiser::new();
        let bells: [Arc<Bell>; 4] = Default::default();
        let take = |thread: usize, now_ns| {
            serialiser.try_take(thread as ThreadNumber, &bells[thread], now_ns)
        };
        let waits = |before, holder| Answer::Waits { before, holder };
        let is_first = |thread: usize| {
            let first = serialiser.first_bell();
            first.is_some_and(|first| Arc::ptr_eq(&bells[thread], &first))
        };
        assert_eq!(take(1, 10), Answer::Granted(0));
        assert_eq!(take(2, 15), waits(0, Some((1, 5))));
        assert_eq!(take(3, 20), waits(1, Some((1, 10))));
        assert!(serialiser.is_waited_for() && is_first(2));
        serialiser.give_back(1, 3);
        assert_eq!(take(1, 30), waits(2, None));
        assert_eq!(take(3, 30), waits(1, None));
        assert_eq!(take(2, 30), Answer::Granted(3));
        assert!(is_first(3));
        serialiser.stop_waiting(3);
        assert!(is_first(1));
        serialiser.give_back(2, 3);
        assert_eq!(take(1, 40), Answer::Granted(3));
        assert!(!serialiser.is_waited_for() && !is_first(1));
    }

    #[test]
    fn the_serialiser_is_probed_now_and_then_and_ever_more_rarely() {
        let serialiser = Serialiser::new();
        serialiser.begin(1_000);
        assert!(!serialiser.is_probing(PROBE_INTERVAL_NS_MIN));
        let first = 1_000 + PROBE_INTERVAL_NS_MIN;
        assert!(serialiser.is_probing(first) && serialiser.is_probing(first + PROBE_NS - 1));
        assert!(serialiser.is_warming_up(first + WARM_UP_NS - 1));
        assert!(!serialiser.is_warming_up(first + WARM_UP_NS));
        let second = first + PROBE_NS + 2 * PROBE_INTERVAL_NS_MIN;
        assert!(!serialiser.is_probing(second - 1) && serialiser.is_probing(second));
        assert!(!serialiser.is_probing(second + PROBE_NS + 2 * PROBE_INTERVAL_NS_MIN));
        // One that has taken long is not repeated soon.
        let at = second + PROBE_NS + 4 * PROBE_INTERVAL_NS_MIN;
        assert!(serialiser.is_probing(at));
        serialiser.probe_failed(at + 5 * PROBE_NS);
        let third = at + 5 * PROBE_NS + PAUSE_PER_PROBE * 5 * PROBE_NS;
        assert!(!serialiser.is_probing(third - 1) && serialiser.is_probing(third));
        // No thread was serialised for long: soon again.
        let later = second + 100 * PROBE_INTERVAL_NS_MAX;
        serialiser.begin(later);
        assert!(serialiser.is_probing(later + PROBE_INTERVAL_NS_MIN));
    }
}
