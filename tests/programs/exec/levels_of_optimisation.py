# compile() leaves out assertions and docstrings as it is told, whatever the program's own level is.
import ast
import marshal
import os
import py_compile
import sys
import tempfile

text = '''"A module."
class Kind:
    "A class."
    def method(self):
        "A method."
        assert False, "not reached"
        return __debug__
def plain():
    assert False
    if __debug__:
        return "debug"
    return "no debug"
'''


def tell(code):
    variables = {}
    exec(code, variables)
    kind = variables["Kind"]
    found = [variables.get("__doc__"), kind.__doc__, kind.method.__doc__]
    for call in kind().method, variables["plain"]:
        try:
            found.append(call())
        except AssertionError as error:
            found.append(repr(error))
    print(*found, sep=" | ")


for level in -1, 0, 1, 2:
    tell(compile(text, "file", "exec", optimize=level))
    tell(compile(ast.parse(text), "file", "exec", optimize=level))
for level in 0, 1:
    print(eval(compile("__debug__", "file", "eval", optimize=level)))
codes = [marshal.dumps(compile(text, "file", "exec", optimize=level)) for level in (0, 1, 2)]
print(len(set(codes)))
with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "module.py")
    with open(source, "w") as file:
        file.write(text)
    for level in 0, 1, 2:
        kept = py_compile.compile(source, optimize=level)
        print(os.path.basename(kept).replace(sys.implementation.cache_tag, "TAG"))
        with open(kept, "rb") as file:
            tell(marshal.loads(file.read()[16:]))
for wrong in 3, -2:
    try:
        compile(text, "file", "exec", optimize=wrong)
    except ValueError as error:
        print(error)

# The mark at the beginning of a source is of UTF-8, under this name.
for name in "utf-8", "UTF_8", "utf-8-sig", "utf8", "latin-1", "ascii":
    source = b"\xef\xbb\xbf# coding: %s\nvalue = '\xc3\xa4'" % name.encode()
    try:
        variables = {}
        exec(compile(source, "file", "exec"), variables)
        print(variables["value"])
    except SyntaxError as error:
        print(error.msg)
