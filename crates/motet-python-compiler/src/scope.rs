//! Where each name lives: the scopes of a module, what each binds, and what a use of a name in each
//! refers to.
//!
//! A *unit* is a scope that becomes a code object: module, function, class body. Comprehensions
//! have scopes of their own but run inside of the unit around them.

use std::collections::HashMap;

use motet_python_bytecode::GeneratorKind;
use ruff_python_ast::ModModule;
use ruff_text_size::TextRange;

use crate::error::Fault;

mod builder;
mod checks;
mod resolve;

/// Index of a scope in its [`ScopeTable`].
pub(crate) type ScopeId = usize;

/// The scope of the module, always the first.
pub(crate) const MODULE_SCOPE: ScopeId = 0;

/// What kind of construct opened a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Module,
    Function,
    Class,
    Comprehension,
    /// A generator expression: a function of its own whose parameter is the first iterator.
    Generator,
}

impl ScopeKind {
    /// Whether `:=` binds further out.
    pub(crate) fn is_comprehension(self) -> bool {
        matches!(self, ScopeKind::Comprehension | ScopeKind::Generator)
    }
}

/// The name of the parameter of a generator expression.
pub(crate) const FIRST_ITERATOR: &str = ".0";

/// What a scope does with a name.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Symbol {
    /// It assigns to the name, by whatever statement.
    pub(crate) bound: bool,
    /// The name is one of its parameters.
    pub(crate) parameter: bool,
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

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// The module's variable or the builtin.
    Global,
    /// A name of the class body that the scope is.
    ClassName,
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
    index: HashMap<Box<str>, usize>,
    pub(crate) resolved: HashMap<Box<str>, Resolution>,
    /// Units only: the closure's variables, and whose they are.
    pub(crate) free: Vec<(Box<str>, ScopeId)>,
    /// The class whose private names are mangled here.
    pub(crate) private_class: Option<Box<str>>,
    /// Units only: somewhere inside there is a `:=`.
    pub(crate) has_walrus: bool,
    /// Comprehensions and generator expressions: what error messages call them.
    pub(crate) what: &'static str,
    /// Functions and generator expressions only: it yields.
    pub(crate) has_yield: bool,
    /// It may await: an `async def`, or an asynchronous comprehension or generator expression.
    pub(crate) is_async: bool,
    /// Functions only: where the first `return` with a value stands.
    pub(crate) value_return: Option<TextRange>,
    /// Classes only: a method refers to `__class__`.
    pub(crate) needs_class_cell: bool,
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

    /// What a call of the function that the scope is gives, if not its result.
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
    by_node: HashMap<usize, ScopeId>,
}

impl ScopeTable {
    /// The scope that a node of the tree opens.
    pub(crate) fn of_node<T>(&self, node: &T) -> ScopeId {
        self.by_node[&node_key(node)]
    }

    /// What a name (mangled already) means in a scope.
    pub(crate) fn resolve(&self, scope: ScopeId, name: &str) -> Resolution {
        self.scopes[scope]
            .resolved
            .get(name)
            .copied()
            .unwrap_or(Resolution::Global)
    }
}

/// The tree does not move while it is compiled: a node's address tells it from all others.
fn node_key<T>(node: &T) -> usize {
    std::ptr::from_ref(node).addr()
}

/// Finds all scopes of a module and resolves every name in them.
pub(crate) fn analyze(module: &ModModule) -> Result<ScopeTable, Fault> {
    let mut table = builder::build(module)?;
    resolve::resolve(&mut table)?;
    Ok(table)
}
