//! Code that is made while the program runs: `exec`, `eval`, `compile`; and where its variables
//! lie.
//!
//! Code is loaded for the variables of a module (cells, known when it is loaded), or for dicts:
//! then the dict is the running function's, and each access looks the name up. The names of code
//! that `exec` runs lie in the mapping that register 0 of its frame holds, or, if that is None, in
//! the globals.

use crate::calling::call;
use motet_python_objects::classes::globals::Globals;
use motet_python_objects::classes::globals::globals_here;
use motet_python_objects::classes::globals::link;
use motet_python_objects::classes::globals::locals_here;
use motet_python_objects::model::instance_layout;
use motet_python_objects::model::text;
use motet_python_objects::model::upcalls;
use motet_python_objects::types::host;
use motet_python_objects::types::host::argument_type;
use motet_python_objects::types::int;
use motet_python_objects::types::namespace_dict;
use motet_python_objects::types::protocol::item;
use motet_python_objects::types::protocol::truth::truth;
use motet_python_objects::types::syntax_error;
use std::sync::Arc;

use motet_python_bytecode::encode::Instruction;
use motet_python_bytecode::{Code, CodeKind, Constant, Opcode};
use motet_python_compiler::{Mode, Options};
use motet_tm::{Root, Value};

use motet_python_objects::classes::code_object::{self, FLAG_ANNOTATIONS};
use motet_python_objects::model::exception::{SYNTAX_ERROR, TYPE_ERROR, VALUE_ERROR};
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::names;
use motet_python_objects::model::native::{Arguments, Call, Entered, NativeFunction, Outcome};
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::tables::{NAMES_ONLY, c_int_argument, check_keywords, parameter};
use motet_python_objects::types::{buffer, bytes, codecs, dict, tuple};

/// The builtin functions of this module.
pub const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction {
        most: 3,
        ..NativeFunction::entering("exec", enter_exec)
    },
    NativeFunction {
        most: 3,
        ..NativeFunction::entering("eval", enter_eval)
    },
    NativeFunction::calling("compile", 0, 6, compile)
        .with_keywords()
        .asking_index(&[3, 5]),
];

/// `exec` and `eval` as natives that return when the code has run, instead of entering its frame.
static EXEC: NativeFunction = NativeFunction::calling("exec", 1, 3, exec).with_keywords();
static EVAL: NativeFunction = NativeFunction::calling("eval", 1, 3, eval).with_keywords();

/// Texts that were compiled are remembered, so many of them …
const TEXTS_MAX: usize = 512;
/// … unless they are longer than this.
const TEXT_BYTES_MAX: usize = 4096;

/// `compile(flags=…)`: syntax trees as results.
const FLAG_ONLY_TREE: i64 = 0x0400;
/// All that CPython knows: nested scopes, the features of `__future__`, what the compiler is told.
const FLAGS: i64 = 0x10 | 0x01FE_0000 | 0xF600;

/// Compiles a text; for the same text again it returns the same code.
pub(crate) fn compile_text(
    thread: &mut Thread,
    text: &str,
    filename: &str,
    options: Options,
) -> Outcome<Arc<Code>> {
    if text.contains('\0') {
        let message = "source code string cannot contain null bytes";
        return Err(thread.raise(SYNTAX_ERROR, message));
    }
    let mode = options.mode as u8 * 2 + u8::from(options.annotations_are_texts);
    let mode = mode * 4 + options.optimisation.map_or(0, |level| level + 1);
    let key = (text.to_owned(), filename.to_owned(), mode);
    let machine = thread.machine();
    let texts = &machine.compiled_texts;
    if let Some(code) = texts
        .lock()
        .expect("nothing that may panic runs under this lock")
        .get(&key)
    {
        return Ok(Arc::clone(code));
    }
    host::check_compiler_memory(thread, text, host::CODE_BYTES_PER_BYTE)?;
    let (code, warnings) = motet_python_compiler::compile_warning(text, filename, options)
        .map_err(|error| syntax_error::raise(thread, &error))?;
    syntax_error::warn(thread, &warnings)?;
    // Warnings are issued at each compilation.
    if text.len() <= TEXT_BYTES_MAX && warnings.is_empty() {
        let mut texts = texts
            .lock()
            .expect("nothing that may panic runs under this lock");
        if texts.len() >= TEXTS_MAX {
            texts.clear();
        }
        texts.insert(key, Arc::clone(&code));
    }
    Ok(code)
}

