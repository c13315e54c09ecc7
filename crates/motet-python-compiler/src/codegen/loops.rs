//! `for`, `while`, `break`, `continue`.

use motet_python_bytecode::{Opcode, encode};
use ruff_python_ast::{Expr, Stmt, StmtFor, StmtWhile};
use ruff_text_size::Ranged;

use super::emit::Label;
use super::exceptions::Block;
use super::{Register, Unit};

impl<'a> Unit<'a> {
    /// At the top of an iteration: answers the register into which `ForLoop` puts the item, and
    /// assigns it to the target from there.
    pub(super) fn begin_iteration(&mut self, target: &'a Expr) -> Register {
        if let Expr::Name(name) = target
            && let Some(register) = self.local_register(name)
        {
            self.store_name(&name.id, register);
            return register;
        }
        let item = self.allocate();
        let first = self.instructions.len();
        self.store(target, item);
        self.note_unpacked_item(first, item);
        item
    }

    /// Says so if the instruction of that place spreads the item of an iteration, which lies in a
    /// register of its own: then no pair needs to be made of items that are spread at once.
    fn note_unpacked_item(&mut self, place: usize, item: Register) {
        if let Some(instruction) = self.instructions.get_mut(place)
            && instruction.opcode == Opcode::Unpack
            && encode::b(instruction.word) == item
        {
            let (first, count) = (encode::a(instruction.word), encode::c(instruction.word));
            instruction.opcode = Opcode::UnpackItem;
            instruction.word = encode::abc(Opcode::UnpackItem, first, item, count);
        }
    }

    pub(super) fn for_statement(&mut self, node: &'a StmtFor) {
        let iterator = self.allocate();
        let iterable = self.operand_before(&node.iter, &[], iterator);
        if node.is_async {
            return self.async_for_statement(node, iterator, iterable);
        }
        let (next, end) = (self.new_label(), self.new_label());
        self.at(node.iter.range());
        self.emit_ab(Opcode::GetIter, iterator, iterable);
        self.release(usize::from(iterator) + 1);
        // Enter at the bottom, where the first item is fetched.
        let before = self.flow;
        self.jump(next);
        self.flow = before;
        let top = self.bind_loop_top();
        let item = self.begin_iteration(&node.target);
        self.release(usize::from(iterator) + 1);
        self.blocks.push(Block::Loop { next, end });
        self.loop_body(&node.body);
        self.blocks.pop();
        self.bind(next);
        self.at(node.iter.range());
        self.emit_jump(Opcode::ForLoop, item, iterator, top);
        self.statements(&node.orelse);
        self.bind(end);
    }

    fn async_for_statement(&mut self, node: &'a StmtFor, iterator: Register, iterable: Register) {
        let (next, end) = (self.new_label(), self.new_label());
        self.at(node.iter.range());
        self.emit_get_iter(true, iterator, iterable);
        self.release(usize::from(iterator) + 1);
        let (state, item) = self.begin_async_loop(iterator);
        self.store(&node.target, item);
        self.release(usize::from(iterator) + 1);
        self.blocks.push(Block::Loop { next, end });
        self.loop_body(&node.body);
        self.blocks.pop();
        self.bind(next);
        self.at(node.iter.range());
        self.end_async_loop(state);
        self.statements(&node.orelse);
        self.bind(end);
    }

    /// (A loop that only passes is as fast as it can be: tracers hear of its head alone.)
    fn loop_body(&mut self, body: &'a [Stmt]) {
        if !matches!(body, [Stmt::Pass(_)]) {
            self.statements(body);
        }
    }

    pub(super) fn while_statement(&mut self, node: &'a StmtWhile) {
        let (next, end) = (self.new_label(), self.new_label());
        let otherwise = self.new_label();
        self.jump_if(&node.test, false, otherwise);
        let top = self.bind_loop_top();
        self.blocks.push(Block::Loop { next, end });
        self.loop_body(&node.body);
        self.blocks.pop();
        self.bind(next);
        if self.flow.reachable {
            self.jump_if(&node.test, true, top);
        }
        self.bind(otherwise);
        self.statements(&node.orelse);
        self.bind(end);
    }

    pub(super) fn break_statement(&mut self) {
        self.leave_loop(|_, end| end);
    }

    pub(super) fn continue_statement(&mut self) {
        self.leave_loop(|next, _| next);
    }

    /// The target of a `break` or `continue`, if a jump there is all that it does.
    pub(super) fn silent_loop_exit(&self, statement: &Stmt) -> Option<Label> {
        match (statement, self.blocks.last()?) {
            (Stmt::Break(_), Block::Loop { end, .. }) => Some(*end),
            (Stmt::Continue(_), Block::Loop { next, .. }) => Some(*next),
            _ => None,
        }
    }

    fn leave_loop(&mut self, choose: impl Fn(Label, Label) -> Label) {
        let is_loop = |block: &Block<'_>| matches!(block, Block::Loop { .. });
        let Some(depth) = self.blocks.iter().rposition(is_loop) else {
            return;
        };
        let Block::Loop { next, end } = self.blocks[depth] else {
            return;
        };
        let left = self.leave_blocks(depth + 1);
        self.jump_of_statement(choose(next, end));
        self.return_to_blocks(left);
    }
}
