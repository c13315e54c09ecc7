# expected output written by hand: needs 3.14
# What the compiler warns of.
import warnings

SOURCES = [
    "x is 1",
    "x is not 'a'",
    "x == 1 is 2",
    "x is None is True",
    r"'\d'",
    r"b'\d\q'",
    r"f'\d{1}'",
    r"r'\d', '\n\x41\N{DIGIT ONE}\101', b'\x41', rf'\d{1}'",
    r"'\400'",
    r"b'\u1234'",
    "assert (1, 'a')",
    "assert ()",
    "1()",
    "[1](2)",
    "[x for x in y](2)",
    "'a'['b']",
    "'a'[0], [1][x], (1, 2)[1:]",
    "1[0]",
    "{1}[0]",
    "def f():\n    try: pass\n    finally: return 1",
    "for i in x:\n    try: pass\n    finally: break",
    "try: pass\nfinally:\n    for i in x: break",
    "try: pass\nfinally:\n    def f(): return 1",
]
for source in SOURCES:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        compile(source, "<source>", "exec")
    print(repr(source))
    for one in told:
        print("   ", one.category.__name__, one.filename, one.lineno, one.message)
warnings.simplefilter("error")
try:
    compile("a = 1\nb = a is 5", "<source>", "exec")
except SyntaxError as error:
    print(error.msg, error.lineno, error.offset, error.text)
warnings.simplefilter("ignore")
print(eval("3 is 3"))
