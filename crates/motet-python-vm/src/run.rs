//! Running a program from its source to its exit status.

use motet_python_modules::modules::posix::signal_calls::take_blocked_signals;
use motet_python_objects::classes::attribute;
use motet_python_objects::classes::signals;
use motet_python_objects::classes::unraisable;
use motet_python_objects::classes::weak;
use motet_python_objects::model::code;
use motet_python_objects::model::text;
use motet_python_objects::model::thread::MAIN_IDENT;
use motet_python_objects::types::int;
use motet_python_objects::types::module;
use motet_python_objects::types::syntax_error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use motet_python_bytecode::Code;
use motet_python_compiler::{Options, SyntaxError, SyntaxErrorKind};
use motet_tm::{Config, Mutator, Pinned, Runtime, Unwind, Value, Word};

use motet_python_objects::classes::threads;
use motet_python_objects::classes::traceback;
use motet_python_objects::model::exception;
use motet_python_objects::model::exception::{KEYBOARD_INTERRUPT, SYSTEM_EXIT};
use motet_python_objects::model::function::FUNCTION_FIELDS;
use motet_python_objects::model::layouts::*;
use motet_python_objects::model::machine::Machine;
use motet_python_objects::model::names;
use motet_python_objects::model::namespace::Namespace;
use motet_python_objects::model::native::Outcome;
use motet_python_objects::model::settings::Settings;
use motet_python_objects::model::thread::Thread;
use motet_python_objects::types::protocol::repr;
use motet_vm::output;
use motet_vm::report::Collector;
pub use motet_vm::report::Report;

/// A program to run.
pub struct Program {
    /// Its source text.
    pub source: String,
    /// The name of its file in tracebacks.
    pub filename: String,
    /// `sys.argv`.
    pub arguments: Vec<String>,
    /// The first folder in which its modules are looked for.
    pub folder: Option<PathBuf>,
    /// Whether its code is printed instead of run.
    pub disassemble: bool,
    /// How it is run.
    pub settings: Settings,
    /// Whether and how the runtime's counts are reported at the end.
    pub report: Report,
}

/// Runs a program; returns the exit status of the process.
pub fn run(program: Program, config: Config) -> i32 {
    let (ended, end) = std::sync::mpsc::channel();
    let process = std::process::id();
    let run_to_end = move || {
        let status = run_here(program, config);
        if std::process::id() != process {
            // The program has forked: this is the only thread of the child.
            std::process::exit(status);
        }
        // The first thread waits for it.
        let _ = ended.send(status);
        loop {
            std::thread::park();
        }
    };
    // The main thread of a process has a stack of fixed size: too small for deep recursion.
    let started = std::thread::Builder::new()
        .stack_size(threads::first_stack_bytes())
        .spawn(run_to_end);
    match started {
        // The process ends in this thread. `exit` frees this thread's alternate stack for signals,
        // and a handler may be running on it: glibc changes the user of each thread by a signal.
        Ok(_) => end.recv().unwrap_or(70),
        Err(error) => {
            output::report(format_args!("motet: no thread to run in: {error}\n"));
            1
        }
    }
}

/// As [`run`], on this thread; the process goes on. Threads that are left may still run.
#[cfg(simulated)]
pub fn run_simulated(program: Program, config: Config) -> i32 {
    run_here(program, config)
}