/// The text of an argument that is source: a string, or bytes in an encoding that they name. Each
/// line ends with a newline only.
fn source_text(thread: &mut Thread, value: Root, expected: &str) -> Outcome<String> {
    let given = thread.get(value);
    if let Some(text) = text::as_text(thread, given) {
        codecs::check_encodable(thread, text)?;
        return Ok(with_newlines(text.to_owned()));
    }
    let content = buffer::content(thread, given).map(|content| content.to_vec());
    match content {
        Some(content) => source_of_bytes(thread, &content),
        None => Err(thread.raise(TYPE_ERROR, expected)),
    }
}

/// The name of a file as `compile()` takes it: a text, bytes, or an object with a path.
fn file_name(thread: &mut Thread, given: Root) -> Outcome<String> {
    if let Some(text) = text::as_text(thread, thread.get(given)) {
        return Ok(text.to_owned());
    }
    let name = thread.type_name(thread.get(given));
    let expected = format!("expected str, bytes or os.PathLike object, not {name}");
    let path = thread.call_special(given, "__fspath__", &[])?;
    let path = path.unwrap_or(given);
    // Other bytes than `bytes` may be a source, but no name.
    let value = thread.get(path);
    if text::as_text(thread, value).is_none() && bytes::as_bytes(thread, value).is_none() {
        return Err(thread.raise(TYPE_ERROR, expected));
    }
    source_text(thread, path, &expected)
}

/// The text of a source file, in an encoding that it names.
///
/// # Errors
/// `SyntaxError` if it is not written in it; any exception of a codec of the program.
pub fn source_of_bytes(thread: &mut Thread, content: &[u8]) -> Outcome<String> {
    match motet_python_compiler::decode(content) {
        Ok(text) => Ok(with_newlines(text)),
        Err(message) => {
            let value = bytes::new(thread, content)?;
            let value = thread.root(value);
            decoded_by_codec(thread, value, message)
        }
    }
}

/// The text of bytes for which the compiler has this message.
fn decoded_by_codec(thread: &mut Thread, value: Root, message: String) -> Outcome<String> {
    // The compiler knows few encodings; the program may know more.
    let Some(encoding) = message.strip_prefix("unknown encoding: ") else {
        return Err(thread.raise(SYNTAX_ERROR, message));
    };
    let text = codecs::decode_source(thread, value, encoding)?;
    let text = text::as_text(thread, thread.get(text)).unwrap_or_default();
    Ok(with_newlines(text.to_owned()))
}

/// The text with a newline in the place of each other end of a line.
fn with_newlines(text: String) -> String {
    if !text.contains('\r') {
        return text;
    }
    text.replace("\r\n", "\n").replace('\r', "\n")
}

fn exec<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let result = prepare(thread, arguments, Mode::Exec)?.run(thread)?;
    Ok(thread.get(result))
}

fn eval<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let result = prepare(thread, arguments, Mode::Eval)?.run(thread)?;
    Ok(thread.get(result))
}

fn enter_exec(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    enter(thread, call, Mode::Exec, &EXEC)
}

fn enter_eval(thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
    enter(thread, call, Mode::Eval, &EVAL)
}

/// Enters the frame of the code in the place of the call of `exec` or `eval`: whole programs run in
/// one such call (`coverage run`, cells of a notebook), and below native code no transaction ends.
/// Where a profiler watches, the code runs below the native, whose call and return are told.
fn enter(
    thread: &mut Thread,
    call: Call<'_>,
    mode: Mode,
    below: &NativeFunction,
) -> Outcome<Entered> {
    if !call.names.is_empty() || thread.runs_plainly() {
        return call::call_native(thread, call, below).map(|()| Entered::Done);
    }
    let arguments = Arguments {
        start: call.first() as u32,
        count: call.count as u32,
        keywords: 0,
    };
    let prepared = prepare(thread, arguments, mode)?;
    if prepared.has_result_of_frame() {
        return prepared.enter(thread, call);
    }
    let result = prepared.run(thread)?;
    call::set_result(thread, call, thread.get(result));
    Ok(Entered::Done)
}

/// Code that is to run, with the variables that it is given.
struct Prepared {
    mode: Mode,
    source: Arc<Code>,
    function: Root,
    /// The mapping of the local names; None if they are the global ones.
    locals: Root,
}

impl Prepared {
    /// Whether the result of a frame of the code is the result of the call.
    fn has_result_of_frame(&self) -> bool {
        self.source.kind == CodeKind::Dynamic
            && self.source.generator.is_none()
            && (self.mode == Mode::Eval || returns_none(&self.source))
    }

