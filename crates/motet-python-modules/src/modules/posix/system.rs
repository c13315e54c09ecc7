//! Calls of the system that have no safe wrapper: the one file of this module that is unsafe.

#![allow(
    unsafe_code,
    reason = "what the system offers and no library wraps is called here"
)]

use std::ffi::{CStr, CString};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use motet_tm::Value;

use motet_python_objects::model::exception::{OVERFLOW_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::NONE;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::calendar::Day;
use motet_python_objects::types::calendar_texts::{self, Broken};
use motet_python_objects::types::{float, int, string, struct_sequence, tuple};

use crate::modules::posix::signal_calls::SignalState;
use crate::modules::posix::{decoded, number, path, small, system_error};

/// An argument of a system call.
pub(crate) enum Argument {
    /// A number.
    Number(i64),
    /// A text, given by its address.
    Text(CString),
    /// Bytes that the system reads and may write, given by their address; how many of them are the
    /// program's. Zeros follow them as far as any structure reaches.
    Bytes(Vec<u8>, usize),
}

pub(super) fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(5)
}

/// Makes a system call; the error's number if it fails.
pub(crate) fn call(number: libc::c_long, arguments: &mut [Argument]) -> Result<i64, i32> {
    let mut words = [0 as libc::c_long; 6];
    for (word, argument) in words.iter_mut().zip(arguments) {
        *word = match argument {
            Argument::Number(number) => *number,
            Argument::Text(text) => text.as_ptr() as libc::c_long,
            Argument::Bytes(bytes, _) => bytes.as_mut_ptr() as libc::c_long,
        };
    }
    let [a, b, c, d, e, f] = words;
    // SAFETY: the rows of `calls.rs` name only calls that read memory through arguments of kind
    // text and bytes, which live until the call has returned, and that write such bytes only, by
    // structures for which there is room.
    let result = unsafe { libc::syscall(number, a, b, c, d, e, f) };
    if result == -1 {
        Err(last_error())
    } else {
        Ok(result)
    }
}

// ---- the environment

/// Held by each thread that reads or changes the process's environment, or calls a function that
/// does.
static ENVIRONMENT: Mutex<()> = Mutex::new(());

fn environment() -> MutexGuard<'static, ()> {
    ENVIRONMENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets a variable of the process's environment, or takes it out.
pub(crate) fn set_variable(name: &CStr, value: Option<&CStr>) -> Result<(), i32> {
    let _guard = environment();
    // SAFETY: the texts are terminated, and the C library copies them. Code that reads the
    // environment in this program holds the lock, or runs before threads start.
    let result = unsafe {
        match value {
            Some(value) => libc::setenv(name.as_ptr(), value.as_ptr(), 1),
            None => libc::unsetenv(name.as_ptr()),
        }
    };
    if result == 0 {
        Ok(())
    } else {
        Err(last_error())
    }
}

// ---- processes

/// The status of a child (or of any, by the rules of `waitpid`) that has changed, with the
/// resources that it used; process 0 if none has.
pub(crate) fn wait4(process: i32, options: i32) -> Result<(i32, i32, libc::rusage), i32> {
    let mut status = 0;
    // SAFETY: all zeroes are a value of this structure of numbers.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both addresses are of variables that the call may write.
    let found = unsafe { libc::wait4(process, &mut status, options, &mut used) };
    if found < 0 {
        Err(last_error())
    } else {
        Ok((found, status, used))
    }
}

/// A child that has changed, by the rules of `waitid`: process, user, signal, status, code; none if
/// none has.
pub(crate) fn waitid(kind: u32, id: u32, options: i32) -> Result<Option<[i32; 5]>, i32> {
    // SAFETY: all zeroes are a value of this structure of numbers.
    let mut found: libc::siginfo_t = unsafe { std::mem::zeroed() };
    // SAFETY: the address is of a variable that the call may write.
    if unsafe { libc::waitid(kind, id, &mut found, options) } != 0 {
        return Err(last_error());
    }
    // SAFETY: the call has filled the fields of a child's signal, or left the zeroes.
    let (process, user, status) = unsafe { (found.si_pid(), found.si_uid(), found.si_status()) };
    let all = [process, user as i32, found.si_signo, status, found.si_code];
    Ok((process != 0).then_some(all))
}

