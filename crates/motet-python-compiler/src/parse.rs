//! The parser, behind one function: the rest of the crate sees its tree but not its errors.

use ruff_python_ast::{ModModule, PythonVersion};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::Ranged;

use crate::error::Fault;
use crate::source::Source;
use crate::wording;

/// Parses a module; the first error, if there is one, in CPython's words.
pub(crate) fn parse(source: &Source<'_>) -> Result<ModModule, Fault> {
    let options = ParseOptions::from(Mode::Module).with_target_version(PythonVersion::PY314);
    let Some(parsed) = parse_unchecked(source.text(), options).try_into_module() else {
        return Err(Fault {
            message: "invalid syntax".to_owned(),
            start: 0,
            end: 0,
        });
    };
    if let Some(error) = parsed.errors().first() {
        return Err(wording::describe(error, parsed.tokens(), source));
    }
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        return Err(Fault {
            message: "invalid syntax".to_owned(),
            start: error.range().start().to_usize(),
            end: error.range().end().to_usize(),
        });
    }
    Ok(parsed.into_syntax())
}
