//! Weak references and finalizers: `_weakref`'s objects in the heap, `__del__`, callbacks.
//!
//! ```text
//!   instance ── attribute WEAK_LINKS ──▶ list of links ─ ─weak─ ─▶ reference ─ ─weak─ ─▶ instance
//! ```
//!
//! The runtime clears a weak reference when it finds its target unreachable; and it hands the
//! target over once more if it has a finalizer, which a class's `__del__`, the callback of a
//! reference, a generator with a `try` or `with` and a coroutine that has not begun ask for.
//! Callbacks and `__del__` then run between two operations of an ordinary thread, as calls of its
//! transaction: calls that an abort undoes are made again. Objects that are left when the program
//! ends are finalized then ([`finalize_all`]).

use crate::classes::generator::{self, STEP_GENERATOR};
use crate::model::exception_classes::{REFERENCE_ERROR, RUNTIME_WARNING};
use crate::model::instance_layout;
use crate::model::namespace;
use crate::model::upcalls;
use crate::types::dict;
use crate::types::host::exact;
use crate::types::int;
use crate::types::protocol::hash;
use motet_tm::{Object, Root, Value, WEAK_DEAD};
use motet_vm::weak::{IS_OVER, TARGET};

use motet_vm::weak::one_after_the_other;
pub use motet_vm::weak::{CALLBACK, HASH, run_finalizers, target};

use crate::classes::unraisable::ignore_of;
use crate::model::class::Class;
use crate::model::exception::TYPE_ERROR;
use crate::model::layouts::*;
use crate::model::names;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::{list, module};

/// An attribute of a weak reference.
pub(crate) fn attribute<'a>(
    thread: &'a Thread,
    reference: Object<'a>,
    name: &str,
) -> Option<Value<'a>> {
    let is_there = target(thread, reference).is_some();
    let callback = thread.read(reference).get(CALLBACK);
    (name == "__callback__").then_some(if is_there { callback } else { NONE })
}

/// The weak reference object inside of a value, if it is one or of a class below it.
pub fn as_reference<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    let object = instance_layout::plain(thread, value).as_object()?;
    (thread.layout_id(object) == LAYOUT_WEAK).then_some(object)
}

/// Whether references to a value can be weak.
///
/// # Errors
/// `TypeError` if not.
pub fn check(thread: &Thread, value: Value<'_>) -> Outcome<()> {
    let class = thread.class(thread.class_of(value));
    if class.has_weak_references && value.as_object().is_some() {
        return Ok(());
    }
    let message = format!("cannot create weak reference to '{}' object", class.name);
    Err(thread.raise(TYPE_ERROR, message))
}

/// Makes a weak reference (of a kind: a class number) that is not linked to its target yet.
pub fn new<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    target: Value<'_>,
    callback: Value<'_>,
) -> Value<'a> {
    motet_vm::weak::new_reference(thread, LAYOUT_WEAK, class, target, callback)
}

/// The list of links of an object that has one.
fn links<'a>(thread: &'a Thread, object: Object<'a>) -> Option<Object<'a>> {
    thread
        .own_attribute(object, names::WEAK_LINKS)
        .and_then(Value::as_object)
}

/// The weak references to an object that are known, oldest first.
pub fn known<'a>(thread: &'a Thread, object: Object<'a>) -> impl Iterator<Item = Value<'a>> {
    let links = links(thread, object).into_iter();
    let links = links.flat_map(|links| list::items_of(thread, links));
    links.filter_map(|link| {
        let reference = thread.read(link.as_object()?).get(TARGET);
        (reference != WEAK_DEAD).then_some(reference)
    })
}

/// Notes a weak reference (the whole of it) with its target; a callback will be called.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn register(thread: &Thread, target: Value<'_>, whole: Value<'_>) -> Outcome<()> {
    let Some(object) = target.as_object().filter(|object| {
        thread.has_attributes(*object) && thread.class_number_of(object.value()).is_none()
    }) else {
        return register_elsewhere(thread, target, whole);
    };
    let has_callback = |reference: &Value<'_>| {
        as_reference(thread, *reference)
            .is_some_and(|reference| thread.read(reference).get(CALLBACK) != NONE)
    };
    let before = known(thread, object).collect::<Vec<_>>();
    let is_awaited = before.iter().any(has_callback) || has_finalizer(thread, object);
    let link = new_link(thread, whole);
    match links(thread, object) {
        Some(links) if before.len() as u64 * 2 >= list::length(thread, links) => {
            list::push(thread, links, link)?;
        }
        // Most of the links are dead.
        Some(links) => {
            let mut live: Vec<Value<'_>> = before
                .iter()
                .map(|known| new_link(thread, *known))
                .collect();
            live.push(link);
            list::set_all(thread, links, &live)?;
        }
        None => {
            let links = list::from_values(thread, &[link])?;
            thread.set_own_attribute(object, names::WEAK_LINKS, links)?;
        }
    }
    if has_callback(&whole) && !is_awaited {
        thread.enable_finalizer(object);
    }
    Ok(())
}

