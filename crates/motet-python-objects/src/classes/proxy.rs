//! `mappingproxy`: a view of a mapping that cannot be changed through it; `__dict__` of a class is
//! one over the class's namespace.

use crate::model::instance_layout;
use crate::model::text;
use crate::model::type_def::TypeDef;
use crate::types::protocol::hash;
use motet_tm::{Object, Root, Value};

use crate::classes::attribute;
use crate::model::exception::TYPE_ERROR;
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::types::dict::Found;
use crate::types::namespace_dict;
use crate::types::protocol::{contains, item, iterate, repr, truth};
use crate::types::{dict, dict_views, int, string};

/// Word of a proxy: the mapping or class that it shows.
const SHOWN: u64 = 1;

/// `types.MappingProxyType(mapping)`: argument 0 is the class.
const CONSTRUCTOR: NativeFunction = NativeFunction::leaf("mappingproxy", 2, 2, make);

fn make<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mapping = arguments.get(thread, 1);
    let kind = thread.class_of(instance_layout::plain(thread, mapping));
    let is_mapping = !matches!(kind, CLASS_LIST | CLASS_TUPLE)
        && thread.has_special(thread.class_of(mapping), "__getitem__");
    if !is_mapping || thread.class_number_of(mapping).is_some() {
        let name = thread.type_name(mapping);
        let message = format!("mappingproxy() argument must be a mapping, not {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    Ok(thread.new_small(CLASS_MAPPING_PROXY, mapping, NONE, NONE))
}

/// The object that a proxy shows, as a mapping: for a class a copy of its namespace.
fn mapping(thread: &Thread, arguments: Arguments) -> Outcome<Root> {
    let value = arguments.get(thread, 0);
    let Some(proxy) = thread.object_of(value, CLASS_MAPPING_PROXY) else {
        return Err(thread.raise(TYPE_ERROR, "a mappingproxy is needed"));
    };
    let shown = thread.read(proxy).get(SHOWN);
    let mapping = match thread.class_number_of(shown) {
        Some(class) => namespace_dict::copy_of(thread, &thread.class(class).namespace)?,
        None => shown,
    };
    Ok(thread.root(mapping))
}

/// The variable of a class that a key names: reading one needs no copy of all of them.
fn variable(thread: &Thread, arguments: Arguments) -> Option<Option<Value<'_>>> {
    let proxy = thread.object_of(arguments.get(thread, 0), CLASS_MAPPING_PROXY)?;
    let class = thread.class_number_of(thread.read(proxy).get(SHOWN))?;
    let key = arguments.optional(thread, 1)?;
    let key = thread.object_of(key, CLASS_STR)?.value();
    let name = text::as_text(thread, key)?;
    let name = thread.machine().symbols.intern(thread, name);
    Some(thread.class(class).namespace.get(thread, name))
}

fn get_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if variable(thread, arguments).is_some_and(|found| found.is_some()) {
        return Ok(variable(thread, arguments)
            .flatten()
            .expect("the condition above has found it"));
    }
    let mapping = mapping(thread, arguments)?;
    let key = thread.root(arguments.get(thread, 1));
    let value = item::get_item(thread, mapping, key)?;
    Ok(thread.get(value))
}

fn has_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if let Some(found) = variable(thread, arguments) {
        return Ok(boolean(found.is_some()));
    }
    let mapping = mapping(thread, arguments)?;
    let key = thread.root(arguments.get(thread, 1));
    Ok(boolean(contains::contains(thread, mapping, key)?))
}

fn length<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mapping = mapping(thread, arguments)?;
    Ok(int::from_length(truth::length(thread, mapping)?))
}

fn iterator<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mapping = mapping(thread, arguments)?;
    let iterator = iterate::iter(thread, mapping)?;
    Ok(thread.get(iterator))
}

fn text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mapping = mapping(thread, arguments)?;
    let text = repr::repr_text(thread, mapping)?;
    string::new(thread, &format!("mappingproxy({text})"))
}

fn str_of<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mapping = mapping(thread, arguments)?;
    let text = repr::str_of(thread, mapping)?;
    Ok(thread.get(text))
}

/// Calls a method of the mapping.
fn of_mapping<'a>(thread: &'a mut Thread, arguments: Arguments, name: &str) -> Outcome<Value<'a>> {
    let receiver = mapping(thread, arguments)?;
    let rest: Vec<Root> = (1..arguments.len())
        .map(|index| {
            let value = arguments.get(thread, index);
            let proxy = thread.object_of(value, CLASS_MAPPING_PROXY);
            let Some(proxy) = proxy else {
                return Ok(thread.root(value));
            };
            let shown = thread.read(proxy).get(SHOWN);
            match thread.class_number_of(shown) {
                Some(class) => {
                    let namespace = &thread.class(class).namespace;
                    namespace_dict::copy_of(thread, namespace).map(|copy| thread.root(copy))
                }
                None => Ok(thread.root(shown)),
            }
        })
        .collect::<Outcome<_>>()?;
    let name = thread.machine().symbols.intern(thread, name);
    let method = attribute::get(thread, receiver, name)?;
    let result = thread.call(method, &rest)?;
    Ok(thread.get(result))
}

