# x + y is constant: no thread ever sees one half of a move.
import threading
from motet import atomic


class Cell:
    def __init__(self, value):
        self.value = value


left = Cell(0)
right = Cell(5000)
seen = []
stop = []


def move(times):
    for _ in range(times):
        with atomic:
            left.value = left.value + 1
            right.value = right.value - 1


def watch():
    wrong = 0
    while not stop:
        with atomic:
            a = left.value
            b = right.value
        if a + b != 5000:
            wrong += 1
    seen.append(wrong)


movers = [threading.Thread(target=move, args=(2500,)) for _ in range(2)]
watchers = [threading.Thread(target=watch) for _ in range(2)]
for t in watchers + movers:
    t.start()
for t in movers:
    t.join()
stop.append(True)
for t in watchers:
    t.join()
print(left.value, right.value, seen)
