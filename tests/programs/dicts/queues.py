# Dicts and sets as queues and stacks: entries that are gone at either end, and what comes after.


class Key:
    """A key that only Python code compares."""

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number % 7

    def __eq__(self, other):
        return isinstance(other, Key) and self.number == other.number

    def __repr__(self):
        return f"Key({self.number})"


def stack():
    d = {}
    for i in range(20000):
        d[i] = i
    total = 0
    while d:
        key, value = d.popitem()
        total += key * (len(d) + 1) - value
    return total, d


def queue(size, count):
    d = dict.fromkeys(range(size))
    first = []
    for i in range(size, count):
        key = next(iter(d))
        del d[key]
        d[i] = None
        first.append(key)
    return first == list(range(count - size)), list(d)[:3], list(reversed(d))[:3], len(d)


def drained():
    d = dict.fromkeys(range(20000))
    while d:
        del d[next(iter(d))]
    d["a"] = 1
    return d, list(d.items()), list(reversed(d))


print(stack())
print(queue(10, 20000))
print(queue(1000, 3000))
print(drained())

s = set(range(20000))
seen = 0
while s:
    seen += s.pop()
print(seen, s)
try:
    s.pop()
except KeyError as error:
    print(error)
s.add(5)
print(s.pop(), s)

# A stack that grows and shrinks: many slots of the index are lost.
d = {}
for i in range(5000):
    d[i] = i
    if i % 3:
        d.popitem()
    if i % 5 == 0:
        d[f"s{i}"] = i
        d[i + 1000000] = i
        d.popitem()
        d.popitem()
print(len(d), list(d)[:4], list(d)[-2:], 4998 in d, 4999 in d, "s0" in d, d.get(3), 1000000 in d)
while len(d) > 1:
    d.popitem()
print(d)
d.popitem()
try:
    d.popitem()
except KeyError as error:
    print(error)

d = {}
for i in range(300):
    d[Key(i)] = i
    if i % 4 == 3:
        print(end="" if d.popitem()[1] == i else "wrong")
    if i % 10 == 9:
        del d[next(iter(d))]
print(len(d), Key(2) in d, Key(29) in d, Key(30) in d, Key(31) in d, Key(300) in d)
print(d.popitem(), next(iter(d)), next(reversed(d)), d[Key(100)])

# Deleted at both ends and in the middle.
d = {i: i for i in range(10)}
for key in (4, 0, 1, 9, 5, 2):
    del d[key]
    print(list(d), list(reversed(d)), list(d.items())[0])
print(d.popitem(), d.popitem(), d)
d[9] = 9
d[0] = 0
print(d, d.copy(), dict(d) == d, list(d.values()))

d = {i: i for i in range(6)}
walk = iter(d)
print(next(walk), next(walk))
d.popitem()
try:
    next(walk)
except RuntimeError as error:
    print(error)
d["new"] = 1
print(list(d))
for change in (dict.popitem, dict.clear, lambda d: d.update(x=1), lambda d: d.pop(1)):
    d = {1: 1, 2: 2}
    try:
        for key in d:
            change(d)
        print("went on")
    except RuntimeError as error:
        print(error)

# All of them keep their order through growth.
d = {}
for i in range(100):
    d[i] = i
    if i % 2:
        d.pop(i - 1, None)
    if i % 7 == 0:
        d.popitem()
print(list(d))
print(d.setdefault(1, "old"), d.setdefault("k"), d.setdefault("k", 3), d.get("none"), d.get("n", 4))
for wrong in (lambda: d.setdefault([]), lambda: d.get({}), lambda: {1}.add([])):
    try:
        wrong()
    except TypeError:
        print("no hash")
