//! Programs where the system limits the resources of a process.

use std::process::Command;

fn run_limited(kilobytes: u64, options: &[&str], program: &str) -> (bool, String, String) {
    let binary = std::env::var("MOTET_TEST_BINARY")
        .unwrap_or_else(|_| env!("CARGO_BIN_EXE_motet").to_owned());
    let command = format!("ulimit -v {kilobytes}; exec \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &command, "sh", &binary])
        .args(options)
        .args(["-c", program])
        .output()
        .expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.success(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

const FILLS: &str = "
import threading

def fill():
    kept = []
    try:
        while True:
            kept.append([0] * 10000)
    except MemoryError:
        return len(kept)

print(fill() > 100, fill() > 100)
threads = [threading.Thread(target=print, args=('thread',)) for _ in range(3)]
for thread in threads:
    thread.start()
    thread.join()
";

#[test]
fn a_program_starts_with_two_gigabytes_of_addresses() {
    for control in ["tm=stm", "tm=gil"] {
        let options = ["-X", control, "-X", "tm_segments=2"];
        let (is_done, out, err) = run_limited(2 << 20, &options, FILLS);
        assert!(is_done, "{control}: {err}");
        assert_eq!(out, "True True\nthread\nthread\nthread\n", "{control}");
    }
}
