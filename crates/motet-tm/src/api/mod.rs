//! The host's calls on its mutator besides the protocols (`protocol/`), and how a runtime is made.

mod allocate;
pub(crate) mod barriers;
mod buffer;
mod elements;
mod finalizers;
mod hooks;
mod identity;
mod poll;
// (Its words are real atomics, which a model checker replaces.)
#[cfg(not(loom))]
pub mod raw;
mod roots;
#[cfg(simulated)]
mod simulated;
pub(crate) mod start;
