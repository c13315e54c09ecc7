# The reentrant lock that is written in Python, and the threads that have not ended.
import threading

lock = threading._PyRLock()
print(lock.acquire(), lock.acquire(), lock._recursion_count())
lock.release()
log = []


def other():
    log.append(lock.acquire(False))
    log.append(lock._is_owned())
    try:
        lock.release()
    except RuntimeError as error:
        log.append(str(error))


thread = threading.Thread(target=other)
thread.start()
thread.join()
print(log)
state = lock._release_save()
print(state[0], lock._is_owned())
lock._acquire_restore(state)
lock.release()
print(lock._is_owned(), "unlocked" in repr(lock), "count=0" in repr(lock))
total = 0


def add():
    global total
    for _ in range(50):
        with lock:
            with lock:
                total += 1


threads = [threading.Thread(target=add) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(total, threading.main_thread() in threading._dangling)
