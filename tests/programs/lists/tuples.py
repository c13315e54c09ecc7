# Tuples: packing, unpacking, comparison, hashing.
t = 1, 2, 3
print(t, t[0], t[-1], t[1:], t + (4,), t * 2, len(t), (), (1,), tuple("ab"), tuple([1, 2]))
a, b, c = t
print(a, b, c)
a, b = b, a
print(a, b)
first, *rest = [1, 2, 3, 4]
*init, last = "xyz"
head, *middle, tail = range(5)
print(first, rest, init, last, head, middle, tail)
(p, q), r = (1, 2), 3
print(p, q, r)
for index, (x, y) in enumerate([(1, 2), (3, 4)]):
    print(index, x, y)
print((1, 2) == (1, 2), (1, 2) < (1, 3), hash((1, 2)) == hash((1, 2)), (1, (2, 3)) in {(1, (2, 3)): 0})
print(t.count(2), t.index(3), 2 in t)
print((*t, *[7, 8]), [*t, 0], {**{"a": 1}, "b": 2})
for target in ((1, 2), (1, 2, 3, 4)):
    try:
        x, y, z = target
    except ValueError as error:
        print(str(error)[:30])
try:
    t[0] = 9
except TypeError as error:
    print(error)
try:
    x, y = 5
except TypeError as error:
    print(error)
