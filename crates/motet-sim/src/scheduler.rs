//! The schedule of threads in virtual time: threads on cores, each with a clock of whole cycles.
//!
//! The core whose clock is lowest runs next, for as long as it is not more than a *window* ahead of
//! the others; events within a window happen in the order in which they are simulated. A
//! thread that waits gives its core up (unless it spins); the oldest thread that wants a core gets
//! the next free one, and a thread that has had a core for a *slice* gives way to a thread that
//! wants one.
//!
//! Nothing here runs anything: `fibers.rs` does, as [`Scheduler::pick`] says.

use std::collections::VecDeque;

use crate::machine::Core;

/// Number of a thread, in the order of their making.
pub type ThreadId = usize;

/// The state of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// It has a core, and goes on at its clock.
    Running(Core),
    /// It wants a core.
    Ready,
    /// It looks at its condition again at the given time; with the core that it spins on.
    Waiting(u64, Option<Core>),
    /// It has ended.
    Ended,
}

#[derive(Clone, Debug)]
struct Thread {
    state: State,
    clock: u64,
    /// When it got its core.
    slice_since: u64,
    /// How long it has waited already in this wait: the more, the rarer it looks.
    patience: u64,
}

/// The numbers that the scheduler is set up with, in cycles.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// How far one core may run ahead of another.
    pub window: u64,
    /// How long a thread keeps a core that others want.
    pub slice: u64,
    /// From the end of a wait until the thread runs, if it sleeps.
    pub wake: u64,
    /// The same, if it spins.
    pub spin: u64,
}

/// The first look again comes after so many cycles, and each next after twice as many.
const LOOK_CYCLES_MIN: u64 = 2_000;
const LOOK_CYCLES_MAX: u64 = 1 << 20;

/// The schedule of all threads.
pub struct Scheduler {
    threads: Vec<Thread>,
    /// The thread that has each core.
    cores: Vec<Option<ThreadId>>,
    /// When each core became free.
    free_since: Vec<u64>,
    ready: VecDeque<ThreadId>,
    pace: Pace,
    current: Option<ThreadId>,
    /// The time until which the current thread may run.
    horizon: u64,
    idle_cycles: u64,
    /// How many threads have not ended.
    live: usize,
    /// The earliest time of a ring since a thread has begun to wait, or has looked in vain.
    rung_at: u64,
}

impl Scheduler {
    /// So many cores, all free.
    pub fn new(cores: usize, pace: Pace) -> Scheduler {
        Scheduler {
            threads: Vec::new(),
            cores: vec![None; cores],
            free_since: vec![0; cores],
            ready: VecDeque::new(),
            pace,
            current: None,
            horizon: 0,
            idle_cycles: 0,
            live: 0,
            rung_at: u64::MAX,
        }
    }

    /// Makes a thread, which begins at the current one's present time.
    pub fn spawn(&mut self) -> ThreadId {
        let clock = self.now();
        self.threads.push(Thread {
            state: State::Ready,
            clock,
            slice_since: clock,
            patience: 0,
        });
        self.live += 1;
        let thread = self.threads.len() - 1;
        self.ready.push_back(thread);
        self.fill_cores();
        self.look_ahead();
        thread
    }

    /// The thread that runs.
    #[inline]
    pub fn current(&self) -> ThreadId {
        self.current.expect("a thread runs")
    }

    /// The core that it runs on.
    #[inline]
    pub fn core(&self) -> Core {
        match self.threads[self.current()].state {
            State::Running(core) | State::Waiting(_, Some(core)) => core,
            state => unreachable!("the current thread is {state:?}"),
        }
    }

    /// The core that a thread has.
    #[inline]
    pub fn core_of(&self, thread: ThreadId) -> Option<Core> {
        match self.threads[thread].state {
            State::Running(core) | State::Waiting(_, Some(core)) => Some(core),
            State::Ready | State::Waiting(_, None) | State::Ended => None,
        }
    }

    /// The thread that has a core.
    #[inline]
    pub fn thread_on(&self, core: Core) -> Option<ThreadId> {
        self.cores[core]
    }

    /// How many threads have not ended.
    #[inline]
    pub fn live_count(&self) -> usize {
        self.live
    }

    /// Whether a core is busy.
    #[inline]
    pub fn is_busy(&self, core: Core) -> bool {
        self.cores.get(core).is_some_and(Option::is_some)
    }

    /// The time of the current thread; at the start 0.
    #[inline]
    pub fn now(&self) -> u64 {
        self.current.map_or(0, |thread| self.threads[thread].clock)
    }

    /// The latest time that any thread has reached.
    pub fn latest(&self) -> u64 {
        let clocks = self.threads.iter().map(|thread| thread.clock);
        clocks.max().unwrap_or(0)
    }

    /// The current thread does something that takes time. Whether it must give way to others.
    #[inline]
    pub fn advance(&mut self, cycles: u64) -> bool {
        let thread = self.current();
        let thread = &mut self.threads[thread];
        thread.clock += cycles;
        thread.clock > self.horizon
    }

