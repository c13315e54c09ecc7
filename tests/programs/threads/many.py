# Many more threads than cores, each with its own objects.
import threading


def work(index, results):
    d = {}
    text = ""
    for i in range(200):
        d[i % 17] = d.get(i % 17, 0) + i * index
        text += chr(97 + (i + index) % 26)
    results[index] = (sum(d.values()), text[:3], len(text))


results = {}
threads = []
for i in range(64):
    t = threading.Thread(target=work, args=(i, results))
    t.start()
    threads.append(t)
for t in threads:
    t.join()
print(len(results), sum([results[i][0] for i in range(64)]), results[0], results[63])
rounds = []
for r in range(50):
    t = threading.Thread(target=rounds.append, args=(r,))
    t.start()
    t.join()
print(rounds == list(range(50)))
