//! Conditions that are jumped on and never become values.

use motet_python_bytecode::Opcode;
use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprBoolOp, ExprCompare, UnaryOp};
use ruff_text_size::Ranged;

use super::emit::Label;
use super::operators::Chain;
use super::{Register, Unit, folding};

/// The jumps of one comparison operator: jump if it holds, jump unless it holds, loop if it holds.
struct CompareJumps {
    holds: Opcode,
    fails: Opcode,
    loops: Opcode,
}

/// The jumps that compare two registers, and those that compare one with a small integer.
fn compare_jumps(operator: CmpOp) -> Option<(CompareJumps, CompareJumps)> {
    use Opcode::*;
    let jumps = |holds, fails, loops| CompareJumps {
        holds,
        fails,
        loops,
    };
    Some(match operator {
        CmpOp::Lt => (
            jumps(JumpIfLess, JumpUnlessLess, LoopIfLess),
            jumps(JumpIfLessInt, JumpUnlessLessInt, LoopIfLessInt),
        ),
        CmpOp::LtE => (
            jumps(JumpIfLessEqual, JumpUnlessLessEqual, LoopIfLessEqual),
            jumps(
                JumpIfLessEqualInt,
                JumpUnlessLessEqualInt,
                LoopIfLessEqualInt,
            ),
        ),
        CmpOp::Eq => (
            jumps(JumpIfEqual, JumpUnlessEqual, LoopIfEqual),
            jumps(JumpIfEqualInt, JumpUnlessEqualInt, LoopIfEqualInt),
        ),
        CmpOp::NotEq => (
            jumps(JumpIfNotEqual, JumpUnlessNotEqual, LoopIfNotEqual),
            jumps(JumpIfNotEqualInt, JumpUnlessNotEqualInt, LoopIfNotEqualInt),
        ),
        CmpOp::Gt => (
            jumps(JumpIfGreater, JumpUnlessGreater, LoopIfGreater),
            jumps(JumpIfGreaterInt, JumpUnlessGreaterInt, LoopIfGreaterInt),
        ),
        CmpOp::GtE => (
            jumps(
                JumpIfGreaterEqual,
                JumpUnlessGreaterEqual,
                LoopIfGreaterEqual,
            ),
            jumps(
                JumpIfGreaterEqualInt,
                JumpUnlessGreaterEqualInt,
                LoopIfGreaterEqualInt,
            ),
        ),
        CmpOp::Is | CmpOp::IsNot | CmpOp::In | CmpOp::NotIn => return None,
    })
}

/// Whether a comparison is `… is None` or `… is not None`.
fn is_none_test(node: &ExprCompare) -> bool {
    matches!(*node.ops, [CmpOp::Is | CmpOp::IsNot]) && node.comparators[0].is_none_literal_expr()
}

impl<'a> Unit<'a> {
    /// Jumps to `target` if the truth of `test` is `sense`, else falls through. The target is
    /// either not bound yet (a jump forward) or bound above (the bottom of a loop).
    pub(super) fn jump_if(&mut self, test: &'a Expr, sense: bool, target: Label) {
        let before = self.at(test.range());
        let mark = self.mark();
        match (folding::truth(test), test) {
            (Some(truth), _) => {
                if truth == sense {
                    self.jump_anywhere(target);
                }
            }
            (None, Expr::UnaryOp(node)) if node.op == UnaryOp::Not => {
                self.jump_if(&node.operand, !sense, target);
            }
            (None, Expr::BoolOp(node)) => self.jump_if_bool(node, sense, target),
            (None, Expr::Compare(node)) if is_none_test(node) => {
                let sense = sense == (node.ops[0] == CmpOp::Is);
                self.jump_if_none(&node.left, sense, target);
            }
            (None, Expr::Compare(node)) => self.jump_if_compare(node, sense, target),
            (None, _) => {
                let register = self.operand(test);
                self.jump_if_register(register, sense, target);
            }
        }
        self.release(mark);
        self.position = before;
    }

    fn is_above(&self, target: Label) -> bool {
        self.place(target).is_some()
    }

    fn jump_anywhere(&mut self, target: Label) {
        let opcode = if self.is_above(target) {
            Opcode::Loop
        } else {
            Opcode::Jump
        };
        self.emit_jump(opcode, 0, 0, target);
    }

