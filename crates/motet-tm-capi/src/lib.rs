//! The runtime for interpreters in C: the functions that `include/motet_tm.h` declares.
//!
//! The header is the documentation of the interface. It has the fast paths (barriers, allocation,
//! roots, the poll) as inline functions, and everything that jumps; the functions here are the slow
//! halves. `tests/header.rs` holds both sides together.
//!
//! # Invariants
//! - I-CAPI-1: a `*mut Thread` names the C side's thread structure of the calling OS thread. Only
//!   that thread uses it, and only one function of this crate at a time: callbacks
//!   ([`transaction::stm_lib_call_blocking`], hooks) get no thread, and must not touch it.
//! - I-CAPI-2: nothing jumps over a frame of Rust. A function that rolls the transaction back
//!   *returns* [`thread::STATUS_ABORTED`]; the jump is made in the header, by C, to C.
//! - I-CAPI-3: the words of the root stack below `root_top` are tagged words of live objects or
//!   immediate; `root_low <= root_top <= root_limit`; nothing below `root_low` is written (this is
//!   I-ROOT-1 of the runtime, which the header's inline functions keep).
//! - I-CAPI-4: a word or object pointer that C hands in was got since the thread's last safepoint,
//!   or is pinned. Debug builds look at each ([`thread::Call::object`]) and find most that are not.
//! - I-CAPI-5: pointers to strings, structures and arrays are valid for the call.

pub mod object;
pub mod segment_register;
pub mod setup;
pub mod thread;
pub mod transaction;
