# Classes below array.array.
import array
import copy
import pickle
import weakref


class Plain(array.array):
    pass


class Counted(array.array):
    made = 0

    def __new__(cls, code, values=(), *rest, **named):
        cls.made += 1
        return super().__new__(cls, code, values)

    def __init__(self, code, values=(), name=None):
        self.name = name

    def append(self, value):
        super().append(value + 1)

    def __getitem__(self, key):
        return "got", super().__getitem__(key)

    def __len__(self):
        return 77

    def __iter__(self):
        yield "iterated"


class Named(array.array):
    __slots__ = ("name",)


class Options(array.array):
    def __init__(self, code, values=(), option=None):
        self.option = option


def tried(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


plain = Plain("i", [3, 1, 2])
print(plain, type(plain), len(plain), plain[0], plain[-1], plain[1:], type(plain[1:]), list(plain))
plain[0] = 9
plain.append(4)
plain.extend(plain)
plain.attribute = 5
print(plain, sum(plain), 9 in plain, plain.index(2), plain.count(4), plain.attribute)
same = plain
plain += array.array("i", [1])
plain *= 2
print(type(plain), plain is same, len(plain))
print(type(plain + plain), type(plain * 2), type(2 * plain), type(copy.copy(plain)),
      type(copy.deepcopy(plain)))
print(plain == array.array("i", plain), plain < array.array("i", [9, 9]), plain == Plain("i", plain))
print(tried(Plain, "i", x=1), tried(Plain, "i", [1], 2), tried(Plain), tried(Plain, "?"))
for protocol in range(6):
    again = pickle.loads(pickle.dumps(plain, protocol))
    print(type(again), again == plain, again.attribute)
view = memoryview(plain)
view[0] = -5
print(view.format, plain[0], view.obj is plain, bytes(plain)[:4], plain.tobytes()[:4])
print(weakref.ref(plain)() is plain, weakref.ref(array.array("i")) is not None)

counted = Counted("i", [1, 2], name="n")
counted.append(5)
print(counted, counted[0], counted[1:2], len(counted), list(counted), counted.name, Counted.made)
print(array.array("i", counted), array.array.__getitem__(counted, 2), array.array.__len__(counted))
print(bool(counted), tried(lambda: counted.missing), counted.tolist(), counted.pop())

named = Named("d", [1.5])
named.name = "x"
print(named, named.name, hasattr(named, "__dict__"), tried(setattr, named, "other", 1))
options = Options("w", "abc", option=3)
print(options, options.option, options.tounicode())
print(tried(setattr, array.array("i"), "x", 1))
print(Plain.__mro__[1], issubclass(Plain, array.array), isinstance(plain, array.array),
      Plain.typecode.__get__(plain), plain.itemsize)


class Table:
    shared = array.array("i", [1, 2])


Table.shared.append(3)
print(Table.shared, Table().shared[2])
print(tried(hash, plain), plain.__class__, array.array.__new__(Plain, "i", [7]))


class Both(array.array):
    def __eq__(self, other):
        return "asked"

    __hash__ = object.__hash__

    def __contains__(self, item):
        return True

    def __add__(self, other):
        return "added"

    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)


both = Both("i", [1])
both[0] = 4
print(both == 1, 5 in both, both + 1, both[0], hash(both) == hash(both), both != both)
