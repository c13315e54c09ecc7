import gc
import os
import signal
import sys
import threading
import time


def child(work):
    """Runs a function in a child; what it returns, as text, and the child's status."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        os.write(writer, str(work()).encode())
        os._exit(0)
    os.close(writer)
    with open(reader) as file:
        text = file.read()
    return text, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


# Each has its own copy of the heap.
numbers = {n: [n] for n in range(5000)}
deep = [[[0]]]


def change():
    numbers[7].append("child")
    deep[0][0][0] = "child"
    made = [{"n": n} for n in range(20000)]
    gc.collect()
    return numbers[7], deep, len(made), len(numbers)


print(child(change))
numbers[7].append("parent")
print(numbers[7], deep)

# A child may fork, start threads, and end by an exception or by sys.exit.
print(child(lambda: child(lambda: child(lambda: "grandgrandchild"))))


def threads():
    got = []
    workers = [threading.Thread(target=got.append, args=(n,)) for n in range(5)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return sorted(got), threading.active_count(), threading.current_thread().name


print(child(threads))
for end in (lambda: sys.exit(5), lambda: os._exit(6), lambda: os.kill(os.getpid(), 9)):
    # What is buffered is in the child's buffer too.
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        end()
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))

# What was registered is called.
order = []
os.register_at_fork(
    before=lambda: order.append("before 1"), after_in_parent=lambda: order.append("parent 1"),
    after_in_child=lambda: order.append("child 1"),
)
os.register_at_fork(
    before=lambda: order.append("before 2"), after_in_parent=lambda: order.append("parent 2"),
    after_in_child=lambda: order.append("child 2"),
)
print(child(lambda: order))
print(order)
for wrong in ({}, {"before": 5}):
    try:
        os.register_at_fork(**wrong)
    except TypeError as error:
        print(error)


# Signals reach the process that they are sent to.
def signals():
    got = []
    signal.signal(signal.SIGUSR1, lambda number, frame: got.append(signal.Signals(number).name))
    os.kill(os.getpid(), signal.SIGUSR1)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    signal.signal(signal.SIGALRM, lambda number, frame: got.append("alarm"))
    time.sleep(0.1)
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        got.append("interrupted")
    return got


signal.signal(signal.SIGUSR1, lambda number, frame: print("the parent's"))
print(child(signals))
os.kill(os.getpid(), signal.SIGUSR1)
time.sleep(0.01)


# Locks of the parent's threads are held in the child too.
lock = threading.Lock()
lock.acquire()
print(child(lambda: (lock.locked(), lock.acquire(timeout=0.01))))
lock.release()
print(child(lambda: (lock.locked(), lock.acquire(timeout=0.01))))


# A daemon closes what it does not know, and gets its signals all the same.
def daemon():
    got = []
    for fd in range(3, 64):
        if fd != kept:
            try:
                os.close(fd)
            except OSError:
                pass
    os.closerange(64, 256)
    signal.signal(signal.SIGTERM, lambda number, frame: got.append("terminated"))
    os.kill(os.getpid(), signal.SIGTERM)
    return got


def with_pipe():
    global kept
    reader, kept = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(kept, str(daemon()).encode())
        os._exit(0)
    os.close(kept)
    print(os.read(reader, 100), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


with_pipe()
print("flushed before the end", flush=True)
pid = os.fork()
if pid == 0:
    print("flushed by the child", flush=True)
    os._exit(0)
os.waitpid(pid, 0)
