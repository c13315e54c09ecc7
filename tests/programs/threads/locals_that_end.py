# What a thread has put into a `threading.local` goes with the object.
import gc
import threading
import weakref


class Value:
    pass


def settle():
    for _ in range(3):
        gc.collect()


local = threading.local()
local.value = Value()
link = weakref.ref(local.value)
del local
settle()
print(link() is None)

# Objects that were made and dropped, many at a time, beside some that live.
kept = []
links = []
for number in range(400):
    local = threading.local()
    local.value = Value()
    local.number = number
    links.append(weakref.ref(local.value))
    if number % 100 == 7:
        kept.append(local)
del local
settle()
print([local.number for local in kept], sum(link() is not None for link in links))


# Threads have parts of their own.
shared = threading.local()
shared.name = "main"
seen = []


def work(name):
    print(hasattr(shared, "name"), end=" ")
    shared.name = name
    seen.append(shared.name)
    for _ in range(100):
        own = threading.local()
        own.x = name
    seen.append((shared.name, own.x))


for name in "one", "two":
    thread = threading.Thread(target=work, args=(name,))
    thread.start()
    thread.join()
print(seen, shared.name, shared.__dict__)


# A class below is initialised for each thread, and again after it has failed.
class Below(threading.local):
    count = 0
    fails = True

    def __init__(self, start):
        type(self).count += 1
        self.start = start
        if threading.current_thread() is not threading.main_thread() and Below.fails:
            Below.fails = False
            raise ValueError("the first time")

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


below, other = Below(5), Below(6)
below.extra = 1


def use():
    try:
        below.start
    except ValueError as error:
        print(error)
    print(below.start, hasattr(below, "extra"), other.start, Below.count)
    below.start += 1
    print(below.start)


thread = threading.Thread(target=use)
thread.start()
thread.join()
print(below.start, below.extra, other.start, Below.count)
