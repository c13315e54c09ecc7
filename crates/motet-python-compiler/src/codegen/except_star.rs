//! `try` with `except*`: each clause takes its part of the group, the rest is raised on.

use motet_python_bytecode::Opcode;
use ruff_python_ast::{ExceptHandler, ExceptHandlerExceptHandler, StmtTry};
use ruff_text_size::Ranged;

use super::emit::register_number;
use super::exceptions::Block;
use super::{Register, Unit};

/// The registers of the clauses of a `try`.
#[derive(Clone, Copy)]
struct Clauses {
    /// The part that no clause has taken yet, or None.
    rest: Register,
    /// A list of the exceptions that the clauses have raised.
    raised: Register,
}

impl<'a> Unit<'a> {
    pub(super) fn try_except_star(&mut self, node: &'a StmtTry) {
        let end = self.guarded_statements(node);
        if self.flow.reachable {
            let (register, cleanup) = self.enter_handler();
            let first = self.allocate_block(2);
            let clauses = Clauses {
                rest: first,
                raised: register_number(usize::from(first) + 1),
            };
            self.move_register(clauses.rest, register);
            self.emit_abc(Opcode::BuildList, clauses.raised, clauses.raised, 0);
            for handler in &node.handlers {
                let ExceptHandler::ExceptHandler(clause) = handler;
                self.except_star_clause(clause, clauses);
            }
            self.finish_clauses(register, clauses);
            // Where nothing is left the handler ends; else its cleanup raises the rest.
            let raises = self.new_label();
            self.emit_jump(Opcode::JumpUnlessNone, clauses.rest, 0, raises);
            self.emit_a(Opcode::LeaveHandler, register);
            self.jump(end);
            self.bind(raises);
            self.move_register(register, clauses.rest);
            self.finish_handler(register, cleanup);
        }
        self.bind(end);
    }

    /// Puts the exception to raise at the end of all clauses, or None, in the place of the rest.
    fn finish_clauses(&mut self, register: Register, clauses: Clauses) {
        let mark = self.mark();
        let result = self.allocate();
        let call = self.begin_internal_call("except_star_result", result);
        for source in [register, clauses.raised, clauses.rest] {
            let argument = self.allocate();
            self.move_register(argument, source);
        }
        self.end_internal_call(call, 3, clauses.rest);
        self.release(mark);
    }

    fn except_star_clause(&mut self, clause: &'a ExceptHandlerExceptHandler, clauses: Clauses) {
        self.at(clause.range());
        let mark = self.mark();
        let next = self.new_label();
        self.emit_jump(Opcode::JumpIfNone, clauses.rest, 0, next);
        // The matched part, and the exception that was handled before.
        let matched = self.allocate_block(2);
        let pair = self.allocate();
        let call = self.begin_internal_call("except_star_match", pair);
        let first = self.allocate_block(2);
        self.move_register(first, clauses.rest);
        if let Some(class) = &clause.type_ {
            self.into(class, register_number(usize::from(first) + 1));
        }
        self.end_internal_call(call, 2, pair);
        self.release(usize::from(pair));
        let pair = self.allocate_block(2);
        self.emit_abc(Opcode::Unpack, pair, pair, 2);
        self.move_register(matched, pair);
        self.move_register(clauses.rest, register_number(usize::from(pair) + 1));
        self.release(usize::from(pair));
        self.emit_jump(Opcode::JumpIfNone, matched, 0, next);
        self.except_star_body(clause, clauses, matched);
        self.bind(next);
        self.release(mark);
    }

    /// The body of a clause: its exception is kept until all clauses have run.
    fn except_star_body(
        &mut self,
        clause: &'a ExceptHandlerExceptHandler,
        clauses: Clauses,
        matched: Register,
    ) {
        let name = clause.name.as_ref().map(|name| name.as_str());
        self.emit_a(Opcode::EnterHandler, matched);
        self.forget_comprehensions();
        if let Some(name) = name {
            self.store_name(name, matched);
        }
        let error = self.allocate();
        let region = self.begin_region(error);
        self.blocks.push(Block::Handler {
            register: matched,
            name,
            regions: vec![region],
        });
        self.statements(&clause.body);
        self.blocks.pop();
        self.end_region(region);
        let done = self.new_label();
        self.jump(done);
        self.begin_handler(region);
        self.emit_ab(Opcode::ListAppend, clauses.raised, error);
        self.bind(done);
        if let Some(name) = name {
            self.forget_name(name);
        }
        self.emit_a(Opcode::LeaveHandler, matched);
    }
}
