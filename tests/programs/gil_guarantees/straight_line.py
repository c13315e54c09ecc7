# Straight-line code without a call or a backward jump is indivisible.
import threading


def work(l, n):
    for _ in range(n):
        a = l[0]
        b = a + 1
        l[0] = b


for count in (2, 4, 16):
    l = [0]
    threads = [threading.Thread(target=work, args=(l, 3000)) for _ in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    print(count, l, l[0] == count * 3000)
