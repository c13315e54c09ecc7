//! `_functools_core`: the calls of `functools.lru_cache`; those of `functools.partial` are in
//! `partial_objects.rs`.
//!
//! A call that is found in the cache is over at once; else the call becomes one of a function of
//! the library, which runs in the interpreter's own loop, so that its transactions end where those
//! of a plain call do.
//!
//! ```text
//!   state    function  cache  size  typed  first link  mark  functions for a miss  counts …
//!   cache    a dict: key ──▶ result, or the link where the size is limited
//!   link     link before  link behind  key  hash  result  number
//!                                                          (a circle, the oldest behind the first)
//!   counts   hits  misses  last time  is used  (link  time) … by number
//!                                                          (the threads share eight of them)
//! ```
//!
//! Threads that only look results up do not conflict: each writes counts of its own, and there it
//! also notes which link it has used, and when, instead of moving the link in the circle. Before a
//! miss changes the circle, and when two links want the same place, all noted uses are brought to
//! the circle in the order of the times ([`settle_uses`]); it is then as if each move had been made
//! at once. A time is when the transaction began, and one more for each use: so the uses of one
//! thread are in their order, and those of several in the order of their transactions.

use super::partial_objects;
use motet_python_interp::calling::call;
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Call, Entered};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::protocol::hash::{Ordered, Pending};
use motet_python_objects::types::protocol::{compare, hash};
use motet_python_objects::types::{dict, int, native_shortcut, tuple};

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

const HITS: u64 = 0;
const MISSES: u64 = 1;
/// The time of the last note.
const LAST_TIME: u64 = 2;
/// Whether there are notes.
const IS_USED: u64 = 3;
const NOTES: u64 = 4;
const NOTE_WORDS: u64 = 2;
/// One of the counts has a note for each link, but no more than this: links share them then.
const NOTES_MAX: u64 = 128;

const BEFORE: u64 = 0;
const BEHIND: u64 = 1;
const KEY: u64 = 2;
const KEY_HASH: u64 = 3;
const RESULT: u64 = 4;
const NUMBER: u64 = 5;
const LINK_WORDS: u64 = 6;

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("new_state", 5, 5, new_state),
    NativeFunction::calling("keep", 4, 4, keep),
    NativeFunction::leaf("totals", 1, 1, totals),
    NativeFunction::leaf("clear", 1, 1, clear),
];

/// The functions that become methods of the library's classes.
pub(crate) const METHODS: &[NativeFunction] = &[
    NativeFunction::entering(CACHED_CALL, enter_cached).with_quick(quick_cached),
    NativeFunction::leaf("bind", 2, 3, bind).binding(),
];

/// The name of the call of a function whose results are kept.
const CACHED_CALL: &str = "cached_call";

/// Whether a value is that call, which goes on in a frame of Python code where it misses.
pub(crate) fn is_cached_call(thread: &Thread, value: Value<'_>) -> bool {
    let native = exact(thread, value, CLASS_NATIVE_FUNCTION);
    native.is_some_and(|native| thread.native_of(native).0.name == CACHED_CALL)
}

/// An object of some words, which no other code knows yet.
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

/// Where the state has the counts of the running thread.
fn counts_place(thread: &Thread) -> u64 {
    COUNTS + thread.ident() % COUNTS_SHARED
}

/// The counts of the running thread. They are made when they are needed first.
fn counts<'a>(thread: &'a Thread, state: Object<'a>) -> Outcome<Object<'a>> {
    let place = counts_place(thread);
    if let Some(known) = thread.read_element(state, place).as_object() {
        return Ok(known);
    }
    let size = thread.read_element(state, SIZE_MAX).as_integer();
    let notes = size.map_or(0, |size| (size as u64).min(NOTES_MAX));
    let made = words(thread, NOTES + NOTE_WORDS * notes)?;
    for word in 0..NOTES {
        thread.write_element(made, word, Value::from_small(0))?;
    }
    thread.write_element(state, place, made.value())?;
    Ok(made)
}

