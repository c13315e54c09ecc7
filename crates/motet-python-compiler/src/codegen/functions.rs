//! Functions and lambdas: their code, defaults, closures and decorators.

use motet_python_bytecode::{Code, CodeKind, Constant, LOCALS_IN_REGISTERS, Opcode, Parameters};
use ruff_python_ast::{
    Decorator, Expr, ExprLambda, ParameterWithDefault, Parameters as SyntaxParameters, Stmt,
    StmtFunctionDef,
};
use ruff_text_size::Ranged;

use super::emit::register_number;
use super::variables::Place;
use super::{Register, Unit, folding};
use crate::scope::{ScopeId, function_annotations};

/// Dicts of keyword defaults with more entries than this are built piece by piece.
const DEFAULTS_AT_ONCE: usize = 12;

/// More cells than this become a tuple part by part.
const CELLS_AT_ONCE: usize = 60;

/// Tuples of more defaults than this are built as displays are.
const DEFAULT_VALUES_AT_ONCE: usize = 60;

/// More decorators than this are kept in a list until they are called.
const DECORATORS_IN_PLACE: usize = 8;

/// The body of a function.
#[derive(Clone, Copy)]
enum Body<'a> {
    Statements(&'a [Stmt]),
    Expression(&'a Expr),
}

impl<'a> Unit<'a> {
    pub(super) fn function_statement(&mut self, node: &'a StmtFunctionDef) {
        let name = node.name.as_str();
        let scope = self.context.scopes.of_node(node);
        self.define(name, |unit, destination| {
            unit.decorated(
                &node.decorator_list,
                destination,
                |unit, register| match &node.type_params {
                    None => unit.plain_function(scope, node, register, None),
                    Some(parameters) => unit.generic_function(parameters, node, register),
                },
            );
        });
    }

    /// Makes a function; `defaults` are two registers with the values that its definition has
    /// evaluated.
    pub(super) fn plain_function(
        &mut self,
        scope: ScopeId,
        node: &'a StmtFunctionDef,
        destination: Register,
        defaults: Option<[Register; 2]>,
    ) {
        let parameters = Some(&*node.parameters);
        let body = Body::Statements(&node.body);
        let annotations = function_annotations(node);
        if annotations.is_empty() {
            return self.function(scope, &node.name, parameters, body, destination, defaults);
        }
        let mark = self.mark();
        let frame = self.begin_internal_call("set_annotate", destination);
        let function = self.allocate();
        self.function(scope, &node.name, parameters, body, function, defaults);
        let annotate = self.allocate();
        self.function_annotations(node, annotations, annotate);
        self.end_internal_call(frame, 2, destination);
        self.release(mark);
    }

    pub(super) fn lambda(&mut self, node: &'a ExprLambda, destination: Register) {
        let scope = self.context.scopes.of_node(node);
        let parameters = node.parameters.as_deref();
        let body = Body::Expression(&node.body);
        self.function(scope, "<lambda>", parameters, body, destination, None);
    }

    /// Puts the object that `make` makes into a register, after it went through the decorators.
    pub(super) fn decorated(
        &mut self,
        decorators: &'a [Decorator],
        destination: Register,
        make: impl FnOnce(&mut Self, Register),
    ) {
        if decorators.is_empty() {
            return make(self, destination);
        }
        if decorators.len() > DECORATORS_IN_PLACE {
            return self.decorated_by_many(decorators, destination, make);
        }
        let mark = self.mark();
        let position = self.position;
        let mut slot = self.allocate();
        let result = slot;
        let mut frames = Vec::new();
        for decorator in decorators {
            // Each call's argument is the place where the next call's result arrives.
            let frame = self.begin_call(slot);
            self.into(&decorator.expression, frame.callable());
            slot = self.allocate();
            frames.push((frame, decorator));
        }
        make(self, slot);
        for (frame, decorator) in frames.into_iter().rev() {
            self.at(decorator.expression.range());
            self.emit_abc(Opcode::Call, frame.base, 1, 0);
        }
        self.position = position;
        self.move_register(destination, result);
        self.release(mark);
    }

    /// As [`Unit::decorated`], for many decorators: they wait in a list, not in registers.
    fn decorated_by_many(
        &mut self,
        decorators: &'a [Decorator],
        destination: Register,
        make: impl FnOnce(&mut Self, Register),
    ) {
        let mark = self.mark();
        let position = self.position;
        let list = self.allocate();
        self.list_of(decorators.iter().map(|it| &it.expression), list);
        let value = self.allocate();
        make(self, value);
        for (index, decorator) in decorators.iter().enumerate().rev() {
            self.at(decorator.expression.range());
            let inner = self.mark();
            let result = self.allocate();
            let frame = self.begin_call(result);
            self.load_constant(frame.callable(), Constant::Int(index as i64));
            self.emit_abc(Opcode::GetItem, frame.callable(), list, frame.callable());
            let argument = self.allocate();
            self.move_register(argument, value);
            self.emit_abc(Opcode::Call, frame.base, 1, 0);
            self.move_register(value, frame.base);
            self.release(inner);
        }
        self.position = position;
        self.move_register(destination, value);
        self.release(mark);
    }

    /// Makes a function object.
    fn function(
        &mut self,
        scope: ScopeId,
        name: &str,
        parameters: Option<&'a SyntaxParameters>,
        body: Body<'a>,
        destination: Register,
        defaults: Option<[Register; 2]>,
    ) {
        let mark = self.mark();
        let base = self.begin_function(destination);
        let part = |index: usize| register_number(usize::from(base) + index);
        match (parameters, defaults) {
            (_, Some([positional, named])) => {
                self.move_register(part(1), positional);
                self.move_register(part(2), named);
            }
            (Some(parameters), None) => {
                self.default_tuple(parameters, part(1));
                self.keyword_defaults(parameters, part(2));
            }
            (None, None) => {
                self.load_none(part(1));
                self.load_none(part(2));
            }
        }
        self.closure(scope, part(3));
        let code = self.function_code(scope, name, parameters, body);
        self.make_function(base, code);
        self.move_register(destination, base);
        self.release(mark);
    }

    /// Takes the registers that `MakeFunction` reads, beginning at `destination` if that is the
    /// topmost temporary.
    pub(super) fn begin_function(&mut self, destination: Register) -> Register {
        if usize::from(destination) + 1 == self.top && !self.is_variable(destination) {
            self.allocate_block(3);
            return destination;
        }
        self.allocate_block(4)
    }

    /// Emits `MakeFunction`, or passes on why there is no code.
    pub(super) fn make_function(
        &mut self,
        base: Register,
        code: Result<Code, crate::error::Fault>,
    ) {
        match code {
            Ok(code) => {
                let constant = self.code_constant(code);
                self.emit_abx(Opcode::MakeFunction, base, constant);
            }
            Err(fault) => {
                self.fault.get_or_insert(fault);
            }
        }
    }

    pub(super) fn default_tuple(
        &mut self,
        parameters: &'a SyntaxParameters,
        destination: Register,
    ) {
        let positional = parameters.posonlyargs.iter().chain(&parameters.args);
        let defaults: Vec<&'a Expr> = positional.filter_map(|it| it.default()).collect();
        if defaults.is_empty() {
            return self.load_none(destination);
        }
        let constants: Option<Box<[Constant]>> =
            defaults.iter().map(|it| folding::fold(it)).collect();
        if let Some(constants) = constants {
            return self.load_constant(destination, Constant::Tuple(constants));
        }
        let mark = self.mark();
        if defaults.len() > DEFAULT_VALUES_AT_ONCE {
            let list = self.allocate();
            self.list_of(defaults.into_iter(), list);
            self.emit_ab(Opcode::ListToTuple, destination, list);
            return self.release(mark);
        }
        let first = self.allocate_block(0);
        for default in &defaults {
            let register = self.allocate();
            self.into(default, register);
        }
        let count = defaults.len() as u8;
        self.emit_abc(Opcode::BuildTuple, destination, first, count);
        self.release(mark);
    }

    pub(super) fn keyword_defaults(
        &mut self,
        parameters: &'a SyntaxParameters,
        destination: Register,
    ) {
        let with_default = |it: &'a ParameterWithDefault| Some((it, it.default()?));
        let defaults: Vec<(&ParameterWithDefault, &Expr)> = parameters
            .kwonlyargs
            .iter()
            .filter_map(with_default)
            .collect();
        if defaults.is_empty() {
            return self.load_none(destination);
        }
        if defaults.len() > DEFAULTS_AT_ONCE {
            self.emit_abc(Opcode::BuildDict, destination, destination, 0);
        }
        let mark = self.mark();
        let first = register_number(self.top);
        for (parameter, default) in &defaults {
            let key = self.allocate();
            let value = self.allocate();
            let name = self.mangle(parameter.parameter.name.as_str());
            self.load_string(key, &name);
            self.into(default, value);
            if defaults.len() > DEFAULTS_AT_ONCE {
                self.emit_abc(Opcode::DictSet, destination, key, value);
                self.release(mark);
            }
        }
        if defaults.len() <= DEFAULTS_AT_ONCE {
            let count = defaults.len() as u8;
            self.emit_abc(Opcode::BuildDict, destination, first, count);
        }
        self.release(mark);
    }

    /// The tuple of cells that a function of that scope needs, or None.
    pub(super) fn closure(&mut self, scope: ScopeId, destination: Register) {
        let table = self.context.scopes;
        let free = &table.scopes[scope].free;
        if free.is_empty() {
            return self.load_none(destination);
        }
        let mut parts = free.chunks(CELLS_AT_ONCE);
        self.cells(parts.next().unwrap_or_default(), destination);
        for part in parts {
            let mark = self.mark();
            let more = self.allocate();
            self.cells(part, more);
            self.emit_abc(Opcode::Add, destination, destination, more);
            self.release(mark);
        }
    }

    /// The tuple of the cells of some variables.
    fn cells(&mut self, variables: &[(Box<str>, ScopeId)], destination: Register) {
        let mark = self.mark();
        let first = register_number(self.top);
        for (name, owner) in variables {
            let register = self.allocate();
            match self.lookup_in(*owner, name) {
                Place::Cell(cell) | Place::Local(cell) => self.move_register(register, cell),
                Place::Free(index) => self.emit_abx(Opcode::LoadClosure, register, index),
                Place::Global | Place::ClassName | Place::ClassNameOrFree(_) => {
                    self.load_none(register)
                }
            }
        }
        let count = variables.len() as u8;
        self.emit_abc(Opcode::BuildTuple, destination, first, count);
        self.release(mark);
    }

    /// The qualified name of something that is defined here.
    pub(super) fn qualify(&self, name: &str) -> String {
        let symbol = self.context.scopes.scopes[self.scope].symbol(&self.mangle(name));
        if symbol.is_some_and(|symbol| symbol.global) {
            return name.to_owned();
        }
        let (kind, prefix) = match &self.outer_name {
            Some((kind, prefix)) => (*kind, prefix),
            None => (self.kind, &self.qualified_name),
        };
        match kind {
            CodeKind::Module | CodeKind::Dynamic => name.to_owned(),
            CodeKind::ClassBody => format!("{prefix}.{name}"),
            CodeKind::Function | CodeKind::Annotation => format!("{prefix}.<locals>.{name}"),
        }
    }

    fn function_code(
        &mut self,
        scope: ScopeId,
        name: &str,
        parameters: Option<&'a SyntaxParameters>,
        body: Body<'a>,
    ) -> Result<Code, crate::error::Fault> {
        let qualified_name = self.qualify(name);
        let context = self.context;
        let mut unit = Unit::new(context, scope, CodeKind::Function, name, &qualified_name);
        unit.position = self.position;
        unit.start = self.position;
        unit.enter_function(parameters);
        match body {
            Body::Statements(statements) => {
                unit.docstring = context.docstring(statements);
                unit.statements(statements);
            }
            Body::Expression(expression) => {
                let value = unit.operand(expression);
                unit.at(expression.range());
                unit.emit_return(value);
            }
        }
        unit.finish()
    }

    /// Gives registers to the parameters and local variables; makes the cells.
    pub(super) fn enter_function(&mut self, parameters: Option<&SyntaxParameters>) {
        if let Some(parameters) = parameters {
            self.parameters = describe_parameters(parameters);
        }
        // Tracers hear of no line where cells are made.
        let before = self.position;
        self.position.end_line = 0;
        let table = self.context.scopes;
        let scope = &table.scopes[self.unit_scope];
        // The scope's first symbols are the parameters, in the order of their registers.
        let variables = scope
            .symbols
            .iter()
            .filter(|(_, symbol)| symbol.bound && !symbol.global && !symbol.nonlocal);
        for (name, symbol) in variables {
            if symbol.parameter {
                self.parameters.names.push(name.clone());
            }
            if self.local_names.len() >= LOCALS_IN_REGISTERS {
                self.spilled_places
                    .insert(name.clone(), self.spilled_names.len());
                self.spilled_names.push(name.clone());
                continue;
            }
            let register = self.allocate();
            self.registers
                .insert((self.unit_scope, name.clone()), register);
            self.local_names.push(name.clone());
            if symbol.parameter {
                if !symbol.deleted {
                    self.flow.insert(register);
                }
            } else if symbol.captured {
                self.emit_a(Opcode::Unbind, register);
            }
            if symbol.captured {
                self.emit_a(Opcode::MakeCell, register);
            }
        }
        self.position = before;
        self.end_variables();
    }
}

/// The counts of the parameters; the names are filled in from the scope, which has mangled them.
fn describe_parameters(parameters: &SyntaxParameters) -> Parameters {
    let positional_only = parameters.posonlyargs.len();
    Parameters {
        positional_only,
        positional: positional_only + parameters.args.len(),
        keyword_only: parameters.kwonlyargs.len(),
        has_varargs: parameters.vararg.is_some(),
        has_varkeywords: parameters.kwarg.is_some(),
        names: Vec::new(),
    }
}