    /// Whether the current thread must give way.
    #[inline]
    pub fn is_overdue(&self) -> bool {
        self.now() > self.horizon
    }

    /// Whether the current thread has had its core for long enough, and others want one.
    #[inline]
    pub fn is_slice_over(&self) -> bool {
        let thread = &self.threads[self.current()];
        !self.ready.is_empty() && thread.clock - thread.slice_since >= self.pace.slice
    }

    /// Lets the current thread give its core to a thread that wants one; it wants one itself then.
    pub fn give_core_away(&mut self) {
        let thread = self.current();
        self.release_core(thread);
        self.threads[thread].state = State::Ready;
        self.ready.push_back(thread);
        self.fill_cores();
    }

    /// Makes the current thread wait until its condition holds, at the latest until `deadline`; it
    /// looks now and then, and after every [`Scheduler::ring`].
    pub fn wait(&mut self, deadline: Option<u64>, spins: bool) {
        let id = self.current();
        let thread = &mut self.threads[id];
        self.rung_at = u64::MAX;
        thread.patience = (thread.patience * 2).clamp(LOOK_CYCLES_MIN, LOOK_CYCLES_MAX);
        let soon = thread.clock + thread.patience;
        let look = deadline.map_or(soon, |deadline| deadline.clamp(thread.clock + 1, soon));
        match thread.state {
            State::Running(core) if spins => thread.state = State::Waiting(look, Some(core)),
            State::Running(_) => {
                self.release_core(id);
                self.threads[id].state = State::Waiting(look, None);
                self.fill_cores();
            }
            State::Waiting(_, core) => thread.state = State::Waiting(look, core),
            state => unreachable!("the current thread is {state:?}"),
        }
    }

    /// Notes that a condition for which threads wait may hold now.
    pub fn ring(&mut self) {
        let now = self.now();
        // Waiting threads look as early as this ring wants already; so the horizon stays as it is.
        if self.rung_at <= now && self.ready.is_empty() {
            return;
        }
        self.rung_at = self.rung_at.min(now);
        let pace = self.pace;
        for thread in &mut self.threads {
            if let State::Waiting(look, core) = &mut thread.state {
                let delay = if core.is_some() { pace.spin } else { pace.wake };
                *look = (*look).min((now + delay).max(thread.clock + 1));
            }
        }
        self.look_ahead();
    }

    /// The wait of the current thread is over. It runs on if it has, or gets, a core; else it must
    /// give way until it has one.
    pub fn wait_is_over(&mut self) -> bool {
        let id = self.current();
        self.threads[id].patience = 0;
        match self.threads[id].state {
            State::Running(_) => true,
            State::Waiting(_, Some(core)) => {
                self.threads[id].state = State::Running(core);
                true
            }
            State::Waiting(_, None) => {
                self.threads[id].state = State::Ready;
                self.ready.push_back(id);
                self.fill_cores();
                matches!(self.threads[id].state, State::Running(_))
            }
            state => unreachable!("the current thread is {state:?}"),
        }
    }

    /// Ends the current thread.
    pub fn end(&mut self) {
        let thread = self.current();
        self.release_core(thread);
        self.threads[thread].state = State::Ended;
        self.live -= 1;
        self.fill_cores();
        self.ring();
        self.current = None;
    }

    fn release_core(&mut self, thread: ThreadId) {
        if let State::Running(core) | State::Waiting(_, Some(core)) = self.threads[thread].state {
            self.cores[core] = None;
            self.free_since[core] = self.threads[thread].clock;
        }
    }

    /// Gives free cores to the threads that want one.
    fn fill_cores(&mut self) {
        while let Some(id) = self.ready.front().copied() {
            // One that is free by then, if there is one: in virtual time others are not yet.
            let free = (0..self.cores.len()).filter(|core| self.cores[*core].is_none());
            let clock = self.threads[id].clock;
            let Some(core) = free.min_by_key(|core| self.free_since[*core] > clock) else {
                break;
            };
            self.ready.pop_front();
            let thread = &mut self.threads[id];
            thread.clock = thread.clock.max(self.free_since[core]);
            self.idle_cycles += thread.clock - self.free_since[core];
            thread.slice_since = thread.clock;
            thread.state = State::Running(core);
            self.cores[core] = Some(id);
        }
    }

    fn time_of(&self, thread: ThreadId) -> Option<u64> {
        match self.threads[thread].state {
            State::Running(_) => Some(self.threads[thread].clock),
            State::Waiting(look, _) => Some(look),
            State::Ready | State::Ended => None,
        }
    }

    /// Picks the thread that runs next; `first`, if one is named (it has something to undo for the
    /// others). None when all have ended.
    pub fn pick(&mut self, first: Option<ThreadId>) -> Option<ThreadId> {
        let (earliest, next) = self.two_earliest();
        let thread = first.or(earliest)?;
        self.current = Some(thread);
        if let State::Waiting(look, _) = self.threads[thread].state
            && first.is_none()
        {
            self.threads[thread].clock = look.max(self.threads[thread].clock);
        }
        match first {
            Some(_) => self.look_ahead(),
            None => self.run_until(next),
        }
        Some(thread)
    }

