//! `cargo xtask packages`: packages that others wrote as judge. Pinned wheels are installed by
//! python3's pip below `target/packages`; a program of ours tries each under several modes, and
//! `docs/packages.md` tells how that ended. A program beside which `NAME.out` lies must print what
//! CPython printed, which `--record PYTHON` writes. It needs the network once, so it is no part of
//! `test`.

use crate::watch;
use crate::workspace::{refuse_options, release_binary, root, run as run_command, take_option};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The version of Python that the packages are installed for.
const PYTHON_VERSION: &str = "3.14";
/// The modes, as the table names them and as options.
const MODES: &[(&str, &[&str])] = &[
    ("stm", &["-X", "tm=stm"]),
    ("gil", &["-X", "tm=gil"]),
    (
        "abort=0.02",
        &["-X", "tm=stm", "-X", "tm_inject=abort=0.02,seed=1"],
    ),
];

/// So long may one program take.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// Where the page keeps the table; what stands around it is written by hand.
const TABLE_HEAD: &str =
    "| Package | Version | stm | gil | abort=0.02 | Reason |\n|---|---|---|---|---|---|\n";

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut names = arguments.to_vec();
    let python = take_option(&mut names, "--python")?.unwrap_or_else(|| "python3".to_string());
    let recorder = take_option(&mut names, "--record")?.map(PathBuf::from);
    let binary = match take_option(&mut names, "--interpreter")? {
        Some(path) => PathBuf::from(path),
        None if recorder.is_some() => PathBuf::new(),
        None => release_binary()?,
    };
    refuse_options(&names)?;
    let tests = root().join("tests/packages");
    let requirements = tests.join("requirements.txt");
    let folder = root().join("target/packages");
    install_by(&python, &requirements, &folder)?;
    let pinned = fs::read_to_string(&requirements).map_err(|error| error.to_string())?;
    let mut table = TABLE_HEAD.to_string();
    let packages = pinned.lines().filter_map(|line| line.split_once("=="));
    for (package, version) in packages.chain([("pip", "own")]) {
        let program = tests.join(format!("{}_smoke.py", package.replace('-', "_")));
        let is_chosen = names.is_empty() || names.iter().any(|name| name == package);
        if !program.is_file() || !is_chosen {
            continue;
        }
        if let Some(python) = &recorder {
            record(python, &program, &folder)?;
            continue;
        }
        let row = judge(&binary, &program, &folder)?;
        println!("{package} {version}: {row}");
        writeln!(table, "| {package} | {version} | {row} |").expect("a string");
    }
    if names.is_empty() && recorder.is_none() {
        write_table(&table)?;
    }
    Ok(())
}

/// Installs pinned wheels into a folder.
pub(crate) fn install_by(python: &str, requirements: &Path, folder: &Path) -> Result<(), String> {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--upgrade", "--no-deps"]);
    // The pinned versions need Python 3.14, whatever version pip runs on.
    pip.args([
        "--python-version",
        PYTHON_VERSION,
        "--ignore-requires-python",
    ]);
    pip.args(["--only-binary", ":all:"]);
    pip.arg("--target").arg(folder);
    pip.arg("--requirement").arg(requirements);
    run_command(&mut pip)
}

/// Puts the table into the page, between the texts before and after it.
fn write_table(table: &str) -> Result<(), String> {
    let page = root().join("docs/packages.md");
    let text = fs::read_to_string(&page).map_err(|error| error.to_string())?;
    let (before, rest) = text
        .split_once(TABLE_HEAD)
        .ok_or("docs/packages.md has no table")?;
    let after: String = rest
        .lines()
        .skip_while(|line| line.starts_with('|'))
        .flat_map(|line| [line, "\n"])
        .collect();
    fs::write(page, format!("{before}{table}{after}")).map_err(|error| error.to_string())
}

/// Where the output of a program lies that CPython printed.
fn recorded(program: &Path) -> PathBuf {
    program.with_extension("out")
}

/// Keeps what CPython prints, of the programs whose output is kept already or that are new.
fn record(python: &Path, program: &Path, packages: &Path) -> Result<(), String> {
    let said = packages.join("said.txt");
    attempt(python, &[], program, packages, &said)?
        .map_err(|why| format!("{}: {why}", program.display()))?;
    if recorded(program).is_file() {
        fs::copy(&said, recorded(program)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// How an output differs from the recorded one, if that is there.
fn difference(program: &Path, said: &Path) -> Result<(), String> {
    let Ok(wanted) = fs::read_to_string(recorded(program)) else {
        return Ok(());
    };
    let said = fs::read_to_string(said).map_err(|error| error.to_string())?;
    if said == wanted {
        return Ok(());
    }
    let line = wanted
        .lines()
        .zip(said.lines())
        .position(|(wanted, said)| wanted != said);
    let line = line.map_or_else(
        || "its end".to_string(),
        |line| format!("line {}", line + 1),
    );
    Err(format!(
        "prints something else than CPython, from {line} on"
    ))
}

/// The columns of a program: how it ended under each mode, and why.
fn judge(binary: &Path, program: &Path, packages: &Path) -> Result<String, String> {
    let (mut row, mut reason) = (String::new(), String::new());
    for (_, options) in MODES {
        let said = packages.join("said.txt");
        let outcome = attempt(binary, options, program, packages, &said)?;
        match outcome.and_then(|()| difference(program, &said)) {
            Ok(()) => row.push_str("passes | "),
            Err(said) => {
                row.push_str("**fails** | ");
                reason = said.replace('|', "\\|");
            }
        }
    }
    Ok(row + &reason)
}

/// Runs a program, whose output goes to `said`; the error is the last line of its error output.
fn attempt(
    binary: &Path,
    options: &[&str],
    program: &Path,
    packages: &Path,
    said: &Path,
) -> Result<Result<(), String>, String> {
    let output = fs::File::create(said).map_err(|error| error.to_string())?;
    let told = packages.join("told.txt");
    let errors = fs::File::create(&told).map_err(|error| error.to_string())?;
    let mut child = Command::new(binary)
        .args(options)
        .arg(program)
        .env("PYTHONPATH", packages)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("{}: {error}", binary.display()))?;
    let status = watch::wait(&mut child, TIME_LIMIT).map_err(|error| error.to_string())?;
    let Some(status) = status else {
        return Ok(Err(format!("killed after {TIME_LIMIT:?}")));
    };
    if status.success() {
        return Ok(Ok(()));
    }
    let said = fs::read_to_string(&told).unwrap_or_default();
    let last = said.lines().last().unwrap_or_default();
    Ok(Err(format!("{last} ({status})")))
}
