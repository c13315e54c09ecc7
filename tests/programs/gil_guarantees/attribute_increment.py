# `o.x += 1` never loses an update.
import threading


class Box:
    pass


def work(o, n):
    for _ in range(n):
        o.x += 1


for count in (2, 4, 16):
    o = Box()
    o.x = 0
    threads = [threading.Thread(target=work, args=(o, 3000)) for _ in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    print(count, o.x, o.x == count * 3000)
