//! The functions that the library calls.

use motet_python_objects::model::names;
use motet_python_objects::model::thread::ROOT_EVENT_LOOP;
use motet_python_objects::types::int;
use motet_python_objects::types::prelude::*;
use motet_vm::symbol::Symbol;

use super::fields::*;
use super::schedule::{PlainLoop, copy_of_context, put_into_ring, ring_of, take_out_of_ring};

/// `new_counter()`.
pub(super) fn new_counter<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let made = thread.allocate_array(LAYOUT_ARRAY, CLASS_OBJECT, 1, Value::from_small(0));
    Ok(allocated(thread, made)?.object().value())
}

/// `take_number(counter)`: the next number for the name of a task.
pub(super) fn take_number<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    next_number(thread, arguments.get(thread, 0))
}

fn next_number<'a>(thread: &'a Thread, counter: Value<'a>) -> Outcome<Value<'a>> {
    let counter = exact(thread, counter, CLASS_OBJECT);
    let counter = counter.filter(|it| thread.layout_id(*it) == LAYOUT_ARRAY);
    let Some(counter) = counter else {
        return Err(type_error(thread, "a counter is needed"));
    };
    let before = thread.read_element(counter, 0).as_integer().unwrap_or(0);
    let number = int::from_length(before as u64 + 1);
    thread.write_element(counter, 0, number)?;
    Ok(number)
}

/// The state that a class knows which is given as a value, and its number.
fn known_class<'a>(thread: &'a Thread, class: Value<'a>) -> Option<(State<'a>, ClassNumber)> {
    let number = thread.class_number_of(class)?;
    Some((State::of_class(thread, number)?, number))
}

/// `new_task(class, counter, loop, coroutine)`: a task of a loop, which will run its first step;
/// None if the class has to make it.
pub(super) fn new_task<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = [0, 1, 2, 3].map(|place| arguments.get(thread, place));
    Ok(task_of(thread, given)?.unwrap_or(NONE))
}

fn task_of<'a>(
    thread: &'a Thread,
    [class, counter, event_loop, coroutine]: [Value<'a>; 4],
) -> Outcome<Option<Value<'a>>> {
    let parts = || {
        let (state, number) = known_class(thread, class)?;
        let class = state.task(thread).filter(|class| class.number == number)?;
        let is_coroutine = exact(thread, coroutine, CLASS_COROUTINE).is_some();
        let plain = PlainLoop::of(thread, state, event_loop).filter(|_| is_coroutine)?;
        Some((state, class, plain, plain.ring(thread)?))
    };
    let Some((state, class, plain, anchor)) = parts() else {
        return Ok(None);
    };
    let Some(context) = copy_of_context(thread, state)? else {
        return Ok(None);
    };
    let values: [Value<'_>; 16] = [
        state.pending(thread),
        event_loop,
        NONE,
        NONE,
        NONE,
        FALSE,
        NONE,
        NONE,
        coroutine,
        context,
        NONE,
        FALSE,
        TRUE,
        next_number(thread, counter)?,
        NONE,
        NONE,
    ];
    let fields: [(Symbol, Value<'_>); 16] = std::array::from_fn(|it| (TASK[it], values[it]));
    let task = thread.new_filled_instance(class, &fields)?;
    let wakeup = thread.new_method(state.wakeup(thread), task);
    plain.schedule(thread, (wakeup, thread.new_tuple(&[])), context)?;
    match Fields::of(thread, task, TASK) {
        Some(fields) => {
            put_into_ring(thread, anchor, fields)?;
        }
        None => put_apart(thread, anchor, task)?,
    }
    Ok(Some(task))
}

/// Puts a task into a ring whose attributes do not lie in itself: the class has few slots as yet.
fn put_apart(thread: &Thread, anchor: Object<'_>, task: Value<'_>) -> Outcome<()> {
    let task = task.known_object();
    let last = thread.own_attribute(anchor, names::PREVIOUS);
    if let Some(last) = last.and_then(|last| last.as_object()) {
        thread.set_own_attribute(task, names::PREVIOUS, last.value())?;
        thread.set_own_attribute(task, names::NEXT_TASK, anchor.value())?;
        thread.set_own_attribute(last, names::NEXT_TASK, task.value())?;
        thread.set_own_attribute(anchor, names::PREVIOUS, task.value())?;
    }
    Ok(())
}

/// `new_future(class, loop)`: a pending future; None if the class has to make it.
pub(super) fn new_future<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let event_loop = arguments.get(thread, 1);
    let parts = || {
        let (state, number) = known_class(thread, arguments.get(thread, 0))?;
        let class = state
            .future(thread)
            .filter(|class| class.number == number)?;
        PlainLoop::of(thread, state, event_loop)?;
        Some((state, class))
    };
    let Some((state, class)) = parts() else {
        return Ok(NONE);
    };
    let values = [
        state.pending(thread),
        event_loop,
        NONE,
        NONE,
        NONE,
        FALSE,
        NONE,
        NONE,
    ];
    let fields: [(Symbol, Value<'_>); 8] = std::array::from_fn(|it| (FUTURE[it], values[it]));
    thread.new_filled_instance(class, &fields)
}

/// `call_soon(class, loop, callback, arguments, context)`: the handle; None if the loop is not a
/// usual one.
pub(super) fn call_soon<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [class, event_loop, callback, given, context] =
        [0, 1, 2, 3, 4].map(|place| arguments.get(thread, place));
    let parts = || {
        let (state, _) = known_class(thread, class)?;
        Some((state, PlainLoop::of(thread, state, event_loop)?))
    };
    let Some((state, plain)) = parts() else {
        return Ok(NONE);
    };
    let context = match context {
        NONE => copy_of_context(thread, state)?,
        context => Some(context),
    };
    let Some(context) = context else {
        return Ok(NONE);
    };
    plain.schedule(thread, (callback, given), context)
}

/// `link(task)`: puts a task into the ring of its loop; False if it cannot be there.
pub(super) fn link<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let parts = || {
        let task = Fields::of(thread, arguments.get(thread, 0), TASK)?;
        let is_apart = task.get(thread, NEXT) == NONE;
        let event_loop = task.get(thread, LOOP).as_object().filter(|_| is_apart)?;
        Some((task, ring_of(thread, event_loop)?))
    };
    match parts() {
        Some((task, anchor)) => put_into_ring(thread, anchor, task).map(boolean),
        None => Ok(FALSE),
    }
}

