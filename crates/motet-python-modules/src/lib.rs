//! The built-in functions and modules, and the code that fills the built-in classes.

pub mod builtins;
mod filling;
pub mod install;
pub mod modules;
pub mod native_modules;
pub mod type_natives;
