//! Generic forms: calls, returns, functions.

use std::borrow::Cow;

use super::family::{index, operations};
use super::site_caches;
use motet_python_bytecode::encode::{a, b};
use motet_python_objects::classes::globals;
use motet_python_objects::classes::profiling;
use motet_python_objects::classes::running_frames;
use motet_python_objects::model::names;
use motet_python_objects::model::text;

use motet_tm::{Root, Unwind, Value};

use crate::calling::call;
use motet_python_objects::classes::attribute;
use motet_python_objects::classes::attribute::Method;
use motet_python_objects::model::code::Unloaded;
use motet_python_objects::model::exception::{ATTRIBUTE_ERROR, TYPE_ERROR};
use motet_python_objects::model::exception_classes::{NAME_ERROR, SYSTEM_ERROR};
use motet_python_objects::model::function::{METHOD_FUNCTION, METHOD_SELF};
use motet_python_objects::model::layouts::{
    CLASS_LIST, CLASS_METHOD, CLASS_TUPLE, ClassNumber, NONE, UNBOUND,
};
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::native::{Call, Entered};
use motet_python_objects::model::thread::{HEADER_CALLABLE, HEADER_RESULT, Thread};
use motet_python_objects::types::host::get_attribute;
use motet_python_objects::types::protocol::{iterate, repr};
use motet_python_objects::types::{dict, list, tuple};
use motet_vm::symbol::Symbol;

operations! {
    Call => |thread, word| call(thread, a(word), b(word));
    CallMethod => |thread, word| call_method(thread, a(word), b(word));
    LoadMethod => |thread, word| load_method(thread, a(word), b(word));
    CallLoaded => |thread, word| call_loaded(thread, a(word), b(word));
    CallKeywords => |thread, word| call_keywords(thread, a(word), b(word));
    CallLoadedKeywords => |thread, word| call_loaded_keywords(thread, a(word), b(word));
    CallSpread => |thread, word| call_spread(thread, a(word));
    Return => |thread, word| return_value(thread, a(word));
    ReturnInstance => |thread, word| return_instance(thread, a(word));
    MakeFunction => |thread, word| make_function(thread, a(word), index(word));
    LoadBody => |thread, _| load_body(thread);
    LoadBuildClass => |thread, word| load_builtin(thread, a(word), "__build_class__");
    LoadInternal => |thread, word| load_internal(thread, a(word), index(word));
}

/// Kinds of look-ups of `LoadMethod`: an attribute of the receiver …
pub(crate) const ATTRIBUTE: u8 = 0;
/// … or methods of its class for `async with` (the other kind is for `with`).
const FOR_ASYNC_WITH: u8 = 2;

/// Words from the first register of a call to its first argument.
const FIRST: u8 = motet_python_bytecode::ARGUMENT_OFFSET;

/// Makes a call whose header begins at register `a`.
fn make(thread: &mut Thread, a: u8, count: usize, names: &[Symbol]) -> Outcome<()> {
    let header = thread.registers_index() + usize::from(a);
    make_at(thread, header, count, names)
}

fn make_at(thread: &mut Thread, header: usize, count: usize, names: &[Symbol]) -> Outcome<()> {
    debug_assert!(
        header >= thread.registers_index(),
        "a call begins in the caller's frame"
    );
    debug_assert!(names.len() <= count, "named arguments are arguments");
    let returns = thread.next();
    let call = Call {
        header,
        count,
        names,
        returns,
    };
    let entered = match thread.runs_plainly() {
        true => enter_told(thread, call)?,
        false => call::enter(thread, call)?,
    };
    match entered {
        Entered::Frame => {}
        Entered::Done => thread.set_next(returns),
        Entered::Raising => return Err(Unwind::Raise),
    }
    thread.reach_yield_point();
    Ok(())
}

