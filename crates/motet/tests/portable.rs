//! Programs with atomic blocks run on CPython too, by `python/motet`: there they print the same.

mod support;

use std::process::Command;
use std::time::Duration;

use support::process::run_to_end;
use support::{programs_below, root};

const TIME_LIMIT: Duration = Duration::from_secs(60);

#[test]
fn programs_with_atomic_blocks_run_on_cpython_with_the_module_of_that_name() {
    let root = root();
    let mut checked = 0;
    for program in programs_below("tests/programs/atomic") {
        let mut command = Command::new("python3");
        command
            .arg(&program)
            .current_dir(&root)
            .env("PYTHONPATH", root.join("python"))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        let ended = run_to_end(&mut command, TIME_LIMIT).expect("the build needs a python3 too");
        let expected = std::fs::read_to_string(program.with_extension("out")).expect("recorded");
        let shown = program.display();
        assert!(ended.status.is_some(), "{shown} does not end");
        assert_eq!(ended.stdout, expected, "{shown}: {}", ended.stderr);
        checked += 1;
    }
    assert!(checked > 10, "{checked} programs");
}
