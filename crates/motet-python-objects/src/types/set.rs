//! Sets: dicts without values. Operators take views of dicts too.

use crate::model::instance_layout;
use crate::model::names;
use crate::types::host::need_native_stack;
use crate::types::native_loops;
use crate::types::prelude::*;
use crate::types::protocol::compare::TOO_DEEP;
use crate::types::protocol::operator::{Comparison, Operator};
use crate::types::protocol::{contains, hash, iterate, truth};
use crate::types::{dict, dict_views, tuple};

/// Whether objects of a kind take part in the operators of sets.
pub fn is_set_like(kind: u32) -> bool {
    matches!(
        kind,
        CLASS_SET | CLASS_FROZENSET | CLASS_DICT_KEYS | CLASS_DICT_ITEMS
    )
}

/// The set or frozenset object of a value, if it is one.
#[inline]
pub fn as_set<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    plain(thread, value)
        .as_object()
        .filter(|object| matches!(thread.host_of(*object), CLASS_SET | CLASS_FROZENSET))
}

/// Makes an empty set (or frozenset).
///
/// # Errors
/// `MemoryError`.
pub fn new(thread: &Thread, class: ClassNumber) -> Outcome<Value<'_>> {
    dict::with_room(thread, class, 0)
}

/// The object to look for in a set: a set stands for the frozenset with the same items.
///
/// # Errors
/// `MemoryError`.
pub fn item_to_find(thread: &Thread, item: Root) -> Outcome<Root> {
    let value = thread.get(item);
    let hash = thread.look_up(thread.class_of(value), names::HASH);
    if hash.is_some_and(|hash| hash.value != NONE) {
        return Ok(item);
    }
    match thread.object_of(instance_layout::plain(thread, value), CLASS_SET) {
        Some(set) => Ok(thread.root(dict::copy(thread, set, CLASS_FROZENSET)?)),
        None => Ok(item),
    }
}

/// Adds an item without calling Python code; false if a call is needed.
///
/// # Errors
/// `TypeError` for an item that has no hash; an abort.
pub fn add_leaf(thread: &Thread, set: Object<'_>, item: Value<'_>) -> Outcome<bool> {
    Ok(dict::default_leaf(thread, set, item, NONE)?.is_some())
}

/// Adds an item.
///
/// # Errors
/// As [`add_leaf`]; any exception of `__hash__` and `__eq__`.
pub fn add(thread: &mut Thread, set: Root, item: Root) -> Outcome<()> {
    let (object, value) = (thread.object_at(set), thread.get(item));
    if !hash::is_of_program(thread, value) && add_leaf(thread, object, value)? {
        return Ok(());
    }
    let (hash, entry) = dict::locate(thread, set, item)?;
    if entry.is_none() {
        let object = thread.object_at(set);
        dict::insert_new(thread, object, thread.get(item), hash, NONE)?;
    }
    Ok(())
}

/// Adds all items of an iterable.
///
/// # Errors
/// As [`add`]; any exception of iterating.
pub fn update(thread: &mut Thread, set: Root, iterable: Root) -> Outcome<()> {
    if native_loops::is_drained(thread, iterable) {
        return native_loops::add_all(thread, set, iterable);
    }
    // The items of a set are taken as they are, without the methods of a class below `set`.
    let iterable = match as_set(thread, thread.get(iterable)) {
        Some(others) => thread.root(others.value()),
        None => iterable,
    };
    if add_values_leaf(thread, thread.get(set), thread.get(iterable))? {
        return Ok(());
    }
    if as_set(thread, thread.get(iterable)).is_some() {
        return for_each_hashed(thread, iterable, |thread, item, hash| {
            add_hashed(thread, set, item, hash)?;
            Ok(true)
        });
    }
    iterate::for_each(thread, iterable, |thread, item| {
        add(thread, set, item)?;
        Ok(true)
    })
}

