"""A formatted string is no pattern."""
for pattern in ('f"{a}"', 'f"a"', '{"k": f"a"}', '"a" "b"', 'b"a"'):
    try:
        exec(f"match 1:\n    case {pattern}: pass")
        print(pattern, "is one")
    except SyntaxError as error:
        print(pattern, error.msg, error.lineno)
