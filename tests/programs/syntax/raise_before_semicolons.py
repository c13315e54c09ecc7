# `raise` without an exception may stand before a semicolon.
import ast

TEXTS = [
    "raise;x", "raise; mport", "\nraise;y = 1", "raise;", "if 1: raise;x", "raise;import os",
    "def f():\n    try: g()\n    except E: raise; return 1\n    finally: raise ; raise; pass",
    "if x:\n  raise;\nelse:\n  raise;raise", "raise;;", "raise;)", "(raise;)", "raise from x;", "raise;\n  x",
    "_0000 = 1; raise; _0001", "raise \\\n; x", "raise # ;", "'raise;'", "f'{raise;}'", "match x:\n  case 1: raise;x",
    "class A: raise; x = 1", "x = raise; y", "x: raise; y",
    "lambda: raise; x", "{1: raise;}", "f(raise;)", "raise; x = raise; y", "x[1: raise; 2]", "@raise; x",
    "raise; raise 1; raise x from y;",
]
for text in TEXTS:
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        print(repr(text), type(error).__name__)
    else:
        print(repr(text), ast.dump(tree, include_attributes=True))


def again(error):
    try:
        raise error
    except ValueError as caught: seen = caught; raise; print("not reached")
    except TypeError: pass; raise;
    return seen


for error in ValueError(1), TypeError(2):
    try:
        again(error)
    except Exception as caught:
        print(repr(caught), caught is error)
