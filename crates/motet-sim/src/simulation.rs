//! A simulation: the interpreter's threads as fibers, on a scheduler's cores, with a machine's
//! memory.
//!
//! A doomed transaction goes on in software until it looks; the write locks that it holds there
//! must be given up before another thread writes: [`Simulator::settle`] resumes it out of its turn.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use motet_tm::elision::{Elision, YieldPointLength};
use motet_tm::simulation::Simulator;

use crate::accounts::{Accounts, Cycles};
use crate::fibers::Fibers;
use crate::machine::address::{GIL, Region};
use crate::machine::{Breakage, Machine, NumberMap, Preset};
use crate::order::Order;
use crate::profile::{Profile, Removals};
use crate::random::Random;
use crate::scheduler::{Pace, Scheduler};
use crate::state::{SLICES_PER_SECOND, SPIN_STEP_CYCLES, State, THREAD_BYTES, THREAD_BYTES_PADDED};

/// The simulated machine and interpreter.
pub(crate) struct Setting {
    /// The machine.
    pub(crate) preset: Preset,
    /// The interpreter.
    pub(crate) profile: Profile,
    /// How many hardware threads the program may use.
    pub(crate) cores: usize,
    /// The source of all chance.
    pub(crate) seed: u64,
    /// One thread at a time, no transactions.
    pub(crate) is_gil: bool,
    /// How transactions are elided, if they are.
    pub(crate) elision: Elision,
    /// The sources of conflicts that are removed.
    pub(crate) removals: Removals,
    /// The parts of the conflict detection that are left out.
    pub(crate) breakage: Breakage,
    /// How far one core may run ahead of another, in cycles.
    pub(crate) window: u64,
    /// The end of the nursery, as an offset.
    pub(crate) nursery_end: u64,
}

/// A simulation.
pub(crate) struct Simulation {
    pub(crate) setting: Setting,
    pub(crate) state: RefCell<State>,
    pub(crate) fibers: &'static Fibers,
}

