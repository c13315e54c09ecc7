//! Sending and receiving, with and without addresses and ancillary data.

use std::sync::Mutex;

use libc::{POLLIN, POLLOUT};
use motet_tm::Value;

use super::system::{Address, Control};
use super::{address, failed, integer, length_value, patience, perform, system, wait};
use crate::modules::posix::new_descriptor;
use crate::modules::posix::number;
use motet_python_objects::model::exception::{BUFFER_ERROR, TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{buffer, bytes, host, int, list, tuple};

/// The functions of this file. The last argument of those that may wait is the timeout.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("accept", 2, 2, accept),
    NativeFunction::leaf("wait", 3, 3, wait_ready),
    NativeFunction::calling("recv", 4, 4, receive),
    NativeFunction::calling("recv_into", 5, 5, receive_into),
    NativeFunction::calling("recvfrom", 4, 4, receive_from),
    NativeFunction::calling("send", 4, 4, send),
    NativeFunction::calling("sendto", 6, 6, send_to),
    NativeFunction::calling("sendmsg", 7, 7, send_message),
    NativeFunction::calling("recvmsg", 5, 5, receive_message),
    NativeFunction::calling("sendfile", 4, 4, send_file),
];

/// Looks first whether something has come.
const LOOK: (i16, bool) = (POLLIN, true);
/// Tries at once.
const TRY: (i16, bool) = (POLLOUT, false);

/// How many bytes were sent.
fn sent<'a>(_: &'a mut Thread, count: &usize) -> Outcome<Value<'a>> {
    Ok(length_value(*count))
}

/// `accept(fd, timeout)`: the descriptor of the connection and the address of the other end.
fn accept<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let patience = patience(thread, arguments, 1)?;
    let call = move || {
        // A connection that was broken off before it was taken is none.
        match system::accept(fd) {
            Err(libc::ECONNABORTED) => Err(libc::EINTR),
            other => other,
        }
    };
    perform(
        thread,
        fd,
        LOOK,
        patience,
        call,
        |thread, (accepted, from)| {
            let accepted = new_descriptor(thread, (*accepted).into());
            tuple::from_values(thread, &[accepted, address::value(thread, from)?])
        },
    )
}

/// `wait(fd, events, timeout)`: returns when one of the events is there; False if the time is over.
fn wait_ready<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let events = integer(thread, arguments, 1)? as i16;
    let patience = patience(thread, arguments, 2)?;
    if system::is_ready(fd, events) {
        thread.forget_deadline();
        return Ok(TRUE);
    }
    if patience == super::Patience::None {
        return Ok(FALSE);
    }
    Err(wait(thread, fd, events, patience))
}

/// Room of so many bytes is kept. (For fewer the allocator is quicker, since each thread has its
/// own memory there.)
const ROOM_BYTES: std::ops::RangeInclusive<usize> = (4 << 10)..=(1 << 20);
/// So many rooms are kept.
const ROOMS: usize = 16;
/// No more is received at once.
const RECEIVED_BYTES_MAX: usize = 1 << 30;

/// The memory to which the system writes received bytes: rooms that no call uses now. They belong
/// to no thread, since a server has one for each connection, and memory of that size is mapped and
/// unmapped each time, which stops the other processors. Holds nothing between two calls.
static FREE_ROOMS: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// Memory for received bytes.
struct Room(Vec<u8>);

impl Room {
    /// Room for so many bytes.
    fn for_bytes(count: usize) -> Room {
        if !ROOM_BYTES.contains(&count) {
            return Room(Vec::new());
        }
        // Nobody waits for the lock: the process may be the fork of one in which another thread had
        // it.
        let kept = FREE_ROOMS.try_lock().ok().and_then(|mut free| free.pop());
        Room(kept.unwrap_or_default())
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if ROOM_BYTES.contains(&self.0.capacity())
            && let Ok(mut free) = FREE_ROOMS.try_lock()
            && free.len() < ROOMS
        {
            free.push(std::mem::take(&mut self.0));
        }
    }
}

/// Receives into a room.
fn receiving(
    fd: i32,
    count: usize,
    flags: i32,
    asks_sender: bool,
) -> impl FnMut() -> Result<(Room, Address), i32> {
    move || {
        let mut room = Room::for_bytes(count);
        let from = system::receive(fd, &mut room.0, count, flags, asks_sender)?;
        Ok((room, from))
    }
}

