//! Looking at files and folders; reading and writing by descriptors.

use motet_python_objects::model::borrowed_file;
use std::io::{IoSlice, IoSliceMut};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, IntoRawFd};

use motet_tm::Value;
use rustix::buffer::spare_capacity;
use rustix::fs::{AtFlags, FileType, OFlags, Stat};
use rustix::io::{Errno, ReadWriteFlags};

use crate::modules::posix::{
    INVALID, decoded, descriptor, folder, name_like, new_descriptor, number, opened, path,
    plain_error, small, system_error,
};
use motet_python_objects::model::exception::{TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::host::check_length;
use motet_python_objects::types::{
    buffer, bytes, float, int, list, string, struct_sequence, tuple,
};
use motet_vm::output::{self, Stream};

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("stat", 4, 4, stat),
    NativeFunction::leaf("stat_of_file", 2, 2, stat_of_file).asking_index(&[0]),
    NativeFunction::leaf("fstat", 1, 1, stat_descriptor).asking_index(&[0]),
    NativeFunction::leaf("statvfs", 1, 1, stat_system),
    NativeFunction::leaf("listdir", 1, 1, list_folder),
    NativeFunction::leaf("readlink", 2, 2, read_link),
    NativeFunction::leaf("getcwd", 0, 0, current_folder),
    NativeFunction::leaf("urandom", 1, 1, random_bytes).asking_index(&[0]),
    NativeFunction::leaf("isatty", 1, 1, is_terminal).asking_index(&[0]),
    NativeFunction::leaf("ttyname", 1, 1, terminal_name).asking_index(&[0]),
    NativeFunction::leaf("strerror", 1, 1, error_text),
    NativeFunction::leaf("getxattr", 3, 3, attribute),
    NativeFunction::leaf("listxattr", 2, 2, attributes),
    NativeFunction::calling("read", 2, 2, read).asking_index(&[0, 1]),
    NativeFunction::calling("read_regular", 2, 2, read_regular),
    NativeFunction::calling("readinto", 2, 2, read_into).asking_index(&[0]),
    NativeFunction::calling("pread", 3, 3, read_at).asking_index(&[0, 1, 2]),
    NativeFunction::calling("pread_flags", 4, 4, read_at),
    NativeFunction::calling("write", 2, 2, write).asking_index(&[0]),
    NativeFunction::calling("pwrite", 3, 3, write_at).asking_index(&[0, 2]),
    NativeFunction::calling("pwrite_flags", 4, 4, write_at),
    NativeFunction::calling("dup", 2, 2, duplicate).asking_index(&[0]),
    NativeFunction::calling("pipe", 1, 1, pipe),
    NativeFunction::calling("utimensat", 5, 5, set_times),
    NativeFunction::calling("lock_record", 5, 5, lock_record),
    NativeFunction::leaf("decode", 1, 1, decode),
    NativeFunction::leaf("encode", 1, 1, encode),
];

// ---- looking

/// The fields with which each result begins: mode, inode, device, links, user, group, size.
fn first_of_stat<'a>(thread: &'a Thread, found: &Stat) -> [Value<'a>; 7] {
    let whole = |number: u64| int::from_u64(thread, number);
    [
        whole(found.st_mode.into()),
        whole(found.st_ino),
        whole(found.st_dev),
        whole(found.st_nlink),
        whole(found.st_uid.into()),
        whole(found.st_gid.into()),
        int::from_i64(thread, found.st_size),
    ]
}

fn stat_result<'a>(thread: &'a Thread, found: &Stat) -> Outcome<Value<'a>> {
    let signed = |number: i64| int::from_i64(thread, number);
    let rest = [
        signed(found.st_atime),
        signed(found.st_atime_nsec as i64),
        signed(found.st_mtime),
        signed(found.st_mtime_nsec as i64),
        signed(found.st_ctime),
        signed(found.st_ctime_nsec as i64),
        signed(found.st_blksize),
        signed(found.st_blocks),
        int::from_u64(thread, found.st_rdev),
    ];
    let fields = [&first_of_stat(thread, found)[..], &rest].concat();
    tuple::from_values(thread, &fields)
}

