//! From the uses of names by each scope to the variables that the names refer to.

use crate::error::Fault;
use crate::scope::{
    CLASS_NAMESPACE, MODULE_SCOPE, Resolution, ScopeId, ScopeKind, ScopeTable, in_order,
};

/// Resolves every name of every scope; marks captured variables, fills the units' free lists.
pub(crate) fn resolve(table: &mut ScopeTable) -> Result<(), Fault> {
    if table.is_dynamic {
        declare_for_module(table);
    }
    for scope in 0..table.scopes.len() {
        for index in 0..table.scopes[scope].symbols.len() {
            let name = table.scopes[scope].symbols[index].0.clone();
            let resolution = find(table, scope, &name);
            if let Resolution::Owner(owner) | Resolution::ClassNameOrOwner(owner) = resolution {
                capture(table, scope, owner, &name);
            }
            table.scopes[scope].resolved.insert(name, resolution);
        }
        if table.scopes[scope].kind == ScopeKind::Annotation
            && let Some(class) = class_around(table, scope)
        {
            capture(table, scope, class, CLASS_NAMESPACE);
        }
    }
    for scope in &mut table.scopes {
        // Programs see the order (`co_freevars`): CPython sorts.
        scope
            .free
            .sort_by(|(first, _), (second, _)| in_order(first).cmp(&in_order(second)));
    }
    Ok(())
}

/// A name that any scope declares `global` is global for the code outside of all functions, too:
/// that matters where this code has a namespace of its own (`exec`).
fn declare_for_module(table: &mut ScopeTable) {
    let declared: Vec<Box<str>> = table
        .scopes
        .iter()
        .flat_map(|scope| &scope.symbols)
        .filter(|(_, symbol)| symbol.global)
        .map(|(name, _)| name.clone())
        .collect();
    for name in declared {
        table.scopes[MODULE_SCOPE].symbol_mut(&name).global = true;
    }
}

/// Whether an enclosing function has a variable that `nonlocal name` in `scope` can mean.
pub(crate) fn has_nonlocal_binding(table: &ScopeTable, scope: ScopeId, name: &str) -> bool {
    let parent = table.scopes[scope].parent;
    matches!(search(table, parent, name), Resolution::Owner(_))
}

/// Whether `nonlocal name` in `scope` would mean a type parameter.
pub(crate) fn is_type_parameter(table: &ScopeTable, scope: ScopeId, name: &str) -> bool {
    match search(table, table.scopes[scope].parent, name) {
        Resolution::Owner(owner) => table.scopes[owner].kind == ScopeKind::TypeParameters,
        _ => false,
    }
}

fn find(table: &ScopeTable, scope: ScopeId, name: &str) -> Resolution {
    let this = &table.scopes[scope];
    let symbol = this.symbol(name).copied().unwrap_or_default();
    let is_module_code = this.unit == MODULE_SCOPE && table.is_dynamic;
    if symbol.global {
        return Resolution::Global;
    }
    if this.kind == ScopeKind::Module {
        return if is_module_code {
            Resolution::ClassName
        } else {
            Resolution::Global
        };
    }
    if symbol.bound && !symbol.nonlocal {
        return match this.kind {
            ScopeKind::Class => Resolution::ClassName,
            _ => Resolution::Owner(scope),
        };
    }
    let found = search(table, this.parent, name);
    let class = this.kind.sees_class().then(|| class_around(table, scope));
    if let Some(class) = class.flatten() {
        // A class that declares the name global means the global one.
        let symbol = table.scopes[class].symbol(name);
        if symbol.is_some_and(|symbol| symbol.global) {
            return Resolution::Global;
        }
    }
    let sees_class = this.kind == ScopeKind::Class || class.flatten().is_some();
    let module_symbol = table.scopes[MODULE_SCOPE].symbol(name);
    let is_declared = module_symbol.is_some_and(|symbol| symbol.global);
    match found {
        Resolution::Global if is_module_code && is_declared && !sees_class => Resolution::Global,
        // The namespace of a class body may hold names that no statement of it binds.
        Resolution::Global if sees_class || is_module_code => Resolution::ClassName,
        Resolution::Owner(owner) if sees_class && name != "__class__" && !symbol.nonlocal => {
            Resolution::ClassNameOrOwner(owner)
        }
        found => found,
    }
}

/// The class whose names a scope sees though it is not the class's.
fn class_around(table: &ScopeTable, scope: ScopeId) -> Option<ScopeId> {
    let parent = table.scopes[scope].parent?;
    match table.scopes[parent].kind {
        ScopeKind::Class => Some(parent),
        kind if kind.sees_class() => class_around(table, parent),
        _ => None,
    }
}

/// Looks for a variable in `start` and the scopes around it. Class bodies are passed over, except
/// for the cell with the class itself.
fn search(table: &ScopeTable, start: Option<ScopeId>, name: &str) -> Resolution {
    let mut next = start;
    while let Some(scope) = next {
        let this = &table.scopes[scope];
        next = this.parent;
        match this.kind {
            ScopeKind::Module => break,
            ScopeKind::Class => {
                if name == "__class__" {
                    return Resolution::Owner(scope);
                }
            }
            ScopeKind::Function
            | ScopeKind::Comprehension
            | ScopeKind::Generator
            | ScopeKind::Annotation
            | ScopeKind::TypeParameters => match this.symbol(name) {
                Some(symbol) if symbol.global => return Resolution::Global,
                Some(symbol) if symbol.bound && !symbol.nonlocal => {
                    return Resolution::Owner(scope);
                }
                _ => {}
            },
        }
    }
    Resolution::Global
}

/// Notes that code in `scope` refers to a variable of `owner`.
fn capture(table: &mut ScopeTable, scope: ScopeId, owner: ScopeId, name: &str) {
    let home = table.scopes[owner].unit;
    let mut unit = table.scopes[scope].unit;
    if unit == home {
        return;
    }
    if name == CLASS_NAMESPACE {
        table.scopes[owner].needs_namespace_cell = true;
    } else if table.scopes[owner].kind == ScopeKind::Class {
        table.scopes[owner].needs_class_cell = true;
    } else {
        table.scopes[owner].symbol_mut(name).captured = true;
    }
    while unit != home {
        table.scopes[unit].add_free(name, owner);
        match table.scopes[unit].parent {
            Some(parent) => unit = table.scopes[parent].unit,
            None => break,
        }
    }
}
