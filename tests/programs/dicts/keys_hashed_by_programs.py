"""Keys whose `__hash__` is the program's: items of dicts, and questions of dicts and sets."""


class Key:
    def __init__(self, name, hash_value):
        self.name, self.hash_value = name, hash_value

    def __hash__(self):
        print("hash", self.name, end="; ")
        if isinstance(self.hash_value, Exception):
            raise self.hash_value
        return self.hash_value

    def __eq__(self, other):
        return isinstance(other, Key) and self.name.lower() == other.name.lower()

    def __repr__(self):
        return self.name


class Whole(int):
    def __hash__(self):
        return 99


def attempt(what, function):
    try:
        print(what, function())
    except Exception as error:
        print(what, type(error).__name__, error)


def within(container, key):
    return key in container, key not in container


def item(container, key):
    return container[key]


hashes = [0, 5, -1, -2, 2**44, 2**47, 2**62, -(2**62), 2**63 - 1, -(2**63), 2**63, 2**200, True, Whole(7)]
for number, value in enumerate(hashes):
    key = Key(f"K{number}", value)
    table, group = {key: number, number: "n"}, {key, number}
    equal, other = Key(f"k{number}", value), Key("other", value)
    for asked in (key, equal, other):
        attempt("item", lambda: item(table, asked))
        attempt("in dict", lambda: within(table, asked))
        attempt("in set", lambda: within(group, asked))
        attempt("in frozenset", lambda: within(frozenset([number]), asked))
for value in (None, 1.5, "text", [], ValueError("from hash"), KeyError("k")):
    asked = Key("wrong", value)
    for container in ({}, {1: 2}, set(), frozenset([1])):
        attempt("wrong", lambda: within(container, asked))
        if isinstance(container, dict):
            attempt("wrong item", lambda: item(container, asked))


for error in (TypeError("own words"),):
    for container in ({}, {1: 2}, {3}):
        attempt("raises", lambda: within(container, Key("raising", error)))
        if isinstance(container, dict):
            attempt("raises", lambda: item(container, Key("raising", error)))


class Listed:
    def __hash__(self):
        return hash([])


attempt("listed", lambda: item({}, Listed()))
attempt("listed", lambda: within({}, Listed()))
attempt("listed", lambda: within(set(), Listed()))


class Changing:
    def __init__(self, table):
        self.table = table

    def __hash__(self):
        self.table.clear()
        self.table[1] = "changed"
        return hash(1)

    def __eq__(self, other):
        return other == 1


table = {number: number for number in range(20)}
print(table[Changing(table)], table)
table = {number: number for number in range(20)}
print(Changing(table) in table, table)


class Missing(dict):
    def __missing__(self, key):
        return f"missing {key}"


below = Missing({Key("A", 1): 1})
attempt("below", lambda: item(below, Key("a", 1)))
attempt("below", lambda: item(below, Key("b", 1)))


class Deep:
    def __init__(self, inner):
        self.inner = inner

    def __hash__(self):
        return table[self.inner] if isinstance(self.inner, Deep) else hash(self.inner)

    def __eq__(self, other):
        return True


table = {Deep(3): 3}
print(table[Deep(Deep(Deep(3)))], Deep(Deep(3)) in table)


class Circle:
    def __hash__(self):
        return table[self]


try:
    table[Circle()]
except RecursionError as error:
    print(type(error).__name__)
key = Key("loop", 8)
table = {key: 0}
total = 0
for turn in range(5):
    total += table[key] + (key in table)
print(total, [table[key] for turn in range(2)], sum(table[key] for turn in range(2)))
