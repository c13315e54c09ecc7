//! `Element.__deepcopy__`: trees of elements of the class itself whose tags, texts and attributes
//! are texts (or other values that no copy differs from) are copied at once; others by a function
//! of `_elementtree`.
//!
//! The copy of each element is noted in the memo, as `copy` does it: an element that hangs in two
//! places of a tree, or stands beside the tree, has one copy.

use motet_python_objects::model::upcalls;
use motet_python_objects::types::element::{self, ATTRIBUTES, CHILDREN, TAG, TAIL, TEXT};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{dict, int, list};

use super::elements::LIBRARY;

/// Larger trees are copied in parts, so that memory can be collected between them.
const ELEMENTS_MAX: usize = 1 << 14;

pub(super) fn deep_copy<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let memo = arguments.get(thread, 1);
    if dict::as_dict(thread, memo).is_none() {
        let given = type_name(thread, memo);
        let message = format!("__deepcopy__() argument must be dict, not {given}");
        return Err(type_error(thread, message));
    }
    if let Some(made) = copy_tree(thread, arguments)? {
        let made = thread.root(made);
        return Ok(thread.get(made));
    }
    upcalls::delegate(thread, arguments, LIBRARY, "_deepcopy")
}

/// Whether a deep copy of a value is the value itself.
fn is_atomic(thread: &Thread, value: Value<'_>) -> bool {
    matches!(
        kind(thread, value),
        CLASS_STR | CLASS_NONE | CLASS_INT | CLASS_FLOAT | CLASS_BYTES | CLASS_FUNCTION
    )
}

/// Whether an element holds nothing but its children and atomic values.
fn is_plain(thread: &Thread, element: Object<'_>) -> bool {
    let view = thread.read(element);
    let attributes = match view.get(ATTRIBUTES) {
        NONE => None,
        given => match exact(thread, given, CLASS_DICT) {
            Some(attributes) => Some(attributes),
            None => return false,
        },
    };
    let are_atomic = attributes.is_none_or(|attributes| {
        let mut pairs = dict::entries(thread, attributes).into_iter();
        pairs.all(|(key, value)| kind(thread, key) == CLASS_STR && is_atomic(thread, value))
    });
    let mut fields = [TAG, TEXT, TAIL].into_iter();
    are_atomic && fields.all(|word| is_atomic(thread, view.get(word)))
}

/// The children, if all are of the class itself.
fn plain_children<'a>(thread: &'a Thread, element: Object<'a>) -> Option<Vec<Object<'a>>> {
    let children = element::values(thread, element).into_iter();
    children
        .map(|child| exact(thread, child, CLASS_ELEMENT))
        .collect()
}

/// Whether a tree can be copied at once.
fn is_plain_tree(thread: &Thread, root: Object<'_>) -> bool {
    let (mut left, mut count) = (vec![root], 0);
    while let Some(element) = left.pop() {
        count += 1;
        let children = plain_children(thread, element);
        let (true, Some(children)) = (is_plain(thread, element), children) else {
            return false;
        };
        if count + left.len() + children.len() > ELEMENTS_MAX {
            return false;
        }
        left.extend(children);
    }
    true
}

/// A copy without children, which the memo knows.
fn copy_one<'a>(thread: &'a Thread, source: Object<'a>, memo: Object<'a>) -> Outcome<Object<'a>> {
    let view = thread.read(source);
    let attributes = match exact(thread, view.get(ATTRIBUTES), CLASS_DICT) {
        Some(attributes) => dict::copy(thread, attributes, CLASS_DICT)?,
        None => NONE,
    };
    let made = element::new(thread, view.get(TAG), attributes).known_object();
    let target = thread.write(made)?;
    target.set(TEXT, view.get(TEXT));
    target.set(TAIL, view.get(TAIL));
    let key = int::from_u64(thread, thread.identity(source));
    dict::set_leaf(thread, memo, key, made.value())?;
    Ok(made)
}

fn copy_tree(thread: &Thread, arguments: Arguments) -> Outcome<Option<Value<'_>>> {
    let root = exact(thread, arguments.get(thread, 0), CLASS_ELEMENT);
    let memo = exact(thread, arguments.get(thread, 1), CLASS_DICT);
    let (Some(root), Some(memo)) = (root, memo) else {
        return Ok(None);
    };
    if !is_plain_tree(thread, root) {
        return Ok(None);
    }
    let made = copy_one(thread, root, memo)?;
    let mut left = vec![(root, made)];
    while let Some((source, target)) = left.pop() {
        let mut copies = Vec::new();
        for child in plain_children(thread, source).unwrap_or_default() {
            let key = int::from_u64(thread, thread.identity(child));
            if let Some(known) = dict::get_leaf(thread, memo, key)?.flatten() {
                copies.push(known);
                continue;
            }
            let copy = copy_one(thread, child, memo)?;
            copies.push(copy.value());
            left.push((child, copy));
        }
        if !copies.is_empty() {
            let copies = list::from_values(thread, &copies)?;
            thread.write(target)?.set(CHILDREN, copies);
        }
    }
    Ok(Some(made.value()))
}
