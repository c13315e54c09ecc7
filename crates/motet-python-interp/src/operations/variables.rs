//! Generic forms: variables and attributes.

use super::family::{index, operations};
use motet_python_bytecode::LOCALS_IN_REGISTERS;
use motet_python_bytecode::encode::{a, b, sbx};
use motet_python_objects::classes::globals;
use motet_python_objects::model::text;
use motet_python_objects::types::exception_fields;
use motet_tm::{Object, Root, Unwind, Value};

use motet_python_objects::model::exception::{KEY_ERROR, NAME_ERROR, UNBOUND_LOCAL_ERROR};
use motet_python_objects::model::function::{FUNCTION_CLOSURE, FUNCTION_FIELDS};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::namespace::{CELL_VALUE, bound, read_cell, write_cell};
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::item;
use motet_python_objects::types::tuple;
use motet_vm::symbol::Symbol;

operations! {
    // tidy: wide because a row is an opcode
    Nop => |_, _| {};
    Move => |thread, word| thread.set_register(a(word), thread.register(b(word)));
    LoadConst => |thread, word| thread.set_register(a(word), thread.constant(index(word)));
    LoadInt => |thread, word| thread.set_register(a(word), Value::from_small(sbx(word).into()));
    Unbind => |thread, word| thread.set_register(a(word), UNBOUND);
    CheckBound => |thread, word| check_bound(thread, a(word), index(word));
    LoadGlobal => |thread, word| load_global(thread, a(word), index(word));
    StoreGlobal => |thread, word| store_global(thread, a(word), index(word));
    DeleteGlobal => |thread, word| delete_global(thread, index(word));
    MakeCell => |thread, word| make_cell(thread, a(word));
    LoadCell => |thread, word| load_cell(thread, a(word), b(word));
    StoreCell => |thread, word| store_cell(thread, a(word), b(word));
    DeleteCell => |thread, word| delete_cell(thread, a(word));
    LoadClosure => |thread, word| load_closure(thread, a(word), index(word));
    ExtendClosure => |thread, _| extend_closure(thread);
    LoadFree => |thread, word| load_free(thread, a(word), index(word));
    StoreFree => |thread, word| store_free(thread, a(word), index(word));
    DeleteFree => |thread, word| delete_free(thread, index(word));
    LoadName => |thread, word| load_name(thread, a(word), index(word));
    StoreName => |thread, word| store_name(thread, a(word), index(word));
    DeleteName => |thread, word| delete_name(thread, index(word));
    LoadNameOrFree => |thread, word| load_name_or_free(thread, a(word), index(word), thread.extension() as usize);
    LoadDictGlobal => |thread, word| load_dict_global(thread, a(word), index(word));
    StoreDictGlobal => |thread, word| store_dict_global(thread, a(word), index(word));
    DeleteDictGlobal => |thread, word| delete_dict_global(thread, index(word));
    // tidy: end of wide
}

fn unbound_local(thread: &Thread, name: &str) -> Unwind {
    let message =
        format!("cannot access local variable '{name}' where it is not associated with a value");
    // (As in CPython it has no `name`, by which a similar one would be proposed.)
    thread.raise(UNBOUND_LOCAL_ERROR, message)
}

#[cold]
fn unknown_name(thread: &Thread, name: Symbol) -> Unwind {
    let text = thread.machine().symbols.text(name);
    let message = format!("name '{text}' is not defined");
    let value = thread.machine().symbols.object(name).value();
    exception_fields::raise(thread, NAME_ERROR, &message, &[("name", value)])
}

fn constant_name(thread: &Thread, index: usize) -> Symbol {
    thread.code().constant_names[index].unwrap_or_else(|| {
        let text = text::as_text(thread, thread.constant(index))
            .expect("the verifier has seen a name in this constant");
        thread.machine().symbols.intern(thread, text)
    })
}

pub(crate) fn check_bound(thread: &Thread, a: u8, constant: usize) -> Outcome<()> {
    if thread.is_unbound(a) {
        let name = thread
            .machine()
            .symbols
            .text(constant_name(thread, constant));
        return Err(unbound_local(thread, name));
    }
    Ok(())
}

pub(crate) fn load_global(thread: &Thread, a: u8, index: usize) -> Outcome<()> {
    let link = &thread.code().globals[index];
    let value = match bound(read_cell(thread, link.cell)) {
        Some(value) => value,
        None => {
            let builtin = link
                .builtin
                .or_else(|| thread.machine().builtins.find(link.name));
            match builtin.and_then(|cell| bound(read_cell(thread, cell))) {
                Some(value) => value,
                None => return Err(unknown_name(thread, link.name)),
            }
        }
    };
    thread.set_register(a, value);
    Ok(())
}

