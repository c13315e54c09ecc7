//! CPython's wording of the parser's errors.

use ruff_python_ast::token::Tokens;
use ruff_python_parser::{ParseError, ParseErrorType};

use crate::error::Fault;
use crate::source::Source;

/// Brings an error of the parser into CPython's words.
pub(crate) fn describe(error: &ParseError, _tokens: &Tokens, _source: &Source<'_>) -> Fault {
    let message = match &error.error {
        ParseErrorType::PositionalAfterKeywordArgument => {
            "positional argument follows keyword argument".to_owned()
        }
        _ => "invalid syntax".to_owned(),
    };
    Fault {
        message,
        start: error.location.start().to_usize(),
        end: error.location.end().to_usize(),
    }
}
