//! `_elementtree_core.Element`: the elements of `xml.etree.ElementTree`, as `_elementtree` of the
//! library shows them. How they lie in the heap is told in `types/element.rs`.
//!
//! What is rare (states for pickling, copies of trees that hold more than texts) is left to
//! functions of `_elementtree`.

use motet_python_objects::model::exception_classes::{ATTRIBUTE_ERROR, TYPE_ERROR};
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::type_def::{Property, TypeDef};
use motet_python_objects::model::upcalls;
use motet_python_objects::types::element::{
    self, ATTRIBUTES, CHILDREN, TAG, TAIL, TEXT, as_element,
};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::{compare, item, iterate, repr};
use motet_python_objects::types::slice::{self, Indices};
use motet_python_objects::types::tables::{
    check_keywords, integer_argument, keyword, parameter, wrong_receiver,
};
use motet_python_objects::types::{dict, int, list, string, tuple};

use super::{element_copies, element_searches};

/// Its name in messages.
const NAME: &str = "xml.etree.ElementTree.Element";
/// The module of the library that has what is not native.
pub(super) const LIBRARY: &str = "_elementtree";

pub(super) fn receiver<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    name: &str,
) -> Outcome<Object<'a>> {
    let value = arguments.get(thread, 0);
    as_element(thread, value).ok_or_else(|| wrong_receiver(thread, NAME, name, value))
}

/// The receiver in a root.
fn rooted(thread: &Thread, arguments: Arguments, name: &str) -> Outcome<Root> {
    Ok(thread.root(receiver(thread, arguments, name)?.value()))
}

pub(super) fn at(thread: &Thread, root: Root) -> Object<'_> {
    thread.object_at(root)
}

/// Refuses an argument that is no element; `what` names it.
fn check_argument(thread: &Thread, value: Value<'_>, what: &str) -> Outcome<()> {
    if as_element(thread, value).is_some() {
        return Ok(());
    }
    let given = type_name(thread, value);
    Err(type_error(
        thread,
        format!("{what} must be {NAME}, not {given}"),
    ))
}

/// Refuses an item of a sequence that is no element.
fn check_item(thread: &Thread, value: Value<'_>) -> Outcome<()> {
    if as_element(thread, value).is_some() {
        return Ok(());
    }
    let given = type_name(thread, value);
    Err(type_error(
        thread,
        format!("expected an Element, not \"{given}\""),
    ))
}

/// A parameter that must be given.
pub(super) fn required<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    (function, name): (&str, &str),
) -> Outcome<Value<'a>> {
    parameter(thread, arguments, 1, name).ok_or_else(|| {
        let message = format!("{function}() missing required argument '{name}' (pos 1)");
        type_error(thread, message)
    })
}

// ---- making

/// A constructor: its name, and how many of its arguments a program does not see.
type Made = (&'static str, usize);
const ELEMENT: Made = ("Element", 1);
const SUB_ELEMENT: Made = ("SubElement", 0);

/// A copy of the attributes that a constructor is given: a dict as argument 2 or by the name
/// `attrib`, and all named arguments. None if there are none.
fn given_attributes<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    (function, hidden): Made,
) -> Outcome<Value<'a>> {
    let positional = arguments.optional(thread, 2);
    let named = match positional {
        Some(_) => None,
        None => keyword(thread, arguments, "attrib"),
    };
    let given = match positional.or(named) {
        None => None,
        Some(given) => Some(dict::as_dict(thread, given).ok_or_else(|| {
            let (given, place) = (type_name(thread, given), 3 - hidden);
            type_error(
                thread,
                match named {
                    Some(_) => format!("attrib must be dict, not {given}"),
                    None => format!("{function}() argument {place} must be dict, not {given}"),
                },
            )
        })?),
    };
    let is_empty = given.is_none_or(|given| dict::length(thread, given) == 0);
    let named_count = arguments.keyword_count() - usize::from(named.is_some());
    if is_empty && named_count == 0 {
        return Ok(NONE);
    }
    let made = match given {
        None => dict::new(thread)?,
        Some(given) => dict::copy(thread, given, CLASS_DICT)?,
    };
    for index in 0..arguments.keyword_count() {
        let name = thread.keyword_name(index);
        if named.is_none() || name != "attrib" {
            let key = string::new(thread, name)?;
            let value = arguments.keyword_value(thread, index);
            dict::set_leaf(thread, made.known_object(), key, value)?;
        }
    }
    Ok(made)
}

