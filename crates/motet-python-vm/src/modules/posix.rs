//! `_posix_core`: files and folders of the system. `posix` (in the library, Python) is made of it.
//!
//! What changes the system, or takes something from it that is gone then, cannot be undone: such a
//! function makes the transaction inevitable first. What only looks does not. Descriptors are kept
//! in a table of the process, which only inevitable transactions change.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{IsTerminal, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use motet_tm::{Unwind, Value};

use crate::exception::{self, TYPE_ERROR, VALUE_ERROR};
use crate::kinds::*;
use crate::native::{Arguments, NativeFunction, Outcome};
use crate::objects::tables::integer_argument;
use crate::objects::{bytes, int, list, string, tuple};
use crate::output::{self, Stream};
use crate::thread::{Thread, WaitRequest};

/// The functions of the module.
pub(super) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("stat", 2, 2, stat),
    NativeFunction::leaf("fstat", 1, 1, stat_descriptor),
    NativeFunction::leaf("listdir", 1, 1, list_folder),
    NativeFunction::leaf("access", 2, 2, access),
    NativeFunction::leaf("readlink", 1, 1, read_link),
    NativeFunction::leaf("getcwd", 0, 0, current_folder),
    NativeFunction::leaf("getpid", 0, 0, process_number),
    NativeFunction::leaf("environ", 0, 0, environment),
    NativeFunction::leaf("urandom", 1, 1, random_bytes),
    NativeFunction::leaf("isatty", 1, 1, is_terminal),
    NativeFunction::leaf("cpu_count", 0, 0, cpu_count),
    NativeFunction::leaf("strerror", 1, 1, error_text),
    NativeFunction::calling("mkdir", 2, 2, make_folder),
    NativeFunction::calling("rmdir", 1, 1, remove_folder),
    NativeFunction::calling("unlink", 1, 1, remove),
    NativeFunction::calling("rename", 2, 2, rename),
    NativeFunction::calling("link", 2, 2, link),
    NativeFunction::calling("symlink", 2, 2, symbolic_link),
    NativeFunction::calling("chmod", 2, 2, change_mode),
    NativeFunction::calling("chdir", 1, 1, change_folder),
    NativeFunction::calling("open", 3, 3, open),
    NativeFunction::calling("close", 1, 1, close),
    NativeFunction::calling("read", 2, 2, read),
    NativeFunction::calling("write", 2, 2, write),
    NativeFunction::calling("lseek", 3, 3, seek),
    NativeFunction::calling("ftruncate", 2, 2, truncate),
    NativeFunction::calling("fsync", 1, 1, synchronise),
    NativeFunction::calling("dup", 1, 1, duplicate),
    NativeFunction::calling("pipe", 0, 0, pipe),
    NativeFunction::calling("_exit", 1, 1, exit),
];

/// Open files by their descriptors, but for 0, 1 and 2, which are the process's.
static FILES: Mutex<BTreeMap<i32, Arc<File>>> = Mutex::new(BTreeMap::new());

fn files() -> std::sync::MutexGuard<'static, BTreeMap<i32, Arc<File>>> {
    // Nothing that holds it is left half-way.
    FILES
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

// ---- errors

const BAD_DESCRIPTOR: i32 = 9;

/// The class of an error of the system.
fn class_of_error(number: i32) -> ClassNumber {
    match number {
        1 | 13 => exception::PERMISSION_ERROR,
        2 => exception::FILE_NOT_FOUND_ERROR,
        3 => exception::PROCESS_LOOKUP_ERROR,
        4 => exception::INTERRUPTED_ERROR,
        10 => exception::CHILD_PROCESS_ERROR,
        11 | 114 | 115 => exception::BLOCKING_IO_ERROR,
        17 => exception::FILE_EXISTS_ERROR,
        20 => exception::NOT_A_DIRECTORY_ERROR,
        21 => exception::IS_A_DIRECTORY_ERROR,
        32 | 108 => exception::BROKEN_PIPE_ERROR,
        103 => exception::CONNECTION_ABORTED_ERROR,
        104 => exception::CONNECTION_RESET_ERROR,
        110 => exception::TIMEOUT_ERROR,
        111 => exception::CONNECTION_REFUSED_ERROR,
        _ => exception::OS_ERROR,
    }
}

