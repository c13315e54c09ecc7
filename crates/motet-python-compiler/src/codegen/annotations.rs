//! Annotations: functions that are called when a program asks for the annotations (PEP 649), or
//! texts under `from __future__ import annotations`.

use motet_python_bytecode::{Code, CodeKind, Constant, Opcode};
use ruff_python_ast::{Expr, Stmt, StmtAnnAssign, StmtFunctionDef};
use ruff_text_size::Ranged;

use super::emit::register_number;
use super::{Register, Unit};
use crate::error::Fault;
use crate::scope::{
    AnnotatedName, CLASS_NAMESPACE, MODULE_SCOPE, ScopeId, ScopeKind, annotated_names,
};

/// The formats that functions made here know: values, and values among fake globals.
const FORMATS_KNOWN: u8 = 2;
/// The set of the annotated statements that have run, of those that may not.
const CONDITIONAL: &str = "__conditional_annotations__";

impl<'a> Unit<'a> {
    /// Begins the code of something lazily evaluated.
    pub(super) fn lazy_unit(&self, scope: ScopeId, name: &str) -> Unit<'a> {
        self.lazy_unit_named(scope, name, &self.qualify(name))
    }

    fn lazy_unit_named(&self, scope: ScopeId, name: &str, qualified_name: &str) -> Unit<'a> {
        let kind = CodeKind::Annotation;
        let mut unit = Unit::new(self.context, scope, kind, name, qualified_name);
        unit.position = self.position;
        unit.start = self.position;
        unit.parameters.positional_only = 1;
        unit.parameters.positional = 1;
        unit.enter_function(None);
        let known = unit.new_label();
        unit.emit_jump(Opcode::JumpUnlessGreaterInt, 0, FORMATS_KNOWN, known);
        let register = unit.allocate();
        let constant = unit.string_constant("NotImplementedError");
        unit.emit_abx(Opcode::LoadInternal, register, constant);
        unit.emit_a(Opcode::Raise, register);
        unit.release(register.into());
        unit.bind(known);
        let free = &self.context.scopes.scopes[scope].free;
        let namespace = free.iter().position(|(name, _)| &**name == CLASS_NAMESPACE);
        if let Some(index) = namespace {
            unit.emit_abx(Opcode::LoadFree, 0, index);
        }
        unit
    }

    /// Makes a function of code that takes no defaults.
    pub(super) fn closed_function(
        &mut self,
        scope: ScopeId,
        code: Result<Code, Fault>,
        destination: Register,
    ) {
        let mark = self.mark();
        let base = self.begin_function(destination);
        self.load_none(base.saturating_add(1));
        self.load_none(base.saturating_add(2));
        self.closure(scope, base.saturating_add(3));
        self.make_function(base, code);
        self.move_register(destination, base);
        self.release(mark);
    }

    /// A function that evaluates an expression.
    pub(super) fn lazy_expression(&mut self, name: &str, value: &'a Expr, destination: Register) {
        let scope = self.context.scopes.of_extra(value);
        let mut unit = self.lazy_unit(scope, name);
        let register = unit.allocate();
        unit.annotation_value(value, register);
        unit.emit_a(Opcode::Return, register);
        self.closed_function(scope, unit.finish(), destination);
    }

    /// The value of an annotation; `*Ts` is its only item.
    fn annotation_value(&mut self, annotation: &'a Expr, destination: Register) {
        match annotation {
            Expr::Starred(node) => {
                let items = self.operand(&node.value);
                self.emit_abc(Opcode::Unpack, destination, items, 1);
            }
            _ => self.into(annotation, destination),
        }
    }

    /// Puts the annotate function of a function into a register; under
    /// `from __future__ import annotations` its dict is one of texts.
    pub(super) fn function_annotations(
        &mut self,
        node: &'a StmtFunctionDef,
        annotations: Vec<(&'a str, &'a Expr)>,
        destination: Register,
    ) {
        let scope = self.context.scopes.of_extra(&*node.parameters);
        let qualified_name = format!("{}.__annotate__", self.qualify(&node.name));
        let mut unit = self.lazy_unit_named(scope, "__annotate__", &qualified_name);
        let dict = unit.allocate();
        unit.emit_abc(Opcode::BuildDict, dict, dict, 0);
        for (name, annotation) in annotations {
            match self.context.scopes.annotations_are_texts {
                true => unit.text_entry(Opcode::DictSet, dict, name, annotation),
                false => unit.annotation_entry(dict, name, annotation),
            }
        }
        unit.emit_a(Opcode::Return, dict);
        self.closed_function(scope, unit.finish(), destination);
    }

    fn annotation_entry(&mut self, dict: Register, name: &str, annotation: &'a Expr) {
        let mark = self.mark();
        let key = self.allocate();
        let value = self.allocate();
        let name = self.mangle(name);
        self.load_string(key, &name);
        self.annotation_value(annotation, value);
        self.emit_abc(Opcode::DictSet, dict, key, value);
        self.release(mark);
    }

    fn text_entry(&mut self, store: Opcode, dict: Register, name: &str, annotation: &'a Expr) {
        let mark = self.mark();
        let key = self.allocate();
        let value = self.allocate();
        let name = self.mangle(name);
        self.load_string(key, &name);
        let text = self.annotation_text(annotation);
        self.load_constant(value, Constant::Str(text.into()));
        self.emit_abc(store, dict, key, value);
        self.release(mark);
    }

    /// An annotation as a text: that of the source, on one line.
    fn annotation_text(&self, annotation: &Expr) -> String {
        if let Expr::StringLiteral(node) = annotation
            && !node.value.to_str().contains(['\'', '\\'])
        {
            return format!("'{}'", node.value.to_str());
        }
        let text = self.context.source.text_of(annotation.range());
        if !text.contains('\n') {
            return text.to_owned();
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The beginning of the body of a module or class with annotated variables.
    pub(super) fn begin_annotations(&mut self, body: &'a [Stmt]) {
        let names = annotated_names(body);
        let Some(first) = body.first().filter(|_| !names.is_empty()) else {
            return;
        };
        let mark = self.mark();
        let register = self.allocate();
        if self.context.scopes.annotations_are_texts {
            self.emit_abc(Opcode::BuildDict, register, register, 0);
            self.store_name("__annotations__", register);
            return self.release(mark);
        }
        let conditions = names
            .iter()
            .filter_map(|it| Some((it.offset, it.condition?)));
        self.conditions = conditions.collect();
        if !self.conditions.is_empty() {
            self.emit_abc(Opcode::BuildSet, register, register, 0);
            self.store_name(CONDITIONAL, register);
        }
        let scope = self.context.scopes.of_extra(first);
        let mut unit = self.lazy_unit(scope, "__annotate__");
        let dict = unit.allocate();
        unit.emit_abc(Opcode::BuildDict, dict, dict, 0);
        for name in names {
            unit.conditional_entry(dict, &name);
        }
        unit.emit_a(Opcode::Return, dict);
        self.closed_function(scope, unit.finish(), register);
        let name = match self.kind {
            CodeKind::ClassBody => "__annotate_func__",
            _ => "__annotate__",
        };
        self.store_name(name, register);
        self.release(mark);
    }

    fn conditional_entry(&mut self, dict: Register, name: &AnnotatedName<'a>) {
        let Some(condition) = name.condition else {
            return self.annotation_entry(dict, name.name, name.annotation);
        };
        let mark = self.mark();
        let end = self.new_label();
        let first = self.allocate_block(2);
        let second = register_number(usize::from(first) + 1);
        self.load_constant(first, Constant::Int(condition as i64));
        self.load_name(CONDITIONAL, second);
        self.emit_abc(Opcode::Contains, first, first, second);
        self.jump_if_register(first, false, end);
        self.release(mark);
        self.annotation_entry(dict, name.name, name.annotation);
        self.bind(end);
    }

    /// `target: annotation = value`
    pub(super) fn annotated_assignment(&mut self, node: &'a StmtAnnAssign) {
        match (&node.value, &*node.target) {
            (Some(value), target) => self.assign_one(target, value),
            (None, Expr::Attribute(target)) => self.discard(&target.value),
            (None, Expr::Subscript(target)) => {
                self.discard(&target.value);
                self.discard(&target.slice);
            }
            _ => {}
        }
        let kind = self.context.scopes.scopes[self.scope].kind;
        let Expr::Name(target) = &*node.target else {
            return;
        };
        if !node.simple || !matches!(kind, ScopeKind::Module | ScopeKind::Class) {
            return;
        }
        let mark = self.mark();
        let register = self.allocate();
        if self.context.scopes.annotations_are_texts {
            self.load_name("__annotations__", register);
            // The program may have put anything in the place of the dict.
            self.text_entry(Opcode::SetItem, register, &target.id, &node.annotation);
        } else if let Some(condition) = self.conditions.get(&node.start().to_usize()).copied() {
            let value = self.allocate();
            self.load_constant(value, Constant::Int(condition as i64));
            self.load_name(CONDITIONAL, register);
            self.emit_ab(Opcode::SetAdd, register, value);
        }
        self.release(mark);
    }

    /// The register or constant that the namespace of a class around lies in, for functions that
    /// run at once and see the names of the class.
    pub(super) fn namespace_here(&mut self, destination: Register) {
        let scopes = &self.context.scopes.scopes;
        let sees_class = match scopes[self.unit_scope].kind {
            ScopeKind::Class => true,
            kind => kind.sees_class() && self.unit_scope != MODULE_SCOPE,
        };
        if sees_class {
            self.move_register(destination, 0);
        } else {
            self.load_none(destination);
        }
    }
}
