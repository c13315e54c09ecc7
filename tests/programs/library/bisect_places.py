# Places in sorted sequences, by position and by name, with keys, in sequences of any class.
import bisect
from collections import UserList


class Names(list):
    def insert(self, place, value):
        super().insert(place, f"<{value}>")


numbers = [1, 3, 3, 5, 5, 5, 9]
for wanted in (0, 3, 4, 5, 9, 10):
    print(wanted, bisect.bisect_left(numbers, wanted), bisect.bisect_right(numbers, wanted),
          bisect.bisect(numbers, wanted, 2, 5),
          bisect.bisect_left(a=numbers, x=wanted, lo=1, hi=None))
words = ["a", "bb", "ccc", "dddd"]
print(bisect.bisect_left(words, 3, key=len), bisect.bisect(words, 3, key=len))
bisect.insort(words, "xyz", key=len)
bisect.insort_left(words, "q", key=len)
print(words)
named = Names(["<a>", "<c>"])
bisect.insort(named, "<b")
print(named)
users = UserList([1, 4])
bisect.insort_right(users, 2)
print(users, bisect.bisect(range(10 ** 9), 123456), bisect.bisect(tuple("ace"), "d"))


class Fails:
    def __lt__(self, other):
        raise ZeroDivisionError("compared")

    __gt__ = __lt__


for attempt in (
    lambda: bisect.bisect(numbers, 1, -1),
    lambda: bisect.bisect(numbers, 1, 0, 99),
    lambda: bisect.bisect(numbers, Fails()),
    lambda: bisect.insort(10, 10),
    lambda: bisect.bisect_left([1, "a"], 2),
    lambda: bisect.insort_left((1, 2), 3),
):
    try:
        print(attempt())
    except (ValueError, IndexError, ZeroDivisionError, TypeError, AttributeError) as error:
        print(type(error).__name__)
