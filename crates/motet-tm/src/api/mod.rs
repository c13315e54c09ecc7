//! What the host calls.

mod allocate;
mod buffer;
mod elements;
/// (Its words are real atomics, which a model checker replaces.)
#[cfg(not(loom))]
pub mod raw;
mod roots;
