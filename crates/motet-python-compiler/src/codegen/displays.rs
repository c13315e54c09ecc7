//! Displays of lists, tuples, sets and dicts.

use motet_python_bytecode::{Constant, Opcode};
use ruff_python_ast::{Expr, ExprDict};

use super::{Register, Unit, folding};

/// Displays with more items than this are built piece by piece, to spare registers.
const ITEMS_AT_ONCE: usize = 24;

impl<'a> Unit<'a> {
    /// Whether the items of a display are evaluated into registers of their own.
    fn is_simple(&self, elements: &[Expr]) -> bool {
        elements.len() <= ITEMS_AT_ONCE
            && (elements.len() < 2 || !self.is_crowded(elements.len()))
            && !elements.iter().any(Expr::is_starred_expr)
    }

    /// Evaluates expressions into registers that follow one another; answers the first.
    pub(super) fn consecutive(&mut self, elements: &'a [Expr]) -> Register {
        let first = self.allocate_block(0);
        for element in elements {
            let register = self.allocate();
            self.into(element, register);
        }
        first
    }

    /// A register for the operand `b` of a `Build…` without items, which is never read.
    fn empty(&mut self, opcode: Opcode, destination: Register) {
        self.emit_abc(opcode, destination, destination, 0);
    }

    pub(super) fn list_display(&mut self, elements: &'a [Expr], destination: Register) {
        if self.is_simple(elements) {
            let first = match elements {
                [] => destination,
                _ => self.consecutive(elements),
            };
            let count = elements.len() as u8;
            return self.emit_abc(Opcode::BuildList, destination, first, count);
        }
        let list = self.scratch(destination);
        self.list_piece_by_piece(elements, list);
        self.move_register(destination, list);
    }

    /// Builds a list in a temporary, item by item.
    pub(super) fn list_piece_by_piece(&mut self, elements: &'a [Expr], list: Register) {
        if let Some(items) = constant_items(elements) {
            self.empty(Opcode::BuildList, list);
            let tuple = self.allocate();
            self.load_constant(tuple, Constant::Tuple(items));
            return self.emit_ab(Opcode::ListExtend, list, tuple);
        }
        self.list_of(elements.iter(), list);
    }

    /// Builds a list item by item, of constants too.
    pub(super) fn list_of(&mut self, elements: impl Iterator<Item = &'a Expr>, list: Register) {
        self.empty(Opcode::BuildList, list);
        for element in elements {
            let mark = self.mark();
            if let Expr::Starred(starred) = element {
                let items = self.operand(&starred.value);
                self.emit_ab(Opcode::ListExtend, list, items);
            } else {
                let item = self.operand(element);
                self.emit_ab(Opcode::ListAppend, list, item);
            }
            self.release(mark);
        }
    }

    pub(super) fn tuple_display(&mut self, elements: &'a [Expr], destination: Register) {
        if self.is_simple(elements) {
            let first = match elements {
                [] => destination,
                _ => self.consecutive(elements),
            };
            let count = elements.len() as u8;
            return self.emit_abc(Opcode::BuildTuple, destination, first, count);
        }
        let list = self.scratch(destination);
        self.list_piece_by_piece(elements, list);
        self.emit_ab(Opcode::ListToTuple, destination, list);
    }

    pub(super) fn set_display(&mut self, elements: &'a [Expr], destination: Register) {
        if self.is_simple(elements) {
            let first = self.consecutive(elements);
            let count = elements.len() as u8;
            return self.emit_abc(Opcode::BuildSet, destination, first, count);
        }
        let set = self.scratch(destination);
        self.empty(Opcode::BuildSet, set);
        for element in elements {
            let mark = self.mark();
            if let Expr::Starred(starred) = element {
                let items = self.operand(&starred.value);
                self.emit_ab(Opcode::SetUpdate, set, items);
            } else {
                let item = self.operand(element);
                self.emit_ab(Opcode::SetAdd, set, item);
            }
            self.release(mark);
        }
        self.move_register(destination, set);
    }

    pub(super) fn dict_display(&mut self, node: &'a ExprDict, destination: Register) {
        let is_simple = node.items.iter().all(|item| item.key.is_some());
        let is_small = 2 * node.items.len() <= ITEMS_AT_ONCE;
        if is_simple
            && is_small
            && (node.items.is_empty() || !self.is_crowded(2 * node.items.len()))
        {
            let first = match node.items.as_slice() {
                [] => destination,
                _ => self.allocate_block(0),
            };
            for item in &node.items {
                let key = self.allocate();
                let value = self.allocate();
                if let Some(expression) = &item.key {
                    self.into(expression, key);
                }
                self.into(&item.value, value);
            }
            let count = node.items.len() as u8;
            return self.emit_abc(Opcode::BuildDict, destination, first, count);
        }
        let dict = self.scratch(destination);
        self.empty(Opcode::BuildDict, dict);
        for item in &node.items {
            let mark = self.mark();
            if let Some(key) = &item.key
                && let Some(constant) = folding::fold(key)
            {
                let value = self.operand(&item.value);
                let key = self.allocate();
                self.load_constant(key, constant);
                self.emit_abc(Opcode::DictSet, dict, key, value);
            } else if let Some(key) = &item.key {
                let scratch = self.allocate();
                let key = self.operand_before(key, &[&item.value], scratch);
                let value = self.operand(&item.value);
                self.emit_abc(Opcode::DictSet, dict, key, value);
            } else {
                let mapping = self.operand(&item.value);
                self.emit_ab(Opcode::DictUpdate, dict, mapping);
            }
            self.release(mark);
        }
        self.move_register(destination, dict);
    }
}

fn constant_items(elements: &[Expr]) -> Option<Box<[Constant]>> {
    elements.iter().map(folding::fold).collect()
}
