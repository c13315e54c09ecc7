//! Connections: over a socket (a descriptor), or over buffers of the program (-1).

use std::sync::{Arc, Mutex, TryLockError};
use std::time::{Duration, Instant};

use libc::{POLLIN, POLLOUT};
use motet_tls::{Connection, Failure, Read, Shutdown, Step};

use crate::modules::socket::{self, Patience, system};
use motet_python_objects::classes::threads::call_outside;
use motet_python_objects::model::exception::TIMEOUT_ERROR;
use motet_python_objects::model::thread::WaitRequest;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{bytes, int, tuple};

use super::contexts::{content, text_or_none};
use super::describing::{suite_value, suite_values};
use super::transport::{Need, Stop, drive, flush};
use super::{
    CLOSED, DONE, Entry, NEEDS_CHOICE, NEEDS_INPUT, NEEDS_OUTPUT, answer, config, failed, flag,
    line, session,
};

/// The functions of this file.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("client", 3, 3, client),
    NativeFunction::calling("server", 2, 2, server),
    NativeFunction::calling("handshake", 3, 3, handshake),
    NativeFunction::calling("read", 4, 4, read),
    NativeFunction::calling("write", 4, 4, write),
    NativeFunction::calling("shut_down", 3, 3, shut_down),
    NativeFunction::calling("choose", 2, 2, choose),
    NativeFunction::calling("refuse", 3, 3, refuse),
    NativeFunction::calling("feed", 2, 2, feed),
    NativeFunction::calling("end_input", 1, 1, end_input),
    NativeFunction::calling("take_outgoing", 1, 1, take_outgoing),
    NativeFunction::calling("facts", 1, 1, facts),
    NativeFunction::calling("pending", 1, 1, pending),
    NativeFunction::calling("asked_host", 1, 1, asked_host),
    NativeFunction::calling("peer_certificates", 1, 1, peer_certificates),
    NativeFunction::calling("verified_chain", 1, 1, verified_chain),
    NativeFunction::calling("session", 1, 1, session_of),
];

/// A connection, and what its threads have asked for.
pub(super) struct Line {
    connection: Connection,
    /// Whether the program chooses the configuration of a server when the client has said whom it
    /// wants.
    asks_program: bool,
    config: Option<Arc<motet_tls::Config>>,
    /// Writes that are not over: of which thread, and how many of its bytes were encrypted.
    written: Vec<(u64, usize)>,
}

impl Line {
    /// Goes on with the handshake, and chooses where the program does not.
    fn shake(&mut self) -> Result<Result<(), Need>, Failure> {
        loop {
            return match self.connection.handshake()? {
                Step::Done => Ok(Ok(())),
                Step::NeedsInput => Ok(Err(Need::Input)),
                Step::NeedsChoice if self.asks_program => Ok(Err(Need::Choice)),
                Step::NeedsChoice => {
                    if let Some(config) = self.config.take() {
                        self.connection.choose(config)?;
                        continue;
                    }
                    Ok(Err(Need::Choice))
                }
            };
        }
    }

    /// Does something over a socket, or over the program's buffers.
    fn drive<T>(
        &mut self,
        fd: i32,
        must_flush: bool,
        step: impl FnMut(&mut Line) -> Result<Result<T, Need>, Failure>,
    ) -> Result<T, Stop> {
        drive(self, fd, must_flush, step)
    }

    pub(super) fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// Writes bytes: how many. What was encrypted when the thread had to wait is not encrypted
    /// again. `is_patient`: the thread goes on until all is written.
    fn write(
        &mut self,
        fd: i32,
        (writer, is_patient): (u64, bool),
        content: &[u8],
    ) -> Result<usize, Stop> {
        self.drive(fd, true, Line::shake)?;
        let known = self.written.iter().position(|(who, _)| *who == writer);
        let (_, mut done) = known.map_or((0, 0), |place| self.written.swap_remove(place));
        let result = loop {
            if let Err(stop) = flush(&mut self.connection, fd) {
                break Err(stop);
            }
            if done >= content.len() || (done > 0 && !is_patient) {
                break Ok(done.min(content.len()));
            }
            match self.connection.write(&content[done..]) {
                Ok(0) => break Ok(done),
                Ok(count) => done += count,
                Err(failure) => break Err(Stop::Failed(failure)),
            }
        };
        if matches!(result, Err(Stop::Writable)) && done > 0 {
            self.written.push((writer, done));
        }
        result
    }
}

