//! The walk over the tree that opens scopes and notes the uses of names by each.

use std::collections::HashMap;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    Alias, Comprehension, ExceptHandler, Expr, ExprContext, ExprName, ExprNamed, Identifier,
    ModModule, Parameters, Pattern, Stmt, StmtClassDef, StmtFunctionDef, StmtTry,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::depth;
use crate::error::Fault;
use crate::scope::future;
use crate::scope::type_parameters::TYPE_PARAMETERS;
use crate::scope::{
    FIRST_ITERATOR, MODULE_SCOPE, Scope, ScopeId, ScopeKind, ScopeTable, Symbol, node_key, resolve,
};
use crate::{Mode, Options, Set};

/// Opens all scopes of a module, or returns the program's fault.
pub(crate) fn build(module: &ModModule, options: Options) -> Result<ScopeTable, Fault> {
    let future = future::check(&module.body)?;
    let mut builder = Builder {
        table: ScopeTable {
            is_dynamic: options.mode != Mode::File,
            annotations_are_texts: options.annotations_are_texts || future.annotations,
            ..ScopeTable::default()
        },
        future_end: future.end,
        current: MODULE_SCOPE,
        loop_depth: 0,
        except_star: None,
        iterable_depth: 0,
        depth: 0,
        scope_depths: Vec::new(),
        nonlocals: Vec::new(),
        declared: HashMap::new(),
        fault: None,
    };
    builder.push_scope(ScopeKind::Module, None);
    builder.visit_body(&module.body);
    builder.visit_annotated_names(&module.body);
    builder.check_nonlocals();
    match builder.fault {
        Some(fault) => Err(fault),
        None => Ok(builder.table),
    }
}

/// How deeply scopes may nest. Their code objects do, too, and a thread with a smaller stack than
/// the compiler's loads these.
const MAX_SCOPES: usize = 3000;

/// As many items of a `with`, or `for` of a comprehension, are refused: their code lies within each
/// other. (CPython takes 20 of the first; registers end long before.)
const MAX_BLOCKS: usize = 1000;

/// The name of a generator expression in error messages.
const GENERATOR_EXPRESSION: &str = "generator expression";

pub(super) struct Builder {
    pub(super) table: ScopeTable,
    pub(super) current: ScopeId,
    /// The offset at which the imports from `__future__` must have ended.
    pub(super) future_end: TextSize,
    /// How many loops of the current unit are around the current statement.
    pub(super) loop_depth: usize,
    /// In the body of an `except*` clause: how many loops are around that.
    pub(super) except_star: Option<usize>,
    /// How many iterables of comprehensions are around the current expression.
    pub(super) iterable_depth: usize,
    /// How many statements, expressions and patterns are around the current one.
    depth: usize,
    /// How many scopes are around each scope.
    scope_depths: Vec<usize>,
    /// Every `nonlocal` declaration: checked when all scopes are known.
    nonlocals: Vec<(ScopeId, Box<str>, TextRange)>,
    /// Where each unit declares a name `global` or `nonlocal` first.
    declared: HashMap<(ScopeId, Box<str>), TextRange>,
    fault: Option<Fault>,
}

impl Builder {
    /// Reports an error. The first one counts.
    pub(super) fn report(&mut self, range: TextRange, message: impl Into<String>) {
        if self.fault.is_none() {
            let (start, end) = (range.start().to_usize(), range.end().to_usize());
            self.fault = Some(Fault::new(message, start, end));
        }
    }

    /// Goes one level deeper for a node, unless that is too deep.
    fn nested(&mut self, range: TextRange, visit: impl FnOnce(&mut Self)) {
        // All walks over the tree come after this one and recurse: it protects their stack.
        if self.depth == depth::HEIGHT_MAX {
            let mut fault = depth::too_high();
            (fault.start, fault.end) = (range.start().to_usize(), range.end().to_usize());
            fault.is_too_deep = true;
            // Takes precedence: the handler of the error must know it.
            if !self.fault.as_ref().is_some_and(|it| it.is_too_deep) {
                self.fault = Some(fault);
            }
            return;
        }
        self.depth += 1;
        visit(self);
        self.depth -= 1;
    }

    pub(super) fn scope(&mut self) -> &mut Scope {
        &mut self.table.scopes[self.current]
    }

    pub(super) fn kind(&self) -> ScopeKind {
        self.table.scopes[self.current].kind
    }

