//! The evaluation (`bench/run`, `bench/report`) with the interpreter just built and `python3`: it
//! measures, resumes, refuses a wrong result, and its report has the measured values.

mod support;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::root;

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("evaluation_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for a test");
    folder
}

/// A script of this folder of the repository, or of a copy of it.
fn script(repository: &Path, name: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("python3");
    command.arg(repository.join("bench").join(name));
    command.args(arguments);
    command.output().expect("python3 is there")
}

/// `bench/run`, tiny, with the interpreter just built.
fn run(repository: &Path, results: &Path, arguments: &[&str]) -> Output {
    let results = results.to_string_lossy();
    let always = ["--motet", env!("CARGO_BIN_EXE_motet"), "--out", &results];
    let always = always
        .into_iter()
        .chain(["--size", "T", "--threads", "1,2"]);
    let arguments: Vec<&str> = always.chain(arguments.iter().copied()).collect();
    script(repository, "run", &arguments)
}

fn lines(results: &Path) -> Vec<Value> {
    let text = fs::read_to_string(results).expect("results");
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("lines of JSON")
}

fn assert_status(output: &Output, status: i32) {
    assert_eq!(output.status.code(), Some(status), "{}", printed(output));
}

fn printed(output: &Output) -> String {
    let all = [output.stdout.clone(), output.stderr.clone()].concat();
    String::from_utf8_lossy(&all).into_owned()
}

/// How many lines are of this kind and interpreter.
fn count(lines: &[Value], kind: &str, interpreter: &str) -> usize {
    let of = |line: &&Value| line["kind"] == kind && line["interpreter"] == interpreter;
    lines.iter().filter(of).count()
}

#[test]
fn what_was_measured_is_kept_resumed_and_told() {
    let folder = folder("kept");
    let results = folder.join("results.jsonl");
    let programs = ["scaling_loop", "bank_transfers", "--on", "gil,stm"];
    let first = run(
        &root(),
        &results,
        &[&programs[..], &["--rounds", "1"]].concat(),
    );
    assert_status(&first, 0);
    let kept = lines(&results);
    // Two programs, with one and two threads; the lock is watched with one alone.
    assert_eq!(
        (count(&kept, "run", "gil"), count(&kept, "run", "stm")),
        (4, 4)
    );
    assert_eq!(
        (
            count(&kept, "observed", "gil"),
            count(&kept, "observed", "stm")
        ),
        (2, 4)
    );
    for line in &kept {
        assert_eq!(line["outcome"], "verified", "{line}");
        assert!(line["seconds"].is_number() && line["machine"]["cores"].is_number());
        let is_observed = line["kind"] == "observed";
        assert_eq!(
            line["statistics"]["commits"].as_u64().is_some(),
            is_observed,
            "{line}"
        );
    }

    // As after an interruption: a line is half written, another is missing.
    let text = fs::read_to_string(&results).expect("results");
    let without_last: Vec<&str> = text.lines().take(kept.len() - 1).collect();
    let cut = without_last.join("\n");
    fs::write(&results, &cut[..cut.len() - 20]).expect("results");
    let again = run(
        &root(),
        &results,
        &[&programs[..], &["--rounds", "2"]].concat(),
    );
    assert_status(&again, 0);
    assert!(
        printed(&again).contains("12 runs are in "),
        "{}",
        printed(&again)
    );
    let text = fs::read_to_string(&results).expect("results");
    assert_eq!(text.lines().count(), kept.len() - 1 + 2 + 8);
    report_tells(&folder, &results);
}

