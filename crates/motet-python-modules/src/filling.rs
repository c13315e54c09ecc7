//! Filling a native module: its functions, the methods that it has for classes of the library, and
//! its other variables.

use motet_tm::Value;

use motet_python_objects::model::machine::Module;
use motet_python_objects::model::native::{NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;

/// Defines functions in a module.
pub(crate) fn functions(thread: &Thread, module: &Module, table: &[NativeFunction]) -> Outcome<()> {
    for function in table {
        let machine = thread.machine();
        let native = machine.pin_function(thread, *function, module.object.value());
        let name = thread.machine().symbols.intern(thread, function.name);
        module.namespace.define(thread, name, native.value())?;
    }
    Ok(())
}

/// Defines functions that bind where a class of the library has them.
pub(crate) fn methods(thread: &Thread, module: &Module, table: &[NativeFunction]) -> Outcome<()> {
    for function in table {
        let native = thread.machine().pin_native(thread, *function, true);
        set(thread, module, function.name, native.value())?;
    }
    Ok(())
}

/// Defines a variable of a module.
pub(crate) fn set(thread: &Thread, module: &Module, name: &str, value: Value<'_>) -> Outcome<()> {
    let name = thread.machine().symbols.intern(thread, name);
    module.namespace.set(thread, name, value)
}
