//! Statements in general, and those too small for a module of their own.

use motet_python_bytecode::{CodeKind, Opcode};
use ruff_python_ast::{Expr, Stmt, StmtAssert, StmtIf, StmtRaise, StmtReturn};
use ruff_text_size::Ranged;

use super::emit::Label;
use super::{Context, Unit, folding};
use crate::Mode;

impl<'a> Unit<'a> {
    pub(super) fn module_body(&mut self, body: &'a [Stmt]) {
        if let Some(text) = self.context.docstring(body) {
            let mark = self.mark();
            let register = self.allocate();
            self.load_string(register, &text);
            self.store_name("__doc__", register);
            self.release(mark);
            self.docstring = Some(text);
        }
        self.begin_annotations(body);
        if self.context.mode == Mode::Eval
            && let [Stmt::Expr(node)] = body
        {
            let value = self.operand(&node.value);
            return self.emit_a(Opcode::Return, value);
        }
        self.statements(body);
    }

    /// An expression as a statement: an interactive session shows its value.
    fn expression_statement(&mut self, expression: &'a Expr) {
        if self.context.mode != Mode::Single || self.kind != CodeKind::Dynamic {
            return self.discard(expression);
        }
        let result = self.allocate();
        let frame = self.begin_internal_call("display", result);
        let argument = self.allocate();
        self.into(expression, argument);
        self.end_internal_call(frame, 1, result);
    }

