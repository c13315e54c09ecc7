//! Several items of an iterator at once, for natives that take all of them: one look at the
//! iterator and one write of its place for a portion, not for each item. No Python code runs.

use crate::model::native::Next;
use crate::types::iterators::{self, PLACE, SOURCE};
use crate::types::itertools;
use crate::types::mapped::Mapped;
use crate::types::memoryview;
use crate::types::prelude::*;
use crate::types::{int, list, tuple};

/// What an iterator has after a portion was taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// Perhaps more items: there was no room for another one.
    More,
    /// No more items.
    End,
    /// Nothing that can be had without a call.
    Call,
}

/// How many items were taken, and what comes after them.
type Taken = (usize, After);

/// Takes items until there is no room for more, the iterator ends, or a call is needed.
///
/// # Errors
/// As the iterators; an abort.
pub(crate) fn take<'a>(
    thread: &'a Thread,
    iterator: Object<'a>,
    room: &mut [Value<'a>],
) -> Outcome<Taken> {
    match thread.host_of(iterator) {
        CLASS_CHAIN => take_chained(thread, iterator, room),
        CLASS_ISLICE => take_sliced(thread, iterator, room),
        CLASS_MEMORY_ITERATOR => take_viewed(thread, iterator, room),
        CLASS_MAP => match Mapped::of(thread, iterator) {
            Some(mapped) => fill(room, || mapped.next(thread)),
            None => take_singly(thread, iterator, room),
        },
        _ => match take_in_place(thread, iterator, room)? {
            Some(taken) => Ok(taken),
            None => take_singly(thread, iterator, room),
        },
    }
}

fn take_singly<'a>(
    thread: &'a Thread,
    iterator: Object<'a>,
    room: &mut [Value<'a>],
) -> Outcome<Taken> {
    fill(room, || iterators::next_leaf(thread, iterator))
}

/// Takes item by item.
fn fill<'a>(room: &mut [Value<'a>], next: impl Fn() -> Outcome<Next<'a>>) -> Outcome<Taken> {
    let mut count = 0;
    while let Some(place) = room.get_mut(count) {
        match next()? {
            Next::Item(item) => *place = item,
            Next::End => return Ok((count, After::End)),
            Next::Call => return Ok((count, After::Call)),
        }
        count += 1;
    }
    Ok((count, After::More))
}

/// The items of an iterator over a view of memory; singly, if it has ended or the view was
/// released.
fn take_viewed<'a>(
    thread: &'a Thread,
    iterator: Object<'a>,
    room: &mut [Value<'a>],
) -> Outcome<Taken> {
    let view = thread.read(iterator);
    let place = view.get(PLACE).as_integer();
    let opened = memoryview::as_memoryview(thread, view.get(SOURCE))
        .and_then(|source| memoryview::open(thread, source));
    let Some((place, (source, window))) = place.zip(opened) else {
        return take_singly(thread, iterator, room);
    };
    let (&[present], place) = (window.shape.as_slice(), place as u64) else {
        return Ok((0, After::Call));
    };
    let count = present.saturating_sub(place).min(room.len() as u64) as usize;
    for (item, place) in room[..count].iter_mut().zip(place..) {
        *item = memoryview::item_value(thread, source, &window, place)?;
    }
    let written = thread.write(iterator)?;
    written.set(PLACE, int::from_length(place + count as u64));
    if count < room.len() {
        written.set(SOURCE, NONE);
        return Ok((count, After::End));
    }
    Ok((count, After::More))
}

/// The items of an iterator over a list or tuple, in either direction; none if it is another one.
fn take_in_place<'a>(
    thread: &'a Thread,
    iterator: Object<'a>,
    room: &mut [Value<'a>],
) -> Outcome<Option<Taken>> {
    let is_back = match thread.host_of(iterator) {
        CLASS_LIST_ITERATOR | CLASS_TUPLE_ITERATOR => false,
        CLASS_LIST_REVERSE_ITERATOR | CLASS_REVERSED => true,
        _ => return Ok(None),
    };
    // An object that is written needs no read marker.
    let written = thread.write(iterator)?;
    let view = written.read();
    let Some(source) = view.get(SOURCE).as_object() else {
        return Ok(Some((0, After::End)));
    };
    let Some(present) = length(thread, source) else {
        return Ok(None);
    };
    let place = view.get(PLACE).known_integer();
    let left = match is_back {
        // A list may have become shorter: then the iterator is at its end.
        true if place as u64 > present => 0,
        true => place as u64,
        false => present.saturating_sub(place as u64),
    };
    let count = left.min(room.len() as u64);
    let first = match is_back {
        true => left - count,
        false => place as u64,
    };
    let taken = &mut room[..count as usize];
    copy(thread, source, first, taken);
    let after = if is_back {
        taken.reverse();
        first
    } else {
        first + count
    };
    written.set(PLACE, int::from_length(after));
    if (count as usize) < room.len() {
        // It stays finished, even if its source changes.
        written.set(SOURCE, NONE);
        return Ok(Some((count as usize, After::End)));
    }
    Ok(Some((count as usize, After::More)))
}

