//! `list[int]` (`types.GenericAlias`) and `int | str` (`typing.Union`, `types.UnionType`).

use crate::classes::attribute_set;
use crate::model::instance_layout;
use crate::model::module_def::ModuleDef;
use crate::model::native;
use crate::model::type_def::TypeDef;
use crate::model::upcalls;
use crate::types::iterators;
use crate::types::list;
use crate::types::set;
use motet_tm::{Object, Root, Value};

use crate::classes::attribute;
use crate::classes::attribute::Attribute;
use crate::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR};
use crate::model::layouts::*;
use crate::model::native::{Arguments, NativeFunction, Outcome};
use crate::model::thread::Thread;
use crate::model::upcalls::call_with_names;
use crate::types::protocol::{compare, hash, repr};
use crate::types::{int, string, tuple};
use motet_vm::symbol::Symbol;

/// Words of an alias: the class that is parameterised, the tuple of parameters, whether it is
/// unpacked (`*tuple[int]`).
const ORIGIN: u64 = 1;
const ARGUMENTS: u64 = 2;
const UNPACKED: u64 = 3;
/// Word of a union: the tuple of its members.
const MEMBERS: u64 = 1;

/// Makes `origin[arguments]`.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn alias<'a>(
    thread: &'a Thread,
    origin: Value<'_>,
    arguments: Value<'_>,
) -> Outcome<Value<'a>> {
    let is_tuple = tuple::as_tuple(thread, arguments).is_some();
    let arguments = if is_tuple {
        arguments
    } else {
        tuple::from_values(thread, &[arguments])?
    };
    Ok(thread.new_small(CLASS_GENERIC_ALIAS, origin, arguments, NONE))
}

fn make_alias<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    alias(thread, arguments.get(thread, 1), arguments.get(thread, 2))
}

/// `cls[…]` of the built-in classes that have parameters.
pub const CLASS_GETITEM: NativeFunction =
    NativeFunction::leaf("__class_getitem__", 2, 2, class_getitem)
        .of_class()
        .of_whole();

fn class_getitem<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    alias(thread, arguments.get(thread, 0), arguments.get(thread, 1))
}

/// The object to which an alias passes a look-up of an attribute on.
pub(crate) fn forwarded<'a>(
    thread: &'a Thread,
    receiver: Value<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let alias = thread.object_of(receiver, CLASS_GENERIC_ALIAS)?;
    const OWN: &[&str] = &[
        "__class__",
        "__origin__",
        "__args__",
        "__parameters__",
        "__mro_entries__",
        "__bases__",
        "__unpacked__",
        "__typing_unpacked_tuple_args__",
        "__iter__",
        "__reduce_ex__",
        "__reduce__",
        "__copy__",
        "__deepcopy__",
        "__call__",
        "__getitem__",
        "__or__",
        "__ror__",
        "__eq__",
        "__hash__",
        "__repr__",
        "__instancecheck__",
        "__subclasscheck__",
    ];
    let text = thread.machine().symbols.text(name);
    (!OWN.contains(&text)).then(|| thread.read(alias).get(ORIGIN))
}

/// The attributes of aliases and unions.
pub(crate) fn attribute<'a>(
    thread: &'a Thread,
    object: Object<'a>,
    name: Symbol,
) -> Option<Value<'a>> {
    let view = thread.read(object);
    let is_alias = thread.host_of(object) == CLASS_GENERIC_ALIAS;
    let word = if is_alias { ARGUMENTS } else { MEMBERS };
    match thread.machine().symbols.text(name) {
        "__origin__" if is_alias => Some(view.get(ORIGIN)),
        "__origin__" => Some(thread.class_object(CLASS_UNION)),
        "__args__" => Some(view.get(word)),
        "__unpacked__" if is_alias => Some(boolean(view.get(UNPACKED) == TRUE)),
        "__typing_unpacked_tuple_args__" if is_alias => {
            let is_tuple = view.get(ORIGIN) == thread.class_object(CLASS_TUPLE);
            let shows = is_tuple && view.get(UNPACKED) == TRUE;
            Some(if shows { view.get(ARGUMENTS) } else { NONE })
        }
        "__parameters__" => {
            let mut found = Vec::new();
            parameters(thread, view.get(word), &mut found, 0);
            tuple::from_values(thread, &found).ok()
        }
        "__name__" | "__qualname__" if !is_alias => string::new(thread, "Union").ok(),
        _ => None,
    }
}

