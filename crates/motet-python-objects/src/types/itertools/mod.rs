//! `itertools`: iterators of iterators. Their state lies in the heap, in three words an object:
//!
//! ```text
//!   count           next             step             -
//!   cycle           iterator or True items seen       place among them
//!   repeat          (object,)        times left/None  -
//!   accumulate      iterator         (total,) / None  function or None
//!   chain           the iterables    the current one  -
//!   compress        data             selectors        -
//!   dropwhile …     iterator         function         whether it has begun
//!   islice          iterator         items passed     (next, stop, step)
//!   pairwise        iterator         (previous,)      -
//!   starmap         iterator         function         -
//!   zip_longest     list of them     fill value       how many go on
//!   product …       pools            places or None   cycles, or how many are taken
//!   groupby         iterator         key function     an array: key, value, target, group
//!   tee             node             -                -
//!   batched         iterator         how many         strict
//! ```
//!
//! One that is finished has None in its first word.

pub mod combining;
pub mod endless;
pub mod grouping;
pub mod leaf;
pub mod selecting;
pub mod teeing;

pub(crate) use crate::types::itertools::leaf::{
    current_of_chain, next_leaf, open_slice, pass_in_slice, sources_of_ended,
};

use crate::model::module_def::ModuleDef;
use crate::model::type_def::TypeDef;
use crate::types::list;
use crate::types::prelude::*;
use crate::types::protocol::{item, iterate};
use crate::types::{int, iterators, tuple};

const FIRST: u64 = 1;
const SECOND: u64 = 2;
const THIRD: u64 = 3;

/// Whether objects of a kind are iterators of this module.
pub(crate) const fn is_itertool(kind: u32) -> bool {
    CLASS_COUNT <= kind && kind <= CLASS_TEE_NODE
}

/// The next item of an iterator of this module that is not finished, where [`next_leaf`] could not
/// tell.
///
/// # Errors
/// Any exception of the code that it runs.
pub(crate) fn next(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    match kind(thread, thread.get(iterator)) {
        CLASS_COUNT => endless::next_count(thread, iterator),
        CLASS_CYCLE => endless::next_cycle(thread, iterator),
        CLASS_REPEAT => endless::next_repeat(thread, iterator),
        CLASS_ACCUMULATE => selecting::next_accumulate(thread, iterator),
        CLASS_CHAIN => endless::next_chain(thread, iterator),
        CLASS_COMPRESS => selecting::next_compress(thread, iterator),
        CLASS_DROP_WHILE => selecting::next_drop_while(thread, iterator),
        CLASS_TAKE_WHILE => selecting::next_take_while(thread, iterator),
        CLASS_FILTER_FALSE => selecting::next_filter_false(thread, iterator),
        CLASS_ISLICE => selecting::next_islice(thread, iterator),
        CLASS_STAR_MAP => selecting::next_star_map(thread, iterator),
        CLASS_PAIRWISE => grouping::next_pairwise(thread, iterator),
        CLASS_BATCHED => grouping::next_batched(thread, iterator),
        CLASS_GROUP_BY => grouping::next_group_by(thread, iterator),
        CLASS_GROUPER => grouping::next_grouper(thread, iterator),
        CLASS_ZIP_LONGEST => grouping::next_zip_longest(thread, iterator),
        CLASS_TEE => teeing::next_tee(thread, iterator),
        _ => Ok(None),
    }
}

/// The definition of one of the iterators here.
const fn itertool(name: &'static str, number: ClassNumber) -> TypeDef {
    assert!(is_itertool(number), "the numbers of itertools are a range");
    TypeDef::new(name, number).in_module("itertools").iterator()
}

fn field(thread: &Thread, iterator: Root, word: u64) -> Root {
    thread.root(value(thread, iterator, word))
}

fn value(thread: &Thread, iterator: Root, word: u64) -> Value<'_> {
    let object = thread.object_at(iterator);
    thread.read(object).get(word)
}

fn number(thread: &Thread, iterator: Root, word: u64) -> i64 {
    value(thread, iterator, word).as_integer().unwrap_or(0)
}

fn set(thread: &Thread, iterator: Root, word: u64, value: Value<'_>) -> Outcome<()> {
    let object = thread.object_at(iterator);
    thread.write(object)?.set(word, value);
    Ok(())
}

/// Marks an iterator as finished.
fn finish(thread: &Thread, iterator: Root) -> Outcome<Option<Root>> {
    set(thread, iterator, FIRST, NONE)?;
    Ok(None)
}

/// The next item of the iterator in the first word; this iterator is finished when there is none.
fn next_of_source(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let source = field(thread, iterator, FIRST);
    match iterate::next(thread, source)? {
        Some(item) => Ok(Some(item)),
        None => finish(thread, iterator),
    }
}

/// A tuple around a value, to tell a value that is None from none.
fn boxed<'a>(thread: &'a Thread, value: Value<'_>) -> Outcome<Value<'a>> {
    tuple::from_values(thread, &[value])
}

/// The value in such a tuple.
fn unboxed<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Value<'a>> {
    let tuple = tuple::as_tuple(thread, value)?;
    Some(tuple::get(thread, tuple, 0))
}

/// An iterator over an argument.
fn iterator_over(thread: &mut Thread, arguments: Arguments, index: usize) -> Outcome<Root> {
    let source = thread.root(arguments.get(thread, index));
    iterate::iter(thread, source)
}

/// A new iterator.
fn made<'a>(
    thread: &'a Thread,
    class: ClassNumber,
    first: Root,
    second: Value<'_>,
    third: Value<'_>,
) -> Value<'a> {
    iterators::new(thread, class, thread.get(first), second, third)
}

/// The machine number of an argument that is an integer or has `__index__`.
fn count_argument(thread: &mut Thread, argument: Root) -> Outcome<i64> {
    let index = item::index(thread, argument)?;
    let number = thread.get(index);
    int::to_i64(thread, number).ok_or_else(|| {
        let message = "Python int too large to convert to C ssize_t";
        overflow_error(thread, message)
    })
}

/// The items of an iterable as a tuple.
fn pool_of(thread: &mut Thread, iterable: Root) -> Outcome<Root> {
    let list = iterate::to_list(thread, iterable)?;
    let list = thread.object_at(list);
    let items = list::values(thread, list);
    Ok(thread.root(tuple::from_values(thread, &items)?))
}

#[cold]
fn missing_argument(thread: &Thread, function: &str, name: &str, place: usize) -> Unwind {
    let message = format!("{function}() missing required argument '{name}' (pos {place})");
    type_error(thread, message)
}

/// The module that the program imports.
pub const MODULES: &[ModuleDef] = &[ModuleDef::new("itertools")
    .functions(&[teeing::FUNCTIONS])
    .shows(&[
        CLASS_COUNT,
        CLASS_CYCLE,
        CLASS_REPEAT,
        CLASS_ACCUMULATE,
        CLASS_CHAIN,
        CLASS_COMPRESS,
        CLASS_DROP_WHILE,
        CLASS_TAKE_WHILE,
        CLASS_FILTER_FALSE,
        CLASS_ISLICE,
        CLASS_STAR_MAP,
        CLASS_PAIRWISE,
        CLASS_BATCHED,
        CLASS_GROUP_BY,
        CLASS_ZIP_LONGEST,
        CLASS_PRODUCT,
        CLASS_PERMUTATIONS,
        CLASS_COMBINATIONS,
        CLASS_COMBINATIONS_REPLACING,
        CLASS_TEE,
    ])];
