# A hundred threads, blocked in every way there is to wait, while two compute: all get through.
import sys
import threading
import time
from motet import atomic

seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
deadline = time.perf_counter() + seconds
failures = []
rounds = 0


class Bag:
    pass


def one_round():
    bag = Bag()
    bag.items = 0
    bag.got = 0
    bag.spins = 0
    lock = threading.Lock()
    rlock = threading.RLock()
    condition = threading.Condition()
    event = threading.Event()
    semaphore = threading.Semaphore(2)
    barrier = threading.Barrier(10)
    stop = []
    done = []

    def by_lock(me):
        for _ in range(5):
            with lock:
                bag.spins += 1

    def by_rlock(me):
        for _ in range(5):
            with rlock:
                with rlock:
                    bag.spins += 1

    def by_timeout(me):
        for _ in range(5):
            while not lock.acquire(timeout=0.002):
                pass
            lock.release()

    def by_condition(me):
        for _ in range(5):
            with condition:
                while bag.items == 0:
                    condition.wait(0.05 if me % 2 else None)
                bag.items -= 1
                bag.got += 1

    def give(me):
        for _ in range(5):
            with condition:
                bag.items += 1
                condition.notify()

    def by_event(me):
        if not event.wait(60):
            failures.append("event")

    def by_semaphore(me):
        for _ in range(5):
            with semaphore:
                time.sleep(0.0001)

    def by_barrier(me):
        for _ in range(3):
            barrier.wait(60)

    def by_sleep(me):
        for _ in range(5):
            time.sleep(0.001)

    def by_join(me):
        t = threading.Thread(target=by_sleep, args=(me,))
        t.start()
        t.join()

    def by_atomic(me):
        for _ in range(5):
            with atomic:
                with lock:
                    bag.spins += 1

    def spin():
        n = 0
        while not stop:
            n += 1

    kinds = [by_lock, by_rlock, by_timeout, by_condition, give, by_event, by_semaphore, by_barrier,
             by_join, by_atomic]

    def run(kind, me):
        try:
            kind(me)
        except BaseException as error:
            failures.append((kind.__name__, repr(error)))
        with lock:
            done.append(kind.__name__)

    threads = [threading.Thread(target=run, args=(kind, i)) for i in range(10) for kind in kinds]
    spinners = [threading.Thread(target=spin) for _ in range(2)]
    for t in spinners + threads:
        t.start()
    event.set()
    for t in threads:
        t.join(120)
        if t.is_alive():
            failures.append(("hangs", t.name))
    stop.append(True)
    for t in spinners:
        t.join(120)
    if not failures:
        for what, found, wanted in (
            ("got", bag.got, 50), ("items", bag.items, 0), ("done", len(done), 100),
        ):
            if found != wanted:
                failures.append((what, found, wanted))
        if semaphore._value != 2 or lock.locked():
            failures.append(("left", semaphore._value, lock.locked()))


while True:
    one_round()
    rounds += 1
    if time.perf_counter() >= deadline or failures:
        break
print("waits:", rounds, "rounds,", len(failures), "failures")
if failures:
    print("FAILED", failures[:5])
    sys.stdout.flush()
    sys.exit(1)
print("passed")
