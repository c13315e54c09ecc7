# Barriers: rounds, the action, breaking, abort, reset, timeouts and messages.
import threading
from threading import Barrier, BrokenBarrierError, Thread

log = []
lock = threading.Lock()


def note(*what):
    with lock:
        log.append(what)


def run(count, work):
    threads = [Thread(target=work, args=(i,)) for i in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


# Rounds: nobody is a round ahead.
rounds = [0] * 4
ahead = []
barrier = Barrier(4, action=lambda: note("action", sorted(rounds)))


def several_rounds(me):
    for number in range(5):
        rounds[me] += 1
        index = barrier.wait()
        note("index", number, index)
        if max(rounds) - min(rounds) > 1:
            ahead.append(list(rounds))


run(4, several_rounds)
print([entry[1] for entry in log if entry[0] == "action"])
for number in range(5):
    print(number, sorted(e[2] for e in log if e[0] == "index" and e[1] == number))
print(ahead, barrier.n_waiting, barrier.broken, barrier.parties)

# An action that raises breaks the barrier for all.
log.clear()


def bad():
    raise ValueError("action")


barrier = Barrier(3, bad)


def meet(me):
    try:
        note("got", barrier.wait())
    except BaseException as error:
        note(type(error).__name__, str(error))


run(3, meet)
print(sorted(log), barrier.broken)
try:
    barrier.wait()
except BrokenBarrierError as error:
    print("broken", error.args)
barrier.reset()
print(barrier.broken)

# A timeout breaks it too.
log.clear()
barrier = Barrier(2, timeout=0.01)
meet(0)
print(log, barrier.broken)
barrier.reset()
log.clear()
try:
    barrier.wait(timeout=0.005)
except BrokenBarrierError:
    print("timed out", barrier.broken)

# abort() and reset() while threads wait.
for how in ("abort", "reset"):
    log.clear()
    barrier = Barrier(3)
    threads = [Thread(target=meet, args=(i,)) for i in range(2)]
    for t in threads:
        t.start()
    while barrier.n_waiting < 2:
        pass
    getattr(barrier, how)()
    for t in threads:
        t.join()
    print(how, sorted(log), barrier.broken, barrier.n_waiting)

# After a reset it works again.
log.clear()
run(3, meet)
print(sorted(log))

print(issubclass(BrokenBarrierError, RuntimeError))
for parties in (1,):
    print(Barrier(parties).wait(), Barrier(parties).wait())
text = repr(Barrier(2))
print(text.split(" at ")[0], text.split(": ")[1])
barrier = Barrier(2)
barrier.abort()
print(repr(barrier).split(": ")[1])
