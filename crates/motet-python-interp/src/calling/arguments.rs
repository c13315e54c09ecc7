//! Binding the arguments of a call to the parameters of a Python function.

use super::native_misfits;
use motet_python_bytecode::LOCALS_IN_REGISTERS;
use motet_python_objects::model::text;
use motet_tm::{Object, Unwind, Value};

use motet_python_objects::model::code::LoadedCode;
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::function::*;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::Call;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::dict_builder::Builder;
use motet_python_objects::types::{dict, similar_names, string, tuple};
use motet_vm::symbol::Symbol;

/// Parameters of so many names are bound without memory of their own.
const FEW: usize = 12;

/// Puts the arguments of a call into the parameters' registers: the stack has room for the
/// function's registers.
///
/// # Errors
/// `TypeError` when they do not fit.
pub(crate) fn bind(
    thread: &Thread,
    code: &'static LoadedCode,
    function: Object<'_>,
    call: Call<'_>,
) -> Outcome<()> {
    if code.source.kind.has_namespace() {
        return bind_none(thread, code, function, call);
    }
    let parameters = code.parameters();
    let positional = parameters.positional;
    let is_bound = parameters.spilled() == 0
        && (call.names.is_empty() && bind_in_place(thread, code, function, call)?
            || bind_few(thread, code, function, call)?);
    if is_bound {
        return Ok(());
    }
    let named = positional + parameters.keyword_only;
    let given = call.count - call.names.len();
    let mut few = [None; FEW];
    let mut many = Vec::new();
    let slots: &mut [Option<Value<'_>>] = if named <= FEW {
        &mut few[..named]
    } else {
        many.resize(named, None);
        &mut many
    };
    for (index, slot) in slots.iter_mut().take(positional.min(given)).enumerate() {
        *slot = Some(thread.stack_value(call.first() + index));
    }
    let mut rest = Vec::new();
    for index in positional..given {
        rest.push(thread.stack_value(call.first() + index));
    }
    let keywords = if parameters.has_varkeywords {
        Some(dict::new(thread)?)
    } else {
        None
    };
    bind_named(thread, (code, function), call, given, slots, keywords)?;
    // A wrong name is told before a wrong number.
    if given > positional && !parameters.has_varargs {
        return Err(too_many(thread, code, function, call));
    }
    fill_defaults(thread, (code, function, call), slots)?;
    let bound = slots.iter().copied().flatten();
    let rest = match parameters.has_varargs {
        true => Some(tuple::from_values(thread, &rest)?),
        false => None,
    };
    let mut values = bound.chain(rest).chain(keywords);
    for (index, value) in values.by_ref().take(LOCALS_IN_REGISTERS).enumerate() {
        thread.set_stack_value(call.first() + index, value);
    }
    if parameters.spilled() > 0 {
        let spilled: Vec<Value<'_>> = values.collect();
        let spilled = tuple::from_values(thread, &spilled)?;
        thread.set_stack_value(call.first() + LOCALS_IN_REGISTERS, spilled);
    }
    Ok(())
}

/// A function that a program has made of the code of a module or class, which takes nothing: its
/// variables are the globals.
fn bind_none(
    thread: &Thread,
    code: &'static LoadedCode,
    function: Object<'_>,
    call: Call<'_>,
) -> Outcome<()> {
    if call.count > call.names.len() {
        return Err(too_many(thread, code, function, call));
    }
    bind_named(thread, (code, function), call, 0, &mut [], None)?;
    thread.set_stack_value(call.first(), NONE);
    Ok(())
}

