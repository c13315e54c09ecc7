//! `_sys`: the parts of the `sys` module that are the machine's.

use motet_python_objects::classes::frame_object;
use motet_python_objects::classes::traceback;
use motet_python_objects::classes::unraisable;
use motet_python_objects::classes::{monitoring, profiling, tracing};
use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::model::native;
use motet_python_objects::model::text;
use motet_python_objects::model::thread;
use motet_python_objects::model::type_def::TypeDef;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::buffer::required;
use motet_python_objects::types::float;
use motet_python_objects::types::host::get_attribute;
use motet_python_objects::types::module;
use motet_python_objects::types::protocol::iterate;
use motet_python_objects::types::standard_streams;
use motet_python_objects::types::tuple;
use motet_tm::Value;

use motet_python_objects::model::exception;
use motet_python_objects::model::exception::{TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Module;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Arguments, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::{int, list, string, tables};
use motet_vm::output::{self, Stream};

use super::support;

/// Methods of `sys.stdout` and `sys.stderr`.
pub(crate) const FILE_METHODS: &[NativeFunction] = &[
    NativeFunction::leaf("write", 2, 2, write),
    NativeFunction::leaf("flush", 1, 1, flush),
    NativeFunction::leaf("close", 1, 1, close),
    NativeFunction::leaf("__enter__", 1, 1, enter),
    NativeFunction::leaf("__exit__", 1, 4, close),
    NativeFunction::calling("detach", 1, 1, buffer),
    NativeFunction::leaf("isatty", 1, 1, is_terminal),
    NativeFunction::calling("writelines", 2, 2, write_lines),
    NativeFunction::leaf("fileno", 1, 1, descriptor),
    NativeFunction::leaf("writable", 1, 1, |_, _| Ok(TRUE)),
    NativeFunction::leaf("readable", 1, 1, |_, _| Ok(FALSE)),
    NativeFunction::leaf("seekable", 1, 1, |_, _| Ok(FALSE)),
    NativeFunction::calling("reconfigure", 1, 1, reconfigure).with_keywords(),
    NativeFunction::calling("read", 1, 2, refuse_reading),
    NativeFunction::calling("readline", 1, 2, refuse_reading),
    NativeFunction::calling("readlines", 1, 2, refuse_reading),
    NativeFunction::leaf("__iter__", 1, 1, enter),
    NativeFunction::calling("__next__", 1, 1, refuse_reading),
    NativeFunction::calling("tell", 1, 1, refuse_seeking),
    NativeFunction::calling("seek", 2, 3, refuse_seeking),
    NativeFunction::calling("truncate", 1, 2, refuse_seeking),
];

/// `reconfigure(self, encoding, errors, …)`: the library puts another stream in the place of this
/// one if this one cannot do it.
fn reconfigure<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (given, names) = native::roots_from(thread, arguments, 0);
    let module = motet_python_interp::import::import_module(thread, "_motet_streams")?;
    let function = get_attribute(thread, module, "reconfigure")?;
    let result = upcalls::call_with_names(thread, function, &given, &names)?;
    Ok(thread.get(result))
}

/// The attributes of the streams.
const FILE_GETTERS: &[NativeFunction] = &[
    NativeFunction::calling("buffer", 1, 1, buffer),
    NativeFunction::leaf("name", 1, 1, file_name),
    NativeFunction::leaf("errors", 1, 1, errors),
    NativeFunction::leaf("encoding", 1, 1, |thread, _| string::new(thread, "utf-8")),
    NativeFunction::leaf("mode", 1, 1, |thread, _| string::new(thread, "w")),
    NativeFunction::leaf("closed", 1, 1, |thread, arguments| {
        let file = arguments.get(thread, 0).known_object();
        Ok(boolean(standard_streams::is_closed(thread, file)))
    }),
    NativeFunction::leaf("newlines", 1, 1, |_, _| Ok(NONE)),
    NativeFunction::leaf("line_buffering", 1, 1, is_terminal),
    NativeFunction::leaf("write_through", 1, 1, |thread, _| {
        Ok(boolean(thread.machine().settings.unbuffered))
    }),
];

