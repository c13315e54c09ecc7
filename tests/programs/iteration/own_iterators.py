# `for` over iterators written in the language: how they end, what they raise, where that is told of.
import sys
import threading
import traceback


def show(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, error)


class Countdown:
    def __init__(self, start):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


def listed(iterator):
    found = []
    for item in iterator:
        found.append(item)
    return found


show("plain", lambda: listed(Countdown(3)))
show("empty", lambda: listed(Countdown(0)))
show("comprehension", lambda: [item for item in Countdown(3)])
show("list", lambda: list(Countdown(3)))
show("in generator", lambda: list(item * 2 for item in Countdown(3)))
show("pairs", lambda: [a + b for a, b in zip(Countdown(3), Countdown(4))])
show("sum", lambda: sum(item for item in Countdown(5)))


class Broken(Countdown):
    def __next__(self):
        if self.left == 1:
            raise KeyError("broken")
        return super().__next__()


def traced():
    try:
        for item in Broken(3):
            pass
    except KeyError as error:
        frames = traceback.extract_tb(error.__traceback__)
        return item, [(frame.name, frame.line) for frame in frames]


show("broken", lambda: listed(Broken(3)))
show("traced", traced)


class Last(StopIteration):
    pass


class Ends:
    """Ends by what is raised deep inside, and by a class below StopIteration."""

    def __init__(self):
        self.turns = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.turns += 1
        if self.turns == 3:
            self.end()
        return self.turns

    def end(self):
        raise Last("value", 5)


show("below", lambda: listed(Ends()))


class Context:
    def __init__(self):
        self.items = [1]

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return self.items.pop()
        except IndexError:
            raise StopIteration from None


def after():
    found = listed(Context())
    try:
        raise ValueError("after")
    except ValueError as error:
        return found, error.__context__, sys.exc_info()[0].__name__


show("after", after)


def while_handling():
    try:
        raise ValueError("outer")
    except ValueError:
        found = listed(Context())
        return found, sys.exc_info()[0].__name__


show("while handling", while_handling)


class Generating:
    """`__next__` is a generator function: each item is a generator."""

    def __init__(self):
        self.left = 2

    def __iter__(self):
        return self

    def __next__(self):
        self.left -= 1
        yield self.left


def generating():
    found = []
    for item in Generating():
        found.append(list(item))
        if len(found) == 2:
            break
    return found


show("generating", generating)


class Odd:
    def __iter__(self):
        return self

    def __next__(self, more=1):
        self.left = getattr(self, "left", 3) - more
        if self.left < 0:
            raise StopIteration
        return NotImplemented if self.left else None


show("odd", lambda: listed(Odd()))


class Changing:
    def __init__(self):
        self.turn = 0

    def __iter__(self):
        return self

    def first(self):
        self.turn += 1
        if self.turn == 2:
            Changing.__next__ = Changing.second
        return "first"

    def second(self):
        Changing.__next__ = Changing.third
        return "second"

    def third(self):
        raise StopIteration

    __next__ = first


show("changing", lambda: listed(Changing()))


class Instance(Countdown):
    pass


def of_instance():
    # What the instance has is not asked.
    iterator = Instance(2)
    iterator.__next__ = lambda: 1 // 0
    return listed(iterator)


show("of instance", of_instance)


class Wrong:
    def __iter__(self):
        return self

    def __next__(self, needed):
        return needed


show("wrong", lambda: listed(Wrong()))


def otherwise():
    for item in Countdown(2):
        pass
    else:
        return item, "else"


show("otherwise", otherwise)


def nested():
    return [(a, b) for a in Countdown(3) for b in Countdown(a)]


show("nested", nested)


class Deep:
    def __init__(self, depth):
        self.depth = depth

    def __iter__(self):
        return self

    def __next__(self):
        if not self.depth:
            raise StopIteration
        depth, self.depth = self.depth, 0
        return [depth, *listed(Deep(depth - 1))]


show("deep", lambda: str(listed(Deep(40))).count("["))


class Endless:
    def __iter__(self):
        return self

    def __next__(self):
        for item in self:
            return item


try:
    listed(Endless())
except RecursionError as error:
    print("endless", type(error).__name__)


def by_threads():
    # Each takes from one iterator under a lock: every item is taken once.
    lock = threading.Lock()

    class Shared(Countdown):
        def __next__(self):
            with lock:
                return super().__next__()

    shared = Shared(300)
    taken = [[] for _ in range(3)]
    threads = [
        threading.Thread(target=lambda mine=mine: mine.extend(item for item in shared))
        for mine in taken
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(item for mine in taken for item in mine) == list(range(300))


show("by threads", by_threads)
