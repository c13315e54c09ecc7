import sys
sys.path.insert(0, __file__.rpartition("/")[0] + "/../../support/imports")
import threading
import worker
found = []
def load():
    import slow
    found.append((slow.ready, slow.count))
threads = [threading.Thread(target=load) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(found)

# Two threads import two modules that import each other, in opposite order.
def ring(name, out):
    __import__(name)
    out.append(name)
out = []
pair = [threading.Thread(target=ring, args=(name, out)) for name in ("ring_c", "ring_d")]
for thread in pair:
    thread.start()
for thread in pair:
    thread.join()
print(sorted(out))
import ring_c, ring_d
print(ring_c.d is ring_d, ring_d.c is ring_c)
