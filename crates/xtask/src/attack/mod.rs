//! `cargo xtask attack`: generated programs, damaged files and signals against the interpreter, for
//! as long as somebody wants.
//!
//! ```text
//! tests/attack/generate.py ──▶ batch of cases ──▶ CPython ─┐
//!      (kind, seed)                           ├─▶ gil     ─┼─▶ compare line by line ──▶ findings
//!                                             └─▶ stm, …  ─┘          minimise, keep them
//! ```
//!
//! Kinds that CPython can judge ([`JUDGED`]) are generated; the others ([`ALONE`]) are programs
//! that check themselves and take `--seed` and `--seconds`. Equal seeds make equal attacks.

mod batch;
mod minimise;

use crate::workspace::{refuse_options, release_binary, root, shown, take_option};
use batch::{Answers, Severity, Ways};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Kinds whose cases CPython runs too, with the number of cases in a batch, and of the batches that
/// `cargo xtask test` runs (one of `documents` takes ten times as long as one of another kind).
const JUDGED: &[(&str, u32, u64)] = &[
    ("programs", 40, 10),
    ("sources", 40, 10),
    ("natives", 40, 10),
    ("documents", 40, 3),
];

/// Kinds that check themselves.
const ALONE: &[&str] = &["caches", "malice", "packets", "signals", "threads"];

/// The ways to run a case.
const WAYS: Ways = &[
    ("gil", &["-X", "tm=gil"], false),
    ("stm", &["-X", "tm=stm"], false),
    ("loop", &["-X", "tm=gil"], true),
    (
        "abort",
        &["-X", "tm=stm", "-X", "tm_inject=abort=0.05,seed=7"],
        false,
    ),
    (
        "collect",
        &["-X", "tm=stm", "-X", "tm_inject=collect"],
        false,
    ),
];

/// The version whose messages count.
const REFERENCE: &str = "python3.14";

/// The seed that `cargo xtask test` uses, so that it finds today what it found yesterday.
const FIXED_SEED: u64 = 1;
const FIXED_TIME: Duration = Duration::from_secs(20);

/// What an attack has found, and what it has tried.
#[derive(Default)]
struct Account {
    cases: u64,
    answers: u64,
    messages: u64,
    /// Crashes and other results.
    defects: u64,
}

/// The command: `attack MINUTES [KIND] [--seed N] [--interpreter BINARY] [--python COMMAND]`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut rest = arguments.to_vec();
    let seed = take_option(&mut rest, "--seed")?;
    let interpreter = take_option(&mut rest, "--interpreter")?.map(PathBuf::from);
    let python = take_option(&mut rest, "--python")?.or_else(reference);
    refuse_options(&rest)?;
    let minutes: f64 = rest
        .first()
        .and_then(|text| text.parse().ok())
        .ok_or("attack MINUTES [KIND]")?;
    let wanted = rest.get(1).map(String::as_str);
    let seed = match seed {
        Some(text) => text.parse().map_err(|_| "--seed takes a number")?,
        None => Instant::now().elapsed().as_nanos() as u64 ^ u64::from(std::process::id()),
    };
    let attack = Attack {
        interpreter: fs::canonicalize(interpreter.map_or_else(release_binary, Ok)?)
            .map_err(|error| format!("the interpreter: {error}"))?,
        python,
    };
    let is_wanted = |kind: &str| wanted.is_none_or(|wanted| wanted == kind);
    let judged: Vec<_> = JUDGED.iter().filter(|kind| is_wanted(kind.0)).collect();
    let alone: Vec<_> = ALONE.iter().filter(|kind| is_wanted(kind)).collect();
    let share = Duration::from_secs_f64(60.0 * minutes)
        / u32::try_from(judged.len() + alone.len())
            .unwrap_or(1)
            .max(1);
    let mut defects = 0;
    for (kind, count, _) in judged {
        let account = attack.judged(kind, seed, *count, Limit::Time(share))?;
        defects += account.defects;
        report(kind, seed, &account);
    }
    for kind in alone {
        let is_held = attack.alone(kind, seed, share)?;
        defects += u64::from(!is_held);
        println!(
            "{kind}: seed {seed}, {}",
            if is_held { "held" } else { "FELL" }
        );
    }
    if defects > 0 {
        return Err(format!("{defects} defects; see target/attack"));
    }
    Ok(())
}

/// A part of each kind, always the same, as one of the checks of `cargo xtask test`: the names of
/// the kinds, and whether each held.
pub(crate) fn judge(interpreter: &Path) -> Result<Vec<(String, bool)>, String> {
    let attack = Attack {
        interpreter: interpreter.to_path_buf(),
        python: reference(),
    };
    let mut held = Vec::new();
    for (kind, count, batches) in JUDGED {
        let account = attack.judged(kind, FIXED_SEED, *count, Limit::Batches(*batches))?;
        report(kind, FIXED_SEED, &account);
        held.push(((*kind).to_owned(), account.defects == 0));
    }
    for kind in ALONE {
        let is_held = attack.alone(kind, FIXED_SEED, FIXED_TIME)?;
        held.push(((*kind).to_owned(), is_held));
    }
    Ok(held)
}

/// CPython 3.14, where it is installed.
fn reference() -> Option<String> {
    let mut command = Command::new(REFERENCE);
    let output = command.arg("--version").output().ok()?;
    output.status.success().then(|| REFERENCE.to_owned())
}