/// Binds positional arguments that lie in the parameters' registers already: missing ones become
/// defaults, surplus ones go into a tuple. False if the call needs more than that.
fn bind_in_place(
    thread: &Thread,
    code: &LoadedCode,
    function: Object<'_>,
    call: Call<'_>,
) -> Outcome<bool> {
    let parameters = code.parameters();
    let positional = parameters.positional;
    if parameters.keyword_only > 0 || parameters.has_varkeywords {
        return Ok(false);
    }
    if call.count < positional {
        let defaults = thread.read(function).get(FUNCTION_DEFAULTS);
        let Some(defaults) = tuple::as_tuple(thread, defaults) else {
            return Ok(false);
        };
        let count = tuple::length(thread, defaults) as usize;
        if call.count + count < positional {
            return Ok(false);
        }
        for index in call.count..positional {
            let value = tuple::get(thread, defaults, (index + count - positional) as u64);
            thread.set_stack_value(call.first() + index, value);
        }
    }
    if !parameters.has_varargs {
        return Ok(call.count <= positional);
    }
    let further = call.count.saturating_sub(positional);
    let rest = thread.stack_values(call.first() + positional, further);
    let rest = tuple::from_values(thread, rest)?;
    thread.set_stack_value(call.first() + positional, rest);
    Ok(true)
}

/// So many keyword arguments are moved without memory of their own.
const FEW_NAMED: usize = 6;

/// Binds arguments where they lie, with no more than a few keyword arguments. False if that cannot
/// be done, or is an error: then they lie as before.
fn bind_few(
    thread: &Thread,
    code: &LoadedCode,
    function: Object<'_>,
    call: Call<'_>,
) -> Outcome<bool> {
    let parameters = code.parameters();
    let positional = parameters.positional;
    let slots = positional + parameters.keyword_only;
    let given = call.count - call.names.len();
    if call.names.len() > FEW_NAMED || given > positional && !parameters.has_varargs {
        return Ok(false);
    }
    let mut named = [NONE; FEW_NAMED];
    let named = &mut named[..call.names.len()];
    named.copy_from_slice(thread.stack_values(call.first() + given, named.len()));
    let surplus = thread.stack_values(
        call.first() + positional.min(given),
        given.saturating_sub(positional),
    );
    let rest = match parameters.has_varargs {
        true => tuple::from_values(thread, surplus)?,
        false => NONE,
    };
    for index in given.min(positional)..slots {
        thread.set_stack_value(call.first() + index, UNBOUND);
    }
    let keywords = bind_few_named(thread, code, (call, slots), named)?;
    let is_bound = keywords.is_some() && fill_unbound(thread, code, function, call.first())?;
    let Some(keywords) = keywords.filter(|_| is_bound) else {
        if let Some(rest) = tuple::as_tuple(thread, rest) {
            let values = tuple::values(thread, rest);
            for (index, value) in (positional..).zip(values) {
                thread.set_stack_value(call.first() + index, value);
            }
        }
        for (index, value) in (given..).zip(named) {
            thread.set_stack_value(call.first() + index, *value);
        }
        return Ok(false);
    };
    let mut further = call.first() + slots;
    if parameters.has_varargs {
        thread.set_stack_value(further, rest);
        further += 1;
    }
    if parameters.has_varkeywords {
        thread.set_stack_value(further, keywords);
    }
    Ok(true)
}

/// Puts keyword arguments into their parameters; one without a parameter goes into a dict, if there
/// is one. None if one of them fits nowhere.
fn bind_few_named<'a>(
    thread: &'a Thread,
    code: &LoadedCode,
    (call, slots): (Call<'_>, usize),
    values: &[Value<'a>],
) -> Outcome<Option<Value<'a>>> {
    let parameters = code.parameters();
    let first = parameters.positional_only;
    let mut further = Builder::new(thread, CLASS_DICT);
    for (index, (name, value)) in call.names.iter().zip(values).enumerate() {
        let names = &code.parameter_names[..slots];
        match names.iter().position(|parameter| parameter == name) {
            Some(place) if place >= first => {
                let place = call.first() + place;
                if thread.stack_value(place) != UNBOUND {
                    return Ok(None);
                }
                thread.set_stack_value(place, *value);
            }
            _ if parameters.has_varkeywords && !call.names[..index].contains(name) => {
                let key = thread.machine().symbols.object(*name);
                let hash = string::hash(thread, key.object());
                further.push(key.value(), hash, *value)?;
            }
            _ => return Ok(None),
        }
    }
    if parameters.has_varkeywords {
        return further.finish().map(Some);
    }
    Ok(Some(NONE))
}

