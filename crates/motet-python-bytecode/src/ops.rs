//! The one table of opcodes.
//!
//! Interpreter, disassembler, verifier and (later) the JIT all read [`for_each_op!`]: one line an
//! opcode, with its operand form, what it may do, and its meaning in register-transfer notation.
//!
//! # Instruction words
//!
//! An instruction is one 32-bit word, or two when its form has an *extension*:
//!
//! ```text
//!  bit  31      24 23      16 15       8 7        0
//!      +----------+----------+----------+----------+
//!      |    c     |    b     |    a     |  opcode  |   forms A, AB, ABC
//!      +----------+----------+----------+----------+
//!      |     bx (unsigned)   |    a     |  opcode  |   form  ABx
//!      +---------------------+----------+----------+
//!      |     sbx (signed)    |    a     |  opcode  |   forms AsBx (a number), AJump (a jump)
//!      +---------------------+----------+----------+
//!      |        sj (signed, 24 bits)    |  opcode  |   form  Jump
//!      +--------------------------------+----------+
//!      |        extension: 32 bits                 |   second word of forms …Site, …Jump2, …Const
//!      +-------------------------------------------+
//! ```
//!
//! `r[x]` is register `x` of the frame's window. `k[x]` is constant `x`. Jump distances count words
//! **from the first word after the instruction** (after its extension, if it has one).
//! An `i8` operand is the byte `c` (or `b` where noted) read as signed.
//!
//! # Calls
//!
//! A call reserves [`FRAME_HEADER_WORDS`] registers from `r[a]` on, that become the header of the
//! callee's frame, and the arguments follow, so that they become the callee's first registers:
//!
//! ```text
//!  caller:  r[a]     r[a+1]     r[a+2]       r[a+3]  r[a+4]    r[a+5] r[a+6] …
//!  callee:  result   return pc  caller regs  code    callable  r[0]   r[1]   …
//! ```
//!
//! The caller fills `r[a+4]` (callable) and the arguments. The result arrives in `r[a]`.
//!
//! # Yield points
//!
//! Transactions end only at yield points: function entry, after the call of a builtin, and backward
//! jumps (the opcodes with effect `yields`). That is where CPython ≥ 3.10 switches threads.

/// How many registers the header of a frame takes, before its register 0. See the module's "Calls".
pub const FRAME_HEADER_WORDS: usize = 5;
/// Distance of the callable from the first register of a call.
pub const CALLABLE_OFFSET: u8 = 4;
/// Distance of the first argument from the first register of a call.
pub const ARGUMENT_OFFSET: u8 = 5;
/// How many registers a frame may use at most (operands are bytes; some values are kept free).
pub const REGISTERS_MAX: usize = 250;

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
            | Form::ABnn => 2,
            _ => 1,
        }
    }
}

/// What executing an opcode may do itself; consumers take the safe side of what they do not know.
/// What it calls may do anything, and to raise is to allocate the exception, whatever else is
/// declared. Builds with assertions check what happens against it (`effects.rs` of the
/// machine).
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
    const fn parse(letters: &str) -> Effects {
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
                _ => panic!("unknown effect letter"),
            }
            i += 1;
        }
        effects
    }
}