fn run_here(program: Program, config: Config) -> i32 {
    motet_python_compiler::set_optimisation(program.settings.optimise);
    if let Some(digits) = program.settings.digits_max {
        motet_python_compiler::set_digits_limit(digits);
    }
    let (source, filename) = (&program.source, &program.filename);
    let compiled = motet_python_compiler::compile_warning(source, filename, Options::default());
    let (code, warnings) = match compiled {
        Ok(compiled) => compiled,
        Err(error) => {
            output::report(syntax_error_text(&error));
            return 1;
        }
    };
    if program.disassemble {
        output::answer(motet_python_bytecode::disassemble(&code));
        return 0;
    }
    let started = Runtime::new(config, layouts());
    let started = started.and_then(|runtime| Ok((runtime, Runtime::reserve_stack()?)));
    let (runtime, stack) = match started {
        Ok(started) => started,
        Err(error) => {
            output::report(format_args!("motet: {error}\n"));
            return 1;
        }
    };
    let asks_for_loader = source.contains("__loader__");
    let report = program.report.clone();
    let command = (*program.filename == *COMMAND)
        .then(|| (Arc::clone(&code.filename), program.source.clone()));
    let start = std::time::Instant::now();
    let collector = (report != Report::None).then(|| Collector::start(&runtime));
    let mut thread = start_machine(runtime.new_mutator_on(stack), program);
    let set = command.map_or(Ok(()), |named| thread.machine().command.set(named));
    set.expect("nothing else sets the command");
    #[cfg(simulated)]
    crate::simulated::remember(thread.machine());
    begin_signals(&thread);
    run_site(&mut thread);
    read_filters(&mut thread);
    let refused = recode_streams(&mut thread);
    let mut end = match refused.or_else(|| show_warnings(&mut thread, &warnings)) {
        None => run_main(&mut thread, &code, asks_for_loader),
        Some(end) => end,
    };
    if thread.machine().settings.inspect {
        end = run_function(&mut thread, SESSION, "after_program").unwrap_or(end);
    }
    finish(&mut thread);
    let is_read = flush_output(&thread) && !thread.vm().output.is_lost();
    if let Some(collector) = collector {
        let elapsed = start.elapsed();
        let summary = collector.finish(&runtime);
        report.show(thread.machine(), &summary, elapsed);
    }
    // Daemon threads end with the process.
    match end {
        End::Status(0) if !is_read => 120,
        End::Status(status) => status,
        End::Message(_) => 1,
        End::Interrupted(_) => {
            // So that a shell sees the signal that has ended the program.
            let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGINT);
            130
        }
    }
}

/// Catches signals from now on. Those that the program was started with blocked are blocked for it.
fn begin_signals(thread: &Thread) {
    let blocked = take_blocked_signals();
    if let Err(error) = signals::install(thread) {
        output::report(format_args!("motet: Ctrl-C is not caught: {error}\n"));
    }
    if blocked != 0 {
        thread.set_blocked_signals(blocked);
    }
}

/// The file name of the program that `-c` gives.
const COMMAND: &str = "<string>";

/// Makes the machine and the main thread, inside of an open transaction.
fn start_machine(mut mutator: Mutator, program: Program) -> Thread {
    mutator.arrive();
    let bottom = mutator.stack.start();
    mutator.stack.set_frame(bottom, bottom);
    mutator.begin();
    while mutator.become_inevitable().is_err() {
        mutator.roll_back();
    }
    let machine = Machine::new(
        &mutator,
        &crate::layers::UPCALLS,
        crate::layers::shared_objects(&mutator),
        motet_python_modules::install::types(),
        program.settings,
        program.arguments,
        program.folder,
    );
    let machine: &'static Machine = Box::leak(Box::new(machine));
    let thread = Thread::new(mutator, machine, MAIN_IDENT);
    motet_python_modules::install::install(&thread, machine);
    machine.load_internal(&thread, &crate::layers::internal_sources());
    module::set_up(&thread, machine)
        .expect("nothing aborts while the machine is made: it is the first transaction");
    thread
}

/// Makes the module `__main__` and puts the program's folder first in the search path.
fn main_module(thread: &Thread, filename: &str) -> Outcome<&'static Namespace> {
    let machine = thread.machine();
    module::add_program_folder(thread)?;
    let module = machine.new_module(thread, "__main__");
    module::register(thread, "__main__", module.object.value())?;
    let main = machine.symbols.object(names::MAIN_NAME).value();
    module.namespace.set(thread, names::NAME, main)?;
    for name in [names::DOC, names::PACKAGE, names::LOADER, names::SPEC] {
        module.namespace.set(thread, name, NONE)?;
    }
    if let Some(builtins) = module::find_module(thread, "builtins") {
        module.namespace.set(thread, names::BUILTINS, builtins)?;
    }
    if filename != COMMAND {
        let file = text::pin_str(thread, filename).value();
        module.namespace.set(thread, names::FILE, file)?;
        let cached = machine.symbols.intern(thread, "__cached__");
        module.namespace.set(thread, cached, NONE)?;
    }
    Ok(module.namespace)
}

