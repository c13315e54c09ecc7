# Which wrong argument of `to_bytes` and `from_bytes` is complained about.
def tell(function):
    try:
        print(function())
    except BaseException as error:
        print(type(error).__name__, error)


for arguments in (
    (), ("x",), (b"a", "x"), (b"a", 2), (5,), (5, "x"), ([1, 2],), ([300],), (["x"],), ([-1], "big"),
    ((1, 2), "little"), (iter([1]), "x"), (None, "y"), (b"",), (None,), ({1: 2},),
):
    tell(lambda: int.from_bytes(*arguments))
    tell(lambda: int.from_bytes(*arguments, signed="x"))
for arguments in ((), ("x",), (1, "x"), (1, 2), (-1, "big"), (0, "middle"), (2, "little"), (None,), (1.5,)):
    for number in (300, -1, 0):
        tell(lambda: number.to_bytes(*arguments))
        tell(lambda: number.to_bytes(*arguments, signed=True))