/// Tag and attributes that a constructor is given.
fn parts<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    made: Made,
) -> Outcome<(Value<'a>, Value<'a>)> {
    let (function, hidden) = made;
    let (given, least) = (arguments.len() - hidden, 2 - hidden);
    let refused = |how: &str, count: usize| {
        let plural = if count == 1 { "" } else { "s" };
        let message = format!("{function}() takes {how} {count} argument{plural} ({given} given)");
        type_error(thread, message)
    };
    if given < least {
        return Err(refused("at least", least));
    }
    if given > least + 1 {
        return Err(refused("at most", least + 1));
    }
    let attributes = given_attributes(thread, arguments, made)?;
    Ok((arguments.get(thread, 1), attributes))
}

fn construct(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let (tag, attributes) = parts(thread, arguments, ELEMENT)?;
    Ok(element::new(thread, tag, attributes))
}

/// `Element(tag)`, `Element(tag, {})`.
fn quick_construct<'a>(
    thread: &'a Thread,
    [_, tag, attributes]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let is_plain = tag != UNBOUND && attributes == UNBOUND;
    is_plain.then(|| element::new(thread, tag, NONE))
}

/// `Element.__init__` on an element that is there: without new attributes it keeps its own, and its
/// children.
fn initialise(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let own = receiver(thread, arguments, "__init__")?;
    let (tag, attributes) = parts(thread, arguments, ELEMENT)?;
    let view = thread.write(own)?;
    if attributes != NONE {
        view.set(ATTRIBUTES, attributes);
        view.set(CHILDREN, NONE);
    }
    for (word, value) in [(TAG, tag), (TEXT, NONE), (TAIL, NONE)] {
        view.set(word, value);
    }
    Ok(NONE)
}

/// `SubElement(parent, tag, attrib={}, **extra)`.
fn sub_element(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let parent = arguments.optional(thread, 0);
    let parent = parent.filter(|_| arguments.len() >= 2);
    if let Some(parent) = parent {
        check_argument(thread, parent, "SubElement() argument 1")?;
    }
    let (tag, attributes) = parts(thread, arguments, SUB_ELEMENT)?;
    let made = element::new(thread, tag, attributes);
    if let Some(parent) = parent.and_then(|parent| as_element(thread, parent)) {
        list::push(thread, element::children_made(thread, parent)?, made)?;
    }
    Ok(made)
}

fn make_element(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    receiver(thread, arguments, "makeelement")?;
    let given = arguments.get(thread, 2);
    let Some(attributes) = dict::as_dict(thread, given) else {
        let given = type_name(thread, given);
        let message = format!("makeelement() argument 2 must be dict, not {given}");
        return Err(type_error(thread, message));
    };
    let attributes = dict::copy(thread, attributes, CLASS_DICT)?;
    Ok(element::new(thread, arguments.get(thread, 1), attributes))
}

/// `__copy__`: the copy has the same dict of attributes, and a list of children of its own.
fn copy(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let own = receiver(thread, arguments, "__copy__")?;
    let attributes = own_attributes(thread, own)?;
    let view = thread.read(own);
    let made = element::new(thread, view.get(TAG), attributes.value());
    let target = thread.write(made.known_object())?;
    target.set(TEXT, view.get(TEXT));
    target.set(TAIL, view.get(TAIL));
    let children = element::values(thread, own);
    if !children.is_empty() {
        target.set(CHILDREN, list::from_values(thread, &children)?);
    }
    Ok(made)
}

// ---- children

fn append(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let own = receiver(thread, arguments, "append")?;
    let child = arguments.get(thread, 1);
    check_argument(thread, child, "append() argument 1")?;
    list::push(thread, element::children_made(thread, own)?, child)?;
    Ok(NONE)
}

