//! The register bytecode of Motet's Python: opcode table, code objects as plain data, disassembler,
//! verifier. Knows nothing of the heap, of threads, or of how code is run.

mod code;
mod description;
mod disassemble;
pub mod encode;
mod flow;
mod ops;
mod packing;
mod sealing;
mod verify;

pub use code::{
    Body, Code, CodeKind, Constant, ExceptionRange, GeneratorKind, LazyBody, Parameters, Position,
};
pub use code::{FIRST_STAND_IN, SURROGATE_MARK, encode_surrogate};
pub use description::{
    Allowed, Check, ConstantKind, Cost, Count, Description, Effects, Form, Place, Span, Table,
};
pub use disassemble::{disassemble, listing};
pub use flow::{held_before, is_visible};
pub use ops::{
    ARGUMENT_OFFSET, CALLABLE_OFFSET, FRAME_HEADER_WORDS, LOCALS_IN_REGISTERS, Opcode,
    REGISTERS_MAX,
};
pub use packing::{pack, unpack, unpack_lazily};
pub use sealing::{seal, unseal};
pub use verify::{Problem, VerifyError, verify};
