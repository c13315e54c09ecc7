//! `map` of natives whose shortcut knows the results, over lists, tuples and ranges: no Python code
//! runs, no frame is laid out.

use crate::model::native::Next;
use crate::model::short_call::ShortCallable;
use crate::types::iterators::{self, EXTRA, PLACE, SOURCE, step_back, steps_back};
use crate::types::prelude::*;
use crate::types::tuple;

/// The next result of a `map`, if it can be had without a call of Python code.
///
/// # Errors
/// An abort.
pub(crate) fn next_leaf<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    if thread.read(iterator).get(SOURCE) == NONE {
        return Ok(Next::End);
    }
    match Mapped::of(thread, iterator) {
        Some(mapped) => mapped.next(thread),
        None => Ok(Next::Call),
    }
}

/// A `map` of a native whose shortcut may know the results, over lists, tuples and ranges.
pub(crate) struct Mapped<'a> {
    native: ShortCallable<'a>,
    sources: [Option<Object<'a>>; MAPPED_MAX],
    count: usize,
}

impl<'a> Mapped<'a> {
    /// What an iterator is, if it is such a `map` that has not ended.
    pub(crate) fn of(thread: &'a Thread, iterator: Object<'a>) -> Option<Mapped<'a>> {
        let view = thread.read(iterator);
        let all = view.get(SOURCE).as_object()?;
        let count = tuple::length(thread, all) as usize;
        if count == 0 || count > 1 && (count > MAPPED_MAX || view.get(EXTRA) == TRUE) {
            return None;
        }
        let mut sources = [None; MAPPED_MAX];
        for (place, source) in sources.iter_mut().enumerate().take(count) {
            let found = tuple::get(thread, all, place as u64).as_object();
            *source = Some(found.filter(|source| steps_back(thread, *source))?);
        }
        let native = ShortCallable::of(thread, view.get(PLACE))?;
        Some(Mapped {
            native,
            sources,
            count,
        })
    }

    /// The next result; where the shortcut does not know it, nothing has changed.
    ///
    /// # Errors
    /// An abort.
    pub(crate) fn next(&self, thread: &'a Thread) -> Outcome<Next<'a>> {
        let mut items = [UNBOUND; MAPPED_MAX];
        for (item, source) in items.iter_mut().zip(self.sources.iter().flatten()) {
            *item = match iterators::next_leaf(thread, *source)? {
                Next::Item(item) => item,
                other => return Ok(other),
            };
        }
        if let Some(result) = self.native.call(thread, &items[..self.count]) {
            return Ok(Next::Item(result));
        }
        for source in self.sources.iter().flatten() {
            step_back(thread, *source)?;
        }
        Ok(Next::Call)
    }
}

/// More sources than these are left to the general way.
const MAPPED_MAX: usize = 2;
