//! `object.__reduce_ex__` and its like: how an object is taken apart, for `copy` and `pickle`. The
//! library knows how (`_motet_object`); what is here hands over to it.

use motet_tm::Value;

use crate::kinds::*;
use crate::native::{Arguments, NativeFunction, Outcome};
use crate::thread::Thread;

/// The methods of `object`.
pub(super) const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__reduce_ex__", 2, 2, reduce_by_protocol),
    NativeFunction::calling("__reduce__", 1, 1, reduce),
    NativeFunction::calling("__getstate__", 1, 1, state),
];

fn hand_over<'a>(thread: &'a mut Thread, arguments: Arguments, name: &str) -> Outcome<Value<'a>> {
    let given: Vec<motet_tm::Root> = (0..arguments.len())
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect();
    let importing = crate::import::importer_function(thread, "_find_and_load")?;
    let module = crate::objects::string::new(thread, "_motet_object")?;
    let module = thread.root(module);
    let module = thread.call(importing, &[module])?;
    let symbol = thread.machine().symbols.intern(thread, name);
    let function = crate::attribute::get(thread, module, symbol)?;
    let result = thread.call(function, &given)?;
    Ok(thread.get(result))
}

fn reduce_by_protocol<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    hand_over(thread, arguments, "reduce_ex")
}

fn reduce<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    hand_over(thread, arguments, "reduce")
}

fn state<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    hand_over(thread, arguments, "getstate")
}

/// The class that has them.
pub(super) const CLASS: ClassNumber = CLASS_OBJECT;
