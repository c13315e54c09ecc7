# print inside an atomic block appears once, whatever is tried again.
import threading
from motet import atomic

count = 0
lines = []


def work(n):
    global count
    for _ in range(20):
        with atomic:
            count += 1
            lines.append(count)
            print("line", count)


threads = [threading.Thread(target=work, args=(n,)) for n in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(count, lines == list(range(1, 61)))
