//! `_contextvars_core`: reading and setting context variables. The classes are the library's, in
//! Python; each method here is the common case of one of theirs.
//!
//! ```text
//!   ROOT_CONTEXT ──▶ Context ── `_values` ──▶ dict: ContextVar ──▶ value
//!                       └─ `_is_shared`: whether a copy has that dict, too
//!   ContextVar ── `_default` ──▶ its default, if it has one;  class: `_token` ──▶ Token
//! ```

use motet_python_objects::model::class::{Class, InstanceKind};
use motet_python_objects::model::exception::LOOKUP_ERROR;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::names;
use motet_python_objects::model::thread::ROOT_CONTEXT;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{dict, native_shortcut};

/// The functions that become methods of the library's classes.
const METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("get", 1, 2, get).with_quick(quick_get),
    NativeFunction::calling("set", 2, 2, set).with_quick(quick_set),
    NativeFunction::calling("reset", 2, 2, reset).with_quick(quick_reset),
];

/// The current context and the dict of its values; none if the thread has no context yet.
fn current(thread: &Thread) -> Option<(Value<'_>, Object<'_>)> {
    let context = thread.thread_root(ROOT_CONTEXT);
    let [values] = thread.first_attributes(context.as_object()?, &[names::CONTEXT_VALUES])?;
    Some((context, exact(thread, values, CLASS_DICT)?))
}

/// Whether a context may change the dict of its values: no copy of it shares the dict.
fn is_own(thread: &Thread, context: Value<'_>) -> bool {
    let shared = |object| thread.own_attribute(object, names::CONTEXT_IS_SHARED);
    context.as_object().and_then(shared) == Some(FALSE)
}

/// The value of a variable in a context.
fn value_in<'a>(
    thread: &'a Thread,
    values: Object<'a>,
    variable: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    Ok(dict::get_leaf(thread, values, variable)?.flatten())
}

/// The value of a variable in the current context, or the default that is given, or its own.
fn quick_get<'a>(thread: &'a Thread, [variable, default, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let found = current(thread)
        .and_then(|(_, values)| native_shortcut::value_of(thread, values.value(), variable));
    if found.is_some() {
        return found;
    }
    if !is_variable(thread, variable) {
        return None;
    }
    match default {
        UNBOUND => thread.own_attribute(variable.as_object()?, names::VARIABLE_DEFAULT),
        default => Some(default),
    }
}

fn is_variable(thread: &Thread, variable: Value<'_>) -> bool {
    let class = thread.class_of(variable);
    thread.look_up(class, names::TOKEN_CLASS).is_some()
}

/// `get(variable, default)`: without a value and a default an error.
fn get<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let variable = arguments.get(thread, 0);
    let found = match current(thread) {
        Some((_, values)) => value_in(thread, values, variable)?,
        None => None,
    };
    if let Some(found) = found {
        return Ok(found);
    }
    if !is_variable(thread, variable) {
        let given = type_name(thread, variable);
        let message = format!(
            "descriptor 'get' for '_contextvars.ContextVar' objects doesn't apply to a '{given}' \
             object"
        );
        return Err(type_error(thread, message));
    }
    let found = arguments.optional(thread, 1);
    let own = |object| thread.own_attribute(object, names::VARIABLE_DEFAULT);
    let found = found.or_else(|| variable.as_object().and_then(own));
    found.ok_or_else(|| thread.raise_with(LOOKUP_ERROR, variable))
}

/// `set(variable, value)`: the token that takes it back; None if this is the library's work.
fn set<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if let Some(token) = token(thread, arguments)?.map(|token| thread.root(token)) {
        return Ok(thread.get(token));
    }
    let variable = thread.root(arguments.get(thread, 0));
    let value = thread.root(arguments.get(thread, 1));
    match thread.call_special(variable, ".slow_set", &[value])? {
        Some(token) => Ok(thread.get(token)),
        None => Err(type_error(thread, "a ContextVar is needed")),
    }
}

/// A value in place of what a table of values has for a variable, if no barrier stands in the way;
/// whether it was done.
fn put_open(
    thread: &Thread,
    values: Object<'_>,
    variable: Value<'_>,
    found: &dict::Found,
    (hash, value): (i64, Value<'_>),
) -> bool {
    match *found {
        dict::Found::Entry(entry) => {
            dict::table(thread, values).set_value_open(thread, entry, value)
        }
        dict::Found::Missing(slot) => {
            dict::insert_open(thread, values, slot, variable, hash, value)
        }
        dict::Found::Ask(_) => false,
    }
}

/// As [`set`], in the common case.
fn quick_set<'a>(thread: &'a Thread, [variable, value, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let class = thread.look_up(thread.class_of(variable), names::TOKEN_CLASS)?;
    let class = thread.class(thread.class_number_of(class.value)?);
    let (context, values) = current(thread)?;
    if class.kind != InstanceKind::Plain || !is_own(thread, context) {
        return None;
    }
    let (_, hash, found) = native_shortcut::find(thread, values.value(), CLASS_DICT, variable)?;
    let before = match found {
        dict::Found::Entry(entry) => dict::value_at(thread, values, entry),
        _ => thread.look_up(class.number, names::TOKEN_MISSING)?.value,
    };
    let token = new_token(thread, class, [context, variable, before]).ok()?;
    put_open(thread, values, variable, &found, (hash, value)).then_some(token)
}

fn new_token<'a>(
    thread: &'a Thread,
    class: &Class,
    [context, variable, before]: [Value<'_>; 3],
) -> Outcome<Value<'a>> {
    let fields = [
        (names::TOKEN_CONTEXT, context),
        (names::TOKEN_WAS_USED, FALSE),
        (names::TOKEN_VARIABLE, variable),
        (names::TOKEN_OLD_VALUE, before),
    ];
    thread.new_filled_instance(class, &fields)
}