/// Word of a stream: the stream of bytes under it; `False` until a program has asked for that.
const BUFFER: u64 = 2;

/// The stream of bytes under a stream: always the same one.
fn buffer<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    stream(thread, arguments)?;
    let known = thread
        .read(arguments.get(thread, 0).known_object())
        .get(BUFFER);
    if known != FALSE {
        let known = thread.root(known);
        return Ok(thread.get(known));
    }
    let file = thread.root(arguments.get(thread, 0));
    let made = upcalls::call_python(thread, "_motet_streams", "buffer_of", &[file])?;
    let file = thread.object_at(file);
    thread.write(file)?.set(BUFFER, thread.get(made));
    Ok(thread.get(made))
}

fn file_name<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    string::new(
        thread,
        match stream(thread, arguments)? {
            Stream::Out => "<stdout>",
            Stream::Error => "<stderr>",
        },
    )
}

fn errors<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    string::new(
        thread,
        standard_streams::errors_of(stream(thread, arguments)?),
    )
}

fn descriptor<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    Ok(Value::from_small(match open_stream(thread, arguments)? {
        Stream::Out => 1,
        Stream::Error => 2,
    }))
}

fn write_lines<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let stream = open_stream(thread, arguments)?;
    let lines = thread.root(arguments.get(thread, 1));
    iterate::for_each(thread, lines, |thread, line| {
        let line = thread.get(line);
        match text::as_text(thread, line) {
            Some(text) => standard_streams::write_text(thread, stream, text)?,
            None => {
                let name = thread.type_name(line);
                let message = format!("write() argument must be str, not {name}");
                return Err(thread.raise(TYPE_ERROR, message));
            }
        }
        Ok(true)
    })?;
    Ok(NONE)
}

pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("exit", 0, 1, exit),
    NativeFunction::leaf("getrecursionlimit", 0, 0, recursion_limit),
    NativeFunction::calling("setrecursionlimit", 1, 1, set_recursion_limit),
    NativeFunction::leaf("get_int_max_str_digits", 0, 0, digits_limit),
    NativeFunction::calling("set_int_max_str_digits", 1, 1, set_digits_limit),
    NativeFunction::calling("setswitchinterval", 1, 1, set_switch_interval),
    NativeFunction::leaf("getswitchinterval", 0, 0, switch_interval),
    NativeFunction::leaf("_is_gil_enabled", 0, 0, is_gil_enabled),
    NativeFunction::leaf("exc_info", 0, 0, exc_info),
    NativeFunction::leaf("intern", 1, 1, intern),
    NativeFunction::leaf("_is_interned", 1, 1, is_interned),
    NativeFunction::leaf("_clear_type_descriptors", 1, 1, clear_type_descriptors),
    NativeFunction::leaf("gettrace", 0, 0, tracing::get_trace),
    NativeFunction::leaf("getprofile", 0, 0, tracing::get_profile),
    NativeFunction::calling("settrace", 1, 1, tracing::set_trace),
    NativeFunction::calling("setprofile", 1, 1, tracing::set_profile),
    NativeFunction::leaf("_getframe", 0, 1, frame_object::get_frame),
    NativeFunction::calling("excepthook", 3, 3, excepthook),
    NativeFunction::leaf("exception", 0, 0, handled_exception),
    NativeFunction::leaf("_async_hooks", 0, 0, async_hooks),
    NativeFunction::leaf("_set_async_hooks", 2, 2, set_async_hooks),
    NativeFunction::leaf("_context", 0, 0, |thread, _| {
        Ok(thread.thread_root(thread::ROOT_CONTEXT))
    }),
    NativeFunction::leaf("_write_bytes", 2, 2, write_bytes),
    NativeFunction::leaf("_note_lost_output", 0, 0, |thread, _| {
        thread.vm().output.note_lost();
        Ok(NONE)
    }),
    NativeFunction::leaf("_write_at_once", 0, 0, |thread, _| {
        output::write_at_once(thread);
        Ok(NONE)
    }),
    NativeFunction::leaf("_event_loop", 0, 0, |thread, _| {
        Ok(thread.thread_root(thread::ROOT_EVENT_LOOP))
    }),
    NativeFunction::leaf("_set_event_loop", 1, 1, |thread, arguments| {
        thread.set_thread_root(thread::ROOT_EVENT_LOOP, arguments.get(thread, 0));
        Ok(NONE)
    }),
    NativeFunction::leaf("_origin_depth", 0, 0, |thread, _| {
        Ok(thread.thread_root(thread::ROOT_ORIGIN_DEPTH))
    }),
    NativeFunction::leaf("_set_origin_depth", 1, 1, |thread, arguments| {
        let depth = arguments.get(thread, 0);
        thread.set_thread_root(thread::ROOT_ORIGIN_DEPTH, depth);
        Ok(NONE)
    }),
    NativeFunction::leaf("_set_context", 1, 1, |thread, arguments| {
        thread.set_thread_root(thread::ROOT_CONTEXT, arguments.get(thread, 0));
        Ok(NONE)
    }),
];

