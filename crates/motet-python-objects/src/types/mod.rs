//! The built-in objects: for each type a module of functions over values, and the tables of its
//! methods.
//!
//! Two variants of most operations exist. The *leaf* takes `&Thread` and values; it answers `None`
//! when Python code would have to run (a user's `__eq__`, say). The *calling* variant takes
//! `&mut Thread` and roots, tries the leaf first and then calls.
//!
//! A calling function may leave roots behind it; a caller that calls in a loop, or calls a native
//! function for the program, remembers `root_count` and truncates.

pub mod array;
pub mod buffer;
pub mod bytearray;
pub mod bytearray_methods;
pub mod bytes;
pub mod bytes_methods;
pub mod bytes_search;
pub mod calendar;
pub mod calendar_texts;
pub mod call_loops;
pub mod codec_errors;
pub mod codecs;
pub mod complex;
pub mod complex_methods;
pub mod decimal;
pub mod deque;
pub mod dict;
pub mod dict_builder;
pub mod dict_counts;
mod dict_entries;
pub mod dict_methods;
pub mod dict_table;
pub mod dict_views;
pub mod digits;
pub mod element;
pub mod exception_fields;
pub mod float;
pub mod format_complex;
pub mod format_spec;
pub mod format_string;
pub mod function_new;
pub mod growing;
pub mod host;
pub mod index_arguments;
pub mod instance;
pub mod int;
pub mod int_methods;
pub(crate) mod iterator_portions;
pub mod iterator_types;
pub mod iterators;
pub mod itertools;
pub mod limbs;
pub mod list;
pub mod list_methods;
pub(crate) mod mapped;
pub mod memoryview;
pub mod memoryview_methods;
pub mod module;
pub mod module_origin;
pub mod namespace_dict;
pub mod native_first;
pub mod native_loops;
pub mod native_shortcut;
pub mod number;
pub mod percent;
pub mod percent_plain;
pub mod protocol;
pub mod range;
pub mod set;
pub mod set_methods;
pub mod similar_names;
pub mod singletons;
pub mod size;
pub mod slice;
pub mod sort;
pub mod special_methods;
pub mod standard_streams;
pub mod string;
pub mod string_methods;
pub mod string_predicates;
pub mod string_split;
pub mod struct_sequence;
pub mod syntax_error;
pub mod tables;
pub mod text_places;
pub mod text_shortcuts;
pub mod tuple;
pub(crate) mod weak_references;
pub mod whole_methods;
pub mod xml_tokens;

use crate::model::type_def::TypeDef;

/// The definitions of the types of this layer.
pub const TYPES: &[&[TypeDef]] = &[
    array::TYPES,
    bytearray_methods::TYPES,
    bytes_methods::TYPES,
    complex_methods::TYPES,
    deque::TYPES,
    dict_methods::TYPES,
    dict_views::TYPES,
    element::TYPES,
    float::TYPES,
    int_methods::TYPES,
    iterator_types::TYPES,
    itertools::combining::TYPES,
    itertools::endless::TYPES,
    itertools::grouping::TYPES,
    itertools::selecting::TYPES,
    itertools::teeing::TYPES,
    list_methods::TYPES,
    memoryview_methods::TYPES,
    namespace_dict::TYPES,
    range::TYPES,
    set_methods::TYPES,
    singletons::TYPES,
    slice::TYPES,
    string_methods::TYPES,
    tuple::TYPES,
];

/// The names that every module here uses.
pub mod prelude {
    pub use motet_tm::{Object, Root, Unwind, Value};

    pub use super::host::{
        allocated, argument_type, exact, index_error, is_builtin, key_error, kind, overflow_error,
        runtime_error, take_exception, type_error, type_name, value_error, zero_division,
    };
    pub use crate::model::instance_layout::plain;
    pub use crate::model::layouts::*;
    pub use crate::model::native::{Arguments, NativeFunction, Outcome};
    pub use crate::model::thread::Thread;
}

#[cfg(test)]
mod tests {
    use super::TYPES;
    use crate::model::type_def::{TypeDef, check};

    fn sorted() -> Vec<&'static TypeDef> {
        let mut types: Vec<_> = TYPES.iter().copied().flatten().collect();
        types.sort_by_key(|definition| definition.number);
        types
    }

    #[test]
    fn the_definitions_agree() {
        check(&sorted());
    }

    #[test]
    #[should_panic(expected = "have the same number")]
    fn two_types_of_one_number_are_refused() {
        let mut types = sorted();
        types.insert(1, types[0]);
        check(&types);
    }
}
