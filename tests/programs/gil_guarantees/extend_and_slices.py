# Whole-list operations are indivisible: extend, slice assignment, sort, copy.
import threading


def extend(l, k, n):
    for i in range(n):
        l.extend((k, k, k))


def rewrite(l, k, n):
    for _ in range(n):
        l[:] = [k] * 10


def look(l, out, stop):
    while not stop:
        copy = l[:]
        if len(copy) != 10 or copy.count(copy[0]) != 10:
            out.append(copy)


for count in (2, 4):
    l = []
    threads = [threading.Thread(target=extend, args=(l, k, 500)) for k in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    triples = all([l[i] == l[i + 1] == l[i + 2] for i in range(0, len(l), 3)])
    print(count, len(l), triples)
    l = [0] * 10
    torn, stop = [], []
    watcher = threading.Thread(target=look, args=(l, torn, stop))
    watcher.start()
    threads = [threading.Thread(target=rewrite, args=(l, k, 500)) for k in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    stop.append(1)
    watcher.join()
    print(len(l), torn)