/// All the counts that there are.
fn all_counts<'a>(thread: &'a Thread, state: Object<'a>) -> impl Iterator<Item = Object<'a>> {
    let places = COUNTS..COUNTS + COUNTS_SHARED;
    places.filter_map(move |place| thread.read_element(state, place).as_object())
}

/// A word that is a number.
fn integer(thread: &Thread, object: Object<'_>, word: u64) -> u64 {
    let value = thread.read_element(object, word).as_integer();
    value.unwrap_or(0) as u64
}

/// `new_state(function, size, typed, mark, missed)`: `size` may be None; `mark` stands in keys
/// before named arguments; `missed` are the functions for a miss with no arguments, one, two, …,
/// and the last for any.
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
    if exact(thread, given(4), CLASS_TUPLE).is_none_or(|all| tuple::length(thread, all) == 0) {
        return Err(type_error(thread, "a tuple of functions is needed"));
    }
    set(MISSED, given(4))?;
    Ok(state.value())
}

fn as_state<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Object<'a>> {
    find_state(thread, value).ok_or_else(|| type_error(thread, "the state of a cache is needed"))
}

fn find_state<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    let state = exact(thread, value, CLASS_OBJECT);
    state.filter(|it| {
        thread.layout_id(*it) == LAYOUT_ARRAY && thread.array_length(*it) == STATE_WORDS
    })
}

/// The object in a word of another.
fn part<'a>(thread: &'a Thread, object: Object<'a>, word: u64) -> Object<'a> {
    let part = thread.read_element(object, word);
    part.known_object()
}

/// Counts a hit or a miss of the running thread.
fn count(thread: &Thread, counts: Object<'_>, word: u64) -> Outcome<()> {
    let after = int::from_length(integer(thread, counts, word) + 1);
    thread.write_element(counts, word, after)
}

/// `totals(state)`: hits, misses, the greatest size, the size.
fn totals<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = as_state(thread, arguments.get(thread, 0))?;
    let sum = |word| {
        let numbers = all_counts(thread, state).map(|counts| integer(thread, counts, word));
        int::from_length(numbers.sum())
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
        thread.write_element(state, COUNTS + index, NONE)?;
    }
    Ok(NONE)
}

// ---- calls

/// Whether a call with just this argument is looked up by it, and not by a tuple.
fn is_own_key(thread: &Thread, argument: Value<'_>) -> bool {
    matches!(kind(thread, argument), CLASS_INT | CLASS_STR)
}

/// The most parts of a key that is looked for before it is made.
const PARTS_MAX: usize = 16;

/// The parts of the tuple by which a call is looked up: positional arguments, a mark, names and
/// their values, classes.
struct KeyParts<'a> {
    parts: [Value<'a>; PARTS_MAX],
    count: usize,
}

impl<'a> KeyParts<'a> {
    fn as_slice(&self) -> &[Value<'a>] {
        &self.parts[..self.count]
    }
}

/// Gives each part of the key of a call to `add`, in order.
fn each_part<'a>(
    thread: &'a Thread,
    state: Object<'a>,
    call: Call<'_>,
    mut add: impl FnMut(Value<'a>),
) {
    let given = thread.stack_values(call.first() + 1, call.count - 1);
    let (plain, named) = given.split_at(given.len() - call.names.len());
    plain.iter().for_each(|value| add(*value));
    if !named.is_empty() {
        add(thread.read_element(state, MARK));
        for (name, value) in call.names.iter().zip(named) {
            add(thread.machine().symbols.object(*name).value());
            add(*value);
        }
    }
    if thread.read_element(state, IS_TYPED) == TRUE {
        for value in given {
            add(thread.class_object(thread.class_of(*value)));
        }
    }
}