/// `unlink(task)`: takes a task out of its ring; False if it is in none.
pub(super) fn unlink<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match Fields::of(thread, arguments.get(thread, 0), TASK) {
        Some(task) => take_out_of_ring(thread, task).map(boolean),
        None => Ok(FALSE),
    }
}

/// Whether a future has ended with a result, and nothing is left to look at.
fn has_result<'a>(thread: &'a Thread, state: State<'a>, future: Fields<'a>) -> bool {
    future.get(thread, STATE) == state.finished(thread) && future.get(thread, DETAILS) == NONE
}

/// `start_step(task, future)`: notes that a step begins, which is to send None to the coroutine.
/// What is known of the running loop; None if something is unusual.
pub(super) fn start_step<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let awaited = arguments.get(thread, 1);
    let parts = || {
        let (task, state) = Fields::with_state(thread, arguments.get(thread, 0), TASK)?;
        let is_plain = task.get(thread, STATE) == state.pending(thread)
            && task.get(thread, MUST_CANCEL) == FALSE;
        let running = thread.thread_root(ROOT_EVENT_LOOP).as_object();
        let running = running.filter(|_| is_plain)?;
        let expected = [names::RUNNING_LOOP, names::RUNNING_TASK];
        let [event_loop, other] = thread.first_attributes(running, &expected)?;
        if event_loop != task.get(thread, LOOP) || other != NONE {
            return None;
        }
        if awaited == NONE {
            return Some((task, running, None));
        }
        let future = Fields::of(thread, awaited, FUTURE)?;
        let waiter = future.get(thread, WAITER);
        let is_usual = state.is_own_class(thread, future.class)
            && has_result(thread, state, future)
            && (waiter == NONE || waiter == task.value());
        is_usual.then_some((task, running, Some(future)))
    };
    let Some((task, running, future)) = parts() else {
        return Ok(NONE);
    };
    if let Some(future) = future
        && future.get(thread, WAITER) != NONE
    {
        future.set(thread, WAITER, NONE)?;
    }
    if task.get(thread, FUT_WAITER) != NONE {
        task.set(thread, FUT_WAITER, NONE)?;
    }
    thread.set_own_attribute(running, names::RUNNING_TASK, task.value())?;
    Ok(running.value())
}

/// `await_result(task, result)`: has a task wait for a future that its coroutine has yielded, or
/// with None for the next turn of the loop. False if something is unusual.
pub(super) fn await_result<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [task, result] = [0, 1].map(|place| arguments.get(thread, place));
    let Some((task, state)) = Fields::with_state(thread, task, TASK) else {
        return Ok(FALSE);
    };
    if result != NONE {
        return wait_for(thread, state, task, result).map(boolean);
    }
    let Some(plain) = PlainLoop::of(thread, state, task.get(thread, LOOP)) else {
        return Ok(FALSE);
    };
    let wakeup = thread.new_method(state.wakeup(thread), task.value());
    let callback = (wakeup, thread.new_tuple(&[]));
    plain.schedule(thread, callback, task.get(thread, CONTEXT))?;
    Ok(TRUE)
}

