# List, dict and set comprehensions, nested and filtered.
print([x * x for x in range(6)], [x for x in range(20) if x % 3 == 0 if x % 2 == 0])
print([(x, y) for x in range(3) for y in range(x)], [[i * j for j in range(3)] for i in range(3)])
print({x: x * x for x in range(4)}, {v: k for k, v in {"a": 1, "b": 2}.items()})
print(sorted({x % 3 for x in range(10)}), [c.upper() for c in "abc"], [x if x % 2 else -x for x in range(5)])
matrix = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in matrix] for i in range(3)], [x for row in matrix for x in row])
x = "untouched"
_ = [x for x in range(3)]
print(x)


def scope(n):
    return [n * i for i in range(3) if i != n]


print(scope(2), [f() for f in [lambda i=i: i * 10 for i in range(3)]])
print([a + b for a, b in zip([1, 2], [3, 4])], [i for i, c in enumerate("hello") if c == "l"])
print([[y for y in range(x)] for x in range(4)], len([None for _ in range(100)]))


class Holder:
    values = [1, 2, 3]
    doubled = [v * 2 for v in values]


print(Holder.doubled)
try:
    [1 // x for x in (1, 0)]
except ZeroDivisionError:
    print("error leaves the comprehension")
