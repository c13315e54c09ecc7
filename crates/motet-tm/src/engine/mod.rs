//! The engines.

mod contention;
mod copies;
pub(crate) mod gil;
pub(crate) mod htm;
pub(crate) mod log;
mod rtm;
#[cfg(simulated)]
pub(crate) mod simulated;
pub(crate) mod stm;
pub(crate) mod stop_the_world;
