//! The place of the variables of running code, and the variables for which code is loaded.
//!
//! Code is loaded for the variables of a module (cells, known when it is loaded), or for dicts:
//! then the dict is the running function's, and each access looks the name up.

use crate::model::instance_layout;
use crate::types::module;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use motet_python_bytecode::{Code, CodeKind, is_visible};
use motet_tm::{Object, Root, Unwind, Value};

use crate::classes::{code_object, frame_variables, running_frames};
use crate::model::code;
use crate::model::code::{GlobalLink, LoadedCode};
use crate::model::exception::KEY_ERROR;
use crate::model::function::{FUNCTION_CLOSURE, FUNCTION_GLOBALS};
use crate::model::layouts::*;
use crate::model::names;
use crate::model::namespace::{CELL_VALUE, Namespace, bound, read_cell};
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::dict::Found;
use crate::types::protocol::item;
use crate::types::{dict, namespace_dict, string};
use motet_vm::symbol::Symbol;

/// The place of global variables.
#[derive(Clone, Copy)]
pub enum Globals {
    /// In the cells of a module.
    Module(&'static Namespace),
    /// In a dict.
    Dict(Root),
}

/// The dict of globals of the running function.
pub fn running_globals(thread: &Thread) -> Value<'_> {
    let function = thread.callable().known_object();
    thread.read(function).get(FUNCTION_GLOBALS)
}

/// The global variables of the running code.
pub fn globals_here(thread: &Thread) -> Globals {
    let code = thread.code();
    if code.globals_in_dict {
        Globals::Dict(thread.root(running_globals(thread)))
    } else {
        Globals::Module(code.namespace)
    }
}

/// The global variable of the running code under a name, without the builtins.
pub fn own_global(thread: &Thread, name: Symbol) -> Option<Value<'_>> {
    let code = thread.code();
    if !code.globals_in_dict {
        return code.namespace.get(thread, name);
    }
    let plain = instance_layout::plain(thread, running_globals(thread));
    entry_of(thread, thread.object_of(plain, CLASS_DICT)?, name)?
}

/// The value of a global name (or of the builtin of that name) in the running code.
pub fn global(thread: &mut Thread, name: Symbol) -> Outcome<Option<Root>> {
    let machine = thread.machine();
    let dict = match globals_here(thread) {
        Globals::Module(namespace) => {
            let found = namespace.get(thread, name);
            let found = found.or_else(|| machine.builtins.get(thread, name));
            return Ok(found.map(|value| thread.root(value)));
        }
        Globals::Dict(dict) => dict,
    };
    if let Some(value) = plain_global(thread, thread.get(dict), name) {
        return Ok(Some(thread.root(value)));
    }
    let key = thread.root(machine.symbols.object(name).value());
    if let Some(value) = get_from_mapping(thread, dict, key)? {
        return Ok(Some(value));
    }
    let own = thread.root(machine.symbols.object(names::BUILTINS).value());
    let plain = instance_layout::plain(thread, thread.get(dict));
    let plain = thread.root(plain);
    match dict::get(thread, plain, own)? {
        Some(builtins) if thread.class_of(thread.get(builtins)) == CLASS_MODULE => {
            let namespace = module::namespace_of(thread, thread.get(builtins));
            let found = namespace.get(thread, name);
            Ok(found.map(|value| thread.root(value)))
        }
        Some(builtins) => get_from_mapping(thread, builtins, key),
        None => {
            let found = machine.builtins.get(thread, name);
            Ok(found.map(|value| thread.root(value)))
        }
    }
}

/// As [`global`] in code whose globals are this dict, without calling Python code; none if a call
/// may be needed, or the name is not bound.
#[inline]
fn plain_global<'a>(thread: &'a Thread, globals: Value<'a>, name: Symbol) -> Option<Value<'a>> {
    let dict = thread.object_of(globals, CLASS_DICT)?;
    if let Some(value) = entry_of(thread, dict, name)? {
        return Some(value);
    }
    let builtins = thread.machine().builtins;
    match entry_of(thread, dict, names::BUILTINS)? {
        Some(own) if !is_of_builtins(thread, own) => None,
        _ => builtins.get(thread, name),
    }
}

