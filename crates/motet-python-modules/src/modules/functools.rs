//! `_functools_core`: the calls of `functools.lru_cache` and `functools.partial`.
//!
//! A call that is found in the cache is over at once; else the call becomes one of a function of
//! the library, which runs in the interpreter's own loop, so that its transactions end where those
//! of a plain call do.
//!
//! ```text
//!   state    function  cache  size  typed  first link  mark  function for a miss  counts …
//!   cache    a dict: key ──▶ result, or the link where the size is limited
//!   link     link before  link behind  key  hash  result   (a circle, the oldest behind the first)
//!   counts   hits  misses                                  (the threads share eight of them)
//! ```
//!
//! The counts are spread, so that threads that only look results up do not conflict.

use motet_python_interp::calling::call;
use motet_python_objects::model::function::METHOD_FUNCTION;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::names;
use motet_python_objects::model::native::NativeCode;
use motet_python_objects::model::native::{Call, Entered};
use motet_python_objects::model::text;
use motet_python_objects::model::thread::HEADER_CALLABLE;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::hash;
use motet_python_objects::types::{dict, int, tuple};
use motet_vm::symbol::Symbol;

const FUNCTION: u64 = 0;
const CACHE: u64 = 1;
const SIZE_MAX: u64 = 2;
const IS_TYPED: u64 = 3;
const FIRST_LINK: u64 = 4;
const MARK: u64 = 5;
const MISSED: u64 = 6;
const COUNTS: u64 = 7;
/// How many objects count.
const COUNTS_SHARED: u64 = 8;
const STATE_WORDS: u64 = COUNTS + COUNTS_SHARED;

const HITS: u64 = 1;
const MISSES: u64 = 2;

const BEFORE: u64 = 0;
const BEHIND: u64 = 1;
const KEY: u64 = 2;
const KEY_HASH: u64 = 3;
const RESULT: u64 = 4;
const LINK_WORDS: u64 = 5;

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("new_state", 5, 5, new_state),
    NativeFunction::calling("keep", 4, 4, keep),
    NativeFunction::leaf("totals", 1, 1, totals),
    NativeFunction::leaf("clear", 1, 1, clear),
];

/// The functions that become methods of the library's classes.
pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::entering("cached_call", enter_cached),
    NativeFunction::entering("partial_call", enter_partial),
    NativeFunction::leaf("bind", 2, 3, bind),
];

/// An object that nobody else knows, of some words.
fn words(thread: &Thread, count: u64) -> Outcome<Object<'_>> {
    let made = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, count, NONE);
    Ok(allocated(thread, made)?.object())
}

/// A link that is a circle by itself.
fn new_circle(thread: &Thread) -> Outcome<Object<'_>> {
    let link = words(thread, LINK_WORDS)?;
    thread.write_element(link, BEFORE, link.value())?;
    thread.write_element(link, BEHIND, link.value())?;
    Ok(link)
}

fn new_counts(thread: &Thread) -> Value<'_> {
    let zero = Value::from_small(0);
    thread.new_small(CLASS_OBJECT, zero, zero, NONE)
}

/// `new_state(function, size, typed, mark, missed)`: `size` may be None; `mark` stands in keys
/// before named arguments.
fn new_state<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = |index| arguments.get(thread, index);
    let state = words(thread, STATE_WORDS)?;
    let set = |word, value| thread.write_element(state, word, value);
    set(FUNCTION, given(0))?;
    set(CACHE, dict::new(thread)?)?;
    set(SIZE_MAX, given(1))?;
    set(IS_TYPED, boolean(given(2) == TRUE))?;
    if given(1) != NONE {
        set(FIRST_LINK, new_circle(thread)?.value())?;
    }
    set(MARK, given(3))?;
    set(MISSED, given(4))?;
    for index in 0..COUNTS_SHARED {
        set(COUNTS + index, new_counts(thread))?;
    }
    Ok(state.value())
}

fn as_state<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Object<'a>> {
    let state = exact(thread, value, CLASS_OBJECT);
    let state = state.filter(|it| {
        thread.layout_id(*it) == LAYOUT_ARRAY && thread.array_length(*it) == STATE_WORDS
    });
    state.ok_or_else(|| type_error(thread, "the state of a cache is needed"))
}