/// How long a thread leaves alone a connection that another uses.
const PAUSE: Duration = Duration::from_micros(200);

/// Runs something with a connection; outside of any transaction, if it `may_take_long`. If another
/// thread uses the connection, the calling function is tried again later.
fn with<T>(
    thread: &mut Thread,
    line: &Mutex<Line>,
    may_take_long: bool,
    run: impl FnOnce(&mut Line) -> T,
) -> Outcome<T> {
    thread.become_inevitable()?;
    let run = || match line.try_lock() {
        Ok(mut line) => Some(run(&mut line)),
        Err(TryLockError::Poisoned(poisoned)) => Some(run(&mut poisoned.into_inner())),
        Err(TryLockError::WouldBlock) => None,
    };
    // Only the host knows how one stepped thread lets another run.
    let result = if thread.runtime().is_stepped() {
        motet_vm::driver::publish_output(thread);
        run()
    } else if may_take_long {
        call_outside(thread, run)
    } else {
        run()
    };
    match result {
        Some(result) => Ok(result),
        None => {
            thread.request_wait(WaitRequest::Until(Instant::now() + PAUSE));
            Err(Unwind::Wait)
        }
    }
}

/// An operation with a connection: over which socket, for how long.
struct Operation {
    line: Arc<Mutex<Line>>,
    fd: i32,
    patience: Patience,
    /// What is told if it takes too long.
    late: &'static str,
}

impl Operation {
    fn new(thread: &Thread, arguments: Arguments, late: &'static str) -> Outcome<Operation> {
        let fd = integer_argument(thread, arguments.get(thread, 1))?;
        Ok(Operation {
            line: line(thread, arguments, 0)?,
            fd: i32::try_from(fd).unwrap_or(-1),
            patience: socket::patience(thread, arguments, 2)?,
            late,
        })
    }

    /// Whether the operation would certainly wait for the peer.
    fn must_wait(&self) -> bool {
        self.fd >= 0
            && self.patience != Patience::None
            && self.line.try_lock().is_ok_and(|line| {
                line.connection.pending() == 0 && line.connection.outgoing().is_empty()
            })
            && !system::is_ready(self.fd, POLLIN)
    }

    /// Waits for the socket, or tells that its time is over.
    fn wait(&self, thread: &Thread, events: i16) -> Unwind {
        let duration = match self.patience {
            Patience::Limited(duration) => Some(duration),
            _ => None,
        };
        let deadline = thread.deadline_in(duration);
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            thread.forget_deadline();
            return thread.raise(TIMEOUT_ERROR, self.late);
        }
        thread.wait_for_descriptors(&[(self.fd, events)], deadline)
    }

    /// Runs the operation: its result; or a code with what belongs to it.
    fn run<'a, T>(
        &self,
        thread: &'a mut Thread,
        run: impl FnOnce(&mut Line) -> Result<T, Stop>,
        show: impl FnOnce(&'a Thread, T) -> Outcome<Value<'a>>,
    ) -> Outcome<Value<'a>> {
        let result = with(thread, &self.line, true, run)?;
        let is_waiting = self.fd >= 0 && self.patience != Patience::None;
        match result {
            Err(Stop::Readable) if is_waiting => return Err(self.wait(thread, POLLIN)),
            Err(Stop::Writable) if is_waiting => return Err(self.wait(thread, POLLOUT)),
            _ => {}
        }
        thread.forget_deadline();
        match result {
            Ok(value) => show(thread, value),
            Err(Stop::Readable) => answer(thread, NEEDS_INPUT, NONE),
            Err(Stop::Writable) => answer(thread, NEEDS_OUTPUT, NONE),
            Err(Stop::Choice) => answer(thread, NEEDS_CHOICE, NONE),
            Err(Stop::Failed(failure)) => failed(thread, &failure),
            Err(Stop::System(error)) => Err(socket::failed(thread, error)),
        }
    }
}

