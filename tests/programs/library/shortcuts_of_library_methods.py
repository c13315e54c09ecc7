# Methods of the library whose common cases are natives: what stays the library's work must give the same.
import contextvars
import copy
import copyreg
import datetime
import functools
import heapq
import io
import operator
import os
import pickle
import tempfile


def told(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except Exception as error:
        return type(error).__name__


# Lines of files, with and without limits.
folder = tempfile.mkdtemp()
path = os.path.join(folder, "lines")
with open(path, "wb") as file:
    file.write("one\r\ntwö\rthree\n\n\u20acuro\r\nlast".encode())
for newline in None, "", "\n", "\r", "\r\n":
    with open(path, encoding="utf-8", newline=newline) as file:
        print(repr(newline), [line for line in file])
    for size in 0, 1, 3, 4, 5, 6, 100, -1:
        with open(path, encoding="utf-8", newline=newline) as file:
            print(size, [file.readline(size) for _ in range(9)], file.readline())
with open(path, "rb") as file:
    print([file.readline(size) for size in (2, 0, 3, 4, -1, None, 100, 100)], file.readline(5))
    file.seek(0)
    print([line for line in file], file.readline(3))
with open(path, encoding="utf-8") as file:
    print(next(file), told(file.tell), file.readline(2), file.read())
    file.seek(0)
    print(file.readline(), file.tell())
print(told(file.readline), told(file.readline, 3), told(next, file))
for make, text in (io.BytesIO, b"ab\ncd\n\nef"), (io.StringIO, "ab\ncd\n\nef"):
    stream = make(text)
    print([stream.readline(size) for size in (1, 0, 9, None, -1, 2, 3)], list(make(text)))
    print(told(stream.readline, "x"), told(stream.readline, 1.5), told(stream.readline, 1, 2), list(stream))
print([io.StringIO("a\r\nb\rc\n", newline="").readline(size) for size in (0, 1, 2, 3, 4)])


class Loud(io.StringIO):
    def readline(self, size=-1):
        return "loud " + super().readline(size)


print(Loud("x\ny").readline(1))
with open(path, "w", encoding="utf-8") as file:
    print(file.write("plain\n"), file.write("\u20ac"), told(file.write, "\udc80"), told(file.write, b"x"), file.write(""))
    print("printed", 1, file=file)
    file.writelines(["a", "b\n"])
with open(path, encoding="utf-8") as file:
    print(file.readlines())

# Differences, days and moments.
Day, Moment, Delta = datetime.date, datetime.datetime, datetime.timedelta


class MyDay(Day):
    pass


class MyMoment(Moment):
    pass


utc, east = datetime.timezone.utc, datetime.timezone(Delta(hours=5, minutes=30))
for moment in (
    Moment(2020, 1, 2), Moment(2020, 1, 2, 3, 4, 5), Moment(2020, 1, 2, 3, 4, 0, 6), Moment(1, 1, 1, 0, 0, 7),
    Moment(2020, 1, 2, fold=1), Moment(2020, 1, 2, 3, tzinfo=utc), MyMoment(2020, 1, 2, 3, 4, 5, 6),
):
    print(repr(moment), moment.isocalendar(), repr(moment.date()))
for delta in Delta(0), Delta(3), Delta(-1, 5, 6), Delta(0, 0, 7), Delta(0, 9), Delta.max, Delta.min:
    print(repr(delta), Delta.__repr__(delta))
weeks = set()
for year in range(1990, 2030):
    for month, day in (1, 1), (1, 3), (1, 4), (1, 5), (6, 15), (12, 28), (12, 29), (12, 31):
        made = Day(year, month, day).isocalendar()
        weeks.add((year, month, day, *made, made.year, made.week, made.weekday))
print(len(weeks), hash(frozenset(weeks)))
for day in Day.min, Day(1, 1, 7), Day.max, MyDay(2021, 1, 3):
    print(repr(day), day.isocalendar(), type(day.isocalendar()).__name__, day.isocalendar() == tuple(day.isocalendar()))
print(told(Day.isocalendar, 5), told(Day(1, 1, 1).isocalendar, 2), told(Moment.timestamp, Day(1, 1, 1)))
print(Moment(2020, 1, 2, 3, 4, 5, 678901, utc).timestamp(), Moment(1969, 12, 31, 23, 59, 59, 5, east).timestamp())
print(Moment.max.replace(tzinfo=utc).timestamp(), Moment.min.replace(tzinfo=east).timestamp())
for zone in "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe":
    os.environ["TZ"] = zone
    import time
    time.tzset()
    out = []
    for parts in (
        (2021, 3, 28, 2, 30), (2021, 10, 31, 2, 30), (2021, 3, 14, 2, 30), (2021, 11, 7, 1, 30), (2021, 4, 4, 1, 45),
        (2021, 10, 3, 2, 15), (1969, 12, 31, 23, 0), (2021, 7, 1),
    ):
        out += [Moment(*parts).timestamp(), Moment(*parts, fold=1).timestamp(), MyMoment(*parts).timestamp()]
    print(zone, out, Moment(2021, 1, 1, 0, 0, 0, 999999).timestamp())

# Caches of results, of calls without arguments too.
calls = []


@functools.lru_cache
def cached(*given, **named):
    calls.append((given, named))
    return len(calls)


print([cached(), cached(), cached(1), cached(x=1), cached(), cached(()), cached(*()), cached(1)], cached.cache_info())
cached.cache_clear()
print(cached(), cached(), cached.cache_info())
typed = functools.lru_cache(maxsize=1, typed=True)(lambda *given: len(given))
print(typed(), typed(), typed(1), typed(1.0), typed(), typed.cache_info())

# Callers of methods.


class Target:
    def method(self, *given, **named):
        return given, named

    def __getattr__(self, name):
        return lambda *given: (name, given)


upper, counted = operator.methodcaller("upper"), operator.methodcaller("count", "a")
print(upper("abc"), upper(b"abc"), told(upper, 5), told(upper), told(upper, "a", "b"), counted("banana"), counted([]))
print(operator.methodcaller("method", 1, x=2)(Target()), operator.methodcaller("other", 1)(Target()))
print(operator.methodcaller("replace", "a", "b", 1)("aa"), operator.methodcaller("split", maxsplit=1)("a b c"))
print(told(operator.methodcaller("index", "z"), "abc"), operator.methodcaller("get", 1)({1: 2}))
circle = operator.methodcaller("__call__", "x")
print(told(circle, circle))

# Heaps.


class Item:
    def __init__(self, number):
        self.number = number

    def __lt__(self, other):
        return self.number < other.number


for values in [5, 3, 8, 1, 9, 2, 7], [2.5, 1, 2**70, -1], ["b", "a", "c"], [(2, "x"), (1, "y"), (1, "a")]:
    heap = []
    for value in values:
        heapq.heappush(heap, value)
    print(heap, [heapq.heappop(heap) for _ in values], heap, told(heapq.heappop, heap))
heap = []
for number in 4, 2, 6, 1:
    heapq.heappush(heap, Item(number))
print([heapq.heappop(heap).number for _ in range(4)])
mixed = [1, "a"]
print(told(heapq.heappush, mixed, 0), mixed, told(heapq.heappush, (), 1), told(heapq.heappop, {}))
many = []
for number in range(500):
    heapq.heappush(many, number * 7919 % 503)
print([heapq.heappop(many) for _ in range(500)] == sorted(number * 7919 % 503 for number in range(500)))

# Context variables.
variable, other = contextvars.ContextVar("variable"), contextvars.ContextVar("other", default=7)
first = variable.set(1)
second = variable.set(2)
print(second.old_value, first.old_value is contextvars.Token.MISSING, first.var is variable)
print(told(other.reset, second), variable.reset(second), variable.get(), told(variable.reset, second))
print(variable.reset(first), told(variable.get), other.get())
context = contextvars.copy_context()
token = context.run(other.set, 3)
print(told(other.reset, token), other.get(), context[other], context.run(other.reset, token), other in context)
with variable.set(5):
    print(variable.get(), contextvars.copy_context()[variable])
print(told(variable.get))
kept = variable.set(8)
copied = contextvars.copy_context()
variable.reset(kept)
print(variable in contextvars.copy_context(), copied[variable])

# How instances are taken apart.


class Slots:
    __slots__ = "a", "b", "__hidden"

    def __init__(self):
        self.a, self.__hidden = 1, 3


class Both(Slots):
    def __init__(self):
        super().__init__()
        self.more = 5


class Numbers(list):
    pass


class Names(dict):
    __slots__ = "own",


class Word(str):
    pass


class Pair(tuple):
    __slots__ = ()

    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))

    def __getnewargs__(self):
        return tuple(self)