/// The object that is the word of another.
fn part<'a>(thread: &'a Thread, object: Object<'a>, word: u64) -> Object<'a> {
    let part = thread.read_element(object, word);
    part.as_object()
        .expect("a word of a cache that is an object")
}

/// Counts a hit or a miss of the running thread.
fn count(thread: &Thread, state: Object<'_>, word: u64) -> Outcome<()> {
    let counts = part(thread, state, COUNTS + thread.ident() % COUNTS_SHARED);
    let before = thread.read(counts).get(word).as_integer().unwrap_or(0);
    let after = int::from_length(before as u64 + 1);
    thread.write(counts)?.set(word, after);
    Ok(())
}

/// `totals(state)`: hits, misses, the greatest size, the size.
fn totals<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = as_state(thread, arguments.get(thread, 0))?;
    let sum = |word| {
        let numbers = (0..COUNTS_SHARED).map(|index| {
            let counts = part(thread, state, COUNTS + index);
            thread.read(counts).get(word).as_integer().unwrap_or(0)
        });
        int::from_length(numbers.sum::<i64>() as u64)
    };
    let size = dict::length(thread, part(thread, state, CACHE));
    let most = thread.read_element(state, SIZE_MAX);
    tuple::from_values(
        thread,
        &[sum(HITS), sum(MISSES), most, int::from_length(size)],
    )
}

/// `clear(state)`.
fn clear<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = as_state(thread, arguments.get(thread, 0))?;
    dict::clear(thread, part(thread, state, CACHE))?;
    if thread.read_element(state, SIZE_MAX) != NONE {
        thread.write_element(state, FIRST_LINK, new_circle(thread)?.value())?;
    }
    for index in 0..COUNTS_SHARED {
        let view = thread.write(part(thread, state, COUNTS + index))?;
        view.set(HITS, Value::from_small(0));
        view.set(MISSES, Value::from_small(0));
    }
    Ok(NONE)
}

// ---- calls

/// What a call is looked up by: the argument itself if it is one number or string, else a tuple.
fn key_of<'a>(thread: &'a Thread, state: Object<'a>, call: Call<'_>) -> Outcome<Value<'a>> {
    let given = thread.stack_values(call.first() + 1, call.count - 1);
    let is_typed = thread.read_element(state, IS_TYPED) == TRUE;
    if let [one] = given
        && !is_typed
        && call.names.is_empty()
        && matches!(kind(thread, *one), CLASS_INT | CLASS_STR)
    {
        return Ok(*one);
    }
    let (plain, named) = given.split_at(given.len() - call.names.len());
    let mut parts = plain.to_vec();
    if !named.is_empty() {
        parts.push(thread.read_element(state, MARK));
        for (name, value) in call.names.iter().zip(named) {
            parts.push(thread.machine().symbols.object(*name).value());
            parts.push(*value);
        }
    }
    if is_typed {
        let class = |value: &Value<'a>| thread.class_object(thread.class_of(*value));
        parts.extend(given.iter().map(class));
    }
    tuple::from_values(thread, &parts)
}

/// `cached(…)`: the result that is known, or a call of the function for a miss with the function,
/// the state, the key and its hash before the arguments.
fn enter_cached(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let mark = thread.root_count();
    let (state, key) = {
        let receiver = thread.stack_value(call.first()).as_object();
        let own = receiver.and_then(|object| thread.own_attribute(object, names::STATE));
        let state = as_state(thread, own.unwrap_or(NONE))?;
        let key = key_of(thread, state, call)?;
        (thread.root(state.value()), thread.root(key))
    };
    let hash = hash::hash(thread, key)?;
    let cache = {
        let state = as_state(thread, thread.get(state))?;
        thread.root(thread.read_element(state, CACHE))
    };
    let entry = dict::find_calling(thread, cache, key, hash)?;
    let object = as_state(thread, thread.get(state))?;
    if let Some(entry) = entry {
        let table = thread.get(cache).as_object().expect("a dict");
        let mut result = dict::value_at(thread, table, entry);
        if thread.read_element(object, SIZE_MAX) != NONE {
            let link = result.as_object().expect("a link");
            make_newest(thread, object, link)?;
            result = thread.read_element(link, RESULT);
        }
        count(thread, object, HITS)?;
        call::set_result(thread, call, result);
        thread.truncate_roots(mark);
        return Ok(Entered::Done);
    }
    count(thread, object, MISSES)?;
    let function = thread.read_element(object, MISSED);
    let before = [
        thread.read_element(object, FUNCTION),
        object.value(),
        thread.get(key),
        int::from_i64(thread, hash),
    ];
    let other = call::replace_receiver(thread, call, function, &before)?;
    thread.truncate_roots(mark);
    call::enter(thread, other)
}

