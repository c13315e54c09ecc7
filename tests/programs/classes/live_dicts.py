# __dict__ of instances, exceptions, functions, classes and modules; locals().
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
# instance dict
class A:
    def __init__(self): self.x=1; self.y=2
a=A(); d=a.__dict__
print(d, type(d), d is a.__dict__, vars(a) is d)
d['z']=3; print(a.z, a.__dict__)
a.w=4; print(d)
del d['x']; t(lambda: a.x)
del a.y; print(d)
d.update(p=1,q=2); print(a.p+a.q, list(d), len(d))
a.__dict__={'only':1}; print(a.only, d, vars(a))
t(lambda: a.p)
a.__dict__['n']=5; print(a.n)
for i in range(3):
    a.loop=i
    print(a.loop, a.__dict__['loop'])
d=a.__dict__; d.clear(); print(vars(a)); t(lambda: a.only)
d[5]='five'; print(vars(a))
class AttrDict(dict):
    def __init__(self,*a,**k):
        super().__init__(*a,**k); self.__dict__=self
x=AttrDict(a=1); print(x.a, x); x.b=2; print(x, x['b']); x['c']=3; print(x.c); del x.a; print(x)
class Bunch:
    def __init__(self, **kw): self.__dict__.update(kw)
b=Bunch(u=1,v=2); print(b.u,b.v, b.__dict__)
def add(o):
    o.k = 1
    return o.k
print([add(Bunch(j=i)) for i in range(3)], [add(A()) for i in range(3)])
e=ValueError('m'); e.info=1; print(e.__dict__, vars(e)); e.__dict__['more']=2; print(e.more)
def f(): pass
print(f.__dict__, f.__dict__ is f.__dict__); f.__dict__['a']=1; print(f.a); f.b=2; print(vars(f)); f.__dict__={'c':3}; print(f.c); t(lambda: f.a)
t(lambda: setattr(f,'__dict__',5))
# class dict
class C:
    one=1
    def m(self): pass
print(type(C.__dict__), C.__dict__['one'], 'm' in C.__dict__, len(C.__dict__)>2, C.__dict__.get('zz'), [k for k in C.__dict__ if not k.startswith('__')])
cd=C.__dict__; C.two=2; print(cd['two'], 'two' in vars(C))
t(lambda: C.__dict__.__setitem__('a',1))
def s(): C.__dict__['a']=1
t(s)
t(lambda: cd['nope'])
print(dict(C.__dict__)['one'], {**C.__dict__}['two'], C.__dict__.copy()['one'], type(C.__dict__.copy()))
print([k for k,v in vars(C).items() if v==2], list(cd.values())[1:2]==[1] or True)
# globals
g=globals(); print(type(g), isinstance(g,dict), g is globals(), g['__name__'], 'A' in g, g.get('nope',7))
g['fresh']=10; print(fresh); fresh=11; print(g['fresh'])
del g['fresh']; t(lambda: fresh)
g.update(u1=1, u2=2); print(u1,u2); print(g.pop('u1'), 'u1' in g); print(g.setdefault('u3',3), u3)
print([k for k in list(g) if k.startswith('u')], len(g)==len(list(g.keys())), g==dict(g), g!= {}, (g|{'zz':1})['zz'])
def fn():
    loc=1; inner=[2]
    def q(): return inner
    return locals()
print(sorted(fn()))
def fn2(p, *args, k=1, **kw):
    l=locals(); z=1
    return l
print(fn2(1,2,k=3,r=4))
class Body:
    v=1
    here='v' in locals()
    locals()['dyn']=5
print(Body.here, Body.dyn)
t(lambda: vars(5))
print(locals() is globals())
import math
print(type(vars(math)), vars(math)['pi'], math.__dict__ is vars(math), 'sin' in math.__dict__)
math.added=1; print(vars(math)['added']); vars(math)['more']=2; print(math.more)
print(sorted(dir(A()))[-2:], 'm' in dir(C), 'one' in dir(C()), [n for n in dir(C) if not n.startswith('__')])
class D:
    def __dir__(self): return ['b','a']
print(dir(D()))
class G:
    __slots__=('x','__dict__')
g1=G(); g1.x=1; g1.y=2; print(g1.__dict__); g1.__dict__['z']=3; print(g1.x,g1.y,g1.z); g1.__dict__={'n':1}; print(g1.x,g1.n); t(lambda: g1.y); g1.x=9; print(g1.x, g1.__dict__)
class N: pass
class M(N): pass
n=N(); n.a=1; n.__class__=M; print(type(n).__name__, n.a, isinstance(n,M)); n.b=2; print(n.__dict__)
