//! Which texts are deep.

use super::*;

fn is_deep(text: &str) -> bool {
    measure(text).is_err()
}

#[test]
fn what_nests_is_counted_and_what_stands_side_by_side_is_not() {
    let many = HEIGHT_MAX + 1;
    for deep in [
        "(",
        "[1, ",
        "{",
        "f(",
        "not ",
        "-",
        "1 if 1 else ",
        "a**",
        "a+",
        "a.",
        "()",
        "[0]",
        "(a).b",
        "lambda a, b=",
        "yield a, ",
        "(\n-\n",
        "a @ ",
        "(-a) + ",
    ] {
        assert!(is_deep(&deep.repeat(many)), "{deep}");
    }
    for flat in [
        "-1, ",
        "f(a) ",
        "a\n",
        "'(' ",
        "f'{a}' ",
        "[-1],",
        "x = not y\n",
        "a;",
        "# (\n",
        "a.b and ",
        "a + b < ",
        "a is not ",
        "a not in ",
        "-a == ",
        "not a or ",
        "a = ",
        "lambda: 0, ",
    ] {
        assert!(!is_deep(&flat.repeat(many)), "{flat}");
        let inside = format!("({}\n)", flat.repeat(many));
        assert!(!is_deep(&inside) || flat.contains(['\n', ';']), "{flat}");
    }
    let brackets = format!("{}{}", "(".repeat(many), ")".repeat(many));
    assert!(is_deep(&brackets));
    assert!(!is_deep(&")".repeat(many)), "told by the parser");
    assert!(!is_deep(&format!("import a{}", ".a".repeat(many))));
}

#[test]
fn brackets_do_not_hide_the_height_of_what_they_hold() {
    let chain = ".b".repeat(HEIGHT_MAX / 3);
    let part = |inner: &str| format!("({inner}){chain}");
    let twice = part(&part("a"));
    assert!(!is_deep(&twice));
    assert!(is_deep(&part(&part(&twice))));
    let side_by_side = format!("f(a{chain}, a{chain}, a{chain}, a{chain})");
    assert!(!is_deep(&side_by_side));
}

#[test]
fn clauses_count_until_their_statement_ends() {
    let clauses = "elif a: pass\n".repeat(CLAUSES_MAX / 2 + 1);
    let statement = format!("if a: pass\n{clauses}");
    assert!(!is_deep(&format!("{statement}{statement}")));
    assert!(is_deep(&format!("{statement}{clauses}")));
    let inner = statement.replace("if", " if").replace("el if", " elif");
    assert!(is_deep(&format!("if a: pass\n{clauses}else:\n{inner}")));
}
