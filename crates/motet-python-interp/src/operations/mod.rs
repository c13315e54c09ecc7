//! The operations, in families: a file with the generic forms of each, and beside it the handlers.

#[cfg(handlers)]
pub mod asking_handlers;
#[cfg(handlers)]
pub mod attribute_handlers;
pub mod attributes;
#[cfg(handlers)]
pub mod bound_call_handlers;
#[cfg(handlers)]
pub mod call_handlers;
pub mod calls;
#[cfg(handlers)]
pub mod construction_handlers;
#[cfg(handlers)]
pub mod container_handlers;
pub mod containers;
pub mod coroutines;
pub mod dispatch;
pub(crate) mod family;
#[cfg(handlers)]
pub(crate) mod found_method;
#[cfg(handlers)]
pub mod generator_handlers;
pub mod generators;
#[cfg(handlers)]
pub mod handler_support;
#[cfg(handlers)]
pub mod handler_table;
#[cfg(handlers)]
pub mod hashing_handlers;
pub mod iteration;
#[cfg(handlers)]
pub mod iteration_handlers;
pub mod matching;
#[cfg(handlers)]
pub mod matching_handlers;
#[cfg(handlers)]
pub mod named_call_handlers;
#[cfg(handlers)]
pub mod native_call_handlers;
#[cfg(handlers)]
pub(crate) mod native_steps;
#[cfg(handlers)]
pub mod operator_handlers;
#[cfg(handlers)]
pub mod operator_trampoline;
pub mod operators;
pub mod read_by_name;
pub mod site_caches;
pub(crate) mod site_ways;
#[cfg(handlers)]
pub mod statement_handlers;
pub mod statements;
#[cfg(handlers)]
pub mod truth_handlers;
#[cfg(handlers)]
pub mod variable_handlers;
pub mod variables;
pub mod wide;
