//! Imports from `__future__`: where they may stand and the features that they may name.

use ruff_python_ast::{Expr, Stmt, StmtImportFrom};
use ruff_text_size::{Ranged, TextSize};

use crate::error::Fault;

/// The features that a module asks the compiler for.
pub(super) struct Future {
    /// Annotations are texts.
    pub(super) annotations: bool,
    /// Behind the last import from `__future__` that stands where it may.
    pub(super) end: TextSize,
}

/// The features that there have been; all but the annotations are part of the language now.
const FEATURES: &[&str] = &[
    "nested_scopes",
    "generators",
    "division",
    "absolute_import",
    "with_statement",
    "print_function",
    "unicode_literals",
    "barry_as_FLUFL",
    "generator_stop",
    "annotations",
];

/// Reads the imports at the beginning of a module.
pub(super) fn check(body: &[Stmt]) -> Result<Future, Fault> {
    let mut future = Future {
        annotations: false,
        end: TextSize::new(0),
    };
    for (index, statement) in body.iter().enumerate() {
        match statement {
            Stmt::Expr(node) if index == 0 && matches!(*node.value, Expr::StringLiteral(_)) => {}
            Stmt::ImportFrom(node) if is_future(node) => {
                for alias in &node.names {
                    check_feature(alias.name.as_str(), node)?;
                    future.annotations |= &alias.name == "annotations";
                }
                future.end = node.range().end();
            }
            _ => break,
        }
    }
    Ok(future)
}

/// Whether an import is one from `__future__`.
pub(super) fn is_future(node: &StmtImportFrom) -> bool {
    node.level == 0
        && node
            .module
            .as_ref()
            .is_some_and(|name| name == "__future__")
}

fn check_feature(name: &str, node: &StmtImportFrom) -> Result<(), Fault> {
    if FEATURES.contains(&name) {
        return Ok(());
    }
    let message = match name {
        "braces" => "not a chance".to_owned(),
        _ => format!("future feature {name} is not defined"),
    };
    let (start, end) = (node.start().to_usize(), node.end().to_usize());
    Err(Fault::new(message, start, end))
}