/// Makes a call of a thread that is traced or profiled: profilers hear of natives.
#[cold]
fn enter_told(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let top = thread.top_index();
    thread.set_top_index(top.max(call.end()));
    let told = profiling::before_call(thread, call);
    thread.set_top_index(top);
    let told = told?;
    let entered = call::enter(thread, call);
    let Some(told) = told else {
        return entered;
    };
    if matches!(entered, Ok(Entered::Frame | Entered::Raising)) {
        profiling::after_call(thread, &told, &entered)?;
        return entered;
    }
    thread.set_top_index(top.max(call.end()));
    let after = profiling::after_call(thread, &told, &entered);
    thread.set_top_index(top);
    after?;
    entered
}

pub(crate) fn call(thread: &mut Thread, a: u8, count: u8) -> Outcome<()> {
    make(thread, a, count.into(), &[])
}

pub(crate) fn call_method(thread: &mut Thread, a: u8, count: u8) -> Outcome<()> {
    let site = &thread.code().sites[thread.extension() as usize];
    let receiver = thread.register(a + FIRST);
    if let Some(function) = site_caches::cached_method(thread, site, receiver) {
        thread.set_register(a + HEADER_CALLABLE as u8, function);
        return make(thread, a, usize::from(count) + 1, &[]);
    }
    match attribute::find_method(thread, receiver, site.name) {
        Method::Function { function, cell } => {
            site_caches::note_method(thread, site, receiver, cell);
            thread.set_register(a + HEADER_CALLABLE as u8, function);
            return make(thread, a, usize::from(count) + 1, &[]);
        }
        Method::Bound { function, receiver } => {
            let before = thread.root_register(a + FIRST);
            thread.set_register(a + HEADER_CALLABLE as u8, function);
            thread.set_register(a + FIRST, receiver);
            let result = make(thread, a, usize::from(count) + 1, &[]);
            if result == Err(Unwind::Wait) {
                // The operation runs again: it must find its registers as they were.
                thread.set_register(a + FIRST, thread.get(before));
            }
            return result;
        }
        Method::Plain(function) => thread.set_register(a + HEADER_CALLABLE as u8, function),
        Method::Other => {
            let receiver = thread.root_register(a + FIRST);
            let function = attribute::get(thread, receiver, site.name)?;
            thread.set_register(a + HEADER_CALLABLE as u8, thread.get(function));
        }
    }
    without_receiver(thread, a, count, &[])
}

/// Makes the call of a method whose receiver is no argument: the arguments move down over it.
fn without_receiver(thread: &mut Thread, a: u8, count: u8, names: &[Symbol]) -> Outcome<()> {
    let first = thread.registers_index() + usize::from(a + FIRST);
    let receiver = thread.root_register(a + FIRST);
    thread.move_down(first, count.into(), 1);
    let result = make(thread, a, count.into(), names);
    if result == Err(Unwind::Wait) {
        // The operation runs again: it must find its registers as they were.
        thread.move_up(first, count.into(), 1);
        thread.set_stack_value(first, thread.get(receiver));
    }
    result
}

/// Looks up what a method call will call. `LoadMethod` says what the registers get.
pub(crate) fn load_method(thread: &mut Thread, a: u8, kind: u8) -> Outcome<()> {
    let site = &thread.code().sites[thread.extension() as usize];
    let receiver = thread.register(a + 1);
    if let Some(function) = site_caches::cached_method(thread, site, receiver) {
        thread.set_register(a, function);
        return Ok(());
    }
    if kind != ATTRIBUTE {
        return load_special(thread, a, kind);
    }
    match attribute::find_method(thread, receiver, site.name) {
        Method::Function { function, cell } => {
            site_caches::note_method(thread, site, receiver, cell);
            thread.set_register(a, function);
        }
        Method::Bound { function, receiver } => {
            thread.set_register(a, function);
            thread.set_register(a + 1, receiver);
        }
        Method::Plain(callable) => put_callable(thread, a, callable),
        Method::Other => {
            let receiver = thread.root_register(a + 1);
            let callable = attribute::get(thread, receiver, site.name)?;
            put_callable(thread, a, thread.get(callable));
        }
    }
    Ok(())
}

