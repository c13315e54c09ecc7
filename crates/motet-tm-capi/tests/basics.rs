//! The C program that goes through the interface function by function, at several levels of
//! optimisation, and the misuses that must end with a message.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{build, compilers, expect_success, scratch};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/basics.c")
}

#[test]
fn every_function_does_what_the_header_says() {
    for compiler in compilers() {
        for options in [
            &["-O0"][..],
            &["-O2"],
            &["-O2", "-DNDEBUG"],
            &["-O3", "-march=native"],
        ] {
            let name = format!("basics-{compiler}{}", options.concat());
            let program = scratch(&name);
            build(&compiler, &[source()], options, &program);
            let output = Command::new(&program).output().expect("runs");
            expect_success(&output, &name);
            assert_eq!(output.stdout, b"all is well\n");
        }
    }
}

/// Misuses, each with the message with which the process must end.
const MISUSES: [(&str, &str); 24] = [
    ("unregistered", "the thread is not registered"),
    ("pop-empty", "STM_POP_ROOT: the root stack is empty"),
    ("read-outside", "stm_read: no transaction is open"),
    ("write-outside", "stm_write: no transaction is open"),
    ("allocate-outside", "stm_allocate: no transaction is open"),
    ("commit-outside", "stm_commit_transaction: no transaction"),
    ("started-and-returned", "has returned"),
    ("start-inside", "a transaction is open"),
    ("unregister-inside", "a transaction is open"),
    ("address", "stm_read: a foreign reference"),
    ("misaligned", "stm_write: a foreign reference"),
    ("null", "stm_read: a foreign reference"),
    ("stale", "stm_write: a foreign reference"),
    ("foreign-element", "stm_write_element: a foreign reference"),
    ("outside-of-array", "outside of the array"),
    ("read-large-array", "is read by stm_read_element"),
    ("thread-root", "there are STM_THREAD_ROOTS roots"),
    ("commit-in-atomic", "an atomic block is open"),
    ("disable-atomic", "no atomic block is open"),
    ("gil-abort", "runs under the GIL"),
    ("blocking", "the transaction is not inevitable"),
    ("abort-inevitable", "the transaction is inevitable"),
    ("overflow", "the root stack is full"),
    ("nothing", "nothing went unnoticed"),
];

#[test]
fn misuse_ends_with_a_message() {
    let program = scratch("misuse");
    build("cc", &[source()], &["-O1"], &program);
    for (misuse, message) in MISUSES {
        let output = Command::new(&program).arg(misuse).output().expect("runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(message), "{misuse}: {errors}");
        // The last entry shows that the program can tell when nothing was noticed.
        assert_eq!(output.status.success(), misuse == "nothing", "{misuse}");
    }
}
