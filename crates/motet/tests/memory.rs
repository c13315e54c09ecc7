//! A program in a heap of 32 MB: a program with garbage never runs out of memory, one that keeps
//! everything does, and the program goes on after it. (`-I`: what the user has installed does not
//! count.)

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
            .args(["-I", "-X", "tm_heap=32", "-X", control, "-c", PROGRAM])
            .output()
            .expect("motet runs");
        let (text, errors) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert_eq!(text, "True\n60000000\nrefused\n", "{control}: {errors}");
    }
}

/// A heap that one native fills, in one transaction: the objects that it has left behind cannot be
/// swept before that transaction ends, and the handler has memory nevertheless.
const HANDLED: &[(&str, &str)] = &[
    ("try: list(iter(int, 1))\nexcept MemoryError: pass\n", ""),
    (
        "
try:
    list(iter(int, 1))
except MemoryError:
    number = 5
    print('caught', [number], {number: 'a name that is new'})
print('end')
",
        "caught [5] {5: 'a name that is new'}\nend\n",
    ),
    (
        "
def fill():
    try:
        list(iter(int, 1))
    except MemoryError:
        pass
    x = [1]
    y = {1: 2}
    print('ok', x, y)
for _ in range(3):
    fill()
class Later:
    made = exec('unheard_of = [1, 2.5, 10**30, b\"bytes\"]')
setattr(Later, 'also_' + 'new', 1)
print(Later.also_new, Later.unheard_of)
",
        "ok [1] {1: 2}\nok [1] {1: 2}\nok [1] {1: 2}\n1 \
         [1, 2.5, 1000000000000000000000000000000, b'bytes']\n",
    ),
];

#[test]
fn a_handler_has_memory() {
    // With assertions each major collection verifies the whole heap: near the limit that is often.
    let heap = if cfg!(debug_assertions) {
        "tm_heap=12"
    } else {
        "tm_heap=64"
    };
    for control in ["tm=stm", "tm=gil", "tm_seed=7"] {
        for (program, expected) in HANDLED {
            let output = Command::new(env!("CARGO_BIN_EXE_motet"))
                .args(["-X", heap, "-X", control, "-c", program])
                .output()
                .expect("motet runs");
            let text = String::from_utf8_lossy(&output.stdout);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(text, *expected, "{control}: {errors}");
            assert_eq!((&*errors, output.status.code()), ("", Some(0)), "{control}");
        }
    }
}

/// Memory that is never freed: names, and constants of code.
const PINNING: &str = "
class Holder: pass
def accept(**given): pass
def names():
    for n in range(100):
        setattr(Holder, 'x' * 1000000 + str(n), n)
def keys():
    for n in range(100):
        globals()['y' * 1000000 + str(n)] = n
def keywords():
    for n in range(100):
        accept(**{'z' * 1000000 + str(n): n})
def code():
    for n in range(100):
        exec('x = ' + repr('c' * 1000000 + str(n)))
for fill in (names, keys, keywords, code):
    try:
        fill()
        print('no end')
    except MemoryError:
        print('refused')
";

#[test]
fn names_and_constants_are_refused_where_memory_ends() {
    for control in ["tm=stm", "tm=gil"] {
        let output = Command::new(env!("CARGO_BIN_EXE_motet"))
            .args(["-X", "tm_heap=64", "-X", control, "-c", PINNING])
            .output()
            .expect("motet runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        let expected = "refused\nrefused\nrefused\nrefused\n";
        assert_eq!(text, expected, "{control}: {errors}");
        assert_eq!((&*errors, output.status.code()), ("", Some(0)), "{control}");
    }
}