    /// Opens a scope and makes it the current one; returns the one before.
    pub(super) fn push_scope(&mut self, kind: ScopeKind, node: Option<usize>) -> ScopeId {
        let id = self.table.scopes.len();
        let before = self.current;
        let parent = (id != MODULE_SCOPE).then_some(before);
        let unit = match (kind, parent) {
            (ScopeKind::Comprehension, Some(parent)) => self.table.scopes[parent].unit,
            _ => id,
        };
        self.limit_nesting(parent);
        let private_class = parent.and_then(|id| self.table.scopes[id].private_class.clone());
        self.table.scopes.push(Scope {
            kind,
            parent,
            unit,
            symbols: Vec::new(),
            index: Default::default(),
            resolved: Default::default(),
            free: Vec::new(),
            free_names: Set::default(),
            private_class,
            has_walrus: false,
            what: "",
            has_yield: kind == ScopeKind::Generator,
            is_async: false,
            value_return: None,
            needs_class_cell: false,
            needs_namespace_cell: false,
        });
        if let Some(node) = node {
            self.table.by_node.insert(node, id);
        }
        self.current = id;
        before
    }

    /// Refuses scopes that nest deeper than the stack of a thread that loads their code allows.
    fn limit_nesting(&mut self, parent: Option<ScopeId>) {
        let depth = parent.map_or(0, |parent| self.scope_depths[parent] + 1);
        self.scope_depths.push(depth);
        if depth > MAX_SCOPES {
            self.report(TextRange::default(), "too many nested scopes");
        }
    }

    fn limit_blocks(&mut self, blocks: usize, range: TextRange) {
        if blocks > MAX_BLOCKS {
            self.report(range, "too many statically nested blocks");
        }
    }

    pub(super) fn symbol(&mut self, name: &str) -> &mut Symbol {
        let scope = self.scope();
        let name = scope.mangle(name);
        scope.symbol_mut(&name)
    }

    pub(super) fn bind(&mut self, name: &str, range: TextRange) {
        self.refuse_debug(name, range, "assign to");
        let symbol = self.symbol(name);
        (symbol.bound, symbol.assigned) = (true, true);
    }

    pub(super) fn bind_identifier(&mut self, name: &Identifier) {
        self.bind(name.as_str(), name.range());
    }

    fn visit_name(&mut self, name: &ExprName) {
        match name.ctx {
            ExprContext::Store => self.bind(&name.id, name.range()),
            ExprContext::Del => {
                self.refuse_debug(&name.id, name.range(), "delete");
                let symbol = self.symbol(&name.id);
                (symbol.bound, symbol.assigned) = (true, true);
                symbol.deleted = true;
            }
            ExprContext::Load | ExprContext::Invalid => {
                self.symbol(&name.id).used = true;
                let is_method_code = !matches!(self.kind(), ScopeKind::Module | ScopeKind::Class);
                if name.id == "super" && is_method_code {
                    // super() without arguments finds its class in this closure variable.
                    self.symbol("__class__").used = true;
                }
            }
        }
    }

    /// `target := value` binds in the nearest scope that is not a comprehension.
    fn visit_named(&mut self, named: &ExprNamed) {
        self.visit_expr(&named.value);
        self.refuse_in_annotation(named.range(), "named");
        if self.iterable_depth > 0 {
            let message =
                "assignment expression cannot be used in a comprehension iterable expression";
            self.report(named.range(), message);
        }
        let Expr::Name(target) = &*named.target else {
            return self.report(
                named.target.range(),
                "cannot use assignment expressions here",
            );
        };
        let before = self.current;
        while self.kind().is_comprehension() {
            let mangled = self.scope().mangle(&target.id);
            if self
                .scope()
                .symbol(&mangled)
                .is_some_and(|symbol| symbol.bound)
            {
                let message = format!(
                    "assignment expression cannot rebind comprehension iteration variable '{}'",
                    target.id
                );
                self.report(target.range(), message);
            }
            self.scope().symbol_mut(&mangled).used = true;
            self.current = self.scope().parent.unwrap_or(MODULE_SCOPE);
        }
        if self.current != before && self.kind() == ScopeKind::Class {
            self.report(
                named.range(),
                "assignment expression within a comprehension cannot be used in a class body",
            );
        }
        self.bind(&target.id, target.range());
        self.current = before;
        let unit = self.scope().unit;
        self.table.scopes[unit].has_walrus = true;
    }

