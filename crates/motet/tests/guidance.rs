//! The counts that guide release builds must fit the code: `guide/README.md`.
//!
//! A count belongs to a function by its mangled name, which ends in a hash of the types in its
//! signature. A field more in a type that many signatures name gives them all new names: the build
//! goes well, no message tells of it, and programs become a sixth slower. `MOTET_TEST_BINARY` names
//! a release build (in a folder `release`, by which `.cargo/rustc` knows them); without one, and
//! where another version of rustc builds, the test says that it was ignored.

use libtest_mimic::{Arguments, Failed, Trial};
use object::{Object, ObjectSymbol, SymbolKind};
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The hash at the end of a mangled name: a length, a letter, so many digits, a letter.
const HASH_BEGIN: &[u8] = b"17h";
const HASH_DIGITS: usize = 16;
const HASH_END: &[u8] = b"E";

/// So many functions of a hundred have counts at least. (Those that no training ran have none: 78
/// had some when this was written, 17 when a field had taken them.)
const PERCENT_WITH_COUNTS: usize = 60;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let binary = std::env::var("MOTET_TEST_BINARY").ok();
    let binary = binary.filter(|binary| binary.contains("release/"));
    let is_ignored = binary.is_none() || !is_guided();
    let test = move || functions_have_counts(&binary.unwrap_or_default());
    let trial = Trial::test("functions_have_counts", test).with_ignored_flag(is_ignored);
    libtest_mimic::run(&arguments, vec![trial]).exit_code()
}

fn guide() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../guide"))
}

/// Whether the counts are for the version of rustc that builds here.
fn is_guided() -> bool {
    let version = Command::new("rustc").arg("-vV").output();
    let version = version.map(|version| String::from_utf8_lossy(&version.stdout).into_owned());
    let counted = std::fs::read_to_string(guide().join("compiler"));
    match (version, counted) {
        (Ok(version), Ok(counted)) => version.contains(counted.trim()),
        _ => false,
    }
}

fn functions_have_counts(binary: &str) -> Result<(), Failed> {
    let counts = std::fs::read(guide().join("motet.profdata"))?;
    let counted: HashSet<&[u8]> = hashes(&counts).collect();
    let bytes = std::fs::read(binary)?;
    let file = object::File::parse(&*bytes)?;
    let symbols = file.symbols();
    let functions = symbols.filter(|symbol| symbol.kind() == SymbolKind::Text);
    let names = functions.filter_map(|symbol| symbol.name().ok());
    let own = names.filter(|name| name.contains("motet"));
    let functions: HashSet<&[u8]> = own
        .filter_map(|name| hashes(name.as_bytes()).last())
        .collect();
    let (all, with_counts) = (functions.len(), functions.intersection(&counted).count());
    assert!(all > 2000, "{all} functions found");
    if with_counts * 100 < all * PERCENT_WITH_COUNTS {
        let message = format!(
            "{with_counts} of {all} functions have counts: a type in many signatures has changed; \
             put its new fields into a type within, or run `cargo xtask guide`"
        );
        return Err(message.into());
    }
    Ok(())
}

/// The hashes of the names in a text.
fn hashes(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let length = HASH_BEGIN.len() + HASH_DIGITS + 1;
    bytes.windows(length).filter_map(|part| {
        let digits = part.strip_prefix(HASH_BEGIN)?.strip_suffix(HASH_END)?;
        digits.iter().all(u8::is_ascii_hexdigit).then_some(digits)
    })
}