/// The parts of the key of a call, if they are few.
fn parts_of<'a>(thread: &'a Thread, state: Object<'a>, call: Call<'_>) -> Option<KeyParts<'a>> {
    let mut parts = [NONE; PARTS_MAX];
    let mut count = 0;
    each_part(thread, state, call, |part| {
        if let Some(place) = parts.get_mut(count) {
            *place = part;
        }
        count += 1;
    });
    (count <= PARTS_MAX).then_some(KeyParts { parts, count })
}

/// The tuple by which a call is looked up.
fn key_of<'a>(thread: &'a Thread, state: Object<'a>, call: Call<'_>) -> Outcome<Value<'a>> {
    if let Some(parts) = parts_of(thread, state, call) {
        return tuple::from_values(thread, parts.as_slice());
    }
    let mut parts = Vec::new();
    each_part(thread, state, call, |part| parts.push(part));
    tuple::from_values(thread, &parts)
}

/// The argument by which a call is looked up itself, if it is one number or string: no other key
/// of a cache, typed or not, is equal to it but for the same value of the same class.
fn own_key<'a>(thread: &'a Thread, call: Call<'_>) -> Option<Value<'a>> {
    if call.count != 2 || !call.names.is_empty() {
        return None;
    }
    let one = thread.stack_value(call.first() + 1);
    is_own_key(thread, one).then_some(one)
}

/// The hash of the key of a call, which is computed before there is a key: if the result is known,
/// none is needed.
fn hash_of_call(thread: &mut Thread, state: Root, call: Call<'_>) -> Outcome<i64> {
    let mut mixed = Ordered::default();
    let mark = thread.root_count();
    let (first, given) = (call.first() + 1, call.count - 1);
    let plain = given - call.names.len();
    let mut add = |thread: &mut Thread, part: Pending| -> Outcome<()> {
        mixed.add(part.hash(thread)?);
        thread.truncate_roots(mark);
        Ok(())
    };
    for place in 0..given {
        if place == plain {
            let sign = thread.read_element(thread.object_at(state), MARK);
            let sign = Pending::of(thread, sign);
            add(thread, sign)?;
        }
        if let Some(name) = place.checked_sub(plain) {
            let name = thread.machine().symbols.object(call.names[name]);
            let name = Pending::of(thread, name.value());
            add(thread, name)?;
        }
        let value = Pending::of(thread, thread.stack_value(first + place));
        add(thread, value)?;
    }
    if thread.read_element(thread.object_at(state), IS_TYPED) == TRUE {
        for place in 0..given {
            let class = thread.class_of(thread.stack_value(first + place));
            let class = Pending::of(thread, thread.class_object(class));
            add(thread, class)?;
        }
    }
    Ok(mixed.hash())
}

/// The entry of the tuple of some parts in a cache, without making that tuple.
#[inline]
fn find_parts<'a>(
    thread: &'a Thread,
    cache: Object<'a>,
    parts: &[Value<'a>],
    hash: i64,
) -> Outcome<dict::Found> {
    dict::find_by(thread, cache, hash, |key| {
        let Some(key) = exact(thread, key, CLASS_TUPLE) else {
            return Ok(Some(false));
        };
        if tuple::length(thread, key) != parts.len() as u64 {
            return Ok(Some(false));
        }
        for (place, part) in parts.iter().enumerate() {
            let there = tuple::get(thread, key, place as u64);
            match compare::equal_leaf(thread, there, *part)? {
                Some(true) => {}
                answer => return Ok(answer),
            }
        }
        Ok(Some(true))
    })
}

