//! The Lisp of `examples/lisp`: compiled with all warnings, its programs print the expected output
//! under both controls and under every injection.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{build, compilers, expect_success, scratch, text, workspace};

/// How each program is run; the first three are the machine as it is meant to be used.
const RUNS: [&[&str]; 14] = [
    &[],
    &["--gil"],
    &["--stop"],
    &["--stop", "--inject", "abort=0.05,collect"],
    &["--stop", "--step", "8"],
    &["--inject", "abort=0.05"],
    &["--inject", "collect"],
    &["--inject", "commit"],
    &["--inject", "major=50,abort=0.01"],
    &["--gil", "--inject", "major=200"],
    &["--inject", "abort=0.05,collect,commit,segments,seed=5"],
    &["--segments", "4", "--nursery", "4096"],
    &["--step", "7"],
    &["--gil", "--inject", "collect,commit"],
];

fn folder() -> PathBuf {
    workspace().join("examples/lisp")
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the example");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut found: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    found.sort();
    found
}

/// Makes the interpreter, one for each test: tests run at the same time.
fn lisp(test: &str, compiler: &str, options: &[&str]) -> PathBuf {
    let program = scratch(&format!("lisp-{test}-{compiler}{}", options.concat()));
    build(compiler, &files(&folder(), "c"), options, &program);
    program
}

fn run(lisp: &Path, options: &[&str], program: &Path) -> Output {
    Command::new("timeout")
        .args(["120", text(lisp)])
        .args(options)
        .arg(program)
        .output()
        .expect("runs")
}

fn check(lisp: &Path, options: &[&str]) {
    let programs = files(&folder().join("programs"), "lisp");
    assert!(programs.len() >= 7, "the programs are found");
    for program in programs {
        let expected = fs::read(program.with_extension("expected")).expect("expected output");
        let output = run(lisp, options, &program);
        let what = format!("{} {options:?}", program.display());
        expect_success(&output, &what);
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&expected),
            "{what}"
        );
    }
}

#[test]
fn programs_print_what_is_expected_in_every_way_of_running() {
    let lisp = lisp("runs", "cc", &["-O2"]);
    for options in RUNS {
        check(&lisp, options);
    }
}

#[test]
fn every_compiler_and_level_gives_the_same_machine() {
    for compiler in compilers() {
        for level in [&["-O0"][..], &["-O3"], &["-O2", "-DNDEBUG"]] {
            let lisp = lisp("levels", &compiler, level);
            check(&lisp, &[]);
            check(&lisp, &["--inject", "abort=0.2,collect"]);
        }
    }
}

#[test]
fn a_program_with_a_wrong_answer_is_seen() {
    let lisp = lisp("wrong", "cc", &["-O1"]);
    let program = scratch("wrong.lisp");
    // Without the atomic block a commit may come between the two halves of an increment.
    let source = fs::read_to_string(folder().join("programs/counter.lisp")).expect("text");
    fs::write(&program, source.replace("(atomic (put!", "(begin (put!")).expect("scratch");
    let output = run(&lisp, &["--inject", "commit", "--step", "3"], &program);
    expect_success(&output, "counter without atomic");
    assert_ne!(output.stdout, b"counted right\n");
}

#[test]
fn errors_of_programs_are_reported() {
    let lisp = lisp("errors", "cc", &["-O1"]);
    for (source, message) in [
        ("(car 1)", "not what the function is for: 1"),
        ("(print nobody)", "unbound variable: nobody"),
        ("((lambda (x) x))", "an argument is missing for: x"),
        ("(+ 1 (quote a))", "not an integer: a"),
        (
            "(vector-ref (make-vector 2 0) 2)",
            "outside of the vector: 2",
        ),
        ("(define (f) (+ 1 (f))) (f)", "recursion is too deep"),
        ("(* 4000000000 4000000000)", "integer overflow"),
        (
            "(wait (atomic (wait (future 1))))",
            "an atomic block cannot wait",
        ),
        ("(make-vector 100000000000 0)", "no room for a vector"),
        ("(print (list 1 2)", "the text ends inside of an expression"),
    ] {
        let program = scratch("error.lisp");
        fs::write(&program, source).expect("scratch");
        let output = run(&lisp, &[], &program);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(message), "{source}: {errors}");
        assert_eq!(output.status.code(), Some(1), "{source}");
    }
}
