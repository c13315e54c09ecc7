//! What is said when a builtin is called with too many or too few arguments: CPython has several
//! ways to say so, by how the function is declared there.

use motet_tm::Unwind;

use crate::exception_classes::TYPE_ERROR;
use crate::native::{NativeFunction, Receiver};
use crate::thread::Thread;

fn is_special(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__")
}

/// Functions that take keyword arguments and count the others as if they did not.
const UNNAMED: [&str; 5] = ["str", "int", "dict", "update", "sorted"];

/// The name of a function with that of its class, if it is a method.
fn full_name(thread: &Thread, function: &NativeFunction) -> String {
    let name = function.name;
    match function.receiver {
        Receiver::Instance(class) => format!("{}.{name}", thread.class_name(class)),
        Receiver::None | Receiver::Class => name.to_owned(),
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The error of keyword arguments that a function does not take.
#[cold]
pub(crate) fn no_keywords(thread: &Thread, function: &NativeFunction) -> Unwind {
    let name = function.name;
    let shown = match function.receiver {
        Receiver::Instance(_) if is_special(name) => format!("wrapper {name}"),
        _ => full_name(thread, function),
    };
    thread.raise(TYPE_ERROR, format!("{shown}() takes no keyword arguments"))
}

/// The error of too many or too few positional arguments: `count` of them were given, of `all`
/// arguments.
#[cold]
pub(crate) fn wrong_count(
    thread: &Thread,
    function: &NativeFunction,
    count: usize,
    all: usize,
) -> Unwind {
    let (name, shown) = (function.name, full_name(thread, function));
    let before = usize::from(function.receiver != Receiver::None);
    if count < before {
        let message = format!("unbound method {shown}() needs an argument");
        return thread.raise(TYPE_ERROR, message);
    }
    let least = usize::from(function.least).saturating_sub(before);
    let most = usize::from(function.most).saturating_sub(before);
    let (count, all) = (count - before, all - before);
    let is_method = matches!(function.receiver, Receiver::Instance(_));
    let message = if is_method && is_special(name) && least == most {
        format!("expected {least} argument{}, got {count}", plural(least))
    } else if function.keywords && count > most && !UNNAMED.contains(&name) {
        let at_most = if least == most { "exactly" } else { "at most" };
        match most {
            0 => format!("{name}() takes no positional arguments"),
            _ => format!(
                "{name}() takes {at_most} {most} argument{} ({all} given)",
                plural(most)
            ),
        }
    } else if least == most && least == 0 {
        format!("{shown}() takes no arguments ({count} given)")
    } else if least == most
        && least == 1
        && function.receiver != Receiver::Class
        && !UNNAMED.contains(&name)
    {
        format!("{shown}() takes exactly one argument ({count} given)")
    } else if least == most {
        format!(
            "{name} expected {least} argument{}, got {count}",
            plural(least)
        )
    } else if count < least && function.keywords && least > 1 {
        format!("{name}() takes at least {least} positional arguments ({all} given)")
    } else if count < least {
        format!(
            "{name} expected at least {least} argument{}, got {count}",
            plural(least)
        )
    } else {
        format!(
            "{name} expected at most {most} argument{}, got {count}",
            plural(most)
        )
    };
    thread.raise(TYPE_ERROR, message)
}
