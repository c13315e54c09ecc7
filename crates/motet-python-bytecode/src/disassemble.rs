//! Code as text, for people and for golden tests: the text depends on nothing but the code.

use std::fmt::Write;

use crate::code::{Code, CodeKind, Constant};
use crate::description::{Form, Place, Table};
use crate::encode::{DecodeError, Instruction, sbx};

/// The text of a code object and, after it, of every code object nested in it.
pub fn disassemble(code: &Code) -> String {
    let mut text = String::new();
    write_code(&mut text, code);
    text
}

/// The instructions of a code object, in order, with their operands as text. Code objects nested in
/// it are not entered, words that are no instruction left out.
pub fn listing(code: &Code) -> Vec<(Instruction, String)> {
    words(code)
        .filter_map(|(_, decoded)| decoded.ok())
        .map(|instruction| (instruction, describe(code, instruction)))
        .collect()
}

/// The instructions with the indices of their first words; a word that is none stands for itself.
fn words(code: &Code) -> impl Iterator<Item = (usize, Result<Instruction, DecodeError>)> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let index = next;
        if index >= code.instructions.len() {
            return None;
        }
        let decoded = Instruction::decode(&code.instructions, index);
        next = match &decoded {
            Ok(instruction) => instruction.next() as usize,
            Err(_) => index + 1,
        };
        Some((index, decoded))
    })
}

fn write_code(text: &mut String, code: &Code) {
    write_header(text, code);
    let mut line = 0;
    for (index, decoded) in words(code) {
        let position = code.positions.get(index).copied().unwrap_or_default();
        if position.line == line {
            text.push_str("        ");
        } else {
            line = position.line;
            let _ = write!(text, "{line:>6}  ");
        }
        match decoded {
            Ok(instruction) => {
                let operands = describe(code, instruction);
                let _ = write!(text, "{index:>5}  {:<26}", instruction.opcode.name());
                text.push_str(&operands);
                while text.ends_with(' ') {
                    text.pop();
                }
                text.push('\n');
            }
            Err(error) => {
                let _ = writeln!(text, "{index:>5}  broken word: {error:?}");
            }
        }
    }
    for range in &code.exception_table {
        let _ = writeln!(
            text,
            "  exceptions {}..{} -> {} in r{}",
            range.start, range.end, range.target, range.register
        );
    }
    for constant in &code.constants {
        if let Constant::Code(nested) = constant {
            text.push('\n');
            write_code(text, nested);
        }
    }
}

fn write_header(text: &mut String, code: &Code) {
    let kind = match code.kind {
        CodeKind::Module => "module",
        CodeKind::Dynamic => "dynamic code",
        CodeKind::Annotation => "annotation",
        CodeKind::ClassBody => "class body",
        CodeKind::Function => "function",
    };
    let _ = writeln!(
        text,
        "{kind} {}: {} registers",
        code.qualified_name, code.register_count
    );
    if !code.parameters.names.is_empty() {
        let _ = writeln!(text, "  parameters {}", parameter_list(code));
    }
    let lists = [
        ("locals", &code.local_names),
        ("free", &code.free_names),
        ("spilled", &code.spilled_names),
        ("self attributes", &code.self_attributes),
    ];
    for (title, names) in lists {
        if !names.is_empty() {
            let _ = writeln!(text, "  {title} {}", names.join(", "));
        }
    }
    if let Some(docstring) = &code.docstring {
        let _ = writeln!(text, "  docstring {docstring:?}");
    }
}

/// The parameters in the order of their registers, marked by their kind.
fn parameter_list(code: &Code) -> String {
    let parameters = &code.parameters;
    let positional = parameters.positional;
    let named = positional + parameters.keyword_only;
    let mut list = String::new();
    for (index, name) in parameters.names.iter().enumerate() {
        if index > 0 {
            list.push_str(", ");
        }
        let (before, after) = if index < parameters.positional_only {
            ("", " (positional only)")
        } else if index < positional {
            ("", "")
        } else if index < named {
            ("", " (keyword only)")
        } else if index == named && parameters.has_varargs {
            ("*", "")
        } else {
            ("**", "")
        };
        list.push_str(before);
        list.push_str(name);
        list.push_str(after);
    }
    list
}

