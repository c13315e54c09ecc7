# iter, next, and the ways to consume an iterator.
it = iter([1, 2, 3])
print(next(it), next(it), next(it), next(it, "default"))
try:
    next(it)
except StopIteration as stop:
    print("StopIteration", stop.args)
print(list(enumerate("ab")), list(enumerate("ab", 5)), list(zip([1, 2, 3], "ab")), list(zip()), list(zip([1], [2], [3])))
print(list(map(lambda x: x + 1, [1, 2])), list(map(lambda a, b: a * b, [1, 2, 3], [4, 5])), list(filter(None, [0, 1, "", "a"])), list(filter(lambda x: x > 1, [1, 2, 3])))
print(list(reversed([1, 2, 3])), list(reversed("abc")), list(reversed(range(4))))
shared = iter(range(6))
print(list(zip(shared, shared)))
m = map(str, range(5))
print(next(m), list(m), list(m))


class Evens:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return iter([x for x in range(self.n) if x % 2 == 0])


class Indexed:
    def __getitem__(self, i):
        if i >= 4:
            raise IndexError(i)
        return i * 10


e = Evens(7)
print(list(e), list(e), sum(e), max(e), 4 in e, 5 in e, sorted(e, reverse=True), [*e])
print(list(Indexed()), [x for x in Indexed()], 30 in Indexed())
a, b, c, d = Indexed()
print(a, b, c, d)
for bad in (5, None):
    try:
        for x in bad:
            pass
    except TypeError as error:
        print(error)
d = {"a": 1, "b": 2}
try:
    for k in d:
        d[k + "x"] = 1
except RuntimeError as error:
    print(error)
it = iter({"k": "v"}.items())
print(next(it))
