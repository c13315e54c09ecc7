"""Import statements that run again and again in functions: names of packages, relative names."""
import sys
sys.path.insert(0, __file__.rpartition("/")[0] + "/../../support/imports")
import many

for turn in range(3):
    print(many.absolute(), many.relative(), many.starred())
    for function in (many.missing, many.absent, many.above):
        try:
            print(function())
        except ImportError as error:
            print(type(error).__name__, str(error).split(" (")[0])
for turn in range(2):
    try:
        print(many.late.deeper())
    except ImportError as error:
        print(type(error).__name__, str(error).split(" (")[0])
many.late.value = 2
print(many.relative())
many.here = "changed"
print(many.absolute())
sys.modules["many.late"] = None
try:
    many.relative()
except ImportError as error:
    print(type(error).__name__, error)
del sys.modules["many.late"]
print(many.relative(), many.absolute())
del many.here
many.__getattr__ = lambda name: f"computed {name}"
print(many.absolute())


def replaced(name, *arguments):
    print("import", name, arguments[2:])
    return original(name, *arguments)


import builtins
original, builtins.__import__ = builtins.__import__, replaced
print(many.relative())
builtins.__import__ = original
print(many.relative())