/// Adds the items of a built-in container without calling Python code; false if a call is needed
/// for one of them; then some may be in the set already.
fn add_values_leaf(thread: &Thread, set: Value<'_>, iterable: Value<'_>) -> Outcome<bool> {
    let target = set.known_object();
    let Some(source) = iterable.as_object() else {
        return Ok(false);
    };
    match thread.host_of(source) {
        _ if source == target => Ok(true),
        CLASS_SET | CLASS_FROZENSET => add_set_leaf(thread, target, source),
        CLASS_LIST | CLASS_TUPLE | CLASS_RANGE | CLASS_STR | CLASS_DICT => {
            let Some(values) = iterate::values_leaf(thread, iterable) else {
                return Ok(false);
            };
            for value in values {
                if !add_leaf(thread, target, value)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// A new set (or frozenset) of the items of an iterable.
///
/// # Errors
/// As [`update`].
pub fn from_iterable(thread: &mut Thread, class: ClassNumber, iterable: Root) -> Outcome<Root> {
    if let Some(object) = as_set(thread, thread.get(iterable)) {
        let copy = dict::copy(thread, object, class)?;
        return Ok(thread.root(copy));
    }
    if let Some(dict) = exact(thread, thread.get(iterable), CLASS_DICT) {
        let mut made = dict::Builder::with_room(thread, class, dict::length(thread, dict))?;
        for (_, key, hash) in dict::hashed_keys(thread, dict) {
            made.push_folded(key, hash, NONE)?;
        }
        return Ok(thread.root(made.finish()?));
    }
    if let Some(set) = from_values_leaf(thread, class, thread.get(iterable))? {
        return Ok(thread.root(set));
    }
    let empty = new(thread, class)?;
    let set = thread.root(empty);
    update(thread, set, iterable)?;
    Ok(set)
}

/// A new set (or frozenset) of the items of a built-in container; `None` if Python code must run.
fn from_values_leaf<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    iterable: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    let kinds = [CLASS_LIST, CLASS_TUPLE, CLASS_RANGE, CLASS_STR];
    let is_known = iterable
        .as_object()
        .is_some_and(|object| kinds.contains(&thread.host_of(object)));
    let values = is_known.then(|| iterate::values_leaf(thread, iterable));
    let Some(values) = values.flatten() else {
        return Ok(None);
    };
    let is_distinct = kind(thread, iterable) == CLASS_RANGE;
    let room = if is_distinct { values.len() as u64 } else { 0 };
    let made = dict::Builder::with_room(thread, class, room)?;
    made.fill(values.into_iter().map(|value| Some((value, NONE))))
}

/// A new set (or frozenset) of some items; `None` if Python code must run.
///
/// # Errors
/// `TypeError` for an item that has no hash; `MemoryError`.
pub fn of_items_leaf<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    items: impl IntoIterator<Item = Value<'a>>,
) -> Outcome<Option<Value<'a>>> {
    let items = items.into_iter().map(|item| Some((item, NONE)));
    dict::Builder::new(thread, class).fill(items)
}

/// The items of anything set-like.
fn items<'a>(thread: &'a Thread, value: Value<'a>) -> Outcome<Vec<Value<'a>>> {
    let object = value.known_object();
    match as_set(thread, value) {
        Some(set) => Ok(dict::keys(thread, set).collect()),
        None => dict_views::values(thread, object),
    }
}

/// How many items a set or a view has: of two, the smaller one is gone through.
fn count(thread: &Thread, value: Value<'_>) -> u64 {
    let object = value.known_object();
    let table = as_set(thread, value).unwrap_or_else(|| dict_views::dict_of(thread, object));
    dict::length(thread, table)
}

/// Whether all items of `a` are in `b`; `None` if Python code must say.
fn is_subset_leaf(thread: &Thread, a: Value<'_>, b: Value<'_>) -> Outcome<Option<bool>> {
    need_native_stack(thread, TOO_DEEP)?;
    let is_inside = |item| contains::contains_leaf(thread, b, item);
    if let (Some(set), Some(other)) = (as_set(thread, a), as_set(thread, b)) {
        // Two sets of the same history have the same items at the same places: those items need not
        // be looked for.
        let same = dict::same_keys(thread, set, other);
        let other = dict::table(thread, other);
        for (_, item, hash) in dict::hashed_keys_from(thread, set, same) {
            match is_in_table(thread, other, item, hash)? {
                Some(true) => {}
                answer => return Ok(answer),
            }
        }
        return Ok(Some(true));
    }
    for item in items(thread, a)? {
        match is_inside(item)? {
            Some(true) => {}
            answer => return Ok(answer),
        }
    }
    Ok(Some(true))
}

/// How a comparison of sets is answered: by lengths, then by which of them must contain the other.
fn plan(comparison: Comparison, a: u64, b: u64) -> (bool, bool) {
    // (whether the lengths allow it, whether the operands are to be exchanged)
    match comparison {
        Comparison::Equal | Comparison::NotEqual => (a == b, false),
        Comparison::Less => (a < b, false),
        Comparison::LessEqual => (a <= b, false),
        Comparison::Greater => (a > b, true),
        Comparison::GreaterEqual => (a >= b, true),
    }
}

/// Compares sets: `<` means a proper subset. `None` if Python code must say.
///
/// # Errors
/// `RecursionError`.
pub fn compare_leaf(
    thread: &Thread,
    comparison: Comparison,
    a: Value<'_>,
    b: Value<'_>,
) -> Outcome<Option<bool>> {
    let length = |value: Value<'_>| {
        truth::length_leaf(thread, value).expect("the caller has found sets or views of dicts")
    };
    let (possible, exchange) = plan(comparison, length(a), length(b));
    let negated = comparison == Comparison::NotEqual;
    if !possible {
        return Ok(Some(negated));
    }
    let (inner, outer) = if exchange { (b, a) } else { (a, b) };
    Ok(is_subset_leaf(thread, inner, outer)?.map(|subset| subset != negated))
}

