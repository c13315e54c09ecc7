"""What built-in functions and constructors tell of arguments that they cannot take."""

import operator


def attempt(action, *arguments, **named):
    try:
        print(action(*arguments, **named))
    except Exception as error:
        print(type(error).__name__, error)


print("exceptions")
for kind in (AttributeError, NameError, UnboundLocalError, ImportError, ModuleNotFoundError, ValueError, OSError):
    attempt(kind, unknown=1)
    attempt(kind, nam=1)


class Own(ImportError):
    pass


attempt(Own, unknown=1)
attempt(BaseExceptionGroup, None, None)
attempt(BaseExceptionGroup, 1, None)

print("sources")
for arguments in ((None, 1, "x"), (None, 1, 1), ("", None, None), ("", "f", "x"), ("", "f", None), ("", "a\0b", "x")):
    attempt(compile, *arguments)
for arguments in (("1", 1, 1), ("1", {}, 1), ("1", 1), ("1", ""), ("1", "", 1), ("1", [], {})):
    attempt(eval, *arguments)
    attempt(exec, *arguments)
attempt(type, None, (), {})
attempt(type, "x", None, {})
attempt(type, "x", (), None)

print("iterators and views")
attempt(map, unknown=1)
attempt(map)
attempt(map, len)
attempt(memoryview, unknown=1)
attempt(memoryview, b"", unknown=1)
attempt(memoryview, b"", b"")
attempt(memoryview)
low, high = bytearray(b"ab"), memoryview(b"b")
for one, other in ((low, high), (high, low), (low, memoryview(b"ab")), (high, b""), (high, high)):
    for compare in (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne):
        attempt(compare, one, other)

print("operators")
for function in (operator.abs, operator.concat, operator.indexOf, operator.length_hint, operator.add, operator.setitem):
    for count in (0, 1, 4):
        attempt(function, *(1,) * count)
    attempt(function, unknown=1)

print("initialisers and limits")
from collections import deque

for value in (iter([]), {}.keys(), (one for one in ()), [].append, int | str, object()):
    attempt(value.__init__, 1)
    attempt(value.__init__, unknown=1)
for limit in (None, "x", 2.5, 10**30, -(10**30), True):
    attempt(deque([1, 2]).index, 2, limit)
    attempt(deque([1, 2]).index, 2, 0, limit)
for function in (super, eval, exec):
    attempt(function, *(1,) * (3 if function is super else 0))
