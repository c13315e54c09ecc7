//! Annotations that are never evaluated, as those of local variables: what they must not contain.

use ruff_python_ast::Expr;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_text_size::Ranged;

use crate::scope::builder::Builder;

impl Builder {
    /// Refuses what no annotation may contain, whether it is evaluated or not.
    pub(super) fn check_annotation(&mut self, annotation: &Expr) {
        Check { builder: self }.visit_expr(annotation);
    }
}

struct Check<'b> {
    builder: &'b mut Builder,
}

impl<'a> Visitor<'a> for Check<'_> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        let what = match expression {
            Expr::Yield(_) | Expr::YieldFrom(_) => "yield",
            Expr::Await(_) => "await",
            Expr::Named(_) => "named",
            // Its body is a function's.
            Expr::Lambda(_) => return,
            _ => {
                if is_async_comprehension(expression) {
                    let message = "asynchronous comprehension outside of an asynchronous function";
                    self.builder.report(expression.range(), message);
                }
                return visitor::walk_expr(self, expression);
            }
        };
        let message = format!("{what} expression cannot be used within an annotation");
        self.builder.report(expression.range(), message);
    }
}

fn is_async_comprehension(expression: &Expr) -> bool {
    let generators = match expression {
        Expr::ListComp(node) => &node.generators,
        Expr::SetComp(node) => &node.generators,
        Expr::DictComp(node) => &node.generators,
        _ => return false,
    };
    generators.iter().any(|generator| generator.is_async)
}
