//! The one table of opcodes.
//!
//! Decoder, verifier, disassembler, interpreter, simulator and (later) the JIT all read
//! [`for_each_op!`]: one line an opcode, with its operand form, its effects, its meaning in
//! register-transfer notation, and its other properties (`description.rs`).
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
//!      |        extension: 32 bits                 |   second word of …Site, …Jump2, …Const, Wide
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
/// How many local variables live in registers at most; the others live in cells of the closure, so
/// that the registers suffice for expressions.
pub const LOCALS_IN_REGISTERS: usize = 180;

use crate::description::{
    Allowed, Check, ConstantKind, Cost, Count::*, Description, Effects, Form, Place::*, Table,
    reads, updates, writes,
};

/// Calls `$callback!` with every opcode: `Name, Form, "effects", "meaning", { property: value };`
///
/// The form says which registers an opcode touches, and that its index names a constant; the
/// properties, fields of [`Description`], add to the form. Order is the number of an
/// opcode: families stand together.
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
            CheckBound, ABx, "x", "raise UnboundLocalError naming k[bx] if r[a] is unbound", { spans: &[reads(A, Fixed(1))], constant: ConstantKind::Name };
            // ---- variables of the module, of closures, of class bodies
            LoadGlobal, ABx, "rx", "r[a] = global cell bx, else the builtin of that name, else NameError", { table: Some(Table::Globals), cost: Cost::Access, is_fine_yield_point: true };
            StoreGlobal, ABx, "w", "global cell bx = r[a]", { spans: &[reads(A, Fixed(1))], table: Some(Table::Globals), cost: Cost::Access };
            DeleteGlobal, ABx, "rwx", "unbind global cell bx; NameError if it was unbound (a is unused)", { spans: &[], table: Some(Table::Globals) };
            MakeCell, A, "a", "r[a] = a new cell that holds r[a] (which may be unbound)", { spans: &[updates(A, Fixed(1))] };
            LoadCell, AB, "rx", "r[a] = content of the cell r[b]; UnboundLocalError if unbound", { cost: Cost::Access, is_fine_yield_point: true };
            StoreCell, AB, "w", "content of the cell r[a] = r[b]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))], cost: Cost::Access };
            DeleteCell, A, "rwx", "unbind the content of the cell r[a]", { spans: &[reads(A, Fixed(1))] };
            LoadClosure, ABx, "r", "r[a] = cell bx of the running function's closure", { table: Some(Table::Closure) };
            LoadFree, ABx, "rx", "r[a] = content of closure cell bx; NameError if unbound", { table: Some(Table::Closure), cost: Cost::Access, is_fine_yield_point: true };
            StoreFree, ABx, "rw", "content of closure cell bx = r[a]", { spans: &[reads(A, Fixed(1))], table: Some(Table::Closure), cost: Cost::Access };
            DeleteFree, ABx, "rwx", "unbind the content of closure cell bx (a is unused)", { spans: &[], table: Some(Table::Closure) };
            LoadName, ABx, "arcx", "class body: r[a] = r[0][k[bx]], else the global or builtin of that name", { spans: &[writes(A, Fixed(1)), reads(Zero, Fixed(1))], constant: ConstantKind::Name, allowed: Allowed::WithNamespace, is_fine_yield_point: true };
            StoreName, ABx, "arwcx", "class body: r[0][k[bx]] = r[a]", { spans: &[reads(A, Fixed(1)), reads(Zero, Fixed(1))], constant: ConstantKind::Name, allowed: Allowed::ChangingNamespace };
            DeleteName, ABx, "arwcx", "class body: del r[0][k[bx]] (a is unused)", { spans: &[reads(Zero, Fixed(1))], constant: ConstantKind::Name, allowed: Allowed::ChangingNamespace };
            // ---- arithmetic: r[a] = r[b] op r[c]
            Add, ABC, "arwcyx", "r[a] = r[b] + r[c]", { is_fine_yield_point: true };
            Subtract, ABC, "arwcyx", "r[a] = r[b] - r[c]", { is_fine_yield_point: true };
            Multiply, ABC, "arwcyx", "r[a] = r[b] * r[c]", { is_fine_yield_point: true };
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
            InplaceAdd, ABC, "arwcyx", "r[a] = r[b] += r[c]", { is_augmented: true, is_fine_update: true };
            InplaceSubtract, ABC, "arwcyx", "r[a] = r[b] -= r[c]", { is_augmented: true, is_fine_update: true };
            InplaceMultiply, ABC, "arwcyx", "r[a] = r[b] *= r[c]", { is_augmented: true, is_fine_update: true };
            InplaceTrueDivide, ABC, "arwcyx", "r[a] = r[b] /= r[c]", { is_augmented: true };
            InplaceFloorDivide, ABC, "arwcyx", "r[a] = r[b] //= r[c]", { is_augmented: true };
            InplaceModulo, ABC, "arwcyx", "r[a] = r[b] %= r[c]", { is_augmented: true };
            InplacePower, ABC, "arwcyx", "r[a] = r[b] **= r[c]", { is_augmented: true };
            InplaceShiftLeft, ABC, "arwcyx", "r[a] = r[b] <<= r[c]", { is_augmented: true };
            InplaceShiftRight, ABC, "arwcyx", "r[a] = r[b] >>= r[c]", { is_augmented: true };
            InplaceBitAnd, ABC, "arwcyx", "r[a] = r[b] &= r[c]", { is_augmented: true };
            InplaceBitOr, ABC, "arwcyx", "r[a] = r[b] |= r[c]", { is_augmented: true };
            InplaceBitXor, ABC, "arwcyx", "r[a] = r[b] ^= r[c]", { is_augmented: true };
            InplaceMatrixMultiply, ABC, "arwcyx", "r[a] = r[b] @= r[c]", { is_augmented: true };
            // ---- a small integer on the right (plain, then augmented)
            AddInt, ABi8, "arwcyx", "r[a] = r[b] + i8", { is_fine_yield_point: true };
            SubtractInt, ABi8, "arwcyx", "r[a] = r[b] - i8", { is_fine_yield_point: true };
            MultiplyInt, ABi8, "arwcyx", "r[a] = r[b] * i8", { is_fine_yield_point: true };
            FloorDivideInt, ABi8, "arwcyx", "r[a] = r[b] // i8";
            ModuloInt, ABi8, "arwcyx", "r[a] = r[b] % i8";
            ShiftLeftInt, ABi8, "arwcyx", "r[a] = r[b] << i8";
            ShiftRightInt, ABi8, "arwcyx", "r[a] = r[b] >> i8";
            BitAndInt, ABi8, "arwcyx", "r[a] = r[b] & i8";
            InplaceAddInt, ABi8, "arwcyx", "r[a] = r[b] += i8", { is_augmented: true, is_fine_update: true };
            InplaceSubtractInt, ABi8, "arwcyx", "r[a] = r[b] -= i8", { is_augmented: true, is_fine_update: true };
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
            Jump, Jump, "-", "pc += sj (forward only)", { ends_flow: true };
            Loop, Jump, "y", "pc += sj (backward: a yield point)", { ends_flow: true, jumps_backward: true };
            JumpIfTrue, AJump, "rcyx", "if r[a]: pc += sbx (forward)";
            JumpIfFalse, AJump, "rcyx", "if not r[a]: pc += sbx (forward)";
            LoopIfTrue, AJump, "rcyx", "if r[a]: pc += sbx (backward: a yield point)", { jumps_backward: true };
            LoopIfFalse, AJump, "rcyx", "if not r[a]: pc += sbx (backward: a yield point)", { jumps_backward: true };
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
            LoopIfLess, ABJump2, "arcyx", "if r[a] < r[b]: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfLessEqual, ABJump2, "arcyx", "if r[a] <= r[b]: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfEqual, ABJump2, "arcyx", "if r[a] == r[b]: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfNotEqual, ABJump2, "arcyx", "if r[a] != r[b]: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfGreater, ABJump2, "arcyx", "if r[a] > r[b]: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfGreaterEqual, ABJump2, "arcyx", "if r[a] >= r[b]: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfLessInt, Ai8Jump2, "arcyx", "if r[a] < i8: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfLessEqualInt, Ai8Jump2, "arcyx", "if r[a] <= i8: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfEqualInt, Ai8Jump2, "arcyx", "if r[a] == i8: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfNotEqualInt, Ai8Jump2, "arcyx", "if r[a] != i8: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfGreaterInt, Ai8Jump2, "arcyx", "if r[a] > i8: pc += jump (backward: a yield point)", { jumps_backward: true };
            LoopIfGreaterEqualInt, Ai8Jump2, "arcyx", "if r[a] >= i8: pc += jump (backward: a yield point)", { jumps_backward: true };
            // ---- iteration
            GetIter, AB, "arcyx", "r[a] = iter(r[b])";
            ForLoop, ABJump2, "arwcyx", "r[a] = next(r[b]) and pc += jump (backward: a yield point), or fall through at the end", { spans: &[writes(A, Fixed(1)), reads(B, Fixed(1))], jumps_backward: true, cost: Cost::Access };
            // ---- attributes and items
            GetAttribute, ABSite, "arwcyx", "r[a] = r[b].name", { cost: Cost::Access, receiver: Some((B, 0)), is_fine_yield_point: true };
            SetAttribute, ABSite, "arwcyx", "r[a].name = r[b]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))], cost: Cost::Access, receiver: Some((A, 0)) };
            DeleteAttribute, ABSite, "arwcyx", "del r[a].name (b is unused)", { spans: &[reads(A, Fixed(1))] };
            GetItem, ABC, "arwcyx", "r[a] = r[b][r[c]]", { cost: Cost::Access, is_fine_yield_point: true };
            SetItem, ABC, "arwcyx", "r[a][r[b]] = r[c]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1)), reads(C, Fixed(1))], cost: Cost::Access };
            DeleteItem, AB, "arwcyx", "del r[a][r[b]]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))] };
            // ---- calls; see the module's "Calls"
            Call, An, "arwcyx", "r[a] = r[a+4](n positional arguments from r[a+5])", { spans: &[updates(A, PlusB(5))], clobbers_above: true, cost: Cost::Call, is_fine_yield_point: true };
            CallMethod, AnSite, "arwcyx", "r[a] = r[a+5].name(n positional arguments from r[a+6]); r[a+4] is scratch", { spans: &[updates(A, PlusB(6))], clobbers_above: true, cost: Cost::Call, receiver: Some((A, 5)), is_fine_yield_point: true };
            LoadMethod, AnSite, "arwcx", "r[a] = what r[a+1].name(…) calls; r[a+1] = the first argument that it adds, or unbound if none. b: 0 an attribute, 1 a method of the class for `with`, 2 for `async with`", { spans: &[updates(A, Fixed(2))], check: Check::LookUpInB, cost: Cost::Access, receiver: Some((A, 1)) };
            CallLoaded, ABn, "arwcyx", "r[a] = r[a+4](r[a+5] unless it is unbound, b positional arguments from r[a+6]); c is 1 if a `with` enters", { spans: &[updates(A, PlusB(6))], clobbers_above: true, cost: Cost::Call, is_fine_yield_point: true };
            CallKeywords, AnnConst, "arwcyx", "r[a] = r[a+4](b arguments from r[a+5], of which the last c are named by the tuple k[ext])", { spans: &[updates(A, PlusB(5))], clobbers_above: true, constant: ConstantKind::Names, check: Check::NamesAmongArguments, cost: Cost::Call, is_fine_yield_point: true };
            CallLoadedKeywords, AnnConst, "arwcyx", "r[a] = r[a+4](r[a+5] unless it is unbound, b arguments from r[a+6], of which the last c are named by the tuple k[ext])", { spans: &[updates(A, PlusB(6))], clobbers_above: true, constant: ConstantKind::Names, check: Check::NamesAmongArguments, cost: Cost::Call, is_fine_yield_point: true };
            CallSpread, A, "arwcyx", "r[a] = r[a+4](*r[a+5], **r[a+6]); r[a+5] is any iterable, r[a+6] a dict or None", { spans: &[updates(A, Fixed(7))], clobbers_above: true, cost: Cost::Call, is_fine_yield_point: true };
            Return, A, "rwayx", "leave the function with r[a]", { spans: &[reads(A, Fixed(1))], ends_flow: true, allowed: Allowed::OutsideGenerator, cost: Cost::Call };
            ReturnInstance, A, "rwayx", "leave the function with r[a]; TypeError unless r[a+1], what __init__ has given, is None", { spans: &[reads(A, Fixed(2))], ends_flow: true, allowed: Allowed::MadeByMachine, cost: Cost::Call };
            // ---- functions and classes
            MakeFunction, ABx, "ar", "r[a] = function of code k[bx], defaults r[a+1], keyword defaults r[a+2] (dict), closure r[a+3] (tuple); each may be None", { spans: &[updates(A, Fixed(4))], constant: ConstantKind::Code, cost: Cost::Build };
            LoadBuildClass, A, "rx", "r[a] = the builtin __build_class__, else NameError";
            // ---- building values
            BuildList, ABn, "ax", "r[a] = [r[b], … c of them]", { spans: &[writes(A, Fixed(1)), reads(B, PlusC(0))], cost: Cost::Build };
            BuildTuple, ABn, "ax", "r[a] = (r[b], … c of them)", { spans: &[writes(A, Fixed(1)), reads(B, PlusC(0))], cost: Cost::Build };
            BuildSet, ABn, "arwcyx", "r[a] = {r[b], … c of them}", { spans: &[writes(A, Fixed(1)), reads(B, PlusC(0))], cost: Cost::Build };
            BuildDict, ABn, "arwcyx", "r[a] = {r[b]: r[b+1], … c pairs}", { spans: &[writes(A, Fixed(1)), reads(B, TwiceC)], cost: Cost::Build };
            BuildString, ABn, "ax", "r[a] = the strings r[b], … c of them, joined", { spans: &[writes(A, Fixed(1)), reads(B, PlusC(0))], cost: Cost::Build };
            BuildSlice, AB, "ax", "r[a] = slice(r[b], r[b+1], r[b+2])", { spans: &[writes(A, Fixed(1)), reads(B, Fixed(3))] };
            FormatValue, ABn, "arcyx", "r[a] = format of r[b]; c: bits 0-1 conversion (0 none, 1 str, 2 repr, 3 ascii), bit 2: r[b+1] is the format spec", { spans: &[writes(A, Fixed(1)), reads(B, FormatParts)], check: Check::FormatFlags };
            ListAppend, AB, "arwx", "append r[b] to the list r[a]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))] };
            ListExtend, AB, "arwcyx", "extend the list r[a] by the iterable r[b]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))] };
            ListToTuple, AB, "arx", "r[a] = tuple of the list r[b]";
            SetAdd, AB, "arwcyx", "add r[b] to the set r[a]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))] };
            SetUpdate, AB, "arwcyx", "add every item of the iterable r[b] to the set r[a]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))] };
            DictSet, ABC, "arwcyx", "set r[a][r[b]] = r[c] in the dict r[a]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1)), reads(C, Fixed(1))] };
            DictUpdate, AB, "arwcyx", "update the dict r[a] by the mapping r[b] ({**x})", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))] };
            DictMerge, AB, "arwcyx", "as DictUpdate, but TypeError on a repeated key (f(**x))", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))] };
            Unpack, ABn, "arwcyx", "r[a], … c registers = the items of the iterable r[b]", { spans: &[writes(A, PlusC(0)), reads(B, Fixed(1))] };
            UnpackItem, ABn, "arwcyx", "as Unpack, at the top of a loop: r[b] is what its ForLoop has put there, and nobody reads it afterwards", { spans: &[writes(A, PlusC(0)), reads(B, Fixed(1))] };
            UnpackStar, ABnn, "arwcyx", "as Unpack with c before the star and ext after it: r[a].. c items, then a list, then ext items", { spans: &[writes(A, PlusCExtension(1)), reads(B, Fixed(1))] };
            // ---- exceptions
            Raise, A, "arcyx", "raise r[a]", { spans: &[reads(A, Fixed(1))], ends_flow: true };
            RaiseFrom, AB, "arcyx", "raise r[a] from r[b]", { spans: &[reads(A, Fixed(1)), reads(B, Fixed(1))], ends_flow: true };
            Reraise, A, "x", "raise the exception r[a] again, its traceback as it is", { spans: &[reads(A, Fixed(1))], ends_flow: true };
            RaiseCurrent, None, "x", "bare raise: the exception being handled, else RuntimeError", { ends_flow: true };
            EnterHandler, A, "x", "r[a+1] = the exception being handled before; the one handled now = r[a]", { spans: &[updates(A, Fixed(2))] };
            LeaveHandler, A, "x", "the exception being handled = r[a+1]", { spans: &[updates(A, Fixed(2))] };
            ExceptionMatches, ABC, "arcyx", "r[a] = whether the exception r[b] is an instance of the class or tuple of classes r[c]";
            LoadAssertionError, A, "-", "r[a] = the builtin AssertionError";
            // ---- imports
            ImportName, ABx, "arwcyx", "r[a] = module named k[bx]; from-list r[a+8] (tuple or None), level r[a+9]; r[a+4]… is the frame of a call of __import__", { spans: &[updates(A, Fixed(10))], clobbers_above: true, constant: ConstantKind::Name, cost: Cost::Build };
            ImportFrom, ABn, "arcyx", "r[a] = attribute of module r[b] named by the str in r[b+1] (c is unused), ImportError if missing", { spans: &[writes(A, Fixed(1)), reads(B, Fixed(2))] };
            ImportStar, A, "arwcyx", "copy the public names of module r[a] into the globals", { spans: &[reads(A, Fixed(1))] };
            // ---- generators and coroutines (a frame that suspends keeps its first c registers)
            MakeGenerator, None, "arx", "first of the code (behind ExtendClosure): return a generator (or its like) that will go on after this", { allowed: Allowed::FirstOfGenerator, cost: Cost::Build };
            Yield, ABn, "arwyx", "suspend with r[b]; going on, r[a] = what is sent in", { spans: &[writes(A, Fixed(1)), reads(B, Fixed(1)), reads(Zero, PlusC(0))], allowed: Allowed::InGenerator, cost: Cost::Call };
            YieldFrom, ABn, "arwyx", "after Send: suspend with r[a], which came from the iterator r[b]; going on, r[a] = what is sent in", { spans: &[updates(A, Fixed(1)), reads(B, Fixed(1)), reads(Zero, PlusC(0))], allowed: Allowed::AfterSend, check: Check::KeepsB };
            Send, ABJump2, "arwcyx", "r[a] = what the iterator r[b] yields when r[a] is sent to it; at its end r[a] = its result and pc += jump (forward)", { spans: &[updates(A, Fixed(1)), reads(B, Fixed(1))], cost: Cost::Call };
            EndGenerator, A, "rwayx", "leave the generator for good; its result is r[a]", { spans: &[reads(A, Fixed(1))], ends_flow: true, allowed: Allowed::InGenerator };
            GetYieldFromIter, AB, "arcyx", "r[a] = the iterator that yield from r[b] goes through";
            GetAwaitable, ABn, "arwcyx", "r[a] = the iterator that r[b] is awaited by; c: 0 await, 1 __aenter__, 2 __aexit__, 3 __anext__";
            GetAsyncIter, AB, "arwcyx", "r[a] = aiter(r[b])";
            GetAsyncNext, AB, "arwcyx", "r[a] = the iterator that the next item of the asynchronous iterator r[b] is awaited by";
            EndAsyncFor, A, "x", "go on if the exception r[a] is a StopAsyncIteration, else raise it again", { spans: &[reads(A, Fixed(1))] };
            // ---- tests for None
            JumpIfNone, AJump, "-", "if r[a] is None: pc += sbx (forward)";
            JumpUnlessNone, AJump, "-", "if r[a] is not None: pc += sbx (forward)";
            // ---- patterns of the match statement
            IsSequence, AB, "r", "r[a] = whether a sequence pattern may match r[b]: a list, tuple, … but no str, bytes, bytearray";
            IsMapping, AB, "r", "r[a] = whether a mapping pattern may match r[b]: a dict, …";
            GetLength, AB, "arcyx", "r[a] = len(r[b])";
            MatchKeys, ABC, "arwcyx", "r[a] = tuple of r[b][key] for each key of the tuple r[c], or None if one is missing; ValueError on equal keys";
            MatchClass, ABn, "arcyx", "r[a] = tuple of what c positional subpatterns and then the attributes named by the tuple r[b+2] of the subject r[b] are matched with, or None if it is no instance of the class r[b+1] or lacks one; empty names before the others stand for further positional subpatterns; c > 0 asks for __match_args__", { spans: &[writes(A, Fixed(1)), reads(B, Fixed(3))] };
            // ---- names that a namespace may hold, globals that lie in a dict
            LoadNameOrFree, AnnConst, "arcx", "class body or annotation: r[a] = r[0][k[ext]] if there, else content of closure cell b + 256 c", { spans: &[writes(A, Fixed(1)), reads(Zero, Fixed(1))], constant: ConstantKind::Name, allowed: Allowed::WithNamespace, check: Check::ClosureCellInBC };
            LoadDictGlobal, ABx, "arcx", "as LoadGlobal, in the dict that is the running function's globals (only loaders write it)", { table: Some(Table::Globals), allowed: Allowed::MadeByMachine };
            StoreDictGlobal, ABx, "arwcx", "as StoreGlobal, there", { spans: &[reads(A, Fixed(1))], table: Some(Table::Globals), allowed: Allowed::MadeByMachine };
            DeleteDictGlobal, ABx, "arwcx", "as DeleteGlobal, there", { spans: &[], table: Some(Table::Globals), allowed: Allowed::MadeByMachine };
            // ---- loops of the machine's own
            Feed, ABJump2, "arwx", "hand r[a], r[a+1], r[a+2] to the leaf native r[b], which may change them; pc += jump (forward) if it answers False; c is 1 if it sums", { spans: &[updates(A, Fixed(3)), reads(B, Fixed(1))], allowed: Allowed::MadeByMachine };
            LoadInternal, ABx, "rx", "r[a] = the machine's own function named k[bx]", { constant: ConstantKind::Name };
            ExtendClosure, ABx, "ar", "the running function = a copy whose closure has a cell more for each local variable without a register: bx of them, or more if bx is 65535. Those of parameters hold the items of the tuple r[180], the others are unbound (a is unused)", { spans: &[], table: None, allowed: Allowed::First, check: Check::SpilledNames };
            LoadBody, None, "ax", "load the code that runs, put its first instruction in the place of this one, and run that (only loaders write it)", { allowed: Allowed::MadeByMachine };
            Wide, Wide, "arwcyx", "the operation of number b, of form ABx, with r[a] and the extension as its index";
            // tidy: end of wide
        }
    };
}