/// `append` to an element of the class itself whose list of children has room.
fn quick_append<'a>(thread: &'a Thread, [own, child, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let own = exact(thread, own, CLASS_ELEMENT)?;
    as_element(thread, child)?;
    let children = element::children(thread, own)?;
    list::push_open(thread, children, child).then_some(NONE)
}

fn extend<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = rooted(thread, arguments, "extend")?;
    let given = thread.root(arguments.get(thread, 1));
    let given = items(thread, given, "'elements' must be an iterable")?;
    for child in list::values(thread, at(thread, given)) {
        check_item(thread, child)?;
        list::push(
            thread,
            element::children_made(thread, at(thread, own))?,
            child,
        )?;
    }
    Ok(NONE)
}

/// A list of the items of something iterable.
fn items(thread: &mut Thread, source: Root, message: &str) -> Outcome<Root> {
    if iterate::values_leaf(thread, thread.get(source)).is_some() {
        return iterate::to_list(thread, source);
    }
    match iterate::iter(thread, source) {
        Ok(iterator) => iterate::to_list(thread, iterator),
        Err(Unwind::Raise) if take_exception(thread, TYPE_ERROR) => {
            Err(type_error(thread, message))
        }
        Err(unwind) => Err(unwind),
    }
}

fn insert(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let own = receiver(thread, arguments, "insert")?;
    let place = integer_argument(thread, arguments.get(thread, 1))?;
    let child = arguments.get(thread, 2);
    check_argument(thread, child, "insert() argument 2")?;
    let children = element::children_made(thread, own)?;
    let place = slice::insertion_place(place, list::length(thread, children));
    list::replace(thread, children, place, place, &[child])?;
    Ok(NONE)
}

/// `remove(child)`: the first child that is this one or equal to it.
fn remove<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = rooted(thread, arguments, "remove")?;
    check_argument(thread, arguments.get(thread, 1), "remove() argument")?;
    let wanted = thread.root(arguments.get(thread, 1));
    let mut place = 0;
    while let Some(child) = element::child(thread, at(thread, own), place) {
        let mark = thread.root_count();
        let wanted_now = thread.get(wanted);
        let both = [child, wanted_now];
        // Elements of the class itself are equal to themselves alone.
        let is_plain = both
            .iter()
            .all(|it| exact(thread, *it, CLASS_ELEMENT).is_some());
        let is_found = child == wanted_now
            || !is_plain && {
                let child = thread.root(child);
                compare::same_or_equal(thread, child, wanted)?
            };
        thread.truncate_roots(mark);
        if is_found {
            let own = at(thread, own);
            if let Some(children) = element::children(thread, own)
                && place < list::length(thread, children)
            {
                list::replace(thread, children, place, place + 1, &[])?;
            }
            return Ok(NONE);
        }
        place += 1;
    }
    Err(value_error(thread, "Element.remove(x): element not found"))
}

fn clear(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let own = receiver(thread, arguments, "clear")?;
    let view = thread.write(own)?;
    for word in [TEXT, TAIL, ATTRIBUTES, CHILDREN] {
        view.set(word, NONE);
    }
    Ok(NONE)
}

fn length(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let own = receiver(thread, arguments, "__len__")?;
    Ok(int::from_length(element::count(thread, own)))
}

fn truth<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "__bool__")?;
    upcalls::call_python(thread, LIBRARY, "_warn_of_truth", &[])?;
    let own = receiver(thread, arguments, "__bool__")?;
    Ok(boolean(element::count(thread, own) > 0))
}

/// The places that a key means: one, or those of a slice.
enum Places {
    One(Option<u64>),
    /// The indices, and the slice of plain numbers that they come from.
    Slice(Indices, Root),
}

