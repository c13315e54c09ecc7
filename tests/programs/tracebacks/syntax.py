# the whole error output counts
import sys


def show(source, mode="exec"):
    try:
        compile(source, "<made>", mode)
    except SyntaxError as error:
        sys.excepthook(type(error), error, error.__traceback__)


show("x = (1,\ny = 2")
show("def f(:\n  pass")
show("if x\n  pass")
show("    x = 1\n  y = 2\n")
show("def f():\nreturn 1")
show("x = 'abc")
show("print 'hello'")
show("a b")
show("f(a for a in b, c)")
show("return 5")
show("1 = x")
show("f() = 1")
show("for x in y")
show("x = 5 +")
show("break")
show("def f():\n  x = 1\n  global x")
