//! The command `motet-sim`: runs a program on a simulated machine.

use motet_python_vm::output;
use motet_sim::command::{self, Request};

/// The status for wrong usage.
const USAGE_STATUS: i32 = 2;

fn main() {
    let arguments = std::env::args_os().skip(1);
    let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let status = match command::parse(arguments) {
        Ok(Request::Help) => {
            output::answer(command::HELP);
            0
        }
        Ok(Request::Run(options)) => command::run(*options).unwrap_or_else(|message| {
            output::report(format_args!("motet-sim: {message}\n"));
            USAGE_STATUS
        }),
        Err(message) => {
            output::report(format_args!("motet-sim: {message}\n"));
            USAGE_STATUS
        }
    };
    std::process::exit(status);
}
