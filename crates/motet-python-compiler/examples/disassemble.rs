//! Prints the code of the Python files named on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    for path in std::env::args().skip(1) {
        let source = match std::fs::read_to_string(&path) {
            Ok(source) => source,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        match motet_python_compiler::compile_module(&source, &path) {
            Ok(code) => print!("{}", motet_python_bytecode::disassemble(&code)),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}
