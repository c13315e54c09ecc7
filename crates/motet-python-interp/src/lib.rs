//! The interpreter: operations, handlers, calls, imports, `exec`.

pub mod arguments;
#[cfg(handlers)]
pub mod attribute_handlers;
#[cfg(handlers)]
pub mod bound_call_handlers;
pub mod build_class;
#[cfg(handlers)]
pub mod builtin_handlers;
pub mod call;
#[cfg(handlers)]
pub mod call_handlers;
pub mod calls;
pub mod code_cache;
pub mod construct;
pub mod containers;
pub mod coroutines;
pub mod effects;
pub mod exec_eval;
pub mod execute;
#[cfg(handlers)]
pub mod generator_handlers;
pub mod generators;
#[cfg(handlers)]
pub mod handler_table;
#[cfg(handlers)]
pub mod handlers;
pub mod import;
#[cfg(handlers)]
pub mod iteration_handlers;
pub mod matching;
pub mod native_loops_code;
#[cfg(handlers)]
pub mod native_shortcut_handlers;
#[cfg(handlers)]
pub mod operator_trampoline;
pub mod operators;
pub mod run_loop;
#[cfg(simulated)]
pub mod simulated;
pub mod statements;
pub mod variables;
