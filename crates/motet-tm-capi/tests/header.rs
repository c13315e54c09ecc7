//! Header and library say the same: every exported function is declared, with its types, and
//! nothing else is; structures and constants agree.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::mem::offset_of;
use std::path::Path;
use std::process::Command;

use common::{build, compile, compilers, expect_success, library_folder, scratch, text};
use motet_tm::{LayoutId, THREAD_ROOTS, Word, raw};
use motet_tm_c::setup::{self, Counts, SetupConfig, SetupLayout};
use motet_tm_c::thread::{STATUS_ABORTED, STATUS_DUE, STATUS_OK, Thread};

/// An exported function as its Rust source has it.
struct Function {
    name: String,
    parameters: Vec<String>,
    result: String,
}

/// All exported functions, from the sources.
fn exported() -> Vec<Function> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut functions = Vec::new();
    for entry in fs::read_dir(folder).expect("there are sources") {
        let source = fs::read_to_string(entry.expect("readable").path()).expect("text");
        functions.extend(source.split("#[unsafe(no_mangle)]").skip(1).map(parse));
    }
    functions
}

/// Reads `pub unsafe extern "C" fn name(a: T, b: U) -> R {`.
fn parse(source: &str) -> Function {
    let from = source.find("fn ").expect("a function follows") + 3;
    let signature = &source[from..source[from..].find('{').expect("it has a body") + from];
    let open = signature.find('(').expect("parameters");
    let close = signature.rfind(')').expect("parameters end");
    let (list, result) = match signature.find(") -> ") {
        Some(end) => (&signature[open + 1..end], signature[end + 5..].trim()),
        None => (&signature[open + 1..close], ""),
    };
    let parameters = list
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let types = parameters.map(|part| part.split_once(':').expect("a type").1.trim());
    Function {
        name: signature[..open].to_string(),
        parameters: types.map(str::to_string).collect(),
        result: result.to_string(),
    }
}

/// A Rust type as C writes it.
fn in_c(rust: &str) -> String {
    if let Some(pointee) = rust.strip_prefix("*mut ") {
        return format!("{} *", in_c(pointee));
    }
    if let Some(pointee) = rust.strip_prefix("*const ") {
        return format!("const {} *", in_c(pointee));
    }
    let name = match rust {
        "" | "!" | "c_void" => "void",
        "bool" => "bool",
        "c_char" => "char",
        "u16" => "uint16_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "i32" => "int32_t",
        "usize" => "size_t",
        "Word" => "stm_word_t",
        "ObjectPointer" => "object_t *",
        "Thread" => "stm_thread_t",
        "Runtime" => "stm_runtime_t",
        "Mutator" => "stm_newborn_t",
        "SetupConfig" => "stm_config_t",
        "SetupLayout" => "stm_layout_t",
        "Counts" => "stm_statistics_t",
        "extern \"C\" fn(*mut c_void)" => "void (*)(void *)",
        other => panic!("no C type is known for {other}"),
    };
    name.to_string()
}

/// The names that the header declares and does not define.
fn declared() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/motet_tm.h");
    let header = fs::read_to_string(path).expect("the header");
    let mut names = BTreeSet::new();
    let (mut depth, mut statement) = (0, String::new());
    for character in without_comments_and_macros(&header).chars() {
        match character {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if !statement.starts_with("typedef") {
                    statement.clear();
                }
            }
            ';' if depth == 0 => {
                names.extend(declared_name(&statement));
                statement.clear();
            }
            _ if depth == 0 && !(statement.is_empty() && character.is_whitespace()) => {
                statement.push(character);
            }
            _ => {}
        }
    }
    names
}

