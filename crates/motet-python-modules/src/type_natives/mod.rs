//! Natives of the object model that run Python code: generators, coroutines, functions.

pub mod async_generators;
pub mod coroutines;
pub mod functions;
pub mod generators;
pub mod objects;
