//! Operating-system threads of a program.
//!
//! A thread that a transaction starts must not run if that transaction aborts: it is made at once
//! (so that a refusal can be told), but waits, and is sent off right after the commit. The object
//! that it is to run lies in a cell, through which parent and child meet as any two transactions
//! do.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, MutexGuard, PoisonError};

use motet_tm::{OutOfMemory, Pinned, Runtime, Stack, Unwind, Value, address_limit_bytes};

use crate::driver;
use crate::language::{Language, Outcome};
use crate::namespace::{CellKind, read_cell, write_cell};
use crate::output;
use crate::thread::Thread;
use crate::values::UNBOUND;

/// The identification of the main thread of a process that was not forked.
pub const MAIN_IDENT: u64 = 1;

/// Address space for the native stack of a thread: deep recursion through native code needs it.
const NATIVE_STACK_BYTES: usize = 256 << 20;

/// As much as a thread has by default in other programs: the least where addresses are limited.
const NATIVE_STACK_BYTES_MIN: usize = 8 << 20;

/// The part of the process's addresses that one native stack takes at most, and that of the first
/// thread, which may recurse deeper.
const NATIVE_STACK_PART: u64 = 128;
const FIRST_STACK_PART: u64 = 16;

/// So much of a native stack is left to code that does not recurse.
const NATIVE_STACK_LEFT_BYTES: usize = 512 << 10;

/// Whether native code may recurse further on the stack of the system's thread that runs it.
/// Depths that programs choose (nested calls, nested containers) are limited by this; it costs a
/// few machine instructions.
#[inline]
pub fn has_native_stack() -> bool {
    // The simulator's threads have stacks of their own within one thread of the system.
    cfg!(simulated) || stacker::remaining_stack().is_none_or(|left| left >= NATIVE_STACK_LEFT_BYTES)
}

/// The size of the native stacks of threads, in bytes: less than usual where the system limits the
/// addresses of the process, so that there can be a few threads.
fn native_stack_bytes() -> usize {
    stack_bytes_of_part(NATIVE_STACK_PART)
}

/// As [`native_stack_bytes`], for the first thread of a process.
pub fn first_stack_bytes() -> usize {
    stack_bytes_of_part(FIRST_STACK_PART)
}

fn stack_bytes_of_part(part: u64) -> usize {
    let Some(limit) = address_limit_bytes() else {
        return NATIVE_STACK_BYTES;
    };
    let bytes = usize::try_from(limit / part).unwrap_or(usize::MAX);
    bytes.clamp(NATIVE_STACK_BYTES_MIN, NATIVE_STACK_BYTES)
}

/// The state about starting threads that all threads of a machine share.
pub struct Threads {
    /// Relaxed.
    next_ident: AtomicU64,
    /// The main thread: [`MAIN_IDENT`], or the thread that has forked the process.
    /// Writer: that thread. Relaxed: it is the only one then.
    main: AtomicU64,
    cells: CellKind,
    /// Unused cells for handing over to new threads.
    free_cells: Mutex<Vec<Pinned>>,
}

impl Threads {
    pub(crate) fn new(cells: CellKind) -> Threads {
        Threads {
            next_ident: AtomicU64::new(MAIN_IDENT + 1),
            main: AtomicU64::new(MAIN_IDENT),
            cells,
            free_cells: Mutex::new(Vec::new()),
        }
    }

    /// An identification that no thread has had.
    pub fn new_ident(&self) -> u64 {
        self.next_ident.fetch_add(1, Ordering::Relaxed)
    }

    /// The identification of the main thread.
    pub fn main_ident(&self) -> u64 {
        self.main.load(Ordering::Relaxed)
    }

    /// Makes this thread, which has forked the process and is its only one, the main thread.
    pub(crate) fn set_main(&self, ident: u64) {
        self.main.store(ident, Ordering::Relaxed);
    }

    /// Locks the cells: no thread takes one or gives one back while the guard lives.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.free_cells()
    }

    /// A cell through which a parent hands its child the object to run. They are pinned, so they
    /// are used again.
    fn take_cell(&self, thread: &Thread) -> Result<Pinned, OutOfMemory> {
        let free = self.free_cells().pop();
        match free {
            Some(cell) => Ok(cell),
            None => thread.allocate_pinned(self.cells.layout, self.cells.host, &[UNBOUND]),
        }
    }

    fn give_back(&self, cells: impl Iterator<Item = Pinned>) {
        self.free_cells().extend(cells);
    }

    fn free_cells(&self) -> MutexGuard<'_, Vec<Pinned>> {
        self.free_cells
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread of the operating system that waits for the transaction to commit. Dropped unsent (the
/// transaction was undone), it ends.
struct StartRequest {
    /// Holds the object that the thread is to run.
    cell: Pinned,
    ident: u64,
    go: SyncSender<Thread>,
    /// The stack of its mutator: behind the commit nothing can be refused any more.
    stack: Stack,
    /// The function that a simulated thread runs.
    #[cfg(simulated)]
    body: Option<Box<dyn FnOnce()>>,
}

/// The part of a thread that is about threads to be started when its transaction commits.
#[derive(Default)]
pub(crate) struct Starting {
    requests: RefCell<Vec<StartRequest>>,
}

/// The reason why a thread was not started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartError {
    /// The system gives no thread.
    Refused,
    /// There is no memory for the hand-over.
    OutOfMemory,
    /// The transaction must be undone.
    Unwind(Unwind),
}

