//! `_containers_core`: the often-called functions of `collections`.

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::native;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::dict_methods;
use motet_python_objects::types::host::{get_attribute, key_error_text};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::operator::Operator;
use motet_python_objects::types::protocol::truth;
use motet_python_objects::types::protocol::{arithmetic, item, iterate};
use motet_python_objects::types::tables::{check_keywords, parameter};
use motet_python_objects::types::{dict, int, list, native_shortcut, set, tuple};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[NativeFunction::calling(
    "count_elements",
    2,
    2,
    count_elements,
)];

/// The functions that become methods of the library's classes.
pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("default_missing", 2, 2, default_missing)
        .with_quick(quick_default_missing),
    NativeFunction::leaf("tuple_field", 2, 2, tuple_field).with_quick(quick_tuple_field),
];

/// `tuple_field(index, tuple)`: bound to an index, the getter of a field of a named tuple.
fn tuple_field<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [index, value] = [0, 1].map(|place| arguments.get(thread, place));
    match (index.as_integer(), tuple::as_tuple(thread, value)) {
        (Some(index), Some(tuple)) => tuple::index(thread, tuple, index),
        _ => {
            let (index, given) = (index.as_integer().unwrap_or(0), type_name(thread, value));
            let message = format!(
                "descriptor for index '{index}' for tuple subclasses doesn't apply to '{given}' \
                 object"
            );
            Err(type_error(thread, message))
        }
    }
}

fn quick_tuple_field<'a>(
    thread: &'a Thread,
    [index, value, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let tuple = tuple::as_tuple(thread, value)?;
    let index = u64::try_from(index.as_integer()?).ok()?;
    (index < tuple::length(thread, tuple)).then(|| tuple::get(thread, tuple, index))
}

/// The methods of `OrderedDict` that `dict` does not have.
pub(crate) const ORDERED_METHODS: &[NativeFunction] = &[
    NativeFunction::calling("ordered_update", 1, u8::MAX, ordered_update)
        .with_keywords()
        .with_quick(quick_ordered_update),
    NativeFunction::leaf("ordered_popitem", 1, 2, ordered_popitem).with_keywords(),
    NativeFunction::calling("move_to_end", 2, 3, move_to_end).with_keywords(),
];

fn ordered<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    dict::as_dict(thread, value).ok_or_else(|| {
        let message = "descriptor requires an 'OrderedDict' object";
        type_error(thread, message)
    })
}

/// Whether argument 1 or the named one, `last`, is true (it is unless it is given).
fn is_last(thread: &Thread, arguments: Arguments, index: usize, name: &str) -> Outcome<bool> {
    check_keywords(thread, arguments, name, &["last"])?;
    let last = parameter(thread, arguments, index, "last");
    let truth = truth::truth_leaf;
    Ok(last.and_then(|last| truth(thread, last)).unwrap_or(true))
}

/// `OrderedDict.popitem(last=True)`
fn ordered_popitem<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let dict = ordered(thread, arguments)?;
    let taken = match is_last(thread, arguments, 1, "popitem")? {
        true => dict::take_last(thread, dict)?,
        false => dict::take_first(thread, dict)?,
    };
    match taken {
        Some((key, value)) => tuple::from_values(thread, &[key, value]),
        None => Err(key_error_text(thread, "dictionary is empty")),
    }
}

/// `OrderedDict.move_to_end(key, last=True)`
fn move_to_end<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let is_last = is_last(thread, arguments, 2, "move_to_end")?;
    let dict = thread.root(ordered(thread, arguments)?.value());
    let key = thread.root(arguments.get(thread, 1));
    let (hash, entry) = dict::locate(thread, dict, key)?;
    let object = thread.object_at(dict);
    match entry {
        None => return Err(key_error(thread, thread.get(key))),
        Some(entry) if is_last => dict::move_to_back(thread, object, entry, hash)?,
        Some(entry) => dict::move_to_front(thread, object, entry, hash)?,
    }
    Ok(NONE)
}

/// `OrderedDict.update`: as that of `dict`, unless a class below stores items in another way.
fn ordered_update<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let dict = thread.root(ordered(thread, arguments)?.value());
    let class = thread.class_of(arguments.get(thread, 0));
    if arguments.len() > 2 {
        let given = arguments.len() - 1;
        let message = format!("update expected at most 1 argument, got {given}");
        return Err(type_error(thread, message));
    }
    let source = arguments.optional(thread, 1);
    let source_class = source.map_or(CLASS_DICT, |source| thread.class_of(source));
    // The items of an instance of a class below `dict` come from its own methods, if it has any.
    let is_plain = |class| class < CLASS_USER_FIRST || has_own(thread, class, "__getitem__");
    if has_own(thread, class, "__setitem__") && is_plain(source_class) {
        dict_methods::update_from_arguments(thread, dict, arguments)?;
        return Ok(NONE);
    }
    let (given, names) = native::roots_from(thread, arguments, 0);
    let module = motet_python_interp::import::import_module(thread, "_collections")?;
    let slow = get_attribute(thread, module, "_update_slowly")?;
    let result = upcalls::call_with_names(thread, slow, &given, &names)?;
    Ok(thread.get(result))
}