/// The names of the fields of a `stat_result` that are no items.
const MORE_OF_STAT: [&str; 9] = [
    "st_atime",
    "st_mtime",
    "st_ctime",
    "st_atime_ns",
    "st_mtime_ns",
    "st_ctime_ns",
    "st_blksize",
    "st_blocks",
    "st_rdev",
];

/// The `stat_result` of the program: `class` is that class.
fn named_result<'a>(thread: &'a Thread, class: Value<'a>, found: &Stat) -> Outcome<Value<'a>> {
    let signed = |number: i64| int::from_i64(thread, number);
    let times = [
        (found.st_atime, found.st_atime_nsec as i64),
        (found.st_mtime, found.st_mtime_nsec as i64),
        (found.st_ctime, found.st_ctime_nsec as i64),
    ];
    let exact = |index: usize| {
        let (seconds, more) = times[index];
        float::from_f64(thread, seconds as f64 + 1e-9 * more as f64)
    };
    let in_nanoseconds = |index: usize| {
        let (seconds, more) = times[index];
        int::from_i128(
            thread,
            i128::from(seconds) * 1_000_000_000 + i128::from(more),
        )
    };
    let rest = [
        signed(times[0].0),
        signed(times[1].0),
        signed(times[2].0),
        exact(0),
        exact(1),
        exact(2),
        in_nanoseconds(0),
        in_nanoseconds(1),
        in_nanoseconds(2),
        signed(found.st_blksize),
        signed(found.st_blocks),
        int::from_u64(thread, found.st_rdev),
    ];
    let fields = [&first_of_stat(thread, found)[..], &rest].concat();
    let fields = tuple::from_values(thread, &fields)?;
    let made = match thread.class_number_of(class) {
        Some(class) => struct_sequence::made(thread, class, fields, &MORE_OF_STAT)?,
        None => None,
    };
    made.ok_or_else(|| thread.raise(TYPE_ERROR, "a class of tuples is needed"))
}

/// `stat(path, follow, folder, class)`.
fn stat<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    let start = folder(thread, arguments, 2, 0)?;
    let flags = if arguments.get(thread, 1) == FALSE {
        AtFlags::SYMLINK_NOFOLLOW
    } else {
        AtFlags::empty()
    };
    match rustix::fs::statat(start, &name, flags) {
        Ok(found) => named_result(thread, arguments.get(thread, 3), &found),
        Err(error) => Err(about(thread, arguments, error)),
    }
}

/// `stat_of_file(fd, class)`.
fn stat_of_file<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match rustix::fs::fstat(descriptor(thread, arguments, 0)?) {
        Ok(found) => named_result(thread, arguments.get(thread, 1), &found),
        Err(error) => Err(plain_error(thread, error)),
    }
}

/// An error about argument 0.
fn about(thread: &Thread, arguments: Arguments, error: Errno) -> motet_tm::Unwind {
    system_error(thread, error.raw_os_error(), &[arguments.get(thread, 0)])
}

fn stat_descriptor<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = descriptor(thread, arguments, 0)?;
    match rustix::fs::fstat(file) {
        Ok(found) => stat_result(thread, &found),
        Err(error) => Err(plain_error(thread, error)),
    }
}

/// The statistics of a file system, by a path or a descriptor.
fn stat_system<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let found = if int::is_int(thread, arguments.get(thread, 0)) {
        rustix::fs::fstatvfs(descriptor(thread, arguments, 0)?)
    } else {
        rustix::fs::statvfs(&path(thread, arguments, 0)?)
    };
    let found = found.map_err(|error| about(thread, arguments, error))?;
    let fields = [
        found.f_bsize,
        found.f_frsize,
        found.f_blocks,
        found.f_bfree,
        found.f_bavail,
        found.f_files,
        found.f_ffree,
        found.f_favail,
        found.f_flag.bits(),
        found.f_namemax,
        found.f_fsid,
    ];
    let fields = fields.map(|field| int::from_u64(thread, field));
    tuple::from_values(thread, &fields)
}

