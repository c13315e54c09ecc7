# Messages and places of errors about targets, declarations and escape sequences.
import warnings

warnings.simplefilter("ignore")

ESCAPES = [
    r"b'\x'", r"b'ab\x1'", "x = b'''\n\\x'''", r"x = 'a' '\x'", r"x = 'a\u12' 'b'", r"f'\x'",
    "x = '''\n\\x'''", r"b'a' b'\x1z'", r"B'\xg'", r"br'x' b'\x'", "x = ('a'\n  '\\x')",
    "x = 1; y = '''a\nb\\x''' + 1", r"b'\\x' b'\x'", r"'\\N' '\N{a'", r"'a' u'\x1'",
    r"""'"' '\x'""", r"""'it"s \x'""", r'''"it's \x"''', r"'é\x'", r"'\é\x'", r"x = 'é' + '\x'",
    r"t'\x'", "f'''\n{a}\\x'''", r"'\N{}'", r"'\N'", r"'\N{'", r"'\Nx'", r"'\N{a'",
    r"'\U12345678'", r"'a\N{foo}'", r"u'''\N{}'''", r"'\\\x'",
]
TARGETS = [
    "(%s*d) = x" % ("a," * 255), "(%s*d) = x" % ("a," * 256), "*d, %sb = x" % ("a," * 260),
    "[%s*d] = x" % ("a," * 256), "for %s*d in x: pass" % ("a," * 256), "*a, *b = x",
    "yield = 1", "x = yield = 1", "yield += 1", "def f(): (yield) = 3", "def f(): (yield 1) = 3",
    "def f(): (yield from x) = 1", "def f(): x = (yield 1) = 3", "def f(): [(yield)] = 1",
    "def f(): yield x = 1", "def f():\n x = 1\n yield x += 1", "def f(): (yield from x) += 1",
    "def f(): ((yield) := 1)", "(await x) = 1",
    "a, b += 3", "*a, b += 1", "a, b, += 1", "a, (b, c) += 1", "x, y -= 1", "x.y, z[1] @= 1",
    "a, b + c += 1", "f() , b += 1", "not a, b += 1", "1, 2 += 3", "*a, += 1", "(a, b) += 1",
    "a, b = c, d += 1", "if x:\n  a, b **= 1", "a = 1; b, c //= 1",
    "a, b: int", "a, b, c: int = 1", "(a, b): int", "[a, b]: int",
]
DECLARATIONS = [
    "def f():\n global q\n nonlocal q", "def f():\n nonlocal q; global q",
    "class X():\n global a; nonlocal a", "def f():\n global x, y\n nonlocal z, x",
    "def f():\n global x\n global x\n nonlocal x", "def f():\n def g():\n  nonlocal x; global y, x",
    "def f(x):\n y = 2\n def g(): nonlocal y, y; global y", "def f():\n x = 1\n global x",
    "def f():\n print(x)\n global x", "def f(x):\n  if 1:\n    global x",
]
BASES = [
    "class X(a for a in b): pass", "class X(a, (b for b in c)): pass",
    "class X((b for b in c)): pass", "class X(a, b for b in c): pass",
    "class X(b for b in c, a): pass", "class X[T](b for b in c): pass",
    "class X[T: (int, list[int])](b for b in c): pass", "class X(*a for b in c): pass",
    "class X(b async for b in c): pass", "class X(\n b\n for b in c): pass",
    "class X([b for b in c](d) for d in e): pass", "f(b for b in c, 1)", "f(1, b for b in c)",
    "def X(b for b in c): pass",
]
for source in ESCAPES + TARGETS + DECLARATIONS + BASES:
    shown = source if len(source) < 90 else source[:10] + "..." + source[-10:]
    try:
        compile(source, "x", "exec")
        print(ascii(shown), "compiles")
    except SyntaxError as error:
        places = error.lineno, error.offset, error.end_lineno, error.end_offset
        print(ascii(shown), ascii(error.msg), *places)