#[test]
fn processes_side_by_side_show_what_the_machine_gives() {
    let folder = folder("processes");
    let results = folder.join("results.jsonl");
    let asked = ["scaling_loop", "--on", "gil,processes", "--rounds", "1"];
    let run = run(&root(), &results, &asked);
    assert_status(&run, 0);
    let kept = lines(&results);
    // With two threads alone, and not watched.
    assert_eq!(count(&kept, "run", "processes"), 1);
    assert_eq!(count(&kept, "observed", "processes"), 0);
    let of = |line: &&Value| line["interpreter"] == "processes";
    let line = kept.iter().find(of).expect("it was counted");
    assert!(
        line["outcome"] == "verified" && line["threads"] == 2,
        "{line}"
    );
    assert!(line["seconds"].is_number() && line["processor_seconds"].is_number());
    let told = printed(&run);
    assert!(told.contains("2 processes of gil at once"), "{told}");

    let markdown = folder.join("evaluation.md");
    let page = folder.join("report.html");
    let files = [&results, &page, &markdown].map(|path| path.to_string_lossy().into_owned());
    let arguments = [&files[0], "--html", &files[1], "--markdown", &files[2]];
    assert_status(&script(&root(), "report", &arguments), 0);
    let text = fs::read_to_string(&markdown).expect("a table");
    assert!(text.contains("| 2 processes over one |"), "{text}");
    let page = fs::read_to_string(&page).expect("a page");
    assert!(
        page.contains("2 processes / one"),
        "the page lacks the ceiling"
    );
}

/// The page and the Markdown of such results.
fn report_tells(folder: &Path, results: &Path) {
    let page = folder.join("report.html");
    let markdown = folder.join("evaluation.md");
    fs::write(&markdown, "").expect("a file");
    let files = [results, &page, &markdown].map(|path| path.to_string_lossy().into_owned());
    let arguments = [&files[0], "--html", &files[1], "--markdown", &files[2]];
    assert_status(&script(&root(), "report", &arguments), 0);
    let page = fs::read_to_string(page).expect("a page");
    for part in [
        "<svg",
        "prefers-color-scheme",
        "name=\"viewport\"",
        "Does it scale?",
        "What transactions cost one thread",
        "Aborts",
        "Where the time goes",
        "The papers&#x27; claims",
        "scaling_loop",
    ] {
        assert!(page.contains(part), "the page lacks {part}");
    }
    assert!(
        !page.contains("<script") && !page.contains("http"),
        "nothing from elsewhere"
    );
    let text = fs::read_to_string(&markdown).expect("a table");
    assert!(text.contains("| bank_transfers |"), "{text}");

    // Text that was written by hand above the mark stays.
    fs::write(&markdown, format!("# Mine\n\n{text}")).expect("a file");
    assert_status(&script(&root(), "report", &arguments), 0);
    let kept = fs::read_to_string(&markdown).expect("a table");
    assert!(kept.starts_with("# Mine\n"), "{kept}");
    assert_eq!(
        kept.matches("| bank_transfers |").count(),
        text.matches("| bank_transfers |").count()
    );
}

/// A copy of the evaluation with one program, the one that the test needs.
fn copy_with(name: &str, program: &str) -> PathBuf {
    let copy = folder(name);
    let bench = root().join("bench");
    let mut pending = vec!["evaluation".to_owned(), "programs/support".to_owned()];
    for file in ["run", "report"] {
        fs::create_dir_all(copy.join("bench")).expect("a folder");
        fs::copy(bench.join(file), copy.join("bench").join(file)).expect("a copy");
    }
    while let Some(below) = pending.pop() {
        fs::create_dir_all(copy.join("bench").join(&below)).expect("a folder");
        for entry in fs::read_dir(bench.join(&below))
            .expect("a folder")
            .flatten()
        {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "py") {
                let to = copy.join("bench").join(&below).join(entry.file_name());
                fs::copy(&path, to).expect("a copy");
            }
        }
    }
    fs::write(copy.join("bench/programs/tried.py"), program).expect("a program");
    copy
}

/// Wrong with two threads of ours; elsewhere as it should be.
const WRONG: &str = "\
from support.options import Benchmark
import sys
benchmark = Benchmark('tried', 'About.', {'T': 1, 'S': 1})
benchmark.start()
benchmark.stop()
is_ours = sys.implementation.name == 'motet'
benchmark.check(benchmark.threads == 1 or not is_ours, 'lost an update')
benchmark.finish()
";

