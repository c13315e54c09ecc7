//! From byte offsets in the source to lines and columns.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};

use motet_python_bytecode::Position;
use ruff_python_ast::InterpolatedElement;
use ruff_text_size::{Ranged, TextRange};

use crate::Map;

/// A source text with the offsets at which its lines begin.
pub(crate) struct Source<'a> {
    text: &'a str,
    line_starts: Vec<usize>,
    /// The line that was asked for last: the next question is mostly about it or the one behind
    /// it. Any thread may write it (Relaxed): it only says where to look first.
    recent_line: AtomicUsize,
    drawn: Option<Drawn>,
}

/// The meaning of offsets where there is no text: in a tree that a program has made.
struct Drawn {
    /// Line and column of each offset.
    places: Vec<(u32, u32)>,
    /// Texts of expressions, by the offset at which these begin.
    texts: Map<u32, String>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(text: &'a str) -> Source<'a> {
        let bytes = text.as_bytes();
        let mut line_starts = vec![0];
        for (index, byte) in bytes.iter().enumerate() {
            let ends_line = match byte {
                b'\n' => true,
                b'\r' => bytes.get(index + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends_line {
                line_starts.push(index + 1);
            }
        }
        Source {
            text,
            line_starts,
            recent_line: AtomicUsize::new(0),
            drawn: None,
        }
    }

    /// The source of a tree without a text.
    pub(crate) fn drawn(places: Vec<(u32, u32)>, texts: Map<u32, String>) -> Source<'static> {
        let drawn = Drawn { places, texts };
        Source {
            drawn: Some(drawn),
            ..Source::new("")
        }
    }

    /// The text of an expression; empty if a tree without a text does not tell.
    pub(crate) fn text_of(&self, range: TextRange) -> &str {
        match &self.drawn {
            Some(drawn) => drawn.texts.get(&range.start().to_u32()).map_or("", |it| it),
            None => &self.text[range.start().to_usize()..range.end().to_usize()],
        }
    }

    /// The text of the expression of a field in a t-string: all from the brace to what ends the
    /// expression, without comments.
    pub(crate) fn field_text(&self, field: &InterpolatedElement) -> Cow<'_, str> {
        let expression = field.expression.range();
        if self.drawn.is_some() {
            return self.text_of(expression).into();
        }
        let rest = self.text_of(TextRange::new(expression.end(), field.range().end()));
        let end = expression.end().to_usize() + trailing_bytes(rest);
        let start = field.range().start().to_usize() + '{'.len_utf8();
        without_comments(&self.text[start..end])
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Index of the line that holds the offset, counted from 0.
    fn line_index(&self, offset: usize) -> usize {
        let starts = &self.line_starts;
        let recent = self.recent_line.load(Ordering::Relaxed);
        let holds = |line: usize| {
            starts.get(line).is_some_and(|start| *start <= offset)
                && starts.get(line + 1).is_none_or(|next| offset < *next)
        };
        if holds(recent) {
            return recent;
        }
        let line = if holds(recent + 1) {
            recent + 1
        } else {
            starts.partition_point(|start| *start <= offset) - 1
        };
        self.recent_line.store(line, Ordering::Relaxed);
        line
    }

    /// Line counted from 1, characters before the offset within it.
    pub(crate) fn line_and_character(&self, offset: usize) -> (u32, u32) {
        if let Some(drawn) = &self.drawn {
            return drawn.places.get(offset).copied().unwrap_or((1, 0));
        }
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let index = self.line_index(offset);
        let before = &self.text[self.line_starts[index]..offset];
        let is_ascii = before.is_ascii();
        let characters = if is_ascii {
            before.len()
        } else {
            before.chars().count()
        };
        (index as u32 + 1, characters as u32)
    }

    /// The offset at which a line counted from 1 begins.
    pub(crate) fn line_start(&self, line: u32) -> usize {
        if let Some(drawn) = &self.drawn {
            let place = drawn.places.iter().position(|place| place.0 == line);
            return place.unwrap_or(0);
        }
        self.line_starts[line as usize - 1]
    }

    /// The text of a line counted from 1, without its end.
    pub(crate) fn line_text(&self, line: u32) -> &'a str {
        if self.drawn.is_some() {
            return "";
        }
        let index = line as usize - 1;
        let start = self.line_starts[index];
        let end = self
            .line_starts
            .get(index + 1)
            .map_or(self.text.len(), |next| *next);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    pub(crate) fn position(&self, range: TextRange) -> Position {
        let (start, end) = (range.start().to_usize(), range.end().to_usize());
        if let Some(drawn) = &self.drawn {
            let place = |offset: usize| drawn.places.get(offset).copied().unwrap_or((1, 0));
            let ((line, column), (end_line, end_column)) = (place(start), place(end));
            return Position {
                line,
                end_line,
                column,
                end_column,
            };
        }
        let first = self.line_index(start);
        let last = self.line_index(end);
        Position {
            line: first as u32 + 1,
            end_line: last as u32 + 1,
            column: (start - self.line_starts[first]) as u32,
            end_column: (end - self.line_starts[last]) as u32,
        }
    }
}

/// How many bytes behind an expression in a field of a t-string still belong to it: blanks,
/// comments, the ends of parentheses and tuples.
fn trailing_bytes(rest: &str) -> usize {
    let mut is_comment = false;
    let end = rest.find(|character: char| {
        is_comment = character == '#' || is_comment && character != '\n';
        !is_comment && !character.is_whitespace() && !matches!(character, ')' | ',' | '\\')
    });
    end.unwrap_or(rest.len())
}

/// A piece of source text without its comments; what strings hold stays.
pub(crate) fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains('#') {
        return text.into();
    }
    let (mut kept, mut quote) = (String::with_capacity(text.len()), "");
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let mark = ["\"\"\"", "'''", "\"", "'"];
        let mark = mark.into_iter().find(|mark| rest.starts_with(mark));
        let length = match (quote, mark) {
            ("", None) if character == '#' => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            ("", Some(mark)) => {
                quote = mark;
                mark.len()
            }
            (quote_of, _) if !quote_of.is_empty() && rest.starts_with(quote_of) => {
                quote = "";
                quote_of.len()
            }
            (quote_of, _) if !quote_of.is_empty() && character == '\\' => {
                let escaped = rest[1..].chars().next();
                1 + escaped.map_or(0, char::len_utf8)
            }
            _ => character.len_utf8(),
        };
        kept.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    kept.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_every_kind_of_line_end() {
        let source = Source::new("a\r\nbé\rc\n");
        assert_eq!(source.line_text(1), "a");
        assert_eq!(source.line_text(2), "bé");
        assert_eq!(source.line_text(3), "c");
        assert_eq!(source.line_and_character(6), (2, 2));
    }

    #[test]
    fn lines_are_found_in_any_order() {
        let text = "a\n\n\u{e9}b\r\nc\rlast";
        let places = [
            (1, 0),
            (1, 1),
            (2, 0),
            (3, 0),
            (3, 0),
            (3, 1),
            (3, 2),
            (3, 3),
            (4, 0),
            (4, 1),
            (5, 0),
            (5, 1),
            (5, 2),
            (5, 3),
            (5, 4),
        ];
        assert_eq!(places.len(), text.len() + 1);
        for first in 0..places.len() {
            let source = Source::new(text);
            for second in (0..places.len()).chain((0..places.len()).rev()) {
                assert_eq!(source.line_and_character(first), places[first]);
                assert_eq!(source.line_and_character(second), places[second]);
            }
        }
    }
}