fn places(thread: &mut Thread, own: Root, key: Root) -> Outcome<Places> {
    let given = thread.get(key);
    if slice::as_slice(thread, given).is_some() {
        let key = slice::resolved(thread, key)?;
        let count = element::count(thread, at(thread, own));
        let found = slice::indices(thread, at(thread, key), count)?;
        return match found {
            Some(found) => Ok(Places::Slice(found, key)),
            None => Err(type_error(thread, "element indices must be integers")),
        };
    }
    let is_index =
        int::is_int(thread, given) || thread.has_special(thread.class_of(given), "__index__");
    if !is_index {
        return Err(type_error(thread, "element indices must be integers"));
    }
    let name = type_name(thread, given);
    let index = item::index(thread, key)?;
    let Some(index) = int::to_i64(thread, thread.get(index)) else {
        let message = format!("cannot fit '{name}' into an index-sized integer");
        return Err(index_error(thread, message));
    };
    let count = element::count(thread, at(thread, own));
    Ok(Places::One(slice::place(index, count)))
}

fn get_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = rooted(thread, arguments, "__getitem__")?;
    let key = thread.root(arguments.get(thread, 1));
    let places = places(thread, own, key)?;
    let own = at(thread, own);
    match (places, element::children(thread, own)) {
        (Places::One(Some(place)), Some(children)) => {
            let found = list::get(thread, children, place);
            found.ok_or_else(|| index_error(thread, "child index out of range"))
        }
        (Places::One(_), _) => Err(index_error(thread, "child index out of range")),
        (Places::Slice(indices, _), Some(children)) => list::slice(thread, children, indices),
        (Places::Slice(..), None) => list::new(thread),
    }
}

/// `element[index]`, of an element of the class itself.
fn quick_get_item<'a>(thread: &'a Thread, [own, key, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let own = exact(thread, own, CLASS_ELEMENT)?;
    let index = key.as_integer()?;
    let children = element::children(thread, own)?;
    let place = slice::place(index, list::length(thread, children))?;
    list::get(thread, children, place)
}

fn set_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = rooted(thread, arguments, "__setitem__")?;
    let key = thread.root(arguments.get(thread, 1));
    match places(thread, own, key)? {
        Places::One(None) => Err(index_error(thread, "child assignment index out of range")),
        Places::One(Some(place)) => {
            let child = arguments.get(thread, 2);
            check_item(thread, child)?;
            let children = element::children_made(thread, at(thread, own))?;
            list::set_index(thread, children, place as i64, child)?;
            Ok(NONE)
        }
        Places::Slice(_, key) => {
            let given = thread.root(arguments.get(thread, 2));
            let given = items(thread, given, "assignment expects an iterable")?;
            let given = list::values(thread, at(thread, given));
            for child in &given {
                check_item(thread, *child)?;
            }
            // (The items may have changed how many children there are.)
            let children = element::children_made(thread, at(thread, own))?;
            let key = slice::as_slice(thread, thread.get(key));
            let count = list::length(thread, children);
            let indices = match key {
                Some(key) => slice::indices(thread, key, count)?,
                None => None,
            };
            if let Some(indices) = indices {
                list::set_slice(thread, children, indices, &given)?;
            }
            Ok(NONE)
        }
    }
}

fn delete_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = rooted(thread, arguments, "__delitem__")?;
    let key = thread.root(arguments.get(thread, 1));
    let places = places(thread, own, key)?;
    let children = element::children_made(thread, at(thread, own))?;
    match places {
        Places::One(None) => {
            return Err(index_error(thread, "child assignment index out of range"));
        }
        Places::One(Some(place)) => list::replace(thread, children, place, place + 1, &[])?,
        Places::Slice(indices, _) => list::delete_slice(thread, children, indices)?,
    }
    Ok(NONE)
}

// ---- attributes of the document

/// The dict of attributes, which is made if need be.
fn own_attributes<'a>(thread: &'a Thread, own: Object<'a>) -> Outcome<Object<'a>> {
    if let Some(known) = element::attributes(thread, own) {
        return Ok(known);
    }
    let made = dict::new(thread)?;
    thread.write(own)?.set(ATTRIBUTES, made);
    Ok(made.known_object())
}

