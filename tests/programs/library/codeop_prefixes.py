# What may go on, what is whole and what is wrong, of commands that are typed line by line.
import codeop
import warnings

warnings.simplefilter("ignore")
SOURCES = [
    'f"{', "f'{a", "f'{a!", "f'{a!r", "f'{a:", "f'{a:{", "f'abc", 'f"""abc', 'f"""{', "f'{a\n", 'f"{\n', 't"{', 't"{a',
    "x = f'{", "x = (f'{", "f'{(", "f'{(\n", "f'{[", "f'{lambda", "f'{a +", "f'{a +\n", "f'{a:{b}", "f'{a}", "f'{a)",
    '"abc', "'''abc", '"abc\\', "(", "[", "{", "{1:", "a = (1,", "if 1:", "if 1:\n", "if 1:\n  pass", "if 1:\n  pass\n",
    "def f(", "def f():", "def f():\n  ", "def f():\n  return 1\n", "class A", "class A:", "try:", "try:\n  pass",
    "try:\n  pass\n", "with a:", "for x in y:", "while 1:", "lambda", "a +", "a =", "import", "from a import (",
    "from a import (b,", "@", "@a", "@a\n", "@a\ndef f", "1 +\\", "1 +\\\n", "\\", "\\\n", "x = '\\", "match x", "async def f():", "del (", "return", "print(", "a[", "a.b(", "[x for x in y",
    "  a", "a b", ")", "x: int", "type X =", "def f[", "def f[T", "class A[T]:", "", "\n", "# c", "# c\n", "   ",
    "if 1: pass", "if 1: pass\n", "if 1: pass\nelse:", "if 1: pass\nelse: pass\n", "a = [1,\n2", "def f():\n  '''doc",
    "def f():\n  if 1:", "def f():\n\n", "def f():\n  pass\n\n",
]
for source in SOURCES:
    answers = []
    for symbol in "single", "exec", "eval":
        try:
            code = codeop.compile_command(source, "<typed>", symbol)
            answers.append("goes on" if code is None else "whole")
        except SyntaxError as error:
            answers.append(type(error).__name__)
    print(repr(source), *answers, sep=", ")
for source in (
    "if 1:", "import", "class A", "def f(", "del (", "x = 1", "x = (", "return", "@a", "for x in y:", "pass",
    "x: int", "  1", "if 'a", "f'{a", "f'{(a", "f'''{\n\n", "f'{x:{", "f'{a:{b}", "f'{a}", "f'a{", "f'{{", "f'{{{",
):
    try:
        compile(source, "<eval>", "eval")
        print(repr(source), "is an expression")
    except SyntaxError as error:
        print(repr(source), type(error).__name__, error.msg, error.lineno)
