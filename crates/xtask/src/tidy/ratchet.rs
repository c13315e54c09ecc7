//! Exceptions to the limits, which may only shrink: an entry says how large a thing is allowed to
//! be, and it must be lowered or removed as soon as the thing gets smaller.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The kinds of things that have a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Lines of a file.
    File,
    /// Lines of a function.
    Function,
    /// Folders and files at the top of a crate that import one another in a circle; or crates.
    Cycle,
    /// Places that may panic.
    Panics,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::File => "file",
            Kind::Function => "function",
            Kind::Cycle => "cycle",
            Kind::Panics => "panics",
        }
    }

    fn of_word(word: &str) -> Option<Kind> {
        let all = [Kind::File, Kind::Function, Kind::Cycle, Kind::Panics];
        all.into_iter().find(|kind| kind.word() == word)
    }

    /// The message about a thing of this kind that is above its limit.
    fn complaint(self, name: &str, amount: usize, allowed: usize) -> String {
        match self {
            Kind::File | Kind::Function => {
                format!("{name}: a {} of {amount} lines, not {allowed}", self.word())
            }
            Kind::Cycle => format!("{name}: {amount} in import cycles, not {allowed}"),
            Kind::Panics => format!("{name}: {amount} places that may panic, not {allowed}"),
        }
    }
}

/// The exceptions, and how much of each is still needed.
pub(super) struct Ratchet {
    path: PathBuf,
    allowed: BTreeMap<(Kind, String), usize>,
    needed: BTreeMap<(Kind, String), usize>,
}

impl Ratchet {
    /// Reads lines of the form `KIND NAME AMOUNT`.
    pub(super) fn read(path: &Path) -> Result<Ratchet, String> {
        let mut allowed = BTreeMap::new();
        for line in fs::read_to_string(path).unwrap_or_default().lines() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let entry = match words[..] {
                [kind, name, amount] => {
                    Kind::of_word(kind).zip(amount.parse().ok()).zip(Some(name))
                }
                _ => None,
            };
            let Some(((kind, amount), name)) = entry else {
                return Err(format!("{}: cannot read {line:?}", path.display()));
            };
            allowed.insert((kind, name.to_string()), amount);
        }
        Ok(Ratchet {
            path: path.to_path_buf(),
            allowed,
            needed: BTreeMap::new(),
        })
    }

    /// Complains when something is larger than its limit and than its exception.
    pub(super) fn measure(
        &mut self,
        kind: Kind,
        name: &str,
        lines: usize,
        limit: usize,
    ) -> Option<String> {
        if lines <= limit {
            return None;
        }
        let key = (kind, name.to_string());
        let allowed = self.allowed.get(&key).copied().unwrap_or(limit);
        // Functions of one name in one file share their exception: the longest needs it.
        let needed = self.needed.entry(key).or_default();
        *needed = lines.max(*needed);
        (lines > allowed).then(|| kind.complaint(name, lines, allowed))
    }

    /// Complains about limits that are higher than needed, or lowers them.
    pub(super) fn finish(&mut self, shrink: bool) -> Result<Vec<String>, String> {
        let mut complaints = Vec::new();
        for ((kind, name), allowed) in &mut self.allowed {
            let needed = self
                .needed
                .get(&(*kind, name.clone()))
                .copied()
                .unwrap_or(0);
            if needed >= *allowed {
                continue;
            }
            complaints.push(format!(
                "{} {name}: the ratchet allows {allowed} and {needed} are needed: \
                 cargo xtask tidy --shrink",
                kind.word()
            ));
            *allowed = needed;
        }
        if !shrink {
            return Ok(complaints);
        }
        let text: Vec<String> = self
            .allowed
            .iter()
            .filter(|(_, lines)| **lines > 0)
            .map(|((kind, name), lines)| format!("{} {name} {lines}\n", kind.word()))
            .collect();
        let text = format!("{HEADER}{}", text.concat());
        fs::write(&self.path, text).map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(Vec::new())
    }
}

const HEADER: &str = "\
# What is larger than the limits of `cargo xtask tidy`. Entries may only shrink and disappear:
# file PATH LINES, function PATH::NAME LINES, cycle CRATE MODULES (of the folders and files at the
# top of its src, those in import cycles), cycle crates CRATES, panics crates PLACES.
";

#[cfg(test)]
mod tests {
    use super::*;

    fn ratchet(lines: usize) -> Ratchet {
        let allowed = BTreeMap::from([((Kind::File, "a.rs".to_string()), lines)]);
        Ratchet {
            path: PathBuf::new(),
            allowed,
            needed: BTreeMap::new(),
        }
    }

    #[test]
    fn what_is_listed_may_be_as_long_as_it_was() {
        let mut ratchet = ratchet(900);
        assert_eq!(ratchet.measure(Kind::File, "a.rs", 900, 800), None);
        assert!(ratchet.measure(Kind::File, "a.rs", 901, 800).is_some());
        assert!(ratchet.measure(Kind::File, "b.rs", 801, 800).is_some());
        assert_eq!(ratchet.finish(false), Ok(Vec::new()));
    }

    #[test]
    fn room_that_is_not_needed_is_taken_away() {
        for lines in [700, 850] {
            let mut ratchet = ratchet(900);
            assert_eq!(ratchet.measure(Kind::File, "a.rs", lines, 800), None);
            assert_eq!(
                ratchet.finish(false).map(|complaints| complaints.len()),
                Ok(1)
            );
        }
    }
}
