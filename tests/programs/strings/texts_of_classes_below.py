"""`str`, f-strings, `%s` and `+` of instances of classes below `str`, with and without methods of their own."""


class Plain(str):
    pass


class Shown(str):
    def __str__(self):
        return "shown"


class Told(str):
    def __repr__(self):
        return "told"


class Formatted(str):
    def __format__(self, spec):
        return f"formatted {spec}"


class Added(str):
    def __add__(self, other):
        return "added", other

    def __radd__(self, other):
        return "radded", other


class FromRight(str):
    def __radd__(self, other):
        return "from right", other


class Below(Added):
    __add__ = str.__add__
    __str__ = str.__str__


class Mixed(Shown, Told):
    pass


class Number(int):
    __str__ = int.__repr__


class Binary(bytes):
    pass


for kind in Plain, Shown, Told, Formatted, Added, FromRight, Below, Mixed:
    value = kind("añ")
    for _ in range(3):
        text = str(value)
        print(kind.__name__, text, type(text).__name__, f"{value}", f"{value!r}", f"{value!s:>4}", "%s" % value, end=" ")
        print("%s|%r" % (value, value), "{} {!r}".format(value, value), "".join([value, value]), end=" ")
        print(value + "x", "x" + value, type(value + "x").__name__, value + value, value + Plain("p"), Plain("p") + value)
    both = value
    both += "y"
    print(both, type(both).__name__)
    for wrong in 5, None, b"x":
        try:
            print(value + wrong)
        except TypeError as error:
            print(error)
print(str(Number(5)), f"{Number(5)}", str(Binary(b"a"), "ascii"), Binary(b"a") + b"b", type(Binary(b"a") + b"b").__name__)
value = Plain("kept")
same = str(value)
print(same == value, same is value, type(same) is str, hash(same) == hash(value), {value: 1}[same])
Plain.__str__ = lambda self: "now"
print(str(value), f"{value}", "%s" % value)
del Plain.__str__
print(str(value), f"{value}", "%s" % value)
Plain.__add__ = lambda self, other: ("now", other)
print(value + "x")
del Plain.__add__
print(value + "x")
