//! The sources of Python's standard library, packed into the program.
//!
//! Most are CPython 3.14's own (`Lib/`, under the PSF licence), taken from a package that carries
//! them as files; those in `lib/` are ours and stand in front: modules that CPython writes in C and
//! that need no speed here, or that must know this machine.

/// What the path of a module of the library begins with, as `__file__` shows it.
pub const FOLDER: &str = "<stdlib>";

/// Module name, whether it is a package, where its compressed text begins, how long that is.
/// Sorted by name.
static INDEX: &[(&str, bool, usize, usize)] = include!(concat!(env!("OUT_DIR"), "/index.rs"));

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.bin"));

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
    let (_, is_package, start, length) = INDEX[position(name)?];
    let bytes = lz4_flex::decompress_size_prepended(&PACKED[start..start + length]);
    // The build script has packed it, and all sources are UTF-8 but for two that nobody imports.
    let text = String::from_utf8_lossy(&bytes.ok()?).into_owned();
    Some(LibraryModule {
        text,
        is_package,
        path: path_of(name, is_package),
    })
}

fn path_of(name: &str, is_package: bool) -> String {
    let place = name.replace('.', "/");
    let last = if is_package { "/__init__" } else { "" };
    format!("{FOLDER}/{place}{last}.py")
}

/// The text of the file of a module, by the path that [`find`] gave it.
pub fn text_at(path: &str) -> Option<String> {
    let place = path.strip_prefix(FOLDER)?.strip_prefix('/')?;
    let place = place.strip_suffix(".py")?;
    let place = place.strip_suffix("/__init__").unwrap_or(place);
    Some(find(&place.replace('/', "."))?.text)
}

/// The names of all top-level modules.
pub fn top_level_names() -> impl Iterator<Item = &'static str> {
    INDEX
        .iter()
        .map(|entry| entry.0)
        .filter(|name| !name.contains('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_and_packages_are_found_by_name_and_by_path() {
        let module = find("heapq").expect("a module of the library");
        assert!(module.text.contains("def heappush"));
        assert!(!module.is_package);
        assert_eq!(module.path, "<stdlib>/heapq.py");
        let package = find("re").expect("a package of the library");
        assert!(package.is_package);
        assert_eq!(text_at(&package.path), Some(package.text));
        assert!(find("re._compiler").is_some());
        assert!(find("no_such_module").is_none());
        assert!(top_level_names().any(|name| name == "json"));
    }
}
