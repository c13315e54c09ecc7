//! The protocols of a thread: begin, safepoint, commit, abort, and what goes with them.
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
//! that happens at a commit stands at the top of [`commit`]. What differs from engine to engine is
//! behind `Engine` (`runtime/engine.rs`); what is decided by a policy is asked of `contention/`.
//!
//! The language's loop owns the checkpoint of its own state (program counter, frame); the words of
//! the stack and the roots are saved and restored here.

mod abort;
mod begin;
pub(crate) mod collection;
mod commit;
mod deferral;
mod forking;
mod inevitable;
pub(crate) mod safepoint;
mod serialisation;
mod waiting;
