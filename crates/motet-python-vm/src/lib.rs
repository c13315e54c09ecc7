//! The Python virtual machine: object model, interpreter, builtins, on the language-neutral machine
//! `motet_vm`.

use motet_vm::{clock, inline_cache, shape, waiting};
pub use motet_vm::{output, symbol};

pub mod builtins;
pub mod class;
mod class_bases;
mod class_change;
mod class_layout;
mod class_names;
pub mod exception;
pub mod exception_classes;
pub mod kinds;
pub mod machine;
pub mod native;
pub mod objects;
mod report;
pub mod run;
pub mod settings;
pub mod source_text;
pub mod thread;

mod arguments;
mod attribute;
mod attribute_set;
mod build_class;
mod call;
mod code;
mod code_cache;
mod code_object;
mod construct;
mod core;
mod dynamic;
mod exception_fields;
mod function;
mod function_change;
mod generator;
mod import;
mod instance;
mod interp;
mod lazy;
mod locks;
mod lookup_cache;
mod modules;
mod names;
mod namespace;
mod namespace_dict;
mod signals;
#[cfg(simulated)]
pub mod simulated;
mod special;
mod syntax_error;
mod text;
mod threads;
mod traceback;
mod unraisable;
mod weak;
mod wrong_arguments;
