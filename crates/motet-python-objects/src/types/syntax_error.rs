//! From the compiler's errors to exceptions.

use crate::model::upcalls;
use motet_python_compiler::{SyntaxError, SyntaxErrorKind};
use motet_tm::{Unwind, Value};

use crate::model::exception;
use crate::model::exception::{
    INDENTATION_ERROR, MEMORY_ERROR, RECURSION_ERROR, SYNTAX_ERROR, SYNTAX_WARNING, TAB_ERROR,
};
use crate::model::layouts::NONE;
use crate::model::native::Outcome;
use crate::model::thread::Thread;
use crate::types::{string, tuple};

/// Raises a `SyntaxError` with all that the compiler knows.
#[cold]
pub fn raise(thread: &Thread, error: &SyntaxError) -> Unwind {
    match make(thread, error) {
        Ok(exception) => thread.raise_value(exception),
        Err(unwind) => unwind,
    }
}

/// What a warning says that an error does not.
const FUTURE: &str = " Such sequences will not work in the future.";

/// Issues the compiler's warnings to the program. A warning that the program's filters make an
/// error is a `SyntaxError`.
///
/// # Errors
/// The `SyntaxError`; any exception of `warnings.showwarning`.
pub fn warn(thread: &mut Thread, warnings: &[SyntaxError]) -> Outcome<()> {
    for warning in warnings {
        let arguments = [
            thread.root(string::new(thread, &warning.message)?),
            thread.root(thread.class_object(SYNTAX_WARNING)),
            thread.root(string::new(thread, &warning.filename)?),
            thread.root(Value::from_small(warning.line as i32)),
        ];
        match upcalls::call_python(thread, "warnings", "warn_explicit", &arguments) {
            Err(Unwind::Raise) if thread.take_exception_of(SYNTAX_WARNING) => {
                let mut error = warning.clone();
                error.message = error.message.replace(FUTURE, "");
                return Err(raise(thread, &error));
            }
            outcome => outcome?,
        };
    }
    Ok(())
}

/// Source of a program that does the same as [`warn`].
pub fn warning_program(warnings: &[SyntaxError]) -> String {
    use std::fmt::Write as _;
    let literal = |text: &str| -> String {
        let escaped = text.chars().map(|it| format!("\\U{:08x}", it as u32));
        format!("'{}'", escaped.collect::<String>())
    };
    let mut program = String::from("from warnings import warn_explicit\n");
    for warning in warnings {
        let (message, file) = (literal(&warning.message), literal(&warning.filename));
        let (line, column) = (warning.line, warning.column);
        let (end_line, end_column) = (warning.end_line, warning.end_column);
        let text = literal(&warning.text);
        let _ = write!(
            program,
            "try:\n warn_explicit({message}, SyntaxWarning, {file}, {line})\n\
             except SyntaxWarning:\n \
             raise SyntaxError({message}, ({file}, {line}, {column}, {text}, \
             {end_line}, {end_column})) from None\n"
        );
    }
    program
}

/// Makes the exception of an error: a `SyntaxError`, or a `MemoryError` or `RecursionError`.
pub fn make<'a>(thread: &'a Thread, error: &SyntaxError) -> Outcome<Value<'a>> {
    let class = match error.kind {
        SyntaxErrorKind::Syntax => SYNTAX_ERROR,
        SyntaxErrorKind::Indentation => INDENTATION_ERROR,
        SyntaxErrorKind::Tab => TAB_ERROR,
        SyntaxErrorKind::Memory => MEMORY_ERROR,
        SyntaxErrorKind::Recursion => RECURSION_ERROR,
    };
    let message = string::new(thread, &error.message)?;
    if class == MEMORY_ERROR || class == RECURSION_ERROR {
        return Ok(exception::new(thread, class, &[message]));
    }
    let number = |value: u32| Value::from_small(value as i32);
    let text = match error.text.as_str() {
        "" => NONE,
        text if error.has_line_end => string::new(thread, &format!("{text}\n"))?,
        text => string::new(thread, text)?,
    };
    let details = [
        string::new(thread, &error.filename)?,
        number(error.line),
        number(error.column),
        text,
        number(error.end_line),
        number(error.end_column),
    ];
    let details = tuple::from_values(thread, &details)?;
    Ok(exception::new(thread, class, &[message, details]))
}
