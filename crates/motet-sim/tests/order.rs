//! Strict serialisability, by a serial run: the transactions of a run are run again one after the
//! other, in the order in which they committed, and must do and print the same.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of a test's own, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("motet-sim-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for temporary files");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The system cleans the rest.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(options: &[&str]) -> Output {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/order.py");
    Command::new(env!("CARGO_BIN_EXE_motet-sim"))
        .args(["--cores", "4"])
        .args(options)
        .arg(program)
        .output()
        .expect("the simulator runs")
}

fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_serial_run_in_the_order_of_the_commits_does_and_prints_the_same() {
    let folder = Folder::new("serial");
    let mut outputs = Vec::new();
    for (number, options) in [
        ["--machine", "zec12", "--tm", "htm-dynamic", "--seed", "1"],
        ["--machine", "zec12", "--tm", "htm-1", "--seed", "2"],
        ["--machine", "zec12", "--tm", "htm-16", "--seed", "3"],
        [
            "--machine",
            "xeon-e3-1275v3",
            "--tm",
            "htm-dynamic",
            "--seed",
            "4",
        ],
        ["--machine", "xeon-current", "--tm", "htm-16", "--seed", "5"],
    ]
    .iter()
    .enumerate()
    {
        let file = folder.file(&format!("order{number}"));
        let parallel = printed(&run(&[&options[..], &["--record-order", &file]].concat()));
        // The order alone decides: another seed and another machine change nothing.
        let serial = printed(&run(&["--seed", "77", "--follow-order", &file]));
        assert_eq!(serial, parallel, "{options:?}");
        outputs.push(parallel);
    }
    outputs.dedup();
    assert!(
        outputs.len() > 1,
        "the program shows the order: {outputs:?}"
    );
}

#[test]
fn another_order_is_found_out() {
    let folder = Folder::new("falsified");
    let file = folder.file("order");
    let options = ["--tm", "htm-16", "--record-order", &file];
    let parallel = printed(&run(&options));
    let text = std::fs::read_to_string(&file).expect("the order");
    let lines: Vec<&str> = text.lines().collect();
    let thread = |line: &str| line.split(' ').next().map(str::to_owned);
    // Neighbours of different threads change places, in the middle where all run.
    let middle = lines.len() / 2;
    let swapped: Vec<usize> = (middle..lines.len() - 1)
        .filter(|place| thread(lines[*place]) != thread(lines[place + 1]))
        .take(12)
        .collect();
    assert_eq!(swapped.len(), 12, "the threads take turns");
    let is_found_out = |place: &usize| {
        let mut falsified = lines.clone();
        falsified.swap(*place, place + 1);
        std::fs::write(&file, falsified.join("\n") + "\n").expect("a file is written");
        let output = run(&["--follow-order", &file]);
        !output.status.success() || String::from_utf8_lossy(&output.stdout) != parallel
    };
    assert!(
        swapped.iter().any(is_found_out),
        "no two stretches conflict"
    );
}
