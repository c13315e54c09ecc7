//! The description of an opcode by its row of the op table: operand form, effects, registers,
//! index, flow, permitted places, cost.

/// The operand form of an opcode; see the module's diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No operand.
    None,
    /// One register.
    A,
    /// Two registers.
    AB,
    /// Three registers.
    ABC,
    /// Two registers and a signed 8-bit number in `c`.
    ABi8,
    /// Two registers and an unsigned 8-bit count (or kind) in `c`.
    ABn,
    /// One register and an unsigned 8-bit count in `b`.
    An,
    /// One register and an unsigned 16-bit index.
    ABx,
    /// One register and a signed 16-bit number.
    AsBx,
    /// A jump of 24 bits.
    Jump,
    /// One register and a jump of 16 bits.
    AJump,
    /// Two registers; the extension is a jump of 32 bits.
    ABJump2,
    /// A register, a signed 8-bit number in `b`; the extension is a jump of 32 bits.
    Ai8Jump2,
    /// Two registers; the extension is an index into the attribute sites.
    ABSite,
    /// One register, an argument count in `b`; the extension is an index into the attribute sites.
    AnSite,
    /// One register, two counts in `b` and `c`; the extension is an index into the constants.
    AnnConst,
    /// Two registers, a count in `c`; the extension is a second count.
    ABnn,
    /// An operation of form `ABx` in `b`, its register in `a`; the extension is its index.
    Wide,
}

impl Form {
    /// How many 32-bit words an instruction of this form takes.
    pub const fn words(self) -> usize {
        match self {
            Form::ABJump2
            | Form::Ai8Jump2
            | Form::ABSite
            | Form::AnSite
            | Form::AnnConst
            | Form::ABnn
            | Form::Wide => 2,
            _ => 1,
        }
    }
}

/// The possible effects of an opcode itself; consumers take the safe side where they do not know.
/// Functions that it calls may do anything, and to raise is to allocate the exception, even if
/// nothing else is declared. Builds with assertions check the real effects against it (`effects.rs`
/// of the machine).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Effects {
    /// May allocate, hence may ask for a collection after the instruction.
    pub allocates: bool,
    /// May read mutable heap objects (read barrier).
    pub reads: bool,
    /// May write heap objects (write barrier).
    pub writes: bool,
    /// May call into interpreted or foreign code.
    pub calls: bool,
    /// Is a yield point: a transaction may end right after it.
    pub yields: bool,
    /// May raise.
    pub raises: bool,
}

impl Effects {
    /// Reads a set of letters: `a`llocates, `r`eads, `w`rites, `c`alls, `y`ields, raises = `x`.
    pub(crate) const fn parse(letters: &str) -> Effects {
        let bytes = letters.as_bytes();
        let mut effects = Effects {
            allocates: false,
            reads: false,
            writes: false,
            calls: false,
            yields: false,
            raises: false,
        };
        let mut i = 0;
        while i < bytes.len() {
            match bytes[i] {
                b'a' => effects.allocates = true,
                b'r' => effects.reads = true,
                b'w' => effects.writes = true,
                b'c' => effects.calls = true,
                b'y' => effects.yields = true,
                b'x' => effects.raises = true,
                b'-' => {}
                _ => panic!(
                    "the table is read when it is compiled, so this is an error of the compiler"
                ),
            }
            i += 1;
        }
        effects
    }
}

/// The start of a span of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the register that operand `a` names.
    A,
    /// That operand `b` names.
    B,
    /// That operand `c` names.
    C,
    /// At register 0.
    Zero,
}

/// How many registers a span has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Fixed(u8),
    /// Operand `b`, and so many.
    PlusB(u8),
    /// Operand `c`, and so many.
    PlusC(u8),
    /// Operand `c` and the extension, and so many.
    PlusCExtension(u8),
    /// Twice operand `c`.
    TwiceC,
    /// One, and one more if bit 2 of operand `c` is set.
    FormatParts,
}

/// Registers that an opcode touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its start.
    pub first: Place,
    /// How many there are.
    pub count: Count,
    /// Whether it may change them.
    pub is_written: bool,
    /// Whether it may read them.
    pub is_read: bool,
}

const fn span(first: Place, count: Count, is_written: bool, is_read: bool) -> Span {
    Span {
        first,
        count,
        is_written,
        is_read,
    }
}

/// Registers that are read.
pub(crate) const fn reads(first: Place, count: Count) -> Span {
    span(first, count, false, true)
}

/// Registers that are written.
pub(crate) const fn writes(first: Place, count: Count) -> Span {
    span(first, count, true, false)
}

/// Registers that are read and written, or some of them read and some written.
pub(crate) const fn updates(first: Place, count: Count) -> Span {
    span(first, count, true, true)
}

/// The table into which an index operand points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// `Code::constants`.
    Constants,
    /// `Code::global_names`.
    Globals,
    /// `Code::attribute_sites`.
    AttributeSites,
    /// `Code::free_names`.
    Closure,
}

/// The kind of constant that an opcode takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantKind {
    /// A value of the program: anything but code.
    Value,
    /// A `str`.
    Name,
    /// A code object.
    Code,
    /// A tuple of as many `str` as operand `c` says.
    Names,
}