/// As [`global`] in code whose globals are this dict: remembers at which entry the name was found,
/// or the dict of the builtins. None if Python code may have to be called, or the name is not
/// bound.
#[inline]
pub fn linked_global<'a>(
    thread: &'a Thread,
    globals: Value<'a>,
    link: &GlobalLink,
) -> Option<Value<'a>> {
    let dict = thread.object_of(globals, CLASS_DICT)?;
    let table = dict::table(thread, dict);
    let place = u64::from(link.place.load(Ordering::Relaxed));
    let mut own_builtins = None;
    if let Some((key, value)) = table.entry(thread, place) {
        if key == link.key.value() {
            return Some(value);
        }
        if key == thread.machine().builtins_key.value() {
            own_builtins = Some(value);
        }
    }
    let hash = string::hash(thread, link.key.object());
    match table.find(thread, link.key.value(), hash, 0).ok()? {
        Found::Entry(entry) => {
            link.place.store(entry as u32, Ordering::Relaxed);
            return Some(table.value(thread, entry));
        }
        Found::Missing(_) => {}
        Found::Ask(_) => return None,
    }
    let builtins = thread.machine().builtins;
    let own_builtins = match own_builtins {
        Some(own) => Some(own),
        None => {
            let key = thread.machine().builtins_key;
            let hash = string::hash(thread, key.object());
            match table.find(thread, key.value(), hash, 0).ok()? {
                Found::Entry(entry) => {
                    link.place.store(entry as u32, Ordering::Relaxed);
                    Some(table.value(thread, entry))
                }
                Found::Missing(_) => None,
                Found::Ask(_) => return None,
            }
        }
    };
    if own_builtins.is_some_and(|own| !is_of_builtins(thread, own)) {
        return None;
    }
    let cell = link.builtin.or_else(|| builtins.find(link.name))?;
    bound(read_cell(thread, cell))
}

/// The dict of the builtins of code with these globals: their own, if they name any.
pub(crate) fn builtins_of<'a>(thread: &'a Thread, globals: Value<'a>) -> Outcome<Value<'a>> {
    let dict = thread.object_of(globals, CLASS_DICT);
    match dict.and_then(|dict| entry_of(thread, dict, names::BUILTINS)) {
        Some(Some(own)) => match thread.object_of(own, CLASS_MODULE) {
            Some(module) => {
                namespace_dict::of(thread, module::namespace_of(thread, module.value()))
            }
            None => Ok(own),
        },
        _ => namespace_dict::of(thread, thread.machine().builtins),
    }
}

/// Whether a value is the dict of the builtins, or their module.
#[inline]
fn is_of_builtins(thread: &Thread, value: Value<'_>) -> bool {
    let builtins = thread.machine().builtins;
    let dict = builtins.object.get();
    if dict.is_some_and(|dict| dict.value() == value) {
        return true;
    }
    let namespace = match thread.object_of(value, CLASS_MODULE) {
        Some(module) => Some(module::namespace_of(thread, module.value())),
        None => namespace_dict::namespace_of(thread, value),
    };
    namespace.is_some_and(|namespace| std::ptr::eq(namespace, builtins))
}

/// The entry of a dict under a name; none if only Python code could find it.
#[inline]
fn entry_of<'a>(thread: &'a Thread, dict: Object<'a>, name: Symbol) -> Option<Option<Value<'a>>> {
    let key = thread.machine().symbols.object(name);
    let hash = string::hash(thread, key.object());
    match dict::find(thread, dict, key.value(), hash).ok()? {
        Found::Entry(entry) => Some(Some(dict::value_at(thread, dict, entry))),
        Found::Missing(_) => Some(None),
        Found::Ask(_) => None,
    }
}

/// Binds a global name of the running code.
pub fn set_global(thread: &mut Thread, name: Symbol, value: Root) -> Outcome<()> {
    match globals_here(thread) {
        Globals::Module(namespace) => namespace.set(thread, name, thread.get(value)),
        Globals::Dict(dict) => {
            let key = thread.root(thread.machine().symbols.object(name).value());
            item::set_item(thread, dict, key, value)
        }
    }
}

/// Unbinds a global name of the running code; false if it was not bound.
pub fn delete_global(thread: &mut Thread, name: Symbol) -> Outcome<bool> {
    match globals_here(thread) {
        Globals::Module(namespace) => {
            let was_bound = namespace.get(thread, name).is_some();
            if was_bound {
                namespace.set(thread, name, UNBOUND)?;
            }
            Ok(was_bound)
        }
        Globals::Dict(dict) => {
            let key = thread.root(thread.machine().symbols.object(name).value());
            match item::delete_item(thread, dict, key) {
                Err(Unwind::Raise) if thread.take_exception_of(KEY_ERROR) => Ok(false),
                deleted => deleted.map(|()| true),
            }
        }
    }
}

/// `mapping[key]`, if it is there.
pub fn get_from_mapping(thread: &mut Thread, mapping: Root, key: Root) -> Outcome<Option<Root>> {
    if thread.object_of(thread.get(mapping), CLASS_DICT).is_some() {
        return dict::get(thread, mapping, key);
    }
    match item::get_item(thread, mapping, key) {
        Err(Unwind::Raise) if thread.take_exception_of(KEY_ERROR) => Ok(None),
        found => found.map(Some),
    }
}

