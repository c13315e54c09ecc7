//! Reading, writing and deleting variables, wherever they live.

use motet_python_bytecode::{Constant, Opcode};
use ruff_python_ast::{Expr, ExprName};
use ruff_text_size::Ranged;

use super::{Register, Unit};
use crate::scope::{CLASS_NAMESPACE, Resolution, ScopeId, in_order};

/// The place of a variable, as seen from the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a register.
    Local(Register),
    /// In a cell that a register holds.
    Cell(Register),
    /// In a cell of the closure.
    Free(usize),
    /// In the module, or among the builtins.
    Global,
    /// In the namespace of the class body.
    ClassName,
    /// In the namespace of the class body around, else in a cell of the closure.
    ClassNameOrFree(usize),
}

impl Unit<'_> {
    /// The name that stands for `name` in the current scope, after mangling of private names.
    pub(super) fn mangle(&self, name: &str) -> Box<str> {
        self.context.scopes.scopes[self.scope].mangle(name)
    }

    /// The place of a name (mangled already) of the current scope.
    pub(super) fn lookup(&self, name: &str) -> Place {
        match self.context.scopes.resolve(self.scope, name) {
            Resolution::Global => Place::Global,
            Resolution::ClassName => Place::ClassName,
            Resolution::Owner(owner) => self.lookup_in(owner, name),
            Resolution::ClassNameOrOwner(owner) => match self.lookup_in(owner, name) {
                // The instruction has sixteen bits for the cell.
                Place::Free(index) if index <= usize::from(u16::MAX) => {
                    Place::ClassNameOrFree(index)
                }
                place => place,
            },
        }
    }

    /// The place of the variable of a scope: a register here, or the closure.
    pub(super) fn lookup_in(&self, owner: ScopeId, name: &str) -> Place {
        if let Some(register) = self.registers.get(&(owner, name.into())) {
            let scope = &self.context.scopes.scopes[owner];
            let is_captured = scope.symbol(name).is_some_and(|symbol| symbol.captured);
            let is_class_cell =
                scope.needs_class_cell && name == "__class__" || name == CLASS_NAMESPACE;
            return if is_captured || is_class_cell {
                Place::Cell(*register)
            } else {
                Place::Local(*register)
            };
        }
        let free = &self.context.scopes.scopes[self.unit_scope].free;
        if owner == self.unit_scope
            && let Some(index) = self.spilled_places.get(name)
        {
            return Place::Free(free.len() + index);
        }
        match free.binary_search_by(|(free_name, _)| in_order(free_name).cmp(&in_order(name))) {
            Ok(index) => Place::Free(index),
            Err(_) => Place::Global,
        }
    }

    /// The register of a name's variable, if it has one that can be used in place.
    pub(super) fn local_register(&self, name: &ExprName) -> Option<Register> {
        match self.lookup(&self.mangle(&name.id)) {
            Place::Local(register) => Some(register),
            _ => None,
        }
    }

    /// Whether some statement deletes the variable: then it never counts as assigned.
    fn can_be_deleted(&self, name: &str) -> bool {
        let scopes = self.context.scopes;
        match scopes.resolve(self.scope, name) {
            Resolution::Owner(owner) => {
                let symbol = scopes.scopes[owner].symbol(name);
                symbol.is_some_and(|symbol| symbol.deleted)
            }
            _ => false,
        }
    }

    /// Makes sure that a local variable that is about to be read has a value.
    pub(super) fn check_bound(&mut self, register: Register, name: &str) {
        if !self.flow.reachable || self.flow.contains(register) {
            return;
        }
        let constant = self.string_constant(name);
        self.emit_abx(Opcode::CheckBound, register, constant);
        self.checked.insert(register);
        self.mark_assigned(register, name);
    }

    /// Notes that a local variable has a value from here on.
    pub(super) fn mark_assigned(&mut self, register: Register, name: &str) {
        if !self.can_be_deleted(name) {
            self.flow.insert(register);
        }
    }

    /// The value of a name in a register: its variable's own one if possible.
    pub(super) fn name_operand(&mut self, name: &ExprName) -> Register {
        match self.local_register(name) {
            Some(register) => {
                let before = self.at(name.range());
                let mangled = self.mangle(&name.id);
                self.check_bound(register, &mangled);
                self.position = before;
                register
            }
            None => {
                let register = self.allocate();
                self.name_to_register(name, register);
                register
            }
        }
    }

    fn name_to_register(&mut self, name: &ExprName, destination: Register) {
        let before = self.at(name.range());
        self.load_name(&name.id, destination);
        self.position = before;
    }

    /// Loads the variable that the source's `name` means.
    pub(super) fn load_name(&mut self, name: &str, destination: Register) {
        if name == "__debug__"
            && let Some(level) = self.context.optimisation
        {
            return self.load_constant(destination, Constant::Bool(level == 0));
        }
        let name = self.mangle(name);
        match self.lookup(&name) {
            Place::Local(register) => {
                self.check_bound(register, &name);
                self.move_register(destination, register);
            }
            Place::Cell(cell) => self.emit_ab(Opcode::LoadCell, destination, cell),
            Place::Free(index) => self.emit_abx(Opcode::LoadFree, destination, index),
            Place::ClassNameOrFree(index) => {
                let constant = self.string_constant(&name);
                let [low, high, ..] = index.to_le_bytes();
                let operands = [destination, low, high];
                self.emit_extended(Opcode::LoadNameOrFree, operands, constant);
            }
            Place::Global => {
                let global = self.global(&name);
                self.emit_abx(Opcode::LoadGlobal, destination, global);
            }
            Place::ClassName => {
                let constant = self.string_constant(&name);
                self.emit_abx(Opcode::LoadName, destination, constant);
            }
        }
    }

    /// Assigns to the variable that the source's `name` means.
    pub(super) fn store_name(&mut self, name: &str, source: Register) {
        let name = self.mangle(name);
        match self.lookup(&name) {
            Place::Local(register) => {
                self.move_register(register, source);
                self.mark_assigned(register, &name);
            }
            Place::Cell(cell) => self.emit_ab(Opcode::StoreCell, cell, source),
            Place::Free(index) | Place::ClassNameOrFree(index) => {
                self.emit_abx(Opcode::StoreFree, source, index);
            }
            Place::Global => {
                let global = self.global(&name);
                self.emit_abx(Opcode::StoreGlobal, source, global);
            }
            Place::ClassName => {
                let constant = self.string_constant(&name);
                self.emit_abx(Opcode::StoreName, source, constant);
            }
        }
    }

    /// Assigns to a name the value that `evaluate` puts into a register: the variable's own one if
    /// possible.
    pub(super) fn define(&mut self, name: &str, evaluate: impl FnOnce(&mut Self, Register)) {
        let mangled = self.mangle(name);
        if let Place::Local(register) = self.lookup(&mangled) {
            evaluate(self, register);
            self.mark_assigned(register, &mangled);
            return;
        }
        let mark = self.mark();
        let register = self.allocate();
        evaluate(self, register);
        self.store_name(name, register);
        self.release(mark);
    }

    /// `del name`.
    pub(super) fn delete_name(&mut self, name: &str) {
        let name = self.mangle(name);
        match self.lookup(&name) {
            Place::Local(register) => {
                self.check_bound(register, &name);
                self.emit_a(Opcode::Unbind, register);
            }
            Place::Cell(cell) => self.emit_a(Opcode::DeleteCell, cell),
            Place::Free(index) | Place::ClassNameOrFree(index) => {
                self.emit_abx(Opcode::DeleteFree, 0, index);
            }
            Place::Global => {
                let global = self.global(&name);
                self.emit_abx(Opcode::DeleteGlobal, 0, global);
            }
            Place::ClassName => {
                let constant = self.string_constant(&name);
                self.emit_abx(Opcode::DeleteName, 0, constant);
            }
        }
    }

    /// The end of `except … as name`: the name loses its value, if it still has one.
    pub(super) fn forget_name(&mut self, name: &str) {
        let mangled = self.mangle(name);
        if let Place::Local(register) = self.lookup(&mangled) {
            return self.emit_a(Opcode::Unbind, register);
        }
        // The body may have deleted the name: give it a value that can be deleted.
        let mark = self.mark();
        let register = self.allocate();
        self.load_none(register);
        self.store_name(name, register);
        self.delete_name(name);
        self.release(mark);
    }

    /// Puts the value of a name into a register.
    pub(super) fn name_into(&mut self, name: &ExprName, destination: Register) {
        self.load_name(&name.id, destination);
    }

    /// The variable's register if an expression is a name whose value can be written in place.
    pub(super) fn target_register(&self, target: &Expr) -> Option<Register> {
        match target {
            Expr::Name(name) => self.local_register(name),
            _ => None,
        }
    }
}
