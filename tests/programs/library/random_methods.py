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
