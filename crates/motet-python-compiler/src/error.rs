//! The error of a failed compilation.

use std::fmt;
use std::sync::Arc;

use crate::source::Source;

/// The exception class of Python to which an error belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// `SyntaxError`
    #[default]
    Syntax,
    /// `IndentationError`
    Indentation,
    /// `TabError`
    Tab,
    /// `MemoryError`: the source nests too deeply to be parsed. It has a message alone.
    Memory,
    /// `RecursionError`: the tree is too high. It has a message alone.
    Recursion,
}

/// The reason why a source text does not compile: the data of Python's `SyntaxError`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The class of the exception.
    pub kind: SyntaxErrorKind,
    /// The message, in CPython's words where it has some.
    pub message: String,
    /// The file the source comes from.
    pub filename: Arc<str>,
    /// The first line concerned, counted from 1.
    pub line: u32,
    /// The first character concerned, counted from 1 within its line.
    pub column: u32,
    /// The last line concerned, counted from 1.
    pub end_line: u32,
    /// The character after the last one concerned, counted from 1 within its line.
    pub end_column: u32,
    /// The text of the first line concerned.
    pub text: String,
    /// Whether a line end belongs to that text: not at the end of an expression or a statement of a
    /// session that was given without one.
    pub has_line_end: bool,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} ({}, line {})",
            self.message, self.filename, self.line
        )
    }
}

impl std::error::Error for SyntaxError {}

/// An error before it is brought into the form for users: a message and a range of byte offsets.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: SyntaxErrorKind,
    pub(crate) message: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Columns that are told in place of those of the range.
    pub(crate) columns: Option<(u32, u32)>,
    /// The tree nests so deeply that it cannot be walked to its ends.
    pub(crate) is_too_deep: bool,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>, start: usize, end: usize) -> Fault {
        Fault {
            kind: SyntaxErrorKind::Syntax,
            message: message.into(),
            start,
            end,
            columns: None,
            is_too_deep: false,
        }
    }

    pub(crate) fn into_error(self, source: &Source<'_>, filename: &Arc<str>) -> SyntaxError {
        let (line, column) = source.line_and_character(self.start);
        let (end_line, mut end_column) = source.line_and_character(self.end);
        let text = source.text();
        // The end of a line that nothing ends counts as a character.
        if self.start == text.len() && self.end == text.len() && !text.ends_with('\n') {
            end_column += 1;
        }
        let (column, end_column) = self.columns.unwrap_or((column + 1, end_column + 1));
        SyntaxError {
            kind: self.kind,
            message: self.message,
            filename: filename.clone(),
            line,
            column,
            end_line,
            end_column,
            text: source.line_text(line).to_owned(),
            has_line_end: true,
        }
    }
}
