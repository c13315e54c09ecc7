//! The handlers of the interpreter must end in tail calls: the language does not promise it.
//!
//! A handler that calls the next one instead of jumping to it would use up the native stack, and
//! every operation would be slower long before that. All handlers lie in a section of the binary of
//! their own (`motet_vm::handlers`), disassembled here. `MOTET_TEST_BINARY` names a binary;
//! without it the one just built is looked at, and if that was built without handlers (which need
//! an optimising compiler), the tests say that they were ignored.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let chosen = std::env::var("MOTET_TEST_BINARY").ok();
    let is_chosen = chosen.is_some();
    let binary = chosen.unwrap_or_else(|| env!("CARGO_BIN_EXE_motet").to_string());
    // If a binary was named, one without handlers is a failure.
    let is_ignored = !is_chosen && jumps::handlers(&binary).is_err();
    let with = |name: &str, test: fn(&str) -> Result<(), Failed>| {
        let binary = binary.clone();
        Trial::test(name, move || test(&binary)).with_ignored_flag(is_ignored)
    };
    let trials = vec![
        with("handlers_end_in_jumps", jumps::handlers_end_in_jumps),
        with(
            "handlers_leave_the_native_stack_alone",
            handlers_leave_the_native_stack_alone,
        ),
        Trial::test("each_handler_is_in_the_section", sources::all_are_marked),
    ];
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Checks of the machine code of the handlers.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod jumps {
    use super::{Failed, SECTION};
    use iced_x86::{Code, Decoder, DecoderOptions, FlowControl, Instruction, OpKind, Register};
    use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
    use std::collections::{BTreeMap, HashMap};

    /// Functions are aligned to so many bytes.
    const ALIGNMENT: u64 = 16;

    /// The section of the handlers.
    pub(super) struct Handlers {
        /// By address: the mangled name and the code.
        functions: BTreeMap<u64, (String, Vec<u8>)>,
        /// The values of words that the loader fills: addresses of functions among others.
        loaded: HashMap<u64, u64>,
        start: u64,
        end: u64,
    }

    /// Reads the section of a binary.
    pub(super) fn handlers(binary: &str) -> Result<Handlers, String> {
        let bytes = std::fs::read(binary).map_err(|error| format!("{binary}: {error}"))?;
        let file = object::File::parse(&*bytes).map_err(|error| format!("{binary}: {error}"))?;
        let section = file.section_by_name(SECTION);
        let section = section.ok_or_else(|| format!("{binary} has no section {SECTION}"))?;
        let code = section.data().map_err(|error| error.to_string())?;
        let mut functions = BTreeMap::new();
        for symbol in file.symbols() {
            if symbol.section_index() == Some(section.index())
                && symbol.kind() == SymbolKind::Text
                && symbol.size() > 0
            {
                let from = (symbol.address() - section.address()) as usize;
                let body = code[from..from + symbol.size() as usize].to_vec();
                let name = symbol.name().unwrap_or("?").to_string();
                functions.insert(symbol.address(), (name, body));
            }
        }
        let relocations = file.dynamic_relocations().into_iter().flatten();
        let loaded = relocations.map(|(place, relocation)| (place, relocation.addend() as u64));
        Ok(Handlers {
            functions,
            loaded: loaded.collect(),
            start: section.address(),
            end: section.address() + section.size(),
        })
    }

    pub(super) fn handlers_end_in_jumps(binary: &str) -> Result<(), Failed> {
        let handlers = handlers(binary)?;
        let count = handlers.functions.len();
        assert!(count > 400, "{count} handlers found");
        let mut covered = handlers.start;
        let mut complaints = Vec::new();
        for (&address, (name, body)) in &handlers.functions {
            assert!(address - covered < ALIGNMENT, "code before {name}");
            covered = address + body.len() as u64;
            complaints.extend(complaint(&handlers, address, name, body));
        }
        assert!(handlers.end - covered < ALIGNMENT, "code at the end");
        if complaints.is_empty() {
            return Ok(());
        }
        Err(complaints.join("\n").into())
    }

    /// The target of a jump or a call.
    enum Target {
        /// To a place that is fixed when the program is loaded.
        Fixed(u64),
        /// To the next handler, found in a table.
        Next,
    }

    /// The fault of a handler, if it has one.
    fn complaint(handlers: &Handlers, address: u64, name: &str, body: &[u8]) -> Option<String> {
        let mut goes_on = false;
        // Registers that hold a function's address, as far as the code before shows.
        let mut functions: HashMap<Register, u64> = HashMap::new();
        for instruction in Decoder::with_ip(64, body, address, DecoderOptions::NONE) {
            let place = || format!("{name}+{:#x}", instruction.ip() - address);
            let target = || match instruction.op0_kind() {
                OpKind::NearBranch64 => Target::Fixed(instruction.near_branch_target()),
                OpKind::Register => match functions.get(&instruction.op0_register()) {
                    Some(address) => Target::Fixed(*address),
                    None => Target::Next,
                },
                _ => fixed_word(handlers, &instruction).map_or(Target::Next, Target::Fixed),
            };
            match instruction.flow_control() {
                FlowControl::Exception if instruction.is_invalid() => {
                    return Some(format!("{}: no instruction", place()));
                }
                FlowControl::IndirectBranch
                | FlowControl::UnconditionalBranch
                | FlowControl::ConditionalBranch => {
                    goes_on |= match target() {
                        Target::Next => true,
                        Target::Fixed(to) => to != address && handlers.functions.contains_key(&to),
                    };
                }
                FlowControl::IndirectCall | FlowControl::Call => match target() {
                    Target::Next => return Some(format!("{} calls the next handler", place())),
                    Target::Fixed(to) if (handlers.start..handlers.end).contains(&to) => {
                        return Some(format!("{} calls a handler", place()));
                    }
                    Target::Fixed(_) => {}
                },
                _ if instruction.op0_kind() == OpKind::Register => {
                    let register = instruction.op0_register();
                    match fixed_word(handlers, &instruction) {
                        Some(address) if instruction.code() == Code::Mov_r64_rm64 => {
                            functions.insert(register, address);
                        }
                        _ => _ = functions.remove(&register.full_register()),
                    }
                }
                _ => {}
            }
        }
        (!goes_on).then(|| format!("{name} does not jump to the next handler"))
    }

    /// The value that an instruction reads from a fixed place that the loader has filled: the
    /// address of a function of this program or (as 0) of a library.
    fn fixed_word(handlers: &Handlers, instruction: &Instruction) -> Option<u64> {
        let is_fixed = instruction.is_ip_rel_memory_operand();
        let place = is_fixed.then(|| instruction.ip_rel_memory_address())?;
        handlers.loaded.get(&place).copied()
    }
}

