//! The folder of a CPython source (or installation) with its tests.

use crate::workspace::output;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The message where there is none.
pub(super) const NONE_HERE: &str =
    "conformance: skipped: no CPython tests here (MOTET_CPYTHON_TESTS=FOLDER names one)";

/// Versions whose tests ask for features that Motet has.
const VERSIONS: &[&str] = &["3.14", "3.13"];

/// A folder `test` of CPython.
pub(super) struct Source {
    pub(super) folder: PathBuf,
    /// The version whose table is compared: one of [`VERSIONS`].
    pub(super) version: &'static str,
}

impl Source {
    /// The one that the environment names, or that an installed interpreter brings.
    pub(super) fn find() -> Option<Source> {
        if let Some(folder) = std::env::var_os("MOTET_CPYTHON_TESTS") {
            let folder = PathBuf::from(folder);
            let version = version_of(&folder);
            return is_source(&folder).then_some(Source { folder, version });
        }
        for version in VERSIONS {
            let mut candidates = Vec::new();
            candidates.extend(of_interpreter(version));
            candidates.push(PathBuf::from(format!("/usr/lib/python{version}/test")));
            candidates.extend(of_managed_versions(version));
            if let Some(folder) = candidates.into_iter().find(|folder| is_source(folder)) {
                return Some(Source { folder, version });
            }
        }
        None
    }

    /// Whether this version has the module.
    pub(super) fn has(&self, module: &str) -> bool {
        let path = self.path_of(module);
        path.is_file() || path.join("__init__.py").is_file()
    }

    /// The file of a module, or the folder of a package.
    pub(super) fn path_of(&self, module: &str) -> PathBuf {
        let place = self.folder.join(module.replace('.', "/"));
        match place.is_dir() {
            true => place,
            false => place.with_extension("py"),
        }
    }

    /// A number that says whether a module is the same as another time (FNV-1a over its files).
    pub(super) fn fingerprint(&self, module: &str) -> u64 {
        let path = self.path_of(module);
        let mut files = match path.is_dir() {
            true => crate::workspace::files_below(&path),
            false => vec![path],
        };
        files.retain(|file| file.extension().is_some_and(|extension| extension == "py"));
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for file in files {
            for byte in std::fs::read(file).unwrap_or_default() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        hash
    }

    /// How many test methods the text of a module has.
    pub(super) fn methods(&self, module: &str) -> usize {
        let path = self.path_of(module);
        let files = match path.is_dir() {
            true => crate::workspace::files_below(&path),
            false => vec![path],
        };
        files
            .iter()
            .filter(|file| file.extension().is_some_and(|extension| extension == "py"))
            .map(|file| {
                let text = std::fs::read(file).unwrap_or_default();
                let text = String::from_utf8_lossy(&text).into_owned();
                let is_method = |line: &&str| {
                    let line = line.trim_start();
                    let line = line.strip_prefix("async ").unwrap_or(line);
                    line.starts_with("def test")
                };
                text.lines().filter(is_method).count()
            })
            .sum()
    }
}

/// The version of a folder that the environment names: a module that came with 3.14 tells it.
fn version_of(folder: &Path) -> &'static str {
    let is_newer = folder.join("test_annotationlib.py").is_file();
    VERSIONS[usize::from(!is_newer)]
}

fn is_source(folder: &Path) -> bool {
    folder.join("test_int.py").is_file() && folder.join("support/__init__.py").is_file()
}

fn of_interpreter(version: &str) -> Option<PathBuf> {
    let mut command = Command::new(format!("python{version}"));
    command.args([
        "-c",
        "import sysconfig; print(sysconfig.get_path('stdlib'))",
    ]);
    let folder = output(&mut command).ok()?;
    Some(Path::new(folder.trim()).join("test"))
}

/// Interpreters that pyenv has installed and that no command leads to.
fn of_managed_versions(version: &str) -> Vec<PathBuf> {
    let Some(home) = std::env::var_os("HOME") else {
        return Vec::new();
    };
    let versions = Path::new(&home).join(".pyenv/versions");
    let entries = std::fs::read_dir(versions).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.path().join(format!("lib/python{version}/test")))
        .collect();
    folders.sort();
    folders
}
