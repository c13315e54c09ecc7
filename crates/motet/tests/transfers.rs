//! Bank transfers by two threads: the sum is kept, and the threads really collide.

use std::process::Command;

const PROGRAM: &str = r#"
import threading
from motet import atomic, stats

accounts = [100] * 4

def transfer(seed):
    x = seed
    for _ in range(10000):
        x = (x * 1103515245 + 12345) % 2147483648
        with atomic:
            accounts[(x >> 8) % 4] -= x % 50
            accounts[(x >> 16) % 4] += x % 50

threads = [threading.Thread(target=transfer, args=(seed,)) for seed in (1, 2)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sum(accounts), stats()["aborts"])
"#;

/// Sum and number of aborts.
fn run(options: &[&str]) -> (i64, u64) {
    let output = Command::new(env!("CARGO_BIN_EXE_motet"))
        .args(options)
        .args(["-c", PROGRAM])
        .output()
        .expect("the binary runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut numbers = text.split_whitespace();
    let sum = numbers.next().and_then(|number| number.parse().ok());
    let aborts = numbers.next().and_then(|number| number.parse().ok());
    (sum.expect("a sum"), aborts.expect("a count"))
}

#[test]
fn twenty_thousand_transfers_keep_the_sum_and_collide() {
    // Stepped, so that the threads overlap however busy the machine is.
    for seed in ["tm_seed=1", "tm_seed=2"] {
        let (sum, aborts) = run(&["-X", seed]);
        assert_eq!(sum, 400);
        assert!(aborts > 0, "two threads on four accounts collide");
    }
    for _ in 0..5 {
        assert_eq!(run(&["-X", "tm_inject=commit"]).0, 400);
    }
    assert_eq!(run(&[]).0, 400);
    assert_eq!(run(&["-X", "tm=gil"]), (400, 0));
}
