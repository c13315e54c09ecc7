"""Templates of % that are rare or wrong."""


class Pair(tuple):
    pass


class Mapping:
    def __getitem__(self, key):
        return key + "!"


def told(template, values):
    try:
        return template % values
    except (TypeError, ValueError, OverflowError, KeyError) as error:
        return f"{type(error).__name__}: {error}"


for template, values in [
    ("%%", ()), ("%5%", 1), ("%-%", (1,)), ("%0l%", {}), ("%.3%", 2), ("% d%%", 5),
    (b"%%", ()), (b"%5%", 1),
    ("", Pair((1, 2))), ("a", Pair((1,))), ("%s", Pair((1,))), ("%s %s", Pair((1, 2))),
    ("a", (1,)), ("a", {}), ("a", [1]), ("a", Mapping()), ("a", "b"), ("a", b"b"),
    (b"a", b"b"), (b"a", bytearray(b"b")), (b"a", "b"), (b"a", {}), (b"a", [1]),
    ("%(x)s", Mapping()), ("%(x)s %(y)s", {"x": 1, "y": 2}), ("%(x)s", 5),
    ("%*d", (2**100, 1)), ("%.*f", (2**40, 1.0)), ("%*d", ("a", 1)), ("%*d", (-4, 1)),
    ("%.*f", (-1, 2.5)), ("%*.*f|", (8, 2, 2.555)),
]:
    print(repr(template), repr(values)[:30] if not isinstance(values, Mapping) else "", end=" ")
    print(repr(told(template, values)))
