# Items of dicts of classes below `dict`: those that leave the methods to it, and those that do not.
import collections


class Plain(dict):
    pass


class Missing(dict):
    def __missing__(self, key):
        return ("missing", key)


class Reading(dict):
    def __getitem__(self, key):
        return ("read", dict.__getitem__(self, key))


class Writing(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, ("written", value))


class Late(dict):
    pass


class Key:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return self.name == getattr(other, "name", other)

    def __repr__(self):
        return f"<{self.name}>"


def use(d):
    results = []
    d["a"] = 1
    d["b"] = [2]
    for key in "a", "b", "c", Key("a"), Key("d"):
        try:
            results.append(d[key])
        except KeyError as error:
            results.append(type(error.args[0]).__name__)
    try:
        d[[]] = 1
    except TypeError:
        results.append("no key")
    try:
        results.append(d[{}])
    except TypeError:
        results.append("no key")
    try:
        d["a"] += 1
    except TypeError:
        results.append("no sum")
    d[Key("a")] = "other"
    return results, len(d), list(d.values())


for make in dict, Plain, Missing, Reading, Writing, Late, collections.OrderedDict, collections.Counter:
    print(make.__name__, *use(make()))
print(use(collections.defaultdict(list)))
for _ in range(3):
    late = Late(a=1)
    late["b"] = 2
    print(late["a"], late["b"])
    Late.__getitem__ = lambda self, key: "late " + key
    Late.__setitem__ = lambda self, key, value: print("late", key, value)
del Late.__getitem__, Late.__setitem__
late["c"] = 3
print(late["c"])
words = collections.Counter()
for word in "the quick the lazy the dog".split():
    words[word] += 1
print(words.most_common(2), words["none"], "none" in words)