/// The function that is a module's body.
fn body(thread: &Thread, code: &Arc<Code>, namespace: &'static Namespace) -> Outcome<Pinned> {
    let machine = thread.machine();
    let (_, loaded) = code::load(thread, machine, code, namespace, false);
    let mut fields = [NONE; FUNCTION_FIELDS];
    fields[0] = Value::immediate(Word(std::ptr::from_ref(loaded) as u64));
    let function = thread
        .allocate_pinned(LAYOUT_FUNCTION, CLASS_FUNCTION, &fields)
        .map_err(|_| thread.no_memory())?;
    Ok(function)
}

/// How a program has ended.
enum End {
    Status(i32),
    /// With a message for the error output.
    Message(String),
    /// By a `KeyboardInterrupt` that was not handled.
    Interrupted(String),
}

/// Why what precedes the program cannot fail.
const NOTHING_ABORTS: &str = "nothing aborts before the program runs";

fn run_main(thread: &mut Thread, code: &Arc<Code>, asks_for_loader: bool) -> End {
    let filename = code.filename.to_string();
    begin_inevitably(thread);
    let namespace = main_module(thread, &filename).expect(NOTHING_ABORTS);
    if asks_for_loader {
        // The first import describes the program too: others need not wait for that.
        run_function(thread, "_frozen_importlib", "_describe_program");
        begin_inevitably(thread);
    }
    let function = body(thread, code, namespace).expect(NOTHING_ABORTS);
    threads::lay_out_entry(thread, function.value(), &[]);
    if motet_vm::driver::commit(thread).is_err() {
        unreachable!("the first transaction is inevitable and cannot abort");
    }
    let end = threads::run_to_end(thread, ended);
    show(thread, &end);
    end
}

/// The end of a program whose last function has had this outcome.
fn ended(thread: &mut Thread, result: Outcome<()>) -> Outcome<End> {
    match result {
        Ok(()) => Ok(End::Status(0)),
        Err(Unwind::Raise) => match uncaught(thread) {
            // The text of `SystemExit` could not be made.
            Err(Unwind::Raise) => {
                thread.take_raised();
                Ok(End::Message("\n".into()))
            }
            end => end,
        },
        Err(unwind) => Err(unwind),
    }
}

/// Writes the message of an end, behind all output of the program.
fn show(thread: &Thread, end: &End) {
    if let End::Message(text) | End::Interrupted(text) = end {
        flush_output(thread);
        output::report(text);
    }
}

/// Opens a transaction that cannot abort, if there is none.
fn begin_inevitably(thread: &mut Thread) {
    if !thread.is_open() {
        motet_vm::driver::begin(thread);
        thread.take_checkpoint();
    }
    while thread.become_inevitable().is_err() {
        motet_vm::driver::roll_back(thread);
    }
}

/// The module that is a session at a terminal, and runs the end of a program.
const SESSION: &str = "_motet_session";

/// Runs a function of a module of the library where the program has ended; none if there is no such
/// module.
fn run_function(thread: &mut Thread, module: &str, name: &str) -> Option<End> {
    run_text(thread, &format!("__import__('{module}').{name}()"))
}

/// Looks for installed packages, if there is a folder for them.
fn run_site(thread: &mut Thread) {
    let machine = thread.machine();
    if !machine.settings.no_site && machine.places.have_packages(&machine.settings) {
        run_function(thread, "site", "main");
    }
}

/// Imports `warnings` where filters are given: it tells which are wrong, and a program finds it in
/// `sys.modules`.
fn read_filters(thread: &mut Thread) {
    if !thread.machine().settings.warnings.is_empty() {
        run_text(thread, "__import__('warnings')");
    }
}

/// Gives the standard streams the encoding that the environment names, if it does. Returns how the
/// program has ended, if there is no such encoding.
fn recode_streams(thread: &mut Thread) -> Option<End> {
    if !thread.machine().settings.recodes_streams {
        return None;
    }
    let end = run_function(thread, "_motet_streams", "recode")?;
    (!matches!(end, End::Status(0))).then_some(end)
}

/// Issues the warnings of the compiler. Returns how the program has ended, if it is not to run.
fn show_warnings(thread: &mut Thread, warnings: &[SyntaxError]) -> Option<End> {
    if warnings.is_empty() {
        return None;
    }
    let end = run_text(thread, &syntax_error::warning_program(warnings))?;
    (!matches!(end, End::Status(0))).then_some(end)
}

