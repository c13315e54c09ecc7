//! `posix_spawn`: starts programs by the function of the C library of that name.

#![allow(unsafe_code, reason = "the C library's function has no safe wrapper")]

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ptr;

use motet_tm::Value;

use crate::modules::posix::processes::{optional, texts};
use crate::modules::posix::signal_calls::{signals, while_ignoring};
use crate::modules::posix::{number, path, small, system_error};
use motet_python_objects::model::exception::{TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::{NONE, TRUE};
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{bytes, int};

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] =
    &[NativeFunction::calling("posix_spawn", 11, 11, spawn)];

/// What is done with the descriptors of the new process, in the order given.
enum Action {
    Open(i32, CString, i32, u32),
    Close(i32),
    Duplicate(i32, i32),
    CloseFrom(i32),
}

/// What else is said of the new process.
struct Attributes {
    group: Option<i32>,
    resets_ids: bool,
    starts_session: bool,
    mask: Option<u64>,
    defaults: Option<u64>,
    policy: Option<i32>,
    priority: Option<i32>,
}

/// The actions of the C library, which are freed at the end.
struct Actions(libc::posix_spawn_file_actions_t);

fn checked(error: i32) -> Result<(), i32> {
    if error == 0 { Ok(()) } else { Err(error) }
}

impl Actions {
    fn new(all: &[Action]) -> Result<Actions, i32> {
        let mut made = MaybeUninit::uninit();
        // SAFETY: the call writes the structure.
        checked(unsafe { libc::posix_spawn_file_actions_init(made.as_mut_ptr()) })?;
        // SAFETY: the call has succeeded.
        let mut own = Actions(unsafe { made.assume_init() });
        for action in all {
            // SAFETY: the structure is one that was initialised; the library copies the path.
            checked(unsafe {
                match action {
                    Action::Open(fd, path, flags, mode) => libc::posix_spawn_file_actions_addopen(
                        &mut own.0,
                        *fd,
                        path.as_ptr(),
                        *flags,
                        *mode,
                    ),
                    Action::Close(fd) => libc::posix_spawn_file_actions_addclose(&mut own.0, *fd),
                    Action::Duplicate(from, to) => {
                        libc::posix_spawn_file_actions_adddup2(&mut own.0, *from, *to)
                    }
                    Action::CloseFrom(fd) => {
                        libc::posix_spawn_file_actions_addclosefrom_np(&mut own.0, *fd)
                    }
                }
            })?;
        }
        Ok(own)
    }
}

impl Drop for Actions {
    fn drop(&mut self) {
        // SAFETY: the structure is one that was initialised, and is not used any more.
        unsafe { libc::posix_spawn_file_actions_destroy(&mut self.0) };
    }
}

/// The attributes of the C library, which are freed at the end.
struct Prepared(libc::posix_spawnattr_t);

impl Prepared {
    fn new(attributes: &Attributes) -> Result<Prepared, i32> {
        let mut made = MaybeUninit::uninit();
        // SAFETY: the call writes the structure.
        checked(unsafe { libc::posix_spawnattr_init(made.as_mut_ptr()) })?;
        // SAFETY: the call has succeeded.
        let mut own = Prepared(unsafe { made.assume_init() });
        let mut flags = 0;
        // SAFETY: the structure is one that was initialised; the calls copy what they are given.
        unsafe {
            if let Some(group) = attributes.group {
                flags |= libc::POSIX_SPAWN_SETPGROUP;
                checked(libc::posix_spawnattr_setpgroup(&mut own.0, group))?;
            }
            if let Some(mask) = attributes.mask {
                flags |= libc::POSIX_SPAWN_SETSIGMASK;
                checked(libc::posix_spawnattr_setsigmask(&mut own.0, &signals(mask)))?;
            }
            if let Some(defaults) = attributes.defaults {
                flags |= libc::POSIX_SPAWN_SETSIGDEF;
                let defaults = signals(defaults);
                checked(libc::posix_spawnattr_setsigdefault(&mut own.0, &defaults))?;
            }
            if let Some(policy) = attributes.policy {
                flags |= libc::POSIX_SPAWN_SETSCHEDULER;
                checked(libc::posix_spawnattr_setschedpolicy(&mut own.0, policy))?;
            }
            if let Some(priority) = attributes.priority {
                flags |= libc::POSIX_SPAWN_SETSCHEDPARAM;
                let priority = libc::sched_param {
                    sched_priority: priority,
                };
                checked(libc::posix_spawnattr_setschedparam(&mut own.0, &priority))?;
            }
        }
        if attributes.resets_ids {
            flags |= libc::POSIX_SPAWN_RESETIDS;
        }
        if attributes.starts_session {
            flags |= libc::c_int::from(libc::POSIX_SPAWN_SETSID);
        }
        // SAFETY: the structure is one that was initialised.
        checked(unsafe { libc::posix_spawnattr_setflags(&mut own.0, flags as libc::c_short) })?;
        Ok(own)
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        // SAFETY: the structure is one that was initialised, and is not used any more.
        unsafe { libc::posix_spawnattr_destroy(&mut self.0) };
    }
}