/// The resources that the process (0), its children (-1) or the thread (1) has used.
pub(crate) fn usage(who: i32) -> Result<libc::rusage, i32> {
    // SAFETY: all zeroes are a value of this structure of numbers.
    let mut used: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the address is of a variable that the call may write.
    let result = unsafe { libc::getrusage(who, &mut used) };
    if result == 0 {
        Ok(used)
    } else {
        Err(last_error())
    }
}

/// A limit of the process: its value, and how high it may be set.
pub(crate) fn limit(which: u32) -> Result<(u64, u64), i32> {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the address is of a variable that the call may write.
    let result = unsafe { libc::getrlimit(which, &mut limit) };
    if result == 0 {
        Ok((limit.rlim_cur, limit.rlim_max))
    } else {
        Err(last_error())
    }
}

/// Sets a limit of the process.
pub(crate) fn set_limit(which: u32, soft: u64, hard: u64) -> Result<(), i32> {
    let limit = libc::rlimit {
        rlim_cur: soft,
        rlim_max: hard,
    };
    // SAFETY: the call reads the structure.
    let result = unsafe { libc::setrlimit(which, &limit) };
    if result == 0 {
        Ok(())
    } else {
        Err(last_error())
    }
}

/// A setting of the system.
pub(crate) fn setting(which: i32) -> Result<i64, i32> {
    // SAFETY: the call takes and gives a number.
    let result = unsafe { libc::sysconf(which) };
    // -1 without an error says that there is no limit.
    if result == -1 && last_error() == 22 {
        Err(22)
    } else {
        Ok(result)
    }
}

/// Which of its identities a process changes.
#[derive(Clone, Copy)]
pub(crate) enum Identity {
    User,
    EffectiveUser,
    Users,
    AllUsers,
    Group,
    EffectiveGroup,
    Groups,
    AllGroups,
}

/// Ends the process; nothing of it runs any more.
pub(crate) fn exit(status: i32) -> ! {
    // SAFETY: the call takes a number.
    unsafe { libc::_exit(status) }
}

/// Changes an identity, by the C library, which does so in all threads of the process.
pub(crate) fn set_identity(which: Identity, ids: [u32; 3]) -> Result<(), i32> {
    let [a, b, c] = ids;
    // SAFETY: the calls take numbers.
    let result = unsafe {
        match which {
            Identity::User => libc::setuid(a),
            Identity::EffectiveUser => libc::seteuid(a),
            Identity::Users => libc::setreuid(a, b),
            Identity::AllUsers => libc::setresuid(a, b, c),
            Identity::Group => libc::setgid(a),
            Identity::EffectiveGroup => libc::setegid(a),
            Identity::Groups => libc::setregid(a, b),
            Identity::AllGroups => libc::setresgid(a, b, c),
        }
    };
    if result == 0 {
        Ok(())
    } else {
        Err(last_error())
    }
}

/// Sets the further groups of the process, in all its threads.
pub(crate) fn set_groups(groups: &[u32]) -> Result<(), i32> {
    // SAFETY: the address and the length are those of the slice.
    let result = unsafe { libc::setgroups(groups.len(), groups.as_ptr()) };
    if result == 0 {
        Ok(())
    } else {
        Err(last_error())
    }
}

/// The text of a setting of the system; none if it has no value.
pub(crate) fn text_setting(which: i32) -> Result<Option<Vec<u8>>, i32> {
    let mut content = vec![0_u8; 256];
    loop {
        // The error tells a setting that is not there from one that has no value.
        // SAFETY: the number of the last error is the calling thread's own.
        unsafe { *libc::__errno_location() = 0 };
        // SAFETY: address and length are those of the vector.
        let length = unsafe { libc::confstr(which, content.as_mut_ptr().cast(), content.len()) };
        match length {
            0 if last_error() == 0 => return Ok(None),
            0 => return Err(last_error()),
            _ if length <= content.len() => {
                content.truncate(length - 1);
                return Ok(Some(content));
            }
            _ => content.resize(length, 0),
        }
    }
}

/// A limit of a file (given by its path), or of the file behind a descriptor.
pub(crate) fn file_setting(path: Option<&CStr>, fd: i32, which: i32) -> Result<i64, i32> {
    // SAFETY: the number of the last error is the calling thread's own.
    unsafe { *libc::__errno_location() = 0 };
    // SAFETY: the path is a terminated text.
    let result = unsafe {
        match path {
            Some(path) => libc::pathconf(path.as_ptr(), which),
            None => libc::fpathconf(fd, which),
        }
    };
    // -1 without an error says that there is no limit.
    match last_error() {
        number if result == -1 && number != 0 => Err(number),
        _ => Ok(result),
    }
}

