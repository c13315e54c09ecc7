# The end of a formatted literal inside of a field: its brace is missing.

for text in ('f"{x if"', 'f"{"', "f'{x'", "f'{a:{b'", 'f"{x!"', 'f"{x!r"',
             't"{x if"', 'f"{\'x"', 'f"{x} {y if"', 'f"""{x if"""', 'f"{a["',
             'f"{f\'{x if\'}"', 'f"{x if\'"', 'rf"{x or"', "f'{x:>{width'", '"x', 'f"x'):
    try:
        compile(text, "<text>", "eval")
    except SyntaxError as error:
        print(text, "|", error.msg)
