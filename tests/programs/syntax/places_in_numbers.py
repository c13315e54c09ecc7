# Where a broken number and a wrong indentation are shown.

for text in (
    "1_", "1__0", "12__3", "x = 12_", "x = 1_000_", "0b2", "0b12", "0b1012", "0o8", "0o178", "0x",
    "0xg", "0b", "0o", "0b_", "0x_", "0x1_", "0b1_", "1e", "1_a", "12abc", "0_", "1.5_", "1.5__3",
    "1e5_", "0xfg", "x = 5abc + 1", "1_000__000", "0b1__1", "0o1__7", "0o18", "0b9", "0o9", "5abc",
    "1if x else 3abc",
    "x\n  y", "x\n    y", "x\n  yy = 3", "if x:\n    a\n  b", "if x:\n        a\n    b = 3 # c",
    "if x:\n\ta\n  b", "\t x", "  x", "def f():\n    a\n      b",
    "def f():\n  if x:\n      a\n    bcd", "if x:\n    a\n   # c\n   b\n", "if x:\npass",
):
    try:
        compile(text, "<text>", "exec")
    except SyntaxError as error:
        print(repr(text), type(error).__name__, error.msg, error.lineno, error.offset)
