//! The base of all construct families: instructions, labels, registers, protected regions, and the
//! variables known to be assigned at each place.

use motet_python_bytecode::encode::{abc, abx};
use motet_python_bytecode::{Opcode, Position, REGISTERS_MAX};
use ruff_python_ast::ExprAttribute;
use ruff_text_size::{Ranged, TextRange};

use super::{Register, Unit};
use crate::error::Fault;

/// An instruction whose jump distance is not known yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingInstruction {
    pub(super) opcode: Opcode,
    pub(super) word: u32,
    pub(super) extension: u32,
    /// Its target, if it is a jump.
    pub(super) target: Option<Label>,
    pub(super) position: Position,
}

/// The extension of a jump that gets its word even if it leads to the next instruction.
pub(super) const KEPT: u32 = 1;

/// A place in the code that jumps can name before it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label(usize);

#[derive(Clone, Copy, Debug)]
pub(super) struct LabelState {
    /// Index of the instruction it stands before.
    pub(super) place: Option<usize>,
    /// The state that holds at all jumps to it so far.
    flow: Flow,
}

/// The known state at a point of the program: whether control gets there, and if so, which
/// registers of local variables have been assigned on every way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    pub(super) reachable: bool,
    assigned: [u64; 4],
}

impl Flow {
    pub(super) fn start() -> Flow {
        Flow {
            reachable: true,
            assigned: [0; 4],
        }
    }

    pub(super) fn unreachable() -> Flow {
        Flow {
            reachable: false,
            assigned: [0; 4],
        }
    }

    pub(super) fn contains(&self, register: Register) -> bool {
        self.assigned[usize::from(register / 64)] >> (register % 64) & 1 != 0
    }

    pub(super) fn insert(&mut self, register: Register) {
        self.assigned[usize::from(register / 64)] |= 1 << (register % 64);
    }

    pub(super) fn remove(&mut self, register: Register) {
        self.assigned[usize::from(register / 64)] &= !(1 << (register % 64));
    }

    /// The state where two ways meet.
    pub(super) fn meet(self, other: Flow) -> Flow {
        if !self.reachable {
            return other;
        }
        if !other.reachable {
            return self;
        }
        let mut met = self;
        for (mine, its) in met.assigned.iter_mut().zip(other.assigned) {
            *mine &= its;
        }
        met
    }
}

/// Number of a protected region.
pub(super) type RegionId = usize;

/// Code whose exceptions go to one handler; it may have gaps, where code runs on the way out.
#[derive(Debug)]
pub(super) struct Region {
    pub(super) handler: Label,
    pub(super) register: Register,
    /// The state at its beginning, and hence at its handler.
    flow: Flow,
    start: Option<usize>,
    segments: Vec<(usize, usize)>,
}

/// An entry of the exception table whose places count instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingRange {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) handler: Label,
    pub(super) register: Register,
}

/// Whether an instruction stands for nothing in the source, so that tracers hear of no line there.
fn is_unseen(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::EnterHandler | Opcode::LeaveHandler | Opcode::Reraise
    )
}

