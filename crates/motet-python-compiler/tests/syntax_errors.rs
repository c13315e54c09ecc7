//! The wording of errors, and their places.

use motet_python_compiler::{SyntaxError, SyntaxErrorKind, compile_module};

fn error(source: &str) -> SyntaxError {
    match compile_module(source, "test.py") {
        Ok(_) => panic!("compiles: {source:?}"),
        Err(error) => error,
    }
}

fn check(cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (source, expected) in cases {
        let found = error(source).message;
        if found != *expected {
            wrong.push(format!(
                "{source:?}\n  expected {expected}\n  found    {found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn structure() {
    check(&[
        ("x = = 1", "invalid syntax"),
        ("if x\n    pass", "expected ':'"),
        ("def f()\n    pass", "expected ':'"),
        ("class A\n    pass", "expected ':'"),
        ("def f:\n    pass", "expected '('"),
        ("x = 1 2", "invalid syntax"),
        ("else:\n  pass", "invalid syntax"),
        ("a if b", "expected 'else' after 'if' expression"),
        (
            "try:\n    pass\nx = 1",
            "expected 'except' or 'finally' block",
        ),
        ("print(a b)", "invalid syntax. Perhaps you forgot a comma?"),
        ("[1, 2 3]", "invalid syntax. Perhaps you forgot a comma?"),
        (
            "[1,\n 2\n 3]",
            "invalid syntax. Perhaps you forgot a comma?",
        ),
        (
            "print 'hello'",
            "Missing parentheses in call to 'print'. Did you mean print(...)?",
        ),
        (
            "if x = 1: pass",
            "invalid syntax. Maybe you meant '==' or ':=' instead of '='?",
        ),
        (
            "while x.y = 1: pass",
            "cannot assign to attribute here. Maybe you meant '==' instead of '='?",
        ),
    ]);
}

#[test]
fn brackets() {
    check(&[
        ("print(1", "'(' was never closed"),
        ("x = [1, 2\ny = 3", "'[' was never closed"),
        ("x = {1: 2", "'{' was never closed"),
        ("foo(a, b\ndef f(): pass", "'(' was never closed"),
        ("x = )", "unmatched ')'"),
        (
            "x = (1]",
            "closing parenthesis ']' does not match opening parenthesis '('",
        ),
        (
            "x = (1,\n2]",
            "closing parenthesis ']' does not match opening parenthesis '(' on line 1",
        ),
    ]);
    let unclosed = error("a = 1\nprint((1)");
    assert_eq!((unclosed.line, unclosed.column), (2, 6));
}

#[test]
fn literals() {
    check(&[
        (
            "x = 'abc",
            "unterminated string literal (detected at line 1)",
        ),
        (
            "x = \"\"\"abc\ndef",
            "unterminated triple-quoted string literal (detected at line 2)",
        ),
        (
            "\nf\"abc",
            "unterminated f-string literal (detected at line 2)",
        ),
        ("f\"{x\"", "f-string: expecting '}'"),
        ("f\"}\"", "f-string: single '}' is not allowed"),
        ("f\"{}\"", "f-string: valid expression required before '}'"),
        (
            "f\"{x!z}\"",
            "f-string: invalid conversion character 'z': expected 's', 'r', or 'a'",
        ),
        (
            "x = 0777",
            "leading zeros in decimal integer literals are not permitted; \
             use an 0o prefix for octal integers",
        ),
        ("x = 0x", "invalid hexadecimal literal"),
        ("x = 1abc", "invalid decimal literal"),
        ("x = 1__0", "invalid decimal literal"),
        ("b'é'", "bytes can only contain ASCII literal characters"),
        ("x = a ? b", "invalid syntax"),
        ("x = “a”", "invalid character '“' (U+201C)"),
    ]);
}

#[test]
fn indentation() {
    check(&[
        (
            "if x:\n    a\n  b",
            "unindent does not match any outer indentation level",
        ),
        (
            "if x:\npass",
            "expected an indented block after 'if' statement on line 1",
        ),
        (
            "\ndef f(\n  a):\npass",
            "expected an indented block after function definition on line 2",
        ),
        (
            "class A:\nz",
            "expected an indented block after class definition on line 1",
        ),
        (
            "try:\n    pass\nexcept A:\nz",
            "expected an indented block after 'except' statement on line 3",
        ),
        (
            "if x:\n  a\nelse:\nz",
            "expected an indented block after 'else' statement on line 3",
        ),
        ("  x = 1", "unexpected indent"),
        ("x = 1\n  y = 2", "unexpected indent"),
    ]);
    assert_eq!(error("  x = 1").kind, SyntaxErrorKind::Indentation);
    assert_eq!(error("x = (").kind, SyntaxErrorKind::Syntax);
}

#[test]
fn targets() {
    let hint = " here. Maybe you meant '==' instead of '='?";
    let with_hint = [
        ("f(x) = 1", "function call"),
        ("1 = x", "literal"),
        ("x + 1 = 2", "expression"),
        ("{a} = x", "set display"),
        ("... = 1", "ellipsis"),
        ("[x for x in y] = 1", "list comprehension"),
    ];
    for (source, what) in with_hint {
        let expected = format!("cannot assign to {what}{hint}");
        assert_eq!(error(source).message, expected, "{source}");
    }
    check(&[
        ("None = 1", "cannot assign to None"),
        ("(a, b()) = 1", "cannot assign to function call"),
        ("[a, 1] = x", "cannot assign to literal"),
        ("a < b = 1", "cannot assign to comparison"),
        ("for f() in x: pass", "cannot assign to function call"),
        (
            "f() += 1",
            "'function call' is an illegal expression for augmented assignment",
        ),
        ("del f()", "cannot delete function call"),
        (
            "(x + 1 := 2)",
            "cannot use assignment expressions with expression",
        ),
        (
            "*a = x",
            "starred assignment target must be in a list or tuple",
        ),
        ("*a, *b = x", "multiple starred expressions in assignment"),
        ("__debug__ = 1", "cannot assign to __debug__"),
        ("f(True=1)", "cannot assign to True"),
        (
            "f(a.b=1)",
            "expression cannot contain assignment, perhaps you meant \"==\"?",
        ),
    ]);
}

#[test]
fn arguments_and_parameters() {
    check(&[
        ("f(a=1, 2)", "positional argument follows keyword argument"),
        (
            "f(**a, 2)",
            "positional argument follows keyword argument unpacking",
        ),
        ("f(a=1, a=2)", "keyword argument repeated: a"),
        (
            "def f(x, x): pass",
            "duplicate argument 'x' in function definition",
        ),
        (
            "def f(a=1, b): pass",
            "parameter without a default follows parameter with a default",
        ),
        ("*a", "can't use starred expression here"),
    ]);
}

#[test]
fn misplaced_statements() {
    check(&[
        ("return", "'return' outside function"),
        ("class A:\n  return 1", "'return' outside function"),
        ("break", "'break' outside loop"),
        ("continue", "'continue' not properly in loop"),
        ("for x in y:\n  def f():\n    break", "'break' outside loop"),
        (
            "for x in y: pass\nelse: continue",
            "'continue' not properly in loop",
        ),
        (
            "def f():\n  from a import *",
            "import * only allowed at module level",
        ),
        ("yield 1", "'yield' outside function"),
        ("class C:\n  x = yield", "'yield' outside function"),
        ("def f(x=(yield)): pass", "'yield' outside function"),
        ("await x", "'await' outside function"),
        ("class C:\n  await x", "'await' outside function"),
        ("def f(): await x", "'await' outside async function"),
        (
            "async def f():\n  lambda: await x",
            "'await' outside async function",
        ),
        (
            "def f():\n  async for x in y: pass",
            "'async for' outside async function",
        ),
        ("async with x: pass", "'async with' outside async function"),
        (
            "[x async for x in y]",
            "asynchronous comprehension outside of an asynchronous function",
        ),
        (
            "def f(): return [await x for x in y]",
            "asynchronous comprehension outside of an asynchronous function",
        ),
        (
            "[[x async for x in y] for z in w]",
            "asynchronous comprehension outside of an asynchronous function",
        ),
        ("(x for x in (await y))", "'await' outside function"),
        (
            "async def f(): yield from x",
            "'yield from' inside async function",
        ),
        (
            "async def f():\n  return 2\n  yield 1",
            "'return' with value in async generator",
        ),
        (
            "def f(): [(yield x) for x in y]",
            "'yield' inside list comprehension",
        ),
        (
            "def f(): {(yield x): 1 for x in y}",
            "'yield' inside dict comprehension",
        ),
        (
            "def f(): ((yield from x) for x in y)",
            "'yield' inside generator expression",
        ),
        (
            "try: pass\nexcept: pass\nexcept A: pass",
            "default 'except:' must be last",
        ),
    ]);
}

#[test]
fn declarations() {
    check(&[
        ("def f(x):\n  global x", "name 'x' is parameter and global"),
        (
            "def f(x):\n  nonlocal x",
            "name 'x' is parameter and nonlocal",
        ),
        (
            "def f():\n  nonlocal x",
            "no binding for nonlocal 'x' found",
        ),
        (
            "nonlocal x",
            "nonlocal declaration not allowed at module level",
        ),
        (
            "def f():\n  x = 1\n  global x",
            "name 'x' is assigned to before global declaration",
        ),
        (
            "def f():\n  print(x)\n  global x",
            "name 'x' is used prior to global declaration",
        ),
        (
            "[x := 1 for x in y]",
            "assignment expression cannot rebind comprehension iteration variable 'x'",
        ),
        (
            "class A:\n  [x := 1 for y in z]",
            "assignment expression within a comprehension cannot be used in a class body",
        ),
    ]);
}

#[test]
fn patterns() {
    check(&[
        (
            "match x:\n  case _: pass\n  case 1: pass",
            "wildcard makes remaining patterns unreachable",
        ),
        (
            "match x:\n  case y: pass\n  case 1: pass",
            "name capture 'y' makes remaining patterns unreachable",
        ),
        (
            "match x:\n  case [a, a]: pass",
            "multiple assignments to name 'a' in pattern",
        ),
        (
            "match x:\n  case [a] | [b]: pass",
            "alternative patterns bind different names",
        ),
        (
            "match x:\n    case 1:\n    pass",
            "expected an indented block after 'case' statement on line 2",
        ),
    ]);
}

#[test]
fn what_only_a_group_or_a_type_needs() {
    check(&[
        (
            "def f():\n try: pass\n except* A: return",
            "'break', 'continue' and 'return' cannot appear in an except* block",
        ),
        ("type A[T, T] = int", "duplicate type parameter 'T'"),
        (
            "def f(x: (yield)): pass",
            "yield expression cannot be used within an annotation",
        ),
    ]);
}

#[test]
fn too_many_registers() {
    let source = format!("def f():\n  [x{}]", " for x in a".repeat(300));
    assert_eq!(
        error(&source).message,
        "too many local variables or too deep an expression in function 'f'"
    );
}

#[test]
fn deep_nesting_is_an_error_and_no_crash() {
    for count in [1000, 5000, 11_900, 200_000] {
        for (before, after, works) in [
            ("(", ")", 200),
            ("-", "", 5000),
            ("not ", "", 5000),
            ("lambda: ", "", 1000),
            ("x if x else ", "", 5000),
            ("", "+x", 5000),
            ("", ".x", 5000),
            ("", ".x()", 5000),
            ("", "[x]", 5000),
            ("[", "]", 200),
            ("{0: ", "}", 200),
            ("f(", ")", 20),
            ("x[", "]", 20),
            ("f(*", ")", 20),
            ("[x for x in ", "]", 20),
            ("(yield ", ")", 20),
            ("1 < (x and ", ")", 20),
        ] {
            let source = format!("def g(x): {}x{}", before.repeat(count), after.repeat(count));
            if let Err(error) = compile_module(&source, "test.py") {
                let expected = [
                    "maximum recursion depth",
                    "Parser stack overflowed",
                    "too many local variables",
                    "too many nested",
                ];
                assert!(
                    expected.iter().any(|text| error.message.starts_with(text)),
                    "{before}…{after}, {count} times: {error:?}"
                );
                assert!(count > works, "{before}…{after}, {count} times: {error:?}");
            }
        }
    }
}

#[test]
fn long_chains_with_a_mistake_at_their_end_are_errors_and_no_crashes() {
    let count = 5_000_000;
    for (first, part) in [
        ("a", ".b"),
        ("f", "()"),
        ("x", "[0]"),
        ("a", "+a"),
        ("", "a if b else "),
        ("", "not "),
        ("", "-"),
        ("a", "**a"),
        ("", "lambda a, b="),
        ("", "("),
        ("if a: pass\n", "elif b: pass\n"),
        ("", "f'{"),
        ("", "yield a, "),
        ("a", " and a.b"),
        ("", "'a' "),
        ("(x", " for x in a"),
        ("with a", ", a"),
    ] {
        let source = format!("{first}{} $", part.repeat(count / part.len()));
        let error = error(&source);
        assert!(error.message.len() > 3, "{first}{part}: {}", error.message);
    }
}

#[test]
fn many_blocks_in_one_statement_are_errors_and_no_crashes() {
    for (first, part, last) in [("[x", " for x in a", "]"), ("with a", ", a", ": pass")] {
        let source = format!("{first}{}{last}", part.repeat(300_000));
        let message = error(&source).message;
        assert_eq!(message, "too many statically nested blocks");
    }
}

#[test]
fn many_decorators() {
    let source = format!("{}def f(): pass", "@d(1, k=2)\n".repeat(200));
    compile_module(&source, "test.py").expect("a correct program");
}

#[test]
fn chains_of_calls_need_few_registers() {
    let source = format!("x = a{}", ".b(1).c[0]()(k=2)".repeat(100));
    compile_module(&source, "test.py").expect("a correct program");
}

#[test]
fn places() {
    let error = error("x = 1\ndef f():\n    é = 1; return = 2\n");
    assert_eq!(error.filename.as_ref(), "test.py");
    assert_eq!((error.line, error.column), (3, 19));
    assert_eq!(error.text, "    é = 1; return = 2");
}