/// Makes the call of what `load_method` has put into the frame.
pub(crate) fn call_loaded(thread: &mut Thread, a: u8, count: u8) -> Outcome<()> {
    match thread.register(a + FIRST) {
        UNBOUND => without_receiver(thread, a, count, &[]),
        _ => make(thread, a, usize::from(count) + 1, &[]),
    }
}

/// The same with names.
pub(crate) fn call_loaded_keywords(thread: &mut Thread, a: u8, count: u8) -> Outcome<()> {
    let names = names_of_arguments(thread, count)?;
    match thread.register(a + FIRST) {
        UNBOUND => without_receiver(thread, a, count, &names),
        _ => make(thread, a, usize::from(count) + 1, &names),
    }
}

/// A callable without a receiver, unless it is a method, which knows its own.
fn put_callable(thread: &Thread, a: u8, callable: Value<'_>) {
    let (callable, receiver) = match thread.object_of(callable, CLASS_METHOD) {
        Some(method) => {
            let view = thread.read(method);
            (view.get(METHOD_FUNCTION), view.get(METHOD_SELF))
        }
        None => (callable, UNBOUND),
    };
    thread.set_register(a, callable);
    thread.set_register(a + 1, receiver);
}

/// Looks a method up on the class of a manager, which must have it.
fn load_special(thread: &mut Thread, a: u8, kind: u8) -> Outcome<()> {
    let site = &thread.code().sites[thread.extension() as usize];
    let receiver = thread.register(a + 1);
    let class = thread.class_of(receiver);
    let Some(found) = thread.look_up(class, site.name) else {
        return Err(no_manager(thread, class, kind, site.name));
    };
    if thread.is_function(found.value) {
        site_caches::note_special(thread, site, receiver, found.cell);
        thread.set_register(a, found.value);
        return Ok(());
    }
    let receiver = thread.root_register(a + 1);
    let callable = attribute::get_from_class(thread, receiver, site.name)?;
    put_callable(thread, a, thread.get(callable));
    Ok(())
}

/// The error of `with` on an object whose class lacks a method.
fn no_manager(thread: &Thread, class: ClassNumber, kind: u8, missed: Symbol) -> Unwind {
    let protocols = ["context manager", "asynchronous context manager"];
    let has = |methods: [Symbol; 2]| {
        let mut methods = methods.into_iter();
        methods.all(|method| thread.look_up(class, method).is_some())
    };
    let (what, other, hint) = match kind {
        FOR_ASYNC_WITH => (
            protocols[1],
            [names::ENTER, names::EXIT],
            " but it supports the context manager protocol. Did you mean to use 'with'?",
        ),
        _ => (
            protocols[0],
            [names::ASYNC_ENTER, names::ASYNC_EXIT],
            " but it supports the asynchronous context manager protocol. \
             Did you mean to use 'async with'?",
        ),
    };
    let hint = if has(other) { hint } else { "" };
    let (name, missed) = (
        thread.class_name(class),
        thread.machine().symbols.text(missed),
    );
    let message = format!(
        "'{name}' object does not support the {what} protocol (missed {missed} method){hint}"
    );
    thread.raise(TYPE_ERROR, message)
}

pub(crate) fn call_keywords(thread: &mut Thread, a: u8, count: u8) -> Outcome<()> {
    let names = names_of_arguments(thread, count)?;
    make(thread, a, count.into(), &names)
}

/// The names of the last of `count` arguments, which the operation names.
fn names_of_arguments(thread: &Thread, count: u8) -> Outcome<Cow<'static, [Symbol]>> {
    let index = thread.extension() as usize;
    if let Some(names) = &thread.code().constant_name_lists[index] {
        return Ok(Cow::Borrowed(names));
    }
    let constant = thread.constant(index);
    let names = thread.tuple_items(constant);
    debug_assert!(
        names.len() <= count.into(),
        "the verifier has compared them"
    );
    names
        .into_iter()
        .map(|name| {
            thread.intern(
                text::as_text(thread, name).expect("the verifier has seen names in this constant"),
            )
        })
        .collect()
}

