# A recursive lock of processes beside one of threads: the thread that has let it go must not
# be taken for its owner while another has taken it and has not noted that yet.
import multiprocessing
import threading

between_processes = multiprocessing.RLock()
between_threads = threading.RLock()
counter = 0


def work():
    global counter
    for _ in range(300):
        with between_processes:
            with between_threads:
                with between_processes:
                    counter += 1


threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(counter, between_processes._semlock._get_value(), between_processes._semlock._count())
print(between_processes._semlock._is_mine())

# What each kind refuses.
try:
    between_processes.release()
except AssertionError as error:
    print(error)
lock = multiprocessing.Lock()
print(lock.acquire(), lock.acquire(False), lock.acquire(timeout=0.01))
other = threading.Thread(target=lock.release)
other.start()
other.join()
try:
    lock.release()
except ValueError as error:
    print(error)
bounded = multiprocessing.BoundedSemaphore(2)
print([bounded.acquire(False) for _ in range(3)], bounded.get_value())

# Two names for one semaphore live and die for themselves.
from _multiprocessing import SemLock

first = SemLock(0, 1, 1, "/motet-reentered-%d" % multiprocessing.current_process().pid, False)
second = SemLock._rebuild(first.handle, first.kind, first.maxvalue, first.name)
print(first.acquire(), second.acquire(False), second._count(), first._count())
from _multiprocessing import sem_unlink

sem_unlink(first.name)
first.release()
del first
print(second.acquire(False), second._is_mine())
second.release()
