# `d[k] += 1` and `l[i] += 1` never lose an update.
import threading


def work(d, l, k, n):
    for _ in range(n):
        d["shared"] += 1
        l[1] += 1
        d[k] += 1


for count in (2, 4, 16):
    d = {"shared": 0}
    for k in range(count):
        d[k] = 0
    l = [0, 0, 0]
    threads = [threading.Thread(target=work, args=(d, l, k, 2000)) for k in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    print(count, d["shared"], l, [d[k] for k in range(count)])
