//! From byte offsets in the source to lines and columns.

use motet_python_bytecode::Position;
use ruff_text_size::TextRange;

/// A source text with the offsets at which its lines begin.
pub(crate) struct Source<'a> {
    text: &'a str,
    line_starts: Vec<usize>,
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
        Source { text, line_starts }
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Index of the line that holds the offset, counted from 0.
    fn line_index(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset) - 1
    }

    /// Line counted from 1, characters before the offset within it.
    pub(crate) fn line_and_character(&self, offset: usize) -> (u32, u32) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let index = self.line_index(offset);
        let before = &self.text[self.line_starts[index]..offset];
        (index as u32 + 1, before.chars().count() as u32)
    }

    /// The offset at which a line counted from 1 begins.
    pub(crate) fn line_start(&self, line: u32) -> usize {
        self.line_starts[line as usize - 1]
    }

    /// The text of a line counted from 1, without its end.
    pub(crate) fn line_text(&self, line: u32) -> &'a str {
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
}
