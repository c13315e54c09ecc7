//! The part of the verifier that follows values: what each register holds before each instruction,
//! on all ways that lead there, and whether the instruction may read it.
//!
//! Registers are not cleared when a frame begins, and a call leaves the words of a dead frame in
//! those above it: no instruction may read them. Some instructions rely on what the compiler has
//! put in a register: a cell, or a list that they fill. What a register is known to hold only gets
//! less where ways meet:
//!
//! ```text
//!   Nothing ◀─ MaybeUnbound ◀─ Value ◀─┬─ Cell, List, Set, Dict, Text, None
//!   (may not be read)                  └─ Tuple ◀─┬─ Cells (a closure)
//!                                                 └─ Names (of texts)
//! ```
//!
//! A program may store any value in a local variable of a running function from outside
//! (`frame.f_locals`), so of the register of one no more is known than that it holds a value, or
//! the cell that `MakeCell` has put there: the program stores in that.
//!
//! The walk goes from the beginning, and again from each target whose knowledge has got less, so it
//! ends. What no way leads to cannot run and is not looked at.

use crate::code::{Code, CodeKind, Constant};
use crate::encode::{DecodeError, Instruction};
use crate::ops::{ARGUMENT_OFFSET, CALLABLE_OFFSET, Opcode};

/// The number of a register that does not hold what is read from it.
type Register = u32;

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Any word, which need not be a value.
    Nothing,
    /// A value, or the mark of a variable without one.
    MaybeUnbound,
    /// Any value.
    Value,
    /// A cell that the code has made or found in its closure.
    Cell,
    /// A list that the code has made.
    List,
    /// A set that the code has made.
    Set,
    /// A dict that the code has made.
    Dict,
    /// A `str`.
    Text,
    /// `None`.
    None,
    /// A tuple.
    Tuple,
    /// A tuple of so many cells.
    Cells(u32),
    /// A tuple of `str`.
    Names,
}

impl Kind {
    fn is_tuple(self) -> bool {
        matches!(self, Kind::Tuple | Kind::Cells(_) | Kind::Names)
    }

    /// What is known if either may hold.
    fn or(self, other: Kind) -> Kind {
        match (self, other) {
            _ if self == other => self,
            (Kind::Nothing, _) | (_, Kind::Nothing) => Kind::Nothing,
            (Kind::MaybeUnbound, _) | (_, Kind::MaybeUnbound) => Kind::MaybeUnbound,
            _ if self.is_tuple() && other.is_tuple() => Kind::Tuple,
            _ => Kind::Value,
        }
    }

    fn of_constant(constant: &Constant) -> Kind {
        match constant {
            Constant::None => Kind::None,
            Constant::Str(_) => Kind::Text,
            Constant::Tuple(items) => {
                let is_text = |item: &Constant| matches!(item, Constant::Str(_));
                match items.iter().all(is_text) {
                    true => Kind::Names,
                    false => Kind::Tuple,
                }
            }
            _ => Kind::Value,
        }
    }
}

/// What the register of a variable, which a program can change from outside, may be known to hold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variable {
    /// It is no such register.
    No,
    /// A value.
    Plain,
    /// A value, or a cell.
    Shared,
}

impl Variable {
    /// What is known of the register when this is stored in it.
    fn known(self, stored: Kind) -> Kind {
        match (self, stored) {
            (Variable::No, _) | (_, Kind::Nothing | Kind::MaybeUnbound) => stored,
            (Variable::Shared, Kind::Cell) => stored,
            _ => Kind::Value,
        }
    }

    /// For each register of some code.
    fn all(code: &Code) -> Vec<Variable> {
        let mut variables = vec![Variable::No; usize::from(code.register_count)];
        if matches!(code.kind, CodeKind::Function | CodeKind::Annotation) {
            for (variable, name) in variables.iter_mut().zip(&code.local_names) {
                if is_visible(name) {
                    *variable = Variable::Plain;
                }
            }
        }
        variables
    }
}

/// Whether programs see the local variable of this name.
pub fn is_visible(name: &str) -> bool {
    !name.starts_with('.')
}

/// Refuses code that reads what is not there.
///
/// # Errors
/// The index of the first offending word that is found, and the register.
pub(crate) fn check(code: &Code) -> Result<(), (u32, Register)> {
    let mut flow = Flow::new(code);
    while let Some(index) = flow.left.pop() {
        let known = flow.known[index as usize].clone();
        let known = known.expect("a target is entered with what is known there");
        flow.walk(index, known)?;
    }
    Ok(())
}

