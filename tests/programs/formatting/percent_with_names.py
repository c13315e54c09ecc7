"""`%` with a dict: what is done at once, and what is left to special methods."""


class Below(dict):
    def __missing__(self, key):
        return f"<{key}>"


class Key(str):
    pass


class Strange:
    def __hash__(self):
        return hash("a")

    def __eq__(self, other):
        raise ValueError("compared")


def told(template, values):
    try:
        return template % values
    except Exception as error:
        return f"{type(error).__name__}: {error}"


VALUES = {"a": 1, "b": "text", "c": 2.5, "": "empty", "a(b)": "nested", "é": "accent", 3: "number", "n": None,
          "l": [1, "x"], "t": (1, 2)}
for template in ("%(a)s", "%(a)d|%(b)-8s|%(c)7.2f|%(c).1e", "%(a)05d %(a)x %(b).2s", "%()s", "%(a(b))s", "%(é)s",
                 "%(3)s", "%(missing)s", "%(a)", "%(a", "%(a)%", "%%(a)s %(b)s", "%(a)s %s", "%s %(a)s", "%s",
                 "no", "%(n)s %(n)r", "%(l)s %(t)s", "%(b)d", "%(a)c", "%(b)r %(b)a %(é)a", "%(a)*d", "%(a)+d"):
    print(template, "->", told(template, VALUES), "|", told(template, Below(VALUES)))
for values in ((VALUES,), [VALUES], "a", 3, None, (), ("a", 3), {Key("a"): "key"}, {Strange(): 1}, {}):
    print(told("%(a)s", values))
print("%(a)s" % {"a": "%(b)s"}, "%(x)s" % {"x" * 1: "joined"})
print([name % {"".join(["k", "e", "y"]): 5} for name in ("%(key)d", "%(key)s")])

# Floats as whole numbers.
for value in (2.9, -2.9, 0.4, -0.4, 1e14, 1e16, 1e300, float("nan"), float("inf"), True, 1j):
    print([told(template, value) for template in ("%d", "%05i", "%u", "%x", "%o", "%+d", "%-8d|", "%.3d")])
print("%s,%03d" % ("abc", 3.7))
