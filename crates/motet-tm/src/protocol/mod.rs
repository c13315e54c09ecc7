//! The protocols of a thread.

pub(crate) mod collection;
pub(crate) mod deferral;
