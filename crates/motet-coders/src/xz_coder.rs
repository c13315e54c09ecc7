//! xz and the older format of lzma, by liblzma (its C source is part of the program).
//!
//! Settings: `xz write`: check, filters; `raw write`, `raw read`: filters; `alone write`: one
//! filter; `auto read`, `xz read`, `alone read`: limit of memory in bytes. A filter is its number,
//! the count of its numbers, and these: of LZMA preset, dictionary, lc, lp, pb, mode, nice length,
//! match finder, depth (-1 for that of the preset); of others one.

use liblzma::stream::{
    Action as LibraryAction, Check, Error, Filters, LzmaOptions, MatchFinder, Mode, Status, Stream,
};

use crate::{Action, Failure, Process, Turn};

struct Coder {
    stream: Stream,
    is_writer: bool,
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Data => Failure::Data,
        Error::Options => Failure::Options,
        Error::Format => Failure::Format,
        Error::MemLimit => Failure::MemoryLimit,
        Error::Mem => Failure::Memory,
        Error::Program => Failure::Sequence,
        Error::NoCheck | Error::UnsupportedCheck => Failure::Check,
    }
}

fn options(numbers: &[i64]) -> Result<LzmaOptions, Failure> {
    let number = |index: usize| {
        let number = numbers.get(index).copied().unwrap_or(-1);
        u32::try_from(number).ok()
    };
    let preset = number(0).ok_or(Failure::Options)?;
    let mut options = LzmaOptions::new_preset(preset).map_err(|_| Failure::Options)?;
    if let Some(size) = number(1) {
        options.dict_size(size);
    }
    if let Some(bits) = number(2) {
        options.literal_context_bits(bits);
    }
    if let Some(bits) = number(3) {
        options.literal_position_bits(bits);
    }
    if let Some(bits) = number(4) {
        options.position_bits(bits);
    }
    match number(5) {
        None => {}
        Some(1) => drop(options.mode(Mode::Fast)),
        Some(2) => drop(options.mode(Mode::Normal)),
        Some(_) => return Err(Failure::Options),
    }
    if let Some(length) = number(6) {
        options.nice_len(length);
    }
    let finder = match number(7) {
        None => None,
        Some(0x03) => Some(MatchFinder::HashChain3),
        Some(0x04) => Some(MatchFinder::HashChain4),
        Some(0x12) => Some(MatchFinder::BinaryTree2),
        Some(0x13) => Some(MatchFinder::BinaryTree3),
        Some(0x14) => Some(MatchFinder::BinaryTree4),
        Some(_) => return Err(Failure::Options),
    };
    if let Some(finder) = finder {
        options.match_finder(finder);
    }
    if let Some(depth) = number(8) {
        options.depth(depth);
    }
    Ok(options)
}

const LZMA1: i64 = 0x4000_0000_0000_0001;
const LZMA2: i64 = 0x21;

fn filters(mut settings: &[i64]) -> Result<Filters, Failure> {
    let mut chain = Filters::new();
    while let [kind, count, rest @ ..] = settings {
        let count = usize::try_from(*count).map_err(|_| Failure::Options)?;
        let (numbers, rest) = rest.split_at_checked(count).ok_or(Failure::Options)?;
        settings = rest;
        let first = numbers.first().copied().unwrap_or(0);
        // How the formats write the offset that a filter of machine code starts from.
        let offset = match u32::try_from(first).map_err(|_| Failure::Options)? {
            0 => Vec::new(),
            offset => offset.to_le_bytes().to_vec(),
        };
        let added = match *kind {
            LZMA1 => Ok(chain.lzma1(&options(numbers)?)),
            LZMA2 => Ok(chain.lzma2(&options(numbers)?)),
            0x03 => match u8::try_from(first - 1) {
                Ok(distance) => chain.delta_properties(&[distance]),
                Err(_) => return Err(Failure::Options),
            },
            0x04 => chain.x86_properties(&offset),
            0x05 => chain.powerpc_properties(&offset),
            0x06 => chain.ia64_properties(&offset),
            0x07 => chain.arm_properties(&offset),
            0x08 => chain.arm_thumb_properties(&offset),
            0x09 => chain.sparc_properties(&offset),
            0x0a => chain.arm64_properties(&offset),
            0x0b => chain.riscv_properties(&offset),
            _ => return Err(Failure::Options),
        };
        added.map_err(failure)?;
    }
    Ok(chain)
}

fn check(number: i64) -> Result<Check, Failure> {
    Ok(match number {
        0 => Check::None,
        1 => Check::Crc32,
        4 => Check::Crc64,
        10 => Check::Sha256,
        _ => return Err(Failure::Check),
    })
}

pub(crate) fn open(kind: &str, settings: &[i64]) -> Result<Box<dyn Process>, Failure> {
    let limit = || settings.first().map_or(u64::MAX, |limit| *limit as u64);
    let stream = match (kind, settings) {
        ("xz write", [number, rest @ ..]) => {
            Stream::new_stream_encoder(&filters(rest)?, check(*number)?)
        }
        ("raw write", chain) => Stream::new_raw_encoder(&filters(chain)?),
        ("raw read", chain) => Stream::new_raw_decoder(&filters(chain)?),
        ("alone write", [LZMA1, _, numbers @ ..]) => Stream::new_lzma_encoder(&options(numbers)?),
        ("auto read", _) => Stream::new_auto_decoder(limit(), 0),
        ("xz read", _) => Stream::new_stream_decoder(limit(), 0),
        ("alone read", _) => Stream::new_lzma_decoder(limit()),
        _ => return Err(Failure::Options),
    };
    let stream = stream.map_err(failure)?;
    let is_writer = kind.ends_with("write");
    Ok(Box::new(Coder { stream, is_writer }))
}

impl Process for Coder {
    fn process(&mut self, data: &[u8], room: &mut [u8], action: Action) -> Result<Turn, Failure> {
        let (taken, made) = (self.stream.total_in(), self.stream.total_out());
        let action = match action {
            Action::Run => LibraryAction::Run,
            Action::Flush => LibraryAction::SyncFlush,
            Action::Finish => LibraryAction::Finish,
        };
        let status = self.stream.process(data, room, action).map_err(failure)?;
        let turn = Turn {
            taken: (self.stream.total_in() - taken) as usize,
            made: (self.stream.total_out() - made) as usize,
            is_ended: status == Status::StreamEnd,
            is_idle: false,
        };
        let is_running = matches!(action, LibraryAction::Run);
        let is_idle =
            turn.taken == data.len() && turn.made < room.len() && (is_running || !self.is_writer);
        Ok(Turn { is_idle, ..turn })
    }
}