/// `reset(variable, token)` is the library's work where it is not common.
fn reset<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let variable = thread.root(arguments.get(thread, 0));
    let token = thread.root(arguments.get(thread, 1));
    match thread.call_special(variable, ".slow_reset", &[token])? {
        Some(_) => Ok(NONE),
        None => Err(type_error(thread, "a ContextVar is needed")),
    }
}

/// Takes back what a token of the current context tells of, if it was not used.
fn quick_reset<'a>(thread: &'a Thread, [variable, token, _]: [Value<'a>; 3]) -> Option<Value<'a>> {
    let class = thread.look_up(thread.class_of(variable), names::TOKEN_CLASS)?;
    let class = thread.class_number_of(class.value)?;
    let token = token.as_object()?;
    let (context, values) = current(thread)?;
    let fields = [
        names::TOKEN_CONTEXT,
        names::TOKEN_WAS_USED,
        names::TOKEN_VARIABLE,
        names::TOKEN_OLD_VALUE,
    ];
    let [of, was_used, own, before] = thread.first_attributes(token, &fields)?;
    let is_common = thread.class_of_object(token) == class
        && of == context
        && was_used == FALSE
        && own == variable
        && is_own(thread, context);
    let missing = thread.look_up(class, names::TOKEN_MISSING)?.value;
    if !is_common {
        return None;
    }
    let (_, hash, found) = native_shortcut::find(thread, values.value(), CLASS_DICT, variable)?;
    // The mark comes first: it can be taken back where the table is not open for writing.
    if !thread.set_attribute_open(token, names::TOKEN_WAS_USED, TRUE) {
        return None;
    }
    let is_done = match found {
        dict::Found::Entry(entry) if before == missing => dict::delete_open(thread, values, entry),
        _ if before == missing => false,
        found => put_open(thread, values, variable, &found, (hash, before)),
    };
    if !is_done {
        thread.set_attribute_open(token, names::TOKEN_WAS_USED, FALSE);
    }
    is_done.then_some(NONE)
}

fn token<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Option<Value<'a>>> {
    let variable = arguments.get(thread, 0);
    let class = thread.look_up(thread.class_of(variable), names::TOKEN_CLASS);
    let class = class.and_then(|found| thread.class_number_of(found.value));
    let Some((class, (context, values))) = class.zip(current(thread)) else {
        return Ok(None);
    };
    let class = thread.class(class);
    if class.kind != InstanceKind::Plain {
        return Ok(None);
    }
    if !is_own(thread, context) {
        return Ok(None);
    }
    let before = value_in(thread, values, variable)?;
    if !dict::set_leaf(thread, values, variable, arguments.get(thread, 1))? {
        return Ok(None);
    }
    let missing = || thread.look_up(class.number, names::TOKEN_MISSING);
    let before = before.or_else(|| missing().map(|found| found.value));
    new_token(thread, class, [context, variable, before.unwrap_or(NONE)]).map(Some)
}

/// A copy of the current context, which is an instance of this class; none if the thread has no
/// context yet. Copies share the dict of their values until one of them is changed.
pub(crate) fn copy_of_current<'a>(thread: &'a Thread, class: &Class) -> Outcome<Option<Value<'a>>> {
    let context = thread.thread_root(ROOT_CONTEXT).as_object();
    let is_own = |context: &Object<'_>| thread.class_of_object(*context) == class.number;
    let Some(context) = context.filter(is_own) else {
        return Ok(None);
    };
    let expected = [names::CONTEXT_VALUES, names::CONTEXT_IS_SHARED];
    let Some([values, is_shared]) = thread.first_attributes(context, &expected) else {
        return Ok(None);
    };
    if is_shared != TRUE {
        thread.set_own_attribute(context, names::CONTEXT_IS_SHARED, TRUE)?;
    }
    let fields = [
        (names::CONTEXT_VALUES, values),
        (names::CONTEXT_IS_SHARED, TRUE),
        (names::CONTEXT_IS_ENTERED, FALSE),
    ];
    thread.new_filled_instance(class, &fields).map(Some)
}

/// `copy_current(Context)`: None if the thread has no context yet.
fn copy_current<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let class = thread.class_number_of(arguments.get(thread, 0));
    let class = class.map(|number| thread.class(number));
    let Some(class) = class.filter(|class| class.kind == InstanceKind::Plain) else {
        return Ok(NONE);
    };
    Ok(copy_of_current(thread, class)?.unwrap_or(NONE))
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_contextvars_core")
    .functions(&[&[NativeFunction::leaf("copy_current", 1, 1, copy_current)]])
    .methods(&[METHODS])
    .listed_as(&["_contextvars"])];
