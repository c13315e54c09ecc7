//! Assignment in all its forms, and `del`.

use motet_python_bytecode::{Constant, Opcode};
use ruff_python_ast::{Expr, ExprAttribute, ExprSubscript, StmtAugAssign};
use ruff_text_size::Ranged;

use super::emit::register_number;
use super::{Register, Unit, folding};

/// Targets get their values in registers below this number, else by way of a list.
const VALUES_END: usize = 220;

/// A value of `a, b = x, y` that waits to be stored.
enum Source {
    Register(Register),
    Constant(Constant),
}

impl<'a> Unit<'a> {
    pub(super) fn assign(&mut self, targets: &'a [Expr], value: &'a Expr) {
        if let [target] = targets {
            return self.assign_one(target, value);
        }
        let constant = folding::fold(value);
        let are_names = targets.iter().all(Expr::is_name_expr);
        if constant.is_some() && are_names {
            return targets.iter().for_each(|it| self.assign_one(it, value));
        }
        // A copy, because the first targets may assign to a variable that the value is.
        let register = self.allocate();
        self.into(value, register);
        for target in targets {
            self.store(target, register);
        }
    }

    pub(super) fn assign_one(&mut self, target: &'a Expr, value: &'a Expr) {
        match (target, value) {
            (Expr::Name(name), _) => self.define(&name.id, |unit, register| {
                unit.into(value, register);
            }),
            (Expr::Tuple(_) | Expr::List(_), Expr::Tuple(_) | Expr::List(_)) => {
                let (targets, values) = (elements(target), elements(value));
                if targets.len() == values.len()
                    && self.top + targets.len() <= VALUES_END
                    && !has_star(targets)
                    && !has_star(values)
                {
                    return self.assign_parallel(targets, values);
                }
                let register = self.operand(value);
                self.store(target, register);
            }
            _ => {
                let scratch = self.allocate();
                let register = self.operand_before(value, &[target], scratch);
                self.store(target, register);
            }
        }
    }

