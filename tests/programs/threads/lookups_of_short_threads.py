# Threads that begin, and threads that have waited, see what classes have become meanwhile.
import threading


class Base:
    value = 0

    def answer(self):
        return self.value


class Derived(Base):
    pass


def look(results, number):
    thing = Derived()
    results[number] = (thing.value, thing.answer(), hasattr(thing, "extra"), getattr(thing, "extra", None))


# Each generation of threads begins after a change of a class.
for generation in range(60):
    if generation % 3 == 0:
        Base.value = generation
    elif generation % 3 == 1:
        Derived.value = -generation
    else:
        del Derived.value
    if generation % 2:
        Base.extra = generation
    elif hasattr(Base, "extra"):
        del Base.extra
    results = {}
    threads = [threading.Thread(target=look, args=(results, number)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(results.values())) == 1, results
    if generation % 10 < 3:
        print(generation, results[0])

# Threads look, wait while the class changes, and look again.
seen = {}


def look_twice(number, begun, changed):
    thing = Derived()
    first = thing.answer()
    begun.release()
    changed.wait()
    seen[number] = (first, thing.answer(), thing.value)


for turn in range(20):
    Base.value = turn
    seen.clear()
    begun, changed = threading.Semaphore(0), threading.Event()
    threads = [threading.Thread(target=look_twice, args=(number, begun, changed)) for number in range(4)]
    for thread in threads:
        thread.start()
    for _ in threads:
        begun.acquire()
    if turn % 2:
        Base.answer = lambda self, turn=turn: ("changed", turn, self.value)
    else:
        Derived.value = turn * 100
    changed.set()
    for thread in threads:
        thread.join()
    assert len(set(seen.values())) == 1, seen
    print(turn, seen[0])
    if "value" in vars(Derived):
        del Derived.value
