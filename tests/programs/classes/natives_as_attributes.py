# Methods of built-in types that are read as attributes, again and again at one place: each is bound
# to its own object, whatever the place has seen before.
import datetime
import re


class Text(str):
    pass


class Shouting(str):
    def upper(self):
        return "own"


class Array(list):
    __slots__ = ("append",)


class Counted(dict):
    pass


class Borrowing:
    upper = str.upper
    length = len


def upper(value):
    return value.upper


bound = [upper(value) for value in ("a", "b", Text("c"), Shouting("d"), "e", b"f", bytearray(b"g"))]
print([call() for call in bound])
print(bound[0] == upper("a"), bound[0] == bound[4], bound[0].__self__, bound[5].__self__)
text = Text("own")
print(upper(text)())
text.upper = lambda: "of the instance"
print(upper(text)(), upper(Text("other"))())
Text.upper = lambda self: "of the class"
print(upper(text)(), upper(Text("other"))())
del Text.upper
print(upper(Text("again"))())
for value in Borrowing(), None, 1, [], "z":
    try:
        print(upper(value)())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)
print(Borrowing().length([1, 2]))


def append(value):
    return value.append


lists = [], [1], Array([2])
lists[2].append = "slot"
for value in lists:
    print(append(value) if isinstance(append(value), str) else append(value)(3), value)


def get(value):
    return value.get


counted = Counted(a=1)
counted.get = "of the instance"
print([get(value)("a") for value in ({"a": 2}, Counted(a=3), {"a": 4})], get(counted))


def replace(value):
    return value.replace


moments = datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3), datetime.time(4), "2020"
for value in moments * 2:
    print(replace(value)(year=2021) if hasattr(value, "year") else replace(value).__name__)
print(replace("a")("a", "b"), moments[0].replace(day=5), moments[1].replace(hour=6, fold=1))


def name_of(value):
    return value.__name__


def match(value):
    return value.match


for pattern in "a+", "b+":
    print(match(re.compile(pattern))("aab"))


def raising(value):
    return value.with_traceback


for error in ValueError(1), KeyError(2):
    print(raising(error)(None) is error)
try:
    raise_of = raising(upper)
except AttributeError as error:
    print(error)


def function():
    pass


def descriptor(value):
    return value.__get__


print(descriptor(function)(1).__self__)
function.__dict__["__get__"] = 5
print(descriptor(function))


def both(value):
    return value.union, value.add


sets = {1}, {2}
for value in sets:
    union, add = both(value)
    add(3)
    print(sorted(union([4])), sorted(value))
print([].sort(key=None, reverse=True), "a b".split(sep=" "), "x".encode(encoding="ascii"))
