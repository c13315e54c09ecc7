//! Moves bytes between a connection and its socket, without blocking.

use motet_tls::{Connection, Failure};

use super::connections::Line;
use crate::modules::socket::system;

/// What an operation of a connection needs.
pub(super) enum Need {
    Input,
    Choice,
}

/// Why an operation cannot go on now.
pub(super) enum Stop {
    /// The socket has nothing to read.
    Readable,
    /// The socket takes nothing more.
    Writable,
    /// The program must say with which configuration the server goes on.
    Choice,
    Failed(Failure),
    /// An error of the system.
    System(i32),
}

/// Received at once, at most: more than a record.
const RECEIVED_BYTES: usize = 1 << 15;

/// Sends what the connection has for the peer, if it has a socket.
pub(super) fn flush(connection: &mut Connection, fd: i32) -> Result<(), Stop> {
    while fd >= 0 && !connection.outgoing().is_empty() {
        match system::send(fd, connection.outgoing(), 0, None) {
            Ok(count) => connection.sent(count),
            Err(libc::EINTR) => {}
            Err(libc::EAGAIN) => return Err(Stop::Writable),
            Err(error) => return Err(Stop::System(error)),
        }
    }
    Ok(())
}

/// Receives for the connection, no more than it needs.
fn receive(connection: &mut Connection, fd: i32, room: &mut Vec<u8>) -> Result<(), Stop> {
    let count = connection.needed().min(RECEIVED_BYTES);
    match system::receive(fd, room, count, 0, false) {
        Ok(_) if room.is_empty() => connection.end_input(),
        Ok(_) => {
            let result = connection.take(room);
            if let Err(failure) = result {
                // The peer is told why, if that can be done at once.
                let _ = flush(connection, fd);
                return Err(Stop::Failed(failure));
            }
        }
        Err(libc::EINTR) => {}
        Err(libc::EAGAIN) => return Err(Stop::Readable),
        Err(error) => return Err(Stop::System(error)),
    }
    Ok(())
}

/// Does something with a connection, as often as it takes: `step` answers what is still missing.
/// `must_flush`: what is for the peer must be out before the peer is listened to.
pub(super) fn drive<T>(
    line: &mut Line,
    fd: i32,
    must_flush: bool,
    mut step: impl FnMut(&mut Line) -> Result<Result<T, Need>, Failure>,
) -> Result<T, Stop> {
    let mut room = Vec::new();
    loop {
        let result = step(line);
        let flushed = match flush(line.connection(), fd) {
            Err(_) if !must_flush => Ok(()),
            flushed => flushed,
        };
        match result {
            Ok(Ok(done)) => return flushed.map(|()| done),
            Ok(Err(Need::Choice)) => return Err(Stop::Choice),
            Ok(Err(Need::Input)) if fd < 0 => return Err(Stop::Readable),
            Ok(Err(Need::Input)) => {
                flushed?;
                receive(line.connection(), fd, &mut room)?;
            }
            Err(failure) => return Err(Stop::Failed(failure)),
        }
    }
}
