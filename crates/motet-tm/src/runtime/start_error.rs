//! The reasons why a runtime could not be made.

use std::fmt;

use crate::config::SEGMENTS_MAX;

/// The reason why a runtime could not be made.
#[derive(Debug)]
pub enum StartError {
    /// The kernel refused the mappings of the heap, or of a thread's stack.
    Mapping(rustix::io::Errno),
    /// The number of segments is not between 1 and [`SEGMENTS_MAX`].
    Segments(usize),
    /// So many bytes of heap, with a nursery's reserve, are more than a segment can be.
    HeapBytes(u64),
    /// The processor has no hardware transactions, or none that works; why.
    NoHardware(&'static str),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Mapping(error) => write!(f, "cannot map the heap or a stack: {error}"),
            StartError::Segments(count) => {
                write!(f, "{count} segments: there can be 1 to {SEGMENTS_MAX}")
            }
            StartError::HeapBytes(bytes) => {
                write!(f, "a heap of {bytes} bytes: there can be less than 256 GiB")
            }
            StartError::NoHardware(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for StartError {}