/// The hooks of this thread for asynchronous generators: a pair, or None.
fn async_hooks<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(thread.thread_root(thread::ROOT_ASYNC_HOOKS))
}

fn set_async_hooks<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let hooks = [arguments.get(thread, 0), arguments.get(thread, 1)];
    let pair = tuple::from_values(thread, &hooks)?;
    thread.set_thread_root(thread::ROOT_ASYNC_HOOKS, pair);
    Ok(NONE)
}

/// The version of the language.
pub(crate) const VERSION: &str = "3.14.0";

fn fill(thread: &Thread, module: &Module) -> Outcome<()> {
    let machine = thread.machine();
    let text = |text: &str| string::new(thread, text);
    let arguments: Outcome<Vec<Value<'_>>> = machine
        .arguments
        .iter()
        .map(|argument| text(argument))
        .collect();
    crate::filling::set(
        thread,
        module,
        "argv",
        list::from_values(thread, &arguments?)?,
    )?;
    let path = module::path(thread).value();
    crate::filling::set(thread, module, "path", path)?;
    let modules = module::modules_dict(thread).value();
    crate::filling::set(thread, module, "modules", modules)?;
    crate::filling::set(
        thread,
        module,
        "builtin_module_names",
        names(
            thread,
            (thread.machine().upcalls.native_modules.names)().into_iter(),
        )?,
    )?;
    crate::filling::set(
        thread,
        module,
        "_library_names",
        names(thread, motet_python_library::top_level_names())?,
    )?;
    let maxsize = int::from_i64(thread, i64::MAX);
    crate::filling::set(thread, module, "maxsize", maxsize)?;
    crate::filling::set(
        thread,
        module,
        "version",
        text(&format!(
            "{VERSION} (motet) [Motet {}]",
            env!("CARGO_PKG_VERSION")
        ))?,
    )?;
    let number = Value::from_small;
    fill_settings(thread, module)?;
    for (name, stream) in [("stdout", 1), ("stderr", 2)] {
        let file = thread
            .allocate_pinned(LAYOUT_SMALL, CLASS_FILE, &[number(stream), FALSE, NONE])
            .map_err(|_| thread.no_memory())?;
        crate::filling::set(thread, module, name, file.value())?;
    }
    for (name, place) in [
        ("executable", &machine.places.executable),
        ("_base_executable", &machine.places.base_executable),
        ("prefix", &machine.places.prefix),
        ("exec_prefix", &machine.places.prefix),
        ("base_prefix", &machine.places.base_prefix),
        ("base_exec_prefix", &machine.places.base_prefix),
    ] {
        crate::filling::set(thread, module, name, text(place)?)?;
    }
    Ok(())
}

