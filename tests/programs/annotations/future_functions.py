"""Functions keep their annotations as texts behind `__annotate__` too."""

from __future__ import annotations
def f(a: int, b): pass
print(f.__annotations__)
from functools import singledispatch
@singledispatch
def g(a, b): return 'base'
@g.register
def _(a: tuple, b): return 'tuple'
print(g((),1), g(1,1))
print(f.__annotate__(1), f.__annotate__.__qualname__, f.__annotate__.__name__)
for k in (2,3,4,0):
    try: print(f.__annotate__(k))
    except BaseException as e: print(type(e).__name__, e)
class C:
    x: int
    def m(self, a: C.x, *b: *str, **k: "q") -> undefined: pass
    print(m.__annotate__(1))
print(C.__annotate__, C.m.__annotations__, C.__annotations__)
import typing
print(typing.get_type_hints(f))
def outer():
    T = 1
    def inner(a: T): return T
    return inner
print(outer().__annotations__)
async def co(a: int): pass
g2 = lambda a: 1
print(co.__annotations__, g2.__annotate__, g2.__annotations__)
def gen[T](a: T) -> list[T]: pass
print(gen.__annotations__, gen.__type_params__)
