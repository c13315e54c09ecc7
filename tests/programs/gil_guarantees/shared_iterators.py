# An iterator that threads share hands each item to one of them; a shared generator refuses politely.
import threading


def run(count, work):
    threads = [threading.Thread(target=work, args=(k,)) for k in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


N = 600
for count in (2, 4, 8, 16):
    sources = {
        "range": iter(range(N)),
        "list": iter(list(range(N))),
        "tuple": iter(tuple(range(N))),
        "dict": iter(dict.fromkeys(range(N))),
        "enumerate": enumerate(range(N)),
        "zip": zip(range(N), range(N)),
        "reversed": reversed(list(range(N))),
        "map": map(abs, range(N)),
    }
    for name, source in sources.items():
        got = [[] for _ in range(count)]

        def work(k):
            mine = got[k]
            for item in source:
                mine.append(item)

        run(count, work)
        flat = [item for part in got for item in part]
        if name in ("enumerate", "zip"):
            flat = [a if a == b else None for a, b in flat]
        ordered = all(part == sorted(part, reverse=name == "reversed") for part in got)
        print(count, name, sorted(flat) == list(range(N)), ordered)

# next() with a default, from many threads.
source = iter("abcdefghijklmnopqrstuvwxyz" * 10)
letters = []


def take(k):
    while True:
        letter = next(source, None)
        if letter is None:
            break
        letters.append(letter)


run(8, take)
print(sorted(letters) == sorted("abcdefghijklmnopqrstuvwxyz" * 10))
