# dir() without an argument tells the local names, sorted.
import types


def function(second, first):
    local = 1
    return dir()


print(function(1, 2))


def outer():
    free = 1

    def inner():
        nonlocal free
        own = free
        return dir()

    return inner()


print(outer())


class Body:
    own = 1
    print([name for name in dir() if not name.startswith("__")])


print(eval("dir()", {}, {"u": 1, "b": 2}))


class Mapping:
    def __getitem__(self, key):
        return {"dir": dir}[key]

    def keys(self):
        return ["z", "a"]


print(eval("dir()", {}, Mapping()))
print("function" in dir(), "local" in dir())


class Told:
    def __dir__(self):
        return iter(["b", "a", "c"])


print(dir(Told()))


class Wrong(Told):
    def __dir__(self):
        return [1, "a"]


class NoSequence(Told):
    def __dir__(self):
        return 7


for wrong in (Wrong(), NoSequence()):
    try:
        print(dir(wrong))
    except TypeError as error:
        print(error)

module = types.ModuleType("module")
module.__dir__ = lambda: ["told", "again"]
print(dir(module))