/// Whether a value is a type parameter: an object with `__typing_subst__`.
fn is_parameter(thread: &Thread, value: Value<'_>) -> bool {
    thread.class_number_of(value).is_none()
        && thread.has_special(thread.class_of(value), "__typing_subst__")
}

/// How deep lists and aliases within each other are looked at.
const NESTING_MAX: usize = 200;

/// The type parameters in a tuple, each once, inner ones too.
fn parameters<'a>(
    thread: &'a Thread,
    arguments: Value<'a>,
    found: &mut Vec<Value<'a>>,
    depth: usize,
) {
    // A list may hold itself.
    if depth > NESTING_MAX {
        return;
    }
    let name = thread.symbol_of("__parameters__");
    for value in thread.tuple_items(arguments) {
        if is_parameter(thread, value) {
            if !found.contains(&value) {
                found.push(value);
            }
        } else if let Some(list) = list::as_list(thread, value) {
            let inside = thread.new_tuple(&list::values(thread, list));
            parameters(thread, inside, found, depth + 1);
        } else if tuple::as_tuple(thread, value).is_some() {
            parameters(thread, value, found, depth + 1);
        } else if let Some(alias) = thread.object_of(value, CLASS_GENERIC_ALIAS) {
            parameters(thread, thread.read(alias).get(ARGUMENTS), found, depth + 1);
        } else if let Some(union) = thread.object_of(value, CLASS_UNION) {
            parameters(thread, thread.read(union).get(MEMBERS), found, depth + 1);
        } else if thread.class_number_of(value).is_none()
            && let Attribute::Value(inner) = attribute::find(thread, value, name)
            && tuple::as_tuple(thread, inner).is_some()
        {
            // The forms that `typing` makes itself keep their parameters.
            for parameter in thread.tuple_items(inner) {
                if !found.contains(&parameter) {
                    found.push(parameter);
                }
            }
        }
    }
}

fn receiver<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Object<'a>> {
    let value = instance_layout::plain(thread, arguments.get(thread, 0));
    let alias = thread.object_of(value, CLASS_GENERIC_ALIAS);
    alias.ok_or_else(|| thread.raise(TYPE_ERROR, "a GenericAlias is needed"))
}

/// `alias[…]`: puts values in the place of type parameters.
fn get_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    upcalls::delegate(thread, arguments, "_typing", "_alias_item")
}

/// `*alias`: one item, the alias unpacked.
fn iter<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let view = thread.read(receiver(thread, arguments)?);
    let (origin, inside) = (view.get(ORIGIN), view.get(ARGUMENTS));
    let unpacked = thread.new_small(CLASS_GENERIC_ALIAS, origin, inside, TRUE);
    Ok(iterators::at_start(
        thread,
        CLASS_GENERIC_ALIAS_ITERATOR,
        unpacked,
    ))
}

/// `alias(…)` makes an instance of the origin, and sets its `__orig_class__` if it can have one.
fn call<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let object = receiver(thread, arguments)?;
    let whole = thread.root(object.value());
    let origin = thread.root(thread.read(object).get(ORIGIN));
    let (roots, keywords) = native::roots_from(thread, arguments, 1);
    let made = call_with_names(thread, origin, &roots, &keywords)?;
    let name = thread.symbol_of("__orig_class__");
    match attribute_set::set(thread, made, name, Some(whole)) {
        Err(motet_tm::Unwind::Raise)
            if thread.take_exception_of(ATTRIBUTE_ERROR)
                || thread.take_exception_of(TYPE_ERROR) => {}
        outcome => outcome?,
    }
    Ok(thread.get(made))
}

/// The text of an argument of an alias: a list shows its members as the alias does, but lists
/// within it are shown as they are.
fn argument_text(thread: &mut Thread, argument: Root) -> Outcome<String> {
    let Some(list) = list::as_list(thread, thread.get(argument)) else {
        return member_text(thread, argument);
    };
    let inside = thread.new_tuple(&list::values(thread, list));
    let inside = thread.root(inside);
    let texts = texts_of(thread, inside, member_text)?;
    Ok(format!("[{}]", texts.join(", ")))
}

/// The text of a member of an alias or a union.
fn member_text(thread: &mut Thread, member: Root) -> Outcome<String> {
    let value = thread.get(member);
    if value == ELLIPSIS {
        return Ok("...".to_owned());
    }
    if value == NONE {
        return Ok("None".to_owned());
    }
    // The module of a class of Python code may have been set later.
    let number = thread.class_number_of(value);
    if let Some(number) = number.filter(|number| *number < CLASS_USER_FIRST) {
        let class = thread.class(number);
        return Ok(if class.module.as_ref() == "builtins" {
            class.qualified_name.to_string()
        } else {
            format!("{}.{}", class.module, class.qualified_name)
        });
    }
    match named_text(thread, member)? {
        Some(text) => Ok(text),
        None => repr::repr_text(thread, member),
    }
}