    fn visit_function(&mut self, function: &StmtFunctionDef) {
        for decorator in &function.decorator_list {
            self.visit_expr(&decorator.expression);
        }
        self.visit_defaults(&function.parameters);
        self.bind_identifier(&function.name);
        let outer = self.enter_type_parameters(function.type_params.as_deref());
        self.visit_function_annotations(function);
        let before = self.push_scope(ScopeKind::Function, Some(node_key(function)));
        let except_star = self.except_star.take();
        let loop_depth = std::mem::take(&mut self.loop_depth);
        self.scope().is_async = function.is_async;
        self.bind_parameters(&function.parameters);
        self.visit_body(&function.body);
        self.check_async_generator();
        self.loop_depth = loop_depth;
        self.except_star = except_star;
        self.current = outer.unwrap_or(before);
    }

    fn visit_defaults(&mut self, parameters: &Parameters) {
        for parameter in parameters.iter_non_variadic_params() {
            if let Some(default) = parameter.default() {
                self.visit_expr(default);
            }
        }
    }

    /// Parameters become symbols in the order of their registers.
    fn bind_parameters(&mut self, parameters: &Parameters) {
        let plain = parameters
            .iter_non_variadic_params()
            .map(|it| &it.parameter);
        let rest = [&parameters.vararg, &parameters.kwarg];
        let rest = rest.into_iter().filter_map(|it| it.as_deref());
        for parameter in plain.chain(rest) {
            let name = &parameter.name;
            if self.symbol(name.as_str()).parameter {
                let message = format!("duplicate argument '{name}' in function definition");
                self.report(name.range(), message);
            }
            self.bind_identifier(name);
            self.symbol(name.as_str()).parameter = true;
        }
    }

    fn visit_class(&mut self, class: &StmtClassDef) {
        for decorator in &class.decorator_list {
            self.visit_expr(&decorator.expression);
        }
        self.bind_identifier(&class.name);
        let outer = self.enter_type_parameters(class.type_params.as_deref());
        if outer.is_some() {
            self.bind_hidden(TYPE_PARAMETERS);
        }
        if let Some(arguments) = &class.arguments {
            self.visit_call_arguments(arguments);
        }
        let before = self.push_scope(ScopeKind::Class, Some(node_key(class)));
        let except_star = self.except_star.take();
        let loop_depth = std::mem::take(&mut self.loop_depth);
        self.scope().private_class = Some(class.name.as_str().into());
        if outer.is_some() {
            self.symbol(TYPE_PARAMETERS).used = true;
        }
        self.visit_body(&class.body);
        self.visit_annotated_names(&class.body);
        self.loop_depth = loop_depth;
        self.except_star = except_star;
        self.current = outer.unwrap_or(before);
    }

    fn visit_comprehension_scope(
        &mut self,
        what: &'static str,
        (node, range): (usize, TextRange),
        generators: &[Comprehension],
        elements: &[&Expr],
    ) {
        let Some((first, others)) = generators.split_first() else {
            return;
        };
        self.limit_blocks(generators.len(), range);
        // The first iterable is evaluated outside of the comprehension's scope.
        self.visit_iterable(&first.iter);
        let kind = match what {
            GENERATOR_EXPRESSION => ScopeKind::Generator,
            _ => ScopeKind::Comprehension,
        };
        let before = self.push_scope(kind, Some(node));
        self.scope().what = what;
        if kind == ScopeKind::Generator {
            let symbol = self.scope().symbol_mut(FIRST_ITERATOR);
            (symbol.bound, symbol.parameter) = (true, true);
        }
        for generator in generators {
            self.scope().is_async |= generator.is_async;
            self.visit_expr(&generator.target);
        }
        first.ifs.iter().for_each(|test| self.visit_expr(test));
        for generator in others {
            self.visit_iterable(&generator.iter);
            generator.ifs.iter().for_each(|test| self.visit_expr(test));
        }
        for element in elements {
            self.visit_expr(element);
        }
        let is_async = self.scope().is_async;
        self.current = before;
        if kind == ScopeKind::Comprehension && is_async {
            self.check_async_comprehension(range);
        }
    }

    /// The iterable of a comprehension, in which nothing may be assigned.
    fn visit_iterable(&mut self, iterable: &Expr) {
        self.iterable_depth += 1;
        self.visit_expr(iterable);
        self.iterable_depth -= 1;
    }

