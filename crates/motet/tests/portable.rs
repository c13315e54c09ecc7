//! Programs with atomic blocks run on CPython too, by `python/motet`: there they print the same.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().and_then(Path::parent);
    root.expect("this crate lives two folders below the root")
        .to_path_buf()
}

#[test]
fn programs_with_atomic_blocks_run_on_cpython_with_the_module_of_that_name() {
    let root = root();
    let folder = root.join("tests/programs/atomic");
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).expect("there are programs") {
        let program = entry.expect("readable").path();
        if program
            .extension()
            .is_none_or(|extension| extension != "py")
        {
            continue;
        }
        let output = Command::new("python3")
            .arg(&program)
            .current_dir(&root)
            .env("PYTHONPATH", root.join("python"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .output()
            .expect("the build needs a python3 too");
        let expected = std::fs::read(program.with_extension("out")).expect("recorded");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&expected),
            "{}: {errors}",
            program.display()
        );
        checked += 1;
    }
    assert!(checked > 10, "{checked} programs");
}
