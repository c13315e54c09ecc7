# Literals: numbers, strings, escapes, f-strings, identifiers.
print(0, 00, 0x_ff, 0XFF, 0o17, 0O1_7, 0b101, 0B1_01, 1_000_000, 10**20)
print(1.5, 1., .5, 1e3, 1E-3, 1_0.0_1, 1e1_0, 0e0, 00.5, 0777.0)
print("a" 'b' """c""" '''d''', b"a" b'b', r"\n" "\n".strip(), rb"\x", Rb'\y', bR"\z")
print("\x41\u0042\U00000043\103\0z\7z\12".encode(), "\\\'\"\a\b\f\n\r\t\v".encode())
print("\N{LATIN SMALL LETTER A}\N{GREEK SMALL LETTER ALPHA}\N{EM DASH}\N{snowman}")
print("a\
b", """line
two\
 joined""")
print(b"\x41\101\n\\", len("\U0001F600"))
name, width, value = "name", 10, 3.14159
print(f"{name}", f"{name!r}", f"{name!s:>8}", f"{value:.2f}", f"{value:{width}.{2}f}")
print(f"{name=}", f"{ name = }", f"{name=!s}", f"{value=:.1f}", f"{1+1=}", f"{name  =  !r:>10}")
print(f"{{}}", f"{{{name}}}", f"{'nested' + "quotes"}", f"{f'{f"{name}"}'}", rf"\{name}\n")
print(f"{value:{'>' if width else '<'}{width}}", f"{ {'a': 1}['a'] }", f"{(lambda x: x * 2)(3)}")
print(f"{name!r:{width}}|", f"{'a' if width > 5 else 'b'}", f"""{
    name
    + "x"  # a comment
}""")
print(f"{name:{{}}<10}" if False else "skipped", f"a" "b" f"{name}" rf"\d" "c{}")
print(f"{width:#x} {width:08b} {width:,} {-width:+d} {value:e} {value:%}")
print(f'{name[0]!a}', f"{'é'!a}", f"{[*range(3)]}", f"{width:=+5}", f"{not width}")
print(f"{width!s}{value!r}", f"{3.0:g}", f"{'x':^{width}}|", f"{True:d}")
print(f"{lambda_ if (lambda_ := 5) else 0}", f"{{'a'}}", f"{'a' 'b'}")
ﬁne = 1
print(fine, "ﬁne" in globals(), "fine" in globals())
été = 2
变量 = 3
print(été, 变量, "été".isidentifier())
print(1 if True else 2, not True, -+~5, 2**-1, -2**2, 1 or 2 and 3, 5 // 2 * 2, 1 << 2 + 3)
print(... is Ellipsis, None is None, (), (1,), [], {}, {1}, {1: 2})
x = 1; y = 2; print(x, y)
if x: print("one line"); print("more")
print((1
       + 2), [
    1,
    2,
], "\t tab")
def f(): return 1
class C: pass
print(f(), C.__name__, f.__doc__, C.__doc__)
def doc():
    """  First.

        Indented.
      Less.
    """
print(repr(doc.__doc__))
class Doc:
    'single'
    "second is no docstring"
print(Doc.__doc__)
def formatted():
    f"not a docstring"
print(formatted.__doc__)
