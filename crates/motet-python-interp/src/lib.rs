//! The interpreter: operations, handlers, calls, imports, `exec`.

pub mod call_loops_code;
pub mod calling;
pub mod code_cache;
pub mod effects;
pub mod exec_eval;
pub mod import;
#[cfg(feature = "count-leaving")]
pub mod leaving;
pub mod native_loops_code;
pub mod operations;
pub mod run_loop;
#[cfg(simulated)]
pub mod simulated;