/// The options of the command line.
fn fill_settings(thread: &Thread, module: &Module) -> Outcome<()> {
    let settings = &thread.machine().settings;
    let number = |number: u8| Value::from_small(i32::from(number));
    let truth = |truth: bool| Value::from_small(i32::from(truth));
    let flags = [
        number(settings.debug),
        truth(settings.inspect || settings.interactive),
        truth(settings.interactive),
        number(settings.optimise),
        truth(settings.dont_write_bytecode),
        truth(settings.no_user_site || settings.isolated),
        truth(settings.no_site),
        truth(settings.ignore_environment || settings.isolated),
        number(settings.verbose),
        number(settings.bytes_warning),
        truth(settings.quiet),
        Value::from_small(0),
        truth(settings.isolated),
        boolean(settings.dev_mode),
        truth(settings.utf8_mode),
        truth(settings.warns_of_default_encoding),
        boolean(settings.safe_path || settings.isolated),
        int::from_length(motet_python_compiler::digits_limit() as u64),
    ];
    crate::filling::set(thread, module, "_flags", thread.new_tuple(&flags))?;
    let processors = settings.processors.map_or(-1, i64::from);
    let processors = int::from_i64(thread, processors);
    crate::filling::set(thread, module, "_processors", processors)?;
    let code_folder = match &settings.code_folder {
        Some(folder) => string::new(thread, folder)?,
        None => NONE,
    };
    crate::filling::set(thread, module, "pycache_prefix", code_folder)?;
    for (name, texts) in [
        ("warnoptions", &settings.warnings),
        ("_options", &settings.options),
        ("orig_argv", &settings.command_line),
    ] {
        let texts: Outcome<Vec<Value<'_>>> =
            texts.iter().map(|text| string::new(thread, text)).collect();
        crate::filling::set(thread, module, name, list::from_values(thread, &texts?)?)?;
    }
    Ok(())
}

/// A tuple of texts.
fn names<'a>(thread: &'a Thread, names: impl Iterator<Item = &'static str>) -> Outcome<Value<'a>> {
    let names: Outcome<Vec<Value<'_>>> = names.map(|name| string::new(thread, name)).collect();
    tuple::from_values(thread, &names?)
}

fn exit<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = match arguments.optional(thread, 0).filter(|given| *given != NONE) {
        // The items of a tuple are the exception's arguments.
        Some(given) => match thread.object_of(given, CLASS_TUPLE) {
            Some(items) => tuple::values(thread, items),
            None => vec![given],
        },
        None => Vec::new(),
    };
    Err(thread.raise_value(exception::new(thread, exception::SYSTEM_EXIT, &given)))
}

fn recursion_limit<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let limit = thread.machine().recursion_limit() as i64;
    Ok(Value::from_integer(limit).expect("setrecursionlimit takes numbers of 32 bits"))
}

fn set_recursion_limit<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let limit = tables::c_int_argument(thread, arguments.get(thread, 0))?;
    match usize::try_from(limit).ok().filter(|limit| *limit > 0) {
        Some(limit) => {
            // As with the limit of digits: no object of the heap.
            thread.become_inevitable()?;
            thread.vm().set_recursion_limit(limit);
            Ok(NONE)
        }
        None => Err(thread.raise(
            VALUE_ERROR,
            "recursion limit must be greater or equal than 1",
        )),
    }
}

fn digits_limit<'a>(_: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(int::from_length(
        motet_python_compiler::digits_limit() as u64
    ))
}

fn set_digits_limit<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let limit = tables::c_int_argument(thread, arguments.get(thread, 0))?;
    match usize::try_from(limit) {
        Ok(limit @ (0 | 640..)) => {
            // The setting is no object of the heap: an abort would not take it back.
            thread.become_inevitable()?;
            motet_python_compiler::set_digits_limit(limit);
            Ok(NONE)
        }
        _ => {
            let message = "maxdigits must be >= 640 or 0 for unlimited";
            Err(thread.raise(VALUE_ERROR, message))
        }
    }
}