/// Moves a link to the end of the circle.
fn make_newest(thread: &Thread, state: Object<'_>, link: Object<'_>) -> Outcome<()> {
    let first = part(thread, state, FIRST_LINK);
    let newest = part(thread, first, BEFORE);
    if newest.value() == link.value() {
        return Ok(());
    }
    take_out(thread, link)?;
    put_in(thread, first, link)
}

fn take_out(thread: &Thread, link: Object<'_>) -> Outcome<()> {
    let (before, behind) = (part(thread, link, BEFORE), part(thread, link, BEHIND));
    thread.write_element(before, BEHIND, behind.value())?;
    thread.write_element(behind, BEFORE, before.value())
}

/// Puts a link before the first one: it is the newest then.
fn put_in(thread: &Thread, first: Object<'_>, link: Object<'_>) -> Outcome<()> {
    let newest = part(thread, first, BEFORE);
    thread.write_element(newest, BEHIND, link.value())?;
    thread.write_element(link, BEFORE, newest.value())?;
    thread.write_element(link, BEHIND, first.value())?;
    thread.write_element(first, BEFORE, link.value())
}

/// `keep(state, key, hash, result)`: the result, which is known from now on.
fn keep<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = as_state(thread, arguments.get(thread, 0))?;
    let cache = thread.root(thread.read_element(state, CACHE));
    let key = thread.root(arguments.get(thread, 1));
    let hash = int::to_i64(thread, arguments.get(thread, 2)).unwrap_or(0);
    let most = thread.read_element(state, SIZE_MAX).as_integer();
    let entry = dict::find_calling(thread, cache, key, hash)?;
    let table = thread.get(cache).as_object().expect("a dict");
    match (most, entry) {
        (None, Some(entry)) => {
            let result = arguments.get(thread, 3);
            dict::set_value_at(thread, table, entry, result)?;
        }
        (None, None) => {
            let result = arguments.get(thread, 3);
            dict::insert_new(thread, table, thread.get(key), hash, result)?;
        }
        // Somebody else has found it out in the meantime, or nothing is kept.
        (Some(0), _) | (_, Some(_)) => {}
        (Some(most), None) => {
            let is_full = dict::length(thread, table) >= most as u64;
            if is_full {
                forget_oldest(thread, arguments, cache)?;
            }
            if !is_full || dict::find_calling(thread, cache, key, hash)?.is_none() {
                keep_newest(thread, arguments, cache, hash)?;
            }
        }
    }
    Ok(arguments.get(thread, 3))
}

/// Puts the result of a key that is not there into a cache of limited size.
fn keep_newest(thread: &Thread, arguments: Arguments, cache: Root, hash: i64) -> Outcome<()> {
    let table = thread.get(cache).as_object().expect("a dict");
    let state = as_state(thread, arguments.get(thread, 0))?;
    let key = arguments.get(thread, 1);
    let link = words(thread, LINK_WORDS)?;
    thread.write_element(link, KEY, key)?;
    thread.write_element(link, KEY_HASH, int::from_i64(thread, hash))?;
    thread.write_element(link, RESULT, arguments.get(thread, 3))?;
    put_in(thread, part(thread, state, FIRST_LINK), link)?;
    dict::insert_new(thread, table, key, hash, link.value())
}

/// Takes what was not asked for longest out of the cache of a state (argument 0).
fn forget_oldest(thread: &mut Thread, arguments: Arguments, cache: Root) -> Outcome<()> {
    let state = as_state(thread, arguments.get(thread, 0))?;
    let first = part(thread, state, FIRST_LINK);
    let oldest = part(thread, first, BEHIND);
    if oldest.value() == first.value() {
        return Ok(());
    }
    take_out(thread, oldest)?;
    let hash = int::to_i64(thread, thread.read_element(oldest, KEY_HASH)).unwrap_or(0);
    let key = thread.root(thread.read_element(oldest, KEY));
    if let Some(entry) = dict::find_calling(thread, cache, key, hash)? {
        let table = thread.get(cache).as_object().expect("a dict");
        dict::delete_at(thread, table, entry)?;
    }
    Ok(())
}