fn reason(number: i32) -> String {
    let text = std::io::Error::from_raw_os_error(number).to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// Raises the error of the system with a number; `about` is the file it is about.
fn system_error(thread: &Thread, number: i32, about: Option<&str>) -> Unwind {
    let texts = string::new(thread, &reason(number)).and_then(|reason| {
        let mut all = vec![int::from_i64(thread, number.into()), reason];
        if let Some(about) = about {
            all.push(string::new(thread, about)?);
        }
        Ok(all)
    });
    match texts {
        Ok(all) => thread.raise_value(exception::new(thread, class_of_error(number), &all)),
        Err(unwind) => unwind,
    }
}

fn raised(thread: &Thread, error: &std::io::Error, about: Option<&str>) -> Unwind {
    system_error(thread, error.raw_os_error().unwrap_or(5), about)
}

fn checked<T>(thread: &Thread, result: std::io::Result<T>, about: &str) -> Outcome<T> {
    result.map_err(|error| raised(thread, &error, Some(about)))
}

// ---- arguments

fn path(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<String> {
    let value = arguments.get(thread, index);
    let Some(text) = string::as_text(thread, value) else {
        let name = thread.type_name(value);
        let message = format!("expected str, bytes or os.PathLike object, not {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    if text.contains('\0') {
        return Err(thread.raise(VALUE_ERROR, "embedded null byte"));
    }
    Ok(text.to_owned())
}

fn number(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<i64> {
    integer_argument(thread, arguments.get(thread, index))
}

/// An open file.
enum Open {
    Standard(i32),
    File(Arc<File>),
}

impl AsFd for Open {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Open::Standard(1) => rustix::stdio::stdout(),
            Open::Standard(2) => rustix::stdio::stderr(),
            Open::Standard(_) => rustix::stdio::stdin(),
            Open::File(file) => file.as_fd(),
        }
    }
}

fn descriptor(thread: &Thread, arguments: Arguments) -> Outcome<Open> {
    let number = number(thread, arguments, 0)?;
    let number = i32::try_from(number).unwrap_or(-1);
    if (0..=2).contains(&number) {
        return Ok(Open::Standard(number));
    }
    match files().get(&number) {
        Some(file) => Ok(Open::File(Arc::clone(file))),
        None => Err(system_error(thread, BAD_DESCRIPTOR, None)),
    }
}

fn keep<'a>(thread: &'a Thread, file: OwnedFd) -> Value<'a> {
    let number = file.as_raw_fd();
    files().insert(number, Arc::new(File::from(file)));
    int::from_i64(thread, number.into())
}

// ---- looking

fn stat_result<'a>(thread: &'a Thread, found: &Metadata) -> Outcome<Value<'a>> {
    let whole = |number: u64| int::from_u64(thread, number);
    let signed = |number: i64| int::from_i64(thread, number);
    let fields = [
        whole(found.mode().into()),
        whole(found.ino()),
        whole(found.dev()),
        whole(found.nlink()),
        whole(found.uid().into()),
        whole(found.gid().into()),
        whole(found.size()),
        signed(found.atime()),
        signed(found.atime_nsec()),
        signed(found.mtime()),
        signed(found.mtime_nsec()),
        signed(found.ctime()),
        signed(found.ctime_nsec()),
        whole(found.blksize()),
        whole(found.blocks()),
        whole(found.rdev()),
    ];
    tuple::from_values(thread, &fields)
}

/// `stat(path, follow)`.
fn stat<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    let found = if arguments.get(thread, 1) == FALSE {
        fs::symlink_metadata(&name)
    } else {
        fs::metadata(&name)
    };
    stat_result(thread, &checked(thread, found, &name)?)
}

fn stat_descriptor<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let open = descriptor(thread, arguments)?;
    let file = open.as_fd().try_clone_to_owned().map(File::from);
    let found = file.and_then(|file| file.metadata());
    stat_result(
        thread,
        &found.map_err(|error| raised(thread, &error, None))?,
    )
}

/// The entries of a folder: name, and what it is (1: a folder, 2: a file, 3: a link, 0: else).
fn list_folder<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    let mut all = Vec::new();
    for entry in checked(thread, fs::read_dir(&name), &name)? {
        let entry = checked(thread, entry, &name)?;
        let kind = match entry.file_type() {
            Ok(kind) if kind.is_dir() => 1,
            Ok(kind) if kind.is_file() => 2,
            Ok(kind) if kind.is_symlink() => 3,
            _ => 0,
        };
        let text = string::new(thread, &entry.file_name().to_string_lossy())?;
        let entry = [text, Value::from_small(kind)];
        all.push(tuple::from_values(thread, &entry)?);
    }
    list::from_values(thread, &all)
}