/// Compares sets.
///
/// # Errors
/// Any exception of `__hash__` and `__eq__`.
pub fn compare(thread: &mut Thread, comparison: Comparison, a: Root, b: Root) -> Outcome<bool> {
    let length = |root: Root| {
        truth::length_leaf(thread, thread.get(root))
            .expect("the caller has found sets or views of dicts")
    };
    let (possible, exchange) = plan(comparison, length(a), length(b));
    let negated = comparison == Comparison::NotEqual;
    if !possible {
        return Ok(negated);
    }
    let (inner, outer) = if exchange { (b, a) } else { (a, b) };
    Ok(is_subset(thread, inner, outer)? != negated)
}

/// Whether all items of an iterable are in a container.
///
/// # Errors
/// Any exception of iterating, `__hash__` and `__eq__`.
pub fn is_subset(thread: &mut Thread, inner: Root, outer: Root) -> Outcome<bool> {
    need_native_stack(thread, TOO_DEEP)?;
    let mut subset = true;
    let sets = [inner, outer].map(|root| as_set(thread, thread.get(root)).map(Object::value));
    if let [Some(inner), Some(outer)] = sets {
        if let Some(subset) = is_subset_leaf(thread, inner, outer)? {
            return Ok(subset);
        }
        let (inner, outer) = (thread.root(inner), thread.root(outer));
        for_each_hashed(thread, inner, |thread, item, hash| {
            subset = dict::find_calling_folded(thread, outer, item, hash)?.is_some();
            Ok(subset)
        })?;
        return Ok(subset);
    }
    iterate::for_each(thread, inner, |thread, item| {
        subset = contains::contains(thread, outer, item)?;
        Ok(subset)
    })?;
    Ok(subset)
}

/// Whether no item of an iterable is in a set.
///
/// # Errors
/// As [`is_subset`].
pub(crate) fn is_disjoint(thread: &mut Thread, set: Root, other: Root) -> Outcome<bool> {
    let mut disjoint = true;
    let first = thread.object_at(set);
    let itself = as_set(thread, thread.get(other)).map(Object::value);
    if itself == Some(first.value()) {
        return Ok(dict::length(thread, first) == 0);
    }
    // (A class below may iterate over other items.)
    let second = thread.get(other).as_object();
    let is_plain =
        |it: &Object<'_>| matches!(thread.class_of_object(*it), CLASS_SET | CLASS_FROZENSET);
    let Some(second) = second.filter(is_plain) else {
        iterate::for_each(thread, other, |thread, item| {
            disjoint = !contains::contains(thread, set, item)?;
            Ok(disjoint)
        })?;
        return Ok(disjoint);
    };
    let (few, many) = match dict::length(thread, second) > dict::length(thread, first) {
        true => (first, second),
        false => (second, first),
    };
    let table = dict::table(thread, many);
    let mut is_known = true;
    for (_, item, hash) in dict::hashed_keys(thread, few) {
        match is_in_table(thread, table, item, hash)? {
            Some(true) => return Ok(false),
            Some(false) => {}
            None => {
                is_known = false;
                break;
            }
        }
    }
    if is_known {
        return Ok(true);
    }
    let (few, many) = (thread.root(few.value()), thread.root(many.value()));
    for_each_hashed(thread, few, |thread, item, hash| {
        disjoint = dict::find_calling_folded(thread, many, item, hash)?.is_none();
        Ok(disjoint)
    })?;
    Ok(disjoint)
}

fn result_class(thread: &Thread, a: Value<'_>) -> ClassNumber {
    if kind(thread, a) == CLASS_FROZENSET {
        CLASS_FROZENSET
    } else {
        CLASS_SET
    }
}

