//! The register bytecode of Motet's Python: opcode table, code objects as plain data, disassembler,
//! verifier. Knows nothing of the heap, of threads, or of how code is run.

mod code;
mod ops;

pub use code::{Code, CodeKind, Constant, ExceptionRange, Parameters, Position};
pub use ops::{
    ARGUMENT_OFFSET, CALLABLE_OFFSET, Effects, FRAME_HEADER_WORDS, Form, Opcode, REGISTERS_MAX,
};
