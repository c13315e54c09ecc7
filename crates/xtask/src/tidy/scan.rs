//! Just enough reading of Rust to count: comments and literals are blanked out, then functions are
//! found by their braces. A parser would be more exact and far larger than the rules it serves.

/// A function with a body.
#[derive(Debug, PartialEq)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) lines: usize,
    /// A comment right above says why it may be long.
    pub(super) exempt: bool,
}

/// The contents of a file.
#[derive(Debug, PartialEq)]
pub(super) struct Scanned {
    pub(super) functions: Vec<Function>,
    pub(super) has_unsafe: bool,
}

/// Above a function: `// tidy: long because it is the dispatch loop`.
const EXEMPTION: &str = "// tidy: long because ";

/// Reads one file.
pub(super) fn scan(text: &str) -> Scanned {
    let code = blank(text);
    let words = words(&code);
    let has_unsafe = words.iter().any(|&(_, word)| word == "unsafe");
    let source_lines: Vec<&str> = text.lines().collect();
    let mut functions = Vec::new();
    for pair in words.windows(2) {
        let [(at, "fn"), (name_at, name)] = *pair else {
            continue;
        };
        // `fn(u8) -> u8` is a type: no name stands right behind the `fn`.
        if !code[at + 2..name_at].trim().is_empty() {
            continue;
        }
        let Some(end) = body_end(&code, name_at + name.len()) else {
            continue;
        };
        let first_line = code[..at].matches('\n').count();
        let lines = code[at..=end].matches('\n').count() + 1;
        let exempt = is_exempt(&source_lines[..first_line]);
        functions.push(Function {
            name: name.to_string(),
            lines,
            exempt,
        });
    }
    Scanned {
        functions,
        has_unsafe,
    }
}

/// The code without comments, literals and tests: blanked out, byte for byte as long. Also the
/// names of modules in files of their own that are only compiled for tests.
pub(super) fn without_tests(text: &str) -> (String, Vec<String>) {
    let mut code = blank(text);
    let mut modules = Vec::new();
    let mut from = 0;
    while let Some(found) = code[from..].find("#[cfg(") {
        let attribute = from + found;
        let Some(length) = code[attribute..].find(")]") else {
            break;
        };
        let end = attribute + length + 2;
        from = end;
        let condition = &code[attribute..end];
        let is_test = words(condition).iter().any(|&(_, word)| word == "test");
        if !is_test || condition.contains("not(test") {
            continue;
        }
        let of_item = words(&code[end..]);
        let module = of_item.iter().position(|&(_, word)| word == "mod");
        let named = module
            .filter(|at| *at < 3)
            .and_then(|at| of_item.get(at + 1));
        let declared = code[end..].find([';', '{']).map(|at| end + at);
        if let (Some(&(_, name)), Some(at)) = (named, declared)
            && code.as_bytes()[at] == b';'
        {
            modules.push(name.to_string());
        }
        if let Some(last) = body_end(&code, end) {
            let spaces = code[attribute..=last]
                .chars()
                .map(|c| if c == '\n' { c } else { ' ' })
                .collect::<String>();
            code.replace_range(attribute..=last, &spaces);
            from = last + 1;
        }
    }
    (code, modules)
}

/// How often code may end the program on purpose, and how often it asserts something.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Checks {
    pub(super) panics: usize,
    pub(super) assertions: usize,
}

/// Counts in code that [`without_tests`] has left.
pub(super) fn checks(code: &str) -> Checks {
    let mut checks = Checks::default();
    for (at, word) in words(code) {
        let after = code[at + word.len()..].bytes().next();
        match word {
            _ if may_panic(code, at, word) => checks.panics += 1,
            "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "debug_assert_eq"
            | "debug_assert_ne"
                if after == Some(b'!') =>
            {
                checks.assertions += 1;
            }
            _ => {}
        }
    }
    checks
}

/// The least words of a reason: an invariant, or the check that excludes the failure.
const REASON_WORDS: usize = 4;
/// On the line above a place that takes no message: `// Cannot fail: the length is above zero`.
const REASON: &str = "// Cannot fail: ";

