"""Special methods and others called through a class, with objects that do not fit."""
import types


class Sized:
    def __len__(self):
        return 7


class Dict(dict):
    def __len__(self):
        return dict.__len__(self) + 100

    def __init__(self, *args):
        dict.__init__(self, *args)
        self.made = True


class List(list):
    def __getitem__(self, index):
        return ("own", list.__getitem__(self, index))


def told(call, *args):
    try:
        return call(*args)
    except TypeError as error:
        return f"TypeError: {error}"


print(told(dict.__init__, 5, {1: 2}))
print(told(dict.__init__, "ab", [(1, 2)]))
print(told(dict.__init__, [1], {}))
print(told(dict.__len__, range(4)))
print(told(list.__len__, Sized()))
print(told(str.__len__, b"abc"))
print(told(str.__str__, 5))
print(told(str.__add__, 1, "a"))
print(told(int.__add__, 1.5, 2))
print(told(int.__add__, True, 2))
print(told(int.__lt__, "a", 2))
print(told(float.__abs__, 2))
print(told(tuple.__getitem__, [1], 0))
print(told(list.__iter__, (1, 2)))
print(told(set.__repr__, frozenset()))
print(told(list.__eq__, (), ()))
print(told(list.__reversed__, (1, 2)))
print(told(int.__format__, 1.5, ""))
print(told(dict.__contains__, [1], 1))
print(told(list.__contains__, {1: 2}, 1))
print(told(list.__len__))
print(told(dict.__contains__))
print(told(dict.__eq__, {}, {}, {}))
print(told(type(len).__repr__, 5))
print(told(types.MethodType.__repr__, 5.5))
print(told(types.CodeType.__repr__, 5))
print(told(types.CodeType.replace, None))
print(told(type.__call__, 5))

print(len(Dict({1: 2})), Dict([(3, 4)]).made, dict.__len__(Dict()))
print(List([1, 2])[0], list.__getitem__(List([1, 2]), 1))
print(dict.__len__(globals()) > 5, dict.__contains__(globals(), "told"))
print(int.__add__(True, 1), object.__repr__(5)[:4], type.__call__(int, "5"))
for _ in range(3):
    print(told(list.__len__, (1, 2)), told(list.__len__, [1, 2]))
for parts in ((5, "A"), (types.ModuleType("m"), -1, object()), (lambda: 1, 5), (len, "A")):
    print(told(__build_class__, *parts))
