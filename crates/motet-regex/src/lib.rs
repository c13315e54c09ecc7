//! A matcher of compiled regular expressions over bytes. Nothing here knows a heap or an
//! interpreter.

pub mod characters;
pub mod engine;
pub mod hints;
mod memory;
pub mod stretches;
pub mod text;