    pub(super) fn jump_if_register(&mut self, register: Register, sense: bool, target: Label) {
        let opcode = match (self.is_above(target), sense) {
            (false, true) => Opcode::JumpIfTrue,
            (false, false) => Opcode::JumpIfFalse,
            (true, true) => Opcode::LoopIfTrue,
            (true, false) => Opcode::LoopIfFalse,
        };
        self.emit_jump(opcode, register, 0, target);
    }

    /// Jumps if the truth of `expression is None` is `sense`.
    fn jump_if_none(&mut self, expression: &'a Expr, sense: bool, target: Label) {
        let register = self.operand(expression);
        if !self.is_above(target) {
            let opcode = if sense {
                Opcode::JumpIfNone
            } else {
                Opcode::JumpUnlessNone
            };
            return self.emit_jump(opcode, register, 0, target);
        }
        let skip = self.new_label();
        let opcode = if sense {
            Opcode::JumpUnlessNone
        } else {
            Opcode::JumpIfNone
        };
        self.emit_jump(opcode, register, 0, skip);
        self.emit_jump(Opcode::Loop, 0, 0, target);
        self.bind(skip);
    }

    fn jump_if_bool(&mut self, node: &'a ExprBoolOp, sense: bool, target: Label) {
        // The truth of an operand that decides the whole: false for `and`, true for `or`.
        let deciding = node.op == BoolOp::Or;
        let Some((last, others)) = node.values.split_last() else {
            return;
        };
        if sense == deciding {
            for value in others {
                self.jump_if(value, deciding, target);
            }
            return self.jump_if(last, sense, target);
        }
        let decided = self.new_label();
        for value in others {
            self.jump_if(value, deciding, decided);
        }
        self.jump_if(last, sense, target);
        self.bind(decided);
    }

    fn jump_if_compare(&mut self, node: &'a ExprCompare, sense: bool, target: Label) {
        if let [operator] = *node.ops {
            let right = &node.comparators[0];
            let scratch = self.allocate();
            let left = self.operand_before(&node.left, &[right], scratch);
            return self.jump_if_pair(left, operator, right, sense, target);
        }
        // A chain holds if all its comparisons do.
        let fails = if sense { self.new_label() } else { target };
        let mut chain = Chain::new(self, node);
        let mut left = chain.operand(self, &node.left, &node.comparators);
        let last = node.ops.len() - 1;
        for (index, operator) in node.ops.iter().enumerate() {
            let right = &node.comparators[index];
            if index == last {
                self.jump_if_pair(left, *operator, right, sense, target);
            } else {
                let right = chain.operand(self, right, &node.comparators[index + 1..]);
                self.jump_if_registers(left, *operator, right, false, fails);
                left = right;
            }
        }
        if sense {
            self.bind(fails);
        }
    }

    fn jump_if_pair(
        &mut self,
        left: Register,
        operator: CmpOp,
        right: &'a Expr,
        sense: bool,
        target: Label,
    ) {
        if let Some((_, jumps)) = compare_jumps(operator)
            && let Some(value) = folding::small_int(right)
        {
            return self.emit_compare_jump(&jumps, left, value as u8, sense, target);
        }
        let right = self.operand(right);
        self.jump_if_registers(left, operator, right, sense, target);
    }

    fn jump_if_registers(
        &mut self,
        left: Register,
        operator: CmpOp,
        right: Register,
        sense: bool,
        target: Label,
    ) {
        if let Some((jumps, _)) = compare_jumps(operator) {
            return self.emit_compare_jump(&jumps, left, right, sense, target);
        }
        let (opcode, sense) = match operator {
            CmpOp::IsNot => (Opcode::Is, !sense),
            CmpOp::NotIn => (Opcode::Contains, !sense),
            _ => (super::operators::compare_opcode(operator), sense),
        };
        let mark = self.mark();
        let result = self.allocate();
        self.emit_abc(opcode, result, left, right);
        self.jump_if_register(result, sense, target);
        self.release(mark);
    }

    fn emit_compare_jump(
        &mut self,
        jumps: &CompareJumps,
        left: Register,
        right: u8,
        sense: bool,
        target: Label,
    ) {
        match (self.is_above(target), sense) {
            (false, true) => self.emit_jump(jumps.holds, left, right, target),
            (false, false) => self.emit_jump(jumps.fails, left, right, target),
            (true, true) => self.emit_jump(jumps.loops, left, right, target),
            (true, false) => {
                // No opcode loops if a comparison fails: `not a < b` is not `a >= b`.
                let holds = self.new_label();
                self.emit_jump(jumps.holds, left, right, holds);
                self.emit_jump(Opcode::Loop, 0, 0, target);
                self.bind(holds);
            }
        }
    }
}
