//! Calls: binding arguments, entering frames, natives and classes, resuming generators.

pub mod arguments;
pub mod build_class;
pub mod call;
pub mod construct;
pub mod generators;
pub mod internal_code;
mod native_misfits;
pub(crate) mod nested;