    /// `a, b = x, y`, without making a tuple: all values first, then all targets.
    fn assign_parallel(&mut self, targets: &'a [Expr], values: &'a [Expr]) {
        let mut sources = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let source = match (folding::fold(value), value) {
                (Some(constant), _) => Source::Constant(constant),
                (None, Expr::Name(name))
                    if !binds_name(&targets[..index], &name.id)
                        && !self.may_assign(&values[index..].iter().collect::<Vec<_>>())
                        && !self.may_assign(&targets.iter().collect::<Vec<_>>()) =>
                {
                    Source::Register(self.operand(value))
                }
                _ => {
                    let register = self.allocate();
                    self.into(value, register);
                    Source::Register(register)
                }
            };
            sources.push(source);
        }
        for (target, source) in targets.iter().zip(sources) {
            let mark = self.mark();
            match (source, target) {
                (Source::Register(register), _) => self.store(target, register),
                (Source::Constant(constant), Expr::Name(name)) => {
                    self.define(&name.id, |unit, it| unit.load_constant(it, constant));
                }
                (Source::Constant(constant), _) => {
                    let register = self.allocate();
                    self.load_constant(register, constant);
                    self.store(target, register);
                }
            }
            self.release(mark);
        }
    }

    /// Assigns the value of a register to a target.
    pub(super) fn store(&mut self, target: &'a Expr, source: Register) {
        let before = self.at(target.range());
        let mark = self.mark();
        match target {
            Expr::Name(name) => self.store_name(&name.id, source),
            Expr::Attribute(node) => {
                let object = self.operand(&node.value);
                self.begin_at_name(node);
                self.set_attribute(node, object, source);
            }
            Expr::Subscript(node) => {
                let (object, index) = self.subscript_operands(node);
                self.emit_abc(Opcode::SetItem, object, index, source);
            }
            Expr::Tuple(node) => self.unpack(&node.elts, source),
            Expr::List(node) => self.unpack(&node.elts, source),
            Expr::Starred(node) => self.store(&node.value, source),
            _ => self.report(target.range(), "cannot assign to expression"),
        }
        self.release(mark);
        self.position = before;
    }

    fn subscript_operands(&mut self, node: &'a ExprSubscript) -> (Register, Register) {
        let scratch = self.allocate();
        let object = self.operand_before(&node.value, &[&node.slice], scratch);
        (object, self.operand(&node.slice))
    }

    fn set_attribute(&mut self, node: &'a ExprAttribute, object: Register, source: Register) {
        let name = node.attr.as_str();
        self.emit_attribute(Opcode::SetAttribute, object, source, name);
        let first = self.parameters.names.first();
        if let Expr::Name(object) = &*node.value
            && first.is_some_and(|first| **first == *object.id)
        {
            let name = self.mangle(name);
            if !self.self_attributes.contains(&name) {
                self.self_attributes.push(name);
            }
        }
    }

    /// Spreads the items of an iterable over targets, of which one may be starred.
    fn unpack(&mut self, targets: &'a [Expr], source: Register) {
        let first = match self.adjacent_variables(targets, source) {
            Some(first) => first,
            None if self.top + targets.len() > VALUES_END => {
                return self.unpack_many(targets, source);
            }
            None => self.allocate_block(targets.len()),
        };
        let star = targets.iter().position(Expr::is_starred_expr);
        match star {
            None => self.emit_abc(Opcode::Unpack, first, source, targets.len() as u8),
            Some(before) => {
                let operands = [first, source, before as u8];
                let after = targets.len() - before - 1;
                self.emit_extended(Opcode::UnpackStar, operands, after);
            }
        }
        for (index, target) in targets.iter().enumerate() {
            self.store(target, register_number(usize::from(first) + index));
        }
    }

    /// As [`Unit::unpack`], by way of a list of what each target gets.
    fn unpack_many(&mut self, targets: &'a [Expr], source: Register) {
        let star = targets.iter().position(Expr::is_starred_expr);
        let list = self.unpack_to_list(targets.len(), star, source);
        for (index, target) in targets.iter().enumerate() {
            let mark = self.mark();
            let item = self.allocate();
            self.load_constant(item, Constant::Int(index as i64));
            self.emit_abc(Opcode::GetItem, item, list, item);
            self.store(target, item);
            self.release(mark);
        }
    }

    /// Makes a list of what each of some targets gets; `star` is the one that gets what is left.
    pub(super) fn unpack_to_list(
        &mut self,
        targets: usize,
        star: Option<usize>,
        source: Register,
    ) -> Register {
        let list = self.allocate();
        let call = self.begin_internal_call("unpack", list);
        let before = star.unwrap_or(targets);
        let after = star.map(|star| Constant::Int((targets - star - 1) as i64));
        let counts = [
            Constant::Int(before as i64),
            after.unwrap_or(Constant::None),
        ];
        let iterable = self.allocate();
        self.move_register(iterable, source);
        for count in counts {
            let register = self.allocate();
            self.load_constant(register, count);
        }
        self.end_internal_call(call, 3, list);
        self.release(usize::from(list) + 1);
        list
    }

    /// The first register, if the targets are variables whose registers follow one another: then
    /// the items can be put there at once.
    fn adjacent_variables(&self, targets: &[Expr], source: Register) -> Option<Register> {
        let name = |target: &Expr| match target {
            Expr::Starred(starred) => self.target_register(&starred.value),
            _ => self.target_register(target),
        };
        let first = name(targets.first()?)?;
        for (index, target) in targets.iter().enumerate() {
            let register = name(target)?;
            if usize::from(register) != usize::from(first) + index || register == source {
                return None;
            }
        }
        Some(first)
    }

    pub(super) fn augmented_assign(&mut self, node: &'a StmtAugAssign) {
        match &*node.target {
            Expr::Name(name) => {
                let local = self.local_register(name);
                if let Some(register) = local
                    && !self.may_assign(&[&node.value])
                {
                    self.name_operand(name);
                    return self.inplace(node.op, register, register, &node.value);
                }
                let register = self.allocate();
                self.load_name(&name.id, register);
                self.inplace(node.op, register, register, &node.value);
                self.store_name(&name.id, register);
            }
            Expr::Attribute(target) => {
                let scratch = self.allocate();
                let object = self.operand_before(&target.value, &[&node.value], scratch);
                let value = self.allocate();
                let name = target.attr.as_str();
                let statement = self.at_attribute(target);
                self.emit_attribute(Opcode::GetAttribute, value, object, name);
                let attribute = std::mem::replace(&mut self.position, statement);
                self.inplace(node.op, value, value, &node.value);
                self.position = attribute;
                self.set_attribute(target, object, value);
                self.position = statement;
            }
            Expr::Subscript(target) => {
                let scratch = self.allocate();
                let later = [&*target.slice, &*node.value];
                let object = self.operand_before(&target.value, &later, scratch);
                let scratch = self.allocate();
                let index = self.operand_before(&target.slice, &[&node.value], scratch);
                let value = self.allocate();
                self.emit_abc(Opcode::GetItem, value, object, index);
                self.inplace(node.op, value, value, &node.value);
                self.emit_abc(Opcode::SetItem, object, index, value);
            }
            target => self.report(
                target.range(),
                "illegal expression for augmented assignment",
            ),
        }
    }

    pub(super) fn delete(&mut self, target: &'a Expr) {
        let before = self.at(target.range());
        let mark = self.mark();
        match target {
            Expr::Name(name) => self.delete_name(&name.id),
            Expr::Attribute(node) => {
                let object = self.operand(&node.value);
                self.begin_at_name(node);
                self.emit_attribute(Opcode::DeleteAttribute, object, 0, node.attr.as_str());
            }
            Expr::Subscript(node) => {
                let (object, index) = self.subscript_operands(node);
                self.emit_ab(Opcode::DeleteItem, object, index);
            }
            Expr::Tuple(node) => node.elts.iter().for_each(|it| self.delete(it)),
            Expr::List(node) => node.elts.iter().for_each(|it| self.delete(it)),
            _ => self.report(target.range(), "cannot delete expression"),
        }
        self.release(mark);
        self.position = before;
    }
}

fn elements(display: &Expr) -> &[Expr] {
    match display {
        Expr::Tuple(node) => &node.elts,
        Expr::List(node) => &node.elts,
        _ => &[],
    }
}

fn has_star(elements: &[Expr]) -> bool {
    elements.iter().any(Expr::is_starred_expr)
}

/// Whether one of the targets assigns to a name.
fn binds_name(targets: &[Expr], name: &str) -> bool {
    targets.iter().any(|target| match target {
        Expr::Name(target) => target.id == *name,
        Expr::Starred(target) => binds_name(std::slice::from_ref(&target.value), name),
        _ => binds_name(elements(target), name),
    })
}
