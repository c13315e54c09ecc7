//! The policies against contention, as pure state: each is told what happened, and answers.

pub(crate) mod hot_spots;
pub(crate) mod length;
pub(crate) mod serialisation;
pub(crate) mod throttle;
