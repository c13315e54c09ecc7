//! The changing state of a simulation: the machine, the schedule, the threads, the GIL, the
//! accounts.

use std::collections::{HashMap, HashSet};

use motet_tm::elision::{HardwareStatus, YieldPointLength};

use crate::accounts::{Accounts, Cycles, region_of};
use crate::free_lists::FreeList;
use crate::machine::{Cause, Core, Doom, Machine, NumberMap};
use crate::order::{Order, Stretch, mix};
use crate::random::Random;
use crate::scheduler::{Scheduler, ThreadId};

/// How long a thread keeps a core, and the GIL, while others want it, in seconds' parts.
pub(crate) const SLICES_PER_SECOND: u64 = 200;
/// From one look at a word in another's cache to the next.
pub(crate) const SPIN_STEP_CYCLES: u64 = 50;
/// Bytes of a thread's structure that is not on lines of its own.
pub(crate) const THREAD_BYTES: u64 = 64;
/// The same of one that is.
pub(crate) const THREAD_BYTES_PADDED: u64 = 4096;
/// Bytes of an inline cache.
pub(crate) const CACHE_BYTES: u64 = 16;

/// Words that all threads share, in [`Region::Globals`], on lines of their own.
pub(crate) const RUNNING_THREAD: u64 = 0;
pub(crate) const FREE_LIST: u64 = 4096;
pub(crate) const SWEEP_CURSOR: u64 = 8192;
#[derive(Default)]
pub(crate) struct ThreadState {
    /// Its operations in its stretch.
    pub(crate) stretch: Stretch,
    /// An operation before which the stretch may end.
    pub(crate) deferred: Option<u64>,
    /// The instruction that it executes.
    pub(crate) position: u64,
    /// The site at which its transaction began.
    pub(crate) begin_site: u64,
    /// The cycles that its transaction has used, until their use is known.
    pub(crate) transaction_cycles: u64,
    /// No operation of its transaction has been executed yet.
    pub(crate) is_at_begin: bool,
    pub(crate) cycles: Cycles,
    /// Whether a software transaction is open.
    pub(crate) is_open: bool,
    /// The transaction was taken back when the thread lost its core.
    pub(crate) lost: Option<Doom>,
    /// The reason and the place of the last transaction's abort.
    pub(crate) last_abort: Option<Doom>,
    pub(crate) last_status: Option<HardwareStatus>,
    pub(crate) is_victim: bool,
    /// It was asked to let the GIL go: until another thread has had it.
    pub(crate) waits_for_turn: Option<u64>,
    /// Its free list in the modelled heap, and as that was when its transaction began.
    pub(crate) free_list: FreeList,
    pub(crate) free_list_kept: FreeList,
}

pub(crate) struct State {
    pub(crate) machine: Machine,
    pub(crate) scheduler: Scheduler,
    pub(crate) threads: Vec<ThreadState>,
    /// Whether a thread has ever lost its core in a transaction.
    pub(crate) has_lost: bool,
    pub(crate) holder: Option<ThreadId>,
    /// How often the GIL was taken.
    pub(crate) taken: u64,
    pub(crate) taken_at: u64,
    /// Whether there was no other thread then.
    pub(crate) taken_alone: bool,
    pub(crate) waiters: u32,
    /// Holders that are in a blocking call.
    pub(crate) blocked_holders: u32,
    /// Threads to be resumed out of their turn, the last first.
    pub(crate) first: Vec<ThreadId>,
    pub(crate) sites: NumberMap<u64>,
    pub(crate) positions: Vec<u64>,
    pub(crate) caches: NumberMap<(u64, u32)>,
    /// Those that hold something: a cache that is filled once stays as it is.
    pub(crate) filled_caches: HashSet<u64>,
    pub(crate) next_interrupt: Vec<u64>,
    /// The start of the global free list, in slots taken since the start.
    pub(crate) next_global_slot: u64,
    pub(crate) random: Random,
    pub(crate) accounts: Accounts,
    pub(crate) order: Order,
    /// Hashes of the identifications of instructions.
    pub(crate) identities: NumberMap<u64>,
    /// The lengths that an earlier run has learned for yield points.
    pub(crate) learned: HashMap<String, YieldPointLength>,
}

impl State {
    #[inline]
    pub(crate) fn me(&mut self) -> &mut ThreadState {
        let current = self.scheduler.current();
        &mut self.threads[current]
    }

    #[inline]
    pub(crate) fn core_of(&self, thread: ThreadId) -> Option<Core> {
        self.scheduler.core_of(thread)
    }

    #[inline]
    pub(crate) fn doom_of(&self, thread: ThreadId) -> Option<Doom> {
        let lost = self.threads[thread].lost;
        lost.or_else(|| self.machine.doom_of(self.core_of(thread)?))
    }

    #[inline]
    pub(crate) fn is_transacting(&self, thread: ThreadId) -> bool {
        self.threads[thread].lost.is_some()
            || self
                .core_of(thread)
                .is_some_and(|core| self.machine.is_transacting(core))
    }

    /// An operation of the current thread belongs to its stretch; or, if the stretch may end before
    /// it, to the one that runs when the operation does.
    pub(crate) fn trace(&mut self, position: u64, class: u8, may_end: bool) {
        if self.order.is_ignored() {
            return;
        }
        let identity = self.identities.entry(position).or_insert_with(|| {
            let text = motet_python_vm::simulated::identify(position);
            text.bytes().fold(0, |hash, byte| mix(hash, byte.into()))
        });
        let number = identity.wrapping_add(u64::from(class));
        self.me().deferred = Some(number);
        if !may_end {
            self.trace_deferred();
        }
    }

