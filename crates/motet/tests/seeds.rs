//! The deterministic scheduler as a testing tool: a seed replays an interleaving of threads, under
//! transactions and under the lock, and many seeds explore many.

use std::collections::BTreeSet;
use std::process::Command;

/// Three threads log their steps: the program prints the interleaving.
const PROGRAM: &str = "
from threading import Thread
log = []
counter = 0
def work(name):
    global counter
    for step in range(6):
        log.append(name)
        counter += 1
        for _ in range(3):
            pass
workers = [Thread(target=work, args=(name,)) for name in 'abc']
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(''.join(log), counter)
";

const SEEDS: u32 = 48;

fn interleaving(control: &str, seed: u32) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_motet"))
        .args(["-X", control, "-X", &format!("tm_seed={seed}")])
        .args(["-c", PROGRAM])
        .output()
        .expect("the interpreter runs");
    assert!(output.status.success(), "{control} seed {seed}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn seeds_explore_interleavings_and_replay_them() {
    // Threads whose transactions collide run one after the other: fewer orders come out.
    for (control, share) in [("tm=gil", 2), ("tm=stm", 5)] {
        let mut seen = BTreeSet::new();
        for seed in 0..SEEDS {
            let found = interleaving(control, seed);
            let (order, count) = found.trim().split_once(' ').expect("two words");
            for name in ["a", "b", "c"] {
                assert_eq!(order.matches(name).count(), 6, "{control} seed {seed}");
            }
            assert_eq!(count, "18", "no update is lost: {control} seed {seed}");
            seen.insert(order.to_owned());
            if seed % 8 == 0 {
                assert_eq!(found, interleaving(control, seed), "{control} seed {seed}");
            }
        }
        let few = SEEDS as usize / share;
        assert!(seen.len() > few, "{control}: only {} differ", seen.len());
    }
}
