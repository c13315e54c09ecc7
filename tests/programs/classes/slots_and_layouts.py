# __slots__, conflicts of layouts, assignments to __class__ and __dict__.
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class A:
    __slots__=('x','y')
    def __init__(self): self.x=1
a=A()
t(lambda: a.y)
def d(): del a.y
t(d)
t(lambda: setattr(a,'z',1))
t(lambda: A.x)
t(lambda: type(A.x))
t(lambda: A.x.__name__+A.x.__qualname__)
t(lambda: A.x.__objclass__)
t(lambda: A.x.__get__(a))
t(lambda: A.x.__get__(None, A))
t(lambda: A.x.__set__(5, 1))
t(lambda: A.x.__get__(5))
t(lambda: a.__dict__)
t(lambda: type('B',(),{'__slots__':('x',),'x':1}))
t(lambda: type('B',(),{'__slots__':(1,)}))
t(lambda: type('B',(),{'__slots__':('1a',)}))
t(lambda: type('B',(int,),{'__slots__':('a',)}))
t(lambda: type('B',(tuple,),{'__slots__':('a',)}))
t(lambda: type('B',(bytes,),{'__slots__':('a',)}))
t(lambda: type('B',(str,),{'__slots__':('a',)}))
t(lambda: type('B',(list,),{'__slots__':('a',)})([1]))
t(lambda: type('B',(),{'__slots__':('__dict__','__dict__')}))
class C: pass
t(lambda: type('B',(C,),{'__slots__':('__dict__',)}))
t(lambda: type('B',(C,),{'__slots__':('__weakref__',)}))
t(lambda: type('B',(),{'__slots__':5}))
class P: __slots__=('p',)
class Q: __slots__=('q',)
t(lambda: type('B',(P,Q),{}))
t(lambda: type('B',(int,str),{}))
t(lambda: type('B',(bool,),{}))
t(lambda: type('B',(type(None),),{}))
t(lambda: type('B',(5,),{}))
t(lambda: type('B',(C,C),{}))
t(lambda: type(5,(C,),{}))
t(lambda: type('B',[C],{}))
t(lambda: type('B',(C,),[]))
t(lambda: type('B',(object,C),{}))
t(lambda: type('B'))
t(lambda: type())
t(lambda: type('B',(C,)))
class E:
    __slots__='single'
e=E(); e.single=1; t(lambda: e.single)
class F:
    __slots__={'a':'doc a','b':None}
t(lambda: F.a.__doc__)
class G:
    __slots__=('__priv','pub')
    def __init__(s): s.__priv=2
t(lambda: [n for n in dir(G) if "p" in n and not n.startswith("__")])
t(lambda: G()._G__priv)
class H(A):
    pass
h=H(); h.z=1; t(lambda: (h.__dict__, h.x, h.z))
class I(A): __slots__=('z','__dict__')
i=I(); i.z=1; i.w=2; t(lambda: (i.__dict__, i.x, i.z,i.w))
t(lambda: a.__slots__)
t(lambda: A.x.__delete__(a))
t(lambda: a.x)
t(lambda: repr(A.__dict__['x']))
a.x=5
b=A(); 
t(lambda: setattr(a,'__class__',C))
t(lambda: setattr(a,'__class__',5))
class J:
    __slots__=('x','y')
a.__class__=J
t(lambda: (type(a).__name__, a.x))
t(lambda: setattr(5,'__class__',C))
t(lambda: setattr(C(),'__class__',int))
c=C(); c.__class__=H if 0 else type('N',(C,),{}); t(lambda: type(c))
t(lambda: delattr(c,'__class__'))
t(lambda: setattr(c,'__dict__',5))
t(lambda: delattr(c,'__dict__'))