/// How many bytes are asked for.
fn count(thread: &Thread, arguments: Arguments, index: usize, caller: &str) -> Outcome<usize> {
    let count = number(thread, arguments, index)?;
    let Ok(count) = usize::try_from(count) else {
        let message = format!("negative buffersize in {caller}");
        return Err(thread.raise(VALUE_ERROR, message));
    };
    let count = count.min(RECEIVED_BYTES_MAX);
    host::check_length(thread, count)?;
    Ok(count)
}

/// `recv(fd, count, flags, timeout)`.
fn receive<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let count = count(thread, arguments, 1, "recv")?;
    let flags = integer(thread, arguments, 2)?;
    let patience = patience(thread, arguments, 3)?.with(flags);
    let call = receiving(fd, count, flags, false);
    perform(thread, fd, LOOK, patience, call, |thread, (room, _)| {
        bytes::new(thread, &room.0)
    })
}

/// `recvfrom(fd, count, flags, timeout)`: the bytes and the sender's address.
fn receive_from<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let count = count(thread, arguments, 1, "recvfrom")?;
    let flags = integer(thread, arguments, 2)?;
    let patience = patience(thread, arguments, 3)?.with(flags);
    let call = receiving(fd, count, flags, true);
    perform(thread, fd, LOOK, patience, call, |thread, (room, from)| {
        let both = [bytes::new(thread, &room.0)?, address::value(thread, from)?];
        tuple::from_values(thread, &both)
    })
}

/// `recv_into(fd, buffer, count, flags, timeout)`: a count of 0 means the whole buffer.
fn receive_into<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let target = arguments.get(thread, 1);
    let Some(length) = buffer::writable_length(thread, target) else {
        let name = thread.type_name(target);
        if buffer::content(thread, target).is_some() {
            let message =
                format!("recv_into() argument 1 must be read-write bytes-like object, not {name}");
            return Err(thread.raise(TYPE_ERROR, message));
        }
        let message = format!("a bytes-like object is required, not '{name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let count = match count(thread, arguments, 2, "recv_into")? {
        0 => length,
        count if count > length => {
            let message = "buffer too small for requested bytes";
            return Err(thread.raise(VALUE_ERROR, message));
        }
        count => count,
    };
    let flags = integer(thread, arguments, 3)?;
    let patience = patience(thread, arguments, 4)?.with(flags);
    let call = receiving(fd, count, flags, false);
    perform(thread, fd, LOOK, patience, call, |thread, (room, _)| {
        let (target, room) = (arguments.get(thread, 1), &room.0);
        if buffer::writable_length(thread, target).is_none_or(|length| length < room.len()) {
            // Until here another thread may have changed it.
            let message = "the buffer has become smaller";
            return Err(thread.raise(BUFFER_ERROR, message));
        }
        buffer::fill_front(thread, target, room)?;
        Ok(length_value(room.len()))
    })
}

/// `send(fd, bytes, flags, timeout)`: how many bytes were sent.
fn send<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let flags = integer(thread, arguments, 2)?;
    let patience = patience(thread, arguments, 3)?.with(flags);
    let content = buffer::required(thread, arguments.get(thread, 1))?.into_owned();
    let call = move || system::send(fd, &content, flags, None);
    perform(thread, fd, TRY, patience, call, sent)
}

/// `sendto(fd, bytes, flags, family, address, timeout)`.
fn send_to<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let flags = integer(thread, arguments, 2)?;
    let family = integer(thread, arguments, 3)?;
    let patience = patience(thread, arguments, 5)?.with(flags);
    let content = buffer::required(thread, arguments.get(thread, 1))?.into_owned();
    let to = address::parse(thread, family, arguments.get(thread, 4), "sendto")?;
    let call = move || system::send(fd, &content, flags, Some(&to));
    perform(thread, fd, TRY, patience, call, sent)
}

