# Keys of a mapping pattern that are equal as numbers, texts and bytes; operations in patterns.
KEYS = (
    "0", "-0", "0.0", "-0.0", "0j", "-0j", "0+0j", "0-0j", "1", "1.0", "1+0j", "1j", "0+1j", "-1j", "True",
    "False", "None", "'a'", "u'a'", "b'a'", "b'b'", "'b'", "0x1", "1e0", "1_0", "10", "-10", "2.5",
    "2.5+0j", "-2.5", "2.5-1j", "99999999999999999999", "9" * 20, "1e400", "1e500", "x.a", "x.b",
)
for first in KEYS:
    for second in KEYS:
        source = f"match x:\n case {{{first}: _, {second}: _}}: pass"
        try:
            compile(source, "f", "exec")
        except SyntaxError as error:
            print(first, second, error.msg)
for operator in ("+", "-", "*", "/", "//", "%", "**", "@", "|"):
    for left in ("0", "-0", "0j", "-0j", "1.5"):
        for right in ("0", "0j"):
            try:
                compile(f"match x:\n case {left} {operator} {right}: pass", "f", "exec")
            except SyntaxError as error:
                print(left, operator, right, error.msg)
            else:
                print(left, operator, right, "taken")