/// The entries of a folder: name, kind (as in `d_type`), number of its inode.
fn list_folder<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = arguments.get(thread, 0);
    let is_open = int::is_int(thread, given);
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = if is_open {
        let file = descriptor(thread, arguments, 0)?;
        rustix::fs::openat(file, c".", flags, rustix::fs::Mode::empty())
    } else {
        let name = path(thread, arguments, 0)?;
        rustix::fs::openat(rustix::fs::CWD, &name, flags, rustix::fs::Mode::empty())
    };
    let entries = opened.and_then(rustix::fs::Dir::new);
    let entries = entries.map_err(|error| about(thread, arguments, error))?;
    let mut all = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| about(thread, arguments, error))?;
        let name = entry.file_name().to_bytes();
        if matches!(name, b"." | b"..") {
            continue;
        }
        let kind = rustix::fs::FileType::as_raw_mode(entry.file_type()) >> 12;
        let entry = [
            name_like(thread, given, name)?,
            Value::from_small(kind as i32),
            int::from_u64(thread, entry.ino()),
        ];
        all.push(tuple::from_values(thread, &entry)?);
    }
    list::from_values(thread, &all)
}

/// `readlink(path, folder)`.
fn read_link<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    let start = folder(thread, arguments, 1, 0)?;
    match rustix::fs::readlinkat(start, &name, Vec::new()) {
        Ok(target) => name_like(thread, arguments.get(thread, 0), target.to_bytes()),
        Err(error) => Err(about(thread, arguments, error)),
    }
}

/// `getcwd()`.
pub(crate) fn current_folder<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    match rustix::process::getcwd(Vec::new()) {
        Ok(folder) => decoded(thread, folder.to_bytes()),
        Err(error) => Err(plain_error(thread, error)),
    }
}

/// Fills a buffer with unpredictable bytes.
///
/// # Errors
/// `OSError` when the system has none: an old one, or one that forbids the call.
pub(crate) fn fill_random(thread: &Thread, content: &mut [u8]) -> Outcome<()> {
    use rustix::rand::{GetRandomFlags, getrandom};
    let mut filled = 0;
    while filled < content.len() {
        match getrandom(&mut content[filled..], GetRandomFlags::empty()) {
            Ok(count) => filled += count,
            // A signal came before there were any bytes.
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(plain_error(thread, error)),
        }
    }
    Ok(())
}

fn random_bytes<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let count = number(thread, arguments, 0)?;
    let Ok(count) = usize::try_from(count) else {
        return Err(thread.raise(VALUE_ERROR, "negative argument not allowed"));
    };
    check_length(thread, count)?;
    let mut content = vec![0; count];
    fill_random(thread, &mut content)?;
    bytes::new(thread, &content)
}

fn is_terminal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = borrowed_file::borrowed(crate::modules::posix::small(
        thread,
        arguments.get(thread, 0),
    )?);
    Ok(boolean(file.is_some_and(rustix::termios::isatty)))
}

fn terminal_name<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = descriptor(thread, arguments, 0)?;
    match rustix::termios::ttyname(file, Vec::new()) {
        Ok(name) => decoded(thread, name.to_bytes()),
        Err(error) => Err(plain_error(thread, error)),
    }
}

fn error_text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = number(thread, arguments, 0)?;
    string::new(thread, &crate::modules::posix::reason(number as i32))
}

fn attribute<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (file, name) = (path(thread, arguments, 0)?, path(thread, arguments, 1)?);
    let mut value = vec![0; 65536];
    let found = if arguments.get(thread, 2) == FALSE {
        rustix::fs::lgetxattr(&file, &name, &mut value[..])
    } else {
        rustix::fs::getxattr(&file, &name, &mut value[..])
    };
    match found {
        Ok(length) => bytes::new(thread, &value[..length]),
        Err(error) => Err(about(thread, arguments, error)),
    }
}

/// The names of the extended attributes of a file, as bytes with a zero behind each.
fn attributes<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = path(thread, arguments, 0)?;
    let mut names = vec![0; 65536];
    let found = if arguments.get(thread, 1) == FALSE {
        rustix::fs::llistxattr(&file, &mut names[..])
    } else {
        rustix::fs::listxattr(&file, &mut names[..])
    };
    match found {
        Ok(length) => bytes::new(thread, &names[..length]),
        Err(error) => Err(about(thread, arguments, error)),
    }
}

