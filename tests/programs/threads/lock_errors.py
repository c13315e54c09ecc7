# Locks: states, timeouts, arguments and their errors.
import threading
import time

lock = threading.Lock()
rlock = threading.RLock()
print(lock.acquire(), lock.locked(), lock.acquire(False), lock.acquire(blocking=False))
start = time.monotonic()
print(lock.acquire(timeout=0.01), lock.acquire(True, 0.001), lock.acquire(True, 0))
print(0.01 <= time.monotonic() - start < 10)
print(repr(lock).split(" at ")[0], repr(lock)[-1])
lock.release()
print(lock.locked(), repr(lock).split(" at ")[0])
for arguments in ((False, 1), (False, 0), (True, -2), ("x", "y"), (True, None)):
    try:
        print(lock.acquire(*arguments))
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
for keywords in ({"x": 1}, {"timeout": "x"}, {"blocking": False, "timeout": 3}):
    try:
        print(lock.acquire(**keywords))
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
try:
    lock.acquire(timeout=1e100)
except OverflowError:
    print("OverflowError")
print(lock.acquire(False, -1))
lock.release()
for wrong in (lock.release, rlock.release):
    try:
        wrong()
    except RuntimeError as error:
        print(error)

# Another thread may let go of a Lock, not of an RLock.
lock.acquire()
t = threading.Thread(target=lock.release)
t.start()
t.join()
print(lock.locked())
errors = []


def wrong_release():
    try:
        rlock.release()
    except RuntimeError as error:
        errors.append(str(error))
    errors.append(rlock.acquire(False))
    errors.append(rlock.acquire(timeout=0.01))


print(rlock.acquire(), rlock.acquire(), rlock.acquire(False), rlock._is_owned())
t = threading.Thread(target=wrong_release)
t.start()
t.join()
print(errors)
print(repr(rlock).split(" owner")[0], "count=3" in repr(rlock))
for _ in range(3):
    rlock.release()
print(rlock._is_owned(), repr(rlock).split(" at ")[0])
saved = None
rlock.acquire()
rlock.acquire()
saved = rlock._release_save()
print(rlock._is_owned())
rlock._acquire_restore(saved)
print(rlock._is_owned(), rlock._recursion_count())
rlock.release()
rlock.release()
with lock as got:
    print(got)
with rlock as got:
    print(got, rlock._recursion_count())
try:
    with lock:
        raise ValueError("inside")
except ValueError as error:
    print(error, lock.locked())
print(type(lock).__name__, type(lock).__module__, type(rlock).__name__)
print(callable(threading.RLock), threading.ThreadError is RuntimeError)
