//! `try`, and the code that runs when control leaves a block early.
//!
//! A handler owns two registers: the exception, and after it the one that was being handled before.
//! All exceptions inside of the handler end at its *cleanup*, which makes that one current
//! again and raises on.

use motet_python_bytecode::Opcode;
use ruff_python_ast::{ExceptHandler, ExceptHandlerExceptHandler, Stmt, StmtTry};
use ruff_text_size::Ranged;

use super::emit::{Label, RegionId, register_number};
use super::{Register, Unit};

/// Something that `return`, `break` or `continue` may have to leave.
pub(super) enum Block<'a> {
    /// A loop: where `continue` and `break` go.
    Loop { next: Label, end: Label },
    /// The body of a `try` that has handlers.
    Protected { region: RegionId },
    /// The body of a `try` with a `finally`, whose statements run on the way out.
    Finally { body: &'a [Stmt], region: RegionId },
    /// An exception handler, whose name (if it has one) loses its value on the way out.
    Handler {
        register: Register,
        name: Option<&'a str>,
        regions: Vec<RegionId>,
    },
    /// The body of a `with`, whose manager is told on the way out.
    With {
        /// The callable that leaves it, and behind it the receiver of that.
        exit: Register,
        region: RegionId,
        is_async: bool,
    },
}

impl Block<'_> {
    fn regions(&self) -> &[RegionId] {
        match self {
            Block::Loop { .. } => &[],
            Block::Protected { region }
            | Block::Finally { region, .. }
            | Block::With { region, .. } => std::slice::from_ref(region),
            Block::Handler { regions, .. } => regions,
        }
    }
}

impl<'a> Unit<'a> {
    /// Whether leaving all blocks runs code that may change variables.
    pub(super) fn leaving_runs_code(&self) -> bool {
        let is_silent =
            |block: &Block<'_>| matches!(block, Block::Loop { .. } | Block::Protected { .. });
        !self.blocks.iter().all(is_silent)
    }

