//! `_ctypes_core`: memory outside of the heap, libraries in C, calls of their functions, and
//! functions in C that call the program: the native half of `_ctypes`.
//!
//! A program names memory and functions by their addresses, as it may in CPython: a wrong address
//! ends the process. No abort takes back what is done with memory outside of the heap, so each
//! function makes the transaction inevitable first. A foreign function runs outside of any
//! transaction, unless the program has functions for C to call, or asks for it (`PyDLL`): then it
//! runs within the transaction, which cannot abort.

pub mod callbacks;
pub mod calls;
pub mod memory;

use motet_python_objects::model::module_def::ModuleDef;

/// What the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_ctypes_core").functions(&[
    callbacks::FUNCTIONS,
    calls::FUNCTIONS,
    memory::FUNCTIONS,
])];
