# Code that a program takes apart and makes again of its parts, as picklers of functions do.
import types

ORDER = """argcount posonlyargcount kwonlyargcount nlocals stacksize flags code consts names varnames filename
name qualname firstlineno linetable exceptiontable freevars cellvars""".split()


def again(code):
    parts = [getattr(code, "co_" + name) for name in ORDER]
    # Equal constants, not the same objects.
    place = ORDER.index("consts")
    parts[place] = tuple(copied(constant) for constant in parts[place])
    return types.CodeType(*parts)


def copied(constant):
    if isinstance(constant, tuple):
        return tuple(copied(part) for part in constant)
    if isinstance(constant, str):
        return "".join(list(constant))
    if isinstance(constant, bytes):
        return bytes(list(constant))
    if isinstance(constant, int) and constant > 1 << 60:
        return constant + 1 - 1
    if isinstance(constant, complex):
        return complex(constant.real, constant.imag)
    if isinstance(constant, types.CodeType):
        return again(constant)
    return constant


def keyword(books):
    return max(books, key=len)


def constants(flag):
    if flag:
        return "some text", b"bytes", 123456789012345678901234567890, 2.5, 1j, ((1, "two"), (b"3", (4,)))
    return (1, 2, ("three", None, True, ...))


def nested(n):
    def inner(x=("a", "b")):
        return sorted(x, key=len, reverse=bool(n))

    return inner()


for function, argument in [(keyword, ["a", "bcd"]), (constants, True), (constants, False), (nested, 3)]:
    made = types.FunctionType(again(function.__code__), globals(), function.__name__)
    print(made(argument), made.__code__.co_consts == function.__code__.co_consts)
