//! Errors about expressions in places where only a target may stand.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ModModule, Stmt};
use ruff_python_parser::ParseErrorType;
use ruff_text_size::{Ranged, TextRange};

/// The message for an error about a target at `range`, if it is one.
pub(super) fn describe(
    error: &ParseErrorType,
    module: &ModModule,
    range: TextRange,
    text: &str,
) -> Option<String> {
    let mut finder = Finder {
        range,
        found: None,
        is_whole_target: false,
    };
    for statement in &module.body {
        if finder.found.is_none() {
            finder.visit_stmt(statement);
        }
    }
    let expression = finder.found;
    let name = expression.map(expression_name);
    match error {
        ParseErrorType::InvalidAssignmentTarget => {
            let expression = expression?;
            let is_yield = expression.is_yield_expr() || expression.is_yield_from_expr();
            let before = text[..range.start().to_usize()].trim_end();
            if is_yield && !before.ends_with('(') {
                return Some("assignment to yield expression not possible".to_owned());
            }
            let can_be_compared = is_yield || can_be_compared(expression);
            let hint = if finder.is_whole_target && can_be_compared {
                " here. Maybe you meant '==' instead of '='?"
            } else {
                ""
            };
            Some(format!("cannot assign to {}{hint}", name?))
        }
        ParseErrorType::InvalidNamedAssignmentTarget => {
            Some(format!("cannot use assignment expressions with {}", name?))
        }
        ParseErrorType::InvalidAugmentedAssignmentTarget => Some(format!(
            "'{}' is an illegal expression for augmented assignment",
            name?
        )),
        ParseErrorType::InvalidAnnotatedAssignmentTarget => {
            Some("illegal target for annotation".to_owned())
        }
        ParseErrorType::InvalidDeleteTarget => Some(format!("cannot delete {}", name?)),
        _ => None,
    }
}

/// Where the tuple without parentheses begins with which a statement begins and of which an element
/// ends right before `offset`. The parser goes on there as if a comma were missing, or without the
/// statement.
pub(super) fn open_tuple_before(module: &ModModule, offset: usize, text: &str) -> Option<usize> {
    let mut finder = Tuples {
        offset,
        text,
        found: None,
    };
    finder.visit_body(&module.body);
    finder.found
}

/// The range of the first element of a tuple without parentheses.
pub(super) fn first_of_open_tuple(module: &ModModule, range: TextRange) -> Option<TextRange> {
    let mut finder = Finder {
        range,
        found: None,
        is_whole_target: false,
    };
    finder.visit_body(&module.body);
    let tuple = finder.found?.as_tuple_expr()?;
    let first = tuple.elts.first()?;
    (!tuple.parenthesized).then(|| first.range())
}

/// Looks for the tuple with which a statement begins and of which an element ends before an offset.
struct Tuples<'a> {
    offset: usize,
    text: &'a str,
    found: Option<usize>,
}

impl<'a> Visitor<'a> for Tuples<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        let value = match statement {
            Stmt::Expr(statement) => Some(&*statement.value),
            Stmt::AugAssign(statement) => Some(&*statement.target),
            _ => None,
        };
        if let Some(tuple) = value.and_then(Expr::as_tuple_expr)
            && !tuple.parenthesized
        {
            let range = tuple.range().start().to_usize()..tuple.range().end().to_usize();
            let is_apart = |element: &Expr| {
                element.range().end().to_usize() <= self.offset
                    || element.range().start().to_usize() > self.offset
            };
            let is_next = match self.text.get(range.end..self.offset) {
                Some(between) => between.trim().is_empty(),
                None => range.contains(&self.offset),
            };
            if is_next && tuple.elts.iter().all(is_apart) {
                self.found = self.found.or(Some(range.start));
            }
        }
        visitor::walk_stmt(self, statement);
    }

    // Expressions hold no statements.
    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// Looks for the expression with a given range.
struct Finder<'a> {
    range: TextRange,
    found: Option<&'a Expr>,
    /// The expression is the only target of an assignment, not a part of one.
    is_whole_target: bool,
}

impl<'a> Visitor<'a> for Finder<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if let Stmt::Assign(assign) = statement
            && let [target] = &*assign.targets
            && target.range() == self.range
        {
            self.is_whole_target = true;
        }
        visitor::walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if self.found.is_none() && expression.range() == self.range {
            self.found = Some(expression);
        }
        if self.found.is_none() {
            visitor::walk_expr(self, expression);
        }
    }
}

/// The name of an expression in CPython's messages.
fn expression_name(expression: &Expr) -> &'static str {
    match expression {
        Expr::Attribute(_) => "attribute",
        Expr::Subscript(_) => "subscript",
        Expr::Starred(_) => "starred",
        Expr::Name(_) => "name",
        Expr::List(_) => "list",
        Expr::Tuple(_) => "tuple",
        Expr::Lambda(_) => "lambda",
        Expr::Call(_) => "function call",
        Expr::BoolOp(_) | Expr::BinOp(_) | Expr::UnaryOp(_) => "expression",
        Expr::Generator(_) => "generator expression",
        Expr::Yield(_) | Expr::YieldFrom(_) => "yield expression",
        Expr::Await(_) => "await expression",
        Expr::ListComp(_) => "list comprehension",
        Expr::SetComp(_) => "set comprehension",
        Expr::DictComp(_) => "dict comprehension",
        Expr::Dict(_) => "dict literal",
        Expr::Set(_) => "set display",
        Expr::FString(_) => "f-string expression",
        Expr::TString(_) => "t-string expression",
        Expr::NoneLiteral(_) => "None",
        Expr::BooleanLiteral(node) if node.value => "True",
        Expr::BooleanLiteral(_) => "False",
        Expr::EllipsisLiteral(_) => "ellipsis",
        Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::NumberLiteral(_) => "literal",
        Expr::Compare(_) => "comparison",
        Expr::If(_) => "conditional expression",
        Expr::Named(_) => "named expression",
        Expr::Slice(_) | Expr::IpyEscapeCommand(_) => "expression",
    }
}

/// Whether CPython thinks that a comparison may have been meant.
fn can_be_compared(expression: &Expr) -> bool {
    match expression {
        Expr::UnaryOp(node) => node.op != ruff_python_ast::UnaryOp::Not,
        Expr::BoolOp(_)
        | Expr::Compare(_)
        | Expr::If(_)
        | Expr::Lambda(_)
        | Expr::NoneLiteral(_)
        | Expr::BooleanLiteral(_)
        | Expr::List(_)
        | Expr::Tuple(_)
        | Expr::Generator(_)
        | Expr::Yield(_)
        | Expr::YieldFrom(_) => false,
        _ => true,
    }
}
