//! Iteration and unpacking: the generic operations.

use super::family::operations;
use motet_python_bytecode::encode::{a, b, c};

use crate::calling::generators;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::Next;
use motet_python_objects::model::native::{Arguments, NativeCode, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::inherited::inherited;
use motet_python_objects::types::protocol::{iterate, unpack};
use motet_python_objects::types::{list, tuple};

operations! {
    GetIter => |thread, word| get_iter(thread, a(word), b(word));
    ForLoop => |thread, word| for_loop(thread, a(word), b(word));
    Unpack => |thread, word| unpack(thread, a(word), b(word), c(word));
    UnpackItem => |thread, word| unpack(thread, a(word), b(word), c(word));
    UnpackStar => |thread, word| unpack_star(thread, a(word), b(word), c(word));
    Feed => |thread, word| feed(thread, a(word), b(word));
}

pub(crate) fn get_iter(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    if let Some(iterator) = iterate::iter_leaf(thread, thread.register(b))? {
        thread.set_register(a, iterator);
        return Ok(());
    }
    let value = thread.root_register(b);
    let iterator = iterate::iter(thread, value)?;
    thread.set_register(a, thread.get(iterator));
    Ok(())
}

pub(crate) fn for_loop(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let distance = thread.extension() as i32;
    match iterate::next_leaf(thread, thread.register(b))? {
        Next::Item(value) => thread.set_register(a, value),
        Next::End => return Ok(()),
        Next::Call => {
            if thread.class_of(thread.register(b)) == CLASS_GENERATOR {
                return generators::for_loop(thread, b);
            }
            let iterator = thread.root_register(b);
            match iterate::next(thread, iterator)? {
                Some(value) => thread.set_register(a, thread.get(value)),
                None => return Ok(()),
            }
        }
    }
    debug_assert!(distance < 0, "a loop goes back");
    thread.jump(distance);
    thread.reach_yield_point();
    Ok(())
}

/// Hands three registers to a leaf native of the machine's own; returns whether it has taken them.
pub(crate) fn feed_leaf(thread: &Thread, a: u8, b: u8) -> Outcome<bool> {
    let native = thread.register(b).known_object();
    let NativeCode::Leaf(code) = thread.native_of(native).0.code else {
        unreachable!("only internal code feeds, and each native that it names is a leaf");
    };
    let arguments = Arguments {
        start: (thread.registers_index() + usize::from(a)) as u32,
        count: 3,
        keywords: 0,
    };
    let mark = thread.root_count();
    let is_taken = code(thread, arguments)? == TRUE;
    thread.truncate_roots(mark);
    Ok(is_taken)
}

pub(crate) fn feed(thread: &mut Thread, a: u8, b: u8) -> Outcome<()> {
    let distance = thread.extension() as i32;
    if !feed_leaf(thread, a, b)? {
        thread.jump(distance);
    }
    Ok(())
}

/// Unpacks a tuple or list that has as many items as are wanted.
pub(crate) fn unpack_exactly(thread: &Thread, a: u8, b: u8, count: u8) -> bool {
    let Some(mut object) = thread.register(b).as_object() else {
        return false;
    };
    // A named tuple, say.
    if let Some(inside) = inherited(thread, object, names::ITER)
        && let Some(inside) = inside.as_object()
    {
        object = inside;
    }
    let expected = u64::from(count);
    match thread.host_of(object) {
        CLASS_TUPLE if tuple::length(thread, object) == expected => {
            for place in 0..count {
                thread.set_register(a + place, tuple::get(thread, object, place.into()));
            }
        }
        CLASS_LIST => {
            let (items, length) = list::items(thread, object);
            if length != expected {
                return false;
            }
            for place in 0..count {
                thread.set_register(a + place, thread.read_element(items, place.into()));
            }
        }
        _ => return false,
    }
    true
}

pub(crate) fn unpack(thread: &mut Thread, a: u8, b: u8, count: u8) -> Outcome<()> {
    if unpack_exactly(thread, a, b, count) {
        return Ok(());
    }
    let iterable = thread.root_register(b);
    let found = unpack::exactly(thread, iterable, count.into())?;
    for (register, item) in (a..).zip(found) {
        thread.set_register(register, thread.get(item));
    }
    Ok(())
}

pub(crate) fn unpack_star(thread: &mut Thread, a: u8, b: u8, before: u8) -> Outcome<()> {
    let after = thread.extension() as usize;
    let iterable = thread.root_register(b);
    let found = unpack::around_star(thread, iterable, before.into(), after)?;
    for (register, item) in (a..).zip(found) {
        thread.set_register(register, thread.get(item));
    }
    Ok(())
}