    /// The operation that was told last runs.
    pub(crate) fn trace_deferred(&mut self) {
        let me = self.me();
        if let Some(number) = me.deferred.take() {
            me.stretch.operations += 1;
            me.stretch.trace = mix(me.stretch.trace, number);
        }
    }

    /// The current thread's attempt at a stretch has failed, or one begins.
    pub(crate) fn forget_stretch(&mut self) {
        let me = self.me();
        (me.stretch.operations, me.stretch.trace) = (0, 0);
    }

    /// Ends the current thread's stretch, which has taken effect.
    pub(crate) fn stretch_over(&mut self) {
        let thread = self.scheduler.current();
        let now = self.scheduler.now();
        let stretch = Stretch {
            thread,
            ..self.threads[thread].stretch
        };
        if self.order.stretch_over(stretch, now) {
            self.forget_stretch();
        }
    }

    /// Lets time pass for the current thread.
    #[inline]
    pub(crate) fn spend(&mut self, cycles: u64) {
        self.scheduler.advance(cycles);
        let current = self.scheduler.current();
        let is_transacting = self.is_transacting(current);
        let is_holder = self.holder == Some(current);
        let me = &mut self.threads[current];
        if is_transacting {
            me.transaction_cycles += cycles;
        } else if is_holder {
            me.cycles.holding += cycles;
        } else {
            me.cycles.blocked += cycles;
        }
    }

    /// Aborts the transaction of a thread that is about to lose its core.
    pub(crate) fn lose_core(&mut self) {
        let current = self.scheduler.current();
        let Some(core) = self.core_of(current) else {
            return;
        };
        if self.machine.is_transacting(core) {
            self.machine.doom(core, Cause::Interrupt, None, 0);
            self.threads[current].lost = self.machine.doom_of(core);
            self.has_lost = true;
            self.machine.abort(core);
        }
    }

    #[inline]
    pub(crate) fn access(&mut self, address: u64, is_write: bool) {
        let Some(core) = self.core_of(self.scheduler.current()) else {
            return;
        };
        let cycles = self.machine.access(core, address, is_write);
        if cycles > 0 {
            self.spend(cycles);
        }
    }

    /// Accesses a range of bytes, line by line.
    pub(crate) fn access_range(&mut self, address: u64, bytes: u64, is_write: bool) {
        let shift = self.machine.preset().granule_shift;
        let granule = 1 << shift;
        // Most are one.
        if bytes > 0 && address >> shift == (address + bytes - 1) >> shift {
            return self.access(address, is_write);
        }
        let mut next = address & !(granule - 1);
        while next < address + bytes {
            self.access(next.max(address), is_write);
            next += granule;
        }
    }

    pub(crate) fn site(&mut self, position: u64) -> u64 {
        let count = self.positions.len() as u64;
        let positions = &mut self.positions;
        *self.sites.entry(position).or_insert_with(|| {
            positions.push(position);
            count + 1
        })
    }

    /// The number of an inline cache, as its place in memory.
    pub(crate) fn cache(&mut self, address: u64) -> u64 {
        self.cache_entry(address).0 * CACHE_BYTES
    }

    /// The number of an inline cache, and the shape that it was last used for.
    pub(crate) fn cache_entry(&mut self, address: u64) -> &mut (u64, u32) {
        let count = self.caches.len() as u64;
        self.caches.entry(address).or_insert((count, 0))
    }

    /// Lets time pass for the transaction that is being aborted.
    pub(crate) fn spend_aborting(&mut self, cycles: u64) {
        self.scheduler.advance(cycles);
        self.me().transaction_cycles += cycles;
    }

    /// Whether another thread has waited for the GIL for long enough.
    pub(crate) fn is_turn_over(&self) -> bool {
        let slice = self.machine.preset().cycles_per_second / SLICES_PER_SECOND;
        self.waiters > 0 && self.scheduler.now() - self.taken_at >= slice
    }

    pub(crate) fn interrupt_if_due(&mut self) {
        let core = self.scheduler.core();
        let now = self.scheduler.now();
        if now < self.next_interrupt[core] {
            return;
        }
        let preset = *self.machine.preset();
        let missed = (now - self.next_interrupt[core]) / preset.interrupt_period;
        self.next_interrupt[core] += (missed + 1) * preset.interrupt_period;
        self.accounts.interrupts += 1;
        self.machine.doom(core, Cause::Interrupt, None, 0);
        self.spend(preset.costs.interrupt);
    }

    /// Notes the cause of an abort.
    pub(crate) fn note_abort(&mut self, doom: Doom) {
        let current = self.scheduler.current();
        let by = doom.by.and_then(|core| self.scheduler.thread_on(core));
        let by_position = by.map(|thread| self.threads[thread].position);
        let by_site = by_position.map(|position| self.site(position));
        let me = &mut self.threads[current];
        let lost_cycles = std::mem::take(&mut me.transaction_cycles);
        me.cycles.aborted += lost_cycles;
        me.last_abort = Some(doom);
        let site = me.begin_site;
        *self.accounts.aborts.entry(doom.cause).or_default() += 1;
        let account = self.accounts.site(site);
        *account.aborts.entry(doom.cause).or_default() += 1;
        account.lost_cycles += lost_cycles;
        if matches!(doom.cause, Cause::ReadConflict | Cause::WriteConflict) {
            let region = region_of(doom.address);
            *self.accounts.conflict_regions.entry(region).or_default() += 1;
            if let Some(by_site) = by_site {
                *self.accounts.pairs.entry((site, by_site)).or_default() += 1;
            }
        }
    }
}
