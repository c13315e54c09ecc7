//! Partial objects (`functools.partial`): how common ones are made and called.

use super::functools;
use motet_python_interp::calling::call;
use motet_python_objects::model::class::InstanceKind;
use motet_python_objects::model::function::METHOD_FUNCTION;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Call, Entered, NativeCode};
use motet_python_objects::model::short_call;
use motet_python_objects::model::text;
use motet_python_objects::model::thread::HEADER_CALLABLE;
use motet_python_objects::types::native_first::call_slow_new;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{dict, tuple};
use motet_vm::symbol::Symbol;

/// The functions that become methods of the library's class.
pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::entering("partial_call", enter_partial).with_quick(quick_partial),
    NativeFunction::calling("partial_new", 0, u8::MAX, partial_new)
        .with_keywords()
        .with_quick(quick_partial_new),
];

/// `partial(function, …)`: an object of these parts, if it is a common one; the library's own
/// `__new__` makes the others: of classes below, around objects that may be partial ones
/// themselves, with places that are kept open.
fn partial_new<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given: Vec<Value<'_>> = (0..arguments.len())
        .map(|index| arguments.get(thread, index))
        .collect();
    let named: Vec<(Symbol, Value<'_>)> = (0..arguments.keyword_count())
        .map(|index| {
            let value = arguments.keyword_value(thread, index);
            (thread.keyword_symbol(index), value)
        })
        .collect();
    if let Some(made) = plain_partial(thread, &given, &named) {
        let made = thread.root(made);
        return Ok(thread.get(made));
    }
    call_slow_new(
        thread,
        arguments,
        "functools.partial.__new__(X): X is not a type object",
    )
}

/// The same of a function and at most one argument.
fn quick_partial_new<'a>(thread: &'a Thread, given: [Value<'a>; 3]) -> Option<Value<'a>> {
    let count = given.iter().position(|value| *value == UNBOUND);
    plain_partial(thread, &given[..count.unwrap_or(given.len())], &[])
}

/// A partial object, of the class and the function that come first and of all other arguments, if
/// it is a common one.
fn plain_partial<'a>(
    thread: &'a Thread,
    given: &[Value<'a>],
    named: &[(Symbol, Value<'a>)],
) -> Option<Value<'a>> {
    let [class, function, given @ ..] = given else {
        return None;
    };
    let class = thread.class(thread.class_number_of(*class)?);
    // The mark of an open place is an attribute of `partial` itself, which no class below inherits
    // without being another class.
    let mark = thread.look_up(class.number, thread.symbol_of(".placeholder"))?;
    let is_plain = mark.class == class.number
        && class.kind == InstanceKind::Plain
        && is_entered_once(thread, *function)
        && given.iter().all(|value| *value != mark.value)
        && named.iter().all(|(_, value)| *value != mark.value);
    if !is_plain {
        return None;
    }
    let keywords = dict::new(thread).ok()?;
    for (name, value) in named {
        let name = thread.machine().symbols.object(*name).value();
        dict::set_leaf(thread, keywords.as_object()?, name, *value).ok()?;
    }
    let fields = [
        (names::FUNC_PLAIN, *function),
        (names::ARGS, tuple::from_values(thread, given).ok()?),
        (names::KEYWORDS, keywords),
        (names::PLACEHOLDERS, Value::from_small(0)),
        (thread.symbol_of("_merger"), NONE),
    ];
    thread.new_filled_instance(class, &fields).ok()
}

/// The parts of a partial object: function, arguments, named arguments, number of open places.
fn parts_of_partial<'a>(thread: &'a Thread, partial: Value<'a>) -> Option<[Value<'a>; 4]> {
    let names = [
        names::FUNC_PLAIN,
        names::ARGS,
        names::KEYWORDS,
        names::PLACEHOLDERS,
    ];
    thread.first_attributes(partial.as_object()?, &names)
}

/// A call of a partial object around a native whose shortcut knows the result.
fn quick_partial<'a>(
    thread: &'a Thread,
    [partial, first, second]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let [function, before, named, open] = parts_of_partial(thread, partial)?;
    // (A native that enters may again be the call of a partial object: a circle of those would
    // never end.)
    let native = exact(thread, function, CLASS_NATIVE_FUNCTION)?;
    let is_leaf = !matches!(thread.native_of(native).0.code, NativeCode::Entering(_));
    if !is_leaf || open.as_integer()? != 0 {
        return None;
    }
    if dict::length(thread, exact(thread, named, CLASS_DICT)?) > 0 {
        return None;
    }
    let before = exact(thread, before, CLASS_TUPLE)?;
    let inserted = tuple::length(thread, before) as usize;
    let mut all = [UNBOUND; 3];
    for (place, value) in all.get_mut(..inserted)?.iter_mut().enumerate() {
        *value = tuple::get(thread, before, place as u64);
    }
    let given = [first, second];
    let count = given.iter().filter(|value| **value != UNBOUND).count();
    let end = inserted + count;
    all.get_mut(inserted..end)?.copy_from_slice(&given[..count]);
    short_call::call_shortly(thread, function, &all[..end])
}

