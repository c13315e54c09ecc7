//! Whole operations: variables and attributes.

use motet_python_objects::classes::globals;
use motet_python_objects::classes::type_attributes;
use motet_python_objects::model::text;
use motet_python_objects::types::exception_fields;
use motet_python_objects::types::module;
use motet_tm::{Object, Pinned, Root, Unwind, Value};

use motet_python_objects::classes::attribute;
use motet_python_objects::classes::attribute_set;
use motet_python_objects::model::code::Site;
use motet_python_objects::model::exception::{KEY_ERROR, NAME_ERROR, UNBOUND_LOCAL_ERROR};
use motet_python_objects::model::function::{FUNCTION_CLOSURE, FUNCTION_FIELDS};
use motet_python_objects::model::instance_layout::storage;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::lookup_cache::SiteKind;
use motet_python_objects::model::names;
use motet_python_objects::model::namespace::{CELL_VALUE, bound, read_cell, write_cell};
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::item;
use motet_python_objects::types::tuple;
use motet_vm::inline_cache::{cell_entry, slot_entry};
use motet_vm::symbol::Symbol;

fn unbound_local(thread: &Thread, name: &str) -> Unwind {
    let message =
        format!("cannot access local variable '{name}' where it is not associated with a value");
    let name = thread.machine().symbols.intern(thread, name);
    let value = thread.machine().symbols.object(name).value();
    exception_fields::raise(thread, UNBOUND_LOCAL_ERROR, &message, &[("name", value)])
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
        let text = text::as_text(thread, thread.constant(index)).expect("a name");
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
    thread
        .register(register)
        .as_object()
        .expect("the compiler made a cell")
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
    let function = thread.callable().as_object().expect("a function runs");
    let closure = thread
        .read(function)
        .get(FUNCTION_CLOSURE)
        .as_object()
        .expect("a closure");
    let cell = thread.read_immutable(closure).get(2 + index as u64);
    cell.as_object().expect("a closure holds cells")
}