/// Runs a small program of the machine's own.
fn run_text(thread: &mut Thread, text: &str) -> Option<End> {
    let end = run_text_then(thread, text, ended)?;
    show(thread, &end);
    Some(end)
}

/// Runs a small program of the machine's own, then `finish` in its last transaction.
fn run_text_then<R>(
    thread: &mut Thread,
    text: &str,
    finish: impl FnMut(&mut Thread, Outcome<()>) -> Outcome<R>,
) -> Option<R> {
    let code = motet_python_compiler::compile_module(text, "<string>").ok()?;
    begin_inevitably(thread);
    let machine = thread.machine();
    let namespace = machine.no_namespace;
    let (_, loaded) = code::load(thread, machine, &code, namespace, true);
    let function = thread.new_function(loaded, NONE, NONE, NONE);
    threads::lay_out_entry(thread, function, &[]);
    if motet_vm::driver::commit(thread).is_err() {
        return None;
    }
    Some(threads::run_to_end(thread, finish))
}

/// The end that follows from the exception that has left the program.
fn uncaught(thread: &mut Thread) -> Outcome<End> {
    // Code that runs from here on (`__str__`, a hook) takes the place of the frames that were left:
    // the program could not go back to them.
    thread.become_inevitable()?;
    let raised = thread.root(thread.take_raised());
    let value = thread.get(raised);
    if !thread.is_instance(value, SYSTEM_EXIT) {
        let is_interrupt = thread.is_instance(value, KEYBOARD_INTERRUPT);
        let mut text = hooked_text(thread, raised)?;
        if !text.is_empty() && unraisable::write_to_replaced(thread, &text)? {
            text.clear();
        }
        return Ok(if is_interrupt {
            End::Interrupted(text)
        } else {
            End::Message(text)
        });
    }
    exit_of(thread, raised)
}

/// The end that a `SystemExit` asks for: by its attribute `code`, which the program may have set.
fn exit_of(thread: &mut Thread, raised: motet_tm::Root) -> Outcome<End> {
    let code = match attribute::get(thread, raised, names::CODE) {
        // As in CPython the exception itself takes the place of the code that cannot be read.
        Err(Unwind::Raise) => {
            thread.take_raised();
            raised
        }
        code => code?,
    };
    if thread.get(code) == NONE {
        return Ok(End::Status(0));
    }
    if int::is_int(thread, thread.get(code)) {
        // A number that is no machine word stands for -1, as in CPython.
        let status = int::to_i64(thread, thread.get(code)).unwrap_or(-1);
        return Ok(End::Status((status & 0xff) as i32));
    }
    let text = repr::str_of(thread, code)?;
    let text = text::as_text(thread, thread.get(text)).unwrap_or("");
    let text = format!("{text}\n");
    let is_written = unraisable::write_to_replaced(thread, &text)?;
    Ok(End::Message(if is_written { String::new() } else { text }))
}

/// The text that is printed for an exception: by `sys.excepthook`, if the program has set one.
fn hooked_text(thread: &mut Thread, raised: motet_tm::Root) -> Outcome<String> {
    let machine = thread.machine();
    let name = machine.symbols.find("excepthook");
    let system = module::find_module(thread, "sys");
    let system = system.filter(|module| thread.class_of(*module) == CLASS_MODULE);
    let hook = system
        .zip(name)
        .and_then(|(module, name)| module::namespace_of(thread, module).get(thread, name));
    let Some(hook) = hook.filter(|hook| thread.class_of(*hook) != CLASS_NATIVE_FUNCTION) else {
        return traceback::text_at_end(thread, raised);
    };
    let hook = thread.root(hook);
    let arguments = exception::exception_triple(thread, raised);
    match thread.call(hook, &arguments) {
        Ok(_) => Ok(String::new()),
        Err(Unwind::Raise) => {
            let failure = thread.root(thread.take_raised());
            let failure = traceback::text_at_end(thread, failure)?;
            let text = traceback::text_at_end(thread, raised)?;
            Ok(format!(
                "Error in sys.excepthook:\n{failure}\nOriginal exception was:\n{text}"
            ))
        }
        Err(unwind) => Err(unwind),
    }
}

