//! The interpreter's reports and the simulation's answers: the one implementation of [`Simulator`].

use motet_python_vm::simulated::cost_class::CALL;
use motet_tm::elision::{Elision, HardwareCause, HardwareStatus};
use motet_tm::simulation::{Begun, Part, Simulator};

use crate::accounts::region_of;
use crate::machine::address::{GIL, Region};
use crate::machine::{Cause, Doom};
use crate::profile::Allocation;
use crate::simulation::Simulation;
use crate::state::{CACHE_BYTES, RUNNING_THREAD, SPIN_STEP_CYCLES, ThreadState};

fn status_of(doom: Doom) -> HardwareStatus {
    let cause = match doom.cause {
        Cause::Gil | Cause::ReadConflict => HardwareCause::ReadSetConflict,
        Cause::WriteConflict => HardwareCause::WriteSetConflict,
        Cause::ReadCapacity => HardwareCause::ReadSetOverflow,
        Cause::WriteCapacity => HardwareCause::WriteSetOverflow,
        Cause::Interrupt => HardwareCause::Interrupt,
        Cause::Restricted => HardwareCause::Restricted,
        Cause::PageFault | Cause::Learning => HardwareCause::Unknown,
    };
    HardwareStatus {
        cause,
        is_persistent: doom.cause.is_persistent(),
    }
}

impl Simulator for Simulation {
    fn announce(&self, thread: u64) {
        let mut state = self.state.borrow_mut();
        if state.threads.len() as u64 == thread {
            state.threads.push(ThreadState::default());
            if thread > 0 {
                state.spend(self.setting.preset.costs.thread);
            }
            let number = state.scheduler.spawn();
            assert_eq!(number as u64, thread, "threads are announced in order");
        }
    }

    fn spawn(&self, thread: u64, body: Box<dyn FnOnce()>) {
        self.fibers.add(thread as usize, body);
    }

    fn wait_until(&self, condition: &mut dyn FnMut() -> bool, deadline_ns: Option<u64>) {
        let per_second = self.setting.preset.cycles_per_second;
        let deadline = deadline_ns
            .map(|ns| (u128::from(ns) * u128::from(per_second) / 1_000_000_000) as u64 + 1);
        // In the middle of a transaction (of its commit, mostly) a thread spins: without its core
        // the transaction would be lost.
        let spins = {
            let state = self.state.borrow();
            let current = state.scheduler.current();
            state.threads[current].is_open && state.is_transacting(current)
        };
        let cycles = self.wait(condition, deadline, spins);
        self.state.borrow_mut().me().cycles.blocked += cycles;
    }

    fn ring(&self) {
        self.state.borrow_mut().scheduler.ring();
    }

    fn pause(&self) {
        self.state.borrow_mut().spend(SPIN_STEP_CYCLES);
        self.fibers.suspend();
    }

    fn now_ns(&self) -> u64 {
        const NS_PER_SECOND: u64 = 1_000_000_000;
        let now = self.state.borrow().scheduler.now();
        let per_second = self.setting.preset.cycles_per_second;
        match now.checked_mul(NS_PER_SECOND) {
            Some(product) => product / per_second,
            None => (u128::from(now) * u128::from(NS_PER_SECOND) / u128::from(per_second)) as u64,
        }
    }

    fn clock_read(&self) {
        let mut state = self.state.borrow_mut();
        let now = state.scheduler.now();
        let span = state.accounts.clock_span.get_or_insert((now, now));
        span.1 = now;
    }

