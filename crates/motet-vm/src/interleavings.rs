//! The protocols without locks of this crate under a model checker: all interleavings of two or
//! three threads (with a bounded number of preemptions), and all values that their loads may return
//! under the memory orders that are written down. Compiled only under `--cfg loom`; see `sync.rs`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::inline_cache::{Caches, EMPTY};
use crate::symbol::{Symbol, SymbolMap};
use crate::sync::{AtomicBool, AtomicU64};
use crate::waiting::{IMPORT_KEY, Key, WaitingRoom};

/// Runs the threads in all interleavings; `at_end` when they have ended.
fn check<S: Send + Sync + 'static>(
    preemptions: usize,
    make: impl Fn() -> S + Send + Sync + 'static,
    threads: &[fn(&S)],
    at_end: fn(&S),
) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    let threads = threads.to_vec();
    builder.check(move || {
        let shared = Arc::new(make());
        let handles: Vec<_> = threads[1..]
            .iter()
            .map(|thread| {
                let thread = *thread;
                let shared = Arc::clone(&shared);
                loom::thread::spawn(move || thread(&shared))
            })
            .collect();
        threads[0](&shared);
        for handle in handles {
            handle
                .join()
                .expect("no assertion of the thread has failed");
        }
        at_end(&shared);
    });
}

// ---- waiting: `waiting.rs`

/// A lock as far as waiting for it goes: its state lies in the heap.
struct Lock {
    room: WaitingRoom,
    /// The lock as a transaction sees it: relaxed, for the fences of the protocol order it.
    is_held: AtomicBool,
}

/// Wakes one sleeper.
const KEY: Key = 7;

impl Lock {
    fn held() -> Lock {
        Lock {
            room: WaitingRoom::new(),
            is_held: AtomicBool::new(true),
        }
    }

    /// A commit lets go of the lock.
    fn release(&self, key: Key) {
        self.is_held.store(false, Ordering::Relaxed);
        self.room.wake(key);
    }

    /// Signs in, looks again, and sleeps until it is woken: for ever, if the waking was lost, which
    /// the model checker reports.
    fn wait(&self, key: Key) {
        let waiter = self.room.sign_in(key);
        if self.is_held.load(Ordering::Relaxed) {
            while !waiter.is_woken() {
                loom::thread::park();
            }
            assert!(
                !self.is_held.load(Ordering::Relaxed),
                "woken by the release"
            );
        }
        self.room.leave(&waiter, true);
    }

    /// Signs in, and is out of time at once.
    fn give_up(&self) {
        let waiter = self.room.sign_in(KEY);
        self.room.leave(&waiter, false);
    }

    fn nobody_waits(&self) {
        assert!(!self.room.may_have_waiters(KEY));
    }
}

#[test]
fn a_thread_that_waits_and_one_that_lets_go_see_one_another() {
    check(
        4,
        Lock::held,
        &[|lock| lock.wait(KEY), |lock| lock.release(KEY)],
        Lock::nobody_waits,
    );
}

#[test]
fn a_waking_of_one_that_has_given_up_is_passed_on() {
    check(
        3,
        Lock::held,
        &[
            |lock| lock.wait(KEY),
            Lock::give_up,
            |lock| lock.release(KEY),
        ],
        Lock::nobody_waits,
    );
}

#[test]
fn an_import_wakes_all_that_wait() {
    let waits: fn(&Lock) = |lock| lock.wait(IMPORT_KEY);
    check(
        3,
        Lock::held,
        &[waits, waits, |lock| lock.release(IMPORT_KEY)],
        |_| (),
    );
}

// ---- symbols: `symbol.rs`

/// A map that the next insertion makes larger, and the meaning of the new number.
struct Names {
    map: SymbolMap,
    made: AtomicU64,
}

/// So many symbols fit into the first table.
const KNOWN: u32 = 4;
const NEW: Symbol = Symbol(100);

impl Names {
    fn full() -> Names {
        let map = SymbolMap::new();
        for number in 0..KNOWN {
            map.get_or_insert(Symbol(number), || number);
        }
        Names {
            map,
            made: AtomicU64::new(0),
        }
    }

    fn insert(&self) {
        let number = self.map.get_or_insert(NEW, || {
            self.made
                .store(1 + self.made.load(Ordering::Relaxed), Ordering::Relaxed);
            KNOWN
        });
        assert_eq!(number, KNOWN);
        self.sees_what_was_made();
    }

    fn look(&self) {
        assert_eq!(self.map.get(Symbol(2)), Some(2), "what was there stays");
        if let Some(number) = self.map.get(NEW) {
            assert_eq!(number, KNOWN);
            self.sees_what_was_made();
        }
    }

    fn sees_what_was_made(&self) {
        assert_eq!(
            self.made.load(Ordering::Relaxed),
            1,
            "made once, before the number"
        );
    }
}

#[test]
fn a_reader_of_a_table_that_grows_misses_nothing() {
    check(4, Names::full, &[Names::insert, Names::look], Names::look);
}

#[test]
fn two_that_insert_a_symbol_get_one_number() {
    check(3, Names::full, &[Names::insert, Names::insert], Names::look);
}

// ---- inline caches: `inline_cache.rs`

/// A class, and the cache of a site that looks something up on it.
struct Site {
    caches: Caches,
    cache: &'static AtomicU64,
    /// The result of a lookup in a snapshot that is taken now.
    found: AtomicU64,
}

/// The results of lookups before the change, and after it.
const BEFORE: u64 = 1;
const AFTER: u64 = 2;

impl Site {
    fn new() -> Site {
        Site {
            caches: Caches::default(),
            cache: Box::leak(Box::new(AtomicU64::new(EMPTY))),
            found: AtomicU64::new(BEFORE),
        }
    }

    /// A transaction that looks up once, and fills the cache.
    fn look_up(&self) {
        let steps = self.caches.steps();
        let found = self.found.load(Ordering::Acquire);
        let is_up_to_date = || self.caches.steps() == steps;
        self.caches.fill(self.cache, found, is_up_to_date);
    }

    /// A transaction that changes the results of lookups, and commits.
    fn change(&self) {
        self.caches.begin_change(true);
        self.found.store(AFTER, Ordering::Release);
        self.caches.end_changes(1);
        self.is_right();
    }

    /// A transaction that begins after the change reads no cache from before.
    fn is_right(&self) {
        let cached = self.cache.load(Ordering::SeqCst);
        assert_ne!(cached, BEFORE, "a cache has outlived the change");
    }
}

#[test]
fn no_cache_outlives_a_change() {
    check(4, Site::new, &[Site::look_up, Site::change], Site::is_right);
}

#[test]
fn no_cache_that_two_fill_outlives_a_change() {
    let threads: &[fn(&Site)] = &[Site::look_up, Site::look_up, Site::change];
    check(3, Site::new, threads, Site::is_right);
}
