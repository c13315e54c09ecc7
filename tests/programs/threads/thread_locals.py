# threading.local: each thread its own attributes; subclasses, their __init__, class attributes, errors.
import threading
from threading import Thread, local


def in_thread(function, *args):
    out = []
    t = Thread(target=lambda: out.append(function(*args)))
    t.start()
    t.join()
    return out[0]


data = local()
data.x = 1
data.name = "main"


def look():
    before = sorted(data.__dict__)
    data.x = 2
    data.y = 3
    return before, sorted(data.__dict__.items()), hasattr(data, "name")


print(in_thread(look), sorted(data.__dict__.items()))
print(hasattr(data, "y"))
try:
    data.y
except AttributeError as error:
    print(error)
try:
    del data.y
except AttributeError as error:
    print(type(error).__name__)
del data.x
print(data.__dict__)
data.__dict__["z"] = 9
print(data.z)
try:
    local(1)
except TypeError as error:
    print(error)


class Counter(local):
    shared = []
    number = 10

    def __init__(self, start, step=1):
        self.count = start
        self.step = step
        self.shared.append(threading.current_thread().name)

    def next(self):
        self.count += self.step
        return self.count

    @property
    def double(self):
        return self.count * 2

    @double.setter
    def double(self, value):
        self.count = value // 2


counter = Counter(5, step=2)
print(counter.next(), counter.next(), counter.double)
counter.double = 40
print(counter.count)


def use():
    return counter.next(), counter.next(), counter.double, counter.number


print(in_thread(use), in_thread(use), counter.next())
print(len(Counter.shared), Counter.shared[0])
counter.number = 11
print(counter.number, in_thread(lambda: counter.number), Counter.number)
del counter.number
print(counter.number)
try:
    counter.missing
except AttributeError as error:
    print(error)


class Plain(local):
    kind = "plain"


try:
    Plain("argument")
except TypeError as error:
    print(error)
p = Plain()
p.a = 1
print(p.kind, p.a, in_thread(lambda: (p.kind, hasattr(p, "a"))))

# Two locals do not share; many threads do not mix.
one, two = local(), local()
one.v = "one"
two.v = "two"
print(one.v, two.v)
sums = []


def add(me):
    one.total = 0
    for i in range(200):
        one.total += me
    sums.append(one.total)


threads = [Thread(target=add, args=(i,)) for i in range(6)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(sums), hasattr(one, "total"))
print(getattr(one, "nothing", "default"), isinstance(p, local))
setattr(one, "set", 4)
print(one.set, sorted(vars(one)))
