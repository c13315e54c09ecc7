//! Type parameters and type aliases (PEP 695): a function around the definition makes the
//! parameters; bounds, defaults and values are evaluated when a program asks for them.

use motet_python_bytecode::{CodeKind, Constant, Opcode};
use ruff_python_ast::{Expr, StmtClassDef, StmtFunctionDef, StmtTypeAlias, TypeParam, TypeParams};
use ruff_text_size::Ranged;

use super::calls::CallFrame;
use super::emit::register_number;
use super::{Register, Unit};
use crate::scope::TYPE_PARAMETERS;

/// The kinds of type parameters, for the machine's function that makes them.
const PLAIN: i64 = 0;
const BOUND: i64 = 1;
const CONSTRAINTS: i64 = 2;
const PARAMETERS: i64 = 3;
const TUPLE: i64 = 4;

/// More parameters than this become a tuple part by part.
const PARAMETERS_AT_ONCE: usize = 40;

/// The registers of the parameters of the function around a definition.
const OUTER_DEFAULTS: [Register; 2] = [1, 2];

impl<'a> Unit<'a> {
    /// Begins the function around a definition with type parameters, and its call.
    fn begin_generic(
        &mut self,
        parameters: &'a TypeParams,
        name: &str,
        destination: Register,
    ) -> (Unit<'a>, CallFrame) {
        let frame = self.begin_call(destination);
        let scope = self.context.scopes.of_extra(parameters);
        let name = format!("<generic parameters of {name}>");
        let qualified_name = self.qualify(&name);
        let kind = CodeKind::Annotation;
        let mut unit = Unit::new(self.context, scope, kind, &name, &qualified_name);
        unit.position = self.position;
        unit.start = self.position;
        let outer = self.outer_name.clone();
        unit.outer_name = outer.or_else(|| Some((self.kind, self.qualified_name.clone())));
        unit.parameters.positional_only = 3;
        unit.parameters.positional = 3;
        unit.enter_function(None);
        (unit, frame)
    }

    /// Calls the function around a definition.
    fn end_generic(
        &mut self,
        unit: Unit<'a>,
        frame: CallFrame,
        function: Option<&'a StmtFunctionDef>,
        destination: Register,
    ) {
        let scope = unit.unit_scope;
        self.closed_function(scope, unit.finish(), frame.callable());
        let first = self.allocate_block(3);
        let argument = |index: usize| register_number(usize::from(first) + index);
        self.namespace_here(argument(0));
        match function {
            Some(node) => {
                self.default_tuple(&node.parameters, argument(1));
                self.keyword_defaults(&node.parameters, argument(2));
            }
            None => {
                self.load_none(argument(1));
                self.load_none(argument(2));
            }
        }
        self.emit_abc(Opcode::Call, frame.base, 3, 0);
        self.move_register(destination, frame.base);
    }

    pub(super) fn generic_function(
        &mut self,
        parameters: &'a TypeParams,
        node: &'a StmtFunctionDef,
        destination: Register,
    ) {
        let mark = self.mark();
        let (mut unit, frame) = self.begin_generic(parameters, &node.name, destination);
        let tuple = unit.make_type_parameters(parameters);
        let result = unit.allocate();
        let call = unit.begin_internal_call("set_type_parameters", result);
        let function = unit.allocate();
        let scope = self.context.scopes.of_node(node);
        unit.plain_function(scope, node, function, Some(OUTER_DEFAULTS));
        let argument = unit.allocate();
        unit.move_register(argument, tuple);
        unit.end_internal_call(call, 2, result);
        unit.emit_a(Opcode::Return, result);
        self.end_generic(unit, frame, Some(node), destination);
        self.release(mark);
    }

