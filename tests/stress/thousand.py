# A thousand threads at once: they start, wait for locks of their own and for one of all, and end.
import sys
import threading
import time

seconds = float(sys.argv[sys.argv.index("--seconds") + 1]) if "--seconds" in sys.argv else 5.0
deadline = time.perf_counter() + seconds
failures = []
rounds = 0
COUNT = 1000


def one_round():
    gates = [threading.Lock() for _ in range(COUNT)]
    for gate in gates:
        gate.acquire()
    go = threading.Event()
    last = threading.Event()
    lock = threading.Lock()
    total = 0
    chain = [0] * (COUNT + 1)

    def work(me):
        nonlocal total
        gates[me].acquire()
        chain[me + 1] = chain[me] + 1
        if me + 1 < COUNT:
            gates[me + 1].release()
        else:
            last.set()
        go.wait()
        with lock:
            total += 1

    threads = [threading.Thread(target=work, args=(i,)) for i in range(COUNT)]
    for t in threads:
        t.start()
    if threading.active_count() != COUNT + 1:
        failures.append(("active", threading.active_count()))
    gates[0].release()
    last.wait()
    go.set()
    for t in threads:
        t.join()
    if total != COUNT:
        failures.append(("total", total))
    if chain != list(range(COUNT + 1)):
        failures.append(("chain", chain[-5:]))
    if threading.active_count() != 1:
        failures.append(("left", threading.active_count()))


while True:
    one_round()
    rounds += 1
    if time.perf_counter() >= deadline or failures:
        break
print("thousand:", rounds, "rounds,", len(failures), "failures")
if failures:
    print("FAILED", failures[:5])
    sys.exit(1)
print("passed")