    fn operation(&self, position: u64, cycles_class: u8, is_fine: bool) -> Begun {
        let mut wants_end = false;
        {
            let mut state = self.state.borrow_mut();
            state.accounts.operations += 1;
            let me = state.me();
            me.position = position;
            let is_first = std::mem::take(&mut me.is_at_begin);
            let profile = self.setting.profile;
            let mut cycles = profile.operation_cycles[usize::from(cycles_class)];
            if !self.setting.is_gil && (is_fine || profile.yields_everywhere) {
                cycles += profile.yield_cycles;
            }
            if cycles_class == CALL {
                self.find_thread(&mut state);
            }
            if is_fine && !self.setting.is_gil {
                state.accounts.yield_points += 1;
                wants_end = !is_first && state.scheduler.live_count() > 1;
            }
            state.spend(cycles);
            state.interrupt_if_due();
            state.trace(position, cycles_class, wants_end);
            if wants_end {
                self.count_yield_point(&mut state);
            }
        }
        self.give_way_if_due();
        self.refill_if_empty();
        Begun {
            wants_end,
            is_doomed: self.is_doomed(),
        }
    }

    fn operation_runs(&self) {
        let mut state = self.state.borrow_mut();
        state.me().is_at_begin = false;
        state.trace_deferred();
    }

    fn registers(&self, read: u64, written: u64) {
        let mut state = self.state.borrow_mut();
        let thread = state.scheduler.current() as u64;
        state.access(Region::Stack.private(thread, read), false);
        state.access(Region::Stack.private(thread, written), true);
    }

    fn access(&self, part: Part, place: u64, bytes: u64, is_write: bool) {
        let mut state = self.state.borrow_mut();
        let thread = state.scheduler.current() as u64;
        let address = match part {
            Part::Heap if place < self.setting.nursery_end => {
                Region::Nursery.private(thread, place)
            }
            Part::Heap => Region::Heap.shared(place),
            Part::Stack => Region::Stack.private(thread, place),
            Part::Cache => {
                let address = Region::Caches.shared(state.cache(place));
                let is_first = !is_write || state.filled_caches.insert(place);
                if !is_first && self.setting.removals.inline_caches {
                    return;
                }
                address
            }
        };
        state.access_range(address, bytes, is_write);
    }

    fn allocated(&self, offset: u64, bytes: u64) {
        {
            let mut state = self.state.borrow_mut();
            state.accounts.allocations += 1;
            state.spend(self.setting.profile.allocation_cycles);
            if self.setting.profile.allocation == Allocation::FreeLists {
                self.take_slot(&mut state);
            }
        }
        self.access(Part::Heap, offset, bytes, true);
    }

    fn float_made(&self) {
        if self.setting.profile.allocation == Allocation::FreeLists {
            let mut state = self.state.borrow_mut();
            state.accounts.allocations += 1;
            state.spend(self.setting.profile.allocation_cycles);
            self.take_slot(&mut state);
        }
    }

    fn cache_used(&self, cache: u64, shape: u32) {
        let mut state = self.state.borrow_mut();
        let known = state.cache_entry(cache);
        let address = Region::Caches.shared(known.0 * CACHE_BYTES);
        let is_miss = known.1 != shape;
        known.1 = shape;
        state.access(address, false);
        if is_miss && !self.setting.removals.inline_caches {
            state.access(address, true);
        }
    }

    fn elision(&self) -> &Elision {
        &self.setting.elision
    }

    fn site(&self, position: u64) -> u64 {
        let mut state = self.state.borrow_mut();
        let sites_before = state.positions.len();
        let site = state.site(position);
        state.me().begin_site = site;
        if state.positions.len() > sites_before && !state.learned.is_empty() {
            let identity = motet_python_vm::simulated::identify(position);
            if let Some(known) = state.learned.get(&identity) {
                self.setting.elision.lengths.learn(site, *known);
            }
        }
        site
    }