/// An operator of sets without calling; `None` if they are no sets or Python code must run.
///
/// # Errors
/// `TypeError` for items that have no hash; `MemoryError`.
pub fn binary_leaf<'a>(
    thread: &'a Thread,
    operator: Operator,
    a: Value<'a>,
    b: Value<'a>,
) -> Outcome<Option<Value<'a>>> {
    if !is_set_like(kind(thread, a)) {
        return Ok(None);
    }
    if !is_set_like(kind(thread, b)) {
        // A view takes any iterable on the other side.
        let is_taken = kind(thread, a) == CLASS_DICT_KEYS && operator == Operator::Subtract;
        let is_list = matches!(thread.class_of(b), CLASS_LIST | CLASS_TUPLE);
        return match (is_taken && is_list).then(|| from_values_leaf(thread, CLASS_SET, b)) {
            Some(others) => match others? {
                Some(others) => binary_leaf(thread, operator, a, others),
                None => Ok(None),
            },
            None => Ok(None),
        };
    }
    if let (Some(first), Some(second)) = (as_set(thread, a), as_set(thread, b)) {
        return plain_binary(thread, operator, (first, second), result_class(thread, a));
    }
    // With a view the result is a set, also that of a frozen one.
    let result = new(thread, CLASS_SET)?;
    let target = result.known_object();
    let take = |from: Value<'a>, other: Value<'a>, wanted: Option<bool>| -> Outcome<bool> {
        for item in items(thread, from)? {
            if let Some(wanted) = wanted {
                match contains::contains_leaf(thread, other, item)? {
                    None => return Ok(false),
                    Some(inside) if inside != wanted => continue,
                    Some(_) => {}
                }
            }
            if !add_leaf(thread, target, item)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let done = match operator {
        Operator::Or => take(a, b, None)? && take(b, a, None)?,
        Operator::And if count(thread, b) <= count(thread, a) => take(b, a, Some(true))?,
        Operator::And => take(a, b, Some(true))?,
        Operator::Subtract => take(a, b, Some(false))?,
        Operator::Xor => take(a, b, Some(false))? && take(b, a, Some(false))?,
        _ => false,
    };
    Ok(done.then_some(result))
}

/// [`binary_leaf`] of two sets that are no views.
fn plain_binary<'a>(
    thread: &'a Thread,
    operator: Operator,
    (a, b): (Object<'a>, Object<'a>),
    class: ClassNumber,
) -> Outcome<Option<Value<'a>>> {
    let mut result = match operator {
        Operator::Or => dict::Builder::copy(thread, class, a, dict::length(thread, b))?,
        _ => dict::Builder::new(thread, class),
    };
    // The items of one that are in the other, or are not, are none of the result's yet.
    let mut pick = |from, other, wanted| -> Outcome<bool> {
        let other = dict::table(thread, other);
        for (_, item, hash) in dict::hashed_keys(thread, from) {
            match is_in_table(thread, other, item, hash)? {
                Some(is_inside) if is_inside == wanted => result.push_folded(item, hash, NONE)?,
                Some(_) => {}
                None => return Ok(false),
            }
        }
        Ok(true)
    };
    let done = match operator {
        Operator::Or => add_set_to(thread, &mut result, b)?,
        Operator::And if dict::length(thread, b) <= dict::length(thread, a) => pick(b, a, true)?,
        Operator::And => pick(a, b, true)?,
        Operator::Subtract => pick(a, b, false)?,
        Operator::Xor => pick(a, b, false)? && pick(b, a, false)?,
        _ => false,
    };
    if !done {
        return Ok(None);
    }
    result.finish().map(Some)
}

/// Whether an item with a folded hash is in a table; `None` if Python code must say.
#[inline(always)]
fn is_in_table<'a>(
    thread: &'a Thread,
    table: dict::Table<'a>,
    item: Value<'a>,
    hash: u64,
) -> Outcome<Option<bool>> {
    Ok(match table.find_folded(thread, item, hash, 0)? {
        dict::Found::Entry(_) => Some(true),
        dict::Found::Missing(_) => Some(false),
        dict::Found::Ask(_) => None,
    })
}