/// The program ends when its threads have; then the functions of `atexit` are called, finalizers
/// run, and the buffers of open files are written.
fn finish(thread: &mut Thread) {
    #[cfg(feature = "count-leaving")]
    motet_python_interp::leaving::write_counts();
    let shutdown = "Exception ignored on threading shutdown";
    call_at_end(thread, "threading", "_shutdown", shutdown);
    // These report the exceptions of the functions that they call themselves, and raise nothing.
    let ending = "Exception ignored at the end of the program";
    call_at_end(thread, "atexit", "_run_exitfuncs", ending);
    call_at_end(thread, "sys", "_flush_streams", ending);
    call_at_end(thread, "sys", "_begin_finalizing", ending);
    finalize_all(thread);
    call_at_end(thread, "_io", "_flush_open", ending);
}

/// Runs the finalizers of the objects that are left: nothing refers to them any more when the
/// program is gone. Daemon threads go on until the process ends, and may need all objects.
fn finalize_all(thread: &mut Thread) {
    if thread.runtime().live_threads() == 1 {
        run_text_then(thread, "None", |thread, result| {
            // A signal that comes where the program is over has no receiver.
            without_exception(thread, result)?;
            // There is no frame to which an abort could go back.
            thread.become_inevitable()?;
            let finalized = weak::finalize_all(thread);
            without_exception(thread, finalized)
        });
    }
}

/// Calls a function of a module, if the program has imported that. `message` goes before its
/// exception.
fn call_at_end(thread: &mut Thread, module: &str, function: &str, message: &str) -> Option<()> {
    let name = thread.machine().symbols.find(function)?;
    // The call before may have found no module, and left its transaction open.
    if !thread.is_open() {
        motet_vm::driver::begin(thread);
        thread.take_checkpoint();
    }
    loop {
        let module = module::find_module(thread, module);
        let module = module.filter(|module| thread.object_of(*module, CLASS_MODULE).is_some());
        let function =
            module.and_then(|module| module::namespace_of(thread, module).get(thread, name))?;
        threads::lay_out_entry(thread, function, &[]);
        match motet_vm::driver::commit(thread) {
            Ok(()) => break,
            Err(_) => motet_vm::driver::roll_back(thread),
        }
    }
    threads::run_to_end(thread, |thread, result| {
        let reported = unraisable::ignore(thread, result, Some(message), None);
        without_exception(thread, reported)
    });
    Some(())
}

/// Drops the exception of an outcome that may be one: there is no way left to report it.
fn without_exception(thread: &Thread, outcome: Outcome<()>) -> Outcome<()> {
    if outcome == Err(Unwind::Raise) {
        thread.take_raised();
        return Ok(());
    }
    outcome
}

/// As CPython shows a `SyntaxError`.
fn syntax_error_text(error: &SyntaxError) -> String {
    let class = match error.kind {
        SyntaxErrorKind::Syntax => "SyntaxError",
        SyntaxErrorKind::Indentation => "IndentationError",
        SyntaxErrorKind::Tab => "TabError",
        SyntaxErrorKind::Memory => return format!("MemoryError: {}\n", error.message),
        SyntaxErrorKind::Recursion => return format!("RecursionError: {}\n", error.message),
    };
    let details = traceback::SyntaxDetails {
        file: Some(error.filename.to_string()),
        line: Some(error.line.into()),
        end_line: Some(error.end_line.into()),
        offset: Some(error.column.into()),
        end_offset: Some(error.end_column.into()),
        text: Some(error.text.clone()).filter(|text| !text.is_empty()),
    };
    details.lines(class, &error.message)
}

/// Writes out the buffered output. False if the reader is gone, upon which CPython exits with
/// status 120.
fn flush_output(thread: &Thread) -> bool {
    let Err(error) = thread.vm().output.flush_all() else {
        return true;
    };
    let number = error.raw_os_error().unwrap_or(0);
    let class = match error.kind() {
        std::io::ErrorKind::BrokenPipe => "BrokenPipeError",
        _ => "OSError",
    };
    let reason = error.to_string();
    let reason = reason.split(" (os error").next().unwrap_or(&reason);
    let what = "Exception ignored while flushing sys.stdout";
    output::report(format_args!(
        "{what}:\n{class}: [Errno {number}] {reason}\n"
    ));
    false
}

/// The folder of a script, as `sys.path[0]`.
pub fn folder_of(script: &Path) -> PathBuf {
    let folder = match script.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // The program may change its own folder before it imports.
    std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf())
}