fn new_link<'a>(thread: &'a Thread, whole: Value<'_>) -> Value<'a> {
    thread
        .allocate(LAYOUT_WEAK_LINK, CLASS_OBJECT, &[whole, NONE, NONE])
        .value()
}

/// An object without attributes of its own: the callback's reference is kept beside it.
fn register_elsewhere(thread: &Thread, target: Value<'_>, whole: Value<'_>) -> Outcome<()> {
    let reference = as_reference(thread, whole).expect("only references are registered");
    let is_class = thread.class_number_of(target).is_some();
    if thread.read(reference).get(CALLBACK) == NONE || is_class {
        // Classes never go away.
        return Ok(());
    }
    let object = target.known_object();
    let registry = registry(thread)?;
    let key = int::from_u64(thread, thread.identity(object));
    let link = new_link(thread, whole);
    match dict::get_leaf(thread, registry, key)?.flatten() {
        Some(links) => list::push(thread, links.known_object(), link)?,
        None => {
            let links = list::from_values(thread, &[link])?;
            dict::set_leaf(thread, registry, key, links)?;
            thread.enable_finalizer(object);
        }
    }
    Ok(())
}

/// References with callbacks to objects that have no attributes: lists of links by identity.
fn registry(thread: &Thread) -> Outcome<Object<'_>> {
    let registry = &thread.machine().weak_registry;
    let cell = registry.get_or_init(|| namespace::pinned_cell(thread));
    let known = namespace::read_cell(thread, *cell);
    if let Some(registry) = known.as_object() {
        return Ok(registry);
    }
    let made = dict::new(thread)?;
    namespace::write_cell(thread, *cell, made)?;
    Ok(made.known_object())
}

fn has_finalizer(thread: &Thread, object: Object<'_>) -> bool {
    let class = thread.class_of_object(object);
    class >= CLASS_USER_FIRST && thread.look_up(class, names::DEL).is_some()
}

impl Thread {
    /// A new instance wants its `__del__` called, if its class has one.
    pub fn enable_del(&self, class: &Class, instance: Value<'_>) {
        if class.number >= CLASS_USER_FIRST
            && let Some(object) = instance.as_object()
            && self.wants_finalizer(class)
        {
            self.enable_finalizer(object);
        }
    }

    /// Whether the `__del__` of a class is to be called. The only native one, that of streams in
    /// memory, closes them, which no program sees unless a class below does more at that.
    pub fn wants_finalizer(&self, class: &Class) -> bool {
        let Some(found) = self.look_up(class.number, names::DEL) else {
            return false;
        };
        let native = exact(self, found.value, CLASS_NATIVE_FUNCTION);
        let closes_memory = native.is_some_and(|native| self.native_of(native).0.name == "__del__");
        !(closes_memory && found.class == class.number)
    }
}

/// The program ends: runs the finalizers of all objects that have one, but not the callbacks of
/// references to them, since the references are not cleared. Files stay open, since any finalizer
/// may write to one: the content of their buffers is written after this. The library warns of them.
///
/// # Errors
/// An abort, no memory; exceptions of finalizers are reported.
pub fn finalize_all(thread: &mut Thread) -> Outcome<()> {
    one_after_the_other(thread, finalize_all_now)?;
    Ok(())
}

fn finalize_all_now(thread: &mut Thread) -> Outcome<()> {
    let count = thread.finalize_all();
    let files = thread.root(list::new(thread)?);
    let mark = thread.root_count();
    // Objects that finalizers make are not finalized, so that this ends.
    for _ in 0..count {
        let Some(object) = thread.next_to_finalize() else {
            break;
        };
        if is_file(thread, object) {
            list::push(thread, thread.object_at(files), thread.get(object))?;
        } else {
            run_finalizer(thread, object)?;
        }
        thread.truncate_roots(mark);
    }
    warn_of_files(thread, files)
}

/// Calls what warns of files that are open.
fn warn_of_files(thread: &mut Thread, files: Root) -> Outcome<()> {
    let name = thread.symbol_of("_warn_of_open");
    let library = module::find_module(thread, "_io")
        .and_then(|library| module::namespace_of(thread, library).get(thread, name));
    if let Some(function) = library {
        let function = thread.root(function);
        thread.call(function, &[files])?;
    }
    Ok(())
}

/// Whether the `__del__` of an object is the library's, which closes files.
fn is_file(thread: &Thread, object: Root) -> bool {
    let class = thread.class_of(thread.get(object));
    let found = thread.look_up(class, names::DEL);
    let function = found.and_then(|found| thread.object_of(found.value, CLASS_FUNCTION));
    function.is_some_and(|function| {
        let code = thread.function_code(function);
        &*code.source.filename == "/<stdlib>/_io.py"
    })
}