impl Unit<'_> {
    // ---- faults and positions

    pub(super) fn report(&mut self, range: TextRange, message: impl Into<String>) {
        if self.fault.is_none() {
            let (start, end) = (range.start().to_usize(), range.end().to_usize());
            self.fault = Some(Fault::new(message, start, end));
        }
    }

    /// Sets the position of the instructions to come; returns the one before.
    pub(super) fn at(&mut self, range: TextRange) -> Position {
        let position = self.context.source.position(range);
        std::mem::replace(&mut self.position, position)
    }

    /// Sets the position to that of an attribute: the expression, from the line of the name on, as
    /// CPython has it. Returns the one before.
    pub(super) fn at_attribute(&mut self, node: &ExprAttribute) -> Position {
        let before = self.at(node.range());
        self.begin_at_name(node);
        before
    }

    /// Lets the position begin at the name of an attribute that lies on another line: in a chain of
    /// calls over several lines, each has a line of its own.
    pub(super) fn begin_at_name(&mut self, node: &ExprAttribute) {
        let name = self.context.source.position(node.attr.range());
        if self.position.line != name.end_line {
            (self.position.line, self.position.column) = (name.line, name.column);
        }
    }

    // ---- registers

    /// Takes one more register. Beyond the limit it answers a wrong one: the unit fails at its end.
    pub(super) fn allocate(&mut self) -> Register {
        self.allocate_block(1)
    }

    /// Takes registers that follow one another; answers the first.
    pub(super) fn allocate_block(&mut self, count: usize) -> Register {
        let first = self.top;
        self.top += count;
        self.highest = self.highest.max(self.top);
        register_number(first)
    }

    /// Whether the parts of a call or a display, which take `coming` registers at once, are
    /// collected one by one, since so many registers wait already: that takes more time, but one
    /// register only.
    pub(super) fn is_crowded(&self, coming: usize) -> bool {
        /// So many registers may wait for what lies within one another.
        const TEMPORARIES: usize = 64;
        /// So many are left, in functions with many variables, for what is collected.
        const KEPT: usize = 40;
        let top = self.top + coming;
        top > REGISTERS_MAX - KEPT || top > self.variables_end + TEMPORARIES
    }

    /// The state of the register stack, for [`Unit::release`].
    pub(super) fn mark(&self) -> usize {
        self.top
    }

    /// Gives back all registers taken since the mark.
    pub(super) fn release(&mut self, mark: usize) {
        self.top = mark;
    }

    /// Whether a register is that of a local variable, not a temporary.
    pub(super) fn is_variable(&self, register: Register) -> bool {
        usize::from(register) < self.variables_end
    }

    /// A register for values on the way to `destination`: that one, unless it is a variable's.
    pub(super) fn scratch(&mut self, destination: Register) -> Register {
        if self.is_variable(destination) {
            self.allocate()
        } else {
            destination
        }
    }

    // ---- instructions

    fn push(&mut self, opcode: Opcode, word: u32, extension: u32, target: Option<Label>) {
        if !self.flow.reachable {
            return;
        }
        if let Some(Label(label)) = target {
            self.labels[label].flow = self.labels[label].flow.meet(self.flow);
        }
        let mut position = self.position;
        if is_unseen(opcode) {
            position.end_line = 0;
        }
        self.instructions.push(PendingInstruction {
            opcode,
            word,
            extension,
            target,
            position,
        });
        if opcode.ends_flow() {
            self.flow = Flow::unreachable();
        }
    }

    pub(super) fn emit(&mut self, opcode: Opcode) {
        self.push(opcode, abc(opcode, 0, 0, 0), 0, None);
    }

    pub(super) fn emit_a(&mut self, opcode: Opcode, a: Register) {
        self.push(opcode, abc(opcode, a, 0, 0), 0, None);
    }

    pub(super) fn emit_ab(&mut self, opcode: Opcode, a: Register, b: Register) {
        self.push(opcode, abc(opcode, a, b, 0), 0, None);
    }

    pub(super) fn emit_abc(&mut self, opcode: Opcode, a: Register, b: Register, c: u8) {
        self.push(opcode, abc(opcode, a, b, c), 0, None);
    }

    pub(super) fn emit_abx(&mut self, opcode: Opcode, a: Register, index: usize) {
        if let Ok(index) = u16::try_from(index) {
            return self.push(opcode, abx(opcode, a, index), 0, None);
        }
        // (A source text has at most 4 GiB.)
        let word = abc(Opcode::Wide, a, opcode as u8, 0);
        self.push(Opcode::Wide, word, index as u32, None);
    }

    /// An instruction of two words that does not jump.
    pub(super) fn emit_extended(&mut self, opcode: Opcode, operands: [u8; 3], extension: usize) {
        let [a, b, c] = operands;
        self.push(opcode, abc(opcode, a, b, c), extension as u32, None);
    }

    /// A jump of any form; operands that its form lacks are 0.
    pub(super) fn emit_jump(&mut self, opcode: Opcode, a: Register, b: u8, target: Label) {
        self.push(opcode, abc(opcode, a, b, 0), 0, Some(target));
    }

    pub(super) fn jump(&mut self, target: Label) {
        self.emit_jump(Opcode::Jump, 0, 0, target);
    }

    /// A jump that a statement of the program is: tracers hear of its line, even if it leads to the
    /// next instruction.
    pub(super) fn jump_of_statement(&mut self, target: Label) {
        self.push(Opcode::Jump, abc(Opcode::Jump, 0, 0, 0), KEPT, Some(target));
    }

    pub(super) fn move_register(&mut self, destination: Register, source: Register) {
        if destination != source {
            self.emit_ab(Opcode::Move, destination, source);
        }
    }

    /// An instruction with an attribute's name: each has an entry of its own.
    pub(super) fn emit_attribute(&mut self, opcode: Opcode, a: Register, b: u8, name: &str) {
        if !self.flow.reachable {
            return;
        }
        let mangled = self.context.scopes.scopes[self.scope].mangle(name);
        let site = self.attribute_sites.len();
        self.attribute_sites.push(mangled);
        self.emit_extended(opcode, [a, b, 0], site);
    }

    pub(super) fn global(&mut self, name: &str) -> usize {
        if let Some(index) = self.global_index.get(name) {
            return *index;
        }
        let index = self.global_names.len();
        self.global_names.push(name.into());
        self.global_index.insert(name.into(), index);
        index
    }

    // ---- labels

    pub(super) fn new_label(&mut self) -> Label {
        self.labels.push(LabelState {
            place: None,
            flow: Flow::unreachable(),
        });
        Label(self.labels.len() - 1)
    }

    /// Puts a label here: control comes from before and from all jumps to it.
    pub(super) fn bind(&mut self, Label(label): Label) {
        self.flow = self.flow.meet(self.labels[label].flow);
        self.labels[label].place = Some(self.instructions.len());
    }

    /// Puts a label here whose jumps come later, from below. Nothing that is assigned before can
    /// become unassigned again (a variable with a `del` never counts as assigned), so the present
    /// state holds at those jumps, too.
    pub(super) fn bind_loop_top(&mut self) -> Label {
        let label = self.new_label();
        self.bind(label);
        label
    }

    pub(super) fn place(&self, Label(label): Label) -> Option<usize> {
        self.labels[label].place
    }

    // ---- protected regions

    /// Makes exceptions go to a handler from here on, with the exception in `register`.
    pub(super) fn begin_region(&mut self, register: Register) -> RegionId {
        let handler = self.new_label();
        self.regions.push(Region {
            handler,
            register,
            flow: self.flow,
            start: Some(self.instructions.len()),
            segments: Vec::new(),
        });
        self.regions.len() - 1
    }

    /// Begins a gap in a region.
    pub(super) fn suspend_region(&mut self, region: RegionId) {
        let end = self.instructions.len();
        let region = &mut self.regions[region];
        if let Some(start) = region.start.take()
            && start < end
        {
            region.segments.push((start, end));
        }
    }

    /// Ends a gap in a region.
    pub(super) fn resume_region(&mut self, region: RegionId) {
        self.regions[region].start = Some(self.instructions.len());
    }

    /// Ends a region. Regions end from the inside to the outside: so they stand in the table.
    pub(super) fn end_region(&mut self, region: RegionId) {
        self.suspend_region(region);
        let Region {
            handler,
            register,
            ref segments,
            ..
        } = self.regions[region];
        self.ranges
            .extend(segments.iter().map(|&(start, end)| PendingRange {
                start,
                end,
                handler,
                register,
            }));
    }

    /// Begins the handler of a region that has ended. Without code to protect it is dead.
    pub(super) fn begin_handler(&mut self, region: RegionId) {
        let Region {
            handler: Label(label),
            flow,
            ref segments,
            ..
        } = self.regions[region];
        if !segments.is_empty() {
            self.labels[label].flow = self.labels[label].flow.meet(flow);
        }
        self.bind(Label(label));
    }
}

/// The number of a register; numbers beyond the limit are replaced by one that can be encoded.
pub(super) fn register_number(number: usize) -> Register {
    number.min(REGISTERS_MAX) as Register
}
