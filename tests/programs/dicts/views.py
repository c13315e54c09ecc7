# Views follow their dictionary; iteration order is insertion order.
d = {"one": 1, "two": 2}
keys, values, items = d.keys(), d.values(), d.items()
d["three"] = 3
print(keys, values, items)
print(len(keys), "two" in keys, 2 in values, ("one", 1) in items, ("one", 2) in items)
print(list(reversed(list(d))), sorted(d, key=lambda k: d[k], reverse=True), max(d, key=d.get), min(d.values()))
print([k + str(v) for k, v in d.items()], dict(zip("abc", range(3))), {k: v for k, v in sorted(d.items())})
for k in list(d):
    if d[k] % 2:
        del d[k]
print(d)
first = {"a": 1, "b": {"x": [1]}}
second = dict(first)
second["b"]["x"].append(2)
second["a"] = 9
print(first, second)
print({**first, "a": 0}, first | {"z": 1}, list({"k": 0} | {"k": 1, "j": 2}))
first |= {"n": None}
print(first, first.get("n", "default"), first == dict(first), {} == {}, {"a": 1} != {"a": 2})
e = {}
e[0] = e
print(e)
print(dict.fromkeys("ab", 0), dict.fromkeys([1, 2]))
