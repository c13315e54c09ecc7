# Keys that are equal only to themselves: functions, classes, instances; and caches with such keys.
import functools


class Meta(type):
    pass


class A:
    pass


class B(metaclass=Meta):
    pass


class Equal:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, Equal) and self.value == other.value

    def __hash__(self):
        return hash(self.value)


class Unhashable:
    __hash__ = None


def function():
    pass


a, other = A(), A()
keys = [A, B, int, function, a, Equal(1), (A, a), (B, None), frozenset([A, None]), (Equal(2), A)]
table = {key: place for place, key in enumerate(keys)}
known = set(keys)
for key in keys + [other, str, len, (A, other), Equal(1), (Equal(2), A), Equal(3), (None, 1.5)]:
    print(table.get(key), table.get(key, "no"), key in table, key in known, table.setdefault(key, "new"))
    known.discard(key)
    print(key in known)
    known.add(key)
    print(key in known)
for key in (Unhashable(), (A, Unhashable()), [A], {}):
    for look in (table.get, known.add, lambda key: key in table):
        try:
            print(look(key))
        except TypeError as error:
            print(str(error).partition(" (")[0])

# The hash changes with the class.
print(table.get(a))
A.__hash__ = lambda self: 5
A.__eq__ = lambda self, other: True
changed = {a: "changed"}
print(changed.get(other), changed.get(A()), hash(a))
del A.__hash__, A.__eq__
print(changed.get(other))


@functools.lru_cache(typed=True)
def typed(*args):
    print("typed", len(args))
    return args


@functools.lru_cache(2)
def plain(*args):
    print("plain", len(args))
    return len(args)


for _ in range(2):
    for args in ((1, 2), (1.0, 2), (True, 2), (B, int), (1.5,), (B,), ("x",), ()):
        print(typed(*args) == args, typed(*args, **{}) == args, typed(*list(args)) == args)
        print(plain(*args), plain(*args))
print(typed.cache_info(), plain.cache_info())
try:
    plain([])
except TypeError as error:
    print(str(error).partition(" (")[0])

print("aé".encode("utf-8", "strict"), b"ab".decode("ascii", "wrong"), "ab".encode("latin-1"))
for call in (
    lambda: "a".encode("utf-8", "a\0b"),
    lambda: "a".encode("utf-8", None),
    lambda: "a".encode("utf-8", "strict\ud800"),
    lambda: "é".encode("ascii", "strict"),
    lambda: b"\xe9".decode("ascii"),
    lambda: "\udc80".encode("utf-8", "surrogateescape"),
    lambda: b"\x80".decode("utf-8", "surrogateescape"),
    lambda: b"a".decode("utf-8", b"strict"),
):
    try:
        print(ascii(call()))
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
