//! Code of the machine's own: frames around calls.

use std::sync::Arc;

use motet_python_bytecode::encode;
use motet_python_bytecode::{Body, Code, CodeKind, LazyBody, Parameters, Position};
use motet_python_bytecode::{FRAME_HEADER_WORDS, Opcode};

/// Code of the virtual machine itself: one frame around another call.
pub(crate) fn internal_code(instructions: Vec<u32>, register_count: usize) -> Arc<Code> {
    let positions = vec![Position::default(); instructions.len()];
    Arc::new(Code {
        name: "<internal>".into(),
        qualified_name: "<internal>".into(),
        filename: Arc::from("<internal>"),
        first_line: 0,
        kind: CodeKind::Function,
        generator: None,
        parameters: Parameters::default(),
        register_count: register_count as u16,
        free_names: Vec::new(),
        self_attributes: Vec::new(),
        annotations_are_texts: false,
        body: LazyBody::from(Body {
            instructions,
            positions,
            ..Body::default()
        }),
    })
}

/// The code around a call of `__init__`: keeps the instance in register 0 and returns it.
pub fn initialiser_code() -> Arc<Code> {
    internal_code(
        vec![encode::abc(Opcode::ReturnInstance, 0, 0, 0)],
        1 + FRAME_HEADER_WORDS,
    )
}

/// The code of a thread's first frame: calls the callable in register 4 with `count` arguments.
pub fn entry_code(count: u8) -> Arc<Code> {
    let call = encode::abc(Opcode::Call, 0, count, 0);
    let registers = FRAME_HEADER_WORDS + usize::from(count) + 1;
    internal_code(vec![call, encode::abc(Opcode::Return, 0, 0, 0)], registers)
}
