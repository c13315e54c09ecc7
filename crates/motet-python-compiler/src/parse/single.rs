//! What an interactive session takes at once: one statement, or simple ones on one line.
//!
//! A statement with blocks has to end: the line behind it is empty, or the text ends there. Where
//! the text ends without a newline, it ends the blocks that are indented, but no block on the line
//! of its own statement.

use ruff_python_ast::token::{Token, TokenKind, Tokens};
use ruff_python_ast::{ModModule, Stmt};
use ruff_python_parser::Parsed;
use ruff_text_size::Ranged;

use crate::error::Fault;

/// Refuses what is no single statement. Faults of the first statement are told by others.
pub(super) fn check(text: &str, parsed: &Parsed<ModModule>) -> Result<(), Fault> {
    let first = parsed.syntax().body.first();
    let error = parsed.errors().first();
    let error = error.map(|error| error.location.start().to_usize());
    let fault = match first {
        None if error.is_none() => Some(unfinished(text)),
        None => None,
        Some(statement) if has_blocks(statement) => {
            let is_whole = error.is_none();
            let second = parsed.syntax().body.get(1).filter(|_| is_whole);
            match second {
                Some(second) => token_at(parsed.tokens(), second),
                None => (is_whole && !ends(text, parsed.tokens())).then(|| unfinished(text)),
            }
        }
        Some(_) => another_line(text, parsed.tokens()),
    };
    match fault {
        Some(fault) if error.is_none_or(|error| fault.start <= error) => Err(fault),
        _ => Ok(()),
    }
}

fn has_blocks(statement: &Stmt) -> bool {
    matches!(
        statement,
        Stmt::FunctionDef(_)
            | Stmt::ClassDef(_)
            | Stmt::If(_)
            | Stmt::For(_)
            | Stmt::While(_)
            | Stmt::Try(_)
            | Stmt::With(_)
            | Stmt::Match(_)
    )
}

/// The fault at the end of a text: CPython points at its last line alone.
fn unfinished(text: &str) -> Fault {
    let end = text.strip_suffix('\n').unwrap_or(text).len();
    Fault {
        columns: Some((0, 0)),
        ..Fault::new("invalid syntax", end, end)
    }
}

/// The fault of a statement behind one with blocks: its first word is one too many.
fn token_at(tokens: &Tokens, statement: &Stmt) -> Option<Fault> {
    let token = tokens
        .iter()
        .find(|it| it.start() >= statement.start() && !it.range().is_empty())?;
    let (start, end) = (token.start().to_usize(), token.end().to_usize());
    Some(Fault::new("invalid syntax", start, end))
}

/// Whether a statement with blocks ends where the text does.
fn ends(text: &str, tokens: &Tokens) -> bool {
    if text.ends_with('\n') {
        return true;
    }
    let last_line = text.rsplit('\n').next().unwrap_or_default();
    let is_comment = last_line.trim_start().starts_with('#');
    let before_end = tokens
        .iter()
        .rev()
        .find(|it| it.kind() != TokenKind::EndOfFile);
    !is_comment && before_end.is_some_and(|it| it.kind() == TokenKind::Dedent)
}

/// The fault of more lines behind the one of a simple statement: the end of that line.
fn another_line(text: &str, tokens: &Tokens) -> Option<Fault> {
    let mut rest = tokens
        .iter()
        .skip_while(|it| it.kind() != TokenKind::Newline);
    let newline = rest.next()?;
    let is_statement = |token: &Token| {
        !token.kind().is_trivia()
            && !matches!(token.kind(), TokenKind::Newline | TokenKind::EndOfFile)
    };
    rest.find(|it| is_statement(it))?;
    let start = newline.start().to_usize();
    let line_start = text[..start].rfind('\n').map_or(0, |line| line + 1);
    let column = text[line_start..start].chars().count() as u32 + 1;
    let message = "multiple statements found while compiling a single statement";
    Some(Fault {
        columns: Some((column, column + 1)),
        ..Fault::new(message, start, start)
    })
}
