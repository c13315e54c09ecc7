//! The last step of a unit: jump distances, the words, the exception table, the code object.

use motet_python_bytecode::encode::{self, JUMP_MAX};
use motet_python_bytecode::{
    Body, Code, ExceptionRange, Form, LazyBody, Opcode, Position, REGISTERS_MAX,
};

use super::emit::{KEPT, Label, PendingInstruction};
use super::{Register, Unit};
use crate::error::Fault;
use crate::scope::shown_name;

/// The start of each instruction, in words.
struct Layout {
    /// One entry for each instruction and one for the end.
    offsets: Vec<usize>,
    /// The conditional jumps whose 16 bits do not reach: an inverted one skips a jump of 24 bits.
    wide: Vec<bool>,
}

impl Unit<'_> {
    /// Makes the code object, or tells why there is none.
    pub(super) fn finish(mut self) -> Result<Code, Fault> {
        if self.flow.reachable {
            if self.instructions.is_empty() {
                // Nothing but a text, or names: the return stands on the line of the definition.
                self.position = self.start;
            } else if !self.takes_place_of_pass() {
                // The statement before it may not be the one that has run.
                self.position.end_line = 0;
            }
            let register = self.allocate();
            self.load_none(register);
            self.emit_return(register);
        }
        self.highest = self.highest.max(self.parameters.filled_registers());
        if self.highest > REGISTERS_MAX && self.fault.is_none() {
            self.fault = Some(self.too_many_registers());
        }
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let mut instructions = self.prologue();
        let layout = self.lay_out(instructions.len());
        let first = self.instructions.first().map(|first| first.position);
        let mut positions = vec![first.unwrap_or_default(); instructions.len()];
        if self.generator.is_some() {
            let made = usize::from(!self.spilled_names.is_empty());
            positions[..made + 2].fill(self.start);
        }
        for index in (0..self.instructions.len()).filter(|index| !self.is_idle(*index)) {
            self.write(&layout, index, &mut instructions, &mut positions)?;
        }
        let exception_table = self.exception_table(&layout);
        let free = &self.context.scopes.scopes[self.unit_scope].free;
        Ok(Code {
            name: self.name,
            qualified_name: self.qualified_name,
            filename: self.context.filename.clone(),
            first_line: self.start.line,
            kind: self.kind,
            generator: self.generator,
            parameters: self.parameters,
            register_count: self.highest as u16,
            free_names: free
                .iter()
                .map(|(name, _)| shown_name(name).into())
                .collect(),
            self_attributes: self.self_attributes,
            annotations_are_texts: self.context.scopes.annotations_are_texts,
            body: LazyBody::from(Body {
                instructions,
                constants: self.constants.into_constants(),
                global_names: self.global_names,
                attribute_sites: self.attribute_sites,
                local_names: self.local_names,
                spilled_names: self.spilled_names,
                exception_table,
                positions,
                docstring: self.docstring,
            }),
        })
    }

    /// Drops a `pass` at the end of the body, if nothing but it comes to the return behind it: that
    /// stands on its line then.
    fn takes_place_of_pass(&mut self) -> bool {
        let end = self.instructions.len();
        let last = self.instructions.last();
        let is_pass =
            last.is_some_and(|it| it.opcode == Opcode::Nop && it.position == self.position);
        let is_target = self.labels.iter().any(|label| label.place == Some(end));
        let ends_range = self.ranges.iter().any(|range| range.end == end);
        let is_dropped = is_pass && !is_target && !ends_range;
        if is_dropped {
            self.instructions.pop();
        }
        is_dropped
    }

    /// The instructions before the code of the body.
    fn prologue(&self) -> Vec<u32> {
        let mut words = Vec::new();
        // Before a generator is made, since that keeps the function that runs.
        if !self.spilled_names.is_empty() {
            let count = u16::try_from(self.spilled_names.len()).unwrap_or(u16::MAX);
            words.push(encode::abx(Opcode::ExtendClosure, 0, count));
        }
        if self.generator.is_some() {
            // Here a generator that has not begun stands: no handler of its body covers that.
            words.extend([Opcode::MakeGenerator, Opcode::Nop].map(|it| encode::abc(it, 0, 0, 0)));
        }
        let unbound = self.registers_to_unbind().into_iter();
        words.extend(unbound.map(|register| encode::abc(Opcode::Unbind, register, 0, 0)));
        words
    }

    /// Local variables that may be read before they are assigned start with the mark for that; all
    /// do where a program may ask for all of them. (Not the namespace of a class's body, whose
    /// comprehensions ask by global names.)
    fn registers_to_unbind(&self) -> Vec<Register> {
        let namespace = usize::from(self.kind.has_namespace());
        let first = self.parameters.names.len().max(namespace);
        let mut names = self.global_names.iter();
        let may_ask = names.any(|name| super::comprehensions::ASKING.contains(&&**name));
        (first..self.variables_end)
            .map(|number| number as Register)
            .filter(|register| {
                let is_asked = may_ask || self.comprehension_registers.contains(register);
                is_asked || self.checked.contains(*register)
            })
            .collect()
    }

    fn too_many_registers(&self) -> Fault {
        let place = match self.instructions.first() {
            Some(first) => first.position.line,
            None => 1,
        };
        let start = self.context.source.line_start(place);
        let message = format!(
            "too many local variables or too deep an expression in function '{}'",
            self.name
        );
        Fault::new(message, start, start)
    }

    fn lay_out(&self, prologue: usize) -> Layout {
        let count = self.instructions.len();
        let mut layout = Layout {
            offsets: vec![0; count + 1],
            wide: vec![false; count],
        };
        // Widening moves all instructions behind, so that more jumps may have to be widened:
        // repeat.
        loop {
            let mut offset = prologue;
            for (index, instruction) in self.instructions.iter().enumerate() {
                layout.offsets[index] = offset;
                if !self.is_idle(index) {
                    let extra = usize::from(layout.wide[index]);
                    offset += instruction.opcode.form().words() + extra;
                }
            }
            layout.offsets[count] = offset;
            let mut changed = false;
            for (index, instruction) in self.instructions.iter().enumerate() {
                if instruction.opcode.form() == Form::AJump && !layout.wide[index] {
                    let distance = self.distance(&layout, index, instruction);
                    if i16::try_from(distance).is_err() {
                        layout.wide[index] = true;
                        changed = true;
                    }
                }
            }
            if !changed {
                return layout;
            }
        }
    }

    /// Whether an instruction is a jump to the next one: it gets no words.
    fn is_idle(&self, index: usize) -> bool {
        let instruction = &self.instructions[index];
        let target = instruction.target.and_then(|label| self.place(label));
        let is_kept = instruction.extension == KEPT;
        instruction.opcode == Opcode::Jump && target == Some(index + 1) && !is_kept
    }

    fn label_offset(&self, layout: &Layout, label: Label) -> usize {
        let place = self.place(label).unwrap_or(0);
        layout.offsets[place]
    }

    /// How far a jump goes, from the word after it on.
    fn distance(&self, layout: &Layout, index: usize, instruction: &PendingInstruction) -> i64 {
        let target = match instruction.target {
            Some(label) => self.label_offset(layout, label),
            None => layout.offsets[index + 1],
        };
        target as i64 - layout.offsets[index + 1] as i64
    }

    fn write(
        &self,
        layout: &Layout,
        index: usize,
        words: &mut Vec<u32>,
        positions: &mut Vec<Position>,
    ) -> Result<(), Fault> {
        let instruction = &self.instructions[index];
        let opcode = instruction.opcode;
        let distance = self.distance(layout, index, instruction);
        if distance.abs() > i64::from(JUMP_MAX) {
            let message = format!("code of '{}' is too long", self.name);
            return Err(Fault::new(message, 0, 0));
        }
        match opcode.form() {
            Form::Jump => words.push(encode::jump(opcode, distance as i32)),
            Form::AJump if layout.wide[index] => {
                let (inverted, long) = widened(opcode);
                words.push(encode::asbx(inverted, encode::a(instruction.word), 1));
                words.push(encode::jump(long, distance as i32));
            }
            Form::AJump => {
                let register = encode::a(instruction.word);
                words.push(encode::asbx(opcode, register, distance as i16));
            }
            Form::ABJump2 | Form::Ai8Jump2 => {
                words.push(instruction.word);
                words.push(distance as i32 as u32);
            }
            form => {
                words.push(instruction.word);
                if form.words() == 2 {
                    words.push(instruction.extension);
                }
            }
        }
        positions.resize(words.len(), instruction.position);
        Ok(())
    }

    fn exception_table(&self, layout: &Layout) -> Vec<ExceptionRange> {
        self.ranges
            .iter()
            .map(|range| ExceptionRange {
                start: layout.offsets[range.start] as u32,
                end: layout.offsets[range.end] as u32,
                target: self.label_offset(layout, range.handler) as u32,
                register: range.register,
            })
            .filter(|range| range.start < range.end)
            .collect()
    }
}

/// A conditional jump of 16 bits as an inverted one over a jump of 24 bits.
fn widened(opcode: Opcode) -> (Opcode, Opcode) {
    match opcode {
        Opcode::JumpIfTrue => (Opcode::JumpIfFalse, Opcode::Jump),
        Opcode::JumpIfFalse => (Opcode::JumpIfTrue, Opcode::Jump),
        Opcode::JumpIfNone => (Opcode::JumpUnlessNone, Opcode::Jump),
        Opcode::JumpUnlessNone => (Opcode::JumpIfNone, Opcode::Jump),
        Opcode::LoopIfTrue => (Opcode::JumpIfFalse, Opcode::Loop),
        _ => (Opcode::JumpIfTrue, Opcode::Loop),
    }
}
