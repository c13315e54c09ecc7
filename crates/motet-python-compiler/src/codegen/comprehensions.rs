//! List, set and dict comprehensions: loops inside of the unit, with variables of their own.

use motet_python_bytecode::{LOCALS_IN_REGISTERS, Opcode};
use ruff_python_ast::{Comprehension, Expr, ExprDictComp, ExprListComp, ExprSetComp};
use ruff_text_size::Ranged;

use super::emit::{Flow, Label};
use super::{Register, Unit};
use crate::scope::{ScopeId, ScopeKind, ScopeTable};

/// Functions that ask for all local variables.
pub(super) const ASKING: &[&str] = &["locals", "vars", "dir", "eval", "exec"];

/// The comprehensions in which, or in one inside of which, there is a name of [`ASKING`].
pub(super) fn asking(scopes: &ScopeTable) -> Vec<ScopeId> {
    let scopes = &scopes.scopes;
    let is_asking = |scope: ScopeId| {
        let mut names = ASKING.iter().filter_map(|name| scopes[scope].symbol(name));
        names.any(|symbol| symbol.used)
    };
    let is_comprehension = |scope: &ScopeId| scopes[*scope].kind == ScopeKind::Comprehension;
    let mut found = Vec::new();
    for inner in (0..scopes.len())
        .filter(is_comprehension)
        .filter(|it| is_asking(*it))
    {
        let mut scope = Some(inner).filter(is_comprehension);
        while let Some(outer) = scope.filter(|scope| !found.contains(scope)) {
            found.push(outer);
            scope = scopes[outer].parent.filter(is_comprehension);
        }
    }
    found.sort_unstable();
    found
}

