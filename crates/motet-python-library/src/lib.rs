//! The sources of Python's standard library, packed into the program.
//!
//! Most are CPython 3.14's own (`Lib/`, under the PSF licence), taken from a package that carries
//! them as files; those in `lib/` are ours and stand in front: modules that CPython writes in C and
//! that need no speed here, or that must know this machine.

mod files;

use std::sync::Arc;

pub use files::place_of;
use motet_python_bytecode::Code;

/// The folder in the path of a module of the library, as `__file__` shows it. No such folder
/// exists; the functions for files ask [`place_of`] where its files lie.
pub const FOLDER: &str = "/<stdlib>";

/// Module name, whether it is a package, where its compressed text begins, how long that is, and
/// the same of its code. Sorted by name.
static INDEX: &[(&str, bool, usize, usize, usize, usize)] =
    include!(concat!(env!("OUT_DIR"), "/index.rs"));

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.bin"));

/// The name and the content of pip's wheel, as the package of the library has it.
pub const PIP: (&str, &[u8]) = (
    include_str!(concat!(env!("OUT_DIR"), "/pip.txt")),
    include_bytes!(concat!(env!("OUT_DIR"), "/pip.whl")),
);

/// A module of the library.
#[derive(Clone, Debug)]
pub struct LibraryModule {
    /// Its source text.
    pub text: String,
    /// Whether it is a package.
    pub is_package: bool,
    /// Its path below [`FOLDER`].
    pub path: String,
}

/// Whether there is a module of this full name.
pub fn contains(name: &str) -> bool {
    position(name).is_some()
}

fn position(name: &str) -> Option<usize> {
    INDEX.binary_search_by_key(&name, |entry| entry.0).ok()
}

/// The path of the module of a full name, and whether it is a package.
pub fn locate(name: &str) -> Option<(String, bool)> {
    let is_package = INDEX[position(name)?].1;
    Some((path_of(name, is_package), is_package))
}

/// The module of a full name.
pub fn find(name: &str) -> Option<LibraryModule> {
    let (_, is_package, start, length, ..) = INDEX[position(name)?];
    let bytes = lz4_flex::decompress_size_prepended(&PACKED[start..start + length]);
    // The build script has packed it, and all sources are UTF-8 but for two that are never
    // imported.
    let text = String::from_utf8_lossy(&bytes.ok()?).into_owned();
    Some(LibraryModule {
        text,
        is_package,
        path: path_of(name, is_package),
    })
}

/// The code of the module with a path, if it was compiled when this program was built.
pub fn code_at(path: &str) -> Option<Arc<Code>> {
    code_of(position(&name_at(path)?)?)
}

fn code_of(position: usize) -> Option<Arc<Code>> {
    let (_, _, _, _, start, length) = INDEX[position];
    if length == 0 {
        return None;
    }
    let bytes = lz4_flex::decompress_size_prepended(&PACKED[start..start + length]);
    // The build script has packed it.
    motet_python_bytecode::unpack_lazily(bytes.ok()?, 0, true)
}

/// The code of one of the machine's own modules, if it was compiled when this program was built.
pub fn code_of_machine(name: &str) -> Option<Arc<Code>> {
    code_of(position(&format!("<frozen {name}>"))?)
}

/// The Python source of one of the machine's own modules.
pub fn machine_source(name: &str) -> Option<&'static str> {
    Some(match name {
        "sys" => include_str!("../machine/sys.py"),
        "_thread" => include_str!("../machine/_thread.py"),
        "signal" => include_str!("../machine/signal.py"),
        "threading" => include_str!("../machine/threading.py"),
        "motet" => include_str!("../machine/motet.py"),
        "_groups" => include_str!("../machine/_groups.py"),
        "_template" => include_str!("../machine/_template.py"),
        "_typing" => include_str!("../machine/_typing.py"),
        _ => return None,
    })
}

/// The name of the module with a path.
fn name_at(path: &str) -> Option<String> {
    let place = path.strip_prefix(FOLDER)?.strip_prefix('/')?;
    let place = place.strip_suffix(".py")?;
    let place = place.strip_suffix("/__init__").unwrap_or(place);
    Some(place.replace('/', "."))
}

fn path_of(name: &str, is_package: bool) -> String {
    let place = name.replace('.', "/");
    let last = if is_package { "/__init__" } else { "" };
    format!("{FOLDER}/{place}{last}.py")
}

/// The text of the file of a module, by the path that [`find`] gave it.
pub fn text_at(path: &str) -> Option<String> {
    Some(find(&name_at(path)?)?.text)
}

/// The names of all top-level modules.
pub fn top_level_names() -> impl Iterator<Item = &'static str> {
    INDEX
        .iter()
        .map(|entry| entry.0)
        .filter(|name| !name.contains(['.', '<']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_and_packages_are_found_by_name_and_by_path() {
        let module = find("heapq").expect("a module of the library");
        assert!(module.text.contains("def heappush"));
        assert!(!module.is_package);
        assert_eq!(module.path, "/<stdlib>/heapq.py");
        let package = find("re").expect("a package of the library");
        assert!(package.is_package);
        assert_eq!(text_at(&package.path), Some(package.text));
        assert!(find("re._compiler").is_some());
        assert!(find("no_such_module").is_none());
        assert!(top_level_names().any(|name| name == "json"));
    }
}