/// For each register, whether it holds a value (or the mark of a variable without one) before the
/// instruction with this word, on all ways that lead there. The code has been verified.
pub fn held_before(code: &Code, word: u32) -> Vec<bool> {
    let mut flow = Flow::new(code);
    flow.wanted = Some(word);
    while let Some(index) = flow.left.pop() {
        let known = flow.known[index as usize].clone();
        let walked = known.map_or(Ok(()), |known| flow.walk(index, known));
        debug_assert!(walked.is_ok(), "the code has been verified");
    }
    match flow.found {
        Some(known) => known.iter().map(|kind| *kind != Kind::Nothing).collect(),
        None => vec![false; usize::from(code.register_count)],
    }
}

struct Flow<'a> {
    code: &'a Code,
    /// A word of the instruction before which it is asked what registers hold.
    wanted: Option<u32>,
    /// What is known there.
    found: Option<Box<[Kind]>>,
    /// For each word: whether ways meet there.
    is_target: Vec<bool>,
    /// For each register.
    variables: Vec<Variable>,
    /// For each word: the range of the exception table that counts there.
    range_at: Vec<Option<u32>>,
    /// For each word where ways meet: what is known there.
    known: Vec<Option<Box<[Kind]>>>,
    /// The targets from which to walk.
    left: Vec<u32>,
}

impl<'a> Flow<'a> {
    /// The other checks of the verifier have passed.
    fn new(code: &'a Code) -> Flow<'a> {
        let length = code.instructions.len();
        let mut flow = Flow {
            code,
            wanted: None,
            found: None,
            is_target: vec![false; length],
            variables: Variable::all(code),
            range_at: vec![None; length],
            known: vec![None; length],
            left: Vec::new(),
        };
        let mut index = 0;
        while let Ok(instruction) = flow.instruction(index) {
            if let Some(target) = instruction.jump_target() {
                flow.is_target[target as usize] = true;
            }
            if instruction.opcode == Opcode::MakeCell
                && let Some(variable) = flow.variables.get_mut(usize::from(instruction.a()))
                && *variable == Variable::Plain
            {
                *variable = Variable::Shared;
            }
            index = instruction.next();
        }
        // The first range that holds a word counts.
        for (number, range) in code.exception_table.iter().enumerate().rev() {
            flow.is_target[range.target as usize] = true;
            let words = range.start as usize..range.end as usize;
            flow.range_at[words].fill(Some(number as u32));
        }
        let mut start = vec![Kind::Nothing; usize::from(code.register_count)];
        let has_namespace = code.kind.has_namespace();
        let given = code.parameters.in_registers() + usize::from(has_namespace);
        start
            .iter_mut()
            .take(given)
            .for_each(|kind| *kind = Kind::Value);
        flow.arrive(0, &start);
        flow
    }

    fn instruction(&self, index: u32) -> Result<Instruction, DecodeError> {
        match (index as usize) < self.code.instructions.len() {
            true => Instruction::decode(&self.code.instructions, index as usize),
            false => Err(DecodeError::MissingExtension),
        }
    }

    /// A way leads to a target, with this knowledge.
    fn arrive(&mut self, target: u32, given: &[Kind]) {
        let Some(known) = &mut self.known[target as usize] else {
            self.known[target as usize] = Some(given.into());
            self.left.push(target);
            return;
        };
        let mut is_less = false;
        for (known, given) in known.iter_mut().zip(given) {
            if known != given {
                let both = known.or(*given);
                is_less |= both != *known;
                *known = both;
            }
        }
        if is_less && !self.left.contains(&target) {
            self.left.push(target);
        }
    }

    /// Notes what is known before an instruction that is asked for.
    fn note(&mut self, given: &[Kind]) {
        match &mut self.found {
            None => self.found = Some(given.into()),
            Some(found) => {
                for (known, given) in found.iter_mut().zip(given) {
                    *known = known.or(*given);
                }
            }
        }
    }

    /// An exception leads to the target of a range, and lies in its register there.
    fn raise(&mut self, range: Option<u32>, known: &mut [Kind]) {
        let Some(number) = range else {
            return;
        };
        let range = self.code.exception_table[number as usize];
        let register = usize::from(range.register);
        let before = std::mem::replace(&mut known[register], Kind::Value);
        self.arrive(range.target, known);
        known[register] = before;
    }

    /// Follows the instructions from a target to the next one.
    fn walk(&mut self, start: u32, mut known: Box<[Kind]>) -> Result<(), (u32, Register)> {
        let (mut index, mut range_before) = (start, None);
        loop {
            let Ok(instruction) = self.instruction(index) else {
                // The other checks have decoded all instructions.
                return Ok(());
            };
            let words = index..instruction.next();
            if self.wanted.is_some_and(|word| words.contains(&word)) {
                self.note(&known);
            }
            let step = Step {
                code: self.code,
                instruction,
            };
            step.check_reads(&known)
                .map_err(|register| (index, register))?;
            // It may raise before it has written anything, and afterwards.
            let range = self.range_at[index as usize];
            if range != range_before {
                self.raise(range, &mut known);
            }
            range_before = range;
            let first = usize::from(instruction.a());
            let before = known.get(first).copied();
            step.apply(&mut known, &self.variables);
            self.raise(range, &mut known);
            if let Some(target) = instruction.jump_target() {
                self.arrive(target as u32, &known);
            }
            if instruction.opcode.ends_flow() {
                return Ok(());
            }
            if instruction.opcode == Opcode::ForLoop
                && let (Some(place), Some(before)) = (known.get_mut(first), before)
            {
                // At its end it writes nothing.
                *place = before;
            }
            index = instruction.next();
            if self.is_target[index as usize] {
                self.arrive(index, &known);
                return Ok(());
            }
        }
    }
}

/// An instruction, and its effect on what is known.
struct Step<'a> {
    code: &'a Code,
    instruction: Instruction,
}