    fn begin(&self) -> bool {
        let mut state = self.state.borrow_mut();
        if state.order.is_followed() {
            // One after the other: with the GIL.
            state.me().last_status = Some(HardwareStatus::persistent(HardwareCause::NeedsLock));
            return false;
        }
        state.forget_stretch();
        let core = state.scheduler.core();
        let physical = self.setting.preset.physical_cores;
        let sibling = (core + physical) % (2 * physical);
        let shares = self.setting.preset.threads_per_core > 1
            && sibling < self.setting.cores
            && state.scheduler.is_busy(sibling);
        let cycles = state.machine.begin(core, shares);
        state.scheduler.advance(cycles);
        state.accounts.begins += 1;
        let me = state.me();
        me.cycles.begin_end += cycles;
        me.transaction_cycles = 0;
        me.is_at_begin = true;
        me.lost = None;
        let site = me.begin_site;
        state.keep_free_list();
        state.accounts.site(site).begins += 1;
        if let Some(doom) = state.machine.doom_of(core) {
            state.me().last_status = Some(status_of(doom));
            let cycles = state.machine.abort(core);
            state.spend_aborting(cycles);
            state.note_abort(doom);
            return false;
        }
        if !self.setting.removals.running_thread {
            state.access(Region::Globals.shared(RUNNING_THREAD), true);
        }
        true
    }

    fn end(&self) {
        let mut state = self.state.borrow_mut();
        let core = state.scheduler.core();
        // The thread may have waited in the middle of its commit, and lost its core meanwhile: the
        // commit came first.
        let cycles = if state.me().lost.take().is_some() {
            0
        } else {
            state.machine.end(core)
        };
        state.scheduler.advance(cycles);
        state.publish_free_list();
        state.accounts.commits += 1;
        state.stretch_over();
        let me = state.me();
        me.cycles.begin_end += cycles;
        me.cycles.committed += std::mem::take(&mut me.transaction_cycles);
        me.last_abort = None;
    }

    fn abort(&self, cause: Option<HardwareCause>) {
        let mut state = self.state.borrow_mut();
        let current = state.scheduler.current();
        let given = cause.map(|cause| Doom {
            cause: match cause {
                HardwareCause::LockHeld => Cause::Gil,
                _ => Cause::Restricted,
            },
            by: None,
            address: GIL,
        });
        // A conflict that only the software has seen. There should be none, but for those with a
        // holder of the GIL that is in a blocking call.
        let software = Doom {
            cause: Cause::ReadConflict,
            by: None,
            address: 0,
        };
        if given.is_none() && state.doom_of(current).is_none() {
            state.accounts.software_conflicts += 1;
        }
        let doom = given.or_else(|| state.doom_of(current)).unwrap_or(software);
        let lost = state.threads[current].lost.take();
        if lost.is_none()
            && let Some(core) = state.core_of(current)
        {
            state.machine.abort(core);
        }
        state.restore_free_list();
        let cycles = state.machine.preset().costs.abort;
        state.spend_aborting(cycles);
        state.note_abort(doom);
        let is_lock = cause == Some(HardwareCause::LockHeld);
        let status = match cause {
            Some(cause) if !is_lock => HardwareStatus::persistent(cause),
            Some(cause) => HardwareStatus::transient(cause),
            None => status_of(doom),
        };
        state.me().last_status = Some(status);
    }

    fn test(&self) -> bool {
        let state = self.state.borrow();
        state.is_transacting(state.scheduler.current())
    }

    fn status(&self) -> HardwareStatus {
        let status = self.state.borrow_mut().me().last_status;
        status.unwrap_or(HardwareStatus::transient(HardwareCause::Unknown))
    }

    fn is_doomed(&self) -> bool {
        let state = self.state.borrow();
        state.doom_of(state.scheduler.current()).is_some()
    }

    fn need_lock(&self) {
        let mut state = self.state.borrow_mut();
        let current = state.scheduler.current();
        if let Some(core) = state.core_of(current) {
            state.machine.doom(core, Cause::Restricted, None, 0);
        }
    }

    fn doom_others(&self) {
        let mut state = self.state.borrow_mut();
        let own = state.core_of(state.scheduler.current());
        for core in (0..self.setting.cores).filter(|core| Some(*core) != own) {
            state
                .machine
                .doom(core, Cause::ReadConflict, own, Region::Caches.shared(0));
        }
    }

    fn set_open(&self, is_open: bool) {
        let was_victim = {
            let mut state = self.state.borrow_mut();
            let me = state.me();
            me.is_open = is_open;
            !is_open && std::mem::take(&mut me.is_victim)
        };
        if was_victim {
            self.fibers.suspend();
        }
    }

