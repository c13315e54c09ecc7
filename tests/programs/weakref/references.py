# Weak references, proxies, callbacks, __del__.
import gc
from _weakref import ref, proxy, getweakrefcount, getweakrefs, ReferenceType
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class A:
    def __init__(self,n=0): self.n=n
    def __len__(self): return 3
    def __add__(self,o): return ('add',self.n,o)
    def __eq__(self,o): return isinstance(o,A) and o.n==self.n
    def __hash__(self): return hash(self.n)
    def m(self): return 'm%d'%self.n
a=A(1)
r=ref(a)
print(r() is a, ref(a) is r, getweakrefcount(a), getweakrefs(a)==[r], type(r), isinstance(r,ReferenceType), r.__callback__)
log=[]
r2=ref(a, lambda w: log.append(('dead', w is r2, w())))
print(getweakrefcount(a), r2 is r, r==r2, hash(r)==hash(a), r!=ref(A(2)))
p=proxy(a)
print(p.n, p.m(), len(p), p+1, proxy(a) is p, bool(p))
p.n=5; print(a.n, getattr(p,'zz','none'), isinstance(p,A))
print(a.__dict__)
b=A(9); rb=ref(b)
del a
gc.collect()
print(r(), r2(), log, rb() is b)
t(lambda: p.n); t(lambda: len(p)); t(lambda: p+1)
print(r==r, r==r2, hash(r)==hash(1) or True)
t(lambda: hash(r2))
t(lambda: ref(5)); t(lambda: ref('s')); t(lambda: ref([])); t(lambda: ref(())); t(lambda: ref(None)); t(lambda: proxy({})); t(lambda: ref(3.5))
class S:
    __slots__=('x',)
class SW:
    __slots__=('x','__weakref__')
t(lambda: ref(S())); print(type(ref(SW())).__name__)
class L(list): pass
l=L([1]); rl=ref(l); print(rl() is l); del l; gc.collect(); print(rl())
class KeyedRef(ref):
    __slots__=('key',)
    def __new__(type,ob,callback,key):
        self=ref.__new__(type,ob,callback); self.key=key; return self
    def __init__(self,ob,callback,key): super().__init__(ob,callback)
def cb(w): log.append(('keyed',w.key, type(w).__name__))
c=A(3); k=KeyedRef(c,cb,'kk'); print(k() is c, k.key, k==ref(c), isinstance(k,ref)); del c; gc.collect(); print(log[-1], k())
class MyRef(ref): pass
c=A(4); m=MyRef(c); m.extra=1; print(m().n, m.extra, m is ref(c)); del c; gc.collect(); print(m())
# functions, classes
def f(): pass
rf=ref(f); print(rf() is f, ref(A)() is A)
rf2=ref(f, lambda w: log.append('f')); del f; gc.collect(); print(rf(), log[-1])
s={1}; rs=ref(s); print(rs()); del s; gc.collect(); print(rs())
# del
class D:
    def __init__(self,n): self.n=n
    def __del__(self): log.append(('del',self.n))
d=D(1); d=None; gc.collect(); print(log[-1])
