//! `yield`, `yield from`, generator expressions.
//!
//! A suspended frame keeps the registers in use where it suspends: those below the unit's `top`.

use motet_python_bytecode::{Code, CodeKind, Opcode};
use ruff_python_ast::{ExprGenerator, ExprYield, ExprYieldFrom};
use ruff_text_size::Ranged;

use super::comprehensions::Element;
use super::emit::register_number;
use super::{Register, Unit};
use crate::error::Fault;
use crate::scope::FIRST_ITERATOR;

impl<'a> Unit<'a> {
    /// Leaves the function with what a register holds.
    pub(super) fn emit_return(&mut self, value: Register) {
        let opcode = match self.generator {
            Some(_) => Opcode::EndGenerator,
            None => Opcode::Return,
        };
        self.emit_a(opcode, value);
    }

    /// Suspends with `value`; what is sent in arrives in `destination`.
    pub(super) fn emit_yield(&mut self, destination: Register, value: Register) {
        let kept = register_number(self.top);
        self.emit_abc(Opcode::Yield, destination, value, kept);
    }

    pub(super) fn yield_expression(&mut self, node: &'a ExprYield, destination: Register) {
        let mark = self.mark();
        let value = match &node.value {
            Some(value) => self.operand(value),
            None => {
                let register = self.allocate();
                self.load_none(register);
                register
            }
        };
        self.emit_yield(destination, value);
        self.release(mark);
    }

    pub(super) fn yield_from(&mut self, node: &'a ExprYieldFrom, destination: Register) {
        let mark = self.mark();
        let iterator = self.allocate();
        let iterable = self.operand_before(&node.value, &[], iterator);
        self.emit_ab(Opcode::GetYieldFromIter, iterator, iterable);
        self.release(usize::from(iterator) + 1);
        let value = self.delegate(iterator);
        self.move_register(destination, value);
        self.release(mark);
    }

    /// Yields all that an iterator yields and sends it what is sent in, until it ends. Answers the
    /// register with its result.
    pub(super) fn delegate(&mut self, iterator: Register) -> Register {
        let value = self.allocate();
        self.load_none(value);
        let end = self.new_label();
        let top = self.bind_loop_top();
        self.emit_jump(Opcode::Send, value, iterator, end);
        let kept = register_number(self.top);
        self.emit_abc(Opcode::YieldFrom, value, iterator, kept);
        self.emit_jump(Opcode::Loop, 0, 0, top);
        self.bind(end);
        value
    }

    /// The first iterable is evaluated here; all else is the body of a function of its iterator.
    pub(super) fn generator_expression(&mut self, node: &'a ExprGenerator, destination: Register) {
        let Some(first) = node.generators.first() else {
            return;
        };
        let mark = self.mark();
        let frame = self.begin_call(destination);
        let argument = self.allocate();
        let iterable = self.operand_before(&first.iter, &[], argument);
        self.emit_ab(Opcode::GetIter, argument, iterable);
        self.release(usize::from(argument) + 1);
        let base = self.allocate_block(4);
        self.load_none(base.saturating_add(1));
        self.load_none(base.saturating_add(2));
        let scope = self.context.scopes.of_node(node);
        self.closure(scope, base.saturating_add(3));
        let code = self.generator_code(node);
        self.make_function(base, code);
        self.move_register(frame.callable(), base);
        self.emit_abc(Opcode::Call, frame.base, 1, 0);
        self.move_register(destination, frame.base);
        self.release(mark);
    }

    fn generator_code(&mut self, node: &'a ExprGenerator) -> Result<Code, Fault> {
        let name = "<genexpr>";
        let qualified_name = self.qualify(name);
        let context = self.context;
        let scope = context.scopes.of_node(node);
        let mut unit = Unit::new(context, scope, CodeKind::Function, name, &qualified_name);
        unit.at(node.range());
        unit.start = unit.position;
        unit.enter_function(None);
        unit.parameters.positional_only = 1;
        unit.parameters.positional = 1;
        let iterator = unit.registers[&(scope, FIRST_ITERATOR.into())];
        let element = Element::Yield(&node.elt);
        unit.generator_loop(&node.generators, iterator, element, iterator);
        unit.finish()
    }
}
