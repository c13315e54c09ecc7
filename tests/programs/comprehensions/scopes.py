# Names, closures and errors in comprehensions.
n = 3
print([n for n in range(2)], n, [[n for n in range(m)] for m in range(3)], n)


def outer(k):
    inner = [lambda: (k, i) for i in range(3)]
    k += 1
    return [f() for f in inner], {i: (lambda: i * k)() for i in range(3)}


print(outer(5))


class Box:
    size = 2
    items = [s for s in range(size)]

    def each(self, f):
        return [f(self, x) for x in self.items if x < self.size]


print(Box.items, Box().each(lambda self, x: (type(self).__name__, x)))
log = []
result = [log.append(x) or x * 2 for x in [log.append("first") or 1, 2] if log.append(("if", x)) is None]
print(result, log)
print([x + y for x in "ab" for y in "cd" if x + y != "ac"], {x: {y for y in range(x)} for x in range(3)})
print([*[i for i in range(3)], *{k: 0 for k in "xy"}], [a for a, *b in [(1, 2, 3), "xyz"]], [b for a, *b in [(1, 2, 3), "xyz"]])
print([i for i in range(50) if all([i % d for d in range(2, i)]) and i > 1])
try:
    print({[x]: 1 for x in range(2)})
except TypeError:
    print("unhashable")
try:
    [undefined for _ in range(1)]
except NameError as error:
    print(error)
total = 0
_ = [total := total + i for i in range(10)]
print(total, [y := 1, y ** 2], (lambda: [z for z in range(3)])())
transposed = [list(column) for column in zip(*[[1, 2, 3], [4, 5, 6]])]
print(transposed, dict([(k, [v for j, v in [("a", 1), ("b", 2), ("a", 3)] if j == k]) for k in "ab"]))