/// Registers a new connection: 0 and its number; or a failure.
fn opened<'a>(
    thread: &'a mut Thread,
    made: Result<Connection, Failure>,
    asks_program: bool,
    config: Arc<motet_tls::Config>,
) -> Outcome<Value<'a>> {
    match made {
        Ok(connection) => {
            thread.become_inevitable()?;
            let line = Line {
                connection,
                asks_program,
                config: Some(config),
                written: Vec::new(),
            };
            let number = super::register(Entry::Line(Arc::new(Mutex::new(line))));
            let number = int::from_i64(thread, number);
            answer(thread, DONE, number)
        }
        Err(failure) => failed(thread, &failure),
    }
}

/// `client(config, host or None, session or None)`.
fn client<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let config = config(thread, arguments, 0)?;
    let host = match arguments.get(thread, 1) {
        NONE => None,
        _ => Some(String::from_utf8_lossy(&content(thread, arguments, 1)?).into_owned()),
    };
    let session = match arguments.get(thread, 2) {
        NONE => None,
        _ => Some(session(thread, arguments, 2)?),
    };
    thread.become_inevitable()?;
    let made = Connection::client(config.clone(), host.as_deref(), session);
    opened(thread, made, false, config)
}

/// `server(config, whether the program chooses)`.
fn server<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let config = config(thread, arguments, 0)?;
    let asks_program = arguments.get(thread, 1) == TRUE;
    thread.become_inevitable()?;
    let made = Connection::server(config.clone());
    opened(thread, made, asks_program, config)
}

fn none<'a>(thread: &'a Thread, (): ()) -> Outcome<Value<'a>> {
    answer(thread, DONE, NONE)
}

/// `handshake(connection, descriptor, timeout)`.
fn handshake<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let late = "_ssl.c:1120: The handshake operation timed out";
    let operation = Operation::new(thread, arguments, late)?;
    let fd = operation.fd;
    operation.run(thread, |line| line.drive(fd, true, Line::shake), none)
}

/// Read at once, at most.
const READ_BYTES_MAX: usize = 1 << 20;

/// `read(connection, descriptor, timeout, count)`: bytes; or a code.
fn read<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let operation = Operation::new(thread, arguments, "The read operation timed out")?;
    let count = integer_argument(thread, arguments.get(thread, 3))?;
    let count = usize::try_from(count).unwrap_or(0).min(READ_BYTES_MAX);
    if operation.must_wait() {
        return Err(operation.wait(thread, POLLIN));
    }
    let fd = operation.fd;
    let run = |line: &mut Line| {
        line.drive(fd, true, Line::shake)?;
        line.drive(fd, false, |line| {
            let mut room = vec![0; count.min(line.connection.pending())];
            Ok(match line.connection.read(&mut room)? {
                Read::Bytes(_) => Ok(Some(room)),
                Read::NeedsInput => Err(Need::Input),
                Read::Closed => Ok(None),
            })
        })
    };
    operation.run(thread, run, |thread, found| match found {
        Some(content) => bytes::new(thread, &content),
        None => answer(thread, CLOSED, NONE),
    })
}

/// `write(connection, descriptor, timeout, bytes)`: how many were written; or a code.
fn write<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let operation = Operation::new(thread, arguments, "The write operation timed out")?;
    let content = content(thread, arguments, 3)?;
    // Where the program itself tries again, any thread may.
    let is_patient = operation.fd < 0 || operation.patience != Patience::None;
    let writer = if is_patient { thread.ident() } else { 0 };
    let fd = operation.fd;
    operation.run(
        thread,
        |line| line.write(fd, (writer, is_patient), &content),
        |_, count| Ok(int::from_length(count as u64)),
    )
}

/// `shut_down(connection, descriptor, timeout)`.
fn shut_down<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let operation = Operation::new(thread, arguments, "The read operation timed out")?;
    let fd = operation.fd;
    let run = |line: &mut Line| {
        line.drive(fd, true, |line| {
            Ok(match line.connection.shut_down()? {
                Shutdown::Done => Ok(()),
                Shutdown::NeedsInput => Err(Need::Input),
            })
        })
    };
    operation.run(thread, run, none)
}

/// `choose(connection, config)`: with which configuration a server goes on.
fn choose<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    let config = config(thread, arguments, 1)?;
    match with(thread, &line, true, |line| line.connection.choose(config))? {
        Ok(()) => answer(thread, DONE, NONE),
        Err(failure) => failed(thread, &failure),
    }
}