/// The length of a list or tuple; none for other objects.
fn length(thread: &Thread, source: Object<'_>) -> Option<u64> {
    match thread.host_of(source) {
        CLASS_LIST => Some(list::length(thread, source)),
        CLASS_TUPLE => Some(tuple::length(thread, source)),
        _ => None,
    }
}

/// Copies items of a list or tuple, from one place on, as many as there is room for.
fn copy<'a>(thread: &'a Thread, source: Object<'a>, first: u64, room: &mut [Value<'a>]) {
    if thread.host_of(source) == CLASS_LIST {
        let (items, _) = list::items(thread, source);
        let end = first + room.len() as u64;
        for (place, item) in room.iter_mut().zip(thread.read_elements(items, first, end)) {
            *place = item;
        }
    } else {
        for (place, index) in room.iter_mut().zip(first..) {
            *place = tuple::get(thread, source, index);
        }
    }
}

/// The items of a `chain`.
fn take_chained<'a>(
    thread: &'a Thread,
    chain: Object<'a>,
    room: &mut [Value<'a>],
) -> Outcome<Taken> {
    let mut count = 0;
    while count < room.len() {
        let current = itertools::current_of_chain(thread, chain);
        if let Some(current) = current
            && let Some((taken, after)) = take_in_place(thread, current, &mut room[count..])?
        {
            count += taken;
            if after == After::More {
                break;
            }
        }
        let copied = copy_next_of_chain(thread, chain, &mut room[count..])?;
        if let Some(copied) = copied {
            count += copied;
            continue;
        }
        let (one, after) = take_singly(thread, chain, &mut room[count..=count])?;
        count += one;
        if after != After::More {
            return Ok((count, after));
        }
    }
    Ok((count, After::More))
}

/// All items of the next iterable of a chain whose current one is at its end, if it is a list or
/// tuple for which there is room.
fn copy_next_of_chain<'a>(
    thread: &'a Thread,
    chain: Object<'a>,
    room: &mut [Value<'a>],
) -> Outcome<Option<usize>> {
    let Some(sources) = itertools::sources_of_ended(thread, chain) else {
        return Ok(None);
    };
    let Next::Item(iterable) = iterators::next_leaf(thread, sources)? else {
        return Ok(None);
    };
    let source =
        exact(thread, iterable, CLASS_LIST).or_else(|| exact(thread, iterable, CLASS_TUPLE));
    if let Some(source) = source
        && let Some(taken) =
            length(thread, source).and_then(|length| room.get_mut(..length as usize))
    {
        copy(thread, source, 0, taken);
        return Ok(Some(taken.len()));
    }
    iterators::step_back(thread, sources)?;
    Ok(None)
}

/// The items of an `islice` that passes none over.
fn take_sliced<'a>(
    thread: &'a Thread,
    slice: Object<'a>,
    room: &mut [Value<'a>],
) -> Outcome<Taken> {
    let Some((source, left)) = itertools::open_slice(thread, slice) else {
        return take_singly(thread, slice, room);
    };
    let most = left.map_or(room.len(), |left| room.len().min(left as usize));
    let is_whole = left.is_some_and(|left| left as usize == most);
    match take_in_place(thread, source, &mut room[..most])? {
        Some((count, after)) => {
            let is_end = is_whole || after == After::End;
            itertools::pass_in_slice(thread, slice, count as u64, is_end)?;
            let after = if is_end { After::End } else { After::More };
            Ok((count, after))
        }
        None => take_singly(thread, slice, room),
    }
}
