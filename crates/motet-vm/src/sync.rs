//! The synchronisation that the lock-free protocols of this crate are made of: the standard
//! library's, or, under `--cfg loom`, that of a model checker which tries all interleavings.
//!
//! Used by `inline_cache.rs`, `symbol.rs` and `waiting.rs`, and by nothing else: each of them is a
//! module of its own over these types, so that a model can drive it.

#[cfg(loom)]
pub(crate) use loom::{
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, fence},
    },
    thread,
};
#[cfg(not(loom))]
pub(crate) use std::{
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, fence},
    },
    thread,
};
