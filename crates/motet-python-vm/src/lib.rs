//! Python on Motet, put together: how a program is run.

mod layers;
pub mod run;
#[cfg(simulated)]
pub mod simulated;

pub use motet_python_objects::model::{settings, source_text};
pub use motet_vm::output;
