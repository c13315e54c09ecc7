# The text of the error of an expression is as it was given: no line end is added to its last line.
for source in ("a b", "f(]", "(1 2)", "a b\n", "1a", "'abc", "(1,\n 2 3)", "(1 2,\n 3)\n"):
    for mode in ("eval", "single"):
        try:
            compile(source, "<text>", mode)
        except SyntaxError as error:
            print(mode, repr(source), repr(error.text))

for source in ("a b", "x = 1\n(1 2)", "a b\n"):
    try:
        compile(source, "<text>", "exec")
    except SyntaxError as error:
        print("exec", repr(source), repr(error.text))