fn wait_for<'a>(
    thread: &'a Thread,
    state: State<'a>,
    task: Fields<'a>,
    result: Value<'a>,
) -> Outcome<bool> {
    let parts = || {
        let future = Fields::of(thread, result, FUTURE)?;
        let value = |field| future.get(thread, field);
        let waiter = value(WAITER);
        let is_usual = state.is_own_class(thread, future.class)
            && value(STATE) == state.pending(thread)
            && value(LOOP) == task.get(thread, LOOP)
            && value(BLOCKING) == TRUE
            && value(CALLBACK) == NONE
            && (waiter == NONE || waiter == task.value())
            && result != task.value()
            && task.get(thread, MUST_CANCEL) == FALSE;
        is_usual.then_some(future)
    };
    let Some(future) = parts() else {
        return Ok(false);
    };
    let wakeup = thread.new_method(state.wakeup(thread), task.value());
    future.set(thread, BLOCKING, FALSE)?;
    future.set(thread, WAITER, task.value())?;
    future.set(thread, CALLBACK, wakeup)?;
    future.set(thread, CALLBACK_CONTEXT, task.get(thread, CONTEXT))?;
    task.set(thread, FUT_WAITER, future.value())?;
    Ok(true)
}

/// Ends a pending future with a result, if it has at most one callback.
fn finish<'a>(
    thread: &'a Thread,
    state: State<'a>,
    future: Fields<'a>,
    result: Value<'a>,
) -> Outcome<bool> {
    let is_pending = future.get(thread, STATE) == state.pending(thread);
    let callback = future.get(thread, CALLBACK);
    if !is_pending || exact(thread, callback, CLASS_LIST).is_some() {
        return Ok(false);
    }
    if callback != NONE {
        let event_loop = future.get(thread, LOOP);
        let Some(plain) = PlainLoop::of(thread, state, event_loop) else {
            return Ok(false);
        };
        let call = (callback, thread.new_tuple(&[future.value()]));
        let context = future.get(thread, CALLBACK_CONTEXT);
        plain.schedule(thread, call, context)?;
        future.set(thread, CALLBACK, NONE)?;
        future.set(thread, CALLBACK_CONTEXT, NONE)?;
    }
    future.set(thread, RESULT, result)?;
    future.set(thread, STATE, state.finished(thread))?;
    Ok(true)
}

/// `end_task(task, result)`: ends a task whose coroutine has returned; False if something is
/// unusual.
pub(super) fn end_task<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [task, result] = [0, 1].map(|place| arguments.get(thread, place));
    let parts = || {
        let (task, state) = Fields::with_state(thread, task, TASK)?;
        let is_usual = task.get(thread, MUST_CANCEL) == FALSE && task.get(thread, NEXT) != NONE;
        is_usual.then_some((task, state))
    };
    let Some((task, state)) = parts() else {
        return Ok(FALSE);
    };
    if !finish(thread, state, task, result)? {
        return Ok(FALSE);
    }
    take_out_of_ring(thread, task)?;
    Ok(TRUE)
}

/// `set_result(future, result)`.
pub(super) fn set_result<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    if set_plainly(thread, arguments)? {
        return Ok(NONE);
    }
    let future = thread.root(arguments.get(thread, 0));
    let result = thread.root(arguments.get(thread, 1));
    match thread.call_special(future, ".slow_set_result", &[result])? {
        Some(_) => Ok(NONE),
        None => Err(type_error(thread, "a Future is needed")),
    }
}

fn set_plainly(thread: &Thread, arguments: Arguments) -> Outcome<bool> {
    match Fields::with_state(thread, arguments.get(thread, 0), FUTURE) {
        Some((future, state)) => finish(thread, state, future, arguments.get(thread, 1)),
        None => Ok(false),
    }
}

/// `add_waiter(future, waiter)`: notes the first that awaits a future; False if it is not the
/// first.
pub(super) fn add_waiter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [future, waiter] = [0, 1].map(|place| arguments.get(thread, place));
    let parts = || {
        let (future, _) = Fields::with_state(thread, future, FUTURE)?;
        Fields::of(thread, waiter, FUTURE)?;
        (future.get(thread, WAITER) == NONE).then_some(future)
    };
    match parts() {
        Some(future) => future.set(thread, WAITER, waiter).map(|()| TRUE),
        None => Ok(FALSE),
    }
}

/// `is_future(value)`: whether a value is a future; None if its class has to be asked.
pub(super) fn is_future<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let Some(object) = arguments.get(thread, 0).as_object() else {
        return Ok(FALSE);
    };
    if thread.host_of(object) < CLASS_USER_FIRST {
        return Ok(FALSE);
    }
    let class = thread.class_of_object(object);
    let state = State::of_class(thread, class);
    let is_own = state.is_some_and(|state| state.is_own_class(thread, class));
    Ok(if is_own { TRUE } else { NONE })
}
