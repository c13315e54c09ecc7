//! Tests must end: the processes that programs under test leave behind are found, told and killed.

mod support;

use std::process::Command;
use std::time::Duration;
use support::process::{Ended, run_with_grace};

const LONG: Duration = Duration::from_secs(60);
const SHORT: Duration = Duration::from_millis(300);

fn shell(text: &str, limit: Duration) -> Ended {
    let mut command = Command::new("sh");
    run_with_grace(command.args(["-c", text]), limit, SHORT).expect("a shell is there")
}

#[test]
fn a_program_that_ends_leaves_nothing() {
    let ended = shell("echo said; echo complained >&2; exit 3", LONG);
    assert_eq!(ended.status.and_then(|status| status.code()), Some(3));
    assert_eq!((&*ended.stdout, &*ended.stderr), ("said\n", "complained\n"));
    assert_eq!(ended.left, [""; 0]);
}

#[test]
fn a_process_that_outlives_the_program_is_told() {
    let ended = shell("echo said; sleep 1234 &", LONG);
    assert_eq!(ended.status.and_then(|status| status.code()), Some(0));
    assert_eq!(ended.stdout, "said\n");
    assert_eq!(ended.left, ["sleep 1234 "]);
}

#[test]
fn a_program_that_hangs_is_killed_with_its_processes() {
    // The shell waits for its last command; the processes of both hold the outputs.
    let ended = shell("echo said; sleep 2345 & sleep 3456; true", SHORT);
    assert!(ended.status.is_none());
    assert_eq!(ended.stdout, "said\n");
}

#[test]
fn a_process_of_another_session_is_not_waited_for() {
    let ended = shell("setsid sleep 4 & echo said", LONG);
    assert_eq!(ended.stdout, "said\n");
    assert_eq!(ended.left, ["sleep 4 "]);
}