/// The mapping of the local names of the running code: none where they are the global ones. For a
/// function it is a snapshot, and elsewhere in a comprehension, of its variables.
pub fn locals_here(thread: &Thread) -> Outcome<Option<Root>> {
    let code = thread.code();
    let is_function = matches!(code.source.kind, CodeKind::Function | CodeKind::Annotation);
    if !is_function && !code.source.local_names.is_empty() {
        let values = values_in_registers(thread, code, |register| thread.register(register));
        if values.iter().any(is_shown) {
            return dict_of(thread, values).map(|made| Some(thread.root(made)));
        }
    }
    match code.source.kind {
        CodeKind::Module => Ok(None),
        CodeKind::Dynamic | CodeKind::ClassBody => {
            let namespace = thread.register(0);
            Ok((namespace != NONE).then(|| thread.root(namespace)))
        }
        CodeKind::Function | CodeKind::Annotation => {
            let made = variables_here(thread, code)?;
            Ok(Some(thread.root(made)))
        }
    }
}

/// A dict of the local variables of the running function, and of what the program has stored beside
/// them.
fn variables_here<'a>(thread: &'a Thread, code: &'static LoadedCode) -> Outcome<Value<'a>> {
    let mut found = values_in_registers(thread, code, |register| thread.register(register));
    found.extend(closure_variables(thread, code, thread.callable()));
    let made = dict_of(thread, found)?;
    if let Some(frame) = running_frames::current(thread) {
        frame_variables::add_extra(thread, frame.known_object(), made.known_object())?;
    }
    Ok(made)
}

/// The variables of a function's closure: names and cells.
pub(super) fn closure_cells<'a>(
    thread: &'a Thread,
    code: &'static LoadedCode,
    callable: Value<'a>,
) -> impl Iterator<Item = (&'static str, Object<'a>)> {
    let function = thread.object_of(callable, CLASS_FUNCTION);
    let closure = function.map_or(NONE, |it| thread.read(it).get(FUNCTION_CLOSURE));
    let cells = thread.tuple_items(closure).into_iter();
    let names = code.source.free_names.iter();
    let names = names.chain(&code.source.spilled_names);
    let variables = names.zip(cells);
    variables.filter_map(|(name, cell)| Some((&**name, cell.as_object()?)))
}

fn closure_variables<'a>(
    thread: &'a Thread,
    code: &'static LoadedCode,
    callable: Value<'a>,
) -> impl Iterator<Item = Variable<'a>> {
    let cells = closure_cells(thread, code, callable);
    cells.map(|(name, cell)| (name, thread.read(cell).get(CELL_VALUE)))
}

/// The cell in which a variable lies whose register holds this.
pub(super) fn cell_in_register<'a>(
    thread: &'a Thread,
    code: &'static LoadedCode,
    register: usize,
    held: Value<'a>,
) -> Option<Object<'a>> {
    let has_cell = code_object::cell_registers(code).contains(&(register as u8));
    has_cell.then(|| thread.object_of(held, CLASS_CELL))?
}

/// A local variable: its name and value, or the mark of none.
pub(super) type Variable<'a> = (&'static str, Value<'a>);

/// Whether programs see it.
fn is_shown((name, value): &Variable<'_>) -> bool {
    bound(*value).is_some() && is_visible(name)
}

/// A dict of those variables that have a value.
pub(super) fn dict_of<'a>(thread: &'a Thread, variables: Vec<Variable<'a>>) -> Outcome<Value<'a>> {
    let made = dict::new(thread)?;
    for (name, value) in variables.into_iter().filter(is_shown) {
        let name = thread.machine().symbols.intern(thread, name);
        let key = thread.machine().symbols.object(name).value();
        dict::set_leaf(thread, made.known_object(), key, value)?;
    }
    Ok(made)
}

/// The local variables that lie in registers, or in cells there. (The variables of a comprehension
/// come behind those of the same name around it.)
fn values_in_registers<'a>(
    thread: &'a Thread,
    code: &'static LoadedCode,
    registers: impl Fn(u8) -> Value<'a>,
) -> Vec<Variable<'a>> {
    let names = code.source.local_names.iter().enumerate();
    let values = names.map(|(index, name)| {
        let held = registers(index as u8);
        match cell_in_register(thread, code, index, held) {
            Some(cell) => (&**name, thread.read(cell).get(CELL_VALUE)),
            None => (&**name, held),
        }
    });
    values.collect()
}

/// Code, loaded for the global variables at a place.
///
/// # Errors
/// `MemoryError`.
pub fn link(thread: &Thread, source: &Arc<Code>, globals: Globals) -> Outcome<&'static LoadedCode> {
    let machine = thread.machine();
    let namespace = match globals {
        Globals::Module(namespace) => namespace,
        Globals::Dict(_) => machine.no_namespace,
    };
    let key = (
        Arc::as_ptr(source).addr(),
        std::ptr::from_ref(namespace).addr(),
    );
    let mut links = machine
        .links
        .lock()
        .expect("nothing that may panic runs under this lock");
    if let Some(code) = links.get(&key) {
        return Ok(code);
    }
    code::check_room(thread, source)?;
    let code = match globals {
        Globals::Module(namespace) => code::load(thread, machine, source, namespace, false).1,
        Globals::Dict(_) => code::load_for_dicts(thread, machine, source),
    };
    links.insert(key, code);
    Ok(code)
}
