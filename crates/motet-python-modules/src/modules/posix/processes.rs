//! Processes: starting programs, waiting for them, their use of resources; the environment.

use motet_python_objects::model::borrowed_file;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use motet_tm::Value;

use crate::modules::posix::signal_calls::{SignalState, while_ignoring};
use crate::modules::posix::system;
use crate::modules::posix::system::ChildSetup;
use crate::modules::posix::{number, path, small, system_error, try_again_soon};
use motet_python_objects::model::exception::{RUNTIME_ERROR, TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{bytes, float, int, list, tuple};

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("getpid", 0, 0, process_number),
    NativeFunction::leaf("environ", 0, 0, environment),
    NativeFunction::leaf("cpu_count", 0, 0, cpu_count),
    NativeFunction::leaf("sched_getaffinity", 1, 1, affinity),
    NativeFunction::leaf("uname", 0, 0, system_name),
    NativeFunction::leaf("getgroups", 0, 0, groups),
    NativeFunction::leaf("sysconf", 1, 1, setting),
    NativeFunction::leaf("getrlimit", 1, 1, limit),
    NativeFunction::leaf("getrusage", 1, 1, usage),
    NativeFunction::calling("setrlimit", 3, 3, set_limit),
    NativeFunction::calling("putenv", 2, 2, put_variable),
    NativeFunction::calling("unsetenv", 1, 1, remove_variable),
    NativeFunction::calling("wait4", 2, 2, wait),
    NativeFunction::calling("waitid", 3, 3, wait_for_any),
    NativeFunction::calling("spawn", 14, 14, spawn),
    NativeFunction::calling("fork", 0, 0, fork),
    NativeFunction::calling("execve", 3, 3, become_program),
    NativeFunction::calling("_exit", 1, 1, exit),
    NativeFunction::calling("abort", 0, 0, abort),
];

fn process_number<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(int::from_length(std::process::id().into()))
}

/// The variables of the environment as a list of pairs of bytes.
fn environment<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let mut all = Vec::new();
    for (name, value) in std::env::vars_os() {
        let name = bytes::new(thread, name.as_bytes())?;
        let value = bytes::new(thread, value.as_bytes())?;
        all.push(tuple::from_values(thread, &[name, value])?);
    }
    list::from_values(thread, &all)
}

fn cpu_count<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let told = thread.machine().settings.processors.map(i64::from);
    let count = told.or_else(|| system::setting(libc::_SC_NPROCESSORS_ONLN).ok());
    let count = count.unwrap_or(1);
    Ok(int::from_i64(thread, count.max(1)))
}

fn affinity<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let process = small(thread, arguments.get(thread, 0))?;
    let set = rustix::thread::sched_getaffinity(rustix::process::Pid::from_raw(process))
        .map_err(|error| crate::modules::posix::plain_error(thread, error))?;
    let cores = (0..rustix::thread::CpuSet::MAX_CPU).filter(|core| set.is_set(*core));
    let cores: Vec<Value<'_>> = cores.map(|core| int::from_length(core as u64)).collect();
    list::from_values(thread, &cores)
}

fn system_name<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let name = rustix::system::uname();
    let all = [
        name.sysname(),
        name.nodename(),
        name.release(),
        name.version(),
        name.machine(),
    ];
    let all: Outcome<Vec<Value<'_>>> = all
        .iter()
        .map(|text| crate::modules::posix::decoded(thread, text.to_bytes()))
        .collect();
    tuple::from_values(thread, &all?)
}

fn groups<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let groups = rustix::process::getgroups()
        .map_err(|error| crate::modules::posix::plain_error(thread, error))?;
    let groups: Vec<Value<'_>> = groups
        .iter()
        .map(|group| int::from_length(group.as_raw().into()))
        .collect();
    list::from_values(thread, &groups)
}

fn setting<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let which = small(thread, arguments.get(thread, 0))?;
    match system::setting(which) {
        Ok(value) => Ok(int::from_i64(thread, value)),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

fn limit<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let which = small(thread, arguments.get(thread, 0))?;
    match system::limit(which as u32) {
        // No limit is -1 in Python.
        Ok((soft, hard)) => {
            let both = [soft, hard].map(|limit| int::from_i64(thread, limit as i64));
            tuple::from_values(thread, &both)
        }
        Err(_) => Err(thread.raise(VALUE_ERROR, "invalid resource specified")),
    }
}

fn set_limit<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let which = small(thread, arguments.get(thread, 0))?;
    let (soft, hard) = (number(thread, arguments, 1)?, number(thread, arguments, 2)?);
    thread.become_inevitable()?;
    match system::set_limit(which as u32, soft as u64, hard as u64) {
        Ok(()) => {
            thread.forget_descriptor_limit();
            Ok(NONE)
        }
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// The resources that a process has used, as the sixteen fields of `struct rusage`.
fn used<'a>(thread: &'a Thread, used: &libc::rusage) -> Outcome<Value<'a>> {
    let seconds = |time: libc::timeval| {
        float::from_f64(thread, time.tv_sec as f64 + time.tv_usec as f64 * 1e-6)
    };
    let mut all = vec![seconds(used.ru_utime), seconds(used.ru_stime)];
    let numbers = [
        used.ru_maxrss,
        used.ru_ixrss,
        used.ru_idrss,
        used.ru_isrss,
        used.ru_minflt,
        used.ru_majflt,
        used.ru_nswap,
        used.ru_inblock,
        used.ru_oublock,
        used.ru_msgsnd,
        used.ru_msgrcv,
        used.ru_nsignals,
        used.ru_nvcsw,
        used.ru_nivcsw,
    ];
    all.extend(numbers.map(|number| int::from_i64(thread, number)));
    tuple::from_values(thread, &all)
}

