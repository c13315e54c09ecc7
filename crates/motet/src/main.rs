//! The command line of Motet.

mod options;

use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use motet_python_vm::output;
use motet_python_vm::run::{self, Program};
use motet_python_vm::source_text::{self, Undecoded};

use options::{Action, Options, Source};

/// The status for wrong usage.
const USAGE_STATUS: i32 = 2;

/// The exit status for values of options with which Python cannot begin.
const FATAL_STATUS: i32 = 1;

fn main() {
    #[cfg(panic = "unwind")]
    end_at_panics();
    let status = match options::parse(words().skip(1), |name| std::env::var(name).ok()) {
        Ok(Action::Help(part)) => {
            output::answer(options::help(part));
            0
        }
        Ok(Action::Version { is_long }) => {
            let version = env!("CARGO_PKG_VERSION");
            let machine = std::env::consts::ARCH;
            if is_long {
                output::answer(format_args!(
                    "Python 3.14.0 (Motet {version}) [{machine}]\n"
                ));
            } else {
                output::answer(format_args!("Python 3.14.0 (Motet {version})\n"));
            }
            0
        }
        Ok(Action::Run(options)) => start(*options).unwrap_or_else(|message| {
            output::report(format_args!("{message}\n"));
            USAGE_STATUS
        }),
        Err(message) => {
            output::report(format_args!("{message}\n"));
            match message.starts_with("Fatal") {
                true => FATAL_STATUS,
                false => USAGE_STATUS,
            }
        }
    };
    std::process::exit(status);
}

/// Lets a panic of any thread end the process, as in the builds that users get: they do not unwind.
#[cfg(panic = "unwind")]
fn end_at_panics() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tell(panic);
        std::process::abort();
    }));
}

/// The program that runs a module as the program: it leaves no names behind.
const MODULE_RUNNER: &str = "__import__('_frozen_importlib')._run_module_as_main()";

/// The program that runs an archive or a folder as the program.
const ARCHIVE_RUNNER: &str = "__import__('_frozen_importlib')._run_archive_as_main()";

/// The program that runs a file of compiled code as the program.
const BYTECODE_RUNNER: &str = "__import__('_frozen_importlib')._run_bytecode_as_main()";

/// The program that runs a script in an encoding that only the library knows.
const SCRIPT_RUNNER: &str = "__import__('_frozen_importlib')._run_script_as_main()";

/// The source text that runs a file, its name, the first argument, the folder of its modules.
type FileProgram = (String, String, String, PathBuf);

/// A file whose code leaves no entries in tracebacks, as it is native in CPython.
const UNTRACED: &str = "/<stdlib>/_codecs.py";

/// The program that runs a session.
const SESSION: &str = "__import__('_motet_session').interact()";

/// The words of the command line.
fn words() -> impl Iterator<Item = String> {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned())
}

/// Reads the program and runs it; returns the exit status.
///
/// # Errors
/// Why it cannot be read.
fn start(options: Options) -> Result<i32, String> {
    let mut settings = options.settings;
    settings.command_line = words().collect();
    let (source, filename, first, folder) = match options.source {
        Source::StandardInput if std::io::stdin().is_terminal() || settings.inspect => {
            settings.interactive = true;
            settings.inspect = false;
            let first = String::new();
            (SESSION.to_owned(), "<stdin>".to_owned(), first, "".into())
        }
        Source::Command(text) => (text, "<string>".to_owned(), "-c".to_owned(), "".into()),
        Source::Module(name) => {
            let here = std::env::current_dir().unwrap_or_default();
            (
                MODULE_RUNNER.to_owned(),
                "<frozen runpy>".to_owned(),
                name,
                here,
            )
        }
        Source::StandardInput => {
            let mut bytes = Vec::new();
            let read = std::io::stdin().read_to_end(&mut bytes);
            read.map_err(|error| format!("motet: can't read standard input: {error}"))?;
            let Some(text) = told(source_text::decode(bytes, "<stdin>")) else {
                return Ok(1);
            };
            (text, "<stdin>".to_owned(), String::new(), "".into())
        }
        Source::File(path) if Path::new(&path).is_dir() => {
            let name = "<frozen runpy>".to_owned();
            let folder = absolute(&path).into();
            (ARCHIVE_RUNNER.to_owned(), name, path, folder)
        }
        Source::File(path) => match file_program(path, options.skips_first_line)? {
            Some(program) => program,
            None => return Ok(1),
        },
    };
    let is_safe = settings.safe_path || settings.isolated;
    let program = Program {
        source,
        filename,
        arguments: std::iter::once(first).chain(options.arguments).collect(),
        folder: (!is_safe).then_some(folder),
        settings,
        disassemble: options.disassembles,
        report: options.report,
    };
    Ok(run::run(program, options.config))
}

