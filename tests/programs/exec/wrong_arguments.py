# Arguments of `compile`, `exec` and `eval` that are refused.
import types


def tell(function, *arguments, **keywords):
    try:
        print(type(function(*arguments, **keywords)).__name__)
    except BaseException as error:
        print(type(error).__name__, error)


class Index:
    def __index__(self):
        return 0


for flags in (0, 0x10, 0x20000, 0x1000000, 0x200, 0xFF, -1, 1, 0x100, 0x800, 2**31, 2**40, "x", None, 1.5, Index()):
    tell(compile, "1", "f", "exec", flags)
for optimize in (-2, -1, 0, 1, 2, 3, 2**40, "x", None, Index()):
    tell(compile, "1", "f", "exec", 0, False, optimize)
    if not isinstance(optimize, Index):
        tell(compile, "1", "f", "exec", optimize=optimize)
for name in ("f\0", "\0", b"f\0", "", b"f", 5, None):
    tell(compile, "1", name, "exec")
tell(compile, "1", "f", "other")
tell(compile, "1", "f", "exec", 1, 0, 5)


def around():
    x = 1

    def inner():
        return x
    return inner


cell = types.CellType(1)
plain, closed = compile("1", "f", "exec"), around().__code__
for closure in (None, (), (cell,), (cell, cell), (1,), [cell], 5):
    tell(exec, "1", closure=closure)
    tell(exec, plain, closure=closure)
    tell(exec, closed, closure=closure)
for source in (memoryview(b"12"), bytearray(b"12"), b"12", "12", [1], 12, None):
    tell(int, source, 10)
    tell(int, source, Index())
