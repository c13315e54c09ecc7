//! The encodings of East Asia, for `_multibytecodec` and the modules beside it.
//!
//! ```text
//!   bytes ── decode ─▶ characters, until the end or the first code that is wrong or not whole
//!   bytes ◀─ encode ── characters, until the end or the first character without a code
//! ```
//!
//! An encoding is one of three machines over tables (`tables.rs`), which were made by asking
//! CPython what each code means:
//!
//! - `multibyte.rs`: each code of one to four bytes (eight for some syllables) stands for itself;
//! - `escaped.rs` (ISO 2022): escape sequences say which charset the following bytes belong to;
//! - `hz.rs`: the same with `~{` and `~}`.
//!
//! Between two calls a `State` carries what the second and third have seen.

mod codes;
mod escaped;
mod hz;
mod multibyte;
mod syllables;
mod tables;

use crate::tables::Tables;

/// Which charsets are designated and whether codes are shifted: as CPython shows it in `getstate`.
pub type State = [u8; 8];

/// Why a machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Everything was read.
    End,
    /// So many bytes or characters that follow have no meaning.
    Illegal(usize),
    /// What follows is the beginning of something.
    Incomplete,
}

/// An encoding that this crate knows.
#[derive(Clone, Copy, Debug)]
pub enum Encoding {
    /// The one of this number in the tables.
    Multibyte(usize),
    /// The one of this number in the tables.
    Escaped(usize),
    /// HZ, with the number of GB 2312 in the tables.
    Hz(usize),
}

impl Encoding {
    /// The encoding of a name as the library's modules have it.
    pub fn named(name: &str) -> Option<Self> {
        let tables = Tables::get();
        if name == "hz" {
            return tables.multibyte_named("gb2312").map(Self::Hz);
        }
        let multibyte = tables.multibyte_named(name).map(Self::Multibyte);
        multibyte.or_else(|| tables.escaped_named(name).map(Self::Escaped))
    }

    /// The state at the beginning of a text that is decoded or encoded.
    pub fn initial(self, decodes: bool) -> State {
        match self {
            Self::Escaped(_) => escaped::initial(decodes),
            Self::Multibyte(_) | Self::Hz(_) => [0; 8],
        }
    }

    /// Appends the characters of `data` to `out`; the number of bytes read, and why no more were.
    pub fn decode(self, data: &[u8], state: &mut State, out: &mut String) -> (usize, Stop) {
        match self {
            Self::Multibyte(which) => Tables::get().multibyte(which).decode(data, out),
            Self::Escaped(which) => Tables::get().escaped(which).decode(data, state, out),
            Self::Hz(which) => hz::decode(Tables::get().multibyte(which), data, state, out),
        }
    }

    /// Appends the codes of `characters` to `out`; the number of characters read, and why no more
    /// were. If more may come, a character that could be the first of a pair is incomplete.
    pub fn encode(
        self,
        characters: &[u32],
        state: &mut State,
        is_last: bool,
        out: &mut Vec<u8>,
    ) -> (usize, Stop) {
        let tables = Tables::get();
        match self {
            Self::Multibyte(which) => tables.multibyte(which).encode(characters, is_last, out),
            Self::Escaped(which) => {
                let escaped = tables.escaped(which);
                escaped.encode(characters, state, is_last, out)
            }
            Self::Hz(which) => hz::encode(tables.multibyte(which), characters, state, out),
        }
    }

    /// Appends what ends a text in this state, and returns to the state of the beginning.
    pub fn finish(self, state: &mut State, out: &mut Vec<u8>) {
        match self {
            Self::Multibyte(_) => {}
            Self::Escaped(_) => escaped::finish(state, out),
            Self::Hz(_) => hz::finish(state, out),
        }
    }
}

#[cfg(test)]
mod tests;
