//! Methods of the library's classes that have a common case here. Where a case is not common, they
//! go on with the library's own method, under another name: nothing was changed before that is
//! decided.

use crate::model::function::unwrap_static;
use crate::model::native::roots_from;
use crate::model::native_owners::{refusal, without_receiver};
use crate::model::upcalls::call_with_names;
use crate::types::prelude::*;

/// What the name of the library's own method begins with, before the name that programs know. A
/// class and a point may stand between, where another class has a method of that name.
const PREFIX: &str = ".slow";

/// The name that programs know.
fn told(slow: &'static str) -> &'static str {
    let name = slow.trim_start_matches(PREFIX);
    name.rsplit_once('.').map_or(name, |(_, name)| name)
}

/// The common case of a method: none if this is another.
pub type Attempt = for<'a> fn(&'a Thread, Arguments) -> Outcome<Option<Value<'a>>>;

/// The arguments, if none has a name and there are up to three; `UNBOUND` for those that are not
/// there.
pub fn up_to_three<'a>(thread: &'a Thread, arguments: Arguments) -> Option<[Value<'a>; 3]> {
    let is_simple = arguments.keyword_count() == 0 && arguments.len() <= 3;
    let value = |place| arguments.optional(thread, place).unwrap_or(UNBOUND);
    is_simple.then(|| std::array::from_fn(value))
}

/// Does the common case, or calls the method `slow` of the receiver's class, which is `owner`.
pub fn attempt<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    [owner, slow]: [&'static str; 2],
    most: usize,
    fast: Attempt,
) -> Outcome<Value<'a>> {
    if arguments.is_empty() {
        let message = without_receiver(owner, told(slow));
        return Err(type_error(thread, message));
    }
    // The library's method complains of arguments that are too many.
    let done = match arguments.len() > most {
        true => None,
        false => fast(thread, arguments)?.map(|value| thread.root(value)),
    };
    let done = match done {
        Some(done) => done,
        None => call_slow(thread, arguments, [owner, slow])?,
    };
    Ok(thread.get(done))
}

#[inline(never)]
fn call_slow(
    thread: &mut Thread,
    arguments: Arguments,
    [owner, slow]: [&'static str; 2],
) -> Outcome<Root> {
    let class = thread.class_of(arguments.get(thread, 0));
    let name = thread.symbol_of(slow);
    let found = thread.look_up(class, name);
    let Some(found) = found.and_then(|found| exact(thread, found.value, CLASS_FUNCTION)) else {
        let message = refusal(owner, told(slow), thread.class_name(class));
        return Err(type_error(thread, message));
    };
    let callable = thread.root(found.value());
    let (roots, names) = roots_from(thread, arguments, 0);
    call_with_names(thread, callable, &roots, &names)
}

/// Calls the `__new__` in Python of the class that argument 0 is, if there is one.
///
/// # Errors
/// `refusal` if it has none, those of the method.
pub fn call_slow_new<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    refusal: &str,
) -> Outcome<Value<'a>> {
    let class = arguments.optional(thread, 0);
    let class = class.and_then(|class| thread.class_number_of(class));
    let slow = thread.symbol_of(".slow__new__");
    let found = class.and_then(|class| thread.look_up(class, slow));
    let Some(found) = found else {
        return Err(type_error(thread, refusal));
    };
    let found = thread.root(found.value);
    let callable = unwrap_static(thread, found);
    let (roots, names) = roots_from(thread, arguments, 0);
    let made = call_with_names(thread, callable, &roots, &names)?;
    Ok(thread.get(made))
}

/// Declares methods of a class: the function, its name, the name of the library's own, how many
/// arguments its common case takes at most, and that case.
#[macro_export]
macro_rules! attempts {
    (of $owner:literal; $($function:ident $name:literal $slow:literal $most:literal $fast:expr
        $(, shortcut $quick:expr)?;)*) => {
        $(fn $function<'a>(
            thread: &'a mut Thread,
            arguments: Arguments,
        ) -> Outcome<Value<'a>> {
            $crate::types::native_first::attempt(
                thread, arguments, [$owner, $slow], $most, $fast,
            )
        })*

        /// The table of methods; each row names the library's method that it stands before.
        pub const METHODS: &[NativeFunction] =
            &[$(NativeFunction::calling($name, 0, u8::MAX, $function)
                .with_keywords()$(.with_quick($quick))?,)*];
    };
}
