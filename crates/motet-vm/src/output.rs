//! The output of a program.
//!
//! Output cannot be undone, and yet `print` must not make a transaction inevitable: that would run
//! all printing threads one after the other. So each thread keeps its output until its transaction
//! commits; an abort forgets it. Committed output goes to a buffer of the process, in
//! the order of the commits, and from there to the file descriptors as other languages' streams do:
//! lines at a time on a terminal, blocks elsewhere, at once for errors.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{Error, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::language::Outcome;
use crate::thread::Thread;

/// The stream to which output goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Error,
}

/// The destination of a machine's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sink {
    /// At the streams of the process.
    Process,
    /// In memory: see [`Output::take_text`]. For tests.
    Memory,
}

/// The output that one thread has not committed yet.
#[derive(Default)]
pub(crate) struct Pending {
    pieces: RefCell<Vec<Piece>>,
}

/// Something printed.
pub(crate) enum Piece {
    Text(Stream, Vec<u8>),
    Flush(Stream),
    /// From here on output is written at once.
    WriteAtOnce,
}

/// Blocks of this size are written.
const BLOCK_BYTES: usize = 8192;

/// Committed text that no one has written yet.
struct Buffer {
    sink: Sink,
    text: Vec<u8>,
    /// Whether each line is to be seen at once; known when the first is written.
    by_line: Option<bool>,
    /// The error after which nothing more can be written.
    broken: Option<Error>,
}

impl Buffer {
    fn add(&mut self, text: &[u8], is_unbuffered: bool) {
        self.text.extend_from_slice(text);
        if self.sink == Sink::Memory {
            return;
        }
        let by_line = *self
            .by_line
            .get_or_insert_with(|| std::io::stdout().is_terminal());
        let is_due = is_unbuffered || by_line && text.contains(&b'\n');
        if is_due || self.text.len() >= BLOCK_BYTES {
            self.write_out();
        }
    }

    fn write_out(&mut self) {
        if self.text.is_empty() || self.sink == Sink::Memory {
            return;
        }
        if self.broken.is_none() {
            self.broken = write_all(&self.text).err();
        }
        self.text.clear();
    }
}

/// The committed output of all threads of a machine.
pub struct Output {
    /// The number of the thread that is committing its output; 0: none. Writers: takers by
    /// compare-and-swap, the holder. SeqCst.
    gate: AtomicU64,
    /// Whether nothing is kept back. Relaxed: set before threads start.
    is_unbuffered: AtomicBool,
    /// Whether a stream that the program has put in the place of a standard one could not be
    /// written. Relaxed: set and read by the thread that ends the program.
    is_lost: AtomicBool,
    buffer: Mutex<Buffer>,
}

impl Output {
    /// An output to which nothing is printed yet.
    pub(crate) fn new(sink: Sink) -> Output {
        Output {
            gate: AtomicU64::new(0),
            is_unbuffered: AtomicBool::new(false),
            is_lost: AtomicBool::new(false),
            buffer: Mutex::new(Buffer {
                sink,
                text: Vec::new(),
                by_line: None,
                broken: None,
            }),
        }
    }

