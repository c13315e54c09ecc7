# Whoever sees the flag sees the data; whoever sees a later write sees the earlier one.
import threading

data = 0
flag = 0
stale = 0


def write(n):
    global data, flag
    for i in range(1, n + 1):
        data = i
        flag = i


def read(n):
    global stale
    last = 0
    while last < n:
        f = flag
        d = data
        if d < f or f < last:
            stale += 1
        last = f


for _ in range(3):
    data = flag = 0
    threads = [threading.Thread(target=read, args=(3000,)) for _ in range(2)]
    threads.append(threading.Thread(target=write, args=(3000,)))
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    print(data, flag, stale)
