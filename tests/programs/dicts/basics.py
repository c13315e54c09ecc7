# Dictionaries keep insertion order.
d = {"b": 2, "a": 1}
d["c"] = 3
print(d, len(d), d["a"], d.get("z"), d.get("z", 0), "a" in d, "z" not in d)
d["b"] = 20
print(d, list(d), list(d.keys()), list(d.values()), list(d.items()))
del d["a"]
d["a"] = 100
print(d)
print(d.pop("b"), d.pop("zz", None), d, d.setdefault("k", []), d.setdefault("k", 5), d)
d["k"].append(1)
d.update({"c": 33, "n": 4})
d.update(m=5)
print(d)
print(d.popitem(), d)
for key in d:
    print(key, end=" ")
for key, value in d.items():
    print(key, value, end=";")
print()
print(dict(a=1, b=2), dict([("x", 1), ("y", 2)]), {**d, "last": 0}, {"a": 1} | {"b": 2})
print({"a": 1, "b": 2} == {"b": 2, "a": 1}, {1: "a"} == {1.0: "a"}, {1: "x", True: "y", 1.0: "z"})
e = d.copy()
e.clear()
print(e, bool(e), bool(d), dict())
for label, function in (("missing", lambda: d["nope"]), ("pop", lambda: d.pop("nope")), ("hash", lambda: {[]: 1})):
    try:
        function()
    except (KeyError, TypeError) as error:
        print(label, type(error).__name__)
