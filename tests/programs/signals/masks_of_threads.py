"""Each thread blocks signals for itself: a thread that blocks all of them keeps neither the process
nor its children from being ended."""

import os
import signal
import threading
import time
import warnings

# Of forks beside threads.
warnings.simplefilter("ignore")


def blocked():
    return {int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, ())}


def tell(label, numbers):
    print(label, sorted(numbers & {signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2}))


ready, over = threading.Event(), threading.Event()


def block_all():
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    print("before", len(before))
    tell("in the thread", blocked())
    inner = threading.Thread(target=lambda: tell("in a thread that it makes", blocked()))
    inner.start()
    inner.join()
    print("unblockable", sorted(blocked() & {signal.SIGKILL, signal.SIGSTOP}))
    ready.set()
    over.wait()


thread = threading.Thread(target=block_all)
thread.start()
ready.wait()
tell("in the main thread", blocked())


def end_child(before_waiting):
    """How a child ends that is sent SIGTERM."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        before_waiting()
        os.write(writing, b".")
        time.sleep(20)
        os._exit(7)
    os.read(reading, 1)
    os.kill(child, signal.SIGTERM)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(reading)
    os.close(writing)
    return status


print("a child", end_child(lambda: None))
print("what it has blocked", end_child(lambda: os._exit(3) if blocked() else None))

# A handler runs on the main thread, whatever another thread has blocked.
seen = []
signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
os.kill(os.getpid(), signal.SIGUSR1)
while not seen:
    time.sleep(0.001)
print("handled", [int(number) for number in seen])

# What the main thread has blocked waits, and a thread that it makes then has it blocked too.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
late = threading.Thread(target=lambda: tell("in a later thread", blocked()))
late.start()
late.join()
over.set()
thread.join()
os.kill(os.getpid(), signal.SIGUSR1)
print(len(seen), signal.SIGUSR1 in signal.sigpending())
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})
while len(seen) < 2:
    time.sleep(0.001)
print("handled", len(seen), sorted(blocked()))


def fork_with_own_mask():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})
    is_own = lambda: None if blocked() == {signal.SIGUSR2} else os._exit(3)
    print("a child of a thread", end_child(is_own))


thread = threading.Thread(target=fork_with_own_mask)
thread.start()
thread.join()