class Stated:
    def __getstate__(self):
        return {"stated": 1}


class Wrong:
    def __getnewargs__(self):
        return 5


class Backward(list):
    def __iter__(self):
        return reversed(list(super().__iter__()))


def shown(reduced):
    function, arguments, *rest = reduced
    return function.__name__, arguments, [part if part is None or isinstance(part, (dict, tuple)) else list(part)
                                          for part in rest]


numbers, names, word = Numbers([1, 2]), Names(a=1), Word("abc")
numbers.extra = 1
names.own = 4
for made in Slots(), Both(), numbers, names, word, Pair(1, 2), Stated(), Backward([1, 2]), Names(), Numbers():
    for _ in range(2):
        print(type(made).__name__, shown(made.__reduce_ex__(4)), shown(object.__reduce_ex__(made, 2)))
    again, copied = pickle.loads(pickle.dumps(made)), copy.copy(made)
    print(type(again) is type(copied) is type(made), shown(again.__reduce_ex__(2)) == shown(copied.__reduce_ex__(2)))
print(told(Wrong().__reduce_ex__, 2), Slots.__slotnames__, told(Slots().__reduce_ex__, 1))
half = Slots()
del half.a
print(shown(half.__reduce_ex__(2)))
print(hasattr(Both, "__slotnames__"), copyreg._slotnames(Both))
for name in os.listdir(folder):
    os.unlink(os.path.join(folder, name))
os.rmdir(folder)


# Methods without a receiver.
for method in (
    datetime.date.isocalendar, datetime.date.weekday, datetime.datetime.timestamp,
    datetime.date.__repr__, datetime.timedelta.__repr__, datetime.date.toordinal,
):
    for arguments in ((), (3,)):
        try:
            method(*arguments)
        except TypeError as error:
            print(error)
