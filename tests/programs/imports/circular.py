import sys
sys.path.insert(0, __file__.rpartition("/")[0] + "/../../support/imports")
import ring_a
print(ring_a.name)
import ring_b
print(ring_b.ring_a is ring_a)
for attempt in range(2):
    try:
        import broken
    except ZeroDivisionError as error:
        print("raised", error, "broken" in sys.modules)
sys.modules["halted"] = None
try:
    import halted
except ModuleNotFoundError as error:
    print(error, error.name)
try:
    import wrong
except SyntaxError as error:
    print(type(error).__name__, "wrong" in sys.modules)
import replaced
print(type(replaced).__name__, replaced.answer)
import lazy
print(lazy.made_up)
from lazy import made_too
print(made_too)
try:
    lazy.other
except AttributeError as error:
    print(error)
try:
    from lazy import other
except ImportError as error:
    print(str(error).split(" (")[0])
