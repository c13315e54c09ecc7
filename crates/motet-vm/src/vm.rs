//! The native state that all threads of a machine share, in any language.
//!
//! All of it is append-only or guarded by its own protocol, and known to all threads at once; the
//! state of transactions lies in the heap. A machine is made once and never freed. A language's
//! own machine contains it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use motet_tm::Runtime;

use crate::claims::LockHeat;
use crate::descriptors::Descriptors;
use crate::inline_cache::Caches;
use crate::lookup_cache::FreeTables;
use crate::namespace::CellKind;
use crate::output::{Output, Sink};
use crate::signals::Signals;
use crate::symbol::{Pin, Symbols};
use crate::threads::Threads;
use crate::waiting::WaitingRoom;
use crate::waits::Descriptor;

/// A language's settings of the machine that it makes.
pub struct Settings {
    /// How the text of a symbol is made an object of the language.
    pub pin_symbol: Pin,
    /// How cells of variables lie in the heap.
    pub cells: CellKind,
    /// Whether operations run in their generic forms only, where there are handlers too.
    pub plain_loop: bool,
    /// How many frames a thread may have at first.
    pub recursion_limit: usize,
    /// The destination of output.
    pub sink: Sink,
    /// Writes the number of a signal to a descriptor that the program has named for it.
    pub tell_of_signal: fn(descriptor: i32, signal: i32),
    /// Sleeps until one of the descriptors is ready or the time is over; whether one is. It may
    /// come back early.
    pub poll: fn(descriptors: &[Descriptor], limit: Option<Duration>) -> bool,
}

/// The native state that all threads share.
pub struct Vm {
    /// The runtime.
    pub runtime: Arc<Runtime>,
    /// Interned names.
    pub symbols: Symbols,
    /// The inline caches that are filled, and the changes that empty them.
    pub caches: Caches,
    /// Threads that wait for keys.
    pub waiting: WaitingRoom,
    /// Signals on their way to the main thread.
    pub signals: Signals,
    /// The committed output.
    pub output: Output,
    /// Identifications, and hand-over to new threads.
    pub threads: Threads,
    /// When many descriptors are open.
    pub(crate) descriptors: Descriptors,
    /// The locks that are taken really.
    pub(crate) lock_heat: LockHeat,
    /// Tables of lookups that no thread has.
    pub(crate) free_tables: FreeTables,
    /// How many threads wait with a region that was rolled back. SeqCst.
    pub(crate) blocked_regions: AtomicUsize,
    /// How many threads spin before they sleep for a key. Relaxed.
    pub(crate) spinners: AtomicUsize,
    poll: fn(descriptors: &[Descriptor], limit: Option<Duration>) -> bool,
    /// Relaxed.
    recursion_limit: AtomicUsize,
    /// Whether all threads run operations in their generic forms, since the language wants to see
    /// them. Writer: a thread that the language lets watch. Readers: all, relaxed: they may see it
    /// some operations later.
    is_watched: AtomicBool,
    plain_loop: bool,
}

impl Vm {
    /// A machine without names.
    pub fn new(runtime: &Arc<Runtime>, settings: Settings) -> Vm {
        assert!(settings.recursion_limit > 0, "a thread has a frame");
        Vm {
            runtime: Arc::clone(runtime),
            symbols: Symbols::new(settings.pin_symbol),
            caches: Caches::default(),
            waiting: WaitingRoom::new(),
            signals: Signals::new(settings.tell_of_signal),
            output: Output::new(settings.sink),
            threads: Threads::new(settings.cells),
            descriptors: Descriptors::new(),
            lock_heat: LockHeat::new(),
            free_tables: FreeTables::default(),
            blocked_regions: AtomicUsize::new(0),
            spinners: AtomicUsize::new(0),
            poll: settings.poll,
            recursion_limit: AtomicUsize::new(settings.recursion_limit),
            is_watched: AtomicBool::new(false),
            plain_loop: settings.plain_loop,
        }
    }

    /// How many threads wait with a region that was rolled back.
    pub fn blocked_regions(&self) -> usize {
        self.blocked_regions.load(Ordering::SeqCst)
    }

    /// Sleeps until one of the descriptors is ready or the time is over; whether one is. It may
    /// come back early. To be called outside of a transaction, or with no time at all.
    pub fn are_ready(&self, descriptors: &[Descriptor], limit: Option<Duration>) -> bool {
        (self.poll)(descriptors, limit)
    }

    /// How many frames a thread may have.
    pub fn recursion_limit(&self) -> usize {
        self.recursion_limit.load(Ordering::Relaxed)
    }

    /// Sets how many frames a thread may have.
    pub fn set_recursion_limit(&self, limit: usize) {
        self.recursion_limit.store(limit, Ordering::Relaxed);
    }

    /// Whether the language wants to see the operations of all threads.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.is_watched.load(Ordering::Relaxed)
    }

    /// Says whether the language wants to see the operations of all threads. Those that run
    /// handlers leave them at their next yield point.
    pub fn set_watched(&self, is_watched: bool) {
        self.is_watched.store(is_watched, Ordering::Relaxed);
        self.runtime.request_attention();
    }

    /// Whether operations run in their generic forms only.
    #[inline]
    pub fn plain_loop(&self) -> bool {
        self.plain_loop
    }
}
