//! Builtin functions that the library has: the first call puts the library's function in the place
//! of the native, and calls it. And the functions by which the library makes functions look built
//! in.

use motet_python_objects::classes::attribute;
use motet_python_objects::model::text;
use motet_python_objects::model::upcalls;
use motet_tm::{Object, Root, Unwind};

use motet_python_interp::calling::call;
use motet_python_objects::model::function::{
    FUNCTION_MODULE, FUNCTION_NAME, FUNCTION_QUALIFIED_NAME, NATIVE_SELF, NativeBinding,
};
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::native::{Call, Entered};
use motet_python_objects::model::thread::HEADER_CALLABLE;
use motet_python_objects::types::prelude::*;

fn of_library<'a>(
    thread: &'a mut Thread,
    arguments: Arguments,
    module: &str,
    name: &str,
) -> Outcome<Value<'a>> {
    let mut all: Vec<Root> = (0..arguments.len())
        .map(|index| thread.root(arguments.get(thread, index)))
        .collect();
    let mut names = Vec::new();
    for index in 0..arguments.keyword_count() {
        all.push(thread.root(arguments.keyword_value(thread, index)));
        names.push(thread.keyword_symbol(index));
    }
    let module = motet_python_interp::import::import_module(thread, module)?;
    let symbol = thread.machine().symbols.intern(thread, name);
    let function = attribute::get(thread, module, symbol)?;
    let builtins = thread.machine().builtins;
    builtins.set(thread, symbol, thread.get(function))?;
    let result = upcalls::call_with_names(thread, function, &all, &names)?;
    Ok(thread.get(result))
}

fn open<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    of_library(thread, arguments, "io", "open")
}

/// The builtins that CPython's `site` adds: objects of the library that can be called.
macro_rules! of_site {
    ($($name:ident)*) => {
        $(fn $name<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
            of_library(thread, arguments, "_motet_site", stringify!($name))
        })*
    };
}

of_site! { exit quit help copyright credits license }

/// The functions of this module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("open", 0, u8::MAX, open).with_keywords(),
    NativeFunction::calling("exit", 0, 1, exit).with_keywords(),
    NativeFunction::calling("quit", 0, 1, quit).with_keywords(),
    NativeFunction::calling("help", 0, u8::MAX, help).with_keywords(),
    NativeFunction::calling("copyright", 0, 0, copyright),
    NativeFunction::calling("credits", 0, 0, credits),
    NativeFunction::calling("license", 0, 0, license),
];

/// The function by which the library shows a function as a built-in one: one that is never bound.
pub const WRAPPING_FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("builtin_function", 1, 1, builtin_function),
    NativeFunction::leaf("method_before", 2, 2, method_before),
    NativeFunction::leaf("method_named", 3, 3, method_named),
];

/// `method_before(native, function)`: the native as the method of a class, which has the name of
/// the library's function. Classes of the library are made once: this native is kept for ever.
fn method_before<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let native = exact(thread, arguments.get(thread, 0), CLASS_NATIVE_FUNCTION);
    let function = exact(thread, arguments.get(thread, 1), CLASS_FUNCTION);
    let Some((native, function)) = native.zip(function) else {
        return Err(type_error(thread, "a native and a function are needed"));
    };
    let view = thread.read(function);
    let part = |word| text::as_text(thread, view.get(word)).unwrap_or("?");
    let (name, qualified) = (part(FUNCTION_NAME), part(FUNCTION_QUALIFIED_NAME));
    let class = qualified
        .rsplit_once('.')
        .map_or(qualified, |(class, _)| class);
    let class = format!("{}.{class}", part(FUNCTION_MODULE));
    Ok(named(thread, native, [name, &class]))
}

/// `method_named(native, name, class)`: the native as the method of a class, told with its module,
/// that has this name.
fn method_named<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let native = exact(thread, arguments.get(thread, 0), CLASS_NATIVE_FUNCTION);
    let name = text::as_text(thread, arguments.get(thread, 1));
    let class = text::as_text(thread, arguments.get(thread, 2));
    match (native, name, class) {
        (Some(native), Some(name), Some(class)) => Ok(named(thread, native, [name, class])),
        _ => Err(type_error(
            thread,
            "a native, a name and a class are needed",
        )),
    }
}

fn named<'a>(thread: &'a Thread, native: Object<'a>, [name, class]: [&str; 2]) -> Value<'a> {
    let (known, binding) = thread.native_of(native);
    let method = NativeFunction {
        name: Box::leak(name.into()),
        shown_of: Some(Box::leak(class.into())),
        ..*known
    };
    // (`__new__` is never bound.)
    let is_method = binding == NativeBinding::Method && name != "__new__";
    thread
        .machine()
        .pin_native(thread, method, is_method)
        .value()
}

/// `builtin_function(function)`
fn builtin_function<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let function = exact(thread, arguments.get(thread, 0), CLASS_FUNCTION);
    let function = function.ok_or_else(|| type_error(thread, "a function is needed"))?;
    let name = thread.read(function).get(FUNCTION_NAME);
    let name = text::as_text(thread, name).unwrap_or("?");
    let native = NativeFunction {
        least: 0,
        // Modules of the library are made once: this native is kept for ever, as all are.
        ..NativeFunction::entering(Box::leak(name.into()), enter_behind)
    };
    Ok(thread
        .machine()
        .new_function_before(thread, native, function.value()))
}

/// The call becomes one of the function behind it.
fn enter_behind(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    let callable = call.header + HEADER_CALLABLE;
    let own = thread.root(thread.stack_value(callable));
    let native = thread.object_at(own);
    let function = thread.read(native).get(NATIVE_SELF);
    thread.set_stack_value(callable, function);
    let entered = call::enter(thread, call);
    if entered == Err(Unwind::Wait) {
        // The operation runs again: it must find its registers as they were.
        thread.set_stack_value(callable, thread.get(own));
    }
    entered
}
