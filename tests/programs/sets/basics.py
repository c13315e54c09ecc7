# Sets: operators, methods, uniqueness.
s = {3, 1, 2, 3}
print(sorted(s), len(s), 1 in s, 9 in s, set(), sorted(set("hello")))
s.add(4)
s.add(1)
s.discard(99)
s.remove(2)
print(sorted(s))
a, b = {1, 2, 3, 4}, {3, 4, 5}
print(sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b))
print(a <= b, {3} <= b, {3, 4} < b, a == {4, 3, 2, 1}, a != b, a >= {1})
print(sorted(a.union(b)), sorted(a.intersection(b)), sorted(a.difference(b)))
a.update([10, 11])
print(sorted(a), bool(set()), bool({0}))
try:
    s.remove(99)
except KeyError as error:
    print("KeyError", error)
try:
    {[1]}
except TypeError:
    print("unhashable")
seen = set()
unique = []
for x in [3, 1, 3, 2, 1]:
    if x not in seen:
        seen.add(x)
        unique.append(x)
print(unique)
many = set(range(1000))
for i in range(0, 1000, 3):
    many.discard(i)
print(len(many), sum(many))
c = a.copy()
c.clear()
print(len(c), len(a))
