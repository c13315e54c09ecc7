//! Operating-system threads, and waiting for what other threads do.
//!
//! A thread that a transaction starts must not run if that transaction aborts: it is made at once
//! (so that a refusal can be told), but waits, and is sent off right after the commit.

use crate::thread::StartRequest;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use motet_tm::{Pinned, Unwind, Value};

use crate::exception::RUNTIME_ERROR;
use crate::interp;
use crate::kinds::*;
use crate::machine::Machine;
use crate::namespace::{read_cell, write_cell};
use crate::native::Outcome;
use crate::thread::{HEADER_CALLABLE, ROOT_THREAD, Thread, WaitRequest};
use crate::waiting::Key;

/// Address space for the native stack of a thread: deep recursion through builtins needs it.
pub(crate) const NATIVE_STACK_BYTES: usize = 256 << 20;

/// Registers an object whose `_bootstrap` a new thread is to run.
///
/// # Errors
/// `RuntimeError` when the system gives no thread.
pub(crate) fn request_start(thread: &Thread, object: Value<'_>, ident: u64) -> Outcome<()> {
    let machine = thread.machine();
    let (go, come) = std::sync::mpsc::sync_channel::<Thread>(1);
    let cell = take_start_cell(thread)?;
    let body = move || {
        if let Ok(child) = come.recv() {
            run_thread(child, cell);
        }
    };
    #[cfg(simulated)]
    if motet_tm::simulation::simulator().is_some() {
        // It is made when the transaction commits: nobody refuses it.
        let body = Some(Box::new(body) as Box<dyn FnOnce()>);
        let request = StartRequest {
            cell,
            ident,
            go,
            body,
        };
        thread.starting.borrow_mut().push(request);
        write_cell(thread, cell, object)?;
        thread.commit_soon();
        return Ok(());
    }
    let spawned = std::thread::Builder::new()
        .stack_size(NATIVE_STACK_BYTES)
        .spawn(body);
    // From here on an abort gives the cell back.
    let request = StartRequest {
        cell,
        ident,
        go,
        #[cfg(simulated)]
        body: None,
    };
    thread.starting.borrow_mut().push(request);
    if spawned.is_err() {
        let request = thread.starting.borrow_mut().pop();
        crate::threads::give_back_start_cells(machine, request.into_iter());
        return Err(thread.raise(RUNTIME_ERROR, "can't start new thread"));
    }
    write_cell(thread, cell, object)?;
    thread.commit_soon();
    Ok(())
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
        #[cfg(simulated)]
        let number = child.thread_number();
        request
            .go
            .send(child)
            .expect("the thread waits for nothing else");
        #[cfg(simulated)]
        if let Some(body) = request.body {
            let simulator = motet_tm::simulation::simulator();
            simulator.expect("it was asked before").spawn(number, body);
        }
    }
}

/// Forgets the threads that the transaction has asked for: it is undone.
pub(crate) fn forget_pending(thread: &Thread) {
    let mut starting = thread.starting.borrow_mut();
    if !starting.is_empty() {
        crate::threads::give_back_start_cells(thread.machine(), starting.drain(..));
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
    thread
        .machine()
        .start_cells
        .lock()
        .expect("no panic under this lock")
        .push(cell);
    // `_bootstrap` handles exceptions: what it lets through is told, and nothing else.
    let told = run_to_end(&mut thread, |thread, result| match result {
        Ok(()) => Ok(None),
        Err(Unwind::Raise) => {
            let raised = thread.root(thread.take_raised());
            crate::traceback::text_at_end(thread, raised).map(Some)
        }
        Err(unwind) => Err(unwind),
    });
    if let Some(text) = told {
        crate::output::report(format_args!(
            "Exception ignored at the end of a thread:\n{text}"
        ));
    }
    thread.depart();
}

/// Lays out the first frame: `_bootstrap(thread)`.
fn enter_thread(thread: &mut Thread, cell: Pinned) -> Outcome<()> {
    let object = read_cell(thread, cell);
    thread.set_thread_root(ROOT_THREAD, object);
    // The next thread may use the cell.
    write_cell(thread, cell, UNBOUND)?;
    let object = thread.thread_root(ROOT_THREAD);
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
    thread.pc.set(thread.next.get());
    thread.announce_frame();
}

/// Runs a thread whose first frame is laid out and ends its last transaction. `finish` gets the
/// result, inside of the transaction; it runs again if that aborts. It deals with all exceptions,
/// also those that signals bring while it runs.
pub(crate) fn run_to_end<R>(
    thread: &mut Thread,
    mut finish: impl FnMut(&mut Thread, Outcome<()>) -> Outcome<R>,
) -> R {
    // Not the current frame: after an abort at the very end that is wherever the last transaction
    // began, and exceptions would be taken to leave the thread when they leave that.
    let bottom = thread.pointer_to(motet_python_bytecode::FRAME_HEADER_WORDS);
    loop {
        let result = interp::run_above(thread, bottom);
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
            Err(Unwind::Abort) => interp::roll_back(thread),
            Err(unwind) => unreachable!("the end of a thread lets {unwind:?} through"),
        }
    }
}

/// Whether only time must pass.
pub(crate) fn only_takes_time(request: WaitRequest) -> bool {
    matches!(request, WaitRequest::Until(_))
}

