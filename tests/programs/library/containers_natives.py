# Counting, defaults, named fields, getters, arrays, and places in texts that are not ASCII.
import operator
from array import array
from collections import Counter, defaultdict, namedtuple


def attempt(function, *arguments):
    try:
        print(repr(function(*arguments)))
    except Exception as error:
        print(type(error).__name__, error)


print(Counter("abracadabra"), Counter([1, 1.0, True, (1,)]))


class Loud(Counter):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 10)


class Start(dict):
    def get(self, key, default=None):
        return super().get(key, 5)


print(Loud("aab"))
from collections import _count_elements

start = Start()
_count_elements(start, "ab")
print(start)
odd = Counter(a=1.5, b=True)
odd.update("abc")
print(odd)
attempt(Counter, 5)
large = Counter({"a": 2**62})
large.update("a")
print(large["a"] == 2**62 + 1)

made = defaultdict(list)
made["a"].append(1)
made["a"].append(2)
print(made, made.get("b"), "b" in made)
attempt(lambda: defaultdict()["x"])
attempt(lambda: defaultdict(lambda: 1 / 0)["x"])


class Noting(defaultdict):
    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value)


print(Noting(int)["k"])


class Own(defaultdict):
    def __missing__(self, key):
        return "own " + key


print(Own(int)["k"], defaultdict(int).__missing__(3))

Point = namedtuple("Point", "x y")


class Shifted(Point):
    def __getitem__(self, index):
        return "item"


print(Point(1, 2).x, Shifted(1, 2).y, Point.x.__doc__, Point(3, 4)._replace(x=5))

for getter in (
    operator.itemgetter(1), operator.itemgetter(0, -1), operator.itemgetter(slice(1)),
    operator.attrgetter("real"), operator.attrgetter("real", "imag.real"), operator.attrgetter("__class__.__name__"),
):
    print(getter)
    attempt(getter, [1, 2, 3])
    attempt(getter, 7)
attempt(operator.attrgetter, 5)
attempt(operator.attrgetter, "a", 5)

for code, values in [
    ("b", [-128, 127, 128, -129, 1.5, True]), ("B", [0, 255, 256, -1]), ("h", [-32768, 32767, 32768]),
    ("H", [65535, 65536]), ("i", [2**31 - 1, -2**31, 2**31]), ("I", [2**32 - 1, 2**32]),
    ("q", [2**63 - 1, -2**63, 2**62]), ("Q", [2**64 - 1, 2**63]), ("f", [1.5, 0.1, 1e300, 3, "x"]),
    ("d", [1e300, 7, float("inf"), None]), ("w", ["a", "\u20ac", "\U0001d11e"]),
]:
    numbers = array(code)
    for value in values:
        attempt(numbers.append, value)
    for place in range(len(numbers)):
        print(numbers[place], end=" ")
    print(numbers[-1], list(numbers) == numbers.tolist())
    attempt(lambda: numbers[len(numbers)])
    attempt(lambda: numbers[-len(numbers) - 1])
    attempt(lambda: numbers["a"])
    for value in values[:3]:
        attempt(lambda: numbers.__setitem__(0, value))
    attempt(lambda: numbers.__setitem__(99, values[0]))
    print(numbers)

text = "\u00e9x\u4e00y\U0001d11ez" * 50
for place in (0, 1, 2, 149, 298, 299, -1, -300):
    print(ascii(text[place]), ascii(text[place:place + 3]), end=" ")
print()
print(text.find("z"), text.find("z", 6), text.rfind("\u4e00"), text.find("q"), text.index("y", -4), text.count("x"))
print([ascii(text[place]) for place in range(6)], text[::60] == text[0] * 5, ascii(text[7:3:-1]))
marked = text + "\ud800!"
print(marked.find("!"), ascii(marked[-2:]), ascii(marked[300]), len(marked), marked[:300] == text)
