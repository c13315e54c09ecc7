# A program that puts another function in the place of `__import__` before it has imported any
# module of the library, and that gives the built-in one the variables of the importing module.

import builtins

real = builtins.__import__
names = []


def tracking(name, namespace=None, local=None, names_from=(), level=0):
    names.append(name)
    return real(name, namespace, local, names_from, level)


builtins.__import__ = tracking
import colorsys


def within():
    import sndhdr_that_is_missing


try:
    within()
except ImportError as error:
    print(error)
print(builtins.__import__ is tracking, "colorsys" in names, "sndhdr_that_is_missing" in names)
print(colorsys.__name__)

import sys

# Relative to the given variables, not to those of the caller.
package = type(sys)("package")
package.__path__ = []
module = type(sys)("package.module")
package.module = module
sys.modules["package"], sys.modules["package.module"] = package, module
inside = {"__name__": "package", "__package__": "package", "__path__": []}
print(real("module", inside, None, ("x",), 1).__name__)
print(real("", inside, None, ("module",), 1).__name__)
for bad in ((inside, 2), ({}, 1), (inside, -1), ([], 1)):
    try:
        print(real("module", bad[0], None, ("x",), bad[1]))
    except Exception as error:
        print(type(error).__name__, error)
builtins.__import__ = real
