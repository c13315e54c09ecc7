# A generator that nobody seeded may have a state for each thread: nobody can tell, but by what it costs.
import copy
import pickle
import random
import threading


def in_threads(count, work):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# All threads draw different numbers, from the module's generator and from one of their own.
drawn = []
def draw(number):
    own = [random.getrandbits(64) for _ in range(50)]
    own += [int(shared.random() * 2**53) for _ in range(50)]
    drawn.extend(own)

shared = random.Random()
in_threads(4, draw)
print(len(drawn), len(set(drawn)))

# More threads than are remembered.
def draw_once(number):
    drawn.append(random.getrandbits(100))

drawn.clear()
for _ in range(10):
    in_threads(10, draw_once)
print(len(drawn), len(set(drawn)))

# Who asks for the state can come back to it, from another thread, too.
state = random.getstate()
first = [random.random() for _ in range(700)]
random.setstate(state)
again = []
in_threads(1, lambda number: again.extend(random.random() for _ in range(300)))
again += [random.random() for _ in range(400)]
print(first == again)
random.setstate(state)
print([random.random() for _ in range(5)] == first[:5])

# From then on it is one sequence, whoever draws, also before somebody comes back.
fresh = random.Random()
fresh.random()
state = fresh.getstate()
mixed = []
in_threads(1, lambda number: mixed.append(fresh.random()))
mixed.append(fresh.random())
fresh.setstate(state)
print(mixed == [fresh.random(), fresh.random()])

# A seed is one sequence, whoever draws.
random.seed(20)
first = [random.randint(0, 999) for _ in range(6)]
random.seed(20)
again = []
for _ in range(6):
    in_threads(1, lambda number: again.append(random.randint(0, 999)))
print(first, again)

# A copy goes on as the original would, one that was never seeded, too.
for twin_of in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
    original = random.Random()
    twin = twin_of(original)
    expected = [original.random() for _ in range(3)]
    print([twin.random() for _ in range(3)] == expected)

# Without a seed again: another sequence.
random.seed(20)
first = random.getstate()
random.seed()
print(random.getstate() == first)
random.seed(-1.5)
print(random.random(), random.Random(-7).random(), random.Random(2**70).random())
print(random.Random(True).random(), random.Random(0.1).random())