/// Calls the callbacks of references to an object that nothing refers to any more, and its
/// finalizer. A reference that has died with its target calls nothing, as in CPython's collections:
/// the runtime clears a reference that it has reached, and leaves one that died as it was.
///
/// # Errors
/// An abort; exceptions of the callbacks and finalizers are reported.
pub(crate) fn finalize(thread: &mut Thread, root: Root) -> Outcome<()> {
    let mut calls: Vec<(Root, Root)> = Vec::new();
    {
        let value = thread.get(root);
        let object = value.known_object();
        let mut whole = known(thread, object).collect::<Vec<_>>();
        if let Some(cell) = thread.machine().weak_registry.get()
            && let Some(registry) = namespace::read_cell(thread, *cell).as_object()
        {
            let key = int::from_u64(thread, thread.identity(object));
            let hash = hash::hash_leaf(thread, key)?.unwrap_or(0);
            if let dict::Found::Entry(entry) = dict::find(thread, registry, key, hash)? {
                let links = dict::value_at(thread, registry, entry);
                for link in list::values(thread, links.known_object()) {
                    let link = link.known_object();
                    let reference = thread.read(link).get(TARGET);
                    if reference != WEAK_DEAD {
                        whole.push(reference);
                    }
                }
                dict::delete_at(thread, registry, entry)?;
            }
        }
        for reference in whole.into_iter().rev() {
            let inner = as_reference(thread, reference).expect("only references are registered");
            let view = thread.read(inner);
            let (callback, is_over) = (view.get(CALLBACK), view.get(IS_OVER) == TRUE);
            let has_died = view.get(TARGET) != WEAK_DEAD;
            if is_over {
                continue;
            }
            thread.write(inner)?.set(IS_OVER, TRUE);
            if callback != NONE && !has_died {
                calls.push((thread.root(callback), thread.root(reference)));
            }
        }
    }
    for (callback, reference) in calls {
        let outcome = thread.call(callback, &[reference]).map(|_| ());
        ignore_of(thread, outcome, "calling weakref callback", callback)?;
    }
    run_finalizer(thread, root)
}

/// Runs `__del__`, or the finalizer of a generator; warns of a forgotten coroutine. An exception of
/// it is reported.
fn run_finalizer(thread: &mut Thread, root: Root) -> Outcome<()> {
    let object = thread.object_at(root);
    if has_finalizer(thread, object) {
        let class = thread.class_of_object(object);
        let found = thread
            .look_up(class, names::DEL)
            .expect("has_finalizer has looked for it");
        let method = thread.root(found.value);
        let outcome = thread.call_special(root, "__del__", &[]).map(|_| ());
        ignore_of(thread, outcome, "calling deallocator", method)?;
    } else if let Some(hook) = generator::dropped_hook(thread, object) {
        let outcome = thread.call(hook, &[root]).map(|_| ());
        ignore_of(thread, outcome, "finalizing async generator", root)?;
    } else if generator::is_forgotten(thread, object) {
        warn_forgotten(thread, root)?;
    } else if let Some(message) = generator::forgotten_step(thread, object) {
        let outcome = upcalls::warn(thread, RUNTIME_WARNING, &message);
        let generator = thread.read(thread.object_at(root)).get(STEP_GENERATOR);
        let generator = thread.root(generator);
        ignore_of(thread, outcome, "finalizing async generator", generator)?;
    } else if generator::is_generator_class(thread.host_of(object)) {
        // One that runs is being closed already, by the generator that delegates to it.
        if generator::state(thread, object).is_running() {
            return Ok(());
        }
        // No code can resume it any more: its `finally` blocks run now.
        let outcome = upcalls::generator_close(thread, root).map(|_| ());
        ignore_of(thread, outcome, "closing generator", root)?;
    }
    Ok(())
}

/// Warns of a coroutine that was never awaited.
///
/// # Errors
/// An abort: an exception is reported.
pub(crate) fn warn_forgotten(thread: &mut Thread, coroutine: Root) -> Outcome<()> {
    let name = "_warn_unawaited_coroutine";
    let outcome = upcalls::call_python(thread, "warnings", name, &[coroutine]);
    ignore_of(
        thread,
        outcome.map(|_| ()),
        "finalizing coroutine",
        coroutine,
    )
}

/// Whether a value is a proxy.
pub fn is_proxy(thread: &Thread, value: Value<'_>) -> bool {
    value.as_object().is_some_and(|object| {
        matches!(
            thread.host_of(object),
            CLASS_WEAK_PROXY | CLASS_WEAK_CALLABLE_PROXY
        )
    })
}

/// The target of a proxy; other values stand for themselves.
///
/// # Errors
/// `ReferenceError` if it is gone.
pub fn unwrapped<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Value<'a>> {
    if !is_proxy(thread, value) {
        return Ok(value);
    }
    let proxy = value.known_object();
    target(thread, proxy).ok_or_else(|| {
        let message = "weakly-referenced object no longer exists";
        thread.raise(REFERENCE_ERROR, message)
    })
}
