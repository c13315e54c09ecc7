//! `_digests`: hashes of bytes. The state of a hash is bytes in the heap, in a list of the object
//! that hashes, so that an abort takes back the bytes that were fed in, and two threads that feed
//! one object lose nothing: each step reads and replaces it in one piece.

use motet_python_objects::model::module_def::ModuleDef;
use motet_python_objects::types::int;
use sha2::digest::common::hazmat::SerializableState;
use sha2::digest::{Digest, ExtendableOutput, Update, XofReader};

use crate::modules::blake2::{Blake2, Parameters};
use motet_python_objects::types::prelude::*;
use motet_python_objects::types::tables::integer_argument;
use motet_python_objects::types::{buffer, bytes, host, list, string};

/// The functions of the module.
pub(crate) const FUNCTIONS: &[NativeFunction] = &[
    NativeFunction::leaf("start", 1, 1, start),
    NativeFunction::leaf("start_blake2", 13, 13, start_blake2),
    NativeFunction::leaf("update", 3, 3, update),
    NativeFunction::leaf("finish", 2, 3, finish),
    NativeFunction::leaf("compare_digest", 2, 2, compare_digest),
];

/// A step of hashing. It results in bytes: the new state, or the hash.
#[derive(Clone, Copy)]
enum Step<'a> {
    Start,
    Update(&'a [u8], &'a [u8]),
    /// With the length of the hash, where that is free.
    Finish(&'a [u8], usize),
}

fn restored<H: SerializableState>(state: &[u8]) -> Option<H> {
    H::deserialize(state.try_into().ok()?).ok()
}

/// A step of a hash of fixed length.
fn fixed<H: Digest + SerializableState>(step: Step<'_>) -> Option<Vec<u8>> {
    Some(match step {
        Step::Start => H::new().serialize().to_vec(),
        Step::Update(state, data) => {
            let mut hash: H = restored(state)?;
            Digest::update(&mut hash, data);
            hash.serialize().to_vec()
        }
        Step::Finish(state, _) => restored::<H>(state)?.finalize().to_vec(),
    })
}

/// A step of a hash of any length.
fn free<H>(step: Step<'_>) -> Option<Vec<u8>>
where
    H: Default + Update + ExtendableOutput + SerializableState,
{
    Some(match step {
        Step::Start => H::default().serialize().to_vec(),
        Step::Update(state, data) => {
            let mut hash: H = restored(state)?;
            hash.update(data);
            hash.serialize().to_vec()
        }
        Step::Finish(state, length) => {
            let mut out = vec![0; length];
            restored::<H>(state)?.finalize_xof().read(&mut out);
            out
        }
    })
}

fn take(name: &str, step: Step<'_>) -> Option<Vec<u8>> {
    match name {
        "md5" => fixed::<md5::Md5>(step),
        "sha1" => fixed::<sha1::Sha1>(step),
        "sha224" => fixed::<sha2::Sha224>(step),
        "sha256" => fixed::<sha2::Sha256>(step),
        "sha384" => fixed::<sha2::Sha384>(step),
        "sha512" => fixed::<sha2::Sha512>(step),
        "sha3_224" => fixed::<sha3::Sha3_224>(step),
        "sha3_256" => fixed::<sha3::Sha3_256>(step),
        "sha3_384" => fixed::<sha3::Sha3_384>(step),
        "sha3_512" => fixed::<sha3::Sha3_512>(step),
        "shake_128" => free::<sha3::Shake128>(step),
        "shake_256" => free::<sha3::Shake256>(step),
        "blake2b" | "blake2s" => blake2_step(step),
        _ => None,
    }
}

fn blake2_step(step: Step<'_>) -> Option<Vec<u8>> {
    match step {
        Step::Start => None,
        Step::Update(state, data) => {
            let mut hash = Blake2::restored(state)?;
            hash.update(data);
            Some(hash.state())
        }
        Step::Finish(state, _) => Some(Blake2::restored(state)?.finish()),
    }
}

fn unknown(thread: &Thread) -> Unwind {
    value_error(thread, "unknown hash or broken state")
}

fn name(thread: &Thread, arguments: Arguments) -> Outcome<&str> {
    string::as_text(thread, arguments.get(thread, 0)).ok_or_else(|| unknown(thread))
}

/// `start(name)`: a state.
fn start<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let state = take(name(thread, arguments)?, Step::Start).ok_or_else(|| unknown(thread))?;
    bytes::new(thread, &state)
}

