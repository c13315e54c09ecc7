from collections import Counter, OrderedDict, defaultdict, namedtuple, ChainMap, UserDict, UserList, UserString
import collections.abc

c = Counter("abracadabra")
print(c, c.most_common(2), c["z"], sorted(c.elements()), c + Counter("ab"), c - Counter("aaa"), c & Counter("ab"), Counter(a=1) | Counter(a=3))
c.update("zz")
c.subtract("a")
print(c["z"], c["a"], c.total(), +Counter(a=-1, b=2))
d = defaultdict(list)
d["a"].append(1)
d["b"]
print(d, dict(d), d.get("q"), defaultdict(int, x=1)["x"], len(d))
try:
    defaultdict()["x"]
except KeyError as error:
    print(error)
try:
    defaultdict(3)
except TypeError as error:
    print(error)
o = OrderedDict(a=1, b=2, c=3)
o.move_to_end("a")
print(o, o.popitem(last=False), list(reversed(o)), o == OrderedDict(c=3, a=1), o == {"a": 1, "c": 3})
Point = namedtuple("Point", "x y", defaults=[0])
p = Point(1)
print(p, p.x, p._asdict(), p._replace(y=5), Point._fields, Point._make([7, 8]), p == (1, 0), Point(y=2, x=1))
x, y = p
print(x, y, len(p), p[1], isinstance(p, tuple))
try:
    Point()
except TypeError as error:
    print(error)
try:
    namedtuple("Bad", "a a")
except ValueError as error:
    print(error)
m = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(m["a"], m["b"], dict(m), m.new_child({"c": 4})["c"], len(m))
print(UserDict(a=1), UserList([1, 2]) + [3], UserString("ab").upper())
print(isinstance([], collections.abc.Sequence), isinstance({}, collections.abc.Mapping), issubclass(int, collections.abc.Hashable), isinstance(3, collections.abc.Iterable))


class Bag(collections.abc.MutableSet):
    def __init__(self, items=()):
        self.items = list(dict.fromkeys(items))

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, item):
        if item not in self.items:
            self.items.append(item)

    def discard(self, item):
        if item in self.items:
            self.items.remove(item)


b = Bag([1, 2, 3])
print(sorted(b & Bag([2, 3, 4])), b <= Bag([1, 2, 3, 4]), b.pop(), len(b))
try:
    collections.abc.Sized()
except TypeError as error:
    print(error)