/// `partial(…)`: a call of its function, its arguments before those that are given. The library's
/// own `__call__` does the rare cases: places that are kept open, names that both sides have.
fn enter_partial(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let header = (
        thread.root(thread.stack_value(call.header + HEADER_CALLABLE)),
        thread.root(thread.stack_value(call.first())),
    );
    let Some((function, before, named)) = plain_parts(thread, call) else {
        let slow = thread.symbol_of("_call_slowly");
        let class = thread.class_of(thread.stack_value(call.first()));
        let found = thread.look_up(class, slow);
        let Some(found) = found.and_then(|it| exact(thread, it.value, CLASS_FUNCTION)) else {
            return Err(type_error(thread, "a partial object is needed"));
        };
        let own = [thread.stack_value(call.first())];
        let other = call::replace_receiver(thread, call, found.value(), own.into_iter())?;
        return call::enter_instead(thread, call, other, header, 1);
    };
    let inserted = tuple::length(thread, before) as usize;
    let values = (0..inserted).map(|place| tuple::get(thread, before, place as u64));
    let mut other = call::replace_receiver(thread, call, function, values)?;
    let Some(named) = named else {
        return call::enter_instead(thread, call, other, header, inserted);
    };
    let (mut names, values): (Vec<Symbol>, Vec<Value<'_>>) = named.into_iter().unzip();
    call::append_arguments(thread, &mut other, &values)?;
    names.extend(call.names);
    let other = Call {
        names: &names,
        ..other
    };
    call::enter_instead(thread, call, other, header, inserted)
}

/// Function, tuple of arguments, and named arguments of a `partial` object, if it has any.
type Parts<'a> = (Value<'a>, Object<'a>, Option<Vec<(Symbol, Value<'a>)>>);

/// Whether a call of a value does not again come to such a native: a circle of those would never
/// end.
pub(crate) fn is_entered_once(thread: &Thread, function: Value<'_>) -> bool {
    let is_function = |value| match kind(thread, value) {
        CLASS_FUNCTION => true,
        CLASS_NATIVE_FUNCTION => {
            let native = value.as_object().map(|native| thread.native_of(native).0);
            native.is_some_and(|native| !matches!(native.code, NativeCode::Entering(_)))
        }
        _ => false,
    };
    if thread.class_number_of(function).is_some() {
        return true;
    }
    let instance = function
        .as_object()
        .filter(|object| thread.host_of(*object) >= CLASS_USER_FIRST);
    if let Some(instance) = instance {
        let called = short_call::callable_of(thread, instance);
        return called.is_some_and(|(called, _)| {
            kind(thread, called) == CLASS_FUNCTION || functools::is_cached_call(thread, called)
        });
    }
    match exact(thread, function, CLASS_METHOD) {
        Some(method) => is_function(thread.read(method).get(METHOD_FUNCTION)),
        None => is_function(function),
    }
}

/// The parts of a partial object, if its arguments only have to be put before those of the call.
fn plain_parts<'a>(thread: &'a Thread, call: Call<'_>) -> Option<Parts<'a>> {
    let [function, arguments, keywords, open] =
        parts_of_partial(thread, thread.stack_value(call.first()))?;
    if open.as_integer()? != 0 {
        return None;
    }
    let keywords = exact(thread, keywords, CLASS_DICT)?;
    let has_names = dict::length(thread, keywords) > 0;
    if has_names && !call.names.is_empty() {
        return None;
    }
    let arguments = exact(thread, arguments, CLASS_TUPLE)?;
    let named = match has_names {
        true => Some(named_values(thread, keywords)?),
        false => None,
    };
    if !is_entered_once(thread, function) {
        return None;
    }
    Some((function, arguments, named))
}

/// The names and values of a dict whose keys are texts.
fn named_values<'a>(thread: &'a Thread, keywords: Object<'a>) -> Option<Vec<(Symbol, Value<'a>)>> {
    let entries = dict::entries(thread, keywords).into_iter();
    let named = entries.map(|(key, value)| {
        let text = text::as_text(thread, key)?;
        Some((thread.machine().symbols.intern(thread, text), value))
    });
    named.collect()
}
