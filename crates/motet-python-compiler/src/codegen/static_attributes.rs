//! `__static_attributes__` of a class: the names that its methods assign on `self`.

use std::collections::BTreeSet;

use motet_python_bytecode::Constant;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt};

/// The names, as a tuple in alphabetical order.
pub(super) fn static_attributes(body: &[Stmt]) -> Constant {
    let mut collector = Collector::default();
    collector.visit_body(body);
    let names = collector.names.into_iter();
    Constant::Tuple(names.map(|name| Constant::Str(name.into())).collect())
}

#[derive(Default)]
struct Collector<'a> {
    names: BTreeSet<&'a str>,
}

impl<'a> Visitor<'a> for Collector<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            // A class inside has its own.
            Stmt::ClassDef(_) => {}
            // An attribute that is changed in place was there before.
            Stmt::AugAssign(node) => self.visit_expr(&node.value),
            _ => visitor::walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Attribute(node) = expression
            && node.ctx.is_store()
            && let Expr::Name(object) = &*node.value
            && object.id == "self"
        {
            self.names.insert(node.attr.as_str());
        }
        visitor::walk_expr(self, expression);
    }
}
