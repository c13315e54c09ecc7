# What generator objects tell about themselves.


def gen(a):
    yield a


g = gen(1)
print(type(g), type(g).__name__, g.__name__, g.__qualname__)
print(repr(g).startswith("<generator object gen at 0x"), str(g)[:21])
print(g.gi_running, g.gi_suspended, g.gi_yieldfrom)
next(g)
print(g.gi_running, g.gi_suspended)
next(g, None)
print(g.gi_running, g.gi_suspended, g.gi_yieldfrom)
g.__name__ = "other"
g.__qualname__ = "x.y"
print(g.__name__, g.__qualname__, repr(g)[:21])
for name in ("__name__", "__qualname__"):
    try:
        setattr(g, name, 5)
    except TypeError as e:
        print(e)
for name in ("gi_running", "gi_yieldfrom", "gi_suspended", "attr"):
    try:
        setattr(g, name, 5)
    except AttributeError as e:
        print("AttributeError")
try:
    g.missing
except AttributeError as e:
    print(e)
gen.__name__ = "renamed"
print(gen(1).__name__, gen(1).__qualname__)


class C:
    def method(self):
        yield self

    @staticmethod
    def static():
        yield 1

    @classmethod
    def cls(cls):
        yield cls

    @property
    def prop(self):
        yield "prop"

    def __iter__(self):
        yield from (1, 2)


c = C()
print(c.method().__qualname__, next(c.method()) is c, next(C.static()), next(C.cls()) is C)
print(list(c.prop), list(c), [*c], dict(zip(c, c)))
print(hasattr(g, "__iter__"), hasattr(g, "__next__"), hasattr(g, "send"), hasattr(g, "__len__"))
print(iter(g) is g, g.__iter__() is g)
g = gen(3)
print(g.__next__())
try:
    g.__next__()
except StopIteration:
    print("stop")
send = gen(4).send
print(send(None))
nxt = gen(5).__next__
print(nxt(), callable(nxt))
print(type(g) is type(x for x in ()), isinstance(g, type(gen(1))))
for call in (lambda: len(g), lambda: g[0], lambda: g + g, lambda: g()):
    try:
        call()
    except TypeError as e:
        print(e)
for call in (lambda: g.send(), lambda: g.send(1, 2), lambda: g.close(1), lambda: g.__next__(1)):
    try:
        call()
    except TypeError as e:
        print("TypeError")
try:
    type(g)()
except TypeError as e:
    print(e)
print(bool(g), g == g, g != gen(1), len({g, g}), hash(g) == hash(g))


class Base:
    def values(self):
        yield "base"


class Derived(Base):
    def values(self):
        yield from super().values()
        yield "derived"


print(list(Derived().values()))


def docs():
    "the doc"
    yield


print(docs.__doc__, docs.__name__)
funcs = [gen(i) for i in range(3)]
print([next(f) for f in reversed(funcs)])
print(list(map(next, [gen(7), gen(8)])))
it = iter(gen(1).__next__, 5)
print(next(it))
print(sorted([gen(2), gen(1)], key=lambda g: next(g))[0] is not None)
