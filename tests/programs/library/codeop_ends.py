# Which commands are complete, and which go on: what only looks like a block is none.
import codeop

SOURCES = [
    "x = 1  # note:", "print(1) #:", "x = (1,\n  2)", "call(1,\n    2)\n", "x = '''a\n  b'''",
    "x = \\\n  5", "x = [\n  1,\n]", "match = {1: 2}", "match(x)", "match: int = 3", "match[1:2]",
    "match -x", "match x:\n case 1: pass", "match x:\n case 1: pass\n", "match -x:\n case _: pass",
    "case = {1: 2}", "if 1: pass", "if 1: pass\n", "if x: y\nelse: z", "if x:\n  y\n# c",
    "with a: b", "async def f(): pass", "@f\ndef g(): pass", "@f\nclass A: pass\n",
    "# c\nif 1: pass", "try:\n x\nfinally:\n y", "try: x", "try: x\n", "type X = int",
    "class_ = {1: 2}", "for_ = x[1:2]", "lambda: 1", "1 if 2 else 3", "def f():\n  '''a\nb'''",
    "while 1: pass", "for a in b: c", "x = 5;", "", "#",
]

for source in SOURCES:
    found = []
    for symbol in "single", "exec":
        try:
            found.append(codeop.compile_command(source, symbol=symbol) is not None)
        except SyntaxError as error:
            found.append(type(error).__name__)
    print(repr(source), found)
