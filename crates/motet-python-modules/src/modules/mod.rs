//! The built-in modules, a file each.

pub mod ast;
pub mod asyncio;
pub mod bisection;
pub mod blake2;
pub mod charsets;
pub mod coders;
pub mod compression;
pub mod containers;
pub mod context_variables;
pub mod csv;
pub mod datetime;
pub mod datetime_constructors;
pub mod datetime_moments;
mod datetime_readers;
mod datetime_views;
pub mod digests;
pub mod disassembly;
pub mod element_copies;
pub mod element_searches;
pub mod elements;
pub mod foreign;
pub mod functools;
pub mod getters;
mod greatest_divisor;
pub mod heaps;
pub mod import_module;
pub mod io_module;
pub mod json;
pub mod key_derivation;
pub mod math;
pub mod math_functions;
pub mod math_products;
pub mod memory_maps;
pub mod motet;
pub mod operator_functions;
pub mod partial_objects;
pub mod pickling;
pub mod plain_namespace;
pub mod posix;
pub mod random;
pub mod re;
pub mod reduction;
pub mod semaphores;
pub mod signal_module;
pub mod socket;
pub mod sqlite;
pub mod struct_methods;
pub mod struct_module;
pub mod support;
pub mod system;
pub mod thread_module;
pub mod time;
pub mod tls;
pub mod unicode;
pub mod weak_module;
pub mod xml_build;
pub mod xml_tokens;

use motet_python_objects::classes::generic;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::{array, decimal, deque, itertools};

/// The native modules.
pub(crate) const MODULES: &[&[ModuleDef]] = &[
    array::MODULES,
    ast::MODULES,
    asyncio::MODULES,
    bisection::MODULES,
    charsets::MODULES,
    coders::MODULES,
    compression::MODULES,
    containers::MODULES,
    context_variables::MODULES,
    csv::MODULES,
    datetime::MODULES,
    decimal::methods::MODULES,
    deque::MODULES,
    digests::MODULES,
    disassembly::MODULES,
    elements::MODULES,
    foreign::MODULES,
    functools::MODULES,
    generic::MODULES,
    heaps::MODULES,
    import_module::MODULES,
    io_module::MODULES,
    itertools::MODULES,
    json::MODULES,
    key_derivation::MODULES,
    math::MODULES,
    memory_maps::MODULES,
    motet::MODULES,
    operator_functions::MODULES,
    pickling::MODULES,
    plain_namespace::MODULES,
    posix::MODULES,
    random::MODULES,
    re::MODULES,
    semaphores::MODULES,
    signal_module::MODULES,
    socket::MODULES,
    sqlite::MODULES,
    struct_module::MODULES,
    system::MODULES,
    thread_module::MODULES,
    time::MODULES,
    tls::MODULES,
    unicode::MODULES,
    weak_module::MODULES,
    xml_tokens::MODULES,
];
