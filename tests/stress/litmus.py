# Sequential consistency: outcomes that no interleaving of the threads can have.
import sys
import threading
import time

seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
deadline = time.perf_counter() + seconds
failures = []
BATCH = 100


class Cell:
    def __init__(self):
        self.value = 0


def run(*functions):
    pool = [threading.Thread(target=f) for f in functions]
    for t in pool:
        t.start()
    for t in pool:
        t.join()


def write_then_read(mine, other, out, turn, me):
    for i in range(1, BATCH + 1):
        turn[me] = i
        while turn[1 - me] < i:
            pass
        mine.value = i
        out.append(other.value)


def store_buffering():
    x, y, turn, a, b = Cell(), Cell(), [0, 0], [], []
    run(lambda: write_then_read(x, y, a, turn, 0), lambda: write_then_read(y, x, b, turn, 1))
    for i in range(BATCH):
        if a[i] < i + 1 and b[i] < i + 1:
            failures.append(("store buffering", i, a[i], b[i]))


def count_up(cells):
    for i in range(1, BATCH + 1):
        for cell in cells:
            cell.value = i


def look_backwards(first, second):
    while first.value < BATCH:
        # Written first, then second: so second, read before, is never ahead of first.
        b = second.value
        a = first.value
        if b > a:
            failures.append(("message passing", a, b))


def message_passing():
    x, y = Cell(), Cell()
    run(lambda: count_up([x, y]), lambda: look_backwards(x, y), lambda: look_backwards(x, y))


def observe(first, second, out):
    for _ in range(BATCH):
        a = first.value
        b = second.value
        out.append((a, b))


def independent_writes():
    # Two observers must agree on the order of two independent writes.
    for _ in range(5):
        x, y, p, q = Cell(), Cell(), [], []

        def set_one(cell):
            cell.value = 1

        run(lambda: observe(x, y, p), lambda: observe(y, x, q), lambda: set_one(x), lambda: set_one(y))
        if (1, 0) in p and (1, 0) in q:
            failures.append(("independent writes", p, q))


rounds = 0
while time.perf_counter() < deadline:
    store_buffering()
    message_passing()
    independent_writes()
    rounds += 1
print("litmus:", rounds, "rounds,", len(failures), "failures")
if failures:
    print("FAILED", failures[:5])
    sys.exit(1)
print("passed")