/// Makes a copy of the process, which has the calling thread alone; 0 in the copy.
pub(crate) fn fork() -> Result<i32, i32> {
    // SAFETY: other threads are gone in the child. Those that had transactions were waited for, and
    // the caller holds the locks that the others take (`motet_vm::forking`); the C library takes
    // its own.
    let process = unsafe { libc::fork() };
    if process < 0 {
        Err(last_error())
    } else {
        Ok(process)
    }
}

/// Keeps all signals from the calling thread while `run` runs: those that come are taken by other
/// threads, or later by this one.
pub(crate) fn without_signals<T>(run: impl FnOnce() -> T) -> T {
    // SAFETY: all zeroes are a value of this structure of numbers, and the calls write it.
    let before = unsafe {
        let (mut all, mut before): (libc::sigset_t, libc::sigset_t) =
            (std::mem::zeroed(), std::mem::zeroed());
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        before
    };
    let result = run();
    // SAFETY: the call reads the structure.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut()) };
    result
}

/// The actions of a child between its birth and the program that it becomes.
#[derive(Clone)]
pub(crate) struct ChildSetup {
    pub(crate) close_others: bool,
    pub(crate) kept: Vec<i32>,
    pub(crate) starts_session: bool,
    pub(crate) group: Option<i32>,
    pub(crate) mask: Option<u32>,
    pub(crate) signals: SignalState,
    pub(crate) groups: Option<Vec<u32>>,
    pub(crate) group_id: Option<u32>,
    pub(crate) user_id: Option<u32>,
}

fn checked(result: i32) -> std::io::Result<()> {
    if result == 0 {
        Ok(())
    } else {
        Err(std::io::Error::last_os_error())
    }
}

impl ChildSetup {
    /// Has a command do it.
    pub(crate) fn apply(self, command: &mut std::process::Command) {
        use std::os::unix::process::CommandExt;
        // SAFETY: the closure runs in the child of a process with threads: it makes system calls
        // only, takes no lock and allocates nothing.
        unsafe {
            command.pre_exec(move || self.run());
        }
    }

    fn run(&self) -> std::io::Result<()> {
        self.signals.apply();
        if self.starts_session {
            // SAFETY: a system call without memory. It fails only for a process that leads a group
            // already.
            checked(if unsafe { libc::setsid() } < 0 { -1 } else { 0 })?;
        }
        if let Some(group) = self.group {
            // SAFETY: a system call without memory.
            checked(unsafe { libc::setpgid(0, group) })?;
        }
        if let Some(mask) = self.mask {
            // SAFETY: a system call without memory.
            unsafe { libc::umask(mask) };
        }
        if let Some(groups) = &self.groups {
            // SAFETY: the address and the length are those of the vector.
            checked(unsafe { libc::setgroups(groups.len(), groups.as_ptr()) })?;
        }
        if let Some(id) = self.group_id {
            // SAFETY: a system call without memory.
            checked(unsafe { libc::setregid(id, id) })?;
        }
        if let Some(id) = self.user_id {
            // SAFETY: a system call without memory.
            checked(unsafe { libc::setreuid(id, id) })?;
        }
        if self.close_others {
            const CLOSE_RANGE_CLOEXEC: libc::c_int = 4;
            // SAFETY: a system call without memory; it only marks descriptors, so that those that
            // the standard library holds open itself work to the end.
            unsafe {
                libc::syscall(
                    libc::SYS_close_range,
                    3,
                    libc::c_uint::MAX,
                    CLOSE_RANGE_CLOEXEC,
                )
            };
        }
        for kept in &self.kept {
            // SAFETY: a system call without memory; a descriptor that is not open is an error.
            checked(match unsafe { libc::fcntl(*kept, libc::F_SETFD, 0) } {
                -1 => -1,
                _ => 0,
            })?;
        }
        Ok(())
    }
}

// ---- locks of files

/// Locks a part of a file for the process, or lets it go; does not wait.
pub(crate) fn lock_record(
    fd: i32,
    kind: i16,
    whence: i16,
    start: i64,
    length: i64,
) -> Result<(), i32> {
    // SAFETY: all zeroes are a value of this structure of numbers.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    lock.l_type = kind;
    lock.l_whence = whence;
    lock.l_start = start;
    lock.l_len = length;
    // SAFETY: the call reads the structure.
    let result = unsafe { libc::fcntl(fd, libc::F_SETLK, &lock) };
    if result == -1 {
        Err(last_error())
    } else {
        Ok(())
    }
}