impl Simulation {
    /// A machine on which nothing has run.
    pub(crate) fn new(setting: Setting) -> &'static Simulation {
        let preset = setting.preset;
        let pace = Pace {
            window: setting.window,
            slice: preset.cycles_per_second / SLICES_PER_SECOND,
            wake: preset.costs.wake,
            spin: SPIN_STEP_CYCLES,
        };
        let mut random = Random::new(setting.seed);
        let machine = Machine::new(preset, setting.cores, random.next(), setting.breakage);
        let next_interrupt = (0..setting.cores)
            .map(|_| 1 + random.below(preset.interrupt_period))
            .collect();
        let state = State {
            machine,
            scheduler: Scheduler::new(setting.cores, pace),
            threads: Vec::new(),
            has_lost: false,
            holder: None,
            taken: 0,
            taken_at: 0,
            taken_alone: false,
            waiters: 0,
            blocked_holders: 0,
            first: Vec::new(),
            sites: NumberMap::default(),
            positions: Vec::new(),
            caches: NumberMap::default(),
            filled_caches: HashSet::new(),
            next_interrupt,
            next_global_slot: 0,
            random,
            accounts: Accounts::default(),
            order: Order::default(),
            identities: NumberMap::default(),
            learned: HashMap::new(),
        };
        Box::leak(Box::new(Simulation {
            setting,
            state: RefCell::new(state),
            fibers: Box::leak(Box::default()),
        }))
    }

    /// The order of the stretches is recorded, or is followed.
    pub(crate) fn set_order(&self, order: Order) {
        self.state.borrow_mut().order = order;
    }

    /// Sets the lengths that an earlier run has learned for yield points, by their identifications.
    pub(crate) fn set_learned(&self, learned: HashMap<String, YieldPointLength>) {
        self.state.borrow_mut().learned = learned;
    }

    /// Looks at the order of the stretches.
    pub(crate) fn with_order<T>(&self, look: impl FnOnce(&Order) -> T) -> T {
        look(&self.state.borrow().order)
    }

    /// Runs a program, which is the body of the first thread, to its end.
    pub(crate) fn run(&'static self, body: Box<dyn FnOnce()>) {
        motet_tm::simulation::install(self);
        self.announce(0);
        self.fibers.add(0, body);
        loop {
            let next = {
                let mut state = self.state.borrow_mut();
                if state.order.is_followed() && state.order.is_stuck(state.scheduler.latest()) {
                    break;
                }
                let first = state.first.pop();
                state.scheduler.pick(first)
            };
            let thread = next.expect("the first thread ends the program");
            if self.fibers.resume(thread) {
                if thread == 0 {
                    break;
                }
                self.state.borrow_mut().scheduler.end();
            }
        }
        self.fibers.forget();
    }

    /// Takes the GIL; waits for it.
    pub(crate) fn take_lock(&self) {
        let (thread, turn) = {
            let mut state = self.state.borrow_mut();
            state.waiters += 1;
            (state.scheduler.current(), state.me().waits_for_turn.take())
        };
        let mut is_free = || {
            let state = self.state.borrow();
            let has_turn = turn.is_none_or(|taken| state.taken != taken || state.waiters == 1);
            let has_turn = has_turn && state.order.allows(thread);
            state.holder.is_none() && state.blocked_holders == 0 && has_turn
        };
        let mut cycles = self.wait(&mut is_free, None, false);
        // Somebody else may have taken it before this thread had a core again, or the word.
        loop {
            self.insist(GIL, true);
            if is_free() {
                break;
            }
            cycles += self.wait(&mut is_free, None, false);
        }
        let mut state = self.state.borrow_mut();
        state.waiters -= 1;
        state.holder = Some(state.scheduler.current());
        state.taken += 1;
        state.taken_at = state.scheduler.now();
        state.taken_alone = state.scheduler.live_count() == 1;
        state.me().cycles.waiting_for_gil += cycles;
        let cost = state.machine.preset().costs.lock;
        state.spend(cost);
        state.access(GIL, true);
    }

    /// The current thread is about to access an address, and can wait. A transaction that has the
    /// line rejects the request for a while, in which it may end.
    pub(crate) fn insist(&self, address: u64, is_write: bool) {
        loop {
            {
                let mut state = self.state.borrow_mut();
                let Some(core) = state.core_of(state.scheduler.current()) else {
                    return;
                };
                let Some(cycles) = state.machine.reject(core, address, is_write) else {
                    return;
                };
                state.spend(cycles);
            }
            self.give_way_if_due();
        }
    }

    /// The counter of the thread's structure is decremented.
    pub(crate) fn count_yield_point(&self, state: &mut State) {
        let bytes = if self.setting.removals.padded_threads {
            THREAD_BYTES_PADDED
        } else {
            THREAD_BYTES
        };
        let thread = state.scheduler.current() as u64;
        state.access(Region::Threads.shared(thread * bytes), true);
    }

    /// The running thread is looked up in its own memory, if it is not in a global variable. The
    /// interpreter with the GIL has the variable.
    pub(crate) fn find_thread(&self, state: &mut State) {
        if self.setting.removals.running_thread && !self.setting.is_gil {
            let cycles = self.setting.preset.costs.thread_local;
            state.spend(cycles * self.setting.profile.thread_local_reads);
        }
    }

    /// Passes the results of the run to `look`.
    pub(crate) fn with_results<T>(&self, look: impl FnOnce(&Results<'_>) -> T) -> T {
        let state = self.state.borrow();
        let mut cycles = Cycles::default();
        for thread in &state.threads {
            cycles.add(&thread.cycles);
        }
        look(&Results {
            setting: &self.setting,
            accounts: &state.accounts,
            cycles,
            total_cycles: state.scheduler.latest(),
            slots_taken: state.next_global_slot,
            positions: &state.positions,
        })
    }

    /// Makes the current thread give way if it has run too far ahead.
    pub(crate) fn give_way_if_due(&self) {
        let is_due = {
            let mut state = self.state.borrow_mut();
            if state.scheduler.is_slice_over() {
                state.lose_core();
                state.scheduler.give_core_away();
                true
            } else {
                state.scheduler.is_overdue()
            }
        };
        if is_due {
            self.fibers.suspend();
        }
    }

    /// Waits until a condition holds; how long it took.
    pub(crate) fn wait(
        &self,
        condition: &mut dyn FnMut() -> bool,
        deadline: Option<u64>,
        spins: bool,
    ) -> u64 {
        let since = self.state.borrow().scheduler.now();
        let is_past = |now: u64| deadline.is_some_and(|deadline| now >= deadline);
        while !condition() && !is_past(self.state.borrow().scheduler.now()) {
            {
                let mut state = self.state.borrow_mut();
                if !spins {
                    state.lose_core();
                }
                state.scheduler.wait(deadline, spins);
            }
            self.fibers.suspend();
        }
        let has_core = self.state.borrow_mut().scheduler.wait_is_over();
        if !has_core {
            self.fibers.suspend();
        }
        self.state.borrow().scheduler.now() - since
    }
}

/// The results of a run.
pub(crate) struct Results<'a> {
    pub(crate) setting: &'a Setting,
    pub(crate) accounts: &'a Accounts,
    pub(crate) cycles: Cycles,
    pub(crate) total_cycles: u64,
    /// Objects that threads' lists got from the global one, for good.
    pub(crate) slots_taken: u64,
    /// The addresses of instructions by site number, from 1 on.
    pub(crate) positions: &'a [u64],
}
