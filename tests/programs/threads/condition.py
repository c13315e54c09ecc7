# Conditions: notify, notify_all, wait_for, timeouts, errors, and what an RLock inside does.
import threading
import time
from threading import Condition, Lock, RLock, Thread

for make in (Lock, RLock):
    c = Condition(make())
    for what in ("wait", "notify", "notify_all"):
        try:
            getattr(c, what)()
        except RuntimeError as error:
            print(what, error)
    with c:
        start = time.monotonic()
        print(c.wait(0.01), time.monotonic() - start >= 0.009)
        print(c.wait(0), c.wait(-1), c.wait_for(lambda: False, 0.01))
        print(c.wait_for(lambda: 7), c.wait_for(lambda: [], timeout=0))
        c.notify()
        c.notify_all()
    try:
        c.release()
    except RuntimeError as error:
        print(error)

# Each notification wakes one; notify(n) n; notify_all the rest.
c = Condition()
waiting = 0
woken = []


def wait(me):
    global waiting
    with c:
        waiting += 1
        c.wait()
        woken.append(me)


threads = [Thread(target=wait, args=(i,)) for i in range(7)]
for t in threads:
    t.start()
while True:
    with c:
        if waiting == 7:
            break


def settle(count):
    deadline = time.monotonic() + 20
    while len(woken) < count and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(0.003)
    return len(woken)


with c:
    c.notify()
print(settle(1))
with c:
    c.notify(3)
print(settle(4))
with c:
    c.notify_all()
for t in threads:
    t.join()
print(sorted(woken))

# A re-entrant lock is let go of however often it is held, and taken as often.
c = Condition()
seen = []


def notifier():
    with c:
        seen.append("in")
        c.notify()


with c:
    with c:
        with c:
            t = Thread(target=notifier)
            t.start()
            print(c.wait(20), seen)
        print(c._is_owned())
    print(c._is_owned())
t.join()
print(c._is_owned())

# The predicate is asked under the lock.
items = []


def producer():
    for i in range(20):
        with c:
            items.append(i)
            c.notify()


got = []
t = Thread(target=producer)
t.start()
while len(got) < 20:
    with c:
        if c.wait_for(lambda: items, 20):
            got.extend(items)
            items.clear()
t.join()
print(got)


# A wait that ends by an exception has the lock again.
class Stop(Exception):
    pass


def stop():
    raise Stop


with c:
    try:
        c.wait_for(stop)
    except Stop:
        print("stopped", c._is_owned())

text = repr(Condition(Lock()))
print(text.startswith("<Condition(<unlocked _thread.lock object at 0x"), text.endswith(">, 0)>"))
lock = Lock()
c = Condition(lock)
c.acquire()
print(lock.locked(), c.acquire(False))
c.release()
print(lock.locked())
