//! The functions that the layers below the interpreter call in those above it, as one table.
//!
//! Objects call back: a list that is sorted calls `__lt__`, a dict calls `__eq__`, a class is made
//! by its metaclass. The interpreter runs the calls, and the layer above it provides the modules
//! that are part of the program. Both give their functions to the [`Machine`], in one table, when
//! it is made. The functions here go through that table, and no other code of this layer uses it.
//!
//! [`Machine`]: crate::model::machine::Machine

use crate::model::text;
use crate::model::upcalls;
use motet_tm::{Object, Root, Value, Word};

use crate::model::code::LoadedCode;
use crate::model::layouts::ClassNumber;
use crate::model::machine::Module;
use crate::model::native;
use crate::model::native::Outcome;
use crate::model::native::{Arguments, Next};
use crate::model::thread::Thread;
use motet_vm::symbol::Symbol;

/// Calls a special method of a receiver: see [`Thread::call_special`].
pub type CallSpecial = fn(&mut Thread, Root, &'static str, &[Root]) -> Outcome<Option<Root>>;

/// Calls a function that was found on the class of a receiver: see [`call_method`].
pub type CallMethod = fn(&mut Thread, Root, Root, &[Root]) -> Outcome<Option<Root>>;

/// The functions of the layers above. Each fails with the exception of the code that it runs, or
/// with an abort.
pub struct Upcalls {
    /// Executes one operation.
    pub run_operation: fn(&mut Thread) -> Outcome<()>,
    /// Executes operations by handlers until they leave.
    pub run_handlers: fn(&mut Thread) -> Outcome<()>,
    /// Finds the handler of the exception being raised; false if it leaves the loop.
    pub unwind: fn(&mut Thread, *mut Word) -> Outcome<bool>,
    /// The instruction to which an exception belongs that comes up between two operations.
    pub place_of_event: fn(&Thread) -> *const u32,
    /// See [`call_with_names`].
    pub call_with_names: fn(&mut Thread, Root, &[Root], &[Symbol]) -> Outcome<Root>,
    /// See [`Thread::call_special`].
    pub call_special: CallSpecial,
    /// See [`call_method`].
    pub call_method: CallMethod,
    /// See [`run_internal`].
    pub run_internal: fn(&mut Thread, &'static LoadedCode, &[Root]) -> Outcome<Root>,
    /// See [`make_type`].
    pub make_type: fn(&mut Thread, ClassNumber, &[Root], &[Symbol]) -> Outcome<Root>,
    /// See [`generator_next`].
    pub generator_next: fn(&mut Thread, Root) -> Outcome<Option<Root>>,
    /// See [`generator_send`].
    pub generator_send: fn(&mut Thread, Root, Root) -> Outcome<Root>,
    /// See [`generator_close`].
    pub generator_close: fn(&mut Thread, Root) -> Outcome<Root>,
    /// See [`import_module`].
    pub import_module: fn(&mut Thread, &str) -> Outcome<Root>,
    /// See [`next_line`].
    pub next_line: for<'a> fn(&'a Thread, Object<'a>) -> Outcome<Next<'a>>,
    /// See [`get_attribute`].
    pub get_attribute: fn(&mut Thread, Root, Symbol) -> Outcome<Root>,
    /// See [`union`].
    pub union: fn(&mut Thread, Root, Root) -> Outcome<Option<Root>>,
    /// The modules that are part of the program.
    pub native_modules: NativeModules,
}

/// The modules that are part of the program: written in Rust, or in Python beside it.
pub struct NativeModules {
    /// Whether there is a module of a name that CPython has built in.
    pub is_known: fn(&str) -> bool,
    /// The names of all that CPython has built in.
    pub names: fn() -> Vec<&'static str>,
    /// Whether a module is written in Rust.
    pub is_native: fn(&str) -> bool,
    /// Fills a module that is written in Rust; false if there is none of its name.
    pub fill: fn(&Thread, &Module) -> Outcome<bool>,
}

/// Calls `callable`; the last arguments are named.
///
/// # Errors
/// The exception of the callee, or an abort.
pub fn call_with_names(
    thread: &mut Thread,
    callable: Root,
    arguments: &[Root],
    names: &[Symbol],
) -> Outcome<Root> {
    (thread.machine().upcalls.call_with_names)(thread, callable, arguments, names)
}

/// Calls a function of the program that has been found on the class of a receiver; `None` if it
/// does not bind, or if its arguments must be bound in another way: nothing has run then.
///
/// # Errors
/// The exception of the function, or an abort.
pub(crate) fn call_method(
    thread: &mut Thread,
    function: Root,
    receiver: Root,
    arguments: &[Root],
) -> Outcome<Option<Root>> {
    (thread.machine().upcalls.call_method)(thread, function, receiver, arguments)
}

/// Runs code of the machine's own on some values, which become its first registers.
///
/// # Errors
/// The exception of the code, or an abort.
pub(crate) fn run_internal(
    thread: &mut Thread,
    code: &'static LoadedCode,
    values: &[Root],
) -> Outcome<Root> {
    (thread.machine().upcalls.run_internal)(thread, code, values)
}

/// `type.__new__(metaclass, name, bases, namespace)`.
///
/// # Errors
/// The exception of the metaclass's code.
pub(crate) fn make_type(
    thread: &mut Thread,
    metaclass: ClassNumber,
    arguments: &[Root],
    names: &[Symbol],
) -> Outcome<Root> {
    (thread.machine().upcalls.make_type)(thread, metaclass, arguments, names)
}

/// The next item of a generator; none at its end.
///
/// # Errors
/// The exception of its body.
pub(crate) fn generator_next(thread: &mut Thread, generator: Root) -> Outcome<Option<Root>> {
    (thread.machine().upcalls.generator_next)(thread, generator)
}

/// `generator.send(value)`.
///
/// # Errors
/// The exception of its body; `StopIteration` with the value that it returns.
pub(crate) fn generator_send(thread: &mut Thread, generator: Root, sent: Root) -> Outcome<Root> {
    (thread.machine().upcalls.generator_send)(thread, generator, sent)
}

/// `generator.close()`.
///
/// # Errors
/// The exception of its body.
pub(crate) fn generator_close(thread: &mut Thread, generator: Root) -> Outcome<Root> {
    (thread.machine().upcalls.generator_close)(thread, generator)
}

/// Imports a module that the machine itself needs.
///
/// # Errors
/// The exception of the import.
pub(crate) fn import_module(thread: &mut Thread, name: &str) -> Outcome<Root> {
    (thread.machine().upcalls.import_module)(thread, name)
}

/// The next line of a stream of the library, if `iterator` is one whose lines are found natively.
///
/// # Errors
/// An abort.
pub fn next_line<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    (thread.machine().upcalls.next_line)(thread, iterator)
}

/// Attribute `name` of `receiver`, as the program would get it.
///
/// # Errors
/// `AttributeError`; the exceptions of descriptors and of `__getattr__`.
pub(crate) fn get_attribute(thread: &mut Thread, receiver: Root, name: Symbol) -> Outcome<Root> {
    (thread.machine().upcalls.get_attribute)(thread, receiver, name)
}

/// `a | b` of classes, aliases and unions; none if one of them is none of these.
///
/// # Errors
/// The exception of comparing the members.
pub(crate) fn union(thread: &mut Thread, a: Root, b: Root) -> Outcome<Option<Root>> {
    (thread.machine().upcalls.union)(thread, a, b)
}

/// Calls a function of a module that is written in Python.
pub fn call_python(
    thread: &mut Thread,
    module: &str,
    function: &str,
    arguments: &[Root],
) -> Outcome<Root> {
    let module = upcalls::import_module(thread, module)?;
    let name = thread.machine().symbols.intern(thread, function);
    let function = upcalls::get_attribute(thread, module, name)?;
    thread.call(function, arguments)
}

/// Hands the call of a native to a function of a module that is written in Python.
///
/// # Errors
/// The exception of the import or of the call.
pub fn delegate<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    module: &str,
    function: &str,
) -> Outcome<Value<'a>> {
    let roots = native::positional_roots(thread, arguments);
    let result = call_python(thread, module, function, &roots)?;
    Ok(thread.get(result))
}

/// As [`delegate`], with the arguments that have names.
///
/// # Errors
/// The exception of the import or of the call.
pub fn delegate_with_names<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    module: &str,
    function: &str,
) -> Outcome<Value<'a>> {
    let (roots, names) = native::roots_from(thread, arguments, 0);
    let module = upcalls::import_module(thread, module)?;
    let name = thread.machine().symbols.intern(thread, function);
    let function = upcalls::get_attribute(thread, module, name)?;
    let result = call_with_names(thread, function, &roots, &names)?;
    Ok(thread.get(result))
}

/// Issues a warning, of the code that is running.
///
/// # Errors
/// The exception into which the filters turn the warning.
pub fn warn(thread: &mut Thread, class: ClassNumber, message: &str) -> Outcome<()> {
    let text = thread.root(text::new_str(thread, message));
    let class = thread.root(thread.class_object(class));
    upcalls::call_python(thread, "warnings", "warn", &[text, class])?;
    Ok(())
}
