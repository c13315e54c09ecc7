import random

random.seed(1)
print([random.random() for _ in range(4)])
print([random.getrandbits(k) for k in (1, 8, 32, 33, 64, 100)], random.getrandbits(0))
print([random.randint(1, 100) for _ in range(10)], [random.randrange(0, 100, 5) for _ in range(5)])
print(random.choice("abcdef"), random.choices([1, 2, 3], k=5), random.choices("ab", weights=[9, 1], k=5))
items = list(range(10))
random.shuffle(items)
print(items, random.sample(range(100), 5))
print(random.uniform(1, 2), random.triangular(0, 1, 0.5), random.betavariate(1, 2), random.expovariate(1.5))
print(random.gauss(0, 1), random.normalvariate(0, 1), random.lognormvariate(0, 1), random.vonmisesvariate(0, 1), random.gammavariate(2, 1),
      random.paretovariate(1), random.weibullvariate(1, 1))
for seed in (0, -1, 12345678901234567890, 2**100, "text", b"bytes", 1.5):
    random.seed(seed)
    print(seed, random.random(), random.getrandbits(16))
state = random.getstate()
print(len(state), state[0], len(state[1]))
first = [random.random() for _ in range(3)]
random.setstate(state)
print(first == [random.random() for _ in range(3)])
own = random.Random(42)
other = random.Random(42)
print([own.random() == other.random() for _ in range(3)], own.randbytes(5))
for action in (lambda: random.choice([]), lambda: random.randint(2, 1), lambda: random.sample([1], 2), lambda: random.getrandbits(-1), lambda: random.randrange(0), lambda: random.seed([1])):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
for _ in range(700):
    own.random()
print(own.random(), own.getrandbits(70))
print(0 <= random.SystemRandom().random() < 1, random.SystemRandom().getrandbits(8) < 256)