/// Lays out the arguments of a call that lie in a list or tuple and in a dict. Returns how many
/// there are, and the names of the last.
fn spread_out(
    thread: &Thread,
    header: usize,
    positional: Value<'_>,
    keywords: Root,
) -> Outcome<(usize, Vec<Symbol>)> {
    let positional = positional.known_object();
    let (items, length) = match thread.host_of(positional) {
        CLASS_LIST => list::items(thread, positional),
        _ => (positional, tuple::length(thread, positional)),
    };
    let keywords = dict::as_dict(thread, thread.get(keywords));
    let named = keywords.map_or(0, |keywords| dict::length(thread, keywords));
    // There may be more of them than the frame has registers: they go behind it.
    let first = header + usize::from(FIRST);
    let count = (length + named) as usize;
    if !thread.reserve_stack(first + count + 1) {
        return Err(thread.too_deep());
    }
    for place in 0..length {
        let argument = thread.read_element(items, place);
        thread.set_stack_value(first + place as usize, argument);
    }
    let mut names = Vec::with_capacity(named as usize);
    if let Some(keywords) = keywords {
        for (key, value) in dict::live_entries(thread, keywords) {
            let Some(text) = text::as_text(thread, key) else {
                return Err(thread.raise(TYPE_ERROR, "keywords must be strings"));
            };
            let name = match thread.symbol_of_name(key) {
                Some(known) => known,
                None => thread.intern(text)?,
            };
            thread.set_stack_value(first + length as usize + names.len(), value);
            names.push(name);
        }
    }
    Ok((count, names))
}

