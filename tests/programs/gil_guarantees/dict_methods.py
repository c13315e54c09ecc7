# setdefault, pop and item assignment on one dictionary.
import threading


def insert(d, k, n):
    for i in range(n):
        d[(k, i)] = i
        d.setdefault(i, []).append(k)


def take(d, n, out):
    for i in range(n):
        if d.pop(i, None) is not None:
            out.append(i)


for count in (2, 4, 16):
    d = {}
    threads = [threading.Thread(target=insert, args=(d, k, 400)) for k in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    whole = all([sorted(d[i]) == list(range(count)) for i in range(400)])
    print(count, len(d) == 400 * count + 400, whole, sum([d[(k, 7)] for k in range(count)]))
    outs = [[] for _ in range(count)]
    threads = [threading.Thread(target=take, args=(d, 400, out)) for out in outs]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    taken = []
    for out in outs:
        taken += out
    print(sorted(taken) == list(range(400)), len(d) == 400 * count)