/// The text of a member that is no class but has a name in a module, as functions have; an alias
/// shows itself.
fn named_text(thread: &mut Thread, member: Root) -> Outcome<Option<String>> {
    let mut found = [None; 4];
    let names = ["__origin__", "__args__", "__qualname__", "__module__"];
    for (name, place) in names.into_iter().zip(&mut found) {
        let name = thread.machine().symbols.intern(thread, name);
        *place = attribute::get_optional(thread, member, name)?;
    }
    let [origin, arguments, name, module] = found;
    let is_alias = origin.is_some() && arguments.is_some();
    let (Some(name), Some(module), false) = (name, module, is_alias) else {
        return Ok(None);
    };
    if thread.get(module) == NONE {
        return Ok(None);
    }
    let text = |value: Root| string::as_text(thread, thread.get(value));
    Ok(match (text(name), text(module)) {
        (Some(name), Some("builtins")) => Some(name.to_owned()),
        (Some(name), Some(module)) => Some(format!("{module}.{name}")),
        _ => None,
    })
}

fn texts_of(
    thread: &mut Thread,
    members: Root,
    text_of: impl Fn(&mut Thread, Root) -> Outcome<String>,
) -> Outcome<Vec<String>> {
    let members: Vec<Root> = thread
        .tuple_items(thread.get(members))
        .into_iter()
        .map(|member| thread.root(member))
        .collect();
    members
        .into_iter()
        .map(|member| text_of(thread, member))
        .collect()
}

fn alias_text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let view = thread.read(receiver(thread, arguments)?);
    let (origin, inside) = (
        thread.root(view.get(ORIGIN)),
        thread.root(view.get(ARGUMENTS)),
    );
    let mut inside = texts_of(thread, inside, argument_text)?;
    if inside.is_empty() {
        inside.push("()".to_owned());
    }
    let origin = member_text(thread, origin)?;
    let star = match thread.read(receiver(thread, arguments)?).get(UNPACKED) {
        TRUE => "*",
        _ => "",
    };
    string::new(thread, &format!("{star}{origin}[{}]", inside.join(", ")))
}

fn alias_equal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let first = thread.read(receiver(thread, arguments)?);
    let second = instance_layout::plain(thread, arguments.get(thread, 1));
    let Some(second) = thread.object_of(second, CLASS_GENERIC_ALIAS) else {
        return Ok(NOT_IMPLEMENTED);
    };
    let second = thread.read(second);
    if first.get(UNPACKED) != second.get(UNPACKED) {
        return Ok(FALSE);
    }
    let pairs = [ORIGIN, ARGUMENTS]
        .map(|word| (thread.root(first.get(word)), thread.root(second.get(word))));
    for (a, b) in pairs {
        if !compare::same_or_equal(thread, a, b)? {
            return Ok(FALSE);
        }
    }
    Ok(TRUE)
}

fn alias_hash<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let view = thread.read(receiver(thread, arguments)?);
    let (origin, inside) = (
        thread.root(view.get(ORIGIN)),
        thread.root(view.get(ARGUMENTS)),
    );
    let both = hash::hash(thread, origin)? ^ hash::hash(thread, inside)?;
    Ok(int::from_i64(thread, both))
}

fn mro_entries<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let origin = thread.read(receiver(thread, arguments)?).get(ORIGIN);
    tuple::from_values(thread, &[origin])
}

fn refuse_check<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let message = "isinstance() argument 2 cannot be a parameterized generic";
    Err(thread.raise(TYPE_ERROR, message))
}

fn refuse_subclass_check<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let message = "issubclass() argument 2 cannot be a parameterized generic";
    Err(thread.raise(TYPE_ERROR, message))
}

/// `alias | other`: the members are the operands as given, instances of classes of the program
/// included.
pub(crate) fn or<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    joined(thread, arguments, [0, 1])
}

/// `other | alias`.
pub(crate) fn reflected_or<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    joined(thread, arguments, [1, 0])
}

fn joined<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    order: [usize; 2],
) -> Outcome<Value<'a>> {
    let [a, b] = order.map(|index| thread.root(arguments.get(thread, index)));
    let made = union(thread, a, b)?;
    Ok(made.map_or(NOT_IMPLEMENTED, |made| thread.get(made)))
}

