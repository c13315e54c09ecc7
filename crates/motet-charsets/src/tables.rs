//! The tables of `tables.xz`, which `make_tables.py` makes.
//!
//! ```text
//!   number of multibyte encodings, then for each:
//!       name (16 bytes), 256 meanings of one byte, 128 × 224 of two (second byte from 0x20
//!       on), 1 and 94 × 94 meanings of 0x8f and two bytes, or 0; pairs; exceptions
//!   number of runs of gb18030, then for each: first code, first character, length (4 bytes each)
//!   number of charsets, then for each: whether codes have two bytes, 96 or 94 × 94 meanings, pairs
//!   number of ISO 2022 encodings, then for each:
//!       name, number of charsets, for each its mark, place and number; exceptions
//! ```
//!
//! A table of meanings has the lower two bytes of all, then the third of all. The code for a
//! character is the first that means it, unless there is an exception: a character that encodes
//! otherwise than it decodes, or not at all.
//!
//! The file is taken apart when the first encoding is asked for (13 ms), a table when it is used.

use std::io::Read;
use std::sync::OnceLock;

use crate::codes::{Charset, Reader};
use crate::escaped::{Designated, Escaped};
use crate::multibyte::Multibyte;

const FILE: &[u8] = include_bytes!("../tables.xz");

/// Everything that the file holds, and what was made of it.
#[derive(Default)]
pub(crate) struct Tables {
    content: Vec<u8>,
    /// Where the encodings begin in the file, and their names.
    multibyte: Vec<(String, usize, OnceLock<Multibyte>)>,
    /// gb18030's codes of four bytes: first code, first character, length.
    runs: Vec<[u32; 3]>,
    charsets: Vec<(usize, OnceLock<Charset>)>,
    escaped: Vec<(String, usize, OnceLock<Escaped>)>,
}

impl Tables {
    pub(crate) fn get() -> &'static Self {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Self::read)
    }

    fn read() -> Self {
        let mut content = Vec::new();
        let mut tables = Self::default();
        // The file is part of the program; if it were damaged, no encoding would be known.
        if liblzma::read::XzDecoder::new(FILE)
            .read_to_end(&mut content)
            .is_ok()
        {
            tables.take_apart(&content);
            tables.content = content;
        }
        tables
    }

    fn take_apart(&mut self, content: &[u8]) {
        let mut reader = Reader::at(content, 0);
        for _ in 0..reader.byte() {
            let (name, start) = (reader.name(), reader.place);
            Multibyte::skip(&mut reader);
            self.multibyte.push((name, start, OnceLock::new()));
        }
        let runs = (0..reader.short()).map(|_| [reader.word(), reader.word(), reader.word()]);
        self.runs = runs.collect();
        for _ in 0..reader.byte() {
            self.charsets.push((reader.place, OnceLock::new()));
            let is_wide = reader.byte() != 0;
            reader.place += 3 * Charset::size(is_wide);
            reader.pairs();
        }
        for _ in 0..reader.byte() {
            let (name, start) = (reader.name(), reader.place);
            let designated = usize::from(reader.byte());
            reader.place += 3 * designated;
            reader.exceptions();
            self.escaped.push((name, start, OnceLock::new()));
        }
    }

    pub(crate) fn multibyte_named(&self, name: &str) -> Option<usize> {
        self.multibyte.iter().position(|entry| entry.0 == name)
    }

    pub(crate) fn escaped_named(&self, name: &str) -> Option<usize> {
        self.escaped.iter().position(|entry| entry.0 == name)
    }

    pub(crate) fn multibyte(&self, which: usize) -> &Multibyte {
        let (name, start, made) = &self.multibyte[which];
        let mut reader = Reader::at(&self.content, *start);
        made.get_or_init(|| Multibyte::read(name, &mut reader, &self.runs))
    }

    pub(crate) fn escaped(&'static self, which: usize) -> &'static Escaped {
        let (_, start, made) = &self.escaped[which];
        made.get_or_init(|| {
            let mut reader = Reader::at(&self.content, *start);
            let designated = (0..reader.byte()).map(|_| Designated {
                mark: reader.byte(),
                place: usize::from(reader.byte()),
                charset: self.charset(usize::from(reader.byte())),
            });
            let designated = designated.collect();
            Escaped::new(designated, reader.exceptions())
        })
    }

    fn charset(&'static self, which: usize) -> &'static Charset {
        let (start, made) = &self.charsets[which];
        made.get_or_init(|| {
            let mut reader = Reader::at(&self.content, *start);
            let is_wide = reader.byte() != 0;
            let meanings = reader.meanings(Charset::size(is_wide));
            let pairs = reader.pairs();
            Charset {
                is_wide,
                meanings,
                pairs,
            }
        })
    }
}
