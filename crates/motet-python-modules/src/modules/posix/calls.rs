//! System calls whose arguments are numbers and paths: each row gives the kinds of its arguments.
//!
//! The letters: `i` a number, `f` a descriptor, `d` the folder that a relative path starts from
//! (None: the current one), `p` a path, `b` bytes (None: no address), `w` bytes that the system
//! reads and may write (None: no address). The result is the number that the call returns; if there
//! are letters `w`, a tuple of it and of the bytes after the call.

use std::rc::Rc;
use std::time::{Duration, Instant};

use motet_tm::{Unwind, Value};

use crate::modules::posix::system;
use crate::modules::posix::system::Argument;
use crate::modules::posix::{BAD_DESCRIPTOR, folder_number, new_descriptor, small, system_error};
use motet_python_objects::classes::threads::call_outside;
use motet_python_objects::model::exception::TYPE_ERROR;
use motet_python_objects::model::layouts::NONE;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, int, tuple};
use motet_vm::driver::publish_output;

/// A system call.
struct Row {
    number: libc::c_long,
    kinds: &'static str,
    effect: Effect,
}

/// The effect of a call on the system.
#[derive(PartialEq)]
enum Effect {
    /// It only looks.
    Look,
    /// It cannot be undone.
    Change,
    /// As `Change`, and the call returns a new descriptor.
    Open,
    /// It cannot be undone and may take long: no transaction is open meanwhile.
    Slow,
    /// It sends a signal, perhaps to this process, and answers None.
    Send,
}
use Effect::{Change, Look, Open, Send, Slow};

macro_rules! system_calls {
    ($($name:ident = $number:ident, $kinds:literal, $effect:ident;)*) => {
        /// The functions of this file.
        pub(crate) const FUNCTIONS: &[NativeFunction] = &[$(
            NativeFunction::calling(
                stringify!($name),
                $kinds.len() as u8,
                $kinds.len() as u8,
                |thread, arguments| perform(thread, arguments, &Row {
                    number: libc::$number,
                    kinds: $kinds,
                    effect: $effect,
                }),
            ),
        )*];
    };
}

