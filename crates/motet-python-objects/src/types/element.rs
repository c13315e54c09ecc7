//! `xml.etree.ElementTree.Element`: how elements lie in the heap, and the iterators over them. The
//! methods stand in `modules/elements.rs` of motet-python-modules.
//!
//! ```text
//!   element    tag   text   tail   dict of attributes   list of children
//!                                  (None: none yet)     (None: none yet)
//!   iterator   list: element, place, element, place …   tag that is wanted   whether it yields
//!              (None: finished)                         (None: all)          texts
//! ```
//!
//! Nobody else has the list of children, so a child is always an element or an instance of a class
//! below. The place of an iterator in an element is that of the child that comes next; [`ITSELF`]
//! comes before them.

use crate::model::native::Next;
use crate::model::type_def::TypeDef;
use crate::types::iterators::{self, EXTRA, PLACE, SOURCE};
use crate::types::prelude::*;
use crate::types::protocol::{compare, truth};
use crate::types::{dict, int, iterator_types, list, string};

/// Word of the tag.
pub const TAG: u64 = 1;
/// Word of the text before the first child.
pub const TEXT: u64 = 2;
/// Word of the text behind the element.
pub const TAIL: u64 = 3;
/// Word of the dict of attributes.
pub const ATTRIBUTES: u64 = 4;
/// Word of the list of children.
pub const CHILDREN: u64 = 5;

/// The place before the first child.
const ITSELF: i64 = -1;

/// Makes an element without children. (`attributes`: a dict that nobody else has, or None.)
pub fn new<'a>(thread: &'a Thread, tag: Value<'_>, attributes: Value<'_>) -> Value<'a> {
    let fields = [tag, NONE, NONE, attributes, NONE];
    thread
        .allocate(LAYOUT_ELEMENT, CLASS_ELEMENT, &fields)
        .value()
}

/// The element of a value, if it is one or an instance of a class below.
#[inline]
pub fn as_element<'a>(thread: &'a Thread, value: Value<'a>) -> Option<Object<'a>> {
    exact(thread, value, CLASS_ELEMENT)
        .or_else(|| exact(thread, plain(thread, value), CLASS_ELEMENT))
}

/// The list of children, if it was made.
#[inline]
pub fn children<'a>(thread: &'a Thread, element: Object<'a>) -> Option<Object<'a>> {
    thread.read(element).get(CHILDREN).as_object()
}

/// The list of children, which is made if need be.
///
/// # Errors
/// `MemoryError`, or an abort.
pub fn children_made<'a>(thread: &'a Thread, element: Object<'a>) -> Outcome<Object<'a>> {
    if let Some(known) = children(thread, element) {
        return Ok(known);
    }
    let made = list::new(thread)?;
    thread.write(element)?.set(CHILDREN, made);
    Ok(made.known_object())
}

/// The number of children.
#[inline]
pub fn count(thread: &Thread, element: Object<'_>) -> u64 {
    children(thread, element).map_or(0, |children| list::length(thread, children))
}

/// A child, if there are so many.
#[inline]
pub fn child<'a>(thread: &'a Thread, element: Object<'a>, place: u64) -> Option<Value<'a>> {
    list::get(thread, children(thread, element)?, place)
}

/// All children.
pub fn values<'a>(thread: &'a Thread, element: Object<'a>) -> Vec<Value<'a>> {
    children(thread, element).map_or_else(Vec::new, |children| list::values(thread, children))
}

/// The dict of attributes, if it was made.
#[inline]
pub fn attributes<'a>(thread: &'a Thread, element: Object<'a>) -> Option<Object<'a>> {
    dict::as_dict(thread, thread.read(element).get(ATTRIBUTES))
}

/// The next child that an iterator over an element itself comes to, if its source is of the class
/// itself.
pub(crate) fn next_child<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(source) = view.get(SOURCE).as_object() else {
        return Ok(Next::End);
    };
    let place = view.get(PLACE).as_integer();
    let (CLASS_ELEMENT, Some(place)) = (thread.host_of(source), place) else {
        return Ok(Next::Call);
    };
    let Some(found) = child(thread, source, place as u64) else {
        return iterators::finish(thread, iterator);
    };
    let view = thread.write(iterator)?;
    view.set(PLACE, int::from_i64(thread, place + 1));
    Ok(Next::Item(found))
}

// ---- iterators over whole trees

/// Makes an iterator over an element and all that is below it: the elements with a tag, or the
/// texts.
///
/// # Errors
/// `MemoryError`.
pub fn over_tree<'a>(
    thread: &'a Thread,
    root: Value<'_>,
    tag: Value<'_>,
    is_of_texts: bool,
) -> Outcome<Value<'a>> {
    let stack = list::from_values(thread, &[root, int::from_i64(thread, ITSELF)])?;
    let class = CLASS_ELEMENT_ITERATOR;
    Ok(iterators::new(
        thread,
        class,
        stack,
        tag,
        boolean(is_of_texts),
    ))
}

/// A step of an iterator: what it comes to, and how its stack changes.
struct Step<'a> {
    found: Value<'a>,
    /// How many words of the stack stay.
    kept: u64,
    /// The place in the element on top of them.
    place: i64,
    /// The child that comes on top.
    entered: Option<Value<'a>>,
}

