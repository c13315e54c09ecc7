//! Operating-system threads, and waiting for what other threads do.
//!
//! A thread that a transaction starts must not run if that transaction aborts: it is put on a list
//! and started right after the commit.

use std::time::Instant;

use motet_tm::{Object, Pinned, Unwind, Value};

use crate::exception::RUNTIME_ERROR;
use crate::interp;
use crate::kinds::*;
use crate::machine::Machine;
use crate::namespace::read_cell;
use crate::native::Outcome;
use crate::thread::{HEADER_CALLABLE, ROOT_THREAD, Thread, WaitRequest};

/// Address space for the native stack of a thread: deep recursion through builtins needs it.
pub(crate) const NATIVE_STACK_BYTES: usize = 256 << 20;

/// A thread that is to be started when the transaction commits.
pub(crate) struct StartRequest {
    /// Holds the `threading.Thread`.
    cell: Pinned,
    ident: u64,
}

/// Registers a `threading.Thread` to be started. Returns its identification.
pub(crate) fn request_start(thread: &Thread, object: Value<'_>) -> Outcome<u64> {
    let machine = thread.machine();
    let cell = thread
        .allocate_pinned(LAYOUT_CELL, CLASS_CELL, &[UNBOUND])
        .map_err(|_| thread.no_memory())?;
    crate::namespace::write_cell(thread, cell, object)?;
    let ident = machine
        .next_ident
        .fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    thread
        .starting
        .borrow_mut()
        .push(StartRequest { cell, ident });
    thread.wake_waiters_at_commit();
    Ok(ident)
}

/// Starts the threads that the transaction has asked for: it has committed.
pub(crate) fn start_pending(thread: &Thread) {
    if thread.starting.borrow().is_empty() {
        return;
    }
    let machine = thread.machine();
    for request in thread.starting.borrow_mut().drain(..) {
        let mutator = machine
            .runtime
            .new_mutator()
            .expect("the kernel maps a stack");
        let child = Thread::new(mutator, machine, request.ident);
        let handle = std::thread::Builder::new()
            .stack_size(NATIVE_STACK_BYTES)
            .spawn(move || run_thread(child, request.cell))
            .expect("the kernel starts a thread");
        machine
            .handles
            .lock()
            .expect("no panic under this lock")
            .push(handle);
    }
}

fn run_thread(mut thread: Thread, cell: Pinned) {
    thread.arrive();
    thread
        .stack
        .set_frame(thread.stack.start(), thread.stack.start());
    interp::begin(&mut thread);
    thread.take_checkpoint();
    while enter_thread(&mut thread, cell).is_err() {
        interp::roll_back(&mut thread);
    }
    // `_bootstrap` handles exceptions: what it lets through has nowhere to go.
    run_to_end(&mut thread, |_, _| Ok(()));
    thread.depart();
}

/// Lays out the first frame: `_bootstrap(thread)`.
fn enter_thread(thread: &mut Thread, cell: Pinned) -> Outcome<()> {
    let object = read_cell(thread, cell);
    thread.set_thread_root(ROOT_THREAD, object);
    let bootstrap = thread.machine().symbols.intern(thread, "_bootstrap");
    let found = thread
        .look_up(thread.class_of(object), bootstrap)
        .expect("a Thread has it");
    lay_out_entry(thread, found.value, &[object]);
    interp::commit(thread)
}

/// Lays out the first frame of a thread: a call of `callable`.
pub(crate) fn lay_out_entry(thread: &Thread, callable: Value<'_>, arguments: &[Value<'_>]) {
    let code = thread.machine().entry(arguments.len());
    let first = motet_python_bytecode::FRAME_HEADER_WORDS;
    thread.registers.set(thread.stack.start());
    assert!(
        thread.reserve_stack(first + code.register_count as usize),
        "an empty stack has room"
    );
    for index in 0..first {
        thread.set_stack_word(index, motet_tm::Word(0));
    }
    thread.push_frame(0, code, std::ptr::null());
    thread.set_stack_value(first + HEADER_CALLABLE, callable);
    for (index, argument) in arguments.iter().enumerate() {
        thread.set_stack_value(2 * first + index, *argument);
    }
    for word in 0..HEADER_CALLABLE {
        thread.set_stack_word(first + word, motet_tm::Word(0));
    }
    thread.announce_frame();
}

/// Runs a thread whose first frame is laid out and ends its last transaction. `finish` gets the
/// result, inside of the transaction; it runs again if that aborts.
pub(crate) fn run_to_end<R>(
    thread: &mut Thread,
    mut finish: impl FnMut(&mut Thread, Outcome<()>) -> Outcome<R>,
) -> R {
    loop {
        let result = interp::run(thread);
        thread
            .stack
            .set_frame(thread.stack.start(), thread.stack.start());
        let finished = finish(thread, result);
        // What the program has not left ends with the thread.
        while thread.is_atomic() {
            thread.leave_atomic();
        }
        match finished.and_then(|answer| interp::end(thread).map(|()| answer)) {
            Ok(answer) => return answer,
            Err(_) => interp::roll_back(thread),
        }
    }
}

