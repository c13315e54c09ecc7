//! From the tree to code objects.
//!
//! A [`Unit`] makes one code object in one walk over its part of the tree. Each construct family
//! has a module of its own, an `impl Unit` block there; `emit` holds their common base.
//!
//! # Conventions
//!
//! `operand(e)` answers a register that holds the value of `e`: a local variable's own register, or
//! a temporary. `into(e, d)` puts the value of `e` into `d`, which is either a temporary without a
//! live value or the register of a local variable; the latter keeps its value until the last
//! instruction of `e`, because `e` may read it, and may raise.

use std::sync::Arc;

use motet_python_bytecode::{Code, CodeKind, GeneratorKind, Parameters, Position};
use ruff_python_ast::ModModule;

use crate::Map;
use crate::error::Fault;
use crate::scope::{MODULE_SCOPE, ScopeId, ScopeTable};
use crate::source::Source;
use crate::{Mode, Options};

mod annotations;
mod assemble;
mod assignments;
mod calls;
mod classes;
mod comprehensions;
mod conditions;
mod constants;
mod contexts;
mod displays;
mod emit;
mod except_star;
mod exceptions;
mod expressions;
mod folding;
mod functions;
mod generators;
mod imports;
mod loops;
mod operators;
mod patterns;
mod statements;
mod static_attributes;
mod strings;
mod templates;
mod type_parameters;
mod variables;

use constants::ConstantPool;
use emit::{Flow, LabelState, PendingInstruction, PendingRange, Region};
use exceptions::Block;
pub(crate) use patterns::capture_names;

const FIRST_LINE: Position = Position {
    line: 1,
    end_line: 1,
    column: 0,
    end_column: 0,
};

/// The number of a register.
type Register = u8;

/// The state that all units of a module share.
pub(crate) struct Context<'a> {
    scopes: &'a ScopeTable,
    source: &'a Source<'a>,
    filename: &'a Arc<str>,
    mode: Mode,
    /// The level of optimisation, if it is told for this source.
    optimisation: Option<u8>,
    /// The comprehensions that may ask for all variables.
    asking: Vec<ScopeId>,
}

impl Context<'_> {
    /// Whether code is left out that is made up to a level of optimisation below this one.
    fn leaves_out(&self, level: u8) -> bool {
        self.optimisation.unwrap_or_else(crate::optimisation) >= level
    }
}

/// Makes the code of a module.
pub(crate) fn generate(
    module: &ModModule,
    scopes: &ScopeTable,
    source: &Source<'_>,
    filename: &Arc<str>,
    options: Options,
) -> Result<Code, Fault> {
    let mode = options.mode;
    let context = Context {
        scopes,
        source,
        filename,
        mode,
        optimisation: options.optimisation,
        asking: comprehensions::asking(scopes),
    };
    let kind = match mode {
        Mode::File => CodeKind::Module,
        _ => CodeKind::Dynamic,
    };
    let mut unit = Unit::new(&context, MODULE_SCOPE, kind, "<module>", "<module>");
    if kind == CodeKind::Dynamic {
        unit.allocate();
    }
    unit.end_variables();
    unit.module_body(&module.body);
    unit.finish()
}

/// One code object in the making.
struct Unit<'a> {
    context: &'a Context<'a>,
    /// The scope whose code object this is.
    unit_scope: ScopeId,
    /// The scope of the code being made now: the unit's, or that of a comprehension inside of it.
    scope: ScopeId,
    kind: CodeKind,
    generator: Option<GeneratorKind>,
    name: Box<str>,
    qualified_name: Box<str>,
    /// The beginning of the names of functions and classes that are defined here, if the unit's own
    /// name does not tell it.
    outer_name: Option<(CodeKind, Box<str>)>,
    /// The annotated statements that note that they have run: by offset, their numbers.
    conditions: Map<usize, usize>,
    parameters: Parameters,
    docstring: Option<Box<str>>,
    local_names: Vec<Box<str>>,
    /// The registers of variables of comprehensions that count as local variables.
    comprehension_registers: Vec<Register>,
    /// The local variables without registers; see `Code::spilled_names`.
    spilled_names: Vec<Box<str>>,
    /// Where a name stands among them.
    spilled_places: Map<Box<str>, usize>,
    /// The registers of the variables of this unit's scopes.
    registers: Map<(ScopeId, Box<str>), Register>,
    /// How many registers hold variables for the whole run of the unit.
    variables_end: usize,
    /// The first register not in use now.
    top: usize,
    /// How many calls are in the making whose headers are there.
    open_calls: usize,
    /// The highest value `top` has had.
    highest: usize,
    instructions: Vec<PendingInstruction>,
    labels: Vec<LabelState>,
    regions: Vec<Region>,
    ranges: Vec<PendingRange>,
    blocks: Vec<Block<'a>>,
    flow: Flow,
    /// The registers that some `CheckBound` looks at: they must start as unbound.
    checked: Flow,
    position: Position,
    /// The position of the function in the source.
    start: Position,
    constants: ConstantPool,
    global_names: Vec<Box<str>>,
    global_index: Map<Box<str>, usize>,
    attribute_sites: Vec<Box<str>>,
    self_attributes: Vec<Box<str>>,
    fault: Option<Fault>,
}

impl<'a> Unit<'a> {
    fn new(
        context: &'a Context<'a>,
        scope: ScopeId,
        kind: CodeKind,
        name: &str,
        qualified_name: &str,
    ) -> Unit<'a> {
        Unit {
            context,
            unit_scope: scope,
            scope,
            kind,
            generator: context.scopes.scopes[scope].generator_kind(),
            name: name.into(),
            qualified_name: qualified_name.into(),
            outer_name: None,
            conditions: Map::default(),
            parameters: Parameters::default(),
            docstring: None,
            local_names: Vec::new(),
            comprehension_registers: Vec::new(),
            spilled_names: Vec::new(),
            spilled_places: Map::default(),
            registers: Map::default(),
            variables_end: 0,
            top: 0,
            open_calls: 0,
            highest: 0,
            instructions: Vec::new(),
            labels: Vec::new(),
            regions: Vec::new(),
            ranges: Vec::new(),
            blocks: Vec::new(),
            flow: Flow::start(),
            checked: Flow::start(),
            position: FIRST_LINE,
            start: FIRST_LINE,
            constants: ConstantPool::default(),
            global_names: Vec::new(),
            global_index: Map::default(),
            attribute_sites: Vec::new(),
            self_attributes: Vec::new(),
            fault: None,
        }
    }
}
