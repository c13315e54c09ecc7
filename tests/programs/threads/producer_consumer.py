# A queue made of a list and a lock, with polling.
import threading
import time

lock = threading.Lock()
queue = []
consumed = [[] for _ in range(3)]
finished = []


def produce(base):
    for i in range(200):
        with lock:
            queue.append(base + i)
    with lock:
        finished.append(base)


def consume(out):
    while True:
        item = None
        with lock:
            if queue:
                item = queue.pop(0)
            elif len(finished) == 2:
                return
        if item is None:
            time.sleep(0.001)
        else:
            out.append(item)


threads = [threading.Thread(target=produce, args=(b,)) for b in (0, 1000)]
threads += [threading.Thread(target=consume, args=(out,)) for out in consumed]
for t in threads:
    t.start()
for t in threads:
    t.join()
everything = sorted(consumed[0] + consumed[1] + consumed[2])
print(len(everything), everything == list(range(200)) + list(range(1000, 1200)), queue)
for out in consumed:
    for base in (0, 1000):
        mine = [x for x in out if base <= x < base + 1000]
        if mine != sorted(mine):
            print("out of order")
print("done")
