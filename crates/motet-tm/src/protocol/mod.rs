//! The protocols of a thread: begin, safepoint, commit, abort, and their companions.
//!
//! ```text
//!                 begin                     safepoint: Err(Abort)
//!   (none) ───────────────────▶ Open ────────────────────────────────▶ doomed
//!      ▲                        │  │ become_inevitable                   │
//!      │         commit         │  ▼                        roll_back    │
//!      └────────────────────────┘  Open, cannot abort      ◀─────────────┘  (begins again)
//! ```
//!
//! Each protocol is one short function that reads as its table of contents. The order of everything
//! that happens at a commit stands at the top of [`commit`]. The differences of the engines are
//! behind `Engine` (`runtime/engine.rs`); the policies are in `contention/`.
//!
//! The language's loop owns the checkpoint of its own state (program counter, frame); the words of
//! the stack and the roots are saved and restored here.

mod abort;
mod begin;
pub(crate) mod collection;
mod commit;
mod deferral;
mod forking;
mod idle_collection;
mod inevitable;
pub(crate) mod safepoint;
mod serialisation;
mod waiting;