fn access<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    let mode = number(thread, arguments, 1)? as u32;
    let access = rustix::fs::Access::from_bits_truncate(mode);
    Ok(boolean(
        rustix::fs::access(Path::new(&name), access).is_ok(),
    ))
}

fn read_link<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    let target: PathBuf = checked(thread, fs::read_link(&name), &name)?;
    string::new(thread, &target.to_string_lossy())
}

fn current_folder<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let folder = std::env::current_dir().map_err(|error| raised(thread, &error, None))?;
    string::new(thread, &folder.to_string_lossy())
}

fn process_number<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(int::from_length(std::process::id().into()))
}

/// The variables of the environment, as a list of pairs.
fn environment<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let mut all = Vec::new();
    for (name, value) in std::env::vars_os() {
        let name = string::new(thread, &name.to_string_lossy())?;
        let value = string::new(thread, &value.to_string_lossy())?;
        all.push(tuple::from_values(thread, &[name, value])?);
    }
    list::from_values(thread, &all)
}

/// Fills a buffer with bytes that nobody can foresee.
pub(crate) fn fill_random(content: &mut [u8]) {
    let source = File::open("/dev/urandom").and_then(|mut file| file.read_exact(content));
    source.expect("the system has random bytes");
}

fn random_bytes<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let count = number(thread, arguments, 0)?;
    let Ok(count) = usize::try_from(count) else {
        return Err(thread.raise(VALUE_ERROR, "negative argument not allowed"));
    };
    let mut content = vec![0; count];
    fill_random(&mut content);
    bytes::new(thread, &content)
}

fn is_terminal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    match descriptor(thread, arguments) {
        Ok(open) => Ok(boolean(open.as_fd().is_terminal())),
        Err(Unwind::Raise) if thread.take_exception_of(exception::OS_ERROR) => Ok(FALSE),
        Err(unwind) => Err(unwind),
    }
}

fn cpu_count<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let count = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(int::from_length(count as u64))
}

fn error_text<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = number(thread, arguments, 0)?;
    string::new(thread, &reason(number as i32))
}

// ---- changing

/// Does something with a path that cannot be undone.
fn change<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    act: impl FnOnce(&str) -> std::io::Result<()>,
) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    thread.become_inevitable()?;
    checked(thread, act(&name), &name)?;
    Ok(NONE)
}

fn make_folder<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mode = number(thread, arguments, 1)? as u32;
    change(thread, arguments, |name| {
        fs::DirBuilder::new().mode(mode).create(name)
    })
}

fn remove_folder<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    change(thread, arguments, |name| fs::remove_dir(name))
}

fn remove<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    change(thread, arguments, |name| fs::remove_file(name))
}

fn rename<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let target = path(thread, arguments, 1)?;
    change(thread, arguments, |name| fs::rename(name, target))
}

fn link<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let target = path(thread, arguments, 1)?;
    change(thread, arguments, |name| fs::hard_link(name, target))
}

fn symbolic_link<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let target = path(thread, arguments, 1)?;
    change(thread, arguments, |name| {
        std::os::unix::fs::symlink(name, target)
    })
}

fn change_mode<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mode = number(thread, arguments, 1)? as u32;
    change(thread, arguments, |name| {
        fs::set_permissions(name, fs::Permissions::from_mode(mode))
    })
}

fn change_folder<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    change(thread, arguments, |name| std::env::set_current_dir(name))
}

/// `open(path, flags, mode)`.
fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    let flags = number(thread, arguments, 1)? as i32;
    let mode = number(thread, arguments, 2)? as u32;
    thread.become_inevitable()?;
    let how = flags & 3;
    let mut options = fs::OpenOptions::new();
    options
        .read(how != 1)
        .write(how != 0)
        .custom_flags(flags & !3)
        .mode(mode);
    // What creates must write, or the options are refused; so the flag goes by itself.
    let file = checked(thread, options.open(&name), &name)?;
    Ok(keep(thread, file.into()))
}

