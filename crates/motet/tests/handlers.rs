//! The fast halves of the interpreter must end in sibling calls: nothing in the language promises
//! it.
//!
//! A handler that calls the next one instead of jumping to it would use up the native stack, and
//! every operation would be slower long before that. Only release builds have fast halves:
//! `MOTET_TEST_BINARY` names one, else it is looked at in `cargo test --release`.

use std::process::Command;

/// A release build, if there is one.
fn release_binary() -> Option<String> {
    let built = (!cfg!(debug_assertions)).then(|| env!("CARGO_BIN_EXE_motet").to_string());
    std::env::var("MOTET_TEST_BINARY").ok().or(built)
}

/// One line of a disassembled function.
fn functions(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut functions: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match line
            .strip_suffix(">:")
            .and_then(|line| line.split_once(" <"))
        {
            Some((_, name)) => functions.push((name, Vec::new())),
            None => {
                if let Some((_, lines)) = functions.last_mut() {
                    lines.push(line);
                }
            }
        }
    }
    functions
}

/// Functions beside the handlers: where they return to the loop, and what second halves call.
const NO_HANDLERS: &[&str] = &[
    "::pause",
    "::leave",
    "::run",
    "_step",
    "::failed",
    "::arguments",
    "::callable_of",
    "::find",
    "::initialiser",
    "::new_instance",
    "::call_leaf",
    "::call_calling",
    "::method",
    "::item_method",
    "::operator_method",
    "::comparison_method",
    "::getter",
    "::is_mute",
    "::is_of_its_class",
    "::pop_frame",
    "::decide",
    "::deliver_code",
    "::bind",
    "::spread",
];

/// Whether the jump (or call) goes where a register says: to the next handler.
fn is_indirect(line: &str, instruction: &str) -> bool {
    let Some((_, operand)) = line.split_once(instruction) else {
        return false;
    };
    operand.trim_start().starts_with('*') && !operand.contains("(%rip)")
}

#[test]
fn handlers_end_in_jumps() {
    if cfg!(not(target_arch = "x86_64")) {
        return;
    }
    let Some(binary) = release_binary() else {
        return;
    };
    let dump = Command::new("objdump")
        .args(["-d", "-C", "--no-show-raw-insn", &binary])
        .output();
    // Without objdump there is nothing to look at.
    let Ok(dump) = dump else { return };
    let text = String::from_utf8_lossy(&dump.stdout);
    let all = functions(&text);
    let handlers: Vec<_> = all
        .iter()
        .filter(|(name, _)| {
            name.contains("motet_python_vm::interp::fast::")
                || name.contains("motet_python_vm::interp::fast_attributes::")
                || name.contains("motet_python_vm::interp::fast_bound::")
                || name.contains("motet_python_vm::interp::fast_calls::")
                || name.contains("motet_python_vm::interp::fast_leaves::")
                || name.contains("motet_python_vm::interp::fast_quick::")
                || name.contains("motet_python_vm::interp::fast_special::")
                || name.contains("motet_python_vm::interp::fast_generators::")
                || name.contains("motet_python_vm::interp::fast_iteration::")
        })
        .filter(|(name, _)| !NO_HANDLERS.iter().any(|it| name.contains(it)))
        .collect();
    assert!(handlers.len() > 100, "{} handlers found", handlers.len());
    for (name, lines) in handlers {
        let jumps = lines.iter().any(|line| is_indirect(line, "jmp "));
        assert!(jumps, "{name} does not jump to the next handler");
        let calls = lines.iter().find(|line| is_indirect(line, "call "));
        assert!(calls.is_none(), "{name} calls the next handler: {calls:?}");
    }
}

/// Every fast operation, many times over: the native stack would not last if one lost its jump.
const PROGRAM: &str = "
class C:
    def __init__(self):
        self.x = 1
        self.f = 1.5
    def get(self):
        return self.x
    def same(self, other):
        self.x = other
        return other
def plain(a, b):
    return a
def outer():
    free = 0
    def inner(n):
        nonlocal free
        i = 0
        while i < n:
            free = free + 1
            i += 1
        return free
    return inner
def generated(n):
    for i in range(n):
        yield i
def delegated(n):
    yield from generated(n)
counter = 0
def work(n):
    global counter
    c = C()
    l = [0, 1, 2, 3]
    t = (4, 5)
    for i in range(n):
        a = i + 1; a = a - i; b = i * 2; b = b // 3; b = b % 7; b = b & 3; b = b | 4; b = b ^ 1
        b = b << 2; b = b >> 1; q = i / 4; f = c.f + 2.5; f = f * 1.5; f = f - 0.5; f = -f
        a += 1; a -= 1; a = a * 1
        if a < b: a = 1
        if a <= b: a = 1
        if a == b: a = 1
        if a != b: a = 1
        if a > b: a = 1
        if a >= b: a = 1
        e = a < b; e = a == b; e = not e; e = a is b; e = a is not b; e = None
        if e: a = 2
        l[1] = a; a = l[1]; a = l[-1]; a = t[0]
        c.x = a; a = c.x; a = c.get(); a = c.same(a); a = plain(a, 1)
        counter = a; a = counter
        l.append(a); a = len(l); a = l.pop()
    j = n
    while j:
        j -= 1
    while j < n:
        j += 1
    for item in l:
        a = item
    for item in generated(n):
        a = item
    for item in delegated(n):
        a = item
    m = n >> 2
    pairs = [0] * m
    for a, b in zip(pairs, tuple(pairs)):
        e = a
    for a, b in enumerate(pairs):
        e = a
    asked = generated(m)
    for i in range(m):
        a = next(asked)
        for item in delegated(1):
            a = item
        try:
            raise ValueError(i)
        except ValueError:
            a = plain(a, b=i)
    return sum(generated(n)) + a
work(3000000)
print(outer()(3000000))
";

#[test]
fn handlers_leave_the_native_stack_alone() {
    let Some(binary) = release_binary() else {
        return;
    };
    for mode in ["tm=gil", "tm=stm"] {
        let output = Command::new(&binary)
            .args(["-X", mode, "-c", PROGRAM])
            .output();
        let output = output.expect("the binary runs");
        assert!(output.status.success(), "{mode}: {:?}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "3000000\n");
    }
}