/// The pieces of ancillary data: a list of triples of level, type and bytes.
fn control(thread: &Thread, value: Value<'_>) -> Outcome<Vec<Control>> {
    let Some(object) = list::as_list(thread, value) else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for triple in list::values(thread, object) {
        let parts = tuple::as_tuple(thread, triple).map(|triple| tuple::values(thread, triple));
        let Some(&[level, kind, data]) = parts.as_deref() else {
            let message = "[sendmsg() ancillary data items must be 3-tuples]";
            return Err(thread.raise(TYPE_ERROR, message));
        };
        let level = crate::modules::posix::small(thread, level)?;
        let kind = crate::modules::posix::small(thread, kind)?;
        all.push((level, kind, buffer::required(thread, data)?.into_owned()));
    }
    Ok(all)
}

/// `sendmsg(fd, bytes, ancillary data, flags, family, address or None, timeout)`.
fn send_message<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let flags = integer(thread, arguments, 3)?;
    let family = integer(thread, arguments, 4)?;
    let patience = patience(thread, arguments, 6)?.with(flags);
    let content = buffer::required(thread, arguments.get(thread, 1))?.into_owned();
    let control = control(thread, arguments.get(thread, 2))?;
    let to = match arguments.get(thread, 5) {
        NONE => None,
        value => Some(address::parse(thread, family, value, "sendmsg")?),
    };
    let call = move || system::send_message(fd, &content, &control, flags, to.as_ref());
    perform(thread, fd, TRY, patience, call, sent)
}

/// `recvmsg(fd, count, count of ancillary data, flags, timeout)`: bytes, ancillary data, flags,
/// address.
fn receive_message<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let count = count(thread, arguments, 1, "recvmsg()")?;
    let control_count = count_of_control(thread, arguments)?;
    let flags = integer(thread, arguments, 3)?;
    let patience = patience(thread, arguments, 4)?.with(flags);
    let call = move || {
        let mut room = Room::for_bytes(count);
        let received = system::receive_message(fd, &mut room.0, count, control_count, flags)?;
        Ok((room, received))
    };
    perform(
        thread,
        fd,
        LOOK,
        patience,
        call,
        |thread, (room, received)| {
            let mut control = Vec::with_capacity(received.control.len());
            for (level, kind, data) in &received.control {
                let triple = [
                    int::from_i64(thread, (*level).into()),
                    int::from_i64(thread, (*kind).into()),
                    bytes::new(thread, data)?,
                ];
                control.push(tuple::from_values(thread, &triple)?);
            }
            let all = [
                bytes::new(thread, &room.0)?,
                list::from_values(thread, &control)?,
                int::from_i64(thread, received.flags.into()),
                address::value(thread, &received.address)?,
            ];
            tuple::from_values(thread, &all)
        },
    )
}

fn count_of_control(thread: &Thread, arguments: Arguments) -> Outcome<usize> {
    const CONTROL_BYTES_MAX: i64 = 1 << 24;
    let count = number(thread, arguments, 2)?;
    if !(0..=i64::from(i32::MAX)).contains(&count) {
        let message = "invalid ancillary data buffer length";
        return Err(thread.raise(VALUE_ERROR, message));
    }
    Ok(count.min(CONTROL_BYTES_MAX) as usize)
}

/// `sendfile(to, from, place or None, count)`: waits where a descriptor that blocks would.
fn send_file<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (to, from) = (
        integer(thread, arguments, 0)?,
        integer(thread, arguments, 1)?,
    );
    let place = match arguments.get(thread, 2) {
        NONE => None,
        _ => Some(number(thread, arguments, 2)?),
    };
    let wanted = number(thread, arguments, 3)?;
    let Ok(wanted) = usize::try_from(wanted) else {
        return Err(failed(thread, libc::EINVAL));
    };
    let patience = if system::blocks(to) {
        super::Patience::Endless
    } else {
        super::Patience::None
    };
    let call = move || {
        let mut place = place;
        system::send_file(to, from, place.as_mut(), wanted)
    };
    perform(thread, to, TRY, patience, call, sent)
}

/// The address in an argument, for a caller that is named in messages.
pub(super) fn address_argument(
    thread: &Thread,
    arguments: Arguments,
    caller: &str,
) -> Outcome<Address> {
    let family = integer(thread, arguments, 1)?;
    address::parse(thread, family, arguments.get(thread, 2), caller)
}