// ---- terminals

/// The modes of a terminal: input, output, control and local flags, speeds, special characters.
pub(crate) fn terminal_modes(fd: i32) -> Result<libc::termios, i32> {
    // SAFETY: all zeroes are a value of this structure of numbers.
    let mut modes: libc::termios = unsafe { std::mem::zeroed() };
    // SAFETY: the address is of a variable that the call may write.
    let result = unsafe { libc::tcgetattr(fd, &mut modes) };
    if result == 0 {
        Ok(modes)
    } else {
        Err(last_error())
    }
}

/// Sets the modes of a terminal.
pub(crate) fn set_terminal_modes(fd: i32, when: i32, modes: &libc::termios) -> Result<(), i32> {
    // SAFETY: the call reads the structure.
    let result = unsafe { libc::tcsetattr(fd, when, modes) };
    if result == 0 {
        Ok(())
    } else {
        Err(last_error())
    }
}

/// Reads or changes a property of a file by a buffer (`fcntl.fcntl`); returns the number of the
/// call.
pub(crate) fn control_file(fd: i32, command: i32, buffer: &mut [u8; 1024]) -> Result<i64, i32> {
    // SAFETY: the buffer is longer than the structures of all commands, at most 32 bytes.
    let result = unsafe { libc::fcntl(fd, command, buffer.as_mut_ptr()) };
    if result == -1 {
        Err(last_error())
    } else {
        Ok(result.into())
    }
}

/// Reads or changes a property of a device by a buffer (`fcntl.ioctl`); returns the number of the
/// call.
pub(crate) fn control(fd: i32, request: u64, buffer: &mut [u8; 1024]) -> Result<i64, i32> {
    // SAFETY: the buffer is longer than the output of any request of the kernel's drivers for
    // terminals, files and sockets: sizes are coded in 14 bits, but those of the documented ones
    // are far below 1024.
    let result = unsafe { libc::ioctl(fd, request as libc::c_ulong, buffer.as_mut_ptr()) };
    if result == -1 {
        Err(last_error())
    } else {
        Ok(result.into())
    }
}

// ---- the calendar

/// The names of the fields of `struct_time` that are no items.
const ZONE_NAME: &str = "tm_zone";
const ZONE_OFFSET: &str = "tm_gmtoff";
/// Moments beyond this are out of each calendar.
const SECONDS_MAX: f64 = 1e15;

/// The functions of `_time_core` that need the system's calendar.
pub(crate) const CALENDAR: &[NativeFunction] = &[
    NativeFunction::leaf("localtime", 1, 1, local_time),
    NativeFunction::leaf("gmtime", 1, 1, universal_time),
    NativeFunction::leaf("localtime_of", 2, 2, local_time_of),
    NativeFunction::leaf("gmtime_of", 2, 2, universal_time_of),
    NativeFunction::leaf("strftime_of", 2, 2, format_time_of),
    NativeFunction::leaf("mktime", 1, 1, make_time),
    NativeFunction::leaf("strftime", 2, 2, format_time),
    NativeFunction::leaf("tzset", 0, 0, set_zone),
];

/// The fields of a time as a tuple: the nine of `struct_time`, the zone's name and its offset.
fn fields<'a>(thread: &'a Thread, time: &libc::tm, zone: &CStr) -> Outcome<Value<'a>> {
    let small = |number: i32| int::from_i64(thread, number.into());
    let all = [
        int::from_i64(thread, i64::from(time.tm_year) + 1900),
        small(time.tm_mon + 1),
        small(time.tm_mday),
        small(time.tm_hour),
        small(time.tm_min),
        small(time.tm_sec),
        small((time.tm_wday + 6) % 7),
        small(time.tm_yday + 1),
        small(time.tm_isdst),
        decoded(thread, zone.to_bytes())?,
        int::from_i64(thread, time.tm_gmtoff),
    ];
    tuple::from_values(thread, &all)
}

