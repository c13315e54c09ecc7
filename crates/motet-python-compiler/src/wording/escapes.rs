//! Escape sequences that name no character: CPython tells the place within the literal's content,
//! and points at the whole literal (of a formatted one, at the part between its fields).

use ruff_python_ast::token::TokenKind;

use crate::error::Fault;
use crate::wording::Describer;

/// The fault of the escape sequence before the error.
pub(super) fn describe(describer: &Describer<'_>) -> Fault {
    let all = describer.source.text();
    let place = describer.start.min(all.len());
    let malformed = || describer.fault("(unicode error) malformed escape");
    let Some(escape) = all[..place].rfind('\\') else {
        return malformed();
    };
    let mut tokens = describer.tokens.iter().map(|token| token.as_tuple());
    let literal = tokens.find_map(|(kind, range)| {
        let (start, end) = (range.start().to_usize(), range.end().to_usize());
        (start <= escape && escape < end).then_some((kind, start, end))
    });
    let Some((kind, start, end)) = literal else {
        return malformed();
    };
    let (prefix, content) = match kind {
        TokenKind::FStringMiddle | TokenKind::TStringMiddle => ("", start..end),
        _ => parts_of_literal(all, start, end),
    };
    if !(content.start..content.end).contains(&escape) {
        return malformed();
    }
    let message = if prefix.contains(['b', 'B']) {
        let offset = escape - content.start;
        format!(r"(value error) invalid \x escape at position {offset}")
    } else {
        let first = decoded_bytes(&all[content.start..escape]);
        let (message, sequence) = complaint(&all[escape..content.end]);
        let last = first + decoded_bytes(sequence) - 1;
        format!(
            "(unicode error) 'unicodeescape' codec can't decode bytes in position \
             {first}-{last}: {message}"
        )
    };
    Fault::new(message, start, end)
}

/// The prefix of a literal at `start..end` of a text, and the range of its content.
fn parts_of_literal(text: &str, start: usize, end: usize) -> (&str, std::ops::Range<usize>) {
    let literal = &text[start..end];
    let length = literal.find(['"', '\'']).unwrap_or(0);
    let (prefix, quoted) = literal.split_at(length);
    let is_triple = quoted.starts_with("\"\"\"") || quoted.starts_with("'''");
    let quotes = if is_triple && quoted.len() >= 6 { 3 } else { 1 };
    let content = start + length + quotes..end.saturating_sub(quotes);
    (prefix, content)
}

/// What is wrong with the escape sequence at the beginning of a text, and the sequence.
fn complaint(text: &str) -> (&'static str, &str) {
    let mut characters = text[1..].char_indices();
    let (_, kind) = characters.next().unwrap_or((0, 'x'));
    let rest = text.get(2..).unwrap_or_default();
    if kind == 'N' {
        let Some(name) = rest.strip_prefix('{') else {
            return (r"malformed \N character escape", &text[..2]);
        };
        return match name.find('}') {
            Some(0) => (r"malformed \N character escape", &text[..3]),
            Some(length) => ("unknown Unicode character name", &text[..length + 4]),
            None => (r"malformed \N character escape", text),
        };
    }
    let digits = rest.chars().take_while(char::is_ascii_hexdigit).count();
    let message = match kind {
        'u' => r"truncated \uXXXX escape",
        'U' if digits >= 8 => "illegal Unicode character",
        'U' => r"truncated \UXXXXXXXX escape",
        _ => r"truncated \xXX escape",
    };
    (message, &text[..2 + digits])
}

/// How many bytes CPython decodes for a part of a literal: characters beyond ASCII are brought into
/// an escape sequence of ten bytes, and a backslash before one into a sequence of six.
fn decoded_bytes(text: &str) -> usize {
    let mut count = 0;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_before_other = |next: &char| !next.is_ascii();
        count += match character {
            '\\' if characters.peek().is_some_and(is_before_other) => 6,
            '\\' => 1 + usize::from(characters.next().is_some()),
            _ if character.is_ascii() => 1,
            _ => 10,
        };
    }
    count
}