/// Puts defaults where no argument is. False if one is missing.
fn fill_unbound(
    thread: &Thread,
    code: &LoadedCode,
    function: Object<'_>,
    first: usize,
) -> Outcome<bool> {
    let parameters = code.parameters();
    let positional = parameters.positional;
    let is_unbound = |index: usize| thread.stack_value(first + index) == UNBOUND;
    if (0..positional).any(is_unbound) {
        let defaults = thread.read(function).get(FUNCTION_DEFAULTS);
        let Some(defaults) = tuple::as_tuple(thread, defaults) else {
            return Ok(false);
        };
        let count = tuple::length(thread, defaults) as usize;
        for index in (0..positional).filter(|index| is_unbound(*index)) {
            let Some(place) = (index + count).checked_sub(positional) else {
                return Ok(false);
            };
            let value = tuple::get(thread, defaults, place as u64);
            thread.set_stack_value(first + index, value);
        }
    }
    let keyword_only = positional..positional + parameters.keyword_only;
    let Some(first_unbound) = keyword_only.clone().find(|index| is_unbound(*index)) else {
        return Ok(true);
    };
    let defaults = thread.read(function).get(FUNCTION_KEYWORD_DEFAULTS);
    let Some(defaults) = dict::as_dict(thread, defaults) else {
        return Ok(false);
    };
    let defaults = dict::near(thread, defaults);
    for index in first_unbound..keyword_only.end {
        if !is_unbound(index) {
            continue;
        }
        let name = thread.machine().symbols.object(code.parameter_names[index]);
        // A dict that `def` has made has them in the order of the parameters.
        let usual = (index - positional) as u64;
        match defaults.value(thread, name.value(), usual) {
            Some(value) => thread.set_stack_value(first + index, value),
            None => return Ok(false),
        }
    }
    Ok(true)
}

fn bind_named<'a>(
    thread: &'a Thread,
    (code, function): (&LoadedCode, Object<'a>),
    call: Call<'_>,
    given: usize,
    slots: &mut [Option<Value<'a>>],
    keywords: Option<Value<'a>>,
) -> Outcome<()> {
    let positional_only = code.parameters().positional_only;
    for (index, name) in call.names.iter().enumerate() {
        let value = thread.stack_value(call.first() + given + index);
        let names = &code.parameter_names[..slots.len()];
        let place = names.iter().position(|parameter| parameter == name);
        match place.filter(|place| *place >= positional_only) {
            Some(place) if slots[place].is_some() => {
                let text = thread.machine().symbols.text(*name);
                let message = format!("got multiple values for argument '{text}'");
                return Err(refuse(thread, (code, function, call), &message));
            }
            Some(place) => slots[place] = Some(value),
            None => match keywords.and_then(Value::as_object) {
                Some(keywords) => {
                    let key = thread.machine().symbols.object(*name).value();
                    dict::set_leaf(thread, keywords, key, value)?;
                }
                None => {
                    let refused = (code, function, call);
                    return Err(unexpected(thread, refused, *name, place.is_some()));
                }
            },
        }
    }
    Ok(())
}

fn fill_defaults<'a>(
    thread: &'a Thread,
    refused: Refused<'a>,
    slots: &mut [Option<Value<'a>>],
) -> Outcome<()> {
    let (code, function, _) = refused;
    if slots.iter().all(Option::is_some) {
        return Ok(());
    }
    let view = thread.read(function);
    let positional = code.parameters().positional;
    if let Some(defaults) = tuple::as_tuple(thread, view.get(FUNCTION_DEFAULTS)) {
        let count = tuple::length(thread, defaults) as usize;
        let first = positional.saturating_sub(count);
        for (index, slot) in slots.iter_mut().enumerate().take(positional).skip(first) {
            if slot.is_none() {
                let place = (index + count - positional) as u64;
                *slot = Some(tuple::get(thread, defaults, place));
            }
        }
    }
    if let Some(defaults) = dict::as_dict(thread, view.get(FUNCTION_KEYWORD_DEFAULTS)) {
        for (index, slot) in slots.iter_mut().enumerate().skip(positional) {
            if slot.is_none() {
                let name = thread.machine().symbols.object(code.parameter_names[index]);
                *slot = dict::get_leaf(thread, defaults, name.value())?.flatten();
            }
        }
    }
    if slots.iter().all(Option::is_some) {
        Ok(())
    } else {
        Err(missing(thread, refused, slots))
    }
}

/// A call as the messages about its arguments see it.
type Refused<'a> = (&'a LoadedCode, Object<'a>, Call<'a>);

