# The `__call__` of a class (and other special methods) that is a descriptor of any kind: a slot, a
# property, a partialmethod.
import functools

class C:
    __slots__ = ("__call__", "__len__", "__iter__", "__getitem__", "__add__", "__bool__","__hash__","__eq__","__enter__","__exit__","__str__","__contains__")
    def __init__(self):
        self.__call__ = lambda *a: ("call", a)
        self.__len__ = lambda *a: 5
        self.__iter__ = lambda: iter([1])
        self.__getitem__ = lambda *a: ("item", a)
        self.__add__ = lambda *a: ("add", a)
        self.__bool__ = lambda *a: False
        self.__hash__ = lambda *a: 17
        self.__eq__ = lambda *a: "eq"
        self.__enter__ = lambda *a: "enter"
        self.__exit__ = lambda *a: print("exit", a)
        self.__str__ = lambda *a: "str"
        self.__contains__ = lambda *a: True
c = C()
for f in [lambda: c(1,2), lambda: c(a=1) if 0 else c(), lambda: c(*[3]), lambda: len(c), lambda: list(c), lambda: c[3], lambda: c+4, lambda: bool(c), lambda: hash(c), lambda: c==3, lambda: str(c), lambda: 3 in c, lambda: list(map(c, [1])), lambda: sorted([1], key=c)]:
    try: print(f())
    except Exception as e: print(type(e), e)
with c as d: print(d)
class P:
    @property
    def __call__(self): return lambda *a, **k: ("P", a, k)
    @property
    def __len__(self): return lambda: 7
p = P()
print(p(1, b=2), len(p), list(map(p, [1, 2])))

class Q:
    __call__ = functools.partialmethod(lambda self, *a: ("Q", a), 1)
print(Q()(2))
class S:
    __call__ = staticmethod(lambda *a: ("S", a))
class K:
    __call__ = classmethod(lambda *a: ("K", a[1:]))
class B:
    __call__ = "{}".format
class D:
    __call__ = C()
print(S()(1), K()(2), B()(3), D()(4), D()(x=1) if 0 else 0)
