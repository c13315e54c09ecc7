# Atomic blocks of every kind on shared structures: what must hold holds whenever anybody looks.
import sys
import threading
import time
from motet import atomic

seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
deadline = time.perf_counter() + seconds
failures = []
rounds = 0


class Node:
    def __init__(self, value, next):
        self.value = value
        self.next = next


def halves(n):
    for i in range(n):
        yield i, -i


class Oops(Exception):
    pass


def one_round(count):
    left = {"n": 0}
    right = {"n": 0}
    ring = Node(0, None)
    ring.next = ring
    queue = []
    log = []
    lock = threading.Lock()
    audits = [0]

    @atomic
    def move(amount):
        left["n"] -= amount
        if amount % 3 == 0:
            raise_soon(amount)
        right["n"] += amount

    def raise_soon(amount):
        right["n"] += amount
        raise Oops(amount)

    @atomic
    def insert(value):
        at = ring
        while at.next is not ring and at.next.value < value:
            at = at.next
        at.next = Node(value, at.next)

    def work(me):
        for i in range(60):
            try:
                move(i)
            except Oops:
                pass
            with atomic:
                for a, b in halves(5):
                    left["n"] += a
                    right["n"] += b
            if i % 6 == 0:
                insert(me * 100 + i)
            with atomic:
                with lock:
                    queue.append((me, i))
                    with atomic:
                        log.append(len(queue))
            with atomic:
                if left["n"] + right["n"] != 0:
                    failures.append(("sum", left["n"], right["n"]))
                audits[0] += 1

    threads = [threading.Thread(target=work, args=(i,)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    values = []
    at = ring.next
    while at is not ring:
        values.append(at.value)
        at = at.next
    if values != sorted(values) or len(values) != 10 * count:
        failures.append(("ring", values[:10], len(values)))
    if log != list(range(1, 60 * count + 1)):
        failures.append(("log", log[:10]))
    if left["n"] + right["n"] != 0 or audits[0] != 60 * count or lock.locked():
        failures.append(("end", left, right, audits, lock))


while time.perf_counter() < deadline and not failures:
    for count in (2, 4, 16):
        one_round(count)
        rounds += 1
print("atomic blocks:", rounds, "rounds,", len(failures), "failures")
if failures:
    print("FAILED", failures[:5])
    sys.exit(1)
print("passed")
