//! `raise` before a semicolon.
//!
//! The parser takes a `raise` without an exception at the end of a line only: `raise; x` is a
//! mistake to it. A text with such statements is parsed again with a name of the same length in
//! their place, so that all places stay, and the statements that are this name become `raise`
//! again.

use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_python_ast::visitor::transformer::{Transformer, walk_stmt};
use ruff_python_ast::{AtomicNodeIndex, ModModule, Stmt, StmtRaise};
use ruff_text_size::Ranged;
use std::cell::Cell;

const RAISE: &str = "raise";

/// A text in which a name stands for each `raise` before a semicolon.
pub(crate) struct NamedRaises {
    pub text: String,
    name: String,
    count: usize,
    restored: Cell<usize>,
}

/// Gives the statements `raise` before a semicolon a name that the text does not have.
pub(crate) fn name(text: &str, tokens: &Tokens) -> Option<NamedRaises> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let starts: Vec<usize> = pairs
        .filter(|(token, next)| token.kind() == TokenKind::Raise && next.kind() == TokenKind::Semi)
        .map(|(token, _)| token.start().to_usize())
        .collect();
    if starts.is_empty() {
        return None;
    }
    let name = (0..10_000)
        .map(|number| format!("_{number:04}"))
        .find(|name| !text.contains(name.as_str()))?;
    let (mut named, count) = (text.to_owned(), starts.len());
    for start in starts {
        named.replace_range(start..start + RAISE.len(), &name);
    }
    Some(NamedRaises {
        text: named,
        name,
        count,
        restored: Cell::new(0),
    })
}

impl NamedRaises {
    /// Whether all of them are statements in what was parsed, none a part of an expression.
    pub(crate) fn are_statements(&self, module: &ModModule) -> bool {
        self.restore(&mut module.clone());
        self.restored.take() == self.count
    }

    /// Makes the statements that are the name `raise` again.
    pub(crate) fn restore(&self, module: &mut ModModule) {
        for statement in &mut module.body {
            self.visit_stmt(statement);
        }
    }
}

impl Transformer for NamedRaises {
    fn visit_stmt(&self, statement: &mut Stmt) {
        let is_raise = match statement {
            Stmt::Expr(it) => it
                .value
                .as_name_expr()
                .is_some_and(|it| it.id == *self.name),
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
}
