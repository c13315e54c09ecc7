# globals() has the variables in the order in which the module has bound them, whatever functions name before.
def reads():
    return later, sep, first


first = 1
from os import (path, sep, linesep)
import sys as system


class Kept:
    inner = first


for turn in range(2):
    looped = turn
with open(__file__) as opened:
    line = opened.readline()
later = 3
del first
print([name for name in globals() if not name.startswith("__")])
print([name for name in vars(system.modules[__name__]) if not name.startswith("__")])
first = 4
exec("made = 1\nsep = 2\ndef also(): return first")
print(sorted(name for name in dir() if not name.startswith("__")))
