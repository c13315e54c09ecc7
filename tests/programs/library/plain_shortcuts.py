# Common cases of the library that have a short way, and the cases beside them.
import contextvars
import threading
import weakref
from datetime import datetime, timedelta, timezone, tzinfo

first = contextvars.ContextVar("first", default="own")
bare = contextvars.ContextVar("bare")


def read():
    return [first.get(), first.get("given"), bare.get("given"), bare.get(None)]


for _ in range(2):
    print(read())
try:
    bare.get()
except LookupError as error:
    print(error.args[0] is bare)
context = contextvars.copy_context()
token = first.set(1)
bare.set(2)
print(read(), context.run(read))
first.reset(token)
print(read())
thread = threading.Thread(target=lambda: print(read()))
thread.start()
thread.join()
try:
    contextvars.ContextVar.get(3, 4)
except TypeError as error:
    print(type(error).__name__)

# Zones.
east, west = timezone(timedelta(hours=5, minutes=30)), timezone(timedelta(hours=-8), "west")


class Odd(tzinfo):
    def utcoffset(self, moment):
        return timedelta(minutes=7)

    def dst(self, moment):
        return timedelta(0)

    def tzname(self, moment):
        return "odd"


class Below(datetime):
    pass


for make in datetime, Below:
    for zone in east, west, timezone.utc, Odd():
        moment = make(2024, 2, 29, 23, 45, 6, 7, tzinfo=zone, fold=1)
        for target in east, west, timezone.utc, Odd():
            moved = moment.astimezone(target)
            print(type(moved).__name__, moved, moved.fold, moved == moment, moved is moment)
same = datetime(2024, 1, 1, tzinfo=east)
print(same.astimezone(east) is same, same.astimezone(tz=west), repr(same.astimezone(timezone(timedelta(0)))))
for edge, zone, target in (
    (datetime.min, east, timezone.utc), (datetime.max, west, timezone.utc), (datetime.min, east, east),
    (datetime.max, timezone.utc, east), (datetime.min, timezone.utc, west), (datetime.min, east, timezone(timedelta(hours=6))),
):
    try:
        print(edge.replace(tzinfo=zone).astimezone(target))
    except OverflowError as error:
        print(type(error).__name__)
for wrong in (3, None, "x"):
    try:
        print(datetime(2024, 1, 1, tzinfo=east).astimezone(wrong).tzinfo is not None)
    except TypeError as error:
        print(error)
print(datetime(2024, 5, 6, 7).replace(fold=1, minute=8).fold, datetime(2024, 5, 6, 7).replace(2025, day=9))

# The key function of `min` and `max`.
table = {number: (number * 7) % 11 for number in range(11)}
print(max(table, key=table.get), min(table, key=table.__getitem__), max(table.items(), key=lambda pair: pair[1]))
print(max(["a", "bbb", "cc"], key=len), min("bCa", key=str.lower), max([3, -5, 4], key=abs), min([[2], [1, 0]], key=sum))
try:
    max([1, "x", 2], key={1: 1, 2: 3}.__getitem__)
except KeyError as error:
    print(repr(error))
print(max([2, 1], key={}.get, default=0) if False else max([], key=len, default="none"))


class Thing:
    pass


thing = Thing()
links = [weakref.ref(thing, print) for _ in range(3)]
plain = weakref.ref(thing)
print(weakref.ref(thing) is plain, weakref.getweakrefcount(thing), len(weakref.getweakrefs(thing)), thing.__weakref__ is not None)
print(threading.current_thread() is threading.main_thread())
