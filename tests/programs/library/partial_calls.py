# functools.partial: arguments and names from both sides, classes below it, natives, locks.
import functools
import threading


def shown(*args, **named):
    return args, named


p = functools.partial(shown, 1, 2)
print(p(), p(3), p(3, x=4), p(*range(3), **{"y": 5}))
q = functools.partial(shown, 1, x=2)
print(q(), q(3), q(x=4), q(3, y=5, x=6))
print(functools.partial(q, 7, z=8)(9), functools.partial(q, 7, z=8).args, q.keywords)
print(functools.partial(max, 3)(1, 2), functools.partial(int, base=2)("101"))
print(functools.partial(sorted, key=lambda n: -n)([1, 3, 2]))
print([functools.partial(pow, 2)(n) for n in range(5)])


class Below(functools.partial):
    def twice(self, *args):
        return self(*args), self(*args)


print(Below(shown, 1).twice(2), Below(shown)())


class Own(functools.partial):
    def __call__(self, *args):
        return "own", super().__call__(*args)


print(Own(shown, 1)(2))


class Class:
    def method(self, *args, **named):
        return type(self).__name__, args, named

    bound = functools.partialmethod(method, 1, x=2)


print(Class().bound(3, y=4), functools.partial(Class().method, 5)(6))


def generator(n):
    yield from range(n)


print(list(functools.partial(generator, 3)()), functools.partial(functools.partial, shown)(1)(2))

for call in (lambda: functools.partial(shown.missing), lambda: functools.partial(len, 1, 2)(3),
             lambda: functools.partial(3), lambda: functools.partial(lambda a: a, b=1)(2)):
    try:
        call()
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, str(error).replace("<lambda>", "call"))

# A native that waits: the call is begun again.
lock = threading.Lock()
acquire = functools.partial(lock.acquire, True)
with_timeout = functools.partial(lock.acquire, timeout=5)
counts = [0]


def work():
    for n in range(20):
        (acquire if n % 2 else with_timeout)()
        counts[0] += 1
        functools.partial(lock.release)()


threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(counts, lock.locked())


def deep(n):
    return n if n == 0 else functools.partial(deep, n - 1)()


print(deep(300))
