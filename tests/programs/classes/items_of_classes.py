# Items of classes: the metaclass is asked first, then the class; in expressions and in `operator`.
import operator

class C:
    def __class_getitem__(cls, k): return (cls.__name__, k)
class M(type):
    def __getitem__(cls, k): return "meta", k
class D(metaclass=M):
    def __class_getitem__(cls, k): return "class"
class E: pass
print(operator.getitem(C, 1), operator.getitem(D, 2), operator.getitem(list, int), C[3], D[4], list[int], operator.itemgetter(1)(C))
print("{0[a]}".format(C), "%(x)s" % {"x": 1})
for f in (lambda: E[1], lambda: operator.getitem(E, 1), lambda: operator.getitem(5, 1), lambda: int[1]):
    try: f()
    except TypeError as e: print(e)
from collections.abc import Callable
for x in (len, [].append, list.append, int.__add__, (1).__add__, dict.__dict__["fromkeys"]):
    print(type(x).__name__, isinstance(x, Callable), "__call__" in type(x).__dict__)
