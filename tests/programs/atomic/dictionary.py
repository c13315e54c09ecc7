# Check-then-act on a shared dictionary.
import threading
from motet import atomic

words = "the quick brown fox jumps over the lazy dog and the cat".split()
counts = {}
index = {}


def count(times):
    for i in range(times):
        word = words[i % len(words)]
        with atomic:
            if word in counts:
                counts[word] = counts.get(word) + 1
            else:
                counts[word] = len([1])
            index.setdefault(len(word), set()).add(word)


threads = [threading.Thread(target=count, args=(600,)) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(counts.items()), sum(counts.values()))
print([(k, sorted(index[k])) for k in sorted(index)])
slots = {}
winners = []


def claim(name):
    won = 0
    for key in range(300):
        with atomic:
            if slots.get(key) is None:
                slots[key] = name
                won += 1
    winners.append(won)


threads = [threading.Thread(target=claim, args=(n,)) for n in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sum(winners), len(slots), sorted(slots) == list(range(300)))
