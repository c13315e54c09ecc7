"""Attributes of built-in types, asked for with objects of other types: no machine stops."""

import sys


class Below(int):
    pass


async def numbers():
    yield 1


steps = numbers()
types = [
    type(sys), type({}.keys()), type({}.values()), type({}.items()), type(steps), type(steps.asend(1)),
    type(steps.athrow(ValueError)), type(numbers.__code__), slice, range, property, complex, int, float,
    type(memoryview(b"")), BaseException, OSError, type(numbers), type([].append),
]
others = [5, None, "text", [], {}, object(), Below(3), 2.5, steps, sys, ValueError("x"), (i for i in ())]
for kind in types:
    for name, value in sorted(vars(kind).items()):
        if not hasattr(type(value), "__get__") or name in ("__doc__", "__dict__", "__weakref__"):
            continue
        for other in others:
            if isinstance(other, kind):
                continue
            try:
                if callable(value):
                    value(other)
                else:
                    value.__get__(other, type(other))
            except Exception:
                pass
for kind, name in ((type({}.keys()), "mapping"), (slice, "start"), (complex, "real"), (range, "stop")):
    for other in (5, "text", None, Below):
        try:
            vars(kind)[name].__get__(other, type(other))
        except TypeError as error:
            print(error)
        else:
            print(name, "answers", type(other))
print(vars(int)["real"].__get__(Below(4)), vars(int)["real"].__get__(True), Below(5).numerator)
for kind in (type(steps.asend(1)), type(steps.athrow(ValueError))):
    for name in ("send", "throw", "close", "__next__"):
        try:
            getattr(kind, name)(steps, *[ValueError] * (name in ("send", "throw")))
        except TypeError as error:
            print(name, "refused")
