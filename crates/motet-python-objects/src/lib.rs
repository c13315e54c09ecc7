//! Python's objects: the model (values, classes, the thread), the built-in types, attributes and
//! classes.
//!
//! The folders are layers: `types` use `model`, `classes` use both. What they need of the
//! interpreter goes through `model::upcalls`.

pub mod classes;
pub mod model;
pub mod types;