pub(crate) fn store_global(thread: &Thread, a: u8, index: usize) -> Outcome<()> {
    write_cell(
        thread,
        thread.code().globals[index].cell,
        thread.register(a),
    )
}

pub(crate) fn delete_global(thread: &Thread, index: usize) -> Outcome<()> {
    let link = &thread.code().globals[index];
    if bound(read_cell(thread, link.cell)).is_none() {
        return Err(unknown_name(thread, link.name));
    }
    write_cell(thread, link.cell, UNBOUND)
}

pub(crate) fn make_cell(thread: &Thread, a: u8) {
    let cell = thread.allocate(LAYOUT_CELL, CLASS_CELL, &[thread.register(a)]);
    thread.set_register(a, cell.value());
}

fn cell_at(thread: &Thread, register: u8) -> Object<'_> {
    thread.register(register).known_object()
}

/// The name of the variable in a cell's register, for error messages.
fn local_name(thread: &Thread, register: u8) -> String {
    let names = &thread.code().source.local_names;
    names
        .get(usize::from(register))
        .map_or_else(|| "?".into(), |name| name.to_string())
}

pub(crate) fn load_cell(thread: &Thread, a: u8, b: u8) -> Outcome<()> {
    match bound(thread.read(cell_at(thread, b)).get(CELL_VALUE)) {
        Some(value) => {
            thread.set_register(a, value);
            Ok(())
        }
        None => Err(unbound_local(thread, &local_name(thread, b))),
    }
}

pub(crate) fn store_cell(thread: &Thread, a: u8, b: u8) -> Outcome<()> {
    thread
        .write(cell_at(thread, a))?
        .set(CELL_VALUE, thread.register(b));
    Ok(())
}

pub(crate) fn delete_cell(thread: &Thread, a: u8) -> Outcome<()> {
    let cell = cell_at(thread, a);
    if bound(thread.read(cell).get(CELL_VALUE)).is_none() {
        return Err(unbound_local(thread, &local_name(thread, a)));
    }
    thread.write(cell)?.set(CELL_VALUE, UNBOUND);
    Ok(())
}

/// Cell `index` of the running function's closure.
fn closure_cell(thread: &Thread, index: usize) -> Object<'_> {
    let function = running_function(thread);
    let closure = thread.read(function).get(FUNCTION_CLOSURE).known_object();
    let cell = thread.read_immutable(closure).get(2 + index as u64);
    cell.known_object()
}

/// The function that runs.
fn running_function(thread: &Thread) -> Object<'_> {
    thread.callable().known_object()
}

/// Gives the running function cells for the local variables that have no registers, with the
/// arguments in those of parameters: a copy of the function, with a longer closure, takes its place
/// in the frame.
pub(crate) fn extend_closure(thread: &Thread) -> Outcome<()> {
    let function = running_function(thread);
    let view = thread.read(function);
    let closure = view.get(FUNCTION_CLOSURE);
    let mut cells = match closure {
        NONE => Vec::new(),
        closure => thread.tuple_items(closure),
    };
    let source = &thread.code().source;
    // (Code from a file may run without a call that binds arguments.)
    let has_arguments = source.parameters.spilled() > 0;
    let given = has_arguments.then(|| thread.register(LOCALS_IN_REGISTERS as u8));
    let given = given.and_then(|given| tuple::as_tuple(thread, given));
    let arguments = given
        .map(|given| tuple::values(thread, given))
        .unwrap_or_default();
    for index in 0..source.spilled_names.len() {
        let value = arguments.get(index).copied().unwrap_or(UNBOUND);
        let cell = thread.allocate(LAYOUT_CELL, CLASS_CELL, &[value]);
        cells.push(cell.value());
    }
    let closure = tuple::from_values(thread, &cells)?;
    let words: Vec<Value<'_>> = (1..=FUNCTION_FIELDS as u64)
        .map(|word| match word {
            FUNCTION_CLOSURE => closure,
            word => view.get(word),
        })
        .collect();
    let copy = thread.allocate(LAYOUT_FUNCTION, CLASS_FUNCTION, &words);
    thread.set_callable(copy.value());
    Ok(())
}

pub(crate) fn load_closure(thread: &Thread, a: u8, index: usize) {
    thread.set_register(a, closure_cell(thread, index).value());
}

