# Numbers beyond the machine's as places, sets as keys to look for, keys of templates.
import array


def told(action):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


class Bytes(bytearray):
    pass


class Keys(set):
    pass


class Hashed(set):
    def __hash__(self):
        return 7


for sequence in (bytearray(b"abc"), array.array("i", [1]), [1], (1,), "a", b"a", memoryview(b"a")):
    for place in (2**70, -2**70):
        told(lambda: sequence[place])
print(repr(Bytes(b"ab")), repr(bytearray(b"ab")), str(Bytes(b"ab")))

numbers = {frozenset([1]), frozenset([2])}
print({1} in numbers, Keys([2]) in numbers, Keys([3]) in numbers)
numbers.discard(Keys([2]))
numbers.remove({1})
print(numbers)
told(lambda: Hashed([1]) in {frozenset([1])})
told(lambda: numbers.remove(Keys([5])))

print("%(a(b)c)d %((x))s %()s" % {"a(b)c": 5, "(x)": 1, "": 2})
told(lambda: "%(a(b)d" % {})
told(lambda: "%.99999999999999999999f" % 1)
told(lambda: "%99999999999999999999d" % 1)

told(lambda: "{99999999999999999999}".format(1))
told(lambda: "{0[99999999999999999999]}".format([1]))
told(lambda: "{0[a]} {0[1]}".format({"a": 1, 1: 2}))
