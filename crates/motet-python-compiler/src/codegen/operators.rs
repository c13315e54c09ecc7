//! Operators that make a value: arithmetic, comparisons, `and`, `or`, `not`.

use motet_python_bytecode::{Constant, Opcode};
use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprBinOp, ExprBoolOp, ExprCompare, ExprUnaryOp};
use ruff_python_ast::{Operator, UnaryOp};
use ruff_text_size::Ranged;

use super::{Register, Unit, folding};

/// The opcode of `left operator right`.
pub(super) fn binary_opcode(operator: Operator) -> Opcode {
    match operator {
        Operator::Add => Opcode::Add,
        Operator::Sub => Opcode::Subtract,
        Operator::Mult => Opcode::Multiply,
        Operator::MatMult => Opcode::MatrixMultiply,
        Operator::Div => Opcode::TrueDivide,
        Operator::Mod => Opcode::Modulo,
        Operator::Pow => Opcode::Power,
        Operator::LShift => Opcode::ShiftLeft,
        Operator::RShift => Opcode::ShiftRight,
        Operator::BitOr => Opcode::BitOr,
        Operator::BitXor => Opcode::BitXor,
        Operator::BitAnd => Opcode::BitAnd,
        Operator::FloorDiv => Opcode::FloorDivide,
    }
}

/// The opcode of `left operator= right`.
pub(super) fn inplace_opcode(operator: Operator) -> Opcode {
    match operator {
        Operator::Add => Opcode::InplaceAdd,
        Operator::Sub => Opcode::InplaceSubtract,
        Operator::Mult => Opcode::InplaceMultiply,
        Operator::MatMult => Opcode::InplaceMatrixMultiply,
        Operator::Div => Opcode::InplaceTrueDivide,
        Operator::Mod => Opcode::InplaceModulo,
        Operator::Pow => Opcode::InplacePower,
        Operator::LShift => Opcode::InplaceShiftLeft,
        Operator::RShift => Opcode::InplaceShiftRight,
        Operator::BitOr => Opcode::InplaceBitOr,
        Operator::BitXor => Opcode::InplaceBitXor,
        Operator::BitAnd => Opcode::InplaceBitAnd,
        Operator::FloorDiv => Opcode::InplaceFloorDivide,
    }
}

/// The opcode with a small integer on the right, if there is one.
fn immediate_opcode(operator: Operator) -> Option<Opcode> {
    Some(match operator {
        Operator::Add => Opcode::AddInt,
        Operator::Sub => Opcode::SubtractInt,
        Operator::Mult => Opcode::MultiplyInt,
        Operator::FloorDiv => Opcode::FloorDivideInt,
        Operator::Mod => Opcode::ModuloInt,
        Operator::LShift => Opcode::ShiftLeftInt,
        Operator::RShift => Opcode::ShiftRightInt,
        Operator::BitAnd => Opcode::BitAndInt,
        _ => return None,
    })
}

fn inplace_immediate_opcode(operator: Operator) -> Option<Opcode> {
    match operator {
        Operator::Add => Some(Opcode::InplaceAddInt),
        Operator::Sub => Some(Opcode::InplaceSubtractInt),
        _ => None,
    }
}

/// The opcode of a comparison that makes a value.
pub(super) fn compare_opcode(operator: CmpOp) -> Opcode {
    match operator {
        CmpOp::Eq => Opcode::Equal,
        CmpOp::NotEq => Opcode::NotEqual,
        CmpOp::Lt => Opcode::Less,
        CmpOp::LtE => Opcode::LessEqual,
        CmpOp::Gt => Opcode::Greater,
        CmpOp::GtE => Opcode::GreaterEqual,
        CmpOp::Is => Opcode::Is,
        CmpOp::IsNot => Opcode::IsNot,
        CmpOp::In => Opcode::Contains,
        CmpOp::NotIn => Opcode::NotContains,
    }
}

impl<'a> Unit<'a> {
    pub(super) fn binary(&mut self, node: &'a ExprBinOp, destination: Register) {
        if let Some(opcode) = immediate_opcode(node.op)
            && let Some(value) = folding::small_int(&node.right)
        {
            let left = self.operand_before(&node.left, &[], destination);
            return self.emit_abc(opcode, destination, left, value as u8);
        }
        if node.op == Operator::Pow && powers(node).count() > POWERS_AT_ONCE {
            return self.power_chain(node, destination);
        }
        let left = self.operand_before(&node.left, &[&node.right], destination);
        let right = self.operand(&node.right);
        self.emit_abc(binary_opcode(node.op), destination, left, right);
    }

