//! The heap of the interpreter that the paper measured, as a model: slots of 40 bytes, a global
//! free list that is linked through all of them, and a free list of each thread that is refilled
//! from it with 256 objects (facts K5).
//!
//! A refill reads the head of the global list, follows the links, and writes the head. That takes
//! thousands of cycles, most of them for lines that the core does not have, so that other cores
//! must have their turns meanwhile: to have read the head and find it written by another is the
//! conflict that the paper saw most (facts A5, A6). A list that is empty is therefore refilled
//! *before* an operation, where a thread can give way; within an operation that needs more than the
//! list held, a refill happens at once.
//!
//! The slots that a transaction took from a list are given back by an abort.

use crate::machine::Cause;
use crate::machine::address::Region;
use crate::profile::{
    Allocation, COLLECTION_CYCLES_PER_SLOT, LARGE_HEAP_SLOTS, REFILL_OBJECTS, SLOT_BYTES,
    SMALL_HEAP_SLOTS,
};
use crate::simulation::Simulation;
use crate::state::{FREE_LIST, SWEEP_CURSOR, State};

/// Slots that a lazy sweep looks at to find a free one.
const SWEPT_PER_SLOT: u64 = 2;

/// A thread's free list.
#[derive(Clone, Copy, Default)]
pub(crate) struct FreeList {
    /// How many objects it holds.
    objects: u64,
    /// The slot of the next one.
    next_slot: u64,
    /// The beginning of the global list behind the slots that its transaction has taken from there.
    claimed: Option<u64>,
}

/// Objects on their way from the global list to a thread's.
struct Refill {
    objects: u64,
    /// The first of them, counted since the start.
    first: u64,
    /// The next slot that is looked at, and where that ends.
    next: u64,
    end: u64,
    sweeps: bool,
    heap_slots: u64,
}

impl State {
    /// Saves the free list at the begin of a transaction: an abort comes back to here.
    pub(crate) fn keep_free_list(&mut self) {
        let me = self.me();
        assert!(me.free_list.claimed.is_none(), "no transaction runs");
        me.free_list_kept = me.free_list;
    }

    /// Publishes the slots of a transaction that has taken effect.
    pub(crate) fn publish_free_list(&mut self) {
        if let Some(claimed) = self.me().free_list.claimed.take() {
            self.next_global_slot = self.next_global_slot.max(claimed);
        }
    }

    /// Restores the free list after an abort.
    pub(crate) fn restore_free_list(&mut self) {
        let me = self.me();
        me.free_list = me.free_list_kept;
    }

    fn is_doomed(&self) -> bool {
        self.doom_of(self.scheduler.current()).is_some()
    }

    fn begin_refill(&mut self, objects: u64, heap_slots: u64) -> Refill {
        self.access(Region::Globals.shared(FREE_LIST), false);
        self.accounts.refills += 1;
        let global = self.next_global_slot;
        let first = self.me().free_list.claimed.unwrap_or(global);
        let sweeps = first >= heap_slots;
        if sweeps {
            self.access(Region::Globals.shared(SWEEP_CURSOR), true);
        }
        let looked_at = if sweeps { SWEPT_PER_SLOT } else { 1 };
        Refill {
            objects,
            first,
            next: first,
            end: first + objects * looked_at,
            sweeps,
            heap_slots,
        }
    }

    /// Looks at the next slot; whether there was one.
    fn follow_link(&mut self, refill: &mut Refill) -> bool {
        if refill.next == refill.end {
            return false;
        }
        let slot = refill.next % refill.heap_slots;
        self.access(Region::Slots.shared(slot * SLOT_BYTES), refill.sweeps);
        refill.next += 1;
        true
    }

    fn end_refill(&mut self, refill: &Refill) {
        let end = refill.first + refill.objects;
        self.access(Region::Globals.shared(FREE_LIST), true);
        let current = self.scheduler.current();
        let is_transacting = self.is_transacting(current);
        if refill.first / refill.heap_slots != end / refill.heap_slots {
            self.collect(refill.heap_slots, is_transacting);
        }
        let me = self.me();
        me.free_list.objects += refill.objects;
        me.free_list.next_slot = refill.first % refill.heap_slots;
        if is_transacting {
            me.free_list.claimed = Some(end);
        } else {
            self.next_global_slot = end;
        }
    }

    /// Collects, as all slots have been used, and stops all threads. A transaction cannot do that:
    /// it is tried again with the GIL.
    fn collect(&mut self, heap_slots: u64, is_transacting: bool) {
        if !is_transacting {
            self.accounts.collections += 1;
            self.spend(heap_slots * COLLECTION_CYCLES_PER_SLOT);
            for core in 0..self.next_interrupt.len() {
                self.machine.doom(core, Cause::Restricted, None, 0);
            }
        } else if let Some(core) = self.core_of(self.scheduler.current()) {
            self.machine.doom(core, Cause::Restricted, None, 0);
        }
    }
}

impl Simulation {
    fn heap_slots(&self) -> u64 {
        if self.setting.removals.large_heap {
            LARGE_HEAP_SLOTS
        } else {
            SMALL_HEAP_SLOTS
        }
    }

    /// A slot of the modelled heap is taken from a free list.
    pub(crate) fn take_slot(&self, state: &mut State) {
        self.find_thread(state);
        if state.me().free_list.objects == 0 {
            let objects = if self.setting.removals.free_lists {
                REFILL_OBJECTS
            } else {
                1
            };
            let mut refill = state.begin_refill(objects, self.heap_slots());
            while state.follow_link(&mut refill) {}
            state.end_refill(&refill);
        }
        let list = &mut state.me().free_list;
        list.objects -= 1;
        let slot = list.next_slot;
        list.next_slot += 1;
        state.access_range(Region::Slots.shared(slot * SLOT_BYTES), SLOT_BYTES, true);
    }

    /// Before an operation: if the thread's list is empty it is refilled, while others go on.
    pub(crate) fn refill_if_empty(&self) {
        let has_lists = self.setting.profile.allocation == Allocation::FreeLists
            && self.setting.removals.free_lists;
        if !has_lists || self.state.borrow_mut().me().free_list.objects > 0 {
            return;
        }
        let head = Region::Globals.shared(FREE_LIST);
        self.insist(head, false);
        let mut refill = {
            let mut state = self.state.borrow_mut();
            state.begin_refill(REFILL_OBJECTS, self.heap_slots())
        };
        while self.follow_next_link(&mut refill) {
            self.give_way_if_due();
        }
        self.insist(head, true);
        let mut state = self.state.borrow_mut();
        if !state.is_doomed() {
            state.end_refill(&refill);
        }
    }

    /// Whether there was another slot to look at; a doomed transaction looks no further, for
    /// nothing that it still does counts.
    fn follow_next_link(&self, refill: &mut Refill) -> bool {
        let mut state = self.state.borrow_mut();
        !state.is_doomed() && state.follow_link(refill)
    }
}
