# Star expressions, deletion, chained assignment and comparison: order and corner cases.
log = []


def note(name, value=None):
    log.append(name)
    return value


def flush():
    print(" ".join(log))
    log.clear()


class Box:
    def __init__(self, name):
        object.__setattr__(self, "name", name)

    def __setattr__(self, attribute, value):
        log.append(f"{self.name}.{attribute}={value}")

    def __setitem__(self, key, value):
        log.append(f"{self.name}[{key!r}]={value}")

    def __delattr__(self, attribute):
        log.append(f"del {self.name}.{attribute}")

    def __delitem__(self, key):
        log.append(f"del {self.name}[{key!r}]")

    def __getitem__(self, key):
        log.append(f"{self.name}[{key!r}]")
        return 1


def returns(a, b):
    return *a, *b


print(returns([1], (2, 3)))


def yields():
    yield *[1, 2], 3


print(list(yields()))
for pair in *[1, 2], 3:
    print(pair, end=" ")
print()
first, *rest = range(5)
*start, last = "abc"
a, (b, *c), *d = 1, (2, 3, 4), 5, 6
[e, *f] = {1: 2}
print(first, rest, start, last, a, b, c, d, e, f)
index = (1, 2)
box = Box("box")
box[*index]
box[*index, 3] = 5
box[1:2, ...]
box[:, ::2] = 1
flush()
x = y = box.a = box["k"] = note("value", 3)
flush()
note("target", box)[note("index", 1)] = note("value", 2)
flush()
box.a, box["b"] = note("first", 1), note("second", 2)
flush()
(box.a, [box.b, box.c]), box.d = (1, (2, 3)), 4
flush()
del box.a, box["k"], (x, y), [a]
flush()
print("x" in globals(), "a" in globals())
note("object", box)[note("index", 0)] += note("value", 5)
flush()
print(1 < 2 < 3, 1 < 3 < 2, 1 < note("middle", 2) < note("right", 3), 3 < 2 < note("never"))
flush()
print(1 == 1.0 == True, [] is not [] is not None, 1 in [1] == True, not 1 < 2 > 3)
i = 0
values = [0, 0]
i, values[i] = 1, 5
print(i, values)
i = 0
values[i], i = 7, 1
print(values)
a, b = b, a = 1, 2
print(a, b)
a = [1, 2, 3]
a[1:], a[0] = (9, 9), 5
print(a)


def check(function):
    try:
        function()
    except Exception as error:
        print(type(error).__name__, error)


def too_few():
    a, b, *c = [1]


def not_iterable():
    (a,) = 5


def dict_not_mapping():
    {**5}


check(too_few)
check(not_iterable)
check(dict_not_mapping)
print([*range(3), *"ab"], (*[1], 2), {*[1], *[1, 2]}, {**{"a": 1}, "b": 2, **{"a": 3}})
print(*[1, 2], *(3,), sep="-")
lambda_star = lambda *args, **kwargs: (args, kwargs)
print(lambda_star(*[1], 2, *[3], a=4, **{"b": 5}, **{"c": 6}))
class Manager:
    def __enter__(self):
        return 1, 2

    def __exit__(self, *details):
        pass


with Manager() as (p, q):
    print(p, q)
for box.item in [1, 2]:
    pass
flush()
