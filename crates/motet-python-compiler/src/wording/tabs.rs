//! Tabs and spaces: indentation that means different things for different widths of a tab.

use crate::source::Source;

/// Columns between the stops of tabs, as the tokenizer counts them.
const TAB_STOP: usize = 8;

/// Whether indentation up to a line (counted from 1) depends on how wide a tab is.
pub(super) fn are_mixed(source: &Source<'_>, last: u32) -> bool {
    let mut open = vec![(0, 0)];
    for line in 1..=last {
        let text = source.line_text(line);
        let content = text.trim_start_matches([' ', '\t']);
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let (column, characters) = columns(&text[..text.len() - content.len()]);
        let (outer, outer_characters) = open[open.len() - 1];
        if column == outer {
            if characters != outer_characters {
                return true;
            }
            continue;
        }
        if column > outer {
            if characters <= outer_characters {
                return true;
            }
            open.push((column, characters));
            continue;
        }
        while open.len() > 1 && open[open.len() - 1].0 > column {
            open.pop();
        }
        if open[open.len() - 1] != (column, characters) {
            return open[open.len() - 1].0 == column;
        }
    }
    false
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
