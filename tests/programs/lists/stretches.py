# Stretches of lists, of every length around those at which the way that they are kept changes.
import random
import threading
from collections import deque

LENGTHS = (0, 1, 2, 3, 4, 5, 31, 32, 33, 62, 63, 64, 65, 66, 95, 96, 97, 128, 200)


def reference(items, start, end, new):
    return items[:start] + new + items[end:]


wrong = 0
for length in LENGTHS:
    numbers = list(range(length))
    for start in {0, 1, length // 2, max(length - 33, 0), length}:
        if start > length:
            continue
        for count in (0, 1, 2, 31, 32, 33, 64):
            end = min(start + count, length)
            for new in ([], ["x"], ["y"] * 40):
                changed = numbers[:]
                changed[start:end] = new
                expected = []
                for place in range(start):
                    expected.append(place)
                for item in new:
                    expected.append(item)
                for place in range(end, length):
                    expected.append(place)
                if changed != expected or len(changed) != len(expected):
                    wrong += 1
print("assigned", wrong)

wrong = 0
for length in LENGTHS:
    items, parts = [], deque()
    for number in range(length):
        items.insert(number // 2, number)
        parts.insert(number // 2, number)
    if items != list(parts):
        wrong += 1
    while items:
        place = len(items) * 7 // 11
        del parts[place]
        if items.pop(place) in items or items != list(parts):
            wrong += 1
print("inserted and popped", wrong)

for length in (3, 40, 70):
    items = list(range(length))
    items.extend(items)
    items += tuple(items[:2])
    items.extend(iter("ab"))
    items[1:1] = items[:3]
    items.reverse()
    print(len(items), items[:6], items[-4:], sum(map(str(items).count, "12")))

items = [1, 2, 3]
items[1:2] = items
items[:0] = items
print(items, items[::-2], items[5:1:-1])
del items[::2]
print(items, items * 3, items + items)
items.clear()
items.append(1)
print(items, items.pop(), items)
for action in (items.pop, lambda: [].pop(0), lambda: [1].pop(5), deque().popleft):
    try:
        action()
    except IndexError as error:
        print(error)


class Own(list):
    def append(self, item):
        super().append(item * 2)

    def pop(self):
        return super().pop() + 1


own = Own()
own.append(4)
list.append(own, 5)
print(own, own.pop(), list.pop(own), len(own))


def appended_by_all():
    # Each thread appends and takes from the middle of one list: nothing is lost.
    shared = list(range(80))
    taken = [[] for _ in range(3)]

    def work(number):
        for turn in range(60):
            shared.insert(turn, (number, turn))
            shared.append((number, -turn - 1))
            taken[number].append(shared.pop(len(shared) // 2))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything = shared + [item for mine in taken for item in mine]
    expected = list(range(80))
    expected += [(number, turn) for number in range(3) for turn in range(-60, 60)]
    return len(shared), sorted(map(str, everything)) == sorted(map(str, expected))


print(appended_by_all())

waiting = deque(maxlen=5)
for number in range(40):
    waiting.append(number)
    if number % 3 == 0:
        waiting.popleft()
    if number % 5 == 0:
        waiting.appendleft(-number)
print(waiting)
waiting = deque()
generator = random.Random(5)
model = []
for turn in range(500):
    if generator.random() < 0.55:
        waiting.append(turn)
        model.append(turn)
    elif model and waiting.popleft() != model.pop(0):
        print("different at", turn)
print(list(waiting) == model, len(model))
