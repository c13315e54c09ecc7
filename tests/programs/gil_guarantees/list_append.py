# list.append from many threads loses nothing and keeps each thread's order.
import threading


def work(l, k, n):
    for i in range(n):
        l.append((k, i))


for count in (2, 4, 16):
    l = []
    threads = [threading.Thread(target=work, args=(l, k, 2000)) for k in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    last = [-1] * count
    ordered = True
    for k, i in l:
        if i != last[k] + 1:
            ordered = False
        last[k] = i
    print(count, len(l), ordered, last == [1999] * count)
