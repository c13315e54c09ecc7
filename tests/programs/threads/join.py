# Threads run, take arguments, and are joined.
import threading


def work(results, index, n):
    total = 0
    for i in range(n):
        total += i * index
    results[index] = total


results = [None] * 4
threads = [threading.Thread(target=work, args=(results, i, 1000)) for i in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(results, [t.is_alive() for t in threads])
named = threading.Thread(target=lambda: results.append(threading.current_thread().name), name="alto")
print(named.name, named.is_alive())
named.start()
named.join()
print(results[-1])
keyworded = threading.Thread(target=lambda a, b=0: results.append((a, b)), args=(1,), kwargs={"b": 2})
keyworded.start()
keyworded.join()
print(results[-1])
idents = []
a = threading.Thread(target=lambda: idents.append(threading.get_ident()))
a.start()
a.join()
print(idents[0] != threading.get_ident(), threading.current_thread().name)


class Custom(threading.Thread):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.result = None

    def run(self):
        self.result = sum(range(self.n))


customs = [Custom(n) for n in (10, 100, 1000)]
for c in customs:
    c.start()
for c in customs:
    c.join()
print([c.result for c in customs])
