"""`queue.SimpleQueue`: order, waiting, timeouts, and no item lost among threads that put and get."""

import queue
from queue import Empty, SimpleQueue
from threading import Thread


def show(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__)


items = SimpleQueue()
print(items.empty(), items.qsize(), Empty is queue.Empty, Empty.__mro__[1])
show(lambda: items.get(False))
show(lambda: items.get_nowait())
show(lambda: items.get(timeout=0))
show(lambda: items.get(timeout=0.01))
show(lambda: items.get(timeout=-1))
show(lambda: items.get(False, -1))
items.put(1)
show(lambda: items.get(timeout=-1))
items.put(2, False)
items.put(3, timeout=5)
items.put_nowait(None)
print(items.empty(), items.qsize(), [items.get(), items.get(True, 5), items.get_nowait(), items.get_nowait()])
print(SimpleQueue[int])
show(lambda: SimpleQueue(1))

jobs, results = SimpleQueue(), SimpleQueue()


def work():
    while (job := jobs.get()) is not None:
        results.put(job * 2)


def feed(first):
    for number in range(first, 400, 2):
        jobs.put(number)


workers = [Thread(target=work) for _ in range(3)]
feeders = [Thread(target=feed, args=(first,)) for first in (0, 1)]
for thread in workers + feeders:
    thread.start()
made = sorted(results.get(timeout=60) for _ in range(400))
for _ in workers:
    jobs.put(None)
for thread in workers + feeders:
    thread.join()
print(made == list(range(0, 800, 2)), jobs.empty(), results.empty())

there, back = SimpleQueue(), SimpleQueue()


def echo():
    for _ in range(200):
        back.put(there.get() + 1)


thread = Thread(target=echo)
thread.start()
number = 0
for _ in range(200):
    there.put(number)
    number = back.get()
thread.join()
print(number)


class Putting:
    def __eq__(self, other):
        items.put("from a comparison")
        return True

    __hash__ = None


items.put(Putting())
print(items.get() == 1, items.get())