/// `cached(…)`: the known result, or a call of the function for a miss with the function, the
/// state, the key and its hash before the arguments.
fn enter_cached(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let mark = thread.root_count();
    let state = {
        let receiver = thread.stack_value(call.first()).as_object();
        let own = receiver.and_then(|object| thread.own_attribute(object, names::STATE));
        thread.root(as_state(thread, own.unwrap_or(NONE))?.value())
    };
    let own_key = own_key(thread, call).map(|key| thread.root(key));
    let hash = match own_key {
        Some(key) => hash::hash(thread, key)?,
        None => hash_of_call(thread, state, call)?,
    };
    // What is found without the key; missing if nothing else can be found with it.
    let mut found = dict::Found::Ask(0);
    {
        let state = thread.object_at(state);
        let parts = match own_key {
            Some(_) => None,
            None => parts_of(thread, state, call),
        };
        if let Some(parts) = parts {
            let cache = part(thread, state, CACHE);
            found = find_parts(thread, cache, parts.as_slice(), hash)?;
        }
    }
    if let dict::Found::Entry(entry) = found {
        hit(thread, call, state, entry)?;
        thread.truncate_roots(mark);
        return Ok(Entered::Done);
    }
    let key = match own_key {
        Some(key) => key,
        None => thread.root(key_of(thread, thread.object_at(state), call)?),
    };
    if matches!(found, dict::Found::Ask(_)) {
        let cache = thread.root(thread.read_element(thread.object_at(state), CACHE));
        if let Some(entry) = dict::find_calling(thread, cache, key, hash)? {
            hit(thread, call, state, entry)?;
            thread.truncate_roots(mark);
            return Ok(Entered::Done);
        }
    }
    let object = thread.object_at(state);
    count(thread, counts(thread, object)?, MISSES)?;
    let missed = part(thread, object, MISSED);
    // By the number of the arguments, if all are positional; the last takes any.
    let any = tuple::length(thread, missed) - 1;
    let function = match call.names.is_empty() {
        true => any.min(call.count as u64 - 1),
        false => any,
    };
    let before = [
        thread.read_element(object, FUNCTION),
        object.value(),
        thread.get(key),
        int::from_i64(thread, hash),
    ];
    let function = tuple::get(thread, missed, function);
    let other = call::replace_receiver(thread, call, function, before.into_iter())?;
    thread.truncate_roots(mark);
    call::enter(thread, other)
}

/// Answers a call by an entry of the cache.
fn hit(thread: &Thread, call: Call<'_>, state: Root, entry: u64) -> Outcome<()> {
    let state = thread.object_at(state);
    let mut result = dict::value_at(thread, part(thread, state, CACHE), entry);
    let counts = counts(thread, state)?;
    if thread.read_element(state, SIZE_MAX) != NONE {
        let link = result.known_object();
        note_use(thread, state, counts, link)?;
        result = thread.read_element(link, RESULT);
    }
    count(thread, counts, HITS)?;
    call::set_result(thread, call, result);
    Ok(())
}

/// A call with up to two plain arguments, in the common case: the result is known, and what counts
/// it is open for writing.
fn quick_cached<'a>(
    thread: &'a Thread,
    [receiver, first, second]: [Value<'a>; 3],
) -> Option<Value<'a>> {
    let own = thread.own_attribute(receiver.as_object()?, names::STATE)?;
    let state = find_state(thread, own)?;
    let cache = part(thread, state, CACHE);
    let found = if first != UNBOUND && second == UNBOUND && is_own_key(thread, first) {
        native_shortcut::value_of(thread, cache.value(), first)?
    } else {
        let is_typed = thread.read_element(state, IS_TYPED) == TRUE;
        let class = |value| thread.class_object(thread.class_of(value));
        let mut parts = [first, second, UNBOUND, UNBOUND];
        let mut count = usize::from(first != UNBOUND) + usize::from(second != UNBOUND);
        if is_typed {
            for place in 0..count {
                parts[count + place] = class(parts[place]);
            }
            count *= 2;
        }
        let parts = &parts[..count];
        let hash = hash::hash_of_plain_items(thread, parts)?;
        match find_parts(thread, cache, parts, hash).ok()? {
            dict::Found::Entry(entry) => dict::value_at(thread, cache, entry),
            _ => return None,
        }
    };
    let counts = thread
        .read_element(state, counts_place(thread))
        .as_object()?;
    let result = match thread.read_element(state, SIZE_MAX) {
        NONE => found,
        _ => {
            let link = found.as_object()?;
            if !note_use_again(thread, state, counts, link) {
                return None;
            }
            thread.read_element(link, RESULT)
        }
    };
    let hits = int::from_length(integer(thread, counts, HITS) + 1);
    thread
        .write_element_open(counts, HITS, hits)
        .then_some(result)
}

