# Semaphores and bounded semaphores: counts, timeouts, many threads, errors.
import threading
from threading import BoundedSemaphore, Semaphore, Thread

for kind in (Semaphore, BoundedSemaphore):
    s = kind(2)
    print(s.acquire(), s.acquire(False), s.acquire(False), s.acquire(timeout=0.01))
    s.release()
    print(s.acquire(blocking=True, timeout=1))
    s.release(2)
    print(s._value)
    try:
        kind(-1)
    except ValueError as error:
        print(error)
    for bad in (0, -3):
        try:
            s.release(bad)
        except ValueError as error:
            print(error)
    try:
        s.acquire(False, timeout=1)
    except ValueError as error:
        print(error)
    text = repr(s)
    print(text.split(" at ")[0], text.split(": ")[1])
    with s as got:
        print(got, s._value)
    try:
        with s:
            raise KeyError("inside")
    except KeyError:
        print(s._value)

try:
    BoundedSemaphore(1).release()
except ValueError as error:
    print(error)
s = BoundedSemaphore(5)
s.acquire()
try:
    s.release(2)
except ValueError as error:
    print(error, s._value)
s.release()

# Never more than three inside, and everybody gets in.
gate = Semaphore(3)
lock = threading.Lock()
inside = 0
most = 0
done = []


def work(me):
    global inside, most
    for i in range(10):
        with gate:
            with lock:
                inside += 1
                most = max(most, inside)
            done.append((me, i))
            with lock:
                inside -= 1


threads = [Thread(target=work, args=(i,)) for i in range(8)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(inside, 1 <= most <= 3, len(done), gate._value)

# A release of many wakes many.
gate = Semaphore(0)
passed = []


def pass_gate(me):
    gate.acquire()
    passed.append(me)


threads = [Thread(target=pass_gate, args=(i,)) for i in range(6)]
for t in threads:
    t.start()
gate.release(4)
gate.release()
gate.release()
for t in threads:
    t.join()
print(sorted(passed), gate._value)
