# Objects that nothing refers to are finalized while the program runs on, wherever it is: in one
# long loop, below functions that call back, in finalizers. (CPython does it at once.)
# not with collections everywhere
# not with commits everywhere
import functools
import re
import threading
import weakref

OBJECTS = 60_000
count = 0
told = 0


class Dying:
    def __init__(self, number):
        self.number = number
        self.data = [number] * 20

    def __del__(self):
        global count
        count += 1


class Plain:
    pass


def tell(reference):
    global told
    told += 1


def make(*_):
    global count, told
    count = told = 0
    references = []
    for number in range(OBJECTS):
        Dying(number)
        if number % 10 == 0:
            references.append(weakref.ref(Plain(), tell))
    return count > OBJECTS // 2, told > OBJECTS // 20


def generator():
    yield make()


class Property:
    @property
    def made(self):
        return make()

    def __getattr__(self, name):
        return make()

    def __eq__(self, other):
        print("__eq__", *make())
        return True

    def __iter__(self):
        return iter([make()])


for number in range(OBJECTS):
    Dying(number)
print("module", count > OBJECTS // 2)
print("function", *make())
print("exec", *eval("make()"))
exec("print('exec', *make())")
print("map", *list(map(make, [1]))[0])
print("sorted", sorted([1, 2], key=lambda _: make()) == [1, 2], count > 0)
print("re.sub", re.sub("a", lambda match: str(make()), "a"))
print("list", *list(generator())[0])
print("getattr", *getattr(Property(), "made"), *getattr(Property(), "other"))
print("in", Property() in [1])
print("tuple", *tuple(Property())[0])
print("reduce", *functools.reduce(make, [1, 2]))
print("partial", *functools.partial(make, 1)())
print("cache", *functools.lru_cache(make)())
print("dict", *{1: 1}.setdefault(2, make()))


class Maker:
    def __del__(self):
        global made
        made = make()


made = ()


def wait_for(condition):
    while not condition():
        for number in range(1000):
            Dying(number)


def drop():
    Maker()


drop()
wait_for(lambda: made)
# (What dies within a finalizer follows it.)
print("finalizer", len(made))
wait_for(lambda: count > 100)


def run():
    results.append(make())


results = []
thread = threading.Thread(target=run)
thread.start()
thread.join()
print("thread", *results[0])

# None is finalized twice, none is forgotten.
seen = [0] * 20_000


class Numbered:
    def __init__(self, number):
        self.number = number
        self.data = [number] * 20

    def __del__(self):
        seen[self.number] += 1


def number(*_):
    for number in range(len(seen)):
        Numbered(number)


list(map(number, [1]))
wait_for(lambda: sum(seen) == len(seen))
print("each once", set(seen))
