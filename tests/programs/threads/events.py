# Events: set, clear, wait with and without a timeout, many waiters.
import threading
import time
from threading import Event, Thread

e = Event()
print(e.is_set(), e.wait(0), e.wait(0.005), repr(e).split(": ")[1])
e.set()
print(e.is_set(), e.wait(), e.wait(0), e.wait(timeout=5), repr(e).split(": ")[1])
e.clear()
print(e.is_set())

order = []
first, second = Event(), Event()


def a():
    first.wait()
    order.append("a")
    second.set()


def b():
    second.wait()
    order.append("b")


threads = [Thread(target=b), Thread(target=a)]
for t in threads:
    t.start()
order.append("main")
first.set()
for t in threads:
    t.join()
print(order)

# One set wakes all; a clear right after does not take it back from those that were waiting.
go = Event()
ready = []
results = []


def waiter(me):
    ready.append(me)
    results.append(go.wait(20))


threads = [Thread(target=waiter, args=(i,)) for i in range(20)]
for t in threads:
    t.start()
while len(ready) < 20:
    time.sleep(0.001)
time.sleep(0.01)
go.set()
for t in threads:
    t.join()
print(len(results), all(results))

# Two threads that play with two events.
ping, pong = Event(), Event()
said = []


def player(mine, other, word):
    for _ in range(25):
        mine.wait()
        mine.clear()
        said.append(word)
        other.set()


threads = [Thread(target=player, args=(ping, pong, "ping")), Thread(target=player, args=(pong, ping, "pong"))]
for t in threads:
    t.start()
ping.set()
for t in threads:
    t.join()
print(said == ["ping", "pong"] * 25)