/// A region that was rolled back because it must wait is tried again after this at the latest.
const REGION_RETRY: Duration = Duration::from_millis(10);
/// An operation that must wait where its transaction can neither end nor abort is tried again
/// after this.
const INSIDE_RETRY: Duration = Duration::from_millis(1);

/// Waits, outside of a transaction, before the operation is tried again.
pub(crate) fn wait(thread: &mut Thread, request: WaitRequest) {
    match request {
        WaitRequest::Until(deadline) => sleep(thread, Some(deadline), || false),
        WaitRequest::Key { key, deadline } => wait_for_key(thread, key, deadline),
    }
}

/// The first time the thread signs in, and looks again; the second time it sleeps.
fn wait_for_key(thread: &mut Thread, key: Key, deadline: Option<Instant>) {
    let known = thread.waiter.borrow().clone();
    if let Some(waiter) = known {
        if waiter.is_for(key) && !waiter.is_woken() {
            sleep(thread, deadline, || waiter.is_woken());
            return;
        }
        thread.waiter.borrow_mut().take();
        // It is woken, and would have been for nothing if this is another key.
        thread.machine().waiting.leave(&waiter, waiter.is_for(key));
    }
    let waiter = thread.machine().waiting.sign_in(key);
    *thread.waiter.borrow_mut() = Some(waiter);
    // Whoever has let go of the lock should not keep that to itself.
    thread.runtime().request_commits();
}

/// Sleeps until a time, until `is_over` holds and somebody unparks the thread, or until the main
/// thread has signals to handle.
fn sleep(thread: &mut Thread, deadline: Option<Instant>, is_over: impl Fn() -> bool) {
    let is_stepped = thread.runtime().is_stepped();
    let minds_signals = thread.ident == crate::thread::MAIN_IDENT;
    let is_over = || {
        is_over()
            || minds_signals && crate::signals::is_pending()
            || deadline.is_some_and(|deadline| crate::clock::now() >= deadline)
    };
    if is_stepped {
        #[cfg(simulated)]
        motet_tm::simulation::set_deadline(deadline);
        thread.wait_until(is_over);
        return;
    }
    thread.wait_until(|| {
        while !is_over() {
            match deadline {
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(crate::clock::now());
                    std::thread::park_timeout(left);
                }
                None => std::thread::park(),
            }
        }
        true
    });
}

/// Waits outside of a transaction that was rolled back: what it waited for may come about in
/// other ways than by the key (its own attempt to wait is undone too), so any lock let go ends the
/// wait, and some time does.
pub(crate) fn wait_rolled_back(thread: &mut Thread, request: WaitRequest) {
    let (machine, ident) = (thread.machine(), thread.ident);
    let seen = thread.changes_at_begin.get();
    let retry = crate::clock::now() + REGION_RETRY;
    let deadline = match request {
        WaitRequest::Until(deadline) => deadline,
        WaitRequest::Key { deadline, .. } => deadline.map_or(retry, |given| given.min(retry)),
    };
    machine.blocked_regions.fetch_add(1, Ordering::SeqCst);
    thread.runtime().request_commits();
    #[cfg(simulated)]
    motet_tm::simulation::set_deadline(Some(deadline));
    thread.wait_until(|| {
        machine.runtime.change_count() != seen
            || crate::clock::now() >= deadline
            || ident == crate::thread::MAIN_IDENT && crate::signals::is_pending()
    });
    machine.blocked_regions.fetch_sub(1, Ordering::SeqCst);
}

/// Waits inside of a transaction that cannot abort.
pub(crate) fn wait_inside(thread: &mut Thread, request: WaitRequest) {
    let ident = thread.ident;
    let deadline = match request {
        WaitRequest::Until(deadline) => deadline,
        WaitRequest::Key { deadline, .. } => {
            let retry = crate::clock::now() + INSIDE_RETRY;
            deadline.map_or(retry, |given| given.min(retry))
        }
    };
    thread.runtime().request_commits();
    #[cfg(simulated)]
    motet_tm::simulation::set_deadline(Some(deadline));
    thread.wait_safe(|| {
        crate::clock::now() >= deadline
            || ident == crate::thread::MAIN_IDENT && crate::signals::is_pending()
    });
}

/// Waits for what the operation that has just failed asked for.
///
/// # Errors
/// What the handlers of signals raise that have come meanwhile.
pub(crate) fn wait_here(thread: &mut Thread) -> Outcome<()> {
    let request = thread
        .wait_request
        .take()
        .expect("who must wait says for what");
    if thread.is_atomic() {
        interp::publish_output(thread);
        wait_inside(thread, request);
    } else {
        interp::wait_between(thread, request);
    }
    crate::signals::deliver_after_wait(thread)
}

/// A cell through which a parent hands its child what it is to run. They are pinned, so they
/// are used again.
fn take_start_cell(thread: &Thread) -> Outcome<Pinned> {
    let free = thread
        .machine()
        .start_cells
        .lock()
        .expect("no panic under this lock")
        .pop();
    match free {
        Some(cell) => Ok(cell),
        None => thread
            .allocate_pinned(LAYOUT_CELL, CLASS_CELL, &[UNBOUND])
            .map_err(|_| thread.no_memory()),
    }
}

/// The cells of requests that are forgotten.
pub(crate) fn give_back_start_cells(
    machine: &Machine,
    requests: impl Iterator<Item = StartRequest>,
) {
    let mut free = machine
        .start_cells
        .lock()
        .expect("no panic under this lock");
    free.extend(requests.map(|request| request.cell));
}
