//! A thread of any language: the runtime's mutator and, part by part, the machine's state beside
//! it. Each part belongs to the module that owns its protocol; the others reach it through
//! that module's methods.
#![allow(
    unsafe_code,
    reason = "a thread is handed to the system thread it runs on"
)]

use std::ops::{Deref, DerefMut};

use motet_tm::{Control, Mutator};

use crate::acts::Acts;
use crate::claims::Claims;
use crate::driver::Progress;
use crate::frames::Frames;
use crate::inline_cache::OwnChanges;
use crate::lookup_cache::LookupCache;
use crate::output::Pending;
use crate::retries::Retries;
use crate::signals::Taken;
use crate::threads::Starting;
use crate::vm::Vm;
use crate::waits::Waits;

/// A thread, as far as it has no language. A language's own thread begins with it (`repr(C)`) and
/// dereferences to it.
#[repr(C)]
pub struct Thread {
    mutator: Mutator,
    pub(crate) frames: Frames,
    pub(crate) progress: Progress,
    vm: &'static Vm,
    /// The thread's identification: 1 for the main thread.
    ident: u64,
    pub(crate) changes: OwnChanges,
    pub(crate) lookups: LookupCache,
    pub(crate) waits: Waits,
    pub(crate) acts: Acts,
    pub(crate) retries: Retries,
    pub(crate) claims: Claims,
    pub(crate) signals: Taken,
    pub(crate) starting: Starting,
    pub(crate) output: Pending,
}

impl Deref for Thread {
    type Target = Mutator;
    #[inline(always)]
    fn deref(&self) -> &Mutator {
        &self.mutator
    }
}

impl DerefMut for Thread {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Mutator {
        &mut self.mutator
    }
}

// SAFETY: the pointers name words of the value stack, which the mutator owns and which moves with
// it, and words of code, which live for ever and are shared.
unsafe impl Send for Thread {}

impl Thread {
    /// A thread that has not begun to run.
    pub fn new(mutator: Mutator, vm: &'static Vm, ident: u64) -> Thread {
        let start = mutator.stack.start();
        let mut thread = Thread {
            mutator,
            frames: Frames::new(start),
            progress: Progress::new(start),
            vm,
            ident,
            changes: OwnChanges::default(),
            lookups: LookupCache::default(),
            waits: Waits::default(),
            acts: Acts::default(),
            retries: Retries::default(),
            claims: Claims::default(),
            signals: Taken::default(),
            starting: Starting::default(),
            output: Pending::default(),
        };
        if thread.is_open() {
            thread.take_lookup_tables();
        }
        thread
    }

    /// Returns the state that all threads share.
    #[inline(always)]
    pub fn vm(&self) -> &'static Vm {
        self.vm
    }

    /// The thread's identification: no other thread has had it.
    #[inline(always)]
    pub fn ident(&self) -> u64 {
        self.ident
    }

    /// Whether the running transaction is one among others, so that it could abort when it began.
    /// (That of a sole thread is not.)
    #[inline(always)]
    pub fn is_transactional(&self) -> bool {
        self.control() == Control::Stm
    }

    /// Whether threads run in transactions, now or once there are others.
    pub fn can_run_beside_others(&self) -> bool {
        self.runtime().config().control == Control::Stm
    }

    /// Whether transactions have a length in yield points.
    #[inline(always)]
    pub fn counts_yield_points(&self) -> bool {
        self.control() != Control::Gil
    }
}
