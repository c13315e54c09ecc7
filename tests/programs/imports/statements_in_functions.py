# Import statements that run again and again, while sys.modules and the modules change.
import sys
import types


def plain():
    import os
    return os.__name__


def dotted():
    import os.path
    return os.__name__


def renamed():
    import os.path as path
    return path is sys.modules["os"].path


def names():
    from os import path, sep
    return path is sys.modules["os.path"], sep


def missing():
    from made_up import x
    return x


print([plain() for _ in range(3)], [dotted() for _ in range(3)])
print([renamed() for _ in range(3)], [names() for _ in range(3)])
made = types.ModuleType("made_up")
sys.modules["made_up"] = made
for value in (None, 1, 2):
    if value is not None:
        made.x = value
    try:
        print(missing())
    except ImportError as error:
        print(type(error).__name__, error.name)
del made.x
made.__getattr__ = lambda name: f"got {name}"
print(missing(), missing())
sys.modules["made_up"] = None
try:
    missing()
except ImportError as error:
    print(type(error).__name__, error.name)


class Namespace:
    x = "of an object"


sys.modules["made_up"] = Namespace()
print(missing())
package = types.ModuleType("made_up")
package.__path__ = []
part = types.ModuleType("made_up.x")
sys.modules["made_up"], sys.modules["made_up.x"] = package, part
print(missing() is part)
del sys.modules["made_up.x"]
try:
    missing()
except ImportError as error:
    print(type(error).__name__, error.name)

import builtins

true_import = builtins.__import__


def noted(name, *rest):
    print("imports", name)
    return true_import(name, *rest)


builtins.__import__ = noted
print(plain(), names())
builtins.__import__ = true_import
print(plain(), names())
