//! Waiting, and the deterministic stepping of threads.
//!
//! Every wait of the runtime goes through [`Scheduler::wait_until`]. Normally it waits in steps: a
//! few microseconds of spinning, then `sched_yield`, then short sleeps, which [`Scheduler::ring`]
//! ends early (a stop of the world is mostly over within the first step; a preempted partner needs
//! the later ones). A thread that makes a condition true that others may sleep for, rings.
//!
//! A thread that waits in a line, for the global lock, a segment or the serial right, has its own
//! bell ([`Scheduler::wait_in_line`]): one thread at a time is let in, so one alone is woken, and
//! no other one looks in vain.
//!
//! With a seed, exactly one thread runs at a time: the one that holds the *baton*. At yield points
//! ([`Scheduler::yield_point`]) and in each wait the baton goes to a thread drawn from the seed, so
//! that a run can be replayed. Threads join in the order in which their parents make them.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::support::ThreadNumber;
use crate::support::random::Random;
use crate::support::sync::yield_now;

// The model checker only knows yielding.
const SPINS: u32 = if cfg!(loom) { 0 } else { 200 };
const YIELDS: u32 = if cfg!(loom) { u32::MAX } else { 200 };
/// How many yield points a stepped thread passes on average before another runs.
const YIELD_POINTS_MEAN: usize = 8;
const SLEEP_US_MIN: u64 = 50;
const SLEEP_US_MAX: u64 = 1_000;
/// For so long a thread in a line yields at most: beside another busy process one yield may last
/// for milliseconds.
const YIELDING_MAX: Duration = Duration::from_micros(200);
/// For so long a thread in a line sleeps at most without a ring.
pub(crate) const LINE_SLEEP_MAX: Duration = Duration::from_millis(20);

/// Decides which thread runs: the operating system, or a seed.
pub(crate) struct Scheduler {
    steps: Option<Stepping>,
    /// Rung at a change by the end of a transaction, of a stop, or of a wait.
    change: Bell,
}

/// Wakes sleepers. A ring may come between the look of a sleeper and its sleep, where several
/// threads sleep; these sleeps are short.
#[derive(Default, Debug)]
pub(crate) struct Bell {
    /// How many threads sleep, or are about to. SeqCst.
    sleepers: AtomicU32,
    lock: Mutex<()>,
    rung: Condvar,
}

struct Stepping {
    state: Mutex<Steps>,
}

struct Steps {
    /// The thread that holds the baton; `None` before the first thread arrives.
    holder: Option<ThreadNumber>,
    /// Exactly the threads that have been made and have not ended, each with the condition variable
    /// that wakes it.
    live: Vec<(ThreadNumber, Arc<Condvar>)>,
    random: Random,
}

impl Scheduler {
    pub(crate) fn new(seed: Option<u64>) -> Scheduler {
        Scheduler {
            change: Bell::default(),
            steps: seed.map(|seed| Stepping {
                state: Mutex::new(Steps {
                    holder: None,
                    live: Vec::new(),
                    random: Random::new(seed),
                }),
            }),
        }
    }

    /// Whether a seed decides.
    pub(crate) fn is_stepped(&self) -> bool {
        #[cfg(simulated)]
        if crate::simulation::simulator().is_some() {
            return true;
        }
        self.steps.is_some()
    }

    /// A thread is going to exist. Called by its parent.
    pub(crate) fn announce(&self, thread: ThreadNumber) {
        #[cfg(simulated)]
        if let Some(simulator) = crate::simulation::simulator() {
            simulator.announce(thread);
        }
        if let Some(stepping) = &self.steps {
            let mut steps = stepping.lock();
            steps.live.push((thread, Arc::new(Condvar::new())));
            steps.holder.get_or_insert(thread);
        }
    }

    /// The thread begins to run: waits for the baton.
    pub(crate) fn arrive(&self, thread: ThreadNumber) {
        if let Some(stepping) = &self.steps {
            stepping.wait_for_baton(stepping.lock(), thread);
        }
    }