/// The `str` of a name in bytes, as the file system's encoding has it.
fn decode<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let content = buffer::required(thread, arguments.get(thread, 0))?;
    decoded(thread, &content)
}

/// The bytes of a name.
fn encode<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    bytes::new(thread, name.to_bytes())
}

// ---- reading and writing

/// Longer reads are made in several parts.
const READ_BYTES_MAX: i64 = 1 << 30;

/// Whether a file is ready for an operation without waiting.
fn is_ready(file: BorrowedFd<'_>, what: rustix::event::PollFlags) -> bool {
    let mut polled = [rustix::event::PollFd::from_borrowed_fd(file, what)];
    let now = rustix::event::Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    !matches!(rustix::event::poll(&mut polled, Some(&now)), Ok(0))
}

/// Whether an operation on a file would wait: never if the file does not block.
fn would_wait(file: BorrowedFd<'_>, what: rustix::event::PollFlags) -> bool {
    !is_ready(file, what)
        && !rustix::fs::fcntl_getfl(file).is_ok_and(|flags| flags.contains(OFlags::NONBLOCK))
}

/// The thread must wait until a file is ready for an operation.
fn wait_for_file(
    thread: &Thread,
    file: BorrowedFd<'_>,
    what: rustix::event::PollFlags,
) -> motet_tm::Unwind {
    let awaited = (file.as_raw_fd(), what.bits() as i16);
    thread.wait_for_descriptors(&[awaited], None)
}

/// Reads up to `count` bytes; waits outside of the transaction while there are none.
fn read_some(thread: &mut Thread, arguments: Arguments, count: usize) -> Outcome<Vec<u8>> {
    let file = descriptor(thread, arguments, 0)?;
    if would_wait(file, rustix::event::PollFlags::IN) {
        return Err(wait_for_file(thread, file, rustix::event::PollFlags::IN));
    }
    check_length(thread, count)?;
    thread.become_inevitable()?;
    // Buffers of files are large and most files small: to fill the room with zeros would cost more
    // than to read.
    let mut content = Vec::with_capacity(count);
    match rustix::io::read(file, spare_capacity(&mut content)) {
        Ok(_) => Ok(content),
        Err(error) => Err(plain_error(thread, error)),
    }
}

fn read<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let count = number(thread, arguments, 1)?;
    if count < 0 {
        return Err(system_error(thread, INVALID, &[]));
    }
    let content = read_some(thread, arguments, count.min(READ_BYTES_MAX) as usize)?;
    bytes::new(thread, &content)
}

/// `read_regular(fd, small)`: all that is left of a regular file that has a size; None of another
/// file, which may keep its reader waiting, or whose end is not known. Where the next read begins
/// is not asked of a file of up to `small` bytes: room for all of it is cheaper than the question.
fn read_regular<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = descriptor(thread, arguments, 0)?;
    let small = number(thread, arguments, 1)?;
    let size = match rustix::fs::fstat(file) {
        Ok(found) if FileType::from_raw_mode(found.st_mode) == FileType::RegularFile => {
            found.st_size
        }
        _ => return Ok(NONE),
    };
    if size <= 0 || size > READ_BYTES_MAX {
        return Ok(NONE);
    }
    thread.become_inevitable()?;
    let mut left = size as u64;
    if size > small {
        let place = rustix::fs::tell(file).map_err(|error| plain_error(thread, error))?;
        left = left.saturating_sub(place);
    }
    check_length(thread, left as usize)?;
    // The byte more sees the end of a file that has not grown meanwhile.
    let mut content = Vec::with_capacity(left as usize + 1);
    loop {
        if content.len() == content.capacity() {
            content.reserve(content.len().max(GROWN_FILE_BYTES));
        }
        match rustix::io::read(file, spare_capacity(&mut content)) {
            Ok(0) => return bytes::new(thread, &content),
            Ok(_) => {}
            Err(error) => return Err(plain_error(thread, error)),
        }
    }
}

/// The least room for more of a file that has grown while it was read.
const GROWN_FILE_BYTES: usize = 1 << 13;

