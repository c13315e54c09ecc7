//! The state of one transaction: its sets, its budget, the state that an abort restores, its hooks.
//! The protocols that change it are in `protocol/`.

pub(crate) mod budget;
pub(crate) mod deferral;
pub(crate) mod hooks;
pub(crate) mod roots;
pub(crate) mod transaction;