    /// Passes the thread's baton for good, at its end.
    pub(crate) fn leave(&self, thread: ThreadNumber) {
        if let Some(stepping) = &self.steps {
            let mut steps = stepping.lock();
            steps.live.retain(|(live, _)| *live != thread);
            if steps.holder == Some(thread) {
                steps.pass();
            }
        }
    }

    /// A yield point: now and then, as the seed decides, passes the baton. (A switch of threads
    /// costs microseconds; runs of a few yield points conflict as well as single ones.)
    pub(crate) fn yield_point(&self, thread: ThreadNumber) {
        if let Some(stepping) = &self.steps {
            let passes = stepping.lock().random.below(YIELD_POINTS_MEAN) == 0;
            if passes {
                self.step(thread);
            }
        }
    }

    /// Passes the baton to a thread drawn from the seed, and waits until it comes back.
    pub(crate) fn step(&self, thread: ThreadNumber) {
        if let Some(stepping) = &self.steps {
            let mut steps = stepping.lock();
            assert_eq!(
                steps.holder,
                Some(thread),
                "only the holder of the baton runs"
            );
            steps.pass();
            if steps.holder != Some(thread) {
                stepping.wait_for_baton(steps, thread);
            }
        }
    }

    /// Waits until `condition` holds. The caller must be at a safepoint.
    pub(crate) fn wait_until(&self, thread: ThreadNumber, mut condition: impl FnMut() -> bool) {
        #[cfg(simulated)]
        if let Some(simulator) = crate::simulation::simulator() {
            crate::simulation::wait_until(simulator, condition);
            return;
        }
        let mut waited = 0;
        let mut sleep_us = SLEEP_US_MIN;
        while !condition() {
            if self.is_stepped() {
                self.step(thread);
            } else if waited < SPINS {
                std::hint::spin_loop();
            } else if waited < SPINS + YIELDS {
                yield_now();
            } else {
                let time = Duration::from_micros(sleep_us);
                if self.change.sleep(time, &mut condition) {
                    return;
                }
                sleep_us = (sleep_us * 2).min(SLEEP_US_MAX);
            }
            waited += 1;
        }
    }

    /// Waits at a bell that is the thread's own. `look` says how long the thread may sleep without
    /// a ring, or nothing when the wait is over; it may not ring. `is_long`: the wait is known to
    /// be too long for spinning. The caller must be at a safepoint.
    pub(crate) fn wait_in_line(
        &self,
        bell: &Bell,
        thread: ThreadNumber,
        is_long: bool,
        mut look: impl FnMut() -> Option<Duration>,
    ) {
        #[cfg(simulated)]
        if let Some(simulator) = crate::simulation::simulator() {
            crate::simulation::wait_until(simulator, || look().is_none());
            return;
        }
        let (since, mut waited) = (Instant::now(), 0);
        while look().is_some() {
            let is_brief = cfg!(loom) || !is_long && since.elapsed() < YIELDING_MAX;
            if self.is_stepped() {
                self.step(thread);
            } else if waited < SPINS && !is_long {
                std::hint::spin_loop();
            } else if waited < SPINS + YIELDS && is_brief {
                yield_now();
            } else if bell.sleep_alone(&mut look) {
                return;
            }
            waited += 1;
        }
    }
}

impl Scheduler {
    /// Something has changed that a thread may sleep for.
    pub(crate) fn ring(&self) {
        #[cfg(simulated)]
        crate::simulation::ring();
        self.change.ring();
    }

    /// As [`Scheduler::ring`], for the one thread whose bell it is.
    pub(crate) fn ring_one(&self, bell: &Bell) {
        #[cfg(simulated)]
        crate::simulation::ring();
        bell.ring();
    }

    /// Picks the next of so many threads in a line: the first, or one drawn from the seed.
    pub(crate) fn pick(&self, count: usize) -> usize {
        let draw = |stepping: &Stepping| stepping.lock().random.below(count);
        self.steps.as_ref().map_or(0, draw)
    }
}

