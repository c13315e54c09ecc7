# help() and pydoc of functions and modules of the program.
import importlib._bootstrap
import io
import pydoc
import sys


def function(a, b=1, *rest, c, **named):
    "Says something.\n\nAnd more."


class Class:
    def method(self, x=3):
        "A method."


help(function)
help(Class.method)
print(pydoc.plain(pydoc.render_doc(Class().method)))
print(pydoc.getdoc(function), pydoc.locate("textwrap.dedent").__name__, pydoc.locate("no.such.thing"))
try:
    pydoc.safeimport("sys").version
    print(pydoc.splitdoc("One.\n\nTwo."), importlib._bootstrap is importlib.import_module("importlib")._bootstrap)
finally:
    pass
