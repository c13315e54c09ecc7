# Generators and threads: one generator in two threads, a generator passed on, one for each thread.
import threading


def count(n):
    for i in range(n):
        yield i


def in_threads(*functions):
    threads = [threading.Thread(target=f) for f in functions]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


# Each thread its own: no matter how the threads are interleaved.
results = {}


def own(name):
    results[name] = sum(x * x for x in count(200))


in_threads(*(lambda i=i: own(i) for i in range(4)))
print(sorted(results.items()))

# A generator that waits inside: the other thread finds it running.
inside, leave = threading.Event(), threading.Event()


def waits():
    yield "first"
    inside.set()
    leave.wait()
    yield "second"
    yield "third"


g = waits()
print(next(g))
out = []


def drives():
    out.append(next(g))


def disturbs():
    inside.wait()
    for use in (lambda: next(g), lambda: g.send(None), lambda: list(g), lambda: g.close()):
        try:
            use()
        except ValueError as e:
            out.append(str(e))
    try:
        for x in g:
            pass
    except ValueError as e:
        out.append(str(e))
    out.append(g.gi_running)
    leave.set()


in_threads(drives, disturbs)
print(sorted(map(str, out)), next(g), next(g, "end"))

# A generator under a lock: nothing is lost, nothing comes twice.
lock = threading.Lock()
shared = count(300)
taken = [[], [], []]


def take(mine):
    while True:
        with lock:
            x = next(shared, None)
        if x is None:
            return
        mine.append(x)


in_threads(*(lambda i=i: take(taken[i]) for i in range(3)))
everything = sorted(taken[0] + taken[1] + taken[2])
print(everything == list(range(300)))

# Begun in one thread, ended in another.
g = count(5)
print(next(g))
rest = []
in_threads(lambda: rest.extend(g))
print(rest, next(g, "end"))


def handling():
    try:
        raise ValueError("kept over threads")
    except ValueError as e:
        yield 1
        yield e.args
        raise


g = handling()
next(g)


def other():
    print(next(g))
    try:
        next(g)
    except ValueError as e:
        print("raised in the other thread", e)


in_threads(other)


class Counter:
    def __init__(self):
        self.value = 0

    def numbers(self, n):
        for i in range(n):
            with lock:
                self.value += 1
            yield i


counter = Counter()
in_threads(*(lambda: list(counter.numbers(100)) for _ in range(3)))
print(counter.value)