/// The arguments that `*` stands for, in a list or a tuple.
fn spread_items(thread: &mut Thread, a: u8) -> Outcome<Root> {
    let spread = thread.root_register(a + FIRST);
    let class = thread.class_of(thread.get(spread));
    if matches!(class, CLASS_LIST | CLASS_TUPLE) {
        return Ok(spread);
    }
    if !iterate::claims_to_be_iterable(thread, spread) {
        let callable = thread.root_register(a + FIRST - 1);
        let callee = callee_text(thread, callable)?;
        let name = thread.type_name(thread.get(spread));
        let message = format!("{callee} argument after * must be an iterable, not {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    iterate::to_list(thread, spread)
}

/// The callee, as messages about `*` and `**` show it.
///
/// # Errors
/// Any exception of the attributes of the callable.
pub(crate) fn callee_text(thread: &mut Thread, callable: Root) -> Outcome<String> {
    let mut text = String::new();
    let Some(name) = attribute_if_any(thread, callable, "__qualname__")? else {
        repr::str_into(thread, callable, &mut text)?;
        return Ok(text);
    };
    let module = attribute_if_any(thread, callable, "__module__")?;
    if let Some(module) = module.filter(|module| thread.get(*module) != NONE) {
        repr::str_into(thread, module, &mut text)?;
        text.push('.');
    }
    if text == "builtins." {
        text.clear();
    }
    repr::str_into(thread, name, &mut text)?;
    text.push_str("()");
    Ok(text)
}

fn attribute_if_any(
    thread: &mut Thread,
    receiver: Root,
    name: &'static str,
) -> Outcome<Option<Root>> {
    match get_attribute(thread, receiver, name) {
        Err(Unwind::Raise) if thread.take_exception_of(ATTRIBUTE_ERROR) => Ok(None),
        value => value.map(Some),
    }
}

pub(crate) fn call_spread(thread: &mut Thread, a: u8) -> Outcome<()> {
    let spread = spread_items(thread, a)?;
    let spread_keywords = thread.root_register(a + FIRST + 1);
    let header = thread.registers_index() + usize::from(a);
    let (count, names) = spread_out(thread, header, thread.get(spread), spread_keywords)?;
    let result = make_at(thread, header, count, &names);
    if result == Err(Unwind::Wait) {
        // The operation runs again: it must find its registers as they were.
        thread.set_register(a + FIRST, thread.get(spread));
        thread.set_register(a + FIRST + 1, thread.get(spread_keywords));
    }
    result
}

pub(crate) fn return_value(thread: &mut Thread, a: u8) -> Outcome<()> {
    if thread.is_watched_frame() {
        running_frames::ended(thread, thread.index_of_instruction(thread.pc()))?;
    }
    let value = thread.register(a).word();
    debug_assert!(
        thread.code().source.generator.is_none(),
        "generators end by `EndGenerator`"
    );
    let header = thread.registers_index() - usize::from(FIRST);
    let returns = thread.pop_frame();
    thread.set_stack_word(header + HEADER_RESULT, value);
    thread.set_next(returns);
    Ok(())
}

/// `__init__` has returned: the call of the class gives the instance.
pub(crate) fn return_instance(thread: &mut Thread, a: u8) -> Outcome<()> {
    let given = thread.register(a + 1);
    if given != NONE {
        let name = thread.type_name(given);
        let message = format!("__init__() should return None, not '{name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    }
    return_value(thread, a)
}

/// Code runs for the first time, or another thread has just loaded it.
fn load_body(thread: &Thread) -> Outcome<()> {
    let code = thread.code();
    code.load_body(thread).map_err(|reason| match reason {
        Unloaded::NoRoom => thread.no_memory(),
        Unloaded::Damaged => {
            let (name, file) = (&code.source.qualified_name, &code.source.filename);
            let message = format!("the kept code of {name} in {file} is damaged");
            thread.raise(SYSTEM_ERROR, message)
        }
    })?;
    thread.go_to(0);
    Ok(())
}

pub(crate) fn make_function(thread: &Thread, a: u8, constant: usize) -> Outcome<()> {
    let code = thread.code().nested(thread.machine(), constant);
    let part = |offset: u8| thread.register(a + offset);
    let (defaults, named) = (part(1), part(2));
    let is_sound = (defaults == NONE || tuple::as_tuple(thread, defaults).is_some())
        && (named == NONE || dict::as_dict(thread, named).is_some());
    if !is_sound {
        // The compiler makes them, but code may come from a file, and the verifier does not know
        // what a function with type parameters gets as the defaults of the one inside.
        return Err(thread.raise(SYSTEM_ERROR, "defaults are no tuple or dict"));
    }
    let globals = if code.globals_in_dict {
        globals::running_globals(thread)
    } else {
        NONE
    };
    let function = thread.new_function_in(code, defaults, named, part(3), globals);
    thread.set_register(a, function);
    Ok(())
}

/// Loads one of the machine's own functions, which no program can name.
pub(crate) fn load_internal(thread: &Thread, a: u8, constant: usize) -> Outcome<()> {
    let name = text::as_text(thread, thread.constant(constant))
        .expect("the verifier has seen names in this constant");
    let machine = thread.machine();
    let symbol = machine.symbols.intern(thread, name);
    let Some(value) = machine.internals.get(thread, symbol) else {
        // The compiler names what there is, but code may come from a file.
        return Err(thread.raise(SYSTEM_ERROR, "code names an unknown function"));
    };
    thread.set_register(a, value);
    Ok(())
}

/// Loads a builtin that a statement stands on. A program may have deleted it.
pub(crate) fn load_builtin(thread: &Thread, a: u8, name: &str) -> Outcome<()> {
    let machine = thread.machine();
    let symbol = machine.symbols.find(name);
    let Some(value) = symbol.and_then(|symbol| machine.builtins.get(thread, symbol)) else {
        return Err(thread.raise(NAME_ERROR, format!("{name} not found")));
    };
    thread.set_register(a, value);
    Ok(())
}
