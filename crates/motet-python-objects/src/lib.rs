//! Python's objects: the model (values, classes, the thread), the built-in types, attributes and
//! classes.
//!
//! The folders are layers: `types` use `model`, `classes` use both. They reach the interpreter
//! through `model::upcalls`.

pub mod classes;
pub mod model;
pub mod types;
