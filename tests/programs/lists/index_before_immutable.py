# An index that is too large is told before the sequence is found to be immutable.


class Plain:
    pass


class Text(str):
    pass


class Index:
    def __index__(self):
        print("asked")
        return 1 << 70


VALUES = [
    1, 1.5, None, "a", b"a", (1,), frozenset(), {1}, range(3), Plain(), Plain, Text("a"), object(),
    slice(1), {}.keys(), {}.values(), {}.items(), len, Ellipsis,
]
for value in VALUES:
    for key in (1 << 100, -1 << 100, 1, "x", Index()):
        try:
            value[key] = 1
        except Exception as error:
            print("set", type(error).__name__, error)
        try:
            del value[key]
        except Exception as error:
            print("del", type(error).__name__, error)