/// `readinto(fd, buffer)`.
fn read_into<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let target = arguments.get(thread, 1);
    let Some(length) = buffer::writable_length(thread, target) else {
        let name = thread.type_name(target);
        let message =
            format!("readinto() argument 2 must be read-write bytes-like object, not {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let content = read_some(thread, arguments, length.min(READ_BYTES_MAX as usize))?;
    let target = arguments.get(thread, 1);
    buffer::fill_front(thread, target, &content)?;
    Ok(int::from_length(content.len() as u64))
}

fn read_at<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let count = number(thread, arguments, 1)?;
    let flags = transfer_flags(thread, arguments)?;
    let place = place(thread, arguments, flags)?;
    if count < 0 {
        return Err(system_error(thread, INVALID, &[]));
    }
    let file = descriptor(thread, arguments, 0)?;
    thread.become_inevitable()?;
    let count = count.min(READ_BYTES_MAX) as usize;
    check_length(thread, count)?;
    let mut content = vec![0; count];
    let found = match flags {
        None => rustix::io::pread(file, &mut content[..], place),
        Some(flags) => {
            let mut pieces = [IoSliceMut::new(&mut content)];
            rustix::io::preadv2(file, &mut pieces, place, flags)
        }
    };
    match found {
        Ok(length) => bytes::new(thread, &content[..length]),
        Err(error) => Err(plain_error(thread, error)),
    }
}

/// How bytes are to be moved: the last argument of `pread_flags` and `pwrite_flags`.
fn transfer_flags(thread: &Thread, arguments: Arguments) -> Outcome<Option<ReadWriteFlags>> {
    let Some(value) = arguments.optional(thread, 3) else {
        return Ok(None);
    };
    let bits = small(thread, value)? as u32;
    Ok(Some(ReadWriteFlags::from_bits_retain(bits)))
}

/// The place in a file that bytes are moved to or from. -1 is the current one, where there are
/// flags.
fn place(thread: &Thread, arguments: Arguments, flags: Option<ReadWriteFlags>) -> Outcome<u64> {
    let place = number(thread, arguments, 2)?;
    if place < if flags.is_some() { -1 } else { 0 } {
        return Err(system_error(thread, INVALID, &[]));
    }
    Ok(place as u64)
}

/// How many bytes a pipe takes without waiting, once it is ready to be written.
const PIPE_BYTES: usize = 4096;

/// Tells the library how much a pipe takes at once.
pub(super) fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    crate::filling::set(
        thread,
        module,
        "PIPE_BYTES",
        int::from_length(PIPE_BYTES as u64),
    )
}

/// Whether a file is a pipe or a socket: a write to it waits for a reader, which may be a thread of
/// this program that must not be kept from reading.
fn is_stream(file: BorrowedFd<'_>) -> bool {
    use rustix::fs::FileType;
    let kind = rustix::fs::fstat(file).map(|found| FileType::from_raw_mode(found.st_mode));
    matches!(kind, Ok(FileType::Fifo | FileType::Socket))
}

/// Output that the program has printed before it writes by a descriptor comes before it.
fn publish_printed(thread: &mut Thread, file: BorrowedFd<'_>) -> Outcome<()> {
    motet_vm::driver::publish_output(thread);
    if file.as_raw_fd() == 1 {
        output::flush(thread, Stream::Out)?;
        motet_vm::driver::publish_output(thread);
    }
    Ok(())
}

fn write<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = descriptor(thread, arguments, 0)?;
    let mut content = buffer::required(thread, arguments.get(thread, 1))?.into_owned();
    if would_wait(file, rustix::event::PollFlags::OUT) {
        return Err(wait_for_file(thread, file, rustix::event::PollFlags::OUT));
    }
    if content.len() > PIPE_BYTES && is_stream(file) {
        content.truncate(PIPE_BYTES);
    }
    thread.become_inevitable()?;
    publish_printed(thread, file)?;
    match thread.while_safe(|| rustix::io::write(file, &content)) {
        Ok(count) => Ok(int::from_length(count as u64)),
        Err(error) => Err(plain_error(thread, error)),
    }
}