system_calls! {
    faccessat2 = SYS_faccessat2, "dpii", Look;
    mkdirat = SYS_mkdirat, "dpi", Change;
    unlinkat = SYS_unlinkat, "dpi", Change;
    renameat = SYS_renameat, "dpdp", Change;
    linkat = SYS_linkat, "dpdpi", Change;
    symlinkat = SYS_symlinkat, "pdp", Change;
    mknodat = SYS_mknodat, "dpii", Change;
    fchmodat = SYS_fchmodat, "dpi", Change;
    fchmod = SYS_fchmod, "fi", Change;
    fchownat = SYS_fchownat, "dpiii", Change;
    fchown = SYS_fchown, "fii", Change;
    chdir = SYS_chdir, "p", Change;
    fchdir = SYS_fchdir, "f", Change;
    chroot = SYS_chroot, "p", Change;
    truncate = SYS_truncate, "pi", Change;
    ftruncate = SYS_ftruncate, "fi", Change;
    close = SYS_close, "f", Change;
    lseek = SYS_lseek, "fii", Change;
    fsync = SYS_fsync, "f", Slow;
    fdatasync = SYS_fdatasync, "f", Slow;
    sync = SYS_sync, "", Slow;
    dup3 = SYS_dup3, "fii", Change;
    fcntl = SYS_fcntl, "fii", Change;
    flock = SYS_flock, "fi", Change;
    ioctl = SYS_ioctl, "fii", Change;
    fallocate = SYS_fallocate, "fiii", Change;
    fadvise64 = SYS_fadvise64, "fiii", Change;
    copy_file_range = SYS_copy_file_range, "fwfwii", Slow;
    splice = SYS_splice, "fwfwii", Slow;
    memfd_create = SYS_memfd_create, "pi", Open;
    eventfd2 = SYS_eventfd2, "ii", Open;
    pidfd_open = SYS_pidfd_open, "ii", Open;
    pidfd_send_signal = SYS_pidfd_send_signal, "fibi", Change;
    timerfd_create = SYS_timerfd_create, "ii", Open;
    timerfd_settime = SYS_timerfd_settime, "fibw", Change;
    timerfd_gettime = SYS_timerfd_gettime, "fw", Look;
    setns = SYS_setns, "fi", Change;
    unshare = SYS_unshare, "i", Change;
    prlimit = SYS_prlimit64, "iibw", Change;
    clock_settime = SYS_clock_settime, "ib", Change;
    umask = SYS_umask, "i", Change;
    kill = SYS_kill, "ii", Send;
    tgkill = SYS_tgkill, "iii", Change;
    getpgid = SYS_getpgid, "i", Look;
    setpgid = SYS_setpgid, "ii", Change;
    getsid = SYS_getsid, "i", Look;
    setsid = SYS_setsid, "", Change;
    getppid = SYS_getppid, "", Look;
    getuid = SYS_getuid, "", Look;
    geteuid = SYS_geteuid, "", Look;
    getgid = SYS_getgid, "", Look;
    getegid = SYS_getegid, "", Look;
    setpriority = SYS_setpriority, "iii", Change;
    getpriority = SYS_getpriority, "ii", Look;
    sched_yield = SYS_sched_yield, "", Look;
    sched_getscheduler = SYS_sched_getscheduler, "i", Look;
    sched_get_priority_max = SYS_sched_get_priority_max, "i", Look;
    sched_get_priority_min = SYS_sched_get_priority_min, "i", Look;
    sched_setscheduler = SYS_sched_setscheduler, "iib", Change;
    sched_setparam = SYS_sched_setparam, "ib", Change;
    sched_rr_get_interval = SYS_sched_rr_get_interval, "iw", Look;
    sched_setaffinity = SYS_sched_setaffinity, "iib", Change;
    setxattr = SYS_setxattr, "ppbii", Change;
    lsetxattr = SYS_lsetxattr, "ppbii", Change;
    removexattr = SYS_removexattr, "pp", Change;
    lremovexattr = SYS_lremovexattr, "pp", Change;
}

/// Reads the arguments, makes the call, raises its error.
fn perform<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    row: &'static Row,
) -> Outcome<Value<'a>> {
    let mut given = Vec::with_capacity(row.kinds.len());
    let mut files = Vec::new();
    for (index, kind) in row.kinds.chars().enumerate() {
        given.push(argument(thread, arguments, index, kind)?);
        if kind == 'p' {
            files.push(index);
        }
    }
    if matches!(row.effect, Slow | Send) {
        thread.become_inevitable()?;
        // What has been flushed goes to the file that the descriptor is now.
        publish_output(thread);
    }
    let done = match row.effect {
        Slow => Rc::new(call_outside(thread, move || make(row, given))),
        Send => Rc::new((send(thread, row, &mut given), given)),
        Look => Rc::new(make(row, given)),
        Change if is_of_machine(thread, row, &given) => Rc::new((Err(BAD_DESCRIPTOR), given)),
        Change | Open => thread.act(move || make(row, given))?,
    };
    if row.number == libc::SYS_prlimit64 {
        thread.forget_descriptor_limit();
    }
    match &done.0 {
        Ok(_) if row.effect == Send => Ok(NONE),
        Ok(number) if row.effect == Open => Ok(new_descriptor(thread, *number)),
        Ok(number) => answer(thread, *number, row, &done.1),
        Err(number) => {
            let about: Vec<Value<'_>> = files
                .iter()
                .map(|index| arguments.get(thread, *index))
                .collect();
            Err(system_error(thread, *number, &about))
        }
    }
}

/// The result of a call, and its arguments, which the call may have changed.
type Done = (Result<i64, i32>, Vec<Argument>);

fn make(row: &Row, mut given: Vec<Argument>) -> Done {
    (system::call(row.number, &mut given), given)
}

