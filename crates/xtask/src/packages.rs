//! `cargo xtask packages`: packages that others wrote as judge. Pinned wheels are installed by
//! python3's pip below `target/packages`; a program of ours tries each under several modes, and
//! `docs/packages.md` tells how that ended. It needs the network once, so it is no part of `test`.

use crate::workspace::{refuse_options, release_binary, root, run as run_command, take_option};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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

const HEAD: &str = "\
# Packages as judge

`cargo xtask packages` installs the pinned wheels of `tests/packages/requirements.txt` (what they
have of machine code is not used), runs the programs of `tests/packages` and writes this table. It
is no part of `cargo xtask test`. A reason is the last line that a program said. Where a package
only imports a native module that Motet does not have, `tests/packages/absent.py` stands in for it
and refuses every call (bottle: `_socket`; networkx: `_bz2`, `_lzma`); pytest runs without its
plugin for `faulthandler`. pip is the one that `-m venv` and `-m ensurepip` install; it installs
files: there are no sockets.

| Package | Version | stm | gil | abort=0.02 | Reason |
|---|---|---|---|---|---|
";

/// The command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut names = arguments.to_vec();
    let python = take_option(&mut names, "--python")?.unwrap_or_else(|| "python3".to_string());
    let binary = match take_option(&mut names, "--interpreter")? {
        Some(path) => PathBuf::from(path),
        None => release_binary()?,
    };
    refuse_options(&names)?;
    let tests = root().join("tests/packages");
    let requirements = tests.join("requirements.txt");
    let folder = root().join("target/packages");
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--upgrade", "--no-deps"]);
    pip.args(["--only-binary", ":all:", "--target"])
        .arg(&folder);
    pip.arg("--requirement").arg(&requirements);
    run_command(&mut pip)?;
    let pinned = fs::read_to_string(&requirements).map_err(|error| error.to_string())?;
    let mut table = HEAD.to_string();
    let packages = pinned.lines().filter_map(|line| line.split_once("=="));
    for (package, version) in packages.chain([("pip", "own")]) {
        let program = tests.join(format!("{}_smoke.py", package.replace('-', "_")));
        let is_chosen = names.is_empty() || names.iter().any(|name| name == package);
        if !program.is_file() || !is_chosen {
            continue;
        }
        let row = judge(&binary, &program, &folder)?;
        println!("{package} {version}: {row}");
        writeln!(table, "| {package} | {version} | {row} |").expect("a string");
    }
    if names.is_empty() {
        let page = root().join("docs/packages.md");
        fs::write(page, table).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The columns of a program: how it ended under each mode, and why.
fn judge(binary: &Path, program: &Path, packages: &Path) -> Result<String, String> {
    let (mut row, mut reason) = (String::new(), String::new());
    for (_, options) in MODES {
        match attempt(binary, options, program, packages)? {
            Ok(()) => row.push_str("passes | "),
            Err(said) => {
                row.push_str("**fails** | ");
                reason = said.replace('|', "\\|");
            }
        }
    }
    Ok(row + &reason)
}

/// Runs a program; the error is its last line of output.
fn attempt(
    binary: &Path,
    options: &[&str],
    program: &Path,
    packages: &Path,
) -> Result<Result<(), String>, String> {
    let told = packages.join("told.txt");
    let errors = fs::File::create(&told).map_err(|error| error.to_string())?;
    let mut child = Command::new(binary)
        .args(options)
        .arg(program)
        .env("PYTHONPATH", packages)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(errors)
        .spawn()
        .map_err(|error| format!("{}: {error}", binary.display()))?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill().map_err(|error| error.to_string())?;
            child.wait().map_err(|error| error.to_string())?;
            return Ok(Err(format!("killed after {TIME_LIMIT:?}")));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    if status.success() {
        return Ok(Ok(()));
    }
    let said = fs::read_to_string(&told).unwrap_or_default();
    let last = said.lines().last().unwrap_or_default();
    Ok(Err(format!("{last} ({status})")))
}