fn usage<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let who = small(thread, arguments.get(thread, 0))?;
    match system::usage(who) {
        Ok(found) => used(thread, &found),
        Err(_) => Err(thread.raise(VALUE_ERROR, "invalid who parameter")),
    }
}

fn put_variable<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (name, value) = (path(thread, arguments, 0)?, path(thread, arguments, 1)?);
    thread.become_inevitable()?;
    match system::set_variable(&name, Some(&value)) {
        Ok(()) => Ok(NONE),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

fn remove_variable<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = path(thread, arguments, 0)?;
    thread.become_inevitable()?;
    match system::set_variable(&name, None) {
        Ok(()) => Ok(NONE),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// `wait4(process, options)`: process, status, the resources that it has used. Waits outside of the
/// transaction.
fn wait<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let process = small(thread, arguments.get(thread, 0))?;
    let options = small(thread, arguments.get(thread, 1))?;
    thread.become_inevitable()?;
    let found = system::wait4(process, options | libc::WNOHANG);
    match found {
        Ok((0, ..)) if options & libc::WNOHANG == 0 => Err(try_again_soon(thread)),
        Ok((found, status, usage)) => {
            let all = [
                int::from_i64(thread, found.into()),
                int::from_i64(thread, status.into()),
                used(thread, &usage)?,
            ];
            tuple::from_values(thread, &all)
        }
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// `waitid(kind, id, options)`: process, user, signal, status and code of a child that has changed;
/// None if there is none, and the options say that it is not waited for. Waits outside of the
/// transaction.
fn wait_for_any<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let kind = small(thread, arguments.get(thread, 0))? as u32;
    let id = number(thread, arguments, 1)? as u32;
    let options = small(thread, arguments.get(thread, 2))?;
    thread.become_inevitable()?;
    match system::waitid(kind, id, options | libc::WNOHANG) {
        Ok(None) if options & libc::WNOHANG == 0 => Err(try_again_soon(thread)),
        Ok(None) => Ok(NONE),
        Ok(Some(found)) => {
            let found = found.map(|number| int::from_i64(thread, number.into()));
            tuple::from_values(thread, &found)
        }
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// The texts of a list or tuple of bytes.
pub(crate) fn texts(thread: &Thread, value: Value<'_>) -> Outcome<Vec<CString>> {
    let wrong = || thread.raise(TYPE_ERROR, "a list or tuple of bytes is needed");
    let items = if let Some(object) = list::as_list(thread, value) {
        list::values(thread, object)
    } else if let Some(object) = tuple::as_tuple(thread, value) {
        tuple::values(thread, object)
    } else {
        return Err(wrong());
    };
    let mut all = Vec::with_capacity(items.len());
    for item in items {
        let object = bytes::as_bytes(thread, item).ok_or_else(wrong)?;
        let text = CString::new(bytes::content(thread, object));
        all.push(text.map_err(|_| thread.raise(VALUE_ERROR, "embedded null byte"))?);
    }
    Ok(all)
}

fn numbers(thread: &Thread, value: Value<'_>) -> Outcome<Vec<i32>> {
    let items = match list::as_list(thread, value) {
        Some(object) => list::values(thread, object),
        None => thread.tuple_items(value),
    };
    items.into_iter().map(|item| small(thread, item)).collect()
}

pub(crate) fn optional(
    thread: &Thread,
    arguments: Arguments,
    index: usize,
) -> Outcome<Option<i32>> {
    match arguments.get(thread, index) {
        NONE => Ok(None),
        value => small(thread, value).map(Some),
    }
}

/// A command from its parts: program, arguments (the name first), environment or None.
fn command(program: &CString, texts: &[CString], variables: Option<&[CString]>) -> Command {
    let text = |text: &CString| OsStr::from_bytes(text.to_bytes()).to_owned();
    let mut command = Command::new(text(program));
    if let Some((name, rest)) = texts.split_first() {
        command.arg0(text(name)).args(rest.iter().map(text));
    }
    if let Some(variables) = variables {
        command.env_clear();
        for variable in variables {
            let content = variable.to_bytes();
            // A name may begin with the sign, as some shells' do.
            let place = content.iter().skip(1).position(|byte| *byte == b'=');
            if let Some(place) = place {
                let (name, value) = (&content[..=place], &content[place + 2..]);
                command.env(OsStr::from_bytes(name), OsStr::from_bytes(value));
            }
        }
    }
    command
}

/// What a program that this one starts finds of signals: it ignores what is ignored here, but for
/// two that the interpreter ignores, if they are to have their default.
fn signals(thread: &Thread, restores: bool) -> SignalState {
    let mut ignored = thread.vm().signals.ignored();
    if restores {
        ignored &= !(1 << (libc::SIGPIPE - 1) | 1 << (libc::SIGXFSZ - 1));
    }
    SignalState {
        ignored,
        blocked: thread.blocked_signals(),
    }
}

/// `spawn(programs, arguments, environment, folder, streams, close_others, kept, starts_session,
/// group, group_id, groups, user_id, mask, restores)`: starts the first of the programs that
/// exists.
fn spawn<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let programs = texts(thread, arguments.get(thread, 0))?;
    let words = texts(thread, arguments.get(thread, 1))?;
    let variables = match arguments.get(thread, 2) {
        NONE => None,
        value => Some(texts(thread, value)?),
    };
    let start = match arguments.get(thread, 3) {
        NONE => None,
        _ => Some(path(thread, arguments, 3)?),
    };
    let streams = numbers(thread, arguments.get(thread, 4))?;
    let setup = ChildSetup {
        close_others: arguments.get(thread, 5) == TRUE,
        kept: numbers(thread, arguments.get(thread, 6))?,
        starts_session: arguments.get(thread, 7) == TRUE,
        group: optional(thread, arguments, 8)?,
        group_id: optional(thread, arguments, 9)?.map(|id| id as u32),
        groups: match arguments.get(thread, 10) {
            NONE => None,
            value => {
                let ids = numbers(thread, value)?;
                Some(ids.into_iter().map(|id| id as u32).collect())
            }
        },
        user_id: optional(thread, arguments, 11)?.map(|id| id as u32),
        mask: optional(thread, arguments, 12)?.map(|mask| mask as u32),
        signals: signals(thread, arguments.get(thread, 13) == TRUE),
    };
    thread.become_inevitable()?;
    // Output printed before comes before the output of the program.
    motet_vm::driver::publish_output(thread);
    let result = thread.while_safe(|| {
        let mut last = 2;
        for program in &programs {
            let mut command = command(program, &words, variables.as_deref());
            if let Some(start) = &start {
                command.current_dir(OsStr::from_bytes(start.to_bytes()));
            }
            let copies: Result<Vec<_>, i32> = streams.iter().map(|fd| copy(*fd)).collect();
            let mut copies = copies?.into_iter();
            let mut next = || {
                copies
                    .next()
                    .flatten()
                    .map_or_else(Stdio::inherit, Stdio::from)
            };
            command.stdin(next()).stdout(next()).stderr(next());
            setup.clone().apply(&mut command);
            match command.spawn() {
                Ok(child) => return Ok(child.id()),
                Err(error) => match error.raw_os_error().unwrap_or(5) {
                    // Not there: the next one may be.
                    number @ (2 | 20) => last = if last == 13 { 13 } else { number },
                    13 => last = 13,
                    number => return Err(number),
                },
            }
        }
        Err(last)
    });
    match result {
        Ok(process) => Ok(int::from_length(process.into())),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// A copy of a descriptor for a child; none for -1: the child keeps its parent's.
fn copy(number: i32) -> Result<Option<std::os::fd::OwnedFd>, i32> {
    let Some(file) = borrowed_file::borrowed(number) else {
        return Ok(None);
    };
    let copied = rustix::io::fcntl_dupfd_cloexec(file, 3);
    copied.map(Some).map_err(|error| error.raw_os_error())
}

/// `execve(program, arguments, environment)`.
fn become_program<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let program = path(thread, arguments, 0)?;
    let words = texts(thread, arguments.get(thread, 1))?;
    let variables = texts(thread, arguments.get(thread, 2))?;
    thread.become_inevitable()?;
    motet_vm::driver::publish_output(thread);
    let signals = signals(thread, false);
    let mut command = command(&program, &words, Some(&variables));
    signals.apply_in(&mut command);
    let error = while_ignoring(signals.ignored, || command.exec());
    let number = error.raw_os_error().unwrap_or(5);
    Err(system_error(thread, number, &[arguments.get(thread, 0)]))
}

/// Ends the process as it is.
fn exit<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let status = number(thread, arguments, 0)?;
    thread.become_inevitable()?;
    // The output of the transaction goes into the stream's buffer, which is lost with it as far as
    // it was not flushed, as in CPython.
    motet_vm::driver::publish_output(thread);
    system::exit(status as i32)
}

/// `abort()`: ends the process by SIGABRT, in whichever thread and whatever handles that signal.
fn abort<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    motet_vm::driver::publish_output(thread);
    std::process::abort()
}

/// `fork()`: the number of the child, 0 in the child. The library calls the functions that the
/// program has registered for it.
fn fork<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    thread.become_inevitable()?;
    if thread.is_atomic() || cfg!(simulated) {
        return Err(thread.raise(
            RUNTIME_ERROR,
            "a process cannot be forked in an atomic block",
        ));
    }
    // The child gets no signal before it is ready for them.
    let forked = system::without_signals(|| motet_vm::forking::fork(thread, system::fork));
    match forked {
        Ok(process) => Ok(int::from_i64(thread, process.into())),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}
