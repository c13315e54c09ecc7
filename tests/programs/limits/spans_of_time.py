# Timeouts that are huge, negative, not a number or none: each wait judges them as CPython does.
import os
import queue
import select
import signal
import threading
import time


class Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


class Float:
    def __float__(self):
        return 0.0


def alarm(number, frame):
    raise InterruptedError("it waits")


def tell(name, function):
    signal.setitimer(signal.ITIMER_REAL, 5)
    try:
        result = function()
    except BaseException as error:
        result = f"{type(error).__name__} {error}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    print(" ", name, result)


signal.signal(signal.SIGALRM, alarm)
nan, inf = float("nan"), float("inf")
lock = threading.Lock()
reader, writer = os.pipe()
os.write(writer, b"x")
polled = select.poll()
polled.register(reader, select.POLLIN)
listed = select.epoll()
listed.register(reader, select.EPOLLIN)


def acquired(lock, *arguments, **keywords):
    result = lock.acquire(*arguments, **keywords)
    if result:
        lock.release()
    return result


def waited_for(span):
    with threading.Condition() as condition:
        return condition.wait(span)


for span in (
    0, 0.0, -0.0, -1, -0.5, -2, 9223372037, 9223372036.9, 1e10, 2**62, 2**63 - 1, 2**63, 2**64, 2**100,
    -2**62, -2**63, -2**100, 1e18, 1e300, -1e300, inf, -inf, nan, Index(0), Index(-1), Index(2**70),
    Float(), "x", b"x", 1j, True - 1, None,
):
    print(span if isinstance(span, (int, float, str)) else type(span).__name__)
    tell("sleep", lambda: time.sleep(span))
    tell("acquire", lambda: acquired(lock, timeout=0 if isinstance(span, Index) else span))
    tell("acquire by place", lambda: acquired(lock, True, span))
    tell("acquire without waiting", lambda: acquired(lock, False, span))
    tell("RLock", lambda: acquired(threading.RLock(), True, span))
    if span is not None:
        tell("Event", lambda: threading.Event().wait(span))
        tell("Condition", lambda: waited_for(span))
        tell("SimpleQueue", lambda: queue.SimpleQueue().get(True, span) if span != 9223372036.9 else 0)
    tell("select", lambda: select.select([reader], [], [], span) == ([reader], [], []))
    tell("poll", lambda: len(polled.poll(span)))
    tell("epoll", lambda: len(listed.poll(span)))
for most in (2**31, -2**31 - 1, 2**100, -2, 0):
    tell("events", lambda: len(listed.poll(0, most)))
for size in (
    2**31, 2**63 - 1, 2**63, 2**100, -1, -2**63, -2**63 - 1, 1, 4095, 32768, 53247, 53248, 65536, 1.5,
    None, "x", Index(65536), 0,
):
    tell("stack_size", lambda: threading.stack_size(size))
for interval in (2**63, 2**100, -2**100, 0, -1, "x", Float(), Index(5)):
    tell("setswitchinterval", lambda: __import__("sys").setswitchinterval(interval))
