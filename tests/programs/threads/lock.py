# A Lock makes a read-modify-write with a call in the middle safe.
import threading

lock = threading.Lock()
count = 0


def identity(x):
    return x


def work(n):
    global count
    for _ in range(n):
        with lock:
            count = identity(count) + 1


threads = [threading.Thread(target=work, args=(1000,)) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(count)
print(lock.acquire(), lock.locked(), lock.acquire(False), lock.acquire(blocking=False))
lock.release()
print(lock.locked())
try:
    with lock:
        raise ValueError("released on the way out")
except ValueError as error:
    print(error, lock.locked())
try:
    lock.release()
except RuntimeError as error:
    print(error)