fn quick_ordered_update<'a>(
    thread: &'a Thread,
    [receiver, source, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    dict::as_dict(thread, receiver)?;
    (source == UNBOUND).then_some(NONE)
}

/// `defaultdict.__missing__(self, key)`: the value that the factory makes, which is kept,
/// unless the factory itself has set the key. A program's own `__setitem__` is not called.
fn default_missing<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let receiver = thread.root(arguments.get(thread, 0));
    let key = thread.root(arguments.get(thread, 1));
    let factory = match own_factory(thread, thread.get(receiver)) {
        Some(factory) => thread.root(factory),
        None => get_attribute(thread, receiver, "default_factory")?,
    };
    if thread.get(factory) == NONE {
        return Err(key_error(thread, thread.get(key)));
    }
    let made = made_at_once(thread, thread.get(factory)).map(|made| thread.root(made));
    let value = match made {
        Some(made) => made,
        None => thread.call(factory, &[])?,
    };
    let Some(table) = dict::as_dict(thread, thread.get(receiver)) else {
        return Err(type_error(thread, "__missing__() needs a defaultdict"));
    };
    let table = thread.root(table.value());
    let (hash, entry) = dict::locate(thread, table, key)?;
    let object = thread.object_at(table);
    if let Some(entry) = entry {
        return Ok(dict::value_at(thread, object, entry));
    }
    dict::insert_new(thread, object, thread.get(key), hash, thread.get(value))?;
    Ok(thread.get(value))
}

/// The factory of a `defaultdict`, as it lies in its slot.
fn own_factory<'a>(thread: &'a Thread, receiver: Value<'a>) -> Option<Value<'a>> {
    let name = thread.symbol_of("default_factory");
    let factory = thread.own_attribute(receiver.as_object()?, name)?;
    (factory != UNBOUND).then_some(factory)
}

/// What a call of a built-in class without arguments makes, of those that programs count and
/// collect with.
fn made_at_once<'a>(thread: &'a Thread, factory: Value<'a>) -> Option<Value<'a>> {
    match thread.class_number_of(factory)? {
        CLASS_INT => Some(Value::from_small(0)),
        CLASS_LIST => list::new(thread).ok(),
        CLASS_DICT => dict::new(thread).ok(),
        CLASS_SET => set::new(thread, CLASS_SET).ok(),
        _ => None,
    }
}

/// The same for a plain key that is missing, if nothing but the table has to change.
fn quick_default_missing<'a>(
    thread: &'a Thread,
    [receiver, key, _]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let table = dict::as_dict(thread, receiver)?.value();
    let (table, hash, found) = native_shortcut::find(thread, table, CLASS_DICT, key)?;
    let dict::Found::Missing(slot) = found else {
        return None;
    };
    let factory = own_factory(thread, receiver)?;
    let value = made_at_once(thread, factory)?;
    dict::insert_open(thread, table, slot, key, hash, value).then_some(value)
}

/// Whether a class below `dict` has a method of `dict` itself.
fn has_own(thread: &Thread, class: ClassNumber, name: &'static str) -> bool {
    let name = thread.symbol_of(name);
    let found = thread.look_up(class, name);
    found.is_some_and(|found| found.class == CLASS_DICT)
}

/// `count_elements(mapping, iterable)`: adds 1 to the count of each item.
fn count_elements<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mapping = thread.root(arguments.get(thread, 0));
    let iterable = thread.root(arguments.get(thread, 1));
    let class = thread.class_of(thread.get(mapping));
    let table = dict::as_dict(thread, thread.get(mapping)).map(|table| thread.root(table.value()));
    let is_plain = has_own(thread, class, "get") && has_own(thread, class, "__setitem__");
    let one = thread.root(Value::from_small(1));
    if let Some(table) = table.filter(|_| is_plain) {
        iterate::for_each(thread, iterable, |thread, key| {
            count_one(thread, table, key, one)?;
            Ok(true)
        })?;
        return Ok(NONE);
    }
    let get = get_attribute(thread, mapping, "get")?;
    let zero = thread.root(Value::from_small(0));
    iterate::for_each(thread, iterable, |thread, key| {
        let count = thread.call(get, &[key, zero])?;
        let count = arithmetic::binary(thread, Operator::Add, count, one)?;
        item::set_item(thread, mapping, key, count)?;
        Ok(true)
    })?;
    Ok(NONE)
}

fn count_one(thread: &mut Thread, table: Root, key: Root, one: Root) -> Outcome<()> {
    let (hash, entry) = dict::locate(thread, table, key)?;
    let object = thread.object_at(table);
    let Some(entry) = entry else {
        return dict::insert_new(thread, object, thread.get(key), hash, thread.get(one));
    };
    let count = dict::value_at(thread, object, entry);
    if let Some(more) = count.as_integer().and_then(|count| count.checked_add(1)) {
        return dict::set_value_at(thread, object, entry, int::from_i64(thread, more));
    }
    let count = thread.root(count);
    let count = arithmetic::binary(thread, Operator::Add, count, one)?;
    dict::set(thread, table, key, count)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_containers_core")
    .methods(&[METHODS, ORDERED_METHODS])
    .functions(&[FUNCTIONS])];
