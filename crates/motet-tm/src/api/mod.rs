//! What the host calls.

mod allocate;
mod buffer;
mod elements;
mod finalizers;
mod hooks;
/// (Its words are real atomics, which a model checker replaces.)
#[cfg(not(loom))]
pub mod raw;
mod roots;