/// The lines outside of tests that may panic and do not say why they never do.
pub(super) fn unreasoned(text: &str) -> Vec<usize> {
    let (code, _) = without_tests(text);
    let mut lines = Vec::new();
    for (at, word) in words(&code) {
        if !may_panic(&code, at, word) {
            continue;
        }
        let line = text[..at].matches('\n').count();
        let above = line
            .checked_sub(1)
            .and_then(|above| text.lines().nth(above));
        let above = above.and_then(|above| above.trim_start().strip_prefix(REASON));
        let message = message_of(text, &text[at + word.len()..]);
        if !above.or(message).is_some_and(is_reason) {
            lines.push(line + 1);
        }
    }
    lines
}

fn is_reason(text: &str) -> bool {
    text.split_whitespace().count() >= REASON_WORDS
}

/// The text that a call or macro gets, or that of the constant of this file that it names.
fn message_of<'a>(text: &'a str, call: &'a str) -> Option<&'a str> {
    let argument = call.trim_start_matches(['!', '(']).trim_start();
    if argument.starts_with('"') {
        let length = quoted(argument.as_bytes(), b'"').min(argument.len());
        return argument.get(1..length - 1);
    }
    let name = words(argument).first()?.1;
    let declared = text.split_once(&format!("const {name}: &str = "))?.1;
    declared
        .starts_with('"')
        .then(|| message_of(text, declared))?
}

fn may_panic(code: &str, at: usize, word: &str) -> bool {
    let after = code[at + word.len()..].bytes().next();
    let before = code[..at].bytes().next_back();
    match word {
        "panic" | "unreachable" | "todo" | "unimplemented" => after == Some(b'!'),
        "expect" | "unwrap" => before == Some(b'.') && after == Some(b'('),
        _ => false,
    }
}

/// Looks through the comments and attributes right above.
fn is_exempt(above: &[&str]) -> bool {
    above
        .iter()
        .rev()
        .map(|line| line.trim_start())
        .take_while(|line| line.starts_with("//") || line.starts_with('#'))
        .any(|line| line.starts_with(EXEMPTION) && line.len() > EXEMPTION.len())
}

/// The closing brace of a body that begins after the signature; nothing for a mere declaration.
fn body_end(code: &str, signature: usize) -> Option<usize> {
    let mut brackets = 0_i32;
    let mut braces = 0_i32;
    for (offset, byte) in code[signature..].bytes().enumerate() {
        match byte {
            b'(' | b'[' => brackets += 1,
            b')' | b']' => brackets -= 1,
            b';' if brackets == 0 && braces == 0 => return None,
            b'{' => braces += 1,
            b'}' => {
                braces -= 1;
                if braces <= 0 && brackets == 0 {
                    return (braces == 0).then_some(signature + offset);
                }
            }
            _ => {}
        }
    }
    None
}

