//! Transactional memory and garbage collection for dynamic languages, in one library.
//!
//! It replaces a global interpreter lock by transactions, after the transactional memory system of
//! Meier, Rigo and Gross (DLS 2014; "the paper" in what follows). It knows no language: an object
//! is a header, a layout and words.
//!
//! Start reading at `transaction.rs` (the protocols) and `engine/stop_the_world.rs` (the commit).

mod allocate;
mod buffer;
mod collector;
mod config;
mod elements;
pub mod elision;
mod engine;
mod events;
mod finalize;
mod heap;
mod holds;
mod hooks;
mod hot_spots;
mod inject;
mod layout;
mod length;
mod major;
mod mutator;
mod observation;
mod pace;
mod parking;
/// (Its words are real atomics, which a model checker replaces.)
#[cfg(not(loom))]
pub mod raw;
mod roots;
mod runtime;
mod schedule;
mod segment;
#[cfg(not(simulated))]
mod simulation;
#[cfg(simulated)]
pub mod simulation;
mod stack;
mod statistics;
mod sync;
mod transaction;
mod turns;
mod unwind;
mod value;
mod view;
mod world;

#[cfg(all(test, loom))]
mod interleavings;
#[cfg(all(test, not(loom)))]
mod tests;
/// The same scripts, with the commit that stops all others: see `tests::config`.
#[cfg(all(test, not(loom)))]
#[path = "tests.rs"]
#[allow(clippy::duplicate_mod, reason = "each script runs with both commits")]
mod tests_stop_the_world;

pub use config::{CommitEngine, Config, Control, Hardware, SEGMENTS_MAX};
pub use engine::htm::hardware_transactions;
pub use events::{
    ConflictPair, Event, EventKind, EventLog, OpenTransaction, OtherSide, SerialPlace, Summary,
    ThreadEvents, Totals, WaitFor, host_written_at, place_of, summary,
};
pub use heap::memory::Base;
pub use inject::Injection;
pub use layout::{Layout, LayoutId, OBJECT_ALIGNMENT_BYTES, Shape, WORD_BYTES};
pub use mutator::{AnyMode, GilMode, HtmMode, Mode, Mutator, Reader, Root, StmMode, THREAD_ROOTS};
pub use observation::{Observed, observe};
pub use runtime::{Runtime, StartError};
pub use stack::Stack;
pub use statistics::{AbortCause, Statistics};
pub use transaction::Due;
pub use unwind::{OutOfMemory, Unwind};
pub use value::{INTEGER_MAX, INTEGER_MIN, Object, Offset, Pinned, Value, WEAK_DEAD, Word};
pub use view::{Fresh, ReadView, WriteView};
