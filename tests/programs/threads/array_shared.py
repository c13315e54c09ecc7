# Threads that change one array: no item and no store is lost.
import array
import threading

THREADS, TURNS = 4, 400


def together(work):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


appended = array.array("i")


def append(number):
    for turn in range(TURNS):
        appended.append(number * TURNS + turn)


together(append)
print(len(appended), sorted(appended) == list(range(THREADS * TURNS)))
for number in range(THREADS):
    own = [item for item in appended if item // TURNS == number]
    print(own == sorted(own))

# Items that lie across two elements of the storage.
for code in "BhiqdQ":
    stored = array.array(code, [0]) * (THREADS * TURNS)

    def store(number):
        for turn in range(number, THREADS * TURNS, THREADS):
            stored[turn] = turn % 128

    together(store)
    print(code, stored.tolist() == [turn % 128 for turn in range(THREADS * TURNS)])

lock = threading.Lock()
counts = array.array("q", [0] * 10)


def count(number):
    for turn in range(TURNS):
        with lock:
            counts[turn % 10] += number


together(count)
print(counts)

moved = array.array("l", range(TURNS))
taken = []


def take(number):
    while True:
        try:
            taken.append(moved.pop())
        except IndexError:
            return


together(take)
print(len(moved), sorted(taken) == list(range(TURNS)))

seen = []
shared = array.array("d", [1.0]) * 64


def turn_around(number):
    for _ in range(TURNS // 10):
        if number % 2:
            shared[:] = array.array("d", [float(number)]) * 64
        else:
            seen.append(len(set(shared[:])))


together(turn_around)
print(set(seen) == {1}, len(set(shared)))
