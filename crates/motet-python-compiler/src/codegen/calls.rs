//! Calls.

use motet_python_bytecode::{
    ARGUMENT_OFFSET, CALLABLE_OFFSET, Constant, FRAME_HEADER_WORDS, Opcode,
};
use ruff_python_ast::{Arguments, Expr, ExprAttribute, ExprCall, Keyword};

use super::emit::register_number;
use super::{Register, Unit, folding};

/// Calls with more arguments than this pass them in a list, to spare registers.
const ARGUMENTS_AT_ONCE: usize = 60;

/// Within the arguments of so many calls, headers wait until arguments are there.
const OPEN_CALLS: usize = 12;

/// Chains with more calls than this spare registers instead of moves.
const CHAINED_CALLS: usize = 8;

/// The registers of a call that is being prepared.
#[derive(Clone, Copy)]
pub(super) struct CallFrame {
    /// The first register of the header: the result arrives there.
    pub(super) base: Register,
}

/// How a method is looked up; the numbers are operands of `LoadMethod`.
#[derive(Clone, Copy)]
pub(super) enum LookUp {
    /// As an attribute of the receiver.
    Attribute,
    /// On the receiver's class, for `with`.
    With,
    /// The same for `async with`.
    AsyncWith,
}

impl CallFrame {
    pub(super) fn callable(self) -> Register {
        self.base.saturating_add(CALLABLE_OFFSET)
    }

    pub(super) fn argument(self, index: usize) -> Register {
        register_number(usize::from(self.base) + usize::from(ARGUMENT_OFFSET) + index)
    }
}

impl<'a> Unit<'a> {
    /// Takes the header of a call. If `destination` is the topmost temporary, the header begins
    /// there, so that the result needs no move.
    pub(super) fn begin_call(&mut self, destination: Register) -> CallFrame {
        if usize::from(destination) + 1 == self.top && !self.is_variable(destination) {
            self.allocate_block(FRAME_HEADER_WORDS - 1);
            return CallFrame { base: destination };
        }
        CallFrame {
            base: self.allocate_block(FRAME_HEADER_WORDS),
        }
    }

    pub(super) fn call(&mut self, node: &'a ExprCall, destination: Register) {
        let arguments = &node.arguments;
        if call_chain_length(&node.func) >= CHAINED_CALLS && !needs_spread(arguments) {
            return self.chained_call(node, destination);
        }
        let coming = FRAME_HEADER_WORDS + arguments.args.len() + arguments.keywords.len();
        if self.open_calls >= OPEN_CALLS || self.is_crowded(coming) {
            return self.collected_call(node, destination);
        }
        self.open_calls += 1;
        self.call_in_place(node, destination);
        self.open_calls -= 1;
    }

    /// A call whose header is there before its arguments are evaluated.
    fn call_in_place(&mut self, node: &'a ExprCall, destination: Register) {
        let arguments = &node.arguments;
        let frame = self.begin_call(destination);
        if needs_spread(arguments) {
            self.into(&node.func, frame.callable());
            self.call_spread(frame, arguments, |_| Vec::new(), None);
        } else if let Expr::Attribute(method) = &*node.func {
            let receiver = self.allocate();
            self.into(&method.value, receiver);
            self.method_with(frame, arguments, method);
        } else {
            self.into(&node.func, frame.callable());
            self.consecutive(&arguments.args);
            self.call_with(frame, arguments.args.len(), &arguments.keywords);
        }
        self.move_register(destination, frame.base);
    }