/// The fields of a moment, of which the seconds are known, and the zone's name; the error's number
/// if it has none.
fn broken_down(seconds: i64, is_local: bool) -> Result<(libc::tm, CString), i32> {
    let _guard = environment();
    // SAFETY: all zeroes are a value of this structure; its zone may be null.
    let mut time: libc::tm = unsafe { std::mem::zeroed() };
    // SAFETY: both addresses are of variables; the zone, which the first of the two reads from the
    // environment, is not changed meanwhile, for the lock is held.
    let result = unsafe {
        if is_local {
            libc::localtime_r(&seconds, &mut time)
        } else {
            libc::gmtime_r(&seconds, &mut time)
        }
    };
    if result.is_null() {
        return Err(last_error());
    }
    let zone = if time.tm_zone.is_null() {
        CString::default()
    } else {
        // SAFETY: it is a terminated text of the C library's, and stays while the lock is held.
        unsafe { CStr::from_ptr(time.tm_zone) }.to_owned()
    };
    Ok((time, zone))
}

fn fields_of<'a>(thread: &'a Thread, arguments: Arguments, is_local: bool) -> Outcome<Value<'a>> {
    let seconds = number(thread, arguments, 0)?;
    match broken_down(seconds, is_local) {
        Ok((time, zone)) => fields(thread, &time, &zone),
        Err(error) => Err(system_error(thread, error, &[])),
    }
}

fn local_time<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    fields_of(thread, arguments, true)
}

fn universal_time<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    fields_of(thread, arguments, false)
}

/// Local time at a moment, given in seconds: the day, the seconds since its midnight, and how many
/// seconds it is ahead; none if the year has not four digits.
pub(crate) fn local_fields(seconds: i64) -> Option<(Day, i64, i64)> {
    let (time, _) = broken_down(seconds, true).ok()?;
    let (year, month) = (i64::from(time.tm_year) + 1900, i64::from(time.tm_mon) + 1);
    let minutes = i64::from(time.tm_hour) * 60 + i64::from(time.tm_min);
    // A leap second, which some zones' files have, is the one before it.
    let seconds = minutes * 60 + i64::from(time.tm_sec.min(59));
    let day = Day::checked(year, month, time.tm_mday.into())?;
    Some((day, seconds, time.tm_gmtoff))
}

/// The whole seconds that a function of the calendar is given: a number, or None for now.
fn plain_seconds(thread: &Thread, value: Value<'_>) -> Option<i64> {
    if value == NONE {
        let since = motet_vm::clock::time_of_day().duration_since(UNIX_EPOCH);
        return i64::try_from(since.ok()?.as_secs()).ok();
    }
    if let Some(whole) = value.as_integer() {
        return Some(whole);
    }
    let seconds = float::to_f64(thread, value)?.floor();
    (seconds.abs() < SECONDS_MAX).then_some(seconds as i64)
}

/// `localtime_of(struct_time, seconds)` makes the whole answer of `time.localtime`; None if that
/// is not simple.
fn local_time_of<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    named_fields(thread, arguments, true)
}

fn universal_time_of<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    named_fields(thread, arguments, false)
}

fn named_fields<'a>(
    thread: &'a Thread,
    arguments: Arguments,
    is_local: bool,
) -> Outcome<Value<'a>> {
    let class = thread.class_number_of(arguments.get(thread, 0));
    let seconds = plain_seconds(thread, arguments.get(thread, 1));
    let Some((class, seconds)) = class.zip(seconds) else {
        return Ok(NONE);
    };
    let Ok((time, zone)) = broken_down(seconds, is_local) else {
        return Ok(NONE);
    };
    let all = fields(thread, &time, &zone)?;
    let more = [ZONE_NAME, ZONE_OFFSET];
    Ok(struct_sequence::made(thread, class, all, &more)?.unwrap_or(NONE))
}

/// The fields of a `struct_time` or another tuple of nine small numbers, each of which is in
/// order; those of now for None.
fn plain_fields(thread: &Thread, value: Value<'_>) -> Option<Broken> {
    if value == NONE {
        let (time, _) = broken_down(plain_seconds(thread, NONE)?, true).ok()?;
        return Some(Broken {
            year: i64::from(time.tm_year) + 1900,
            month: i64::from(time.tm_mon) + 1,
            day: time.tm_mday.into(),
            hour: time.tm_hour.into(),
            minute: time.tm_min.into(),
            second: time.tm_sec.into(),
            weekday: i64::from(time.tm_wday + 6) % 7,
            day_of_year: i64::from(time.tm_yday) + 1,
            microsecond: None,
            offset: None,
        });
    }
    let tuple = tuple::as_tuple(thread, value)?;
    if tuple::length(thread, tuple) != 9 {
        return None;
    }
    // The last of the nine says whether the clock is set forward, which changes the zone alone.
    let field = |place: u64| tuple::get(thread, tuple, place).as_integer();
    let broken = Broken {
        year: field(0)?,
        month: field(1)?,
        day: field(2)?,
        hour: field(3)?,
        minute: field(4)?,
        second: field(5)?,
        weekday: field(6)?,
        day_of_year: field(7)?,
        microsecond: None,
        offset: None,
    };
    field(8)?;
    let is_in_order = (1..=31).contains(&broken.day)
        && (0..24).contains(&broken.hour)
        && (0..60).contains(&broken.minute)
        && (0..=61).contains(&broken.second)
        && (1..=366).contains(&broken.day_of_year);
    is_in_order.then_some(broken)
}

