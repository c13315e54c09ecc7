//! How deeply a source nests, before anything walks it: the parser takes native stack for each
//! level, and ends the process where the system gives no more.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{Mode, lexer};

use crate::error::Fault;

/// The deepest nesting of a program, in levels of its tree.
pub(crate) const MAX_DEPTH: usize = 12_000;

/// Whether the tree of a source may be deeper than [`MAX_DEPTH`]. It is at most as deep as there
/// are open brackets and, within each, operators and keywords behind which an operand is parsed one
/// level deeper, since the last comma or the end of the last line.
///
/// # Errors
/// A fault with the message that deep trees get.
pub(crate) fn check(text: &str) -> Result<(), Fault> {
    // Each level takes a character.
    if text.len() <= MAX_DEPTH {
        return Ok(());
    }
    let mut lexer = lexer::lex(text, Mode::Module);
    let mut depth = Depth::default();
    loop {
        let token = lexer.next_token();
        if token.is_eof() {
            return Ok(());
        }
        depth.pass(token);
        if depth.levels > MAX_DEPTH {
            return Err(Fault::new("too deeply nested", 0, 0));
        }
    }
}

#[derive(Default)]
struct Depth {
    /// All open levels.
    levels: usize,
    /// Of each open bracket, outermost first, the operators within it.
    outer: Vec<usize>,
    /// The operators within the innermost bracket.
    operators: usize,
}

impl Depth {
    fn pass(&mut self, token: TokenKind) {
        match token {
            TokenKind::Lpar
            | TokenKind::Lsqb
            | TokenKind::Lbrace
            | TokenKind::FStringStart
            | TokenKind::TStringStart => {
                self.outer.push(self.operators);
                self.operators = 0;
                self.levels += 1;
            }
            TokenKind::Rpar
            | TokenKind::Rsqb
            | TokenKind::Rbrace
            | TokenKind::FStringEnd
            | TokenKind::TStringEnd => {
                self.forget_operators();
                // A bracket that closes nothing is told by the parser.
                if let Some(operators) = self.outer.pop() {
                    self.operators = operators;
                    self.levels -= 1;
                }
            }
            TokenKind::Comma | TokenKind::Newline | TokenKind::Semi => self.forget_operators(),
            TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Tilde
            | TokenKind::Not
            | TokenKind::Await
            | TokenKind::Lambda
            | TokenKind::Else
            | TokenKind::DoubleStar
            | TokenKind::Star
            | TokenKind::ColonEqual
            | TokenKind::Yield
            | TokenKind::From => {
                self.operators += 1;
                self.levels += 1;
            }
            _ => {}
        }
    }

    fn forget_operators(&mut self) {
        self.levels -= self.operators;
        self.operators = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_deep(text: &str) -> bool {
        check(text).is_err()
    }

    #[test]
    fn what_nests_is_counted_and_what_stands_side_by_side_is_not() {
        let many = MAX_DEPTH + 1;
        for deep in [
            "(",
            "[1, ",
            "{",
            "f(",
            "not ",
            "-",
            "1 if 1 else ",
            "a**",
            "(\n-\n",
        ] {
            assert!(is_deep(&deep.repeat(many)), "{deep}");
        }
        for flat in [
            "-1, ",
            "f(a) ",
            "a\n",
            "'(' ",
            "[-1],",
            "x = not y\n",
            "a;",
            "# (\n",
        ] {
            assert!(!is_deep(&flat.repeat(many)), "{flat}");
            let inside = format!("({}\n)", flat.repeat(many));
            assert!(!is_deep(&inside) || flat.contains(['\n', ';']), "{flat}");
        }
        assert!(is_deep(&format!(
            "{}{}",
            "(".repeat(many),
            ")".repeat(many)
        )));
        assert!(!is_deep(&")".repeat(many)), "told by the parser");
    }
}