    /// A call deep within the arguments of others: callable and arguments are collected before the
    /// header is there, so that one register waits for an argument, however many there are.
    fn collected_call(&mut self, node: &'a ExprCall, destination: Register) {
        let keywords = &node.arguments.keywords;
        if keywords.iter().any(|keyword| keyword.arg.is_none()) {
            return self.collected_mapping_call(node, destination);
        }
        let mark = self.mark();
        let parts = self.topmost(destination);
        self.emit_abc(Opcode::BuildList, parts, parts, 0);
        self.append(std::slice::from_ref(&*node.func), parts);
        self.append(&node.arguments.args, parts);
        if !keywords.is_empty() {
            self.append_keywords(keywords, parts);
        }
        let result = self.allocate();
        let frame = self.begin_call(result);
        self.allocate_block(2);
        let behind = usize::from(!keywords.is_empty());
        self.emit_extended(Opcode::UnpackStar, [frame.callable(), parts, 1], behind);
        if keywords.is_empty() {
            self.load_none(frame.argument(1));
        }
        self.emit_a(Opcode::CallSpread, frame.base);
        self.move_register(destination, frame.base);
        self.release(mark);
    }

    /// Appends a dict of keyword arguments to a list, in which it lies while they are evaluated.
    fn append_keywords(&mut self, keywords: &'a [Keyword], parts: Register) {
        let mark = self.mark();
        let value = self.allocate();
        self.emit_abc(Opcode::BuildDict, value, value, 0);
        self.emit_ab(Opcode::ListAppend, parts, value);
        let named = keywords
            .iter()
            .filter_map(|keyword| Some((keyword.arg.as_ref()?, &keyword.value)));
        for (name, expression) in named {
            self.into(expression, value);
            let (dict, key) = (self.allocate(), self.allocate());
            self.load_constant(dict, Constant::Int(-1));
            self.emit_abc(Opcode::GetItem, dict, parts, dict);
            self.load_string(key, name.as_str());
            self.emit_abc(Opcode::SetItem, dict, key, value);
            self.release(usize::from(dict));
        }
        self.release(mark);
    }

    /// The same with `**mapping` among the arguments: the callable lies two registers in front of
    /// the dict of the keyword arguments (see `DictMerge`).
    fn collected_mapping_call(&mut self, node: &'a ExprCall, destination: Register) {
        let mark = self.mark();
        let callable = self.topmost(destination);
        self.into(&node.func, callable);
        let list = self.allocate();
        self.emit_abc(Opcode::BuildList, list, list, 0);
        self.append(&node.arguments.args, list);
        let dict = self.allocate();
        self.keyword_dict(&node.arguments.keywords, dict);
        let result = self.allocate();
        let frame = self.begin_call(result);
        self.allocate_block(2);
        self.move_register(frame.callable(), callable);
        self.move_register(frame.argument(0), list);
        self.move_register(frame.argument(1), dict);
        self.emit_a(Opcode::CallSpread, frame.base);
        self.move_register(destination, frame.base);
        self.release(mark);
    }

    /// A call at the end of a long chain, `a.b().c()…`: the chain's value is moved into the frame,
    /// for if it were made there, each call of the chain would need registers of its own.
    fn chained_call(&mut self, node: &'a ExprCall, destination: Register) {
        let arguments = &node.arguments;
        let slot = self.topmost(destination);
        let method = node.func.as_attribute_expr();
        self.into(method.map_or(&node.func, |method| &method.value), slot);
        if let Some(method) = method {
            self.begin_at_name(method);
        }
        let frame = self.begin_call(slot);
        self.open_calls += 1;
        match method {
            Some(method) => {
                let receiver = self.allocate();
                self.move_register(receiver, slot);
                self.method_with(frame, arguments, method);
            }
            None => {
                self.move_register(frame.callable(), slot);
                self.consecutive(&arguments.args);
                self.call_with(frame, arguments.args.len(), &arguments.keywords);
            }
        }
        self.open_calls -= 1;
        self.move_register(destination, frame.base);
    }

    /// The destination if that is the topmost temporary, else a new one.
    fn topmost(&mut self, destination: Register) -> Register {
        let is_topmost = usize::from(destination) + 1 == self.top;
        if is_topmost && !self.is_variable(destination) {
            return destination;
        }
        self.allocate()
    }

