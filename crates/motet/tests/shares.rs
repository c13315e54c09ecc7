//! How often the global lock is handed over follows `sys.setswitchinterval`.

use std::process::Command;

/// Two threads compute for half a second; prints the hand-overs of the lock.
const PROGRAM: &str = "
import motet, sys, threading, time
sys.setswitchinterval(INTERVAL)
until = time.perf_counter() + 0.5
def compute():
    while time.perf_counter() < until:
        for i in range(200):
            i + i
threads = [threading.Thread(target=compute) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(motet.stats()['gil_handovers'])
";

fn handovers(interval: &str) -> u64 {
    let output = Command::new(env!("CARGO_BIN_EXE_motet"))
        .args(["-X", "tm=gil", "-c", &PROGRAM.replace("INTERVAL", interval)])
        .output()
        .expect("motet runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    text.trim()
        .parse()
        .unwrap_or_else(|_| panic!("{text}{errors}"))
}

#[test]
fn the_switch_interval_is_obeyed() {
    // (Five and two hundred and fifty where no other process wants the processors.)
    let (few, many) = (handovers("0.1"), handovers("0.002"));
    assert!(few <= 10, "{few} in half a second");
    assert!(many >= 25, "{many} in half a second");
}
