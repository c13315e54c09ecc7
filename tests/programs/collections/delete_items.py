# `del` of items and slices, by built-in containers and by __delitem__.


class Keys:
    def __init__(self):
        self.seen = []

    def __delitem__(self, key):
        if key is None:
            raise KeyError("none")
        self.seen.append(key)


class Below(list):
    pass


class Equal:
    def __hash__(self):
        return 7

    def __eq__(self, other):
        return isinstance(other, Equal)

    def __repr__(self):
        return "equal"


def delete(container, key):
    try:
        del container[key]
    except (KeyError, IndexError, TypeError, ValueError) as error:
        return type(error).__name__, str(error)
    return container


for key in (0, -1, 3, -5, 9, True, slice(1, 3), slice(None), slice(None, None, 2), slice(5, 1), "x", 1.0):
    print(key, delete([1, 2, 3, 4], key), delete(Below([1, 2, 3, 4]), key))
print(delete([1], slice(0, 1, 0)))
for key in ("a", "b", 1, 1.0, (1, 2), [], Equal()):
    print(key, end=" ")
    print(delete({"a": 1, 1: 2, (1, 2): 3}, key))
print(len(delete({Equal(): 1, "a": 2}, Equal())))
keys = Keys()
for key in (1, "x", slice(1, 2), None):
    result = delete(keys, key)
    print(result if isinstance(result, tuple) else keys.seen)
print(delete("text", 0), delete((1,), 0), delete(5, 0), delete(bytearray(b"abc"), 1))
a, b = "a", "b"
for needle in ("a", "c", 1, 1.5, None):
    print(needle in {a, b, 1}, {a, needle} == {needle, "a"}, end="; ")
print()
try:
    print({a, []})
except TypeError as error:
    print(error)
print(len({Equal(), Equal(), a}))
