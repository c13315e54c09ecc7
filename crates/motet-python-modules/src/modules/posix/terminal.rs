//! Terminals: their modes and size, and `ioctl` and `fcntl` with a buffer.

use motet_python_objects::types::tables;
use motet_tm::Value;

use crate::modules::posix::{
    descriptor, new_descriptor, number, plain_error, small, system, system_error,
};
use motet_python_objects::model::exception::{TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::NONE;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{buffer, bytes, int, list, tuple};

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("terminal_size", 1, 1, size).asking_index(&[0]),
    NativeFunction::leaf("tcgetattr", 1, 1, modes),
    NativeFunction::calling("tcsetattr", 3, 3, set_modes),
    NativeFunction::calling("ioctl_buffer", 3, 3, control_device),
    NativeFunction::calling("fcntl_buffer", 3, 3, control_file),
    NativeFunction::calling("openpty", 0, 0, open_pair),
];

/// Columns and lines.
fn size<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = descriptor(thread, arguments, 0)?;
    match rustix::termios::tcgetwinsize(file) {
        Ok(size) => {
            let both = [size.ws_col, size.ws_row];
            let both = both.map(|number| int::from_length(number.into()));
            tuple::from_values(thread, &both)
        }
        Err(error) => Err(plain_error(thread, error)),
    }
}

/// The four words of flags, two speeds, and the special characters as bytes.
fn modes<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = small(thread, arguments.get(thread, 0))?;
    let modes = system::terminal_modes(file).map_err(|error| system_error(thread, error, &[]))?;
    let numbers = [
        modes.c_iflag,
        modes.c_oflag,
        modes.c_cflag,
        modes.c_lflag,
        modes.c_ispeed,
        modes.c_ospeed,
    ];
    let mut all = numbers
        .map(|number| int::from_length(number.into()))
        .to_vec();
    all.push(bytes::new(thread, &modes.c_cc)?);
    list::from_values(thread, &all)
}

/// `tcsetattr(fd, when, modes)`, of a list as [`modes`] gives it.
fn set_modes<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = small(thread, arguments.get(thread, 0))?;
    let when = small(thread, arguments.get(thread, 1))?;
    let wrong = || thread.raise(TYPE_ERROR, "tcsetattr, arg 3: must be 7 element list");
    let Some(object) = list::as_list(thread, arguments.get(thread, 2)) else {
        return Err(wrong());
    };
    let given = list::values(thread, object);
    if given.len() != 7 {
        return Err(wrong());
    }
    let mut numbers = [0_u32; 6];
    for (number, value) in numbers.iter_mut().zip(&given) {
        *number = tables::integer_argument(thread, *value)? as u32;
    }
    let characters = buffer::required(thread, given[6])?.into_owned();
    let mut modes =
        system::terminal_modes(file).map_err(|error| system_error(thread, error, &[]))?;
    [
        modes.c_iflag,
        modes.c_oflag,
        modes.c_cflag,
        modes.c_lflag,
        modes.c_ispeed,
        modes.c_ospeed,
    ] = numbers;
    for (place, character) in modes.c_cc.iter_mut().zip(characters) {
        *place = character;
    }
    thread.become_inevitable()?;
    match system::set_terminal_modes(file, when, &modes) {
        Ok(()) => Ok(NONE),
        Err(error) => Err(system_error(thread, error, &[])),
    }
}

/// `ioctl_buffer(fd, request, bytes)`: the number of the call, and the bytes in the buffer.
fn control_device<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = small(thread, arguments.get(thread, 0))?;
    let request = number(thread, arguments, 1)? as u64;
    control(thread, arguments, "ioctl", |room| {
        system::control(file, request, room)
    })
}

/// `fcntl_buffer(fd, command, bytes)`: the number of the call, and the bytes in the buffer.
fn control_file<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = small(thread, arguments.get(thread, 0))?;
    let command = small(thread, arguments.get(thread, 1))?;
    control(thread, arguments, "fcntl", |room| {
        system::control_file(file, command, room)
    })
}

fn control<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    name: &str,
    call: impl FnOnce(&mut [u8; 1024]) -> Result<i64, i32>,
) -> Outcome<Value<'a>> {
    let given = buffer::required(thread, arguments.get(thread, 2))?.into_owned();
    let mut content = [0; 1024];
    if given.len() > content.len() {
        let message = format!("{name} argument 3 is too long");
        return Err(thread.raise(VALUE_ERROR, message));
    }
    content[..given.len()].copy_from_slice(&given);
    thread.become_inevitable()?;
    match call(&mut content) {
        Ok(result) => {
            let result = int::from_i64(thread, result);
            let left = bytes::new(thread, &content[..given.len()])?;
            tuple::from_values(thread, &[result, left])
        }
        Err(error) => Err(system_error(thread, error, &[])),
    }
}

/// Both ends of a new pseudo-terminal.
fn open_pair<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    use rustix::pty::OpenptFlags;
    use std::os::fd::IntoRawFd;
    thread.become_inevitable()?;
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let opened = rustix::pty::openpt(flags).and_then(|controller| {
        rustix::pty::unlockpt(&controller)?;
        let user = rustix::pty::ioctl_tiocgptpeer(&controller, flags)?;
        Ok([controller, user])
    });
    match opened {
        Ok(ends) => {
            let ends = ends.map(|end| new_descriptor(thread, end.into_raw_fd().into()));
            tuple::from_values(thread, &ends)
        }
        Err(error) => Err(plain_error(thread, error)),
    }
}
