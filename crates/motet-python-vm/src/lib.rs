//! The Python virtual machine: object model, interpreter, builtins.

pub mod builtins;
pub mod class;
pub mod exception;
pub mod exception_classes;
pub mod kinds;
pub mod machine;
pub mod native;
pub mod objects;
pub mod output;
pub mod run;
pub mod source_text;
pub mod symbol;
pub mod thread;

mod arguments;
mod attribute;
mod attribute_set;
mod build_class;
mod call;
mod code;
mod construct;
mod core;
mod function;
mod generator;
mod import;
mod inline_cache;
mod instance;
mod interp;
mod modules;
mod names;
mod namespace;
mod shape;
mod signals;
mod special;
mod text;
mod threads;
mod traceback;