/// What runs a file. None if it is no text, which has been told.
///
/// # Errors
/// Why it cannot be read.
fn file_program(path: String, skips_first_line: bool) -> Result<Option<FileProgram>, String> {
    let bytes = std::fs::read(&path).map_err(|error| cannot_open(&path, &error))?;
    let folder = run::folder_of(Path::new(&path));
    if path.ends_with(".pyc") {
        let name = "<frozen runpy>".to_owned();
        return Ok(Some((BYTECODE_RUNNER.to_owned(), name, path, folder)));
    }
    if is_archive(&bytes) {
        let name = "<frozen runpy>".to_owned();
        let archive = absolute(&path).into();
        return Ok(Some((ARCHIVE_RUNNER.to_owned(), name, path, archive)));
    }
    let decoded = source_text::decode(bytes, &path);
    if matches!(decoded, Err(Undecoded::InOther(_))) && !skips_first_line {
        let name = UNTRACED.to_owned();
        return Ok(Some((SCRIPT_RUNNER.to_owned(), name, path, folder)));
    }
    Ok(told(decoded).map(|text| {
        let text = match skips_first_line {
            true => without_first_line(&text),
            false => text,
        };
        (text, absolute(&path), path, folder)
    }))
}

/// A text without its first line, which stays as an empty one, so that the others keep their
/// numbers.
fn without_first_line(text: &str) -> String {
    text.find('\n')
        .map_or_else(String::new, |end| text[end..].to_owned())
}

/// Whether a file is a zip archive, perhaps with other bytes before it: whether it has the record
/// that ends the list of its members, of 22 bytes and a comment, and room for that list before it.
fn is_archive(content: &[u8]) -> bool {
    const MARK: &[u8] = b"PK\x05\x06";
    const RECORD_BYTES: usize = 22;
    const COMMENT_BYTES_MAX: usize = 0xFFFF;
    let first = content
        .len()
        .saturating_sub(RECORD_BYTES + COMMENT_BYTES_MAX);
    let tail = &content[first..];
    let Some(place) = tail.windows(MARK.len()).rposition(|bytes| bytes == MARK) else {
        return false;
    };
    let field = |offset: usize| {
        let bytes = tail.get(place + offset..place + offset + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    };
    let (Some(list_bytes), Some(list_place)) = (field(12), field(16)) else {
        return false;
    };
    let record = first + place;
    list_bytes <= record && list_place <= record - list_bytes && tail.len() - place >= RECORD_BYTES
}

/// The text of a program; on failure the reason goes to the error output.
fn told(decoded: Result<String, Undecoded>) -> Option<String> {
    match decoded {
        Ok(text) => Some(text),
        Err(undecoded) => {
            output::report(format_args!("{}\n", undecoded.into_message()));
            None
        }
    }
}

/// The name of a script's file in tracebacks and in `__file__`: its path from the root.
fn absolute(path: &str) -> String {
    std::path::absolute(path).map_or_else(
        |_| path.to_owned(),
        |path| path.to_string_lossy().into_owned(),
    )
}

fn cannot_open(path: &str, error: &std::io::Error) -> String {
    let number = error.raw_os_error().unwrap_or(0);
    let reason = error.to_string();
    let reason = reason.split(" (os error").next().unwrap_or(&reason);
    let path = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let path = path.display();
    format!("motet: can't open file '{path}': [Errno {number}] {reason}")
}