    /// Compiles statements up to the first one that control cannot reach.
    pub(super) fn statements(&mut self, body: &'a [Stmt]) {
        for statement in body {
            if !self.flow.reachable {
                break;
            }
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'a Stmt) {
        self.at(statement.range());
        let mark = self.mark();
        match statement {
            Stmt::Expr(node) => self.expression_statement(&node.value),
            Stmt::Assign(node) => self.assign(&node.targets, &node.value),
            Stmt::AugAssign(node) => self.augmented_assign(node),
            Stmt::AnnAssign(node) => self.annotated_assignment(node),
            Stmt::Delete(node) => node.targets.iter().for_each(|it| self.delete(it)),
            Stmt::Return(node) => self.return_statement(node),
            Stmt::If(node) => self.if_statement(node),
            Stmt::For(node) => self.for_statement(node),
            Stmt::While(node) => self.while_statement(node),
            Stmt::Break(_) => self.break_statement(),
            Stmt::Continue(_) => self.continue_statement(),
            Stmt::Try(node) => self.try_statement(node),
            Stmt::With(node) => self.with_items(&node.items, &node.body, node.is_async),
            Stmt::Raise(node) => self.raise_statement(node),
            Stmt::Assert(node) => self.assert_statement(node),
            Stmt::FunctionDef(node) => self.function_statement(node),
            Stmt::ClassDef(node) => self.class_statement(node),
            Stmt::Import(node) => self.import_statement(node),
            Stmt::ImportFrom(node) => self.import_from_statement(node),
            // Tracers hear of its line.
            Stmt::Pass(_) => self.emit(Opcode::Nop),
            Stmt::Global(_) | Stmt::Nonlocal(_) => {}
            Stmt::Match(node) => self.match_statement(node),
            Stmt::TypeAlias(node) => self.type_alias(node),
            Stmt::IpyEscapeCommand(_) => {
                self.report(statement.range(), "invalid syntax");
            }
        }
        self.release(mark);
    }

    /// Whether two statements begin on one line, so that tracers hear of one only.
    fn is_on_line_of(&self, statement: &Stmt, other: &StmtIf) -> bool {
        let line = |range| self.context.source.position(range).line;
        line(statement.range()) == line(other.range())
    }

    fn if_statement(&mut self, node: &'a StmtIf) {
        let clauses = &node.elif_else_clauses;
        if let ([statement], []) = (&*node.body, &**clauses)
            && self.is_on_line_of(statement, node)
            && let Some(target) = self.silent_loop_exit(statement)
        {
            return self.jump_if(&node.test, true, target);
        }
        let end = self.new_label();
        self.if_clause(Some(&node.test), &node.body, end, clauses.is_empty());
        for (index, clause) in clauses.iter().enumerate() {
            if self.flow.reachable {
                self.at(clause.range());
                let is_last = index + 1 == clauses.len();
                self.if_clause(clause.test.as_ref(), &clause.body, end, is_last);
            }
        }
        self.bind(end);
    }

    /// One `if`, `elif` or `else`: control goes on after it if its test fails.
    fn if_clause(&mut self, test: Option<&'a Expr>, body: &'a [Stmt], end: Label, is_last: bool) {
        let next = self.new_label();
        if let Some(test) = test {
            self.jump_if(test, false, next);
        }
        self.statements(body);
        if !is_last {
            self.jump(end);
        }
        self.bind(next);
    }

    fn return_statement(&mut self, node: &'a StmtReturn) {
        let value = match &node.value {
            Some(value) if !self.leaving_runs_code() => self.operand(value),
            Some(value) => {
                // The code on the way out may assign to variables: the value must be a copy.
                let register = self.allocate();
                self.into(value, register);
                register
            }
            None => {
                let register = self.allocate();
                self.load_none(register);
                register
            }
        };
        let runs_code = self.leaving_runs_code();
        let left = self.leave_blocks(0);
        self.at(node.range());
        if runs_code {
            // Tracers have heard of this line before what runs on the way out.
            self.position.end_line = 0;
        }
        self.emit_return(value);
        self.return_to_blocks(left);
    }

    fn raise_statement(&mut self, node: &'a StmtRaise) {
        match (&node.exc, &node.cause) {
            (Some(exception), Some(cause)) => {
                let scratch = self.allocate();
                let exception = self.operand_before(exception, &[cause], scratch);
                let cause = self.operand(cause);
                self.emit_ab(Opcode::RaiseFrom, exception, cause);
            }
            (Some(exception), None) => {
                let exception = self.operand(exception);
                self.emit_a(Opcode::Raise, exception);
            }
            (None, _) => self.emit(Opcode::RaiseCurrent),
        }
    }

    fn assert_statement(&mut self, node: &'a StmtAssert) {
        if self.context.leaves_out(1) {
            return;
        }
        let end = self.new_label();
        self.jump_if(&node.test, true, end);
        // The test has failed.
        self.at(node.test.range());
        let register = self.allocate();
        match &node.msg {
            None => self.emit_a(Opcode::LoadAssertionError, register),
            Some(message) => {
                let frame = self.begin_call(register);
                self.emit_a(Opcode::LoadAssertionError, frame.callable());
                let argument = self.allocate();
                self.into(message, argument);
                self.emit_abc(Opcode::Call, frame.base, 1, 0);
            }
        }
        self.emit_a(Opcode::Raise, register);
        self.bind(end);
    }
}

impl Context<'_> {
    /// The docstring of a body, its indentation taken away as CPython does.
    pub(super) fn docstring(&self, body: &[Stmt]) -> Option<Box<str>> {
        if self.leaves_out(2) {
            return None;
        }
        match body.first()? {
            Stmt::Expr(node) => match folding::fold(&node.value)? {
                motet_python_bytecode::Constant::Str(text) => Some(without_indentation(&text)),
                _ => None,
            },
            _ => None,
        }
    }
}

fn without_indentation(text: &str) -> Box<str> {
    let expanded = expand_tabs(text);
    let mut lines = expanded.split('\n');
    let first = lines.next().unwrap_or_default();
    let rest: Vec<&str> = lines.collect();
    let indentation = |line: &&str| line.len() - line.trim_start_matches(' ').len();
    let margin = rest
        .iter()
        .filter(|line| !line.trim_start_matches(' ').is_empty())
        .map(indentation)
        .min()
        .unwrap_or(0);
    let mut cleaned = first.trim_start_matches(' ').to_owned();
    for line in rest {
        cleaned.push('\n');
        cleaned.push_str(line.get(margin..).unwrap_or(""));
    }
    cleaned.into()
}

/// Tabs as spaces, up to the next column that is a multiple of eight.
fn expand_tabs(text: &str) -> String {
    let mut expanded = String::with_capacity(text.len());
    let mut column = 0;
    for character in text.chars() {
        match character {
            '\t' => {
                let count = 8 - column % 8;
                expanded.extend(std::iter::repeat_n(' ', count));
                column += count;
            }
            '\n' | '\r' => {
                expanded.push(character);
                column = 0;
            }
            _ => {
                expanded.push(character);
                column += 1;
            }
        }
    }
    expanded
}
