//! `with` and `async with`.

use motet_python_bytecode::Opcode;
use ruff_python_ast::{Stmt, WithItem};
use ruff_text_size::Ranged;

use super::calls::{CallFrame, LookUp};
use super::emit::register_number;
use super::exceptions::Block;
use super::generators::Awaited;
use super::{Register, Unit};

impl<'a> Unit<'a> {
    pub(super) fn with_items(&mut self, items: &'a [WithItem], body: &'a [Stmt], is_async: bool) {
        let Some((item, rest)) = items.split_first() else {
            return self.statements(body);
        };
        let before = self.at(item.context_expr.range());
        // What leaves the manager is looked up before it is entered: a callable and a receiver.
        let exit = self.allocate_block(2);
        let manager = register_number(usize::from(exit) + 1);
        self.into(&item.context_expr, manager);
        let entered = self.allocate();
        let frame = self.begin_call(entered);
        let receiver = self.allocate();
        self.move_register(receiver, manager);
        let (look_up, enter_name, exit_name) = match is_async {
            false => (LookUp::With, "__enter__", "__exit__"),
            true => (LookUp::AsyncWith, "__aenter__", "__aexit__"),
        };
        self.load_method(exit, look_up, exit_name);
        self.load_method(frame.callable(), look_up, enter_name);
        self.call_loaded(frame, 0, !is_async);
        if is_async {
            let result = self.await_register(entered, entered, Awaited::Enter);
            self.move_register(entered, result);
        }
        self.release(usize::from(entered) + 1);
        // An exception in the target or the body goes where the result of `__enter__` is now.
        let region = self.begin_region(entered);
        self.blocks.push(Block::With {
            exit,
            region,
            is_async,
        });
        if let Some(target) = &item.optional_vars {
            self.store(target, entered);
        }
        self.release(usize::from(entered));
        self.with_items(rest, body, is_async);
        self.blocks.pop();
        self.end_region(region);
        self.at(item.context_expr.range());
        self.exit_normally(exit, is_async);
        let end = self.new_label();
        self.jump(end);
        self.begin_handler(region);
        self.exit_by_exception(exit, is_async);
        self.bind(end);
        self.release(usize::from(exit));
        self.position = before;
    }

    /// Tells a manager that its body has ended without an exception.
    pub(super) fn exit_normally(&mut self, exit: Register, is_async: bool) {
        let mark = self.mark();
        let result = self.allocate();
        let frame = self.begin_call(result);
        self.begin_exit(frame, exit);
        for index in 1..4 {
            self.load_none(frame.argument(index));
        }
        self.call_exit(frame, result, is_async);
        self.release(mark);
    }

    /// Takes the registers of a call that leaves a manager, whose arguments come next.
    fn begin_exit(&mut self, frame: CallFrame, exit: Register) {
        let receiver = self.allocate_block(4);
        let manager = register_number(usize::from(exit) + 1);
        self.move_register(frame.callable(), exit);
        self.move_register(receiver, manager);
    }

    /// Calls `__exit__`, or `__aexit__` and waits. Answers the register with the answer.
    fn call_exit(&mut self, frame: CallFrame, result: Register, is_async: bool) -> Register {
        self.call_loaded(frame, 3, false);
        if !is_async {
            return result;
        }
        self.await_register(result, result, Awaited::Exit)
    }

    /// Tells a manager of an exception, which goes on unless the manager answers something true.
    fn exit_by_exception(&mut self, exit: Register, is_async: bool) {
        let (register, cleanup) = self.enter_handler();
        let result = self.allocate();
        let frame = self.begin_call(result);
        self.begin_exit(frame, exit);
        let (class, traceback) = (frame.argument(1), frame.argument(3));
        self.emit_attribute(Opcode::GetAttribute, class, register, "__class__");
        self.move_register(frame.argument(2), register);
        self.emit_attribute(Opcode::GetAttribute, traceback, register, "__traceback__");
        let result = self.call_exit(frame, result, is_async);
        let swallowed = self.new_label();
        self.jump_if_register(result, true, swallowed);
        self.finish_handler(register, cleanup);
        self.bind(swallowed);
        self.emit_a(Opcode::LeaveHandler, register);
    }
}
