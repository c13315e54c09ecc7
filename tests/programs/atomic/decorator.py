# The decorator passes arguments and results through, works on methods, and is atomic.
import threading
from motet import atomic


@atomic
def everything(a, b=2, *rest, c=3, **more):
    return (a, b, rest, c, more)


print(everything(1), everything(1, 5, 6, c=7, d=8), everything.__name__)


class Counter:
    def __init__(self):
        self.a = 0
        self.b = 0

    @atomic
    def bump(self, by):
        self.a = self.a + abs(by)
        self.b = self.b - abs(by)
        return self

    @atomic
    def both(self):
        return (self.a, self.b)


c = Counter()
bad = []


def work():
    for _ in range(500):
        c.bump(-2)
        a, b = c.both()
        if a + b:
            bad.append((a, b))


threads = [threading.Thread(target=work) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(c.both(), bad, c.bump(1) is c)


@atomic
def factorial(n):
    return 1 if n == 0 else n * factorial(n - 1)


print(factorial(20))
