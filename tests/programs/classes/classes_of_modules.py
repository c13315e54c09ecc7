# Assignments to `__class__` of modules and of classes.
import sys, types
class M(types.ModuleType):
    z = 5
    def meth(self): return 'meth', self.__name__
    @property
    def q(self): return 7
    @q.setter
    def q(self, v): print('set q', v)
    def __getattr__(self, n):
        if n.startswith('__'): raise AttributeError(n)
        return 'getattr ' + n
    def __call__(self): return 'called'
    def __repr__(self): return '<M>'
me = sys.modules[__name__]
var = 1
def loop():
    r = []
    for i in range(40):
        if i == 20: me.__class__ = M
        try: r.append(me.var)
        except AttributeError: r.append('no')
        try: r.append(me.z)
        except AttributeError: r.append('no')
        try: r.append(me.meth()[1])
        except AttributeError: r.append('no')
    return r
print(loop())
me.q = 4
print(me.q, me.z, me.nothing, me(), repr(me), type(me), isinstance(me, M), me.var, var)
z = 9
print(me.z)
def meth(): return 'own'
print(me.meth())
me.new = 3
print(new, 'new' in me.__dict__, vars(me) is globals(), 'q' in dir(me), 'var' in dir(me))
del me.new
try: new
except NameError as e: print(e)
o = M('other'); o.var = 2
print(o.var, o.meth(), o.q, o.zz, o.__dict__['var'])
me.__class__ = types.ModuleType
print(type(me), me.z, me.meth())
try: me.q
except AttributeError as e: print(e)
class N(types.ModuleType):
    __slots__ = ('extra',)
try: me.__class__ = N
except TypeError as e: print(e)
try: me.__class__ = int
except TypeError as e: print(e)
import json
json.__class__ = M
import json.decoder
from json import dumps, zzz
print(dumps([1]), zzz, json.loads('1'))
print(sys.modules['json'])
sys.modules['fake'] = type('F', (), {'a': 1, '_b': 2, '__all__': ['a']})()
from fake import *
print(a)
class G:
    def __init__(self): self.c = 5; self._d = 6
sys.modules['fake'] = G()
from fake import *
print(c)
sys.modules['fake'] = 5
try:
    exec('from fake import *')
except ImportError as e: print(e)
import pickle
class Meta(type):
    def __repr__(cls): return 'Meta ' + cls.__name__
    def hello(cls): return 'hello ' + cls.__name__
class Meta2(Meta):
    def __call__(cls, *a): return 'made', a
    def hello(cls): return 'hello2 ' + cls.__name__
class K(metaclass=Meta): pass
r = []
for i in range(30):
    if i == 15: K.__class__ = Meta2
    r.append(K.hello()); r.append(str(K()) if i >= 15 else '')
print(r[0], r[-2:], type(K), r.count('hello K'))
try: K.__class__ = type
except TypeError as e: print(e)
try: K.__class__ = int
except TypeError as e: print(e)
try: int.__class__ = Meta
except TypeError as e: print(e)
class Sub(K): pass
print(type(Sub))
