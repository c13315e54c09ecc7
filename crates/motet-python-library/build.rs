//! Packs the sources of the standard library: those of CPython 3.14 as `rustpython-pylib` carries
//! them, with the files of `lib/` in front. Each is compressed by itself, so that a program pays
//! only for what it imports.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders and modules that are no use here: programs with windows, installers, tests, data.
const LEFT_OUT: &[&str] = &[
    "__hello__.py",
    "__phello__",
    "__pycache__",
    "_aix_support.py",
    "_android_support.py",
    "_apple_support.py",
    "_ios_support.py",
    "_osx_support.py",
    "antigravity.py",
    "idlelib",
    "ntpath_tests",
    "pydoc_data",
    "site-packages",
    "test",
    "tests",
    "tkinter",
    "turtle.py",
    "turtledemo",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=lib");
    let mut files = BTreeMap::new();
    collect(Path::new(rustpython_pylib::LIB_PATH), "", &mut files);
    collect(Path::new("lib"), "", &mut files);
    let mut blob = Vec::new();
    let mut index = String::from("&[\n");
    for (module, path) in &files {
        println!("cargo::rerun-if-changed={}", path.display());
        let text = adapted(fs::read(path).expect("a file that was just listed"));
        let packed = lz4_flex::compress_prepend_size(&text);
        let is_package = path.ends_with("__init__.py");
        let (start, length) = (blob.len(), packed.len());
        writeln!(index, "({module:?}, {is_package}, {start}, {length}),").expect("a string");
        blob.extend_from_slice(&packed);
    }
    index.push(']');
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    fs::write(folder.join("library.bin"), blob).expect("the folder of the build");
    fs::write(folder.join("index.rs"), index).expect("the folder of the build");
}

/// Two modules name the folders of packages after the interpreter that their package was made for.
fn adapted(text: Vec<u8>) -> Vec<u8> {
    // Two files are not UTF-8; nobody imports them.
    let text = String::from_utf8_lossy(&text);
    text.replace("return 'RustPython'", "return 'Motet'")
        .into_bytes()
}

/// Finds the modules below a folder; what was found before is replaced.
fn collect(folder: &Path, package: &str, files: &mut BTreeMap<String, PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of the library");
    for entry in entries {
        let path = entry.expect("an entry of a folder").path();
        let name = path.file_name().and_then(|name| name.to_str());
        let Some(name) = name.filter(|name| !LEFT_OUT.contains(name)) else {
            continue;
        };
        if path.is_dir() {
            collect(&path, &format!("{package}{name}."), files);
        } else if name == "__init__.py" && !package.is_empty() {
            files.insert(package.trim_end_matches('.').to_owned(), path);
        } else if let Some(module) = name.strip_suffix(".py") {
            files.insert(format!("{package}{module}"), path);
        }
    }
}
