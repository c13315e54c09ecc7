//! The base of all Python objects: values and layouts, classes, names, the thread, the machine.

pub mod borrowed_file;
pub mod call_loops;
pub mod class;
pub mod class_layout;
pub mod class_names;
pub mod code;
pub mod exception;
pub mod exception_classes;
pub mod function;
pub mod instance_layout;
pub mod late;
pub mod layouts;
pub mod locks;
pub mod lookup_cache;
pub mod machine;
pub mod module_def;
pub mod names;
pub mod namespace;
pub mod native;
mod native_elsewhere;
pub mod native_owners;
pub mod report;
pub mod settings;
pub mod short_call;
#[cfg(simulated)]
pub mod simulated_hooks;
pub mod source_text;
pub mod surrogates;
pub mod text;
pub mod thread;
pub mod type_def;
pub mod upcalls;
