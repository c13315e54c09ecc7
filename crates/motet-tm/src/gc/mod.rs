//! Garbage collection.

pub(crate) mod mark;
pub(crate) mod minor;
pub(crate) mod parking;
pub(crate) mod sweep;
#[cfg(debug_assertions)]
pub(crate) mod verify;
