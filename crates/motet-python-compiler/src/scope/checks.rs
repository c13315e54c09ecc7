//! Errors that the parser lets through: misplaced statements, and constructs that are not supported
//! yet.

use std::collections::HashSet;

use ruff_python_ast::visitor::Visitor;
use ruff_python_ast::{Arguments, Expr, ExprContext, MatchCase, Pattern, Stmt};
use ruff_text_size::{Ranged, TextRange};

use crate::codegen::capture_names;
use crate::scope::ScopeKind;
use crate::scope::builder::Builder;
use crate::scope::future::is_future;
use crate::scope::pattern_keys;

/// How many targets may stand before the one that takes what is left.
const BEFORE_STAR_MAX: usize = 255;

impl Builder {
    pub(super) fn check_statement(&mut self, statement: &Stmt) {
        let range = statement.range();
        self.check_except_star(statement);
        match statement {
            Stmt::Return(_) if self.kind() != ScopeKind::Function => {
                self.report(range, "'return' outside function");
            }
            Stmt::Break(_) if self.loop_depth == 0 => {
                self.report(range, "'break' outside loop");
            }
            Stmt::Continue(_) if self.loop_depth == 0 => {
                self.report(range, "'continue' not properly in loop");
            }
            Stmt::Return(node) if node.value.is_some() => {
                self.scope().value_return.get_or_insert(range);
            }
            Stmt::For(node) if node.is_async => self.check_async_statement(range, "async for"),
            Stmt::With(node) if node.is_async => self.check_async_statement(range, "async with"),
            Stmt::Match(node) => self.check_cases(&node.cases),
            Stmt::Try(node) => self.check_default_except(node),
            Stmt::ImportFrom(node) if is_future(node) && node.start() >= self.future_end => {
                let message = "from __future__ imports must occur at the beginning of the file";
                self.report(range, message);
            }
            Stmt::ImportFrom(node) => {
                let is_star = node.names.iter().any(|alias| &alias.name == "*");
                if is_star && self.kind() != ScopeKind::Module {
                    self.report(range, "import * only allowed at module level");
                }
            }
            _ => {}
        }
    }

    /// Refuses statements that leave the body of an `except*` clause.
    fn check_except_star(&mut self, statement: &Stmt) {
        let Some(loops) = self.except_star else {
            return;
        };
        let leaves = match statement {
            Stmt::Return(_) => true,
            Stmt::Break(_) | Stmt::Continue(_) => self.loop_depth == loops,
            _ => false,
        };
        if leaves {
            let message = "'break', 'continue' and 'return' cannot appear in an except* block";
            self.report(statement.range(), message);
        }
    }