/// Gives the running function cells for `count` local variables that have no registers: a copy of
/// the function, with a longer closure, takes its place in the frame.
pub(crate) fn extend_closure(thread: &Thread, count: usize) -> Outcome<()> {
    let function = thread.callable().as_object().expect("a function runs");
    let view = thread.read(function);
    let closure = view.get(FUNCTION_CLOSURE);
    let mut cells = match closure {
        NONE => Vec::new(),
        closure => thread.tuple_items(closure),
    };
    for _ in 0..count {
        let cell = thread.allocate(LAYOUT_CELL, CLASS_CELL, &[UNBOUND]);
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
    let name = source.closure_name(index).expect("the verifier has looked");
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

/// What a name means in the namespace that register 0 holds, if there is one and it knows it.
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
    cell: u8,
    constant: usize,
) -> Outcome<()> {
    match local_value(thread, constant)? {
        Some(value) => thread.set_register(a, thread.get(value)),
        None => load_free(thread, a, cell.into())?,
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

fn site(thread: &Thread) -> &'static Site {
    &thread.code().sites[thread.extension() as usize]
}

pub(crate) fn get_attribute(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let site = site(thread);
    let receiver = thread.register(b);
    let class = thread.class_of(receiver);
    if !thread.has_own_getattribute(class)
        && let attribute::Attribute::Value(value) = attribute::find(thread, receiver, site.name)
    {
        fill_get(thread, site, receiver, class, value);
        thread.set_register(a, value);
        return Ok(());
    }
    let receiver = thread.root_register(b);
    let value = attribute::get(thread, receiver, site.name)?;
    thread.set_register(a, thread.get(value));
    Ok(())
}

/// Fills the caches if the attribute lies in a slot of the instance, or in a cell of its class, of
/// the class that the receiver is, or of a module.
fn fill_get(
    thread: &Thread,
    site: &'static Site,
    receiver: Value<'_>,
    class: ClassNumber,
    value: Value<'_>,
) {
    let Some(object) = receiver.as_object() else {
        return;
    };
    if thread.host_of(object) == CLASS_MODULE {
        return note_variable(thread, receiver, site.name, value);
    }
    if let Some(number) = thread.class_number_of(receiver) {
        if class == CLASS_TYPE
            && !type_attributes::is_class_attribute(site.name)
            && thread.look_up(CLASS_TYPE, site.name).is_none()
            && let Some(found) = thread.look_up(number, site.name)
            && (is_plain_value(thread, value) || thread.object_of(value, CLASS_FUNCTION).is_some())
        {
            let key = Some(i64::from(number));
            let cell = Some(found.cell);
            note_cell(thread, SiteKind::OwnValue, key, site.name, cell, value);
        }
        return;
    }
    let on_class = thread.look_up(class, site.name);
    // What was found must be what the slot holds: a data descriptor of the class goes first.
    if on_class.is_some_and(|found| attribute::is_data_descriptor(thread, found.value)) {
        return;
    }
    let shape = thread.read(object).host();
    if let Some(word) = inline_word(thread, object, site.name) {
        if thread.read(object).get(word) == value {
            let entry = slot_entry(shape, 0, word);
            thread.fill_cache(&site.cache, entry);
            if let Some(entry) = entry {
                thread.note_site(SiteKind::Slot, shape, site.name, entry);
            }
        }
        return;
    }
    if shape >= CLASS_USER_FIRST
        && thread.own_attribute(object, site.name).is_none()
        && thread
            .machine()
            .classes
            .shapes
            .get(shape)
            .rest_slot
            .is_none()
        && let Some(found) = on_class
        && is_plain_value(thread, value)
    {
        let (key, cell) = (Some(i64::from(shape)), Some(found.cell));
        note_cell(thread, SiteKind::ClassValue, key, site.name, cell, value);
    }
}

/// Keeps in which cell a variable of a module was found, if the receiver is one.
pub(crate) fn note_variable(thread: &Thread, receiver: Value<'_>, name: Symbol, value: Value<'_>) {
    if let Some(module) = thread.object_of(receiver, CLASS_MODULE) {
        let cell = module::namespace_of(thread, receiver).find(name);
        let number = thread.read(module).get(1).as_integer();
        note_cell(thread, SiteKind::Variable, number, name, cell, value);
    }
}

/// Whether a value in a class stays as it is when it is reached through an instance, whatever that
/// is: a change to one that does not is announced.
fn is_plain_value(thread: &Thread, value: Value<'_>) -> bool {
    match value.as_object() {
        None => true,
        Some(object) => matches!(
            thread.host_of(object),
            CLASS_INT
                | CLASS_FLOAT
                | CLASS_STR
                | CLASS_BYTES
                | CLASS_LIST
                | CLASS_DICT
                | CLASS_TUPLE
                | CLASS_SET
                | CLASS_FROZENSET
        ),
    }
}

/// Keeps in which cell an attribute was found.
fn note_cell(
    thread: &Thread,
    kind: SiteKind,
    key: Option<i64>,
    name: Symbol,
    cell: Option<Pinned>,
    value: Value<'_>,
) {
    if let Some(key) = key
        && let Some(cell) = cell
        && read_cell(thread, cell) == value
        && let Some(entry) = cell_entry(key as u32, cell)
    {
        thread.note_site(kind, key as u32, name, entry);
    }
}

/// The word of an object that holds an attribute, if it lies in a slot of the object itself.
fn inline_word(thread: &Thread, object: Object<'_>, name: Symbol) -> Option<u64> {
    let shape = thread.read(object).host();
    if shape < CLASS_USER_FIRST {
        return None;
    }
    let storage = storage(thread.layout_id(object))?;
    let slot = u64::from(thread.machine().classes.shapes.get(shape).slot(name)?);
    (slot < storage.inline).then_some(storage.first + slot)
}

pub(crate) fn set_attribute(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let site = site(thread);
    if set_in_slot(thread, site, a, b)? {
        return Ok(());
    }
    let (receiver, value) = (thread.root_register(a), thread.root_register(b));
    attribute_set::set(thread, receiver, site.name, Some(value))
}

/// Sets an attribute of a plain instance, and fills the cache. False if it is anything else.
fn set_in_slot(thread: &Thread, site: &'static Site, a: u8, b: u8) -> Outcome<bool> {
    let Some(object) = thread.register(a).as_object() else {
        return Ok(false);
    };
    let class = thread.class_of_object(object);
    if class < CLASS_USER_FIRST || !thread.has_attributes(object) {
        return Ok(false);
    }
    let hook = thread.look_up(class, names::SETATTR);
    if hook.is_some_and(|found| found.class != CLASS_OBJECT) {
        return Ok(false);
    }
    let on_class = thread.look_up(class, site.name);
    if on_class.is_some_and(|found| attribute::is_data_descriptor(thread, found.value)) {
        return Ok(false);
    }
    if !thread.class(class).has_dict && !thread.is_slot(class, site.name) {
        return Ok(false);
    }
    if site.name == names::CLASS || site.name == names::DICT {
        return Ok(false);
    }
    if thread.is_exception(object.value()) {
        return Ok(false);
    }
    let stored = thread.set_own_attribute(object, site.name, thread.register(b))?;
    if let Some((slot, before, after)) = stored
        && let Some(storage) = storage(thread.layout_id(object))
        && slot < storage.inline
    {
        let new_shape = if before == after { 0 } else { after };
        let entry = slot_entry(before, new_shape, storage.first + slot);
        thread.fill_cache(&site.cache, entry);
        if let Some(entry) = entry {
            thread.note_site(SiteKind::Store, before, site.name, entry);
        }
    }
    Ok(true)
}

pub(crate) fn delete_attribute(thread: &mut Thread, a: u8) -> Outcome<()> {
    let name = site(thread).name;
    let receiver = thread.root_register(a);
    attribute_set::set(thread, receiver, name, None)
}
