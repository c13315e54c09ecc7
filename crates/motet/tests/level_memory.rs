//! Programs that go on for long keep their memory level: threads that follow one another, and
//! objects that live for a while, with finalizers and without. (`-I`: what the user has installed
//! does not count.)

use std::process::Command;

/// Prints the proportional memory in MB (a page that several views map counts once) after each of
/// four turns.
const PROGRAM: &str = r#"
import collections, json, random, threading

def used_mb():
    with open("/proc/self/smaps_rollup") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) // 1024

def threads_one_after_the_other():
    for number in range(1500):
        thread = threading.Thread(target=box.append, args=([number] * 20,))
        thread.start()
        thread.join()
        if len(box) > 100:
            box.clear()

class Session:
    def __init__(self, number, chance):
        self.number = number
        self.me = self
        numbers = [number] * chance.randrange(50)
        self.data = {"numbers": numbers, "text": "x" * chance.randrange(2000)}

class Closed(Session):
    def __del__(self):
        pass

def churn(seed):
    chance = random.Random(seed)
    for step in range(6000):
        key = chance.randrange(20000)
        with lock:
            cache[key] = kind(key, chance)
            if len(cache) > 2000:
                cache.popitem(last=False)
        if step % 100 == 0:
            json.loads(json.dumps({str(n): [n] * 5 for n in range(200)}))
        if step % 1000 == 0:
            bytearray(chance.randrange(10**6))

def three_at_once():
    threads = [threading.Thread(target=churn, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

box, cache, lock, kind = [], collections.OrderedDict(), threading.Lock(), KIND
TURN()
for turn in range(4):
    TURN()
    print(used_mb())
"#;

fn used_mb(control: &str, turn: &str, kind: &str) -> Vec<u64> {
    let program = PROGRAM.replace("TURN", turn).replace("KIND", kind);
    let output = Command::new(env!("CARGO_BIN_EXE_motet"))
        .args(["-I", "-X", control, "-c", &program])
        .output()
        .expect("motet runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let used: Vec<u64> = text.lines().filter_map(|line| line.parse().ok()).collect();
    assert_eq!(used.len(), 4, "{control} {turn} {kind}: {text}{errors}");
    used
}

#[test]
fn memory_stays_level() {
    let programs = [
        ("threads_one_after_the_other", "None"),
        ("three_at_once", "Session"),
        ("three_at_once", "Closed"),
    ];
    for (turn, kind) in programs {
        for control in ["tm=gil", "tm=stm"] {
            let used = used_mb(control, turn, kind);
            // (Before finalizers ran in time, `Closed` took 30 to 60 MB more.)
            let most = used.iter().max().expect("four");
            assert!(*most <= used[0] + 25, "{control} {turn} {kind}: {used:?}");
        }
    }
}
