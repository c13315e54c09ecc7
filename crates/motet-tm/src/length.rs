//! How long transactions are, in yield points.
//!
//! A short transaction pays its begin and commit too often, a long one loses more when it aborts.
//! The length of a thread doubles with each commit, as long as nothing aborts; an abort halves it
//! and makes it grow slowly for a while (as TCP does). A lone thread thus hardly ever commits.
//!
//! The lengths per yield point of Odaira et al. (figure 3) come with the hardware mode; they will
//! use this component's place.

/// A transaction of this many yield points costs less than its begin and commit: no shorter.
const LENGTH_MIN: i32 = 64;
/// Where threads start.
const LENGTH_START: i32 = 4_096;
/// About ten milliseconds of a bare loop: longer gains nothing, and delays who waits.
const LENGTH_MAX: i32 = 1 << 22;
/// How many commits must succeed after an abort before the length doubles again.
const CAUTION_COMMITS: u32 = 16;

/// The transaction length of one thread.
#[derive(Debug)]
pub(crate) struct LengthControl {
    length: i32,
    caution: u32,
}

impl LengthControl {
    pub(crate) fn new() -> LengthControl {
        LengthControl {
            length: LENGTH_START,
            caution: 0,
        }
    }

    /// How many yield points the next transaction may pass.
    pub(crate) fn length(&self) -> i32 {
        self.length
    }

    /// A transaction has committed; `used_up`: it ended because its length was used up.
    pub(crate) fn committed(&mut self, used_up: bool) {
        if self.caution > 0 {
            self.caution -= 1;
            self.length += self.length / 16;
        } else if used_up {
            self.length *= 2;
        }
        self.length = self.length.min(LENGTH_MAX);
    }

    /// A transaction has aborted.
    pub(crate) fn aborted(&mut self) {
        self.length = (self.length / 2).max(LENGTH_MIN);
        self.caution = CAUTION_COMMITS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_grows_while_nothing_aborts_and_shrinks_when_something_does() {
        let mut control = LengthControl::new();
        for _ in 0..100 {
            control.committed(true);
        }
        assert_eq!(control.length(), LENGTH_MAX);
        control.aborted();
        assert_eq!(control.length(), LENGTH_MAX / 2);
        control.committed(true);
        assert!(
            control.length() < LENGTH_MAX * 3 / 4,
            "cautious after an abort"
        );
        for _ in 0..100 {
            control.aborted();
        }
        assert_eq!(control.length(), LENGTH_MIN);
    }
}