    /// Calls a method of the receiver, which is in place. The method is looked up before the
    /// arguments are evaluated; that shows unless these are values that are there already.
    fn method_with(&mut self, frame: CallFrame, arguments: &'a Arguments, method: &ExprAttribute) {
        let name = method.attr.as_str();
        let (positional, keywords) = (&*arguments.args, &*arguments.keywords);
        let is_ready = positional.iter().all(|argument| self.is_at_hand(argument));
        if keywords.is_empty() && is_ready {
            self.consecutive(positional);
            self.begin_at_name(method);
            return self.call_method(frame, positional.len(), name);
        }
        let call = self.at_attribute(method);
        self.load_method(frame.callable(), LookUp::Attribute, name);
        self.position = call;
        self.begin_at_name(method);
        self.consecutive(positional);
        if keywords.is_empty() {
            return self.call_loaded(frame, positional.len(), false);
        }
        let opcode = Opcode::CallLoadedKeywords;
        self.call_named(opcode, frame, positional.len(), keywords);
    }

    /// Whether nothing can happen while an expression is evaluated: it is a constant, a local
    /// variable that has a value, or a list or tuple of such.
    fn is_at_hand(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Name(name) => self
                .local_register(name)
                .is_some_and(|register| self.flow.contains(register)),
            Expr::List(node) => node.elts.iter().all(|element| self.is_at_hand(element)),
            Expr::Tuple(node) => node.elts.iter().all(|element| self.is_at_hand(element)),
            _ => folding::fold(expression).is_some(),
        }
    }

    /// Looks up what a method call will call: `callable` is its register, the receiver follows.
    pub(super) fn load_method(&mut self, callable: Register, look_up: LookUp, name: &str) {
        self.emit_attribute(Opcode::LoadMethod, callable, look_up as u8, name);
    }

    /// Calls what `load_method` has looked up; `count` arguments follow the receiver.
    pub(super) fn call_loaded(&mut self, frame: CallFrame, count: usize, enters: bool) {
        self.emit_abc(Opcode::CallLoaded, frame.base, count as u8, enters.into());
    }

    /// Calls a method of the first argument; `count` arguments follow that.
    pub(super) fn call_method(&mut self, frame: CallFrame, count: usize, name: &str) {
        self.emit_attribute(Opcode::CallMethod, frame.base, count as u8, name);
    }

    /// Calls with `positional` arguments that are in place and keywords that are not yet.
    pub(super) fn call_with(
        &mut self,
        frame: CallFrame,
        positional: usize,
        keywords: &'a [Keyword],
    ) {
        if keywords.is_empty() {
            return self.emit_abc(Opcode::Call, frame.base, positional as u8, 0);
        }
        self.call_named(Opcode::CallKeywords, frame, positional, keywords);
    }

    /// Evaluates keyword arguments behind `positional` ones and makes the call, by one of the
    /// operations that take names.
    fn call_named(
        &mut self,
        opcode: Opcode,
        frame: CallFrame,
        positional: usize,
        keywords: &'a [Keyword],
    ) {
        let mut names = Vec::new();
        for keyword in keywords {
            let register = self.allocate();
            self.into(&keyword.value, register);
            if let Some(name) = &keyword.arg {
                names.push(Constant::Str(name.as_str().into()));
            }
        }
        let named = names.len();
        let names = self.constant(Constant::Tuple(names.into()));
        let operands = [frame.base, (positional + named) as u8, named as u8];
        self.emit_extended(opcode, operands, names);
    }

    /// Calls with arguments that are collected in a list and a dict. `evaluate_first` puts
    /// arguments that come before those into registers; `last` is one more behind them. Where
    /// `*items` is all that there is, the call itself takes the items out.
    pub(super) fn call_spread(
        &mut self,
        frame: CallFrame,
        arguments: &'a Arguments,
        evaluate_first: impl FnOnce(&mut Self) -> Vec<Register>,
        last: Option<Register>,
    ) {
        self.allocate_block(2);
        let first = evaluate_first(self);
        let (list, dict) = (frame.argument(0), frame.argument(1));
        if let [Expr::Starred(only)] = &*arguments.args
            && first.is_empty()
            && last.is_none()
        {
            self.into(&only.value, list);
        } else {
            self.collect_positional(list, &first, &arguments.args, last);
        }
        self.keyword_dict(&arguments.keywords, dict);
        self.emit_a(Opcode::CallSpread, frame.base);
    }

    fn collect_positional(
        &mut self,
        list: Register,
        first: &[Register],
        arguments: &'a [Expr],
        last: Option<Register>,
    ) {
        self.emit_abc(Opcode::BuildList, list, list, 0);
        for &register in first {
            self.emit_ab(Opcode::ListAppend, list, register);
        }
        self.append(arguments, list);
        if let Some(last) = last {
            self.emit_ab(Opcode::ListAppend, list, last);
        }
    }

    /// Evaluates arguments, and appends them to a list.
    fn append(&mut self, arguments: &'a [Expr], list: Register) {
        for argument in arguments {
            let mark = self.mark();
            if let Expr::Starred(starred) = argument {
                let items = self.operand(&starred.value);
                self.emit_ab(Opcode::ListExtend, list, items);
            } else {
                let item = self.operand(argument);
                self.emit_ab(Opcode::ListAppend, list, item);
            }
            self.release(mark);
        }
    }

    /// Begins a call of one of the machine's own functions: its arguments come next.
    pub(super) fn begin_internal_call(&mut self, name: &str, destination: Register) -> CallFrame {
        let frame = self.begin_call(destination);
        let constant = self.string_constant(name);
        self.emit_abx(Opcode::LoadInternal, frame.callable(), constant);
        frame
    }

    /// Makes a call of one of the machine's own functions with the arguments that are in place.
    pub(super) fn end_internal_call(&mut self, frame: CallFrame, count: u8, destination: Register) {
        self.emit_abc(Opcode::Call, frame.base, count, 0);
        self.move_register(destination, frame.base);
    }

    fn keyword_dict(&mut self, keywords: &'a [Keyword], dict: Register) {
        if keywords.is_empty() {
            return self.load_none(dict);
        }
        self.emit_abc(Opcode::BuildDict, dict, dict, 0);
        // Names that are written out differ from each other, but `**mapping` may repeat one.
        let mut may_repeat = false;
        for keyword in keywords {
            let mark = self.mark();
            match &keyword.arg {
                // (The name is loaded behind the value: its register would wait for that.)
                Some(name) if !may_repeat => {
                    let value = self.allocate();
                    self.into(&keyword.value, value);
                    let key = self.allocate();
                    self.load_string(key, name.as_str());
                    self.emit_abc(Opcode::DictSet, dict, key, value);
                }
                Some(name) => {
                    let pair = self.allocate_block(2);
                    let value = register_number(usize::from(pair) + 1);
                    self.load_string(pair, name.as_str());
                    self.into(&keyword.value, value);
                    self.emit_abc(Opcode::BuildDict, pair, pair, 1);
                    self.emit_ab(Opcode::DictMerge, dict, pair);
                }
                None => {
                    let mapping = self.operand(&keyword.value);
                    self.emit_ab(Opcode::DictMerge, dict, mapping);
                    may_repeat = true;
                }
            }
            self.release(mark);
        }
    }
}

/// How many calls a callee ends in: 2 for the callee of `a().b().c()`. Stops counting where it does
/// not matter any more.
fn call_chain_length(callee: &Expr) -> usize {
    let mut length = 0;
    let mut rest = callee;
    while length < CHAINED_CALLS {
        rest = match rest {
            Expr::Attribute(node) => &node.value,
            Expr::Subscript(node) => &node.value,
            Expr::Call(node) => {
                length += 1;
                &node.func
            }
            _ => break,
        };
    }
    length
}

/// Whether a call cannot put its arguments into registers one by one.
pub(super) fn needs_spread(arguments: &Arguments) -> bool {
    arguments.args.iter().any(Expr::is_starred_expr)
        || arguments
            .keywords
            .iter()
            .any(|keyword| keyword.arg.is_none())
        || arguments.args.len() + arguments.keywords.len() > ARGUMENTS_AT_ONCE
}