/// Notes that a link is used now, if that is the newest or has a note; false if nothing was changed
/// but the time of the note.
fn note_use_again(
    thread: &Thread,
    state: Object<'_>,
    counts: Object<'_>,
    link: Object<'_>,
) -> bool {
    if !thread.can_run_beside_others() {
        let newest = part(thread, part(thread, state, FIRST_LINK), BEFORE);
        return newest.value() == link.value();
    }
    let place = place_of_note(thread, counts, link);
    let time = int::from_length(time_of_use(thread, counts));
    thread.read_element(counts, place) == link.value()
        && thread.write_element_open(counts, place + 1, time)
        && thread.write_element_open(counts, LAST_TIME, time)
}

/// Where the counts have the note of a link.
fn place_of_note(thread: &Thread, counts: Object<'_>, link: Object<'_>) -> u64 {
    let notes = (thread.array_length(counts) - NOTES) / NOTE_WORDS;
    NOTES + NOTE_WORDS * (integer(thread, link, NUMBER) % notes.max(1))
}

fn time_of_use(thread: &Thread, counts: Object<'_>) -> u64 {
    thread
        .begun_at_ns()
        .max(integer(thread, counts, LAST_TIME) + 1)
}

/// Notes that a link is used now. (Under the global lock nothing conflicts: the link is moved at
/// once.)
fn note_use(
    thread: &Thread,
    state: Object<'_>,
    counts: Object<'_>,
    link: Object<'_>,
) -> Outcome<()> {
    if !thread.can_run_beside_others() {
        return make_newest(thread, state, link);
    }
    let place = place_of_note(thread, counts, link);
    let noted = thread.read_element(counts, place);
    if noted != link.value() {
        if noted != NONE {
            settle_uses(thread, state)?;
        }
        thread.write_element(counts, place, link.value())?;
        thread.write_element(counts, IS_USED, Value::from_small(1))?;
    }
    let time = time_of_use(thread, counts);
    thread.write_element(counts, place + 1, int::from_length(time))?;
    thread.write_element(counts, LAST_TIME, int::from_length(time))
}

/// Brings the circle up to date: moves the links that have been used to its end, in the order of
/// their uses.
fn settle_uses(thread: &Thread, state: Object<'_>) -> Outcome<()> {
    let mut uses = Vec::new();
    for counts in all_counts(thread, state) {
        if integer(thread, counts, IS_USED) == 0 {
            continue;
        }
        let places = (NOTES..thread.array_length(counts)).step_by(NOTE_WORDS as usize);
        for place in places {
            if let Some(link) = thread.read_element(counts, place).as_object() {
                uses.push((integer(thread, counts, place + 1), link));
                thread.write_element(counts, place, NONE)?;
            }
        }
        thread.write_element(counts, IS_USED, Value::from_small(0))?;
    }
    uses.sort_by_key(|(time, _)| *time);
    for (_, link) in uses {
        make_newest(thread, state, link)?;
    }
    Ok(())
}

