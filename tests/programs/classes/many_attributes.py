"""An instance with thousands of attributes: time and memory grow by their number, not by its square."""

import pickle
import resource
import threading

COUNT = 6000


class Record:
    kind = "record"
    __slots__ = ("fixed", "__dict__", "__weakref__")


def memory_kb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


before = memory_kb()
record = Record()
record.fixed = "slot"
for number in range(COUNT):
    setattr(record, f"name{number}", number)
print(len(record.__dict__), record.name0, record.name255, record.name256, record.name5999)
print(list(vars(record))[250:260], record.fixed, record.kind)
for number in range(0, COUNT, 2):
    delattr(record, f"name{number}")
print(len(vars(record)), hasattr(record, "name256"), record.name257, record.fixed)
try:
    del record.name256
except AttributeError as error:
    print(error)
del record.fixed
print(hasattr(record, "fixed"))
record.fixed = 1
print(record.fixed, "fixed" in vars(record))
print(memory_kb() - before < 150_000)

# A few dozen attributes that go one by one, from the front.
for round_of in range(3):
    short = Record()
    for number in range(60):
        setattr(short, f"a{number}", number)
    for number in range(60):
        delattr(short, f"a{number}")
        if number == 30:
            short.a0 = "again"
    print(vars(short))

# Reads, stores and methods through one place in the program, on both sides of the limit.
def total(thing):
    thing.sum = 0
    for name in list(vars(thing)):
        if name != "sum":
            thing.sum += getattr(thing, name)
    return thing.sum


for count in (10, 254, 255, 256, 257, 300):
    thing = Record()
    for number in range(count):
        setattr(thing, f"b{number}", number)
    thing.last = count
    copied = pickle.loads(pickle.dumps(vars(thing)))
    print(count, total(thing), thing.last, len(copied), list(vars(thing))[-2:])


# Threads that add attributes to one instance over the limit.
shared = Record()
def add(letter):
    for number in range(200):
        setattr(shared, f"{letter}{number}", number)


threads = [threading.Thread(target=add, args=(letter,)) for letter in "abcd"]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(vars(shared)), sum(vars(shared).values()))
