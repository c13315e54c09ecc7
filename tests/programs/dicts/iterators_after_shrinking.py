# expected output written by hand: needs 3.14
# Iterators over dicts whose table was larger when they began (CPython 3.13 may crash here).
d = {i: i for i in range(1000)}
for i in range(990):
    del d[i]
back = reversed(d)
items = reversed(d.items())
forth = iter(d)
print(next(back), next(items), next(forth))
for i in range(3000):
    d[i + 5000] = 0
    del d[i + 5000]
rest = list(back)
print(len(rest) <= 10, set(rest) <= set(d))
print(all(d[key] == value for key, value in items), set(forth) <= set(d))
print(list(back), list(forth))
d = {i: i for i in range(100)}
back = reversed(d)
d.clear()
d.update({i: -i for i in range(100, 200)})
print(next(back), sum(1 for _ in back))
d = dict.fromkeys(range(50))
back = reversed(d)
for i in range(49):
    d.popitem()
d.update({i: None for i in range(100, 149)})
print(next(back), len(list(back)) == 49)
