# Deep nesting, in programs and in data, is an error, never a crash.
import sys


def kind(function, *arguments):
    try:
        function(*arguments)
        return "fine"
    except (RecursionError, MemoryError, SyntaxError) as error:
        return "too deep"


def down(n):
    return down(n + 1)


print(kind(down, 0))


class Loop:
    def __getattr__(self, name):
        return getattr(self, name + "x")


class Same:
    def __eq__(self, other):
        return self == other

    def __repr__(self):
        return repr(self)

    def __str__(self):
        return str(self)

    def __hash__(self):
        return hash(self)

    def __len__(self):
        return len(self)

    def __iter__(self):
        return iter(self)

    def __contains__(self, item):
        return item in self

    def __add__(self, other):
        return self + other

    def __call__(self):
        return self()

    def __bool__(self):
        return bool(self)

    def __getitem__(self, key):
        return self[key]

    def __format__(self, spec):
        return format(self, spec)


print(kind(lambda: Loop().a))
same = Same()
for operation in [
    lambda: same == 1,
    lambda: repr(same),
    lambda: str(same),
    lambda: hash(same),
    lambda: len(same),
    lambda: list(same),
    lambda: 1 in same,
    lambda: same + 1,
    lambda: same(),
    lambda: bool(same),
    lambda: same[0],
    lambda: f"{same}",
]:
    print(kind(operation), end=" ")
print()


def nested_list(depth):
    made = []
    for _ in range(depth):
        made = [made]
    return made


deep = nested_list(100_000)
other = nested_list(100_000)
print(kind(repr, deep))
# How deep is too deep for these depends on the stack that there is.
ends = {"fine", "too deep"}
print(kind(lambda: deep == other) in ends, kind(lambda: deep < other) in ends)
deep_tuple = ()
for _ in range(100_000):
    deep_tuple = (deep_tuple,)
print(kind(hash, deep_tuple) in ends, kind(repr, deep_tuple))
deep_dict = {}
for _ in range(100_000):
    deep_dict = {1: deep_dict}
print(kind(repr, deep_dict))
for opening, closing in [("[", "]"), ("-", ""), ("not ", ""), ("f(", ")"), ("lambda: ", "")]:
    source = opening * 50_000 + "1" + closing * 50_000
    print(kind(compile, source, "f", "eval"), end=" ")
print()
source = "".join("  " * level + "if x:\n" for level in range(90)) + "  " * 90 + "pass\n"
print(kind(compile, source, "f", "exec"))
print(kind(exec, "def f():\n exec('f()')\nf()", {}))
print(kind(eval, "+".join(["1"] * 1000)))
loop = []
loop.append(loop)
print(repr(loop), kind(lambda: loop == [loop]))
print("alive", sys.getrecursionlimit())
# long
