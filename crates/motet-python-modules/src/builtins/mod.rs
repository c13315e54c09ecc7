//! The built-in functions that need no knowledge of classes.

pub mod aggregates;
pub mod conversions;
pub mod iteration;
pub mod library;
pub mod printing;
pub mod sums;

use motet_python_objects::model::native::NativeFunction;

/// The built-in functions of this module's parts.
pub fn functions() -> Vec<NativeFunction> {
    let parts = [
        aggregates::FUNCTIONS,
        conversions::FUNCTIONS,
        iteration::FUNCTIONS,
        library::FUNCTIONS,
        printing::FUNCTIONS,
    ];
    parts.concat()
}
