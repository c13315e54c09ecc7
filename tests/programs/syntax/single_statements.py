# What an interactive session takes at once, and what is one statement too many.

import codeop


def attempt(text):
    try:
        compile(text, "f", "single")
    except SyntaxError as error:
        message = type(error).__name__, error.msg, error.lineno, error.offset
        print(repr(text), *message, error.end_offset if error.offset else 0)
    else:
        print(repr(text), "compiles")


TEXTS = [
    "a", "a\n", "a\n\n", "a;b", "a;b\n", "a\nb", "a\nb\n", "a;b\nc", "pass\n\npass", "pass\n#c",
    "pass\n#c\n\n", "pass #c", "a;", "a = 1\nif a: pass\n", "a\n b", "[1,\n2]", "[1,\n2]\n",
    "\n", "#c", "#c\n",
    "if a: b", "if a: b\n", "if a: b\n\n", "if a:\n b", "if a:\n b\n", "if a:\n b\n\n",
    "if a:\n b\nelse: c", "if a:\n b\nelse:\n c\n", "if a:\n b\nc", "if a:\n b\n\nc",
    "if a:\n b\nc\n", "if a: pass\nelif b: pass", "if a: pass\nelif b: pass\n",
    "if a: pass\nb = 1", "if a: pass\n\nb", "if a: pass; pass\n", "if 1: pass  # c",
    "if 1: pass  # c\n", "if a:\n b\n# c", "if a:\n b\n# c\n",
    "def f(): pass", "def f(): pass\n", "def f():\n pass", "def f():\n pass\n \n",
    "def f():\n pass\n #c\n\n", "@d\ndef f(): pass", "@d\ndef f(): pass\n", "class A: pass\n",
    "for a in b: c", "while a: b\nelse: c", "try: a\nexcept: b", "try: a\nexcept: b\n",
    "try:\n a\nfinally:\n b\n", "with a: b", "with a: b\n", "match a:\n case 1: pass",
    "match a:\n case 1: pass\n", "match a:\n case 1:\n  pass\n", "async def f(): pass",
    "async def f(): pass\n", "x = '''\n'''", "type X = int", "match = 1", "match\n",
]
for text in TEXTS:
    attempt(text)

print("complete?")
for text in TEXTS:
    try:
        code = codeop.compile_command(text, "f", "single")
    except SyntaxError as error:
        print(repr(text), type(error).__name__, error.msg, error.lineno, error.offset)
    else:
        print(repr(text), code is not None)