    /// Enters a frame of the code, whose register 0 is the mapping, in the place of a call.
    fn enter(self, thread: &mut Thread, call: Call<'_>) -> Outcome<Entered> {
        debug_assert!(
            self.source.kind.has_namespace(),
            "register 0 is the mapping"
        );
        let code = thread.function_code(thread.object_at(self.function));
        thread.need_stack(call.first() + code.register_count as usize)?;
        thread.set_stack_value(call.callable(), thread.get(self.function));
        thread.set_stack_value(call.first(), thread.get(self.locals));
        thread.push_frame(call.header, code, call.returns);
        Ok(Entered::Frame)
    }

    /// Runs the code below native code. Returns the result of the call, which is None for `exec`.
    fn run(self, thread: &mut Thread) -> Outcome<Root> {
        let result = match self.source.kind {
            CodeKind::Dynamic => call::run_class_body(thread, self.function, self.locals),
            _ => thread.call(self.function, &[]),
        }?;
        Ok(match self.mode {
            Mode::Eval => result,
            _ => thread.root(NONE),
        })
    }
}

/// Whether a frame of this code gives None: code that was made for `exec` loads that right before
/// its one `Return`, which nothing jumps to. (Code that was made for `eval` has a value.)
fn returns_none(code: &Code) -> bool {
    let words = &code.instructions;
    let (mut index, mut before) = (0, None);
    let (mut last, mut targets) = (None, Vec::new());
    while index < words.len() {
        let Ok(instruction) = Instruction::decode(words, index) else {
            return false;
        };
        if instruction.opcode == Opcode::Return {
            let gives_none = before.is_some_and(|before: Instruction| {
                before.opcode == Opcode::LoadConst
                    && before.a() == instruction.a()
                    && code.constants.get(before.bx() as usize) == Some(&Constant::None)
            });
            if last.replace(index as i64).is_some() || !gives_none {
                return false;
            }
        }
        targets.extend(instruction.jump_target());
        before = Some(instruction);
        index = instruction.next() as usize;
    }
    let handlers = code.exception_table.iter();
    targets.extend(handlers.map(|range| i64::from(range.target)));
    !targets.iter().any(|target| Some(*target) == last)
}

/// Looks at the arguments of `exec` and `eval`, and compiles a text.
fn prepare(thread: &mut Thread, arguments: Arguments, mode: Mode) -> Outcome<Prepared> {
    let function = if mode == Mode::Exec { "exec" } else { "eval" };
    let names: &[&str] = match mode {
        Mode::Exec => &["globals", "locals", NAMES_ONLY, "closure"],
        _ => &["globals", "locals"],
    };
    check_keywords(thread, arguments, function, names)?;
    let given = |index, name| {
        let value = parameter(thread, arguments, index, name);
        value.filter(|value| *value != NONE)
    };
    let closure = given(usize::MAX, "closure").map(|value| thread.root(value));
    let locals = given(2, "locals").map(|value| thread.root(value));
    let globals = given(1, "globals").map(|value| thread.root(value));
    // `exec` looks at the globals first.
    let check_locals = || locals.map_or(Ok(()), |locals| check_locals(thread, locals, mode));
    let check_globals = || globals.map_or(Ok(()), |globals| check_globals(thread, globals, mode));
    match mode {
        Mode::Exec => check_globals().and_then(|()| check_locals())?,
        _ => check_locals().and_then(|()| check_globals())?,
    }
    let here = match (globals, locals) {
        (None, None) => locals_here(thread)?,
        (_, locals) => locals,
    };
    let globals = match globals {
        Some(dict) => match namespace_dict::namespace_of(thread, thread.get(dict)) {
            Some(namespace) => Globals::Module(namespace),
            None => {
                let plain = instance_layout::plain(thread, thread.get(dict));
                Globals::Dict(thread.root(plain))
            }
        },
        None => globals_here(thread),
    };
    match globals {
        Globals::Dict(dict) => add_builtins(thread, dict)?,
        Globals::Module(namespace) => crate::import::add_builtins(thread, namespace)?,
    }
    let source = arguments.get(thread, 0);
    let code = match code_object::code_of(thread, source) {
        Some(code) => Arc::clone(&code.source),
        None if closure.is_some() => {
            let message = "closure can only be used when source is a code object";
            return Err(thread.raise(TYPE_ERROR, message));
        }
        None => {
            let expected = format!("{function}() arg 1 must be a string, bytes or code object");
            let source = thread.root(source);
            let mut text = source_text(thread, source, &expected)?;
            if mode == Mode::Eval {
                text = text.trim_start_matches([' ', '\t']).to_owned();
            }
            let options = Options {
                mode,
                annotations_are_texts: thread.code().source.annotations_are_texts,
                optimisation: None,
            };
            compile_text(thread, &text, "<string>", options)?
        }
    };
    let function = function_of(thread, &code, globals, closure, mode)?;
    Ok(Prepared {
        mode,
        source: code,
        function,
        locals: here.unwrap_or_else(|| thread.root(NONE)),
    })
}

