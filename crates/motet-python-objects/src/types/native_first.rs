//! Methods of the library's classes that have a common case here. Where a case is not common, they
//! go on with the library's own method, under another name: nothing was changed before that is
//! decided.

use crate::model::native::roots_from;
use crate::types::prelude::*;

/// The common case of a method: none if this is another.
pub(crate) type Attempt = for<'a> fn(&'a Thread, Arguments) -> Outcome<Option<Value<'a>>>;

/// Does the common case, or calls the method `slow` of the receiver's class.
pub fn attempt<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    slow: &'static str,
    fast: Attempt,
) -> Outcome<Value<'a>> {
    let done = fast(thread, arguments)?.map(|value| thread.root(value));
    let done = match done {
        Some(done) => done,
        None => call_slow(thread, arguments, slow)?,
    };
    Ok(thread.get(done))
}

#[inline(never)]
fn call_slow(thread: &mut Thread, arguments: Arguments, slow: &'static str) -> Outcome<Root> {
    let class = thread.class_of(arguments.get(thread, 0));
    let name = thread.symbol_of(slow);
    let found = thread.look_up(class, name);
    let Some(found) = found.and_then(|found| exact(thread, found.value, CLASS_FUNCTION)) else {
        let given = thread.class_name(class);
        let message = format!("descriptor does not apply to a '{given}' object");
        return Err(type_error(thread, message));
    };
    let callable = thread.root(found.value());
    let (roots, names) = roots_from(thread, arguments, 0);
    crate::model::upcalls::call_with_names(thread, callable, &roots, &names)
}

/// Declares methods: the function, its name, the name of the library's own, how many arguments it
/// takes at most, and its common case.
#[macro_export]
macro_rules! attempts {
    ($($function:ident $name:literal $slow:literal $most:literal $fast:expr
        $(, shortcut $quick:expr)?;)*) => {
        $(fn $function<'a>(
            thread: &'a mut Thread,
            arguments: Arguments,
        ) -> Outcome<Value<'a>> {
            $crate::types::native_first::attempt(thread, arguments, $slow, $fast)
        })*

        /// The table of methods; each row names the library's method that it stands before.
        pub const METHODS: &[NativeFunction] =
            &[$(NativeFunction::calling($name, 1, $most, $function)
                .with_keywords()$(.with_quick($quick))?,)*];
    };
}
