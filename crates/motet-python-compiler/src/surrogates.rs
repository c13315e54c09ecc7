//! Escapes of lone surrogates in string literals.
//!
//! The parser's texts are UTF-8, so it puts U+FFFD in their place. Here the escapes are found again
//! in the source; each becomes a character that stands for its surrogate, and the text gets a mark
//! in front (`motet_python_bytecode::SURROGATE_MARK`) by which the machine knows it.

use motet_python_bytecode::{FIRST_STAND_IN, SURROGATE_MARK};
use ruff_python_ast::visitor::transformer::{Transformer, walk_f_string};
use ruff_python_ast::{FString, InterpolatedStringElement, ModModule, StringFlags, StringLiteral};
use ruff_text_size::{Ranged, TextRange};

const REPLACEMENT: char = '\u{fffd}';

/// Restores the surrogates of all literals of a module.
pub(crate) fn restore(module: &mut ModModule, source: &str) {
    let has_escape = source
        .match_indices('\\')
        .any(|(at, _)| surrogate_of(&source[at + 1..]).is_some());
    if !has_escape {
        return;
    }
    let restorer = Restorer { source };
    for statement in &mut module.body {
        restorer.visit_stmt(statement);
    }
}

/// The surrogate that an escape (without its backslash) at the start of a text names.
fn surrogate_of(text: &str) -> Option<u32> {
    code_of(text)
        .map(|(code, _)| code)
        .filter(|code| (0xd800..0xe000).contains(code))
}

/// The code point of a hexadecimal escape without its backslash, and the bytes it takes.
fn code_of(text: &str) -> Option<(u32, usize)> {
    let digits = match text.as_bytes().first()? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let code = u32::from_str_radix(text.get(1..1 + digits)?, 16).ok()?;
    Some((code, 1 + digits))
}

struct Restorer<'a> {
    source: &'a str,
}

impl Restorer<'_> {
    /// The text of a literal between its quotes.
    fn restored(&self, content: &str, value: &str) -> Option<Box<str>> {
        let places = replacements(content);
        if places.iter().all(Option::is_none) {
            return None;
        }
        let mut places = places.into_iter();
        let mut out = String::from(SURROGATE_MARK);
        for character in value.chars() {
            let surrogate = if character == REPLACEMENT {
                places.next().flatten()
            } else {
                None
            };
            let stand_in = surrogate
                .and_then(|code| char::from_u32(code - 0xd800 + u32::from(FIRST_STAND_IN)));
            out.push(stand_in.unwrap_or(character));
        }
        Some(out.into())
    }

    fn source_of(&self, range: TextRange) -> &str {
        &self.source[range.start().to_usize()..range.end().to_usize()]
    }
}

/// For each U+FFFD that the parser makes of a literal: the surrogate that it stands for.
fn replacements(content: &str) -> Vec<Option<u32>> {
    let mut places = Vec::new();
    let mut rest = content;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character == REPLACEMENT {
            places.push(None);
        }
        if character != '\\' {
            continue;
        }
        if let Some((code, width)) = code_of(rest) {
            match code {
                0xd800..0xe000 => places.push(Some(code)),
                0xfffd => places.push(None),
                _ => {}
            }
            rest = &rest[width..];
        } else if let Some(named) = rest.strip_prefix("N{") {
            let end = named.find('}').unwrap_or(named.len());
            if named[..end].eq_ignore_ascii_case("REPLACEMENT CHARACTER") {
                places.push(None);
            }
            rest = &named[end..];
        } else if let Some(escaped) = rest.chars().next() {
            rest = &rest[escaped.len_utf8()..];
        }
    }
    places
}

impl Transformer for Restorer<'_> {
    fn visit_string_literal(&self, literal: &mut StringLiteral) {
        if literal.flags.prefix().is_raw() {
            return;
        }
        let text = self.source_of(literal.range());
        let opener = literal.flags.opener_len().to_usize();
        let closer = literal.flags.closer_len().to_usize();
        let content = text
            .get(opener..text.len().saturating_sub(closer))
            .unwrap_or("");
        if let Some(value) = self.restored(content, &literal.value) {
            literal.value = value;
        }
    }

    fn visit_f_string(&self, f_string: &mut FString) {
        if !f_string.flags.prefix().is_raw() {
            for element in &mut f_string.elements {
                if let InterpolatedStringElement::Literal(literal) = element {
                    let content = self.source_of(literal.range());
                    if let Some(value) = self.restored(content, &literal.value) {
                        literal.value = value;
                    }
                }
            }
        }
        walk_f_string(self, f_string);
    }
}
