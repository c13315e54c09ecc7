//! The scopes of annotations, type parameters and type aliases.

use ruff_python_ast::visitor::Visitor;
use ruff_python_ast::{Expr, Stmt, StmtFunctionDef, StmtTypeAlias, TypeParam, TypeParams};
use ruff_text_size::Ranged;

use crate::scope::builder::Builder;
use crate::scope::{ScopeId, ScopeKind, annotated_names, extra_key};

/// The variable with the tuple of a class's type parameters.
pub(crate) const TYPE_PARAMETERS: &str = ".type_params";
/// The wanted format of annotations: the parameter of the function that evaluates them.
const FORMAT: &str = ".format";
/// The parameters of the function around a definition that has type parameters.
const OUTER: [&str; 3] = [".outer", ".defaults", ".kwdefaults"];

impl Builder {
    /// Makes a variable that no program can name.
    pub(super) fn bind_hidden(&mut self, name: &str) {
        self.symbol(name).bound = true;
    }

    fn bind_hidden_parameter(&mut self, name: &str) {
        self.bind_hidden(name);
        self.symbol(name).parameter = true;
    }

    /// Opens the scope of an annotation, calls `visit` inside of it, and closes it.
    fn annotation_scope(&mut self, key: usize, visit: impl FnOnce(&mut Self)) {
        let before = self.push_scope(ScopeKind::Annotation, Some(key));
        self.bind_hidden_parameter(FORMAT);
        visit(self);
        self.current = before;
    }

    /// The annotations of the variables of a module or class body.
    pub(super) fn visit_annotated_names(&mut self, body: &[Stmt]) {
        let names = annotated_names(body);
        let Some(first) = body.first().filter(|_| !names.is_empty()) else {
            return;
        };
        let has_conditions = names.iter().any(|name| name.condition.is_some());
        if self.table.annotations_are_texts {
            self.bind_hidden("__annotations__");
            return;
        }
        self.bind_hidden(match self.kind() {
            ScopeKind::Class => "__annotate_func__",
            _ => "__annotate__",
        });
        if has_conditions {
            self.bind_hidden("__conditional_annotations__");
        }
        self.annotation_scope(extra_key(first), |builder| {
            if has_conditions {
                builder.symbol("__conditional_annotations__").used = true;
            }
            for name in names {
                builder.visit_expr(name.annotation);
            }
        });
    }

    /// The annotations of parameters and result.
    pub(super) fn visit_function_annotations(&mut self, function: &StmtFunctionDef) {
        let annotations = function_annotations(function);
        if annotations.is_empty() {
            return;
        }
        let are_texts = self.table.annotations_are_texts;
        self.annotation_scope(extra_key(&*function.parameters), |builder| {
            for (_, annotation) in annotations {
                match annotation {
                    // Texts use no names.
                    _ if are_texts => builder.check_annotation(annotation),
                    Expr::Starred(node) => builder.visit_expr(&node.value),
                    _ => builder.visit_expr(annotation),
                }
            }
        });
    }

    /// Opens the scope of type parameters, if there are any; returns the scope around it.
    pub(super) fn enter_type_parameters(
        &mut self,
        parameters: Option<&TypeParams>,
    ) -> Option<ScopeId> {
        let parameters = parameters?;
        let outer = self.push_scope(ScopeKind::TypeParameters, Some(extra_key(parameters)));
        OUTER
            .iter()
            .for_each(|name| self.bind_hidden_parameter(name));
        let mut has_default = false;
        for parameter in &parameters.type_params {
            let name = parameter.name();
            if self.symbol(name.as_str()).bound {
                let message = format!("duplicate type parameter '{name}'");
                self.report(name.range(), message);
            }
            self.bind_identifier(name);
            if parameter.default().is_none() && has_default {
                let message =
                    format!("non-default type parameter '{name}' follows default type parameter");
                self.report(parameter.range(), message);
            }
            has_default |= parameter.default().is_some();
        }
        for parameter in &parameters.type_params {
            let (bound, default) = match parameter {
                TypeParam::TypeVar(variable) => (variable.bound.as_deref(), "a TypeVar default"),
                TypeParam::TypeVarTuple(_) => (None, "a TypeVarTuple default"),
                TypeParam::ParamSpec(_) => (None, "a ParamSpec default"),
            };
            if let Some(expression) = bound {
                self.visit_lazy(expression, "a TypeVar bound");
            }
            if let Some(expression) = parameter.default() {
                self.visit_lazy(expression, default);
            }
        }
        Some(outer)
    }

    /// An expression that is evaluated when its value is asked for; what it is, for messages.
    fn visit_lazy(&mut self, expression: &Expr, what: &'static str) {
        self.annotation_scope(extra_key(expression), |builder| {
            builder.scope().what = what;
            match expression {
                Expr::Starred(node) => builder.visit_expr(&node.value),
                _ => builder.visit_expr(expression),
            }
        });
    }

    pub(super) fn visit_type_alias(&mut self, alias: &StmtTypeAlias) {
        self.visit_expr(&alias.name);
        let outer = self.enter_type_parameters(alias.type_params.as_deref());
        self.visit_lazy(&alias.value, "a type alias");
        if let Some(outer) = outer {
            self.current = outer;
        }
    }
}

/// The annotated parameters of a function, in the order of `__annotations__`, and its result.
pub(crate) fn function_annotations(function: &StmtFunctionDef) -> Vec<(&str, &Expr)> {
    let parameters = &function.parameters;
    let plain = parameters.args.iter().chain(&parameters.posonlyargs);
    let plain = plain.map(|it| &it.parameter);
    let star = parameters.vararg.as_deref().into_iter();
    let named = parameters.kwonlyargs.iter().map(|it| &it.parameter);
    let rest = parameters.kwarg.as_deref().into_iter();
    let all = plain.chain(star).chain(named).chain(rest);
    let mut annotations: Vec<(&str, &Expr)> = all
        .filter_map(|it| Some((it.name.as_str(), it.annotation()?)))
        .collect();
    annotations.extend(function.returns.as_deref().map(|it| ("return", it)));
    annotations
}
