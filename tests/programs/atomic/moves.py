# Items wander between lists; none is lost or doubled, and a watcher sees them all.
import threading
from motet import atomic

ITEMS = 40
boxes = [list(range(ITEMS)), [], []]
done = []
wrong = []


def move(seed, times):
    x = seed
    for _ in range(times):
        x = (x * 69069 + 1) & 0xFFFFFFFF
        a, b = (x >> 8) % 3, (x >> 16) % 3
        with atomic:
            if boxes[a]:
                boxes[b].append(boxes[a].pop())
    done.append(seed)


def watch():
    while len(done) < 3:
        with atomic:
            all_items = boxes[0] + boxes[1] + boxes[2]
        if sorted(all_items) != list(range(ITEMS)):
            wrong.append(len(all_items))


threads = [threading.Thread(target=move, args=(seed, 1000)) for seed in (11, 22, 33)]
threads.append(threading.Thread(target=watch))
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(boxes[0] + boxes[1] + boxes[2]) == list(range(ITEMS)), wrong)
