"""Streams that were not made to their end, that are made again, and raw files that give too much."""
import io


def answer(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


CALLS = {
    "read": (), "readline": (), "write": (b"x",), "flush": (), "seek": (0,), "tell": (),
    "close": (), "detach": (), "fileno": (), "closed": None, "name": None,
}
for kind in io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.TextIOWrapper:
    unmade = kind.__new__(kind)
    for name, arguments in CALLS.items():
        if kind is io.TextIOWrapper and name in ("write", "closed"):
            continue
        if arguments is None:
            print(kind.__name__, name, answer(getattr, unmade, name))
        else:
            print(kind.__name__, name, answer(lambda: getattr(unmade, name)(*arguments)))
    del unmade


class Below(io.BytesIO):
    def __init__(self):
        self.own = 1


below = Below()
print(below.write(b"abc"), below.getvalue(), below.tell(), below.own, hasattr(below, "other"))
print(answer(lambda: Below().missing))


class Few(io.RawIOBase):
    """A raw file that gives more than was asked of it."""

    def readable(self):
        return True

    def readinto(self, buffer):
        return len(buffer) * 5

    def read(self, size=-1):
        return b"x" * (max(size, 0) * 2)


reader = io.BufferedReader(io.BytesIO(b"abc"))
for size in 0, -16, -1:
    print(answer(lambda: reader.__init__(io.BytesIO(b"abc"), size)), answer(reader.read))
reader.__init__(io.BytesIO(b"abc"))
print(reader.read())
for name, arguments in (("read", (10,)), ("readline", ()), ("peek", ())):
    print(name, answer(getattr(io.BufferedReader(Few()), name), *arguments).partition(" ")[0])

text = io.TextIOWrapper(io.BytesIO(b"one\ntwo"), encoding="utf-8")
print(text.readline(), end="")
print(answer(lambda: text.__init__(io.BytesIO(b"other"), encoding="utf-8", newline="wrong")))
print(answer(text.read))
text.__init__(io.BytesIO(b"other"), encoding="utf-8")
print(text.read())

for state in (
    (b"abc", 1, None), (b"", -1, None), ("text", 0, None), (b"", 0.0, None), (b"", 0, 0), (b"", 0), 0,
):
    made = io.BytesIO()
    print(answer(made.__setstate__, state), answer(made.read))
for state in (
    ("abc", "\n", 1, {"more": 2}), ("", "f", 0, None), ("", "", -1, None), (b"", "", 0, None),
    ("", b"", 0, None), ("", "", 0.0, None), ("", "", 0, 0), ("", 0), 0,
):
    print(answer(io.StringIO().__setstate__, state))
closed = io.BytesIO()
closed.close()
print(answer(closed.__setstate__, (b"", 0, None)))
