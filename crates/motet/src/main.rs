//! The command line of Motet.

mod options;

use std::io::Read;
use std::path::Path;

use motet_python_vm::run::{self, Program};

use options::{Action, Options, Source};

/// The status for wrong usage.
const USAGE_STATUS: i32 = 2;

fn main() {
    let arguments = std::env::args_os().skip(1);
    let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let status = match options::parse(arguments, |name| std::env::var(name).ok()) {
        Ok(Action::Help) => {
            print!("{}", options::HELP);
            0
        }
        Ok(Action::Version) => {
            println!("Python 3.14.0 (Motet {})", env!("CARGO_PKG_VERSION"));
            0
        }
        Ok(Action::Run(options)) => start(options).unwrap_or_else(|message| {
            eprintln!("{message}");
            USAGE_STATUS
        }),
        Err(message) => {
            eprintln!("{message}");
            USAGE_STATUS
        }
    };
    std::process::exit(status);
}

/// Reads the program and runs it; returns the exit status.
///
/// # Errors
/// Why it cannot be read.
fn start(options: Options) -> Result<i32, String> {
    let (source, filename, first, folder) = match options.source {
        Source::Command(text) => (text, "<string>".to_owned(), "-c".to_owned(), ".".into()),
        Source::StandardInput => {
            let mut bytes = Vec::new();
            let read = std::io::stdin().read_to_end(&mut bytes);
            read.map_err(|error| format!("motet: can't read standard input: {error}"))?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            (text, "<stdin>".to_owned(), String::new(), ".".into())
        }
        Source::File(path) => {
            let bytes = std::fs::read(&path).map_err(|error| cannot_open(&path, &error))?;
            let folder = run::folder_of(Path::new(&path));
            (
                String::from_utf8_lossy(&bytes).into_owned(),
                path.clone(),
                path,
                folder,
            )
        }
    };
    let program = Program {
        source,
        filename,
        arguments: std::iter::once(first).chain(options.arguments).collect(),
        folder: Some(folder),
        disassemble: options.disassembles,
        statistics: options.shows_statistics,
    };
    Ok(run::run(program, options.config))
}

fn cannot_open(path: &str, error: &std::io::Error) -> String {
    let number = error.raw_os_error().unwrap_or(0);
    let reason = error.to_string();
    let reason = reason.split(" (os error").next().unwrap_or(&reason);
    format!("motet: can't open file '{path}': [Errno {number}] {reason}")
}
