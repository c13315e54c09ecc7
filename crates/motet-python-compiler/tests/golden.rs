//! Compares the code of small programs, one for each topic, with the expected code.
//!
//! `UPDATE_EXPECT=1` writes the expectations anew.

use std::fs;
use std::path::{Path, PathBuf};

use motet_python_bytecode::encode::{self, abc, abx, asbx};
use motet_python_bytecode::{
    Code, CodeKind, Constant, ExceptionRange, Opcode, Position, Problem, disassemble, verify,
};
use motet_python_compiler::compile_module;

mod support;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

#[test]
fn code_is_as_expected() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let entries = fs::read_dir(directory()).expect("the directory of the programs");
    let mut programs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    programs.sort();
    assert!(programs.len() >= 25);
    let mut different = Vec::new();
    for path in programs {
        let source = fs::read_to_string(&path).expect("the program");
        let name = path.file_name().expect("a name").to_string_lossy();
        let code = compile_module(&source, &name).unwrap_or_else(|error| panic!("{error}"));
        verify(&code).unwrap_or_else(|error| panic!("{name}: {error}"));
        support::check_initialized(&code);
        let text = disassemble(&code);
        let expectation = path.with_extension("txt");
        if update {
            fs::write(&expectation, &text).expect("writing the expectation");
        } else if fs::read_to_string(&expectation).ok().as_deref() != Some(&text) {
            different.push(format!("{name}:\n{text}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

fn compile(source: &str) -> Code {
    let code = compile_module(source, "test.py").expect("a correct program");
    Code::clone(&code)
}

/// The code with one word replaced.
fn corrupt(code: &Code, index: usize, word: u32) -> Code {
    let mut broken = code.clone();
    broken.instructions[index] = word;
    broken
}

fn problem(code: &Code) -> Problem {
    verify(code).expect_err("broken code").problem
}

#[test]
fn the_verifier_finds_broken_words() {
    let code = compile("x = 1\nwhile x < y:\n    x = x + f(x)\n");
    verify(&code).expect("sound code");
    let last = code.instructions.len() - 1;
    let beyond = code.register_count as u8;
    assert!(matches!(
        problem(&corrupt(&code, 0, 0xff)),
        Problem::UnknownOpcode(0xff)
    ));
    assert!(matches!(
        problem(&corrupt(&code, last, abc(Opcode::Nop, 0, 0, 0))),
        Problem::RunsOffTheEnd
    ));
    assert!(matches!(
        problem(&corrupt(&code, last, abc(Opcode::JumpIfLess, 0, 0, 0))),
        Problem::MissingExtension
    ));
    assert!(matches!(
        problem(&corrupt(&code, 0, abc(Opcode::Move, 0, beyond, 0))),
        Problem::RegisterOutOfRange(_)
    ));
    assert!(matches!(
        problem(&corrupt(&code, 0, abc(Opcode::Call, beyond - 4, 0, 0))),
        Problem::RegisterOutOfRange(_)
    ));
    for opcode in [Opcode::LoadConst, Opcode::LoadGlobal, Opcode::LoadFree] {
        assert!(matches!(
            problem(&corrupt(&code, 0, asbx(opcode, 0, 999))),
            Problem::EntryOutOfRange(_, 999)
        ));
    }
    assert!(matches!(
        problem(&corrupt(&code, 0, asbx(Opcode::JumpIfTrue, 0, 9999))),
        Problem::BadJumpTarget(_)
    ));
    assert!(matches!(
        problem(&corrupt(&code, 0, asbx(Opcode::JumpIfTrue, 0, -1))),
        Problem::WrongJumpDirection
    ));
    assert!(matches!(
        problem(&corrupt(&code, 0, asbx(Opcode::LoopIfTrue, 0, 0))),
        Problem::WrongJumpDirection
    ));
    assert!(matches!(
        problem(&corrupt(&code, 0, asbx(Opcode::LoadName, 0, 0))),
        Problem::NotAClassBody | Problem::WrongConstant(_)
    ));
}

/// The code of the first function of a module.
fn nested(module: &Code) -> Code {
    let codes = module.constants.iter();
    let mut codes = codes.filter_map(|constant| match constant {
        Constant::Code(code) => Some(code),
        _ => None,
    });
    Code::clone(codes.next().expect("a function"))
}

#[test]
fn the_verifier_follows_what_registers_hold() {
    // r0 is the parameter, and nothing has written the register behind it.
    let code = nested(&compile("def f(a):\n    return g(a, 1)\n"));
    verify(&code).expect("sound code");
    let first = |word| problem(&corrupt(&code, 0, word));
    assert_eq!(first(abc(Opcode::Move, 0, 1, 0)), Problem::WrongRegister(1));
    let unmade = [
        (Opcode::LoadCell, 1, 0, 0),
        (Opcode::StoreCell, 0, 0, 0),
        (Opcode::ListAppend, 0, 0, 0),
        (Opcode::SetUpdate, 0, 0, 0),
        (Opcode::DictUpdate, 0, 0, 0),
        (Opcode::ListToTuple, 1, 0, 0),
        (Opcode::MatchKeys, 1, 0, 0),
    ];
    for (opcode, a, b, c) in unmade {
        let problem = first(abc(opcode, a, b, c));
        assert_eq!(problem, Problem::WrongRegister(0), "{opcode:?}");
    }
    for opcode in [Opcode::LoadDictGlobal, Opcode::StoreDictGlobal] {
        assert_eq!(first(abx(opcode, 0, 0)), Problem::BadOperand, "{opcode:?}");
    }
    // What a call leaves in the registers above it may not be read.
    let mut words = code.instructions.clone();
    let last = words.len() - 1;
    words[last] = abc(Opcode::Return, encode::a(words[last]) + 1, 0, 0);
    let mut broken = code.clone();
    broken.instructions = words;
    assert!(matches!(problem(&broken), Problem::WrongRegister(_)));
}

#[test]
fn the_verifier_finds_a_site_of_two_instructions() {
    let code = compile("a.b()\na.c\n");
    verify(&code).expect("sound code");
    let call = |word: &u32| encode::opcode(*word) == Some(Opcode::CallMethod);
    let index = code.instructions.iter().position(call);
    let site = index.expect("a method is called") + 1;
    let broken = corrupt(&code, site, 1 - code.instructions[site]);
    assert_eq!(problem(&broken), Problem::SharedSite(1));
}

#[test]
fn the_verifier_compares_closures_with_their_code() {
    let module = compile("def f(a, b):\n    def g(): return a\n    return g, lambda: b\n");
    let code = nested(&module);
    verify(&code).expect("sound code");
    let build = |word: &u32| encode::opcode(*word) == Some(Opcode::BuildTuple);
    let index = code.instructions.iter().position(build);
    let index = index.expect("a closure is built");
    let word = code.instructions[index];
    let shorter = abc(Opcode::BuildTuple, encode::a(word), encode::b(word), 0);
    let broken = corrupt(&code, index, shorter);
    assert!(matches!(problem(&broken), Problem::WrongRegister(_)));
}

#[test]
fn the_verifier_knows_what_code_is_given() {
    let class = nested(&compile("class C:\n    x = 1\n"));
    verify(&class).expect("sound code");
    let mut broken = class.clone();
    broken.parameters.positional = 1;
    broken.parameters.names = vec!["given".into()];
    assert_eq!(problem(&broken), Problem::BadParameters);
    let mut broken = compile("x = 1\n");
    broken.free_names.push("given".into());
    assert_eq!(problem(&broken), Problem::BadModule);
    // A namespace that nobody gives.
    let broken = Code {
        kind: CodeKind::Annotation,
        ..class
    };
    assert!(verify(&broken).is_err());
}

#[test]
fn the_verifier_lets_a_generator_be_made_once() {
    let code = nested(&compile("def f(a):\n    while a:\n        yield a\n"));
    verify(&code).expect("sound code");
    let goes_back = |word: &u32| encode::opcode(*word).is_some_and(Opcode::jumps_backward);
    let index = code.instructions.iter().position(goes_back);
    let index = index.expect("a loop goes back");
    let first = encode::jump(Opcode::Loop, -1 - index as i32);
    let broken = corrupt(&code, index, first);
    assert_eq!(problem(&broken), Problem::BadJumpTarget(0));
    let mut broken = code.clone();
    broken.exception_table.push(ExceptionRange {
        start: 0,
        end: 1,
        target: 1,
        register: 1,
    });
    assert_eq!(problem(&broken), Problem::BadExceptionRange(0));
    let broken = corrupt(&code, 1, abc(Opcode::ReturnInstance, 0, 0, 0));
    assert!(matches!(problem(&broken), Problem::BadOperand));
}

#[test]
fn a_delegating_generator_keeps_what_it_delegates_to() {
    let code = nested(&compile("def f(a):\n    yield from a\n"));
    verify(&code).expect("sound code");
    let delegates = |word: &u32| encode::opcode(*word) == Some(Opcode::YieldFrom);
    let index = code.instructions.iter().position(delegates);
    let index = index.expect("it delegates");
    let word = code.instructions[index];
    let [a, b] = [encode::a(word), encode::b(word)];
    let broken = corrupt(&code, index, abc(Opcode::YieldFrom, a, b, b));
    assert_eq!(problem(&broken), Problem::BadOperand);
    // What reads like a `Send` is the second word of another instruction.
    let send = code.instructions[index - 2];
    let jump = abc(Opcode::JumpIfEqual, a, a, 0);
    let mut words = code.instructions.clone();
    words.splice(index - 2..index, [jump, send, 0]);
    words.resize(words.len() + send as usize, abc(Opcode::Nop, 0, 0, 0));
    words.push(abc(Opcode::EndGenerator, a, 0, 0));
    let mut broken = code;
    broken.positions = vec![Position::default(); words.len()];
    broken.instructions = words;
    assert_eq!(problem(&broken), Problem::BadGenerator);
}

#[test]
fn the_verifier_walks_to_the_handler_of_any_range() {
    let code = nested(&compile("def f(a):\n    raise a\n"));
    let range = |start, target, register| ExceptionRange {
        start,
        end: start + 1,
        target,
        register,
    };
    // The range that counts for word 0 is one whose number has more than 16 bits.
    let mut exception_table = vec![range(1, 2, 1); 1 << 16];
    exception_table.push(range(0, 2, 1));
    let words = [(Opcode::Raise, 0), (Opcode::Raise, 0), (Opcode::Return, 9)];
    let mut broken = code;
    broken.instructions = words.map(|(opcode, a)| abc(opcode, a, 0, 0)).into();
    broken.positions = vec![Position::default(); words.len()];
    broken.register_count = 10;
    broken.exception_table = exception_table;
    assert_eq!(problem(&broken), Problem::WrongRegister(9));
}

#[test]
fn nothing_reads_an_item_that_is_unpacked() {
    let code = nested(&compile("def f(a):\n    for b, c in a:\n        g(b, c)\n"));
    verify(&code).expect("sound code");
    let unpacks = |word: &u32| encode::opcode(*word) == Some(Opcode::UnpackItem);
    let index = code.instructions.iter().position(unpacks);
    let index = index.expect("each item is unpacked");
    let item = encode::b(code.instructions[index]);
    let reads = abc(Opcode::Return, item, 0, 0);
    let broken = corrupt(&code, index + 1, reads);
    assert_eq!(problem(&broken), Problem::WrongRegister(item.into()));
}

#[test]
fn no_single_changed_bit_makes_the_verifier_panic() {
    let code = compile(
        "def f(a, *b):\n    try:\n        return [a.c, {b: 1}]\n    finally:\n        g()\n",
    );
    let text = disassemble(&code);
    for index in 0..code.instructions.len() {
        for bit in 0..32 {
            let broken = corrupt(&code, index, code.instructions[index] ^ 1 << bit);
            let _ = verify(&broken);
            let _ = disassemble(&broken);
        }
    }
    assert_eq!(text, disassemble(&code));
}

#[test]
fn the_verifier_finds_a_broken_frame() {
    let code = compile("try:\n    f()\nexcept E:\n    pass\n");
    let mut broken = code.clone();
    broken.register_count = 251;
    assert_eq!(problem(&broken), Problem::TooManyRegisters);
    let mut broken = code.clone();
    broken.positions.pop();
    assert_eq!(problem(&broken), Problem::BadPositions);
    let mut broken = code.clone();
    broken.exception_table[0].end = 9999;
    assert_eq!(problem(&broken), Problem::BadExceptionRange(0));
    let mut broken = code.clone();
    broken.exception_table[0].target = broken.exception_table[0].start;
    assert_eq!(problem(&broken), Problem::BadExceptionRange(0));
    let mut broken = code.clone();
    broken.exception_table[0].register = 249;
    assert_eq!(problem(&broken), Problem::BadExceptionRange(0));
    let mut broken = code.clone();
    broken.parameters.positional = 1;
    assert_eq!(problem(&broken), Problem::BadParameters);
    let mut broken = code;
    broken.instructions.clear();
    broken.positions.clear();
    assert_eq!(problem(&broken), Problem::Empty);
}

#[test]
#[should_panic(expected = "may not be written")]
fn the_check_of_registers_finds_a_missing_write() {
    let code = compile("f(a + b)\n");
    let is_load = |word: &u32| *word as u8 == Opcode::LoadGlobal as u8;
    let index = code.instructions.iter().rposition(is_load).expect("a load");
    support::check_initialized(&corrupt(&code, index, abc(Opcode::Nop, 0, 0, 0)));
}

#[test]
fn long_jumps_are_widened() {
    let body = "    x = g(x, 'text')\n".repeat(20_000);
    let code = compile(&format!("while f(x):\n{body}"));
    assert!(code.instructions.len() > 100_000);
    verify(&code).expect("sound code");
    support::check_initialized(&code);
}