/// `strftime_of(format, time)` makes the whole answer of `time.strftime`; None if that is not
/// simple.
fn format_time_of<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let [format, time] = [0, 1].map(|index| arguments.get(thread, index));
    let text = string::exact_string(thread, format).and_then(|format| {
        let time = plain_fields(thread, time)?;
        calendar_texts::formatted(string::text(thread, format).chars(), &time)
    });
    text.map_or(Ok(NONE), |text| string::new(thread, &text))
}

/// A time from its fields, as the C library has them.
fn time_of(thread: &Thread, value: Value<'_>) -> Outcome<libc::tm> {
    let all = thread.tuple_items(value);
    let mut numbers = [0; 9];
    for (number, value) in numbers.iter_mut().zip(&all) {
        *number = small(thread, *value)?;
    }
    // SAFETY: all zeroes are a value of this structure; its zone may be null.
    let mut time: libc::tm = unsafe { std::mem::zeroed() };
    let Some(year) = numbers[0].checked_sub(1900) else {
        return Err(thread.raise(OVERFLOW_ERROR, "year out of range"));
    };
    time.tm_year = year;
    time.tm_mon = numbers[1].wrapping_sub(1);
    time.tm_mday = numbers[2];
    time.tm_hour = numbers[3];
    time.tm_min = numbers[4];
    time.tm_sec = numbers[5];
    time.tm_wday = numbers[6].wrapping_add(1).rem_euclid(7);
    time.tm_yday = numbers[7].wrapping_sub(1);
    time.tm_isdst = numbers[8];
    if let Some(offset) = all.get(10) {
        time.tm_gmtoff = int::to_i64(thread, *offset).unwrap_or(0);
    }
    Ok(time)
}

fn make_time<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut time = time_of(thread, arguments.get(thread, 0))?;
    // The call sets the day of the week if it can tell the time: so -1 is told from an error.
    time.tm_wday = -1;
    let _guard = environment();
    // SAFETY: the address is of a variable; the zone is not changed while the lock is held.
    let seconds = unsafe { libc::mktime(&mut time) };
    if seconds == -1 && time.tm_wday == -1 {
        return Err(thread.raise(OVERFLOW_ERROR, "mktime argument out of range"));
    }
    Ok(float::from_f64(thread, seconds as f64))
}

/// `strftime(format, fields)`: the fields were checked.
fn format_time<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    const BYTES_MAX: usize = 1 << 20;
    let format = path(thread, arguments, 0)?;
    let mut time = time_of(thread, arguments.get(thread, 1))?;
    let all = thread.tuple_items(arguments.get(thread, 1));
    let zone = match all.get(9).and_then(|zone| string::as_text(thread, *zone)) {
        Some(zone) => {
            CString::new(zone).map_err(|_| thread.raise(VALUE_ERROR, "embedded null character"))?
        }
        None => CString::default(),
    };
    if all.get(9).is_some_and(|zone| *zone != NONE) {
        time.tm_zone = zone.as_ptr();
    }
    if format.is_empty() {
        return string::new(thread, "");
    }
    let _guard = environment();
    let mut room = 256;
    loop {
        let mut text = vec![0_u8; room];
        // SAFETY: the length is that of the vector; format and zone are terminated and live on.
        let length =
            unsafe { libc::strftime(text.as_mut_ptr().cast(), room, format.as_ptr(), &time) };
        // An empty result may be right (%p in some languages), or show a lack of room.
        if length > 0 || room >= BYTES_MAX.min(256 * (format.as_bytes().len() + 1)) {
            text.truncate(length);
            return decoded(thread, &text);
        }
        room *= 4;
    }
}

unsafe extern "C" {
    /// Reads the zone from the environment (TZ).
    fn tzset();
}

fn set_zone<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let _guard = environment();
    // SAFETY: the environment is not changed while the lock is held.
    unsafe { tzset() };
    Ok(NONE)
}