/// Calls `$callback!` with every opcode: `Name, Form, "effects", "meaning";`
///
/// Order is meaningful: families that the interpreter derives from one another stand together.
#[macro_export]
macro_rules! for_each_op {
    ($callback:ident) => {
        $callback! {
            // tidy: wide because a row is an opcode
            // ---- registers and constants
            Nop, None, "-", "does nothing";
            Move, AB, "-", "r[a] = r[b]";
            LoadConst, ABx, "-", "r[a] = k[bx]";
            LoadInt, AsBx, "-", "r[a] = the integer sbx";
            Unbind, A, "-", "r[a] = unbound (the mark of a local without a value)";
            CheckBound, ABx, "x", "raise UnboundLocalError naming k[bx] if r[a] is unbound";
            // ---- variables of the module, of closures, of class bodies
            LoadGlobal, ABx, "rx", "r[a] = global cell bx, else the builtin of that name, else NameError";
            StoreGlobal, ABx, "w", "global cell bx = r[a]";
            DeleteGlobal, ABx, "rwx", "unbind global cell bx; NameError if it was unbound (a is unused)";
            MakeCell, A, "a", "r[a] = a new cell that holds r[a] (which may be unbound)";
            LoadCell, AB, "rx", "r[a] = content of the cell r[b]; UnboundLocalError if unbound";
            StoreCell, AB, "w", "content of the cell r[a] = r[b]";
            DeleteCell, A, "rwx", "unbind the content of the cell r[a]";
            LoadClosure, ABx, "r", "r[a] = cell bx of the running function's closure";
            LoadFree, ABx, "rx", "r[a] = content of closure cell bx; NameError if unbound";
            StoreFree, ABx, "rw", "content of closure cell bx = r[a]";
            DeleteFree, ABx, "rwx", "unbind the content of closure cell bx (a is unused)";
            LoadName, ABx, "arcx", "class body: r[a] = r[0][k[bx]], else the global or builtin of that name";
            StoreName, ABx, "arwcx", "class body: r[0][k[bx]] = r[a]";
            DeleteName, ABx, "arwcx", "class body: del r[0][k[bx]] (a is unused)";
            // ---- arithmetic: r[a] = r[b] op r[c]
            Add, ABC, "arwcyx", "r[a] = r[b] + r[c]";
            Subtract, ABC, "arwcyx", "r[a] = r[b] - r[c]";
            Multiply, ABC, "arwcyx", "r[a] = r[b] * r[c]";
            TrueDivide, ABC, "arwcyx", "r[a] = r[b] / r[c]";
            FloorDivide, ABC, "arwcyx", "r[a] = r[b] // r[c]";
            Modulo, ABC, "arwcyx", "r[a] = r[b] % r[c]";
            Power, ABC, "arwcyx", "r[a] = r[b] ** r[c]";
            ShiftLeft, ABC, "arwcyx", "r[a] = r[b] << r[c]";
            ShiftRight, ABC, "arwcyx", "r[a] = r[b] >> r[c]";
            BitAnd, ABC, "arwcyx", "r[a] = r[b] & r[c]";
            BitOr, ABC, "arwcyx", "r[a] = r[b] | r[c]";
            BitXor, ABC, "arwcyx", "r[a] = r[b] ^ r[c]";
            MatrixMultiply, ABC, "arwcyx", "r[a] = r[b] @ r[c]";
            // ---- the same for augmented assignment: tries __iadd__ and its like first
            InplaceAdd, ABC, "arwcyx", "r[a] = r[b] += r[c]";
            InplaceSubtract, ABC, "arwcyx", "r[a] = r[b] -= r[c]";
            InplaceMultiply, ABC, "arwcyx", "r[a] = r[b] *= r[c]";
            InplaceTrueDivide, ABC, "arwcyx", "r[a] = r[b] /= r[c]";
            InplaceFloorDivide, ABC, "arwcyx", "r[a] = r[b] //= r[c]";
            InplaceModulo, ABC, "arwcyx", "r[a] = r[b] %= r[c]";
            InplacePower, ABC, "arwcyx", "r[a] = r[b] **= r[c]";
            InplaceShiftLeft, ABC, "arwcyx", "r[a] = r[b] <<= r[c]";
            InplaceShiftRight, ABC, "arwcyx", "r[a] = r[b] >>= r[c]";
            InplaceBitAnd, ABC, "arwcyx", "r[a] = r[b] &= r[c]";
            InplaceBitOr, ABC, "arwcyx", "r[a] = r[b] |= r[c]";
            InplaceBitXor, ABC, "arwcyx", "r[a] = r[b] ^= r[c]";
            InplaceMatrixMultiply, ABC, "arwcyx", "r[a] = r[b] @= r[c]";
            // ---- a small integer on the right (plain, then augmented)
            AddInt, ABi8, "arwcyx", "r[a] = r[b] + i8";
            SubtractInt, ABi8, "arwcyx", "r[a] = r[b] - i8";
            MultiplyInt, ABi8, "arwcyx", "r[a] = r[b] * i8";
            FloorDivideInt, ABi8, "arwcyx", "r[a] = r[b] // i8";
            ModuloInt, ABi8, "arwcyx", "r[a] = r[b] % i8";
            ShiftLeftInt, ABi8, "arwcyx", "r[a] = r[b] << i8";
            ShiftRightInt, ABi8, "arwcyx", "r[a] = r[b] >> i8";
            BitAndInt, ABi8, "arwcyx", "r[a] = r[b] & i8";
            InplaceAddInt, ABi8, "arwcyx", "r[a] = r[b] += i8";
            InplaceSubtractInt, ABi8, "arwcyx", "r[a] = r[b] -= i8";
            // ---- unary
            Negate, AB, "arwcyx", "r[a] = -r[b]";
            Positive, AB, "arwcyx", "r[a] = +r[b]";
            Invert, AB, "arwcyx", "r[a] = ~r[b]";
            Not, AB, "rcyx", "r[a] = not r[b]";
            // ---- comparisons to a value
            Less, ABC, "arcyx", "r[a] = r[b] < r[c]";
            LessEqual, ABC, "arcyx", "r[a] = r[b] <= r[c]";
            Equal, ABC, "arcyx", "r[a] = r[b] == r[c]";
            NotEqual, ABC, "arcyx", "r[a] = r[b] != r[c]";
            Greater, ABC, "arcyx", "r[a] = r[b] > r[c]";
            GreaterEqual, ABC, "arcyx", "r[a] = r[b] >= r[c]";
            Is, ABC, "-", "r[a] = r[b] is r[c]";
            IsNot, ABC, "-", "r[a] = r[b] is not r[c]";
            Contains, ABC, "arwcyx", "r[a] = r[b] in r[c]";
            NotContains, ABC, "arwcyx", "r[a] = r[b] not in r[c]";
            // ---- jumps
            Jump, Jump, "-", "pc += sj (forward only)";
            Loop, Jump, "y", "pc += sj (backward: a yield point)";
            JumpIfTrue, AJump, "rcyx", "if r[a]: pc += sbx (forward)";
            JumpIfFalse, AJump, "rcyx", "if not r[a]: pc += sbx (forward)";
            LoopIfTrue, AJump, "rcyx", "if r[a]: pc += sbx (backward: a yield point)";
            LoopIfFalse, AJump, "rcyx", "if not r[a]: pc += sbx (backward: a yield point)";
            // ---- compare and jump forward; …False variants jump if the comparison is NOT true
            JumpIfLess, ABJump2, "arcyx", "if r[a] < r[b]: pc += jump (forward)";
            JumpIfLessEqual, ABJump2, "arcyx", "if r[a] <= r[b]: pc += jump (forward)";
            JumpIfEqual, ABJump2, "arcyx", "if r[a] == r[b]: pc += jump (forward)";
            JumpIfNotEqual, ABJump2, "arcyx", "if r[a] != r[b]: pc += jump (forward)";
            JumpIfGreater, ABJump2, "arcyx", "if r[a] > r[b]: pc += jump (forward)";
            JumpIfGreaterEqual, ABJump2, "arcyx", "if r[a] >= r[b]: pc += jump (forward)";
            JumpUnlessLess, ABJump2, "arcyx", "if not r[a] < r[b]: pc += jump (forward)";
            JumpUnlessLessEqual, ABJump2, "arcyx", "if not r[a] <= r[b]: pc += jump (forward)";
            JumpUnlessEqual, ABJump2, "arcyx", "if not r[a] == r[b]: pc += jump (forward)";
            JumpUnlessNotEqual, ABJump2, "arcyx", "if not r[a] != r[b]: pc += jump (forward)";
            JumpUnlessGreater, ABJump2, "arcyx", "if not r[a] > r[b]: pc += jump (forward)";
            JumpUnlessGreaterEqual, ABJump2, "arcyx", "if not r[a] >= r[b]: pc += jump (forward)";
            // ---- the same with a small integer (in b) on the right
            JumpIfLessInt, Ai8Jump2, "arcyx", "if r[a] < i8: pc += jump (forward)";
            JumpIfLessEqualInt, Ai8Jump2, "arcyx", "if r[a] <= i8: pc += jump (forward)";
            JumpIfEqualInt, Ai8Jump2, "arcyx", "if r[a] == i8: pc += jump (forward)";
            JumpIfNotEqualInt, Ai8Jump2, "arcyx", "if r[a] != i8: pc += jump (forward)";
            JumpIfGreaterInt, Ai8Jump2, "arcyx", "if r[a] > i8: pc += jump (forward)";
            JumpIfGreaterEqualInt, Ai8Jump2, "arcyx", "if r[a] >= i8: pc += jump (forward)";
            JumpUnlessLessInt, Ai8Jump2, "arcyx", "if not r[a] < i8: pc += jump (forward)";
            JumpUnlessLessEqualInt, Ai8Jump2, "arcyx", "if not r[a] <= i8: pc += jump (forward)";
            JumpUnlessEqualInt, Ai8Jump2, "arcyx", "if not r[a] == i8: pc += jump (forward)";
            JumpUnlessNotEqualInt, Ai8Jump2, "arcyx", "if not r[a] != i8: pc += jump (forward)";
            JumpUnlessGreaterInt, Ai8Jump2, "arcyx", "if not r[a] > i8: pc += jump (forward)";
            JumpUnlessGreaterEqualInt, Ai8Jump2, "arcyx", "if not r[a] >= i8: pc += jump (forward)";
            // ---- compare and jump backward, the bottom of an inverted loop: yield points
            LoopIfLess, ABJump2, "arcyx", "if r[a] < r[b]: pc += jump (backward: a yield point)";
            LoopIfLessEqual, ABJump2, "arcyx", "if r[a] <= r[b]: pc += jump (backward: a yield point)";
            LoopIfEqual, ABJump2, "arcyx", "if r[a] == r[b]: pc += jump (backward: a yield point)";
            LoopIfNotEqual, ABJump2, "arcyx", "if r[a] != r[b]: pc += jump (backward: a yield point)";
            LoopIfGreater, ABJump2, "arcyx", "if r[a] > r[b]: pc += jump (backward: a yield point)";
            LoopIfGreaterEqual, ABJump2, "arcyx", "if r[a] >= r[b]: pc += jump (backward: a yield point)";
            LoopIfLessInt, Ai8Jump2, "arcyx", "if r[a] < i8: pc += jump (backward: a yield point)";
            LoopIfLessEqualInt, Ai8Jump2, "arcyx", "if r[a] <= i8: pc += jump (backward: a yield point)";
            LoopIfEqualInt, Ai8Jump2, "arcyx", "if r[a] == i8: pc += jump (backward: a yield point)";
            LoopIfNotEqualInt, Ai8Jump2, "arcyx", "if r[a] != i8: pc += jump (backward: a yield point)";
            LoopIfGreaterInt, Ai8Jump2, "arcyx", "if r[a] > i8: pc += jump (backward: a yield point)";
            LoopIfGreaterEqualInt, Ai8Jump2, "arcyx", "if r[a] >= i8: pc += jump (backward: a yield point)";
            // ---- iteration
            GetIter, AB, "arcyx", "r[a] = iter(r[b])";
            ForLoop, ABJump2, "arwcyx", "r[a] = next(r[b]) and pc += jump (backward: a yield point), or fall through at the end";
            // ---- attributes and items
            CheckManager, An, "rx", "raise TypeError if r[a] can be entered by `with` (n: `async with`) and not be left";
            GetAttribute, ABSite, "arwcyx", "r[a] = r[b].name";
            SetAttribute, ABSite, "arwcyx", "r[a].name = r[b]";
            DeleteAttribute, ABSite, "arwcyx", "del r[a].name (b is unused)";
            GetItem, ABC, "arcyx", "r[a] = r[b][r[c]]";
            SetItem, ABC, "arwcyx", "r[a][r[b]] = r[c]";
            DeleteItem, AB, "arwcyx", "del r[a][r[b]]";
            // ---- calls; see the module's "Calls"
            Call, An, "arwcyx", "r[a] = r[a+4](n positional arguments from r[a+5])";
            CallMethod, AnSite, "arwcyx", "r[a] = r[a+5].name(n positional arguments from r[a+6]); r[a+4] is scratch";
            CallKeywords, AnnConst, "arwcyx", "r[a] = r[a+4](b arguments from r[a+5], of which the last c are named by the tuple k[ext])";
            CallSpread, A, "arwcyx", "r[a] = r[a+4](*r[a+5], **r[a+6]); r[a+5] is any iterable, r[a+6] a dict or None";
            Return, A, "yx", "leave the function with r[a]";
            ReturnInstance, A, "yx", "leave the function with r[a]; TypeError unless r[a+1], what __init__ has given, is None";
            // ---- functions and classes
            MakeFunction, ABx, "ar", "r[a] = function of code k[bx], defaults r[a+1], keyword defaults r[a+2] (dict), closure r[a+3] (tuple); each may be None";
            LoadBuildClass, A, "r", "r[a] = the builtin __build_class__";
            // ---- building values
            BuildList, ABn, "ax", "r[a] = [r[b], … c of them]";
            BuildTuple, ABn, "ax", "r[a] = (r[b], … c of them)";
            BuildSet, ABn, "arcyx", "r[a] = {r[b], … c of them}";
            BuildDict, ABn, "arcyx", "r[a] = {r[b]: r[b+1], … c pairs}";
            BuildString, ABn, "ax", "r[a] = the strings r[b], … c of them, joined";
            BuildSlice, AB, "ax", "r[a] = slice(r[b], r[b+1], r[b+2])";
            FormatValue, ABn, "arcyx", "r[a] = format of r[b]; c: bits 0-1 conversion (0 none, 1 str, 2 repr, 3 ascii), bit 2: r[b+1] is the format spec";
            ListAppend, AB, "arwx", "append r[b] to the list r[a]";
            ListExtend, AB, "arwcyx", "extend the list r[a] by the iterable r[b]";
            ListToTuple, AB, "arx", "r[a] = tuple of the list r[b]";
            SetAdd, AB, "arwcyx", "add r[b] to the set r[a]";
            SetUpdate, AB, "arwcyx", "add every item of the iterable r[b] to the set r[a]";
            DictSet, ABC, "arwcyx", "set r[a][r[b]] = r[c] in the dict r[a]";
            DictUpdate, AB, "arwcyx", "update the dict r[a] by the mapping r[b] ({**x})";
            DictMerge, AB, "arwcyx", "as DictUpdate, but TypeError on a repeated key (f(**x))";
            Unpack, ABn, "arwcyx", "r[a], … c registers = the items of the iterable r[b]";
            UnpackItem, ABn, "arwcyx", "as Unpack, at the top of a loop: r[b] is what its ForLoop has put there, and nobody reads it afterwards";
            UnpackStar, ABnn, "arwcyx", "as Unpack with c before the star and ext after it: r[a].. c items, then a list, then ext items";
            // ---- exceptions
            Raise, A, "arcyx", "raise r[a]";
            RaiseFrom, AB, "arcyx", "raise r[a] from r[b]";
            Reraise, A, "x", "raise the exception r[a] again, its traceback as it is";
            RaiseCurrent, None, "x", "bare raise: the exception being handled, else RuntimeError";
            EnterHandler, A, "-", "r[a+1] = the exception being handled before; the one handled now = r[a]";
            LeaveHandler, A, "-", "the exception being handled = r[a+1]";
            ExceptionMatches, ABC, "arcyx", "r[a] = whether the exception r[b] is an instance of the class or tuple of classes r[c]";
            LoadAssertionError, A, "-", "r[a] = the builtin AssertionError";
            // ---- imports
            ImportName, ABx, "arwcyx", "r[a] = module named k[bx]; from-list r[a+8] (tuple or None), level r[a+9]; r[a+4]… is the frame of a call of __import__";
            ImportFrom, ABn, "arcyx", "r[a] = attribute of module r[b] named by the str in r[b+1] (c is unused), ImportError if missing";
            ImportStar, A, "arwcyx", "copy the public names of module r[a] into the globals";
            // ---- generators and coroutines (a frame that suspends keeps its first c registers)
            MakeGenerator, None, "arx", "first of the code (behind ExtendClosure): return a generator (or its like) that will go on after this";
            Yield, ABn, "arwyx", "suspend with r[b]; going on, r[a] = what is sent in";
            YieldFrom, ABn, "arwyx", "after Send: suspend with r[a], which came from the iterator r[b]; going on, r[a] = what is sent in";
            Send, ABJump2, "arwcyx", "r[a] = what the iterator r[b] yields when r[a] is sent to it; at its end r[a] = its result and pc += jump (forward)";
            EndGenerator, A, "rwyx", "leave the generator for good; its result is r[a]";
            GetYieldFromIter, AB, "arcyx", "r[a] = the iterator that yield from r[b] goes through";
            GetAwaitable, ABn, "arwcyx", "r[a] = the iterator that r[b] is awaited by; c: 0 await, 1 __aenter__, 2 __aexit__, 3 __anext__";
            GetAsyncIter, AB, "arwcyx", "r[a] = aiter(r[b])";
            GetAsyncNext, AB, "arwcyx", "r[a] = the iterator that the next item of the asynchronous iterator r[b] is awaited by";
            EndAsyncFor, A, "x", "go on if the exception r[a] is a StopAsyncIteration, else raise it again";
            // ---- tests for None
            JumpIfNone, AJump, "-", "if r[a] is None: pc += sbx (forward)";
            JumpUnlessNone, AJump, "-", "if r[a] is not None: pc += sbx (forward)";
            // ---- patterns of the match statement
            IsSequence, AB, "r", "r[a] = whether a sequence pattern may match r[b]: a list, tuple, … but no str, bytes, bytearray";
            IsMapping, AB, "r", "r[a] = whether a mapping pattern may match r[b]: a dict, …";
            GetLength, AB, "arcyx", "r[a] = len(r[b])";
            MatchKeys, ABC, "arcyx", "r[a] = tuple of r[b][key] for each key of the tuple r[c], or None if one is missing; ValueError on equal keys";
            MatchClass, ABn, "arcyx", "r[a] = tuple of what c positional subpatterns and then the attributes named by the tuple r[b+2] of the subject r[b] are matched with, or None if it is no instance of the class r[b+1] or lacks one; c > 0 asks for __match_args__";
            // ---- names that a namespace may hold, globals that lie in a dict
            LoadNameOrFree, AnnConst, "arcx", "class body or annotation: r[a] = r[0][k[ext]] if there, else content of closure cell b (c is unused)";
            LoadDictGlobal, ABx, "arcx", "as LoadGlobal, in the dict that is the running function's globals (only loaders write it)";
            StoreDictGlobal, ABx, "arwcx", "as StoreGlobal, there";
            DeleteDictGlobal, ABx, "arwcx", "as DeleteGlobal, there";
            // ---- loops of the machine's own
            Feed, ABJump2, "arwx", "hand r[a], r[a+1], r[a+2] to the leaf native r[b], which may change them; pc += jump (forward) if it answers False; c is 1 if it sums";
            LoadInternal, ABx, "r", "r[a] = the machine's own function named k[bx]";
            ExtendClosure, ABx, "ar", "the running function = a copy whose closure has bx more cells, all unbound (a is unused)";
            // tidy: end of wide
        }
    };
}

