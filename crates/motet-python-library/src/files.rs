//! The library as files, for programs that look at it as such: `inspect.getsource`, the lines that
//! a debugger shows, `os.listdir(os.path.dirname(os.__file__))`, checkers of programs.
//!
//! A path of the library is absolute and begins with [`FOLDER`]. No such folder exists: the
//! interpreter's functions for files, which all take their paths from one function, ask
//! [`place_of`] for the real one. At the first such question on a machine all sources are written
//! below the user's folder of caches, which takes a tenth of a second; a program that never asks
//! writes nothing. Modules are never imported from there, so nobody who changes these files changes
//! a program. Another program, such as an editor, does not understand the path.

use std::env;
use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::{FOLDER, INDEX, PACKED, path_of};

/// Tells the content of this program's library from that of another build.
const PRINT: &str = include_str!(concat!(env!("OUT_DIR"), "/print.txt"));

/// Where a path of the library lies: none if the path is another one, or if the library cannot be
/// written.
pub fn place_of(path: &[u8]) -> Option<PathBuf> {
    let below = path.strip_prefix(FOLDER.as_bytes())?;
    if below.first().is_some_and(|first| *first != b'/') {
        return None;
    }
    let below = str::from_utf8(below).ok()?;
    let folder = written()?;
    Some(match below.trim_start_matches('/') {
        "" => folder.to_owned(),
        below => folder.join(below),
    })
}

/// The folder with the library, written if it is not there.
fn written() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOUND.get_or_init(|| write_once().ok()).as_deref()
}

/// The user's folder of caches.
fn caches() -> io::Result<PathBuf> {
    let absolute = |name| {
        let folder = env::var_os(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
}

/// Others may be doing the same: each writes below a name of its own, and the first to be ready
/// gives the folder its name.
fn write_once() -> io::Result<PathBuf> {
    let ours = caches()?.join("motet");
    let folder = ours.join(format!("library-{PRINT}"));
    if folder.is_dir() {
        return Ok(folder);
    }
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(&ours)?;
    let begun = ours.join(format!("library-{PRINT}.{}", std::process::id()));
    let outcome = write_all(&begun).and_then(|()| fs::rename(&begun, &folder));
    if outcome.is_err() {
        // (What is left of the attempt is of no use to anybody, if it can be removed at all.)
        let _ = fs::remove_dir_all(&begun);
    }
    if folder.is_dir() {
        return Ok(folder);
    }
    outcome.map(|()| folder)
}

fn write_all(folder: &Path) -> io::Result<()> {
    let modules = INDEX.iter().filter(|entry| !entry.0.starts_with('<'));
    for (name, is_package, start, length, ..) in modules {
        let path = path_of(name, *is_package);
        let below = path.trim_start_matches(FOLDER).trim_start_matches('/');
        let file = folder.join(below);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        let text = lz4_flex::decompress_size_prepended(&PACKED[*start..start + length]);
        fs::write(&file, text.map_err(io::Error::other)?)?;
        fs::set_permissions(&file, Permissions::from_mode(0o444))?;
    }
    Ok(())
}
