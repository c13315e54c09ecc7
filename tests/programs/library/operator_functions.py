"""The functions of `operator`: what each does, for built-in values and for classes that answer; errors; order."""

import inspect
import operator
import pickle
from functools import reduce
from itertools import accumulate


def tried(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except Exception as error:
        return type(error).__name__, str(error)


class Loud:
    def __init__(self, name):
        self.name = name

    def __getattr__(self, name):
        raise AttributeError(name)

    def __repr__(self):
        return f"<{self.name}>"


def answering(method):
    def answer(self, *others):
        return f"{self.name}.{method}{others}"

    return answer


METHODS = """add sub mul truediv floordiv mod pow lshift rshift and or xor matmul
             radd iadd imul ior neg pos invert lt le eq ne gt ge getitem""".split()
for method in METHODS:
    setattr(Loud, f"__{method}__", answering(f"__{method}__"))


class Inside:
    def __contains__(self, item):
        return "yes" if item == 1 else ""

    def __index__(self):
        return True

    def __setitem__(self, key, value):
        print("set", key, value)

    def __delitem__(self, key):
        print("delete", key)

    def __bool__(self):
        print("bool")
        return False


binary = "add sub mul truediv floordiv mod pow lshift rshift and_ or_ xor matmul lt le eq ne ge gt is_ is_not".split()
in_place = "iadd isub imul itruediv ifloordiv imod ipow ilshift irshift iand ior ixor imatmul".split()
values = [5, 2, 2.5, True, 2**70, "ab", [1], (1,), {1}, None, 0, Loud("loud")]
for name in binary:
    function = getattr(operator, name)
    print(name, function.__name__, function.__module__, inspect.signature(function))
    for a in values:
        for b in (3, 0, -1, 1.5, [2], "c", Loud("other")):
            if name in ("is_", "is_not") and not (a is None or isinstance(a, (int, bool))):
                continue
            print("", a, b, tried(function, a, b), end=";")
    print(tried(function), tried(function, 1), tried(function, 1, 2, 3), tried(function, 1, b=2)[0])
for name in in_place:
    function = getattr(operator, name)
    for a in (5, [1], {1, 2}, "ab", Loud("loud"), None):
        print(name, a, tried(function, a, [3]), tried(function, a, {2}), tried(function, a, 2))
grown = [1]
print(operator.iadd(grown, (2, 3)) is grown, grown, reduce(operator.iadd, [[1], [2], [3]], []))
for name in "neg pos inv invert truth not_ is_none is_not_none index".split():
    function = getattr(operator, name)
    print(name, function.__module__, [tried(function, value) for value in (5, -2.5, True, 2**70, "ab", None, [], Inside() if name != "abs" else 0)])
    print(tried(function)[0], tried(function, 1, 2)[0], tried(function, a=1)[0])
print(type(operator.index(True)), type(operator.index(Inside())), operator.neg(False), operator.neg(-(2**62)))
for container, key in [([1, 2], 1), ((1, 2), -1), ("abc", 0), ({1: 2}, 1), ({1: 2}, 3), ([1], 5), (5, 1), ([1], "a"), ({}, [])]:
    print(container, key, tried(operator.getitem, container, key), tried(operator.contains, container, key))
items = [1, 2, 3]
print(operator.setitem(items, 0, 9), operator.delitem(items, 1), items, tried(operator.setitem, (1,), 0, 2), tried(operator.delitem, items, 7))
operator.setitem(Inside(), 1, 2), operator.delitem(Inside(), 3)
print(operator.contains(Inside(), 1), operator.contains(Inside(), 2), operator.length_hint([1, 2]), operator.length_hint(iter("abc"), 7), tried(operator.length_hint, 5, "x"))
print(operator.countOf([1, 2, 1], 1), operator.indexOf("abc", "c"), operator.concat([1], [2]), operator.call(max, 1, 2))
print(pickle.loads(pickle.dumps(operator.add)) is operator.add, list(map(operator.mul, [1, 2.0, "a"], [3, 4, 2])))
print(reduce(operator.add, [1, 2.5, 3]), reduce(operator.or_, [{1}, {2}]), list(accumulate([1, 2, 3], operator.mul)))
print(max([3, -5, 4], key=operator.neg), sorted([3, -5, 4], key=operator.neg), list(filter(operator.not_, [0, 1, ""])))
