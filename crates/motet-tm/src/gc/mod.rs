//! Garbage collection: the minor collection of one thread, the major one of all.
//!
//! The collector knows heaps and stacks, not mutators: a thread's part is its [`thread_heap`], the
//! shared part `heap/shared.rs`. When to collect is decided in `protocol/collection.rs` and
//! `protocol/idle_collection.rs`.

pub(crate) mod gray;
pub(crate) mod idle_rule;
pub(crate) mod major;
pub(crate) mod mark;
pub(crate) mod marks;
pub(crate) mod minor;
pub(crate) mod parking;
pub(crate) mod state;
pub(crate) mod sweep;
pub(crate) mod thread_heap;
pub(crate) mod trace;
#[cfg(debug_assertions)]
pub(crate) mod verify;