fn get<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    check_keywords(thread, arguments, "get", &["key", "default"])?;
    let key = thread.root(required(thread, arguments, ("get", "key"))?);
    let own = receiver(thread, arguments, "get")?;
    if let Some(attributes) = element::attributes(thread, own) {
        let attributes = thread.root(attributes.value());
        if let Some(found) = dict::get(thread, attributes, key)? {
            return Ok(thread.get(found));
        }
    }
    Ok(parameter(thread, arguments, 2, "default").unwrap_or(NONE))
}

/// `get` with a text as the key.
fn quick_get<'a>(thread: &'a Thread, [own, key, default]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let own = exact(thread, own, CLASS_ELEMENT)?;
    let default = if default == UNBOUND { NONE } else { default };
    string::exact_string(thread, key)?;
    let Some(attributes) = element::attributes(thread, own) else {
        return Some(default);
    };
    let found = dict::get_leaf(thread, attributes, key).ok()??;
    Some(found.unwrap_or(default))
}

fn set<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = receiver(thread, arguments, "set")?;
    let attributes = thread.root(own_attributes(thread, own)?.value());
    let [key, value] = [1, 2].map(|place| thread.root(arguments.get(thread, place)));
    dict::set(thread, attributes, key, value)?;
    Ok(NONE)
}

fn keys(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let own = receiver(thread, arguments, "keys")?;
    let all: Vec<Value<'_>> = match element::attributes(thread, own) {
        Some(attributes) => dict::keys(thread, attributes).collect(),
        None => Vec::new(),
    };
    list::from_values(thread, &all)
}

fn pairs(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let own = receiver(thread, arguments, "items")?;
    let mut all = Vec::new();
    if let Some(attributes) = element::attributes(thread, own) {
        for (key, value) in dict::entries(thread, attributes) {
            all.push(tuple::from_values(thread, &[key, value])?);
        }
    }
    list::from_values(thread, &all)
}

// ---- texts, states, copies

/// `__repr__`, of the whole.
fn text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let own = receiver(thread, arguments, "__repr__")?;
    let tag = thread.root(thread.read(own).get(TAG));
    let whole = thread.root(arguments.get(thread, 0));
    let mut shown = String::new();
    let is_first = repr::within(thread, whole, |thread| {
        shown = repr::repr_text(thread, tag)?;
        Ok(())
    })?;
    if !is_first {
        let message = format!("reentrant call inside {NAME}.__repr__");
        return Err(runtime_error(thread, message));
    }
    let place = thread.identity(at(thread, whole));
    string::new(thread, &format!("<Element {shown} at {place:#x}>"))
}

fn get_state<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "__getstate__")?;
    upcalls::delegate(thread, arguments, LIBRARY, "_state_of")
}

fn set_state<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    receiver(thread, arguments, "__setstate__")?;
    upcalls::delegate(thread, arguments, LIBRARY, "_set_state")
}

// ---- fields

fn field<'a>(thread: &'a Thread, arguments: Arguments, word: u64) -> Outcome<Value<'a>> {
    let own = receiver(thread, arguments, "tag")?;
    Ok(thread.read(own).get(word))
}

fn set_field<'a>(thread: &'a Thread, arguments: Arguments, word: u64) -> Outcome<Value<'a>> {
    let own = receiver(thread, arguments, "tag")?;
    let Some(value) = arguments.optional(thread, 1) else {
        return Err(thread.raise(ATTRIBUTE_ERROR, "can't delete element attribute"));
    };
    if word == ATTRIBUTES && dict::as_dict(thread, value).is_none() {
        let given = type_name(thread, value);
        return Err(type_error(
            thread,
            format!("attrib must be dict, not {given}"),
        ));
    }
    thread.write(own)?.set(word, value);
    Ok(NONE)
}

fn attributes(thread: &Thread, arguments: Arguments) -> Outcome<Value<'_>> {
    let own = receiver(thread, arguments, "attrib")?;
    let known = thread.read(own).get(ATTRIBUTES);
    match known {
        NONE => Ok(own_attributes(thread, own)?.value()),
        // (It may be of a class below `dict`.)
        known => Ok(known),
    }
}