fn without_comments_and_macros(header: &str) -> String {
    let mut rest = header;
    let mut code = String::new();
    while let Some(start) = rest.find("/*") {
        code.push_str(&rest[..start]);
        rest = &rest[start + rest[start..].find("*/").expect("a comment ends") + 2..];
    }
    code.push_str(rest);
    let joined = code.replace("\\\n", " ");
    let lines = joined.lines().filter(|line| !line.starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

fn declared_name(statement: &str) -> Option<String> {
    let is_function = statement.contains('(') && !statement.starts_with("typedef");
    let start = statement.find("stm_lib_").or_else(|| {
        // The last word before the parameters: types begin with stm_ too.
        let before = &statement[..statement.find('(')?];
        before.rfind("stm_")
    })?;
    let name = statement[start..].split('(').next()?.trim();
    is_function.then(|| name.to_string())
}

fn names(functions: &[Function]) -> BTreeSet<String> {
    functions
        .iter()
        .map(|function| function.name.clone())
        .collect()
}

#[test]
fn every_exported_function_is_declared_and_nothing_else_is() {
    let exported = exported();
    assert!(exported.len() > 30, "the parser finds them");
    assert_eq!(names(&exported), declared());
}

#[test]
fn the_shared_library_exports_what_the_sources_say() {
    let library = library_folder().join("libmotet_tm_c.so");
    let output = Command::new("nm")
        .args(["-D", "--defined-only", text(&library)])
        .output()
        .expect("binutils");
    expect_success(&output, "nm");
    let listing = String::from_utf8(output.stdout).expect("text");
    let symbols = listing
        .lines()
        .filter_map(|line| line.split(' ').next_back());
    let symbols = symbols.filter(|symbol| symbol.starts_with("stm_"));
    let symbols: BTreeSet<String> = symbols.map(str::to_string).collect();
    assert_eq!(symbols, names(&exported()));
}

/// C that does not compile unless the functions have the types of the Rust side.
fn signatures(functions: &[Function]) -> String {
    let mut code = String::from("#include \"motet_tm.h\"\n");
    for Function {
        name,
        parameters,
        result,
    } in functions
    {
        let mut list = parameters.iter().map(|part| in_c(part)).collect::<Vec<_>>();
        if list.is_empty() {
            list.push("void".to_string());
        }
        let (list, result) = (list.join(", "), in_c(result));
        // Assigning a function to a pointer of the wrong type is an error under -Werror.
        writeln!(code, "extern {result} (*type_of_{name})({list});").expect("memory");
        writeln!(code, "{result} (*type_of_{name})({list}) = {name};").expect("memory");
    }
    code
}

/// C that does not compile unless the structures and constants agree.
fn layouts() -> String {
    let mut code = String::from("#include \"motet_tm.h\"\n");
    let mut agree = |expression: String, value: u64| {
        writeln!(
            code,
            "_Static_assert({expression} == {value}u, \"layout\");"
        )
        .expect("memory");
    };
    macro_rules! structure {
        ($rust:ty, $c:literal, $($field:ident)*) => {
            $(agree(
                format!("offsetof({}, {})", $c, stringify!($field)),
                offset_of!($rust, $field) as u64,
            );)*
        };
    }
    structure!(Thread, "stm_thread_t", root_top root_low root_limit base poll fuel nursery_next
        nursery_limit atomic_depth read_version is_open mutator);
    structure!(SetupConfig, "stm_config_t", control commit_engine segments heap_bytes_max
        nursery_bytes nursery_reserve_bytes gil_interval_us injection stepping_seed is_stepped);
    structure!(SetupLayout, "stm_layout_t", name shape words is_mutable);
    structure!(Counts, "stm_statistics_t", commits aborts aborts_by_cause inevitable
        minor_collections promoted_bytes old_space_bytes gil_handovers stop_ns);
    agree(
        "sizeof(stm_config_t)".into(),
        size_of::<SetupConfig>() as u64,
    );
    agree(
        "sizeof(stm_layout_t)".into(),
        size_of::<SetupLayout>() as u64,
    );
    agree(
        "sizeof(stm_statistics_t)".into(),
        size_of::<Counts>() as u64,
    );
    agree(
        "offsetof(stm_thread_t, restart_frame)".into(),
        size_of::<Thread>() as u64,
    );
    let header = raw::header_word(LayoutId(0x1234), 0x567);
    agree(
        "(0x567ull << STM_HOST_SHIFT | 0x1234ull << STM_LAYOUT_SHIFT)".into(),
        header,
    );
    for (name, value) in constants() {
        agree(name.into(), value);
    }
    code
}

fn constants() -> Vec<(&'static str, u64)> {
    vec![
        ("STM_OK", STATUS_OK as u64),
        ("STM_ABORTED", STATUS_ABORTED as u64),
        ("STM_DUE", STATUS_DUE as u64),
        ("STM_CONTROL_GIL", setup::CONTROL_GIL.into()),
        ("STM_CONTROL_STM", setup::CONTROL_STM.into()),
        ("STM_COMMIT_LOG", setup::COMMIT_LOG.into()),
        ("STM_COMMIT_STOP", setup::COMMIT_STOP.into()),
        ("STM_SHAPE_FIXED", setup::SHAPE_FIXED.into()),
        ("STM_SHAPE_ARRAY", setup::SHAPE_ARRAY.into()),
        ("STM_SHAPE_RAW", setup::SHAPE_RAW.into()),
        ("STM_ABORT_CAUSES_MAX", setup::ABORT_CAUSES_MAX as u64),
        ("STM_THREAD_ROOTS", THREAD_ROOTS as u64),
        ("STM_MARKER_DISTANCE_BYTES", raw::MARKER_DISTANCE_BYTES),
        ("STM_WRITE_BARRIER_BIT", raw::WRITE_BARRIER_BIT),
        ("STM_CARDS_BIT", raw::CARDS_BIT),
    ]
}

/// Whether every compiler takes the code.
fn compiles(name: &str, code: &str) -> bool {
    let source = scratch(name);
    fs::write(&source, code).expect("scratch space");
    compilers().iter().all(|compiler| {
        let output = compile(compiler, std::slice::from_ref(&source), &["-fsyntax-only"]);
        output.status.success()
    })
}

#[test]
fn functions_have_the_types_of_their_declarations() {
    let mut functions = exported();
    assert!(compiles("signatures.c", &signatures(&functions)));
    // The check can fail: a parameter more, another result.
    functions[0].parameters.push("u64".to_string());
    assert!(!compiles("signatures_more.c", &signatures(&functions)));
    functions[0].parameters.pop();
    functions[0].result = "*mut Counts".to_string();
    assert!(!compiles("signatures_result.c", &signatures(&functions)));
}

#[test]
fn structures_and_constants_agree() {
    let code = layouts();
    assert!(compiles("layouts.c", &code));
    let wrong = code.replacen("== 0u", "== 8u", 1);
    assert!(!compiles("layouts_wrong.c", &wrong), "the check can fail");
}

#[test]
fn words_are_tagged_the_same_way_in_c() {
    let integer = Word::integer(-5).0;
    let special = Word::special(77).0;
    let code = format!(
        "#include \"motet_tm.h\"\n\
         int main(void) {{\n\
             object_t *object = stm_to_object({reference}u);\n\
             return !(stm_from_integer(-5) == {integer}u && stm_to_integer({integer}u) == -5\n\
                 && stm_is_integer({integer}u) && !stm_is_special({integer}u)\n\
                 && stm_from_special(77) == {special}u && stm_to_special({special}u) == 77\n\
                 && stm_is_special({special}u) && !stm_is_object({special}u)\n\
                 && stm_is_object({reference}u) && (uintptr_t)object == {offset}u\n\
                 && stm_from_object(object) == {reference}u && stm_from_object(NULL) == 0\n\
                 && STM_INTEGER_MIN == {min}ll - 1 && STM_INTEGER_MAX == {max}ll);\n\
         }}\n",
        offset = 0x1_0000,
        reference = 0x1_0001,
        min = motet_tm::INTEGER_MIN + 1,
        max = motet_tm::INTEGER_MAX,
    );
    let (source, program) = (scratch("words.c"), scratch("words"));
    fs::write(&source, code).expect("scratch space");
    build("cc", &[source], &[], &program);
    let output = Command::new(&program).output().expect("runs");
    expect_success(&output, "words.c");
}