/// Whether a member of a union is one of some members, or equal to one.
fn is_among(thread: &mut Thread, members: &[Root], one: Root) -> Outcome<bool> {
    for known in members {
        if compare::same_or_equal(thread, *known, one)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a value can be a member of a union.
pub(crate) fn is_member(thread: &Thread, value: Value<'_>) -> bool {
    value == NONE
        || thread.class_number_of(value).is_some()
        || matches!(
            thread.class_of(instance_layout::plain(thread, value)),
            CLASS_GENERIC_ALIAS | CLASS_UNION
        )
}

/// The members that an operand of `|` adds to a union.
fn parts(thread: &Thread, operand: Root) -> Vec<Root> {
    let value = thread.get(operand);
    match thread.object_of(value, CLASS_UNION) {
        Some(union) => {
            let inner = thread.tuple_items(thread.read(union).get(MEMBERS));
            inner.into_iter().map(|one| thread.root(one)).collect()
        }
        None if value == NONE => vec![thread.root(thread.class_object(CLASS_NONE))],
        None => vec![operand],
    }
}

/// `a | b` of classes, aliases and unions; `None` if one of them is none.
///
/// # Errors
/// The exception of comparing members.
pub fn union(thread: &mut Thread, a: Root, b: Root) -> Outcome<Option<Root>> {
    let both_none = thread.get(a) == NONE && thread.get(b) == NONE;
    if both_none || !is_member(thread, thread.get(a)) || !is_member(thread, thread.get(b)) {
        return Ok(None);
    }
    union_of_members(thread, &[a, b]).map(Some)
}

/// The union of values that can be members of one.
fn union_of_members(thread: &mut Thread, operands: &[Root]) -> Outcome<Root> {
    let mut members = Vec::new();
    for operand in operands {
        // The members of a union differ from each other already.
        let known = members.len();
        for one in parts(thread, *operand) {
            if !is_among(thread, &members[..known], one)? {
                members.push(one);
            }
        }
    }
    if let [only] = members.as_slice() {
        return Ok(*only);
    }
    let members = tuple::from_roots(thread, &members)?;
    let made = thread.new_small(CLASS_UNION, members, NONE, NONE);
    Ok(thread.root(made))
}

/// The members of a union.
pub fn members<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Vec<Value<'a>>> {
    let union = thread.object_of(value, CLASS_UNION)?;
    Some(thread.tuple_items(thread.read(union).get(MEMBERS)))
}

fn members_root(thread: &Thread, arguments: Arguments, index: usize) -> Option<Root> {
    let union = thread.object_of(arguments.get(thread, index), CLASS_UNION)?;
    Some(thread.root(thread.read(union).get(MEMBERS)))
}

fn union_receiver(thread: &Thread, arguments: Arguments) -> Outcome<Root> {
    let members = members_root(thread, arguments, 0);
    members.ok_or_else(|| thread.raise(TYPE_ERROR, "a union is needed"))
}

fn union_text<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let members = union_receiver(thread, arguments)?;
    let texts: Vec<String> = texts_of(thread, members, member_text)?
        .into_iter()
        .map(|text| {
            if text == "NoneType" {
                "None".to_owned()
            } else {
                text
            }
        })
        .collect();
    string::new(thread, &texts.join(" | "))
}

/// `union | other`: what is no type by itself becomes a member as in `Union[…]`.
fn union_or<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    joined_or_delegated(thread, arguments, [0, 1])
}

/// `other | union`.
fn union_reflected_or<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    joined_or_delegated(thread, arguments, [1, 0])
}

fn joined_or_delegated<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    order: [usize; 2],
) -> Outcome<Value<'a>> {
    let [a, b] = order.map(|index| thread.root(arguments.get(thread, index)));
    if let Some(made) = union(thread, a, b)? {
        return Ok(thread.get(made));
    }
    let made = upcalls::call_python(thread, "_typing", "_union_with", &[a, b])?;
    Ok(thread.get(made))
}

/// The members as a frozenset: their order does not matter.
fn as_frozen_set(thread: &mut Thread, members: Root) -> Outcome<Root> {
    set::from_iterable(thread, CLASS_FROZENSET, members)
}

