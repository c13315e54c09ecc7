//! The places of names: the scopes of a module, the names that each binds, and the meaning of a
//! use of a name in each.
//!
//! A *unit* is a scope that becomes a code object: module, function, class body. Comprehensions
//! have scopes of their own but run inside of the unit around them.

use motet_python_bytecode::GeneratorKind;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ModModule, Stmt};
use ruff_text_size::{Ranged, TextRange};

use crate::Options;
use crate::error::Fault;
use crate::{Map, Set};

mod builder;
mod checks;
mod future;
mod pattern_keys;
mod resolve;
mod type_parameters;
mod unevaluated;

/// Index of a scope in its [`ScopeTable`].
pub(crate) type ScopeId = usize;

/// The scope of the module, always the first.
pub(crate) const MODULE_SCOPE: ScopeId = 0;

/// The kind of construct that opened a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Module,
    Function,
    Class,
    Comprehension,
    /// A generator expression: a function of its own whose parameter is the first iterator.
    Generator,
    /// Annotations, or a bound, default or value of a type parameter or alias: a function of its
    /// own that runs when its value is asked for, and that sees the names of a class around it.
    Annotation,
    /// The type parameters of a function, class or alias: a function of its own around it, which
    /// runs at once and sees the names of a class around it.
    TypeParameters,
}

impl ScopeKind {
    /// Whether `:=` binds further out.
    pub(crate) fn is_comprehension(self) -> bool {
        matches!(self, ScopeKind::Comprehension | ScopeKind::Generator)
    }

    /// Whether the names of a class right around the scope can be seen in it.
    pub(crate) fn sees_class(self) -> bool {
        matches!(self, ScopeKind::Annotation | ScopeKind::TypeParameters)
    }
}

/// The variable of a class body with its namespace, for scopes that see the class's names.
pub(crate) const CLASS_NAMESPACE: &str = ".namespace";

/// The name of a variable as programs see it: `annotationlib` knows that of a class's namespace.
pub(crate) fn shown_name(name: &str) -> &str {
    match name {
        CLASS_NAMESPACE => "__classdict__",
        _ => name,
    }
}

/// The key by which the variables of a closure are sorted.
pub(crate) fn in_order(name: &str) -> (&str, &str) {
    (shown_name(name), name)
}

pub(crate) use type_parameters::{TYPE_PARAMETERS, function_annotations};

/// The name of the parameter of a generator expression.
pub(crate) const FIRST_ITERATOR: &str = ".0";

/// The uses of a name by a scope.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Symbol {
    /// It assigns to the name, by any statement.
    pub(crate) bound: bool,
    /// It does so by another statement than an import. (A declaration may follow an import.)
    pub(crate) assigned: bool,
    /// The name is one of its parameters.
    pub(crate) parameter: bool,
    /// It annotates the name.
    pub(crate) annotated: bool,
    /// It reads the name.
    pub(crate) used: bool,
    /// It declares the name `global`.
    pub(crate) global: bool,
    /// It declares the name `nonlocal`.
    pub(crate) nonlocal: bool,
    /// It deletes the name: `del`, or the end of an `except … as`.
    pub(crate) deleted: bool,
    /// Another unit refers to the variable, hence it lives in a cell.
    pub(crate) captured: bool,
}

/// The variable that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// The module's variable or the builtin.
    Global,
    /// A name of the class body that the scope is.
    ClassName,
    /// A name of the class body that the scope is or sees, else the variable of that scope.
    ClassNameOrOwner(ScopeId),
    /// The variable of that scope: the scope itself or one around it.
    Owner(ScopeId),
}

/// One scope.
#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) kind: ScopeKind,
    pub(crate) parent: Option<ScopeId>,
    /// The scope whose code object runs this scope's code.
    pub(crate) unit: ScopeId,
    /// The names in the order in which they first appear.
    pub(crate) symbols: Vec<(Box<str>, Symbol)>,
    index: Map<Box<str>, usize>,
    pub(crate) resolved: Map<Box<str>, Resolution>,
    /// Units only: the closure's variables, and their scopes.
    pub(crate) free: Vec<(Box<str>, ScopeId)>,
    /// The names in `free`.
    free_names: Set<Box<str>>,
    /// The class whose private names are mangled here.
    pub(crate) private_class: Option<Box<str>>,
    /// Units only: somewhere inside there is a `:=`.
    pub(crate) has_walrus: bool,
    /// Comprehensions and generator expressions: their names in error messages.
    pub(crate) what: &'static str,
    /// Functions and generator expressions only: it yields.
    pub(crate) has_yield: bool,
    /// It may await: an `async def`, or an asynchronous comprehension or generator expression.
    pub(crate) is_async: bool,
    /// Functions only: where the first `return` with a value stands.
    pub(crate) value_return: Option<TextRange>,
    /// Classes only: a method refers to `__class__`.
    pub(crate) needs_class_cell: bool,
    /// Classes only: a scope inside sees the names of the class.
    pub(crate) needs_namespace_cell: bool,
}