/// The elements that a comprehension collects.
#[derive(Clone, Copy)]
pub(super) enum Element<'a> {
    /// Of a generator expression; whether that has several loops.
    Yield(&'a Expr, bool),
    List(&'a Expr),
    Set(&'a Expr),
    Pair(&'a Expr, &'a Expr),
}

impl<'a> Unit<'a> {
    pub(super) fn list_comprehension(&mut self, node: &'a ExprListComp, destination: Register) {
        let scope = self.context.scopes.of_node(node);
        self.comprehension(
            scope,
            &node.generators,
            Element::List(&node.elt),
            destination,
        );
    }

    pub(super) fn set_comprehension(&mut self, node: &'a ExprSetComp, destination: Register) {
        let scope = self.context.scopes.of_node(node);
        self.comprehension(
            scope,
            &node.generators,
            Element::Set(&node.elt),
            destination,
        );
    }

    pub(super) fn dict_comprehension(&mut self, node: &'a ExprDictComp, destination: Register) {
        let scope = self.context.scopes.of_node(node);
        let Some(key) = &node.key else {
            return;
        };
        let element = Element::Pair(key, &node.value);
        self.comprehension(scope, &node.generators, element, destination);
    }

    fn comprehension(
        &mut self,
        scope: ScopeId,
        generators: &'a [Comprehension],
        element: Element<'a>,
        destination: Register,
    ) {
        let Some((first, _)) = generators.split_first() else {
            return;
        };
        let collection = self.scratch(destination);
        let iterator = self.allocate();
        let iterable = self.operand_before(&first.iter, &[], iterator);
        self.emit_get_iter(first.is_async, iterator, iterable);
        self.release(usize::from(iterator) + 1);
        let opcode = match element {
            Element::Set(_) => Opcode::BuildSet,
            Element::Pair(..) => Opcode::BuildDict,
            Element::List(_) | Element::Yield(..) => Opcode::BuildList,
        };
        self.emit_abc(opcode, collection, collection, 0);
        let outer = std::mem::replace(&mut self.scope, scope);
        let before = self.flow;
        self.enter_comprehension(scope, generators.len() > 1);
        self.generator_loop(generators, iterator, element, collection);
        self.scope = outer;
        for (name, _) in &self.context.scopes.scopes[scope].symbols {
            if let Some(register) = self.registers.get(&(scope, name.clone()))
                && self.comprehension_registers.contains(register)
            {
                self.emit_a(Opcode::Unbind, *register);
            }
        }
        // The variables' registers go back to the stack; assignments inside may not have happened.
        self.flow = Flow::after_comprehension(before, self.flow);
        self.move_register(destination, collection);
    }

    /// The registers of the unit's variables end here. Before that the variables of comprehensions
    /// that may ask for all variables get registers of their own, under their names.
    pub(super) fn end_variables(&mut self) {
        let context = self.context;
        for scope in &context.asking {
            let inside = &context.scopes.scopes[*scope];
            if inside.unit != self.unit_scope {
                continue;
            }
            while self.local_names.len() < self.top {
                // (The names of variables that are not shown begin with a dot.)
                self.local_names.push(".".into());
            }
            for (name, _) in inside.symbols.iter().filter(|(_, symbol)| symbol.bound) {
                if self.local_names.len() < LOCALS_IN_REGISTERS {
                    let register = self.allocate();
                    self.registers.insert((*scope, name.clone()), register);
                    self.comprehension_registers.push(register);
                    self.local_names.push(name.clone());
                }
            }
        }
        self.variables_end = self.top;
    }

    /// A handler begins: the variables of comprehensions are gone that were left by an exception.
    pub(super) fn forget_comprehensions(&mut self) {
        for index in 0..self.comprehension_registers.len() {
            self.emit_a(Opcode::Unbind, self.comprehension_registers[index]);
        }
    }

    /// Gives registers to the comprehension's own variables.
    fn enter_comprehension(&mut self, scope: ScopeId, may_read_early: bool) {
        let table = self.context.scopes;
        for (name, symbol) in &table.scopes[scope].symbols {
            if !symbol.bound {
                continue;
            }
            let known = self.registers.get(&(scope, name.clone())).copied();
            let known = known.filter(|register| self.comprehension_registers.contains(register));
            let register = known.unwrap_or_else(|| self.allocate());
            self.registers.insert((scope, name.clone()), register);
            self.flow.remove(register);
            if symbol.captured {
                self.emit_a(Opcode::Unbind, register);
                self.emit_a(Opcode::MakeCell, register);
            } else if may_read_early {
                self.emit_a(Opcode::Unbind, register);
            }
        }
    }

    pub(super) fn generator_loop(
        &mut self,
        generators: &'a [Comprehension],
        iterator: Register,
        element: Element<'a>,
        collection: Register,
    ) {
        let Some((generator, inner)) = generators.split_first() else {
            return;
        };
        if generator.is_async {
            return self.async_generator_loop(generators, iterator, element, collection);
        }
        let mark = self.mark();
        let next = self.new_label();
        let before = self.flow;
        self.jump(next);
        self.flow = before;
        let top = self.bind_loop_top();
        let item = self.begin_iteration(&generator.target);
        self.comprehension_body(generator, inner, element, collection, next);
        self.bind(next);
        let before = self.at(generator.iter.range());
        self.emit_jump(Opcode::ForLoop, item, iterator, top);
        self.position = before;
        self.release(mark);
    }

    /// Makes the code for each item: the tests, then the inner loops or the element.
    pub(super) fn comprehension_body(
        &mut self,
        generator: &'a Comprehension,
        inner: &'a [Comprehension],
        element: Element<'a>,
        collection: Register,
        next: Label,
    ) {
        for test in &generator.ifs {
            self.jump_if(test, false, next);
        }
        match inner.first() {
            Some(following) => {
                let iterator = self.allocate();
                let iterable = self.operand_before(&following.iter, &[], iterator);
                self.emit_get_iter(following.is_async, iterator, iterable);
                self.release(usize::from(iterator) + 1);
                self.generator_loop(inner, iterator, element, collection);
            }
            None => self.collect(element, collection),
        }
    }

    fn collect(&mut self, element: Element<'a>, collection: Register) {
        let mark = self.mark();
        match element {
            Element::Yield(value, is_nested) => {
                let value = self.operand(value);
                // What is sent in may go into the register of the only loop's variable, which is
                // bound next, but not into an outer loop's, which an inner one yields again.
                let sent = if is_nested { self.allocate() } else { value };
                self.emit_yield(sent, value);
            }
            Element::List(value) => {
                let value = self.operand(value);
                self.emit_ab(Opcode::ListAppend, collection, value);
            }
            Element::Set(value) => {
                let value = self.operand(value);
                self.emit_ab(Opcode::SetAdd, collection, value);
            }
            Element::Pair(key, value) => {
                let scratch = self.allocate();
                let key = self.operand_before(key, &[value], scratch);
                let value = self.operand(value);
                self.emit_abc(Opcode::DictSet, collection, key, value);
            }
        }
        self.release(mark);
    }
}

impl Flow {
    /// The state after a comprehension: that before it, as long as its end is reached.
    fn after_comprehension(before: Flow, after: Flow) -> Flow {
        if after.reachable { before } else { after }
    }
}
