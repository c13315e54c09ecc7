//! What everything else stands on and what knows nothing of heap or threads: atomics that the model
//! checker can replace, random numbers, the early return.

pub(crate) mod sync;
pub(crate) mod unwind;
