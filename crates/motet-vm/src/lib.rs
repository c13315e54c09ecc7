//! The language-neutral virtual machine: the parts that every dynamic language on `motet-tm` needs
//! between the runtime and its own objects.
//!
//! A language brings code (of any instruction set of 32-bit words), objects and operations; this
//! crate brings frames on the value stack, the driver that runs operations inside of transactions
//! and commits, rolls back and waits, threads, locks, signals, output, and the tables that all
//! threads share. The border is the trait [`Language`]: the driver's requests to a language.
//!
//! Start reading at `classes/language.rs` (the border) and `driver.rs` (how a commit happens).

mod acts;
mod claims;
pub mod clock;
pub mod code;
mod descriptors;
pub mod driver;
pub mod forking;
pub mod frames;
mod growing;
pub mod handlers;
pub mod inline_cache;
#[cfg(all(test, loom))]
mod interleavings;
pub mod language;
pub mod locks;
pub mod lookup_cache;
pub mod namespace;
pub mod numbers;
pub mod output;
pub mod report;
mod retries;
pub mod shape;
pub mod signals;
mod spinning;
pub mod symbol;
mod sync;
pub mod thread;
pub mod threads;
pub mod values;
pub mod vm;
pub mod waiting;
pub mod waits;
pub mod weak;

pub use code::{Code, CodeHead};
pub use language::{Language, Outcome};
pub use thread::Thread;
pub use vm::{Settings, Vm};
