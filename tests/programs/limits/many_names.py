# More names and constants than 16 bits tell apart, in all kinds of code. What fills the tables does
# not run: the texts are long enough.

MANY = 66_000
LAST = MANY - 1
NAMES = "".join(f"x{i}," for i in range(MANY))
TARGETS = "".join(f"x{i} = " for i in range(MANY))
FILLED = "if q: print([q, " + "".join(f"{i}.5," for i in range(MANY)) + NAMES + "])\n"


def run(source, **variables):
    exec(source, variables)
    return variables


# Variables of a dict: they are assigned, read, deleted, and may be builtins. Functions, classes
# and modules behind all the others.
source = FILLED + """
y = 'far'; z = len(y); w = y + 'z'
del y
def f(a=[1]): return 7, a
class C: x = f()
import math, os.path as p
from math import floor
"""
for line in "import no_such", "no_such", "del no_such", "from math import no_such", "1 / 0":
    source += f"try: {line}\nexcept Exception as error: print(type(error).__name__, error)\n"
v = run(source, q=0)
print(sorted(v)[:4], v["z"], v["w"], v["f"](), v["C"].x, v["p"].basename("a/b"), v["floor"](1.5))

# Names in a mapping of their own, as those of a class body.
namespace = {}
exec(FILLED + "y = 'far'; z = len(y)\ndel y\n", {"q": 0}, namespace)
print(namespace)

# Within a function, with jumps over all of it.
source = f"""
def f(q, w=0):
    global far, near
    far = near = 5
    for i in range(3):
        {FILLED}
        try: q = 1 / (i - 1); q = 0
        except ZeroDivisionError: print('at', i); continue
        while q: break
    del near
    if w: y = far
    yield y, 'farther', len('abc')
"""
v = run(source)
print(list(v["f"](0, 1)), v["far"], "near" in v)
try:
    next(v["f"](0))
except UnboundLocalError as error:
    print(error)

# Local variables, those that a function inside shares, and a class body that sees them.
source = f"""
def f(q):
    if q: {TARGETS} q
    x{LAST} = 3
    def g(n):
        nonlocal x{LAST}
        x{LAST} += n
        return [{NAMES}] if not n else x{LAST}
    class C:
        a = x{LAST}
        if q: b = [{NAMES}]
    r = g(5), x{LAST}, C.a
    del x{LAST}
    try: g(1)
    except NameError as error: print(error)
    return r
"""
f = run(source)["f"]
print(f(0), len(f.__code__.co_cellvars), f.__code__.co_varnames)
# long
