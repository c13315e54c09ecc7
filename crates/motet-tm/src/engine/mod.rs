//! The engines, which keep the threads apart. The trait that they implement, with the invariants
//! that all of them keep, is `runtime/engine.rs`.
//!
//! - [`gil`]: one thread at a time.
//! - [`stm`]: software transactions. Their [`publication`] makes a commit visible to all: by the
//!   [`log`], which stops no thread, or as the paper has it, [`stop_the_world`].
//!   Under the log, a thread that runs alone is [`sole`]: it runs as under [`gil`].
//! - [`htm`]: the global lock, elided by hardware transactions, of a real machine or of an
//!   [`imagined`] one.

mod copies;
pub(crate) mod gil;
pub(crate) mod htm;
mod imagined;
pub(crate) mod locks;
pub(crate) mod log;
pub(crate) mod publication;
mod rtm;
pub(crate) mod segments;
#[cfg(simulated)]
pub(crate) mod simulated;
pub(crate) mod sole;
pub(crate) mod stm;
pub(crate) mod stop_the_world;
mod writes;
