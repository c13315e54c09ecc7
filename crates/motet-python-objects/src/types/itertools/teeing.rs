//! `tee`: several iterators over the items of one, along a chain of nodes that fills as the first
//! of them goes.
//!
//! A node holds its value (boxed, None until it was got), the next node (true while the source is
//! asked for the value), and the source.

use crate::model::exception;
use crate::model::type_def::TypeDef;
use crate::types::host;
use crate::types::iterator_types::MADE_WITHOUT_LENGTH;
use crate::types::itertools::itertool;
use crate::types::itertools::*;

fn new_node<'a>(thread: &'a Thread, source: Value<'_>) -> Value<'a> {
    iterators::new(thread, CLASS_TEE_NODE, NONE, NONE, source)
}

/// A new tee over a source: if the source is a tee, at the place of that.
fn new_tee(thread: &mut Thread, source: Root) -> Outcome<Root> {
    let source = iterate::iter(thread, source)?;
    if kind(thread, thread.get(source)) == CLASS_TEE {
        let node = field(thread, source, FIRST);
        let tee = iterators::new(thread, CLASS_TEE, thread.get(node), NONE, NONE);
        return Ok(thread.root(tee));
    }
    let node = thread.root(new_node(thread, thread.get(source)));
    let tee = iterators::new(thread, CLASS_TEE, thread.get(node), NONE, NONE);
    Ok(thread.root(tee))
}

fn tee<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let count = match arguments.optional(thread, 1) {
        None => 2,
        Some(count) => {
            let count = thread.root(count);
            count_argument(thread, count)?
        }
    };
    if count < 0 {
        return Err(value_error(thread, "n must be >= 0"));
    }
    if count == 0 {
        return tuple::from_values(thread, &[]);
    }
    host::check_length(thread, (count as usize).saturating_mul(64))?;
    let source = thread.root(arguments.get(thread, 0));
    let first = new_tee(thread, source)?;
    let mut all = vec![first];
    for _ in 1..count {
        all.push(new_tee(thread, first)?);
    }
    tuple::from_roots(thread, &all)
}

fn make_tee<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = thread.root(arguments.get(thread, 1));
    let tee = new_tee(thread, source)?;
    Ok(thread.get(tee))
}

fn copy<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let source = thread.root(arguments.get(thread, 0));
    let tee = new_tee(thread, source)?;
    Ok(thread.get(tee))
}

pub(crate) fn next_tee(thread: &mut Thread, iterator: Root) -> Outcome<Option<Root>> {
    let node = field(thread, iterator, FIRST);
    if value(thread, node, FIRST) == NONE {
        let source = field(thread, node, THIRD);
        if value(thread, node, SECOND) == TRUE {
            let message = "cannot re-enter the tee iterator";
            return Err(thread.raise(exception::RUNTIME_ERROR, message));
        }
        set(thread, node, SECOND, TRUE)?;
        let answer = iterate::next(thread, source);
        if !matches!(answer, Err(Unwind::Abort)) {
            set(thread, node, SECOND, NONE)?;
        }
        let Some(item) = answer? else {
            return Ok(None);
        };
        let next = thread.root(new_node(thread, thread.get(source)));
        let item = boxed(thread, thread.get(item))?;
        set(thread, node, FIRST, item)?;
        set(thread, node, SECOND, thread.get(next))?;
    }
    let next = field(thread, node, SECOND);
    set(thread, iterator, FIRST, thread.get(next))?;
    let item = unboxed(thread, value(thread, node, FIRST));
    Ok(item.map(|item| thread.root(item)))
}

/// `itertools.tee`.
pub const FUNCTIONS: &[NativeFunction] = &[NativeFunction::calling("tee", 1, 2, tee)];

/// The definitions.
pub const TYPES: &[TypeDef] = &[
    itertool("_tee", CLASS_TEE)
        .constructor(NativeFunction::calling("_tee", 2, 2, make_tee))
        .methods(&[
            MADE_WITHOUT_LENGTH,
            &[NativeFunction::calling("__copy__", 1, 1, copy)],
        ]),
    itertool("_tee_dataobject", CLASS_TEE_NODE),
];