fn union_equal<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let first = union_receiver(thread, arguments)?;
    let Some(second) = members_root(thread, arguments, 1) else {
        return Ok(NOT_IMPLEMENTED);
    };
    // The members of one union differ from each other, in some order; they may have no hashes.
    let [first, second] = [first, second].map(|members| {
        let members = thread.tuple_items(thread.get(members));
        members.into_iter().map(|one| thread.root(one)).collect()
    });
    let (first, second): (Vec<Root>, Vec<Root>) = (first, second);
    if first.len() != second.len() {
        return Ok(FALSE);
    }
    for one in first {
        if !is_among(thread, &second, one)? {
            return Ok(FALSE);
        }
    }
    Ok(TRUE)
}

fn union_hash<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let members = union_receiver(thread, arguments)?;
    let set = as_frozen_set(thread, members)?;
    let hash = hash::hash(thread, set)?;
    Ok(int::from_i64(thread, hash))
}

/// `union[…]`: puts values in the place of type parameters of its members.
fn union_item<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    upcalls::delegate(thread, arguments, "_typing", "_union_item")
}

/// `Union[…]`: `typing` converts what is no class, alias or union.
fn union_of<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = arguments.get(thread, 1);
    let operands = match thread.object_of(given, CLASS_TUPLE) {
        Some(_) => thread.tuple_items(given),
        None => vec![given],
    };
    let are_members = operands.iter().all(|one| is_member(thread, *one));
    if are_members && !operands.is_empty() {
        let operands: Vec<Root> = operands.into_iter().map(|one| thread.root(one)).collect();
        let made = union_of_members(thread, &operands)?;
        return Ok(thread.get(made));
    }
    upcalls::delegate(thread, arguments, "_typing", "_union_of")
}

/// A union of the members of a tuple, which are known to be different.
fn make_union<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let members = arguments.get(thread, 0);
    if tuple::as_tuple(thread, members).is_none() {
        return Err(thread.raise(TYPE_ERROR, "the members of a union are a tuple"));
    }
    Ok(thread.new_small(CLASS_UNION, members, NONE, NONE))
}

/// The functions for the Python module that makes types.
const MODULE_FUNCTIONS: &[NativeFunction] = &[NativeFunction::leaf("make_union", 1, 1, make_union)];

/// Methods of aliases.
const ALIAS_METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__getitem__", 2, 2, get_item),
    NativeFunction::calling("__iter__", 1, 1, iter),
    NativeFunction::calling("__call__", 1, u8::MAX, call).with_keywords(),
    NativeFunction::calling("__repr__", 1, 1, alias_text),
    NativeFunction::calling("__eq__", 2, 2, alias_equal),
    NativeFunction::calling("__hash__", 1, 1, alias_hash),
    NativeFunction::calling("__or__", 2, 2, or).of_whole(),
    NativeFunction::calling("__ror__", 2, 2, reflected_or).of_whole(),
    NativeFunction::leaf("__mro_entries__", 2, 2, mro_entries),
    NativeFunction::leaf("__instancecheck__", 2, 2, refuse_check),
    NativeFunction::leaf("__subclasscheck__", 2, 2, refuse_subclass_check),
];

/// Methods of unions.
const UNION_METHODS: &[NativeFunction] = &[
    NativeFunction::calling("__repr__", 1, 1, union_text),
    NativeFunction::calling("__eq__", 2, 2, union_equal),
    NativeFunction::calling("__hash__", 1, 1, union_hash),
    NativeFunction::calling("__or__", 2, 2, union_or),
    NativeFunction::calling("__ror__", 2, 2, union_reflected_or),
    NativeFunction::calling("__getitem__", 2, 2, union_item),
    NativeFunction::calling("__class_getitem__", 2, 2, union_of).of_class(),
];

/// Operators of classes.
pub const TYPE_OPERATORS: &[NativeFunction] = &[
    NativeFunction::calling("__or__", 2, 2, or),
    NativeFunction::calling("__ror__", 2, 2, reflected_or),
];

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    TypeDef::new("GenericAlias", CLASS_GENERIC_ALIAS)
        .in_module("types")
        .constructor(NativeFunction::leaf("GenericAlias", 3, 3, make_alias))
        .methods(&[ALIAS_METHODS])
        .weakly_referenced(),
    TypeDef::new("Union", CLASS_UNION)
        .in_module("typing")
        .methods(&[UNION_METHODS])
        .closed()
        .weakly_referenced(),
];

/// The module that the program imports.
pub const MODULES: &[ModuleDef] = &[ModuleDef::new("_typing_core")
    .functions(&[MODULE_FUNCTIONS])
    .listed_as(&["_typing"])];
