# The value of an expression in code compiled as "single" goes to `sys.displayhook`, and so to the
# `sys.stdout` of the moment: doctest relies on it.
import builtins
import doctest
import io
import sys


def twice(value):
    """
    >>> twice(4)
    8
    >>> twice("a")
    'aa'
    >>> None
    """
    return value + value


print(doctest.testmod())

kept = sys.stdout
sys.stdout = io.StringIO()
exec(compile("1 + 1; None; 'text'", "<code>", "single"))
sys.stdout, shown = kept, sys.stdout.getvalue()
print(repr(shown), builtins._)

sys.displayhook = lambda value: print("shown:", value)
exec(compile("for item in 1, None:\n    item\n", "<code>", "single"))
sys.displayhook = sys.__displayhook__


def fail(value):
    raise KeyError(value)


sys.displayhook = fail
try:
    exec(compile("[5]", "<code>", "single"))
except KeyError as error:
    print("KeyError", error)
sys.displayhook = sys.__displayhook__
exec(compile("5", "<code>", "single"))
