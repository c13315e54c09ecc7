# Classes below tuple and frozenset; what a named tuple is made of.
class Point(tuple):
    __slots__ = ()
    _fields = ("x", "y")

    def __new__(cls, x, y=0):
        return tuple.__new__(cls, (x, y))

    @classmethod
    def _make(cls, iterable):
        result = tuple.__new__(cls, iterable)
        if len(result) != 2:
            raise TypeError(f"Expected 2 arguments, got {len(result)}")
        return result

    def _asdict(self):
        return dict(zip(self._fields, self))

    def _replace(self, **keywords):
        return self._make([keywords.get(field, value) for field, value in zip(self._fields, self)])

    def __repr__(self):
        return "Point(x=%r, y=%r)" % self

    def __getnewargs__(self):
        return tuple(self)

    x = property(lambda self: self[0], doc="x")
    y = property(lambda self: self[1])


p = Point(1, 2)
print(p, p.x, p.y, p[0], p[-1], len(p), list(p), p._asdict(), p._replace(y=9), Point._make([5, 6]))
x, y = p
print(x, y, *p, [*p], (*p, 3), max(p), sum(p), 2 in p, p.index(2), p.count(1))
print(p == (1, 2), (1, 2) == p, p != (1, 2), p < (1, 3), (1, 3) > p, hash(p) == hash((1, 2)), {p: 1}[(1, 2)], {(1, 2): 1}[p])
print(p + (3,), (0,) + p, p * 2, 2 * p, p[:1], type(p[:1]), type(p + ()), tuple(p), type(tuple(p)), p[::-1])
print(isinstance(p, tuple), "%s-%s" % p, "%d %d" % Point(3, 4), f"{p}", str(p), p.__getnewargs__())
print(sorted([Point(2, 1), Point(1, 5)]), min(Point(3, 3), Point(2, 9)), bool(p), list(enumerate(p)), list(zip(p, p)), list(reversed(p)))
for action in (
    lambda: setattr(p, "z", 1),
    lambda: setattr(p, "x", 1),
    lambda: p.__dict__,
    lambda: Point(),
    lambda: Point._make([1]),
    lambda: p[5],
    lambda: p.q,
    lambda: tuple.__new__(list, ()),
    lambda: p + [1],
):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


def spread(*args, **kwargs):
    return args, kwargs


print(spread(*p), spread(*Point(7, 8), k=1))
match p:
    case Point(x=a, y=b):
        print("class", a, b)
match p:
    case (a, b):
        print("sequence", a, b)
print(isinstance(3, Point(int, str)), isinstance("s", (Point(int, bytes), str)))
try:
    raise KeyError("k")
except Point(ValueError, KeyError) as error:
    print("caught", error)


class Row(tuple):
    def __new__(cls, *items):
        return super().__new__(cls, items)

    def __getitem__(self, key):
        return ("got", key)

    def __len__(self):
        return 42

    def __iter__(self):
        yield_ = list(tuple.__iter__(self))
        return iter(["iter"] + yield_)

    def __eq__(self, other):
        return True

    __hash__ = None

    def __contains__(self, item):
        return item == "yes"


r = Row(1, 2)
r.note = "n"
print(r[0], len(r), list(r), r == 5, r != 5, "yes" in r, 1 in r, r.note, tuple.__len__(r), tuple.__getitem__(r, 1))
a, b, c = r
print(a, b, c, repr(r), tuple(r), [*r])
try:
    hash(r)
except TypeError as error:
    print(error)
print(Row(), Row(1), Row(1).__class__.__name__)


class Tags(frozenset):
    def __new__(cls, text):
        self = super().__new__(cls, text.split())
        self.text = text
        return self


t = Tags("a b a")
print(len(t), "a" in t, sorted(t), t == {"a", "b"}, {"a", "b"} == t, hash(t) == hash(frozenset("ab")), t.text)
print(sorted(t | {"c"}), sorted({"c"} | t), sorted(t & {"a"}), t <= {"a", "b", "c"}, t.issubset("abc"), {t: 1}[frozenset("ab")])
print(repr(Tags("x")), type(t | t), t.isdisjoint("xy"), frozenset(t) == t)
