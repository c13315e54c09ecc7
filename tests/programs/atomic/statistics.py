# motet.stats() counts; the shim of other Pythons has the same keys.
import threading
import motet
from motet import atomic

before = motet.stats()
print(isinstance(before, dict), "commits" in before, "aborts" in before)
x = 0


def work():
    global x
    for _ in range(200):
        with atomic:
            x += 1


threads = [threading.Thread(target=work) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
after = motet.stats()
print(x, after["commits"] >= before["commits"] >= 0, after["aborts"] >= before["aborts"] >= 0)
print(isinstance(after["commits"], int), isinstance(after["aborts"], int))
