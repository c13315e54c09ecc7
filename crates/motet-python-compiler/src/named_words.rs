//! `raise` before a semicolon, and `match` behind one.
//!
//! The parser takes a `raise` without an exception at the end of a line only: `raise; x` is a
//! mistake to it; and a `match` behind a semicolon is a statement to it, though only a name can
//! stand there: `x; match[0]`. A text with such words is parsed again with names of the same length
//! in their place, so that all places stay. The statements that are the first name become `raise`
//! again, and the second name becomes `match`.

use ruff_python_ast::name::Name;
use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_ast::visitor::transformer::{Transformer, walk_expr, walk_stmt};
use ruff_python_ast::{AtomicNodeIndex, Expr, ModModule, Stmt, StmtRaise};
use ruff_text_size::Ranged;
use std::cell::Cell;

const MATCH: &str = "match";

/// A text in which names stand for words beside a semicolon.
pub(crate) struct NamedWords {
    pub text: String,
    /// What stands for `raise`, and for `match`.
    names: [String; 2],
    /// How many words have names.
    count: usize,
    restored: Cell<usize>,
}

/// Gives each `raise` before and each `match` behind a semicolon a name that the text does not
/// have.
pub(crate) fn name(text: &str, tokens: &Tokens) -> Option<NamedWords> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let words: Vec<(usize, usize)> = pairs
        .filter_map(|(token, next)| match (token.kind(), next.kind()) {
            (TokenKind::Raise, TokenKind::Semi) => Some((0, token.start().to_usize())),
            // The parser may have made a name of it.
            (TokenKind::Semi, TokenKind::Match | TokenKind::Name)
                if &text[next.range()] == MATCH =>
            {
                Some((1, next.start().to_usize()))
            }
            _ => None,
        })
        .collect();
    if words.is_empty() {
        return None;
    }
    let mut free = (0..10_000)
        .map(|number| format!("_{number:04}"))
        .filter(|name| !text.contains(name.as_str()));
    let names = [free.next()?, free.next()?];
    let (mut named, count) = (text.to_owned(), words.len());
    for (which, start) in words {
        named.replace_range(start..start + MATCH.len(), &names[which]);
    }
    Some(NamedWords {
        text: named,
        names,
        count,
        restored: Cell::new(0),
    })
}

impl NamedWords {
    /// Whether all of them are found again, each `raise` as a statement.
    pub(crate) fn are_statements(&self, module: &ModModule) -> bool {
        self.restore(&mut module.clone());
        self.restored.take() == self.count
    }

    /// Makes the names what they stand for.
    pub(crate) fn restore(&self, module: &mut ModModule) {
        for statement in &mut module.body {
            self.visit_stmt(statement);
        }
    }
}

impl Transformer for NamedWords {
    fn visit_stmt(&self, statement: &mut Stmt) {
        let is_raise = match statement {
            Stmt::Expr(it) => it
                .value
                .as_name_expr()
                .is_some_and(|it| it.id == *self.names[0]),
            _ => false,
        };
        if !is_raise {
            return walk_stmt(self, statement);
        }
        self.restored.set(self.restored.get() + 1);
        *statement = Stmt::Raise(StmtRaise {
            node_index: AtomicNodeIndex::NONE,
            range: statement.range(),
            exc: None,
            cause: None,
        });
    }

    fn visit_expr(&self, expression: &mut Expr) {
        if let Expr::Name(it) = expression
            && it.id == *self.names[1]
        {
            self.restored.set(self.restored.get() + 1);
            it.id = Name::new_static(MATCH);
        }
        walk_expr(self, expression);
    }
}