/// The operands of an instruction, with the things that they refer to.
fn describe(code: &Code, instruction: Instruction) -> String {
    let (a, b, c) = (instruction.a(), instruction.b(), instruction.c());
    let entry = instruction
        .table_entry()
        .map(|(table, index)| describe_entry(code, table, index))
        .unwrap_or_default();
    let target = instruction.jump_target().unwrap_or_default();
    let uses = |place| instruction.opcode.description().uses_register(place);
    match instruction.opcode.form() {
        // (`Wide` is decoded to the operation that it stands for.)
        Form::None | Form::Wide => String::new(),
        Form::A => format!("r{a}"),
        Form::AB => format!("r{a}, r{b}"),
        Form::ABC => format!("r{a}, r{b}, r{c}"),
        Form::ABi8 => format!("r{a}, r{b}, {}", c as i8),
        Form::ABn => format!("r{a}, r{b}, {c}"),
        Form::An => format!("r{a}, {b}"),
        Form::ABx if instruction.opcode.description().table.is_none() => {
            instruction.bx().to_string()
        }
        Form::ABx if !uses(Place::A) => entry,
        Form::ABx => format!("r{a}, {entry}"),
        Form::AsBx => format!("r{a}, {}", sbx(instruction.word)),
        Form::Jump => format!("-> {target}"),
        Form::AJump => format!("r{a} -> {target}"),
        Form::ABJump2 => format!("r{a}, r{b} -> {target}"),
        Form::Ai8Jump2 => format!("r{a}, {} -> {target}", b as i8),
        Form::ABSite if !uses(Place::B) => format!("r{a}, {entry}"),
        Form::ABSite => format!("r{a}, r{b}, {entry}"),
        Form::AnSite => format!("r{a}, {b}, {entry}"),
        Form::AnnConst => format!("r{a}, {b}, {c}, {entry}"),
        Form::ABnn => format!("r{a}, r{b}, {c}, {}", instruction.extension),
    }
}

fn describe_entry(code: &Code, table: Table, index: u32) -> String {
    let place = index as usize;
    let name = match table {
        Table::Constants => {
            return match code.constants.get(place) {
                Some(constant) => describe_constant(constant),
                None => format!("constant {index}?"),
            };
        }
        Table::Globals => code.global_names.get(place).map(|name| &**name),
        Table::AttributeSites => code.attribute_sites.get(place).map(|name| &**name),
        Table::Closure => code.closure_name(place),
    };
    match (name, table) {
        (Some(name), Table::AttributeSites) => format!(".{name}"),
        (Some(name), _) => name.to_string(),
        (None, _) => format!("{table:?} {index}?"),
    }
}

fn describe_constant(constant: &Constant) -> String {
    match constant {
        Constant::None => "None".to_owned(),
        Constant::Bool(true) => "True".to_owned(),
        Constant::Bool(false) => "False".to_owned(),
        Constant::Ellipsis => "...".to_owned(),
        Constant::Int(value) => value.to_string(),
        Constant::BigInt(digits) => digits.to_string(),
        Constant::Float(value) => format!("{value:?}"),
        Constant::Complex(value) => format!("{value:?}j"),
        Constant::Str(value) => format!("{value:?}"),
        Constant::Bytes(value) => format!("b\"{}\"", value.escape_ascii()),
        Constant::Tuple(items) => {
            let items: Vec<String> = items.iter().map(describe_constant).collect();
            match items.as_slice() {
                [single] => format!("({single},)"),
                _ => format!("({})", items.join(", ")),
            }
        }
        Constant::Code(code) => format!("code {}", code.qualified_name),
    }
}
