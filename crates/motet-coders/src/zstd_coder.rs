//! zstd, by its library (whose C source is part of the program).
//!
//! Settings are pairs of a parameter's number, as zstd's header has it, and its value.

use std::num::NonZeroU32;

use zstd_safe::zstd_sys::ZSTD_EndDirective;
use zstd_safe::{CCtx, CParameter, DCtx, DParameter, InBuffer, OutBuffer, Strategy};

use crate::{Action, Failure, Process, Turn};

struct Writer {
    context: CCtx<'static>,
    /// A frame has begun and has not ended.
    size: Option<u64>,
}
struct Reader(DCtx<'static>);

/// The number of the setting that tells the size of the next frame.
const PLEDGED_SIZE: i64 = -1;

fn parameter(number: i64, value: i64) -> Option<CParameter> {
    let whole = u32::try_from(value);
    let is_on = value != 0;
    Some(match number {
        100 => CParameter::CompressionLevel(i32::try_from(value).ok()?),
        101 => CParameter::WindowLog(whole.ok()?),
        102 => CParameter::HashLog(whole.ok()?),
        103 => CParameter::ChainLog(whole.ok()?),
        104 => CParameter::SearchLog(whole.ok()?),
        105 => CParameter::MinMatch(whole.ok()?),
        106 => CParameter::TargetLength(whole.ok()?),
        107 => CParameter::Strategy(match value {
            1 => Strategy::ZSTD_fast,
            2 => Strategy::ZSTD_dfast,
            3 => Strategy::ZSTD_greedy,
            4 => Strategy::ZSTD_lazy,
            5 => Strategy::ZSTD_lazy2,
            6 => Strategy::ZSTD_btlazy2,
            7 => Strategy::ZSTD_btopt,
            8 => Strategy::ZSTD_btultra,
            9 => Strategy::ZSTD_btultra2,
            _ => return None,
        }),
        160 => CParameter::EnableLongDistanceMatching(is_on),
        161 => CParameter::LdmHashLog(whole.ok()?),
        162 => CParameter::LdmMinMatch(whole.ok()?),
        163 => CParameter::LdmBucketSizeLog(whole.ok()?),
        164 => CParameter::LdmHashRateLog(whole.ok()?),
        200 => CParameter::ContentSizeFlag(is_on),
        201 => CParameter::ChecksumFlag(is_on),
        202 => CParameter::DictIdFlag(is_on),
        _ => return None,
    })
}

/// A coder that compresses.
pub(crate) fn writer(settings: &[i64], dictionary: &[u8]) -> Result<Box<dyn Process>, Failure> {
    let mut context = CCtx::try_create().ok_or(Failure::Memory)?;
    let mut size = None;
    for [number, value] in settings.as_chunks().0 {
        if *number == PLEDGED_SIZE {
            size = u64::try_from(*value).ok();
            continue;
        }
        // A value of 0 stands for that of the level.
        if *value == 0 && !(200..=202).contains(number) && *number != 100 {
            continue;
        }
        let parameter = parameter(*number, *value).ok_or(Failure::Options)?;
        context.set_parameter(parameter).map_err(Failure::Zstd)?;
    }
    if !dictionary.is_empty() {
        context.load_dictionary(dictionary).map_err(Failure::Zstd)?;
    }
    Ok(Box::new(Writer { context, size }))
}

/// A coder that decompresses.
pub(crate) fn reader(settings: &[i64], dictionary: &[u8]) -> Result<Box<dyn Process>, Failure> {
    let mut context = DCtx::try_create().ok_or(Failure::Memory)?;
    for [number, value] in settings.as_chunks().0 {
        let value = u32::try_from(*value).map_err(|_| Failure::Options)?;
        if *number != 100 {
            return Err(Failure::Options);
        }
        if value != 0 {
            let parameter = DParameter::WindowLogMax(value);
            context.set_parameter(parameter).map_err(Failure::Zstd)?;
        }
    }
    if !dictionary.is_empty() {
        context.load_dictionary(dictionary).map_err(Failure::Zstd)?;
    }
    Ok(Box::new(Reader(context)))
}

impl Process for Writer {
    fn process(&mut self, data: &[u8], room: &mut [u8], action: Action) -> Result<Turn, Failure> {
        if let Some(size) = self.size.take() {
            let pledged = self.context.set_pledged_src_size(Some(size));
            pledged.map_err(Failure::Zstd)?;
        }
        let directive = match action {
            Action::Run => ZSTD_EndDirective::ZSTD_e_continue,
            Action::Flush => ZSTD_EndDirective::ZSTD_e_flush,
            Action::Finish => ZSTD_EndDirective::ZSTD_e_end,
        };
        let capacity = room.len();
        let mut input = InBuffer::around(data);
        let mut output = OutBuffer::around(room);
        let result = self
            .context
            .compress_stream2(&mut output, &mut input, directive);
        let (taken, made) = (input.pos(), output.pos());
        let left = result.map_err(Failure::Zstd)?;
        let is_idle = match action {
            Action::Run => taken == data.len() && made < capacity,
            Action::Flush | Action::Finish => left == 0,
        };
        let is_ended = left == 0 && action == Action::Finish;
        Ok(Turn {
            taken,
            made,
            is_ended,
            is_idle,
        })
    }
}

impl Process for Reader {
    fn process(&mut self, data: &[u8], room: &mut [u8], _: Action) -> Result<Turn, Failure> {
        let capacity = room.len();
        let mut input = InBuffer::around(data);
        let mut output = OutBuffer::around(room);
        let result = self.0.decompress_stream(&mut output, &mut input);
        let (taken, made) = (input.pos(), output.pos());
        let left = result.map_err(Failure::Zstd)?;
        let is_idle = taken == data.len() && made < capacity;
        Ok(Turn {
            taken,
            made,
            is_ended: left == 0,
            is_idle,
        })
    }
}

/// The data of a frame's head.
pub struct FrameInfo {
    /// How many bytes come out of it, if it says so.
    pub size: Option<u64>,
    /// The dictionary that it needs, or 0.
    pub dictionary: u32,
}

fn whole(number: Option<NonZeroU32>) -> u32 {
    number.map_or(0, NonZeroU32::get)
}

/// Reads the data of a frame's head; `None` if it is no head of a frame.
pub fn frame_info(data: &[u8]) -> Option<FrameInfo> {
    let size = zstd_safe::get_frame_content_size(data).ok()?;
    let dictionary = whole(zstd_safe::get_dict_id_from_frame(data));
    Some(FrameInfo { size, dictionary })
}

/// How many bytes a frame has, its head and checksum included.
///
/// # Errors
/// The data do not begin with a whole frame.
pub fn frame_length(data: &[u8]) -> Result<usize, Failure> {
    zstd_safe::find_frame_compressed_size(data).map_err(Failure::Zstd)
}

/// The number that a dictionary has; 0 for one without a head.
pub fn dictionary_number(dictionary: &[u8]) -> u32 {
    whole(zstd_safe::get_dict_id_from_dict(dictionary))
}

/// A dictionary of at most so many bytes, made from samples of these lengths.
///
/// # Errors
/// The lengths are not those of the samples, or zstd cannot make one.
pub fn train(samples: &[u8], lengths: &[usize], most: usize) -> Result<Vec<u8>, Failure> {
    let total = lengths
        .iter()
        .try_fold(0usize, |sum, length| sum.checked_add(*length));
    if total != Some(samples.len()) {
        return Err(Failure::Options);
    }
    let mut dictionary: Vec<u8> = Vec::with_capacity(most);
    zstd_safe::train_from_buffer(&mut dictionary, samples, lengths).map_err(Failure::Zstd)?;
    Ok(dictionary)
}
