//! Loops over generators for natives that take all items: one run of the interpreter for the whole
//! of a generator, and not one for each item. The code of the loops is the interpreter's
//! (`native_loops_code.rs`).

use crate::types::iterators;
use motet_tm::{Pinned, Root, Unwind};

use crate::model::exception::STOP_ITERATION;
use crate::model::layouts::*;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::model::upcalls::run_internal;
use crate::types::tuple;

/// Whether [`feed`] is for an iterator.
pub fn is_fed(thread: &Thread, iterator: Root) -> bool {
    is_drained(thread, iterator)
        || thread
            .object_of(thread.get(iterator), CLASS_MAP)
            .is_some_and(|map| iterators::mapped(thread, map).is_some())
}

/// Whether an iterator is one that these loops are for.
pub fn is_drained(thread: &Thread, iterator: Root) -> bool {
    thread
        .object_of(thread.get(iterator), CLASS_GENERATOR)
        .is_some()
}

/// The function and the source of a `map` with one source.
fn mapped(thread: &Thread, iterator: Root) -> Option<(Root, Root)> {
    let map = thread.object_of(thread.get(iterator), CLASS_MAP)?;
    let (function, source) = iterators::mapped(thread, map)?;
    Some((thread.root(function), thread.root(source)))
}

/// Appends the items of a generator to a list.
///
/// # Errors
/// Any exception of its body.
pub(crate) fn append_all(thread: &mut Thread, list: Root, generator: Root) -> Outcome<()> {
    let code = thread.machine().loops().append;
    run_internal(thread, code, &[list, generator]).map(|_| ())
}

/// Appends the items of a `map` to a list, if it is one with one source.
///
/// # Errors
/// Any exception of its function and source.
pub(crate) fn append_mapped(thread: &mut Thread, list: Root, map: Root) -> Outcome<bool> {
    let Some((function, source)) = mapped(thread, map) else {
        return Ok(false);
    };
    match map_all(thread, list, source, function) {
        // A function that raises this ends the iteration.
        Err(Unwind::Raise) if thread.take_exception_of(STOP_ITERATION) => Ok(true),
        outcome => outcome.map(|()| true),
    }
}

/// Appends the items that a function selects to a list, if the iterator is one of those that ask a
/// function.
///
/// # Errors
/// Any exception of its function and source.
pub(crate) fn append_selected(thread: &mut Thread, list: Root, iterator: Root) -> Outcome<bool> {
    let Some(object) = thread.get(iterator).as_object() else {
        return Ok(false);
    };
    let loops = thread.machine().loops();
    let kind = thread.host_of(object);
    let code = match kind {
        CLASS_FILTER => loops.select,
        CLASS_FILTER_FALSE => loops.reject,
        CLASS_TAKE_WHILE => loops.take,
        _ => return Ok(false),
    };
    let view = thread.read(object);
    let (source, function) = (view.get(iterators::SOURCE), view.get(iterators::PLACE));
    if source == NONE || function == NONE {
        return Ok(false);
    }
    let values = [
        list,
        thread.root(source),
        thread.root(NONE),
        thread.root(function),
    ];
    match run_internal(thread, code, &values) {
        // A function that raises this ends the iteration.
        Err(Unwind::Raise) if thread.take_exception_of(STOP_ITERATION) => return Ok(true),
        outcome => outcome?,
    };
    if kind != CLASS_FILTER
        && let Some(object) = thread.get(iterator).as_object()
    {
        thread.write(object)?.set(iterators::SOURCE, NONE);
    }
    Ok(true)
}

/// Adds the items of a generator to a set.
///
/// # Errors
/// Any exception of its body, hashes and comparisons.
pub(crate) fn add_all(thread: &mut Thread, set: Root, generator: Root) -> Outcome<()> {
    let code = thread.machine().loops().add;
    run_internal(thread, code, &[set, generator]).map(|_| ())
}

/// Whether a generator yields anything that is true (or false).
///
/// # Errors
/// Any exception of its body and the truth of its items.
pub fn has(thread: &mut Thread, generator: Root, wanted: bool) -> Outcome<bool> {
    let loops = thread.machine().loops();
    let code = if wanted { loops.any } else { loops.all };
    let (no, yes) = (thread.root(FALSE), thread.root(TRUE));
    let found = run_internal(thread, code, &[no, generator, no, yes])?;
    Ok(thread.get(found) == TRUE)
}

/// The outcome of a loop of steps.
pub struct Fed {
    /// The state as the native has left it.
    pub state: Root,
    /// The second part of the state.
    pub further: Root,
    /// The item that it has refused. None at the end of the iterator.
    pub refused: Option<Root>,
}

/// Hands the items of an iterator to a leaf native of the machine's own, one after the other, until
/// that answers false. The native gets a state, the item, and the second part of the state, and may
/// change both parts where they lie.
///
/// # Errors
/// Any exception of the iterator (and the function of a `map`) and the native.
pub fn feed(
    thread: &mut Thread,
    iterator: Root,
    (state, further): (Root, Root),
    step: Pinned,
) -> Outcome<Fed> {
    let (nothing, native) = (thread.root(NONE), thread.root(step.value()));
    let last = match mapped(thread, iterator) {
        Some((function, source)) => {
            let code = thread.machine().loops().mapped_step;
            let stop = thread.root(thread.class_object(STOP_ITERATION));
            let values = [state, nothing, further, source, native, function, stop];
            run_internal(thread, code, &values)?
        }
        None => {
            let loops = thread.machine().loops();
            let code = if step == loops.sum_step {
                loops.sum
            } else {
                loops.step
            };
            let values = [state, nothing, further, iterator, native];
            run_internal(thread, code, &values)?
        }
    };
    let last = thread.object_at(last);
    let part = |place| thread.root(tuple::get(thread, last, place));
    // No program has the native, so that no iterator is it.
    let is_end = tuple::get(thread, last, 3) == step.value();
    Ok(Fed {
        state: part(0),
        further: part(2),
        refused: (!is_end).then(|| part(1)),
    })
}

/// Hands the items of a generator to a native of the machine's own, with a state, until that
/// answers false. Returns the item that it has refused; none at the end of the generator.
///
/// # Errors
/// Any exception of the body and the native.
pub(crate) fn each(
    thread: &mut Thread,
    generator: Root,
    state: Root,
    step: Pinned,
) -> Outcome<Option<Root>> {
    feed(thread, generator, (state, state), step).map(|fed| fed.refused)
}

/// Appends to a list the results of a function for the items of an iterator.
///
/// # Errors
/// Any exception of the function.
pub(crate) fn map_all(
    thread: &mut Thread,
    list: Root,
    iterator: Root,
    function: Root,
) -> Outcome<()> {
    let code = thread.machine().loops().map;
    let nothing = thread.root(NONE);
    run_internal(thread, code, &[list, iterator, nothing, function]).map(|_| ())
}
