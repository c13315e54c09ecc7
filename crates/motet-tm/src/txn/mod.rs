//! The state of one transaction: its sets, what an abort restores, its hooks.

pub(crate) mod hooks;
pub(crate) mod transaction;
