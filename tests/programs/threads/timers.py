# Timers: run later, with arguments; or are cancelled.
import threading
import time
from threading import Timer

got = []
t = Timer(0.01, got.append, ["late"])
print(t.is_alive(), isinstance(t, threading.Thread), t.interval, t.args, t.kwargs)
start = time.monotonic()
t.start()
t.join()
print(got, time.monotonic() - start >= 0.009, t.finished.is_set())


def keep(*args, **kwargs):
    got.append((args, sorted(kwargs.items())))


t = Timer(0, keep, (1, 2), {"x": 3})
t.start()
t.join()
print(got[-1])

t = Timer(30, got.append, ["never"])
t.start()
print(t.is_alive())
t.cancel()
t.join()
print(t.is_alive(), got)

many = [Timer(0.002 * i, got.append, [i]) for i in range(5)]
got.clear()
for t in reversed(many):
    t.start()
for t in many:
    t.join()
print(sorted(got))

t = Timer(0.001, keep)
t.daemon = True
t.start()
t.join()
print(t.daemon, got[-1])