fn refuse(thread: &Thread, (code, function, call): Refused<'_>, problem: &str) -> Unwind {
    if let Some(message) = native_misfits::message(thread, code, function, call) {
        return thread.raise(TYPE_ERROR, message);
    }
    let name = thread.read(function).get(FUNCTION_QUALIFIED_NAME);
    let name = text::as_text(thread, name).unwrap_or("function");
    thread.raise(TYPE_ERROR, format!("{name}() {problem}"))
}

#[cold]
fn unexpected(thread: &Thread, refused: Refused<'_>, name: Symbol, is_positional: bool) -> Unwind {
    let text = thread.machine().symbols.text(name);
    let problem = if is_positional {
        format!("got some positional-only arguments passed as keyword arguments: '{text}'")
    } else {
        // Those that may be given by name.
        let parameters = refused.0.parameters();
        let named = parameters.positional_only..parameters.positional + parameters.keyword_only;
        let names: Vec<&str> = parameters.names[named].iter().map(|name| &**name).collect();
        let complaint = similar_names::unexpected_keyword("", text, &names);
        complaint.trim_start().to_owned()
    };
    refuse(thread, refused, &problem)
}

#[cold]
fn missing(thread: &Thread, refused: Refused<'_>, slots: &[Option<Value<'_>>]) -> Unwind {
    let code = refused.0;
    let positional = code.parameters().positional;
    let lacking = |range: std::ops::Range<usize>| -> Vec<String> {
        let names = range.filter(|index| slots[*index].is_none());
        names
            .map(|index| format!("'{}'", code.parameters().names[index]))
            .collect()
    };
    let (kind, names) = match lacking(0..positional) {
        names if names.is_empty() => ("keyword-only", lacking(positional..slots.len())),
        names => ("positional", names),
    };
    let list = match names.as_slice() {
        [one] => one.clone(),
        [first, second] => format!("{first} and {second}"),
        [all @ .., last] => format!("{}, and {last}", all.join(", ")),
        [] => String::new(),
    };
    let plural = if names.len() == 1 { "" } else { "s" };
    let count = names.len();
    refuse(
        thread,
        refused,
        &format!("missing {count} required {kind} argument{plural}: {list}"),
    )
}

#[cold]
fn too_many(thread: &Thread, code: &LoadedCode, function: Object<'_>, call: Call<'_>) -> Unwind {
    let given = call.count - call.names.len();
    let positional = code.parameters().positional;
    let defaults = tuple::as_tuple(thread, thread.read(function).get(FUNCTION_DEFAULTS));
    let defaults = defaults.map_or(0, |defaults| tuple::length(thread, defaults) as usize);
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let takes = if defaults > 0 {
        let least = positional - defaults.min(positional);
        format!("takes from {least} to {positional} positional arguments")
    } else {
        format!(
            "takes {positional} positional argument{}",
            plural(positional)
        )
    };
    let keyword_only = &code.parameter_names[positional..];
    let keyword_only = &keyword_only[..code.parameters().keyword_only];
    let is_keyword_only = |name: &&Symbol| keyword_only.contains(name);
    let counted = match call.names.iter().filter(is_keyword_only).count() {
        0 => given.to_string(),
        named => format!(
            "{given} positional argument{} (and {named} keyword-only argument{})",
            plural(given),
            plural(named)
        ),
    };
    let were = if counted == "1" { "was" } else { "were" };
    let problem = format!("{takes} but {counted} {were} given");
    refuse(thread, (code, function, call), &problem)
}
