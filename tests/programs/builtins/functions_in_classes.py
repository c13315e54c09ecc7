# Built-in functions do not bind, those neither that are written in the library.
import functools
import io
import os


class Holder:
    length = len
    opened = io.open
    reduced = functools.reduce
    key = functools.cmp_to_key


holder = Holder()
print(holder.length("abc"))
with holder.opened(os.devnull) as file:
    print(repr(file.read()))
print(holder.reduced(lambda a, b: a * 10 + b, [1, 2, 3]))
print(holder.reduced(lambda a, b: a * 10 + b, iter([1, 2, 3]), 9))
print(sorted([3, 1, 2], key=holder.key(lambda a, b: b - a)))
for function in (io.open, functools.reduce, functools.cmp_to_key):
    print(repr(function), type(function) is type(len), function.__name__)
for wrong in (lambda: io.open(), lambda: functools.reduce(len, []), lambda: functools.reduce(1)):
    try:
        wrong()
    except TypeError as error:
        print("TypeError")

compare = functools.cmp_to_key(mycmp=lambda a, b: (a > b) - (a < b))
small, large = compare(1), compare(obj=2)
print(small < large, small > large, small == compare(1), small <= large, large.obj)
try:
    hash(small)
except TypeError:
    print("no hash")