fn check_locals(thread: &Thread, locals: Root, mode: Mode) -> Outcome<()> {
    let value = thread.get(locals);
    let class = thread.class_of(value);
    if text::as_text(thread, value).is_some() || host::has_special(thread, class, "__getitem__") {
        return Ok(());
    }
    let name = thread.type_name(value);
    let message = match mode {
        Mode::Exec => format!("locals must be a mapping or None, not {name}"),
        _ => "locals must be a mapping".to_owned(),
    };
    Err(thread.raise(TYPE_ERROR, message))
}

fn check_globals(thread: &Thread, globals: Root, mode: Mode) -> Outcome<()> {
    let value = thread.get(globals);
    let is_module = namespace_dict::namespace_of(thread, value).is_some();
    if is_module || dict::as_dict(thread, value).is_some() {
        return Ok(());
    }
    let name = thread.type_name(value);
    let is_mapping = host::has_special(thread, thread.class_of(value), "__getitem__");
    let message = match (mode, is_mapping) {
        (Mode::Exec, _) => format!("exec() globals must be a dict, not {name}"),
        (_, true) => "globals must be a real dict; try eval(expr, {}, mapping)".to_owned(),
        _ => "globals must be a dict".to_owned(),
    };
    Err(thread.raise(TYPE_ERROR, message))
}

/// A dict that is used as globals gets the builtins.
fn add_builtins(thread: &mut Thread, globals: Root) -> Outcome<()> {
    let key = thread.root(thread.machine().symbols.object(names::BUILTINS).value());
    if dict::get(thread, globals, key)?.is_some() {
        return Ok(());
    }
    let builtins = namespace_dict::of(thread, thread.machine().builtins)?;
    let builtins = thread.root(builtins);
    dict::set(thread, globals, key, builtins)
}

/// The function of code with the variables that it is given.
fn function_of(
    thread: &mut Thread,
    source: &Arc<Code>,
    globals: Globals,
    closure: Option<Root>,
    mode: Mode,
) -> Outcome<Root> {
    let free = source.free_names.len();
    let length = closure.map_or(0, |closure| {
        let closure = tuple::as_tuple(thread, thread.get(closure));
        let is_cell = |item: &Value<'_>| thread.object_of(*item, CLASS_CELL).is_some();
        closure
            .map(|closure| thread.tuple_items(closure.value()))
            .filter(|items| items.iter().all(is_cell))
            .map_or(usize::MAX, |items| items.len())
    });
    if free > 0 && mode == Mode::Eval {
        let message = "code object passed to eval() may not contain free variables";
        return Err(thread.raise(TYPE_ERROR, message));
    }
    if free != length || free == 0 && closure.is_some() {
        let message = match free {
            0 => "cannot use a closure with this code object".to_owned(),
            _ => format!("code object requires a closure of exactly length {free}"),
        };
        return Err(thread.raise(TYPE_ERROR, message));
    }
    let code = link(thread, source, globals)?;
    let dict = match globals {
        Globals::Dict(dict) => thread.get(dict),
        Globals::Module(_) => NONE,
    };
    let closure = closure.map_or(NONE, |closure| thread.get(closure));
    let function = thread.new_function_in(code, NONE, NONE, closure, dict);
    Ok(thread.root(function))
}

