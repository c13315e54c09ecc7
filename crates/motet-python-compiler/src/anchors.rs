//! The part of a piece of source text at which a traceback points: the operator of a binary
//! operation, the brackets of a subscript or call.

use ruff_python_ast::{Expr, ModModule, Stmt};
use ruff_python_parser::parse_module;
use ruff_text_size::Ranged;

use crate::depth;

/// The part that is marked, as offsets in bytes into the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchors {
    /// Its start.
    pub start: usize,
    /// Its end.
    pub end: usize,
}

/// Longer texts are not looked into.
const TEXT_BYTES_MAX: usize = 10_000;

/// Texts whose trees are higher are not, either: the native stack may be nearly used up.
const HEIGHT_MAX: usize = 250;

/// The opening that is put before the text, so that it may go over several lines.
const OPENING: &str = "(\n";

/// Finds the part of an expression that is to be marked.
pub fn anchors(text: &str) -> Option<Anchors> {
    let wrapped = format!("{OPENING}{text}\n)");
    let module = parse(&wrapped)?;
    let [Stmt::Expr(statement)] = module.body.as_slice() else {
        return None;
    };
    let place = |offset: usize| offset.saturating_sub(OPENING.len());
    let end = place(statement.value.end().to_usize());
    match &*statement.value {
        Expr::BinOp(node) => {
            let left = place(node.left.end().to_usize());
            let right = place(node.right.start().to_usize());
            let start = seek(text, left, |it| !it.is_whitespace() && it != ')')?;
            let first = text[start..].chars().next()?.len_utf8();
            let second = text[start + first..].chars().next();
            let is_double = second.is_some_and(|it| !it.is_whitespace() && !"\\#".contains(it))
                && start + first < right;
            let length = first + if is_double { 1 } else { 0 };
            Some(Anchors {
                start,
                end: start + length,
            })
        }
        Expr::Subscript(node) => {
            let start = seek(text, place(node.value.end().to_usize()), |it| it == '[')?;
            Some(Anchors { start, end })
        }
        Expr::Call(node) => {
            let start = seek(text, place(node.func.end().to_usize()), |it| it == '(')?;
            Some(Anchors { start, end })
        }
        _ => None,
    }
}

fn parse(text: &str) -> Option<ModModule> {
    let is_deep = || !depth::measure(text).is_ok_and(|height| height <= HEIGHT_MAX);
    if text.len() > TEXT_BYTES_MAX || text.len() > HEIGHT_MAX && is_deep() {
        return None;
    }
    parse_module(text).ok().map(|parsed| parsed.into_syntax())
}

/// The first wanted character from an offset on; comments and continued line
/// ends are passed over.
fn seek(text: &str, from: usize, wanted: impl Fn(char) -> bool) -> Option<usize> {
    let mut is_comment = false;
    for (index, character) in text.get(from..)?.char_indices() {
        match character {
            '\n' => is_comment = false,
            '#' | '\\' => is_comment = true,
            _ if !is_comment && wanted(character) => return Some(from + index),
            _ => {}
        }
    }
    None
}

/// Whether lines are one statement that does nothing but call (and return or assign the result),
/// and the call lies between two offsets: then a mark would say nothing.
pub fn is_whole_call(lines: &str, start: usize, end: usize) -> bool {
    let Some(module) = parse(lines) else {
        return false;
    };
    let call = match module.body.first() {
        Some(Stmt::Return(node)) => match node.value.as_deref() {
            Some(Expr::Call(call)) if call.func.is_name_expr() => call,
            _ => return false,
        },
        Some(Stmt::Assign(node)) => match &*node.value {
            Expr::Call(call) => call,
            _ => return false,
        },
        _ => return false,
    };
    (call.start().to_usize(), call.end().to_usize()) == (start, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> Option<&str> {
        anchors(text).map(|found| &text[found.start..found.end])
    }

    #[test]
    fn operators_and_brackets_are_marked() {
        assert_eq!(marked("a + b"), Some("+"));
        assert_eq!(marked("(a) // (b)"), Some("//"));
        assert_eq!(marked("x[1][2]"), Some("[2]"));
        assert_eq!(marked("f(g(1), 2)"), Some("(g(1), 2)"));
        assert_eq!(marked("a.b"), None);
        assert_eq!(marked("a +"), None);
    }
}
