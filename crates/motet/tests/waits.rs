//! A thread that has slept does not sleep again when the transaction that comes after the sleep is
//! aborted.

use std::process::Command;

/// At each tenth yield point there is an abort, so that some twenty of them hit the steps after the
/// sleep.
const OPTIONS: [&str; 4] = ["-X", "tm=stm", "-X", "tm_inject=abort=0.1,seed=1"];

const PROGRAM: &str = "
import time
begin = time.perf_counter()
time.sleep(0.5)
count = 0
for _ in range(500):
    count += len(str(count))
print(0.5 <= time.perf_counter() - begin < 4, count)
";

#[test]
fn aborts_do_not_repeat_a_sleep() {
    let output = Command::new(env!("CARGO_BIN_EXE_motet"))
        .args(OPTIONS)
        .args(["-c", PROGRAM])
        .output()
        .expect("motet runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text, "True 1580\n");
}