#[cold]
fn unbound_free(thread: &Thread, index: usize) -> Unwind {
    let source = &thread.code().source;
    let name = source.closure_name(index).unwrap_or("?");
    if index >= source.free_names.len() {
        return unbound_local(thread, name);
    }
    let message = format!(
        "cannot access free variable '{name}' where it is not associated with a value \
         in enclosing scope"
    );
    let name = thread.machine().symbols.intern(thread, name);
    let value = thread.machine().symbols.object(name).value();
    exception_fields::raise(thread, NAME_ERROR, &message, &[("name", value)])
}

pub(crate) fn load_free(thread: &Thread, a: u8, index: usize) -> Outcome<()> {
    match bound(thread.read(closure_cell(thread, index)).get(CELL_VALUE)) {
        Some(value) => {
            thread.set_register(a, value);
            Ok(())
        }
        None => Err(unbound_free(thread, index)),
    }
}

pub(crate) fn store_free(thread: &Thread, a: u8, index: usize) -> Outcome<()> {
    thread
        .write(closure_cell(thread, index))?
        .set(CELL_VALUE, thread.register(a));
    Ok(())
}

pub(crate) fn delete_free(thread: &Thread, index: usize) -> Outcome<()> {
    let cell = closure_cell(thread, index);
    if bound(thread.read(cell).get(CELL_VALUE)).is_none() {
        return Err(unbound_free(thread, index));
    }
    thread.write(cell)?.set(CELL_VALUE, UNBOUND);
    Ok(())
}

/// The value of a name in the namespace that register 0 holds, if there is one that has it.
fn local_value(thread: &mut Thread, constant: usize) -> Outcome<Option<Root>> {
    let namespace = thread.root_register(0);
    if thread.get(namespace) == NONE {
        return Ok(None);
    }
    let key = thread.root(thread.constant(constant));
    globals::get_from_mapping(thread, namespace, key)
}

pub(crate) fn load_name(thread: &mut Thread, a: u8, constant: usize) -> Outcome<()> {
    if let Some(value) = local_value(thread, constant)? {
        thread.set_register(a, thread.get(value));
        return Ok(());
    }
    let name = constant_name(thread, constant);
    match globals::global(thread, name)? {
        Some(value) => thread.set_register(a, thread.get(value)),
        None => return Err(unknown_name(thread, name)),
    }
    Ok(())
}

pub(crate) fn load_name_or_free(
    thread: &mut Thread,
    a: u8,
    cell: usize,
    constant: usize,
) -> Outcome<()> {
    match local_value(thread, constant)? {
        Some(value) => thread.set_register(a, thread.get(value)),
        None => load_free(thread, a, cell)?,
    }
    Ok(())
}

pub(crate) fn store_name(thread: &mut Thread, a: u8, constant: usize) -> Outcome<()> {
    let (namespace, value) = (thread.root_register(0), thread.root_register(a));
    if thread.get(namespace) == NONE {
        let name = constant_name(thread, constant);
        return globals::set_global(thread, name, value);
    }
    let key = thread.root(thread.constant(constant));
    item::set_item(thread, namespace, key, value)
}

pub(crate) fn delete_name(thread: &mut Thread, constant: usize) -> Outcome<()> {
    let namespace = thread.root_register(0);
    let name = constant_name(thread, constant);
    if thread.get(namespace) == NONE {
        return if globals::delete_global(thread, name)? {
            Ok(())
        } else {
            Err(unknown_name(thread, name))
        };
    }
    let key = thread.root(thread.constant(constant));
    match item::delete_item(thread, namespace, key) {
        Err(Unwind::Raise) if thread.take_exception_of(KEY_ERROR) => {
            Err(unknown_name(thread, name))
        }
        deleted => deleted,
    }
}

pub(crate) fn load_dict_global(thread: &mut Thread, a: u8, index: usize) -> Outcome<()> {
    let link = &thread.code().globals[index];
    if let Some(value) = globals::linked_global(thread, globals::running_globals(thread), link) {
        thread.set_register(a, value);
        return Ok(());
    }
    let name = thread.code().globals[index].name;
    match globals::global(thread, name)? {
        Some(value) => thread.set_register(a, thread.get(value)),
        None => return Err(unknown_name(thread, name)),
    }
    Ok(())
}

pub(crate) fn store_dict_global(thread: &mut Thread, a: u8, index: usize) -> Outcome<()> {
    let value = thread.root_register(a);
    globals::set_global(thread, thread.code().globals[index].name, value)
}

pub(crate) fn delete_dict_global(thread: &mut Thread, index: usize) -> Outcome<()> {
    let name = thread.code().globals[index].name;
    if globals::delete_global(thread, name)? {
        Ok(())
    } else {
        Err(unknown_name(thread, name))
    }
}
