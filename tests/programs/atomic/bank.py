# Transfers by two threads; a third thread checks the sum inside atomic.
import threading
from motet import atomic

ACCOUNTS = 10
START = 1000
accounts = [START] * ACCOUNTS
torn = []
checks = []
finished = []


def transfer(seed, times):
    x = seed
    for _ in range(times):
        x = (x * 1103515245 + 12345) % 2147483648
        source = (x >> 8) % ACCOUNTS
        target = (x >> 16) % ACCOUNTS
        amount = x % 50
        with atomic:
            accounts[source] -= amount
            accounts[target] += amount
    finished.append(seed)


def audit():
    while len(finished) < 2:
        with atomic:
            total = 0
            for balance in accounts:
                total += balance
        if total != START * ACCOUNTS:
            torn.append(total)
    checks.append("audited")


threads = [threading.Thread(target=transfer, args=(seed, 10000)) for seed in (1, 2)]
threads.append(threading.Thread(target=audit))
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sum(accounts), torn, checks, sorted(finished), accounts)
