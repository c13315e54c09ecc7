# Keys that natives compute: each function is called once for an item, in order, however it answers.
from functools import lru_cache, partial
from operator import attrgetter, itemgetter, methodcaller, neg


class Text(str):
    pass


class Loud(str):
    def upper(self):
        return "a" + str.upper(self)


class Number:
    def __init__(self, value):
        self.value = value

    def __neg__(self):
        print("neg", self.value)
        return -self.value

    def __index__(self):
        return self.value

    def __hash__(self):
        return hash(self.value)

    def __eq__(self, other):
        return self.value == other

    def __repr__(self):
        return f"N{self.value}"


pairs = [(n * 7 % 10, -n) for n in range(200)]
print(sorted(pairs, key=itemgetter(1))[:5], sorted(pairs, key=itemgetter(0), reverse=True)[:5])
print(sorted(pairs, key=itemgetter(1, 0))[-3:], max(pairs, key=itemgetter(1)), min(pairs, key=itemgetter(0)))
print(sorted(["b", Text("A"), Loud("c"), "B"], key=str.upper), sorted(["b", Text("A"), Loud("c")], key=methodcaller("upper")))
print(sorted([3, Number(1), -2, Number(5)], key=neg))
seen = []
try:
    sorted([3, 1, 2], key=seen.append)
except TypeError as error:
    print(error, seen)
print(sorted([5, 3, 8], key={5: 1, 3: 2, 8: 0}.get), sorted([Number(2), 1, 3], key={1: 9, 2: 1, 3: 5}.get))
print(sorted([2, 1, 3], key=[9, 8, 7, 6].__getitem__), sorted("hello", key="olleh".index), sorted([-3, 2, -1], key=abs))


@lru_cache(None)
def cached(value):
    print("cached", value)
    return -value


cached(1)
print(sorted([1, 2, 3, 1, 2], key=cached), cached.cache_info())
print(sorted([1, 2, 3], key=partial(pow, -1)), sorted([True, 1.5, 0], key=float), sorted([1, "a", None], key=id)[0:0])
items = iter([3, 1, 2])
print(sorted("abc", key=lambda _: next(items)))
for values, key in [
    ([(1,), (), (2,)], itemgetter(0)),
    ([1, 2, []], {1: 1, 2: 2}.get),
    (["a", 1], str.upper),
    (range(5), [1, 2].__getitem__),
    ([1], 5),
    ([1], print.__class__),
    ([object()], attrgetter("missing")),
]:
    try:
        print(sorted(values, key=key))
    except Exception as error:
        print(type(error).__name__, error)
changed = [3, 1, 2]
try:
    changed.sort(key=changed.append)
except Exception as error:
    print(type(error).__name__, error)
print(len(sorted(range(1000), key=neg)), sorted(range(1000), key=neg)[0])
