# What a module compiles inherits its `from __future__ import annotations`.
from __future__ import annotations

import ast
import codeop

SOURCE = "def f(x: missing): ...\n"


def of(code):
    names = {}
    exec(code, names)
    return names["f"].__annotations__


def tells(what):
    try:
        print(of(what))
    except NameError as error:
        print("NameError", error)


names = {}
exec(SOURCE, names)
print(names["f"].__annotations__)
tells(compile(SOURCE, "<made>", "exec"))
tells(compile(SOURCE, "<made>", "exec", 0, False))
tells(compile(SOURCE, "<made>", "exec", dont_inherit=[]))
tells(compile(ast.parse(SOURCE), "<made>", "exec"))
tells(compile(SOURCE, "<made>", "exec", 0, True))
tells(compile(SOURCE, "<made>", "exec", 0x100_0000, True))
tells(compile(ast.parse(SOURCE), "<made>", "exec", dont_inherit=True))

# The feature is told in the flags of code.
print(tells.__code__.co_flags & 0x100_0000 != 0)
for source in "from __future__ import annotations", "from __future__ import division":
    for mode in "exec", "single":
        print(compile(source, "<made>", mode, 0, True).co_flags & 0x100_0000 != 0)
compiler = codeop.CommandCompiler()
tells(compiler(SOURCE + "\n"))
compiler("from __future__ import annotations")
tells(compiler(SOURCE + "\n"))


class Tests:
    def __bool__(self):
        raise ValueError("no truth")


try:
    compile(SOURCE, "<made>", "exec", 0, Tests())
except ValueError as error:
    print(error)