/// The text before the children or behind the element. (That of comments does not count.)
fn text_of<'a>(thread: &'a Thread, element: Object<'a>, word: u64) -> Value<'a> {
    let view = thread.read(element);
    let tag = view.get(TAG);
    match tag == NONE || word == TAIL || string::as_string(thread, tag).is_some() {
        true => view.get(word),
        false => NONE,
    }
}

/// The next step; none at the end. Nothing has changed yet.
fn step<'a>(thread: &'a Thread, stack: Object<'a>, is_of_texts: bool) -> Option<Step<'a>> {
    let found = |element: Value<'a>, word| match is_of_texts {
        true => as_element(thread, element).map_or(NONE, |it| text_of(thread, it, word)),
        false => element,
    };
    let mut kept = list::length(thread, stack);
    while kept >= 2 {
        let top = list::get(thread, stack, kept - 2)?;
        let place = list::get(thread, stack, kept - 1)?.as_integer()?;
        let element = as_element(thread, top)?;
        if place == ITSELF {
            let (found, place) = (found(top, TEXT), place + 1);
            return Some(Step {
                found,
                kept,
                place,
                entered: None,
            });
        }
        if let Some(entered) = child(thread, element, place as u64) {
            let (found, place) = (found(entered, TEXT), place + 1);
            return Some(Step {
                found,
                kept,
                place,
                entered: Some(entered),
            });
        }
        kept -= 2;
        // The text behind the outermost element is none of its own.
        if is_of_texts && kept >= 2 {
            let place = list::get(thread, stack, kept - 1)?.as_integer()?;
            let found = found(top, TAIL);
            return Some(Step {
                found,
                kept,
                place,
                entered: None,
            });
        }
    }
    None
}

/// Changes the stack of an iterator by a step.
fn take(thread: &Thread, stack: Object<'_>, step: &Step<'_>) -> Outcome<()> {
    let length = list::length(thread, stack);
    if step.kept < length {
        list::replace(thread, stack, step.kept, length, &[])?;
    }
    let place = int::from_i64(thread, step.place);
    list::set_index(thread, stack, step.kept as i64 - 1, place)?;
    if let Some(entered) = step.entered {
        list::push(thread, stack, entered)?;
        list::push(thread, stack, Value::from_small(0))?;
    }
    Ok(())
}

/// Whether an iterator yields what it has come to; none if that must be asked.
fn is_wanted(
    thread: &Thread,
    tag: Value<'_>,
    is_of_texts: bool,
    found: Value<'_>,
) -> Outcome<Option<bool>> {
    if is_of_texts {
        return Ok(truth::truth_leaf(thread, found));
    }
    let element = as_element(thread, found);
    let own = element.map_or(NONE, |element| thread.read(element).get(TAG));
    match tag == NONE || tag == own {
        true => Ok(Some(true)),
        false => compare::equal_leaf(thread, own, tag),
    }
}

/// The next element or text.
pub(crate) fn next_leaf<'a>(thread: &'a Thread, iterator: Object<'a>) -> Outcome<Next<'a>> {
    let view = thread.read(iterator);
    let Some(stack) = view.get(SOURCE).as_object() else {
        return Ok(Next::End);
    };
    let (tag, is_of_texts) = (view.get(PLACE), view.get(EXTRA) == TRUE);
    while let Some(step) = step(thread, stack, is_of_texts) {
        let Some(is_wanted) = is_wanted(thread, tag, is_of_texts, step.found)? else {
            return Ok(Next::Call);
        };
        take(thread, stack, &step)?;
        if is_wanted {
            return Ok(Next::Item(step.found));
        }
    }
    iterators::finish(thread, iterator)
}

/// As [`next_leaf`], asking what is found.
pub(crate) fn next_calling(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    loop {
        let mark = thread.root_count();
        let view = thread.read(thread.object_at(iterator));
        let Some(stack) = view.get(SOURCE).as_object() else {
            return Ok(None);
        };
        let (tag, is_of_texts) = (view.get(PLACE), view.get(EXTRA) == TRUE);
        let Some(step) = step(thread, stack, is_of_texts) else {
            iterators::finish(thread, thread.object_at(iterator))?;
            return Ok(None);
        };
        let known = is_wanted(thread, tag, is_of_texts, step.found)?;
        let (found, tag) = (thread.root(step.found), thread.root(tag));
        take(thread, stack, &step)?;
        let is_wanted = match known {
            Some(known) => known,
            None if is_of_texts => truth::truth(thread, found)?,
            None => {
                let element = as_element(thread, thread.get(found));
                let own = element.map_or(NONE, |element| thread.read(element).get(TAG));
                let own = thread.root(own);
                compare::same_or_equal(thread, own, tag)?
            }
        };
        if is_wanted {
            return Ok(Some(found));
        }
        thread.truncate_roots(mark);
        thread.collect_in_native()?;
    }
}

/// The definition of the iterators.
pub const TYPES: &[TypeDef] = &[TypeDef::new("_element_iterator", CLASS_ELEMENT_ITERATOR)
    .in_module("_elementtree")
    .methods(&[iterator_types::WITHOUT_LENGTH])
    .iterator()
    .closed()];