    fn settle(&self) {
        loop {
            {
                let mut state = self.state.borrow_mut();
                if !state.machine.has_doomed() && !state.has_lost {
                    break;
                }
                let current = state.scheduler.current();
                let victim = (0..state.threads.len()).find(|thread| {
                    let other = &state.threads[*thread];
                    *thread != current
                        && other.is_open
                        && !other.is_victim
                        && state.doom_of(*thread).is_some()
                });
                let Some(victim) = victim else {
                    break;
                };
                state.threads[victim].is_victim = true;
                state.first.push(current);
                state.first.push(victim);
            }
            self.fibers.suspend();
        }
    }

    fn is_held(&self) -> bool {
        let mut state = self.state.borrow_mut();
        let current = state.scheduler.current();
        state.access(GIL, false);
        state.holder.is_some_and(|holder| holder != current)
    }

    fn spin_while_held(&self) -> bool {
        let deadline = self.state.borrow().scheduler.now() + self.setting.preset.costs.spin;
        let mut is_free = || self.state.borrow().holder.is_none();
        let cycles = self.wait(&mut is_free, Some(deadline), true);
        self.state.borrow_mut().me().cycles.waiting_for_gil += cycles;
        is_free()
    }

    fn acquire(&self) {
        self.take_lock();
        let mut state = self.state.borrow_mut();
        state.me().is_at_begin = true;
        if !state.order.is_followed() {
            state.forget_stretch();
        }
        state.accounts.gil_acquisitions += 1;
        if let Some(doom) = state.me().last_abort.take() {
            *state.accounts.gil_after.entry(doom.cause).or_default() += 1;
            if matches!(doom.cause, Cause::ReadConflict | Cause::WriteConflict) {
                let region = region_of(doom.address);
                *state.accounts.gil_after_regions.entry(region).or_default() += 1;
            }
        }
        if !self.setting.removals.running_thread {
            state.access(Region::Globals.shared(RUNNING_THREAD), true);
        }
    }

    fn release(&self) {
        let mut state = self.state.borrow_mut();
        let current = state.scheduler.current();
        assert_eq!(state.holder, Some(current), "only the holder lets go");
        let cycles = state.machine.preset().costs.lock;
        state.spend(cycles);
        state.access(GIL, true);
        state.stretch_over();
        let taken = state.taken;
        if self.setting.is_gil && state.is_turn_over() {
            state.me().waits_for_turn = Some(taken);
        }
        state.holder = None;
        state.scheduler.ring();
    }

    fn is_alone(&self) -> bool {
        let state = self.state.borrow();
        if self.setting.is_gil {
            return state.blocked_holders == 0;
        }
        if state.order.is_followed() {
            return false;
        }
        state.scheduler.live_count() == 1
    }

    fn back_off(&self, attempts: u32) {
        let limit = self.setting.preset.costs.abort << attempts.min(6);
        let deadline = {
            let mut state = self.state.borrow_mut();
            state.scheduler.now() + state.random.below(limit)
        };
        let cycles = self.wait(&mut || false, Some(deadline), true);
        self.state.borrow_mut().me().cycles.blocked += cycles;
    }

    fn must_hand_over(&self) -> bool {
        let state = self.state.borrow();
        let is_holder = state.holder == Some(state.scheduler.current());
        if !is_holder {
            return false;
        }
        if self.setting.is_gil {
            return state.is_turn_over();
        }
        // A transaction that was alone has no length.
        state.taken_alone && state.scheduler.live_count() > 1
    }

    fn set_blocked(&self, is_blocked: bool) {
        if is_blocked {
            let mut state = self.state.borrow_mut();
            state.blocked_holders += 1;
            state.access(GIL, true);
            state.stretch_over();
            state.holder = None;
            state.scheduler.ring();
        } else {
            self.state.borrow_mut().blocked_holders -= 1;
            self.take_lock();
        }
    }
}
