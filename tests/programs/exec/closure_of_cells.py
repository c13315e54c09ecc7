# A closure that `exec` is given holds cells, and nothing else.
import types


def outer():
    kept = 1

    def inner():
        print("kept is", kept)

    return inner


code = outer().__code__
for closure in [
    (types.CellType(2),), (5,), ("a",), (None,), ([],), (), (types.CellType(), types.CellType()),
    [types.CellType(3)], None, 7,
]:
    try:
        exec(code, {}, closure=closure)
    except Exception as error:
        print(type(error).__name__, error)
