"""`threading.local`: what a thread has, what the class has, deletions, classes below, two threads at once."""

import threading


def tried(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)


class Below(threading.local):
    kind = "of the class"
    made = 0

    def __init__(self, start=0):
        self.number = start
        Below.made += 1

    @property
    def double(self):
        return self.number * 2

    @double.setter
    def double(self, value):
        self.number = value // 2


class Asked(threading.local):
    def __getattr__(self, name):
        return "asked for " + name


class Own(threading.local):
    def __getattribute__(self, name):
        return "own", name

    def __setattr__(self, name, value):
        print("set", name, value)


local, below, asked, own = threading.local(), Below(5), Asked(), Own()
for turn in range(3):
    local.x = turn
    local.x = local.x + 1
    print(local.x, tried(getattr, local, "y"), tried(delattr, local, "y"))
del local.x
print(tried(getattr, local, "x"), local.__dict__, tried(setattr, local, "__dict__", {})[0])
local.x = local.y = 1
local.__dict__["z"] = 3
print(local.z, sorted(local.__dict__.items()), hasattr(local, "w"))
for turn in range(2):
    below.double = 20 + turn
    print(below.kind, below.double, below.number, asked.missing, own.anything)
    below.kind, asked.missing, own.x = "of the thread", "stored", turn
    print(below.kind, Below.kind, asked.missing)
Below.number = property(lambda self: "shadows")
print(below.number, tried(setattr, below, "number", 1)[0])
del Below.number
print(below.number)

Borrowed = type("Borrowed", (), {"__getattribute__": threading.local.__getattribute__, "__setattr__": getattr})
print(tried(getattr, Borrowed(), "x")[0])
Wrong = type("Wrong", (dict,), {"__getattribute__": dict.get, "__setattr__": dict.setdefault})
wrong = Wrong(x=1)
print(wrong.x, wrong.y)
wrong.y = 2
print(wrong.y, wrong.x)

results = []


def work(number):
    shared.total = 0
    for step in range(300):
        shared.total = shared.total + number
        shared.last = step
    results.append((number, shared.total, shared.last, tried(getattr, shared, "of_main"), below.number, below.kind))


shared = threading.local()
shared.of_main = shared.total = -1
threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(results), shared.total, Below.made)