/// For how long a thread may keep the GIL, or its turn, while others wait.
fn set_switch_interval<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let value = thread.root(arguments.get(thread, 0));
    let seconds = float::convert(thread, value, "must be real number")?;
    if seconds.is_nan() || seconds <= 0.0 {
        return Err(thread.raise(VALUE_ERROR, "switch interval must be strictly positive"));
    }
    // As with the limit of digits: no object of the heap.
    thread.become_inevitable()?;
    let microseconds = (seconds * 1e6) as u64;
    thread.runtime().set_switch_interval_us(microseconds.max(1));
    Ok(NONE)
}

fn switch_interval<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let microseconds = thread.runtime().switch_interval_us();
    let seconds = 1e-6 * microseconds as f64;
    Ok(float::from_f64(thread, seconds))
}

fn is_gil_enabled<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(boolean(!thread.can_run_beside_others()))
}

fn exc_info<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    let handled = exception::handled(thread);
    let Some(object) = exception::as_exception(thread, handled) else {
        return Ok(thread.new_tuple(&[NONE, NONE, NONE]));
    };
    let class = thread.class_object(thread.class_of(handled));
    let traceback = thread.read(object).get(exception::EXCEPTION_TRACEBACK);
    Ok(thread.new_tuple(&[class, handled, traceback]))
}

/// `sys.excepthook`: prints an exception.
fn excepthook<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let raised = thread.root(arguments.get(thread, 1));
    let text = traceback::exception_text(thread, raised)?;
    if !unraisable::write_to_replaced(thread, &text)? {
        output::write(thread, Stream::Error, &text)?;
    }
    Ok(NONE)
}

fn handled_exception<'a>(thread: &'a Thread, _: Arguments) -> Outcome<Value<'a>> {
    Ok(thread.thread_root(thread::ROOT_HANDLED))
}

/// `_clear_type_descriptors(class)`: takes the descriptors of `__dict__` and `__weakref__` from a
/// class of which another is made.
fn clear_type_descriptors<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = arguments.get(thread, 0);
    let class = thread.class_number_of(given);
    let Some(class) = class.filter(|class| *class >= CLASS_USER_FIRST) else {
        return Err(thread.raise(TYPE_ERROR, "argument is immutable"));
    };
    let namespace = &thread.class(class).namespace;
    for name in [names::DICT, names::WEAK_REFERENCE] {
        if namespace.get(thread, name).is_some() {
            thread.class_changed();
            namespace.set(thread, name, UNBOUND)?;
        }
    }
    Ok(NONE)
}

fn intern<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let text = arguments.get(thread, 0);
    if let Some(exact) = string::exact_string(thread, text) {
        let symbol = thread.intern(string::text(thread, exact))?;
        return Ok(thread.machine().symbols.object(symbol).value());
    }
    let class = thread.bare_type_name(text);
    let message = match string::as_text(thread, text) {
        Some(_) => format!("can't intern {class}"),
        None => format!("intern() argument must be str, not {class}"),
    };
    Err(thread.raise(TYPE_ERROR, message))
}

/// Whether a text is the one that `intern` gives for it.
fn is_interned<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let given = arguments.get(thread, 0);
    let symbols = &thread.machine().symbols;
    let symbol = string::exact_string(thread, given)
        .and_then(|exact| symbols.find(string::text(thread, exact)));
    let is_it = symbol.is_some_and(|symbol| symbols.object(symbol).value() == given);
    Ok(motet_vm::values::boolean(is_it))
}

/// The stream of a file object, open or closed.
fn stream(thread: &Thread, arguments: Arguments) -> Outcome<Stream> {
    standard_streams::stream_of(thread, arguments.get(thread, 0))
        .ok_or_else(|| thread.raise(TYPE_ERROR, "a file is needed"))
}

