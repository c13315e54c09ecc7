# Two attributes changed in straight-line code are never seen apart by straight-line code.
import threading


class Pair:
    pass


p = Pair()
p.a = 0
p.b = 0
stop = False
apart = 0
looks = 0


def write(n):
    for _ in range(n):
        p.a += 1
        p.b += 1


def look():
    global apart, looks
    while not stop:
        a = p.a
        b = p.b
        looks += 1
        if a != b:
            apart += 1


for count in (2, 4):
    stop = False
    p.a = p.b = 0
    watcher = threading.Thread(target=look)
    watcher.start()
    writers = [threading.Thread(target=write, args=(3000,)) for _ in range(count)]
    for t in writers:
        t.start()
    for t in writers:
        t.join()
    stop = True
    watcher.join()
    print(count, p.a, p.b, apart, looks >= 0)
