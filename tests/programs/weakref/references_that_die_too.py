# The callback of a reference runs if the reference outlives its target, and does not if both die
# together, whatever kind of object the target is.
import gc
import weakref

log = []


class Node:
    pass


class Own(weakref.ref):
    pass


class Deleted:
    def __del__(self):
        log.append("deleted")


def tell(name):
    return lambda reference: log.append(name)


def cycle(target, reference, kept=None):
    """A dying cycle of a target and the object that holds a reference to it."""
    holder = Node()
    holder.target = target
    holder.reference = reference
    holder.self = holder
    if hasattr(target, "__dict__"):
        target.holder = holder


for kind in weakref.ref, Own, weakref.proxy:
    for make in Node, Deleted, frozenset:
        target = make() if make is not frozenset else frozenset([kind, "x"])
        cycle(target, kind(target, tell("never")))
        outer = kind(target, tell("outer"))
        del target
        gc.collect()
        print(kind.__name__, make.__name__, log)
        log.clear()
        del outer

# A reference that both a dying object and a living one hold.
target = Node()
shared = weakref.ref(target, tell("shared"))
cycle(target, shared)
del target
gc.collect()
print(log, shared() is None)
log.clear()

# A set of weak references that dies with its members, and one that lives.
member = Node()
dying, living = weakref.WeakSet([member]), weakref.WeakSet([member])
member.dying = dying
dying.member = member
del member, dying
gc.collect()
print(len(living), log)

# A finalizer is held by the module.
target = Node()
target.finalizer = weakref.finalize(target, log.append, "finalized")
target.self = target
del target
gc.collect()
print(log)
log.clear()

# A callback that refers to its reference's target does not keep it.
target = Node()
target.callback = tell("own")
target.self = target
target.reference = weakref.ref(target, target.callback)
del target
gc.collect()
print(log)
