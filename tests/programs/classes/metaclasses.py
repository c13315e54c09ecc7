# Metaclasses: __prepare__, __call__, conflicts, mro, hooks; __init_subclass__, __set_name__.
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e, getattr(e,'__notes__',''))
class Log(dict):
    def __init__(self): super().__init__(); self.order=[]
    def __setitem__(self,k,v):
        self.order.append(k); super().__setitem__(k,v)
    def __missing__(self,k):
        if k.startswith('auto'): return k.upper()
        raise KeyError(k)
class M(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        print('prepare', name, bases, kw); return Log()
    def __new__(mcs, name, bases, ns, flag=None, **kw):
        print('new', name, [k for k in ns.order if not k.startswith('__') or k=='__classcell__'], flag)
        cls=super().__new__(mcs,name,bases,dict(ns),**kw); cls.flag=flag; return cls
    def __init__(cls,name,bases,ns,flag=None,**kw):
        print('init',name,flag); super().__init__(name,bases,ns)
    def __call__(cls,*a,**k):
        print('call',cls.__name__,a,k); return super().__call__(*a,**k)
    def __getitem__(cls,k): return (cls.__name__,k)
    def __len__(cls): return 42
    def __iter__(cls): return iter('abc')
    def __contains__(cls,x): return x=='in'
    def __repr__(cls): return f'<M {cls.__name__}>'
    def __eq__(cls,o): return cls is o or o=='me'
    def __hash__(cls): return 5
    def __bool__(cls): return False
    def __add__(cls,o): return 'added'
    def __or__(cls,o): return 'ored'
    def __getattr__(cls,n):
        if n.startswith('dyn'): return n
        raise AttributeError(n)
    @property
    def prop(cls): return 'prop of '+cls.__name__
class A(metaclass=M, flag=1):
    b=auto_x
    def m(self): return __class__
    a=2
print(A, A.b, A.flag, A().m(), A[3], len(A), list(A), 'in' in A, bool(A), A=='me', A+1, A|2, A.dyn_x, A.prop, type(A), hash(A))
t(lambda: A.nodyn); t(lambda: A().prop); t(lambda: A().flag)
class B(A): pass
print(type(B), B.flag, isinstance(B,M), M.mro(B), B.__mro__)
# metaclass conflict
class M2(type): pass
def mk():
    class X(A, metaclass=M2): pass
t(mk)
class M3(M): pass
class X(A, metaclass=M3): pass
print(type(X))
# function as metaclass
def fm(name,bases,ns,**k): return (name,bases,[n for n in ns if not n.startswith('__')],k)
class F(int, metaclass=fm, z=1): q=1
print(F)
# __init_subclass__
class Base:
    subs=[]
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw); Base.subs.append((cls.__name__,tag)); cls.tag=tag
class S1(Base,tag='t'): pass
class S2(S1): pass
print(Base.subs,S1.tag,S2.tag)
def mk():
    class S3(Base,bad=1): pass
t(mk)
def mk():
    class S3(bad=1): pass
t(mk)
# set_name
class Desc:
    def __set_name__(self,owner,name): self.o=owner; self.n=name; print('set_name',owner.__name__,name)
    def __get__(self,i,o): return (self.n, i is None)
class H: d=Desc(); e=Desc()
print(H.d,H().e)
class Bad:
    def __set_name__(self,o,n): raise ValueError('no')
def mk():
    class Y: z=Bad()
t(mk)
# mro entries
class Entry:
    def __mro_entries__(self,bases): print('entries',bases==(self,) ); return (Base,)
en=Entry()
class W(en): pass
print(W.__bases__, W.__orig_bases__==(en,))
t(lambda: type('Z',(en,),{}))
# mro override
class RM(type):
    def mro(cls):
        r=super().mro(); return [r[0]]+[Extra]+r[1:] if cls.__name__=='R' else r
class Extra: ex='extra'
class R(metaclass=RM): pass
print(R.ex, R.__mro__)
# instancecheck
class IM(type):
    def __instancecheck__(cls,i): return i==7
    def __subclasscheck__(cls,c): return c is int
class I(metaclass=IM): pass
print(isinstance(7,I), isinstance(8,I), issubclass(int,I), issubclass(str,I), isinstance(I(),I), isinstance(7,(str,I)), issubclass(bool,(str,I)))
t(lambda: isinstance(1,5)); t(lambda: issubclass(1,int)); t(lambda: issubclass(int,5)); t(lambda: isinstance(1,(int,5))); t(lambda: isinstance('a',(int,5)))
# type 3-arg
T=type('T',(Base,),{'x':1,'m':lambda self:self.x,'__doc__':'doc'},tag='made')
print(T, T().m(), T.__doc__, T.__name__, T.__qualname__, T.__module__, T.tag, T.__bases__, T.__base__, T.__dict__['x'])
T.__name__='Renamed'; print(T.__name__, T); T.__qualname__='Q.R'; print(T); T.__module__='mod'; print(T); T.__doc__='nd'; print(T.__doc__)
t(lambda: setattr(T,'__name__',5)); t(lambda: setattr(int,'x',5)); t(lambda: delattr(T,'nope')); t(lambda: setattr(T,'__qualname__',5))
t(lambda: type('T',(),{'__qualname__':5}))
print(Base.__subclasses__(), int.__subclasses__()[0])
print(object.__bases__, object.__base__, type.__mro__, type(type), int.__base__, bool.__base__)
# abstract
class Abs:
    pass
Abs.__abstractmethods__=frozenset(['f','a']); t(Abs); print(sorted(Abs.__abstractmethods__))
Abs.__abstractmethods__=frozenset(['f']); t(Abs); Abs.__abstractmethods__=frozenset(); print(type(Abs()).__name__)
t(lambda: H.__abstractmethods__)
class Eq:
    def __eq__(self,o): return True
t(lambda: hash(Eq())); print(Eq.__hash__)
class Eq2(Eq): __hash__=object.__hash__
print(isinstance(hash(Eq2()),int))
def mk():
    class P(metaclass=PM): pass
class PM(type):
    @classmethod
    def __prepare__(m,n,b): return 5
t(mk)
class Singleton(type):
    _i={}
    def __call__(cls,*a,**k):
        if cls not in cls._i: cls._i[cls]=super().__call__(*a,**k)
        return cls._i[cls]
class Sg(metaclass=Singleton):
    def __init__(self,v=0): self.v=v
print(Sg(1) is Sg(2), Sg(3).v)
class NoInit:
    def __init__(self): return 5
class Nw:
    def __new__(cls,*a): return object.__new__(cls)
print(type(Nw(1,2)).__name__)
class Ni:
    def __init__(self,*a): pass
print(type(Ni(1,2)).__name__)
class Nn: pass
t(lambda: Nn(1)); t(lambda: Nn(x=1)); t(lambda: Nn().__init__(1)); t(lambda: object.__new__(Nn,1)); t(lambda: object.__new__(Nw,1)); t(lambda: object(1)); t(lambda: object().__init__(5))
