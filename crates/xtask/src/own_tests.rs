//! `cargo xtask packages --own-tests`: the packages' own suites as judge. What they need is
//! installed below `target/own-tests`, their source distributions are unpacked beside it, and each
//! suite runs under CPython, under gil and under stm. A case that passes under CPython and not here
//! is told with its reason; `docs/packages.md` keeps the outcome, by hand, since the reasons are.

use crate::packages::install_by;
use crate::watch;
use crate::workspace::{
    files_below, refuse_options, release_binary, root, run as run_command, take_option, take_switch,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What tells this command from the one for the programs.
const SWITCH: &str = "--own-tests";
/// So long may one suite take under one interpreter.
const TIME_LIMIT: Duration = Duration::from_secs(600);
/// So long may one case take, in seconds.
const CASE_SECONDS: &str = "--timeout=60";
/// More cases that fail are counted, not told.
const TOLD_MAX: usize = 20;

/// A suite: a row of `tests/packages/own/suites.tsv`.
struct Suite<'a> {
    package: &'a str,
    version: &'a str,
    /// Folders of tests, and options of pytest.
    arguments: Vec<&'a str>,
}

/// How the cases of a suite ended.
#[derive(Default)]
struct Outcomes {
    /// The outcome of each case, and why.
    cases: BTreeMap<String, (String, String)>,
    /// Whether the suite came to its end.
    is_whole: bool,
}

impl Outcomes {
    /// Reads what the plugin has written.
    fn read(report: &Path) -> Outcomes {
        let mut outcomes = Outcomes::default();
        let text = fs::read_to_string(report).unwrap_or_default();
        for line in text.lines() {
            let mut fields = line.splitn(3, '\t');
            let mut next = || fields.next().unwrap_or_default().to_string();
            let (outcome, name, why) = (next(), next(), next());
            match outcome.as_str() {
                "END" => outcomes.is_whole = true,
                _ => _ = outcomes.cases.insert(name, (outcome, why)),
            }
        }
        outcomes
    }

    fn passed(&self) -> impl Iterator<Item = &String> {
        let passed = self
            .cases
            .iter()
            .filter(|(_, (outcome, _))| outcome == "passed");
        passed.map(|(name, _)| name)
    }
}

/// Whether the command is this one.
pub(crate) fn is_asked(arguments: &[String]) -> bool {
    arguments.iter().any(|argument| argument == SWITCH)
}

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut names = arguments.to_vec();
    _ = take_switch(&mut names, SWITCH);
    let python = take_option(&mut names, "--python")?.unwrap_or_else(|| "python3".to_string());
    let binary = match take_option(&mut names, "--interpreter")? {
        Some(path) => PathBuf::from(path),
        None => release_binary()?,
    };
    refuse_options(&names)?;
    let folder = root().join("target/own-tests");
    let given = root().join("tests/packages/own");
    let site = folder.join("site");
    install_by(&python, &given.join("requirements.txt"), &site)?;
    // Motet loads none of these, so CPython is to do without them, too.
    for compiled in files_below(&site) {
        if compiled
            .extension()
            .is_some_and(|extension| extension == "so")
        {
            fs::remove_file(compiled).map_err(|error| error.to_string())?;
        }
    }
    let suites = fs::read_to_string(given.join("suites.tsv")).map_err(|error| error.to_string())?;
    for suite in suites.lines().filter_map(parse) {
        let is_chosen = names.is_empty() || names.iter().any(|name| name == suite.package);
        if is_chosen {
            let sources = unpacked(&python, &suite, &folder)?;
            judge(&suite, &sources, &folder, (&python, &binary))?;
        }
    }
    Ok(())
}

fn parse(line: &str) -> Option<Suite<'_>> {
    let mut fields = line.split('\t');
    let (package, version) = (fields.next()?, fields.next()?);
    let arguments = fields.next()?.split(' ').collect();
    Some(Suite {
        package,
        version,
        arguments,
    })
}

/// The folder of a package's source distribution, which is fetched if it is not there.
fn unpacked(python: &str, suite: &Suite<'_>, folder: &Path) -> Result<PathBuf, String> {
    let name = format!("{}-{}", suite.package.replace('-', "_"), suite.version);
    let sources = folder.join("sources");
    if !sources.join(&name).is_dir() {
        let mut pip = Command::new(python);
        pip.args(["-m", "pip", "download", "--quiet", "--no-deps"]);
        pip.args(["--no-binary", suite.package, "--dest"])
            .arg(&sources);
        pip.arg(format!("{}=={}", suite.package, suite.version));
        run_command(&mut pip)?;
        let archive = sources.join(format!("{name}.tar.gz"));
        let mut unpack = Command::new(python);
        unpack
            .args(["-m", "tarfile", "-e"])
            .arg(archive)
            .arg(&sources);
        run_command(&mut unpack)?;
    }
    Ok(sources.join(name))
}

/// Runs a suite under each interpreter, and tells what passes under CPython alone.
fn judge(
    suite: &Suite<'_>,
    sources: &Path,
    folder: &Path,
    (python, binary): (&str, &Path),
) -> Result<(), String> {
    let wanted = attempt(suite, sources, folder, &[python])?;
    let count = wanted.passed().count();
    println!(
        "{} {}: {count} cases pass under CPython",
        suite.package, suite.version
    );
    let binary = binary.to_string_lossy();
    for mode in ["gil", "stm"] {
        let option = format!("tm={mode}");
        let found = attempt(suite, sources, folder, &[&*binary, "-X", &option])?;
        let missed: Vec<&String> = wanted
            .passed()
            .filter(|name| {
                found
                    .cases
                    .get(*name)
                    .is_none_or(|(outcome, _)| outcome != "passed")
            })
            .collect();
        let end = if found.is_whole {
            ""
        } else {
            "; it did not come to its end"
        };
        println!("  {mode}: {} of them{end}", count - missed.len());
        for name in missed.iter().take(TOLD_MAX) {
            match found.cases.get(*name) {
                Some((outcome, why)) => println!("    {outcome} {name}: {why}"),
                None => println!("    not run: {name}"),
            }
        }
    }
    Ok(())
}

/// Runs a suite under an interpreter.
fn attempt(
    suite: &Suite<'_>,
    sources: &Path,
    folder: &Path,
    interpreter: &[&str],
) -> Result<Outcomes, String> {
    let report = folder.join("report.tsv");
    _ = fs::remove_file(&report);
    let output = fs::File::create(folder.join("said.txt")).map_err(|error| error.to_string())?;
    let errors = output.try_clone().map_err(|error| error.to_string())?;
    let modules = [folder.join("site"), root().join("tests/packages/own")];
    let modules = std::env::join_paths(modules).map_err(|error| error.to_string())?;
    let mut child = Command::new(interpreter[0])
        .args(&interpreter[1..])
        .args([
            "-m",
            "pytest",
            "-q",
            "-p",
            "own_report",
            "-p",
            "no:cacheprovider",
        ])
        .args(["-o", "addopts=", "-o", "filterwarnings=", CASE_SECONDS])
        .arg("--continue-on-collection-errors")
        .args(&suite.arguments)
        .current_dir(sources)
        .env("PYTHONPATH", modules)
        .env("OWN_REPORT", &report)
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("{}: {error}", interpreter[0]))?;
    watch::wait(&mut child, TIME_LIMIT).map_err(|error| error.to_string())?;
    Ok(Outcomes::read(&report))
}