    /// Makes the code that leaves all blocks but the `keep` outermost; returns the blocks for
    /// [`Unit::return_to_blocks`]. In between comes the jump that leaves them.
    pub(super) fn leave_blocks(&mut self, keep: usize) -> Vec<Block<'a>> {
        let mut left = Vec::new();
        while self.blocks.len() > keep
            && let Some(block) = self.blocks.pop()
        {
            for region in block.regions() {
                self.suspend_region(*region);
            }
            match &block {
                Block::Loop { .. } | Block::Protected { .. } => {}
                Block::Finally { body, .. } => self.statements(body),
                Block::Handler { register, name, .. } => {
                    if let Some(name) = name {
                        self.forget_name(name);
                    }
                    self.emit_a(Opcode::LeaveHandler, *register);
                }
                Block::With { exit, is_async, .. } => self.exit_normally(*exit, *is_async),
            }
            left.push(block);
        }
        left
    }

    /// After the jump: the code that follows lies inside of the blocks again.
    pub(super) fn return_to_blocks(&mut self, left: Vec<Block<'a>>) {
        for block in left.into_iter().rev() {
            for region in block.regions() {
                self.resume_region(*region);
            }
            self.blocks.push(block);
        }
    }

    pub(super) fn try_statement(&mut self, node: &'a StmtTry) {
        // Tracers hear of its line.
        self.emit(Opcode::Nop);
        if node.finalbody.is_empty() {
            self.try_except(node);
        } else {
            self.try_finally(node);
        }
    }

    fn try_finally(&mut self, node: &'a StmtTry) {
        let register = register_number(self.top);
        let region = self.begin_region(register);
        self.blocks.push(Block::Finally {
            body: &node.finalbody,
            region,
        });
        if node.handlers.is_empty() {
            self.statements(&node.body);
        } else {
            self.try_except(node);
        }
        self.blocks.pop();
        self.end_region(region);
        let end = self.new_label();
        self.statements(&node.finalbody);
        self.jump(end);
        self.begin_handler(region);
        let (register, cleanup) = self.enter_handler();
        self.blocks.push(Block::Handler {
            register,
            name: None,
            regions: vec![cleanup],
        });
        self.statements(&node.finalbody);
        self.blocks.pop();
        // The exception goes on after the `finally` just as after an error in it.
        self.finish_handler(register, cleanup);
        self.bind(end);
    }

    /// The beginning of a handler: takes its registers, protects the following code by its cleanup.
    pub(super) fn enter_handler(&mut self) -> (Register, RegionId) {
        let register = self.allocate_block(2);
        self.emit_a(Opcode::EnterHandler, register);
        self.forget_comprehensions();
        (register, self.begin_region(register))
    }

    /// The end of a handler and its cleanup: the exception in the register is raised on.
    pub(super) fn finish_handler(&mut self, register: Register, cleanup: RegionId) {
        self.end_region(cleanup);
        self.begin_handler(cleanup);
        self.emit_a(Opcode::LeaveHandler, register);
        self.emit_a(Opcode::Reraise, register);
        self.release(usize::from(register));
    }

    /// The body of a `try` and its `else`, up to where the handlers begin. The label is where those
    /// that end well lead to.
    pub(super) fn guarded_statements(&mut self, node: &'a StmtTry) -> Label {
        let region = self.begin_region(register_number(self.top));
        self.blocks.push(Block::Protected { region });
        self.statements(&node.body);
        self.blocks.pop();
        self.end_region(region);
        let end = self.new_label();
        self.statements(&node.orelse);
        self.jump(end);
        self.begin_handler(region);
        end
    }

    fn try_except(&mut self, node: &'a StmtTry) {
        if node.is_star {
            return self.try_except_star(node);
        }
        let end = self.guarded_statements(node);
        if self.flow.reachable {
            let (register, cleanup) = self.enter_handler();
            for handler in &node.handlers {
                let ExceptHandler::ExceptHandler(clause) = handler;
                self.except_clause(clause, register, cleanup, end);
            }
            self.finish_handler(register, cleanup);
        }
        self.bind(end);
    }

    fn except_clause(
        &mut self,
        clause: &'a ExceptHandlerExceptHandler,
        register: Register,
        cleanup: RegionId,
        end: Label,
    ) {
        if !self.flow.reachable {
            return;
        }
        self.at(clause.range());
        let next = self.new_label();
        if let Some(class) = &clause.type_ {
            let mark = self.mark();
            let matches = self.allocate();
            let class = self.operand_before(class, &[], matches);
            self.emit_abc(Opcode::ExceptionMatches, matches, register, class);
            self.jump_if_register(matches, false, next);
            self.release(mark);
        }
        match &clause.name {
            None => {
                self.blocks.push(Block::Handler {
                    register,
                    name: None,
                    regions: vec![cleanup],
                });
                self.statements(&clause.body);
                self.blocks.pop();
            }
            Some(name) => self.named_except_body(clause, name.as_str(), register, cleanup),
        }
        self.emit_a(Opcode::LeaveHandler, register);
        self.jump(end);
        self.bind(next);
    }

    /// The body of `except … as name`, after which the name has no value in any case.
    fn named_except_body(
        &mut self,
        clause: &'a ExceptHandlerExceptHandler,
        name: &'a str,
        register: Register,
        cleanup: RegionId,
    ) {
        self.store_name(name, register);
        let region = self.begin_region(register);
        self.blocks.push(Block::Handler {
            register,
            name: Some(name),
            regions: vec![region, cleanup],
        });
        self.statements(&clause.body);
        self.blocks.pop();
        self.end_region(region);
        let done = self.new_label();
        self.forget_name(name);
        self.jump(done);
        self.begin_handler(region);
        self.forget_name(name);
        let cleanup_handler = self.regions[cleanup].handler;
        self.jump(cleanup_handler);
        self.bind(done);
    }
}
