//! The Python virtual machine: object model, interpreter, builtins, on the language-neutral machine
//! `motet_vm`.

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
mod native_first;
mod native_loops;
pub mod objects;
mod report;
pub mod run;
pub mod settings;
pub mod source_text;
mod standard_streams;
pub mod surrogates;
pub mod thread;

mod arguments;
mod attribute;
mod attribute_set;
mod borrowed_file;
mod build_class;
mod call;
mod class_plan;
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
mod globals;
mod import;
mod instance;
mod instance_layout;
mod instantiation;
mod interp;
mod language;
mod layers;
mod lazy;
mod locks;
mod lookup_cache;
mod module;
mod modules;
mod names;
mod namespace;
mod namespace_dict;
mod signals;
#[cfg(simulated)]
pub mod simulated;
#[cfg(simulated)]
mod simulated_hooks;
mod special;
mod syntax_error;
mod text;
mod threads;
mod traceback;
mod unraisable;
mod upcalls;
mod weak;
mod wrong_arguments;