impl Scope {
    pub(crate) fn symbol(&self, name: &str) -> Option<&Symbol> {
        self.index.get(name).map(|index| &self.symbols[*index].1)
    }

    fn symbol_mut(&mut self, name: &str) -> &mut Symbol {
        let index = match self.index.get(name) {
            Some(index) => *index,
            None => {
                let index = self.symbols.len();
                self.symbols.push((name.into(), Symbol::default()));
                self.index.insert(name.into(), index);
                index
            }
        };
        &mut self.symbols[index].1
    }

    /// Notes that the closure has the variable of a scope, if it has none of that name yet.
    fn add_free(&mut self, name: &str, owner: ScopeId) {
        if !self.free_names.contains(name) {
            self.free_names.insert(name.into());
            self.free.push((name.into(), owner));
        }
    }

    /// The object that a call of this scope's function gives, if not its result.
    pub(crate) fn generator_kind(&self) -> Option<GeneratorKind> {
        if !matches!(self.kind, ScopeKind::Function | ScopeKind::Generator) {
            return None;
        }
        match (self.has_yield, self.is_async) {
            (false, false) => None,
            (true, false) => Some(GeneratorKind::Generator),
            (false, true) => Some(GeneratorKind::Coroutine),
            (true, true) => Some(GeneratorKind::AsyncGenerator),
        }
    }

    /// The name that the source's `name` stands for: `__x` in class `C` is `_C__x`.
    pub(crate) fn mangle(&self, name: &str) -> Box<str> {
        match &self.private_class {
            Some(class) if name.starts_with("__") && !name.ends_with("__") => {
                let class = class.trim_start_matches('_');
                if class.is_empty() || name.contains('.') {
                    name.into()
                } else {
                    format!("_{class}{name}").into()
                }
            }
            _ => name.into(),
        }
    }
}

/// All scopes of a module.
#[derive(Debug, Default)]
pub(crate) struct ScopeTable {
    pub(crate) scopes: Vec<Scope>,
    /// The names of the module's scope lie in a mapping that is known only when it runs.
    pub(crate) is_dynamic: bool,
    /// `from __future__ import annotations`: they are texts.
    pub(crate) annotations_are_texts: bool,
    by_node: Map<usize, ScopeId>,
}

impl ScopeTable {
    /// The scope that a node of the tree opens.
    pub(crate) fn of_node<T>(&self, node: &T) -> ScopeId {
        self.by_node[&node_key(node)]
    }

    /// The scope that something opens that is no node by itself: see [`extra_key`].
    pub(crate) fn of_extra<T>(&self, node: &T) -> ScopeId {
        self.by_node[&extra_key(node)]
    }

    /// The meaning of a name (mangled already) in a scope.
    pub(crate) fn resolve(&self, scope: ScopeId, name: &str) -> Resolution {
        self.scopes[scope]
            .resolved
            .get(name)
            .copied()
            .unwrap_or(Resolution::Global)
    }
}

/// The key of a node, its address: the tree does not move while it is compiled.
fn node_key<T>(node: &T) -> usize {
    std::ptr::from_ref(node).addr()
}

/// The key of a node's second scope, that of its annotations or type parameters: nodes do not lie
/// at odd addresses.
fn extra_key<T>(node: &T) -> usize {
    std::ptr::from_ref(node).addr() + 1
}

/// An annotated variable of a module or class body.
pub(crate) struct AnnotatedName<'a> {
    pub(crate) name: &'a str,
    pub(crate) annotation: &'a Expr,
    /// The offset at which the statement begins.
    pub(crate) offset: usize,
    /// The statement may not run: it has this number among those that note that they have.
    pub(crate) condition: Option<usize>,
}

/// The annotated variables of the body of a module or class, in the order of the source.
pub(crate) fn annotated_names(body: &[Stmt]) -> Vec<AnnotatedName<'_>> {
    let mut finder = AnnotationFinder {
        names: Vec::new(),
        depth: 0,
        conditions: 0,
    };
    body.iter().for_each(|it| finder.visit_stmt(it));
    finder.names
}

struct AnnotationFinder<'a> {
    names: Vec<AnnotatedName<'a>>,
    depth: usize,
    conditions: usize,
}

impl<'a> Visitor<'a> for AnnotationFinder<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::AnnAssign(node) if node.simple => {
                let Expr::Name(target) = &*node.target else {
                    return;
                };
                let condition = (self.depth > 0).then_some(self.conditions);
                self.conditions += usize::from(condition.is_some());
                self.names.push(AnnotatedName {
                    name: &target.id,
                    annotation: &node.annotation,
                    offset: node.start().to_usize(),
                    condition,
                });
            }
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            _ => {
                self.depth += 1;
                visitor::walk_stmt(self, statement);
                self.depth -= 1;
            }
        }
    }

    fn visit_expr(&mut self, _expression: &'a Expr) {
        // No statement is inside.
    }
}

/// Finds all scopes of a module and resolves every name in them.
pub(crate) fn analyze(module: &ModModule, options: Options) -> Result<ScopeTable, Fault> {
    let mut table = builder::build(module, options)?;
    resolve::resolve(&mut table)?;
    Ok(table)
}
