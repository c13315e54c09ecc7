# Special methods that are descriptors of the program: what `__get__` answers is called.
import functools
class D:
    def __init__(self, name): self.name = name
    def __get__(self, o, t=None):
        def f(*a, **k):
            print(self.name, 'got', type(o).__name__ if o is not None else None, [x for x in a if not isinstance(x,type)], k)
            raise ZeroDivisionError
        return f
import math, operator, os
ACTIONS = {
 '__call__': lambda o: o(1, x=2), '__init__': lambda o: type(o)(4),
 '__getitem__': lambda o: o[1], '__setitem__': lambda o: operator.setitem(o,1,2), '__delitem__': lambda o: operator.delitem(o,1),
 '__len__': len, '__iter__': iter, '__next__': next, '__contains__': lambda o: 3 in o, '__bool__': bool, '__add__': lambda o: o+1, '__radd__': lambda o: 1+o,
 '__iadd__': lambda o: operator.iadd(o,3), '__eq__': lambda o: o==3, '__lt__': lambda o: o<3, '__hash__': hash, '__repr__': repr, '__str__': str,
 '__getattr__': lambda o: o.zz, '__setattr__': lambda o: setattr(o,'a',1), '__delattr__': lambda o: delattr(o,'a'), '__int__': int, '__float__': float,
 '__index__': operator.index, '__format__': lambda o: format(o,'x'), '__neg__': operator.neg, '__matmul__': lambda o: o@1, '__pow__': lambda o: pow(o,2),
 '__divmod__': lambda o: divmod(o,2), '__round__': round, '__reversed__': reversed, '__bytes__': bytes, '__dir__': dir, '__abs__': abs, '__complex__': complex,
 '__length_hint__': operator.length_hint, '__fspath__': os.fspath, '__trunc__': math.trunc, '__floor__': math.floor, '__ceil__': math.ceil,
 '__sizeof__': lambda o: o.__sizeof__(),
}
def w(o):
    with o: pass
ACTIONS['__enter__'] = w
for n, act in ACTIONS.items():
    for base in (object, int, list, dict, str):
        ns = {n: D(n)}
        if n == '__enter__': ns['__exit__'] = lambda *a: None
        try:
            C = type('C', (base,), ns)
            if n == '__init__':
                C(4, y=5) if base is object else C()
                continue
            o = C()
        except ZeroDivisionError: continue
        except TypeError as e:
            print(n, base.__name__, 'class', e); continue
        try: act(o)
        except ZeroDivisionError: pass
        except Exception as e: print(n, base.__name__, type(e), e)
        else: print(n, base.__name__, "not called")


class A:
    def f(self, *a, **k):
        print(a, k)
    __call__ = functools.partialmethod(f, 1, x=2)
    __init__ = functools.partialmethod(f, 5)
    __enter__ = functools.partialmethod(f, 6)
    __exit__ = functools.partialmethod(f)


class B(A):
    pass


class F(Exception):
    __init__ = functools.partialmethod(A.f, 7)


class K(list):
    __init__ = functools.partialmethod(A.f, 8)


for i in range(3):
    A(i)(3)
    B()(y=1)
    F(i)
    K()
with A() as it:
    print(it)


class Refusing:
    def __get__(self, instance, owner):
        raise AttributeError("not bound")


class R:
    __call__ = Refusing()


try:
    R()()
except AttributeError as error:
    print(error)


class S:
    @staticmethod
    def __init__(*a):
        print("static", a)

    @classmethod
    def __call__(cls, *a):
        print(cls.__name__, a)


S(1)(2)