/// The words of the text with their places.
fn words(code: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, byte) in code.bytes().chain([b' ']).enumerate() {
        let in_word = byte.is_ascii_alphanumeric() || byte == b'_';
        match (start, in_word) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push((from, &code[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// The same text, byte for byte as long, with spaces for comments, strings and characters.
pub(super) fn blank(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    while out.len() < bytes.len() {
        let at = out.len();
        let end = match literal_end(bytes, at) {
            Some(end) => end.min(bytes.len()),
            None => {
                // Bytes above ASCII stand outside of literals only in names.
                out.push(if bytes[at].is_ascii() {
                    bytes[at]
                } else {
                    b'_'
                });
                continue;
            }
        };
        out.extend(
            bytes[at..end]
                .iter()
                .map(|&byte| if byte == b'\n' { byte } else { b' ' }),
        );
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The end of the comment or literal that begins here; none if none begins here.
fn literal_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    let word_before = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
    if rest.starts_with(b"//") {
        return Some(
            at + rest
                .iter()
                .position(|&byte| byte == b'\n')
                .unwrap_or(rest.len()),
        );
    }
    if rest.starts_with(b"/*") {
        return Some(at + block_comment(rest));
    }
    if rest[0] == b'"' {
        return Some(at + quoted(rest, b'"'));
    }
    if rest[0] == b'\'' {
        return character(rest).map(|length| at + length);
    }
    if rest[0] == b'r' && (!word_before || bytes[at - 1] == b'b') {
        return raw_string(rest).map(|length| at + length);
    }
    None
}

fn block_comment(rest: &[u8]) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at
}

fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != quote {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// A character, not a lifetime: a lifetime has no quote behind its first letter.
fn character(rest: &[u8]) -> Option<usize> {
    if rest.get(1) == Some(&b'\\') {
        return Some(quoted(rest, b'\''));
    }
    let text = std::str::from_utf8(&rest[1..rest.len().min(8)])
        .or_else(|error| std::str::from_utf8(&rest[1..1 + error.valid_up_to()]))
        .ok()?;
    let length = text.chars().next()?.len_utf8();
    (rest.get(1 + length) == Some(&b'\'')).then_some(length + 2)
}

/// `r"…"` and `r#"…"#` with any number of hashes.
fn raw_string(rest: &[u8]) -> Option<usize> {
    let hashes = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
    if rest.get(1 + hashes) != Some(&b'"') {
        return None;
    }
    let mut closing = vec![b'"'];
    closing.resize(1 + hashes, b'#');
    let content = &rest[2 + hashes..];
    let end = content
        .windows(closing.len())
        .position(|window| window == closing);
    Some(2 + hashes + end.map_or(content.len(), |end| end + closing.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str, lines: usize, exempt: bool) -> Function {
        Function {
            name: name.to_string(),
            lines,
            exempt,
        }
    }

    #[test]
    fn functions_are_measured_from_fn_to_brace() {
        let text = "fn one() {}\ntrait T { fn none(a: [u8; 2]); }\n\
                    fn two<F: Fn(u8) -> u8>(f: fn(u8)) {\n  if x { }\n}\n";
        let expected = vec![function("one", 1, false), function("two", 3, false)];
        assert_eq!(scan(text).functions, expected);
    }

    #[test]
    fn literals_and_comments_hide_their_content() {
        let text = "fn a<'x>(c: &'x u8) { '{'; '\\''; \"}\\\"\"; r#\"fn b() {\"#; b'\"'; } \
                    // fn c() {}\n/* unsafe /* fn */ */ const UNSAFE: u8 = 'é' as u8;";
        let scanned = scan(text);
        assert_eq!(scanned.functions, vec![function("a", 1, false)]);
        assert!(!scanned.has_unsafe);
        assert!(scan("unsafe { x() }").has_unsafe);
        assert!(!scan("#![deny(unsafe_code)]").has_unsafe);
    }

    #[test]
    fn tests_are_left_out_and_checks_counted() {
        let text = "fn a() { x.unwrap(); panic!(); unwrap(); assert!(y); \"panic!\" }\n\
                    #[cfg(test)]\nmod tests { fn b() { c.expect(1); assert_eq!(1, 2); } }\n\
                    #[cfg(all(test, not(loom)))]\nmod more;\n\
                    #[cfg(not(test))] fn d() { debug_assert!(z); }";
        let (code, modules) = without_tests(text);
        assert_eq!(code.len(), text.len());
        assert_eq!(modules, ["more"]);
        let counted = checks(&code);
        assert_eq!((counted.panics, counted.assertions), (2, 2));
    }

    #[test]
    fn what_may_panic_says_why_it_does_not() {
        let text = "const WHY: &str = \"the caller has looked\";\n\
                    fn a() { x.expect(WHY); x.expect(\n\"checked\"); x.unwrap(); panic!();\n\
                    unreachable!(\"a tuple, the caller says\"); x.expect(OTHER);\n\
                    // Cannot fail: three is below four\n\
                    x.unwrap(); x.unwrap_or(1) }\n\
                    #[cfg(test)]\nmod tests { fn b() { c.unwrap(); } }\n";
        assert_eq!(unreasoned(text), [2, 3, 3, 4]);
    }

    #[test]
    fn a_comment_with_a_reason_exempts() {
        let text =
            "// tidy: long because it is the dispatch loop\n#[inline]\nfn a() {}\nfn b() {}\n";
        assert_eq!(
            scan(text).functions,
            vec![function("a", 1, true), function("b", 1, false)]
        );
    }
}
