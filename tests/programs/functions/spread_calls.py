# What a call with `*` and `**` asks of the values, in which order, and what it says of those that
# are none: one that `*` alone gives all positional arguments of is taken apart by the call itself.


class Asked:
    def __iter__(self):
        print("iter", end=" ")
        return iter([1])

    def __len__(self):
        print("len", end=" ")
        return 1


class Hinted:
    def __iter__(self):
        print("iter", end=" ")
        return iter([1])

    def __length_hint__(self):
        print("hint", end=" ")
        return -1


class OldStyle:
    def __getitem__(self, index):
        if index == 2:
            raise IndexError
        return index


class Below(tuple):
    def __iter__(self):
        return iter(["below"])


class Listed(list):
    def __iter__(self):
        return iter(["below"])


class Failing:
    def __iter__(self):
        raise TypeError("its own")


class Unreadable:
    __iter__ = None


class Mapping:
    def keys(self):
        print("keys", end=" ")
        return ["a"]

    def __getitem__(self, key):
        return key


def f(*arguments, **keywords):
    return arguments, keywords


def g():
    print("g", end=" ")
    return {}


class C:
    def m(self, *arguments, **keywords):
        return arguments, keywords

    def __call__(self):
        pass

    def __str__(self):
        return "text of C"


def generator():
    yield 1
    yield 2
    raise ValueError("in the generator")


v, h = Asked(), Hinted()
items = [1, 2]
SOURCES = """
f(*v) | f(1, *v) | f(*v, 1) | f(*v, *v) | f(*v, **g()) | f(k=g(), *v) | f(*v, k=g()) | C().m(*v)
f(*h) | f(1, *h) | f(*OldStyle()) | f(*Below((1, 2))) | f(1, *Below((1, 2))) | f(*Listed([1]))
f(*Failing()) | f(1, *Failing()) | f(*Unreadable()) | f(1, *Unreadable()) | f(*generator())
print(*5) | print(1, *5) | print(*5, 1) | f(*5) | f(*None) | f(*5, **6) | f(**6) | f(*[1], **6)
f(*5, k=g()) | f(**{'a': 1}, **5) | f(*v, **5) | f(1, *v, **5) | f(*v, **Mapping()) | f(*5, **g())
[].append(*5) | [].sort(**3) | len(**5) | int(*5) | C(*5) | C().m(*5) | C().m(**5) | C()(*5) | C()(**5)
(lambda: 0)(*5) | isinstance(*5)
f(*[], **{'a': 1}, **{'a': 2}) | print(**{'a': 1}, **{'a': 2}) | C().m(a=1, **{'a': 2})
f(a=1, **Mapping()) | f(*v, a=1, **{'a': 2}) | print(**{1: 2}) | f(*items, **{'a': items.clear()})
f(*items, k=items.append(3)) | f(*iter([1, 2])) | f(*'ab') | f(*{1: 2}) | f(*range(3)) | f(*b'ab')
[*5] | {*5} | (*5,) | f(*map(str, [1, 2])) | f(*(x for x in [1, 2])) | max(*v) | min(*{3, 1, 2})
"""


def run(source):
    try:
        result = eval(source)
    except Exception as error:
        result = f"{type(error).__name__}: {error}"
    print(f"[{source}]", result)


for line in SOURCES.strip().splitlines():
    for source in line.split(" | "):
        run(source)

for bases in ("*5", "*[C]", "*(), **6", "**6", "C, *5", "**{'metaclass': type}"):
    try:
        exec(f"class D({bases}): pass")
        print(f"class D({bases})", "made")
    except Exception as error:
        print(f"class D({bases})", f"{type(error).__name__}: {error}")
