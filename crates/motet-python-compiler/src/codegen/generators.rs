//! `yield`, `yield from`, `await`, generator expressions, the parts of `async for`.
//!
//! A suspended frame keeps the registers in use where it suspends: those below the unit's `top`.

use motet_python_bytecode::{Code, CodeKind, Opcode};
use ruff_python_ast::{Comprehension, ExprAwait, ExprGenerator, ExprYield, ExprYieldFrom};
use ruff_text_size::Ranged;

use super::comprehensions::Element;
use super::emit::{Label, RegionId, register_number};
use super::{Register, Unit};
use crate::error::Fault;
use crate::scope::FIRST_ITERATOR;

/// The kind of an awaited object, for error messages.
#[derive(Clone, Copy)]
pub(super) enum Awaited {
    Expression = 0,
    Enter = 1,
    Exit = 2,
}

/// A loop over an asynchronous iterator that is being made.
pub(super) struct AsyncLoop {
    mark: usize,
    top: Label,
    region: RegionId,
}

impl<'a> Unit<'a> {
    /// Leaves the function with the value of a register.
    pub(super) fn emit_return(&mut self, value: Register) {
        let opcode = match self.generator {
            Some(_) => Opcode::EndGenerator,
            None => Opcode::Return,
        };
        self.emit_a(opcode, value);
    }

    /// Suspends with `value`; a value that is sent in arrives in `destination`.
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

    /// Yields all that an iterator yields and sends it all that is sent in, until it ends. Returns
    /// the register with its result.
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

    pub(super) fn await_expression(&mut self, node: &'a ExprAwait, destination: Register) {
        let mark = self.mark();
        let iterator = self.allocate();
        let awaited = self.operand_before(&node.value, &[], iterator);
        let value = self.await_register(iterator, awaited, Awaited::Expression);
        self.move_register(destination, value);
        self.release(mark);
    }

    /// Waits for the object in a register; `iterator`, the topmost temporary, may be the same.
    /// Answers the register with the result.
    pub(super) fn await_register(
        &mut self,
        iterator: Register,
        awaited: Register,
        what: Awaited,
    ) -> Register {
        self.emit_abc(Opcode::GetAwaitable, iterator, awaited, what as u8);
        self.release(usize::from(iterator) + 1);
        self.delegate(iterator)
    }

    /// `iter` or `aiter` of the object in a register.
    pub(super) fn emit_get_iter(&mut self, is_async: bool, iterator: Register, iterable: Register) {
        let opcode = if is_async {
            Opcode::GetAsyncIter
        } else {
            Opcode::GetIter
        };
        self.emit_ab(opcode, iterator, iterable);
    }

    /// The top of a loop over an asynchronous iterator: waits for the next item. Returns the loop
    /// for [`Unit::end_async_loop`], and the register with the item.
    pub(super) fn begin_async_loop(&mut self, iterator: Register) -> (AsyncLoop, Register) {
        let mark = self.mark();
        let top = self.bind_loop_top();
        let region = self.begin_region(register_number(mark));
        let awaitable = self.allocate();
        self.emit_ab(Opcode::GetAsyncNext, awaitable, iterator);
        let item = self.delegate(awaitable);
        self.end_region(region);
        (AsyncLoop { mark, top, region }, item)
    }

    /// The bottom of such a loop, where the code after it begins, too.
    pub(super) fn end_async_loop(&mut self, it: AsyncLoop) {
        self.emit_jump(Opcode::Loop, 0, 0, it.top);
        self.release(it.mark);
        self.begin_handler(it.region);
        let exception = self.allocate();
        self.emit_a(Opcode::EndAsyncFor, exception);
        self.release(it.mark);
    }

    /// One loop of a comprehension or generator expression, an asynchronous one.
    pub(super) fn async_generator_loop(
        &mut self,
        generators: &'a [Comprehension],
        iterator: Register,
        element: Element<'a>,
        collection: Register,
    ) {
        let Some((generator, inner)) = generators.split_first() else {
            return;
        };
        let mark = self.mark();
        let next = self.new_label();
        let (state, item) = self.begin_async_loop(iterator);
        self.store(&generator.target, item);
        self.comprehension_body(generator, inner, element, collection, next);
        self.bind(next);
        self.end_async_loop(state);
        self.release(mark);
    }

    /// Makes a generator expression: the first iterable is evaluated here; all else is the body of
    /// a function of its iterator.
    pub(super) fn generator_expression(&mut self, node: &'a ExprGenerator, destination: Register) {
        let Some(first) = node.generators.first() else {
            return;
        };
        let mark = self.mark();
        let frame = self.begin_call(destination);
        let argument = self.allocate();
        let iterable = self.operand_before(&first.iter, &[], argument);
        self.emit_get_iter(first.is_async, argument, iterable);
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
        let element = Element::Yield(&node.elt, node.generators.len() > 1);
        unit.generator_loop(&node.generators, iterator, element, iterator);
        unit.finish()
    }
}