    fn bind_import(&mut self, alias: &Alias, is_dotted: bool) {
        let name = match &alias.asname {
            Some(name) => name.as_str(),
            None if is_dotted => first_part(alias.name.as_str()),
            None => alias.name.as_str(),
        };
        self.refuse_debug(name, alias.range(), "assign to");
        self.symbol(name).bound = true;
    }

    fn declare(&mut self, names: &[Identifier], is_global: bool, range: TextRange) {
        let keyword = if is_global { "global" } else { "nonlocal" };
        if !is_global && self.kind() == ScopeKind::Module {
            self.report(range, "nonlocal declaration not allowed at module level");
        }
        for name in names {
            let symbol = *self.symbol(name.as_str());
            let mut range = range;
            let problem = if symbol.parameter {
                Some(format!("name '{name}' is parameter and {keyword}"))
            } else if is_global && symbol.nonlocal || !is_global && symbol.global {
                // The first of the two is shown.
                let key = (self.current, name.as_str().into());
                range = self.declared.get(&key).copied().unwrap_or(range);
                Some(format!("name '{name}' is nonlocal and global"))
            } else if symbol.used {
                Some(format!(
                    "name '{name}' is used prior to {keyword} declaration"
                ))
            } else if symbol.annotated {
                Some(format!("annotated name '{name}' can't be {keyword}"))
            } else if symbol.assigned {
                Some(format!(
                    "name '{name}' is assigned to before {keyword} declaration"
                ))
            } else {
                None
            };
            if let Some(message) = problem {
                self.report(range, message);
            }
            let key = (self.current, name.as_str().into());
            self.declared.entry(key).or_insert(range);
            if is_global {
                self.symbol(name.as_str()).global = true;
            } else {
                self.symbol(name.as_str()).nonlocal = true;
                let mangled = self.scope().mangle(name.as_str());
                self.nonlocals.push((self.current, mangled, range));
            }
        }
    }

    /// An annotated variable belongs to the unit itself.
    fn annotate(&mut self, name: &str, range: TextRange) {
        let symbol = self.symbol(name);
        symbol.annotated = true;
        let keyword = match (symbol.global, symbol.nonlocal) {
            (true, _) => "global",
            (_, true) => "nonlocal",
            _ => return,
        };
        if self.kind() != ScopeKind::Module {
            self.report(range, format!("annotated name '{name}' can't be {keyword}"));
        }
    }

    /// A `nonlocal` needs a variable of an enclosing function; those may come later in the source.
    fn check_nonlocals(&mut self) {
        for (scope, name, range) in std::mem::take(&mut self.nonlocals) {
            if resolve::is_type_parameter(&self.table, scope, &name) {
                let message = format!("nonlocal binding not allowed for type parameter '{name}'");
                self.report(range, message);
            } else if !resolve::has_nonlocal_binding(&self.table, scope, &name) {
                self.report(range, format!("no binding for nonlocal '{name}' found"));
            }
        }
    }
}

/// The name that `import a.b.c` binds.
pub(crate) fn first_part(dotted: &str) -> &str {
    dotted.split('.').next().unwrap_or(dotted)
}

impl Builder {
    fn visit_statement(&mut self, statement: &Stmt) {
        self.check_statement(statement);
        match statement {
            Stmt::FunctionDef(function) => self.visit_function(function),
            Stmt::ClassDef(class) => self.visit_class(class),
            Stmt::AnnAssign(node) => {
                if let Some(value) = &node.value {
                    self.visit_expr(value);
                }
                self.visit_expr(&node.target);
                self.check_annotation(&node.annotation);
                if let Expr::Name(name) = &*node.target
                    && node.simple
                {
                    self.annotate(&name.id, node.range());
                }
            }
            Stmt::TypeAlias(alias) => self.visit_type_alias(alias),
            Stmt::Try(node) if node.is_star => self.visit_try_star(node),
            Stmt::With(node) => {
                self.limit_blocks(node.items.len(), node.range());
                visitor::walk_stmt(self, statement);
            }
            Stmt::Global(global) => self.declare(&global.names, true, global.range()),
            Stmt::Nonlocal(nonlocal) => self.declare(&nonlocal.names, false, nonlocal.range()),
            Stmt::Import(import) => {
                for alias in &import.names {
                    self.bind_import(alias, true);
                }
            }
            Stmt::ImportFrom(import) => {
                for alias in import.names.iter().filter(|alias| &alias.name != "*") {
                    self.bind_import(alias, false);
                }
            }
            Stmt::For(node) => {
                self.visit_expr(&node.iter);
                self.visit_expr(&node.target);
                self.loop_depth += 1;
                self.visit_body(&node.body);
                self.loop_depth -= 1;
                self.visit_body(&node.orelse);
            }
            Stmt::While(node) => {
                self.visit_expr(&node.test);
                self.loop_depth += 1;
                self.visit_body(&node.body);
                self.loop_depth -= 1;
                self.visit_body(&node.orelse);
            }
            _ => visitor::walk_stmt(self, statement),
        }
    }