impl Scheduler {
    /// Locks the scheduler: no thread falls asleep, is woken or gets the baton while the guards
    /// live.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        let steps = self.steps.as_ref().map(Stepping::lock);
        (self.change.hold(), steps)
    }

    /// Forgets all threads but this one, after a fork.
    pub(crate) fn keep_only(&self, thread: ThreadNumber) {
        self.change.sleepers.store(0, Ordering::SeqCst);
        if let Some(stepping) = &self.steps {
            let mut steps = stepping.lock();
            steps.live.retain(|(live, _)| *live == thread);
            steps.holder = Some(thread);
        }
    }
}

impl Bell {
    /// Locks the bell: no thread falls asleep or is woken while the guard lives.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.lock.lock().expect("no panic under this lock")
    }

    /// Sleeps, unless the condition holds now; whether it did. (It may have effects: it is not
    /// asked again once it has held.)
    fn sleep(&self, time: Duration, condition: &mut impl FnMut() -> bool) -> bool {
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let holds = condition();
        if !holds {
            let guard = self.lock.lock().expect("no panic under this lock");
            drop(
                self.rung
                    .wait_timeout(guard, time)
                    .expect("no panic under this lock"),
            );
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
        holds
    }

    /// As [`Bell::sleep`], at the bell of one thread, for as long as `look` says; whether the wait
    /// was over. The look is under the lock, so no ring comes between it and the sleep.
    fn sleep_alone(&self, look: &mut impl FnMut() -> Option<Duration>) -> bool {
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let guard = self.lock.lock().expect("no panic under this lock");
        let time = look();
        if let Some(time) = time {
            drop(
                self.rung
                    .wait_timeout(guard, time)
                    .expect("no panic under this lock"),
            );
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
        time.is_none()
    }

    fn ring(&self) {
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            drop(self.lock.lock().expect("no panic under this lock"));
            self.rung.notify_all();
        }
    }
}

impl Stepping {
    fn lock(&self) -> MutexGuard<'_, Steps> {
        self.state
            .lock()
            .expect("no thread panics while it holds the baton's lock")
    }

    fn wait_for_baton(&self, steps: MutexGuard<'_, Steps>, thread: ThreadNumber) {
        let own = steps.live.iter().find(|(live, _)| *live == thread);
        let own = Arc::clone(&own.expect("a thread is announced before it arrives").1);
        let guard = own
            .wait_while(steps, |steps| steps.holder != Some(thread))
            .expect("no thread panics while it holds the baton's lock");
        drop(guard);
    }
}

impl Steps {
    /// Gives the baton to a thread drawn from the seed, and wakes that one alone.
    fn pass(&mut self) {
        if self.live.is_empty() {
            self.holder = None;
            return;
        }
        let (thread, wakes) = &self.live[self.random.below(self.live.len())];
        self.holder = Some(*thread);
        wakes.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interleaving(seed: u64) -> Vec<ThreadNumber> {
        let scheduler = Arc::new(Scheduler::new(Some(seed)));
        let trace = Arc::new(Mutex::new(Vec::new()));
        for number in 0..3 {
            scheduler.announce(number);
        }
        let threads: Vec<_> = (0..3)
            .map(|number| {
                let (scheduler, trace) = (Arc::clone(&scheduler), Arc::clone(&trace));
                std::thread::spawn(move || {
                    scheduler.arrive(number);
                    for _ in 0..20 {
                        trace.lock().expect("alive").push(number);
                        scheduler.step(number);
                    }
                    scheduler.leave(number);
                })
            })
            .collect();
        for thread in threads {
            thread.join().expect("ends");
        }
        Arc::try_unwrap(trace)
            .expect("one owner")
            .into_inner()
            .expect("alive")
    }

    #[test]
    fn a_seed_replays_its_interleaving_and_seeds_differ() {
        let first = interleaving(1);
        assert_eq!(first.len(), 60);
        assert_eq!(first, interleaving(1));
        assert_ne!(first, interleaving(2));
    }
}