#[test]
fn a_wrong_result_stops_the_table() {
    let copy = copy_with("wrong", WRONG);
    let results = copy.join("results.jsonl");
    let output = run(&copy, &results, &["--on", "stm,python3", "--rounds", "2"]);
    assert_status(&output, 1);
    let text = printed(&output);
    let expected = "programs/tried on stm, 2 threads, is wrong: \
                    tried size=T threads=2 FAILED: lost an update";
    assert!(text.contains(expected), "{text}");
    let kept = lines(&results);
    assert_eq!(kept.last().expect("a line")["outcome"], "wrong");
    // Both were right with one thread; nothing was run after the wrong one.
    assert_eq!(kept.len(), 3);
    // It is tried again, and does not count as measured.
    let more = ["--on", "stm,python3", "--rounds", "2", "--keep-going"];
    assert_status(&run(&copy, &results, &more), 1);
    let kept = lines(&results);
    let wrong = kept.iter().filter(|line| line["outcome"] == "wrong");
    assert!(wrong.count() > 2);
    assert_eq!(count(&kept, "run", "python3"), 4);
}

#[test]
fn what_a_peer_cannot_run_is_told_and_the_table_goes_on() {
    let program = WRONG.replace("import sys\n", "import sys\nimport motet_only_here\n");
    let copy = copy_with("lacking", &program);
    let results = copy.join("results.jsonl");
    let output = run(&copy, &results, &["--on", "python3", "--rounds", "3"]);
    assert_status(&output, 0);
    assert!(printed(&output).contains("No module named 'motet_only_here'"));
    // Once with each number of threads; then it is not run again.
    assert_eq!(lines(&results).len(), 2);
    let late = "import time\ntime.sleep(60)\n";
    let copy = copy_with("late", late);
    let results = copy.join("results.jsonl");
    let output = run(
        &copy,
        &results,
        &["--on", "stm", "--rounds", "2", "--limit", "0.3"],
    );
    assert_status(&output, 0);
    assert!(printed(&output).contains("stopped after 0.3 s"));
}

#[test]
fn wrong_words_are_refused() {
    let results = folder("refused").join("results.jsonl");
    let wrong: [&[&str]; 4] = [
        &["no_such_program"],
        &["scaling_loop", "--on", "gil,no_such_python"],
        &["scaling_loop", "--python", "nothing"],
        &["scaling_loop", "--threads", "0"],
    ];
    for arguments in wrong {
        let output = run(&root(), &results, arguments);
        assert_status(&output, 2);
        assert!(
            printed(&output).starts_with("bench/run: "),
            "{}",
            printed(&output)
        );
    }
    assert!(!results.exists());
    let missing = script(&root(), "report", &["/no/such/file"]);
    assert_status(&missing, 2);
}

#[test]
fn what_became_slower_is_told() {
    let folder = folder("check");
    let history = folder.join("history.jsonl");
    let results = folder.join("results.jsonl");
    let files = [&history, &results].map(|path| path.to_string_lossy().into_owned());
    let check = |more: &[&str]| {
        let binary = env!("CARGO_BIN_EXE_motet");
        let few = [
            "micro/loop_while",
            "--size",
            "T",
            "--rounds",
            "2",
            "--motet",
            binary,
        ];
        let paths = ["--history", &files[0], "--out", &files[1]];
        script(&root(), "check", &[&few[..], &paths, more].concat())
    };
    let first = check(&["--record"]);
    assert_status(&first, 0);
    assert!(printed(&first).contains("there is nothing to compare with"));
    let kept = lines(&history);
    assert_eq!(kept.len(), 1);
    assert!(kept[0]["figures"]["micro/loop_while: stm / gil"][0].is_number());

    // A past that was a thousand times as fast; then one that was as slow.
    for (factor, status) in [(0.001, 1), (1000.0, 0)] {
        let mut line = kept[0].clone();
        for figures in line["figures"]
            .as_object_mut()
            .expect("an object")
            .values_mut()
        {
            for figure in figures.as_array_mut().expect("an array") {
                *figure = Value::from(figure.as_f64().expect("a number") * factor);
            }
        }
        fs::write(&history, format!("{line}\n")).expect("a history");
        let output = check(&[]);
        assert_status(&output, status);
        let is_told = printed(&output).contains("slower: micro/loop_while: stm / gil is ");
        assert_eq!(is_told, status == 1, "{}", printed(&output));
    }
}
