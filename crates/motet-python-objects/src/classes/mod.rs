//! Attributes, classes, descriptors: the interface of objects to programs, beside the operators.

pub mod annotations;
pub mod attribute;
pub mod attribute_set;
pub mod behind;
pub mod cells;
pub mod class_bases;
pub mod class_change;
pub mod class_plan;
pub mod code_object;
pub mod descriptors;
pub mod exceptions;
pub mod frame_locals;
pub mod frame_object;
mod frame_variables;
pub mod function_change;
pub mod generator;
pub mod generic;
pub mod getset;
pub mod globals;
pub mod initialisers;
pub mod instantiation;
pub mod language;
pub mod library_receivers;
pub(crate) mod missing_attribute;
pub mod monitoring;
pub mod profiling;
pub mod proxy;
pub mod running_frames;
pub mod shown_class;
pub mod signals;
mod signatures;
pub mod subclassing;
pub mod threads;
pub mod traceback;
pub mod tracing;
pub mod type_attributes;
pub mod unraisable;
pub mod weak;
pub mod wrong_arguments;

use crate::model::type_def::TypeDef;

/// The definitions of the types of this layer.
pub const TYPES: &[&[TypeDef]] = &[
    cells::TYPES,
    code_object::TYPES,
    frame_locals::TYPES,
    frame_object::TYPES,
    descriptors::TYPES,
    exceptions::TYPES,
    generic::TYPES,
    getset::TYPES,
    proxy::TYPES,
];
