//! bzip2, by the library's translation into Rust.

use bzip2::{Action as LibraryAction, Compress, Compression, Decompress, Error, Status};

use crate::{Action, Failure, Process, Turn};

struct Writer(Compress);
struct Reader(Decompress);

/// A coder that compresses; the setting is the level.
pub(crate) fn writer(settings: &[i64]) -> Result<Box<dyn Process>, Failure> {
    let level = settings.first().and_then(|level| u32::try_from(*level).ok());
    let level = level.filter(|level| (1..=9).contains(level));
    let level = Compression::new(level.ok_or(Failure::Options)?);
    Ok(Box::new(Writer(Compress::new(level, 0))))
}

pub(crate) fn reader() -> Box<dyn Process> {
    Box::new(Reader(Decompress::new(false)))
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Data => Failure::Data,
        Error::DataMagic => Failure::Format,
        Error::Sequence | Error::Param => Failure::Sequence,
    }
}

impl Process for Writer {
    fn process(&mut self, data: &[u8], room: &mut [u8], action: Action) -> Result<Turn, Failure> {
        let (taken, made) = (self.0.total_in(), self.0.total_out());
        let action = match action {
            Action::Run if data.is_empty() => {
                return Ok(Turn { taken: 0, made: 0, is_ended: false, is_idle: true });
            }
            Action::Run => LibraryAction::Run,
            Action::Flush => LibraryAction::Flush,
            Action::Finish => LibraryAction::Finish,
        };
        let status = self.0.compress(data, room, action).map_err(failure)?;
        let turn = Turn {
            taken: (self.0.total_in() - taken) as usize,
            made: (self.0.total_out() - made) as usize,
            is_ended: status == Status::StreamEnd,
            is_idle: false,
        };
        let is_idle = action == LibraryAction::Run && turn.taken == data.len();
        Ok(Turn { is_idle, ..turn })
    }
}

impl Process for Reader {
    fn process(&mut self, data: &[u8], room: &mut [u8], _: Action) -> Result<Turn, Failure> {
        let (taken, made) = (self.0.total_in(), self.0.total_out());
        let status = self.0.decompress(data, room).map_err(failure)?;
        if status == Status::MemNeeded {
            return Err(Failure::Memory);
        }
        let turn = Turn {
            taken: (self.0.total_in() - taken) as usize,
            made: (self.0.total_out() - made) as usize,
            is_ended: status == Status::StreamEnd,
            is_idle: false,
        };
        let is_idle = turn.taken == data.len() && turn.made < room.len();
        Ok(Turn { is_idle, ..turn })
    }
}