/// The stream of a file object that must be open.
fn open_stream(thread: &Thread, arguments: Arguments) -> Outcome<Stream> {
    let stream = stream(thread, arguments)?;
    let file = arguments.get(thread, 0).known_object();
    if standard_streams::is_closed(thread, file) {
        return Err(thread.raise(VALUE_ERROR, "I/O operation on closed file."));
    }
    Ok(stream)
}

fn enter<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    open_stream(thread, arguments)?;
    Ok(arguments.get(thread, 0))
}

/// Nothing more can be printed through this object; the descriptor stays open, as in CPython.
fn close<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let stream = stream(thread, arguments)?;
    let file = arguments.get(thread, 0).known_object();
    if !standard_streams::is_closed(thread, file) {
        output::flush(thread, stream)?;
        thread.write(file)?.set(standard_streams::IS_CLOSED, TRUE);
    }
    Ok(NONE)
}

fn write<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let stream = open_stream(thread, arguments)?;
    let value = arguments.get(thread, 1);
    let Some(text) = text::as_text(thread, value) else {
        let name = thread.type_name(value);
        let message = format!("write() argument must be str, not {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    standard_streams::write_text(thread, stream, text)?;
    Ok(Value::from_integer(text.chars().count() as i64)
        .expect("lengths of texts are immediate integers"))
}

/// `_write_bytes(stream, bytes)`: how many there are.
fn write_bytes<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let stream = stream(thread, arguments)?;
    if standard_streams::is_closed(thread, arguments.get(thread, 0).known_object()) {
        return Err(thread.raise(VALUE_ERROR, "write to closed file"));
    }
    let content = required(thread, arguments.get(thread, 1))?;
    output::write_bytes(thread, stream, &content)?;
    Ok(int::from_length(content.len() as u64))
}

/// A method of text files that a stream for output refuses.
fn refuse_reading<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    Err(support::raise_of(
        thread,
        "io",
        "UnsupportedOperation",
        "not readable",
    ))
}

fn refuse_seeking<'a>(thread: &'a mut Thread, _: Arguments) -> Outcome<Value<'a>> {
    let message = "underlying stream is not seekable";
    Err(support::raise_of(
        thread,
        "io",
        "UnsupportedOperation",
        message,
    ))
}

fn flush<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    output::flush(thread, open_stream(thread, arguments)?)?;
    Ok(NONE)
}

fn is_terminal<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    use std::io::IsTerminal;
    Ok(boolean(match stream(thread, arguments)? {
        Stream::Out => std::io::stdout().is_terminal(),
        Stream::Error => std::io::stderr().is_terminal(),
    }))
}

/// The definition.
pub(crate) const TYPES: &[TypeDef] = &[TypeDef::new("TextIOWrapper", CLASS_FILE)
    .in_module("_io")
    .methods(&[FILE_METHODS])
    .getters(&[FILE_GETTERS])
    .weakly_referenced()];

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[
    ModuleDef::new("_sys")
        .functions(&[FUNCTIONS, unraisable::FUNCTIONS])
        .types(TYPES)
        .shows(&[CLASS_TRACEBACK])
        .filled_by(fill)
        .listed_as(&["sys"]),
    ModuleDef::new("_profile_core").functions(&[PROFILE_FUNCTIONS]),
    ModuleDef::new("_monitoring_core").functions(&[monitoring::FUNCTIONS]),
];

/// The recorder of `cProfile`.
const PROFILE_FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::calling("start", 2, 2, profiling::start),
    NativeFunction::calling("stop", 0, 0, profiling::stop),
    NativeFunction::calling("clear", 0, 0, profiling::clear),
    NativeFunction::leaf("is_on", 0, 0, profiling::is_on),
    NativeFunction::leaf("rows", 0, 0, profiling::rows),
];
