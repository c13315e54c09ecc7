//! The making of sockets: opening, addresses, options.

use motet_tm::Value;

use crate::modules::posix::{new_descriptor, opened};

use super::transfer::address_argument;
use super::{address, failed, integer, system};
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{buffer, bytes, int, tuple};

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("socket", 3, 3, open),
    NativeFunction::calling("socketpair", 3, 3, open_pair),
    NativeFunction::calling("bind", 3, 3, bind),
    NativeFunction::calling("connect", 3, 3, connect),
    NativeFunction::calling("listen", 2, 2, listen),
    NativeFunction::calling("shutdown", 2, 2, shut_down),
    NativeFunction::leaf("getsockname", 1, 1, own_name),
    NativeFunction::leaf("getpeername", 1, 1, peer_name),
    NativeFunction::calling("getsockopt", 4, 4, option),
    NativeFunction::calling("setsockopt", 4, 4, set_option),
    NativeFunction::calling("setnull", 4, 4, set_nothing),
];

fn raised<T>(thread: &Thread, result: Result<T, i32>) -> Outcome<T> {
    result.map_err(|error| failed(thread, error))
}

/// `socket(family, type, protocol)`: the descriptor.
fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let numbers = [0, 1, 2].map(|index| integer(thread, arguments, index));
    let [family, kind, protocol] = numbers;
    let (family, kind, protocol) = (family?, kind?, protocol?);
    // The operation runs again, since the process had no descriptor left. An act would end the
    // transaction once more, and with it the note that this is the second attempt.
    let is_again = thread.has_deadline_here();
    let done = opened(thread, arguments, |thread| {
        let call = move || system::socket(family, kind, protocol);
        if is_again {
            thread.become_inevitable()?;
            return Ok(call());
        }
        thread.act(call).map(|done| *done)
    })?;
    let fd = raised(thread, done)?;
    Ok(new_descriptor(thread, fd.into()))
}

/// `socketpair(family, type, protocol)`: two descriptors.
fn open_pair<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let numbers = [0, 1, 2].map(|index| integer(thread, arguments, index));
    let [family, kind, protocol] = numbers;
    let (family, kind, protocol) = (family?, kind?, protocol?);
    thread.become_inevitable()?;
    let ends = opened(thread, arguments, |_| {
        Ok(system::pair(family, kind, protocol))
    })?;
    let ends = raised(thread, ends)?;
    let ends = ends.map(|fd| new_descriptor(thread, fd.into()));
    tuple::from_values(thread, &ends)
}

/// `bind(fd, family, address)`.
fn bind<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let address = address_argument(thread, arguments, "bind")?;
    thread.become_inevitable()?;
    raised(thread, system::bind(fd, &address))?;
    Ok(NONE)
}

/// `connect(fd, family, address)`: begins to connect, and answers 0 or the number of the error.
fn connect<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let address = address_argument(thread, arguments, "connect")?;
    let done = thread.act(move || system::connect(fd, &address))?;
    Ok(Value::from_small(done.err().unwrap_or(0)))
}

fn listen<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let backlog = integer(thread, arguments, 1)?;
    thread.become_inevitable()?;
    raised(thread, system::listen(fd, backlog))?;
    Ok(NONE)
}

fn shut_down<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let how = integer(thread, arguments, 1)?;
    let done = thread.act(move || system::shut_down(fd, how))?;
    raised(thread, *done)?;
    Ok(NONE)
}

fn own_name<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    address::value(thread, &raised(thread, system::own_name(fd))?)
}

fn peer_name<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    address::value(thread, &raised(thread, system::peer_name(fd))?)
}

/// `getsockopt(fd, level, option, length)`: a number for a length of 0, else bytes. (Reading
/// SO_ERROR clears it.)
fn option<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let (level, name) = (
        integer(thread, arguments, 1)?,
        integer(thread, arguments, 2)?,
    );
    let length = integer(thread, arguments, 3)?;
    thread.become_inevitable()?;
    if length == 0 {
        let mut content = [0; 4];
        raised(thread, system::option(fd, level, name, &mut content))?;
        let number = i32::from_ne_bytes(content);
        return Ok(int::from_i64(thread, number.into()));
    }
    let mut content = [0; 1024];
    let room = &mut content[..(length.max(0) as usize).min(1024)];
    let length = raised(thread, system::option(fd, level, name, room))?;
    bytes::new(thread, &content[..length])
}

/// `setsockopt(fd, level, option, number or bytes)`.
fn set_option<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let (level, name) = (
        integer(thread, arguments, 1)?,
        integer(thread, arguments, 2)?,
    );
    let value = arguments.get(thread, 3);
    let content = if int::is_int(thread, value) {
        integer(thread, arguments, 3)?.to_ne_bytes().to_vec()
    } else if let Some(content) = buffer::content(thread, value) {
        content.into_owned()
    } else {
        let name = thread.type_name(value);
        let message = format!("a bytes-like object is required, not '{name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let done = thread.act(move || system::set_option(fd, level, name, Ok(&content)))?;
    raised(thread, *done)?;
    Ok(NONE)
}

/// `setnull(fd, level, option, length)`: sets an option to no bytes of a length.
fn set_nothing<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let fd = integer(thread, arguments, 0)?;
    let (level, name) = (
        integer(thread, arguments, 1)?,
        integer(thread, arguments, 2)?,
    );
    let length = integer(thread, arguments, 3)? as u32;
    thread.become_inevitable()?;
    raised(thread, system::set_option(fd, level, name, Err(length)))?;
    Ok(NONE)
}
