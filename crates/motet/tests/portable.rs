//! Programs with atomic blocks run on CPython too, by `python/motet`: there they print the same.

mod support;

use std::process::Command;
use support::{programs_below, root};

#[test]
fn programs_with_atomic_blocks_run_on_cpython_with_the_module_of_that_name() {
    let root = root();
    let mut checked = 0;
    for program in programs_below("tests/programs/atomic") {
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
