# What may stand right behind a number: keywords with a warning, but not all of them.
import ast
import warnings

warnings.simplefilter("ignore")
for text in (
    "with 5as x:\n    pass", "with 5.0as x:\n    pass", "with 0b1as x: pass", "with 1jas x: pass",
    "raise 5from x", "match 1:\n    case 5as x: pass", "print(1if 2else 3)", "1or 2", "1and 2",
    "1in [1]", "1is 1", "1not in [2]", "[x for x in 1for y in 2]", "5lambda: 1", "1_if 1else 2", "x = 1_000if 1else 2", "0xfor 1",
    "async def f():\n    return [y for x in 5async for y in x]",
):
    for parse in (ast.parse, lambda text: compile(text, "text", "exec")):
        try:
            parse(text)
            print("taken", end=" ")
        except SyntaxError as error:
            print(error.msg, error.lineno, error.offset, end="; ")
    print()
