//! Code objects as bytes that go through a program's hands: `marshal`, `.pyc` files of
//! `py_compile`, pickles of packages.
//!
//! ```text
//!   fingerprint of the op table (8) │ checksum of the rest (8) │ packed code
//! ```
//!
//! What other builds have made is refused if their op table differs, what is damaged by the
//! checksum; and the verifier judges what remains, since a program can make any checksum.

use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use crate::code::Code;
use crate::ops::Opcode;
use crate::packing::{pack, unpack};
use crate::verify::verify;

/// The number of the format: it changes with what [`pack`] writes.
const FORMAT: u8 = 2;

/// The same for all builds that have the same operations in the same order.
fn fingerprint() -> [u8; 8] {
    let mut hasher = DefaultHasher::new();
    hasher.write_u8(FORMAT);
    hasher.write(env!("CARGO_PKG_VERSION").as_bytes());
    for opcode in Opcode::ALL {
        hasher.write(opcode.name().as_bytes());
        hasher.write_u8(0);
    }
    hasher.finish().to_le_bytes()
}

fn checksum(packed: &[u8]) -> [u8; 8] {
    let mut hasher = DefaultHasher::new();
    hasher.write(packed);
    hasher.finish().to_le_bytes()
}

/// The bytes of a code object.
pub fn seal(code: &Code) -> Vec<u8> {
    let packed = pack(code);
    [fingerprint().as_slice(), &checksum(&packed), &packed].concat()
}

/// The code object of bytes that [`seal`] made; `None` if they are something else.
pub fn unseal(bytes: &[u8]) -> Option<Arc<Code>> {
    let packed = bytes.strip_prefix(&fingerprint())?;
    let (sum, packed) = packed.split_first_chunk::<8>()?;
    if *sum != checksum(packed) {
        return None;
    }
    let code = unpack(packed)?;
    verify(&code).is_ok().then_some(code)
}
