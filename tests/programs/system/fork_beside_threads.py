"""Threads that compute, wait and print while another one forks."""
import gc
import os
import queue
import sys
import threading
import warnings

warnings.simplefilter("ignore", DeprecationWarning)
shared = {n: 0 for n in range(50)}
stop = threading.Event()
letters = queue.Queue()
lock = threading.Lock()


def compute(number):
    turn = 0
    while not stop.is_set():
        turn += 1
        with lock:
            # Nobody ever sees these two differ.
            shared["a"] = turn
            shared["b"] = turn
        shared[number] = [turn] * 3


def wait():
    while letters.get() is not None:
        pass


workers = [threading.Thread(target=compute, args=(n,)) for n in range(3)]
workers += [threading.Thread(target=wait) for _ in range(2)]
shared["a"] = shared["b"] = 0
for worker in workers:
    worker.start()

for turn in range(12):
    letters.put(turn)
    # No thread is in the section when the process is copied.
    with lock:
        pid = os.fork()
    if pid == 0:
        alive = [worker for worker in workers if worker.is_alive()]
        for worker in workers:
            worker.join()
        same = shared["a"] == shared["b"]
        made = [[n] for n in range(10000)]
        gc.collect()
        results = []
        inner = [threading.Thread(target=results.append, args=(n,)) for n in range(4)]
        for one in inner:
            one.start()
        for one in inner:
            one.join()
        good = (
            not alive and same and len(made) == 10000 and len(results) == 4
            and threading.active_count() == 1
            and threading.current_thread() is threading.main_thread()
        )
        os._exit(42 if good else 1)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status != 42:
        print("turn", turn, "status", status)
stop.set()
for _ in range(2):
    letters.put(None)
for worker in workers:
    worker.join()


# The thread that forks is the child's main thread.
def fork_here():
    pid = os.fork()
    if pid == 0:
        current = threading.current_thread()
        print(current is threading.main_thread(), current.name, threading.active_count())
        sys.stdout.flush()
        return
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


sys.stdout.flush()
thread = threading.Thread(target=fork_here, name="forker")
thread.start()
thread.join()


# It is warned of threads.
warnings.simplefilter("always")
other = threading.Event()
thread = threading.Thread(target=other.wait)
thread.start()
with warnings.catch_warnings(record=True) as caught:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
other.set()
thread.join()
for one in caught:
    print(one.category.__name__, str(one.message).replace(str(os.getpid()), "N"))
    print(os.path.basename(one.filename))