/// The code in which an opcode may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// In all code.
    Anywhere,
    /// In code whose register 0 may be a namespace: class bodies, dynamic code, annotations.
    WithNamespace,
    /// In code that stores names in it: class bodies, dynamic code.
    ChangingNamespace,
    /// At the very beginning of the code.
    First,
    /// In generators and their like.
    InGenerator,
    /// At the very beginning of these, but for an `ExtendClosure`.
    FirstOfGenerator,
    /// In these, behind a `Send` with the same registers.
    AfterSend,
    /// In code that the machine itself makes or changes: never in code that is verified.
    MadeByMachine,
    /// In all code but these.
    OutsideGenerator,
}

/// The condition on the values of an opcode's operands beyond its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Nothing.
    None,
    /// `c` is a set of the flags of `FormatValue`.
    FormatFlags,
    /// No more arguments are named (`c`) than there are (`b`).
    NamesAmongArguments,
    /// `b`, with `c` as its high byte, names a cell of the closure.
    ClosureCellInBC,
    /// `bx` is how many names of the code have no registers, or 65535 if these are more.
    SpilledNames,
    /// `b` is a kind of look-up of `LoadMethod`.
    LookUpInB,
    /// Register `b` is one of the first `c`, which a frame keeps that suspends.
    KeepsB,
}

/// The cost of an opcode on a simulated machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cost {
    /// Moves, constants, jumps, arithmetic.
    Plain,
    /// Attributes, items, variables in cells.
    Access,
    /// Calls and returns.
    Call,
    /// All that builds something.
    Build,
}

/// All that the table says of an opcode.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// Its name.
    pub name: &'static str,
    /// Its operand form.
    pub form: Form,
    /// Its possible effects.
    pub effects: Effects,
    /// Its meaning in register-transfer notation.
    pub meaning: &'static str,
    /// The registers that it touches: at most three spans.
    pub spans: &'static [Span],
    /// Whether it may change all registers from `r[a]` on: the frame that it calls lies there, or
    /// arguments that are spread out. The compiler keeps nothing in them.
    pub clobbers_above: bool,
    /// The table that its index names.
    pub table: Option<Table>,
    /// The kind of the constant that it names, if it names one.
    pub constant: ConstantKind,
    /// Whether control never goes on to the instruction after it.
    pub ends_flow: bool,
    /// Whether it is a jump that goes backward (and is a yield point).
    pub jumps_backward: bool,
    /// The code in which it may stand.
    pub allowed: Allowed,
    /// The condition on its operands.
    pub check: Check,
    /// Its cost on a simulated machine.
    pub cost: Cost,
    /// The register of the object whose shape its inline cache is keyed by: an operand, and how far
    /// behind the register that it names.
    pub receiver: Option<(Place, u8)>,
    /// Whether it is the operator of an augmented assignment.
    pub is_augmented: bool,
    /// Whether a simulated transaction may end before it, by section 4.2 of the paper.
    pub is_fine_yield_point: bool,
    /// The same if it updates a local variable.
    pub is_fine_update: bool,
}

impl Description {
    /// The description that follows from form and effects; a row of the table changes the rest.
    pub(crate) const fn new(
        name: &'static str,
        form: Form,
        effects: &str,
        meaning: &'static str,
    ) -> Description {
        Description {
            name,
            form,
            effects: Effects::parse(effects),
            meaning,
            spans: form.spans(),
            clobbers_above: false,
            table: form.table(),
            constant: ConstantKind::Value,
            ends_flow: false,
            jumps_backward: false,
            allowed: Allowed::Anywhere,
            check: Check::None,
            cost: Cost::Plain,
            receiver: None,
            is_augmented: false,
            is_fine_yield_point: false,
            is_fine_update: false,
        }
    }

    /// Whether operand `place` names a register that is touched.
    pub fn uses_register(&self, place: Place) -> bool {
        self.spans.iter().any(|span| span.first == place)
    }
}

impl Form {
    /// The registers that an opcode of the form touches if its row does not say otherwise: the
    /// first operand is written, the others are read; a jump only reads.
    const fn spans(self) -> &'static [Span] {
        use Count::Fixed;
        use Place::{A, B, C};
        match self {
            // (`Wide` is decoded to the operation that it stands for.)
            Form::None | Form::Jump | Form::Wide => &[],
            Form::AJump | Form::Ai8Jump2 => const { &[reads(A, Fixed(1))] },
            Form::ABJump2 => const { &[reads(A, Fixed(1)), reads(B, Fixed(1))] },
            Form::A | Form::An | Form::ABx | Form::AsBx | Form::AnSite | Form::AnnConst => {
                const { &[writes(A, Fixed(1))] }
            }
            Form::AB | Form::ABi8 | Form::ABn | Form::ABSite | Form::ABnn => {
                const { &[writes(A, Fixed(1)), reads(B, Fixed(1))] }
            }
            Form::ABC => const { &[writes(A, Fixed(1)), reads(B, Fixed(1)), reads(C, Fixed(1))] },
        }
    }

    /// The table that an index of the form names if the row does not say otherwise.
    const fn table(self) -> Option<Table> {
        match self {
            Form::ABx | Form::AnnConst => Some(Table::Constants),
            Form::ABSite | Form::AnSite => Some(Table::AttributeSites),
            _ => None,
        }
    }
}
