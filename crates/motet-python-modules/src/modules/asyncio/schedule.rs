//! Handles, the queue of a loop, contexts and the ring of the tasks.

use motet_python_objects::model::class::Class;
use motet_python_objects::model::names;
use motet_python_objects::types::deque;
use motet_python_objects::types::prelude::*;
use motet_vm::symbol::Symbol;

use crate::modules::context_variables::copy_of_current;

use super::fields::{Fields, NEXT, PREVIOUS, State};

/// A loop whose `call_soon` is the usual one, which is open and not in debug mode.
#[derive(Clone, Copy)]
pub(super) struct PlainLoop<'a> {
    object: Object<'a>,
    ready: Object<'a>,
    /// The class of handles.
    handle: &'a Class,
}

impl<'a> PlainLoop<'a> {
    pub(super) fn of(
        thread: &'a Thread,
        state: State<'a>,
        value: Value<'a>,
    ) -> Option<PlainLoop<'a>> {
        let object = value.as_object()?;
        let class = thread.class_of_object(object);
        for (name, usual) in state.call_soon(thread) {
            let found = thread.look_up(class, name)?;
            if found.value != usual || thread.own_attribute(object, name).is_some() {
                return None;
            }
        }
        let own = |name| thread.own_attribute(object, name);
        if own(names::CLOSED)? != FALSE || own(names::DEBUG)? != FALSE {
            return None;
        }
        let ready = exact(thread, own(names::READY)?, CLASS_DEQUE)?;
        let handle = state.handle(thread)?;
        Some(PlainLoop {
            object,
            ready,
            handle,
        })
    }

    /// The anchor of the ring of the loop's tasks, once it has one.
    pub(super) fn ring(&self, thread: &'a Thread) -> Option<Object<'a>> {
        ring_of(thread, self.object)
    }

    /// Puts a new handle into the queue.
    pub(super) fn schedule(
        &self,
        thread: &'a Thread,
        (callback, arguments): (Value<'a>, Value<'a>),
        context: Value<'a>,
    ) -> Outcome<Value<'a>> {
        let fields: [(Symbol, Value<'_>); 7] = [
            (names::TOKEN_CONTEXT, context),
            (names::LOOP, self.object.value()),
            (names::CALLBACK, callback),
            (names::HANDLE_ARGS, arguments),
            (names::HANDLE_CANCELLED, FALSE),
            (names::HANDLE_REPR, NONE),
            (names::SOURCE_TRACEBACK, NONE),
        ];
        let handle = thread.new_filled_instance(self.handle, &fields)?;
        deque::push_back(thread, self.ready, handle)?;
        Ok(handle)
    }
}

/// A copy of the current context; none if the thread has no context yet.
pub(super) fn copy_of_context<'a>(
    thread: &'a Thread,
    state: State<'a>,
) -> Outcome<Option<Value<'a>>> {
    match state.context(thread) {
        Some(class) => copy_of_current(thread, class),
        None => Ok(None),
    }
}

/// The anchor of the ring of a loop's tasks.
pub(super) fn ring_of<'a>(thread: &'a Thread, event_loop: Object<'a>) -> Option<Object<'a>> {
    let anchor = thread.own_attribute(event_loop, names::WAITING_TASKS)?;
    let anchor = anchor.as_object()?;
    thread.own_attribute(anchor, names::PREVIOUS)?;
    Some(anchor)
}

/// Puts a task before the anchor of a ring.
pub(super) fn put_into_ring(
    thread: &Thread,
    anchor: Object<'_>,
    task: Fields<'_>,
) -> Outcome<bool> {
    let last = thread.own_attribute(anchor, names::PREVIOUS);
    let Some(last) = last.and_then(|last| last.as_object()) else {
        return Ok(false);
    };
    task.set(thread, PREVIOUS, last.value())?;
    task.set(thread, NEXT, anchor.value())?;
    thread.set_own_attribute(last, names::NEXT_TASK, task.value())?;
    thread.set_own_attribute(anchor, names::PREVIOUS, task.value())?;
    Ok(true)
}

/// Takes a task out of its ring; false if it is in none.
pub(super) fn take_out_of_ring(thread: &Thread, task: Fields<'_>) -> Outcome<bool> {
    let neighbours = [task.get(thread, PREVIOUS), task.get(thread, NEXT)];
    let [Some(before), Some(behind)] = neighbours.map(|it| it.as_object()) else {
        return Ok(false);
    };
    thread.set_own_attribute(before, names::NEXT_TASK, behind.value())?;
    thread.set_own_attribute(behind, names::PREVIOUS, before.value())?;
    task.set(thread, PREVIOUS, NONE)?;
    task.set(thread, NEXT, NONE)?;
    Ok(true)
}
