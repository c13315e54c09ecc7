# Atomic blocks and generators: the block belongs to the thread that has entered it, until it is left.
import threading

try:
    from motet import atomic
except ImportError:
    atomic = threading.RLock()


class Account:
    def __init__(self):
        self.balance = 1000


a, b = Account(), Account()


def steps(n):
    "Yields between the two halves of a transfer, inside of an atomic block."
    for i in range(n):
        with atomic:
            a.balance -= 1
            yield i
            b.balance += 1


seen = set()


def watch(rounds):
    for _ in range(rounds):
        with atomic:
            seen.add(a.balance + b.balance)


def transfer(rounds):
    for i in steps(rounds):
        pass


threads = [threading.Thread(target=transfer, args=(60,)), threading.Thread(target=watch, args=(60,))]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(a.balance, b.balance, seen)


class contextmanager:
    "What contextlib makes of a generator."

    def __init__(self, function):
        self.function = function

    def __call__(self, *args):
        return Manager(self.function(*args))


class Manager:
    def __init__(self, generator):
        self.generator = generator

    def __enter__(self):
        return next(self.generator)

    def __exit__(self, kind, value, traceback):
        if value is None:
            next(self.generator, None)
            return False
        try:
            self.generator.throw(value)
        except StopIteration:
            return True
        except BaseException as e:
            if e is not value:
                raise
        return False


@contextmanager
def transaction(name):
    with atomic:
        yield name


total = [0]


def add(rounds):
    for _ in range(rounds):
        with transaction("add") as name:
            old = total[0]
            total[0] = old + 1


threads = [threading.Thread(target=add, args=(50,)) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(total)

try:
    with transaction("fails"):
        total[0] = -1
        raise ValueError("in the block")
except ValueError as e:
    print(e, total)


def suspended():
    with atomic:
        yield "inside"
        yield "still inside"
    yield "outside"


g = suspended()
print(next(g), next(g), next(g))
g = suspended()
next(g)
g.close()
with atomic:
    print("entered again")


def nested():
    with atomic:
        for x in suspended():
            yield x


print(list(nested()))


def reader():
    "An atomic block around the whole loop: one transaction."
    with atomic:
        return [x + total[0] for x in counting()]


def counting():
    for i in range(3):
        yield i


print(reader())
