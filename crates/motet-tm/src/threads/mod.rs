//! How threads wait for one another: the scheduler, the segments, the stop of the world, the
//! global lock, and the value stack of a thread. Nothing here knows transactions.

pub(crate) mod gil;
pub(crate) mod scheduler;
pub(crate) mod segment;
pub(crate) mod stack;
pub(crate) mod world;
