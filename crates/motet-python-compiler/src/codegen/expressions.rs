//! Expressions in general: which module handles which, and in which register a value ends up.

use motet_python_bytecode::Opcode;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprIf, ExprNamed, ExprSlice, ExprSubscript};
use ruff_text_size::Ranged;

use super::{Register, Unit, folding};

impl<'a> Unit<'a> {
    /// A register with the value of an expression.
    pub(super) fn operand(&mut self, expression: &'a Expr) -> Register {
        if let Expr::Name(name) = expression {
            return self.name_operand(name);
        }
        if let Expr::Named(node) = expression
            && let Some(register) = self.target_register(&node.target)
        {
            self.into(expression, register);
            return register;
        }
        let register = self.allocate();
        self.into(expression, register);
        register
    }

    /// As [`Unit::operand`], for an expression that is evaluated before `later` ones but used after
    /// them. `destination` serves for the value if that is a temporary.
    pub(super) fn operand_before(
        &mut self,
        expression: &'a Expr,
        later: &[&'a Expr],
        destination: Register,
    ) -> Register {
        if let Expr::Name(name) = expression
            && self.local_register(name).is_some()
            && !self.may_assign(later)
        {
            return self.name_operand(name);
        }
        let register = self.scratch(destination);
        self.into(expression, register);
        register
    }

    /// Whether one of the expressions can assign to a local variable.
    pub(super) fn may_assign(&self, expressions: &[&Expr]) -> bool {
        let has_walrus = self.context.scopes.scopes[self.unit_scope].has_walrus;
        has_walrus && expressions.iter().any(|it| contains_walrus(it))
    }

    /// Evaluates for the effect alone.
    pub(super) fn discard(&mut self, expression: &'a Expr) {
        let mark = self.mark();
        if folding::fold(expression).is_none() {
            self.operand(expression);
        }
        self.release(mark);
    }

    /// Puts the value of an expression into a register. See the conventions of the module above.
    pub(super) fn into(&mut self, expression: &'a Expr, destination: Register) {
        let before = self.at(expression.range());
        let mark = self.mark();
        match folding::fold(expression) {
            Some(constant) => self.load_constant(destination, constant),
            None => self.evaluate_unfolded(expression, destination),
        }
        self.release(mark);
        self.position = before;
    }

    fn evaluate_unfolded(&mut self, expression: &'a Expr, destination: Register) {
        match expression {
            Expr::Name(name) => self.name_into(name, destination),
            Expr::Named(node) => self.walrus(node, destination),
            Expr::BinOp(node) => self.binary(node, destination),
            Expr::UnaryOp(node) => self.unary(node, destination),
            Expr::BoolOp(node) => self.bool_operation(node, destination),
            Expr::Compare(node) => self.comparison(node, destination),
            Expr::If(node) => self.conditional(node, destination),
            Expr::Call(node) => self.call(node, destination),
            Expr::Attribute(node) => {
                let object = self.operand_before(&node.value, &[], destination);
                let name = node.attr.as_str();
                self.begin_at_name(node);
                self.emit_attribute(Opcode::GetAttribute, destination, object, name);
            }
            Expr::Subscript(node) => self.subscript(node, destination),
            Expr::Slice(node) => self.slice(node, destination),
            Expr::List(node) => self.list_display(&node.elts, destination),
            Expr::Tuple(node) => self.tuple_display(&node.elts, destination),
            Expr::Set(node) => self.set_display(&node.elts, destination),
            Expr::Dict(node) => self.dict_display(node, destination),
            Expr::ListComp(node) => self.list_comprehension(node, destination),
            Expr::SetComp(node) => self.set_comprehension(node, destination),
            Expr::DictComp(node) => self.dict_comprehension(node, destination),
            Expr::Generator(node) => self.generator_expression(node, destination),
            Expr::Yield(node) => self.yield_expression(node, destination),
            Expr::YieldFrom(node) => self.yield_from(node, destination),
            Expr::Await(node) => self.await_expression(node, destination),
            Expr::Lambda(node) => self.lambda(node, destination),
            Expr::FString(node) => self.format_string(node, destination),
            Expr::TString(node) => self.template(node, destination),
            _ => self.report(expression.range(), "invalid syntax"),
        }
    }

    fn walrus(&mut self, node: &'a ExprNamed, destination: Register) {
        let Expr::Name(target) = &*node.target else {
            return;
        };
        match self.local_register(target) {
            Some(register) => {
                self.into(&node.value, register);
                self.store_name(&target.id, register);
                self.move_register(destination, register);
            }
            None => {
                let register = self.scratch(destination);
                self.into(&node.value, register);
                self.store_name(&target.id, register);
                self.move_register(destination, register);
            }
        }
    }

    fn conditional(&mut self, node: &'a ExprIf, destination: Register) {
        if let Some(truth) = folding::truth(&node.test) {
            let chosen = if truth { &node.body } else { &node.orelse };
            return self.into(chosen, destination);
        }
        let otherwise = self.new_label();
        let end = self.new_label();
        self.jump_if(&node.test, false, otherwise);
        self.into(&node.body, destination);
        self.jump(end);
        self.bind(otherwise);
        self.into(&node.orelse, destination);
        self.bind(end);
    }

    fn subscript(&mut self, node: &'a ExprSubscript, destination: Register) {
        let object = self.operand_before(&node.value, &[&node.slice], destination);
        let index = self.operand(&node.slice);
        self.emit_abc(Opcode::GetItem, destination, object, index);
    }

    fn slice(&mut self, node: &'a ExprSlice, destination: Register) {
        let first = self.allocate_block(3);
        for (offset, part) in [&node.lower, &node.upper, &node.step]
            .into_iter()
            .enumerate()
        {
            let register = super::emit::register_number(usize::from(first) + offset);
            match part {
                Some(part) => self.into(part, register),
                None => self.load_none(register),
            }
        }
        self.emit_ab(Opcode::BuildSlice, destination, first);
    }
}

/// Whether there is a `:=` in an expression (those in a lambda's body count, too: they are rare).
pub(super) fn contains_walrus(expression: &Expr) -> bool {
    let mut finder = WalrusFinder { found: false };
    finder.visit_expr(expression);
    finder.found
}

struct WalrusFinder {
    found: bool,
}

impl<'a> Visitor<'a> for WalrusFinder {
    fn visit_expr(&mut self, expression: &'a Expr) {
        if expression.is_named_expr() {
            self.found = true;
        }
        if !self.found {
            visitor::walk_expr(self, expression);
        }
    }
}