/// `start_blake2(name, digest_size, key, salt, person, fanout, depth, leaf_size, node_offset,
/// node_depth, inner_size, last_node, _)`: a state. The caller has checked that the numbers fit.
fn start_blake2<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let number = |index| integer_argument(thread, arguments.get(thread, index));
    let content = |index| buffer::required(thread, arguments.get(thread, index));
    let offset = int::to_big(thread, arguments.get(thread, 8));
    let offset = offset.and_then(|offset| u64::try_from(offset).ok());
    let parameters = Parameters {
        is_wide: name(thread, arguments)? == "blake2b",
        length: number(1)? as u8,
        fanout: number(5)? as u8,
        depth: number(6)? as u8,
        leaf_size: number(7)? as u32,
        node_offset: offset.ok_or_else(|| unknown(thread))?,
        node_depth: number(9)? as u8,
        inner_size: number(10)? as u8,
        is_last_node: number(11)? != 0,
    };
    let hash = Blake2::new(&parameters, &content(2)?, &content(3)?, &content(4)?);
    bytes::new(thread, &hash.state())
}

/// The list that holds a state, and the state.
fn state_of(thread: &Thread, arguments: Arguments) -> Outcome<(Object<'_>, &[u8])> {
    let holder = list::as_list(thread, arguments.get(thread, 1));
    let state = holder.and_then(|holder| Some((holder, list::get(thread, holder, 0)?)));
    let state = state.and_then(|(holder, state)| {
        Some((
            holder,
            bytes::content(thread, bytes::as_bytes(thread, state)?),
        ))
    });
    state.ok_or_else(|| unknown(thread))
}

/// `update(name, [state], data)`.
fn update<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let data = arguments.get(thread, 2);
    if string::as_text(thread, data).is_some() {
        return Err(type_error(thread, "Strings must be encoded before hashing"));
    }
    let Some(data) = buffer::content(thread, data) else {
        return Err(type_error(
            thread,
            "object supporting the buffer API required",
        ));
    };
    let (holder, state) = state_of(thread, arguments)?;
    let step = Step::Update(state, &data);
    let state = take(name(thread, arguments)?, step).ok_or_else(|| unknown(thread))?;
    list::set_index(thread, holder, 0, bytes::new(thread, &state)?)?;
    Ok(NONE)
}

/// `finish(name, [state], length)`.
fn finish<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (_, state) = state_of(thread, arguments)?;
    let length = match arguments.optional(thread, 2) {
        Some(length) => integer_argument(thread, length)?,
        None => 0,
    };
    let Ok(length) = usize::try_from(length) else {
        return Err(value_error(thread, "value must be positive"));
    };
    if length >= 1 << 29 {
        return Err(value_error(thread, "length is too large"));
    }
    host::check_length(thread, length)?;
    let step = Step::Finish(state, length);
    let hash = take(name(thread, arguments)?, step).ok_or_else(|| unknown(thread))?;
    bytes::new(thread, &hash)
}

/// `compare_digest(a, b)`: how long it takes does not tell where they differ.
pub(super) fn compare_digest<'a>(thread: &'a Thread, arguments: Arguments) -> Outcome<Value<'a>> {
    let (first, second) = (arguments.get(thread, 0), arguments.get(thread, 1));
    let texts = string::as_text(thread, first).zip(string::as_text(thread, second));
    if let Some((first, second)) = texts {
        if !first.is_ascii() || !second.is_ascii() {
            let message = "comparing strings with non-ASCII characters is not supported";
            return Err(type_error(thread, message));
        }
        return Ok(boolean(same(first.as_bytes(), second.as_bytes())));
    }
    let contents = buffer::content(thread, first).zip(buffer::content(thread, second));
    let Some((first, second)) = contents else {
        let (first, second) = (type_name(thread, first), type_name(thread, second));
        let message = format!(
            "unsupported operand types(s) or combination of types: '{first}' and '{second}'"
        );
        return Err(type_error(thread, message));
    };
    Ok(boolean(same(&first, &second)))
}

fn same(first: &[u8], second: &[u8]) -> bool {
    let mut difference = u8::from(first.len() != second.len());
    for (index, byte) in second.iter().enumerate() {
        difference |= byte ^ first.get(index).unwrap_or(byte);
    }
    std::hint::black_box(difference) == 0
}

/// The module that the program imports.
pub(crate) const MODULES: &[ModuleDef] = &[ModuleDef::new("_digests")
    .functions(&[FUNCTIONS])
    .listed_as(&["_blake2", "_md5", "_sha1", "_sha2", "_sha3"])];
