# Functions that several threads call for the first time at once.
import threading

SOURCE = '''
def plain_{0}(a, b=2, *rest, key=3, **named):
    "text {0}"
    def inner(c):
        return [c, a, b, {0}, len(rest), key]
    try:
        return sum(inner(1)) + shared
    except TypeError:
        return None

def made_{0}(n):
    for i in range(n):
        got = yield i * {0}, "made", (1, "two", 3.5)
        if got:
            return got

class Class_{0}:
    def __init__(self, x):
        self.x, self.y = x, {0}
    @property
    def both(self):
        return self.x + self.y
    @staticmethod
    def static(*a):
        return len(a) + 10**20
'''
COUNT, THREADS = 60, 4
names = {"shared": 5}
exec("".join(SOURCE.format(i) for i in range(COUNT)), names)
start = threading.Barrier(THREADS)
results = [None] * THREADS


def work(number):
    total = 0
    start.wait()
    for i in range(COUNT):
        total += names[f"plain_{i}"](i, 1, 2, key=4)
        total += sum(item[0] for item in names[f"made_{i}"](3))
        made = names[f"Class_{i}"](7)
        total += made.both + made.static(1, 2) % 1000
        total += len(names[f"plain_{i}"].__doc__) + len(names[f"made_{i}"].__code__.co_consts)
    results[number] = total


threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
constants = sum(len(names[f"made_{i}"].__code__.co_consts) for i in range(COUNT))
print(len(set(results)), results[0] - constants)
