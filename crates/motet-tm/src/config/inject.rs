//! Injected faults: any build can be told to abort at random, to collect after every allocation or
//! (the whole heap) at every safepoint, to commit at every yield point, to hand segments out at
//! random, to serialise all threads, to be slow to write to segment 0, to let the only thread that
//! runs be sole at random. Programs must not notice.

/// The faults to inject.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Injection {
    /// Probability of an abort at each safepoint and write barrier's slow path, 0 to 1.
    pub abort_probability: f64,
    /// Ask for a minor collection after each operation that allocates.
    pub collect: bool,
    /// Do a major collection at every so-manieth safepoint of a thread; 0: do not.
    pub major_safepoints: u32,
    /// End the transaction at each yield point.
    pub commit: bool,
    /// Hand segments out at random, and let go of them at each commit.
    pub segments: bool,
    /// Serialise all threads all the time: only the one with the serial right runs a transaction.
    pub turns: bool,
    /// Let committers linger between their entry in the log and segment 0.
    pub linger: bool,
    /// Now and then, at a commit, decide at random whether a thread that runs alone is sole from
    /// there on (where [`crate::Config::sole`] allows it).
    pub sole: bool,
    /// Seed of the random decisions.
    pub seed: u64,
}

impl Injection {
    /// Reads a comma list: `abort=P`, `collect`, `major`, `major=K`, `commit`, `segments`,
    /// `turns`, `linger`, `sole`, `seed=N`.
    ///
    /// # Errors
    /// Names the part that is not understood.
    pub fn parse(text: &str) -> Result<Injection, String> {
        let mut injection = Injection::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                None if part == "collect" => injection.collect = true,
                None if part == "commit" => injection.commit = true,
                None if part == "segments" => injection.segments = true,
                None if part == "turns" => injection.turns = true,
                None if part == "linger" => injection.linger = true,
                None if part == "sole" => injection.sole = true,
                None if part == "major" => injection.major_safepoints = 1,
                Some(("major", number)) => {
                    injection.major_safepoints = number
                        .parse()
                        .map_err(|_| format!("major wants a number, not '{number}'"))?;
                }
                Some(("abort", number)) => {
                    injection.abort_probability = number
                        .parse()
                        .ok()
                        .filter(|p| (0.0..=1.0).contains(p))
                        .ok_or_else(|| format!("abort wants a probability, not '{number}'"))?;
                }
                Some(("seed", number)) => {
                    injection.seed = number
                        .parse()
                        .map_err(|_| format!("seed wants a number, not '{number}'"))?;
                }
                _ => return Err(format!("unknown injection '{part}'")),
            }
        }
        Ok(injection)
    }

    /// Whether anything must be looked at on every yield point.
    pub(crate) fn wants_every_yield_point(&self) -> bool {
        self.commit || self.abort_probability > 0.0 || self.major_safepoints > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_are_read_or_refused() {
        let injection = Injection::parse("abort=0.25,collect,seed=9").expect("good");
        assert_eq!(injection.abort_probability, 0.25);
        assert!(injection.collect && !injection.commit);
        let major = |text| Injection::parse(text).map(|injection| injection.major_safepoints);
        assert_eq!((major("major"), major("major=7")), (Ok(1), Ok(7)));
        assert_eq!(injection.seed, 9);
        assert!(Injection::parse("abort=2").is_err());
        assert!(Injection::parse("nonsense").is_err());
    }
}
