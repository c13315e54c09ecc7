//! `_key_derivation`: keys from passwords, by PBKDF2 (RFC 8018) and scrypt (RFC 7914). They are
//! functions of their arguments.

use sha2::digest::Digest;
use sha2::digest::common::BlockSizeUser;

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, host, string};

/// The functions of the module.
const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("pbkdf2", 5, 5, pbkdf2),
    NativeFunction::leaf("scrypt", 6, 6, scrypt),
];

/// HMAC under one key: the states of both hashes after their first block.
#[derive(Clone)]
struct Keyed<H> {
    inner: H,
    outer: H,
}

impl<H: Digest + BlockSizeUser + Clone> Keyed<H> {
    fn new(key: &[u8]) -> Self {
        let size = H::block_size();
        let mut block = if key.len() > size {
            H::digest(key).to_vec()
        } else {
            key.to_vec()
        };
        block.resize(size, 0);
        let mut keyed = Self {
            inner: H::new(),
            outer: H::new(),
        };
        let masked = |mask: u8| -> Vec<u8> { block.iter().map(|byte| byte ^ mask).collect() };
        keyed.inner.update(masked(0x36));
        keyed.outer.update(masked(0x5c));
        keyed
    }

    fn of(&self, parts: &[&[u8]]) -> sha2::digest::Output<H> {
        let mut inner = self.inner.clone();
        for part in parts {
            inner.update(part);
        }
        let mut outer = self.outer.clone();
        outer.update(inner.finalize());
        outer.finalize()
    }
}

fn derive<H>(password: &[u8], salt: &[u8], rounds: u32, out: &mut [u8])
where
    H: Digest + BlockSizeUser + Clone,
{
    let keyed = Keyed::<H>::new(password);
    let size = <H as Digest>::output_size();
    for (chunk, number) in out.chunks_mut(size).zip(1u32..) {
        let mut last = keyed.of(&[salt, &number.to_be_bytes()]);
        let mut sum = last.clone();
        for _ in 1..rounds {
            last = keyed.of(&[&last]);
            for (byte, other) in sum.iter_mut().zip(last.iter()) {
                *byte ^= other;
            }
        }
        chunk.copy_from_slice(&sum[..chunk.len()]);
    }
}

/// `pbkdf2(hash name, password, salt, rounds, length)`: None for a hash that is not known.
fn pbkdf2<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let name = string::as_text(thread, arguments.get(thread, 0)).unwrap_or("");
    let password = buffer::required(thread, arguments.get(thread, 1))?;
    let salt = buffer::required(thread, arguments.get(thread, 2))?;
    let rounds = integer_argument(thread, arguments.get(thread, 3))? as u32;
    let length = integer_argument(thread, arguments.get(thread, 4))?;
    let length = usize::try_from(length).unwrap_or(0).min(1 << 30);
    host::check_length(thread, length)?;
    let mut out = vec![0; length];
    let derive = match name {
        "md5" => derive::<md5::Md5>,
        "sha1" => derive::<sha1::Sha1>,
        "sha224" => derive::<sha2::Sha224>,
        "sha256" => derive::<sha2::Sha256>,
        "sha384" => derive::<sha2::Sha384>,
        "sha512" => derive::<sha2::Sha512>,
        "sha3_224" => derive::<sha3::Sha3_224>,
        "sha3_256" => derive::<sha3::Sha3_256>,
        "sha3_384" => derive::<sha3::Sha3_384>,
        "sha3_512" => derive::<sha3::Sha3_512>,
        _ => return Ok(NONE),
    };
    derive(&password, &salt, rounds, &mut out);
    bytes::new(thread, &out)
}

