//! The base of everything else, which knows nothing of heap or threads: atomics that the model
//! checker can replace, random numbers, the early return.

pub(crate) mod apart;
pub(crate) mod fetch;
pub(crate) mod observation;
pub(crate) mod random;
pub(crate) mod sync;
pub(crate) mod unwind;

/// Number of a thread, in the order of their making.
pub(crate) type ThreadNumber = u64;
