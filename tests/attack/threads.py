"""Attack: threads that do random things to shared objects, under the injections.

Each act keeps a sum: what it takes from one object it gives to another. Each thread draws its acts
from a seed of its own, so that the sum and the counts of acts are known beforehand.
"""

from support import Attack

PROGRAM = '''
import collections, itertools, queue, random, sys, threading

from motet import atomic

seed, count, acts = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
SIZE, EACH = 16, 100


class Node:
    def __init__(self, value):
        self.value, self.changes = value, 0


class Slotted:
    __slots__ = ("value", "changes")

    def __init__(self, value):
        self.value, self.changes = value, 0


numbers = [EACH] * SIZE
table = {f"key {place}": EACH for place in range(SIZE)}
nodes = [Node(EACH) if place % 2 else Slotted(EACH) for place in range(SIZE)]
ends = collections.deque([EACH] * SIZE)
members = set(range(SIZE))
waiting = queue.SimpleQueue()
for _ in range(SIZE):
    waiting.put(EACH)
tickets = itertools.count()
lock, guarded = threading.RLock(), [0, 0]
log = []
drawn = []


def act(chosen):
    a, b, amount = chosen.randrange(SIZE), chosen.randrange(SIZE), chosen.randrange(5)
    kind = chosen.randrange(10)
    if kind == 0:
        with atomic:
            numbers[a] -= amount
            numbers[b] += amount
    elif kind == 1:
        with atomic:
            table[f"key {a}"] -= amount
            table[f"key {b}"] = table.get(f"key {b}", 0) + amount
    elif kind == 2:
        with atomic:
            nodes[a].value -= amount
            nodes[b].value += amount
            nodes[a].changes += 1
    elif kind == 3:
        ends.append(ends.popleft()) if a % 2 else ends.rotate(amount)
    elif kind == 4:
        waiting.put(waiting.get())
    elif kind == 5:
        with lock:
            before = guarded[0]
            guarded[0] = before + 1
            with lock:
                guarded[1] += 1
    elif kind == 6:
        log.append(amount)
        return amount, 1
    elif kind == 7:
        drawn.append(next(tickets))
        return 0, 0
    elif kind == 8:
        with atomic:
            # What another thread sees is all or nothing.
            members.discard(a)
            members.add(SIZE + a)
            members.discard(SIZE + a)
            members.add(a)
            assert sum(numbers) == SIZE * EACH and sum(table.values()) == SIZE * EACH
    else:
        with atomic:
            value = table.pop(f"key {a}")
            if b % 3 == 0:
                table[f"key {a}"] = value
            else:
                try:
                    table[f"key {a}"] = value // 0
                except ZeroDivisionError:
                    table[f"key {a}"] = value
    return 0, 0


def run(me):
    chosen = random.Random(f"{seed} {me}")
    for _ in range(acts):
        act(chosen)


def expected():
    """What the acts add, counted without doing them."""
    logged = drawn = sections = amounts = 0
    for me in range(count):
        chosen = random.Random(f"{seed} {me}")
        for _ in range(acts):
            a, b, amount = chosen.randrange(SIZE), chosen.randrange(SIZE), chosen.randrange(5)
            kind = chosen.randrange(10)
            logged += kind == 6
            amounts += amount if kind == 6 else 0
            drawn += kind == 7
            sections += kind == 5
    return logged, amounts, drawn, sections


failures = []
threading.excepthook = lambda given: failures.append(repr(given.exc_value))
threads = [threading.Thread(target=run, args=(me,)) for me in range(count)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
logged, amounts, tickets_drawn, sections = expected()
assert not failures, failures
assert sum(numbers) == SIZE * EACH, numbers
assert len(table) == SIZE and sum(table.values()) == SIZE * EACH, table
assert sum(node.value for node in nodes) == SIZE * EACH
assert list(ends) == [EACH] * SIZE, ends
assert members == set(range(SIZE)), members
assert [waiting.get_nowait() for _ in range(SIZE)] == [EACH] * SIZE and waiting.empty()
assert (len(log), sum(log)) == (logged, amounts), (len(log), sum(log), logged, amounts)
assert sorted(drawn) == list(range(tickets_drawn)), len(drawn)
assert guarded == [sections, sections], (guarded, sections)
print("kept")
'''

INJECTIONS = [
    "", "abort=0.05,seed={seed}", "collect,seed={seed}", "commit,seed={seed}", "major=2000,seed={seed}",
    "segments,seed={seed}", "abort=0.01,segments,turns,seed={seed}", "abort=0.2,commit,seed={seed}",
]


def main():
    attack = Attack(__doc__)
    path = f"{attack.keep}/threads.py"
    with open(path, "w", encoding="utf-8") as file:
        file.write(PROGRAM)
    while attack.goes_on():
        seed = attack.random.randrange(1 << 30)
        injection = attack.random.choice(INJECTIONS).format(seed=seed)
        options = ["-X", "tm=stm"] + (["-X", f"tm_inject={injection}"] if injection else [])
        if attack.random.random() < 0.2:
            options += ["-X", "tm_commit=stop"]
        count = attack.random.choice([2, 2, 3, 4, 8])
        acts = 100 if "collect" in injection else 1500
        given = attack.run(*options, path, str(seed), str(count), str(acts))
        if given[:2] != (0, b"kept\n"):
            told = " ".join([*options, str(seed), str(count), str(acts)])
            attack.fail("threads", f"# {told}\n{PROGRAM}".encode() + given[2][-2000:], told)
    attack.end("threads")


main()
