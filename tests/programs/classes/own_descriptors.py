# `__dict__` and `__weakref__` in the namespaces of classes that add them.
class A: pass
class B(A): pass
class S:
    __slots__ = ('x',)
class W:
    __slots__ = ('__weakref__',)
class E(Exception): pass
class M(type): pass
class L(list): pass
class T(tuple): __slots__ = ()
for c in (A, B, S, W, E, M, L, T):
    print(c.__name__, [k for k in c.__dict__])
print(A.__dict__['__dict__'], A.__weakref__, A.__dict__['__weakref__'].__doc__)
a = A()
print(a.__weakref__)
import weakref
r = weakref.ref(a)
print(a.__weakref__ is r)
try: a.__weakref__ = 1
except AttributeError as e: print(e)
a.__dict__ = {'q': 3}
print(a.q, A.__dict__['__dict__'].__get__(a))
print([[n for n in dir(o) if n not in dir(object) and n != '__doc__'] for o in (a, S())])
C = type('C', (), dict(A.__dict__))
print([k for k in C.__dict__])
import inspect
print(inspect.getattr_static(a, 'q'))
print([x[:2] for x in inspect.classify_class_attrs(A) if x[0] in ('__dict__', '__weakref__')])
class P:
    @property
    def __dict__(self): return {'own': 1}
print(P().__dict__, vars(P()), list(P.__dict__))
class Q(P): pass
print(Q().__dict__, list(Q.__dict__))
import pydoc
print(pydoc.plain(pydoc.render_doc(A)))
import copy
x = A(); x.y = [1]; z = copy.deepcopy(x); print(z.y)
