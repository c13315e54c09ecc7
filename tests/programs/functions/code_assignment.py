# Functions get other code, defaults, keyword defaults; what runs keeps the code that it has.
import warnings

warnings.simplefilter("ignore")
import types
def f(a, b=2): return ("f", a, b)
def g(a, b, c=3): return ("g", a, b, c)
f.__code__ = g.__code__
print(f.__code__ is g.__code__)
try: print(f(1))
except TypeError as e: print(e)
print(f(1,2), f(1,2,3)) if 0 else None
f.__defaults__ = (8,9)
print(f(1))
f.__defaults__ = (5,6,7,8,9)
print(f(), f(1))
f.__defaults__ = None
try: print(f(1))
except TypeError as e: print(e)
def outer():
    x=1; y=2
    def one(): return x
    def two(): return x+y
    return one,two
one,two=outer()
for a,b in ((one,two),(two,one),(f,one),(one,f)):
    try: a.__code__=b.__code__
    except ValueError as e: print(e)
one2,_=outer()
one2.__code__ = one.__code__
print(one2())
def gen():
    for i in range(3): yield i
def nogen(): return 5
it=gen(); print(next(it))
gen.__code__=nogen.__code__
print(list(it), gen())
def run():
    run.__code__ = nogen.__code__
    return 7
print(run(), run())
def kw(*, k=1): return k
kw.__kwdefaults__={'k':4}; print(kw())
class D(dict): pass
kw.__kwdefaults__=D(k=5); print(kw())
kw.__kwdefaults__=None
try: kw()
except TypeError as e: print(e)
del f.__defaults__
print(f.__defaults__)
for n,v in (('__code__',1),('__defaults__',1),('__kwdefaults__',1),('__closure__',1),('__globals__',1)):
    try: setattr(f,n,v)
    except (TypeError,AttributeError) as e: print(n,type(e).__name__,e)
for n in ('__code__','__closure__','__globals__'):
    try: delattr(f,n)
    except (TypeError,AttributeError) as e: print(n,type(e).__name__,e)
ns={}
exec("def q(): return z\ndef w(): return z+1", ns)
ns['z']=10
q=ns['q']; q.__code__=ns['w'].__code__; print(q())
z=100
def useg(): return z
q.__code__=useg.__code__; print(q())
useg.__code__=ns['w'].__code__; print(useg())
try:
    def boom(): 1/0
    boom()
except ZeroDivisionError as e:
    t=e.__traceback__
    boom.__code__=nogen.__code__
    import traceback
    print(t.tb_next.tb_frame.f_code.co_name in ('boom','nogen'))
h=types.FunctionType(useg.__code__, {'z':3}, 'hh'); print(h(), h.__name__, h.__qualname__)
h=types.FunctionType(one.__code__, {}, None, None, one.__closure__); print(h())
def mm(self): return 'mm'
def nn(self): return 'nn'
class C:
    m=mm
c=C()
def loop():
    out=[]
    for i in range(4):
        out.append(c.m())
        if i==1: mm.__code__=nn.__code__
    return out
print(loop())


# Code with what it has already is a copy of itself.
co = g.__code__
again = co.replace(co_consts=co.co_consts, co_names=co.co_names, co_name="other")
print(again.co_name, again.co_varnames == co.co_varnames, again.co_argcount)


# Other threads see the new code as a whole.
import threading


def old(a, b=1):
    return "old", a + b


def new(a, c, b=10):
    return "new", a + b + c


def shared(a, b=1):
    return "old", a + b


results = set()
go = threading.Barrier(3)


def call():
    go.wait()
    for n in range(40):
        try:
            results.add(shared(1, 2))
        except Exception as error:
            results.add(repr(error))


threads = [threading.Thread(target=call) for _ in range(2)]
for thread in threads:
    thread.start()
go.wait()
for n in range(20):
    shared.__code__ = new.__code__ if n % 2 else old.__code__
for thread in threads:
    thread.join()
print(results <= {("old", 3), ("new", 4)}, shared.__code__ is new.__code__)
shared.__defaults__ = (10,)
print(shared(1, 2))