impl From<Unwind> for StartError {
    fn from(unwind: Unwind) -> StartError {
        StartError::Unwind(unwind)
    }
}

/// Makes a thread that runs, after the commit, the frame that [`Language::enter_thread`] lays out
/// for `object`.
///
/// # Errors
/// See [`StartError`].
pub fn request_start<L: Language>(
    thread: &L,
    object: Value<'_>,
    ident: u64,
) -> Result<(), StartError> {
    let (threads, machine) = (&thread.vm().threads, thread.shared());
    let stack = Runtime::reserve_stack().map_err(|_| StartError::Refused)?;
    let (go, come) = std::sync::mpsc::sync_channel::<Thread>(1);
    let cell = threads
        .take_cell(thread)
        .map_err(|_| StartError::OutOfMemory)?;
    let body = move || {
        if let Ok(child) = come.recv() {
            run_thread(L::with_thread(child, machine), cell);
        }
    };
    let keep = |request| thread.starting.requests.borrow_mut().push(request);
    #[cfg(simulated)]
    if motet_tm::simulation::simulator().is_some() {
        // It is made when the transaction commits, and never refused.
        let body = Some(Box::new(body) as Box<dyn FnOnce()>);
        keep(StartRequest {
            cell,
            ident,
            go,
            stack,
            body,
        });
        write_cell(thread, cell, object)?;
        thread.commit_soon();
        return Ok(());
    }
    let spawned = std::thread::Builder::new()
        .stack_size(native_stack_bytes())
        .spawn(body);
    if spawned.is_err() {
        threads.give_back(std::iter::once(cell));
        return Err(StartError::Refused);
    }
    // From here on an abort gives the cell back.
    keep(StartRequest {
        cell,
        ident,
        go,
        stack,
        #[cfg(simulated)]
        body: None,
    });
    write_cell(thread, cell, object)?;
    thread.commit_soon();
    Ok(())
}

impl Thread {
    /// Whether this is the main thread.
    pub fn is_main(&self) -> bool {
        self.ident() == self.vm().threads.main_ident()
    }
}

/// Starts the threads that the transaction has asked for: it has committed.
pub(crate) fn start_pending(thread: &Thread) {
    if thread.starting.requests.borrow().is_empty() {
        return;
    }
    let vm = thread.vm();
    for request in thread.starting.requests.borrow_mut().drain(..) {
        let mutator = vm.runtime.new_mutator_on(request.stack);
        let child = Thread::new(mutator, vm, request.ident);
        thread.pass_blocked_signals(&child);
        #[cfg(simulated)]
        let number = child.thread_number();
        request
            .go
            .send(child)
            .expect("the thread waits for nothing else, so it is there");
        #[cfg(simulated)]
        if let Some(body) = request.body {
            let simulator = motet_tm::simulation::simulator();
            simulator
                .expect("the same machine gave the body")
                .spawn(number, body);
        }
    }
}

/// Whether the transaction has made threads that start when it commits.
pub(crate) fn has_pending(thread: &Thread) -> bool {
    !thread.starting.requests.borrow().is_empty()
}

/// Forgets the threads that the transaction has asked for: it is undone.
pub(crate) fn forget_pending(thread: &Thread) {
    let mut requests = thread.starting.requests.borrow_mut();
    if !requests.is_empty() {
        let cells = requests.drain(..).map(|request| request.cell);
        thread.vm().threads.give_back(cells);
    }
}

fn run_thread<L: Language>(mut thread: L, cell: Pinned) {
    thread.arrive();
    thread.clear_frames();
    driver::begin(&mut thread);
    thread.take_checkpoint();
    while enter_thread(&mut thread, cell).is_err() {
        driver::roll_back(&mut thread);
    }
    thread.vm().threads.give_back(std::iter::once(cell));
    if let Some(text) = driver::run_to_end(&mut thread, L::leave_thread) {
        output::report(text);
    }
    thread.lend_lookup_tables();
    let is_main = thread.is_main();
    let output = &thread.vm().output;
    thread.depart();
    if is_main {
        // The process was forked by this thread, and nothing waits for the others.
        let _ = output.flush_all();
        std::process::exit(0);
    }
}

/// Takes the object that the thread is to run, and lays out its first frame.
fn enter_thread<L: Language>(thread: &mut L, cell: Pinned) -> Outcome<()> {
    let mark = thread.root_count();
    let object = thread.root(read_cell(thread, cell));
    // The next thread may use the cell.
    write_cell(thread, cell, UNBOUND)?;
    thread.enter_thread(object)?;
    thread.truncate_roots(mark);
    driver::commit(thread)
}