    fn buffer(&self) -> MutexGuard<'_, Buffer> {
        // A thread that panicked while it printed has left whole pieces behind.
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nobody publishes anything while the guard lives.
    pub(crate) fn hold(&self) -> impl Sized + '_ {
        self.buffer()
    }

    /// The threads that were about to publish something are no more.
    pub(crate) fn open_gate(&self) {
        self.gate.store(0, Ordering::SeqCst);
    }

    /// Sets whether output is written at once.
    pub fn set_unbuffered(&self, is_unbuffered: bool) {
        self.is_unbuffered.store(is_unbuffered, Ordering::Relaxed);
    }

    /// Notes that output of the program has been lost otherwise than by this one.
    pub fn note_lost(&self) {
        self.is_lost.store(true, Ordering::Relaxed);
    }

    /// Whether output has been lost in that way.
    pub fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }

    /// Publishes the output of a transaction that has committed.
    pub(crate) fn publish(&self, pieces: Vec<Piece>) {
        if pieces.is_empty() {
            return;
        }
        let mut is_unbuffered = self.is_unbuffered.load(Ordering::Relaxed);
        let mut buffer = self.buffer();
        for piece in pieces {
            match piece {
                Piece::Text(Stream::Out, text) => buffer.add(&text, is_unbuffered),
                Piece::Text(Stream::Error, text) => report_bytes(&text),
                Piece::Flush(Stream::Out) => buffer.write_out(),
                Piece::Flush(Stream::Error) => {}
                Piece::WriteAtOnce => {
                    is_unbuffered = true;
                    self.set_unbuffered(true);
                }
            }
        }
    }

    /// After the commit (or when it failed), before the thread waits for the right to run again:
    /// threads that wait at the gate have that right.
    pub(crate) fn leave_gate(&self) {
        debug_assert_ne!(self.gate.load(Ordering::SeqCst), 0, "the gate was taken");
        self.gate.store(0, Ordering::SeqCst);
    }

    /// Writes out the buffers, at the end of the process. The caller has no transaction, so that no
    /// thread waits for it.
    ///
    /// # Errors
    /// The error for which earlier output could not be written; told once.
    pub fn flush_all(&self) -> Result<(), Error> {
        // The thread between its commit and the buffer may be why this thread has come to the end.
        while self.gate.load(Ordering::SeqCst) != 0 {
            std::thread::yield_now();
        }
        let mut buffer = self.buffer();
        buffer.write_out();
        match buffer.broken.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Takes the output that was published to a sink in memory since the last call.
    pub fn take_text(&self) -> Vec<u8> {
        std::mem::take(&mut self.buffer().text)
    }
}

/// Writes to the standard output, where that of the standard library says nothing of a descriptor
/// that the program has closed.
fn write_all(mut text: &[u8]) -> Result<(), Error> {
    // (What others have printed by the standard library comes first.)
    std::io::stdout().flush()?;
    while !text.is_empty() {
        match rustix::io::write(rustix::stdio::stdout(), text) {
            Ok(0) => return Err(Error::from(ErrorKind::WriteZero)),
            Ok(written) => text = &text[written..],
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Writes a report of the interpreter itself to the standard error. A report that cannot be written
/// is lost: there is no other place for it, and the status of the process says the rest. All
/// reports outside of a program's own writes go through here.
pub fn report(text: impl Display) {
    // One write, so that the reports of two threads do not mix.
    report_bytes(text.to_string().as_bytes());
}

fn report_bytes(text: &[u8]) {
    let _ = std::io::stderr().write_all(text);
}

/// Writes a text that the command line has asked for, such as its help, to the standard output. The
/// status of the process does not tell whether it could be written.
pub fn answer(text: impl Display) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout
        .write_all(text.to_string().as_bytes())
        .and_then(|()| stdout.flush());
}

/// Prints a text: it is seen when the transaction commits, or at once if it cannot abort.
///
/// # Errors
/// None today; an error of the stream shows at the end of the process.
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

/// Asks for all output so far to be written out when the transaction commits.
///
/// # Errors
/// As [`write`].
pub fn flush(thread: &Thread, stream: Stream) -> Outcome<()> {
    keep(thread, Piece::Flush(stream));
    Ok(())
}

/// Asks for all later output to be written out at once, when the transaction commits.
pub fn write_at_once(thread: &Thread) {
    keep(thread, Piece::WriteAtOnce);
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
    if !thread.is_transactional() {
        committed(thread);
    }
}

/// Before a commit: from here until its output is published no other thread that has printed
/// commits, so that texts appear in the order of the commits. Answers whether the gate was taken.
///
/// # Errors
/// An abort while waiting.
pub(crate) fn enter_gate(thread: &mut Thread) -> Outcome<bool> {
    if !thread.is_transactional() || thread.output.pieces.borrow().is_empty() {
        return Ok(false);
    }
    let (gate, ident) = (&thread.vm().output.gate, thread.ident());
    while gate
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

/// Publishes the output of the transaction, which has committed.
pub(crate) fn committed(thread: &Thread) {
    thread.vm().output.publish(take(thread));
}

/// Takes the output of the transaction.
pub(crate) fn take(thread: &Thread) -> Vec<Piece> {
    std::mem::take(&mut thread.output.pieces.borrow_mut())
}

/// Forgets the output of the transaction, which is undone.
pub(crate) fn rolled_back(thread: &Thread) {
    thread.output.pieces.borrow_mut().clear();
}
