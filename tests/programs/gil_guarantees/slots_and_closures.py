# No update is lost to a slot, a closure's variable, a class variable, or an inherited attribute.
import threading


class Slotted:
    __slots__ = ("n", "m")

    def __init__(self):
        self.n = 0
        self.m = 0


class Base:
    total = 0


class Derived(Base):
    pass


def run(count, work):
    threads = [threading.Thread(target=work) for _ in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


N = 600
for count in (2, 4, 8, 16):
    s = Slotted()
    Base.total = 0
    d = Derived()
    d.total = 0
    captured = 0
    other = 0.0

    def make():
        hits = 0

        def bump():
            nonlocal hits
            for _ in range(N):
                hits += 1

        return bump, lambda: hits

    bump, read = make()

    def work():
        global captured, other
        for _ in range(N):
            s.n += 1
            s.m -= 2
            captured += 3
            other += 0.5
            Base.total += 1
            d.total += 1

    run(count, work)
    run(count, bump)
    print(count, s.n == N * count, s.m == -2 * N * count, captured == 3 * N * count)
    print(other == N * count / 2, Base.total == N * count, d.total == N * count, read() == N * count)