/// Whether only time must pass.
pub(crate) fn only_takes_time(request: WaitRequest) -> bool {
    matches!(request, WaitRequest::Until(_))
}

/// Whether what is waited for may have happened.
fn is_over(machine: &Machine, ident: u64, seen: u64, request: WaitRequest) -> bool {
    match request {
        _ if ident == crate::run::MAIN_IDENT && crate::signals::is_pending() => true,
        WaitRequest::Until(time) => Instant::now() >= time,
        WaitRequest::Change(deadline) => {
            machine.runtime.change_count() != seen
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        }
    }
}

/// Waits, outside of a transaction.
pub(crate) fn wait(thread: &mut Thread, request: WaitRequest) {
    let (machine, ident) = (thread.machine(), thread.ident);
    let seen = thread.changes_at_begin.get();
    thread.wait_until(|| is_over(machine, ident, seen, request));
}

/// Waits inside of a transaction that cannot abort.
pub(crate) fn wait_inside(thread: &mut Thread, request: WaitRequest) {
    let (machine, ident) = (thread.machine(), thread.ident);
    let seen = thread.changes_at_begin.get();
    thread.while_safe(|| {
        while !is_over(machine, ident, seen, request) {
            std::thread::sleep(std::time::Duration::from_micros(50));
        }
    });
    thread.changes_at_begin.set(machine.runtime.change_count());
}

/// Waits for what the operation that has just failed asked for.
pub(crate) fn wait_here(thread: &mut Thread) {
    let request = thread
        .wait_request
        .take()
        .expect("who must wait says for what");
    interp::publish_output(thread);
    wait_inside(thread, request);
}

// ---- locks: word 1 is the holder's identification (0: free), word 2 how often it holds

const LOCK_HOLDER: u64 = 1;
const LOCK_COUNT: u64 = 2;

/// Makes a lock.
pub(crate) fn new_lock(thread: &Thread, class: ClassNumber) -> Value<'_> {
    thread.new_small(class, Value::from_small(0), Value::from_small(0), NONE)
}

/// Tries to take a lock.
fn try_acquire(thread: &Thread, lock: Object<'_>, is_reentrant: bool) -> Outcome<bool> {
    let view = thread.read(lock);
    let holder = view.get(LOCK_HOLDER).as_integer().unwrap_or(0);
    let me = thread.ident as i64;
    let count = view.get(LOCK_COUNT).as_integer().unwrap_or(0);
    if holder == 0 || is_reentrant && holder == me {
        let view = thread.write(lock)?;
        view.set(
            LOCK_HOLDER,
            Value::from_integer(me).expect("a small number"),
        );
        view.set(
            LOCK_COUNT,
            Value::from_integer(count + 1).expect("a small number"),
        );
        return Ok(true);
    }
    Ok(false)
}

/// Takes a lock. False when it is held and that is no reason to wait (any more).
pub(crate) fn acquire(
    thread: &Thread,
    lock: Object<'_>,
    is_reentrant: bool,
    blocks: bool,
    timeout: Option<f64>,
) -> Outcome<bool> {
    if try_acquire(thread, lock, is_reentrant)? {
        thread.deadline.set(None);
        return Ok(true);
    }
    if !blocks {
        return Ok(false);
    }
    let deadline = match (thread.deadline.get(), timeout) {
        (Some(deadline), _) => Some(deadline),
        (None, Some(seconds)) => {
            let seconds = std::time::Duration::try_from_secs_f64(seconds).unwrap_or_default();
            Instant::now().checked_add(seconds)
        }
        (None, None) => None,
    };
    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        thread.deadline.set(None);
        return Ok(false);
    }
    thread.deadline.set(deadline);
    thread.wait_request.set(Some(WaitRequest::Change(deadline)));
    Err(Unwind::Wait)
}

/// Lets go of a lock.
pub(crate) fn release(thread: &Thread, lock: Object<'_>, is_reentrant: bool) -> Outcome<()> {
    let view = thread.read(lock);
    let holder = view.get(LOCK_HOLDER).as_integer().unwrap_or(0);
    if is_reentrant && holder != thread.ident as i64 {
        return Err(thread.raise(RUNTIME_ERROR, "cannot release un-acquired lock"));
    }
    if holder == 0 {
        return Err(thread.raise(RUNTIME_ERROR, "release unlocked lock"));
    }
    let count = view.get(LOCK_COUNT).as_integer().unwrap_or(1) - 1;
    let view = thread.write(lock)?;
    view.set(
        LOCK_COUNT,
        Value::from_integer(count).expect("a small number"),
    );
    if count == 0 {
        view.set(LOCK_HOLDER, Value::from_small(0));
        thread.wake_waiters_at_commit();
    }
    Ok(())
}

/// Whether somebody holds a lock.
pub(crate) fn is_locked(thread: &Thread, lock: Object<'_>) -> bool {
    thread.read(lock).get(LOCK_HOLDER).as_integer() != Some(0)
}
