//! Class statements and class bodies.

use motet_python_bytecode::{Code, CodeKind, Constant, Opcode};
use ruff_python_ast::StmtClassDef;
use ruff_text_size::Ranged;

use super::calls::needs_spread;
use super::emit::register_number;
use super::static_attributes::static_attributes;
use super::{Register, Unit};
use crate::error::Fault;
use crate::scope::{CLASS_NAMESPACE, TYPE_PARAMETERS};

/// The register of a class body that holds the cell with the class itself.
const CLASS_CELL: Register = 1;

impl<'a> Unit<'a> {
    pub(super) fn class_statement(&mut self, node: &'a StmtClassDef) {
        let name = node.name.as_str();
        self.define(name, |unit, destination| {
            unit.decorated(
                &node.decorator_list,
                destination,
                |unit, register| match &node.type_params {
                    None => unit.class(node, register, None),
                    Some(parameters) => unit.generic_class(parameters, node, register),
                },
            );
        });
    }

    /// Calls `__build_class__(body, name, *bases, **keywords)`. The register of one more base may
    /// be given.
    pub(super) fn class(
        &mut self,
        node: &'a StmtClassDef,
        destination: Register,
        last_base: Option<Register>,
    ) {
        let mark = self.mark();
        let frame = self.begin_call(destination);
        self.emit_a(Opcode::LoadBuildClass, frame.callable());
        match &node.arguments {
            Some(arguments) if needs_spread(arguments) => {
                let first = |unit: &mut Self| {
                    let body = unit.class_head(node);
                    vec![body, body.saturating_add(1)]
                };
                self.call_spread(frame, arguments, first, last_base);
            }
            Some(arguments) => {
                self.class_head(node);
                self.consecutive(&arguments.args);
                let extra = self.one_more(last_base);
                let count = 2 + arguments.args.len() + extra;
                self.call_with(frame, count, &arguments.keywords);
            }
            None => {
                self.class_head(node);
                let extra = self.one_more(last_base);
                self.call_with(frame, 2 + extra, &[]);
            }
        }
        self.move_register(destination, frame.base);
        self.release(mark);
    }

    /// Puts one more argument into the next register, if there is one.
    fn one_more(&mut self, source: Option<Register>) -> usize {
        match source {
            Some(source) => {
                let register = self.allocate();
                self.move_register(register, source);
                1
            }
            None => 0,
        }
    }

    /// The first two arguments: the body as a function, and the name. Answers the first's register.
    fn class_head(&mut self, node: &'a StmtClassDef) -> Register {
        let scope = self.context.scopes.of_node(node);
        let body = self.allocate();
        let mark = self.mark();
        let base = self.begin_function(body);
        self.load_none(base.saturating_add(1));
        self.load_none(base.saturating_add(2));
        self.closure(scope, base.saturating_add(3));
        let code = self.class_code(node);
        self.make_function(base, code);
        self.release(mark);
        let name = self.allocate();
        self.load_string(name, node.name.as_str());
        body
    }

    fn class_code(&mut self, node: &'a StmtClassDef) -> Result<Code, Fault> {
        let name = node.name.as_str();
        let qualified_name = self.qualify(name);
        let context = self.context;
        let scope = context.scopes.of_node(node);
        let mut unit = Unit::new(context, scope, CodeKind::ClassBody, name, &qualified_name);
        unit.position = self.position;
        unit.start = self.position;
        let needs_cell = context.scopes.scopes[scope].needs_class_cell;
        let needs_namespace = context.scopes.scopes[scope].needs_namespace_cell;
        unit.allocate_block(1 + usize::from(needs_cell) + usize::from(needs_namespace));
        let namespace = register_number(unit.top - 1);
        unit.end_variables();
        if needs_namespace {
            unit.registers
                .insert((scope, CLASS_NAMESPACE.into()), namespace);
            unit.move_register(namespace, 0);
            unit.emit_a(Opcode::MakeCell, namespace);
        }
        if needs_cell {
            let key = (scope, "__class__".into());
            unit.registers.insert(key, CLASS_CELL);
            unit.emit_a(Opcode::Unbind, CLASS_CELL);
            unit.emit_a(Opcode::MakeCell, CLASS_CELL);
        }
        unit.class_namespace(node, &qualified_name);
        unit.begin_annotations(&node.body);
        unit.statements(&node.body);
        unit.static_attributes(node);
        if needs_cell {
            unit.emit_a(Opcode::Return, CLASS_CELL);
        }
        unit.finish()
    }

    /// The names that every class body has.
    fn class_namespace(&mut self, node: &'a StmtClassDef, qualified_name: &str) {
        let mark = self.mark();
        let register = self.allocate();
        self.load_class_name(register, "__name__");
        self.store_class_name("__module__", register);
        self.load_string(register, qualified_name);
        self.store_class_name("__qualname__", register);
        let line = self.context.source.position(node.range()).line;
        self.load_constant(register, Constant::Int(line.into()));
        self.store_class_name("__firstlineno__", register);
        if let Some(text) = self.context.docstring(&node.body) {
            self.load_string(register, &text);
            self.store_class_name("__doc__", register);
            self.docstring = Some(text);
        }
        if node.type_params.is_some() {
            self.load_name(TYPE_PARAMETERS, register);
            self.store_class_name("__type_params__", register);
        }
        self.release(mark);
    }

    /// Stores `__static_attributes__` at the end of a class's body.
    fn static_attributes(&mut self, node: &'a StmtClassDef) {
        let mark = self.mark();
        let register = self.allocate();
        self.load_constant(register, static_attributes(&node.body));
        self.store_class_name("__static_attributes__", register);
        self.release(mark);
    }

    fn load_class_name(&mut self, destination: Register, name: &str) {
        let constant = self.string_constant(name);
        self.emit_abx(Opcode::LoadName, destination, constant);
    }

    fn store_class_name(&mut self, name: &str, source: Register) {
        let constant = self.string_constant(name);
        self.emit_abx(Opcode::StoreName, source, constant);
    }
}
