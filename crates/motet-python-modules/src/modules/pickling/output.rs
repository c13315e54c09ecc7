//! The bytes of a pickle that is written, in frames, and the opcodes of values without parts.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use num_bigint::BigInt;

use motet_python_objects::types::prelude::*;
use motet_python_objects::types::{bytes, float, int, string};

/// A frame of so many bytes is closed before the next object.
pub(super) const FRAME_FULL: usize = 64 * 1024;
/// A shorter frame is none.
pub(super) const FRAME_LEAST: usize = 4;
/// So many items are put into a container at once.
pub(super) const BATCH: usize = 1000;
/// An object of more bytes is not written with a length of 32 bits.
pub(super) const LENGTH_MAX: usize = u32::MAX as usize;

pub(super) const MARK: u8 = b'(';
pub(super) const STOP: u8 = b'.';
pub(super) const POP: u8 = b'0';
pub(super) const POP_MARK: u8 = b'1';
pub(super) const PROTO: u8 = 0x80;
pub(super) const FRAME: u8 = 0x95;
pub(super) const NONE_CODE: u8 = b'N';
pub(super) const NEW_TRUE: u8 = 0x88;
pub(super) const NEW_FALSE: u8 = 0x89;
pub(super) const BININT: u8 = b'J';
pub(super) const BININT1: u8 = b'K';
pub(super) const BININT2: u8 = b'M';
pub(super) const LONG1: u8 = 0x8a;
pub(super) const LONG4: u8 = 0x8b;
pub(super) const BINFLOAT: u8 = b'G';
pub(super) const SHORT_BINUNICODE: u8 = 0x8c;
pub(super) const BINUNICODE: u8 = b'X';
pub(super) const SHORT_BINBYTES: u8 = b'C';
pub(super) const BINBYTES: u8 = b'B';
pub(super) const EMPTY_LIST: u8 = b']';
pub(super) const APPEND: u8 = b'a';
pub(super) const APPENDS: u8 = b'e';
pub(super) const EMPTY_DICT: u8 = b'}';
pub(super) const SETITEM: u8 = b's';
pub(super) const SETITEMS: u8 = b'u';
pub(super) const EMPTY_TUPLE: u8 = b')';
pub(super) const TUPLE: u8 = b't';
pub(super) const TUPLE1: u8 = 0x85;
pub(super) const TUPLE3: u8 = 0x87;
pub(super) const EMPTY_SET: u8 = 0x8f;
pub(super) const ADDITEMS: u8 = 0x90;
pub(super) const FROZENSET: u8 = 0x91;
pub(super) const MEMOIZE: u8 = 0x94;
pub(super) const BINPUT: u8 = b'q';
pub(super) const LONG_BINPUT: u8 = b'r';
pub(super) const BINGET: u8 = b'h';
pub(super) const LONG_BINGET: u8 = b'j';

/// The numbers of the objects that were written, by where they are.
pub(super) type Memo = HashMap<u64, u32, BuildHasherDefault<PlaceHasher>>;

/// Hashes the place of an object: the program does not choose it.
#[derive(Default)]
pub(super) struct PlaceHasher(u64);

impl Hasher for PlaceHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(self.0 ^ u64::from(*byte));
        }
    }

    fn write_u64(&mut self, place: u64) {
        /// Spreads the low bits over the high ones, which choose the group of a table.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        self.0 = place.wrapping_mul(FACTOR).rotate_left(32);
    }
}

/// The pickle so far.
pub(super) struct Output {
    pub(super) made: Vec<u8>,
    /// The frame that is open.
    pub(super) frame: Vec<u8>,
    /// Where frames and long contents end in what is made: a file gets them one by one.
    ends: Vec<usize>,
}