    /// `try` with `except*`: nothing may leave the bodies of its clauses.
    fn visit_try_star(&mut self, node: &StmtTry) {
        self.visit_body(&node.body);
        let outer = self.except_star;
        for handler in &node.handlers {
            self.except_star = Some(self.loop_depth);
            self.visit_except_handler(handler);
            self.except_star = outer;
        }
        self.visit_body(&node.orelse);
        self.visit_body(&node.finalbody);
    }

    fn visit_expression(&mut self, expression: &Expr) {
        self.check_expression(expression);
        match expression {
            Expr::Name(name) => self.visit_name(name),
            Expr::Named(named) => self.visit_named(named),
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.visit_defaults(parameters);
                }
                let before = self.push_scope(ScopeKind::Function, Some(node_key(lambda)));
                if let Some(parameters) = &lambda.parameters {
                    self.bind_parameters(parameters);
                }
                self.visit_expr(&lambda.body);
                self.current = before;
            }
            Expr::ListComp(node) => {
                let (what, key) = ("list comprehension", (node_key(node), node.range()));
                self.visit_comprehension_scope(what, key, &node.generators, &[&node.elt]);
            }
            Expr::SetComp(node) => {
                let (what, key) = ("set comprehension", (node_key(node), node.range()));
                self.visit_comprehension_scope(what, key, &node.generators, &[&node.elt]);
            }
            Expr::Generator(node) => {
                let (what, key) = (GENERATOR_EXPRESSION, (node_key(node), node.range()));
                self.visit_comprehension_scope(what, key, &node.generators, &[&node.elt]);
            }
            Expr::DictComp(node) => {
                let mut elements: Vec<&Expr> = node.key.as_deref().into_iter().collect();
                elements.push(&node.value);
                let (what, key) = ("dict comprehension", (node_key(node), node.range()));
                self.visit_comprehension_scope(what, key, &node.generators, &elements);
            }
            Expr::Call(call) => {
                self.visit_expr(&call.func);
                self.visit_call_arguments(&call.arguments);
            }
            Expr::List(node) => self.visit_elements(&node.elts),
            Expr::Tuple(node) => self.visit_elements(&node.elts),
            Expr::Set(node) => self.visit_elements(&node.elts),
            _ => visitor::walk_expr(self, expression),
        }
    }

    fn visit_any_pattern(&mut self, pattern: &Pattern) {
        self.check_repetitions(pattern);
        if let Pattern::MatchOr(node) = pattern {
            self.check_alternatives(&node.patterns);
        }
        let name = match pattern {
            Pattern::MatchAs(node) => &node.name,
            Pattern::MatchStar(node) => &node.name,
            Pattern::MatchMapping(node) => &node.rest,
            _ => &None,
        };
        if let Some(name) = name {
            self.bind_identifier(name);
        }
        visitor::walk_pattern(self, pattern);
    }
}

impl<'a> Visitor<'a> for Builder {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        self.nested(statement.range(), |builder| {
            builder.visit_statement(statement)
        });
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        self.nested(expression.range(), |builder| {
            builder.visit_expression(expression)
        });
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        self.nested(pattern.range(), |builder| {
            builder.visit_any_pattern(pattern)
        });
    }

    fn visit_except_handler(&mut self, handler: &'a ExceptHandler) {
        let ExceptHandler::ExceptHandler(node) = handler;
        if let Some(name) = &node.name {
            self.bind_identifier(name);
            self.symbol(name.as_str()).deleted = true;
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_annotation(&mut self, annotation: &'a Expr) {
        // Those that are evaluated are visited in scopes of their own.
        self.check_annotation(annotation);
    }
}
