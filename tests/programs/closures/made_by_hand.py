# Cells and functions can be made and changed by hand.
import types


def outer():
    shared = 1

    def inner():
        return shared

    return inner


inner = outer()
cell = inner.__closure__[0]
print(cell.cell_contents)
cell.cell_contents = 7
print(inner())
del cell.cell_contents
try:
    cell.cell_contents
except ValueError as error:
    print(error)
try:
    inner()
except NameError as error:
    print(error)
empty, one, two = types.CellType(), types.CellType(1), types.CellType(2)
print(one == types.CellType(1), one < two, empty < one, empty == types.CellType(), one >= two)
print(one == 1, repr(empty).startswith("<cell at 0x"), repr(empty).endswith(": empty>"))
print("int object" in repr(one))

other = types.FunctionType(inner.__code__, globals(), "other", None, (types.CellType("new"),))
print(other(), other.__name__, other.__module__)


def simple(a, b=2, *, c=3):
    return a, b, c, value


made = types.FunctionType(simple.__code__, {"value": 9}, argdefs=(20,), kwdefaults={"c": 30})
print(made(1), made.__name__, made.__defaults__, made.__kwdefaults__)


class Missing(dict):
    def __missing__(self, key):
        return "<" + key + ">"


print(types.FunctionType(simple.__code__, Missing(), argdefs=(1,), kwdefaults={"c": 1})(0))
for arguments in (
    (1, {}),
    (simple.__code__, 1),
    (simple.__code__, {}, 1),
    (simple.__code__, {}, None, 1),
    (simple.__code__, {}, None, None, ()),
    (simple.__code__, {}, None, None, (one,)),
    (inner.__code__, {}, None, None, None),
    (inner.__code__, {}, None, None, (1,)),
    (inner.__code__, {}, None, None, (one, two)),
    (simple.__code__, {}, None, None, None, 5),
):
    try:
        print(types.FunctionType(*arguments).__name__)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
