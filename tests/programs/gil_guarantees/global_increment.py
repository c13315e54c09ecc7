# `g += 1` on a global never loses an update.
import threading

g = 0


def work(n):
    global g
    for _ in range(n):
        g += 1


for count in (2, 4, 16):
    g = 0
    threads = [threading.Thread(target=work, args=(3000,)) for _ in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    print(count, g, g == count * 3000)
