# The generator: its methods bind, and a class below may replace them.
import random
r=random.Random(7); print(r.random(), r.getrandbits(70), r.randint(1,100), r.sample(range(100),5), r.gauss(0,1), r.getrandbits(0))
s=r.getstate(); a=r.random(); r.setstate(s); print(a==r.random())
class R(random.Random):
    def random(self): return 0.25
print(R(1).choice("abcd"), R(1).uniform(0,4))
try: r.getrandbits(-1)
except ValueError as e: print("neg")
class W:
    def __index__(self): return 5
print(r.getrandbits(W()))

# What shortcuts must not take.
drawn = random.Random(5)
for function, arguments in (
    (drawn.getrandbits, ()), (drawn.getrandbits, (1, 2)), (drawn.getrandbits, (8, None)), (drawn.getrandbits, ("8",)),
    (drawn.getrandbits, (-1,)), (drawn.getrandbits, (0,)), (drawn.getrandbits, (True,)), (drawn.getrandbits, (33,)),
    (drawn.random, (1,)), (drawn.random, ()), (random.Random.random, ()), (random.Random.getrandbits, (drawn, 5, 6)),
):
    for _ in range(2):
        try:
            print(function(*arguments))
        except (TypeError, ValueError) as error:
            print(type(error).__name__)
