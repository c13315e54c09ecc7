//! The parser, behind one function: the rest of the crate sees its tree but not its errors.

use ruff_python_ast::{ModModule, PythonVersion};
use ruff_python_parser::{Mode, ParseOptions, UnsupportedSyntaxErrorKind, parse_unchecked};
use ruff_text_size::Ranged;

use crate::error::Fault;
use crate::source::Source;
use crate::wording;

/// Parses a module; the first error, if there is one, in CPython's words.
pub(crate) fn parse(source: &Source<'_>) -> Result<ModModule, Fault> {
    let options = ParseOptions::from(Mode::Module).with_target_version(PythonVersion::PY314);
    let Some(parsed) = parse_unchecked(source.text(), options).try_into_module() else {
        return Err(Fault::new("invalid syntax", 0, 0));
    };
    if let Some(error) = parsed.errors().first() {
        let (module, tokens) = (parsed.syntax(), parsed.tokens());
        return Err(wording::describe(error, module, tokens, source));
    }
    if let Some(error) = parsed.unsupported_syntax_errors().first() {
        let message = match error.kind {
            UnsupportedSyntaxErrorKind::UnpackingInComprehension(_) => {
                "iterable unpacking cannot be used in comprehension"
            }
            _ => "invalid syntax",
        };
        let range = error.range();
        let (start, end) = (range.start().to_usize(), range.end().to_usize());
        return Err(Fault::new(message, start, end));
    }
    Ok(parsed.into_syntax())
}