/// `refuse(connection, alert, reason)`: a server does not go on.
fn refuse<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    let alert = integer_argument(thread, arguments.get(thread, 1))? as u8;
    let reason = String::from_utf8_lossy(&content(thread, arguments, 2)?).into_owned();
    with(thread, &line, false, |line| {
        line.connection.refuse(alert, &reason)
    })?;
    Ok(NONE)
}

/// `feed(connection, bytes)`: bytes of the peer; 0 and how many were taken, or a failure.
fn feed<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    let content = content(thread, arguments, 1)?;
    let taken = with(thread, &line, true, |line| {
        let mut taken = 0;
        // One record: its head, then the rest.
        for _ in 0..2 {
            let rest = content.get(taken..).unwrap_or_default();
            taken += line.connection.take(rest)?;
        }
        Ok::<usize, Failure>(taken)
    })?;
    match taken {
        Ok(count) => {
            let count = int::from_length(count as u64);
            answer(thread, DONE, count)
        }
        Err(failure) => failed(thread, &failure),
    }
}

/// `end_input(connection)`: the peer sends nothing more.
fn end_input<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    with(thread, &line, false, |line| line.connection.end_input())?;
    Ok(NONE)
}

/// `take_outgoing(connection)`: the bytes for the peer.
fn take_outgoing<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    let content = with(thread, &line, false, |line| {
        let content = line.connection.outgoing().to_vec();
        line.connection.sent(content.len());
        content
    })?;
    bytes::new(thread, &content)
}

/// `facts(connection)`: version, cipher, ciphers of the client, protocol, whether a session was
/// resumed, whether the handshake is over, whether this end has ended TLS.
fn facts<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    let facts = with(thread, &line, false, |line| line.connection.facts())?;
    let protocol = facts.protocol.as_deref().map(String::from_utf8_lossy);
    let all = [
        text_or_none(thread, facts.version)?,
        match facts.suite {
            Some(suite) => suite_value(thread, suite)?,
            None => NONE,
        },
        match facts.shared {
            Some(suites) => suite_values(thread, suites)?,
            None => NONE,
        },
        text_or_none(thread, protocol.as_deref())?,
        flag(facts.is_resumed),
        flag(facts.is_established),
        flag(facts.has_closed),
    ];
    tuple::from_values(thread, &all)
}

/// `pending(connection)`: how many bytes can be read at once.
fn pending<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    let count = with(thread, &line, false, |line| line.connection.pending())?;
    Ok(int::from_length(count as u64))
}

/// `asked_host(connection)`: whom the client wants; None if it has not said.
fn asked_host<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    let host = with(thread, &line, false, |line| {
        line.connection.asked_host().map(str::to_owned)
    })?;
    text_or_none(thread, host.as_deref())
}

fn certificates<'a>(
    thread: &'a Thread,
    all: impl IntoIterator<Item = Vec<u8>>,
) -> Outcome<Value<'a>> {
    let mut values = Vec::new();
    for der in all {
        values.push(bytes::new(thread, &der)?);
    }
    tuple::from_values(thread, &values)
}

/// `peer_certificates(connection)`: as bytes, its own first.
fn peer_certificates<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    let all = with(thread, &line, false, |line| {
        line.connection.peer_certificates()
    })?;
    certificates(thread, all)
}

/// `verified_chain(connection)`: certificates as bytes; None if the peer's is not trusted.
fn verified_chain<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    match with(thread, &line, true, |line| line.connection.verified_chain())? {
        Ok(chain) => certificates(thread, chain.iter().map(|one| one.der().to_vec())),
        Err(_) => Ok(NONE),
    }
}

/// `session(connection)`: a number, its name, its time, whether it can be resumed.
fn session_of<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let line = line(thread, arguments, 0)?;
    let session = with(thread, &line, false, |line| line.connection.session())?;
    let (id, time, is_resumable) = (session.id(), session.time, session.is_resumable());
    let number = super::register(Entry::Session(session));
    let all = [
        int::from_i64(thread, number),
        bytes::new(thread, &id)?,
        int::from_length(time),
        flag(is_resumable),
    ];
    tuple::from_values(thread, &all)
}
