//! The users and groups of the process, and settings of the system and of files.

use motet_tm::Value;

use crate::modules::posix::system::{self, Identity};
use crate::modules::posix::{decoded, number, path, small, system_error};
use motet_python_objects::model::exception::VALUE_ERROR;
use motet_python_objects::model::layouts::NONE;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{int, string};

/// The functions of this file.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("set_identity", 4, 4, set_identity),
    NativeFunction::calling("setgroups", 1, 1, set_groups),
    NativeFunction::leaf("confstr", 1, 1, text_setting),
    NativeFunction::leaf("pathconf", 2, 2, file_setting),
];

/// An identity as the system takes it: -1 (no change) is the greatest number.
fn id(thread: &Thread, arguments: Arguments, index: usize) -> Outcome<u32> {
    number(thread, arguments, index).map(|id| id as u32)
}

/// `set_identity(name, id, id, id)`: the function of the C library of that name, which takes one to
/// three of the numbers.
fn set_identity<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let which = match string::as_text(thread, arguments.get(thread, 0)) {
        Some("setuid") => Identity::User,
        Some("seteuid") => Identity::EffectiveUser,
        Some("setreuid") => Identity::Users,
        Some("setresuid") => Identity::AllUsers,
        Some("setgid") => Identity::Group,
        Some("setegid") => Identity::EffectiveGroup,
        Some("setregid") => Identity::Groups,
        Some("setresgid") => Identity::AllGroups,
        _ => return Err(thread.raise(VALUE_ERROR, "no such identity")),
    };
    let ids = [
        id(thread, arguments, 1)?,
        id(thread, arguments, 2)?,
        id(thread, arguments, 3)?,
    ];
    match *thread.act(move || system::set_identity(which, ids))? {
        Ok(()) => Ok(NONE),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// `setgroups(groups)`: a tuple of numbers.
fn set_groups<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let mut groups = Vec::new();
    for group in thread.tuple_items(arguments.get(thread, 0)) {
        groups.push(motet_python_objects::types::tables::integer_argument(thread, group)? as u32);
    }
    match *thread.act(move || system::set_groups(&groups))? {
        Ok(()) => Ok(NONE),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

fn text_setting<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let which = small(thread, arguments.get(thread, 0))?;
    match system::text_setting(which) {
        Ok(Some(text)) => decoded(thread, &text),
        Ok(None) => Ok(NONE),
        Err(number) => Err(system_error(thread, number, &[])),
    }
}

/// `pathconf(path or descriptor, number)`.
fn file_setting<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let file = arguments.get(thread, 0);
    let which = small(thread, arguments.get(thread, 1))?;
    let found = if int::is_int(thread, file) {
        system::file_setting(None, small(thread, file)?, which)
    } else {
        let path = path(thread, arguments, 0)?;
        system::file_setting(Some(&path), -1, which)
    };
    match found {
        Ok(value) => Ok(int::from_i64(thread, value)),
        Err(number) => Err(system_error(thread, number, &[file])),
    }
}