/// Adds the items of another set to one that is being made; false if a call is needed.
fn add_set_to<'a>(
    thread: &'a Thread,
    target: &mut dict::Builder<'a>,
    other: Object<'a>,
) -> Outcome<bool> {
    for (_, item, hash) in dict::hashed_keys(thread, other) {
        if !target.set_folded(item, hash, NONE)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Adds the items of another set without calling Python code; false if a call is needed.
fn add_set_leaf<'a>(thread: &'a Thread, target: Object<'a>, other: Object<'a>) -> Outcome<bool> {
    for (_, item, hash) in dict::hashed_keys(thread, other) {
        if !dict::set_folded_leaf(thread, target, item, hash, NONE)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Does something with each item that a set has now and with the folded hash of that, until it says
/// that this is enough.
fn for_each_hashed(
    thread: &mut Thread,
    set: Root,
    mut act: impl FnMut(&mut Thread, Root, u64) -> Outcome<bool>,
) -> Outcome<()> {
    let mark = thread.root_count();
    let (items, hashes) = {
        let keys = dict::hashed_keys(thread, thread.object_at(set));
        let (items, hashes): (Vec<Value<'_>>, Vec<u64>) =
            keys.map(|(_, item, hash)| (item, hash)).unzip();
        (thread.root(tuple::from_values(thread, &items)?), hashes)
    };
    for (place, hash) in hashes.into_iter().enumerate() {
        let mark = thread.root_count();
        let item = tuple::get(thread, thread.object_at(items), place as u64);
        let item = thread.root(item);
        if !act(thread, item, hash)? {
            break;
        }
        thread.truncate_roots(mark);
    }
    thread.truncate_roots(mark);
    Ok(())
}

/// Adds an item whose folded hash is known.
fn add_hashed(thread: &mut Thread, set: Root, item: Root, hash: u64) -> Outcome<()> {
    if dict::find_calling_folded(thread, set, item, hash)?.is_none() {
        let object = thread.object_at(set);
        dict::insert_new_folded(thread, object, thread.get(item), hash, NONE)?;
    }
    Ok(())
}

/// An operator of sets (or of a set and any iterable, for the methods); `None` if sets do not have
/// it.
///
/// # Errors
/// Any exception of iterating, `__hash__` and `__eq__`.
pub fn binary(thread: &mut Thread, operator: Operator, a: Root, b: Root) -> Outcome<Option<Root>> {
    let known = matches!(
        operator,
        Operator::Or | Operator::And | Operator::Subtract | Operator::Xor
    );
    if !known {
        return Ok(None);
    }
    let class = result_class(thread, thread.get(a));
    let b = if is_set_like(kind(thread, thread.get(b))) || operator == Operator::Or {
        b
    } else {
        from_iterable(thread, CLASS_SET, b)?
    };
    let empty = new(thread, class)?;
    let result = thread.root(empty);
    match operator {
        Operator::Or => {
            update(thread, result, a)?;
            update(thread, result, b)?;
        }
        Operator::And if count(thread, thread.get(b)) <= count(thread, thread.get(a)) => {
            take_if(thread, result, b, a, true)?;
        }
        Operator::And => take_if(thread, result, a, b, true)?,
        Operator::Subtract => take_if(thread, result, a, b, false)?,
        _ => {
            take_if(thread, result, a, b, false)?;
            take_if(thread, result, b, a, false)?;
        }
    }
    Ok(Some(result))
}

fn take_if(
    thread: &mut Thread,
    result: Root,
    from: Root,
    other: Root,
    wanted: bool,
) -> Outcome<()> {
    let sets = [from, other].map(|root| as_set(thread, thread.get(root)).map(Object::value));
    if let [Some(from), Some(other)] = sets {
        let (from, other) = (thread.root(from), thread.root(other));
        return for_each_hashed(thread, from, |thread, item, hash| {
            if dict::find_calling_folded(thread, other, item, hash)?.is_some() == wanted {
                add_hashed(thread, result, item, hash)?;
            }
            Ok(true)
        });
    }
    iterate::for_each(thread, from, |thread, item| {
        if contains::contains(thread, other, item)? == wanted {
            add(thread, result, item)?;
        }
        Ok(true)
    })
}

/// An augmented assignment of sets: changes `a`.
///
/// # Errors
/// As [`binary`]; an abort.
pub fn inplace(thread: &mut Thread, operator: Operator, a: Root, b: Root) -> Outcome<()> {
    if operator == Operator::Or {
        // A set that is updated by itself gets no new items.
        return update(thread, a, b);
    }
    let result =
        binary(thread, operator, a, b)?.expect("the four operators of sets are all that come here");
    replace(thread, a, result)
}

/// Gives a set the items of another.
///
/// # Errors
/// As [`update`]; an abort.
pub fn replace(thread: &mut Thread, set: Root, by: Root) -> Outcome<()> {
    dict::clear(thread, thread.object_at(set))?;
    update(thread, set, by)
}