/// The property of a word of elements that holds any value.
macro_rules! field_property {
    ($name:literal, $word:expr) => {
        Property {
            get: NativeFunction::leaf($name, 1, 1, |thread, arguments| {
                field(thread, arguments, $word)
            })
            .of_field($word as u8),
            set: NativeFunction::leaf($name, 1, 2, |thread, arguments| {
                set_field(thread, arguments, $word)
            })
            .of_field($word as u8),
        }
    };
}

/// Attributes.
const PROPERTIES: &[Property] = &[
    field_property!("tag", TAG),
    field_property!("text", TEXT),
    field_property!("tail", TAIL),
    Property {
        get: NativeFunction::leaf("attrib", 1, 1, attributes),
        set: NativeFunction::leaf("attrib", 1, 2, |thread, arguments| {
            set_field(thread, arguments, ATTRIBUTES)
        }),
    },
];

/// The methods.
const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("__init__", 1, u8::MAX, initialise).with_keywords(),
    NativeFunction::leaf("append", 2, 2, append).with_quick(quick_append),
    NativeFunction::calling("extend", 2, 2, extend),
    NativeFunction::leaf("insert", 3, 3, insert).asking_index(&[1]),
    NativeFunction::calling("remove", 2, 2, remove),
    NativeFunction::leaf("clear", 1, 1, clear),
    NativeFunction::leaf("__len__", 1, 1, length),
    NativeFunction::calling("__bool__", 1, 1, truth),
    NativeFunction::calling("__getitem__", 2, 2, get_item).with_quick(quick_get_item),
    NativeFunction::calling("__setitem__", 3, 3, set_item),
    NativeFunction::calling("__delitem__", 2, 2, delete_item),
    NativeFunction::calling("get", 1, 3, get)
        .with_keywords()
        .with_quick(quick_get),
    NativeFunction::calling("set", 3, 3, set),
    NativeFunction::leaf("keys", 1, 1, keys),
    NativeFunction::leaf("items", 1, 1, pairs),
    NativeFunction::calling("find", 1, 3, element_searches::find)
        .with_keywords()
        .of_whole(),
    NativeFunction::calling("findtext", 1, 4, element_searches::find_text)
        .with_keywords()
        .of_whole(),
    NativeFunction::calling("findall", 1, 3, element_searches::find_all)
        .with_keywords()
        .of_whole(),
    NativeFunction::calling("iterfind", 1, 3, element_searches::iterate_found)
        .with_keywords()
        .of_whole(),
    NativeFunction::leaf("iter", 1, 2, element_searches::iter)
        .with_keywords()
        .of_whole(),
    NativeFunction::leaf("itertext", 1, 1, element_searches::iter_texts).of_whole(),
    NativeFunction::leaf("makeelement", 3, 3, make_element),
    NativeFunction::leaf("__copy__", 1, 1, copy),
    NativeFunction::calling("__deepcopy__", 2, 2, element_copies::deep_copy),
    NativeFunction::calling("__getstate__", 1, 1, get_state),
    NativeFunction::calling("__setstate__", 2, 2, set_state),
    NativeFunction::calling("__repr__", 1, 1, text).of_whole(),
];

/// The functions of the module.
const FUNCTIONS: &[NativeFunction] =
    &[NativeFunction::leaf("SubElement", 0, u8::MAX, sub_element).with_keywords()];

/// The class.
const TYPES: &[TypeDef] = &[TypeDef::new("Element", CLASS_ELEMENT)
    .layouts(&[LAYOUT_ELEMENT])
    .in_module("xml.etree.ElementTree")
    .constructor(
        NativeFunction::leaf("Element", 1, u8::MAX, construct)
            .with_keywords()
            .with_quick(quick_construct),
    )
    .filled_by_init(|thread| Ok(element::new(thread, NONE, NONE)))
    .methods(&[METHODS])
    .properties(PROPERTIES)
    .weakly_referenced()];

/// The module that the library imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_elementtree_core")
    .functions(&[FUNCTIONS])
    .types(TYPES)
    .shows(&[CLASS_ELEMENT, CLASS_ELEMENT_ITERATOR])
    .listed_as(&["_elementtree"])];