fn close<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    let number = number(thread, arguments, 0)?;
    if (0..=2).contains(&number) {
        return Ok(NONE);
    }
    let file = i32::try_from(number)
        .ok()
        .and_then(|number| files().remove(&number));
    match file {
        Some(_) => Ok(NONE),
        None => Err(system_error(thread, BAD_DESCRIPTOR, None)),
    }
}

/// Longer reads are made of several.
const READ_BYTES_MAX: i64 = 1 << 30;
/// How long a thread leaves a source alone that had nothing for it.
const PATIENCE_US: u64 = 500;

/// Whether reading would not wait.
fn is_ready(open: &Open) -> bool {
    let mut polled = [rustix::event::PollFd::from_borrowed_fd(
        open.as_fd(),
        rustix::event::PollFlags::IN,
    )];
    let now = rustix::event::Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    !matches!(rustix::event::poll(&mut polled, Some(&now)), Ok(0))
}

fn read<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let count = number(thread, arguments, 1)?;
    if count < 0 {
        return Err(system_error(thread, 22, None));
    }
    let open = descriptor(thread, arguments)?;
    if !is_ready(&open) {
        // Others go on meanwhile: nothing has been done yet.
        let soon = std::time::Instant::now() + std::time::Duration::from_micros(PATIENCE_US);
        thread.wait_request.set(Some(WaitRequest::Until(soon)));
        return Err(Unwind::Wait);
    }
    thread.become_inevitable()?;
    let mut content = vec![0; count.min(READ_BYTES_MAX) as usize];
    match rustix::io::read(&open, &mut content[..]) {
        Ok(length) => bytes::new(thread, &content[..length]),
        Err(error) => Err(system_error(thread, error.raw_os_error(), None)),
    }
}

fn write<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let open = descriptor(thread, arguments)?;
    let Some(content) = bytes::as_bytes(thread, arguments.get(thread, 1)) else {
        let name = thread.type_name(arguments.get(thread, 1));
        let message = format!("a bytes-like object is required, not '{name}'");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    let content = bytes::content(thread, content).to_vec();
    thread.become_inevitable()?;
    // What was printed before comes before it.
    crate::interp::publish_output(thread);
    if matches!(open, Open::Standard(1)) {
        output::flush(thread, Stream::Out)?;
        crate::interp::publish_output(thread);
    }
    let written = thread.while_safe(|| rustix::io::write(&open, &content));
    match written {
        Ok(count) => Ok(int::from_length(count as u64)),
        Err(error) => Err(system_error(thread, error.raw_os_error(), None)),
    }
}

fn seek<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let open = descriptor(thread, arguments)?;
    let place = number(thread, arguments, 1)?;
    let from = match number(thread, arguments, 2)? {
        0 => rustix::fs::SeekFrom::Start(place.max(0) as u64),
        1 => rustix::fs::SeekFrom::Current(place),
        _ => rustix::fs::SeekFrom::End(place),
    };
    thread.become_inevitable()?;
    match rustix::fs::seek(&open, from) {
        Ok(place) => Ok(int::from_u64(thread, place)),
        Err(error) => Err(system_error(thread, error.raw_os_error(), None)),
    }
}

fn truncate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let open = descriptor(thread, arguments)?;
    let length = number(thread, arguments, 1)?;
    thread.become_inevitable()?;
    match rustix::fs::ftruncate(&open, length.max(0) as u64) {
        Ok(()) => Ok(NONE),
        Err(error) => Err(system_error(thread, error.raw_os_error(), None)),
    }
}

fn synchronise<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let open = descriptor(thread, arguments)?;
    thread.become_inevitable()?;
    match thread.while_safe(|| rustix::fs::fsync(&open)) {
        Ok(()) => Ok(NONE),
        Err(error) => Err(system_error(thread, error.raw_os_error(), None)),
    }
}

fn duplicate<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let open = descriptor(thread, arguments)?;
    thread.become_inevitable()?;
    let copy = open.as_fd().try_clone_to_owned();
    let copy = copy.map_err(|error| raised(thread, &error, None))?;
    Ok(keep(thread, copy))
}

fn pipe<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    let (reader, writer) = std::io::pipe().map_err(|error| raised(thread, &error, None))?;
    let ends = [keep(thread, reader.into()), keep(thread, writer.into())];
    tuple::from_values(thread, &ends)
}

/// Ends the process as it is.
fn exit<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let status = number(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // CPython does not flush here either; what went through our gate before is out of its buffers.
    let _ = std::io::stderr().flush();
    std::process::exit(status as i32);
}
