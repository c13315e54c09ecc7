# Natives whose common cases are answered by short ways, against what they stand for.
import array
import itertools
import operator
from collections import deque

# Deques: indices, and turns in rings that are full and that are not.
for size in (0, 1, 2, 3, 7, 8, 9, 16, 33):
    for most in (None, size, size + 1):
        for steps in (*range(-5, 6), 100, -101, 10**12):
            items = list(range(size))
            ring = deque(maxlen=most)
            ring.extend(["gone"] * min(3, size))
            ring.extend(items) if most == size else (ring.clear(), ring.extend(items))
            ring.rotate(steps)
            if size:
                cut = -steps % size
                items = items[cut:] + items[:cut]
            assert list(ring) == items, (size, most, steps, ring)
            assert [ring[place] for place in range(-size, size)] == items * 2
            ring.append("new")
            ring.appendleft("first")
            expected = deque(items, most)
            expected.append("new")
            expected.appendleft("first")
            assert ring == expected
ring = deque("abc")
for key in (3, -4, 1.5, "x", True, 2**70):
    try:
        print(key, ring[key])
    except (IndexError, TypeError) as error:
        print(key, type(error).__name__, error)
turning = iter(ring)
next(turning)
ring.rotate()
try:
    print(next(turning))
except RuntimeError as error:
    print(error)

# Views of memory: items and loops, of all formats.
data = bytes(range(248, 256)) + bytes(range(8)) + b"\x3f\x80" * 8
for source in (data, bytearray(data), array.array("B", data)):
    for letter in "bBc?hHiIlLqQnNfd":
        view = memoryview(source).cast(letter)
        items = [view[place] for place in range(len(view))]
        assert repr(items) == repr(view.tolist()) == repr(list(view)), letter
        assert repr(items[::-2]) == repr(list(view[::-2]))
        assert repr([view[-1 - place] for place in range(len(view))]) == repr(items[::-1])
print(memoryview(data).cast("@H").format, memoryview(data).cast("c")[1], memoryview(data)[True])
square = memoryview(data).cast("B", (4, 8))
for ask in (lambda: square[1], lambda: list(square), lambda: square[1, 2], lambda: view[32], lambda: view["x"]):
    try:
        print(ask())
    except (NotImplementedError, IndexError, TypeError) as error:
        print(type(error).__name__, error)
shown = memoryview(bytearray(b"abc"))
loop = iter(shown)
print(next(loop))
shown[1] = 7
print(next(loop))
shown.release()
try:
    next(loop)
except ValueError as error:
    print(error)


# starmap: natives, and functions that turn up among the arguments.
class Number:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return f"{self.value} + {other}"


pairs = [(1, 2), (3.5, 4), ("a", "b"), (Number(1), 2), [5, 6], range(2), (2**62, 2**62)]
print(list(itertools.starmap(operator.add, pairs)))
print(list(itertools.starmap(max, [(1, 2, 3), "abcd"])), list(itertools.starmap(divmod, iter([(7, 2)]))))
for wrong in ([(1, 2), 3], [(1, 2), (1,)], [(1, "x")]):
    results = itertools.starmap(operator.add, wrong)
    for _ in range(3):
        try:
            print(next(results))
        except (TypeError, StopIteration) as error:
            print(type(error).__name__, error)

# Texts: translations, the last place, each n-th character.
text = "the quick brown fox, the lazy dog; " * 3


class Letters(dict):
    def __missing__(self, key):
        return chr(key).upper()


for table in (
    {}, {ord("a"): "b", ord("e"): None, ord("o"): ""}, {ord("t"): 0x54, ord("q"): "QU", ord("z"): "ß"},
    {ord("x"): 0x1F600, "y": "ignored"}, Letters({ord("u"): "-"}), str.maketrans("abc", "xyz", ",;"),
):
    print(text[:36].translate(table), "žluťoučký the".translate(table))
for wrong in ({ord("t"): 1.5}, {ord("t"): 0x110000}, {ord("t"): -1}):
    try:
        print(text.translate(wrong))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print([text.rfind(part) for part in ("the", "o", "", "cat", "the lazy dog; ", "ß")], text.rfind("the", 5, 40))
print("ßa".rfind("a"), "aßa".rfind("a"), text.rfind("o", -3), text.casefold() == text, "ABCß".casefold())
print(text[::-1], text[30:3:-4], "aßcdé"[::2], "aßcdé"[::-1], text[5:5:2] == "")
