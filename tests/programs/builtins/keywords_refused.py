"""Built-in functions and methods refuse keyword arguments that they do not know."""


def told(call):
    try:
        return call()
    except TypeError:
        return "TypeError"


calls = [
    lambda **k: pow(2, 3, **k),
    lambda **k: round(2.5, **k),
    lambda **k: "a\tb".expandtabs(**k),
    lambda **k: b"a\tb".expandtabs(**k),
    lambda **k: "a\nb".splitlines(**k),
    lambda **k: b"a\nb".splitlines(**k),
    lambda **k: b"ab".hex(**k),
    lambda **k: bytearray(b"ab").hex(**k),
    lambda **k: b"a b".split(**k),
    lambda **k: b"a b".rsplit(**k),
    lambda **k: bytearray(b"a b").rsplit(**k),
    lambda **k: "a b".rsplit(**k),
    lambda **k: sorted([2, 1], **k),
    lambda **k: [2, 1].sort(**k),
    lambda **k: sum([1], **k),
    lambda **k: int("5", **k),
]
for call in calls:
    print(told(call), told(lambda: call(unknown=1)))
print("a\tb".expandtabs(tabsize=2), b"a\nb".splitlines(keepends=True), b"ab".hex(sep="-"))
print(b"a b c".split(sep=b" ", maxsplit=1), b"a b c".rsplit(maxsplit=1))
print(pow(base=2, exp=3, mod=5), round(number=2.567, ndigits=1))