fn compile<'a>(thread: &'a mut Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let known = [
        "source",
        "filename",
        "mode",
        "flags",
        "dont_inherit",
        "optimize",
        NAMES_ONLY,
        "_feature_version",
    ];
    check_keywords(thread, arguments, "compile", &known)?;
    let flags = c_int(thread, arguments, 3, "flags", 0)?;
    let optimize = c_int(thread, arguments, 5, "optimize", -1)?;
    let argument = |index: usize| {
        parameter(thread, arguments, index, known[index]).ok_or_else(|| {
            let name = known[index];
            let place = index + 1;
            let message = format!("compile() missing required argument '{name}' (pos {place})");
            thread.raise(TYPE_ERROR, message)
        })
    };
    let source = thread.root(argument(0)?);
    let filename = thread.root(argument(1)?);
    let mode = thread.root(argument(2)?);
    let filename = file_name(thread, filename)?;
    let mode = thread.get(mode);
    let Some(mode) = text::as_text(thread, mode) else {
        let name = argument_type(thread, mode);
        let message = format!("compile() argument 'mode' must be str, not {name}");
        return Err(thread.raise(TYPE_ERROR, message));
    };
    if filename.contains('\0') {
        return Err(thread.raise(VALUE_ERROR, "embedded null character"));
    }
    codecs::check_encodable(thread, mode)?;
    let refuse = |message: &str| Err(thread.raise(VALUE_ERROR, message));
    if flags & !FLAGS != 0 {
        return refuse("compile(): unrecognised flags");
    }
    if !(-1..=2).contains(&optimize) {
        return refuse("compile(): invalid optimize value");
    }
    let mode = mode_of(thread, mode)?;
    let flags = flags | inherited_flags(thread, arguments)?;
    if code_object::code_of(thread, thread.get(source)).is_some() {
        return Ok(arguments.get(thread, 0));
    }
    if is_object(thread, thread.get(source)) {
        let numbers = [flags, optimize];
        return through_library(thread, "_compile", source, &filename, mode, &numbers);
    }
    let expected = "compile() arg 1 must be a string, bytes or AST object";
    let text = source_text(thread, source, expected)?;
    if flags & FLAG_ONLY_TREE != 0 {
        let text = thread.root(text::new_str(thread, &text));
        return through_library(thread, "_parse", text, &filename, mode, &[flags]);
    }
    let options = Options {
        mode,
        annotations_are_texts: flags & FLAG_ANNOTATIONS != 0,
        optimisation: u8::try_from(optimize).ok(),
    };
    let code = compile_text(thread, &text, &filename, options)?;
    let globals = Globals::Dict(thread.root(NONE));
    let code = link(thread, &code, globals)?;
    Ok(code_object::object(thread, code))
}

/// An argument that is an `int` of C, or an object that stands for one.
fn c_int(
    thread: &mut Thread,
    arguments: Arguments,
    place: usize,
    name: &str,
    missing: i64,
) -> Outcome<i64> {
    match parameter(thread, arguments, place, name) {
        Some(value) => {
            let value = thread.root(value);
            let number = item::index(thread, value)?;
            c_int_argument(thread, thread.get(number)).map(i64::from)
        }
        None => Ok(missing),
    }
}

/// The flags that `compile()` takes over from the code that calls it, unless it is told not to.
fn inherited_flags(thread: &mut Thread, arguments: Arguments) -> Outcome<i64> {
    let caller = thread.code();
    let is_alone = parameter(thread, arguments, 4, "dont_inherit").unwrap_or(FALSE);
    let is_alone = thread.root(is_alone);
    let inherits = caller.source.annotations_are_texts && !truth(thread, is_alone)?;
    Ok(if inherits { FLAG_ANNOTATIONS } else { 0 })
}

/// The mode of that name.
fn mode_of(thread: &Thread, name: &str) -> Outcome<Mode> {
    match name {
        "exec" => Ok(Mode::Exec),
        "eval" => Ok(Mode::Eval),
        "single" => Ok(Mode::Single),
        _ => {
            let message = "compile() mode must be 'exec', 'eval' or 'single'";
            Err(thread.raise(VALUE_ERROR, message))
        }
    }
}

/// Whether a source is an object of the program's, so that it may be a tree.
fn is_object(thread: &Thread, value: Value<'_>) -> bool {
    text::as_text(thread, value).is_none()
        && bytes::as_bytes(thread, value).is_none()
        && thread.class_of(value) >= CLASS_USER_FIRST
}

/// Has a function of `_ast` do it.
fn through_library<'a>(
    thread: &'a mut Thread,
    function: &str,
    source: Root,
    filename: &str,
    mode: Mode,
    numbers: &[i64],
) -> Outcome<Value<'a>> {
    let filename = thread.root(text::new_str(thread, filename));
    let mode = match mode {
        Mode::Eval => "eval",
        Mode::Single => "single",
        Mode::File | Mode::Exec => "exec",
    };
    let mode = thread.root(text::new_str(thread, mode));
    let mut arguments = vec![source, filename, mode];
    arguments.extend(
        numbers
            .iter()
            .map(|number| thread.root(int::from_i64(thread, *number))),
    );
    let result = upcalls::call_python(thread, "_ast", function, &arguments)?;
    Ok(thread.get(result))
}
