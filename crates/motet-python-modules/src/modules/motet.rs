//! `_motet`: atomic blocks, and the machine's counters.

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::type_def::TypeDef;
use motet_python_objects::types::module;
use motet_tm::{AbortCause, Object, Value};

use motet_python_objects::model::exception::{IMPORT_ERROR, RUNTIME_ERROR, TYPE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{dict, int, iterators, list, string};

/// Methods of `motet.atomic`.
pub(crate) const ATOMIC_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__enter__", 1, 1, enter),
    NativeFunction::leaf("__exit__", 4, 4, leave),
    NativeFunction::calling("__call__", 2, 2, decorate),
];

pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("stats", 0, 0, stats),
    NativeFunction::leaf("_undo", 0, 0, undo),
    NativeFunction::leaf("_is_atomic", 0, 0, is_atomic),
    NativeFunction::calling("_watch", 1, 1, watch),
    NativeFunction::leaf("_changes", 0, 0, changes),
    NativeFunction::leaf("_wait", 1, 1, wait),
    NativeFunction::leaf(
        "_iterator_parts",
        1,
        1,
        crate::modules::reduction::iterator_parts,
    ),
    NativeFunction::leaf("_parts_of_format", 1, 1, |thread, arguments| {
        parts(thread, arguments, CLASS_FORMATTER_ITERATOR)
    }),
    NativeFunction::leaf("_parts_of_field", 1, 1, |thread, arguments| {
        parts(thread, arguments, CLASS_FIELD_NAME_ITERATOR)
    }),
];

/// An iterator of a class of its own over the items of a list.
fn parts<'a>(thread: &'a Thread, arguments: Arguments, class: ClassNumber) -> Outcome<Value<'a>> {
    let list = arguments.get(thread, 0);
    if list::as_list(thread, list).is_none() {
        return Err(thread.raise(TYPE_ERROR, "a list is needed"));
    }
    Ok(iterators::at_start(thread, class, list))
}

fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    let atomic = thread
        .allocate_pinned(LAYOUT_SMALL, CLASS_ATOMIC, &[NONE, NONE, NONE])
        .map_err(|_| thread.no_memory())?;
    crate::filling::set(thread, module, "atomic", atomic.value())
}

fn enter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    thread.enter_block()?;
    Ok(arguments.get(thread, 0))
}

fn leave<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if !thread.is_atomic() {
        return Err(thread.raise(RUNTIME_ERROR, "no atomic block is open"));
    }
    thread.leave_block(arguments.get(thread, 1) != NONE);
    Ok(NONE)
}

/// Begins the atomic block again when something has changed; returns only if it cannot be undone.
fn undo<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    if !thread.is_atomic() {
        let message = "retry() is called outside of an atomic block";
        return Err(thread.raise(RUNTIME_ERROR, message));
    }
    thread.retry().map_or(Ok(NONE), Err)
}

fn is_atomic<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(if thread.is_atomic() { TRUE } else { FALSE })
}

/// Signs a thread in, or out, as one that waits for any change. No abort undoes that.
fn watch<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    thread.watch(arguments.get(thread, 0) == TRUE);
    Ok(NONE)
}

/// A count of changes, all of which the thread sees from here on.
fn changes<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(int::from_u64(thread, thread.changes_seen()))
}

/// Waits until the count of changes differs.
fn wait<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    // (What is no count differs from it.)
    let seen = int::to_i64(thread, arguments.get(thread, 0)).unwrap_or(-1) as u64;
    thread.wait_for_change(seen)?;
    Ok(NONE)
}

fn decorate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = thread.root(arguments.get(thread, 1));
    let machine = thread.machine();
    let name = machine.symbols.intern(thread, "_decorate");
    let module = module::find_module(thread, "motet");
    let module = module.filter(|module| thread.object_of(*module, CLASS_MODULE).is_some());
    let decorator =
        module.and_then(|module| module::namespace_of(thread, module).get(thread, name));
    let Some(decorator) = decorator else {
        return Err(thread.raise(IMPORT_ERROR, "the module 'motet' is not imported"));
    };
    let decorator = thread.root(decorator);
    let result = thread.call(decorator, &[function])?;
    Ok(thread.get(result))
}

fn put(thread: &Thread, dict: Object<'_>, name: &str, value: Value<'_>) -> Outcome<()> {
    let name = string::new(thread, name)?;
    dict::set_leaf(thread, dict, name, value)?;
    Ok(())
}

fn stats<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let statistics = thread.runtime().statistics();
    let made = dict::new(thread)?;
    let all = made.known_object();
    let causes = dict::new(thread)?;
    let by_cause = causes.known_object();
    for (cause, count) in AbortCause::ALL.iter().zip(statistics.aborts) {
        put(thread, by_cause, cause.name(), int::from_u64(thread, count))?;
    }
    let numbers = [
        ("commits", statistics.commits),
        ("aborts", statistics.aborts_total()),
        ("inevitable", statistics.inevitable),
        ("collections", statistics.minor_collections),
        ("gil_handovers", statistics.gil_handovers),
    ];
    for (name, number) in numbers {
        put(thread, all, name, int::from_u64(thread, number))?;
    }
    put(thread, all, "aborts_by_cause", causes)?;
    Ok(made)
}

/// The definition.
pub(crate) const TYPES: &[TypeDef] = &[TypeDef::new("atomic", CLASS_ATOMIC)
    .in_module("motet")
    .methods(&[ATOMIC_METHODS])];

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_motet")
    .functions(&[FUNCTIONS])
    .types(TYPES)
    .filled_by(fill)
    .listed_as(&["motet"])];
