//! The verifier: the interpreter may run code that it accepts without checking an index.
//!
//! What registers hold, and that none is read before it is written, `flow.rs` follows. What it
//! cannot know the interpreter checks where it runs: that an exception is one, that a function of
//! the machine's own is there.

use std::fmt;

use crate::code::{Code, CodeKind, Constant};
use crate::description::{Allowed, Check, ConstantKind, Table};
use crate::encode::{self, DecodeError, Instruction};
use crate::flow;
use crate::ops::{Opcode, REGISTERS_MAX};

/// The fault of a code object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The qualified name of the code object.
    pub code: Box<str>,
    /// Index of the offending word, if it is about one.
    pub index: Option<u32>,
    /// The fault.
    pub problem: Problem,
}

/// The ways in which code can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The word's opcode has no meaning.
    UnknownOpcode(u8),
    /// The last instruction lacks its second word.
    MissingExtension,
    /// There are no instructions.
    Empty,
    /// Control could run off the end.
    RunsOffTheEnd,
    /// The frame has more registers than operands can name.
    TooManyRegisters,
    /// An operand names a register that the frame does not have.
    RegisterOutOfRange(u32),
    /// An operand names an entry that the table does not have.
    EntryOutOfRange(Table, u32),
    /// Two instructions have one attribute site.
    SharedSite(u32),
    /// The constant is not of the type that the instruction needs.
    WrongConstant(u32),
    /// A jump leaves the code or lands inside an instruction.
    BadJumpTarget(i64),
    /// A jump goes forward though its opcode goes backward, or the other way.
    WrongJumpDirection,
    /// An operand has a value without meaning.
    BadOperand,
    /// An instruction for class bodies stands outside of one.
    NotAClassBody,
    /// An entry of the exception table has no sound bounds, target or register.
    BadExceptionRange(usize),
    /// The counts of the parameters do not fit their names.
    BadParameters,
    /// An instruction of generators stands where it must not, or the first one is missing.
    BadGenerator,
    /// The code of a module has free variables or makes a generator.
    BadModule,
    /// There are not as many positions as words.
    BadPositions,
    /// A register does not hold what the instruction reads, or nothing at all.
    WrongRegister(u32),
    /// A large integer is not written in digits.
    BadNumber,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "code {}", self.code)?;
        if let Some(index) = self.index {
            write!(formatter, ", word {index}")?;
        }
        write!(formatter, ": {:?}", self.problem)
    }
}

impl std::error::Error for VerifyError {}

/// Checks a code object and every code object nested in it; but for those whose bodies are packed
/// still, which are checked when they are unpacked.
pub fn verify(code: &Code) -> Result<(), VerifyError> {
    Verifier { code }.run()?;
    verify_nested(&code.constants)
}

fn verify_nested(constants: &[Constant]) -> Result<(), VerifyError> {
    for constant in constants {
        match constant {
            Constant::Code(nested) if nested.is_open() => verify(nested)?,
            Constant::Tuple(items) => verify_nested(items)?,
            Constant::BigInt(digits) if !is_number(digits) => {
                return Err(VerifyError {
                    code: digits.clone(),
                    index: None,
                    problem: Problem::BadNumber,
                });
            }
            _ => {}
        }
    }
    Ok(())
}

struct Verifier<'a> {
    code: &'a Code,
}

