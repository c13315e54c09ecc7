# Threads that change the same things all the time: nothing is lost, whoever takes turns with whom.
from threading import Condition, Lock, RLock, Thread

from motet import atomic

THREADS = 4
ROUNDS = 1500


def in_threads(work):
    threads = [Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Account:
    def __init__(self):
        self.balance = 0
        self.moves = 0


lock, reentrant = Lock(), RLock()
counts = {"plain": 0, "lock": 0, "reentrant": 0, "atomic": 0}
log = []
table = {}
accounts = [Account() for _ in range(8)]


def all_at_once(number):
    for step in range(ROUNDS):
        counts["plain"] += 1
        with lock:
            value = counts["lock"]
            counts["lock"] = value + 1
        with reentrant:
            with reentrant:
                counts["reentrant"] += 1
        with atomic:
            source, target = accounts[step % 8], accounts[(step * 3 + number) % 8]
            source.balance -= step
            target.balance += step
            source.moves += 1
            counts["atomic"] += 1
        log.append(number)
        table[number, step] = step


in_threads(all_at_once)
print(counts)
print(len(log), [log.count(number) for number in range(THREADS)])
print(len(table), sum(table.values()))
print(sum([account.balance for account in accounts]), sum([account.moves for account in accounts]))

# A lock that one thread takes and another lets go of.
baton = Lock()
passes = []


def relay(number):
    for _ in range(50):
        baton.acquire()
        passes.append(number)
        Thread(target=baton.release).start()


in_threads(relay)
print(len(passes), sorted(set(passes)))

# Turns by a condition, in the middle of what collides.
turn = 0
condition = Condition()
order = []


def in_order(number):
    global turn
    for _ in range(25):
        with condition:
            while turn % THREADS != number:
                condition.wait()
            order.append(number)
            turn += 1
            condition.notify_all()


in_threads(in_order)
print(order == list(range(THREADS)) * 25)
