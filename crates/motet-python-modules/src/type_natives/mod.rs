//! Natives of the object model that run Python code: generators, coroutines, functions.

pub mod async_generators;
pub mod coroutines;
pub mod functions;
pub mod generators;
pub mod objects;
pub mod supers;

use motet_python_objects::model::type_def::TypeDef;

/// The definitions of the types of the object model whose natives need the interpreter.
pub(crate) const TYPES: &[&[TypeDef]] = &[
    async_generators::TYPES,
    coroutines::TYPES,
    generators::TYPES,
    objects::TYPES,
];
