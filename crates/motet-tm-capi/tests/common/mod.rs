//! The parts that the tests share: the C compiler, and paths.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the libraries: beside the test.
pub(crate) fn library_folder() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    test.parent().expect("it lies in a folder").to_path_buf()
}

/// The workspace.
pub(crate) fn workspace() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the crate is in a workspace")
}

/// A path for a file that a test makes.
pub(crate) fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The compilers to try: `CC` if set, else `cc` and, if there is one, `clang`.
pub(crate) fn compilers() -> Vec<String> {
    if let Ok(compiler) = std::env::var("CC") {
        return vec![compiler];
    }
    let clang = Command::new("clang").arg("--version").output();
    let mut all = vec!["cc".to_string()];
    if clang.is_ok_and(|output| output.status.success()) {
        all.push("clang".to_string());
    }
    all
}

/// Runs a compiler with the house's warnings on.
pub(crate) fn compile(compiler: &str, sources: &[PathBuf], options: &[&str]) -> Output {
    Command::new(compiler)
        .args(["-std=gnu11", "-Wall", "-Wextra", "-Werror"])
        .arg("-I")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include"))
        .args(sources)
        .args(options)
        .output()
        .expect("there is a C compiler")
}

/// Makes a program against the static library.
pub(crate) fn build(compiler: &str, sources: &[PathBuf], options: &[&str], program: &Path) {
    let archive = library_folder().join("libmotet_tm_c.a");
    let mut all = options.to_vec();
    let system = ["-lpthread", "-ldl", "-lm", "-lgcc_s"];
    all.extend(["-o", text(program), text(&archive)]);
    all.extend(system);
    expect_success(&compile(compiler, sources, &all), "the compiler");
}

/// A path as text.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("paths here are text")
}

/// Fails with the output, unless the program succeeded.
pub(crate) fn expect_success(output: &Output, what: &str) {
    assert!(
        output.status.success(),
        "{what}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
