//! The constants of a unit, each kept once.

use std::sync::Arc;

use motet_python_bytecode::encode::asbx;
use motet_python_bytecode::{Code, Constant, Opcode};

use super::{Register, Unit};
use crate::Map;

#[derive(Default)]
pub(super) struct ConstantPool {
    constants: Vec<Constant>,
    index: Map<Vec<u8>, usize>,
}

impl ConstantPool {
    fn add(&mut self, constant: Constant) -> usize {
        let mut key = Vec::new();
        write_key(&constant, &mut key);
        if let Some(index) = self.index.get(&key) {
            return *index;
        }
        self.constants.push(constant);
        self.index.insert(key, self.constants.len() - 1);
        self.constants.len() - 1
    }

    /// Nested code is never shared: two equal functions are two functions.
    fn add_code(&mut self, code: Code) -> usize {
        self.constants.push(Constant::Code(Arc::new(code)));
        self.constants.len() - 1
    }

    pub(super) fn into_constants(self) -> Vec<Constant> {
        self.constants
    }
}

/// Writes bytes that tell constants apart where Python's `==` does not: by type, floats by bits.
fn write_key(constant: &Constant, key: &mut Vec<u8>) {
    let mut write = |tag: u8, bytes: &[u8]| {
        key.push(tag);
        key.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        key.extend_from_slice(bytes);
    };
    match constant {
        Constant::None => write(0, &[]),
        Constant::Bool(value) => write(1, &[u8::from(*value)]),
        Constant::Ellipsis => write(2, &[]),
        Constant::Int(value) => write(3, &value.to_le_bytes()),
        Constant::BigInt(digits) => write(4, digits.as_bytes()),
        Constant::Float(value) => write(5, &value.to_bits().to_le_bytes()),
        Constant::Complex(value) => write(6, &value.to_bits().to_le_bytes()),
        Constant::Str(value) => write(7, value.as_bytes()),
        Constant::Bytes(value) => write(8, value),
        Constant::Tuple(items) => {
            write(9, &(items.len() as u64).to_le_bytes());
            for item in items {
                write_key(item, key);
            }
        }
        Constant::Code(code) => write(10, &Arc::as_ptr(code).addr().to_le_bytes()),
    }
}

impl Unit<'_> {
    pub(super) fn constant(&mut self, constant: Constant) -> usize {
        self.constants.add(constant)
    }

    pub(super) fn string_constant(&mut self, value: &str) -> usize {
        self.constants.add(Constant::Str(value.into()))
    }

    pub(super) fn code_constant(&mut self, code: Code) -> usize {
        self.constants.add_code(code)
    }

    pub(super) fn load_constant(&mut self, destination: Register, constant: Constant) {
        if let Constant::Int(value) = constant
            && let Ok(small) = i16::try_from(value)
        {
            let bits = asbx(Opcode::LoadInt, 0, small) >> 16;
            return self.emit_abx(Opcode::LoadInt, destination, bits as usize);
        }
        if self.flow.reachable {
            let index = self.constant(constant);
            self.emit_abx(Opcode::LoadConst, destination, index);
        }
    }

    pub(super) fn load_string(&mut self, destination: Register, value: &str) {
        self.load_constant(destination, Constant::Str(value.into()));
    }

    pub(super) fn load_none(&mut self, destination: Register) {
        self.load_constant(destination, Constant::None);
    }
}