    /// Refuses stars, names and keys that a pattern repeats.
    pub(super) fn check_repetitions(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::MatchSequence(node) => {
                let stars = node.patterns.iter().filter(|it| it.is_match_star());
                if stars.count() > 1 {
                    let message = "multiple starred names in sequence pattern";
                    self.report(pattern.range(), message);
                }
            }
            // The parser takes `-0 ** 0j`, an operation behind the minus sign.
            Pattern::MatchValue(node) => {
                if let Expr::UnaryOp(sign) = &*node.value
                    && sign.operand.is_bin_op_expr()
                {
                    self.report(pattern.range(), "invalid syntax");
                }
            }
            Pattern::MatchClass(node) => {
                let mut seen = HashSet::new();
                for keyword in &node.arguments.keywords {
                    let name = keyword.attr.as_str();
                    self.refuse_debug(name, keyword.pattern.range(), "assign to");
                    if !seen.insert(name) {
                        let message = format!("attribute name repeated in class pattern: {name}");
                        self.report(keyword.range(), message);
                    }
                }
            }
            Pattern::MatchMapping(node) => {
                let mut seen = HashSet::new();
                for (key, shown) in node.keys.iter().filter_map(pattern_keys::known) {
                    if !seen.insert(key) {
                        let message = format!("mapping pattern checks duplicate key ({shown})");
                        self.report(pattern.range(), message);
                    }
                }
            }
            _ => {}
        }
    }

    /// `except:` catches everything: no clause may follow it.
    fn check_default_except(&mut self, node: &ruff_python_ast::StmtTry) {
        let Some((_, before)) = node.handlers.split_last() else {
            return;
        };
        for handler in before {
            let ruff_python_ast::ExceptHandler::ExceptHandler(clause) = handler;
            if clause.type_.is_none() {
                self.report(handler.range(), "default 'except:' must be last");
            }
        }
    }

    /// Checks the patterns of cases: one that matches everything must be the last.
    fn check_cases(&mut self, cases: &[MatchCase]) {
        let Some((_, before)) = cases.split_last() else {
            return;
        };
        for case in before.iter().filter(|case| case.guard.is_none()) {
            self.check_reachable(&case.pattern);
        }
        for case in cases {
            self.check_pattern(&case.pattern);
        }
    }

    fn check_reachable(&mut self, pattern: &Pattern) {
        let node = match pattern {
            Pattern::MatchAs(node) => node,
            // Of alternatives the last may match everything.
            Pattern::MatchOr(node) => {
                return node
                    .patterns
                    .last()
                    .into_iter()
                    .for_each(|last| self.check_reachable(last));
            }
            _ => return,
        };
        match (&node.pattern, &node.name) {
            (Some(inner), _) => self.check_reachable(inner),
            (None, Some(name)) => self.report(
                pattern.range(),
                format!("name capture '{name}' makes remaining patterns unreachable"),
            ),
            (None, None) => self.report(
                pattern.range(),
                "wildcard makes remaining patterns unreachable",
            ),
        }
    }

    /// Refuses a pattern that binds a name twice, or whose alternatives bind different names.
    fn check_pattern(&mut self, pattern: &Pattern) {
        let mut names = Vec::new();
        capture_names(pattern, &mut names);
        let mut seen = HashSet::new();
        for name in &names {
            if !seen.insert(*name) {
                let message = format!("multiple assignments to name '{name}' in pattern");
                self.report(pattern.range(), message);
            }
        }
    }

    /// The alternatives of one pattern.
    pub(super) fn check_alternatives(&mut self, alternatives: &[Pattern]) {
        let Some((last, before)) = alternatives.split_last() else {
            return;
        };
        before.iter().for_each(|it| self.check_reachable(it));
        let mut expected = Vec::new();
        capture_names(last, &mut expected);
        expected.sort_unstable();
        for alternative in before {
            let mut names = Vec::new();
            capture_names(alternative, &mut names);
            names.sort_unstable();
            if names != expected {
                let message = "alternative patterns bind different names";
                self.report(alternative.range(), message);
            }
        }
    }

    pub(super) fn check_expression(&mut self, expression: &Expr) {
        let range = expression.range();
        match expression {
            Expr::Yield(_) => self.check_yield(range),
            Expr::YieldFrom(_) => {
                self.check_yield(range);
                if self.kind() == ScopeKind::Function && self.scope().is_async {
                    self.report(range, "'yield from' inside async function");
                }
            }
            Expr::Await(_) => self.check_await(range),
            Expr::Starred(node) if node.ctx == ExprContext::Store => {
                self.report(
                    range,
                    "starred assignment target must be in a list or tuple",
                );
            }
            Expr::Attribute(node) if node.ctx == ExprContext::Store => {
                self.refuse_debug(&node.attr, range, "assign to");
            }
            Expr::Attribute(node) if node.ctx == ExprContext::Del => {
                self.refuse_debug(&node.attr, range, "delete");
            }
            Expr::Starred(_) => self.report(range, "can't use starred expression here"),
            Expr::List(node) if node.ctx == ExprContext::Store => {
                self.check_stars(&node.elts, range);
            }
            Expr::Tuple(node) if node.ctx == ExprContext::Store => {
                self.check_stars(&node.elts, range);
            }
            _ => {}
        }
    }

    /// Refuses a change of the one name that stands for a constant.
    pub(super) fn refuse_debug(&mut self, name: &str, range: TextRange, what: &str) {
        if name == "__debug__" {
            self.report(range, format!("cannot {what} __debug__"));
        }
    }

    fn check_yield(&mut self, range: TextRange) {
        match self.kind() {
            ScopeKind::Function => self.scope().has_yield = true,
            ScopeKind::Module | ScopeKind::Class => {
                self.report(range, "'yield' outside function");
            }
            ScopeKind::Comprehension | ScopeKind::Generator => {
                let what = self.scope().what;
                self.report(range, format!("'yield' inside {what}"));
            }
            ScopeKind::Annotation | ScopeKind::TypeParameters => {
                self.refuse_in_annotation(range, "yield");
            }
        }
    }

    fn check_await(&mut self, range: TextRange) {
        match self.kind() {
            ScopeKind::Function if self.scope().is_async => {}
            ScopeKind::Function => self.report(range, "'await' outside async function"),
            ScopeKind::Module | ScopeKind::Class => {
                self.report(range, "'await' outside function");
            }
            ScopeKind::Comprehension | ScopeKind::Generator => self.scope().is_async = true,
            ScopeKind::Annotation | ScopeKind::TypeParameters => {
                self.refuse_in_annotation(range, "await");
            }
        }
    }

    /// Refuses an expression in an annotation or at a type parameter that would suspend: no caller
    /// waits when these are evaluated.
    pub(super) fn refuse_in_annotation(&mut self, range: TextRange, what: &str) {
        let place = match self.kind() {
            ScopeKind::Annotation => match self.scope().what {
                "" => "an annotation",
                what => what,
            },
            ScopeKind::TypeParameters => "the definition of a generic",
            _ => return,
        };
        let message = format!("{what} expression cannot be used within {place}");
        self.report(range, message);
    }

    fn check_async_statement(&mut self, range: TextRange, what: &str) {
        if self.kind() != ScopeKind::Function || !self.scope().is_async {
            self.report(range, format!("'{what}' outside async function"));
        }
    }

    /// An asynchronous comprehension makes the one around it asynchronous, too.
    pub(super) fn check_async_comprehension(&mut self, range: TextRange) {
        match self.kind() {
            ScopeKind::Function if self.scope().is_async => {}
            ScopeKind::Comprehension | ScopeKind::Generator => self.scope().is_async = true,
            _ => {
                let message = "asynchronous comprehension outside of an asynchronous function";
                self.report(range, message);
            }
        }
    }

    /// Refuses a `return` with a value in an asynchronous generator, once its whole function is
    /// known.
    pub(super) fn check_async_generator(&mut self) {
        let scope = self.scope();
        if let Some(range) = scope.value_return
            && scope.is_async
            && scope.has_yield
        {
            self.report(range, "'return' with value in async generator");
        }
    }

    /// One of the targets may take what is left, if at most 255 stand before it.
    fn check_stars(&mut self, targets: &[Expr], range: TextRange) {
        let mut stars = targets
            .iter()
            .enumerate()
            .filter(|(_, target)| target.is_starred_expr());
        let Some((place, _)) = stars.next() else {
            return;
        };
        if place > BEFORE_STAR_MAX {
            self.report(range, "too many expressions in star-unpacking assignment");
        } else if stars.next().is_some() {
            self.report(range, "multiple starred expressions in assignment");
        }
    }

    /// Visits expressions of which each may be starred.
    pub(super) fn visit_elements(&mut self, elements: &[Expr]) {
        for element in elements {
            match element {
                Expr::Starred(starred) => self.visit_expr(&starred.value),
                _ => self.visit_expr(element),
            }
        }
    }

    pub(super) fn visit_call_arguments(&mut self, arguments: &Arguments) {
        self.visit_elements(&arguments.args);
        let mut names = HashSet::new();
        for keyword in &arguments.keywords {
            if let Some(name) = &keyword.arg
                && !names.insert(name.as_str())
            {
                self.report(
                    keyword.range(),
                    format!("keyword argument repeated: {name}"),
                );
            }
            if let Some(name) = &keyword.arg {
                self.refuse_debug(name, keyword.range(), "assign to");
            }
            self.visit_expr(&keyword.value);
        }
    }
}
