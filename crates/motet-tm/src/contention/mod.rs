//! The policies against contention, as state machines and pure functions: each is told of an event,
//! and answers. The protocols that ask them are in `protocol/` and `engine/`.

pub(crate) mod arbitration;
pub(crate) mod hot_spots;
pub(crate) mod length;
pub(crate) mod serialisation;
pub(crate) mod thread;
pub(crate) mod throttle;
