//! Compression by bzip2, xz and zstd: coders that take bytes in steps, and the table of those
//! that programs have open. Knows nothing of objects.
//!
//! ```text
//!   settings ─▶ Coder::open ─▶ step(data, action, most) ─▶ Step { out, taken, is_ended }
//! ```
//!
//! The libraries keep the state of a coder in memory of their own, which no abort takes back. So a
//! coder that lives longer than one call lies in the table ([`keep`]), and its steps are effects
//! that cannot be undone; a coder that begins and ends in one call ([`once`]) is a function of its
//! input.

mod bzip2_coder;
mod xz_coder;
mod zstd_coder;

pub use zstd_coder::{FrameInfo, dictionary_number, frame_info, frame_length, train};

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The treatment of a coder's input by a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// It takes the input; all output that it need not keep comes out.
    Run,
    /// All output of the input so far comes out (zstd: the block ends).
    Flush,
    /// The stream (zstd: the frame) ends.
    Finish,
}

/// The result of a step.
#[derive(Debug, Default)]
pub struct Step {
    /// The output.
    pub out: Vec<u8>,
    /// So many bytes of the input are used up.
    pub taken: usize,
    /// The end of the stream was reached.
    pub is_ended: bool,
}

/// The reason why a coder does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The input is no stream of this kind.
    Format,
    /// The input is broken.
    Data,
    /// The settings have no meaning.
    Options,
    /// The coder may not take so much memory.
    MemoryLimit,
    /// There is no memory.
    Memory,
    /// The stream has a checksum that the library does not know.
    Check,
    /// It was called out of order.
    Sequence,
    /// The number of zstd for it; [`error_text`] has its text.
    Zstd(usize),
    /// There is no coder of that number.
    Unknown,
}

impl Failure {
    /// The number that the library's Python half knows it by, and the text that zstd has for it.
    pub fn described(self) -> (i64, &'static str) {
        match self {
            Self::Format => (1, ""),
            Self::Data => (2, ""),
            Self::Options => (3, ""),
            Self::MemoryLimit => (4, ""),
            Self::Memory => (5, ""),
            Self::Check => (6, ""),
            Self::Sequence => (7, ""),
            Self::Zstd(code) => (8, zstd_safe::get_error_name(code)),
            Self::Unknown => (9, ""),
        }
    }
}

/// A coder of one of the libraries.
pub(crate) trait Process: Send {
    /// Takes as much of the input and fills as much of `room` as it can: bytes taken, bytes made,
    /// whether the stream ended, or (for an action that is not to run) whether the action is done.
    fn process(&mut self, data: &[u8], room: &mut [u8], action: Action) -> Result<Turn, Failure>;
}

/// The result of one call of a library.
pub(crate) struct Turn {
    pub(crate) taken: usize,
    pub(crate) made: usize,
    pub(crate) is_ended: bool,
    /// There is no more to come before there is more input.
    pub(crate) is_idle: bool,
}

/// A coder.
pub struct Coder(Box<dyn Process>);

/// The least and most room that is made for output at a time.
const ROOM_BYTES: std::ops::RangeInclusive<usize> = 4096..=4 << 20;

impl Coder {
    /// Opens a coder. `kind` is the library and the direction, `settings` are its numbers.
    ///
    /// # Errors
    /// The settings have no meaning, or there is no memory.
    pub fn open(kind: &str, settings: &[i64], dictionary: &[u8]) -> Result<Self, Failure> {
        Ok(Self(match kind {
            "bzip2 write" => bzip2_coder::writer(settings)?,
            "bzip2 read" => bzip2_coder::reader(),
            "zstd write" => zstd_coder::writer(settings, dictionary)?,
            "zstd read" => zstd_coder::reader(settings, dictionary)?,
            _ => xz_coder::open(kind, settings)?,
        }))
    }

    /// Puts data in; at most so many bytes come out.
    ///
    /// # Errors
    /// The data are broken, or the coder was called out of order.
    pub fn step(&mut self, data: &[u8], action: Action, most: usize) -> Result<Step, Failure> {
        let mut step = Step::default();
        let mut end = 0;
        loop {
            if end == step.out.len() && end < most {
                let wanted = (end.max(data.len() - step.taken))
                    .clamp(*ROOM_BYTES.start(), *ROOM_BYTES.end());
                step.out.resize(end + wanted.min(most - end), 0);
            }
            let room = step.out.len() - end;
            let turn = self
                .0
                .process(&data[step.taken..], &mut step.out[end..], action)?;
            step.taken += turn.taken;
            end += turn.made;
            step.is_ended = turn.is_ended;
            let has_stopped = turn.taken == 0 && turn.made == 0;
            let is_full = end == step.out.len();
            if turn.is_ended
                || (turn.is_idle && !(is_full && room > 0 && end < most))
                || (has_stopped && (room > 0 || end >= most))
                || (end >= most && step.taken == data.len())
            {
                break;
            }
        }
        step.out.truncate(end);
        Ok(step)
    }
}

/// Opens a coder for one step, which is a function of its arguments.
///
/// # Errors
/// As [`Coder::open`] and [`Coder::step`].
pub fn once(
    kind: &str,
    settings: &[i64],
    dictionary: &[u8],
    data: &[u8],
    action: Action,
    most: usize,
) -> Result<Step, Failure> {
    Coder::open(kind, settings, dictionary)?.step(data, action, most)
}

// ---- the table

type Shared = Arc<Mutex<Coder>>;

/// The coders that are open, by number, and the number of the next. Any thread opens, uses and
/// closes them; the lock of the table is held for a look-up only, that of a coder for a step.
static TABLE: Mutex<(u64, Option<HashMap<u64, Shared>>)> = Mutex::new((1, None));

/// Keeps a coder for later steps: its number.
pub fn keep(coder: Coder) -> u64 {
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    let number = table.0;
    table.0 += 1;
    let coders = table.1.get_or_insert_default();
    coders.insert(number, Arc::new(Mutex::new(coder)));
    number
}

/// A step of a coder that was kept.
///
/// # Errors
/// As [`Coder::step`]; there is none of that number.
pub fn step_of(number: u64, data: &[u8], action: Action, most: usize) -> Result<Step, Failure> {
    let found = {
        let table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
        let coders = table.1.as_ref();
        coders.and_then(|coders| coders.get(&number).cloned())
    };
    let coder = found.ok_or(Failure::Unknown)?;
    let mut coder = coder.lock().unwrap_or_else(PoisonError::into_inner);
    coder.step(data, action, most)
}

/// Forgets a coder.
pub fn drop_coder(number: u64) {
    let mut table = TABLE.lock().unwrap_or_else(PoisonError::into_inner);
    let taken = table.1.as_mut().and_then(|coders| coders.remove(&number));
    drop(table);
    drop(taken);
}

#[cfg(test)]
mod tests;
