# The type constructors as functions.
print(int(), int("42"), int(" -7 "), int(3.9), int(True), int("ff", 16), int("0b11", 0), int("1_000"))
print(float(), float("3.5"), float(2), float("1e-3"), float("-inf"))
print(str(), str(5), str(1.0), str(None), str([1, "a"]), str((1,)), str({"k": 1}), str(True))
print(bool(), bool(1), bool("False"), bool([]), list(), list("abc"), list((1, 2)), list({"a": 1}), list(range(3)))
print(tuple(), tuple("ab"), tuple([1]), dict(), dict(a=1), dict([(1, 2)]), dict({"x": 1}), sorted(set([1, 1, 2])))
print(repr("a"), repr(1), repr(1.5), repr(None), repr([1, "x"]), repr({"a": (1, 2)}))
print(type(1), type(1.0), type("s"), type([]), type(()), type({}), type(set()), type(None), type(True), type(print), type(lambda: 0), type(type))
print(type(1) is int, type("") == str, isinstance(True, int), isinstance(1, (str, int)), isinstance("s", object), type(range(3)))
print(int, str, list, dict, ValueError, object)


class Num:
    def __int__(self):
        return 12

    def __float__(self):
        return 1.25

    def __index__(self):
        return 2

    def __len__(self):
        return 0


print(int(Num()), float(Num()), bool(Num()), [10, 20, 30][Num()], hex(Num()))
print(hash("a") == hash("a"), hash(1) == hash(True), hash((1, "a")) == hash((1, "a")), id(None) == id(None))
x = []
print(id(x) == id(x), x is x, [] is [], id(x) == id([]))
print(getattr("abc", "upper")(), hasattr([], "append"), callable(int), callable(5))
