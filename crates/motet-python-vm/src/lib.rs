//! The Python virtual machine: object model, interpreter, builtins.

pub mod kinds;
pub mod native;
pub mod thread;
