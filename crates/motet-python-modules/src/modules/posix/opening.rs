//! `openat`: opens files, and pipes with a name, which keep the thread waiting for their other end.
//!
//! The system waits within the call that opens such a pipe, and restarts the call after a signal.
//! So a helper makes the call: a thread of the system that runs no code of the program. The thread
//! of the program waits for the helper as for any descriptor: it has no transaction open, so that
//! another thread can open the other end, and signals interrupt its wait.
//!
//! ```text
//!   program's thread   starts the helper ── waits for the bell ──────────── takes the descriptor
//!   helper                  openat ………… the other end comes ── rings the bell
//! ```
//!
//! If a handler of a signal raises an exception meanwhile, the thread opens the other end itself,
//! without waiting, so that the helper's call returns and its descriptor can be closed.

use std::ffi::CString;
use std::io::PipeWriter;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use motet_tm::Value;
use rustix::fs::{FileType, Mode, OFlags};

use crate::modules::posix::system::{self, Argument};
use crate::modules::posix::{folder, new_descriptor, number, opened, path, system_error};
use motet_python_objects::classes::threads::wait_here;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_vm::waits::READABLE;

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[NativeFunction::calling("openat", 4, 4, open)];

/// What is to be opened.
struct Target {
    folder: i32,
    name: CString,
    flags: i32,
    mode: i64,
}

impl Target {
    fn open(&self) -> Result<i64, i32> {
        let mut given = [
            Argument::Number(self.folder.into()),
            Argument::Text(self.name.clone()),
            Argument::Number(self.flags.into()),
            Argument::Number(self.mode),
        ];
        system::call(libc::SYS_openat, &mut given)
    }

    fn has_flag(&self, flag: i32) -> bool {
        self.flags & flag != 0
    }

    /// Whether the call waits for another process or thread, which opens the other end.
    fn waits(&self, start: BorrowedFd<'_>) -> bool {
        let returns_at_once = self.has_flag(libc::O_NONBLOCK | libc::O_RDWR | libc::O_PATH);
        let found = || rustix::fs::statat(start, &self.name, rustix::fs::AtFlags::empty());
        !returns_at_once
            && found().is_ok_and(|found| FileType::from_raw_mode(found.st_mode) == FileType::Fifo)
    }
}

/// `openat(folder, path, flags, mode)`: the descriptor.
fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let start = folder(thread, arguments, 0, 1)?;
    let target = Target {
        folder: start.as_raw_fd(),
        name: path(thread, arguments, 1)?,
        flags: number(thread, arguments, 2)? as i32,
        mode: number(thread, arguments, 3)?,
    };
    thread.become_inevitable()?;
    let result = if target.waits(start) {
        open_waiting(thread, target, start)?
    } else {
        opened(thread, arguments, |thread| {
            Ok(thread.while_safe(|| target.open()))
        })?
    };
    match result {
        Ok(descriptor) => Ok(new_descriptor(thread, descriptor)),
        Err(number) => {
            let file = arguments.get(thread, 1);
            Err(system_error(thread, number, &[file]))
        }
    }
}

/// What the program's thread and its helper tell each other.
#[derive(Default)]
struct Opening {
    /// The helper's result, until the thread takes it.
    result: Option<Result<i64, i32>>,
    /// Nobody takes the result any more: the helper closes the descriptor.
    is_abandoned: bool,
}

/// The helper and its result. The thread that waits and the helper alone lock it, for a moment.
struct Helper {
    opening: Arc<Mutex<Opening>>,
    handle: JoinHandle<()>,
    /// The pipe as such, whatever becomes of its name, and the way it is opened.
    file: Option<OwnedFd>,
    is_for_writing: bool,
}

fn lock(opening: &Mutex<Opening>) -> MutexGuard<'_, Opening> {
    opening.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a pipe by a helper. The inner error is the system's.
fn open_waiting(
    thread: &mut Thread,
    target: Target,
    start: BorrowedFd<'_>,
) -> Outcome<Result<i64, i32>> {
    let number = |error: std::io::Error| error.raw_os_error().unwrap_or(libc::EIO);
    let (heard, bell) = match std::io::pipe() {
        Ok(ends) => ends,
        Err(error) => return Ok(Err(number(error))),
    };
    let helper = match Helper::start(target, start, bell) {
        Ok(helper) => helper,
        Err(error) => return Ok(Err(number(error))),
    };
    loop {
        if let Some(result) = lock(&helper.opening).result.take() {
            return Ok(result);
        }
        // The request is all that counts of the failure.
        let _ = thread.wait_for_descriptors(&[(heard.as_raw_fd(), READABLE)], None);
        if let Err(unwind) = wait_here(thread) {
            helper.abandon();
            return Err(unwind);
        }
    }
}

/// How long an abandoned helper is helped to return, and how long it is left alone in between.
const ABANDON_PATIENCE: Duration = Duration::from_secs(1);
const ABANDON_STEP: Duration = Duration::from_micros(50);

impl Helper {
    /// Starts the helper, which drops the bell when it has the result.
    fn start(target: Target, start: BorrowedFd<'_>, bell: PipeWriter) -> std::io::Result<Helper> {
        let look = OFlags::PATH | OFlags::CLOEXEC;
        let file = rustix::fs::openat(start, &target.name, look, Mode::empty()).ok();
        let is_for_writing = target.has_flag(libc::O_WRONLY);
        let opening = Arc::new(Mutex::new(Opening::default()));
        let own = opening.clone();
        let work = move || {
            let result = target.open();
            let mut opening = lock(&own);
            if opening.is_abandoned {
                close(result);
            } else {
                opening.result = Some(result);
            }
            drop(opening);
            drop(bell);
        };
        let handle = std::thread::Builder::new()
            .name("opens a pipe".into())
            .spawn(work)?;
        Ok(Helper {
            opening,
            handle,
            file,
            is_for_writing,
        })
    }

    /// Has the helper return, and its descriptor closed.
    fn abandon(self) {
        let mut opening = lock(&self.opening);
        opening.is_abandoned = true;
        if let Some(result) = opening.result.take() {
            return close(result);
        }
        drop(opening);
        let Some(file) = &self.file else {
            return;
        };
        let other = if self.is_for_writing {
            OFlags::RDONLY
        } else {
            OFlags::WRONLY
        };
        let flags = other | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let name = format!("/proc/self/fd/{}", file.as_fd().as_raw_fd());
        let since = Instant::now();
        let mut ends = Vec::new();
        // An end for writing cannot be opened before the helper has begun to wait.
        while !self.handle.is_finished() && since.elapsed() < ABANDON_PATIENCE {
            if ends.is_empty() {
                ends.extend(rustix::fs::open(&name, flags, Mode::empty()).ok());
            }
            std::thread::sleep(ABANDON_STEP);
        }
    }
}

fn close(opened: Result<i64, i32>) {
    if let Ok(descriptor) = opened {
        // Nobody knows the descriptor, so nothing is lost if that fails.
        let _ = system::call(libc::SYS_close, &mut [Argument::Number(descriptor)]);
    }
}