/// Moves a link to the end of the circle, if it is still in the circle.
fn make_newest(thread: &Thread, state: Object<'_>, link: Object<'_>) -> Outcome<()> {
    let first = part(thread, state, FIRST_LINK);
    let newest = part(thread, first, BEFORE);
    let is_in_circle = thread.read_element(link, BEFORE) != NONE;
    if newest.value() == link.value() || !is_in_circle {
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

/// `keep(state, key, hash, result)`: keeps the result and returns it.
fn keep<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = as_state(thread, arguments.get(thread, 0))?;
    let cache = thread.root(thread.read_element(state, CACHE));
    let key = thread.root(arguments.get(thread, 1));
    let hash = int::to_i64(thread, arguments.get(thread, 2)).unwrap_or(0);
    let most = thread.read_element(state, SIZE_MAX).as_integer();
    let entry = dict::find_calling(thread, cache, key, hash)?;
    let table = thread.object_at(cache);
    match (most, entry) {
        (None, Some(entry)) => {
            let result = arguments.get(thread, 3);
            dict::set_value_at(thread, table, entry, result)?;
        }
        (None, None) => {
            let result = arguments.get(thread, 3);
            dict::insert_new(thread, table, thread.get(key), hash, result)?;
        }
        // Another thread has computed it in the meantime, or nothing is kept.
        (Some(0), _) | (_, Some(_)) => {}
        (Some(most), None) => {
            let length = dict::length(thread, table);
            let is_full = length >= most as u64;
            let number = if is_full {
                forget_oldest(thread, arguments, cache)?
            } else {
                length
            };
            if !is_full || dict::find_calling(thread, cache, key, hash)?.is_none() {
                keep_newest(thread, arguments, cache, (hash, number))?;
            }
        }
    }
    Ok(arguments.get(thread, 3))
}

/// Puts the result of a missing key into a cache of limited size. (A number rarely names two links:
/// only if comparisons call the cache.)
fn keep_newest(
    thread: &Thread,
    arguments: Arguments,
    cache: Root,
    (hash, number): (i64, u64),
) -> Outcome<()> {
    let table = thread.object_at(cache);
    let state = as_state(thread, arguments.get(thread, 0))?;
    let key = arguments.get(thread, 1);
    settle_uses(thread, state)?;
    let link = words(thread, LINK_WORDS)?;
    thread.write_element(link, NUMBER, int::from_length(number))?;
    thread.write_element(link, KEY, key)?;
    thread.write_element(link, KEY_HASH, int::from_i64(thread, hash))?;
    thread.write_element(link, RESULT, arguments.get(thread, 3))?;
    put_in(thread, part(thread, state, FIRST_LINK), link)?;
    dict::insert_new(thread, table, key, hash, link.value())
}

/// Takes the least recently used result out of the cache of a state (argument 0). Returns the
/// number of its link, which is free now.
fn forget_oldest(thread: &mut Thread, arguments: Arguments, cache: Root) -> Outcome<u64> {
    let state = as_state(thread, arguments.get(thread, 0))?;
    settle_uses(thread, state)?;
    let first = part(thread, state, FIRST_LINK);
    let oldest = part(thread, first, BEHIND);
    if oldest.value() == first.value() {
        return Ok(0);
    }
    let number = integer(thread, oldest, NUMBER);
    take_out(thread, oldest)?;
    thread.write_element(oldest, BEFORE, NONE)?;
    let hash = int::to_i64(thread, thread.read_element(oldest, KEY_HASH)).unwrap_or(0);
    let key = thread.root(thread.read_element(oldest, KEY));
    if let Some(entry) = dict::find_calling(thread, cache, key, hash)? {
        let table = thread.object_at(cache);
        dict::delete_at(thread, table, entry)?;
    }
    Ok(number)
}

/// `__get__(self, instance, owner)` of objects that bind as functions do.
fn bind<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (own, instance) = (arguments.get(thread, 0), arguments.get(thread, 1));
    if instance == NONE {
        return Ok(own);
    }
    Ok(thread.new_method(own, instance))
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_functools_core")
    .methods(&[METHODS, partial_objects::METHODS])
    .functions(&[FUNCTIONS])
    .listed_as(&["_functools"])];
