# Global names of code whose globals are a plain dict.
import builtins

source = '''
def get():
    return value
def size(items):
    return len(items)
def put(new):
    global value
    value = new
def drop():
    global value
    del value
def own():
    return globals()
def both():
    return value, len
'''


def made(**first):
    namespace = dict(first)
    exec(source, namespace)
    return namespace


d = made(value=1)
print(d["get"](), d["size"]([1, 2]), d["own"]() is d, type(d["__builtins__"]))
for new in range(3):
    d["value"] = new
    print(d["get"](), end=" ")
d["put"]("put")
print(d["value"], d["get"]())

# The same code over several dicts, whose entries lie elsewhere.
others = [made(), made(a=1, b=2, value="third"), made(value="first", z=1)]
for other in others * 2:
    try:
        print(other["get"](), end=" ")
    except NameError as error:
        print(error, error.name, end=" ")
print()

# A builtin that is hidden by a global, which goes away again.
for round in range(2):
    print(d["size"]("abc"), end=" ")
    d["len"] = lambda items: "hidden"
    print(d["size"]("abc"), end=" ")
    del d["len"]
    print(d["size"]("abc"))
d["drop"]()
for ask in (d["get"], d["drop"]):
    try:
        print(ask())
    except NameError as error:
        print(type(error).__name__, error)
print("value" in d)

# Deleted entries, a table that grows, and one that is emptied.
d["value"] = "again"
for number in range(200):
    d["name%d" % number] = number
    if number % 3:
        del d["name%d" % (number - 1)]
print(d["get"](), d["size"]("ab"))
kept = dict(d)
d.clear()
for name in ("get", "size"):
    try:
        print(kept[name](*["abc"][: name == "size"]))
    except NameError as error:
        print(error)
d.update(kept)
print(d["get"](), d["size"]("ab"))
print([name for name in list(d)[:8]])

# Builtins of one's own: a dict, an empty one, the module.
for own in ({"len": lambda items: "own"}, {}, builtins):
    e = {"__builtins__": own, "value": 3}
    exec(source, e)
    try:
        print(e["size"]("ab"), e["get"]())
    except NameError as error:
        print(error)
e["__builtins__"] = {"len": lambda items: "changed"}
print(e["__builtins__"]["len"]("x"))

# A builtin that is made, changed and taken away while such code runs.
f = made()
exec("def ask(): return late", f)
for action in ("missing", "made", "changed", "missing"):
    if action == "missing":
        builtins.__dict__.pop("late", None)
    else:
        builtins.late = action
    try:
        print(f["ask"](), end=" ")
    except NameError as error:
        print(error, end=" ")
print()


# Keys that are equal to names without being them.
class Name(str):
    def __hash__(self):
        return hash(str(self))

    def __eq__(self, other):
        return str(self) == str(other)


g = made()
g[Name("value")] = "by a key of a subclass"
print(g["get"]())


class Below(dict):
    def __missing__(self, key):
        return "missing " + key


h = Below()
exec(source, h)

# Classes, comprehensions and lambdas in such code.
exec(
    """
limit = 3
class C:
    size = limit + 1
    def method(self):
        return limit, len(self.rows)
    rows = [n * limit for n in range(limit)]
make = lambda: [limit + n for n in range(limit)]
""",
    i := {},
)
print(i["C"].size, i["C"]().method(), i["C"].rows, i["make"]())
i["limit"] = 2
print(i["C"]().method(), i["make"]())
