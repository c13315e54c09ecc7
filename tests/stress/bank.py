# Random transfers under atomic, audited by other threads, for as long as asked.
import sys
import threading
import time
from motet import atomic

seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
ACCOUNTS = 64
START = 100


class Account:
    def __init__(self):
        self.balance = START
        self.moves = 0


accounts = [Account() for _ in range(ACCOUNTS)]
history = {}
deadline = time.perf_counter() + seconds
errors = []
transfers = []
audits = []


def transfer(seed):
    x = seed
    count = 0
    while time.perf_counter() < deadline:
        for _ in range(50):
            x = (x * 1103515245 + 12345) % 2147483648
            source = accounts[(x >> 8) % ACCOUNTS]
            target = accounts[(x >> 16) % ACCOUNTS]
            amount = x % 20
            with atomic:
                source.balance -= amount
                source.moves += 1
                target.balance += amount
                target.moves += 1
                history[seed] = history.get(seed, 0) + 1
            count += 1
    transfers.append(count)


def audit():
    count = 0
    while time.perf_counter() < deadline:
        total = 0
        moves = 0
        with atomic:
            for account in accounts:
                total += account.balance
                moves += account.moves
            recorded = sum(history.values())
        if total != ACCOUNTS * START or moves != 2 * recorded:
            errors.append((total, moves, recorded))
        count += 1
    audits.append(count)


threads = [threading.Thread(target=transfer, args=(seed,)) for seed in (1, 2, 3, 4)]
threads += [threading.Thread(target=audit) for _ in range(2)]
for t in threads:
    t.start()
for t in threads:
    t.join()
total = sum([account.balance for account in accounts])
print("bank:", sum(transfers), "transfers,", sum(audits), "audits,", len(errors), "errors")
if errors or total != ACCOUNTS * START or sum(history.values()) != sum(transfers):
    print("FAILED", errors[:3], total, sum(history.values()), sum(transfers))
    sys.exit(1)
print("passed")