    pub(super) fn generic_class(
        &mut self,
        parameters: &'a TypeParams,
        node: &'a StmtClassDef,
        destination: Register,
    ) {
        let mark = self.mark();
        let (mut unit, frame) = self.begin_generic(parameters, &node.name, destination);
        let tuple = unit.make_type_parameters(parameters);
        unit.store_name(TYPE_PARAMETERS, tuple);
        let base = unit.allocate();
        let call = unit.begin_internal_call("generic_base", base);
        let argument = unit.allocate();
        unit.move_register(argument, tuple);
        unit.end_internal_call(call, 1, base);
        let result = unit.allocate();
        unit.class(node, result, Some(base));
        unit.emit_a(Opcode::Return, result);
        self.end_generic(unit, frame, None, destination);
        self.release(mark);
    }

    /// `type Name[T] = value`
    pub(super) fn type_alias(&mut self, node: &'a StmtTypeAlias) {
        let Expr::Name(name) = &*node.name else {
            return;
        };
        self.define(&name.id, |unit, destination| {
            let Some(parameters) = &node.type_params else {
                return unit.make_alias(&name.id, None, &node.value, destination);
            };
            let mark = unit.mark();
            let (mut inner, frame) = unit.begin_generic(parameters, &name.id, destination);
            let tuple = inner.make_type_parameters(parameters);
            let result = inner.allocate();
            inner.make_alias(&name.id, Some(tuple), &node.value, result);
            inner.emit_a(Opcode::Return, result);
            unit.end_generic(inner, frame, None, destination);
            unit.release(mark);
        });
    }

    fn make_alias(
        &mut self,
        name: &str,
        parameters: Option<Register>,
        value: &'a Expr,
        destination: Register,
    ) {
        let mark = self.mark();
        let call = self.begin_internal_call("type_alias", destination);
        let first = self.allocate_block(3);
        self.load_string(first, name);
        let second = register_number(usize::from(first) + 1);
        match parameters {
            Some(tuple) => self.move_register(second, tuple),
            None => self.load_constant(second, Constant::Tuple(Box::new([]))),
        }
        self.lazy_expression(name, value, register_number(usize::from(first) + 2));
        self.end_internal_call(call, 3, destination);
        self.release(mark);
    }

    /// Makes the type parameters, binds their names; answers the register of a tuple of them.
    fn make_type_parameters(&mut self, parameters: &'a TypeParams) -> Register {
        let tuple = self.allocate();
        for parameter in &parameters.type_params {
            let mark = self.mark();
            self.at(parameter.range());
            let register = self.allocate();
            self.make_type_parameter(parameter, register);
            self.store_name(parameter.name().as_str(), register);
            self.release(mark);
        }
        for (index, part) in parameters
            .type_params
            .chunks(PARAMETERS_AT_ONCE)
            .enumerate()
        {
            let mark = self.mark();
            let first = self.allocate_block(0);
            for parameter in part {
                let register = self.allocate();
                self.load_name(parameter.name().as_str(), register);
            }
            let count = part.len() as u8;
            if index == 0 {
                self.emit_abc(Opcode::BuildTuple, tuple, first, count);
            } else {
                self.emit_abc(Opcode::BuildTuple, first, first, count);
                self.emit_abc(Opcode::Add, tuple, tuple, first);
            }
            self.release(mark);
        }
        tuple
    }

    fn make_type_parameter(&mut self, parameter: &'a TypeParam, destination: Register) {
        let (kind, bound) = match parameter {
            TypeParam::TypeVar(variable) => match variable.bound.as_deref() {
                None => (PLAIN, None),
                Some(bound @ Expr::Tuple(_)) => (CONSTRAINTS, Some(bound)),
                Some(bound) => (BOUND, Some(bound)),
            },
            TypeParam::ParamSpec(_) => (PARAMETERS, None),
            TypeParam::TypeVarTuple(_) => (TUPLE, None),
        };
        let name = parameter.name().as_str();
        let call = self.begin_internal_call("type_parameter", destination);
        let first = self.allocate_block(4);
        let argument = |index: usize| register_number(usize::from(first) + index);
        self.load_constant(argument(0), Constant::Int(kind));
        self.load_string(argument(1), name);
        for (index, expression) in [(2, bound), (3, parameter.default())] {
            match expression {
                Some(expression) => self.lazy_expression(name, expression, argument(index)),
                None => self.load_none(argument(index)),
            }
        }
        self.end_internal_call(call, 4, destination);
    }
}