/// On other processors the machine code is not read: the tests say that they were ignored.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod jumps {
    use super::Failed;

    pub(super) fn handlers(_: &str) -> Result<(), String> {
        Err("no disassembler for this machine".to_string())
    }

    pub(super) fn handlers_end_in_jumps(binary: &str) -> Result<(), Failed> {
        Ok(handlers(binary)?)
    }
}

/// The section into which `motet_vm::handlers` puts the handlers.
const SECTION: &str = "motet_handlers";

/// Checks that the section holds all handlers.
mod sources {
    use super::support::root;
    use super::{Failed, SECTION};
    use std::path::Path;

    /// Two handlers have nothing to jump to: they return to the loop.
    const RETURN: [&str; 2] = ["pause", "leave"];

    pub(super) fn all_are_marked() -> Result<(), Failed> {
        let mut found = 0;
        let mut unmarked = Vec::new();
        check_folder(&root().join("crates"), &mut found, &mut unmarked)?;
        assert!(found > RETURN.len(), "{found} handlers written down");
        assert!(unmarked.is_empty(), "not in {SECTION}: {unmarked:?}");
        Ok(())
    }

    fn check_folder(
        folder: &Path,
        found: &mut usize,
        unmarked: &mut Vec<String>,
    ) -> std::io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                check_folder(&path, found, unmarked)?;
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                check_text(&std::fs::read_to_string(&path)?, found, unmarked);
            }
        }
        Ok(())
    }

    /// Looks at each function with the signature of a handler.
    pub(super) fn check_text(text: &str, found: &mut usize, unmarked: &mut Vec<String>) {
        const FUNCTION: &str = "unsafe extern \"C\" fn ";
        for (at, _) in text.match_indices(FUNCTION) {
            let rest = &text[at + FUNCTION.len()..];
            let signature = &rest[..rest.find('{').unwrap_or(rest.len())];
            if !signature.contains("Registers,") || !signature.contains(": *const ") {
                continue;
            }
            *found += 1;
            let name = signature.split(['<', '(']).next().unwrap_or_default();
            // The attributes of a function stand between it and the end of the item before.
            let before = &text[..at];
            let from = before.rfind(['}', ';']).unwrap_or(0);
            if !before[from..].contains(SECTION) && !RETURN.contains(&name) {
                unmarked.push(name.to_string());
            }
        }
    }
}

/// Every fast operation, many times over: the native stack would overflow if one lost its jump.
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

fn handlers_leave_the_native_stack_alone(binary: &str) -> Result<(), Failed> {
    for mode in ["tm=gil", "tm=stm"] {
        let output = Command::new(binary)
            .args(["-X", mode, "-c", PROGRAM])
            .output()?;
        assert!(output.status.success(), "{mode}: {:?}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "3000000\n");
    }
    Ok(())
}
