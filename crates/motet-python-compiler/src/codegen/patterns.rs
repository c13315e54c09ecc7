//! `match`.
//!
//! A pattern is tested from the outside to the inside; its captures wait in registers until
//! the whole pattern has matched, as in CPython, where a failing pattern binds nothing. Many
//! captures wait in a dict, and the parts of a pattern that has many in a list or tuple.

use motet_python_bytecode::{Constant, Opcode};
use ruff_python_ast::{
    Expr, MatchCase, Pattern, PatternMatchAs, PatternMatchClass, PatternMatchMapping,
    PatternMatchOr, PatternMatchSequence, Singleton, StmtMatch,
};
use ruff_text_size::Ranged;

use super::emit::{Label, register_number};
use super::{Register, Unit, folding};

/// More captures than this wait in a dict.
const CAPTURES_IN_REGISTERS: usize = 40;

/// Parts of a pattern get registers below this number: of one or two parts, which need no more than
/// other ways, and of more.
const PARTS_END: [usize; 2] = [235, 120];

/// Names that a pattern has captured so far.
enum Captures<'a> {
    /// With the registers that hold their values.
    Registers(Vec<(&'a str, Register)>),
    /// The register of the dict that holds their values, by their names.
    Dict(Register, Vec<&'a str>),
}

impl Captures<'_> {
    /// None, where the values of others wait in the same way.
    fn none_beside(&self) -> Self {
        match self {
            Captures::Registers(_) => Captures::Registers(Vec::new()),
            Captures::Dict(dict, _) => Captures::Dict(*dict, Vec::new()),
        }
    }

    /// How many of them need the registers that they were found in.
    fn in_registers(&self) -> usize {
        match self {
            Captures::Registers(found) => found.len(),
            Captures::Dict(..) => 0,
        }
    }
}

/// Where the values are that the parts of a pattern are matched with.
#[derive(Clone, Copy)]
enum Parts {
    /// In registers that follow one another; the first.
    Registers(Register),
    /// In the list or tuple that a register holds.
    Items(Register),
}

impl<'a> Unit<'a> {
    pub(super) fn match_statement(&mut self, node: &'a StmtMatch) {
        let subject = self.allocate();
        self.into(&node.subject, subject);
        let end = self.new_label();
        for case in &node.cases {
            if self.flow.reachable {
                self.match_case(case, subject, end);
            }
        }
        self.bind(end);
    }

    fn match_case(&mut self, case: &'a MatchCase, subject: Register, end: Label) {
        self.at(case.pattern.range());
        let mark = self.mark();
        let next = self.new_label();
        let mut captures = self.no_captures(&case.pattern);
        self.pattern(&case.pattern, subject, next, &mut captures);
        self.store_captures(captures);
        if let Some(guard) = &case.guard {
            self.jump_if(guard, false, next);
        }
        self.release(mark);
        self.statements(&case.body);
        self.jump(end);
        self.bind(next);
    }

    fn no_captures(&mut self, pattern: &'a Pattern) -> Captures<'a> {
        let mut names = Vec::new();
        capture_names(pattern, &mut names);
        if names.len() <= CAPTURES_IN_REGISTERS {
            return Captures::Registers(Vec::new());
        }
        let dict = self.allocate();
        self.emit_abc(Opcode::BuildDict, dict, dict, 0);
        Captures::Dict(dict, Vec::new())
    }

    fn capture(&mut self, name: &'a str, value: Register, captures: &mut Captures<'a>) {
        match captures {
            Captures::Registers(found) => found.push((name, value)),
            Captures::Dict(dict, names) => {
                let dict = *dict;
                names.push(name);
                let mark = self.mark();
                let key = self.allocate();
                self.load_string(key, name);
                self.emit_abc(Opcode::DictSet, dict, key, value);
                self.release(mark);
            }
        }
    }

    fn store_captures(&mut self, captures: Captures<'a>) {
        match captures {
            Captures::Registers(found) => {
                for (name, register) in found {
                    self.store_name(name, register);
                }
            }
            Captures::Dict(dict, names) => {
                for name in names {
                    let mark = self.mark();
                    let value = self.allocate();
                    self.load_string(value, name);
                    self.emit_abc(Opcode::GetItem, value, dict, value);
                    self.store_name(name, value);
                    self.release(mark);
                }
            }
        }
    }

    /// Whether there are registers for so many parts of a pattern.
    fn has_registers_for(&self, parts: usize) -> bool {
        self.top + parts <= PARTS_END[usize::from(parts > 2)]
    }

    /// Matches the parts of a pattern, each with its value. Registers that no capture needs are
    /// free again.
    fn match_parts(
        &mut self,
        patterns: impl Iterator<Item = &'a Pattern>,
        parts: Parts,
        fails: Label,
        captures: &mut Captures<'a>,
    ) {
        for (index, pattern) in patterns.enumerate() {
            if is_wildcard(pattern) {
                continue;
            }
            let (mark, before) = (self.mark(), captures.in_registers());
            let value = match parts {
                Parts::Registers(first) => register_number(usize::from(first) + index),
                Parts::Items(items) => {
                    let value = self.allocate();
                    self.load_constant(value, Constant::Int(index as i64));
                    self.emit_abc(Opcode::GetItem, value, items, value);
                    value
                }
            };
            self.pattern(pattern, value, fails, captures);
            if captures.in_registers() == before {
                self.release(mark);
            }
        }
    }

    /// Goes on if the pattern matches, else jumps. Registers that captures need stay taken.
    fn pattern(
        &mut self,
        pattern: &'a Pattern,
        subject: Register,
        fails: Label,
        captures: &mut Captures<'a>,
    ) {
        let before = self.at(pattern.range());
        match pattern {
            Pattern::MatchValue(node) => self.match_value(&node.value, subject, fails),
            Pattern::MatchSingleton(node) => self.match_singleton(node.value, subject, fails),
            Pattern::MatchSequence(node) => self.match_sequence(node, subject, fails, captures),
            Pattern::MatchMapping(node) => self.match_mapping(node, subject, fails, captures),
            Pattern::MatchClass(node) => self.match_class(node, subject, fails, captures),
            Pattern::MatchAs(node) => self.match_as(node, subject, fails, captures),
            Pattern::MatchOr(node) => self.match_or(node, subject, fails, captures),
            Pattern::MatchStar(node) => {
                if let Some(name) = &node.name {
                    self.capture(name.as_str(), subject, captures);
                }
            }
        }
        self.position = before;
    }

    fn match_singleton(&mut self, value: Singleton, subject: Register, fails: Label) {
        let truth = match value {
            Singleton::None => {
                return self.emit_jump(Opcode::JumpUnlessNone, subject, 0, fails);
            }
            Singleton::True => true,
            Singleton::False => false,
        };
        let mark = self.mark();
        let register = self.allocate();
        self.load_constant(register, Constant::Bool(truth));
        self.emit_abc(Opcode::Is, register, subject, register);
        self.jump_if_register(register, false, fails);
        self.release(mark);
    }

    fn match_value(&mut self, value: &'a Expr, subject: Register, fails: Label) {
        if value.is_f_string_expr() || value.is_t_string_expr() {
            let message = "patterns may only match literals and attribute lookups";
            self.report(value.range(), message);
        }
        let mark = self.mark();
        if let Some(small) = folding::small_int(value) {
            let immediate = small as u8;
            self.emit_jump(Opcode::JumpUnlessEqualInt, subject, immediate, fails);
        } else {
            let value = self.operand(value);
            self.emit_jump(Opcode::JumpUnlessEqual, subject, value, fails);
        }
        self.release(mark);
    }

    fn match_as(
        &mut self,
        node: &'a PatternMatchAs,
        subject: Register,
        fails: Label,
        captures: &mut Captures<'a>,
    ) {
        if let Some(pattern) = &node.pattern {
            self.pattern(pattern, subject, fails, captures);
        }
        if let Some(name) = &node.name {
            self.capture(name.as_str(), subject, captures);
        }
    }

    /// The alternatives bind the same names: the values go to registers that do not depend on which
    /// of them matches.
    fn match_or(
        &mut self,
        node: &'a PatternMatchOr,
        subject: Register,
        fails: Label,
        captures: &mut Captures<'a>,
    ) {
        let Some((first, _)) = node.patterns.split_first() else {
            return;
        };
        let mut names = Vec::new();
        capture_names(first, &mut names);
        let block = match captures {
            Captures::Registers(_) => self.allocate_block(names.len()),
            Captures::Dict(dict, _) => *dict,
        };
        let place = |index: usize| register_number(usize::from(block) + index);
        let matched = self.new_label();
        for (number, alternative) in node.patterns.iter().enumerate() {
            let is_last = number + 1 == node.patterns.len();
            let next = if is_last { fails } else { self.new_label() };
            let mark = self.mark();
            let mut found = captures.none_beside();
            self.pattern(alternative, subject, next, &mut found);
            if let Captures::Registers(found) = found {
                for (name, register) in found {
                    if let Some(index) = names.iter().position(|known| *known == name) {
                        self.move_register(place(index), register);
                    }
                }
            }
            self.release(mark);
            if !is_last {
                self.jump(matched);
                self.bind(next);
            }
        }
        self.bind(matched);
        match captures {
            Captures::Registers(all) => {
                let found = names.into_iter().enumerate();
                all.extend(found.map(|(index, name)| (name, place(index))));
            }
            Captures::Dict(_, all) => all.extend(names),
        }
    }

    fn match_sequence(
        &mut self,
        node: &'a PatternMatchSequence,
        subject: Register,
        fails: Label,
        captures: &mut Captures<'a>,
    ) {
        let patterns = &node.patterns;
        let star = patterns.iter().position(Pattern::is_match_star);
        let mark = self.mark();
        let scratch = self.allocate();
        self.emit_ab(Opcode::IsSequence, scratch, subject);
        self.jump_if_register(scratch, false, fails);
        let needed = patterns.len() - usize::from(star.is_some());
        if star.is_none() || needed > 0 {
            self.emit_ab(Opcode::GetLength, scratch, subject);
            self.check_length(scratch, needed, star.is_some(), fails);
        }
        self.release(mark);
        // `[*_]` asks for nothing more.
        if patterns.iter().all(is_wildcard) {
            return;
        }
        if let Some(before) = star
            && is_wildcard(&patterns[before])
        {
            return self.match_around_star(patterns, before, subject, fails, captures);
        }
        if !self.has_registers_for(patterns.len()) {
            let list = self.unpack_to_list(patterns.len(), star, subject);
            return self.match_parts(patterns.iter(), Parts::Items(list), fails, captures);
        }
        let first = self.allocate_block(patterns.len());
        match star {
            None => self.emit_abc(Opcode::Unpack, first, subject, patterns.len() as u8),
            Some(before) => {
                let after = patterns.len() - before - 1;
                self.emit_extended(Opcode::UnpackStar, [first, subject, before as u8], after);
            }
        }
        self.match_parts(patterns.iter(), Parts::Registers(first), fails, captures);
    }

    /// If the star binds nothing, only the items beside it are asked for.
    fn match_around_star(
        &mut self,
        patterns: &'a [Pattern],
        before: usize,
        subject: Register,
        fails: Label,
        captures: &mut Captures<'a>,
    ) {
        for (index, pattern) in patterns.iter().enumerate() {
            if is_wildcard(pattern) {
                continue;
            }
            let (mark, kept) = (self.mark(), captures.in_registers());
            let item = self.allocate();
            if index < before {
                self.load_constant(item, Constant::Int(index as i64));
            } else {
                self.emit_ab(Opcode::GetLength, item, subject);
                let mark = self.mark();
                let back = self.allocate();
                self.load_constant(back, Constant::Int((patterns.len() - index) as i64));
                self.emit_abc(Opcode::Subtract, item, item, back);
                self.release(mark);
            }
            self.emit_abc(Opcode::GetItem, item, subject, item);
            self.pattern(pattern, item, fails, captures);
            if captures.in_registers() == kept {
                self.release(mark);
            }
        }
    }

    fn check_length(&mut self, length: Register, needed: usize, or_more: bool, fails: Label) {
        let (with_int, with_register) = if or_more {
            (
                Opcode::JumpUnlessGreaterEqualInt,
                Opcode::JumpUnlessGreaterEqual,
            )
        } else {
            (Opcode::JumpUnlessEqualInt, Opcode::JumpUnlessEqual)
        };
        if let Ok(small) = i8::try_from(needed) {
            return self.emit_jump(with_int, length, small as u8, fails);
        }
        let register = self.allocate();
        self.load_constant(register, Constant::Int(needed as i64));
        self.emit_jump(with_register, length, register, fails);
    }

    fn match_mapping(
        &mut self,
        node: &'a PatternMatchMapping,
        subject: Register,
        fails: Label,
        captures: &mut Captures<'a>,
    ) {
        let mark = self.mark();
        let scratch = self.allocate();
        self.emit_ab(Opcode::IsMapping, scratch, subject);
        self.jump_if_register(scratch, false, fails);
        self.release(mark);
        let count = node.keys.len();
        let keys = self.allocate();
        if count > 0 {
            self.match_items(node, subject, keys, fails, captures);
        }
        if let Some(rest) = &node.rest {
            let dict = self.allocate();
            self.emit_abc(Opcode::BuildDict, dict, dict, 0);
            self.emit_ab(Opcode::DictUpdate, dict, subject);
            self.delete_keys(dict, keys, count);
            self.capture(rest.as_str(), dict, captures);
        }
    }

    /// Deletes the keys that a tuple holds from a dict.
    fn delete_keys(&mut self, dict: Register, keys: Register, count: usize) {
        let mark = self.mark();
        if count > 0 && self.has_registers_for(count) {
            let first = self.allocate_block(count);
            self.emit_abc(Opcode::Unpack, first, keys, count as u8);
            for index in 0..count {
                let key = register_number(usize::from(first) + index);
                self.emit_ab(Opcode::DeleteItem, dict, key);
            }
        } else {
            let key = self.allocate();
            for index in 0..count {
                self.load_constant(key, Constant::Int(index as i64));
                self.emit_abc(Opcode::GetItem, key, keys, key);
                self.emit_ab(Opcode::DeleteItem, dict, key);
            }
        }
        self.release(mark);
    }

    /// Matches the values of the keys of a mapping. Leaves a tuple of the keys.
    fn match_items(
        &mut self,
        node: &'a PatternMatchMapping,
        subject: Register,
        keys: Register,
        fails: Label,
        captures: &mut Captures<'a>,
    ) {
        let count = node.keys.len();
        let mark = self.mark();
        self.tuple_display(&node.keys, keys);
        self.release(mark);
        let has_registers = self.has_registers_for(count);
        let values = self.allocate_block(if has_registers { count } else { 1 });
        self.emit_abc(Opcode::MatchKeys, values, subject, keys);
        self.emit_jump(Opcode::JumpIfNone, values, 0, fails);
        let parts = self.unpacked(values, count, has_registers);
        self.match_parts(node.patterns.iter(), parts, fails, captures);
    }

    /// The items of a tuple: those that have registers are put there, from the tuple's own on.
    fn unpacked(&mut self, tuple: Register, count: usize, has_registers: bool) -> Parts {
        if !has_registers {
            return Parts::Items(tuple);
        }
        self.emit_abc(Opcode::Unpack, tuple, tuple, count as u8);
        Parts::Registers(tuple)
    }

    fn match_class(
        &mut self,
        node: &'a PatternMatchClass,
        subject: Register,
        fails: Label,
        captures: &mut Captures<'a>,
    ) {
        let arguments = &node.arguments;
        let positional = arguments.patterns.len();
        let names = arguments.keywords.iter();
        let names = names.map(|keyword| keyword.attr.as_str());
        let count = positional + arguments.keywords.len();
        // Empty names stand for the positional ones that the operand cannot count.
        let counted = u8::try_from(positional).unwrap_or(u8::MAX);
        let further = positional - usize::from(counted);
        let names = std::iter::repeat_n("", further).chain(names);
        let names: Vec<Constant> = names.map(|name| Constant::Str(name.into())).collect();
        let has_registers = self.has_registers_for(count);
        let values = self.allocate_block(if has_registers { count.max(1) } else { 1 });
        let mark = self.mark();
        let operands = self.allocate_block(3);
        self.move_register(operands, subject);
        self.into(&node.cls, register_number(usize::from(operands) + 1));
        let names_register = register_number(usize::from(operands) + 2);
        self.load_constant(names_register, Constant::Tuple(names.into()));
        self.emit_abc(Opcode::MatchClass, values, operands, counted);
        self.release(mark);
        self.emit_jump(Opcode::JumpIfNone, values, 0, fails);
        if count == 0 {
            return;
        }
        let parts = self.unpacked(values, count, has_registers);
        let named = arguments.keywords.iter().map(|keyword| &keyword.pattern);
        let patterns = arguments.patterns.iter().chain(named);
        self.match_parts(patterns, parts, fails, captures);
    }
}

fn is_wildcard(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::MatchStar(node) => node.name.is_none(),
        Pattern::MatchAs(node) => node.name.is_none() && node.pattern.is_none(),
        _ => false,
    }
}

/// The names that a pattern binds.
pub(crate) fn capture_names<'a>(pattern: &'a Pattern, names: &mut Vec<&'a str>) {
    match pattern {
        Pattern::MatchAs(node) => {
            if let Some(pattern) = &node.pattern {
                capture_names(pattern, names);
            }
            names.extend(node.name.as_ref().map(|name| name.as_str()));
        }
        Pattern::MatchStar(node) => names.extend(node.name.as_ref().map(|name| name.as_str())),
        Pattern::MatchSequence(node) => {
            node.patterns.iter().for_each(|it| capture_names(it, names));
        }
        Pattern::MatchMapping(node) => {
            node.patterns.iter().for_each(|it| capture_names(it, names));
            names.extend(node.rest.as_ref().map(|name| name.as_str()));
        }
        Pattern::MatchClass(node) => {
            let arguments = &node.arguments;
            arguments
                .patterns
                .iter()
                .for_each(|it| capture_names(it, names));
            let keywords = arguments.keywords.iter();
            keywords.for_each(|it| capture_names(&it.pattern, names));
        }
        Pattern::MatchOr(node) => {
            if let Some(first) = node.patterns.first() {
                capture_names(first, names);
            }
        }
        Pattern::MatchValue(_) | Pattern::MatchSingleton(_) => {}
    }
}
