# Methods of the built-in types with a receiver of another type, too many, too few and named
# arguments: CPython complains of the receiver first. A line tells a message and the methods that have
# it, functions of modules last.
import itertools
import math
from collections import deque

TYPES = [
    int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, property,
    deque, BaseException, type((lambda: 0).__code__), type(iter([])), type({}.keys()), itertools.chain,
]


# Methods that not every implementation has, or has as a slot.
LEFT_OUT = {
    "__init__", "__getattribute__", "__sizeof__", "__alloc__", "__release_buffer__", "__replace__",
    "__ge__", "__gt__", "__le__", "__lt__", "__ne__", "__reduce__", "__reduce_ex__", "__length_hint__",
    "__bool__", "_varname_from_oparg", "co_branches",
}


class Other:
    pass


def outcome(function, arguments, keywords):
    try:
        function(*arguments, **keywords)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "no error"


def table(owner, names):
    for arguments, keywords in (
        ((), {}), ((Other(),), {}), ((Other(), 1), {}), ((Other(),) * 12, {}), ((), {"other": 1}),
        ((Other(),), {"other": 1}),
    ):
        told = {}
        for name in names:
            answer = outcome(getattr(owner, name), arguments, keywords)
            answer = answer.replace(f"'{name}'", "'METHOD'").replace(f".{name}()", ".METHOD()")
            told.setdefault(answer.replace(f"{name} expected", "METHOD expected"), []).append(name)
        print(owner.__name__, len(arguments), *keywords)
        for answer, methods in told.items():
            print("   ", answer, *methods)


for each in TYPES:
    table(each, [
        name for name, method in sorted(vars(each).items())
        if type(method) in (type(str.join), type(int.__add__)) and name not in LEFT_OUT
    ])
table(math, ["acos", "ceil", "exp", "fabs", "factorial", "floor", "isnan", "sqrt", "trunc"])