    /// `a ** b ** c …`: the operands wait in a list until the last one is there.
    fn power_chain(&mut self, node: &'a ExprBinOp, destination: Register) {
        let mark = self.mark();
        let position = self.position;
        let chain: Vec<&ExprBinOp> = powers(node).collect();
        let list = self.allocate();
        self.list_of(chain.iter().map(|it| &*it.left), list);
        let value = self.allocate();
        if let Some(last) = chain.last() {
            self.into(&last.right, value);
        }
        for (index, node) in chain.iter().enumerate().rev() {
            self.at(node.range());
            let inner = self.mark();
            let left = self.allocate();
            self.load_constant(left, Constant::Int(index as i64));
            self.emit_abc(Opcode::GetItem, left, list, left);
            self.emit_abc(Opcode::Power, value, left, value);
            self.release(inner);
        }
        self.position = position;
        self.move_register(destination, value);
        self.release(mark);
    }

    /// `destination = left operator= value`, where `left` is a register that may be `destination`.
    pub(super) fn inplace(
        &mut self,
        operator: Operator,
        destination: Register,
        left: Register,
        value: &'a Expr,
    ) {
        if let Some(opcode) = inplace_immediate_opcode(operator)
            && let Some(value) = folding::small_int(value)
        {
            return self.emit_abc(opcode, destination, left, value as u8);
        }
        let right = self.operand(value);
        self.emit_abc(inplace_opcode(operator), destination, left, right);
    }

    pub(super) fn unary(&mut self, node: &'a ExprUnaryOp, destination: Register) {
        let opcode = match node.op {
            UnaryOp::Invert => Opcode::Invert,
            UnaryOp::Not => Opcode::Not,
            UnaryOp::UAdd => Opcode::Positive,
            UnaryOp::USub => Opcode::Negate,
        };
        let operand = self.operand_before(&node.operand, &[], destination);
        self.emit_ab(opcode, destination, operand);
    }

    pub(super) fn bool_operation(&mut self, node: &'a ExprBoolOp, destination: Register) {
        let register = self.scratch(destination);
        let end = self.new_label();
        let opcode = match node.op {
            BoolOp::And => Opcode::JumpIfFalse,
            BoolOp::Or => Opcode::JumpIfTrue,
        };
        let Some((last, others)) = node.values.split_last() else {
            return;
        };
        for value in others {
            self.into(value, register);
            self.emit_jump(opcode, register, 0, end);
        }
        self.into(last, register);
        self.bind(end);
        self.move_register(destination, register);
    }

    pub(super) fn comparison(&mut self, node: &'a ExprCompare, destination: Register) {
        let [operator] = *node.ops else {
            return self.comparison_chain(node, destination);
        };
        let right = &node.comparators[0];
        let left = self.operand_before(&node.left, &[right], destination);
        let right = self.operand(right);
        self.emit_abc(compare_opcode(operator), destination, left, right);
    }

    /// `a < b < c`: each operand is evaluated once, none after the first comparison that fails.
    fn comparison_chain(&mut self, node: &'a ExprCompare, destination: Register) {
        let result = self.scratch(destination);
        let end = self.new_label();
        let mut chain = Chain::new(self, node);
        let mut left = chain.operand(self, &node.left, &node.comparators);
        for (index, operator) in node.ops.iter().enumerate() {
            let later = &node.comparators[index + 1..];
            let right = chain.operand(self, &node.comparators[index], later);
            self.emit_abc(compare_opcode(*operator), result, left, right);
            if !later.is_empty() {
                self.emit_jump(Opcode::JumpIfFalse, result, 0, end);
            }
            left = right;
        }
        self.bind(end);
        self.move_register(destination, result);
    }
}

/// In chains of more powers than this, no operand keeps a register while others are evaluated.
const POWERS_AT_ONCE: usize = 16;

/// A power, the power that is its right operand, and so on.
fn powers(node: &ExprBinOp) -> impl Iterator<Item = &ExprBinOp> {
    std::iter::successors(Some(node), |node| match &*node.right {
        Expr::BinOp(right) if right.op == Operator::Pow => Some(right),
        _ => None,
    })
}

/// Chains of more comparisons than this use two registers by turns.
const COMPARISONS_AT_ONCE: usize = 16;

/// The registers for the operands of a chain of comparisons.
pub(super) struct Chain {
    /// Of a long chain: that of the next operand, and that of the operand before it.
    by_turns: Option<[Register; 2]>,
}

impl Chain {
    pub(super) fn new(unit: &mut Unit<'_>, node: &ExprCompare) -> Chain {
        let is_long = node.ops.len() > COMPARISONS_AT_ONCE;
        Chain {
            by_turns: is_long.then(|| [unit.allocate(), unit.allocate()]),
        }
    }

    /// An operand, which is used again after the next one has been evaluated.
    pub(super) fn operand<'a>(
        &mut self,
        unit: &mut Unit<'a>,
        operand: &'a Expr,
        later: &'a [Expr],
    ) -> Register {
        if let Some([next, before]) = self.by_turns {
            self.by_turns = Some([before, next]);
            unit.into(operand, next);
            return next;
        }
        let later: Vec<&Expr> = later.iter().collect();
        if operand.is_name_expr() && !unit.may_assign(&later) {
            return unit.operand(operand);
        }
        let register = unit.allocate();
        unit.into(operand, register);
        register
    }
}
