# __del__: when, once, with errors, in cycles, below built-in classes.
import gc
from _weakref import ref

log = []


class A:
    def __init__(self, n=0):
        self.n = n


class D:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        log.append(("del", self.n))


d = D(1)
d = None
gc.collect()
print(log)
x = D(2)
y = D(3)
x.o = y
y.o = x
del x, y
gc.collect()
print(sorted(log))
class R:
    def __del__(self):
        global saved; saved=self
R(); gc.collect(); print(type(saved).__name__); saved=None; gc.collect()
class Chain:
    def __init__(self,n,nx): self.n=n; self.nx=nx
    def __del__(self): log.append(self.n)
c=Chain(1,Chain(2,Chain(3,None))); del c; gc.collect(); gc.collect(); gc.collect(); print(sorted(log[-3:]))
# callback not called when ref is gone
z=A(7); rz=ref(z, lambda w: log.append('never')); del rz; del z; gc.collect(); print('never' in log)
# many
objs=[A(i) for i in range(50)]; refs=[ref(o) for o in objs]; del objs[::2]; o=None; gc.collect(); print(sum([1 for q in refs if q() is None]))
print(gc.isenabled()); gc.disable(); print(gc.isenabled()); gc.enable(); print(gc.isenabled())
class SubD(D): pass
SubD(8); gc.collect(); print(log[-1])
class DelInt(int):
    def __del__(self): log.append(('di',int(self)))
DelInt(4); gc.collect(); print(log[-1])
