//! Transactional memory and garbage collection for dynamic languages, in one library.
//!
//! It replaces a global interpreter lock by transactions, after the transactional memory system of
//! Meier, Rigo and Gross (DLS 2014; "the paper" below). It knows no language: an object
//! is a header, a layout and words.
//!
//! Start reading at `protocol/commit.rs` (the order of a commit) and `engine/stm.rs` (the commit of
//! software transactions).
//!
//! # Folders
//!
//! Each uses only those above it.
//!
//! | folder | contents |
//! |---|---|
//! | `support/` | atomics that the model checker replaces, random numbers, the early return |
//! | `elision/` | the algorithm that elides a lock by hardware transactions, as a state machine |
//! | `simulation/` | the door to a simulated machine; empty functions in the normal build |
//! | `object/` | the object model: values, headers, layouts, the geometry of arrays |
//! | `heap/` | the heap all share: views, groups, old space, pinned objects, finalizers |
//! | `config/` | the settings of a runtime, and the injected faults |
//! | `observe/` | counters and events |
//! | `threads/` | how threads wait for one another: scheduler, segments, stops, the global lock |
//! | `contention/` | the policies against contention, as pure state |
//! | `txn/` | the state of one transaction |
//! | `gc/` | the collector: a thread's own heap, the minor and the major collection |
//! | `runtime/` | [`Runtime`], [`Mutator`], the trait `Engine`: they know one another |
//! | `engine/` | the engines: the global lock, software transactions, the elided lock |
//! | `protocol/` | begin, safepoint, commit, abort, collections, serialisation |
//! | `api/` | the other calls of a host: barriers, allocation, roots, finalizers, the start |

mod api;
mod config;
mod contention;
pub mod elision;
mod engine;
mod gc;
mod heap;
mod object;
mod observe;
mod protocol;
mod runtime;
#[cfg(not(simulated))]
mod simulation;
#[cfg(simulated)]
pub mod simulation;
mod support;
mod threads;
mod txn;

#[cfg(all(test, loom))]
mod interleavings;
#[cfg(all(test, not(loom)))]
mod tests;
/// The same scripts, with the commit that stops all others: see `tests::config`.
#[cfg(all(test, not(loom)))]
#[path = "tests.rs"]
#[allow(clippy::duplicate_mod, reason = "each script runs with both commits")]
mod tests_stop_the_world;

pub use api::barriers::{AnyMode, GilMode, HtmMode, Mode, Reader, StmMode};
#[cfg(not(loom))]
pub use api::raw;
pub use api::start::address_limit_bytes;
pub use config::inject::Injection;
pub use config::{CommitEngine, Config, Control, Hardware, SEGMENTS_MAX};
pub use engine::htm::hardware_transactions;
pub use heap::memory::Base;
pub use heap::view::{Fresh, ReadView, WriteView};
pub use object::layout::{Layout, LayoutId, OBJECT_ALIGNMENT_BYTES, Shape, WORD_BYTES};
pub use object::value::{INTEGER_MAX, INTEGER_MIN, Object, Offset, Pinned, Value, WEAK_DEAD, Word};
pub use observe::statistics::{AbortCause, Statistics};
pub use observe::{
    ConflictPair, Event, EventKind, EventLog, OpenTransaction, OtherSide, SerialPlace, Summary,
    ThreadEvents, Totals, WaitFor, host_written_at, place_of, summary,
};
pub use protocol::safepoint::Due;
pub use runtime::Runtime;
pub use runtime::mutator::Mutator;
pub use runtime::start_error::StartError;
pub use support::observation::{Observed, observe};
pub use support::unwind::{OutOfMemory, Unwind};
pub use threads::stack::Stack;
pub use txn::roots::{Root, THREAD_ROOTS};
