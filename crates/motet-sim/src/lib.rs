//! A simulator of machines with hardware transactions: the real interpreter, its threads on
//! virtual cores in virtual time.
//!
//! The crates `motet-tm-simulated` and `motet-python-vm-simulated` are the sources of `motet-tm`
//! and `motet-python-vm`, compiled once more with hooks; the normal build has none of them. All
//! threads of the program are fibers of one thread of the system, so that nothing depends on its
//! scheduler: the same seed gives the same run, to the cycle.
//!
//! Start reading at `simulation.rs`; `machine/` detects conflicts, `scheduler.rs` picks the thread
//! that runs, `profile.rs` describes an interpreter. `docs/SIMULATION.md` has the results.

mod accounts;
pub mod command;
mod fibers;
mod free_lists;
mod lengths;
pub mod machine;
mod order;
mod profile;
mod random;
mod report;
pub mod scheduler;
mod simulation;
mod simulator;
mod state;
