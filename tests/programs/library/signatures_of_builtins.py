# What built-in functions, methods and classes say of how they are called.
import inspect
import itertools
import math
import sys

for function in (
    len, print, sorted, list.append, [].append, dict.get, str.split, "".join, math.sin,
    object.__init__, list, dict.fromkeys, int.from_bytes, sys.exit, eval, divmod, abs,
):
    print(function.__name__, inspect.signature(function))
print(len.__text_signature__, list.__text_signature__, len.__self__.__name__)


class A(list):
    pass


print(inspect.signature(A), A.__text_signature__)


def f():
    try:
        pass
    except ValueError:
        pass


code = f.__code__
print(type(code.co_linetable), type(code.co_exceptiontable))
