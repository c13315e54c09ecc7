# What is said of parameters in a wrong order, and of patterns behind alternatives that match all.

for text in (
    "lambda **a, b: 1", "lambda *a, *b: 1", "lambda **a=1: 1", "lambda *a=1: 1",
    "def f(*a=1): pass", "def f(a, *a=1): pass", "def f(**a=1): pass", "def f(a, ** b = 1): pass",
    "def f(**a, *b): pass", "def f(**a, **b): pass", "def f(**a, b=1): pass", "def f(**a, /): pass",
    "def f(*a, /): pass", "def f(*, a, /): pass", "def f(/, a): pass", "def f(*, *a): pass",
    "lambda *, /: 1", "def f(*, /): pass", "def f(a, *, /): pass", "def f(a, /, b, /): pass",
    "def f(*, b, *c): pass",
    "match x:\n case 1 | _: pass\n case 2: pass", "match x:\n case 1 | (_): pass\n case 2: pass",
    "match x:\n case (1 | _): pass\n case 2: pass", "match x:\n case 1 | _ if y: pass\n case 2: pass",
    "match x:\n case 1: pass\n case 2 | _: pass", "match x:\n case (1 | _) as y: pass\n case 2: pass",
    "match x:\n case 1 | (2 | _): pass\n case 2: pass",
):
    try:
        compile(text, "<text>", "exec")
        print(repr(text), "is taken")
    except SyntaxError as error:
        print(repr(text), error.msg, error.lineno, error.offset)