/// The permutation Salsa20/8, added to its input.
fn salsa(block: &mut [u32; 16]) {
    /// Target, its two sources and the rotation; a column round and a row round.
    const STEPS: [(usize, usize, usize, u32); 32] = {
        let columns = [[0, 4, 8, 12], [5, 9, 13, 1], [10, 14, 2, 6], [15, 3, 7, 11]];
        let rows = [[0, 1, 2, 3], [5, 6, 7, 4], [10, 11, 8, 9], [15, 12, 13, 14]];
        let mut steps = [(0, 0, 0, 0); 32];
        let mut index = 0;
        while index < 8 {
            let [a, b, c, d] = if index < 4 {
                columns[index]
            } else {
                rows[index - 4]
            };
            steps[index * 4] = (b, a, d, 7);
            steps[index * 4 + 1] = (c, b, a, 9);
            steps[index * 4 + 2] = (d, c, b, 13);
            steps[index * 4 + 3] = (a, d, c, 18);
            index += 1;
        }
        steps
    };
    let before = *block;
    for _ in 0..4 {
        for (target, first, second, turn) in STEPS {
            block[target] ^= block[first].wrapping_add(block[second]).rotate_left(turn);
        }
    }
    for (word, old) in block.iter_mut().zip(before) {
        *word = word.wrapping_add(old);
    }
}

/// Mixes the blocks of 64 bytes in `data` (as words); the even ones come first.
fn mix(data: &mut [u32], scratch: &mut [u32]) {
    let count = data.len() / 16;
    let mut running = [0; 16];
    running.copy_from_slice(&data[data.len() - 16..]);
    for index in 0..count {
        for (word, other) in running.iter_mut().zip(&data[index * 16..]) {
            *word ^= other;
        }
        salsa(&mut running);
        let place = index / 2 + if index % 2 == 1 { count / 2 } else { 0 };
        scratch[place * 16..][..16].copy_from_slice(&running);
    }
    data.copy_from_slice(scratch);
}

/// Mixes one part of the derived key with `cost` remembered states.
fn mix_part(part: &mut [u8], cost: usize) {
    let mut data: Vec<u32> = part
        .as_chunks()
        .0
        .iter()
        .map(|bytes| u32::from_le_bytes(*bytes))
        .collect();
    let words = data.len();
    let mut scratch = vec![0; words];
    let mut states = vec![0; words * cost];
    for state in states.chunks_mut(words) {
        state.copy_from_slice(&data);
        mix(&mut data, &mut scratch);
    }
    for _ in 0..cost {
        let place = data[words - 16] as usize & (cost - 1);
        for (word, other) in data.iter_mut().zip(&states[place * words..]) {
            *word ^= other;
        }
        mix(&mut data, &mut scratch);
    }
    for (bytes, word) in part.as_chunks_mut().0.iter_mut().zip(data) {
        *bytes = word.to_le_bytes();
    }
}

/// `scrypt(password, salt, n, r, p, length)`: the library has checked the numbers.
fn scrypt<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let password = buffer::required(thread, arguments.get(thread, 0))?;
    let salt = buffer::required(thread, arguments.get(thread, 1))?;
    let number = |index| -> Outcome<usize> {
        let number = integer_argument(thread, arguments.get(thread, index))?;
        Ok(usize::try_from(number).unwrap_or(0))
    };
    let (cost, size, count, length) = (number(2)?, number(3)?, number(4)?, number(5)?);
    let bytes_of_all = size.saturating_mul(128).saturating_mul(count.max(cost));
    if !cost.is_power_of_two() || size == 0 || count == 0 || bytes_of_all > 1 << 31 {
        return Err(value_error(
            thread,
            "Invalid parameter combination for n, r, p, maxmem.",
        ));
    }
    let length = length.min(1 << 30);
    host::check_length(thread, length)?;
    // The blocks, and the states of one of them.
    host::check_native_memory(thread, 128 * size * (count + cost + 2))?;
    let mut blocks = vec![0; 128 * size * count];
    derive::<sha2::Sha256>(&password, &salt, 1, &mut blocks);
    for part in blocks.chunks_mut(128 * size) {
        mix_part(part, cost);
    }
    let mut out = vec![0; length];
    derive::<sha2::Sha256>(&password, &blocks, 1, &mut out);
    bytes::new(thread, &out)
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] =
    &[ModuleDef::new("_key_derivation").functions(&[FUNCTIONS])];
