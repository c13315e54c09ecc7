import sys
import math
print(sys.modules["math"] is math, type(sys.modules).__name__, "math" in sys.modules)
Module = type(sys)
made = Module("made", "its text")
print(made.__name__, made.__doc__, made.__package__, made.__loader__, made.__spec__)
print(made)
made.x = 5
sys.modules["made"] = made
import made as again
print(again is made, again.x)
from made import x
print(x)
del sys.modules["made"]
try:
    import made
except ImportError as error:
    print(error)
sys.modules["a.b"] = made
sys.modules["a"] = Module("a")
import a.b as deep_missing_is_found_in_modules
print(deep_missing_is_found_in_modules.__name__)
for bad in [(), (1,), ("a", "b", "c")]:
    try:
        Module(*bad)
    except TypeError as error:
        print(error)
m = Module(name="named", doc=3)
print(m.__name__, m.__doc__)
import builtins
builtins.everywhere = "yes"
print(everywhere)
del builtins.everywhere
try:
    everywhere
except NameError as error:
    print(error)
real = builtins.__import__
seen = []
def watching(name, globals=None, locals=None, fromlist=(), level=0):
    seen.append((name, fromlist, level, globals["__name__"] if globals else None))
    return real(name, globals, locals, fromlist, level)
builtins.__import__ = watching
import math
from math import pi, e
import itertools as clock
builtins.__import__ = real
import math
print(seen)
try:
    __import__(3)
except TypeError as error:
    print(error)
def inner():
    import math as m2
    from math import sqrt
    return m2.floor(sqrt(17))
print(inner())
class Holder:
    import math
    from math import tau as circle
print(Holder.math is math, round(Holder.circle, 3))