macro_rules! define_opcodes {
    ($($name:ident, $form:ident, $effects:literal, $meaning:literal;)*) => {
        /// An operation of the register machine. The table in this module tells what each does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Opcode {
            $(#[doc = $meaning] $name,)*
        }

        impl Opcode {
            /// Every opcode, in the order of its number.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$name,)*];

            /// The operand form.
            pub const fn form(self) -> Form {
                const FORMS: &[Form] = &[$(Form::$form,)*];
                FORMS[self as usize]
            }

            /// What executing it may do.
            pub const fn effects(self) -> Effects {
                const EFFECTS: &[Effects] = &[$(Effects::parse($effects),)*];
                EFFECTS[self as usize]
            }

            /// Its name.
            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$(stringify!($name),)*];
                NAMES[self as usize]
            }

            /// Its meaning in register-transfer notation.
            pub const fn meaning(self) -> &'static str {
                const MEANINGS: &[&str] = &[$($meaning,)*];
                MEANINGS[self as usize]
            }

            /// The opcode of a number, if there is one.
            pub fn from_number(number: u8) -> Option<Opcode> {
                Opcode::ALL.get(number as usize).copied()
            }
        }
    };
}

for_each_op!(define_opcodes);

const _: () = assert!(Opcode::ALL.len() <= 256);
