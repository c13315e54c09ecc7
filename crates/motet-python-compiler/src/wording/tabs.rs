//! Tabs and spaces: indentation that means different things for different widths of a tab, or that
//! fits none around it.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::source::Source;

/// Columns between the stops of tabs, as the tokenizer counts them.
const TAB_STOP: usize = 8;

/// How the indentation of a line fits those around it.
#[derive(PartialEq)]
enum Verdict {
    Fits,
    /// It depends on how wide a tab is.
    Mixed,
    /// It ends blocks, but at none that is open.
    Unmatched,
}

/// The blocks that are open: how far each is indented, with tabs to the next stop and with tabs of
/// one column.
struct Blocks(Vec<(usize, usize)>);

impl Blocks {
    fn new() -> Blocks {
        Blocks(vec![(0, 0)])
    }

    /// Takes the white space before a line, and opens or ends blocks by it.
    fn take(&mut self, space: &str) -> Verdict {
        let (column, characters) = columns(space);
        let (outer, outer_characters) = self.0[self.0.len() - 1];
        if column > outer {
            if characters <= outer_characters {
                return Verdict::Mixed;
            }
            self.0.push((column, characters));
            return Verdict::Fits;
        }
        while self.0.len() > 1 && self.0[self.0.len() - 1].0 > column {
            self.0.pop();
        }
        match self.0[self.0.len() - 1] {
            open if open == (column, characters) => Verdict::Fits,
            (open, _) if open == column => Verdict::Mixed,
            _ => Verdict::Unmatched,
        }
    }
}

/// Whether indentation up to a line (counted from 1) depends on how wide a tab is.
pub(super) fn are_mixed(source: &Source<'_>, last: u32) -> bool {
    let mut blocks = Blocks::new();
    for line in 1..=last {
        let text = source.line_text(line);
        let content = text.trim_start_matches([' ', '\t']);
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        match blocks.take(&text[..text.len() - content.len()]) {
            Verdict::Fits => {}
            verdict => return verdict == Verdict::Mixed,
        }
    }
    false
}

/// The white space before the first statement whose indentation does not fit, in a source that the
/// parser has taken: that one's tabs are two columns wide.
pub(crate) fn find_misplaced(source: &str, tokens: &Tokens) -> Option<TextRange> {
    if !source.contains('\t') {
        return None;
    }
    let mut blocks = Blocks::new();
    let mut begins_line = true;
    for token in tokens {
        match token.kind() {
            TokenKind::Newline => begins_line = true,
            TokenKind::NonLogicalNewline
            | TokenKind::Comment
            | TokenKind::Indent
            | TokenKind::Dedent => {}
            TokenKind::EndOfFile => break,
            _ if begins_line => {
                begins_line = false;
                let end = token.start().to_usize();
                let space = &source[..end];
                let space = &space[space.trim_end_matches([' ', '\t']).len()..];
                let before = &source[..end - space.len()];
                if before.ends_with("\\\n") || before.ends_with("\\\r\n") {
                    // The indentation stands before the backslash, or goes on behind it.
                    return None;
                }
                // (A form feed begins the count anew.)
                if blocks.take(space) != Verdict::Fits {
                    let start = TextSize::try_from(before.len()).unwrap_or_default();
                    return Some(TextRange::new(start, token.start()));
                }
            }
            _ => {}
        }
    }
    None
}

/// How far white space goes with tabs to the next stop, and with tabs of one column.
fn columns(space: &str) -> (usize, usize) {
    let mut column = 0;
    for character in space.chars() {
        column = match character {
            '\t' => (column / TAB_STOP + 1) * TAB_STOP,
            _ => column + 1,
        };
    }
    (column, space.len())
}