macro_rules! define_opcodes {
    ($($name:ident, $form:ident, $effects:literal, $meaning:literal
       $(, { $($property:ident: $value:expr),* })?;)*) => {
        /// An operation of the register machine. The table in this module tells the meaning of
        /// each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Opcode {
            $(#[doc = $meaning] $name,)*
        }

        impl Opcode {
            /// Every opcode, in the order of its number.
            pub const ALL: &'static [Opcode] = &[$(Opcode::$name,)*];
        }

        /// The rows of the table.
        static DESCRIPTIONS: [Description; Opcode::ALL.len()] = [
            $(Description {
                $($($property: $value,)*)?
                ..Description::new(stringify!($name), Form::$form, $effects, $meaning)
            },)*
        ];
    };
}

for_each_op!(define_opcodes);

const _: () = assert!(Opcode::ALL.len() <= 256);

impl Opcode {
    /// All that the table says of it.
    pub const fn description(self) -> &'static Description {
        &DESCRIPTIONS[self as usize]
    }

    /// The operand form.
    pub const fn form(self) -> Form {
        self.description().form
    }

    /// The possible effects of executing it.
    pub const fn effects(self) -> Effects {
        self.description().effects
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        self.description().name
    }

    /// Its meaning in register-transfer notation.
    pub const fn meaning(self) -> &'static str {
        self.description().meaning
    }

    /// Whether it is a jump that goes backward (and is a yield point).
    pub const fn jumps_backward(self) -> bool {
        self.description().jumps_backward
    }

    /// Whether control never goes on to the instruction after it.
    pub const fn ends_flow(self) -> bool {
        self.description().ends_flow
    }

    /// The opcode of a number, if there is one.
    pub fn from_number(number: u8) -> Option<Opcode> {
        Opcode::ALL.get(number as usize).copied()
    }
}