    /// The thread that is due first (of several the one with the lowest number), and the time of
    /// the next one.
    fn two_earliest(&self) -> (Option<ThreadId>, Option<u64>) {
        let mut earliest = None;
        let (mut first, mut second) = (u64::MAX, u64::MAX);
        for thread in 0..self.threads.len() {
            let Some(time) = self.time_of(thread) else {
                continue;
            };
            if earliest.is_none() || time < first {
                second = first;
                first = time;
                earliest = Some(thread);
            } else {
                second = second.min(time);
            }
        }
        (earliest, (second < u64::MAX).then_some(second))
    }

    /// The time until which the current thread may run.
    fn look_ahead(&mut self) {
        let others = (0..self.threads.len()).filter(|thread| Some(*thread) != self.current);
        let next = others.filter_map(|thread| self.time_of(thread)).min();
        self.run_until(next);
    }

    /// The current thread may run until a window beyond the time of the next one.
    fn run_until(&mut self, next: Option<u64>) {
        self.horizon = next.map_or(u64::MAX, |next| next + self.pace.window);
        if !self.ready.is_empty()
            && let Some(current) = self.current
        {
            let end = self.threads[current].slice_since + self.pace.slice;
            self.horizon = self.horizon.min(end.max(self.now()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace {
        window: 10,
        slice: 1_000,
        wake: 100,
        spin: 5,
    };

    /// Runs threads that each take steps of so many cycles; the order in which they do.
    fn order(cores: usize, steps: &[&[u64]]) -> (Vec<ThreadId>, u64) {
        let mut scheduler = Scheduler::new(cores, PACE);
        let mut left: Vec<VecDeque<u64>> = Vec::new();
        for thread in steps {
            scheduler.spawn();
            left.push(thread.iter().copied().collect());
        }
        let mut trace = Vec::new();
        while let Some(thread) = scheduler.pick(None) {
            loop {
                let Some(cycles) = left[thread].pop_front() else {
                    scheduler.end();
                    break;
                };
                trace.push(thread);
                let must_give_way = scheduler.advance(cycles);
                if scheduler.is_slice_over() {
                    scheduler.give_core_away();
                    break;
                }
                if must_give_way {
                    break;
                }
            }
        }
        (trace, scheduler.latest())
    }

    #[test]
    fn the_core_with_the_lowest_clock_runs_next() {
        let (trace, latest) = order(2, &[&[20, 20, 20], &[50, 50]]);
        assert_eq!(trace, [0, 1, 0, 0, 1]);
        assert_eq!(latest, 100, "two cores run at the same time");
    }

    #[test]
    fn on_one_core_threads_take_turns_by_slices() {
        let steps = [500; 4];
        let (trace, latest) = order(1, &[&steps, &steps]);
        assert_eq!(trace, [0, 0, 1, 1, 0, 0, 1, 1]);
        assert_eq!(latest, 4_000, "one after the other");
    }

    #[test]
    fn a_sleeper_wakes_after_the_ring_and_a_deadline_ends_a_wait() {
        let mut scheduler = Scheduler::new(2, PACE);
        scheduler.spawn();
        scheduler.spawn();
        assert_eq!(scheduler.pick(None), Some(0));
        scheduler.wait(Some(300), false);
        assert_eq!(scheduler.pick(None), Some(1));
        assert!(!scheduler.advance(50));
        scheduler.ring();
        assert!(scheduler.advance(200), "the sleeper is due at 150");
        assert_eq!(scheduler.pick(None), Some(0));
        assert_eq!(scheduler.now(), 150);
        scheduler.wait(Some(300), false);
        assert_eq!(scheduler.pick(None), Some(1));
        scheduler.advance(500);
        assert_eq!(scheduler.pick(None), Some(0));
        assert_eq!(scheduler.now(), 300);
        assert!(scheduler.wait_is_over(), "a core is free");
    }

    #[test]
    fn a_later_ring_is_for_those_who_have_begun_to_wait_since() {
        let mut scheduler = Scheduler::new(2, PACE);
        scheduler.spawn();
        scheduler.spawn();
        assert_eq!(scheduler.pick(None), Some(0));
        scheduler.wait(None, false);
        assert_eq!(scheduler.pick(None), Some(1));
        scheduler.ring();
        scheduler.advance(50);
        scheduler.ring();
        assert!(!scheduler.advance(60), "110: 100 and the window");
        assert!(scheduler.advance(1), "the first ring wakes at 100");
        assert_eq!(scheduler.pick(None), Some(0));
        assert_eq!(scheduler.now(), 100);
        scheduler.wait(None, false);
        assert_eq!(scheduler.pick(None), Some(1));
        scheduler.ring();
        assert!(!scheduler.advance(110), "111 and 100 and the window");
        assert!(scheduler.advance(1), "rung for again");
        assert_eq!(scheduler.pick(None), Some(0));
        assert_eq!(scheduler.now(), 211);
    }
}