/// What an instruction reads.
struct Reads<'a> {
    step: &'a Step<'a>,
    known: &'a [Kind],
}

impl Reads<'_> {
    fn kind(&self, register: usize) -> Kind {
        // The other checks see to it that there is one: those that go wrong here read nothing.
        self.known.get(register).copied().unwrap_or(Kind::Nothing)
    }

    fn must(&self, holds: bool, register: usize) -> Result<(), Register> {
        match holds {
            true => Ok(()),
            false => Err(register as Register),
        }
    }

    fn must_be_value(&self, register: usize) -> Result<(), Register> {
        let kind = self.kind(register);
        self.must(
            !matches!(kind, Kind::Nothing | Kind::MaybeUnbound),
            register,
        )
    }

    fn must_be_values(&self, first: usize, count: usize) -> Result<(), Register> {
        (first..first + count).try_for_each(|register| self.must_be_value(register))
    }

    fn must_be(&self, register: usize, wanted: Kind) -> Result<(), Register> {
        self.must(self.kind(register) == wanted, register)
    }

    /// Whether what it reads is there.
    fn check(&self) -> Result<(), Register> {
        let [a, b, c] = [
            self.step.instruction.a(),
            self.step.instruction.b(),
            self.step.instruction.c(),
        ]
        .map(usize::from);
        let (callable, first) = (
            a + usize::from(CALLABLE_OFFSET),
            a + usize::from(ARGUMENT_OFFSET),
        );
        match self.step.instruction.opcode {
            Opcode::Move => self.must(self.kind(b) != Kind::Nothing, b),
            Opcode::MakeCell | Opcode::CheckBound => self.must(self.kind(a) != Kind::Nothing, a),
            Opcode::LoadMethod => self.must_be_value(a + 1),
            Opcode::Call => self.must_be_values(callable, 1 + b),
            Opcode::CallMethod => self.must_be_values(first, 1 + b),
            Opcode::CallLoaded | Opcode::CallLoadedKeywords => {
                self.must_be_value(callable)?;
                self.must(self.kind(first) != Kind::Nothing, first)?;
                self.must_be_values(first + 1, b)
            }
            Opcode::CallKeywords => self.must_be_values(callable, 1 + b),
            Opcode::CallSpread => self.must_be_values(callable, 3),
            Opcode::MakeFunction => self.check_function(a),
            Opcode::ImportName => {
                self.must_be_values(a + 8, 2)?;
                let list = self.kind(a + 8);
                self.must(list.is_tuple() || list == Kind::None, a + 8)
            }
            Opcode::EnterHandler => self.must_be_value(a),
            Opcode::LeaveHandler => self.must_be_value(a + 1),
            // What the generator keeps besides may be nothing: words of the stack, even those of
            // dead frames, refer to nothing that is gone.
            Opcode::Yield => self.must_be_value(b),
            Opcode::YieldFrom => self.must_be_values(a, 1).and(self.must_be_value(b)),
            _ => {
                self.check_special(a, b, c)?;
                self.check_spans()
            }
        }
    }

    /// Whether registers hold what the instruction takes for granted.
    fn check_special(&self, a: usize, b: usize, c: usize) -> Result<(), Register> {
        match self.step.instruction.opcode {
            Opcode::LoadCell => self.must_be(b, Kind::Cell),
            Opcode::StoreCell | Opcode::DeleteCell => self.must_be(a, Kind::Cell),
            Opcode::ListAppend | Opcode::ListExtend => self.must_be(a, Kind::List),
            Opcode::ListToTuple => self.must_be(b, Kind::List),
            Opcode::SetUpdate => self.must_be(a, Kind::Set),
            Opcode::DictSet | Opcode::DictUpdate => self.must_be(a, Kind::Dict),
            Opcode::DictMerge => {
                // Its message names the callable.
                self.must_be_value(a.saturating_sub(2))?;
                self.must_be(a, Kind::Dict)
            }
            Opcode::BuildString => (b..b + c).try_for_each(|part| self.must_be(part, Kind::Text)),
            Opcode::ImportFrom => self.must_be(b + 1, Kind::Text),
            Opcode::MatchKeys => self.must(self.kind(c).is_tuple(), c),
            Opcode::MatchClass => self.must_be(b + 2, Kind::Names),
            _ => Ok(()),
        }
    }

    /// Registers that the row of the table says it reads hold values.
    fn check_spans(&self) -> Result<(), Register> {
        for (first, count, span) in self.step.instruction.touched() {
            if span.is_read {
                self.must_be_values(first as usize, count as usize)?;
            }
        }
        Ok(())
    }

    /// The parts of a function: a closure that fits its code. (Defaults the interpreter checks.)
    fn check_function(&self, a: usize) -> Result<(), Register> {
        self.must_be_values(a + 1, 2)?;
        let closure = self.kind(a + 3);
        let constant = &self.step.code.constants[self.step.instruction.bx() as usize];
        let free = match constant {
            Constant::Code(code) => code.free_names.len(),
            _ => 0,
        };
        let fits = match closure {
            Kind::None => free == 0,
            Kind::Cells(count) => count as usize == free,
            _ => false,
        };
        self.must(fits, a + 3)
    }
}

