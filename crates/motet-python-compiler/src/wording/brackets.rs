//! Brackets that do not match. CPython reports them before most other errors.

use ruff_python_ast::token::{TokenKind, Tokens};

use crate::error::Fault;
use crate::source::Source;

/// An opening bracket: its character, its offset.
type Opening = (char, usize);

/// A mismatched bracket, if an error at `offset` comes from one.
pub(super) fn find_fault(tokens: &Tokens, source: &Source<'_>, offset: usize) -> Option<Fault> {
    let mut open: Vec<Opening> = Vec::new();
    let (mut before, mut fields) = (TokenKind::Newline, Vec::new());
    for token in tokens.iter() {
        let (kind, range) = token.as_tuple();
        let start = range.start().to_usize();
        let begins_field = matches!(
            before,
            TokenKind::FStringStart | TokenKind::FStringMiddle | TokenKind::TStringStart
        );
        if begins_field && kind == TokenKind::Lbrace {
            fields.push(start);
        }
        before = kind;
        match bracket(kind) {
            Some((character, true)) => open.push((character, start)),
            Some((character, false)) => match open.pop() {
                None => return Some(Fault::new(format!("unmatched '{character}'"), start, start)),
                // A field of a formatted literal knows nothing of other brackets.
                Some((_, place)) if fields.contains(&place) && character != '}' => {
                    let message = format!("f-string: unmatched '{character}'");
                    return Some(Fault::new(message, start, start));
                }
                Some((opening, place)) if closing_of(opening) != character => {
                    let message = mismatch(source, character, start, opening, place);
                    return Some(Fault::new(message, start, start));
                }
                Some(_) => {}
            },
            None => {}
        }
    }
    let (character, start) = open.pop()?;
    let (line, _) = source.line_and_character(start);
    let (error_line, _) = source.line_and_character(offset);
    let rest = source.text().get(offset..).unwrap_or_default();
    let is_at_end_of_line = rest.is_empty() || rest.starts_with(['\n', '\r']);
    if error_line > line || is_at_end_of_line {
        let message = format!("'{character}' was never closed");
        return Some(Fault::new(message, start, start));
    }
    None
}

/// The bracket that is open where the text ends in the expression of a replacement field.
pub(super) fn open_in_field(tokens: &Tokens) -> Option<Fault> {
    // Of each open bracket whether the format of a field has begun in it; None stands for a string.
    let mut open: Vec<Option<(Opening, bool)>> = Vec::new();
    for token in tokens.iter() {
        let (kind, range) = token.as_tuple();
        match kind {
            TokenKind::FStringStart | TokenKind::TStringStart => open.push(None),
            TokenKind::FStringEnd | TokenKind::TStringEnd => {
                open.pop();
            }
            TokenKind::Colon => {
                if let Some(Some((('{', _), has_format))) = open.last_mut() {
                    *has_format = true;
                }
            }
            _ => match bracket(kind) {
                Some((character, true)) => {
                    open.push(Some(((character, range.start().to_usize()), false)));
                }
                Some((_, false)) => {
                    open.pop();
                }
                None => {}
            },
        }
    }
    let is_in_string = open.iter().any(Option::is_none);
    match open.pop()?? {
        ((character, start), false) if is_in_string => {
            let message = format!("'{character}' was never closed");
            Some(Fault::new(message, start, start))
        }
        _ => None,
    }
}

/// How many brackets are open before an offset.
pub(super) fn depth_before(tokens: &Tokens, offset: usize) -> usize {
    let mut depth = 0usize;
    for token in tokens.iter() {
        let (kind, range) = token.as_tuple();
        if range.start().to_usize() >= offset {
            break;
        }
        match bracket(kind) {
            Some((_, true)) => depth += 1,
            Some((_, false)) => depth = depth.saturating_sub(1),
            None => {}
        }
    }
    depth
}

fn mismatch(
    source: &Source<'_>,
    closing: char,
    place: usize,
    opening: char,
    opening_place: usize,
) -> String {
    let message =
        format!("closing parenthesis '{closing}' does not match opening parenthesis '{opening}'");
    let (line, _) = source.line_and_character(place);
    let (opening_line, _) = source.line_and_character(opening_place);
    if line == opening_line {
        message
    } else {
        format!("{message} on line {opening_line}")
    }
}

/// The character of a bracket, and whether it opens.
fn bracket(kind: TokenKind) -> Option<(char, bool)> {
    Some(match kind {
        TokenKind::Lpar => ('(', true),
        TokenKind::Lsqb => ('[', true),
        TokenKind::Lbrace => ('{', true),
        TokenKind::Rpar => (')', false),
        TokenKind::Rsqb => (']', false),
        TokenKind::Rbrace => ('}', false),
        _ => return None,
    })
}

fn closing_of(opening: char) -> char {
    match opening {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}
