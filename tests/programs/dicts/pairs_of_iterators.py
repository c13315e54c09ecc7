"""`dict` and `update` with the pairs of `zip`, `enumerate` and views."""


class Key:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number % 3

    def __eq__(self, other):
        log.append((self.number, other.number))
        return self.number == other.number

    def __repr__(self):
        return f"Key({self.number})"


class Fails:
    def __hash__(self):
        raise ValueError("no hash")


log = []
names = ["a", "b", "c", "d"]
print(dict(zip(names, range(10))), dict(zip(range(3), names)), dict(zip([], names)))
print(dict(enumerate(names)), dict(enumerate("xyz", 5)), dict(enumerate(iter(names), 2**62)))
table = {"a": 1}
table.update(zip(names, names[1:]), z=26)
print(table)
print(dict({1: 2}.items()), dict(iter({1: 2, 3: 4}.items())), dict(zip({1: 2, 3: 4}, "pq")))
keyed = dict(zip([Key(number) for number in (1, 4, 1, 7, 4)], "abcde"))
print(keyed, log)
source = zip(names, names)
next(source)
print(dict(source), list(source))
print(dict(zip((name for name in names), names)), dict(zip(names, (name for name in names))))
print(dict(zip("ab", zip("cd", "ef"))), dict(zip(zip("ab", "cd"), "ef")))

# Pairs that are none: their place is told, also behind others that were good.
for make in (
    lambda: dict(zip(names)),
    lambda: dict(zip(names, names, names)),
    lambda: dict([("a", 1), ("b", 2), ("c",)]),
    lambda: dict(zip([[]], [1])),
    lambda: dict(zip(["a", Fails()], [1, 2])),
    lambda: dict(zip("abc", "ab", strict=True)),
):
    try:
        print(make())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
table = {}
try:
    table.update(zip(["a", Fails(), "c"], "xyz"))
except ValueError:
    print(table)

# The source may be what is filled, too.
table = dict(zip("abc", range(3)))
try:
    table.update(zip(table, "xyz"))
    print(table)
    table.update(zip(["new", "more"], table))
    print(table)
    table.update((key + key, value) for key, value in zip(table, "uvwxyz"))
except RuntimeError as error:
    print(error)