impl Output {
    pub(super) fn new(protocol: u8) -> Output {
        Output {
            made: vec![PROTO, protocol],
            frame: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The whole of the pickle.
    pub(super) fn ended(mut self) -> Vec<u8> {
        self.frame.push(STOP);
        self.close_frame();
        self.made
    }

    /// The whole of the pickle, in the parts in which a file gets it.
    pub(super) fn ended_in_parts(mut self) -> Vec<Vec<u8>> {
        let ends = std::mem::take(&mut self.ends);
        let mut rest = self.ended();
        let mut parts = Vec::new();
        for end in ends.into_iter().rev() {
            parts.push(rest.split_off(end));
        }
        parts.push(rest);
        parts.retain(|part| !part.is_empty());
        parts.reverse();
        parts
    }

    fn close_frame(&mut self) {
        if self.frame.len() >= FRAME_LEAST {
            self.made.push(FRAME);
            let length = self.frame.len() as u64;
            self.made.extend(length.to_le_bytes());
        }
        self.made.append(&mut self.frame);
        self.ends.push(self.made.len());
    }

    /// Closes a frame that is full: done before each object.
    pub(super) fn begin_object(&mut self) {
        if self.frame.len() >= FRAME_FULL {
            self.close_frame();
        }
    }

    /// Writes a reference to an object that was written before.
    pub(super) fn reference(&mut self, number: u32) {
        match u8::try_from(number) {
            Ok(number) => self.frame.extend([BINGET, number]),
            Err(_) => {
                self.frame.push(LONG_BINGET);
                self.frame.extend(number.to_le_bytes());
            }
        }
    }

    /// Writes a number, a truth value or None; false if it is none of them.
    pub(super) fn scalar(&mut self, thread: &Thread, value: Value<'_>) -> bool {
        if let Some(number) = value.as_integer() {
            self.integer(number);
            return true;
        }
        match value {
            NONE => self.frame.push(NONE_CODE),
            TRUE => self.frame.push(NEW_TRUE),
            FALSE => self.frame.push(NEW_FALSE),
            _ => {
                if let Some(number) = float::exact_f64(thread, value) {
                    self.frame.push(BINFLOAT);
                    self.frame.extend(number.to_be_bytes());
                } else if let Some(number) = exact(thread, value, CLASS_INT) {
                    let number = int::to_big(thread, number.value());
                    self.long(&number.expect("its class is that of ints"));
                } else {
                    return false;
                }
            }
        }
        true
    }

    fn integer(&mut self, number: i64) {
        if let Ok(number) = u8::try_from(number) {
            self.frame.extend([BININT1, number]);
        } else if let Ok(number) = u16::try_from(number) {
            self.frame.push(BININT2);
            self.frame.extend(number.to_le_bytes());
        } else if let Ok(number) = i32::try_from(number) {
            self.frame.push(BININT);
            self.frame.extend(number.to_le_bytes());
        } else {
            self.long(&BigInt::from(number));
        }
    }

    fn long(&mut self, number: &BigInt) {
        let encoded = number.to_signed_bytes_le();
        match u8::try_from(encoded.len()) {
            Ok(length) => self.frame.extend([LONG1, length]),
            Err(_) => {
                self.frame.push(LONG4);
                self.frame.extend((encoded.len() as u32).to_le_bytes());
            }
        }
        self.frame.extend(encoded);
    }

    /// Writes text or bytes; false if they are too long for a length of 32 bits.
    pub(super) fn content(&mut self, thread: &Thread, object: Object<'_>) -> bool {
        let (content, codes) = match thread.host_of(object) {
            CLASS_STR => (string::utf8(thread, object), [SHORT_BINUNICODE, BINUNICODE]),
            _ => (bytes::content(thread, object), [SHORT_BINBYTES, BINBYTES]),
        };
        let length = content.len();
        if length > LENGTH_MAX {
            return false;
        }
        if let Ok(length) = u8::try_from(length) {
            self.frame.extend([codes[0], length]);
            self.frame.extend_from_slice(content);
        } else {
            let is_long = length >= FRAME_FULL;
            let target = if is_long {
                // It lies between two frames.
                if !self.frame.is_empty() {
                    self.close_frame();
                }
                &mut self.made
            } else {
                &mut self.frame
            };
            target.push(codes[1]);
            target.extend((length as u32).to_le_bytes());
            target.extend_from_slice(content);
            if is_long {
                self.ends.push(self.made.len() - length);
                self.ends.push(self.made.len());
            }
        }
        true
    }
}