/// The number that a call has returned, with the bytes that it may have written.
fn answer<'a>(
    thread: &'a Thread,
    number: i64,
    row: &Row,
    given: &[Argument],
) -> Outcome<Value<'a>> {
    let number = int::from_i64(thread, number);
    if !row.kinds.contains('w') {
        return Ok(number);
    }
    let mut all = vec![number];
    for (kind, argument) in row.kinds.chars().zip(given) {
        if kind == 'w' {
            all.push(match argument {
                Argument::Bytes(content, length) => bytes::new(thread, &content[..*length])?,
                _ => NONE,
            });
        }
    }
    tuple::from_values(thread, &all)
}

/// Whether a descriptor of the machine is to be closed. A program that closes all descriptors which
/// it does not know, as a daemon does, leaves those of the machine open: for the program they do
/// not exist.
fn is_of_machine(thread: &Thread, row: &Row, given: &[Argument]) -> bool {
    match *given {
        [Argument::Number(descriptor)] if row.number == libc::SYS_close => {
            thread.vm().signals.is_own_descriptor(descriptor)
        }
        _ => false,
    }
}

/// Sends a signal. One to this process that its program handles or has blocked is noted when this
/// returns, as if the system had called a handler in the thread that sends.
fn send(thread: &mut Thread, row: &Row, given: &mut [Argument]) -> Result<i64, i32> {
    let &mut [Argument::Number(process), Argument::Number(signal)] = given else {
        unreachable!("the row of the table declares two numbers");
    };
    let signals = &thread.vm().signals;
    let caught = i32::try_from(signal).ok();
    let Some(signal) = caught.filter(|signal| signals.is_noted(*signal)) else {
        return system::call(row.number, given);
    };
    if process == i64::from(std::process::id()) {
        signals.arrive(signal);
        return Ok(0);
    }
    let arrivals = signals.arrivals(signal);
    let sent = system::call(row.number, given)?;
    let group = system::call(libc::SYS_getpgid, &mut [Argument::Number(0)])?;
    if process == 0 || process == -group {
        let since = Instant::now();
        let is_over =
            || signals.arrivals(signal) != arrivals || since.elapsed() >= OWN_SIGNAL_PATIENCE;
        thread.while_safe(|| {
            while !is_over() {
                std::thread::sleep(OWN_SIGNAL_STEP);
            }
        });
    }
    Ok(sent)
}

/// A signal to this process's group has come after this at the latest, or the system holds it back.
const OWN_SIGNAL_PATIENCE: Duration = Duration::from_secs(1);
const OWN_SIGNAL_STEP: Duration = Duration::from_micros(20);

fn argument(thread: &Thread, arguments: Arguments, index: usize, kind: char) -> Outcome<Argument> {
    let value = arguments.get(thread, index);
    Ok(match kind {
        'p' => Argument::Text(crate::modules::posix::path(thread, arguments, index)?),
        'b' | 'w' if value == NONE => Argument::Number(0),
        'b' | 'w' => {
            let mut content = buffer::required(thread, value)?.into_owned();
            let length = content.len();
            content.resize(length.max(ROOM_BYTES), 0);
            Argument::Bytes(content, length)
        }
        'd' => Argument::Number(folder_number(thread, value)?.into()),
        'f' => {
            let number = small(thread, value)?;
            if number < 0 {
                return Err(bad_descriptor(thread));
            }
            Argument::Number(number.into())
        }
        _ => {
            if value == NONE {
                return Err(thread.raise(TYPE_ERROR, "an integer is required"));
            }
            Argument::Number(integer_argument(thread, value)?)
        }
    })
}

/// Bytes for the system are followed by zeros up to this length: no structure that a call of the
/// table reads or writes is longer.
const ROOM_BYTES: usize = 256;

fn bad_descriptor(thread: &Thread) -> Unwind {
    system_error(thread, BAD_DESCRIPTOR, &[])
}