/// What starts a program: the program, its words and variables.
struct Start {
    program: CString,
    searches: bool,
    words: Vec<CString>,
    variables: Vec<CString>,
    actions: Vec<Action>,
    attributes: Attributes,
}

fn addresses(texts: &[CString]) -> Vec<*mut libc::c_char> {
    let texts = texts.iter().map(|text| text.as_ptr().cast_mut());
    texts.chain([ptr::null_mut()]).collect()
}

impl Start {
    fn run(&self) -> Result<i32, i32> {
        let actions = Actions::new(&self.actions)?;
        let attributes = Prepared::new(&self.attributes)?;
        let (words, variables) = (addresses(&self.words), addresses(&self.variables));
        let program: &CStr = &self.program;
        let mut process = 0;
        // SAFETY: the texts, and the tables of their addresses, which end with a null, live until
        // the call has returned; it writes the number of the process.
        checked(unsafe {
            let start = if self.searches {
                libc::posix_spawnp
            } else {
                libc::posix_spawn
            };
            start(
                &mut process,
                program.as_ptr(),
                &actions.0,
                &attributes.0,
                words.as_ptr(),
                variables.as_ptr(),
            )
        })?;
        Ok(process)
    }
}

/// The actions of a tuple of tuples: kind, descriptor, path as bytes or another descriptor, flags,
/// mode.
fn actions(thread: &Thread, value: Value<'_>) -> Outcome<Vec<Action>> {
    let wrong = || thread.raise(VALUE_ERROR, "unknown file actions identifier");
    let mut all = Vec::new();
    for action in thread.tuple_items(value) {
        let items = thread.tuple_items(action);
        let &[kind, fd, other, flags, mode] = items.as_slice() else {
            return Err(wrong());
        };
        let fd = small(thread, fd)?;
        all.push(match small(thread, kind)? {
            0 => {
                let path = bytes::as_bytes(thread, other).ok_or_else(wrong)?;
                let path = CString::new(bytes::content(thread, path))
                    .map_err(|_| thread.raise(VALUE_ERROR, "embedded null byte"))?;
                let mode = integer_argument(thread, mode)? as u32;
                Action::Open(fd, path, small(thread, flags)?, mode)
            }
            1 => Action::Close(fd),
            2 => Action::Duplicate(fd, small(thread, other)?),
            3 => Action::CloseFrom(fd),
            _ => return Err(wrong()),
        });
    }
    Ok(all)
}

/// `posix_spawn(searches, program, words, variables, actions, group, flags, mask, defaults, policy,
/// priority)`: the number of the new process. The flags: 1 resets ids, 2 starts a session.
fn spawn<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let bits = |index| -> Outcome<Option<u64>> {
        match arguments.get(thread, index) {
            NONE => Ok(None),
            value => int::to_i128(thread, value)
                .map(|bits| Some(bits as u64))
                .ok_or_else(|| thread.raise(TYPE_ERROR, "an integer is required")),
        }
    };
    let flags = number(thread, arguments, 6)?;
    let start = Start {
        searches: arguments.get(thread, 0) == TRUE,
        program: path(thread, arguments, 1)?,
        words: texts(thread, arguments.get(thread, 2))?,
        variables: texts(thread, arguments.get(thread, 3))?,
        actions: actions(thread, arguments.get(thread, 4))?,
        attributes: Attributes {
            group: optional(thread, arguments, 5)?,
            resets_ids: flags & 1 != 0,
            starts_session: flags & 2 != 0,
            // What is blocked here is blocked there, unless something else is said.
            mask: bits(7)?.or(Some(thread.blocked_signals())),
            defaults: bits(8)?,
            policy: optional(thread, arguments, 9)?,
            priority: optional(thread, arguments, 10)?,
        },
    };
    thread.become_inevitable()?;
    // Output printed before comes before the output of the program.
    motet_vm::driver::publish_output(thread);
    let ignored = thread.vm().signals.ignored();
    match thread.while_safe(|| while_ignoring(ignored, || start.run())) {
        Ok(process) => Ok(int::from_i64(thread, process.into())),
        Err(number) => Err(system_error(thread, number, &[arguments.get(thread, 1)])),
    }
}