macro_rules! of_mappings {
    ($($function:ident $name:literal;)*) => {
        $(fn $function(thread: &mut Thread, arguments: Arguments) -> Outcome<Value<'_>> {
            of_mapping(thread, arguments, $name)
        })*
    };
}

of_mappings! {
    keys "keys";
    values "values";
    items "items";
    copy "copy";
    reversed "__reversed__";
    equal "__eq__";
    not_equal "__ne__";
    or "__or__";
    reflected_or "__ror__";
}

fn get<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if variable(thread, arguments).is_some() {
        let found = variable(thread, arguments).flatten();
        return Ok(found.unwrap_or_else(|| arguments.optional(thread, 2).unwrap_or(NONE)));
    }
    of_mapping(thread, arguments, "get")
}

fn inplace_or<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let message = "'|=' is not supported by mappingproxy; use '|' instead";
    Err(thread.raise(TYPE_ERROR, message))
}

fn hash<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mapping = mapping(thread, arguments)?;
    let hash = hash::hash(thread, mapping)?;
    Ok(int::from_i64(thread, hash))
}

/// The dict that a proxy shows, if a method of it is that of `dict`, and no code of the program.
fn shown_dict<'a>(
    thread: &'a Thread,
    proxy: Value<'a>,
    method: &'static str,
) -> Option<Object<'a>> {
    let proxy = thread.object_of(proxy, CLASS_MAPPING_PROXY)?;
    let shown = thread.read(proxy).get(SHOWN);
    let dict = dict::as_dict(thread, shown)?;
    let found = thread.look_up(thread.class_of(shown), thread.known_symbol(method)?)?;
    let native = thread.object_of(found.value, CLASS_NATIVE_FUNCTION)?;
    let native = thread.unbound_native(native)?;
    // `OrderedDict` has methods of `dict` under its own name.
    (native.plain_receiver && native.name == method).then_some(dict)
}

fn quick_get_item<'a>(thread: &'a Thread, [proxy, key, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let dict = shown_dict(thread, proxy, "__getitem__")?;
    let hash = hash::hash_plain(thread, key)?;
    match dict::find(thread, dict, key, hash).ok()? {
        Found::Entry(entry) => Some(dict::value_at(thread, dict, entry)),
        _ => None,
    }
}

fn quick_keys<'a>(thread: &'a Thread, [proxy, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let dict = shown_dict(thread, proxy, "keys")?;
    Some(dict_views::new(thread, CLASS_DICT_KEYS, dict))
}

fn quick_values<'a>(thread: &'a Thread, [proxy, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let dict = shown_dict(thread, proxy, "values")?;
    Some(dict_views::new(thread, CLASS_DICT_VALUES, dict))
}

fn quick_items<'a>(thread: &'a Thread, [proxy, ..]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let dict = shown_dict(thread, proxy, "items")?;
    Some(dict_views::new(thread, CLASS_DICT_ITEMS, dict))
}

/// The methods.
const METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__getitem__", 2, 2, get_item).with_quick(quick_get_item),
    NativeFunction::calling("__contains__", 2, 2, has_item),
    NativeFunction::calling("__len__", 1, 1, length),
    NativeFunction::calling("__iter__", 1, 1, iterator),
    NativeFunction::calling("__repr__", 1, 1, text),
    NativeFunction::calling("__str__", 1, 1, str_of),
    NativeFunction::calling("__hash__", 1, 1, hash),
    NativeFunction::calling("get", 2, 3, get),
    NativeFunction::calling("keys", 1, 1, keys).with_quick(quick_keys),
    NativeFunction::calling("values", 1, 1, values).with_quick(quick_values),
    NativeFunction::calling("items", 1, 1, items).with_quick(quick_items),
    NativeFunction::calling("copy", 1, 1, copy),
    NativeFunction::calling("__reversed__", 1, 1, reversed),
    NativeFunction::calling("__eq__", 2, 2, equal),
    NativeFunction::calling("__ne__", 2, 2, not_equal),
    NativeFunction::calling("__or__", 2, 2, or),
    NativeFunction::calling("__ror__", 2, 2, reflected_or),
    NativeFunction::leaf("__ior__", 2, 2, inplace_or),
];

/// The definition.
pub const TYPES: &[TypeDef] = &[TypeDef::new("mappingproxy", CLASS_MAPPING_PROXY)
    .constructor(CONSTRUCTOR)
    .methods(&[METHODS])
    .closed()
    .parameterised()
    .mapping_pattern()];
