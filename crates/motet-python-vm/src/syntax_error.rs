//! From the compiler's errors to exceptions.

use motet_python_compiler::{SyntaxError, SyntaxErrorKind};
use motet_tm::{Unwind, Value};

use crate::exception::{self, INDENTATION_ERROR, SYNTAX_ERROR, TAB_ERROR};
use crate::kinds::NONE;
use crate::native::Outcome;
use crate::objects::{string, tuple};
use crate::thread::Thread;

/// Raises a `SyntaxError` with all that the compiler knows.
#[cold]
pub(crate) fn raise(thread: &Thread, error: &SyntaxError) -> Unwind {
    match make(thread, error) {
        Ok(exception) => thread.raise_value(exception),
        Err(unwind) => unwind,
    }
}

/// Makes a `SyntaxError`.
pub(crate) fn make<'a>(thread: &'a Thread, error: &SyntaxError) -> Outcome<Value<'a>> {
    let class = match error.kind {
        SyntaxErrorKind::Syntax => SYNTAX_ERROR,
        SyntaxErrorKind::Indentation => INDENTATION_ERROR,
        SyntaxErrorKind::Tab => TAB_ERROR,
    };
    let number = |value: u32| Value::from_small(value as i32);
    let text = match error.text.as_str() {
        "" => NONE,
        text => string::new(thread, &format!("{text}\n"))?,
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
    let message = string::new(thread, &error.message)?;
    Ok(exception::new(thread, class, &[message, details]))
}