impl Step<'_> {
    fn check_reads(&self, known: &[Kind]) -> Result<(), Register> {
        Reads { step: self, known }.check()
    }

    /// Changes what is known to what is known after it, or at the place to which it jumps.
    fn apply(&self, known: &mut [Kind], variables: &[Variable]) {
        let instruction = self.instruction;
        let (a, b) = (usize::from(instruction.a()), usize::from(instruction.b()));
        if instruction.opcode.description().clobbers_above {
            known[a + 1..].fill(Kind::Nothing);
        }
        if matches!(instruction.opcode, Opcode::Yield | Opcode::YieldFrom) {
            // Only so many registers are kept while the generator sleeps.
            let kept = usize::from(instruction.c()).min(known.len());
            known[kept..].fill(Kind::Nothing);
        }
        if instruction.opcode == Opcode::UnpackItem {
            // The loop may have written the parts at once, and no item.
            known[b] = Kind::Nothing;
        }
        match instruction.opcode {
            Opcode::EnterHandler => known[a + 1] = Kind::Value,
            Opcode::LeaveHandler => {}
            Opcode::LoadMethod => {
                known[a] = Kind::Value;
                known[a + 1] = Kind::MaybeUnbound;
            }
            Opcode::Move => known[a] = variables[a].known(known[b]),
            Opcode::Unbind => known[a] = Kind::MaybeUnbound,
            Opcode::CheckBound => {
                if known[a] == Kind::MaybeUnbound {
                    known[a] = Kind::Value;
                }
            }
            Opcode::Call
            | Opcode::CallMethod
            | Opcode::CallLoaded
            | Opcode::CallLoadedKeywords
            | Opcode::CallKeywords
            | Opcode::CallSpread
            | Opcode::ImportName
            | Opcode::MakeFunction => known[a] = Kind::Value,
            _ => {
                let written = self.written(known);
                for (first, count, span) in instruction.touched() {
                    if span.is_written && count > 0 {
                        let places = first as usize..(first + count) as usize;
                        for (known, variable) in
                            known[places.clone()].iter_mut().zip(&variables[places])
                        {
                            *known = variable.known(written);
                        }
                    }
                }
            }
        }
    }

    /// What an instruction writes.
    fn written(&self, known: &[Kind]) -> Kind {
        let instruction = self.instruction;
        let (b, c) = (usize::from(instruction.b()), usize::from(instruction.c()));
        match instruction.opcode {
            Opcode::LoadConst => Kind::of_constant(&self.code.constants[instruction.bx() as usize]),
            Opcode::MakeCell | Opcode::LoadClosure => Kind::Cell,
            Opcode::BuildList => Kind::List,
            Opcode::BuildSet => Kind::Set,
            Opcode::BuildDict => Kind::Dict,
            Opcode::BuildString | Opcode::FormatValue => Kind::Text,
            Opcode::ListToTuple => Kind::Tuple,
            Opcode::BuildTuple => {
                // (Parts of which there are none may begin anywhere.)
                let parts = known.get(b..b + c).unwrap_or_default();
                match c > 0 && parts.iter().all(|part| *part == Kind::Cell) {
                    true => Kind::Cells(instruction.c().into()),
                    false => Kind::Tuple,
                }
            }
            Opcode::Add => match (known[b], known[c]) {
                (Kind::Cells(first), Kind::Cells(second)) => {
                    Kind::Cells(first.saturating_add(second))
                }
                _ => Kind::Value,
            },
            _ => Kind::Value,
        }
    }
}