fn write_at<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = descriptor(thread, arguments, 0)?;
    let content = buffer::required(thread, arguments.get(thread, 1))?.into_owned();
    let flags = transfer_flags(thread, arguments)?;
    let place = place(thread, arguments, flags)?;
    thread.become_inevitable()?;
    let written = match flags {
        None => rustix::io::pwrite(file, &content, place),
        Some(flags) => rustix::io::pwritev2(file, &[IoSlice::new(&content)], place, flags),
    };
    match written {
        Ok(count) => Ok(int::from_length(count as u64)),
        Err(error) => Err(plain_error(thread, error)),
    }
}

/// `dup(fd, is_inheritable)`.
fn duplicate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = descriptor(thread, arguments, 0)?;
    let is_inheritable = arguments.get(thread, 1) == TRUE;
    thread.become_inevitable()?;
    let copy = opened(thread, arguments, |_| {
        let copy = if is_inheritable {
            rustix::io::dup(file)
        } else {
            rustix::io::fcntl_dupfd_cloexec(file, 0)
        };
        Ok(copy.map_err(Errno::raw_os_error))
    })?;
    match copy {
        Ok(copy) => Ok(new_descriptor(thread, copy.into_raw_fd().into())),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// `pipe(flags)`.
fn pipe<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let flags = number(thread, arguments, 0)? as u32;
    thread.become_inevitable()?;
    let flags = rustix::pipe::PipeFlags::from_bits_retain(flags);
    let ends = opened(thread, arguments, |_| {
        Ok(rustix::pipe::pipe_with(flags).map_err(Errno::raw_os_error))
    })?;
    match ends {
        Ok((reader, writer)) => {
            let ends = [reader, writer];
            let ends = ends.map(|end| new_descriptor(thread, end.into_raw_fd().into()));
            tuple::from_values(thread, &ends)
        }
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// `utimensat(path or descriptor, folder, accessed, modified, follow)`: times in nanoseconds, None
/// for now.
fn set_times<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let time = |index| -> Outcome<rustix::fs::Timespec> {
        let value = arguments.get(thread, index);
        if value == NONE {
            return Ok(rustix::fs::Timespec {
                tv_sec: 0,
                tv_nsec: rustix::fs::UTIME_NOW,
            });
        }
        let nanoseconds = int::to_i128(thread, value).unwrap_or(0);
        Ok(rustix::fs::Timespec {
            tv_sec: nanoseconds.div_euclid(1_000_000_000) as i64,
            tv_nsec: nanoseconds.rem_euclid(1_000_000_000) as _,
        })
    };
    let times = rustix::fs::Timestamps {
        last_access: time(2)?,
        last_modification: time(3)?,
    };
    let flags = if arguments.get(thread, 4) == FALSE {
        AtFlags::SYMLINK_NOFOLLOW
    } else {
        AtFlags::empty()
    };
    if int::is_int(thread, arguments.get(thread, 0)) {
        let file = descriptor(thread, arguments, 0)?;
        thread.become_inevitable()?;
        let result = rustix::fs::futimens(file.as_fd(), &times);
        return match result {
            Ok(()) => Ok(NONE),
            Err(error) => Err(plain_error(thread, error)),
        };
    }
    let name = path(thread, arguments, 0)?;
    let start = folder(thread, arguments, 1, 0)?;
    thread.become_inevitable()?;
    match rustix::fs::utimensat(start, &name, &times, flags) {
        Ok(()) => Ok(NONE),
        Err(error) => Err(about(thread, arguments, error)),
    }
}

/// `lock_record(fd, kind, whence, start, length)`.
fn lock_record<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = crate::modules::posix::small(thread, arguments.get(thread, 0))?;
    let kind = number(thread, arguments, 1)? as i16;
    let whence = number(thread, arguments, 2)? as i16;
    let (start, length) = (number(thread, arguments, 3)?, number(thread, arguments, 4)?);
    thread.become_inevitable()?;
    match crate::modules::posix::system::lock_record(file, kind, whence, start, length) {
        Ok(()) => Ok(NONE),
        Err(error) => Err(system_error(thread, error, &[])),
    }
}
