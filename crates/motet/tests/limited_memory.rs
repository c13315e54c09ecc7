//! Programs where the system limits the resources of a process.

use std::process::Command;

/// Runs the interpreter with an address space of so many kilobytes: whether it ended well, and what
/// it has written.
fn run_limited(kilobytes: u64, arguments: &[&str]) -> (bool, String, String) {
    run_under(&format!("-v {kilobytes}"), arguments)
}

/// Runs the interpreter under a limit of the shell.
fn run_under(limit: &str, arguments: &[&str]) -> (bool, String, String) {
    let binary = std::env::var("MOTET_TEST_BINARY")
        .unwrap_or_else(|_| env!("CARGO_BIN_EXE_motet").to_owned());
    let command = format!("ulimit {limit}; exec \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &command, "sh", &binary])
        .args(arguments)
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
        let arguments = ["-X", control, "-X", "tm_segments=2", "-c", FILLS];
        let (is_done, out, err) = run_limited(2 << 20, &arguments);
        assert!(is_done, "{control}: {err}");
        assert_eq!(out, "True True\nthread\nthread\nthread\n", "{control}");
    }
}

/// The heap is a file for the system. A limit of the sizes of files makes it smaller, and ends
/// nothing.
#[test]
fn a_program_starts_where_files_are_limited() {
    let text = "import os; os.fork() or os._exit(0); print(os.wait()[1])";
    for control in ["tm=stm", "tm=gil"] {
        for blocks in [200_000, 2_000_000, 40_000_000] {
            let limits = [format!("-f {blocks}"), format!("-S -f {}", blocks / 1000)];
            for limit in limits {
                let arguments = ["-X", control, "-c", text];
                let (is_done, out, err) = run_under(&limit, &arguments);
                assert!(is_done, "{control} {limit}: {err}");
                assert_eq!(out, "0\n", "{control} {limit}");
            }
        }
        let (is_done, _, err) = run_under("-f 10", &["-X", control, "-c", text]);
        assert!(
            !is_done && err.contains("File too large"),
            "{control}: {err}"
        );
    }
}

/// More threads than there are addresses for: the one that has no stack is refused, and the others
/// end well.
const STARTS: &str = "
import threading

ends, threads = threading.Event(), []
try:
    while True:
        thread = threading.Thread(target=ends.wait)
        thread.start()
        threads.append(thread)
except (RuntimeError, MemoryError) as error:
    print(type(error).__name__)
ends.set()
for thread in threads:
    thread.join()
print(len(threads) > 2, sum(range(1000)))
";

#[test]
fn a_thread_without_a_stack_is_refused() {
    for control in ["tm=stm", "tm=gil"] {
        let arguments = ["-X", control, "-X", "tm_segments=2", "-c", STARTS];
        let (is_done, out, err) = run_limited(2 << 20, &arguments);
        assert!(is_done, "{control}: {err}");
        assert_eq!(out, "RuntimeError\nTrue 499500\n", "{control}");
    }
}

/// Small objects that fill the heap: the operation that runs when a collection is due has room.
#[test]
fn small_objects_fill_a_small_heap() {
    let program = "
kept = []
try:
    while True:
        kept.append([1])
except MemoryError:
    count, kept = len(kept), None
print(count > 1000)
";
    for control in ["tm=stm", "tm=gil"] {
        for gigabytes in [1, 2] {
            let arguments = ["-X", control, "-X", "tm_segments=3", "-c", program];
            let (is_done, out, err) = run_limited(gigabytes << 20, &arguments);
            assert!(is_done, "{control}: {err}");
            assert_eq!(out, "True\n", "{control}");
        }
    }
}

/// Runs the table of requests. In little memory a program also meets the ends of the grace and of
/// the free groups; in more of it the table takes minutes with assertions.
fn run_requests(controls: &[&str], limits_kilobytes: &[u64]) {
    let program = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/limits/memory_requests.py"
    );
    for &limit in limits_kilobytes {
        let mut arguments = controls.to_vec();
        arguments.push(program);
        let (is_done, out, err) = run_limited(limit, &arguments);
        assert!(is_done, "{arguments:?} in {limit} KB: {err}");
        assert!(
            out.ends_with("rows []\n"),
            "{arguments:?} in {limit} KB: {out}"
        );
    }
}

#[test]
fn each_native_that_is_asked_for_too_much_raises() {
    let two_segments = ["-X", "tm=stm", "-X", "tm_segments=2"];
    run_requests(&two_segments, &[500_000, 980_000]);
}

#[test]
fn each_native_raises_with_a_segment_more() {
    let three_segments = ["-X", "tm=stm", "-X", "tm_segments=3"];
    run_requests(&three_segments, &[500_000]);
}

#[test]
fn each_native_raises_under_one_lock() {
    run_requests(&["-X", "tm=gil"], &[500_000]);
}

/// Data that is nested deep meets the end of the small stacks of such a process.
#[test]
fn deep_data_ends_with_an_exception() {
    let program = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/limits/deep_data.py"
    );
    let (is_done, out, err) = run_limited(2_000_000, &["-X", "tm=gil", program]);
    assert!(is_done, "{err}");
    assert_eq!(out, "rows 42\nrows 42\n");
}

/// Whatever it is that the last addresses do not suffice for: the heap, or a stack.
#[test]
fn a_process_without_addresses_says_so() {
    let mut refused = 0;
    for kilobytes in (180_000..400_000).step_by(10_000) {
        let arguments = ["-X", "tm=stm", "-X", "tm_segments=3", "-c", "print(1)"];
        let (is_done, out, err) = run_limited(kilobytes, &arguments);
        if is_done {
            assert_eq!(out, "1\n", "{kilobytes} KB");
        } else {
            refused += 1;
            assert!(
                err.starts_with("motet: cannot map"),
                "{kilobytes} KB: {err}"
            );
        }
    }
    assert!(refused > 0, "180 MB of addresses are too few");
}
