//! The chores of this repository: `cargo xtask COMMAND`. One place that works on every machine with
//! a Rust toolchain, so that contributors and the continuous integration run the very same checks.

mod attack;
mod bench;
mod conformance;
mod demo;
mod guide;
mod own_tests;
mod packages;
mod record;
mod statistics;
mod suite;
mod tidy;
mod watch;
mod workspace;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  tidy [--shrink | --report]
                        check the rules of the house; --shrink lowers the ratchet where it can,
                        --report prints lines, comments, assertions and cycles of each crate
  record [--python COMMAND] [--check] [NAME…]
                        write the expected outputs of tests/programs from another Python
  test [--quick]        everything that must pass: format, lints, tidy, tests, programs, stress;
                        --quick is the part of it for the daily loop
  bench [--quick] [--record] [--rounds N] [--python COMMAND] [NAME…]
                        compare stm, gil and python3 on bench/skeleton
  conformance [--record] [--interpreter BINARY] [--jobs N] [--limit SECONDS] [--judged]
              [--option OPTIONS] [--busy] [MODULE…]
                        run CPython's own test modules and compare with tests/conformance/results
  packages [--python COMMAND] [--interpreter BINARY] [NAME…]
                        install pinned packages and try each; writes docs/packages.md
  packages --own-tests [--python COMMAND] [--interpreter BINARY] [NAME…]
                        run the packages' own suites under CPython (COMMAND), gil and stm, and tell
                        what passes under CPython alone
  attack MINUTES [KIND] [--seed N] [--interpreter BINARY] [--python COMMAND]
                        generated programs, damaged files, signals; findings go to target/attack
  guide                 count what programs run: release builds are guided by that (guide/; fifteen
                        minutes on two cores)
  demo                  two threads on two cores, against the same program under one lock
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next().unwrap_or_default();
    let rest: Vec<String> = arguments.collect();
    let outcome = match command.as_str() {
        "tidy" => tidy::run(&rest),
        "record" => record::run(&rest),
        "test" => suite::run(&rest),
        "bench" => bench::run(&rest),
        "conformance" => conformance::run(&rest),
        "packages" if own_tests::is_asked(&rest) => own_tests::run(&rest),
        "packages" => packages::run(&rest),
        "attack" => attack::run(&rest),
        "guide" => guide::run(&rest),
        "demo" => demo::run(&rest),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(())
        }
        _ => Err(USAGE.to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}
