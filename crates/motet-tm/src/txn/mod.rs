//! The state of one transaction: its sets, its budget, what an abort restores, its hooks. What
//! moves it is in `protocol/`.

pub(crate) mod budget;
pub(crate) mod deferral;
pub(crate) mod hooks;
pub(crate) mod roots;
pub(crate) mod transaction;
