//! What a program prints.
//!
//! Output cannot be undone, and yet `print` must not make a transaction inevitable: that would run
//! all printing threads one after the other. So each thread keeps what it prints until its
//! transaction commits; an abort forgets it. What was committed goes to a buffer of the process, in
//! the order of the commits, and from there to the file descriptors as CPython's streams do: lines
//! at a time on a terminal, blocks elsewhere, at once for errors.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::native::Outcome;
use crate::thread::Thread;

/// Where output goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Error,
}

/// What one thread has printed and not committed yet.
#[derive(Default)]
pub struct Pending {
    pieces: RefCell<Vec<Piece>>,
}

/// Something printed.
pub(crate) enum Piece {
    Text(Stream, Vec<u8>),
    Flush(Stream),
}

/// Blocks of this size are written.
const BLOCK_BYTES: usize = 8192;

/// Committed text that no one has written yet.
struct Buffer {
    text: Vec<u8>,
    /// Whether each line is to be seen at once; known when the first is written.
    by_line: Option<bool>,
    /// Why nothing more can be written.
    broken: Option<std::io::Error>,
}

/// Whether nothing is kept back (`-u`). Relaxed: set before threads start.
static UNBUFFERED: AtomicBool = AtomicBool::new(false);

/// Sets whether what is printed is written at once.
pub(crate) fn set_unbuffered(is_unbuffered: bool) {
    UNBUFFERED.store(is_unbuffered, Ordering::Relaxed);
}

static OUT: Mutex<Buffer> = Mutex::new(Buffer {
    text: Vec::new(),
    by_line: None,
    broken: None,
});

fn out() -> MutexGuard<'static, Buffer> {
    // A thread that panicked while it printed has left whole pieces behind.
    OUT.lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Buffer {
    fn add(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
        let by_line = *self
            .by_line
            .get_or_insert_with(|| std::io::stdout().is_terminal());
        let is_due = UNBUFFERED.load(Ordering::Relaxed) || by_line && text.contains(&b'\n');
        if is_due || self.text.len() >= BLOCK_BYTES {
            self.write_out();
        }
    }

    fn write_out(&mut self) {
        if self.text.is_empty() {
            return;
        }
        if self.broken.is_none() {
            let mut stdout = std::io::stdout().lock();
            let result = stdout.write_all(&self.text).and_then(|()| stdout.flush());
            self.broken = result.err();
        }
        self.text.clear();
    }
}

/// Prints a text: it is seen when the transaction commits, or at once if it cannot abort.
///
/// # Errors
/// None today; an error of the stream shows at the end of the process, as in CPython.
pub fn write(thread: &Thread, stream: Stream, text: &str) -> Outcome<()> {
    write_bytes(thread, stream, text.as_bytes())
}

/// Prints bytes, as [`write`] does.
///
/// # Errors
/// As there.
pub fn write_bytes(thread: &Thread, stream: Stream, bytes: &[u8]) -> Outcome<()> {
    keep(thread, Piece::Text(stream, bytes.to_vec()));
    Ok(())
}

/// What was printed so far is to be written out when the transaction commits.
///
/// # Errors
/// As [`write`].
pub fn flush(thread: &Thread, stream: Stream) -> Outcome<()> {
    keep(thread, Piece::Flush(stream));
    Ok(())
}

fn keep(thread: &Thread, piece: Piece) {
    let mut pieces = thread.output.pieces.borrow_mut();
    match (piece, pieces.last_mut()) {
        (Piece::Text(stream, text), Some(Piece::Text(last, before))) if stream == *last => {
            before.extend_from_slice(&text);
        }
        (piece, _) => pieces.push(piece),
    }
    drop(pieces);
    if !thread.is_transactional {
        committed(thread);
    }
}

/// Which thread is committing what it printed; 0: none. Writers: takers by compare-and-swap, the
/// holder. SeqCst.
static GATE: AtomicU64 = AtomicU64::new(0);

/// Before a commit: from here until what it printed is published no other thread that has printed
/// commits, so that texts appear in the order of the commits. Answers whether the gate was taken.
///
/// # Errors
/// An abort while waiting.
pub(crate) fn enter_gate(thread: &mut Thread) -> Outcome<bool> {
    if !thread.is_transactional || thread.output.pieces.borrow().is_empty() {
        return Ok(false);
    }
    let ident = thread.ident;
    while GATE
        .compare_exchange(0, ident, Ordering::SeqCst, Ordering::Relaxed)
        .is_err()
    {
        // The holder may have to stop this thread.
        thread.safepoint()?;
        #[cfg(simulated)]
        if let Some(simulator) = motet_tm::simulation::simulator() {
            simulator.pause();
        }
        std::hint::spin_loop();
    }
    Ok(true)
}

/// After the commit (or when it failed), before the thread waits for the right to run again: who
/// waits at the gate has that right.
pub(crate) fn leave_gate() {
    GATE.store(0, Ordering::SeqCst);
}

/// The transaction has committed: what it printed is published.
pub fn committed(thread: &Thread) {
    publish(take(thread));
}

/// What the transaction has printed.
pub(crate) fn take(thread: &Thread) -> Vec<Piece> {
    std::mem::take(&mut thread.output.pieces.borrow_mut())
}

/// Publishes what a transaction that has committed had printed.
pub(crate) fn publish(pieces: Vec<Piece>) {
    if pieces.is_empty() {
        return;
    }
    let mut buffer = out();
    for piece in pieces {
        match piece {
            Piece::Text(Stream::Out, text) => buffer.add(&text),
            Piece::Text(Stream::Error, text) => report_bytes(&text),
            Piece::Flush(Stream::Out) => buffer.write_out(),
            Piece::Flush(Stream::Error) => {}
        }
    }
}

/// Writes what the interpreter itself has to report to the standard error. What cannot be written
/// there is lost: nobody can be told that it cannot be told, and the status of the process says the
/// rest. Everything that is reported outside of a program's own writes goes through here.
pub fn report(text: impl Display) {
    // One write, so that the reports of two threads do not mix.
    report_bytes(text.to_string().as_bytes());
}

fn report_bytes(text: &[u8]) {
    let _ = std::io::stderr().write_all(text);
}

/// Writes what the command line was asked for, its help say, to the standard output. As in CPython
/// the status does not tell whether it could be written.
pub fn answer(text: impl Display) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout
        .write_all(text.to_string().as_bytes())
        .and_then(|()| stdout.flush());
}

/// The transaction is undone: what it printed is forgotten.
pub fn rolled_back(thread: &Thread) {
    thread.output.pieces.borrow_mut().clear();
}

/// Writes out what is buffered: at the end of the process. False if the reader is gone, upon which
/// CPython exits with status 120.
pub fn flush_all() -> bool {
    // Who is between its commit and the buffer may be why this thread has come to the end. The
    // caller has no transaction, so that nobody waits for it.
    while GATE.load(Ordering::SeqCst) != 0 {
        std::thread::yield_now();
    }
    let mut buffer = out();
    buffer.write_out();
    let Some(error) = buffer.broken.take() else {
        return true;
    };
    let number = error.raw_os_error().unwrap_or(0);
    let class = match error.kind() {
        std::io::ErrorKind::BrokenPipe => "BrokenPipeError",
        _ => "OSError",
    };
    let reason = error.to_string();
    let reason = reason.split(" (os error").next().unwrap_or(&reason);
    let what = "Exception ignored while flushing sys.stdout";
    report(format_args!(
        "{what}:\n{class}: [Errno {number}] {reason}\n"
    ));
    false
}