impl Verifier<'_> {
    fn error(&self, index: Option<u32>, problem: Problem) -> VerifyError {
        VerifyError {
            code: self.code.qualified_name.clone(),
            index,
            problem,
        }
    }

    fn run(&self) -> Result<(), VerifyError> {
        self.check_frame()
            .map_err(|problem| self.error(None, problem))?;
        let (starts, last) = self.find_starts()?;
        if !last.opcode.ends_flow() {
            return Err(self.error(Some(last.index), Problem::RunsOffTheEnd));
        }
        let words = &self.code.instructions;
        let mut is_taken = vec![false; self.code.attribute_sites.len()];
        let mut index = 0;
        while index < words.len() {
            let instruction = Instruction::decode(words, index)
                .map_err(|error| self.error(Some(index as u32), error.into()))?;
            self.check_instruction(instruction, &starts)
                .and_then(|()| self.take_site(instruction, &mut is_taken))
                .map_err(|problem| self.error(Some(instruction.index), problem))?;
            index = instruction.next() as usize;
        }
        self.check_exception_table(&starts)?;
        flow::check(self.code)
            .map_err(|(index, register)| self.error(Some(index), Problem::WrongRegister(register)))
    }

    /// Marks the words that begin an instruction; also returns the last instruction.
    fn find_starts(&self) -> Result<(Vec<bool>, Instruction), VerifyError> {
        let words = &self.code.instructions;
        let mut starts = vec![false; words.len()];
        let mut last = None;
        let mut index = 0;
        while index < words.len() {
            starts[index] = true;
            let instruction = Instruction::decode(words, index)
                .map_err(|error| self.error(Some(index as u32), error.into()))?;
            index = instruction.next() as usize;
            last = Some(instruction);
        }
        match last {
            Some(last) => Ok((starts, last)),
            None => Err(self.error(None, Problem::Empty)),
        }
    }

    fn check_frame(&self) -> Result<(), Problem> {
        let code = self.code;
        let registers = usize::from(code.register_count);
        if registers > REGISTERS_MAX {
            return Err(Problem::TooManyRegisters);
        }
        if code.kind.has_namespace() && registers == 0 || code.local_names.len() > registers {
            return Err(Problem::RegisterOutOfRange(registers as u32));
        }
        let opcode_at = |index| {
            let word: Option<&u32> = code.instructions.get(index);
            word.and_then(|word| encode::opcode(*word))
        };
        let is_extended = !code.spilled_names.is_empty();
        if is_extended && opcode_at(0) != Some(Opcode::ExtendClosure) {
            return Err(Problem::BadOperand);
        }
        let made = opcode_at(usize::from(is_extended));
        if code.generator.is_some() && made != Some(Opcode::MakeGenerator) {
            return Err(Problem::BadGenerator);
        }
        // A module runs by itself: nobody gives it a closure, or goes on with it.
        let stands_alone = code.free_names.is_empty() && code.generator.is_none();
        if code.kind == CodeKind::Module && !stands_alone {
            return Err(Problem::BadModule);
        }
        if code.positions.len() != code.instructions.len() {
            return Err(Problem::BadPositions);
        }
        let have_cells = code.parameters.spilled() <= code.spilled_names.len();
        match code.has_sound_head() && have_cells {
            true => Ok(()),
            false => Err(Problem::BadParameters),
        }
    }

    /// Index of the first word behind the instructions that prepare the frame or make the
    /// generator. They run once, and nothing handles what they raise: what follows relies on them.
    fn prepared(&self) -> u32 {
        let is_extended = !self.code.spilled_names.is_empty();
        u32::from(is_extended) + u32::from(self.code.generator.is_some())
    }

    fn check_instruction(&self, instruction: Instruction, starts: &[bool]) -> Result<(), Problem> {
        for (first, count) in instruction.register_spans() {
            let end = first.saturating_add(count);
            if count > 0 && end > u32::from(self.code.register_count) {
                return Err(Problem::RegisterOutOfRange(end - 1));
            }
        }
        if let Some((table, index)) = instruction.table_entry() {
            self.check_entry(instruction, table, index)?;
        }
        if let Some(target) = instruction.jump_target() {
            let lands = usize::try_from(target).is_ok_and(|at| starts.get(at) == Some(&true));
            if !lands || target < i64::from(self.prepared()) {
                return Err(Problem::BadJumpTarget(target));
            }
            let goes_backward = target <= i64::from(instruction.index);
            if goes_backward != instruction.opcode.jumps_backward() {
                return Err(Problem::WrongJumpDirection);
            }
        }
        self.check_place(instruction, starts)?;
        self.check_operands(instruction)
    }

    /// Whether the opcode may stand in this code, and there.
    fn check_place(&self, instruction: Instruction, starts: &[bool]) -> Result<(), Problem> {
        let kind = self.code.kind;
        let is_generator = self.code.generator.is_some();
        let (is_allowed, problem) = match instruction.opcode.description().allowed {
            Allowed::Anywhere => return Ok(()),
            Allowed::WithNamespace => (
                !matches!(kind, CodeKind::Module | CodeKind::Function),
                Problem::NotAClassBody,
            ),
            Allowed::ChangingNamespace => (kind.has_namespace(), Problem::NotAClassBody),
            Allowed::MadeByMachine => (false, Problem::BadOperand),
            Allowed::First => (instruction.index == 0, Problem::BadOperand),
            Allowed::InGenerator => (is_generator, Problem::BadGenerator),
            Allowed::FirstOfGenerator => {
                let before = u32::from(!self.code.spilled_names.is_empty());
                let is_first = instruction.index == before;
                (is_generator && is_first, Problem::BadGenerator)
            }
            Allowed::AfterSend => {
                let follows = self.follows_send(instruction, starts);
                (is_generator && follows, Problem::BadGenerator)
            }
            Allowed::OutsideGenerator => (!is_generator, Problem::BadGenerator),
        };
        is_allowed.then_some(()).ok_or(problem)
    }

    /// Whether the operands have values with a meaning.
    fn check_operands(&self, instruction: Instruction) -> Result<(), Problem> {
        let (b, c) = (instruction.b(), instruction.c());
        match instruction.opcode.description().check {
            Check::FormatFlags if c > 7 => Err(Problem::BadOperand),
            Check::NamesAmongArguments if c > b => Err(Problem::BadOperand),
            Check::ClosureCellInBC if instruction.bx() as usize >= self.code.free_names.len() => {
                let cell = instruction.bx();
                Err(Problem::EntryOutOfRange(Table::Closure, cell))
            }
            Check::SpilledNames
                if instruction.bx() as usize
                    != self.code.spilled_names.len().min(u16::MAX.into()) =>
            {
                Err(Problem::BadOperand)
            }
            Check::LookUpInB if b > 2 => Err(Problem::BadOperand),
            Check::KeepsB if b >= c => Err(Problem::BadOperand),
            Check::None
            | Check::LookUpInB
            | Check::KeepsB
            | Check::SpilledNames
            | Check::FormatFlags
            | Check::NamesAmongArguments
            | Check::ClosureCellInBC => Ok(()),
        }
    }

    /// Whether an instruction stands right behind a `Send` with the same registers. (A word that
    /// reads like one may be the extension of another.)
    fn follows_send(&self, instruction: Instruction, starts: &[bool]) -> bool {
        let words = Opcode::Send.form().words();
        let before = (instruction.index as usize).checked_sub(words);
        before.filter(|index| starts[*index]).is_some_and(|index| {
            let send = Instruction::decode(&self.code.instructions, index);
            send.is_ok_and(|send| {
                send.opcode == Opcode::Send
                    && (send.a(), send.b()) == (instruction.a(), instruction.b())
            })
        })
    }

    fn check_entry(
        &self,
        instruction: Instruction,
        table: Table,
        index: u32,
    ) -> Result<(), Problem> {
        let code = self.code;
        let length = match table {
            Table::Constants => code.constants.len(),
            Table::Globals => code.global_names.len(),
            Table::AttributeSites => code.attribute_sites.len(),
            Table::Closure => code.free_names.len() + code.spilled_names.len(),
        };
        if index as usize >= length {
            return Err(Problem::EntryOutOfRange(table, index));
        }
        if table != Table::Constants {
            return Ok(());
        }
        let constant = &code.constants[index as usize];
        let fits = match instruction.opcode.description().constant {
            ConstantKind::Name => matches!(constant, Constant::Str(_)),
            ConstantKind::Code => matches!(constant, Constant::Code(_)),
            ConstantKind::Names => is_names(constant, usize::from(instruction.c())),
            // Code is not a value of the program.
            ConstantKind::Value => !matches!(constant, Constant::Code(_)),
        };
        if fits {
            Ok(())
        } else {
            Err(Problem::WrongConstant(index))
        }
    }

    /// Whether an attribute site belongs to this instruction alone: a site remembers what its
    /// instruction has found, which another operation would take for something else.
    fn take_site(&self, instruction: Instruction, is_taken: &mut [bool]) -> Result<(), Problem> {
        match instruction.table_entry() {
            Some((Table::AttributeSites, site)) => {
                match std::mem::replace(&mut is_taken[site as usize], true) {
                    true => Err(Problem::SharedSite(site)),
                    false => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// (A handler lies behind the words that it is for: control that goes backward without a jump
    /// backward would pass no yield point, so a loop of raising would neither collect nor end.)
    fn check_exception_table(&self, starts: &[bool]) -> Result<(), VerifyError> {
        let is_start = |index: u32| starts.get(index as usize) == Some(&true);
        for (number, range) in self.code.exception_table.iter().enumerate() {
            let end_is_sound = range.end as usize == starts.len() || is_start(range.end);
            let is_sound = range.start >= self.prepared()
                && range.start < range.end
                && is_start(range.start)
                && end_is_sound
                && is_start(range.target)
                && range.end <= range.target
                && u16::from(range.register) < self.code.register_count;
            if !is_sound {
                return Err(self.error(None, Problem::BadExceptionRange(number)));
            }
        }
        Ok(())
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_names(constant: &Constant, count: usize) -> bool {
    match constant {
        Constant::Tuple(items) => {
            items.len() == count && items.iter().all(|item| matches!(item, Constant::Str(_)))
        }
        _ => false,
    }
}

impl From<DecodeError> for Problem {
    fn from(error: DecodeError) -> Problem {
        match error {
            DecodeError::UnknownOpcode(number) => Problem::UnknownOpcode(number),
            DecodeError::MissingExtension => Problem::MissingExtension,
        }
    }
}