/// `__get__(self, instance, owner)` of what binds as a function does.
fn bind<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (own, instance) = (arguments.get(thread, 0), arguments.get(thread, 1));
    if instance == NONE {
        return Ok(own);
    }
    Ok(thread.new_method(own, instance))
}

// ---- partial

/// `partial(…)`: a call of its function, its arguments before those that are given. The library's
/// own `__call__` does what is rare: places that are kept open, names that both sides give.
fn enter_partial(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let header = (
        thread.root(thread.stack_value(call.header + HEADER_CALLABLE)),
        thread.root(thread.stack_value(call.first())),
    );
    let Some((function, before, named)) = plain_parts(thread, call) else {
        let slow = thread.machine().symbols.intern(thread, "_call_slowly");
        let class = thread.class_of(thread.stack_value(call.first()));
        let found = thread.look_up(class, slow);
        let Some(found) = found.and_then(|it| exact(thread, it.value, CLASS_FUNCTION)) else {
            return Err(type_error(thread, "a partial object is needed"));
        };
        let own = [thread.stack_value(call.first())];
        let other = call::replace_receiver(thread, call, found.value(), &own)?;
        return call::enter_instead(thread, call, other, header, 1);
    };
    let mut names: Vec<Symbol> = named.iter().map(|(name, _)| *name).collect();
    let inserted = before.len();
    let mut other = call::replace_receiver(thread, call, function, &before)?;
    let values: Vec<Value<'_>> = named.iter().map(|(_, value)| *value).collect();
    call::append_arguments(thread, &mut other, &values)?;
    names.extend(call.names);
    let other = Call {
        names: &names,
        ..other
    };
    call::enter_instead(thread, call, other, header, inserted)
}

/// Function, arguments and named arguments of a `partial` object.
type Parts<'a> = (Value<'a>, Vec<Value<'a>>, Vec<(Symbol, Value<'a>)>);

/// Whether a call of a value is not again one that such a native makes: a circle of those would
/// never end.
fn is_entered_once(thread: &Thread, function: Value<'_>) -> bool {
    let is_function = |value| match kind(thread, value) {
        CLASS_FUNCTION => true,
        CLASS_NATIVE_FUNCTION => {
            let native = value.as_object().map(|native| thread.native_of(native).0);
            native.is_some_and(|native| !matches!(native.code, NativeCode::Entering(_)))
        }
        _ => false,
    };
    match exact(thread, function, CLASS_METHOD) {
        Some(method) => is_function(thread.read(method).get(METHOD_FUNCTION)),
        None => is_function(function) || thread.class_number_of(function).is_some(),
    }
}

/// The parts of a partial object, if they only have to be laid around the arguments.
fn plain_parts<'a>(thread: &'a Thread, call: Call<'_>) -> Option<Parts<'a>> {
    let own = thread.stack_value(call.first()).as_object()?;
    let attribute = |name| thread.own_attribute(own, name);
    if attribute(names::PLACEHOLDERS)?.as_integer()? != 0 {
        return None;
    }
    let keywords = exact(thread, attribute(names::KEYWORDS)?, CLASS_DICT)?;
    let has_names = dict::length(thread, keywords) > 0;
    if has_names && !call.names.is_empty() {
        return None;
    }
    let arguments = exact(thread, attribute(names::ARGS)?, CLASS_TUPLE)?.value();
    let mut named = Vec::new();
    if has_names {
        for (key, value) in dict::entries(thread, keywords) {
            let text = text::as_text(thread, key)?;
            named.push((thread.machine().symbols.intern(thread, text), value));
        }
    }
    let function = attribute(names::FUNC_PLAIN)?;
    if !is_entered_once(thread, function) {
        return None;
    }
    Some((function, thread.tuple_items(arguments), named))
}

/// What the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_functools_core")
    .methods(&[METHODS])
    .functions(&[FUNCTIONS])
    .listed_as(&["_functools"])];