fn report(kind: &str, seed: u64, account: &Account) {
    let equal = account.answers - account.messages.min(account.answers);
    let share = 100.0 * equal as f64 / account.answers.max(1) as f64;
    println!(
        "{kind}: seed {seed}, {} cases, {} answers, {} defects",
        account.cases, account.answers, account.defects
    );
    println!("  {} other messages ({share:.2} % equal)", account.messages);
}

/// When an attack ends.
#[derive(Clone, Copy)]
enum Limit {
    Time(Duration),
    Batches(u64),
}

/// The two sides of an attack.
struct Attack {
    interpreter: PathBuf,
    /// CPython 3.14; without it the ways of the interpreter are compared with each other.
    python: Option<String>,
}

impl Attack {
    /// What makes the cases: any Python does.
    fn generator(&self) -> &str {
        self.python.as_deref().unwrap_or("python3")
    }

    /// Runs generated cases until the limit.
    fn judged(&self, kind: &str, seed: u64, count: u32, limit: Limit) -> Result<Account, String> {
        let start = Instant::now();
        let mut account = Account::default();
        let mut batch = 0;
        while match limit {
            Limit::Time(time) => start.elapsed() < time,
            Limit::Batches(batches) => batch < batches,
        } {
            let seed = format!("{seed}.{batch}");
            self.batch(kind, &seed, count, &mut account)?;
            batch += 1;
        }
        Ok(account)
    }

    /// Runs one batch in all ways.
    fn batch(
        &self,
        kind: &str,
        seed: &str,
        count: u32,
        account: &mut Account,
    ) -> Result<(), String> {
        let text = batch::generate(self.generator(), kind, seed, count, None)?;
        let path = scratch(&own("batch"))?;
        fs::write(&path, text).map_err(|error| format!("{}: {error}", shown(&path)))?;
        let Some((expected, ways)) = self.expected(&path) else {
            // A batch that CPython does not end is of no use.
            return Ok(());
        };
        account.cases += u64::from(count);
        account.answers += expected.count();
        // Found in one way is enough.
        let mut known = BTreeSet::new();
        for (name, options, is_loop) in ways {
            let given = Answers::of(&self.interpreter, options, *is_loop, &path);
            for (case, severity) in expected.differences(&given) {
                if !known.insert(case) {
                    continue;
                }
                match severity {
                    Severity::Message => account.messages += 1,
                    Severity::Result | Severity::Crash => {
                        account.defects += 1;
                        self.keep(kind, seed, count, case, name, severity)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The answers that count, and the ways to compare with them.
    fn expected(&self, path: &Path) -> Option<(Answers, Ways)> {
        match &self.python {
            Some(python) => {
                let answers = || Answers::of(Path::new(python), &["-X", "utf8"], false, path);
                let expected = answers();
                // Addresses are others in each run.
                let again = expected.is_whole().then(answers)?;
                Some((expected.steady(&again), WAYS))
            }
            None => {
                let (_, options, is_loop) = WAYS[0];
                let answers = Answers::of(&self.interpreter, options, is_loop, path);
                Some((answers, &WAYS[1..]))
            }
        }
    }

    /// Writes a case that has found something, as small as it can be made, and says so.
    fn keep(
        &self,
        kind: &str,
        seed: &str,
        count: u32,
        case: u32,
        way: &str,
        severity: Severity,
    ) -> Result<(), String> {
        let text = batch::generate(self.generator(), kind, seed, count, Some(case))?;
        let path = scratch(&own("smaller"))?;
        let (_, options, is_loop) = WAYS
            .iter()
            .find(|(name, _, _)| *name == way)
            .expect("the name of a way");
        let smaller = minimise::minimised(&text, |text| {
            fs::write(&path, text).is_ok()
                && self.expected(&path).is_some_and(|(expected, _)| {
                    let given = Answers::of(&self.interpreter, options, *is_loop, &path);
                    expected
                        .differences(&given)
                        .iter()
                        .any(|(_, found)| *found == severity)
                })
        });
        let kept = scratch(&format!("{kind}-{seed}-{case}-{way}.py"))?;
        fs::write(&kept, smaller).map_err(|error| format!("{}: {error}", shown(&kept)))?;
        println!("{severity:?} under {way}: {}", shown(&kept));
        Ok(())
    }

    /// Runs a program that checks itself; whether it held.
    fn alone(&self, kind: &str, seed: u64, time: Duration) -> Result<bool, String> {
        let program = root().join(format!("tests/attack/{kind}.py"));
        let mut command = Command::new(self.generator());
        command.arg(program).arg(&self.interpreter);
        command.args(["--seed", &seed.to_string()]);
        command.args(["--seconds", &time.as_secs().max(1).to_string()]);
        command.arg("--keep").arg(folder()?);
        Ok(command.status().is_ok_and(|status| status.success()))
    }
}

/// The name of a program that several attacks may have at the same time.
fn own(name: &str) -> String {
    format!("{name}-{}.py", std::process::id())
}

/// A file in the folder of attacks.
fn scratch(name: &str) -> Result<PathBuf, String> {
    Ok(folder()?.join(name))
}

/// The folder of attacks, which is made if it is not there.
fn folder() -> Result<PathBuf, String> {
    let folder = root().join("target/attack");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", shown(&folder)))?;
    Ok(folder)
}
