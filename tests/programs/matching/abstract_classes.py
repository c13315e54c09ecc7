# What is a sequence or a mapping to patterns is said by the abstract classes.
import collections
import collections.abc


def kind(subject):
    match subject:
        case [*_]:
            return "sequence"
        case {}:
            return "mapping"
    return None


class Numbers(collections.abc.Sequence):
    def __getitem__(self, index):
        return [1, 2, 3][index]

    def __len__(self):
        return 3


class Table(collections.abc.Mapping):
    def __getitem__(self, key):
        return {"a": 1}[key]

    def __iter__(self):
        return iter("a")

    def __len__(self):
        return 1


class Late:
    pass


class BelowLate(Late):
    pass


class Both(collections.UserDict, collections.abc.Sequence):
    pass


class Other(collections.UserList, collections.abc.Mapping):
    pass


collections.abc.Mapping.register(Late)
for subject in (
    [], (), range(3), {}, "text", b"bytes", bytearray(b"x"), memoryview(b"x"), {1}, iter([]), 5,
    collections.deque(), collections.OrderedDict(), collections.UserList(), collections.UserDict(),
    collections.UserString("x"), Numbers(), Table(), Late(), BelowLate(), Both(), Other(),
    type.__dict__,
):
    print(type(subject).__name__, kind(subject))
match Numbers():
    case [a, *rest]:
        print(a, rest)
match Table():
    case {"b": _}:
        print("wrong")
    case {"a": one, **rest}:
        print(one, rest)
counts = collections.defaultdict(int)
match counts:
    case {"missing": value}:
        print("made", value)
    case _:
        print("not made", dict(counts))
match bytearray(b"ab"):
    case bytearray(content):
        print(content)
