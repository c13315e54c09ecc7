//! A program in a heap of 32 MB: garbage never runs out of memory, keeping everything does, and the
//! program goes on after it.

use std::process::Command;

const PROGRAM: &str = "
def keep():
    kept = []
    n = 0
    try:
        while True:
            kept.append([n, str(n)])
            n += 1
    except MemoryError:
        return n
print(min([keep() for _ in range(3)]) > 50000)
window = [None] * 1000
for i in range(1000000):
    window[i % 1000] = [i]
total = 0
for i in range(30):
    a = [0] * 2000000
    total += len(a)
print(total)
try:
    b = [0] * 100000000
except MemoryError:
    print('refused')
";

#[test]
fn a_small_heap_is_enough_for_garbage_and_an_error_for_all_else() {
    for control in ["tm=stm", "tm=gil", "tm_seed=2"] {
        let output = Command::new(env!("CARGO_BIN_EXE_motet"))
            .args(["-X", "tm_heap=32", "-X", control, "-c", PROGRAM])
            .output()
            .expect("motet runs");
        let (text, errors) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert_eq!(text, "True\n60000000\nrefused\n", "{control}: {errors}");
    }
}
